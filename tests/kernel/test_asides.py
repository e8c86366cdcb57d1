"""What may be done at any moment of a turn: offered with every question, resolved whole, then the question again."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, ClassVar

import pytest
from msgspec.structs import replace

from core.kernel.bots.invariants import check
from core.kernel.errors import NotYourTurn, Refused, Usage
from core.kernel.language.completion import next_words
from core.kernel.language.lexicon import Lexicon
from core.kernel.language.notation import read_move
from core.kernel.rules import engine
from core.kernel.rules.chance import derived, stream
from core.kernel.rules.engine import State
from core.kernel.rules.marks import Name, Seat
from core.kernel.rules.step import Ask, Auto, Blocked, Choice, Move, Next, Offer, OpenChoice, SeatChoice, SeatFact
from tests.contract.checks import never, offers_are_true
from tests.support import toy
from tests.support.matches import set_up
from tests.support.toy import LANTERNS, TOY, Coins, Earn, Guess, Guessing, Lantern, Light, Spend, Table, Turn


class Pawn(Move, frozen=True, tag="pawn"):
    lantern: Annotated[str, Name("lantern")]


class Line(Move, frozen=True, tag="line"):
    lanterns: Annotated[tuple[str, ...], Name("lantern")]


class Pawned(SeatFact[Table, toy.Player], frozen=True):
    lantern: str

    def change(self, p: toy.Player) -> toy.Player:
        return replace(p, lanterns=tuple(lantern for lantern in p.lanterns if lantern != self.lantern))

    def on(self, t: Table) -> Table:
        return replace(super().on(t), bag=(*t.bag, self.lantern))


class Pawning(SeatChoice[Table, Pawn], frozen=True, tag=True):
    """The aside: a lantern for four coins, of which one must be spent at once, as always."""

    rule: ClassVar[str] = "TOY-6"

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Pawn]]:
        for lantern in LANTERNS:
            has_it = lantern in t.seats[seat].lanterns
            yield Offer(Pawn(lantern), None if has_it else Blocked("TOY-6", "no_lantern_left", have=lantern))

    def resolve(self, t: Table, seat: int, move: Pawn) -> Next:
        return [Pawned(self.rule, seat, move.lantern), Coins("TOY-5", seat, toy.PURSE)]


class TurnOver(Auto[Table], frozen=True, tag=True):
    """Lies on the agenda for as long as the turn lasts."""

    rule: ClassVar[str] = "TOY-5"
    seat: Seat

    def anytime(self, t: Table) -> Sequence[Choice[Table, Any]]:
        return [Pawning(self.seat)]

    def then(self, t: Table) -> Next:
        return []


class Lines(OpenChoice[Table, Line], frozen=True, tag=True):
    """Three lanterns in a row: too many to list."""

    rule: ClassVar[str] = "TOY-8"

    def asks(self, t: Table) -> Ask:
        return Ask((0,))

    def check(self, t: Table, seat: int, move: Line, *, whole: bool = True) -> Blocked | None:
        right = len(set(move.lanterns)) == len(move.lanterns) <= 3 and (not whole or len(move.lanterns) == 3)
        return None if right else Blocked(self.rule, "number_too_high", need=3, have=len(move.lanterns))

    def sample(self, t: Table, seat: int, dice: Any) -> Line:
        return Line(LANTERNS[:3])

    def resolve(self, t: Table, seat: int, move: Line) -> Next:
        return []


BELOW = (toy.Round(1), TurnOver(0))

STALL: Any = replace(
    TOY,
    moves=TOY.moves | Pawn | Line,
    facts=TOY.facts | Pawned,
    steps=TOY.steps | TurnOver | Lines,
)


def table(*lanterns: str, coins: int = 0) -> Table:
    empty: Table = STALL.new(set_up(STALL, 2))[0]
    seat = replace(empty.seats[0], lanterns=lanterns, coins=coins)
    left = tuple(lantern for lantern in LANTERNS if lantern not in lanterns)
    return replace(empty, bag=left, seats=(seat, *empty.seats[1:]))


def asking(step: Any, *lanterns: str, coins: int = 0, below: tuple[Any, ...] = BELOW) -> State[Any]:
    return State(table(*lanterns, coins=coins), (*below, step))


def after(state: State[Any], move: Any) -> State[Any]:
    happened = engine.decide(STALL, state, 0, move, derived("seed"))
    folded = state.agenda[: happened.keep] + happened.then
    assert folded == happened.state.agenda, "the row says what is next"
    assert check(STALL, state, happened, 0, move) == []
    return happened.state


def test_it_is_offered_with_the_question() -> None:
    state = asking(Turn(0), "jade", "amber")
    assert engine.legal(state, 0) == [Earn(1), Earn(2), Light(), Pawn("amber"), Pawn("jade")]
    assert engine.some_legal(state, 0, stream("x")) == engine.legal(state, 0)
    assert engine.kinds(state, 0) == (Earn, Light, Pawn)
    offers_are_true(STALL, state)


def test_it_resolves_whole_and_then_the_question_is_asked_again() -> None:
    state = after(asking(Turn(0), "jade"), Pawn("jade"))
    assert state.agenda == (*BELOW, Turn(0), toy.Spending(0)), "what it leads to is asked first"
    state = after(state, Spend(4))
    assert state.agenda == (*BELOW, Turn(0))
    assert engine.waiting(after(state, Earn(1))) == Guessing()


def test_it_is_offered_with_every_question_that_comes_up_while_its_step_lies_there() -> None:
    state = after(asking(Turn(0), "jade", "amber"), Pawn("jade"))
    assert engine.legal(state, 0) == [*map(Spend, range(1, 5)), Pawn("amber")]
    assert after(state, Pawn("amber")).table.seats[0].coins == 2 * toy.PURSE
    over = asking(Turn(0), "jade", below=BELOW[:1])
    assert engine.legal(over, 0) == [Earn(1), Earn(2), Light()], "and not when it is over"


def test_it_is_offered_to_nobody_else() -> None:
    state = asking(Turn(1), "jade")
    assert engine.legal(state, 1) == [Earn(1), Earn(2), Light()]
    with pytest.raises(NotYourTurn):
        engine.admit(state, 0, Pawn("jade"))


def test_it_is_not_offered_beside_a_sealed_answer() -> None:
    state = asking(Guessing(), "jade")
    assert engine.legal(state, 0) == []
    assert all(isinstance(move, Guess) for move in engine.some_legal(state, 0, stream("x"), 5))
    with pytest.raises(Refused) as refused:
        engine.admit(state, 0, Pawn("jade"))
    assert refused.value.why == "other_time"


def test_a_typed_one_is_understood_and_a_refused_one_says_why() -> None:
    state = asking(Turn(0), "jade")
    assert read_move(STALL, state, 0, "p") == Pawn("jade"), "there is but one"
    with pytest.raises(Refused) as refused:
        read_move(STALL, state, 0, "pawn amber")
    assert (refused.value.rule, refused.value.why, refused.value.have) == ("TOY-6", "no_lantern_left", "amber")
    assert refused.value.nearest[0] == "pawn jade"
    assert next_words(state, 0, [], "", Lexicon.of(TOY, state.table)) == ["earn", "light", "pawn"]
    assert next_words(state, 0, ["pawn"], "", Lexicon.of(TOY, state.table)) == ["jade"]


def test_it_is_offered_beside_a_choice_of_too_many_moves() -> None:
    state, lexicon = asking(Lines(), "jade"), Lexicon.of(TOY, table())
    line = Line(("amber", "azure", "coral"))
    assert engine.legal(state, 0) == [Pawn("jade")]
    assert engine.some_legal(state, 0, stream("x"), 2) == [line, line, Pawn("jade")]
    assert read_move(STALL, state, 0, "line amber azure coral") == line
    assert read_move(STALL, state, 0, "pawn jade") == Pawn("jade")
    assert next_words(state, 0, [], "", lexicon) == ["line", "pawn"]
    assert next_words(state, 0, ["pawn"], "", lexicon) == ["jade"]
    with pytest.raises(Refused) as refused:
        read_move(STALL, state, 0, "pawn coral")
    assert (refused.value.why, refused.value.nearest) == ("no_lantern_left", ("pawn jade",))
    with pytest.raises(Refused) as refused:
        read_move(STALL, state, 0, "line amber amber")
    assert refused.value.why == "number_too_high"
    with pytest.raises(Usage):
        read_move(STALL, state, 0, "line")
    assert after(after(state, Pawn("jade")), Spend(4)).agenda == state.agenda


def test_a_rehearsal_that_stops_at_its_draw_leaves_the_question_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def for_another(self: Pawning, _t: Table, seat: int, move: Pawn) -> Next:
        return [Pawned(self.rule, seat, move.lantern), Lantern(seat)]

    monkeypatch.setattr(Pawning, "resolve", for_another)
    state = asking(Turn(0), "jade")
    seen = engine.decide(STALL, state, 0, Pawn("jade"), never, rehearse=True)
    assert seen.stopped
    assert seen.state.agenda == (*BELOW, Turn(0), Lantern(0))
    assert after(state, Pawn("jade")).agenda == state.agenda


def test_a_match_of_bots_comes_to_its_end_with_it() -> None:
    state, dice, asides = asking(Turn(0), "jade", "amber"), stream("bots"), 0
    while state.agenda and state.table.round < 2:
        seat = engine.asked(state).seats[0]
        move = dice.pick(engine.some_legal(state, seat, dice))
        asides += isinstance(move, Pawn)
        state = engine.decide(STALL, state, seat, move, derived("seed")).state
    assert asides
