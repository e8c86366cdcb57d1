"""MED-15 Auction cards (p. 13): bids go round until one seat is left; it pays, and the card is in play at once."""

from collections.abc import Iterable
from typing import Any, ClassVar, Self

from core.games.medieval.data.edition import EventCard
from core.games.medieval.facts import AuctionWon, Bade, Discarded, Folded
from core.games.medieval.moves import Bid, Fold
from core.games.medieval.names import CardId, Goods, ResourceId
from core.games.medieval.rules.gains import pay
from core.games.medieval.rules.play import EnterRealm
from core.games.medieval.table import Table
from core.kernel.rules.marks import Seat
from core.kernel.rules.step import Ask, Auto, Blocked, Choice, Next, Offer, one_seat


class Auction(Auto[Table], frozen=True):
    """MED-15.3, MED-15.4: the next seat clockwise that is still in, until nobody is left but the highest bidder."""

    rule: ClassVar[str] = "MED-15.3"
    card: CardId
    order: tuple[Seat, ...]  # who is still in besides the highest bidder, the next to be asked first
    best: int
    holder: int | None  # the highest bidder; nobody when it was opened at zero (MED-R26)

    @classmethod
    def opening(cls, t: Table, seat: int, card: EventCard, bid: int) -> Self:
        """MED-15.2: the activator has bid first."""
        return cls(card.id, t.clockwise(seat)[1:], bid, seat if bid else None)

    def then(self, t: Table) -> Next:
        """Who cannot raise is folded without being asked."""
        card = t.card(self.card)
        if not self.order:
            return self._ended(card)
        seat, rest = self.order[0], self.order[1:]
        if t.seats[seat].palace.of(_currency(card)) < _next_bid(t, self.best):
            return [Folded("MED-15.8", seat, forced=True), Auction(self.card, rest, self.best, self.holder)]
        return [Bidding(self.card, self.order, self.best, self.holder)]

    def _ended(self, card: EventCard) -> Next:
        """MED-15.5: the highest bidder pays the bid; MED-15.7: the card goes straight into play."""
        if self.holder is None:
            return [Discarded("MED-R26", self.card)]
        return [
            *pay("MED-15.5", self.holder, Goods.only(_currency(card), self.best), self.card),
            AuctionWon("MED-15.7", self.holder, self.card),
            EnterRealm(self.holder, self.card, won=True),
        ]


class Bidding(Choice[Table, Bid | Fold], frozen=True):
    """MED-15.3: raise or fold; MED-15.10: also who has passed the round."""

    rule: ClassVar[str] = "MED-15.3"
    card: CardId
    order: tuple[Seat, ...]
    best: int
    holder: Seat | None

    def asks(self, t: Table) -> Ask:
        return one_seat(self.order[0])

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Bid | Fold]]:
        """MED-15.8: not more than one has. MED-R25: any raise, or one more exactly?"""
        have = t.seats[seat].palace.of(_currency(t.card(self.card)))
        least = _next_bid(t, self.best)
        most = min(have, least) if t.rulings.raise_step == "exactly_one" else have
        return [*map(Offer, map(Bid, range(least, most + 1))), Offer(Fold())]

    def unoffered(self, t: Table, seat: int, move: Bid | Fold) -> Blocked | None:
        """MED-15.12: too low; MED-15.8: more than one has; MED-R25: more than one more."""
        if isinstance(move, Fold):
            return None
        card, least = t.card(self.card), _next_bid(t, self.best)
        if move.amount < least:
            return Blocked("MED-15.12", "bid_too_low", need=least, have=self.best)
        over = _over_stock(t, seat, card, move.amount)
        return over or Blocked("MED-R25", "raise_by_one", need=least, have=self.best)

    def unasked(self, t: Table, seat: int, move: Any) -> Blocked | None:
        """MED-15.9: who has folded, or was folded without being asked."""
        out = seat != self.holder and seat not in self.order
        return Blocked("MED-15.9", "out_of_auction", have=self.card) if out and isinstance(move, Bid | Fold) else None

    def resolve(self, t: Table, seat: int, move: Bid | Fold) -> Next:
        """MED-15.9: a fold holds for this auction only."""
        rest = self.order[1:]
        if isinstance(move, Fold):
            return [Folded("MED-15.9", seat), Auction(self.card, rest, self.best, self.holder)]
        bade = Bade("MED-15.3", seat, move.amount, _currency(t.card(self.card)))
        behind = rest if self.holder is None else (*rest, self.holder)
        return [bade, Auction(self.card, behind, move.amount, seat)]


def opening_bids(t: Table, seat: int, card: EventCard) -> Iterable[int]:
    """MED-15.2, MED-15.8: from the least bid to all one has. MED-R26: may one open at zero, and who?"""
    have, least = t.seats[seat].palace.of(_currency(card)), least_bid(t)
    reading = t.rulings.auction_opening
    bids = range(least, have + 1)
    if reading == "anybody_may_open_at_zero" or (reading == "activator_may_open_at_zero" and have < least):
        return (0, *bids)
    return bids


def no_opening(t: Table, seat: int, card: EventCard, bid: int | None) -> Blocked | None:
    """MED-15.8: who has too little cannot open; MED-15.12: too low; MED-15.8: more than one has."""
    have, least = t.seats[seat].palace.of(_currency(card)), least_bid(t)
    if bid is not None and bid >= least:
        return _over_stock(t, seat, card, bid)
    if have < least:
        return Blocked("MED-15.8", "cannot_open", need=least, have=have, what=_currency(card))
    return Blocked("MED-15.12", "bid_too_low", need=least, have=0)


def opened(t: Table, seat: int, card: EventCard, bid: int) -> list[Bade | Folded]:
    """MED-15.2: the opening bid is part of the activation; MED-R26: at zero the activator is out of it."""
    if bid:
        return [Bade("MED-15.2", seat, bid, _currency(card))]
    return [Folded("MED-R26", seat, forced=t.seats[seat].palace.of(_currency(card)) < least_bid(t))]


def least_bid(t: Table) -> int:
    """MED-R23: is a smallest bid printed on the cards?"""
    return int(t.rulings.auction_min_bid)


def _next_bid(t: Table, best: int) -> int:
    return max(best + 1, least_bid(t))


def _currency(card: EventCard) -> ResourceId:
    assert card.bid is not None  # checked with the edition
    return card.bid


def _over_stock(t: Table, seat: int, card: EventCard, bid: int) -> Blocked | None:
    have = t.seats[seat].palace.of(_currency(card))
    return Blocked("MED-15.8", "bid_over_stock", need=bid, have=have, what=_currency(card)) if bid > have else None
