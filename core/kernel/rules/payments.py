"""Payments: every way to meet a price, each once; what a stand-in may replace, a discount, a free choice of kinds."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from typing import Generic, TypeVar

from msgspec.structs import asdict

from core.kernel.rules.amounts import Amounts
from core.kernel.rules.value import Value

A = TypeVar("A", bound=Amounts)


class Terms(Value, Generic[A], frozen=True):
    """A price: `cost`, and `free` more of any of the `kinds`; `off` of the cost is left out, as the payer likes.

    A stand-in may replace any of the `kinds`, one for one.
    """

    cost: A
    kinds: tuple[str, ...] = ()
    stand_in: str = ""
    free: int = 0
    off: int = 0


class Payment(Value, Generic[A], frozen=True):
    """What leaves the hand; `plain` without a stand-in."""

    goods: A
    plain: bool


@lru_cache(maxsize=8192)
def payments(have: A, *prices: Terms[A]) -> tuple[Payment[A], ...]:
    """Every way to pay one of the prices, of each the plain ones first; none if no price can be met."""
    if len(prices) == 1:
        return _payments(_within(have, prices[0]), prices[0])
    each = [_payments(_within(have, terms), terms) for terms in prices]
    return tuple(dict.fromkeys(chain.from_iterable(each)))


def _within(have: A, terms: Terms[A]) -> A:
    """What of it can leave the hand: positions that differ in nothing else share their answer."""
    counts: dict[str, int] = {}
    for kind, most in _most(terms):
        count = getattr(have, kind)
        counts[kind] = count if count < most else most  # noqa: FURB136 - min is slow
    return type(have)(**counts)


@lru_cache(maxsize=1024)
def _most(terms: Terms[A]) -> tuple[tuple[str, int], ...]:
    """The kinds that can leave the hand, and of each so much at most."""
    most = {kind: count + (terms.free if kind in terms.kinds else 0) for kind, count in asdict(terms.cost).items()}
    if terms.stand_in:
        most[terms.stand_in] += sum(map(terms.cost.of, terms.kinds)) + terms.free
    return tuple((kind, count) for kind, count in most.items() if count)


@lru_cache(maxsize=8192)
def _payments(have: A, terms: Terms[A]) -> tuple[Payment[A], ...]:
    kinds, cost = terms.kinds, asdict(terms.cost)
    fixed = {name: count for name, count in cost.items() if name not in kinds}
    left = {name: count - fixed.get(name, 0) for name, count in asdict(have).items()}
    if any(left[name] < 0 < count for name, count in fixed.items()):  # what is owed of other kinds is no hindrance
        return ()
    stock = tuple(left[kind] for kind in kinds)
    spare = left[terms.stand_in] if terms.stand_in else 0
    asked = tuple(cost[kind] for kind in kinds)
    total = max(sum(asked) - terms.off, 0) + terms.free
    found: dict[A, bool] = {}
    for replaced in range(min(spare, total) + 1):
        for paid in _splits(stock, total - replaced):
            # Beyond what is asked for, only the free part is a matter of choice.
            if sum(max(count - most, 0) for count, most in zip(paid, asked, strict=True)) <= terms.free:
                counts = {**fixed, **dict(zip(kinds, paid, strict=True))}
                if replaced:
                    counts[terms.stand_in] = counts.get(terms.stand_in, 0) + replaced
                found.setdefault(type(have)(**counts), not replaced)
    return tuple(Payment(goods, plain) for goods, plain in found.items())


def _splits(stock: tuple[int, ...], total: int) -> Iterator[tuple[int, ...]]:
    """Every way to take so many out of a stock."""
    if total > sum(stock):
        return
    if not stock:
        yield ()
        return
    for first in range(min(stock[0], total), -1, -1):
        for rest in _splits(stock[1:], total - first):
            yield (first, *rest)
