"""The component data: its types, and the checks that an owner's own file must pass."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Literal

from msgspec import Struct

from core.games.medieval.data import effects
from core.games.medieval.names import LIMIT_OF_TERRAINS, RESOURCES, CardId, FamilyId, Goods, Leaders, ResourceId, SealId
from core.kernel.errors import Usage
from core.kernel.language.lexicon import Lexicon
from core.kernel.language.notation import parse
from core.kernel.rules.amounts import read_amounts
from core.kernel.rules.marks import Vocabulary
from core.kernel.rules.step import kinds_of
from core.kernel.setup.edition import EditionFile, Editions

PACKAGE = "core.games.medieval.data"
PLAYERS = (2, 3, 4, 5)
CARDS = 109
PAIR = 2  # MED-7.13
LONGEST_ID = 8  # in the upper edge of a box it stands beside a number and a price
FAMILIES = {  # each with its rule
    "castle": "MED-6.1",
    "market": "MED-6.2",
    "leader": "MED-6.3",
    "town": "MED-6.4",
    "territory": "MED-6.5",
    "island": "MED-6.6",
    "war": "MED-6.7",
    "artist": "MED-6.8",
    "missionary": "MED-6.9",
    "scientist": "MED-6.10",
    "development": "MED-6.11",
    "gallery": "MED-6.12",
    "cathedral": "MED-6.13",
    "tithe": "MED-6.14",
    "inquisition": "MED-6.15",
    "gunpowder": "MED-6.16",
    "university": "MED-6.17",
    "port": "MED-6.18",
}
SEALS = ("orange", "red", "yellow", "green", "grey", "turquoise", "black", "violet", "white", "blue")
LEADERS = ("mayor", "general", "admiral")

VOCABULARY: Vocabulary = {
    "resource": RESOURCES,
    "leader": LEADERS,
    "family": tuple(FAMILIES),
    "seal": SEALS,
}


_DICT: Any = dict


class EventCard(Struct, frozen=True):
    """MED-5.1: a card with its price, seal, mode and effects."""

    id: CardId
    family: FamilyId
    rule: str
    seal: SealId
    mode: Literal["realm", "majority", "auction"]
    cost: tuple[Goods, ...]  # by number of players, in the order of PLAYERS
    measure: ResourceId | None = None  # majority: what is compared
    bid: ResourceId | None = None  # auction: what is bid
    admirals: bool = False  # MED-6.19: needs an admiral for each island
    honour: bool = False
    now: tuple[effects.Now, ...] = ()
    income: tuple[effects.Income, ...] = ()
    end: tuple[effects.End, ...] = ()
    town: ResourceId | None = None  # MED-6.4: what its trigger gives
    town_seal: SealId | None = None  # MED-R6 indicated_seal; a town without one answers to its own
    takes: bool = False  # MED-R36, MED-R36a

    def cost_with(self, players: int) -> Goods:
        """MED-16.1: what it takes to play it; MED-6.22: wars cost by the number of players."""
        return self.cost[players - PLAYERS[0]]


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


def _build(f: EditionFile, name: str, digest: str) -> Edition:
    made = Edition(
        name=name,
        digest=digest,
        board=f.build(Board, f.values("board"), "board"),
        stock=_stock(f),
        monarchs=tuple(monarch for monarch in f.table("monarchs") if f.values("monarchs", monarch)),
        terrains={f.number("terrains", number): _terrain(f, number) for number in f.table("terrains")},
        cards={card.id: card for family in f.table("families") for card in _cards(f, FamilyId(family))},
    )
    _check(f, made)
    return made


@cache
def _goods(text: str) -> Goods:
    return read_amounts(text, Goods)


def _leaders(text: str) -> Leaders:
    return read_amounts(text, Leaders)


def _terrain(f: EditionFile, number: str) -> Terrain:
    path = ("terrains", number)
    return f.build(Terrain, f.spelled(f.values(*path), *path, reward=_goods), *path)


def _stock(f: EditionFile) -> Stock:
    values = f.spelled(f.values("stock"), "stock", goods=_goods, box=_leaders, leaders=_leaders)
    return f.build(Stock, values, "stock")


def _cards(f: EditionFile, family: FamilyId) -> list[EventCard]:
    """The cards of a family: what they share, and what is each one's own."""
    shared = {**f.values("families", family, also=("cards",)), "family": family}
    return [_card(f, shared, family, card) for card in f.table("families", family, "cards")]


def _card(f: EditionFile, shared: dict[str, Any], family: str, card: str) -> EventCard:
    path = ("families", family, "cards", card)
    values = {**shared, **f.values(*path), "id": card}
    cost: Any = values.get("cost")
    values["cost"] = tuple(
        f.read(_goods, cost.get(str(players)) if isinstance(cost, _DICT) else cost, *path, "cost") if cost else Goods()
        for players in PLAYERS
    )
    return f.build(EventCard, f.spelled(values, *path, now=_now, income=_income, end=_end), *path)


def _reader(kinds: object) -> Callable[[str], Any]:
    """A reader of effects of these kinds; most texts stand on several cards."""
    known = kinds_of(kinds)

    @cache
    def reading(text: str) -> Any:
        made = parse(text, known, known, Lexicon(VOCABULARY)).literal()
        if made is None:
            raise Usage("say_all", word=text)
        return made

    return reading


_now, _income, _end = _reader(effects.Now), _reader(effects.Income), _reader(effects.End)


def _check(f: EditionFile, made: Edition) -> None:
    """The counts of the box and the places of the boards."""
    families = {card.family for card in made.cards.values()}
    f.must("families", fits=families == set(FAMILIES), expected=tuple(FAMILIES), found=sorted(families))
    f.must("families", fits=len(made.cards) == CARDS, expected=CARDS, found=len(made.cards))
    numbers = set(range(1, LIMIT_OF_TERRAINS + 1))
    f.must("terrains", fits=set(made.terrains) == numbers, expected=LIMIT_OF_TERRAINS, found=len(made.terrains))
    f.must("monarchs", fits=len(made.monarchs) == max(PLAYERS), expected=max(PLAYERS), found=len(made.monarchs))
    f.typed((("monarchs", monarch) for monarch in made.monarchs), "-", longest=LONGEST_ID)
    cards = (("families", card.family, "cards", card.id) for card in made.cards.values())
    f.typed(cards, "-", longest=LONGEST_ID)
    _check_board(f, made.board)
    _check_stock(f, made)
    for card in made.cards.values():
        _check_card(f, card)


def _check_board(f: EditionFile, board: Board) -> None:
    for name in ("rounds", "current", "upcoming", "deployment", "milestone", "leftovers"):
        f.least(1, getattr(board, name), "board", name)
    shown = board.current + board.upcoming
    f.must("board", "current", fits=shown <= CARDS, expected=f"{CARDS - board.upcoming} or less", found=board.current)
    f.least(0, board.extra_production, "board", "extra_production")
    rows = len(board.prices)
    f.must("board", "prices", fits=rows > 0 and board.current % rows == 0, expected=board.current, found=rows)
    rising = len(board.honour) > 1 and sorted(board.honour) == [*board.honour]
    f.must("board", "honour", fits=rising, expected="rising", found=board.honour)
    for name, numbers in (("prices", board.prices), ("honour", board.honour), ("discard", board.discard.values())):
        f.least(0, min(numbers, default=0), "board", name)
    _check_players(f, board.discard, "board", "discard")


def _check_players(f: EditionFile, by_players: Mapping[int, object], *path: str) -> None:
    f.must(*path, fits=set(by_players) == set(PLAYERS), expected=PLAYERS, found=[*by_players])


def _check_stock(f: EditionFile, made: Edition) -> None:
    stock = made.stock
    f.must("stock", "pair", fits=stock.pair == PAIR, expected=PAIR, found=stock.pair)
    _check_players(f, stock.leaders, "stock", "leaders")
    _check_players(f, stock.decoys, "stock", "decoys")
    f.least(0, min(stock.decoys.values()), "stock", "decoys")
    f.must("stock", "combat", fits=set(stock.combat) == set(LEADERS), expected=LEADERS, found=[*stock.combat])
    f.least(1, min(stock.combat.values()), "stock", "combat")
    for players, leaders in stock.leaders.items():
        dealt = sum((leaders for _ in range(players)), Leaders())
        f.must("stock", "box", fits=stock.box.lacking(dealt) is None, expected=dealt, found=stock.box)
        fewest, mayors = stock.decoys[players], leaders.mayor
        f.must("stock", "leaders", fits=mayors >= fewest, expected=f"{fewest} mayors or more", found=mayors)
        places = len(made.terrains_in_use(players))
        f.must("terrains", fits=places > 1, expected="2 or more in use", found=places)


def _check_card(f: EditionFile, card: EventCard) -> None:
    path = ("families", card.family, "cards", card.id)
    rule = FAMILIES[card.family]
    f.must(*path, "rule", fits=card.rule == rule, expected=rule, found=card.rule)
    f.must(*path, "seal", fits=card.seal in SEALS, expected=SEALS, found=card.seal)
    f.must(*path, "town_seal", fits=card.town_seal in (None, *SEALS), expected=SEALS, found=card.town_seal)
    for name, mode, resource in (("measure", "majority", card.measure), ("bid", "auction", card.bid)):
        fits = (card.mode == mode) == (resource is not None) and resource in (None, *RESOURCES)
        f.must(*path, name, fits=fits, expected=RESOURCES if card.mode == mode else "nothing", found=resource)
    choices = sum(isinstance(effect, effects.Choose) for effect in card.now)
    f.must(*path, "now", fits=choices <= 1, expected="one choose at most", found=choices)
    f.must(*path, "town", fits=card.town in (None, *RESOURCES), expected=RESOURCES, found=card.town)


EDITIONS = Editions(PACKAGE, _build)
edition, shipped, adopt = EDITIONS.known, EDITIONS.shipped, EDITIONS.adopt


@cache
def house_marks() -> frozenset[CardId]:
    """MED-R36: the cards that ship with the symbol that lets their owner take a card."""
    return frozenset(card.id for card in edition(shipped().digest).cards.values() if card.takes)
