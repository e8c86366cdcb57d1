"""Two worlds, and free undos, in matches that no test has seen."""

from pathlib import Path

from tests.contract.desk import KEYS, Commands, keys_of
from tests.contract.doors import DOORS
from tests.contract.free_undo import honest, judge
from tests.contract.worlds import Compared, LeakError, compare, compare_seeds, hidden_events, hides, hiding, lively
from tests.fuzz.found import Found, Trial
from tests.service.visits import Visits
from tests.support.matches import GAMES, SEATS, any_terms
from tests.support.recording import Recorder

LINES = 2  # of each command that are typed at a moment
MOMENTS = 2  # of a pair
ASKED = 4  # requests of each route
MATCH = "toy-match"


def trial(here: Trial) -> int:
    """One hidden event of a match, through every door and at the command line."""
    dice = here.dice()
    game = GAMES[dice.pick(sorted(GAMES))]
    players, key = dice.pick(game.players), dice.pick(KEYS)
    keys = keys_of(MATCH, SEATS[:players], key)
    terms = any_terms(game, players, dice)
    seed, rows = f"{here.seed} {here.number}", 12 + dice.below(150)
    if hides(game) and dice.below(2):
        match = hiding(game, players, dice, rows, seed=seed, terms=terms, match=MATCH, keys=keys)
    else:  # under any terms
        match = lively(Recorder(game, players, seed=seed, match=MATCH, keys=keys, **terms), dice, rows)
    viewer = dice.pick((None, *range(players))) if key else dice.below(players)
    events, found = hidden_events(match.bodies, viewer), Compared()
    if not events:
        return 0
    doors = {**DOORS, **Commands(here.folder, key, most=LINES).doors()}
    if key or viewer is None:  # at a service nobody is a seat without a key
        doors |= Visits(served(here), key, most=ASKED).doors()
    try:
        compare(match, dice.pick(events), viewer, dice, found, doors, MOMENTS)
    except LeakError as leak:
        raise Found(f"{game.name}, {players} players, {terms}: {leak}") from leak
    return found.pairs


def served(here: Trial) -> Path:
    """Where a service has its files."""
    folder = here.folder / "served"
    folder.mkdir(exist_ok=True)
    return folder


def seed_trial(here: Trial) -> int:
    """A match and the same under another seed: what chance will bring shows in no command."""
    dice = here.dice()
    game = GAMES[dice.pick(sorted(GAMES))]
    players, key = dice.pick(game.players), dice.pick(KEYS)
    terms = any_terms(game, players, dice)
    keys = keys_of(MATCH, SEATS[:players], key)
    match = lively(Recorder(game, players, match=MATCH, keys=keys, **terms), dice, 12 + dice.below(150))
    doors, found = Commands(here.folder, key, most=LINES).doors(), Compared()
    if key:
        doors |= Visits(served(here), key, most=ASKED).doors()
    try:
        compare_seeds(match, dice.below(players), dice, found, doors, MOMENTS)
    except LeakError as leak:
        raise Found(f"{game.name}, {players} players, {terms}: {leak}") from leak
    return found.pairs


def undo_trial(here: Trial) -> int:
    """What was undone freely taught nobody anything."""
    dice = here.dice()
    game = GAMES[dice.pick(sorted(GAMES))]
    found = judge(honest, game, dice.pick(game.players), f"{here.seed} {here.number}")
    harm = {what: times for what, times in found.items() if what.startswith("free, ") and times}
    if harm:
        raise Found(f"{game.name}: {harm}")
    return found["free"] + found["by consent"]
