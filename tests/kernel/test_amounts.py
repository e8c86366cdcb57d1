import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.kernel.errors import Usage
from core.kernel.rules.amounts import Amounts, read_amounts


class Goods(Amounts, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    gold: int = 0
    wood: int = 0
    wool: int = 0


GOODS = st.builds(Goods, *(st.integers(0, 50) for _ in range(3)))


@given(GOODS, GOODS)
def test_what_is_added_can_be_taken_away_again(one: Goods, other: Goods) -> None:
    both = one + other
    assert both - other == one
    assert both == other + one
    assert both.total() == one.total() + other.total()
    assert both.lacking(one) is None
    short = [kind for kind in ("gold", "wood", "wool") if one.of(kind) < other.of(kind)]
    assert one.lacking(other) == (short[0] if short else None)


@given(GOODS, st.sampled_from(["gold", "wood", "wool"]), st.integers(-5, 5))
def test_more_of_one_kind_changes_only_that(goods: Goods, kind: str, amount: int) -> None:
    more = goods.plus(kind, amount)
    assert more.of(kind) == goods.of(kind) + amount
    assert more.plus(kind, -amount) == goods
    assert type(more) is Goods


def test_counters_are_written_as_sums() -> None:
    assert read_amounts("2 gold + 1 wool", Goods) == Goods(gold=2, wool=1)
    assert read_amounts("2 gold+3 gold", Goods) == Goods(gold=5)
    assert read_amounts(" 0 wood ", Goods) == Goods()


def test_where_something_can_go_back_there_may_be_less_than_none() -> None:
    assert read_amounts("-2 gold + 1 wool", Goods, signed=True) == Goods(gold=-2, wool=1)
    for text in ("--2 gold", "- gold", "- 2 gold", "−2 gold"):
        with pytest.raises(Usage):
            read_amounts(text, Goods, signed=True)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("2 iron", "unknown_word"),
        ("gold", "unknown_word"),
        ("", "unknown_word"),
        ("2 gold +", "unknown_word"),
        ("-2 gold", "not_a_number"),
        ("two gold", "not_a_number"),
        ("1.5 gold", "not_a_number"),
        ("² gold", "not_a_number"),
    ],
)
def test_a_text_that_is_no_counter_says_why(text: str, why: str) -> None:
    with pytest.raises(Usage) as found:
        read_amounts(text, Goods)
    assert found.value.why == why
    if why == "unknown_word":
        assert found.value.known == ("gold", "wood", "wool")
