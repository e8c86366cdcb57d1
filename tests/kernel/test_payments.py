"""Payments against a stupid count: every heap that one could lay down is looked at by itself."""

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import asdict, astuple

from core.kernel.rules.amounts import Amounts
from core.kernel.rules.payments import Terms, payments


class Purse(Amounts, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    wood: int = 0
    stone: int = 0
    cloth: int = 0
    book: int = 0
    gold: int = 0


KINDS = ("wood", "stone", "cloth")


def heaps(have: Purse) -> Iterator[Purse]:
    for counts in product(*(range(count + 1) for count in astuple(have))):
        yield Purse(*counts)


def meets(heap: Purse, terms: Terms[Purse]) -> bool:
    """Can these pieces be laid on the price, piece by piece?"""
    asked = [kind for kind in KINDS for _ in range(terms.cost.of(kind))]
    paid = [kind for kind in KINDS for _ in range(heap.of(kind))]
    spare = heap.gold - terms.cost.gold
    if heap.book != terms.cost.book or spare < 0 or (spare and not terms.stand_in):
        return False
    due = max(len(asked) - terms.off, 0) + terms.free
    if len(paid) + spare != due:
        return False
    outside = 0  # pieces that are not asked for by kind: only what is of free choice can take them
    for kind in KINDS:
        outside += max(paid.count(kind) - asked.count(kind), 0)
    return outside <= terms.free


purses = st.builds(Purse, *(st.integers(0, 3) for _ in range(5)))
prices = st.builds(
    Terms[Purse],
    cost=st.builds(Purse, *(st.integers(0, 2) for _ in range(5))),
    kinds=st.just(KINDS),
    stand_in=st.sampled_from(("", "gold")),
    free=st.integers(0, 2),
    off=st.integers(0, 2),
)


@given(purses, prices)
def test_every_way_to_pay_is_found_once_and_no_other(have: Purse, terms: Terms[Purse]) -> None:
    found = payments(have, terms)
    assert len({payment.goods for payment in found}) == len(found)
    assert {payment.goods for payment in found} == {heap for heap in heaps(have) if meets(heap, terms)}
    for payment in found:
        assert payment.plain == (payment.goods.gold == terms.cost.gold)
    plain = [payment.plain for payment in found]
    assert plain == sorted(plain, reverse=True), "the plain ones come first"


@given(purses, purses, prices)
def test_what_lies_beyond_the_price_changes_nothing(have: Purse, more: Purse, terms: Terms[Purse]) -> None:
    rich = Purse(**{kind: count + 5 for kind, count in asdict(have + more).items()})
    richer = rich + more
    assert payments(rich, terms) == payments(richer, terms)


@pytest.mark.parametrize(
    ("have", "terms", "goods"),
    [
        (Purse(wood=1, cloth=1), Terms(Purse(wood=1, cloth=1), KINDS), ["1 wood 1 cloth"]),
        (Purse(wood=1, gold=1), Terms(Purse(wood=1, cloth=1), KINDS, "gold"), ["1 wood 1 gold"]),
        (Purse(wood=1), Terms(Purse(wood=1, cloth=1), KINDS, off=1), ["1 wood"]),
        (Purse(), Terms(Purse(wood=1), KINDS, off=2), [""]),
        (Purse(book=1, gold=2), Terms(Purse(book=1, gold=1), KINDS, "gold"), ["1 book 1 gold"]),
        (Purse(gold=2), Terms(Purse(book=1), KINDS, "gold"), []),
        (Purse(stone=2), Terms(Purse(), KINDS, free=2), ["2 stone"]),
    ],
)
def test_prices(have: Purse, terms: Terms[Purse], goods: list[str]) -> None:
    shown = [
        " ".join(f"{count} {kind}" for kind, count in asdict(way.goods).items() if count)
        for way in payments(have, terms)
    ]
    assert shown == goods


def test_who_owes_something_else_can_still_pay() -> None:
    terms = Terms(Purse(wood=1), KINDS, "gold")
    assert payments(Purse(wood=2, gold=1, book=-1), terms) == payments(Purse(wood=2, gold=1), terms)
    assert payments(Purse(wood=2, book=-1), Terms(Purse(wood=1, book=1), KINDS)) == ()
    assert Purse(wood=1, book=-1).lacking(Purse(wood=1)) is None
    assert Purse(wood=1, book=-1).lacking(Purse(book=1)) == "book"
