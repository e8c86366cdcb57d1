"""The component data: its types, and the checks that an owner's own file must pass."""

from functools import cache
from hashlib import sha256
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from core.games.medieval import effects
from core.games.medieval.names import (
    LIMIT_OF_TERRAINS,
    MANAGED,
    RESOURCES,
    Card,
    CardId,
    Family,
    FamilyId,
    Goods,
    LeaderId,
    Leaders,
    Resource,
    Seal,
    SealId,
)
from core.kernel import resources
from core.kernel.amounts import read_amounts
from core.kernel.errors import EditionError, HeraldError
from core.kernel.game import Edition as Shipped
from core.kernel.names import Vocabulary
from core.kernel.notation import kinds_of, parse

PACKAGE = "core.games.medieval"
PLAYERS = (2, 3, 4, 5)
CARDS = 109
FAMILIES = (
    "castle",
    "market",
    "leader",
    "town",
    "territory",
    "island",
    "war",
    "artist",
    "missionary",
    "scientist",
    "development",
    "gallery",
    "cathedral",
    "tithe",
    "inquisition",
    "gunpowder",
    "university",
    "port",
)
SEALS = ("orange", "red", "yellow", "green", "grey", "turquoise", "black", "violet", "white", "blue")
SOURCES = ("rulebook", "public", "house", "owner")
LEADERS = ("mayor", "general", "admiral")

VOCABULARY: Vocabulary = {
    "resource": RESOURCES,
    "leader": LEADERS,
    "family": FAMILIES,
    "seal": SEALS,
}

By = dict[int, Any]


class EventCard(Struct, frozen=True):
    """MED-5.1: a card with its price, seal, mode and effects."""

    id: Card
    family: Family
    rule: str
    seal: Seal
    mode: Literal["realm", "majority", "auction"]
    cost: tuple[Goods, ...]  # by number of players, from 2
    measure: Resource | None = None  # majority: what is compared
    bid: Resource | None = None  # auction: what is bid
    admirals: bool = False  # MED-6.19: needs an admiral for each island
    honour: bool = False
    now: tuple[effects.Now, ...] = ()
    income: tuple[effects.Income, ...] = ()
    end: tuple[effects.End, ...] = ()
    town: Resource | None = None  # MED-6.4: what its trigger gives
    town_seal: Seal | None = None  # MED-R6 indicated_seal
    takes: bool = False  # MED-R36


class Terrain(Struct, frozen=True):
    """MED-4.3: a place of the kingdom map."""

    reward: Goods
    least: int  # the smallest number of players with which it is in use


class Board(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of the main board and of the scoring."""

    rounds: int
    current: int
    upcoming: int
    prices: tuple[int, ...]
    deployment: int
    milestone: int
    extra_production: int
    discard: dict[int, int]
    honour: tuple[int, ...]
    leftovers: int

    def price(self, slot: int) -> int:
        """MED-3.4: the price belongs to the slot, by rows of as many slots."""
        return self.prices[(slot - 1) * len(self.prices) // self.current]


class Stock(Struct, frozen=True):
    """What a seat starts with, and what is in the box."""

    goods: Goods
    leaders: dict[int, Leaders]
    box: Leaders
    pair: int
    decoys: dict[int, int]
    combat: dict[str, int]


class Edition(Struct, frozen=True):
    """A set of component data."""

    name: str
    digest: str
    board: Board
    stock: Stock
    monarchs: tuple[str, ...]
    terrains: dict[int, Terrain]
    cards: dict[CardId, EventCard]

    def terrains_in_use(self, players: int) -> tuple[int, ...]:
        """MED-4.4: some places are used with many players only."""
        return tuple(number for number, terrain in self.terrains.items() if terrain.least <= players)


_known: dict[str, Edition] = {}


def edition(digest: str) -> Edition:
    """The edition of this digest: the shipped one, or one that was adopted."""
    found = _known.get(digest)
    if found is None:
        shipped()
        found = _known.get(digest)
    if found is None:
        raise EditionError("edition_unknown", digest=digest[:12], file="")
    return found


@cache
def shipped() -> Shipped:
    """The edition that comes with the program."""
    data = resources.read(PACKAGE, "edition.toml")
    digest = sha256(data).hexdigest()
    made = _build(resources.toml(PACKAGE, "edition.toml"), digest, "edition.toml")
    _known[digest] = made
    return Shipped(made.name, digest, "")


def adopt(file: str, text: str) -> Shipped:
    """Check an owner's edition and make it usable."""
    data = text.encode()
    digest = sha256(data).hexdigest()
    try:
        made = _build(resources.parse(data), digest, file)
    except ValueError as problem:  # not TOML at all
        raise EditionError("edition_not_toml", file=file, entry=str(problem)) from problem
    _known[digest] = made
    return Shipped(made.name, digest, text)


def _build(data: dict[str, Any], digest: str, file: str) -> Edition:
    """Entry by entry, so that an error names file and entry."""

    def part(name: str) -> dict[str, Any]:
        value = data.get(name)
        if not isinstance(value, dict):
            raise EditionError("edition_missing", file=file, entry=name)
        return value

    board = _entry(Board, _sourced(part("board"), file, "board"), file, "board")
    stock = part("stock")
    cards = {
        CardId(card): _card(file, FamilyId(name), family, CardId(card), extra)
        for name, family in part("families").items()
        for card, extra in _table(family, "cards", file, f"families.{name}").items()
    }
    made = Edition(
        name=str(data.get("name", file)),
        digest=digest,
        board=board,
        stock=_entry(Stock, _stock(_sourced(stock, file, "stock"), file), file, "stock"),
        monarchs=tuple(part("monarchs")),
        terrains={
            int(number): _entry(
                Terrain, _spelled(_sourced(entry, file, f"terrains.{number}"), file, number), file, f"terrains.{number}"
            )
            for number, entry in part("terrains").items()
        },
        cards=cards,
    )
    _check(made, file)
    return made


S = TypeVar("S")


def _entry(kind: type[S], values: dict[str, Any], file: str, entry: str) -> S:
    try:
        return msgspec.convert(values, kind, str_keys=True)
    except msgspec.ValidationError as problem:
        raise EditionError("edition_entry", file=file, entry=f"{entry}: {problem}") from problem


def _table(value: Any, name: str, file: str, entry: str) -> dict[str, Any]:
    found = value.get(name) if isinstance(value, dict) else None
    if not isinstance(found, dict):
        raise EditionError("edition_missing", file=file, entry=f"{entry}.{name}")
    return found


def _sourced(values: Any, file: str, entry: str) -> dict[str, Any]:
    """The values of an entry without their sources, each of which must be named."""
    if not isinstance(values, dict):
        raise EditionError("edition_entry", file=file, entry=entry)
    source = values.get("from")
    own = {key: value for key, value in values.items() if key != "from"}
    named = source if isinstance(source, dict) else dict.fromkeys(own, source)
    for key in own:
        if named.get(key) not in SOURCES and own:
            raise EditionError("edition_source", file=file, entry=f"{entry}.{key}", known=SOURCES)
    return own


def _goods(text: Any, file: str, entry: str) -> Goods:
    return _read(lambda: read_amounts(str(text), Goods), file, entry)


def _read(read: Any, file: str, entry: str) -> Any:
    try:
        return read()
    except HeraldError as problem:
        raise EditionError("edition_entry", file=file, entry=f"{entry}: {problem}") from problem


def _spelled(values: dict[str, Any], file: str, number: str) -> dict[str, Any]:
    return {**values, "reward": _goods(values.get("reward", ""), file, f"terrains.{number}.reward")}


def _stock(values: dict[str, Any], file: str) -> dict[str, Any]:
    def leaders(text: Any) -> Leaders:
        made: Leaders = _read(lambda: read_amounts(str(text), Leaders), file, "stock.leaders")
        return made

    return {
        **values,
        "goods": _goods(values.get("goods"), file, "stock.goods"),
        "leaders": {int(n): leaders(text) for n, text in _table(values, "leaders", file, "stock").items()},
        "box": leaders(values.get("box")),
    }


def _card(file: str, family: FamilyId, shared: dict[str, Any], card: CardId, extra: Any) -> EventCard:
    """A card: what its family shares, and what is its own."""
    entry = f"families.{family}.cards.{card}"
    common = _sourced({key: value for key, value in shared.items() if key != "cards"}, file, f"families.{family}")
    values = {**common, **_sourced(extra, file, entry), "id": card, "family": family}
    cost = values.get("cost", "")
    by_players: By = cost if isinstance(cost, dict) else {str(n): cost for n in PLAYERS}
    values["cost"] = tuple(
        _goods(by_players.get(str(n)), file, f"{entry}.cost") if cost else Goods() for n in PLAYERS
    )
    for name, kinds in (("now", effects.Now), ("income", effects.Income), ("end", effects.End)):
        values[name] = tuple(_effect(text, kinds, file, f"{entry}.{name}") for text in values.get(name, ()))
    for key in values:
        if key not in EventCard.__struct_fields__:
            raise EditionError("edition_entry", file=file, entry=f"{entry}: {key}")
    return _entry(EventCard, values, file, entry)


def _effect(text: Any, kinds: Any, file: str, entry: str) -> Any:
    known = kinds_of(kinds)
    made = _read(lambda: parse(str(text), known, known, VOCABULARY).literal(), file, entry)
    if made is None:
        raise EditionError("edition_entry", file=file, entry=f"{entry}: {text}")
    return made


def _check(made: Edition, file: str) -> None:
    """The counts of the box and the places of the boards."""

    def must(fits: bool, entry: str, expected: object, found: object) -> None:  # noqa: FBT001 - reads as a sentence
        if not fits:
            raise EditionError("edition_count", file=file, entry=entry, expected=expected, found=found)

    must(len(made.cards) == CARDS, "cards", CARDS, len(made.cards))
    families = {card.family for card in made.cards.values()}
    must(families == set(FAMILIES), "families", "/".join(FAMILIES), "/".join(sorted(families)))
    must(set(made.terrains) == set(range(1, LIMIT_OF_TERRAINS + 1)), "terrains", LIMIT_OF_TERRAINS, len(made.terrains))
    must(len(made.monarchs) == max(PLAYERS), "monarchs", max(PLAYERS), len(made.monarchs))
    must(set(made.board.discard) == set(PLAYERS), "board.discard", PLAYERS, tuple(made.board.discard))
    must(set(made.stock.leaders) == set(PLAYERS), "stock.leaders", PLAYERS, tuple(made.stock.leaders))
    must(made.board.current % len(made.board.prices) == 0, "board.prices", made.board.current, len(made.board.prices))
    must(sorted(made.board.honour) == list(made.board.honour), "board.honour", "rising", made.board.honour)
    for card in made.cards.values():
        entry = f"families.{card.family}.cards.{card.id}"
        must(card.seal in SEALS, f"{entry}.seal", "/".join(SEALS), card.seal)
        must((card.mode == "majority") == (card.measure is not None), f"{entry}.measure", card.mode, card.measure)
        must((card.mode == "auction") == (card.bid is not None), f"{entry}.bid", card.mode, card.bid)
        for named, words in ((card.measure, RESOURCES), (card.bid, RESOURCES), (card.town, RESOURCES)):
            must(named is None or named in words, entry, "/".join(words), named)
    for players, leaders in made.stock.leaders.items():
        must(made.stock.box.covers(_times(leaders, players)), f"stock.leaders.{players}", made.stock.box, leaders)


def _times(leaders: Leaders, players: int) -> Leaders:
    total = Leaders()
    for _ in range(players):
        total += leaders
    return total


