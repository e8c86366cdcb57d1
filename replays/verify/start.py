"""Judging row 1 again: it is such as the program writes it, and holds nothing that could not be shown or played."""

from core.kernel.errors import Usage
from core.kernel.log.keys import ARBITER
from core.kernel.log.limits import SINCE
from core.kernel.log.row import Start
from core.kernel.rules.engine import AnyGame
from core.kernel.setup.options import agreed
from core.kernel.setup.rulings import as_read
from replays.verify.entries import check_digests, check_nonces
from replays.verify.faults import fail
from replays.verify.plausible import LARGEST
from store.ids import is_id
from store.seats import name_fits, stands_alone


def check_start(start: Start, game: AnyGame, match: str, v: int) -> None:
    """A game by its name, a closed seed, seats that may sit there, known readings and options; `v`: row 1's format."""
    if start.game != game.name:
        fail(1, "about", "start_game", game.name, start.game, "game")
    if start.seed.box != (1, 0) or start.seed.by != ():
        fail(1, "about", "seed_not_closed", field="seed")
    if start.practice and (v == 1 or not start.seed_chosen):
        fail(1, "about", "start_practice", field="practice")
    if start.forked is not None and not 1 <= start.forked.row <= LARGEST:
        fail(1, "about", "impossible_number", LARGEST, start.forked.row, "forked.row")
    _check_names(start, game, match, v)
    check_nonces(start)
    if v > 1:
        check_digests(start)
    _check_rulings(start, game)
    _check_options(start, game)


def _check_names(start: Start, game: AnyGame, match: str, v: int) -> None:
    """Names go to terminals and into commands: whoever wrote them, they are such as `herald new` takes."""
    for named in (match, *([start.forked.match] if start.forked is not None else [])):
        if not is_id(named):
            fail(1, "match", "start_match", found=named)
    edition = game.adopt(start.edition.name, start.edition.text) if start.edition.text else game.edition()
    if edition.name != start.edition.name:
        fail(1, "about", "decided_otherwise", edition.name, start.edition.name, "edition.name")
    if len(start.seats) not in game.players or len({name.casefold() for name in start.seats}) != len(start.seats):
        fail(1, "about", "start_players", list(game.players), list(start.seats), "seats")
    for name in start.seats:
        if not name_fits(name) or (v >= SINCE and not stands_alone(name, start.seats)):
            fail(1, "about", "start_name", found=name, field="seats")
    for name in (*start.bots, *start.keys):
        if name not in start.seats and name != ARBITER:
            fail(1, "about", "start_seat", list(start.seats), name)
    if start.keys and ARBITER not in start.keys:
        fail(1, "about", "start_keys", field="keys")


def _check_rulings(start: Start, game: AnyGame) -> None:
    """A reading of each ruling of the game (or of the one that it was untied from), and of no other."""
    rulings, read = (*game.rulings, *game.changes), start.rulings
    readings = as_read(game.rulings, read, game.changes)
    for ruling in rulings:
        reading = readings.get(ruling.option, "")
        if reading not in ruling.readings:
            fail(1, "about", "start_reading", list(ruling.readings), reading, f"rulings.{ruling.option}")
    others = set(read) - {ruling.option for ruling in rulings}
    if others:
        fail(1, "about", "start_ruling", found=min(others), field="rulings")


def _check_options(start: Start, game: AnyGame) -> None:
    """A value of each option that is named, as the program settles it."""
    try:
        known = agreed(game.options, start.options)
    except Usage as problem:
        fail(1, "about", "start_option", found=str(problem), field="options")
    for name, value in start.options.items():
        if known.get(name) != value:
            fail(1, "about", "start_option", known.get(name, ""), value, f"options.{name}")
