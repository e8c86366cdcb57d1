"""Undo, redo and consent: rows that say where play continues from. No row is ever removed."""

import sys
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any

import pytest
from msgspec.structs import replace

from core.kernel.errors import Damaged, Refused
from core.kernel.log import history as history_module
from core.kernel.log.history import History, consenting, line, undone
from core.kernel.log.row import AnyBody, Back, Body, Forked, KeyReplaced, Kind, Request
from core.kernel.rules.chance import stream
from tests.support.recording import Recorder, start_of, undo_class, undo_target
from tests.support.toy import TOY, Earn, Guess, Light


def seqs(match: Recorder, tip: int | None = None) -> list[int]:
    return [row.seq for row in line(match.bodies, tip)]


def row(seq: int, parent: int, kind: Kind = "move", **more: Any) -> AnyBody:
    """A row with nothing in it but what the test is about."""
    body: Any = Body
    made: AnyBody = body(v=1, match="m", seq=seq, parent=parent, kind=kind, at=0, **more)
    return made


@pytest.fixture
def match() -> Recorder:
    """Rows 1 to 9: pledges, guesses (the last of them opens all), a turn each, guesses again: Ana's turn."""
    match = Recorder(TOY, 2)
    for seat, number in ((0, 1), (1, 1), (0, 2), (1, 2)):
        match.move(seat, Guess(number))
    assert match.head == 5
    match.move(0, Earn(1))
    match.move(1, Earn(1))
    for seat in (0, 1):
        match.move(seat, Guess(0))
    assert match.head == 9
    return match


# --- going back and forth -------------------------------------------------------------------------------------------


def test_a_line_without_undo_is_all_rows(match: Recorder) -> None:
    assert seqs(match) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert seqs(match, 4) == [1, 2, 3, 4]


def test_an_undo_continues_from_an_earlier_row(match: Recorder) -> None:
    before = match.state
    match.move(0, Earn(2))
    match.undo(0)
    assert match.state == before
    assert match.bodies[-1].about == Back(9, 10, "free")
    assert seqs(match) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 11]
    assert undone(match.bodies) == {10: 11}
    match.move(0, Earn(1))
    assert seqs(match) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12]
    assert seqs(match, 10) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], "the old line stays readable"


def test_undo_then_redo_is_as_if_nothing_had_been(match: Recorder) -> None:
    match.move(0, Earn(2))
    there = match.state
    match.undo(0)
    match.redo(0)
    assert match.state == there
    assert [seq for seq in seqs(match) if match.bodies[seq - 1].kind == "move"] == [2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert undone(match.bodies) == {}
    with pytest.raises(Refused, match="nothing_to_redo"):
        match.redo(0)


def test_undo_twice_then_redo_twice(match: Recorder) -> None:
    states = [match.state]
    for move in (Earn(1), Earn(1)):
        match.move(0 if len(states) == 1 else 1, move)
        states.append(match.state)
    match.undo(1, by="consent")
    assert match.state == states[1]
    match.undo(0, by="consent")
    assert match.state == states[0]
    assert undone(match.bodies) == {10: 13, 11: 12, 12: 13}
    match.redo(0, by="consent")
    assert match.state == states[1]
    assert undone(match.bodies) == {11: 12}
    match.redo(1, by="consent")
    assert match.state == states[2]
    assert undone(match.bodies) == {}


def test_what_was_redone_and_undone_again_was_dropped_the_second_time(match: Recorder) -> None:
    match.move(0, Earn(2))
    match.undo(0)
    match.redo(0)
    match.undo(0)
    assert undone(match.bodies) == {10: 13, 12: 13}
    match.redo(0)
    assert undone(match.bodies) == {}


def test_a_row_stays_with_the_undo_that_dropped_it(match: Recorder) -> None:
    match.move(0, Earn(2))
    match.undo(0)
    match.move(0, Earn(1))
    match.undo(0, to=7, by="consent")
    assert undone(match.bodies) == {8: 13, 9: 13, 10: 11, 11: 13, 12: 13}


def test_a_new_move_ends_what_could_be_redone(match: Recorder) -> None:
    match.move(0, Earn(2))
    match.undo(0)
    assert History(match.bodies).redo() == (10, 9)
    match.move(0, Earn(1))
    with pytest.raises(Refused, match="nothing_to_redo"):
        History(match.bodies).redo()


def test_talk_alone_leaves_nothing_to_redo() -> None:
    with pytest.raises(Refused, match="nothing_to_redo"):
        History([row(1, 0, "ask", about=Request("undo", 0))]).redo()


def test_talk_does_not_end_what_could_be_redone(match: Recorder) -> None:
    match.move(0, Earn(2))
    match.undo(0)
    match.note("ask", 1, Request("undo", 7))
    match.note("decline", 0)
    assert History(match.bodies).redo() == (10, 9)


def test_two_lines_have_a_last_row_in_common(match: Recorder) -> None:
    match.move(0, Earn(2))
    match.undo(0, to=6, by="consent")
    assert History(match.bodies).parting(match.head, 10) == 6
    assert History(match.bodies).parting(match.head, 5) == 5


# --- what is asked for ----------------------------------------------------------------------------------------------


def test_an_undo_goes_back_before_the_seats_own_last_move(match: Recorder) -> None:
    match.move(0, Earn(2))
    assert undo_target(match.bodies, 0, None) == 9
    assert undo_target(match.bodies, 1, None) == 8, "with what others did since"
    assert undo_target(match.bodies, None, None) == 9, "the arbiter: any seat's"
    assert undo_target(match.bodies, 1, 4) == 4


def test_an_undo_of_nothing_is_refused(match: Recorder) -> None:
    with pytest.raises(Refused, match="nothing_to_undo"):
        undo_target(Recorder(TOY, 2).bodies, 0, None)
    match.move(0, Earn(2))
    match.undo(0, to=5, by="consent")
    for to in (8, 10, 11, 99, 0, -1):
        with pytest.raises(Refused, match="undo_not_on_line"):
            undo_target(match.bodies, 0, to)


def test_a_fork_cannot_be_undone_into_the_match_it_comes_from(match: Recorder) -> None:
    rows: list[Any] = list(match.bodies)
    start = replace(start_of(TOY, 2), forked=Forked("other", 7, "digest"))
    forked = row(1, 0, "start", about=start)
    assert undo_target([forked, *rows[1:]], 0, 2) == 2
    with pytest.raises(Refused) as found:
        undo_target([forked, *rows[1:]], 0, 1)
    assert (found.value.why, found.value.need, found.value.have) == ("undo_before_beginning", 2, 1)
    assert undo_target(rows, 0, 1) == 1


def test_a_row_whose_parent_lies_ahead_is_damage() -> None:
    rows = [row(seq, parent) for seq, parent in ((1, 0), (2, 3), (3, 2))]
    for tip in (2, 3):
        with pytest.raises(Damaged) as found:
            line(rows, tip)
        assert (found.value.row, found.value.part) == (2, "parent")


# --- the class ------------------------------------------------------------------------------------------------------


def test_ones_own_open_move_is_free(match: Recorder) -> None:
    match.move(0, Earn(2))
    assert match.undo_class(0, 9) == "free"
    assert match.undo_class(1, 9) == "consent", "but not for another actor"


def test_it_is_seat_and_actor_that_count(match: Recorder) -> None:
    """Who types for two seats takes back what the one did, not what the other did."""
    match.move(0, Earn(2), actor="Zoe")
    assert match.undo_class(0, 9) == "consent"
    assert match.undo_class(0, 9, actor="Zoe") == "free"
    assert match.undo_class(1, 9, actor="Zoe") == "consent"


def test_an_undo_that_another_seat_made_is_not_taken_back_freely() -> None:
    undo = row(3, 1, "undo", seat=1, actor="Zoe", about=Back(1, 2, "free"))
    rows = [row(1, 0, "start"), row(2, 1, seat=1, actor="Zoe"), undo]
    assert undo_class(rows, 1, 3, (1, "Zoe")) == "free"
    assert undo_class(rows, 1, 3, (0, "Zoe")) == undo_class(rows, 2, 3, (0, "Zoe")) == "consent"
    assert undo_class(rows, 2, 3, (None, "Zoe")) == "consent"


def test_a_draw_is_never_undone_freely(match: Recorder) -> None:
    match.move(0, Light())
    assert match.bodies[-1].chance
    assert match.undo_class(0, 9) == "consent"


def test_an_answer_that_is_locked_is_never_undone_freely(match: Recorder) -> None:
    assert match.bodies[7].sealed_move is not None
    assert match.undo_class(0, 7) == "consent"
    assert undo_class(match.bodies[:8], 7, 8, (0, "Ana")) == "consent"


def test_what_opened_something_is_never_undone_freely(match: Recorder) -> None:
    assert undo_class(match.bodies, 8, 9, (1, "Bo")) == "consent"


def test_what_others_did_is_never_undone_freely(match: Recorder) -> None:
    match.move(0, Earn(1))
    match.move(1, Earn(1))
    assert match.undo_class(1, 10) == "free"
    assert match.undo_class(0, 9) == "consent"


def test_what_an_undone_row_showed_is_still_known(match: Recorder) -> None:
    """The others agreed to go back before the draw, not to what comes before it."""
    match.move(0, Earn(1))
    assert match.undo_class(0, 9) == "free"
    match.move(1, Light())
    match.undo(1, by="consent")
    assert match.undo_class(0, 9) == "consent"


def test_what_an_undone_draw_showed_is_still_known() -> None:
    rows = [
        row(1, 0, "start"),
        row(2, 1, actor="Ana"),
        row(3, 2, actor="Ana", chance=(("amber",),)),
        row(4, 2, "undo", actor="Ana", about=Back(2, 3, "consent")),
    ]
    assert undo_class(rows, 1, 2, (None, "Ana")) == "free"
    assert undo_class(rows, 1, 4, (None, "Ana")) == "consent", "the draw is undone, but Ana has seen it"


def test_what_an_undone_answer_of_somebody_else_told_is_still_known(match: Recorder) -> None:
    match.move(0, Earn(1))
    match.move(1, Earn(2))
    match.undo(1)
    assert match.undo_class(0, 9) == "consent"
    assert match.undo_class(1, 10) == "free"


def test_ones_own_undone_rows_are_no_hindrance(match: Recorder) -> None:
    match.move(0, Earn(1))
    match.undo(0)
    match.redo(0)
    match.undo(0)
    match.move(0, Earn(2))
    assert match.undo_class(0, 9) == "free"


# --- consent --------------------------------------------------------------------------------------------------------


def test_a_request_waits_until_somebody_moves_or_declines(match: Recorder) -> None:
    assert History(match.bodies).pending is None
    match.note("ask", 1, Request("undo", 7))
    pending = History(match.bodies).pending
    assert pending is not None
    assert (pending[0].seq, pending[1]) == (10, frozenset())
    match.note("agree", 0)
    pending = History(match.bodies).pending
    assert pending is not None
    assert pending[1] == {0}
    match.note("decline", 0)
    assert History(match.bodies).pending is None
    match.note("ask", 1, Request("undo", 7))
    match.move(0, Earn(1))
    assert History(match.bodies).pending is None, "it lapses when play goes on"


def test_an_agreement_without_a_request_agrees_to_nothing(match: Recorder) -> None:
    match.note("agree", 0)
    assert History(match.bodies).pending is None
    assert History().pending is None


def test_all_others_must_agree_but_bots() -> None:
    start = start_of(TOY, 3)
    assert consenting(start, 0) == {1, 2}
    assert consenting(start, None) == {0, 1, 2}
    assert consenting(replace(start, bots={"Cy": "greedy"}), 0) == {1}


def test_a_whole_match_with_undone_lines_folds_to_where_it_stands() -> None:
    for seed in range(20):
        dice = stream("lines", seed)
        match = Recorder(TOY, 3, seed=str(seed))
        for _ in range(60):
            if dice.below(4) and match.state.agenda:
                match.play(dice, 1)
            elif match.head > 2:
                current = seqs(match)[:-1]
                match.undo(None, to=dice.pick(current[-8:]), by="arbiter")
                if dice.below(3) == 0:
                    match.redo(None, by="arbiter")
        log = match.log()
        assert log.state() == match.state
        for seq, state in match.states.items():
            assert log.state(seq) == state
        counting = {row.seq for row in log.line()}
        assert counting.isdisjoint(undone(log.bodies))
        played = {row.seq for row in log.bodies if row.kind == "move"}
        assert played <= counting | undone(log.bodies).keys(), "a move counts, or something dropped it"


# --- what was undone ------------------------------------------------------------------------------------------------


def undone_row_by_row(rows: Sequence[AnyBody]) -> dict[int, int]:
    """What `undone` says, as it is meant: each undo walks along all that it leaves, each redo along all that counts."""
    dropped: dict[int, int] = {}
    for row in rows:
        if row.kind == "undo" and isinstance(row.about, Back):
            left = line(rows, min(row.about.tip, row.seq - 1))
            dropped.update({old.seq: row.seq for old in left if old.seq > row.about.to and old.kind != "key"})
        elif row.kind == "redo":
            for back in line(rows, row.seq):
                dropped.pop(back.seq, None)
    return dropped


@pytest.mark.parametrize("seed", range(60))
def test_what_was_undone_is_what_walking_row_by_row_says(seed: int) -> None:
    """However rows hang together, be they written by somebody honest or not."""
    dice = stream("undone", seed)
    rows: list[AnyBody] = [row(1, 0, "start")]
    while len(rows) < 120:
        number = len(rows) + 1
        kind: Kind = dice.pick(("move", "move", "key", "agree", *(("undo", "redo") if seed % 3 else ("undo",))))
        if kind not in {"undo", "redo"}:
            rows.append(row(number, number - 1, kind))
            continue
        tip = number - 1 if dice.below(3) else dice.below(number + 2) - 1
        to = 1 + dice.below(number - 1)
        rows.append(row(number, to, kind, about=Back(to if dice.below(9) else to - 3, tip)))
        assert undone(rows) == undone_row_by_row(rows)
    assert undone(rows) == undone_row_by_row(rows)
    assert undone(rows) or seed % 3


class Read(list[AnyBody]):
    """Rows that count how often one of them is looked at."""

    times = 0

    def __getitem__(self, at: Any) -> Any:
        self.times += 1
        return super().__getitem__(int(at))


@pytest.mark.parametrize("back", ["undo", "redo"])
def test_twice_as_many_rows_cost_twice_as_much(back: Kind) -> None:
    """Rows upon rows that leave, or bring back, all that the others did."""
    cost: list[int] = []
    for count in (2_000, 4_000):
        moves = [row(number, number - 1, "move" if number > 1 else "start") for number in range(1, count)]
        to = 1 if back == "undo" else count - 1
        backs = [row(number, to, back, about=Back(to, count - 1)) for number in range(count, 2 * count)]
        rows = Read([*moves, *backs])
        assert len(undone(rows)) == (count - 2 if back == "undo" else 0)
        cost.append(rows.times)
    assert cost[1] < 2.5 * cost[0]


# --- keys: a row that leaves everything else alone -------------------------------------------------------------------

NEW_KEY = KeyReplaced("Bo", "0" * 64)


def test_a_new_key_makes_no_request_lapse(match: Recorder) -> None:
    match.move(0, Earn(1))
    match.note("ask", 0, Request("undo", 8))
    match.note("key", 1, NEW_KEY)
    pending = History(match.bodies).pending
    assert pending is not None
    assert (pending[0].seq, pending[1]) == (11, frozenset())
    match.note("agree", 1)
    match.note("key", None, NEW_KEY)
    again = History(match.bodies).pending
    assert again is not None
    assert (again[0].seq, again[1]) == (11, frozenset({1}))


def test_a_new_key_changes_nothing_that_a_redo_brings_back(match: Recorder) -> None:
    match.move(0, Earn(1))
    match.undo(0)
    before = History(match.bodies).redo()
    match.note("key", 1, NEW_KEY)
    assert History(match.bodies).redo() == before == (10, 9)
    match.redo(0)
    assert seqs(match)[-2:] == [10, 13]


def test_a_new_key_leaves_an_undo_free_and_the_match_as_it_was(match: Recorder) -> None:
    match.move(0, Earn(1))
    state = match.state
    match.note("key", 1, NEW_KEY)
    assert match.state == match.log().state() == state
    assert match.undo_class(0, 9) == "free"
    match.undo(0)
    assert undone(match.bodies) == {10: 12}, "a key is never undone"


def free_row_by_row(rows: Sequence[AnyBody], seat: int | None, actor: str) -> bool:
    """What `History.free` says, as it is meant."""
    own = [row for row in rows if row.kind in {"move", "undo", "redo"} and not row.chance and row.sealed_move is None]
    passed = [row for row in own if (row.seat, row.actor) == (seat, actor)]
    return len(passed) + sum(row.kind == "key" for row in rows) == len(rows)


@pytest.mark.parametrize("actors", [("Ana", "Bo"), tuple(map(str, range(300)))], ids=["two", "many"])
@pytest.mark.parametrize("seed", range(30))
def test_what_is_free_is_what_looking_at_each_row_says(seed: int, actors: tuple[str, ...]) -> None:
    """Keys lie anywhere, whoever wrote them."""
    dice = stream("keys", seed)
    rows: list[AnyBody] = [row(1, 0, "start")]
    rows += [row(number, number - 1, "undo", seat=0, actor=name) for number, name in enumerate(actors[2:], 2)]
    first = len(rows)
    while len(rows) < first + 40:
        kind: Kind = dice.pick(("key", "key", "move", "move", "undo", "agree" if dice.below(5) == 0 else "key"))
        chance = (("red",),) if kind == "move" and dice.below(12) == 0 else ()
        doer: Any = {"seat": 0 if dice.below(4) else dice.pick((1, None)), "actor": dice.pick(("Ana", "Bo"))}
        rows.append(row(len(rows) + 1, len(rows), kind, **doer, chance=chance))
    history = History(rows)
    for tip in range(first, len(rows) + 1):
        for after in range(first, tip + 1):
            for doer in ((0, "Ana"), (0, "Bo"), (0, "Cy"), (1, "Ana"), (None, "Ana")):
                assert history.free(after, tip, doer) == free_row_by_row(rows[after:tip], *doer), (after, tip, doer)


@pytest.mark.parametrize("seed", range(30))
def test_the_tree_of_rows_answers_as_the_rows_themselves_would(seed: int) -> None:
    """However it grows, it tells what walking along the parents tells."""
    dice = stream("tree", seed)
    rows: list[AnyBody] = [row(1, 0, "start")]
    while len(rows) < 150:
        number, straight = len(rows) + 1, dice.below(10) > seed % 4
        parent = len(rows) if straight else 1 + dice.below(len(rows))
        kind: Kind = dice.pick(("move", "agree", "key", "redo", "undo"))
        tip = number - 1 - (dice.below(number - 1) if dice.below(3) == 0 else 0)
        rows.append(row(number, parent, kind, about=Back(parent, tip) if kind == "undo" else None))
    history = History(rows)
    above = {body.seq: [one.seq for one in line(rows, body.seq)] for body in rows}
    for body in rows:
        own = above[body.seq]
        assert (history.parent(body.seq), history.length(body.seq)) == (body.parent, len(own))
        assert history.played(body.seq) == max(one for one in own if rows[one - 1].kind in {"start", "move"})
        halt = rows[max(one for one in own if rows[one - 1].kind in {"start", "move", "undo"}) - 1]
        if halt.kind == "undo" and isinstance(halt.about, Back) and halt.about.tip:
            assert history.redo(body.seq) == (halt.about.tip, halt.parent)
        else:
            with pytest.raises(Refused, match="nothing_to_redo"):
                history.redo(body.seq)
        for other in (1 + dice.below(len(rows)) for _ in range(20)):
            assert history.holds(other, body.seq) == (other in own)
            assert history.parting(other, body.seq) == max(set(own) & set(above[other]))


# --- logs that somebody made to be slow -----------------------------------------------------------------------------


def steps_of(doing: Callable[[], object]) -> int:
    """How many lines of the history's own code are run."""
    count = 0

    def traced(frame: FrameType, event: str, _arg: object) -> Any:
        nonlocal count
        count += event == "line" and frame.f_code.co_filename == history_module.__file__
        return traced

    before = sys.gettrace()
    sys.settrace(traced)
    try:
        doing()
    finally:
        sys.settrace(before)
    return count


def to_and_fro(count: int) -> None:
    """A long line that is left as a whole and brought back as a whole, over and over; each time all is asked."""
    history = History(row(number, number - 1, "key" if number > 1 else "start") for number in range(1, count + 1))
    for _ in range(count):
        tip = len(history)
        assert history.target(1) == 1
        assert history.free(1, tip, (0, "Ana")) in {True, False}
        history.add(row(tip + 1, 1, "undo", about=Back(1, tip)))
        left, gone = history.redo()
        assert (left, gone, history.parting(tip + 1, left)) == (tip, 1, 1)
        history.add(row(tip + 2, tip, "redo", about=Back(tip, tip + 1)))
        assert history.holds(count, tip + 2)


def test_going_to_and_fro_costs_what_its_rows_cost() -> None:
    few, many = (steps_of(lambda count=count: to_and_fro(count)) for count in (300, 1_200))  # type: ignore[misc]
    assert many < 5 * few, "four times as many rows, and a little more for the longer way"
