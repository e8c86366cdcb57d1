import pytest
from msgspec import Struct

from core.kernel.errors import EditionError
from core.kernel.rules.amounts import Amounts, read_amounts
from core.kernel.setup.edition import ADOPTED, EditionFile, Editions


class Cost(Amounts, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    gold: int = 0


class Card(Struct, frozen=True):
    points: int
    seal: str = "red"


def cost(text: str) -> Cost:
    return read_amounts(text, Cost)


FILE = EditionFile(
    "mine.toml",
    {
        "board": {"rounds": 7, "prices": [1, 2], "from": "rulebook"},
        "cards": {
            "A": {"points": 3, "seal": "blue", "from": {"points": "rulebook", "seal": "owner"}},
            "B": {"points": 3, "from": "memory"},
            "C": {"points": 3, "seal": "blue", "from": {"points": "rulebook"}},
            "D": {"points": 3, "from": "house", "extra": {"deep": 1}},
            "E": {"points": [1, 2], "from": {"points": ["rulebook", "house"]}},
            "F": {"points": [1, 2], "from": {"points": ["rulebook"]}},
            "G": {"points": 1, "from": {"points": ["rulebook"]}},
            "H": {"points": [1, 2], "from": {"points": ["rulebook", "memory"]}},
        },
        "title": "Mine",
    },
)


def test_a_value_with_a_source_is_believed() -> None:
    assert FILE.values("board") == {"rounds": 7, "prices": [1, 2]}
    assert FILE.build(Card, FILE.values("cards", "A"), "cards", "A") == Card(3, "blue")
    assert FILE.values("cards", "D", also=("extra",)) == {"points": 3}
    assert FILE.values("cards", "E") == {"points": [1, 2]}
    assert FILE.table("cards", "D", "extra") == {"deep": 1}
    assert FILE.read(cost, "2 gold", "cards", "A") == Cost(2)
    FILE.must("board", "rounds", fits=True, expected=7, found=7)


@pytest.mark.parametrize("path", [("tiles",), ("cards", "Z"), ("title",), ("board", "rounds"), ("title", "deep")])
def test_a_table_that_is_not_there_is_named(path: tuple[str, ...]) -> None:
    with pytest.raises(EditionError) as found:
        FILE.table(*path)
    assert (found.value.why, found.value.terms) == ("edition_missing", {"file": "mine.toml", "entry": ".".join(path)})


@pytest.mark.parametrize(
    ("card", "entry"), [(card, f"cards.{card}.{'seal' if card == 'C' else 'points'}") for card in "BCFGH"]
)
def test_a_value_without_a_source_is_named(card: str, entry: str) -> None:
    with pytest.raises(EditionError) as found:
        FILE.values("cards", card)
    assert (found.value.why, found.value.terms["entry"]) == ("edition_source", entry)
    assert found.value.known == ("rulebook", "public", "house", "owner")


@pytest.mark.parametrize(
    ("values", "detail"),
    [
        ({"points": 3, "colour": "red"}, "unknown field colour"),
        ({"points": "three"}, "Expected `int`, got `str`"),
        ({"seal": "red"}, "missing required field `points`"),
        ({"points": 3.5}, "Expected `int`, got `float`"),
    ],
)
def test_a_value_that_does_not_fit_is_named(values: dict[str, object], detail: str) -> None:
    with pytest.raises(EditionError) as found:
        FILE.build(Card, values, "cards", "A")
    assert (found.value.why, found.value.terms["entry"]) == ("edition_entry", "cards.A")
    assert detail in str(found.value.terms["detail"])


def test_what_is_written_in_a_notation_is_read() -> None:
    written = {"one": "2 gold", "many": ["1 gold", "3 gold"], "table": {"2": "4 gold"}, "other": "5 gold"}
    costs = FILE.spelled(written, "cards", one=cost, many=cost, table=cost, missing=cost)
    assert costs == {"one": Cost(2), "many": (Cost(1), Cost(3)), "table": {"2": Cost(4)}, "other": "5 gold"}
    for wrong, entry in (({"table": {"2": "x"}}, "cards.table.2"), ({"many": ["x"]}, "cards.many")):
        with pytest.raises(EditionError) as found:
            FILE.spelled(wrong, "cards", table=cost, many=cost)
        assert found.value.terms["entry"] == entry


def test_a_notation_that_is_not_understood_is_named() -> None:
    with pytest.raises(EditionError) as found:
        FILE.read(cost, "2 iron", "cards", "A", "cost")
    assert found.value.terms["entry"] == "cards.A.cost"


def test_a_count_that_does_not_fit_tells_both() -> None:
    with pytest.raises(EditionError) as found:
        FILE.must("cards", fits=False, expected=109, found=4)
    assert (found.value.why, found.value.terms["expected"], found.value.terms["found"]) == ("edition_count", "109", "4")


def test_a_key_that_must_be_a_number() -> None:
    assert FILE.number("starts", "4") == 4
    with pytest.raises(EditionError) as found:
        FILE.number("starts", "four")
    assert (found.value.why, found.value.terms["entry"]) == ("edition_entry", "starts.four")


def test_a_name_that_is_too_long_tells_how_long_it_may_be() -> None:
    editions = Editions("core.games.medieval.data", told)
    assert editions.adopt("mine.toml", f'name = "{"n" * 60}"').name == "n" * 60
    with pytest.raises(EditionError) as found:
        editions.adopt("mine.toml", f'name = "{"n" * 61}"')
    assert (found.value.why, found.value.terms["expected"], found.value.terms["found"]) == ("edition_name_long", 60, 61)


def test_a_value_that_is_too_low_tells_how_high_it_must_be() -> None:
    FILE.least(1, 1, "board", "rounds")
    with pytest.raises(EditionError) as found:
        FILE.least(1, 0, "board", "rounds")
    assert (found.value.terms["expected"], found.value.terms["found"]) == ("1 or more", "0")


def told(f: EditionFile, name: str, digest: str) -> tuple[str, str, str]:
    return f.file, name, digest


def test_editions_are_known_by_their_digest() -> None:
    editions = Editions("core.games.medieval.data", told)
    shipped, mine = editions.shipped(), editions.adopt("mine.toml", 'name = "mine"')
    assert editions.known(shipped.digest) == ("edition.toml", "house", shipped.digest)
    assert editions.known(mine.digest) == ("mine.toml", "mine", mine.digest)
    assert (shipped.text, mine.text) == ("", 'name = "mine"')
    assert editions.adopt("nameless.toml", "").name == "nameless.toml"


def test_of_owners_editions_only_those_adopted_last_are_kept() -> None:
    editions = Editions("core.games.medieval.data", told)
    shipped = editions.shipped()
    texts = [f'name = "mine {number}"' for number in range(ADOPTED + 3)]
    made = [editions.adopt("mine.toml", text) for text in texts[:ADOPTED]]
    again = editions.adopt("other name.toml", texts[0])
    assert again.digest == made[0].digest, "two names of one edition; the older name goes first"
    assert editions.adopt("mine.toml", texts[1]) is made[1], "the one adopted last now"
    made += [editions.adopt("mine.toml", text) for text in texts[ADOPTED:]]
    known = {edition.digest for edition in (shipped, *made) if edition.digest in editions}
    gone = {edition.digest for edition in made} - known
    assert (len(known), gone) == (ADOPTED + 1, {made[number].digest for number in (2, 3, 4)})
    with pytest.raises(EditionError, match="edition_unknown"):
        editions.known(made[2].digest)
    assert editions.known(editions.adopt("mine.toml", texts[2]).digest) is not None


def test_the_shipped_edition_is_known_before_anybody_asked_for_it() -> None:
    digest = Editions("core.games.medieval.data", told).shipped().digest
    assert Editions("core.games.medieval.data", told).known(digest) == ("edition.toml", "house", digest)


def test_an_unknown_edition_and_a_file_that_is_not_toml_are_refused() -> None:
    editions = Editions("core.games.medieval.data", told)
    with pytest.raises(EditionError) as found:
        editions.known("0" * 64)
    assert (found.value.why, found.value.terms["digest"]) == ("edition_unknown", "0" * 12)
    with pytest.raises(EditionError) as found:
        editions.adopt("mine.toml", "name = ")
    assert (found.value.why, found.value.terms["file"]) == ("edition_not_toml", "mine.toml")
