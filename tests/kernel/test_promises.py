"""What must be possible later is offered only if it stays possible: here, to spend three coins in the end."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace

from core.kernel.errors import Refused
from core.kernel.language.completion import next_words
from core.kernel.language.error_text import sentence
from core.kernel.language.lexicon import Lexicon
from core.kernel.language.notation import read_move
from core.kernel.rules import engine
from core.kernel.rules.chance import Draw, Drawn, Stream, derived, stream
from core.kernel.rules.engine import State
from core.kernel.rules.marks import Seat
from core.kernel.rules.secret import HOLE, Secret
from core.kernel.rules.step import Ask, Auto, Blocked, Chance, Choice, Next, Offer, OpenChoice, SeatChoice
from tests.support.matches import set_up
from tests.support.toy import TOY, Coins, Earn, Guess, Light, Pledging, Spend, Table

PRICE = 3


class Buy(SeatChoice[Table, Spend], frozen=True, tag=True):
    """The promise."""

    rule: ClassVar[str] = "TOY-7"
    promised = True

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Spend]]:
        have = t.seats[seat].coins
        few = Blocked(self.rule, "too_few_coins", need=PRICE, have=have)
        yield Offer(Spend(PRICE), few if have < PRICE else None)

    def resolve(self, t: Table, seat: int, move: Spend) -> Next:
        return [Coins(self.rule, seat, -PRICE)]


class Meet(SeatChoice[Table, Earn | Spend], frozen=True, tag=True):
    """What comes before it: a coin or two, or one less."""

    rule: ClassVar[str] = "TOY-5"

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Earn | Spend]]:
        return [Offer(Earn(1)), Offer(Earn(2)), Offer(Spend(1))]

    def resolve(self, t: Table, seat: int, move: Earn | Spend) -> Next:
        return [Coins(self.rule, seat, move.coins if isinstance(move, Earn) else -move.coins)]


class Work(SeatChoice[Table, Guess], frozen=True, tag=True):
    """To meet so many, and then to buy."""

    rule: ClassVar[str] = "TOY-4"
    vouches = True

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Guess]]:
        return [Offer(Guess(number)) for number in range(4)]

    def resolve(self, t: Table, seat: int, move: Guess) -> Next:
        return [*[Meet(seat)] * move.number, Buy(seat)]


class Fee(Auto[Table], frozen=True, tag=True):
    rule: ClassVar[str] = "TOY-3"
    seat: Seat

    def then(self, t: Table) -> Next:
        return [Coins(self.rule, self.seat, -1)]


class Luck(Chance[Table], frozen=True, tag=True):
    rule: ClassVar[str] = "TOY-6"

    def draw(self, t: Table) -> Draw:
        raise AssertionError("to think on draws nothing")

    def drew(self, t: Table, drawn: Drawn) -> Next:
        return []


class Peek(Auto[Table], frozen=True, tag=True):
    rule: ClassVar[str] = "TOY-9"

    def then(self, t: Table) -> Next:
        hidden: Secret[int] = Secret((1, 1), (1,), "", HOLE)
        return [Coins(self.rule, 0, hidden.value)]


class Wait(SeatChoice[Table, Light | Earn], frozen=True, tag=True):
    """It can be answered for ever without coming any farther."""

    rule: ClassVar[str] = "TOY-8"

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Light | Earn]]:
        return [Offer(Light()), Offer(Earn(1))]

    def resolve(self, t: Table, seat: int, move: Light | Earn) -> Next:
        return [self] if isinstance(move, Light) else [Coins(self.rule, seat, 1)]


class Bet(OpenChoice[Table, Guess], frozen=True, tag=True):
    rule: ClassVar[str] = "TOY-2"

    def asks(self, t: Table) -> Ask:
        return Ask((0,))

    def check(self, t: Table, seat: int, move: Guess, *, whole: bool = True) -> Blocked | None:
        return None if move.number <= PRICE else Blocked(self.rule, "number_too_high", need=PRICE, have=move.number)

    def sample(self, t: Table, seat: int, dice: Stream) -> Guess:
        return Guess(dice.below(PRICE + 1))

    def resolve(self, t: Table, seat: int, move: Guess) -> Next:
        return [Coins(self.rule, seat, -move.number)]


class Stuck(SeatChoice[Table, Light], frozen=True, tag=True):
    """It asks, and there is nothing to answer."""

    rule: ClassVar[str] = "TOY-8"

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Light]]:
        return [Offer(Light(), Blocked(self.rule, "no_lamp"))]

    def resolve(self, t: Table, seat: int, move: Light) -> Next:
        return []


class TurnOver(Auto[Table], frozen=True, tag=True):
    rule: ClassVar[str] = "TOY-5"

    def anytime(self, t: Table) -> Sequence[Choice[Table, Any]]:
        return [Wait(0), Meet(0)]

    def then(self, t: Table) -> Next:
        return []


def asking(coins: int, *agenda: Any) -> State[Any]:
    empty: Table = TOY.new(set_up(TOY, 2))[0]
    return State(replace(empty, seats=(replace(empty.seats[0], coins=coins), *empty.seats[1:])), agenda)


def refused(state: State[Any], text: str) -> Refused:
    with pytest.raises(Refused) as found:
        read_move(TOY, state, 0, text)
    return found.value


def test_what_would_break_it_is_not_offered() -> None:
    state = asking(1, Buy(0), Meet(0))
    assert engine.legal(state, 0) == [Earn(2)]
    assert engine.some_legal(state, 0, stream("x")) == [Earn(2)]
    assert engine.legal(asking(2, Buy(0), Meet(0)), 0) == [Earn(1), Earn(2)]
    assert engine.legal(asking(1, Meet(0)), 0) == [Earn(1), Earn(2), Spend(1)], "nothing was promised"


def test_typed_half_typed_and_near_moves_are_the_same() -> None:
    state = asking(1, Buy(0), Meet(0))
    assert read_move(TOY, state, 0, "earn") == Earn(2), "there is but one"
    assert next_words(state, 0, [], "", Lexicon({})) == ["earn"]
    assert next_words(state, 0, ["earn"], "", Lexicon({})) == ["2"]
    found = refused(state, "earn 1")
    assert (found.rule, found.why, found.terms["what"], found.nearest) == ("TOY-7", "promise", "spend", ("earn 2",))
    assert sentence(found, "en") == "`spend` would not be possible any more afterwards."
    assert sentence(found, "fr") == "ensuite, `spend` ne serait plus possible."


def test_one_way_on_which_it_is_kept_is_enough() -> None:
    assert engine.legal(asking(0, Buy(0), Meet(0), Meet(0)), 0) == [Earn(1), Earn(2)]
    assert engine.legal(asking(0, Buy(0), Fee(0), Meet(0), Meet(0)), 0) == [Earn(2)], "what follows by itself counts"
    assert engine.legal(asking(1, Buy(0), Buy(0), Meet(0), Meet(0)), 0) == [], "both must be kept"
    assert engine.legal(asking(2, Buy(0), Buy(0), Meet(0), Meet(0)), 0) == [Earn(2)]


def test_a_choice_vouches_for_what_it_leads_to() -> None:
    assert engine.legal(asking(0, Work(0)), 0) == [Guess(2), Guess(3)]
    assert engine.legal(asking(3, Work(0)), 0) == list(map(Guess, range(4)))
    assert refused(asking(0, Work(0)), "guess 1").why == "promise"


@pytest.mark.parametrize("unknown", [Luck(), Peek(), Bet()])
def test_behind_what_nobody_can_know_all_is_possible(unknown: Any) -> None:
    assert engine.legal(asking(0, Buy(0), unknown, Meet(0)), 0) == [Earn(1), Earn(2), Spend(1)]


def test_a_way_that_leads_nowhere_ends() -> None:
    assert engine.legal(asking(1, Buy(0), Wait(0), Meet(0)), 0) == [Earn(1), Earn(2)]
    assert engine.legal(asking(1, Buy(0), Wait(0)), 0) == []


def test_what_ends_where_nothing_can_be_chosen_keeps_no_promise() -> None:
    assert engine.legal(asking(9, Buy(0), Stuck(0), Meet(0)), 0) == []
    found = refused(asking(9, Buy(0), Stuck(0), Meet(0)), "earn 1")
    assert (found.rule, found.why, found.terms["what"]) == ("TOY-7", "promise", "spend")
    assert engine.legal(asking(9, Stuck(0), Buy(0), Meet(0)), 0) == [Earn(1), Earn(2), Spend(1)], "it was kept before"


def test_moves_that_are_not_listed_are_checked_and_sampled_alike() -> None:
    state, dice = asking(4, Buy(0), Bet()), stream("x")
    assert {move.number for move in engine.some_legal(state, 0, dice, 50)} == {0, 1}
    assert read_move(TOY, state, 0, "guess 1") == Guess(1)
    assert refused(state, "guess 2").why == "promise"
    assert refused(state, "guess 4").why == "number_too_high"


def test_a_sealed_answer_is_not_thought_on() -> None:
    assert isinstance(engine.some_legal(asking(0, Buy(0), Pledging()), 0, stream("x"))[0], Guess)


def test_each_position_is_thought_on_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten times one coin or two, in any order, are a hundred positions, not a thousand ways."""
    counted: list[int] = []
    honest = Meet.offers

    def counting(self: Meet, t: Table, seat: int) -> Iterable[Offer[Earn | Spend]]:
        counted.append(1)
        return honest(self, t, seat)

    monkeypatch.setattr(Meet, "offers", counting)
    assert engine.legal(asking(-30, Buy(0), *[Meet(0)] * 10), 0) == []
    assert len(counted) < 500


def test_an_aside_breaks_no_promise_either() -> None:
    state = asking(3, TurnOver(), Buy(0))
    assert engine.legal(state, 0) == [Spend(PRICE), Light(), Earn(1), Earn(1), Earn(2)]
    assert refused(state, "spend 1").why == "promise"


def test_a_promise_that_would_ask_nobody_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    def only_the_rich(self: Buy, t: Table) -> Ask | None:
        return Ask((self.seat,)) if t.seats[self.seat].coins >= PRICE else None

    monkeypatch.setattr(Buy, "asks", only_the_rich)
    assert engine.legal(asking(1, Buy(0), Meet(0)), 0) == [Earn(2)]


class Bonus(Meet, frozen=True, tag=True):
    """Once: as long as there are no coins."""

    relied = True

    def asks(self, t: Table) -> Ask | None:
        return None if t.seats[self.seat].coins else Ask((self.seat,))


class Helped(TurnOver, frozen=True, tag=True):
    def anytime(self, t: Table) -> Sequence[Choice[Table, Any]]:
        return [Bonus(0)]


def test_an_aside_that_is_used_up_can_be_relied_on() -> None:
    assert engine.legal(asking(-1, Helped(), Buy(0), Meet(0), Meet(0)), 0) == [Earn(1), Earn(2)]
    assert engine.legal(asking(-1, Buy(0), Meet(0), Meet(0)), 0) == [Earn(2)]


class Hurried(Meet, frozen=True, tag=True):
    """Nobody is asked what can be answered in one way alone."""

    forced = True


def test_a_single_legal_move_is_made_at_once() -> None:
    state = asking(1, Buy(0), Hurried(0), Hurried(0))
    happened = engine.decide(TOY, state, 0, Earn(1), derived("x"))
    assert happened.facts == (Coins("TOY-5", 0, 1),)
    assert happened.state.agenda == state.agenda[:2], "two moves are legal: it is asked"
    happened = engine.decide(TOY, asking(-1, Buy(0), Hurried(0), Hurried(0)), 0, Earn(2), derived("x"))
    assert happened.facts == (Coins("TOY-5", 0, 2), Coins("TOY-5", 0, 2)), "the other moves would break the promise"


class Bill(Auto[Table], frozen=True, tag=True):
    """A promise that no move is made for."""

    rule: ClassVar[str] = "TOY-7"
    promised = True

    def missed(self, t: Table) -> Blocked | None:
        have = t.seats[0].coins
        return Blocked(self.rule, "too_few_coins", need=PRICE, have=have) if have < PRICE else None

    def then(self, t: Table) -> Next:
        return [Coins(self.rule, 0, -PRICE)]


def test_what_happens_by_itself_can_be_promised_too() -> None:
    state = asking(1, Bill(), Meet(0))
    assert engine.legal(state, 0) == [Earn(2)]
    found = refused(state, "earn 1")
    assert (found.rule, found.why, found.terms["need"], found.terms["have"]) == ("TOY-7", "too_few_coins", PRICE, 2)


class Idle(Luck, frozen=True, tag=True):
    idle = True


def test_a_draw_on_which_nothing_hangs_hides_no_broken_promise() -> None:
    assert engine.legal(asking(1, Buy(0), Idle(), Meet(0)), 0) == [Earn(2)]


class Sure(Bill, frozen=True, tag=True):
    """What was paid for in advance."""

    def kept(self, t: Table) -> bool:
        return t.seats[0].coins >= PRICE


class Faithful(Work, frozen=True, tag=True):
    """It offers only what can be kept: its moves need not be tried."""

    promised = True
    keeps = True

    def resolve(self, t: Table, seat: int, move: Guess) -> Next:
        raise AssertionError("tried")


def test_nobody_thinks_on_where_a_promise_is_kept_already(monkeypatch: pytest.MonkeyPatch) -> None:
    honest, asked = Meet.offers, list[int]()

    def counting(self: Meet, t: Table, seat: int) -> Iterable[Offer[Earn | Spend]]:
        asked.append(t.seats[seat].coins)
        return honest(self, t, seat)

    monkeypatch.setattr(Meet, "offers", counting)
    assert engine.legal(asking(4, Sure(), Meet(0), Meet(0)), 0) == [Earn(1), Earn(2), Spend(1)]
    assert len(asked) == 1, "the question itself"
    assert engine.legal(asking(2, Sure(), Meet(0), Meet(0)), 0) == [Earn(1), Earn(2), Spend(1)]
    assert len(asked) == 3, "one less is thought on"


def test_behind_a_choice_that_keeps_its_promises_nobody_thinks_on() -> None:
    assert engine.legal(asking(1, Faithful(0), Meet(0)), 0) == [Earn(1), Earn(2), Spend(1)]
