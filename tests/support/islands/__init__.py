"""A toy game of large moves: walk over bridges, fly before or after that, and buy something where you come to.

Five isles, a bridge between any two of them. In each of three turns a seat rests, or works with one of its tiles, which
says how many bridges must be crossed: none twice in a turn. A flight before or after the walk costs coins; a work must
end with something bought. A grant brings coins before the work, which must still be possible then. Under another
reading there are no turns: in each round all who can pay for anything plan a work at once, unseen.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any, ClassVar, Literal, NewType

from msgspec import Struct
from msgspec.structs import replace

from core.kernel.drawing.parts import Board, Line, Panel
from core.kernel.game import Game, Viewer
from core.kernel.language.move_text import Said, Telling
from core.kernel.language.words import Words
from core.kernel.rules.counting import Counted
from core.kernel.rules.marks import OneWord, Seat, Vocabulary
from core.kernel.rules.piles import counted
from core.kernel.rules.result import Ended as AnyEnded
from core.kernel.rules.result import Result
from core.kernel.rules.secret import Opened, Secret, opened
from core.kernel.rules.shown import own
from core.kernel.rules.step import Auto, Blocked, Fact, Move, Next, Offer, SeatAuto, SeatChoice, SeatFact
from core.kernel.rules.table import NoOptions, Settled
from core.kernel.rules.table import Table as AnyTable
from core.kernel.rules.value import Value
from core.kernel.rules.ways import Ending, LargeChoice, Part, SealedLargeChoice
from core.kernel.setup.edition import Editions, Named
from core.kernel.setup.rulings import Id

IsleId = NewType("IsleId", str)
BridgeId = NewType("BridgeId", str)
TileId = NewType("TileId", str)
FlightId = NewType("FlightId", str)
WareId = NewType("WareId", str)

ISLES = tuple(map(IsleId, ("north", "east", "south", "west", "middle")))
PAIRS = [(one, other) for at, one in enumerate(ISLES) for other in ISLES[at + 1 :]]
BRIDGES = {BridgeId(str(number)): pair for number, pair in enumerate(PAIRS, 1)}
TILES = {TileId("stroll"): 1, TileId("hike"): 4}
FLIGHTS = {FlightId(f"fly:{isle}"): isle for isle in ISLES}
WARES = {WareId(f"{ware}{at}"): (isle, at + 2) for at, isle in enumerate(ISLES) for ware in ("jug", "hat")}
"""Each lies on an isle, and costs so many coins."""

KINDS = {"isle": ISLES, "bridge": BRIDGES, "tile": TILES, "flight": FLIGHTS, "ware": WARES}
VOCABULARY: Vocabulary = {kind: tuple(words) for kind, words in KINDS.items()}

FARE = 3
PURSE = 6
TURNS = 3
PLAYERS = (2, 3)


class Rulings(Struct, frozen=True):
    plans: Annotated[Literal["none", "closed"], Id("ISL-R1")]
    flights: Annotated[Literal["either", "before"], Id("ISL-R2")]


class Rest(Move, frozen=True, tag="rest"):
    pass


class Apply(Move, frozen=True, tag="apply"):
    """For a grant."""


class Accept(Move, frozen=True, tag="accept"):
    coins: int


class Work(Move, frozen=True, tag="work", kw_only=True):
    tile: TileId
    before: FlightId | None = None
    way: Annotated[tuple[BridgeId, ...], OneWord()]
    after: FlightId | None = None
    ware: WareId


class Player(Value, frozen=True, omit_defaults=True):
    isle: IsleId = ISLES[0]
    coins: int = PURSE
    wares: tuple[WareId, ...] = ()
    turns: int = 0
    plan: Secret[Work] | None = None


class Table(AnyTable[Rulings, NoOptions, Named], frozen=True):
    editions = Editions("tests.support.islands.data", Named, VOCABULARY)
    seats: tuple[Player, ...]

    @property
    def turn(self) -> int:
        return sum(player.turns for player in self.seats)

    @property
    def left(self) -> tuple[WareId, ...]:
        sold = {ware for player in self.seats for ware in player.wares}
        return tuple(ware for ware in WARES if ware not in sold)

    def components(self) -> dict[str, int]:
        return counted([self.left, *(player.wares for player in self.seats)])


class Coins(Counted[Table, Player], frozen=True):
    adds = {"coins": "amount"}
    source = "isles"
    amount: int


class Moved(SeatFact[Table, Player], frozen=True):
    puts = ("isle",)
    isle: IsleId


class Bought(SeatFact[Table, Player], frozen=True):
    ware: WareId

    def change(self, p: Player) -> Player:
        return replace(p, wares=(*p.wares, self.ware))


class TurnDone(SeatFact[Table, Player], frozen=True):
    def change(self, p: Player) -> Player:
        return replace(p, turns=p.turns + 1)


class Planned(SeatFact[Table, Player], frozen=True):
    puts = ("plan",)
    plan: Secret[Work]


class PlansShown(Fact[Table], frozen=True):
    plans: tuple[Opened[Work], ...]

    def on(self, t: Table) -> Table:
        return replace(t, seats=tuple(replace(p, plan=None) for p in t.seats))


class Ended(AnyEnded[Table], frozen=True):
    scores: tuple[int, ...]


class Spot(Value, frozen=True):
    """In the middle of a work: where one is, what is behind one, and what is still to be crossed."""

    isle: IsleId
    coins: int
    crossed: frozenset[BridgeId] = frozenset()
    left: int = 0
    flown: bool = False
    tile: TileId | None = None


class Purchase(Ending, frozen=True):
    """What works are told apart by."""

    isle: IsleId
    ware: WareId
    coins: int


class Works(LargeChoice[Table, Any], frozen=True):
    """ISL-2: over so many bridges, with a flight or without, to something that can be bought."""

    rule: ClassVar[str] = "ISL-2"
    large = (Work,)

    def begin(self, t: Table, seat: int, kind: type) -> Spot:
        return Spot(t.seats[seat].isle, t.seats[seat].coins)

    def parts(self, t: Table, seat: int, at: Spot) -> Iterable[Part]:
        if at.tile is None:
            for tile, bridges in TILES.items():
                yield Part("tile", tile, replace(at, tile=tile, left=bridges))
        elif at.left:
            if not at.crossed:
                yield from self.flights(at, "before")
            yield from self.bridges(at)
        else:
            if t.rulings.flights == "either":
                yield from self.flights(at, "after")
            yield from self.wares(t, at, t.seats[seat].coins)

    def flights(self, at: Spot, field: str) -> Iterable[Part]:
        """ISL-3: one in a turn; ISL-R2 before: never after the walk."""
        if at.flown:
            return
        short = Blocked("ISL-3", "too_few_coins", need=FARE, have=at.coins) if at.coins < FARE else None
        for flight, isle in FLIGHTS.items():
            if isle != at.isle:
                yield Part(field, flight, replace(at, isle=isle, coins=at.coins - FARE, flown=True), short)

    def bridges(self, at: Spot) -> Iterable[Part]:
        for bridge, ends in BRIDGES.items():
            if at.isle in ends:
                there = ends[1] if at.isle == ends[0] else ends[0]
                again = Blocked("ISL-2", "crossed", have=bridge) if bridge in at.crossed else None
                crossed = at.crossed | {bridge}
                yield Part("way", bridge, replace(at, isle=there, crossed=crossed, left=at.left - 1), again)

    def wares(self, t: Table, at: Spot, had: int) -> Iterable[Part]:
        """ISL-4: on this isle, for what is left."""
        for ware in t.left:
            isle, price = WARES[ware]
            if isle == at.isle:
                short = Blocked("ISL-4", "too_few_coins", need=price, have=at.coins) if price > at.coins else None
                yield Part("ware", ware, Purchase(isle, ware, had - at.coins + price), short)

    def no_part(self, t: Table, seat: int, at: Spot, field: str, value: str) -> Blocked | None:
        if field == "way":
            return Blocked("ISL-2", "not_at" if at.left else "far_enough", have=value, what=at.isle)
        if field == "ware":
            return Blocked("ISL-4", "sold", have=value) if value not in t.left else self.not_there(at, value)
        return Blocked("ISL-3", "no_flight", have=value)

    def not_there(self, at: Spot, ware: str) -> Blocked:
        """ISL-2: on the way still, or on another isle."""
        if at.left:
            return Blocked("ISL-2", "bridges_left", need=at.left)
        return Blocked("ISL-4", "not_at", have=ware, what=at.isle)

    def resolve(self, t: Table, seat: int, move: Work) -> Next:
        return worked(self.rule, seat, move)


def worked(rule: str, seat: int, move: Work) -> Next:
    """What comes of a work."""
    isle, price = WARES[move.ware]
    fare = FARE if move.before or move.after else 0
    return [Moved(rule, seat, isle), Coins("ISL-4", seat, -price - fare), Bought("ISL-4", seat, move.ware)]


class Turn(Works, SeatChoice[Table, Rest | Apply | Work], frozen=True):
    """ISL-1: rest, or work."""

    rule: ClassVar[str] = "ISL-1"
    vouches = True

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Rest | Apply | Work]]:
        yield Offer(Rest())
        yield Offer(Apply())

    def resolve(self, t: Table, seat: int, move: Rest | Apply | Work) -> Next:
        if isinstance(move, Work):
            return super().resolve(t, seat, move)
        return [Coins(self.rule, seat, 2)] if isinstance(move, Rest) else [Grant(seat), Granted(seat)]


class Grant(SeatChoice[Table, Accept], frozen=True):
    """ISL-5: coins to take, or coins to give back."""

    rule: ClassVar[str] = "ISL-5"

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Accept]]:
        yield from map(Offer, map(Accept, range(2)))

    def resolve(self, t: Table, seat: int, move: Accept) -> Next:
        return [Coins(self.rule, seat, move.coins)]


class Granted(Works, SeatChoice[Table, Work], frozen=True):
    """ISL-5: who has applied must work."""

    rule: ClassVar[str] = "ISL-5"
    promised = True


class Planning(Works, SealedLargeChoice[Table, Work], frozen=True):
    """ISL-R1 closed: whoever can pay for anything plans a work."""

    rule: ClassVar[str] = "ISL-R1"
    takes_in = Planned

    def missing(self, t: Table) -> Iterable[int]:
        least = min(WARES[ware][1] for ware in t.left)
        return (seat for seat, p in enumerate(t.seats) if p.plan is None and p.coins >= least)


class Showing(Auto[Table], frozen=True):
    """ISL-R1 closed: all see what was planned, and it is done in the order of the seats; who has no plan rests."""

    rule: ClassVar[str] = "ISL-R1"

    def then(self, t: Table) -> Next:
        plans = {seat: p.plan for seat, p in enumerate(t.seats) if p.plan is not None}
        rests = [Coins(self.rule, seat, 2) for seat in range(t.players) if seat not in plans]
        shown = PlansShown(self.rule, opened(plans.values()))
        return [*rests, shown, *(Working(seat, plan.value) for seat, plan in plans.items())]


class Working(SeatAuto[Table], frozen=True):
    """ISL-R1 closed: a plan is done, if nobody has bought the ware meanwhile."""

    rule: ClassVar[str] = "ISL-R1"
    plan: Work

    def then(self, t: Table) -> Next:
        return worked(self.rule, self.seat, self.plan) if self.plan.ware in t.left else []


class Round(Auto[Table], frozen=True):
    """ISL-6: three turns each; who has most wares wins."""

    rule: ClassVar[str] = "ISL-6"
    number: int

    def then(self, t: Table) -> Next:
        if self.number > TURNS:
            return [Ended(self.rule, tuple(len(player.wares) for player in t.seats))]
        done = [TurnDone(self.rule, seat) for seat in range(t.players)]
        turns = map(Turn, range(t.players)) if t.rulings.plans == "none" else (Planning(), Showing())
        return [*done, *turns, Round(self.number + 1)]


class View(Struct, frozen=True):
    viewer: int | None
    seats: tuple[Player, ...]
    left: tuple[WareId, ...]
    end: Result | None
    planned: tuple[bool, ...]
    plan: Work | None  # the viewer's own


def view(t: Table, viewer: Viewer) -> View:
    seats, planned = tuple(replace(p, plan=None) for p in t.seats), tuple(p.plan is not None for p in t.seats)
    plan = None if viewer is None else own(t.seats[viewer].plan, viewer)
    return View(viewer, seats, t.left, t.end, planned, plan)


def new(setup: Settled[Rulings, NoOptions]) -> tuple[Table, Next]:
    return Table((Player(),) * setup.players, setup=setup), (Round(1),)


def board(v: View, _words: Words, seats: Sequence[str]) -> Board:
    plans = tuple("planned" if planned else "" for planned in v.planned)
    lines = tuple(
        Line(name, (p.isle, f"{p.coins} coins", *p.wares, plan))
        for name, p, plan in zip(seats, v.seats, plans, strict=True)
    )
    return Board((Panel("isles", "isles", parts=lines),), tuple(seats))


class _Telling(Telling[View]):
    def bought(self, move: Purchase) -> Said:
        """What is asked for it, and what the seat has."""
        isle, ware = self.words.name("isle", move.isle), self.words.name("ware", move.ware)
        purse = self.words.number(self.v.seats[self.seat].coins)
        return {"isle": isle, "ware": ware, "coins": self.words.number(move.coins), "purse": purse}


def teller(v: View, words: Words) -> Callable[[Struct], str]:
    return _Telling.of(v, words)


def thinker(_view: View, _seat: int) -> Callable[[Move], int]:
    return lambda move: 10 - WARES[move.ware][1] if isinstance(move, Work) else 0


def given(t: Table) -> Table:
    """A written position is whole as it is."""
    return t


def turn(_t: Table, seat: Seat) -> Next:
    """For scenarios: `turn Ana`."""
    return [Turn(seat)]


ISLANDS = GAME = Game.of(__name__, prefix="ISL")
