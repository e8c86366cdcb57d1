"""Who may sit at a table: names that can be shown and typed anywhere, no two alike, and bots among them."""

from collections.abc import Mapping, Sequence

from core.kernel.engine import AnyGame
from core.kernel.errors import Usage
from core.kernel.keys import ARBITER

LONGEST_NAME = 40  # characters: boards and lists keep their width


def name_fits(name: str) -> bool:
    """Can a seat be called so: wherever a name is shown, typed or drawn?"""
    return 0 < len(name) <= LONGEST_NAME and name == name.strip() and name.isprintable() and ":" not in name


def check_seats(game: AnyGame, seats: Sequence[str], bots: Mapping[str, str]) -> None:
    """Refuse seats with which a match cannot be started."""
    if len(seats) not in game.players:
        raise Usage("wrong_players", known=[str(n) for n in game.players], found=len(seats))
    folded = [*(name.casefold() for name in seats), ARBITER]  # whose key and name are nobody else's
    for name in seats:
        if not name_fits(name) or folded.count(name.casefold()) > 1:
            raise Usage("bad_seat_name", word=name)
    for name in bots:
        if name not in seats:
            raise Usage("unknown_seat", known=seats, word=name)
    if bots:
        from core.kernel.bots import bot  # noqa: PLC0415 - most matches have no bots

        for level in bots.values():
            bot(level)
