"""Any order, each once: with a table that only counts what was done."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from core.kernel.errors import Refused
from core.kernel.rules.any_order import AnyOrder
from core.kernel.rules.engine import State, admit, legal
from core.kernel.rules.step import Ask, Blocked, Choice, Move, Next, Offer, move_kinds


class Yard(Struct, frozen=True):
    eggs: int = 0
    rested: bool = False


class Feed(Move, frozen=True, tag="feed"):
    pass


class Fetch(Move, frozen=True, tag="fetch"):
    eggs: int


class Whistle(Move, frozen=True, tag="whistle"):
    pass


class Stop(Move, frozen=True, tag="stop"):
    pass


class FeedHens(Choice[Yard, Feed], frozen=True, tag=True):
    rule: ClassVar[str] = "YARD-1"

    def asks(self, t: Yard) -> Ask | None:
        return Ask((0,))

    def offers(self, t: Yard, seat: int) -> Iterable[Offer[Feed]]:
        return [Offer(Feed())]

    def resolve(self, t: Yard, seat: int, move: Feed) -> Next:
        return []


class FetchEggs(Choice[Yard, Fetch], frozen=True, tag=True):
    rule: ClassVar[str] = "YARD-2"

    def asks(self, t: Yard) -> Ask | None:
        return Ask((0,)) if t.eggs else None

    def must(self, t: Yard) -> bool:
        return False

    def offers(self, t: Yard, seat: int) -> Iterable[Offer[Fetch]]:
        for eggs in range(1, 4):
            yield Offer(Fetch(eggs), Blocked("YARD-3", "few", need=eggs, have=t.eggs) if eggs > t.eggs else None)

    def resolve(self, t: Yard, seat: int, move: Fetch) -> Next:
        return [FeedHens()]


class WhistleTune(Choice[Yard, Whistle], frozen=True, tag=True):
    rule: ClassVar[str] = "YARD-4"

    def asks(self, t: Yard) -> Ask | None:
        return None if t.rested else Ask((0,))

    def offers(self, t: Yard, seat: int) -> Iterable[Offer[Whistle]]:
        return [Offer(Whistle())]

    def resolve(self, t: Yard, seat: int, move: Whistle) -> Next:
        return []


class Morning(AnyOrder[Yard, FeedHens | FetchEggs, WhistleTune], frozen=True, tag=True):
    rule: ClassVar[str] = "YARD-5"
    stop: ClassVar[Any] = Stop()

    def asides(self, t: Yard) -> Sequence[WhistleTune]:
        return [WhistleTune()]


class Basket(Choice[Yard, Fetch], frozen=True, tag=True):
    """One of several that take the same kind of move: as many eggs as it has room for, no more and no fewer."""

    rule: ClassVar[str] = "YARD-7"
    room: int

    def asks(self, t: Yard) -> Ask | None:
        return Ask((0,)) if t.eggs else None

    def offers(self, t: Yard, seat: int) -> Iterable[Offer[Fetch]]:
        few = Blocked("YARD-3", "few", need=self.room, have=t.eggs)
        return [Offer(Fetch(self.room), few if self.room > t.eggs else None)]

    def resolve(self, t: Yard, seat: int, move: Fetch) -> Next:
        return [FeedHens()] * self.room

    def unoffered(self, t: Yard, seat: int, move: Fetch) -> Blocked | None:
        return Blocked(self.rule, "no_such_basket", have=move.eggs)


class Baskets(AnyOrder[Yard, Basket, Basket], frozen=True, tag=True):
    rule: ClassVar[str] = "YARD-8"

    def asides(self, t: Yard) -> Sequence[Basket]:
        return [Basket(9)]


class LongMorning(Morning, frozen=True, tag=True):
    declared = True


class Chores(AnyOrder[Yard, FeedHens | FetchEggs, WhistleTune], frozen=True, tag=True):
    """Without a way to stop it."""

    rule: ClassVar[str] = "YARD-6"

    def asides(self, t: Yard) -> Sequence[WhistleTune]:
        return [WhistleTune()]


class FetchQuickly(FetchEggs, frozen=True, tag=True):
    def open_offers(self, t: Yard, seat: int) -> Iterable[Offer[Fetch]]:
        return [Offer(Fetch(eggs)) for eggs in range(1, min(t.eggs, 3) + 1)]


HENS, EGGS = FeedHens(), FetchEggs()


def moves(step: Any, yard: Yard) -> list[Any]:
    return legal(State(yard, (step,)), 0) if step.asks(yard) is not None else []


def refusal(step: Any, yard: Yard, move: Any) -> tuple[str, str]:
    with pytest.raises(Refused) as refused:
        admit(State(yard, (step,)), 0, move)
    return refused.value.rule, refused.value.why


def test_what_all_items_offer_and_the_asides() -> None:
    assert moves(Morning(0, (HENS, EGGS)), Yard(2)) == [Feed(), Fetch(1), Fetch(2), Whistle()]


def test_items_may_list_their_open_offers_without_the_reasons() -> None:
    hasty = Morning(0, (FetchQuickly(), HENS))
    assert [offer.move for offer in hasty.open_offers(Yard(1), 0)] == [Fetch(1), Feed(), Whistle(), Stop()]
    assert moves(hasty, Yard(1)) == [Fetch(1), Feed(), Whistle()]
    assert refusal(hasty, Yard(1), Fetch(2)) == ("YARD-3", "few"), "who tries it is told"


def test_each_once_and_what_follows_first() -> None:
    morning = Morning(0, (HENS, EGGS))
    assert morning.resolve(Yard(2), 0, Feed()) == [Morning(0, (EGGS,))]
    assert morning.resolve(Yard(2), 0, Fetch(1)) == [HENS, Morning(0, (HENS,))]
    assert morning.resolve(Yard(2), 0, Whistle()) == [morning], "an aside is not used up"
    assert morning.resolve(Yard(2), 0, Stop()) == []


def test_what_must_be_done_comes_before_the_stop() -> None:
    assert refusal(Morning(0, (HENS, EGGS)), Yard(2), Stop()) == ("YARD-1", "not_done_yet")
    assert Stop() in moves(Morning(0, (EGGS,)), Yard(2))


def test_it_closes_by_itself_when_nothing_is_left() -> None:
    assert Morning(0, (EGGS,)).asks(Yard(0, rested=True)) is None
    assert Morning(0, (EGGS,)).asks(Yard(0)) == Ask((0,)), "an aside is left"
    assert moves(LongMorning(0, ()), Yard(0, rested=True)) == [Stop()], "unless the end must be declared"


def test_of_several_that_take_such_a_move_the_one_that_offers_it_gets_it() -> None:
    baskets = Baskets(0, (Basket(1), Basket(3), Basket(2)))
    assert moves(baskets, Yard(2)) == [Fetch(1), Fetch(2)]
    assert baskets.resolve(Yard(3), 0, Fetch(2)) == [HENS, HENS, Baskets(0, (Basket(1), Basket(3)))]
    assert baskets.resolve(Yard(3), 0, Fetch(3)) == [HENS, HENS, HENS, Baskets(0, (Basket(1), Basket(2)))]
    assert baskets.resolve(Yard(9), 0, Fetch(9)) == [*[HENS] * 9, baskets], "an aside may be the one, too"


def test_of_several_that_take_such_a_move_the_right_one_refuses_it() -> None:
    baskets = Baskets(0, (Basket(1), Basket(2)))
    assert baskets.step_for(Yard(1), Fetch(2)) == Basket(2)
    assert refusal(baskets, Yard(1), Fetch(2)) == ("YARD-3", "few")
    assert refusal(baskets, Yard(1), Fetch(4)) == ("YARD-7", "no_such_basket")


def test_without_a_stop_asides_alone_keep_nothing_open() -> None:
    assert moves(Chores(0, (HENS,)), Yard()) == [Feed(), Whistle()]
    assert Chores(0, (EGGS,)).asks(Yard()) is None


def test_refusals_name_the_rule() -> None:
    assert refusal(Morning(0, (HENS, EGGS)), Yard(2), Fetch(3)) == ("YARD-3", "few")
    assert refusal(Morning(0, (HENS, EGGS)), Yard(3), Fetch(4)) == ("YARD-2", "not_offered")
    assert refusal(Morning(0, (EGGS,)), Yard(2), Feed()) == ("YARD-5", "not_left")


def behind(move: Any, yard: Yard, *agenda: Any) -> tuple[str, str]:
    with pytest.raises(Refused) as refused:
        admit(State(yard, agenda), 0, move)
    return refused.value.rule, refused.value.why


def test_what_waits_behind_another_step_comes_after_it_and_what_is_done_there_does_not() -> None:
    morning = Morning(0, (EGGS,))
    assert behind(Fetch(1), Yard(2), morning, HENS) == ("YARD-1", "first_this")
    assert behind(Stop(), Yard(2), morning, HENS) == ("YARD-1", "first_this")
    assert behind(Feed(), Yard(2), Morning(0, (HENS,)), EGGS) == ("YARD-2", "first_this")
    assert behind(Feed(), Yard(2), morning, EGGS) == ("YARD-5", "not_left")


def test_what_waits_behind_nothing_has_a_time_of_its_own() -> None:
    assert behind(Fetch(1), Yard(2), HENS) == ("YARD-1", "other_time")
    assert behind(Fetch(1), Yard(0), EGGS, HENS) == ("YARD-1", "other_time"), "there nobody will be asked"
    assert behind(Fetch(1), Yard(2), Morning(1, (EGGS,)), HENS) == ("YARD-1", "other_time"), "that is another seat's"


def test_what_must_be_done_first_is_named() -> None:
    with pytest.raises(Refused) as refused:
        admit(State(Yard(2), (Morning(0, (HENS, EGGS)),)), 0, Stop())
    assert refused.value.terms["what"] == "feed"


def test_the_kinds_of_moves_are_those_of_everything_in_it() -> None:
    assert move_kinds(Morning(0, ())) == (Feed, Fetch, Whistle, Stop)
    assert move_kinds(LongMorning(0, ())) == (Feed, Fetch, Whistle, Stop)
    assert move_kinds(Chores(0, ())) == (Feed, Fetch, Whistle)


def test_it_is_plain_data() -> None:
    morning = Morning(0, (EGGS, HENS))
    again: Any = msgspec.json.decode(msgspec.json.encode(morning), type=Morning | LongMorning)
    assert again == morning
    assert replace(again, items=()) == Morning(0, ())
