"""The moves: what a player can decide, in the words that are typed."""

from typing import Annotated

from core.games.crossing.names import (
    BridgeId,
    FlightId,
    GoalId,
    IncomeName,
    PlaceId,
    RegionId,
    ResourceId,
    SlotId,
    SpaceId,
    StartName,
    StructureName,
    TileId,
)
from core.kernel.rules.marks import Key, OneWord
from core.kernel.rules.step import Move


class Pick(Move, frozen=True, tag="pick"):
    """KIN-4.3: `pick ST2A`: a start card, with the favor that lies under it."""

    when = "KIN-4.3"

    start: StartName


# --- the action of a turn -----------------------------------------------------------------------------------------


class Rest(Move, frozen=True, tag="rest"):
    """KIN-7.3: `rest A3`."""

    when = "KIN-7.2"

    tile: TileId


class Work(Move, frozen=True, tag="work", kw_only=True):
    """KIN-8: `work A4 5,7,4 s9`, `work A2 fly:south 3,5 s4`, `work A3 6 fly:west s10`."""

    when = "KIN-7.2"

    tile: TileId
    before: FlightId | None = None
    way: Annotated[tuple[BridgeId, ...], OneWord()]
    after: FlightId | None = None
    slot: SlotId


class Open(Move, frozen=True, tag="open"):
    """KIN-8.4: `open A2`: to work with a tile that has something to choose before the walk."""

    when = "KIN-8.4"

    tile: TileId


class VisitQueen(Move, frozen=True, tag="queen"):
    """KIN-9: `queen`; KIN-R5: with a flight, `queen fly:south`."""

    when = "KIN-9.1"

    flight: FlightId | None = None


class BuyResource(Move, frozen=True, tag="buyres"):
    """KIN-8.4e: `buyres wood`."""

    when = "KIN-8.4e"

    resource: ResourceId


# --- what gains ask -----------------------------------------------------------------------------------------------


class InvestUp(Move, frozen=True, tag="invest up"):
    """KIN-5.17: the marker goes one space up."""

    when = "KIN-5.17"


class InvestCash(Move, frozen=True, tag="invest cash"):
    """KIN-5.17: the coins of its space; the marker goes back to the leftmost one."""

    when = "KIN-5.17"


class ChooseResources(Move, frozen=True, tag="res"):
    """KIN-6.7: `res sap`; KIN-5.4: `res wood,food`, in the order in which they are gained."""

    when = None

    resources: Annotated[tuple[ResourceId, ...], OneWord()]


class Decorate(Move, frozen=True, tag="deco"):
    """KIN-15.3: `deco stone.1`; KIN-R15 any_single: `deco stone.1 stars=2`."""

    when = "KIN-15.3"

    space: SpaceId
    stars: Annotated[int, Key()] = 0


class TwoSingles(Move, frozen=True, tag="deco2 single"):
    """KIN-15.4: two tokens with one symbol each."""

    when = "KIN-15.4"


class OneDouble(Move, frozen=True, tag="deco2 double"):
    """KIN-15.4: one token with two symbols."""

    when = "KIN-15.4"


class Trigger(Move, frozen=True, tag="trigger"):
    """KIN-6.5: `trigger BLD-05`; KIN-5.4: `trigger HOME,TRA-01`, `trigger -` for none."""

    when = None

    structures: Annotated[tuple[StructureName, ...], OneWord()]


class Upgrade(Move, frozen=True, tag="upgrade"):
    """KIN-5.10: `upgrade A4`."""

    when = "KIN-5.10"

    tile: TileId


class Grab(Move, frozen=True, tag="grab"):
    """KIN-R59: `grab s4`: the bird on the card that lies there."""

    when = "KIN-R59"

    slot: SlotId


class TakeFavor(Move, frozen=True, tag="favor"):
    """KIN-13.2: `favor 2`: the second one that lies open; `favor pile3`: the top of a pile."""

    when = "KIN-13.2"

    place: PlaceId


class PlaceHouse(Move, frozen=True, tag="house"):
    """KIN-14.1: `house east`."""

    when = "KIN-14.1"

    region: RegionId


class Later(Move, frozen=True, tag="later"):
    """KIN-R23 optional_now: no house yet."""

    when = "KIN-R23"


class Take(Move, frozen=True, tag="take"):
    """KIN-R26, KIN-R58 optional: what a bird or a card gives."""

    when = "KIN-R58"


class Leave(Move, frozen=True, tag="leave"):
    """KIN-R26, KIN-R58 optional: it is not taken."""

    when = "KIN-R58"


# --- morning, goals, evening --------------------------------------------------------------------------------------


class Collect(Move, frozen=True, tag="income"):
    """KIN-6.2, KIN-6.8: `income owl` for one pair of cards, `income TRA-03` for a structure."""

    when = "KIN-6.1"

    source: IncomeName


class CollectAll(Move, frozen=True, tag="income auto"):
    """KIN-6.2: all that is left, the guilds first."""

    when = "KIN-6.1"


class CollectEvening(Move, frozen=True, tag="evening"):
    """KIN-11.1: `evening owl` for all pairs of a guild, `evening HOME` for a structure."""

    when = "KIN-11.1"

    source: IncomeName


class Claim(Move, frozen=True, tag="claim"):
    """KIN-12.1: `claim 4`: a bridge goal."""

    when = "KIN-12.1"

    goal: GoalId


class Done(Move, frozen=True, tag="done"):
    """KIN-12.1, KIN-8.8: nothing more of what may be done."""

    when = "KIN-12.1"
