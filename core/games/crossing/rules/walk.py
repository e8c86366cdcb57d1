"""KIN-8.1, KIN-10 Walks and flights (Travailler; Montgolfière, p. 8-10): over bridges, by balloon, to a card."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from core.games.crossing.data.edition import Side
from core.games.crossing.facts import BridgeCrossed, Flown
from core.games.crossing.moves import Work
from core.games.crossing.names import BRIDGES, FLIGHTS, BridgeId, FlightId, RegionId, SlotId, TileId
from core.games.crossing.rules.gains import coins, pay, points
from core.games.crossing.rules.investment import Invest
from core.games.crossing.rules.payable import unpayable
from core.games.crossing.rules.purchase import price
from core.games.crossing.rules.tiles import side, side_in_use
from core.games.crossing.table import Table
from core.kernel.rules.step import Blocked, Next
from core.kernel.rules.value import Value
from core.kernel.rules.ways import Ending, Part

NONE, BEFORE, AFTER = 0, 1, 2


class Spot(Value, frozen=True):
    """In the middle of a work: where one is, what one has, and what is still to be crossed."""

    tile: TileId
    region: RegionId
    coins: int
    balloon: RegionId | None
    left: int  # bridges
    crossed: frozenset[BridgeId] = frozenset()  # of the walk; nothing, when it is over
    seen: frozenset[RegionId] = frozenset()  # KIN-R56 forbidden: where the walk has been
    paws: int = 0  # placed on the walk
    flown: int = NONE


class Purchase(Ending, frozen=True):
    """What works are told apart by: whether one flies, and where they end."""

    flown: bool
    slot: SlotId


def chosen_side(t: Table, seat: int, tile: TileId) -> Side:
    """The face that a work counts with: of the tile that is open (D22), or that is chosen now."""
    p = t.sides[seat]
    return side_in_use(t, p) if p.working == tile else side(t, p, tile)


def start(t: Table, seat: int, tile: TileId) -> Spot:
    """KIN-8.4: where a work begins. KIN-R31: with what the tile brings, or does that come after the walk?"""
    p, face = t.sides[seat], chosen_side(t, seat, tile)
    region = p.region or next(iter(t.edition.regions))
    early = p.working != tile and t.rulings.tile_bonus_first == "yes"
    seen = frozenset((region,)) if t.rulings.walk_revisit == "forbidden" else frozenset[RegionId]()
    return Spot(tile, region, p.coins + (face.coins if early else 0), t.balloon, face.bridges, seen=seen)


def onward(t: Table, seat: int, at: Spot) -> Iterator[Part]:
    """KIN-8.1, KIN-10.1: the bridges, with a flight before or after all of them, and the card."""
    bridges = chosen_side(t, seat, at.tile).bridges
    if at.left:
        yield from crossings(t, seat, at, bridges)
        if at.left == bridges and at.flown == NONE:
            yield from flights(t, at, "before")
        return
    for slot in t.edition.regions[at.region].slots:
        yield Part("slot", slot, Purchase(at.flown != NONE, slot), refused(t, seat, at, slot))
    if at.flown == NONE or (at.flown == BEFORE and t.rulings.balloon_per_turn == "before_and_after"):
        yield from flights(t, at, "after")


def fare(t: Table, at: Spot) -> int:
    """KIN-10.2: less where the balloon is, at the moment of the flight (KIN-T16)."""
    return t.edition.board.balloon if at.balloon == at.region else t.edition.board.summoned


def flights(t: Table, at: Spot, field: str) -> Iterator[Part]:
    """KIN-10.3: to any region. KIN-R7: to the one where one is, too? KIN-R4: one in a turn (the part decides)."""
    cost = fare(t, at)
    short = Blocked("KIN-10.2", "too_few_coins", need=cost, have=at.coins) if at.coins < cost else None
    for flight, region in FLIGHTS.items():
        if region != at.region or t.rulings.balloon_same_region == "yes":
            yield Part(field, flight, None if short else flown(at, region, cost, field), short)


def flown(at: Spot, region: RegionId, cost: int, field: str) -> Spot:
    """KIN-10.3, KIN-10.6: worker and balloon are there."""
    return replace(
        at,
        region=region,
        balloon=region,
        coins=at.coins - cost,
        flown=BEFORE if field == "before" else AFTER,
        seen=frozenset((region,)) if at.seen else at.seen,
    )


def crossings(t: Table, seat: int, at: Spot, bridges: int) -> Iterator[Part]:
    """KIN-8.1: a bridge that touches the region, and that was not crossed in this round."""
    used = t.sides[seat].paws
    for bridge, about in t.edition.bridges.items():
        region = about.across(at.region)
        if region is None:
            continue
        if bridge in used or bridge in at.crossed:
            yield substituted(t, at, bridge, region, bridges)
        elif region in at.seen:
            yield Part("way", bridge, blocked=Blocked("KIN-R56", "region_again", have=region))
        else:
            yield Part("way", bridge, walked(at, bridge, region))


def walked(at: Spot, bridge: BridgeId, region: RegionId) -> Spot:
    """KIN-8.2: a paw lies on the bridge; which ones matters only as long as the walk goes on."""
    crossed = at.crossed | {bridge} if at.left > 1 else frozenset[BridgeId]()
    seen = at.seen | {region} if at.seen else at.seen
    return replace(at, region=region, left=at.left - 1, crossed=crossed, seen=seen, paws=at.paws + 1)


def substituted(t: Table, at: Spot, bridge: BridgeId, region: RegionId, bridges: int) -> Part:
    """KIN-R6: may a flight count as the crossing of a bridge that was crossed already: the first one, or the last?"""
    again = Blocked("KIN-8.1", "bridge_crossed", have=bridge)
    if t.rulings.balloon_substitutes_bridge == "no":
        return Part("way", bridge, blocked=again)
    first = at.left == bridges and at.flown == NONE
    both = t.rulings.balloon_per_turn == "before_and_after"
    last = at.left == 1 and (at.flown == NONE or (at.flown == BEFORE and both))
    cost = fare(t, at)
    if not (first or last):
        return Part("way", bridge, blocked=again)
    if at.coins < cost:
        return Part("way", bridge, blocked=Blocked("KIN-10.2", "too_few_coins", need=cost, have=at.coins))
    there = flown(at, region, cost, "before" if first else "after")
    return Part("way", bridge, replace(there, left=at.left - 1, crossed=at.crossed if at.left > 1 else frozenset()))


def refused(t: Table, seat: int, at: Spot, slot: SlotId) -> Blocked | None:
    """KIN-8.5.1: why what lies there cannot be taken."""
    card = t.on_slot(slot)
    if card is None:
        return Blocked("KIN-R17", "slot_void", have=slot)
    if card in t.edition.empties and t.rulings.empty_tile == "bonus_only":
        return Blocked("KIN-R16", "no_purchase", have=slot)
    if at.coins >= price(t, card):
        return None
    return unpayable(arrived(t, seat, at), seat, slot, due_after(t, seat, at.tile))


def arrived(t: Table, seat: int, at: Spot) -> Table:
    """The table as it would be where the card is chosen; of paws only their number matters."""
    p, face = t.sides[seat], chosen_side(t, seat, at.tile)
    opened = p.working == at.tile
    late = face.coins if not opened and t.rulings.tile_bonus_first == "no" else 0
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
    return t.with_side(seat, there)


def due_after(t: Table, seat: int, tile: TileId) -> Next:
    """KIN-R31: what a tile gives after the walk and asks a choice for."""
    late = t.rulings.tile_bonus_first == "no"
    return [Invest(seat, tile)] * chosen_side(t, seat, tile).invest if late else []


def journey(t: Table, seat: int, move: Work) -> Next:
    """KIN-8.2, KIN-8.3, KIN-10: what a work does on the board, up to where it ends."""
    p = t.sides[seat]
    facts: list[Any] = []
    at = start(t, seat, move.tile)
    paws = len(p.paws)
    for field, value in parts_of(move):
        there = next(part.then for part in onward(t, seat, at) if (part.field, part.value) == (field, value))
        if there.flown != at.flown:
            facts += [*pay("KIN-10.2", seat, at.coins - there.coins, "balloon"), Flown("KIN-10.3", seat, there.region)]
        else:
            paws += 1
            facts.append(BridgeCrossed("KIN-8.2", seat, BridgeId(value), there.region))
            facts += points("KIN-8.3", seat, t.edition.board.paws.get(paws, 0), "paws")
        at = there
    return facts


def parts_of(move: Work) -> Iterator[tuple[str, str]]:
    """The flight before, the bridges, the flight after."""
    if move.before is not None:
        yield "before", move.before
    yield from (("way", bridge) for bridge in move.way)
    if move.after is not None:
        yield "after", move.after


def bonus(t: Table, seat: int, tile: TileId) -> Next:
    """KIN-8.4a, KIN-8.4c: the coins and points of a tile."""
    face = chosen_side(t, seat, tile)
    return [*coins("KIN-8.4a", seat, face.coins, tile), *points("KIN-8.4c", seat, face.vp, tile)]


def no_part(t: Table, at: Spot, field: str, value: str) -> Blocked | None:
    """Why something cannot come here that is not even blocked: which bridge, flight or card it is tells."""
    if field == "way":
        return Blocked("KIN-8.1", "bridge_not_here" if at.left else "far_enough", have=value, what=at.region)
    if field == "slot" and at.left:
        return Blocked("KIN-8.1", "bridges_left", need=at.left)
    if field == "slot":
        return Blocked("KIN-8.5.1", "slot_not_here", have=value, what=at.region)
    if FLIGHTS.get(FlightId(value)) == at.region:
        return Blocked("KIN-10.3", "already_there", have=value)
    return Blocked("KIN-10.1", "flight_not_now", have=value)
