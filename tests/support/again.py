"""A log under other readings, held against the engine alone, which plays the same moves again."""

from typing import Any

import msgspec
from msgspec.structs import replace

from core.kernel.errors import Refused
from core.kernel.log.kinds import KINDS
from core.kernel.log.log import Seen
from core.kernel.rules import engine
from core.kernel.rules.chance import Draw, Drawn, derived, stream
from core.kernel.rules.engine import State
from replays.otherwise import otherwise
from tests.support.matches import GAMES, set_up
from tests.support.recording import Recorder


def open_log(recorder: Recorder) -> Seen:
    """With every box, as the match is known when it is over."""
    log = recorder.log()
    return Seen(log.game, log.rows, None)


class PlayedAgain:
    """The same moves under other readings, by nothing but the engine, with the draws that follow from the seed."""

    def __init__(self, recorder: Recorder, readings: dict[str, str]) -> None:
        self.row = 1
        self.draws: list[tuple[int, int, Draw]] = []  # each with its row
        self.facts: list[bytes] = []  # of each row
        self.illegal = 0  # the row whose move is not legal any more
        self.state = self._through(recorder, readings)

    def _through(self, recorder: Recorder, readings: dict[str, str]) -> State[Any]:
        game, start = recorder.game, recorder.log().start
        played = {ruling.option: start.rulings[ruling.option] for ruling in game.rulings}
        setup = set_up(game, len(start.seats), {**played, **readings}, dict(start.options))
        happened = engine.begin(game, setup, self._deal)
        self.facts.append(plain(happened.facts))
        for body in recorder.bodies[1:]:
            if not KINDS[body.kind].decides:
                continue
            self.row = body.seq
            move = body.move if body.sealed_move is None else body.sealed_move.value
            assert body.seat is not None
            try:
                engine.admit(happened.state, body.seat, move)
            except Refused:
                self.illegal = body.seq
                break
            happened = engine.decide(game, happened.state, body.seat, move, self._deal)
            self.facts.append(plain(happened.facts))
        return happened.state

    def _deal(self, n: int, draw: Draw) -> Drawn:
        self.draws.append((self.row, n, replace(draw, bag=tuple(sorted(draw.bag)), without=())))
        return derived("seed")(n, draw)


def plain(facts: tuple[Any, ...]) -> bytes:
    """Facts without their boxes: who plays without a log has none."""
    return msgspec.json.encode(facts, enc_hook=lambda secret: secret.value)


def check_goes_so(name: str, seed: int) -> None:
    """Up to where it stops: where a move is refused, or where something else is drawn, and nowhere else."""
    game, dice = GAMES[name], stream("otherwise", name, seed)
    recorder = Recorder(game, dice.pick(game.players)).play(dice)
    log, before = open_log(recorder), PlayedAgain(recorder, {})
    went_on = 0
    for ruling in game.rulings:
        readings = {ruling.option: dice.pick(ruling.readings[1:])}
        found, again = otherwise(log, readings), PlayedAgain(recorder, readings)
        if found.stop is None:
            assert again.illegal == 0, readings
            assert again.draws == before.draws[: len(again.draws)], readings
            assert game.counters(found.state.table) == game.counters(again.state.table), readings
            assert found.result == game.result(again.state.table), readings
            went_on += 1
        elif found.stop.how == "not_legal":
            assert found.stop.row == again.illegal, readings
        elif found.stop.how == "draw":
            assert {row for row, *_ in set(again.draws) - set(before.draws)} >= {found.stop.row}, readings
        else:
            assert found.stop.how == "unfinished", readings
            assert again.state.agenda, readings
        other = [row for row, (one, then) in enumerate(zip(again.facts, before.facts, strict=False), 1) if one != then]
        if found.first is None:
            assert not other, readings
        elif found.first.gone or found.first.come:
            assert other[0] == found.first.row, readings
        else:
            assert all(row >= found.first.row for row in other), readings
    assert went_on > len(game.rulings) // 4
