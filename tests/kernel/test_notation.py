from functools import cache
from typing import Annotated, Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec import Struct

from core.kernel.errors import HeraldError, NotYourTurn, Refused, Usage
from core.kernel.language.completion import next_words
from core.kernel.language.lexicon import Lexicon
from core.kernel.language.notation import near_moves, read_move
from core.kernel.language.pattern import commands, parse
from core.kernel.language.spelling import format_move
from core.kernel.rules.chance import stream
from core.kernel.rules.engine import State
from core.kernel.rules.marks import Key, Many, Name, OneWord, fields_of
from tests.support.matches import GAMES, states
from tests.support.recording import Recorder
from tests.support.toy import TOY, Earn, Guess, Light, Pledging, Spend, Spending, Turn

Fruit = Annotated[str, Name("fruit")]
Pot = Annotated[str, Name("pot")]
WORDS = {
    "fruit": ("apple", "apricot", "banana", "cherry", "lime", "limequat"),
    "pot": ("kettle", "pan"),
    "shelf": ("s1", "s2"),
}


class Buy(Struct, frozen=True, tag="buy", omit_defaults=True):
    fruits: Annotated[tuple[Fruit, ...], Many()]
    pay: Annotated[int | None, Key()] = None


class Bake(Struct, frozen=True, tag="bake", omit_defaults=True):
    fruit: Fruit
    topped: Annotated[tuple[Fruit, ...], Many(), Key()] = ()
    order: Annotated[tuple[Fruit, ...], Key()] = ()


class Bid(Struct, frozen=True, tag="bid", omit_defaults=True):
    amount: int
    fruit: Fruit | None = None


class Nap(Struct, frozen=True, tag="nap", omit_defaults=True):
    pass


class Pick(Struct, frozen=True, tag="pick", omit_defaults=True, kw_only=True):
    """With what may stand before a list and behind it."""

    pot: Pot | None = None
    fruits: Annotated[tuple[Fruit, ...], OneWord()]
    lid: Pot | None = None
    shelf: Annotated[str, Name("shelf")]


class Pour(Struct, frozen=True, tag="pour", omit_defaults=True):
    """What may be said, and nothing must."""

    pot: Pot | None = None
    shelf: Annotated[str | None, Name("shelf")] = None


KINDS = (Buy, Bake, Bid, Nap)


def meant(text: str, here: tuple[type, ...] = KINDS) -> Any:
    return parse(text, here, KINDS, Lexicon(WORDS)).literal()


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("nap", Nap()),
        ("NAP", Nap()),
        ("n # so tired", Nap()),
        ("bid 3", Bid(3)),
        ("bid 3 cherry", Bid(3, "cherry")),
        ("Bid 3 C", Bid(3, "cherry")),
        ("bid 3 lime", Bid(3, "lime")),  # the word itself, though another one begins with it
        ("bid 3 limeq", Bid(3, "limequat")),
        ("buy banana", Buy(("banana",))),
        ("buy cherry banana cherry", Buy(("banana", "cherry", "cherry"))),
        ("buy cherry*2 banana", Buy(("banana", "cherry", "cherry"))),
        ("buy cherry*2 cherry", Buy(("cherry", "cherry", "cherry"))),
        ("buy cherry 2 banana", Buy(("banana", "cherry", "cherry"))),
        ("buy cherry 1 banana 3 pay=7", Buy(("banana", "banana", "banana", "cherry"), 7)),
        ("buy cherry 2 cherry", Buy(("cherry", "cherry", "cherry"))),
        ("buy banana pay=7", Buy(("banana",), 7)),
        ("buy pay=7 banana", Buy(("banana",), 7)),
        ("buy pay 7 banana", Buy(("banana",), 7)),
        ("buy p=7 b", Buy(("banana",), 7)),
        ("buy -", Buy(())),
        ("buy - pay=7", Buy((), 7)),
        ("bake cherry topped=banana,apple*2", Bake("cherry", ("apple", "apple", "banana"))),
        ("bake cherry topped=banana,apple,2", Bake("cherry", ("apple", "apple", "banana"))),
        ("bake cherry order=banana,apple", Bake("cherry", order=("banana", "apple"))),
        ("bake cherry topped banana order=apple", Bake("cherry", ("banana",), ("apple",))),
    ],
)
def test_a_text_means_one_move(text: str, move: Any) -> None:
    assert meant(text) == move


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Nap(), "nap"),
        (Bid(3, "cherry"), "bid 3 cherry"),
        (Buy(("apple", "cherry", "cherry"), 0), "buy apple cherry*2 pay=0"),
        (Buy(()), "buy -"),
        (Bake("cherry", ("apple", "apple"), ("banana", "apple")), "bake cherry topped=apple*2 order=banana,apple"),
    ],
)
def test_the_long_form_of_a_move(move: Any, text: str) -> None:
    assert format_move(move) == text
    assert meant(text) == move


FRUITS = st.lists(st.sampled_from(WORDS["fruit"]), max_size=6).map(lambda found: tuple(sorted(found)))
MOVES = st.one_of(
    st.builds(Nap),
    st.builds(Bid, st.integers(0, 99), st.none() | st.sampled_from(WORDS["fruit"])),
    st.builds(Buy, FRUITS, st.none() | st.integers(0, 99)),
    st.builds(Bake, st.sampled_from(WORDS["fruit"]), FRUITS, FRUITS),
)


@given(MOVES)
def test_what_is_formatted_parses_to_the_same(move: Any) -> None:
    assert meant(format_move(move)) == move
    assert meant(f"  {format_move(move).upper()}   # 3 * 3 = 9; ok") == move


@pytest.mark.parametrize(
    ("text", "why", "known"),
    [
        ("", "nothing_typed", ("buy", "bake", "bid", "nap")),
        ("   # only a remark", "nothing_typed", ("buy", "bake", "bid", "nap")),
        ("dance", "unknown_verb", ("bake", "bid", "buy", "nap")),
        ("b apple", "ambiguous_word", ("buy", "bake", "bid")),
        ("nap now", "verb_alone", ()),
        ("bid lots", "not_a_number", ()),
        ("bid -3", "not_a_number", ()),
        ("bid 3.5", "not_a_number", ()),
        ("bid 1000000000000", "not_a_number", ()),
        ("buy plum", "unknown_word", WORDS["fruit"]),
        ("buy ap", "ambiguous_word", ("apple", "apricot")),
        ("buy banana*0", "not_a_number", ()),
        ("buy banana*00", "not_a_number", ()),
        ("buy banana*100", "not_a_number", ()),
        ("buy banana*1000000000", "not_a_number", ()),
        ("buy banana*x", "not_a_number", ()),
        ("buy banana 0", "not_a_number", ()),
        ("buy banana 100", "not_a_number", ()),
        ("buy banana 2 3", "unknown_word", WORDS["fruit"]),
        ("buy 2 banana", "unknown_word", WORDS["fruit"]),
        ("bake cherry order=banana,2", "unknown_word", WORDS["fruit"]),
        ("buy banana*", "not_a_number", ()),
        ("buy banana - ", "unknown_word", WORDS["fruit"]),
        ("buy banana pay=", "not_a_number", ()),
        ("bake cherry topped=", "unknown_word", WORDS["fruit"]),
        ("bid 3 cherry cherry", "too_many_words", ()),
    ],
)
def test_a_text_that_means_nothing_says_why(text: str, why: str, known: tuple[str, ...]) -> None:
    with pytest.raises(Usage) as found:
        meant(text)
    assert (found.value.why, found.value.known) == (why, known)


@pytest.mark.parametrize(
    ("text", "why", "known"),
    [
        ("pick s1", "list_comes_first", (*WORDS["fruit"], *WORDS["pot"])),
        ("pick pan s1", "list_comes_first", WORDS["fruit"]),
        ("pick plum s1", "unknown_in_list", (*WORDS["fruit"], *WORDS["pot"])),
        ("pick lime s3", "unknown_word", (*WORDS["shelf"], *WORDS["pot"])),
        ("pick lime pan lid", "unknown_word", WORDS["shelf"]),
        ("pick lime cherry s1", "words_apart", ()),
        ("pick pan lime pan cherry", "unknown_word", WORDS["shelf"]),
        ("pour lid", "unknown_word", (*WORDS["pot"], *WORDS["shelf"])),
    ],
)
def test_a_word_that_fits_nowhere_is_told_what_could_stand_there(text: str, why: str, known: tuple[str, ...]) -> None:
    kinds = (Pick, Pour)
    with pytest.raises(Usage) as found:
        parse(text, kinds, kinds, Lexicon(WORDS))
    assert (found.value.why, found.value.known) == (why, known)


def test_words_of_a_list_are_joined() -> None:
    with pytest.raises(Usage) as found:
        parse("pick lime cherry s1", (Pick,), (Pick,), Lexicon(WORDS))
    joined = str(found.value.terms["joined"])
    assert joined == "lime,cherry"
    for text, fruits in ((f"pick {joined} s1", ("lime", "cherry")), ("pick pan - s1", ()), ("pick - s1", ())):
        move = parse(text, (Pick,), (Pick,), Lexicon(WORDS)).literal()
        assert move.fruits == fruits


def test_the_moves_of_the_waiting_step_win_where_a_beginning_fits_several() -> None:
    assert meant("b 3", (Bid,)) == Bid(3)
    assert meant("ba cherry", (Bid,)) == Bake("cherry"), "and others are understood all the same"
    with pytest.raises(Usage, match="ambiguous_word"):
        meant("b 3", (Buy, Bid))


def test_what_is_left_out_or_open_is_no_whole_move() -> None:
    assert meant("bid") is None
    assert meant("buy") is None, "an empty list is written out: nobody means it by accident"
    assert meant("bid 3 ap") is None
    pattern = parse("bid 3 ap", KINDS, KINDS, Lexicon(WORDS))
    assert pattern.fits(Bid(3, "apple"))
    assert not pattern.fits(Bid(3, "banana"))
    assert not pattern.fits(Bid(2, "apple"))
    assert not pattern.fits(Nap())


@given(st.text(max_size=60))
@example("nap")
def test_no_text_whatever_breaks_the_reader(text: str) -> None:
    try:
        move = meant(text)
    except Usage:
        return
    assert move is None or type(move) in KINDS


HOSTILE = st.lists(
    st.sampled_from(
        ["buy", "bid", "nap", "bake", "=", "*", "-", "#", "pay", "pay=", "topped=,", "apple", "ap*9", "٣", "7"]
    ),
    max_size=6,
).map(" ".join)


@given(HOSTILE)
@example("nap")
@example("bake apple topped=apple*9")
@example("bid 7 apple")
def test_no_mixture_of_words_breaks_the_reader(text: str) -> None:
    try:
        move = meant(text)
    except Usage:
        return
    if move is not None:
        assert meant(format_move(move)) == move


def test_a_line_holds_several_moves_and_one_remark() -> None:
    assert commands("activate 3; bid 2 ;; pass # well; well") == ["activate 3", "bid 2", "pass # well; well"]
    assert commands(" ; ;") == []
    assert commands("# nothing but a remark") == []


def test_fields_tell_what_their_types_say() -> None:
    fruits, pay = fields_of(Buy)
    assert (fruits.name, fruits.kind, fruits.many, fruits.unordered, fruits.key, fruits.required) == (
        "fruits",
        "fruit",
        True,
        True,
        False,
        True,
    )
    assert (pay.name, pay.kind, pay.key, pay.required, pay.default) == ("pay", "int", True, False, None)


# --- texts where a match waits ------------------------------------------------------------------------------------


@cache
def at(kind: type) -> State[Any]:
    """A position of the toy game where a step of this kind waits for seat 0."""
    return next(
        state
        for state in states("toy", 2, 3)
        if isinstance(state.agenda[-1], kind) and getattr(state.agenda[-1], "seat", 0) == 0
    )


@pytest.fixture
def turn() -> State[Any]:
    return at(Turn)


def test_a_legal_text_is_its_move(turn: State[Any]) -> None:
    assert read_move(TOY, turn, 0, "earn 2") == Earn(2)
    assert read_move(TOY, turn, 0, "L") == Light()


def test_a_text_that_fits_several_offers_asks_which(turn: State[Any]) -> None:
    with pytest.raises(Usage) as found:
        read_move(TOY, turn, 0, "earn")
    assert (found.value.why, found.value.known) == ("which", ("earn 1", "earn 2"))


def test_a_blocked_text_tells_rule_need_have_and_what_is_near(turn: State[Any]) -> None:
    with pytest.raises(Refused) as found:
        read_move(TOY, turn, 0, "earn 3")
    refused = found.value
    assert (refused.rule, refused.why, refused.need, refused.have) == ("TOY-5", "too_many_coins", 2, 3)
    assert refused.nearest == ("earn 2", "earn 1", "light")


def test_a_text_far_off_gets_the_reason_of_the_nearest_offer(turn: State[Any]) -> None:
    with pytest.raises(Refused) as found:
        read_move(TOY, turn, 0, "earn 9")
    assert (found.value.rule, found.value.why) == ("TOY-5", "too_many_coins")


def test_a_verb_of_another_step_has_a_time_of_its_own(turn: State[Any]) -> None:
    for text in ("spend 2", "spend", "guess 1"):
        with pytest.raises(Refused) as found:
            read_move(TOY, turn, 0, text)
        assert (found.value.rule, found.value.why) == ("TOY-5", "other_time")


def test_who_is_not_asked_is_told_who_is(turn: State[Any]) -> None:
    for text in ("earn 1", "earn", "spend 1"):
        with pytest.raises(NotYourTurn) as found:
            read_move(TOY, turn, 1, text)
        assert found.value.terms["waiting"] == [0]
        assert found.value.nearest == ()
    assert near_moves(turn, 1, parse("earn", (Earn,), (Earn,), Lexicon({})), Lexicon({})) == []


def test_an_open_choice_wants_the_whole_move() -> None:
    state = at(Pledging)
    assert read_move(TOY, state, 1, "guess 3") == Guess(3)
    with pytest.raises(Usage) as found:
        read_move(TOY, state, 1, "guess")
    assert found.value.why == "say_all"
    (text,) = found.value.known
    assert isinstance(read_move(TOY, state, 1, text), Guess)
    with pytest.raises(Refused) as refused:
        read_move(TOY, state, 1, "guess 4")
    assert (refused.value.rule, refused.value.need, refused.value.have) == ("TOY-1", 3, 4)
    (near,) = refused.value.nearest
    assert isinstance(read_move(TOY, state, 1, near), Guess)
    with pytest.raises(Refused) as other:
        read_move(TOY, state, 1, "earn 1")
    assert other.value.why == "other_time"


def test_after_the_end_every_text_is_too_late() -> None:
    match = Recorder(TOY, 2).play(stream("end"))
    for text in ("earn 1", "guess"):
        with pytest.raises(NotYourTurn) as found:
            read_move(TOY, match.state, 0, text)
        assert found.value.why == "match_over"
    with pytest.raises(Usage, match="unknown_verb"):
        read_move(TOY, match.state, 0, "dance")


def test_spending_lists_every_amount() -> None:
    state = at(Spending)
    have = state.table.seats[0].coins
    assert [read_move(TOY, state, 0, f"spend {n}") for n in range(1, have + 1)] == [
        Spend(n) for n in range(1, have + 1)
    ]


# --- completion ---------------------------------------------------------------------------------------------------


def test_next_words_are_those_of_legal_moves(turn: State[Any]) -> None:
    assert next_words(turn, 0, [], "", Lexicon({})) == ["earn", "light"]
    assert next_words(turn, 0, [], "L", Lexicon({})) == ["light"]
    assert next_words(turn, 0, ["earn"], "", Lexicon({})) == ["1", "2"]
    assert next_words(turn, 0, ["e"], "2", Lexicon({})) == ["2"]
    assert next_words(turn, 0, ["earn", "1"], "", Lexicon({})) == []
    assert next_words(turn, 0, ["dance"], "", Lexicon({})) == []
    assert next_words(turn, 1, [], "", Lexicon({})) == [], "who is not asked has nothing to type"


def test_next_words_of_a_match_that_is_over() -> None:
    assert next_words(Recorder(TOY, 2).play(stream("end")).state, 0, [], "", Lexicon({})) == []


@given(st.integers(0, 300), st.text(max_size=8), st.lists(st.text(max_size=6), max_size=3))
def test_no_half_typed_text_breaks_completion(seed: int, begun: str, typed: list[str]) -> None:
    found = states("medieval", 2, 1)
    state = found[seed % len(found)]
    for seat in (0, 1):
        words = next_words(state, seat, typed, begun, Lexicon.of(GAMES["medieval"], state.table))
        assert all(word.casefold().startswith(begun.casefold()) for word in words)


@given(st.text(max_size=40) | HOSTILE)
@example("guess 3")
def test_no_text_breaks_a_waiting_match(text: str) -> None:
    try:
        move = read_move(TOY, at(Pledging), 0, text)
    except HeraldError:
        return
    assert isinstance(move, Guess)
