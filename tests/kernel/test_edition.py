import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType
from typing import Annotated, Any, Literal, NewType

import pytest
from msgspec import Meta, Struct, ValidationError

from core.kernel.errors import EditionError, Usage
from core.kernel.language.error_text import sentence
from core.kernel.rules.amounts import Amounts
from core.kernel.setup.claims import Claim, among, equal, least, most
from core.kernel.setup.edition import ADOPTED, Editions
from core.kernel.setup.edition_file import EditionFile
from core.kernel.setup.entries import Entry, Every, Grouped, Ids, Natural, Positive, Written

CardId = NewType("CardId", str)
SealId = NewType("SealId", str)
SEALS = ("red", "blue")


class Cost(Amounts, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    gold: int = 0


class Swap(Struct, frozen=True):
    one: str
    other: str


def swap(text: str) -> Swap:
    one, arrow, other = text.partition(">")
    if not arrow:
        raise Usage("unknown_word", word=text)
    if one == other:
        raise ValueError("two different things")
    return Swap(one, other)


class Bonus(Struct, frozen=True, forbid_unknown_fields=True):
    points: Natural
    seal: SealId = SEALS[1]  # type: ignore[assignment]


class Card(Entry, frozen=True, kw_only=True):
    id: CardId
    points: Natural
    seal: SealId | None = None
    cost: Annotated[dict[int, Cost], Every((2, 3), or_one=True)] = {}
    swaps: tuple[Annotated[Swap, Written(swap)], ...] = ()
    bonus: Bonus = Bonus(0)
    next: CardId | None = None


class Tile(Entry, frozen=True, kw_only=True):
    id: str
    family: str
    points: int
    roads: tuple[Literal["N", "S"], ...] = ()


class Last(Entry, frozen=True):
    gold: Annotated[int, Meta(le=3)]


class Board(Entry, frozen=True):
    rounds: Positive
    prices: Annotated[tuple[Positive, ...], Meta(min_length=2)]
    discard: Annotated[dict[int, Natural], Every((2, 3))]
    last: Last
    pair: tuple[int, int] = (1, 1)


class Box(Struct, frozen=True):
    name: str
    digest: str
    board: Board
    cards: Annotated[dict[CardId, Card], Ids(2, "-", 3, taken=("X",))]
    seals: Annotated[dict[SealId, Last], Every(SEALS, in_order=True)]
    tiles: Annotated[dict[str, Tile], Grouped("families", "members", by="family", groups=("inn", "mill")), Ids(2)]


def text_of(**instead: str) -> str:
    """A box that fits, with other lines instead of some."""
    lines = {
        "name": 'name = "mine"',
        "board": "[board]",
        "rounds": "rounds = 7",
        "prices": "prices = [1, 2]",
        "discard": "discard = { 2 = 1, 3 = 0 }",
        "from": 'from = { rounds = "rulebook", prices = ["house", "owner"], discard = "public" }',
        "last": 'last = { gold = 3, from = "house" }',
        "cards": "[cards]",
        "A": 'A = { points = 3, next = "B-1", seal = "red", cost = "2 gold", from = "house" }',
        "B-1": 'B-1 = { points = 3, cost = { 2 = "1 gold", 3 = "0 gold" }, from = "house", swaps = ["a>b"] }',
        "seals": "[seals]",
        "red": 'red = { gold = 1, from = "house" }',
        "blue": 'blue = { gold = 1, from = "house" }',
        "inn": '[families.inn]\npoints = 2\nfrom = "house"',
        "members": '[families.inn.members]\nI1 = { roads = ["N", "S"], from = "house" }',
        "mill": '[families.mill]\npoints = 1\nfrom = "house"',
        "others": '[families.mill.members]\nM1 = { points = 5, from = "owner" }',
    }
    assert instead.keys() <= lines.keys()
    return "\n".join({**lines, **instead}.values())


class Said(ModuleType):
    """A module that says what must hold in a box."""

    @staticmethod
    def claims(box: Box) -> Iterator[Claim]:
        yield most("board.rounds", box.board.rounds, 8)
        yield least("board.prices", min(box.board.prices), 1)
        yield equal("board.discard", sum(box.board.discard.values()), 1)
        yield among("cards", box.cards[CardId("A")].points, (3, 4, None))
        yield Claim("board", box.board.pair == (1, 1), None, (1, 2))


@pytest.fixture
def editions(monkeypatch: pytest.MonkeyPatch) -> Editions[Box]:
    monkeypatch.setitem(sys.modules, "toy_claims", Said("toy_claims"))
    return Editions("core.games.medieval.data", Box, {"seal": SEALS}, claims="toy_claims")


def test_a_box_is_read_by_its_types(editions: Editions[Box]) -> None:
    adopted = editions.adopt("mine.toml", text_of())
    box = editions.known(adopted.digest)
    assert (box.name, box.digest, adopted.text) == ("mine", adopted.digest, text_of())
    assert box.board == Board(7, (1, 2), {2: 1, 3: 0}, Last(3))
    assert box.cards == {
        "A": Card(id=CardId("A"), points=3, seal=SealId("red"), cost={2: Cost(2), 3: Cost(2)}, next=CardId("B-1")),
        "B-1": Card(id=CardId("B-1"), points=3, cost={2: Cost(1), 3: Cost()}, swaps=(Swap("a", "b"),)),
    }
    assert box.tiles == {
        "I1": Tile(id="I1", family="inn", points=2, roads=("N", "S")),
        "M1": Tile(id="M1", family="mill", points=5),
    }


WRONG: list[tuple[dict[str, str], str, str, dict[str, str]]] = [
    ({"board": "[bord]"}, "edition_unknown_field", "bord", {"found": "bord"}),
    ({"cards": "[[cards]]"}, "edition_missing", "cards", {}),
    ({"A": "A = 3"}, "edition_missing", "cards.A", {}),
    ({"members": "[families.inn.memberz]"}, "edition_unknown_field", "families.inn.memberz", {"found": "memberz"}),
    ({"members": ""}, "edition_missing", "families.inn.members", {}),
    ({"last": ""}, "edition_missing", "board.last", {}),
    ({"last": 'last = { from = "house" }'}, "edition_missing", "board.last.gold", {}),
    ({"last": 'last = { gold = 3, silver = 1, from = "house" }'}, "edition_unknown_field", "board.last.silver", {}),
    ({"last": "last = { gold = 3 }"}, "edition_source", "board.last.gold", {}),
    ({"A": 'A = { points = 3, from = "memory" }'}, "edition_source", "cards.A.points", {}),
    ({"A": "A = { points = 3 }"}, "edition_source", "cards.A.points", {}),
    ({"A": 'A = { points = 3, from = { seal = "house" } }'}, "edition_source", "cards.A.points", {}),
    ({"A": 'A = { points = 3, from = { points = ["house"] } }'}, "edition_source", "cards.A.points", {}),
    ({"prices": "prices = [1, 2, 3]"}, "edition_source", "board.prices", {}),
    (
        {"from": 'from = { rounds = "house", prices = ["house", "memory"], discard = "house" }'},
        "edition_source",
        "board.prices",
        {},
    ),
    ({"rounds": "rounds = 0"}, "edition_least", "board.rounds", {"expected": "1", "found": "0"}),
    ({"last": 'last = { gold = 4, from = "house" }'}, "edition_most", "board.last.gold", {"expected": "3"}),
    ({"prices": "prices = [1, 0]"}, "edition_least", "board.prices", {"expected": "1", "found": "0"}),
    (
        {"prices": "prices = [1]", "from": 'from = "house"'},
        "edition_items_least",
        "board.prices",
        {"expected": "2", "found": "1"},
    ),
    (
        {"prices": "prices = [1, 2]\npair = [1, 2, 3]", "from": 'from = "house"'},
        "edition_items",
        "board.pair",
        {"expected": "2", "found": "1, 2, 3"},
    ),
    ({"rounds": 'rounds = "three"'}, "edition_entry", "board.rounds", {"detail": "Expected `int`, got `str`"}),
    ({"rounds": "rounds = 1000"}, "edition_entry", "board.rounds", {"detail": "more than any box holds"}),
    ({"discard": "discard = { 2 = 1 }"}, "edition_missing", "board.discard.3", {}),
    ({"discard": "discard = { 2 = 1, 3 = 0, 4 = 0 }"}, "edition_word", "board.discard.4", {"expected": "2, 3"}),
    ({"discard": "discard = { 2 = 1, 3 = -1 }"}, "edition_least", "board.discard", {"found": "2 = 1, 3 = -1"}),
    ({"discard": "discard = 3"}, "edition_entry", "board.discard", {"detail": "Expected `object`, got `int`"}),
    (
        {"red": "", "blue": 'blue = { gold = 1, from = "house" }\nred = { gold = 1, from = "house" }'},
        "edition_order",
        "seals",
        {},
    ),
    (
        {"A": 'A = { points = 3, seal = "pink", from = "house" }'},
        "edition_word",
        "cards.A.seal",
        {"expected": "red, blue", "found": "pink"},
    ),
    (
        {"A": 'A = { points = 3, bonus = { points = 1, seal = "pink" }, from = "house" }'},
        "edition_word",
        "cards.A.bonus.seal",
        {},
    ),
    ({"A": 'A = { points = 3, bonus = { points = -1 }, from = "house" }'}, "edition_least", "cards.A.bonus.points", {}),
    ({"A": 'A = { points = 3, bonus = 3, from = "house" }'}, "edition_entry", "cards.A.bonus", {}),
    ({"A": 'A = { points = 3, next = "C", from = "house" }'}, "edition_word", "cards.A.next", {"expected": "A, B-1"}),
    (
        {"A": 'A = { points = 3, cost = "2 golt", from = "house" }'},
        "edition_unknown_word",
        "cards.A.cost",
        {"found": "golt"},
    ),
    ({"A": 'A = { points = 3, cost = { 2 = "1 gold" }, from = "house" }'}, "edition_missing", "cards.A.cost.3", {}),
    ({"A": 'A = { points = 3, swaps = ["a"], from = "house" }'}, "edition_unknown_word", "cards.A.swaps", {}),
    ({"A": 'A = { points = 3, swaps = "a>b", from = "house" }'}, "edition_entry", "cards.A.swaps", {}),
    (
        {"A": 'A = { points = 3, swaps = ["a>a"], from = "house" }'},
        "edition_count",
        "cards.A.swaps",
        {"expected": "two different things", "found": "a>a"},
    ),
    ({"A": ""}, "edition_entries", "cards", {"expected": "2", "found": "1"}),
    ({"A": '"A B" = { points = 3, from = "house" }'}, "edition_id", "cards.A B", {"expected": "A-Z a-z 0-9 - (3)"}),
    ({"A": 'ABCD = { points = 3, from = "house" }'}, "edition_id", "cards.ABCD", {}),
    ({"A": 'x = { points = 3, from = "house" }'}, "edition_id_taken", "cards.x", {"found": "x"}),
    ({"A": 'b-1 = { points = 3, from = "house" }'}, "edition_id_taken", "cards.b-1", {"found": "b-1"}),
    ({"inn": '[families.bar]\npoints = 2\nfrom = "house"'}, "edition_word", "families.bar", {"expected": "inn, mill"}),
    ({"inn": "[families.inn]\npoints = 2"}, "edition_source", "families.inn.points", {}),
    ({"members": '[families.inn.members]\nm1 = { from = "house" }'}, "edition_id_taken", "families.inn.members.m1", {}),
    (
        {"members": '[families.inn.members]\nI1 = { roads = ["N", "W"], from = "house" }'},
        "edition_word",
        "families.inn.members.I1.roads",
        {"expected": "N, S", "found": "W"},
    ),
    ({"rounds": "rounds = 9"}, "edition_most", "board.rounds", {"expected": "8", "found": "9"}),
    ({"discard": "discard = { 2 = 2, 3 = 0 }"}, "edition_count", "board.discard", {"expected": "1", "found": "2"}),
    ({"A": 'A = { points = 5, from = "house" }'}, "edition_word", "cards", {"expected": "3, 4, —", "found": "5"}),
    (
        {"prices": "prices = [1, 2]\npair = [1, 2]", "from": 'from = "house"'},
        "edition_count",
        "board",
        {"expected": "—", "found": "1, 2"},
    ),
]


@pytest.mark.parametrize(("instead", "why", "entry", "terms"), WRONG)
def test_what_does_not_fit_is_named(
    editions: Editions[Box], instead: dict[str, str], why: str, entry: str, terms: dict[str, str]
) -> None:
    with pytest.raises(EditionError) as found:
        editions.adopt("mine.toml", text_of(**instead))
    error = found.value
    assert (error.why, error.terms["file"], error.terms["entry"]) == (why, "mine.toml", entry)
    assert {name: error.terms[name] for name in terms} == terms
    assert error.known == (("rulebook", "public", "house", "owner") if why == "edition_source" else ())
    for lang in ("en", "fr"):
        assert entry in sentence(error, lang)


def test_what_comes_with_the_program_is_believed() -> None:
    tables: dict[str, Any] = {"gold": 3}
    assert EditionFile().read(Last, tables) == Last(3)
    with pytest.raises(ValidationError):
        EditionFile().read(Last, {"gold": 4})


class Nameless(Struct, frozen=True):
    name: str
    digest: str


@pytest.fixture
def nameless() -> Editions[Nameless]:
    return Editions("core.games.medieval.data", Nameless, {})


def test_a_name_that_is_too_long_tells_how_long_it_may_be(nameless: Editions[Nameless]) -> None:
    assert nameless.adopt("mine.toml", f'name = "{"n" * 60}"').name == "n" * 60
    with pytest.raises(EditionError) as found:
        nameless.adopt("mine.toml", f'name = "{"n" * 61}"')
    assert (found.value.why, found.value.terms["expected"], found.value.terms["found"]) == ("edition_name_long", 60, 61)


@pytest.mark.parametrize("name", ['""', "3", '"a\\u001bb"'])
def test_a_name_is_something_that_can_be_shown(nameless: Editions[Nameless], name: str) -> None:
    with pytest.raises(EditionError) as found:
        nameless.adopt("mine.toml", f"name = {name}")
    assert (found.value.why, found.value.terms["entry"]) == ("edition_entry", "name")


def test_editions_are_known_by_their_digest(nameless: Editions[Nameless]) -> None:
    shipped, mine = nameless.shipped(), nameless.adopt("mine.toml", 'name = "mine"')
    assert nameless.known(shipped.digest) == Nameless("house", shipped.digest)
    assert nameless.known(mine.digest) == Nameless("mine", mine.digest)
    assert (shipped.text, mine.text) == ("", 'name = "mine"')
    assert nameless.adopt("nameless.toml", "").name == "nameless.toml"


def test_an_edition_is_known_for_as_long_as_it_is_held(nameless: Editions[Nameless]) -> None:
    """However many others are adopted meanwhile; and under one of two names is enough."""
    held = nameless.adopt("mine.toml", 'name = "held"')
    other = nameless.adopt("other name.toml", 'name = "held"')
    digest = held.digest
    for number in range(2 * ADOPTED):
        nameless.adopt("mine.toml", f'name = "mine {number}"')
    assert nameless.adopt("mine.toml", 'name = "held"') is held
    for number in range(2 * ADOPTED):
        nameless.adopt("mine.toml", f'name = "mine {number}"')
    del held
    assert nameless.known(digest) == Nameless("held", digest)
    assert nameless.adopt("other name.toml", 'name = "held"') is other


def test_of_editions_that_nobody_holds_those_adopted_last_are_kept(nameless: Editions[Nameless]) -> None:
    shipped = nameless.shipped().digest
    texts = [f'name = "mine {number}"' for number in range(ADOPTED + 3)]
    made = [nameless.adopt("mine.toml", text).digest for text in texts[:ADOPTED]]
    assert nameless.adopt("mine.toml", texts[1]).digest == made[1], "the one adopted last now"
    made += [nameless.adopt("mine.toml", text).digest for text in texts[ADOPTED:]]
    known = {digest for digest in (shipped, *made) if digest in nameless}
    assert set(made) - known == {made[number] for number in (0, 2, 3)}
    assert len(known) == ADOPTED + 1
    with pytest.raises(EditionError, match="edition_unknown"):
        nameless.known(made[2])
    assert nameless.known(nameless.adopt("mine.toml", texts[2]).digest) is not None


def test_editions_are_adopted_and_let_go_of_by_many_threads(nameless: Editions[Nameless]) -> None:
    """Sixteen threads, each with more editions than are kept, some of them alike."""

    def adopts(number: int) -> bool:
        held = nameless.adopt("mine.toml", f'name = "held {number}"')
        for other in range(2 * ADOPTED):
            found = nameless.adopt("mine.toml", f'name = "mine {(number + other) % 50}"')
            assert nameless.known(found.digest).digest == found.digest
        return nameless.known(held.digest).name == f"held {number}"

    with ThreadPoolExecutor(16) as pool:
        assert all(pool.map(adopts, range(16)))


def test_the_shipped_edition_is_known_before_anybody_asked_for_it(nameless: Editions[Nameless]) -> None:
    digest = Editions("core.games.medieval.data", Nameless, {}).shipped().digest
    assert nameless.known(digest) == Nameless("house", digest)


def test_an_unknown_edition_and_a_file_that_is_not_toml_are_refused(nameless: Editions[Nameless]) -> None:
    with pytest.raises(EditionError) as found:
        nameless.known("0" * 64)
    assert (found.value.why, found.value.terms["digest"]) == ("edition_unknown", "0" * 12)
    with pytest.raises(EditionError) as found:
        nameless.adopt("mine.toml", "name = ")
    assert (found.value.why, found.value.terms["file"]) == ("edition_not_toml", "mine.toml")
