"""RTN-21 Event cards (Cartes Événement, p. 18): one for each round, and what happens when it is revealed."""

from collections.abc import Iterable
from typing import ClassVar

from core.games.nobility.data import effects
from core.games.nobility.data.edition import EVENTS_OF_A_PILE
from core.games.nobility.facts.course import EventOver, EventShown
from core.games.nobility.moves import EventGood
from core.games.nobility.names import GOODS, EventId, Stock
from core.games.nobility.rules.gains import gained, paid
from core.games.nobility.table import Table
from core.kernel.rules.chance import Draw, Drawn
from core.kernel.rules.step import Auto, Chance, Next, Offer, SeatAuto, SeatChoice


class ShowEvent(Chance[Table], frozen=True):
    """RTN-21.2, RTN-21.3: of pile I in the first five rounds, then of pile II."""

    rule: ClassVar[str] = "RTN-21.3"

    def draw(self, t: Table) -> Draw | None:
        if t.options.events == "off":
            return None
        pile = t.edition.events_of(1 if t.round <= EVENTS_OF_A_PILE else 2)
        return Draw("event", tuple(event for event in pile if event in t.events), 1)

    def drew(self, t: Table, drawn: Drawn) -> Next:
        event = EventId(drawn[0])
        effect = t.edition.events[event].effect
        order = t.clockwise(t.first)
        shown = EventShown(self.rule, event)
        match effect:
            case effects.EachTakesGoods(amount=number):
                return [shown, *(ChooseEventGood(seat) for seat in order for _ in range(number))]
            case effects.EachPays(amount=number):
                return [shown, *(PayTax(seat, number) for seat in order)]
            case _:
                return [shown]


class ChooseEventGood(SeatChoice[Table, EventGood], frozen=True):
    """RTN-21.3: a good of one's choice."""

    rule: ClassVar[str] = "RTN-21.3"

    def offers(self, t: Table, seat: int) -> Iterable[Offer[EventGood]]:
        return [Offer(EventGood(good)) for good in GOODS]

    def resolve(self, t: Table, seat: int, move: EventGood) -> Next:
        return gained(t, seat, Stock.only(move.good), self.rule, t.event or "")


class PayTax(SeatAuto[Table], frozen=True):
    """RTN-21.3: so many coins, or all that there are."""

    rule: ClassVar[str] = "RTN-21.3"
    coins: int

    def then(self, t: Table) -> Next:
        have = t.seats[self.seat].stock.coins
        return paid(self.rule, self.seat, Stock(coins=min(self.coins, have)), t.event or "")


class EndEvent(Auto[Table], frozen=True):
    """RTN-18.7, RTN-21.4: it is discarded."""

    rule: ClassVar[str] = "RTN-21.4"

    def then(self, t: Table) -> Next:
        return [] if t.event is None else [EventOver(self.rule)]
