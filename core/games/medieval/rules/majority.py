"""MED-14 Majority cards (p. 13): whoever has most of the card's resource takes it, whoever activated it."""

from collections.abc import Iterable
from typing import ClassVar

from core.games.medieval.data.edition import EventCard
from core.games.medieval.facts import Declined, Deployed, Discarded
from core.games.medieval.moves import Accept, Decline
from core.games.medieval.names import PRODUCTION, CardId
from core.games.medieval.rules.deployment import Sides, room
from core.games.medieval.table import Table
from core.kernel.rules.marks import Seat
from core.kernel.rules.step import Ask, Auto, Blocked, Choice, Next, Offer, one_seat


class AwardMajority(Auto[Table], frozen=True):
    """MED-14.4: among the eligible seats, the one with most tokens of the resource."""

    rule: ClassVar[str] = "MED-14.4"
    card: CardId
    activator: Seat
    price: int
    declined: tuple[Seat, ...] = ()

    def then(self, t: Table) -> Next:
        """MED-14.9: with nobody eligible the card is discarded. MED-R19: may the taker decline?"""
        taker, rule = taker_of(t, t.card(self.card), self.activator, self.price, self.declined)
        if taker is None:
            return [Discarded(rule, self.card)]
        if t.rulings.majority_accept == "may_decline":
            return [AcceptMajority(self.card, self.activator, self.price, taker, self.declined)]
        return [Deployed(rule, taker, self.card)]


class AcceptMajority(Choice[Table, Accept | Decline], frozen=True):
    """MED-R19 may_decline: the taker accepts, or the card goes to the next in the order of MED-14."""

    rule: ClassVar[str] = "MED-R19"
    card: CardId
    activator: Seat
    price: int
    taker: Seat
    declined: tuple[Seat, ...] = ()

    def asks(self, t: Table) -> Ask:
        """Whoever would take the card, also after passing."""
        return one_seat(self.taker)

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Accept | Decline]]:
        return [Offer(Accept()), Offer(Decline())]

    def resolve(self, t: Table, seat: int, move: Accept | Decline) -> Next:
        if isinstance(move, Accept):
            _, rule = taker_of(t, t.card(self.card), self.activator, self.price, self.declined)
            return [Deployed(rule, seat, self.card)]
        again = AwardMajority(self.card, self.activator, self.price, (*self.declined, seat))
        return [Declined(self.rule, seat, self.card), again]


def activation_guard(t: Table, seat: int, slot: int, card: EventCard) -> Blocked | None:
    """MED-14.11: anybody may activate it. MED-R22 must_have_taker: but not if nobody could take it."""
    if t.rulings.majority_activation_guard == "none":
        return None
    price = t.edition.board.price(slot)
    taker, _ = taker_of(t, card, seat, price, (), paid=False)
    return Blocked("MED-R22", "nobody_could_take", have=card.id) if taker is None else None


def taker_of(
    t: Sides, card: EventCard, activator: int, price: int, declined: tuple[int, ...], *, paid: bool = True
) -> tuple[int | None, str]:
    """Who takes the card, and the rule that says so. Eligibility first, then the comparison.

    MED-14.3, MED-R18: who is eligible; MED-14.4, MED-14.5, MED-14.6, MED-14.7, MED-14.8, MED-R17: who of them.
    """
    tokens = {seat: measured(t, card, seat, activator, price, paid=paid) for seat in range(t.players)}
    eligible = [
        seat
        for seat in range(t.players)
        if seat not in declined
        and room(t, seat).blocked(card) is None
        and (tokens[seat] or t.rulings.majority_zero == "allowed")
    ]
    if not eligible:
        return None, "MED-14.9"
    most = max(tokens[seat] for seat in eligible)
    tied = [seat for seat in eligible if tokens[seat] == most]
    if activator in tied and len(tied) > 1:
        return activator, "MED-14.6"
    nearest = min(tied, key=t.order.index)
    tied_but_blocked = tokens[activator] == most and activator not in (*eligible, *declined)
    if tied_but_blocked:
        return (None, "MED-R20") if _discarded(t, activator) else (nearest, "MED-14.7")
    if len(tied) == 1:
        return nearest, "MED-14.4" if _richest(tokens, nearest, declined) else "MED-14.5"
    if activator in eligible and t.rulings.majority_tie == "activator_any_tie":
        return activator, "MED-R17"
    return nearest, "MED-14.8"


def measured(t: Sides, card: EventCard, seat: int, activator: int, price: int, *, paid: bool = True) -> int:
    """MED-14.2: tokens of the resource of the card's cost. MED-R21: before or after the price is paid?"""
    assert card.measure is not None  # checked with the edition
    have = t.seats[seat].palace.of(card.measure)
    if seat != activator or card.measure != PRODUCTION:
        return have
    if t.rulings.majority_compare == "before_price":
        return have + price if paid else have
    return have if paid else have - price


def _discarded(t: Sides, activator: int) -> bool:
    """MED-R20: does a card go to the discard pile when its activator is tied, and only the colour blocks?"""
    return t.rulings.majority_block_by_colour == "discard" and room(t, activator).full is None


def _richest(tokens: dict[int, int], seat: int, declined: tuple[int, ...]) -> bool:
    return all(tokens[seat] >= have for other, have in tokens.items() if other not in declined)
