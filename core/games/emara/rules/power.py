"""EMA-12.10, EMA-12.11, EMA-12.12, EMA-12.13, EMA-12.14, EMA-12.15, EMA-12.16 The powers of advisors (Conseillers, p.
8-9): trades, once per turn or at any time.
"""

from collections.abc import Iterable
from typing import ClassVar

from core.games.emara.data.edition import Advisor
from core.games.emara.facts import PowerUsed
from core.games.emara.moves import Use
from core.games.emara.rules.gains import Gain, outcomes, pay, terms, too_dear, ways_to
from core.games.emara.table import Table
from core.kernel.rules.step import Ask, Blocked, May, Next, Offer, one_seat


class UsePower(May[Table, Use], frozen=True):
    """EMA-12.3: a trade of an advisor; EMA-12.4: none must be made."""

    rule: ClassVar[str] = "EMA-12.3"
    free_only: bool = False  # EMA-R31: only what is not bound to once per turn

    def asks(self, t: Table) -> Ask | None:
        return one_seat(self.seat) if any(self._cards(t)) else None

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Use]]:
        return self._listed(t, seat, told=True)

    def open_offers(self, t: Table, seat: int) -> Iterable[Offer[Use]]:
        return self._listed(t, seat, told=False)

    def _listed(self, t: Table, seat: int, *, told: bool) -> Iterable[Offer[Use]]:
        """EMA-12.5: from the moment of recruiting; EMA-R42: does the Landlord need a point to pay?"""
        indebted = t.rulings.landlord_cp == "may_go_negative"
        have = t.seats[seat].goods
        for card in self._cards(t):
            used = _used(t, seat, card)
            if used is not None and not told:
                continue
            for trade in card.power:
                found = False
                for taken, way in ways_to(t, seat, trade, owed=indebted and trade.cost.cp > 0):
                    found = True
                    yield Offer(Use(card.id, taken, way.goods), used, "" if way.plain else "pay")
                if told and not found:
                    short = too_dear(have, terms(t, trade.cost, free=trade.any), card.rule)
                    yield from (Offer(Use(card.id, taken), used or short) for taken in outcomes(trade))

    def unoffered(self, t: Table, seat: int, move: Use) -> Blocked | None:
        """Only the own advisors, and only what they give; EMA-12.15: not for the same."""
        card = next((card for card in self._cards(t) if card.id == move.advisor), None)
        if card is None:
            return Blocked(self.rule, "no_such_power", have=move.advisor)
        if all(move.gain not in outcomes(trade) for trade in card.power):
            return _used(t, seat, card) or Blocked(card.rule, "other_gain", have=card.id)
        can_pay = t.seats[seat].goods.lacking(move.pay) is None
        same = Blocked(card.rule, "same_kind", have=card.id) if can_pay and move.gain.capped(move.pay).total() else None
        return _used(t, seat, card) or same

    def resolve(self, t: Table, seat: int, move: Use) -> Next:
        """EMA-12.16, EMA-R31: is the Chamberlain bound to once per turn, too?"""
        card = t.edition.advisors[move.advisor]
        bound = not card.free or t.rulings.chamberlain_use == "once_per_turn"
        return [
            *([PowerUsed(card.rule, seat, card.id)] if bound else []),
            *pay(card.rule, seat, move.pay, card.id),
            Gain(seat, move.gain, card.rule, card.id),
        ]

    def _cards(self, t: Table) -> Iterable[Advisor]:
        for advisor in t.seats[self.seat].advisors:
            card = t.edition.advisors[advisor]
            if card.power and (card.free or not self.free_only):
                yield card


def _used(t: Table, seat: int, card: Advisor) -> Blocked | None:
    """EMA-12.3: once in a turn."""
    return Blocked(card.rule, "power_used", have=card.id) if card.id in t.seats[seat].used else None
