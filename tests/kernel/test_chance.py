from collections import Counter
from hashlib import sha256
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.kernel.errors import Damaged
from core.kernel.rules.chance import Draw, Stream, deal, derived, recorded, scripted, stream

BAG = ("ash", "birch", "cedar", "elm", "fir", "oak", "yew")


# --- the specification, written again from the docstring alone ------------------------------------------------------


def key_of(seed: str, n: int, label: str) -> bytes:
    state = sha256()
    for part in ("herald draw 1", seed, str(n), label):
        data = part.encode("utf-8")
        state.update(len(data).to_bytes(8, "big") + data)
    return state.digest()


def words_of(key: bytes, count: int) -> list[int]:
    blocks = b"".join(sha256(key + i.to_bytes(8, "big")).digest() for i in range(count // 4 + 1))
    return [int.from_bytes(blocks[8 * i : 8 * i + 8], "big") for i in range(count)]


def drawn_of(seed: str, n: int, label: str, bag: tuple[str, ...], count: int) -> list[str]:
    words = words_of(key_of(seed, n, label), 4 * count + 8)
    left, out = sorted(bag), list[str]()
    while len(out) < count:
        size = len(left)
        while (x := words.pop(0)) >= 2**64 - 2**64 % size:
            pass
        at = x % size
        out.append(left[at])
        left[at] = left[-1]
        left.pop()
    return out


@given(st.text(max_size=20), st.integers(0, 10**6), st.text(max_size=20), st.integers(0, 7))
def test_it_does_what_its_docstring_says(seed: str, n: int, label: str, count: int) -> None:
    assert list(derived(seed)(n, Draw(label, BAG, count))) == drawn_of(seed, n, label, BAG, count)


@pytest.mark.parametrize(
    ("seed", "n", "label", "count", "drawn"),
    [
        ("seed", 0, "turn order", 7, "yew elm cedar fir ash birch oak"),
        ("seed", 1, "turn order", 7, "cedar elm oak fir birch yew ash"),
        ("", 0, "", 3, "yew cedar fir"),
        ("château", 12, "réserve", 4, "elm fir cedar ash"),
    ],
)
def test_known_answers_never_change(seed: str, n: int, label: str, count: int, drawn: str) -> None:
    assert derived(seed)(n, Draw(label, BAG, count)) == tuple(drawn.split())


def test_the_words_of_a_key_never_change() -> None:
    words = Stream(bytes(32))
    assert [words.word() for _ in range(5)] == [
        3185397464471143308,
        6538991910595841187,
        15205980645323908593,
        2159107802372198891,
        639513788490492620,
    ]


# --- what the specification is for ----------------------------------------------------------------------------------


def test_every_order_is_as_likely() -> None:
    """24,000 seeds, 24 orders: each 1,000 times, give or take what chance gives (chi squared, p about 1e-6)."""
    orders = Counter(derived(str(seed))(0, Draw("order", ("a", "b", "c", "d"), 4)) for seed in range(24_000))
    assert set(orders) == set(permutations("abcd"))
    assert sum((count - 1_000) ** 2 / 1_000 for count in orders.values()) < 70


def test_the_label_parts_two_draws_of_the_same_number() -> None:
    """What an undone draw showed tells nothing about what another request would get."""
    same = [
        derived(str(seed))(3, Draw("scout by 1", BAG, 1)) == derived(str(seed))(3, Draw("scout by 2", BAG, 1))
        for seed in range(7_000)
    ]
    assert 850 < sum(same) < 1_150


def test_the_number_parts_two_draws_of_the_same_label() -> None:
    same = [
        derived(str(seed))(3, Draw("refill", BAG, 1)) == derived(str(seed))(4, Draw("refill", BAG, 1))
        for seed in range(7_000)
    ]
    assert 850 < sum(same) < 1_150


def test_parts_of_the_key_cannot_run_into_each_other() -> None:
    draws = {
        derived(seed)(n, Draw(label, BAG, 7)) for seed, n, label in (("a1", 1, "b"), ("a", 11, "b"), ("a", 1, "1b"))
    }
    assert len(draws) == 3


def test_a_bag_of_another_size_shares_nothing() -> None:
    """Modulo: with one card fewer the same draw does not give the same card or its neighbour."""
    big = tuple(f"{n:03}" for n in range(100))
    near = 0
    for seed in range(2_000):
        one, other = (int(derived(str(seed))(0, Draw("card", bag, 1))[0]) for bag in (big, big[:-1]))
        near += abs(one - other) <= 1
    assert near < 120  # three of a hundred by chance


def test_words_that_would_favour_some_are_rejected() -> None:
    """A quarter of all words lies above 3 * 2^62: below(3 * 2^62) must not fold them."""
    m = 3 * 2**62
    dice, words = Stream(bytes(32)), Stream(bytes(32))
    kept = [word for word in (words.word() for _ in range(4_000)) if word < m]
    assert 2_800 < len(kept) < 3_200
    assert [dice.below(m) for _ in kept] == kept


@given(st.permutations([*BAG, "ash", "yew"]))
def test_the_order_in_which_a_bag_is_written_changes_no_draw(bag: list[str]) -> None:
    drawn = derived("seed")(3, Draw("trees", tuple(bag), 5))
    assert list(drawn) == drawn_of("seed", 3, "trees", (*BAG, "ash", "yew"), 5)


def test_a_whole_bag_is_an_order_of_it() -> None:
    for seed in range(50):
        assert sorted(derived(str(seed))(0, Draw("all", BAG, 7))) == sorted(BAG)


def test_below_one_is_nothing_to_choose() -> None:
    assert {stream("x").below(1) for _ in range(5)} == {0}


def test_streams_are_told_apart_by_what_they_are_for() -> None:
    assert stream("bot", 1, "x").word() == stream("bot", 1, "x").word()
    assert stream("bot", 1, "x").word() != stream("bot", 1, "y").word()
    assert stream("bot", 11, "").word() != stream("bot", 1, "1").word()


def test_pick_can_come_to_each() -> None:
    dice = stream("pick")
    assert {dice.pick("abc") for _ in range(100)} == set("abc")
    assert deal(dice, BAG, 0) == ()


# --- draws that stand in a row --------------------------------------------------------------------------------------


def test_recorded_draws_come_back_in_their_order() -> None:
    dealer = recorded(9, [("oak", "elm"), ("yew",)], first=4)
    assert dealer(4, Draw("two", BAG, 2)) == ("oak", "elm")
    assert dealer(5, Draw("one", BAG, 1)) == ("yew",)


@pytest.mark.parametrize(
    ("drawn", "why"),
    [
        (("oak",), "draw_impossible"),
        (("oak", "oak"), "draw_impossible"),
        (("oak", "palm"), "draw_impossible"),
        (("oak", "elm", "yew"), "draw_impossible"),
    ],
)
def test_a_recorded_draw_that_the_bag_cannot_give_is_damage(drawn: tuple[str, ...], why: str) -> None:
    with pytest.raises(Damaged) as found:
        recorded(9, [drawn], first=0)(0, Draw("two", BAG, 2))
    assert (found.value.why, found.value.row, found.value.part) == (why, 9, "chance")


def test_a_bag_may_hold_the_same_thing_more_than_once() -> None:
    """Dice, cubes: each is taken as often as the bag holds it."""
    cubes = ("red", "red", "blue")
    assert recorded(1, [("red", "red")], 0)(0, Draw("cubes", cubes, 2)) == ("red", "red")
    with pytest.raises(Damaged, match="draw_impossible"):
        recorded(1, [("blue", "blue")], 0)(0, Draw("cubes", cubes, 2))
    assert sorted(scripted([("red",)], derived("seed"))(0, Draw("cubes", cubes, 3))) == sorted(cubes)


def test_a_draw_that_the_row_does_not_tell_is_damage() -> None:
    with pytest.raises(Damaged) as found:
        recorded(9, [("oak",)], first=4)(5, Draw("one", BAG, 1))
    assert (found.value.why, found.value.expected) == ("draw_missing", "one")


def test_scripted_draws_come_first_and_are_filled_up() -> None:
    dealer = scripted([("oak",), ("elm", "yew", "fir")], derived("seed"))
    first = dealer(0, Draw("two", BAG, 2))
    assert first[0] == "oak"
    assert len(set(first)) == 2
    assert dealer(1, Draw("two", BAG, 2)) == ("elm", "yew")
    assert dealer(2, Draw("two", BAG, 2)) == derived("seed")(2, Draw("two", BAG, 2))


# --- with putting back: dice ----------------------------------------------------------------------------------------

FACES = ("1", "2", "3", "4", "5", "6")


def test_a_throw_of_dice_follows_from_seed_number_and_label() -> None:
    throw = derived("seed")(3, Draw("dice", FACES, 9, back=True))
    words = words_of(key_of("seed", 3, "dice"), 9)  # six divides 2^64 but for four numbers: none of them came
    assert throw == tuple(FACES[word % 6] for word in words)


def test_every_face_can_come_in_every_place() -> None:
    throws = [derived("seed")(number, Draw("dice", FACES, 3, back=True)) for number in range(200)]
    for place in range(3):
        assert {throw[place] for throw in throws} == set(FACES)
    assert any(len(set(throw)) == 1 for throw in throws), "three of a kind"


def test_rolling_again_is_another_draw() -> None:
    dice = Draw("dice", FACES, 2, back=True)
    assert len({derived("seed")(number, dice) for number in range(6)}) > 3


def test_what_dice_can_show_without_the_seed() -> None:
    dice = Draw("dice", FACES, 2, back=True)
    assert recorded(1, [("4", "4")], 0)(0, dice) == ("4", "4")
    for impossible in (("4", "7"), ("4",), ("4", "4", "4")):
        with pytest.raises(Damaged):
            recorded(1, [impossible], 0)(0, dice)


def test_a_scenario_says_what_is_thrown() -> None:
    dealer = scripted([("6", "6")], derived("seed"))
    assert dealer(0, Draw("dice", FACES, 3, back=True))[:2] == ("6", "6")
    assert len(dealer(1, Draw("dice", FACES, 3, back=True))) == 3
