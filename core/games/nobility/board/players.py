"""What each seat has: the table of numbers, and by itself its dice, settlers, buildings, people, commissions."""

from collections.abc import Iterable
from typing import Final

from core.games.nobility.board.chancery import Chancery
from core.games.nobility.board.offers import Offers
from core.games.nobility.board.pen import FIRST, Pen
from core.games.nobility.names import GOODS, GUILDS, RECALL, DemandId
from core.games.nobility.view import SeatView
from core.kernel.drawing import ink
from core.kernel.drawing.parts import Cards, Panel, Part

NUMBERS: Final = (
    "vp",
    "reputation",
    "nobility",
    "coins",
    *GOODS,
    "modifiers",
    "workers",
    "houses",
)


class Players(Pen):
    """The seats of a view."""

    def numbers(self) -> Panel:
        """RTN-19.1: what everybody has, and what the end would bring as things stand."""
        over = self.v.end is not None
        more = () if over else ("end", "total")
        heads = [self.words.name("short", name) for name in NUMBERS] + [self.labels[name] for name in more]
        rows = [self.counted(self.seats[seat.seat], self._numbers(seat, over=over), seat.seat) for seat in self.v.seats]
        return Panel("numbers", self.labels["numbers"], "", (self.counters(heads, rows, (*NUMBERS, *more)),))

    def _numbers(self, seat: SeatView, *, over: bool) -> Iterable[int]:
        now = () if over else (seat.final, seat.stock.vp + seat.final)
        return (*map(seat.stock.of, NUMBERS), *now)

    def panel(self, seat: SeatView) -> Panel:
        return self.of_seat(seat.seat, self._title(seat), self._notes(seat), self._parts(seat))

    def _title(self, seat: SeatView) -> Iterable[str]:
        yield self.vp(seat.stock.vp)
        if self.v.end is None:
            yield self.label("rep", reputation=seat.stock.reputation)
            yield self.coins(seat.stock.coins)

    def _notes(self, seat: SeatView) -> Iterable[str]:
        """Who has passed stands in the turn order."""
        if self.v.end is None and seat.seat == self.v.first:
            yield f"{FIRST} {self.labels['first']}"

    def _parts(self, seat: SeatView) -> Iterable[Part]:
        if self.v.end is None:
            yield self.line("dice", self._dice(seat), " · ")
            yield self.line("character", self._character(seat))
            yield from self._held(seat)
        yield self.line("settled", self._settled(seat), " · ")
        yield self.line("plots", self._plots(seat), " · ")
        yield self.line("people", self._people(seat), " · ")
        yield self.line("buildings", self._buildings(seat), " · ")
        if seat.demands:
            yield self.line("answered", (f"{ink.strong(tile)} {self._worth(tile)}" for tile in seat.demands))
        yield self.line("desks", self._desks(seat), " · ")
        yield from Chancery(self.v, self.words, self.seats[: self.v.players]).contracts(seat)

    # --- dice and cards

    def _dice(self, seat: SeatView) -> Iterable[str]:
        """RTN-4.4: those that are not placed; RTN-16.1: the slot of the player board."""
        if not self.v.round:
            return
        yield ink.strong(" ".join(map(str, seat.dice))) if seat.dice else ink.quiet(self.labels["none_left"])
        yield self.label("limit", limit=seat.limit, used=seat.used, left=max(seat.limit - seat.used, 0))
        recall = self.die(RECALL, seat.seat)
        if recall is not None:
            yield self.label("recalled", value=recall.text)

    def _character(self, seat: SeatView) -> Iterable[str]:
        """RTN-7.3."""
        if seat.character is not None:
            good = self.data.characters[seat.character].good
            most = self.words.count("good", good, self.data.board.of_own_type)
            name = self.words.name("character", seat.character)
            yield self.label("of_own", character=name, goods=most)

    def _held(self, seat: SeatView) -> Iterable[Part]:
        """RTN-6.6: cards that are not satisfied lie open. RTN-R29 cards_hidden: one may be its player's alone."""
        if not seat.held and not seat.cards:
            return
        offers = Offers(self.v, self.words, self.seats[: self.v.players])
        cards = [offers.settlers(card, card) for card in seat.held]
        hidden = seat.cards - len(seat.held)
        if hidden:
            cards.append(offers.closed(hidden))
        yield Cards(tuple(cards), 0, "rows", self.labels["held"], between=" · ")

    def _settled(self, seat: SeatView) -> Iterable[str]:
        """RTN-7.7: peoples that can be called upon."""
        for one in seat.satisfied:
            people = self.people(self.data.settlers[one.card].people)
            told = self.label("for_goods", people=people, goods=one.goods)
            yield ink.quiet(f"{told} ({self.labels['served']})") if one.used else told

    def _plots(self, seat: SeatView) -> Iterable[str]:
        """RTN-1.5."""
        yield self.label("houses", built=len(seat.satisfied), plots=self.data.board.houses)
        yield self.words.count("stock", "houses", seat.stock.houses)

    # --- people and buildings

    def _people(self, seat: SeatView) -> Iterable[str]:
        """RTN-9.11: in the lot, and in guilds."""
        yield self.label("in_lot", count=seat.stock.workers)
        for guild in GUILDS:
            mine = sum(one.seat == seat.seat for one in self.v.apprentices[guild])
            if mine:
                yield f"{self.guild(guild)} {mine}"

    def _buildings(self, seat: SeatView) -> Iterable[str]:
        """RTN-10.6: workshops by their guilds; RTN-10.11: communal zones with their income."""
        for guild, shops in self.v.workshops.items():
            for shop in shops:
                if shop is not None and shop.owner == seat.seat:
                    yield f"{ink.strong(shop.tile)} {self.guild(guild)}"
        zones = {number: self.effect(zone.income) for number, zone in self.data.zones.items()}
        for number, tile in enumerate(seat.zones, 1):
            if tile is not None:
                yield self.label("zone", number=number, tile=ink.strong(tile), income=zones[number])
        free = [f"{number} ({zones[number]})" for number, tile in enumerate(seat.zones, 1) if tile is None]
        if free and self.v.end is None:
            yield ink.quiet(self.label("zones_free", zones=", ".join(free)))

    def _worth(self, tile: DemandId) -> str:
        return self.vp(self.data.demands[tile].vp)

    def _desks(self, seat: SeatView) -> Iterable[str]:
        """RTN-23.10."""
        for desk, owner in self.v.desks.items():
            if owner == seat.seat:
                yield self.words.goods(self.words.effects[f"desk_{self.data.desks[desk].benefit}"])
