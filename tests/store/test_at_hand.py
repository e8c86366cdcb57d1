"""Of a match that is at hand nothing is read, decoded or folded twice: for its host, and for each reader."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from core.games import game_named
from core.kernel.language.spelling import format_move
from core.kernel.log import fold, log
from core.kernel.log.log import STRIDE, Held, Log
from core.kernel.log.row import AnyBody
from core.kernel.rules import engine
from core.kernel.rules.chance import stream
from store.acts import Act
from store.matches import Matches
from tests.replays.tables import Clock, begin, club, entropy_of
from tests.support.at_desk import started
from tests.support.matches import any_move

ACTS = 60


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> Counter[int]:
    """How often each row was folded."""
    found: Counter[int] = Counter()
    after: Callable[..., Any] = fold.after

    def counted(state: Any, row: AnyBody) -> Any:
        found[row.seq] += 1
        return after(state, row)

    monkeypatch.setattr(fold, "after", counted)
    monkeypatch.setattr(log, "after", counted)
    return found


def played(matches: Matches, name: str, acts: int = ACTS) -> Log:
    """Everybody looks after every act: two seats, and the public."""
    match = begin(matches, game_named(name), 2).match
    for number in range(acts):
        dice = stream("played", name, number)
        state = matches.log(match).state()
        if not state.agenda:
            break
        seat, move = any_move(state, dice)
        written = matches.move(match, Act(matches.log(match).seats[seat]), format_move(move))
        assert engine.asked(written.log.state()).seats == engine.asked(matches.open(match).state()).seats
        for reader in (0, 1):
            assert matches.open(match, reader).state().draws == matches.log(match).state().draws
    return matches.log(match)


@pytest.mark.parametrize("name", ["heirs", "crossing", "nobility"])
def test_every_row_is_folded_once_for_each(name: str, folded: Counter[int]) -> None:
    """Nothing is opened later here: the host, two seats and the public fold each row once."""
    with club(name) as matches:
        whole = played(matches, name)
    assert whole.head > ACTS // 2
    assert set(folded.values()) == {4}


def test_what_is_opened_later_is_folded_from_there(folded: Counter[int]) -> None:
    with club("medieval") as matches:
        whole = played(matches, "medieval", 200)
    opening = sum(any(openings) for openings in map(log.openings_in, whole.bodies))
    assert opening > 3, "closed answers were opened"
    assert sum(folded.values()) <= 4 * (whole.head + 2 * STRIDE * opening)
    assert folded[1] <= 8, "the first row is far behind"


def test_who_goes_back_folds_a_stride_at_most(folded: Counter[int]) -> None:
    with club("back") as matches:
        whole = played(matches, "heirs")
        for to in (whole.head - 3, whole.head - 20, 2):
            before = sum(folded.values())
            matches.undo(whole.match, Act(""), to, reason="a dispute")
            assert sum(folded.values()) - before <= 2 * (STRIDE + 1), "for the host, and for who acts"


def test_what_was_shown_is_not_shown_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each reader's log goes on: of the rows that they know none is redacted or decoded again."""
    redacted: list[int] = []
    honest: Callable[..., Any] = Held.redacted

    def noted(held: Held, seat: int | None, **how: Any) -> Any:
        rows = honest(held, seat, **how)
        redacted.append(len(rows))
        return rows

    with club("shown") as matches:
        whole = played(matches, "heirs")
        monkeypatch.setattr(Held, "redacted", noted)
        seat = engine.asked(whole.state()).seats[0]
        text = format_move(any_move(whole.state(), stream("one more", 1))[1])
        written = matches.move(whole.match, Act(whole.seats[seat]), text)
        new = written.last - written.first + 1
        for reader in (None, 0, 1):
            seen = matches.open(whole.match, reader)
            assert seen is matches.open(whole.match, reader), "nothing came in"
        assert redacted == [new, new, new]


def test_only_so_many_matches_are_at_hand() -> None:
    with club("many") as matches:
        few = Matches(matches.store, Clock(), entropy_of("few"), most=2)
        begun = [begin(matches, game_named("heirs"), 2, number).match for number in range(4)]
        first = few.log(begun[0])
        assert few.log(begun[0]) is first
        for other in (begun[1], begun[0], begun[2]):
            few.log(other)
        assert few.log(begun[0]) is first, "it was asked for again"
        few.log(begun[3])
        few.log(begun[2])
        assert few.log(begun[0]) is not first


def test_only_so_many_rows_are_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match that is longer than that stays alone."""
    with club("many") as matches:
        begun = [begin(matches, game_named("heirs"), 2, number).match for number in range(3)]
        rows = matches.log(begun[0]).head
        kept = Matches(matches.store, Clock(), entropy_of("kept"), most=100)
        monkeypatch.setattr("store.reader.ROWS_AT_HAND", 2 * rows)
        logs = [kept.log(match) for match in begun]
        assert [kept.log(match) is log for match, log in zip(begun[1:], logs[1:], strict=True)] == [True, True]
        assert kept.log(begun[0]) is not logs[0]
        monkeypatch.setattr("store.reader.ROWS_AT_HAND", rows - 1)
        alone = kept.log(begun[1])
        assert kept.log(begun[1]) is alone


def test_readers_of_one_match_hold_nothing_of_each_other() -> None:
    with club("apart") as matches:
        written, keys = started(matches, game_named("medieval"), ("Ana", "Bo"))
        match, closed = written.log.match, [0, 0]
        for _ in range(8):
            state = matches.log(match).state()
            for seat in engine.asked(state).seats:
                name = ("Ana", "Bo")[seat]
                move = engine.some_legal(matches.log(match).state(), seat, stream("apart", seat), 1)[0]
                matches.move(match, Act(name, key=keys[name]), format_move(move))
                mine = [set(matches.open(match, one, keys[who]).vault) for one, who in enumerate(("Ana", "Bo"))]
                opened = matches.log(match).opened
                assert not mine[0] & mine[1] - opened
                assert set(matches.open(match).vault) <= opened
                closed = [most + bool(vault - opened) for most, vault in zip(closed, mine, strict=True)]
        assert all(closed), "each of them has answered in secret"
