"""Whatever one seat does, the others can play on to the end, and the arbiter can act."""

from collections.abc import Callable, Mapping

import pytest
from msgspec.structs import replace

from core.games import game_named
from core.kernel.errors import Refused
from core.kernel.language.spelling import format_move
from core.kernel.log import limits
from core.kernel.log.budget import budget, spent
from core.kernel.log.keys import ARBITER
from core.kernel.rules.chance import Stream, stream
from core.kernel.rules.engine import asked, may_answer, some_legal
from replays.verify import verify
from store.acts import Act
from store.matches import Matches
from tests.replays.tables import club, held
from tests.support.at_desk import new_key, replaced, started
from tests.support.matches import any_move

GAME = game_named("medieval")
NAMES = ("Ana", "Bo", "Cy")

SMALL = {"ROWS": 500, "SPENT": 180, "RESERVED_ROWS": 20}
"""Of three seats each spends 60; the rest is enough for a match of random moves (some 150 rows)."""


class Spoiler:
    """A seat that writes all the rows it can by one means."""

    def __init__(self, matches: Matches, match: str, key: str, dice: Stream) -> None:
        self.matches, self.match, self.dice = matches, match, dice
        self.act = Act(NAMES[0], key=key)

    def key(self) -> None:
        key = new_key(self.matches)
        replaced(self.matches, self.match, self.act, key)
        self.act = replace(self.act, key=key)

    def ask(self) -> None:
        request = self.matches.give_up(self.match, self.act).last
        self.matches.answer(self.match, self.act, request, agree=False)

    def turn(self) -> None:
        """Play, where nothing is learned by it, take it back, bring it back, take it back."""
        self.move()
        self.matches.undo(self.match, self.act)
        if self.matches.log(self.match).history.pending is not None:
            return
        self.matches.redo(self.match, self.act)
        self.matches.undo(self.match, self.act)

    def move(self) -> None:
        """Play a move; where a closed answer is in already, give another one."""
        move = self.dice.pick(some_legal(self.matches.log(self.match).state(), 0, self.dice))
        self.matches.move(self.match, self.act, format_move(move))

    @property
    def can_move(self) -> bool:
        return may_answer(self.matches.log(self.match).state(), 0)


def spoil(spoiler: Spoiler, by: Callable[[Spoiler], None]) -> str:
    """Write rows until they are refused; tell why."""
    for _ in range(SMALL["ROWS"]):
        if by in {Spoiler.turn, Spoiler.move} and not spoiler.can_move:
            return ""
        try:
            by(spoiler)
        except Refused as refusal:
            return refusal.why
    return "never"


MEANS: Mapping[str, tuple[Callable[[Spoiler], None], Mapping[str, str]]] = {
    "keys": (Spoiler.key, {}),
    "requests": (Spoiler.ask, {}),
    "going back": (Spoiler.turn, {}),
    "answers again": (Spoiler.move, {"placement_commit": "revisable"}),
}


@pytest.mark.parametrize("means", MEANS)
def test_the_others_play_on_to_the_end(means: str, monkeypatch: pytest.MonkeyPatch) -> None:
    by, rulings = MEANS[means]
    for name, number in SMALL.items():
        limit = getattr(limits, name)
        monkeypatch.setattr(limits, name, replace(limit, most=number) if isinstance(limit, limits.Limit) else number)
    met, dice = set[str](), stream("budget", means)
    with club(means) as matches:
        written, keys = started(matches, GAME, NAMES, rulings=rulings)
        match = written.log.match
        spoiler = Spoiler(matches, match, keys[NAMES[0]], dice)
        while (log := matches.log(match)).state().agenda:
            met.add(spoil(spoiler, by))
            log = matches.log(match)
            if not asked(log.state()).seats:
                break
            seat = dice.pick(asked(log.state()).seats)
            move = dice.pick(some_legal(log.state(), seat, dice))
            key = spoiler.act.key if seat == 0 else keys[NAMES[seat]]
            matches.move(match, Act(NAMES[seat], key=key), format_move(move))
        assert "spent" in met, "all that can be spent was spent"
        assert met <= {"spent", "", "match_over_arbiter_only", "match_over", "nothing_to_undo", "request_waits"}
        log = matches.log(match)
        assert log.head < SMALL["ROWS"] - SMALL["RESERVED_ROWS"]
        assert spent(log, 0) >= budget(log.start) > spent(log, 1)
        assert verify(log.rows).fault is None
        matches.undo(match, Act("", key=keys[ARBITER]), log.head - 3, reason="the arbiter has no budget")


def test_a_seat_spends_what_it_takes_back_and_nothing_that_others_agreed_to() -> None:
    with club("cost") as matches:
        match = held(matches, matches.start(GAME, ("Ana", "Bo"), practice="cost")).match
        log = matches.log(match)
        while len({body.seat for body in log.bodies}) < 3:  # both have placed, and something was opened
            seat, move = any_move(log.state(), stream("cost", log.head))
            log = held(matches, matches.move(match, Act(log.seats[seat]), format_move(move)))
        assert (spent(log, 0), spent(log, 1)) == (0, 0), "moves are free"
        request = matches.undo(match, Act("Ana"), log.history.first).last
        log = held(matches, matches.answer(match, Act("Bo"), request, agree=True))
        assert log.bodies[-1].kind == "undo"
        assert (spent(log, 0), spent(log, 1)) == (1, 0), "the request, and not what Bo agreed to"


def test_against_bots_going_back_costs_all_that_is_taken_back() -> None:
    with club("alone") as matches:
        log = held(matches, matches.start(GAME, ("Ana", "Bo"), bots={"Bo": "random"}, practice="alone"))
        for number in range(4):
            seat, move = any_move(log.state(), stream("alone", number))
            log = held(matches, matches.move(log.match, Act(log.seats[seat]), format_move(move)))
        before = log.head
        log = held(matches, matches.undo(log.match, Act("Ana"), log.history.first))
        assert spent(log, 0) == 1 + before - log.history.first
        assert budget(log.start) == limits.SPENT.most


def test_a_key_that_is_in_force_is_no_new_key() -> None:
    with club("same key") as matches:
        written, keys = started(matches, GAME, ("Ana", "Bo"))
        match = written.log.match
        act = Act("Ana", key=keys["Ana"])
        with pytest.raises(Refused, match="key_in_force"):
            replaced(matches, match, act, keys["Ana"])
        with pytest.raises(Refused, match="key_in_force"):
            replaced(matches, match, Act("", key=keys[ARBITER]), keys["Bo"], "Bo", "lost")
        assert matches.log(match).head == written.last
