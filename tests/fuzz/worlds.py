"""Two worlds, and free undos, in matches that no test has seen."""

from pathlib import Path

from core.kernel.rules.chance import Stream
from core.kernel.rules.engine import AnyGame
from tests.contract.desk import KEYS, Commands, keys_of
from tests.contract.doors import DOORS
from tests.contract.free_undo import honest, judge
from tests.contract.worlds import Compared, LeakError, compare, compare_seeds, hidden_events, hides, hiding, lively
from tests.fuzz.found import Found, Trial
from tests.service.visits import Visits
from tests.support.matches import PLAYED, SEATS, Terms, any_terms
from tests.support.recording import Recorder

LINES = 2  # of each command that are typed at a moment
MOMENTS = 2  # of a pair
EVENTS = 8  # of a match whose doors alone are opened
ASKED = 4  # requests of each route
MATCH = "toy-match"


def trial(here: Trial) -> int:
    """One hidden event of a match, through every door and at the command line."""
    dice = here.dice()
    game = PLAYED[dice.pick(sorted(PLAYED))]
    players, key = dice.pick(game.players), dice.pick(KEYS)
    terms = any_terms(game, players, dice)
    match = _played(here, dice, game, players, terms, key)
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


def doors_trial(here: Trial) -> int:
    """Many hidden events of a match, through the doors of its log alone: those are quick."""
    dice = here.dice()
    game = PLAYED[dice.pick([name for name in sorted(PLAYED) if hides(PLAYED[name])])]
    players = dice.pick(game.players)
    terms = any_terms(game, players, dice)
    match, found = _played(here, dice, game, players, terms), Compared()
    hidden = {viewer: events for viewer in (None, *range(players)) if (events := hidden_events(match.bodies, viewer))}
    for _ in range(EVENTS if hidden else 0):
        viewer = dice.pick(list(hidden))
        try:
            compare(match, dice.pick(hidden[viewer]), viewer, dice, found)
        except LeakError as leak:
            raise Found(f"{game.name}, {players} players, {terms}: {leak}") from leak
    return found.pairs


def _played(here: Trial, dice: Stream, game: AnyGame, players: int, terms: Terms, key: str = "") -> Recorder:
    """A match; where something can be hidden, in half of the cases one in which something is."""
    keys = keys_of(MATCH, SEATS[:players], key)
    seed, rows = f"{here.seed} {here.number}", 12 + dice.below(150)
    if hides(game) and dice.below(2):
        return hiding(game, players, dice, rows, seed=seed, terms=terms, match=MATCH, keys=keys)
    return lively(Recorder(game, players, seed=seed, match=MATCH, keys=keys, **terms), dice, rows)  # under any terms


def served(here: Trial) -> Path:
    """Where a service has its files."""
    folder = here.folder / "served"
    folder.mkdir(exist_ok=True)
    return folder


def seed_trial(here: Trial) -> int:
    """A match and the same under another seed: what chance will bring shows in no command."""
    dice = here.dice()
    game = PLAYED[dice.pick(sorted(PLAYED))]
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
    game = PLAYED[dice.pick(sorted(PLAYED))]
    found = judge(honest, game, dice.pick(game.players), f"{here.seed} {here.number}")
    harm = {what: times for what, times in found.items() if what.startswith("free, ") and times}
    if harm:
        raise Found(f"{game.name}: {harm}")
    return found["free"] + found["by consent"]
