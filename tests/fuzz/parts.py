"""The parts of a fuzz run."""

from tests.fuzz import (
    boards,
    checkers,
    files,
    kills,
    lies,
    lines,
    matches,
    positions,
    readers,
    refusals,
    rulings,
    worlds,
)
from tests.fuzz.found import Part

PARTS = (
    Part("matches", "matches", 3, matches.trial, matches.again),
    Part("worlds", "pairs of worlds", 2, worlds.trial),
    Part("doors", "pairs of worlds", 2, worlds.doors_trial),
    Part("seeds", "pairs of seeds", 1, worlds.seed_trial),
    Part("undos", "undos", 1, worlds.undo_trial),
    Part("files", "bad files", 2, files.trial, files.again),
    Part("lies", "lies", 1, lies.trial),
    Part("checkers", "partings", 1, checkers.trial),
    Part("lines", "command lines", 2, lines.trial, lines.again),
    Part("rulings", "rulings agreed on", 1, rulings.trial),
    Part("refusals", "mistyped moves", 1, refusals.trial),
    Part("positions", "positions", 1, positions.trial),
    Part("readers", "looks", 1, readers.trial, least=1_000_000),
    Part("boards", "boards", 1, boards.trial),
    Part("kills", "kills", 1, kills.trial, least=60),
)
