"""What is to be had: settlers in the tavern, tiles in the town hall, the ship, the tiles of the Stone Council."""

from collections.abc import Iterable

from core.games.nobility.board.cardtext import (
    bonus_text,
    brings_text,
    demand_cost,
    short_text,
    values_text,
    wants_text,
)
from core.games.nobility.board.pen import Pen
from core.games.nobility.data.edition import Settlers
from core.games.nobility.names import COUNCIL, GOODS, HALL, PEOPLES, PIPS, PORT, BuildingId, SettlersId, Stock
from core.games.nobility.table import SPACES
from core.kernel.drawing import ink
from core.kernel.drawing.parts import Card, Cards, Panel, Part, Space, Track


class Offers(Pen):
    """Cards and tiles on display, with what they cost and bring."""

    # --- tavern

    def tavern(self) -> Panel:
        """RTN-2.6, RTN-6.3."""
        note = self.label("deck", count=self.v.deck)
        cards = tuple(self.settlers(f"tavern{at}", card) for at, card in enumerate(self.v.tavern))
        return Panel("tavern", self.labels["tavern"], note, (Cards(cards, form="rows", between=" · "),), kind="offer")

    def settlers(self, key: str, card: SettlersId | None) -> Card:
        """RTN-7: what to type, who comes, what they want and bring; and how many goods the reader has for them."""
        if card is None:
            return Card(key, name=self.labels["empty"], empty=True)
        found = self.data.settlers[card]
        return Card(
            key,
            card,
            name=self.people(found.people),
            tags=(brings_text(found, self.words),),
            text=(wants_text(found, self.words), *self._reach(found)),
        )

    def _reach(self, card: Settlers) -> Iterable[str]:
        """RTN-7.2: how many goods there are for it, and which type is missing."""
        reach = self.v.terms.reach.get(card.id)
        if reach is None or self.chooser is None:
            return
        have = self.v.seats[self.chooser].goods
        missing = [self.words.name("good", good) for good in card.goods if not have.of(good)]
        if missing:
            yield ink.quiet(self.label("lacking", goods=", ".join(missing)))
        else:
            told = self.label("at_hand", count=reach)
            yield ink.strong(told) if reach >= card.min else ink.quiet(told)

    def closed(self, count: int) -> Card:
        """RTN-R29 cards_hidden: cards of another player."""
        return Card("hidden", name=self.label("hidden", count=count), back=True, count=count)

    # --- town hall

    def hall(self) -> Panel:
        """RTN-10.1: by the die that buys it."""
        note = self.label("bag", count=self.v.bag)
        cards = tuple(map(self._tile, PIPS))
        return Panel("hall", self.place(HALL), note, (Cards(cards, form="rows", between=" · "),), kind="offer")

    def _tile(self, number: int) -> Card:
        """A die that lies on the slot takes its tile's place."""
        slot, tile, die = self.data.hall[number], self.v.hall[number - 1], self.die(HALL, number)
        title = self.label("die", value=slot.value)
        if tile is None:
            pieces = () if die is None else (die,)
            return Card(f"hall{number}", title=title, name=self.labels["empty"], pieces=pieces, empty=True)
        return Card(
            f"hall{number}",
            title=title,
            name=self.building(tile),
            cost=self.coins(self.v.terms.tiles[number - 1]),
            pieces=() if die is None else (die,),
            worth=self._brings(tile),
            text=(self.words.goods(bonus_text(self.data.buildings[tile], self.words)),),
        )

    def _brings(self, tile: BuildingId) -> str:
        """RTN-10.6, RTN-10.10: at once, by the place that it comes to; zones are all worth the same, or nearly."""
        guild = self.data.buildings[tile].guild
        if guild is None:
            zone = min(self.data.zones.values(), key=lambda zone: zone.vp)
            return short_text(Stock(vp=zone.vp, nobility=zone.stars), self.words)
        free = [number for number, shop in enumerate(self.v.workshops[guild], 1) if shop is None]
        if not free:
            return ink.quiet(self.labels["guild_full"])
        place = self.data.workshops[free[0]]
        return short_text(Stock(vp=place.vp, nobility=place.stars), self.words)

    # --- port

    def port(self) -> Panel:
        """RTN-12.3: what the ship pays, and for how many of each it has room."""
        ship = self.v.ship
        title = self.place(PORT) if ship is None else f"{self.place(PORT)} · {self.words.name('ship', ship)}"
        return Panel("port", title, self.labels["port_note"], tuple(self._port()), kind="map")

    def _port(self) -> Iterable[Part]:
        if self.v.ship is not None:
            yield self.line("wanted", self._wanted(), "  ")
        slots = tuple(Space(str(value), pieces=self.dice(PORT, (value,))) for value in PIPS)
        yield Track(self.labels["slots"], slots)

    def _wanted(self) -> Iterable[str]:
        assert self.v.ship is not None
        wants = self.data.ships[self.v.ship].wants
        for good in GOODS:
            if good in wants:
                left = wants[good].spaces - self.v.loaded.of(good)
                coins = self.coins(wants[good].price + self.v.terms.sale)
                told = self.label("wants", goods=self.words.count("good", good, left), coins=coins)
                yield told if left else ink.quiet(self.label("sold_out", good=self.words.anything(good)))

    # --- council

    def council(self) -> Panel:
        """RTN-13.1: councillors over the columns, dice beside the rows."""
        heads = tuple(self.people(people) for people in self.data.board.councillors)
        sides = tuple(values_text(row.values) for row in self.data.council.values())
        cards = tuple(map(self._demand, range(1, len(SPACES) + 1)))
        note = self.label("council_note", lost=self.v.terms.lost)
        matrix = Cards(cards, len(PEOPLES), "matrix", heads=heads, sides=sides)
        return Panel("council", self.place(COUNCIL), note, (matrix,), kind="offer")

    def _demand(self, space: int) -> Card:
        """RTN-13.2, RTN-13.4: Nobility that it takes, what is paid, the VP."""
        key, tile = f"council{space}", self.v.council[space - 1]
        if tile is None:
            return Card(key, pieces=self.dice(COUNCIL, (space,)), empty=True)
        demand = self.data.demands[tile]
        cost = demand_cost(demand, spared=self.v.terms.spared)
        return Card(
            key,
            tile,
            name=self.vp(demand.vp),
            tags=(self.label("nobility", least=demand.nobility),),
            cost=short_text(cost, self.words),
        )
