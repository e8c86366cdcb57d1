"""EMA-14 Events (Cartes Événement, p. 10): a new one each round, at once, at the end, or for the round."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from core.games.emara.facts import EventShown
from core.games.emara.moves import PassEvent, PayEvent, Use
from core.games.emara.names import EventId
from core.games.emara.rules.gains import Gain, pay, terms, too_dear, ways_to
from core.games.emara.rules.power import UsePower
from core.games.emara.table import Table
from core.kernel.rules.any_order import AnyOrder
from core.kernel.rules.chance import Draw, Drawn
from core.kernel.rules.step import Ask, Auto, Blocked, Chance, May, Next, Offer


class ShowEvent(Chance[Table], frozen=True):
    """EMA-2.12, EMA-3.4: the card on top goes to the box, the next one can be read."""

    rule: ClassVar[str] = "EMA-3.4"

    def draw(self, t: Table) -> Draw:
        """EMA-16.6: in the solo mode without those that are removed."""
        return Draw("event", t.events, 1)

    def drew(self, t: Table, drawn: Drawn) -> Next:
        return [EventShown(self.rule, EventId(drawn[0]))]


class ApplyEvent(Auto[Table], frozen=True):
    """EMA-14.1, EMA-14.2, EMA-14.3, EMA-14.4: what everybody takes at once."""

    rule: ClassVar[str] = "EMA-3.4"

    def then(self, t: Table) -> Next:
        event = active(t)
        if not event.everybody.total():
            return []
        return [Gain(seat, event.everybody, event.rule, event.id) for seat in t.clockwise(t.first)]


class EndEvent(Auto[Table], frozen=True):
    """EMA-14.5: at the end of the round, one player after the other may pay for a reward."""

    rule: ClassVar[str] = "EMA-14.5"

    def then(self, t: Table) -> Next:
        """EMA-R20: from whom on?"""
        trades = tuple(range(len(active(t).trades)))
        first = t.first if t.rulings.event_order == "round_first_player" else 0
        return [EventWindow(seat, (PayForEvent(seat, trades),)) for seat in t.clockwise(first) if trades]


class PayForEvent(May[Table, PayEvent], frozen=True):
    """EMA-14.6, EMA-14.7, EMA-14.8: one of the trades of the event."""

    rule: ClassVar[str] = "EMA-14.5"
    trades: tuple[int, ...]  # those that are left

    def offers(self, t: Table, seat: int) -> Iterable[Offer[PayEvent]]:
        """What is paid says which trade it is."""
        for number in self.trades:
            trade, found = active(t).trades[number], False
            for _, way in ways_to(t, seat, trade):
                found = True
                yield Offer(PayEvent(way.goods), said="" if way.plain else "pay")
            if not found:
                yield Offer(PayEvent(trade.cost), too_dear(t.seats[seat].goods, terms(t, trade.cost), self.rule))

    def unoffered(self, t: Table, seat: int, move: PayEvent) -> Blocked | None:
        """What is lacking, if nothing can be paid at all."""
        blocked = [offer.blocked for offer in self.offers(t, seat)]
        return None if None in blocked else blocked[0]

    def resolve(self, t: Table, seat: int, move: PayEvent) -> Next:
        event = active(t)
        reward = event.trades[self.paid_for(t, move)].gain
        return [*pay(event.rule, seat, move.pay, event.id), Gain(seat, reward, event.rule, event.id)]

    def paid_for(self, t: Table, move: PayEvent) -> int:
        trades = active(t).trades
        return next(number for number in self.trades if trades[number].paid_by(move.pay))


class EventWindow(AnyOrder[Table, PayForEvent, UsePower], frozen=True):
    """EMA-14.5: a seat may pay, or pass; EMA-14.17: who can do neither is passed."""

    rule: ClassVar[str] = "EMA-14.5"
    stop: ClassVar[Any] = PassEvent()

    def asks(self, t: Table) -> Ask | None:
        """Whoever can pay, perhaps after swaps; a swap that leads to no payment keeps nobody waiting."""
        return Ask((self.seat,)) if any(map(self._payable, self._after_swaps(t))) else None

    def _payable(self, t: Table) -> bool:
        return any(offer.blocked is None for item in self.items for offer in item.offers(t, self.seat))

    def _after_swaps(self, t: Table) -> Iterator[Table]:
        """The position, and those that swaps lead to, each once; none that only makes more of what there is."""
        player = t.seats[self.seat]
        reached = [player.goods]
        for goods in reached:
            at = t.with_side(self.seat, replace(player, goods=goods))
            yield at
            swaps = (offer for power in self.asides(at) for offer in power.offers(at, self.seat))
            found = (goods - offer.move.pay + offer.move.gain for offer in swaps if offer.blocked is None)
            reached += (new for new in {*found} - {*reached} if new.total() <= player.goods.total())

    def asides(self, t: Table) -> Sequence[UsePower]:
        """EMA-R31: the Chamberlain may swap first."""
        window = t.rulings.chamberlain_use == "unlimited_own_turn_and_own_event_window"
        return (UsePower(self.seat, free_only=True),) if window and self.items else ()

    def unoffered(self, t: Table, seat: int, move: Any) -> Blocked | None:
        """EMA-12.3, EMA-R31: or not even that."""
        bound = isinstance(move, Use)
        return Blocked("EMA-R31", "no_such_power", have=move.advisor) if bound else super().unoffered(t, seat, move)

    def resolve(self, t: Table, seat: int, move: Any) -> Next:
        """EMA-R19: one trade, each of them once, or as often as one can pay?"""
        once = t.rulings.event_once
        if not isinstance(move, PayEvent) or once == "one_option_once":
            return super().resolve(t, seat, move)
        item = self.items[0]
        number = item.paid_for(t, move)
        left = tuple(trade for trade in item.trades if once == "unlimited" or trade != number)
        more = (EventWindow(seat, (PayForEvent(seat, left),)),) if left else ()
        return [*item.resolve(t, seat, move), *more]


def active(t: Table) -> Any:
    """EMA-3.4: the card on top of the deck."""
    assert t.event is not None  # there is one from the setup on
    return t.edition.events[t.event]
