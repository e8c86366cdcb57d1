"""What row 1 says: the one place where it is put together, for matches that people start, that bots play, and forks."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from core.kernel.game import Edition
from core.kernel.log.row import EditionRef, Forked, Start
from core.kernel.rules.engine import AnyGame
from core.kernel.rules.secret import HOLE, Secret
from core.kernel.setup.options import agreed
from core.kernel.setup.rulings import of_today, settle

ENGINE = "1"
"""The kernel's part of the rules that a match is played under."""

UNSEALED = Secret((1, 0), (), "", HOLE)
"""The box of the seed, before the scribe fills it."""


def start_of(  # noqa: PLR0913 - everything that decides a match
    game: AnyGame,
    seats: Sequence[str],
    *,
    rulings: Mapping[str, str],
    options: Mapping[str, str],
    edition: Edition | None = None,
    bots: Mapping[str, str] | None = None,
    seed_chosen: bool = False,
    practice: bool = False,
    nonces: bool = False,
) -> Start:
    """A match under today's rules, with the edition that ships where no other is given."""
    data = edition or game.edition()
    return Start(
        game=game.name,
        seats=tuple(seats),
        rulings=settle(game.rulings, rulings) | of_today(game.changes),
        edition=EditionRef(data.name, data.digest, data.text),
        engine=ENGINE,
        rules=game.rules_version,
        seed=UNSEALED,
        seed_chosen=seed_chosen,
        practice=practice,
        options=agreed(game.options, options),
        bots=bots or {},
        nonces=nonces,
    )


def forked_start(
    start: Start, game: AnyGame, origin: Forked, bots: Mapping[str, str], keys: Mapping[str, str]
) -> Start:
    """The same match once more, under today's rules, with a seed and keys of its own."""
    return replace(
        start,
        engine=ENGINE,
        rules=game.rules_version,
        seed=UNSEALED,
        seed_chosen=False,
        practice=False,
        bots=bots,
        keys=keys,
        forked=origin,
        nonces=False,
    )
