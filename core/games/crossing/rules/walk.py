"""KIN-8.1, KIN-10 Walks and flights (Travailler; Montgolfière, p. 8-10): over bridges, by balloon, to a card."""

from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import replace

from core.games.crossing.data.edition import Side
from core.games.crossing.facts.course import BridgeCrossed, Flown
from core.games.crossing.moves import Work
from core.games.crossing.names import BRIDGES, FLIGHTS, BridgeId, FlightId, RegionId, SlotId, TileId
from core.games.crossing.rules.gains import pay, points
from core.games.crossing.rules.payable import unpayable
from core.games.crossing.rules.purchase import is_purchase, price
from core.games.crossing.rules.tiles import given_first, invests, side, side_in_use
from core.games.crossing.table import Table
from core.kernel.rules.step import Blocked, Next
from core.kernel.rules.value import Value
from core.kernel.rules.ways import Ending, Part

ON_FOOT, BEFORE, AFTER = range(3)
"""Whether one flies, and when."""

NOWHERE: Final = frozenset[Any]()
NEVER: Final = 1_000_000


class Purchase(Ending, frozen=True):
    """What works are told apart by: whether one flies, and where they end."""

    flown: bool
    slot: SlotId


class Chart:
    """What the works of a seat need to know of the table: looked up once, as far as somebody asks."""

    def __init__(self, t: Table, seat: int) -> None:
        self.t, self.seat = t, seat
        self.data, self.rulings, self.player = t.edition, t.rulings, t.seats[seat]
        self.faces: dict[TileId, Side] = {}
        self.prices: dict[SlotId, int] = {}
        self.looked: dict[Any, Blocked | None] = {}

    def face(self, tile: TileId) -> Side:
        """The face that a work counts with: of the tile that is open (D22), or of one that is chosen now."""
        found = self.faces.get(tile)
        if found is None:
            p = self.player
            found = self.faces[tile] = side_in_use(self.t, p) if p.working == tile else side(self.t, p, tile)
        return found

    def early(self, tile: TileId) -> bool:
        """KIN-R31: has its bonus come, or will it, before one goes?"""
        return given_first(self.t, self.player, tile, self.face(tile))

    def price(self, slot: SlotId) -> int:
        """What lies there costs so much; more than anybody has, if it cannot be taken at all."""
        found = self.prices.get(slot)
        if found is None:
            found = self.prices[slot] = NEVER if untakable(self.t, slot) else price(self.t, self.t.on_slot(slot))
        return found

    @property
    def two_flights(self) -> bool:
        """KIN-R4: may one fly after the walk, too, if one has flown before it?"""
        return self.rulings.balloon_per_turn == "before_and_after"


class Spot(Value, frozen=True):
    """In the middle of a work: where one is, what one has, and what is still to be crossed."""

    chart: Chart
    tile: TileId
    region: RegionId
    coins: int
    balloon: RegionId | None
    left: int  # bridges
    paws: int = 0  # placed on the walk
    flown: int = ON_FOOT
    crossed: frozenset[BridgeId] = NOWHERE  # on the walk; nothing any more, when it is over
    seen: frozenset[RegionId] = NOWHERE  # KIN-R56 forbidden: where the walk has been

    @property
    def starting(self) -> bool:
        """Has one neither walked nor flown?"""
        return self.flown == ON_FOOT and self.left == self.chart.face(self.tile).bridges

    @property
    def arriving(self) -> bool:
        """May one still fly, when the walk is over?"""
        return self.flown == ON_FOOT or (self.flown == BEFORE and self.chart.two_flights)


def start(chart: Chart, tile: TileId) -> Spot:
    """KIN-8.4: where a work begins. KIN-R56: may the walk come back to there?"""
    p, face = chart.player, chart.face(tile)
    region = p.region or next(iter(chart.data.regions))
    coins = p.coins + (face.coins if chart.early(tile) and p.working != tile else 0)
    seen = NOWHERE if chart.rulings.walk_revisit == "allowed" else frozenset((region,))
    return Spot(chart, tile, region, coins, chart.t.balloon, face.bridges, seen=seen)


def onward(at: Spot) -> list[Part]:
    """KIN-8.1, KIN-10.1: the bridges, or a flight before them; behind them the cards, or a flight before that."""
    return [*cards(at), *moving(at)]


def cards(at: Spot) -> list[Part]:
    """KIN-8.5.1: where the walk has ended, what can be taken there."""
    slots = () if at.left else at.chart.data.regions[at.region].slots
    return [Part("slot", slot, Purchase(at.flown > ON_FOOT, slot)) for slot in slots if takable(at, slot)]


def moving(at: Spot) -> list[Part]:
    """KIN-10.1: bridges, and flights before the walk or after it."""
    if at.left:
        return [*crossings(at), *(flights(at, "before") if at.starting else ())]
    return flights(at, "after") if at.arriving else []


def crossings(at: Spot) -> list[Part]:
    """KIN-8.1: a bridge that touches the region, and that was not crossed in this round."""
    used, crossed, seen = at.chart.player.paws, at.crossed, at.seen
    found = [
        Part("way", bridge, walked(at, bridge, region))
        for bridge, region in at.chart.data.links[at.region]
        if bridge not in used and bridge not in crossed and region not in seen
    ]
    if at.chart.rulings.balloon_substitutes_bridge == "yes":
        found += substituted(at)
    return found


def walked(at: Spot, bridge: BridgeId, region: RegionId) -> Spot:
    """KIN-8.2: a paw lies on the bridge; on which ones matters only as long as the walk goes on."""
    left = at.left - 1
    return Spot(
        at.chart,
        at.tile,
        region,
        at.coins,
        at.balloon,
        left,
        at.paws + 1,
        at.flown,
        at.crossed | {bridge} if left else NOWHERE,
        at.seen | {region} if left and at.seen else NOWHERE,
    )


def fare(at: Spot) -> int:
    """KIN-10.2: less where the balloon is, at the moment of the flight (KIN-T16)."""
    board = at.chart.data.board
    return board.balloon if at.balloon == at.region else board.summoned


def flights(at: Spot, field: str) -> list[Part]:
    """KIN-10.3: to any region."""
    cost = fare(at)
    if at.coins < cost:
        return []
    return [Part(field, flight, flown(at, to, cost)) for flight, to in FLIGHTS.items() if leads_to(at, to)]


def leads_to(at: Spot, region: RegionId) -> bool:
    """KIN-R7: may one fly to where one is, too?"""
    return region != at.region or at.chart.rulings.balloon_same_region == "yes"


def flown(at: Spot, region: RegionId, cost: int) -> Spot:
    """KIN-10.3, KIN-10.6: worker and balloon are there."""
    when = BEFORE if at.starting else AFTER
    seen = frozenset((region,)) if at.seen else NOWHERE
    return replace(at, region=region, balloon=region, coins=at.coins - cost, flown=when, seen=seen)


def substituted(at: Spot) -> list[Part]:
    """KIN-R6: a flight over a bridge that was crossed already counts as its crossing: as the first one, or the last."""
    cost = fare(at)
    if at.coins < cost or not (at.starting or (at.left == 1 and at.arriving)):
        return []
    used = [*at.chart.player.paws, *at.crossed]
    left = at.left - 1
    crossed = at.crossed if left else NOWHERE
    return [
        Part("way", bridge, replace(flown(at, region, cost), left=left, crossed=crossed))
        for bridge, region in at.chart.data.links[at.region]
        if bridge in used
    ]


def takable(at: Spot, slot: SlotId) -> bool:
    """KIN-8.5.1: can what lies there be the end of this work?"""
    return at.coins >= at.chart.price(slot) or refused(at, slot) is None


def affords(at: Spot) -> bool:
    """Does a way lead from here to a card for the coins that one has? What a bird may bring is not looked at."""
    slots = () if at.left else at.chart.data.regions[at.region].slots
    return any(at.coins >= at.chart.price(slot) for slot in slots) or any(affords(part.then) for part in moving(at))


def untakable(t: Table, slot: SlotId) -> Blocked | None:
    """KIN-8.5.1: why what lies there cannot be taken by anybody."""
    card = t.on_slot(slot)
    if card is None:
        return Blocked("KIN-R17", "slot_void", have=slot)
    if card in t.edition.empties and not is_purchase(t):
        return Blocked("KIN-R16", "no_purchase", have=slot)
    return None


def refused(at: Spot, slot: SlotId) -> Blocked | None:
    """KIN-8.5.1: why what lies there cannot be taken, or cannot be paid."""
    chart = at.chart
    if chart.price(slot) == NEVER:
        return untakable(chart.t, slot)
    key = (slot, at.tile, at.coins, at.paws)
    if key not in chart.looked:
        due = [] if chart.early(at.tile) else invests(chart.seat, at.tile, chart.face(at.tile))
        chart.looked[key] = unpayable(arrived(at), chart.seat, slot, due)
    return chart.looked[key]


def arrived(at: Spot) -> Table:
    """The table as it would be where the card is chosen; of paws only their number matters."""
    t, p, face = at.chart.t, at.chart.player, at.chart.face(at.tile)
    opened = p.working == at.tile
    late = 0 if at.chart.early(at.tile) else face.coins
    paws = (*p.paws, *(bridge for bridge in BRIDGES if bridge not in p.paws))[: len(p.paws) + at.paws]
    there = replace(
        p,
        coins=at.coins + late,
        region=at.region,
        paws=paws,
        crossed=at.paws,
        working=at.tile,
        face=p.face if opened else at.tile in p.upgraded,
        bought=p.bought and opened,
    )
    return t.with_side(at.chart.seat, there)


def journey(chart: Chart, move: Work) -> Next:
    """KIN-8.2, KIN-8.3, KIN-10: what a work does on the board, up to where it ends."""
    seat, board = chart.seat, chart.t.edition.board
    facts: list[Any] = []
    at = start(chart, move.tile)
    for field, value in said(move):
        there = next(part.then for part in onward(at) if (part.field, part.value) == (field, value))
        if there.paws > at.paws:
            paws = len(chart.player.paws) + there.paws
            facts.append(BridgeCrossed("KIN-8.2", seat, BridgeId(value), there.region))
            facts += points("KIN-8.3", seat, board.paws.get(paws, 0), "paws")
        else:
            facts += [*pay("KIN-10.2", seat, at.coins - there.coins, "balloon"), Flown("KIN-10.3", seat, there.region)]
        at = there
    return facts


def said(move: Work) -> Iterator[tuple[str, str]]:
    """The flight before, the bridges, the flight after."""
    if move.before is not None:
        yield "before", move.before
    yield from (("way", bridge) for bridge in move.way)
    if move.after is not None:
        yield "after", move.after


def no_part(at: Spot, field: str, value: str) -> Blocked | None:
    """Why something cannot come here: which bridge, flight or card it is tells."""
    if field == "way":
        return no_bridge(at, BridgeId(value))
    if field == "slot" and at.left:
        flying = at.flown == BEFORE and not at.paws
        if flying:
            return Blocked("KIN-10.5", "flight_crosses_none", need=at.left)
        return Blocked("KIN-8.1", "bridges_left", need=at.left)
    if field == "slot":
        if value in at.chart.data.regions[at.region].slots:
            return refused(at, SlotId(value))
        return Blocked("KIN-8.5.1", "slot_not_here", have=value, what=at.region)
    if not (at.starting if field == "before" else at.arriving and not at.left):
        return no_flight(at, value)
    if not leads_to(at, FLIGHTS[FlightId(value)]):
        return Blocked("KIN-10.3", "already_there", have=value)
    return Blocked("KIN-10.2", "too_few_coins", need=fare(at), have=at.coins)


def no_flight(at: Spot, flight: str) -> Blocked:
    """KIN-10.1: not within the walk. KIN-R4: not a second one."""
    if at.flown == ON_FOOT or (at.chart.two_flights and at.flown == BEFORE):
        return Blocked("KIN-10.1", "flight_not_now", have=flight)
    return Blocked("KIN-R4", "one_flight", have=flight)


def no_bridge(at: Spot, bridge: BridgeId) -> Blocked:
    """KIN-8.1: crossed already, not at this region, or one too many."""
    to = dict(at.chart.data.links[at.region]).get(bridge)
    if not at.left or to is None:
        return Blocked("KIN-8.1", "bridge_not_here" if at.left else "far_enough", have=bridge, what=at.region)
    if bridge in at.crossed or bridge in at.chart.player.paws:
        return Blocked("KIN-8.1", "bridge_crossed", have=bridge)
    return Blocked("KIN-R56", "region_again", have=to)
