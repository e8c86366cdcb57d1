"""The kernel's loop, shown with steps that do nothing but what the test is about."""

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from core.kernel.errors import NotYourTurn, Refused
from core.kernel.game import Game, Setup
from core.kernel.log.fold import after, fold
from core.kernel.log.row import Body
from core.kernel.rules.chance import Draw, Drawn, derived, stream
from core.kernel.rules.engine import Consequences, State, admit, asked, begin, decide, legal, opens, some_legal, waiting
from core.kernel.rules.secret import Opened, Secret, unsalted
from core.kernel.rules.step import (
    Ask,
    Auto,
    Blocked,
    Chance,
    Choice,
    Fact,
    Next,
    Offer,
    OpenChoice,
    SealedChoice,
    move_kinds,
)
from tests.support.matches import set_up
from tests.support.toy import TOY, Earn, Guess


class Notes(Struct, frozen=True):
    """A table that is nothing but what was said to it."""

    said: tuple[str, ...] = ()
    answer: Secret[str] | None = None


class Said(Fact[Notes], frozen=True, tag=True):
    word: str

    def on(self, t: Notes) -> Notes:
        return replace(t, said=(*t.said, self.word))


class Kept(Fact[Notes], frozen=True, tag=True):
    answer: Secret[str]

    def on(self, t: Notes) -> Notes:
        return replace(t, answer=self.answer)


class Shown(Fact[Notes], frozen=True, tag=True):
    answer: Opened[str] | None

    def on(self, t: Notes) -> Notes:
        return replace(t, answer=None)


class Say(Auto[Notes], frozen=True, tag=True):
    """Says a word; with `more`, says it again afterwards."""

    rule: ClassVar[str] = "T-1"
    word: str
    then_: tuple[Any, ...] = ()

    def then(self, t: Notes) -> Next:
        return [Said(self.rule, self.word), *self.then_]


class Hear(Auto[Notes], frozen=True, tag=True):
    """Says how much had been said: shows what the table was like when the step was resolved."""

    rule: ClassVar[str] = "T-2"

    def then(self, t: Notes) -> Next:
        return [Said(self.rule, f"heard {len(t.said)}")]


class Wrong(Auto[Notes], frozen=True, tag=True):
    """Puts a fact behind a step."""

    rule: ClassVar[str] = "T-3"

    def then(self, t: Notes) -> Next:
        return [Said(self.rule, "first"), Say("step"), Said(self.rule, "late")]


class Cast(Chance[Notes], frozen=True, tag=True):
    rule: ClassVar[str] = "T-4"
    label: str
    bag: tuple[str, ...] = ("heads", "tails")

    def draw(self, t: Notes) -> Draw | None:
        return Draw(self.label, self.bag, 1) if self.bag else None

    def drew(self, t: Notes, drawn: Drawn) -> Next:
        return [Said(self.rule, f"{self.label} {drawn[0]}")]


class Yes(Struct, frozen=True, tag="yes"):
    pass


class No(Struct, frozen=True, tag="no"):
    times: int = 1
    why: str = ""


class Question(Choice[Notes, Yes | No], frozen=True, tag=True):
    rule: ClassVar[str] = "T-5"
    seats: tuple[int, ...] = (0,)
    then_: tuple[Any, ...] = ()

    def asks(self, t: Notes) -> Ask | None:
        return Ask(self.seats) if self.seats else None

    def offers(self, t: Notes, seat: int) -> Iterable[Offer[Yes | No]]:
        yield Offer(Yes())
        yield Offer(No(3), Blocked("T-6", "too_often", need=2, have=3))
        yield Offer(No(9), Blocked("T-7", "far_too_often", need=2, have=9))
        yield Offer(No(4, "so"), Blocked("T-8", "why_so"))

    def resolve(self, t: Notes, seat: int, move: Yes | No) -> Next:
        return [Said(self.rule, f"{seat} says {msgspec.json.decode(msgspec.json.encode(move))['type']}"), *self.then_]


class Whisper(SealedChoice[Notes, Yes | No], frozen=True, tag=True):
    rule: ClassVar[str] = "T-9"
    then_: tuple[Any, ...] = ()

    def asks(self, t: Notes) -> Ask | None:
        return None if t.answer else Ask((0,), (1,))

    def check(self, t: Notes, seat: int, move: Yes | No, *, whole: bool = True) -> Blocked | None:
        return Blocked("T-9", "never_no") if isinstance(move, No) else None

    def sample(self, t: Notes, seat: int, dice: Any) -> Yes | No:
        return Yes()

    def receive(self, t: Notes, seat: int, answer: Secret[Any]) -> Next:
        return [Kept(self.rule, answer), self, *self.then_]


class Unmask(Auto[Notes], frozen=True, tag=True):
    rule: ClassVar[str] = "T-10"

    def then(self, t: Notes) -> Next:
        assert t.answer is not None
        return [Shown(self.rule, t.answer.open())]


OPENED: Opened[str] = Opened((1, 0), "salt", msgspec.Raw(b'"x"'))


class Blurt(Choice[Notes, Yes | No], frozen=True, tag=True):
    """A choice whose own facts open something."""

    rule: ClassVar[str] = "T-11"

    def asks(self, t: Notes) -> Ask | None:
        return Ask((0,))

    def offers(self, t: Notes, seat: int) -> Iterable[Offer[Yes | No]]:
        return [Offer(Yes())]

    def resolve(self, t: Notes, seat: int, move: Yes | No) -> Next:
        return [Said(self.rule, "blurted"), Shown(self.rule, OPENED)]


AnyStep = Any
Owed = Callable[[Notes], AnyStep | None]


def game(*steps: AnyStep, owed: Owed = lambda _t: None) -> Game[Any, Any]:
    """A game that begins with these steps."""

    def new(_setup: Setup) -> tuple[Notes, tuple[AnyStep, ...]]:
        return Notes(), steps

    return replace(TOY, new=new, owed=owed)


def started(*steps: AnyStep, owed: Owed = lambda _t: None) -> Consequences[Any]:
    return begin(game(*steps, owed=owed), set_up(TOY, 2), derived("seed"))


def answered(happened: Consequences[Any], move: Any = None, seat: int = 0, **more: Any) -> Consequences[Any]:
    return decide(game(), happened.state, seat, move or Yes(), derived("seed"), **more)


def said(happened: Consequences[Any]) -> list[str]:
    return list(happened.state.table.said)


# --- order ----------------------------------------------------------------------------------------------------------


def test_steps_run_in_the_order_of_the_sentence_and_a_step_before_what_follows_it() -> None:
    happened = started(Say("one", (Say("two"), Say("three"))), Say("four"))
    assert said(happened) == ["one", "two", "three", "four"]
    assert [fact.word for fact in happened.facts if isinstance(fact, Said)] == said(happened)
    assert happened.state.agenda == ()


def test_a_step_reads_the_table_when_its_turn_comes() -> None:
    assert said(started(Say("a", (Hear(), Say("b"), Hear())))) == ["a", "heard 1", "b", "heard 3"]


def test_a_fact_behind_a_step_is_no_order() -> None:
    with pytest.raises(TypeError, match="facts come before steps"):
        started(Wrong())


def test_it_goes_on_until_somebody_must_choose() -> None:
    happened = started(Say("one"), Question((1,)), Say("two"))
    assert said(happened) == ["one"]
    assert waiting(happened.state) == Question((1,))
    assert asked(happened.state) == Ask((1,))
    assert said(answered(happened, seat=1)) == ["one", "1 says yes", "two"]


def test_a_choice_that_asks_nobody_drops_out() -> None:
    happened = started(Say("one"), Question(()), Question(()), Say("two"), Question(()))
    assert said(happened) == ["one", "two"]
    assert happened.state.agenda == ()
    assert waiting(happened.state) is None
    assert asked(happened.state) == Ask(())


def test_a_draw_without_a_bag_drops_out() -> None:
    happened = started(Cast("coin", ()), Say("one"), Cast("coin", ()))
    assert said(happened) == ["one"]
    assert happened.chance == ()
    assert happened.state.draws == 0


# --- chance ---------------------------------------------------------------------------------------------------------


def test_draws_are_numbered_along_the_line_and_asked_by_label() -> None:
    asked_for: list[tuple[int, Draw]] = []

    def dealer(number: int, draw: Draw) -> Drawn:
        asked_for.append((number, draw))
        return (draw.bag[number % 2],)

    played = game(Cast("a"), Question((0,), (Cast("b"), Cast("c"))))
    first = begin(played, set_up(TOY, 2), dealer)
    second = decide(played, first.state, 0, Yes(), dealer)
    assert [(number, draw.label, draw.count) for number, draw in asked_for] == [(0, "a", 1), (1, "b", 1), (2, "c", 1)]
    assert (first.chance, first.state.draws) == ((("heads",),), 1)
    assert (second.chance, second.state.draws) == ((("tails",), ("heads",)), 3)
    assert said(second) == ["a heads", "0 says yes", "b tails", "c heads"]


# --- what is owed ---------------------------------------------------------------------------------------------------


def due(word: str) -> Owed:
    """A question to seat 1 as soon as this word is said, until it is answered."""
    return lambda t: Question((1,)) if word in t.said and "1 says yes" not in t.said else None


def test_what_is_owed_comes_before_anything_else() -> None:
    happened = started(Say("one", (Say("two"), Say("three"))), Say("four"), owed=due("one"))
    assert said(happened) == ["one"]
    assert waiting(happened.state) == Question((1,))
    assert said(decide(game(owed=due("one")), happened.state, 1, Yes(), derived("seed"))) == [
        "one",
        "1 says yes",
        "two",
        "three",
        "four",
    ]


def test_what_is_owed_is_owed_once() -> None:
    happened = started(Say("one"), Question((1,)), owed=due("one"))
    assert happened.state.agenda == (Question((1,)),), "the same question waits already"


def test_what_is_owed_at_the_very_end_is_not_forgotten() -> None:
    happened = started(Say("one"), owed=due("one"))
    assert waiting(happened.state) == Question((1,))


def test_what_is_owed_may_resolve_by_itself() -> None:
    def echo(t: Notes) -> Say | None:
        return Say("echo") if t.said.count("echo") < t.said.count("shout") else None

    assert said(started(Say("shout"), Say("x"), Say("shout"), owed=echo)) == ["shout", "echo", "x", "shout", "echo"]


# --- what a row records ---------------------------------------------------------------------------------------------


def test_the_change_of_the_agenda_is_the_least_there_is() -> None:
    happened = started(Question((0,)), Question((1,)), Say("end"))
    assert (happened.keep, happened.then) == (0, (Say("end"), Question((1,)), Question((0,))))
    assert answered(happened).keep == 2
    assert answered(happened).then == ()


def test_a_step_that_comes_back_stays_where_it_was() -> None:
    happened = started(Question((0,), (Question((0,)),)), Question((1,)))
    again = answered(happened)
    assert (again.keep, again.then) == (1, (Question((0,)),))
    assert again.state.agenda == happened.state.agenda[: again.keep] + again.then


def test_the_fold_needs_facts_draws_and_the_change_of_the_agenda() -> None:
    happened = started(Cast("a"), Question((0,), (Cast("b"), Question((1,)))), Say("end"))
    follows = answered(happened)
    kind: Any = Body
    row = kind(
        v=1,
        match="m",
        seq=2,
        parent=1,
        kind="move",
        at=0,
        chance=follows.chance,
        facts=follows.facts,
        keep=follows.keep,
        then=follows.then,
    )
    assert after(happened.state, row) == follows.state
    assert fold(game(), [row], happened.state) == follows.state
    assert after(happened.state, replace(row, kind="agree")) == happened.state, "only what is played changes the state"


# --- answers that stay closed ---------------------------------------------------------------------------------------


def test_a_sealed_answer_is_received_closed() -> None:
    sealed: list[tuple[tuple[int, ...], Any]] = []

    def seal(by: tuple[int, ...], value: Any) -> Secret[Any]:
        sealed.append((by, value))
        return unsalted(by, value)

    happened = decide(game(), started(Whisper()).state, 1, Yes(), derived("seed"), seal)
    assert sealed == [((1,), Yes())]
    assert happened.state.table.answer == unsalted((1,), Yes())
    assert happened.state.agenda == (), "it was asked again, asks nobody any more, and drops out"


# --- rehearsals -----------------------------------------------------------------------------------------------------


def rehearsed(*steps: AnyStep) -> tuple[Consequences[Any], Consequences[Any]]:
    """What a first answer would lead to, and where it was given."""

    def never(_number: int, draw: Draw) -> Drawn:
        raise AssertionError(draw)

    happened = started(*steps)
    return decide(game(), happened.state, 0, Yes(), never, rehearse=True), happened


def test_a_rehearsal_that_meets_nothing_is_the_decision() -> None:
    seen, at = rehearsed(Question((0,), (Say("one"),)), Say("two"))
    assert seen == answered(at)
    assert not seen.stopped


def test_a_rehearsal_stops_before_a_draw() -> None:
    seen, at = rehearsed(Question((0,), (Say("one"), Cast("coin"), Say("two"))))
    assert said(seen) == ["0 says yes", "one"]
    assert seen.stopped
    assert seen.state.agenda == (Say("two"), Cast("coin"))
    assert seen.state.draws == at.state.draws
    assert said(answered(at))[:2] == said(seen)


def test_a_rehearsal_passes_a_draw_without_a_bag() -> None:
    seen, _ = rehearsed(Question((0,), (Cast("coin", ()), Say("one"))))
    assert said(seen) == ["0 says yes", "one"]
    assert not seen.stopped


def test_a_rehearsal_stops_before_the_step_that_opens_something() -> None:
    seen, _ = rehearsed(Whisper((Say("one"), Unmask(), Say("two"))))
    assert said(seen) == ["one"]
    assert seen.stopped
    assert seen.state.table.answer is not None
    assert seen.state.agenda == (Say("two"), Unmask())


def test_a_rehearsal_of_a_move_that_opens_something_leaves_all_as_it_was() -> None:
    seen, at = rehearsed(Blurt(), Say("after"))
    assert seen.stopped
    assert seen.facts == ()
    assert seen.state == at.state


# --- what opens something -------------------------------------------------------------------------------------------


class Inner(Struct, frozen=True):
    answer: Opened[str]


class Deep(Fact[Notes], frozen=True, tag=True):
    parts: tuple[Inner, ...] = ()


def test_what_opens_something_is_seen_by_its_fields() -> None:
    assert opens(Shown("T", OPENED))
    assert not opens(Shown("T", None))
    assert not opens(Said("T", "Opened"))
    assert not opens(Kept("T", unsalted((0,), "x")))
    assert opens(Deep("T", (Inner(OPENED),))), "however deep it lies"
    assert not opens(Deep("T", ()))
    assert not opens(Unmask()), "a step opens nothing, its facts do"


# --- who may do what ------------------------------------------------------------------------------------------------


def refused(state: State[Any], seat: int, move: Any) -> Refused:
    with pytest.raises(Refused) as found:
        admit(state, seat, move)
    return found.value


def test_who_is_not_asked_may_not() -> None:
    state = started(Question((1,))).state
    found = refused(state, 0, Yes())
    assert isinstance(found, NotYourTurn)
    assert (found.rule, found.why, found.terms["waiting"]) == ("T-5", "not_your_turn", [1])


def test_after_the_end_nobody_may() -> None:
    found = refused(started(Say("x")).state, 0, Yes())
    assert isinstance(found, NotYourTurn)
    assert (found.rule, found.why) == ("", "match_over")


def test_who_may_answer_again_is_not_waited_for() -> None:
    state = started(Whisper()).state
    assert asked(state) == Ask((0,), (1,))
    admit(state, 1, Yes())
    assert isinstance(refused(state, 2, Yes()), NotYourTurn)


@pytest.mark.parametrize(
    ("move", "rule", "why"),
    [
        (No(3), "T-6", "too_often"),  # the blocked offer itself
        (No(9), "T-7", "far_too_often"),
        (No(5), "T-6", "too_often"),  # the nearest in one number
        (No(8), "T-7", "far_too_often"),
        (No(4, "so"), "T-8", "why_so"),
        (No(7, "so"), "T-8", "why_so"),
        (No(5, "else"), "T-5", "not_offered"),  # none is near
        (Earn(1), "T-5", "other_time"),  # another step's verb
    ],
)
def test_a_move_that_is_not_offered_is_refused_by_the_nearest_reason(move: Any, rule: str, why: str) -> None:
    found = refused(started(Question((0,))).state, 0, move)
    assert (found.rule, found.why) == (rule, why)


def test_an_open_choice_is_checked_not_listed() -> None:
    state = started(Whisper()).state
    admit(state, 0, Yes())
    assert (refused(state, 0, No()).why, refused(state, 0, Guess(1)).why) == ("never_no", "other_time")
    assert some_legal(state, 0, stream("x"), 3) == [Yes(), Yes(), Yes()]


def test_legal_moves_are_the_open_offers() -> None:
    state = started(Question((0,))).state
    assert legal(state, 0) == [Yes()]
    assert some_legal(state, 0, stream("x"), 5) == [Yes()]


def test_the_kinds_of_moves_come_from_the_types() -> None:
    assert move_kinds(Question()) == (Yes, No)
    assert move_kinds(Whisper()) == (Yes, No)


def test_words_that_are_not_overridden_say_so() -> None:
    """A step that forgets its rule fails at once, not silently."""

    class Mute(Choice[Notes, Yes], frozen=True):
        rule: ClassVar[str] = "T-0"

    class Idle(OpenChoice[Notes, Yes], frozen=True):
        rule: ClassVar[str] = "T-0"

    class Sealed(SealedChoice[Notes, Yes], frozen=True):
        rule: ClassVar[str] = "T-0"

    class Lazy(Auto[Notes], frozen=True):
        rule: ClassVar[str] = "T-0"

    class Luckless(Chance[Notes], frozen=True):
        rule: ClassVar[str] = "T-0"

    t, dice = Notes(), stream("x")
    bare: Fact[Notes] = Fact("T-0")
    forgotten: list[Callable[[], object]] = [
        lambda: Idle().asks(t),
        lambda: Mute().offers(t, 0),
        lambda: Idle().resolve(t, 0, Yes()),
        lambda: Idle().check(t, 0, Yes()),
        lambda: Idle().sample(t, 0, dice),
        lambda: Sealed().missing(t),
        lambda: Lazy().then(t),
        lambda: Luckless().draw(t),
        lambda: Luckless().drew(t, ()),
    ]
    for call in forgotten:
        with pytest.raises(NotImplementedError):
            call()
    assert bare.on(t) is t, "a fact that says nothing of the table changes nothing"
    assert bare.entries() == ()
