"""The main board: regions with who is there, their slots with card, price and bird, and the bridges between them."""

from collections.abc import Iterable
from typing import Final

from core.games.crossing.board.cardtext import GUILD_COLOURS, card_name, gain_of
from core.games.crossing.board.pen import HOUSE, WORKER, Pen
from core.games.crossing.names import BridgeId, CardId, RegionId, SlotId
from core.games.crossing.view import SlotView
from core.kernel.drawing import ink
from core.kernel.drawing.parts import Card, Line, Link, Net, Panel, Piece

WHERE: Final = {"north": (50, 0), "west": (0, 50), "east": (100, 50), "south": (50, 100)}
"""The rivers part the regions like those of Koenigsberg: two banks, and two isles between them."""


class Regions(Pen):
    """The map."""

    def panel(self) -> Panel:
        """KIN-1.6, KIN-2.4."""
        nests = (self.words.count("colour", colour, left) for colour, left in self.v.nests.items())
        return Panel("map", self.labels["map"], "", (self._net(), self._below(), self.line("nests", nests)), kind="map")

    def _net(self) -> Net:
        regions = tuple(self.data.regions)
        return Net(
            tuple(map(self._region, regions)),
            tuple(WHERE[region] for region in regions),
            tuple(self._bridge(bridge) for bridge in self.data.bridges),
            self.labels["bridges"],
            tuple(tuple(map(self._slot, self.data.regions[region].slots)) for region in regions),
        )

    def _region(self, region: RegionId) -> Card:
        """KIN-5.1, KIN-14.3: whose workers and houses are there; KIN-10.2: the balloon."""
        colour = str(self.data.regions[region].birds)
        return Card(region, title=self.region(region), colour=colour, pieces=tuple(self._pieces(region)))

    def _pieces(self, region: RegionId) -> Iterable[Piece]:
        for side in self.v.sides:
            if side.region == region:
                yield Piece(side.seat, WORKER, self.seats[side.seat], shape="meeple")
        for side in self.v.sides:
            if region in side.houses:
                yield Piece(side.seat, HOUSE, self.seats[side.seat])
        if self.v.balloon == region:
            yield Piece(None, self.labels["balloon"])

    def _bridge(self, bridge: BridgeId) -> Link:
        """KIN-8.2, KIN-T1: paws block nobody else; a bridge that the viewer has crossed is dimmed."""
        own = None if self.v.viewer is None else self.v.sides[self.v.viewer]
        crossed = own is not None and bridge in own.paws
        paws = (
            Piece(side.seat, "", self.seats[side.seat], shape="paw") for side in self.v.sides if bridge in side.paws
        )
        joins = self.data.bridges[bridge].joins
        return Link(joins, ink.quiet(bridge) if crossed else ink.strong(bridge), tuple(paws))

    def _slot(self, slot: SlotId) -> Card:
        """KIN-2.3: the card that lies face up, its guild, its price, what it gives, and the bird on it."""
        found = next(seen for seen in self.v.slots if seen.slot == slot)
        if found.card is None:
            name = self.labels["void"] if found.deck is None or self.v.round else self.words.name("deck", found.deck)
            return Card(slot, slot, name=name, empty=True)
        guild = self.data.guild_of.get(CardId(found.card))
        return Card(
            slot,
            slot,
            name=self._name(found),
            colour="" if guild is None else GUILD_COLOURS[guild],
            tags=() if guild is None else (self.guild(guild),),
            cost=self.coins(found.cost) if found.cost else self.labels["free"],
            brief=ink.strong(str(found.cost)),
            text=tuple(self._gives(found)),
        )

    def _name(self, found: SlotView) -> str:
        """A structure is called by its kind: what it gives stands beside it."""
        assert found.card is not None
        structure = self.data.structures.get(CardId(found.card))
        return (
            card_name(self.data, found.card, self.words)
            if structure is None
            else self.words.name("deck", structure.kind)
        )

    def _gives(self, found: SlotView) -> Iterable[str]:
        assert found.card is not None
        yield self.effect(gain_of(self.data, found.card))
        if found.bird is not None:
            yield self.label("bird", gain=self.effect(self.data.birds[found.bird].gain))

    def _below(self) -> Line:
        """KIN-2.2: what kind of card comes next is known, and how many there are."""
        return self.line(
            "below", (f"{seen.slot} {seen.left}" for seen in self.v.slots if seen.deck is not None and self.v.round)
        )
