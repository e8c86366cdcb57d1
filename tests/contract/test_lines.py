"""Forks of one position, which draw otherwise, refuse every line alike: what is refused tells nothing of chance."""

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import herald
from core.kernel.errors import HeraldError
from core.kernel.language.rehearsal import rehearse
from core.kernel.language.spelling import format_move
from core.kernel.log.log import Log, Seen
from core.kernel.rules import engine
from core.kernel.rules.chance import Stream, stream
from core.kernel.rules.engine import AnyGame
from store.acts import Act
from store.matches import Matches
from store.sqlite.adapter import open_store
from tests.contract.typed import nonsense_behind
from tests.replays.tables import Clock, begin, entropy_of, go_on, held
from tests.support.at_desk import forked
from tests.support.matches import GAMES

POSITIONS = 10  # of each game
FORKS = 3
LINES = 8
LONGEST = 4  # moves in a line
ANOTHER = re.compile(r"\b[a-z]+-[a-z]+-\d{3}\b")


@pytest.mark.parametrize("name", [name for name in GAMES if name != "toy"])
def test_forks_of_one_position_refuse_every_line_alike(name: str, tmp_path: Path) -> None:
    seen: Counter[int] = Counter()
    with open_store(tmp_path / "matches.db") as store:
        matches = Matches(store, Clock(), entropy_of(name))
        for number in range(POSITIONS):
            dice = stream("lines", name, number)
            log = position(matches, GAMES[name], number, dice)
            seat = engine.asked(log.state()).seats[0]
            act = Act(log.seats[seat])
            forks = [held(matches, forked(matches, log, seat=act.seat)[0]) for _ in range(FORKS)]
            if engine.asked(forks[0].state()).seats[:1] != (seat,):
                continue  # somebody has to answer again first
            for _ in range(LINES):
                line = any_line(forks[0].seen_by(seat), seat, dice)
                answers = {told(tmp_path, fork, act, line) for fork in forks}
                assert len(answers) == 1, (line, *answers)
                code, _ = answers.pop()
                seen[code] += 1
                if code == 0:
                    break  # what it drew differs from fork to fork from now on
    assert seen[2], "some lines went on behind a draw"
    assert seen[3] + seen[7], "some were refused by the rules"


def position(matches: Matches, game: AnyGame, number: int, dice: Stream) -> Log:
    """A moment of a match that goes on."""
    players = dice.pick(game.players)
    log = begin(matches, game, players, number + 1)
    return go_on(matches, log, dice, dice.pick((0, 1, 3, 30)) + dice.below(8))


def any_line(log: Seen, seat: int, dice: Stream) -> str:
    """Moves one after the other, as far as they can be foreseen; behind them whatever comes, mostly nonsense."""
    texts: list[str] = []
    state = log.state()
    while len(texts) < LONGEST and state.agenda and engine.may_answer(state, seat):
        texts.append(format_move(dice.pick(engine.some_legal(state, seat, dice, 6))))
        try:
            found = rehearse(log, seat, texts)
        except HeraldError:
            break
        if not found.complete or dice.below(3) == 0:
            break
        state = found.state
    return dice.pick(nonsense_behind(texts))


def told(folder: Path, fork: Log, act: Act, line: str) -> tuple[int, str]:
    """The exit code, and every word of a refusal."""
    typed: Sequence[str] = ("move", fork.match, line, "--as", act.seat, "--db", str(folder / "matches.db"))
    done = CliRunner().invoke(herald, list(typed), env={"HERALD_LANG": "en", "HERALD_SEAT": None})
    return done.exit_code, "" if done.exit_code == 0 else ANOTHER.sub("the match", done.output)
