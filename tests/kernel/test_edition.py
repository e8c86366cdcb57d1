import pytest
from msgspec import Struct

from core.kernel.amounts import Amounts, read_amounts
from core.kernel.edition import EditionFile
from core.kernel.errors import EditionError


class Cost(Amounts, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    gold: int = 0


class Card(Struct, frozen=True):
    points: int
    seal: str = "red"


FILE = EditionFile(
    "mine.toml",
    {
        "board": {"rounds": 7, "prices": [1, 2], "from": "rulebook"},
        "cards": {
            "A": {"points": 3, "seal": "blue", "from": {"points": "rulebook", "seal": "owner"}},
            "B": {"points": 3, "from": "memory"},
            "C": {"points": 3, "seal": "blue", "from": {"points": "rulebook"}},
            "D": {"points": 3, "from": "house", "extra": {"deep": 1}},
        },
        "title": "Mine",
    },
)


def test_a_value_with_a_source_is_believed() -> None:
    assert FILE.values("board") == {"rounds": 7, "prices": [1, 2]}
    assert FILE.build(Card, FILE.values("cards", "A"), "cards", "A") == Card(3, "blue")
    assert FILE.values("cards", "D", also=("extra",)) == {"points": 3}
    assert FILE.table("cards", "D", "extra") == {"deep": 1}
    assert FILE.read(lambda text: read_amounts(text, Cost), "2 gold", "cards", "A") == Cost(2)
    FILE.must("board", "rounds", fits=True, expected=7, found=7)


@pytest.mark.parametrize("path", [("tiles",), ("cards", "Z"), ("title",), ("board", "rounds"), ("title", "deep")])
def test_a_table_that_is_not_there_is_named(path: tuple[str, ...]) -> None:
    with pytest.raises(EditionError) as found:
        FILE.table(*path)
    assert (found.value.why, found.value.terms) == ("edition_missing", {"file": "mine.toml", "entry": ".".join(path)})


@pytest.mark.parametrize(("card", "entry"), [("B", "cards.B.points"), ("C", "cards.C.seal")])
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


def test_a_notation_that_is_not_understood_is_named() -> None:
    with pytest.raises(EditionError) as found:
        FILE.read(lambda text: read_amounts(text, Cost), "2 iron", "cards", "A", "cost")
    assert found.value.terms["entry"] == "cards.A.cost"


def test_a_count_that_does_not_fit_tells_both() -> None:
    with pytest.raises(EditionError) as found:
        FILE.must("cards", fits=False, expected=109, found=4)
    assert (found.value.why, found.value.terms["expected"], found.value.terms["found"]) == ("edition_count", "109", "4")
