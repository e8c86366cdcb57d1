"""Texts that are nearly moves, typed into positions of any game: each refusal is a whole sentence, and cites a rule."""

from core.games import NAMES
from core.kernel.rules import engine
from core.kernel.rules.chance import stream
from tests.fuzz.found import Found, Trial
from tests.support.matches import GAMES, positions
from tests.support.nearly import LANGUAGES, faults, mistyped

EVERY, TEXTS = 6, 12


def trial(here: Trial) -> int:
    """A match of any game."""
    dice = here.dice()
    game = GAMES[dice.pick(NAMES)]
    players, tried = dice.pick(game.players), 0
    for recipe, decision in positions(game, players, (dice.below(100_000),), EVERY):
        own = stream("nearly", recipe.seed, decision.number)
        for seat in range(players):
            count = TEXTS if engine.may_answer(decision.after, seat) else 2
            for text in mistyped(game, decision.after, seat, own, own.pick(LANGUAGES), count):
                tried += 1
                for fault in faults(game, decision.after, seat, text):
                    raise Found(
                        f"{game.name}, {recipe}, after decision {decision.number}, seat {seat}, {text}: {fault}"
                    )
    return tried
