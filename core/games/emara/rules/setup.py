"""EMA-2 Setting up (Mise en place, p. 3): boards, markers, advisors, the first event, the first player."""

from collections.abc import Iterable
from typing import ClassVar

from core.games.emara.data.edition import Start
from core.games.emara.facts import AdvisorsPlaced, CouncilorsPlaced, FirstPlayer, MarkersSet, TilesLaid
from core.games.emara.moves import TakeResource
from core.games.emara.names import (
    COUNTRYSIDE,
    MARKERS,
    RESOURCES,
    STANDS,
    TOWN,
    AdvisorId,
    Goods,
    MarkerId,
    PlaceId,
    ResourceId,
)
from core.games.emara.rules.campaign import building_start
from core.games.emara.rules.events import active
from core.games.emara.rules.gains import Gain
from core.games.emara.table import Table
from core.kernel.rules.chance import Draw, Drawn
from core.kernel.rules.step import Auto, Chance, Next, Offer, SeatAuto, SeatChoice

RING = len(COUNTRYSIDE)


class LayCountryside(Chance[Table], frozen=True):
    """EMA-2.1: the four countryside tiles in random order."""

    rule: ClassVar[str] = "EMA-2.1"

    def draw(self, t: Table) -> Draw | None:
        """EMA-17.6: not on mixed boards."""
        return None if t.options.boards == "mixed" else Draw("countryside", COUNTRYSIDE, RING)

    def drew(self, t: Table, drawn: Drawn) -> Next:
        return [TilesLaid(self.rule, tuple(map(PlaceId, drawn)))]


class LayTown(Chance[Table], frozen=True):
    """EMA-2.3: the four town tiles in random order."""

    rule: ClassVar[str] = "EMA-2.3"

    def draw(self, t: Table) -> Draw | None:
        """EMA-17.6: not on mixed boards."""
        return None if t.options.boards == "mixed" else Draw("town", TOWN, RING)

    def drew(self, t: Table, drawn: Drawn) -> Next:
        return [TilesLaid(self.rule, tuple(map(PlaceId, drawn)))]


class LayMixed(Chance[Table], frozen=True):
    """EMA-17.6: all eight tiles in two rings of four."""

    rule: ClassVar[str] = "EMA-17.6"

    def draw(self, t: Table) -> Draw | None:
        tiles = (*COUNTRYSIDE, *TOWN)
        return Draw("mixed boards", tiles, len(tiles)) if t.options.boards == "mixed" else None

    def drew(self, t: Table, drawn: Drawn) -> Next:
        tiles = tuple(map(PlaceId, drawn))
        return [TilesLaid(self.rule, tiles[:RING]), TilesLaid(self.rule, tiles[RING:])]


class SetMarkers(Auto[Table], frozen=True):
    """EMA-2.4, 2.5, 2.7: the markers, by the number of players (EMA-1.4)."""

    rule: ClassVar[str] = "EMA-1.5"

    def then(self, t: Table) -> Next:
        """EMA-2.4a, 2.5a, 2.7a: with two players some begin one turn further; EMA-16.4, 16.5: alone, too."""
        rule = {1: "EMA-16.5", 2: "EMA-2.4a"}.get(t.players, self.rule)
        return [MarkersSet(rule, {marker: marker_turns(t, marker) for marker in MARKERS})]


def marker_turns(t: Table, marker: MarkerId) -> int:
    """How often a marker is turned before the match."""
    kind, _, resource = marker.partition(":")
    start: Start = getattr(t.edition.starts[t.players], kind)
    return start.of(ResourceId(resource)) if resource else start.at


class PlaceAdvisors(Chance[Table], frozen=True):
    """EMA-2.8: eight A advisors on the town tiles, two on each."""

    rule: ClassVar[str] = "EMA-2.8"

    def draw(self, t: Table) -> Draw:
        return Draw("advisors", t.box, len(STANDS))

    def drew(self, t: Table, drawn: Drawn) -> Next:
        return [AdvisorsPlaced(self.rule, tuple(map(AdvisorId, drawn)))]


class DrawFirst(Chance[Table], frozen=True):
    """EMA-2.16: the first player, by lot; EMA-16.20: alone one is the first."""

    rule: ClassVar[str] = "EMA-2.16"

    def draw(self, t: Table) -> Draw | None:
        return None if t.solo else Draw("first player", tuple(map(str, range(t.players))), 1)

    def drew(self, t: Table, drawn: Drawn) -> Next:
        return [FirstPlayer(self.rule, int(drawn[0]))]


class SetBuildings(Auto[Table], frozen=True):
    """EMA-2.14: buildings start where the first event says; EMA-2.14a, 2.14b, 16.13, 16.17: or where it was agreed."""

    rule: ClassVar[str] = "EMA-2.14"

    def then(self, t: Table) -> Next:
        agreed = t.options.building_start
        if t.solo:
            rule, start = _solo_rule(t), building_start(t)
        elif agreed == "first_game":
            rule, start = "EMA-2.14a", t.edition.board.first_game
        elif agreed.isdecimal():
            rule, start = "EMA-2.14b", int(agreed)
        else:
            rule, start = self.rule, active(t).building
        return [Gain(seat, Goods(bp=start), rule, "start") for seat in range(t.players) if start]


def _solo_rule(t: Table) -> str:
    if t.options.solo == "campaign":
        return "EMA-16.17"
    return "EMA-16.21" if t.options.building_start == "default" else "EMA-16.13"


class PlaceCouncilors(Auto[Table], frozen=True):
    """EMA-2.16: the first player's on the tiles of the first event, the others' one further each (EMA-2.16a)."""

    rule: ClassVar[str] = "EMA-2.16"

    def then(self, t: Table) -> Next:
        """EMA-2.16b: a resource of the countryside tile."""
        starts = _starts(t)
        order = t.clockwise(t.first)
        places = {seat: tuple(t.ahead(start, k) for start in starts) for k, seat in enumerate(order)}
        mixed = t.options.boards == "mixed"
        rules = ("EMA-17.7",) * t.players if mixed else (self.rule, *("EMA-2.16a",) * (t.players - 1))
        return [
            *(CouncilorsPlaced(rule, seat, places[seat]) for rule, seat in zip(rules, order, strict=True)),
            *(StartResources(seat) for seat in order),
        ]


def _starts(t: Table) -> tuple[PlaceId, PlaceId]:
    """EMA-17.7: on mixed boards the ring of the countryside tile comes first."""
    event = active(t)
    other = next(ring for ring in t.rings if event.country not in ring)
    return event.country, event.town if event.town in other else PlaceId(other[0])


class StartResources(SeatAuto[Table], frozen=True):
    """EMA-2.16b: a resource of the tile where the councilor stands."""

    rule: ClassVar[str] = "EMA-2.16b"

    def then(self, t: Table) -> Next:
        """EMA-17.8: on mixed boards one for each councilor on a countryside tile, else one of choice."""
        rule = "EMA-17.8" if t.options.boards == "mixed" else self.rule
        tiles = [place for place in t.seats[self.seat].councilors if place in COUNTRYSIDE]
        found = [Gain(self.seat, Goods.only(t.edition.countryside[tile].resource), rule, tile) for tile in tiles]
        return found or [ChooseStart(self.seat)]


class ChooseStart(SeatChoice[Table, TakeResource], frozen=True):
    """EMA-17.8: who stands on no countryside tile takes a resource of choice."""

    rule: ClassVar[str] = "EMA-17.8"

    def offers(self, t: Table, seat: int) -> Iterable[Offer[TakeResource]]:
        return [Offer(TakeResource(resource)) for resource in RESOURCES]

    def resolve(self, t: Table, seat: int, move: TakeResource) -> Next:
        return [Gain(seat, Goods.only(move.resource), self.rule, "start")]
