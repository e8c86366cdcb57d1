"""Disputes about any moment of any match, as anybody may know it: a file of them comes out as it says."""

from pathlib import Path
from typing import Any

import pytest

from core.games import NAMES, game_named
from core.kernel.language.spelling import format_move
from core.kernel.log.log import Log, Seen
from core.kernel.rules import engine
from core.kernel.rules.chance import Stream, stream
from replays.dispute.bundle import Asked, Question, bundle, read_bundle, run_again, stream_of
from replays.dispute.case import MatchCase
from replays.dispute.question import answers, key_of
from replays.dispute.told import Teller
from replays.files.export import PUBLIC, SEAT, cut
from replays.verify import checked
from tests.support.matches import any_terms
from tests.support.recording import Recorder

MOMENTS = 12


def moves(state: Any, seat: int, dice: Stream) -> list[str]:
    """What may be asked: nothing, a move that is legal, nonsense."""
    found = engine.some_legal(state, seat, dice) if seat in engine.asked(state).seats else []
    return ["", "nonsense 7", *([format_move(dice.pick(found))] if found else [])]


def otherwise(log: Log, row: int, dice: Stream, path: Path) -> tuple[str, ...]:
    """One reader, one question, in both languages, and as a file: what does not come out as it says?"""
    reader = dice.pick([None, *range(len(log.seats))])
    seat = reader if reader is not None else dice.below(len(log.seats))
    seen: Seen = cut(log, row).seen_by(reader)
    move = dice.pick(moves(log.state(row), seat, dice))
    case = MatchCase(seen, row, seat, move, stream_of(log.match, row))
    found = answers(case, [])
    for answer in found:
        for lang in ("en", "fr"):
            told = Teller(case, lang).disputed(answer)
            assert told.sentence
            assert answer.is_asked or not told.differs
        Teller(case, "fr").looks(answer)
    asked = tuple(one for one in found if one.is_asked)
    readings = [Asked(key_of(one.ruling), tuple(it for group in one.groups for it in group.readings)) for one in asked]
    question = Question(log.match, row, log.seats[seat], move, tuple(readings))
    view = PUBLIC if reader is None else SEAT + log.seats[reader]
    path.write_bytes(b"".join(bundle(seen, view, question, asked)))
    read = read_bundle(str(path))
    again, _ = checked(read.exported)
    return run_again(again, read.head).otherwise


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", NAMES)
def test_a_file_of_any_moment_comes_out_as_it_says(name: str, seed: int, tmp_path: Path) -> None:
    game, dice = game_named(name), stream("disputes", name, seed)
    players = dice.pick(list(game.players))
    terms = any_terms(game, players, dice)
    log = Recorder(game, players, seed=f"disputes {seed}", **terms).play(dice, 20 + dice.below(200)).log()
    first = log.history.first or 1
    for _ in range(MOMENTS):
        assert otherwise(log, first + dice.below(log.head - first + 1), dice, tmp_path / "one.dispute.jsonl") == ()
