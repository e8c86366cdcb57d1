"""EMA-11.8, EMA-11.9, EMA-11.10, EMA-11.11, EMA-11.12 Hiring a craftsman (Embaucher un Artisan, p. 7)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, ClassVar

from core.games.emara.data.edition import CRAFTSMEN, Cost, edition
from core.games.emara.facts import BonusDone, CraftsmanHired
from core.games.emara.moves import Hire as HireMove
from core.games.emara.names import HIRE, Goods, HutId, PlaceId, ResourceId
from core.games.emara.rules.countryside import craftsmen_at
from core.games.emara.rules.gains import Gain, pay, priced, refused, terms
from core.games.emara.table import Table
from core.kernel.rules.payments import Terms
from core.kernel.rules.step import Blocked, May, Next, Offer

MOST_AT_A_PLACE = 3  # EMA-11.10


class Hire(May[Table, HireMove], frozen=True):
    """EMA-11.8: an empty hut where one's councilor stands, once in a turn."""

    rule: ClassVar[str] = "EMA-11.8"

    def offers(self, t: Table, seat: int) -> Iterable[Offer[HireMove]]:
        """EMA-12.19: with the Steward anywhere."""
        return hires(t, seat, HireMove, anywhere=True, counts=True)

    def open_offers(self, t: Table, seat: int) -> Iterable[Offer[HireMove]]:
        """Of the huts of which it is a question."""
        return hires(t, seat, HireMove, anywhere=True, counts=True, told=False)

    def unoffered(self, t: Table, seat: int, move: HireMove) -> Blocked | None:
        return no_such_hut(t, move.hut)

    def resolve(self, t: Table, seat: int, move: HireMove) -> Next:
        return hired(t, seat, move.hut, move.pay, counts=True)


def huts(t: Table) -> Mapping[PlaceId, Mapping[HutId, Cost]]:
    """The huts that are in use, place by place, and what they cost. EMA-R11: is there a fourth?"""
    return _huts(t.setup.edition, four=t.rulings.hut_limit == "four_huts_cap_three")


@cache
def _huts(digest: str, *, four: bool) -> Mapping[PlaceId, Mapping[HutId, Cost]]:
    return {
        place: {
            HutId(f"{place}:{number}"): cost
            for number, cost in enumerate((*country.huts, country.extra) if four else country.huts, 1)
        }
        for place, country in edition(digest).countryside.items()
    }


def no_such_hut(t: Table, hut: HutId) -> Blocked | None:
    """EMA-11.10: three huts at a place, or four (EMA-R11)."""
    known = any(hut in here for here in huts(t).values())
    return None if known else Blocked("EMA-11.10", "no_such_hut", have=hut)


def hires(
    t: Table, seat: int, kind: Callable[[HutId], Any], *, off: int = 0, anywhere: bool, counts: bool, told: bool = True
) -> Iterator[Offer[Any]]:
    """Every hut: open, or why not (`told`); `counts`: as the bonus action of the turn."""
    player, known = t.seats[seat], huts(t)
    never = None
    if counts and HIRE in player.done:
        never = Blocked("EMA-11.1", "bonus_done")
    elif player.hired >= CRAFTSMEN:
        never = Blocked("EMA-11.11", "no_craftsman")
    free = never is None and anywhere and t.has(seat, "anywhere")
    for place, here in known.items():
        if never is None and (free or place in player.councilors):
            yield from _hires_at(t, seat, kind, place, here, off=off, told=told)
        elif told:
            why = never or Blocked("EMA-11.8", "councilor_elsewhere", need=place)
            yield from refused(kind, tuple(here), why)


def _hires_at(
    t: Table,
    seat: int,
    kind: Callable[[HutId], Any],
    place: PlaceId,
    here: Mapping[HutId, Cost],
    *,
    off: int,
    told: bool,
) -> Iterator[Offer[Any]]:
    """EMA-11.8, EMA-11.10: the empty huts of a place where one may hire."""
    full = craftsmen_at(t, seat, place) >= MOST_AT_A_PLACE
    any_resources = t.has(seat, "any_resources")
    for hut, cost in here.items():
        if hut not in t.huts and not full:
            prices = reduced(t, cost, off, any_resources=any_resources)
            yield from priced(t, seat, kind(hut), "EMA-11.8", *prices, told=told)
        elif told:
            full_place = Blocked("EMA-11.10", "place_full", need=MOST_AT_A_PLACE)
            yield Offer(kind(hut), Blocked("EMA-11.8", "hut_occupied", have=hut) if hut in t.huts else full_place)


def hired(t: Table, seat: int, hut: HutId, paid: Goods, *, counts: bool) -> Next:
    """EMA-11.8, EMA-11.9: the leftmost craftsman, and the points below it."""
    points = Goods(cp=t.edition.board.craftsmen[t.seats[seat].hired])
    return [
        *([BonusDone("EMA-11.1", seat, HIRE)] if counts else []),
        *pay("EMA-11.8", seat, paid, hut),
        CraftsmanHired("EMA-11.8", seat, hut),
        Gain(seat, points, "EMA-11.9", hut),
    ]


def reduced(t: Table, cost: Cost, off: int, *, any_resources: bool) -> tuple[Terms[Goods], ...]:
    """A cost with discounts (EMA-10.6), and for the Scholar in `any_resources` (EMA-12.17).

    EMA-R9: down to nothing? EMA-R33: may the Scholar's be gold? If not, gold still pays what is printed (EMA-12.4).
    """
    if off:
        total = cost.goods.total()
        off = min(off, total if t.rulings.discount_floor == "floor_zero" else total - 1)
    printed = _printed(t, cost, off)
    if not any_resources:
        return (printed,)
    return terms(t, Goods(), free=cost.goods.total() - off, gold=t.rulings.scholar_gold == "yes"), printed


def _printed(t: Table, cost: Cost, off: int) -> Terms[Goods]:
    """EMA-R10: does the payer choose what is left out?"""
    if t.rulings.discount_choice == "payer_chooses":
        return terms(t, cost.goods, off=off)
    goods = cost.goods
    for resource in map(ResourceId, cost.listed):
        gone = min(goods.of(resource), off)
        goods, off = goods - Goods.only(resource, gone), off - gone
    return terms(t, goods)
