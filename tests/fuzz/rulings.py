"""Matches in which the table agrees on other readings again and again, with all that can happen there besides."""

from typing import Any

from core.games import NAMES, game_named
from core.kernel.bots.possible import wrongs
from core.kernel.rules.chance import stream
from core.kernel.setup.readings import readings_of
from replays.files.export import export
from replays.verify import verify
from tests.fuzz.found import Found, Trial
from tests.replays.tables import begin, club, ruled_anew
from tests.replays.test_stand_alone import alone, herald
from tests.support.matches import any_options, any_rulings


def trial(here: Trial) -> int:
    """A match of any game: it comes to its end, and holds for whoever looks."""
    dice = here.dice()
    game = game_named(dice.pick(NAMES))
    players = dice.pick(game.players)
    seed = 1 + dice.below(1_000)
    rulings = any_rulings(game, stream("rulings", players, seed))  # those that it begins with
    options = any_options(game, players, stream("options", here.seed, here.number), rulings)
    told = f"{game.name}, {players} players, {options}"
    with club(f"{here.seed} {here.number}") as matches:
        log = ruled_anew(matches, begin(matches, game, players, seed, options=options), dice)
        fault = verify(log.rows).fault
        if fault is not None:
            raise Found(f"{told}: {fault}")
        earlier: list[Any] = []
        for body, state in log.states():
            earlier += [] if state.table.setup in earlier else [state.table.setup]
            wrong = next(wrongs(game, state.table, earlier), None)
            if wrong is not None:
                raise Found(f"{told}: impossible after row {body.seq}: {wrong}")
        for view in ("full", "public", f"seat {log.seats[-1]}"):
            data = b"".join(export(log, view))
            refused = herald(data) or alone(data)
            if refused:
                raise Found(f"{told}, {view}: {refused}")
        for row in log.history.rulings:
            branch = matches.fork(matches.open(log.match).at(row)) if log.state(row).agenda else None
            if branch is not None and readings_of(branch.log.state()) != readings_of(log.state(row)):
                raise Found(f"{told}: a fork after row {row} is read otherwise")
        return len(log.history.rulings)
