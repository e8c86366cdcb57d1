"""EMA-11.8 to 11.12 Hiring a craftsman (Embaucher un Artisan, p. 7)."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar

from core.games.emara.edition import CRAFTSMEN
from core.games.emara.facts import BonusDone, CraftsmanHired
from core.games.emara.gains import Gain, pay, priced, terms
from core.games.emara.moves import Hire as HireMove
from core.games.emara.names import COUNTRYSIDE, RESOURCES, Goods, HutId, PlaceId
from core.games.emara.steps.countryside import craftsmen_at
from core.games.emara.table import Table, amount
from core.kernel.names import Seat
from core.kernel.payments import Terms
from core.kernel.step import Ask, Blocked, Choice, Next, Offer

BONUS = "hire"
MOST_AT_A_PLACE = 3  # EMA-11.10


class Hire(Choice[Table, HireMove], frozen=True, tag=True):
    """EMA-11.8: an empty hut where one's councilor stands, once in a turn."""

    rule: ClassVar[str] = "EMA-11.8"
    seat: Seat

    def asks(self, t: Table) -> Ask:
        """Whose turn it is."""
        return Ask((self.seat,))

    def must(self, t: Table) -> bool:
        """EMA-4.4: one may."""
        return False

    def offers(self, t: Table, seat: int) -> Iterable[Offer[HireMove]]:
        """EMA-12.19: with the Steward anywhere."""
        return hires(t, seat, HireMove, anywhere=True, counts=True)

    def resolve(self, t: Table, seat: int, move: HireMove) -> Next:
        """Once in a turn."""
        return hired(t, seat, move.hut, move.pay, counts=True)


def huts(t: Table) -> Iterator[tuple[HutId, PlaceId, Goods]]:
    """The huts that are in use, where they stand and what they cost. EMA-R11: is there a fourth?"""
    four = t.rulings.hut_limit == "four_huts_cap_three"
    for place in COUNTRYSIDE:
        country = t.edition.countryside[place]
        costs = (*country.huts, country.extra) if four else country.huts
        for number, cost in enumerate(costs, 1):
            yield HutId(f"{place}:{number}"), place, cost


def hires(
    t: Table, seat: int, kind: Callable[[HutId], Any], *, off: int = 0, anywhere: bool, counts: bool
) -> Iterator[Offer[Any]]:
    """Every hut: open, or why not; `counts`: as the bonus action of the turn."""
    player = t.seats[seat]
    done = Blocked("EMA-11.1", "bonus_done") if counts and BONUS in player.done else None
    none_left = Blocked("EMA-11.11", "no_craftsman") if player.hired >= CRAFTSMEN else None
    free = anywhere and t.has(seat, "anywhere")
    for hut, place, cost in huts(t):
        blocked = done or none_left
        if blocked is None and hut in t.huts:
            blocked = Blocked("EMA-11.8", "hut_occupied", have=hut)
        elif blocked is None and not free and place not in player.councilors:
            blocked = Blocked("EMA-11.8", "councilor_elsewhere", need=place)
        elif blocked is None and craftsmen_at(t, seat, place) >= MOST_AT_A_PLACE:
            blocked = Blocked("EMA-11.10", "place_full", need=MOST_AT_A_PLACE)
        if blocked is not None:
            yield Offer(kind(hut), blocked)
        else:
            yield from priced(t, seat, kind(hut), reduced(t, seat, cost, off), "EMA-11.8")


def hired(t: Table, seat: int, hut: HutId, paid: Goods, *, counts: bool) -> Next:
    """EMA-11.8, EMA-11.9: the leftmost craftsman, and the points below it."""
    points = Goods(cp=t.edition.board.craftsmen[t.seats[seat].hired])
    return [
        *([BonusDone("EMA-11.1", seat, BONUS)] if counts else []),
        *pay("EMA-11.8", seat, paid, hut),
        CraftsmanHired("EMA-11.8", seat, hut),
        Gain(seat, points, "EMA-11.9", hut),
    ]


def reduced(t: Table, seat: int, cost: Goods, off: int) -> Terms[Goods]:
    """A cost with discounts (EMA-10.6), and for the Scholar in any resources (EMA-12.17).

    EMA-R9: down to nothing? EMA-R10: does the payer choose what is left out? EMA-R33: may the Scholar's be gold?
    """
    total = cost.total()
    off = min(off, total if t.rulings.discount_floor == "floor_zero" else total - 1)
    if t.has(seat, "any_resources"):
        return terms(t, Goods(), free=total - off, gold=t.rulings.scholar_gold == "yes")
    if t.rulings.discount_choice == "payer_chooses":
        return terms(t, cost, off=off)
    for resource in RESOURCES:
        gone = min(cost.of(resource), off)
        cost, off = cost - amount(resource, gone), off - gone
    return terms(t, cost)
