"""Who may sit at a table: names that can be shown and typed anywhere, no two alike, and bots among them."""

from collections.abc import Mapping, Sequence

from core.kernel.errors import Usage
from core.kernel.language.words import SINGULAR
from core.kernel.log.keys import ARBITER
from core.kernel.log.limits import NAME
from core.kernel.rules.engine import AnyGame

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")
"""What counts as a letter or a sign, and shows nothing."""

_SILENT = dict.fromkeys(
    [0x034F, 0x17B4, 0x17B5, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]
)
"""Marks that show nothing of their own: they choose how the sign before them looks."""


def name_fits(name: str) -> bool:
    """Can a seat be called so: wherever a name is shown, typed or drawn?"""
    return 0 < len(name) <= NAME and name == name.strip() and name.isprintable() and ":" not in name


def stands_alone(name: str, seats: Sequence[str]) -> bool:
    """Is something of it to be seen, and does nobody else at the table look like it, in whatever script it is written?

    It is as good a name in its plain form: what only looks like a colon or a blank stands for one.
    """
    plain = _plain(name)
    shows = name_fits(plain) and not _BLANK & set(plain) and _shows(plain)
    return shows and _folded(name) != ARBITER and len(alike(name, seats)) == 1  # the arbiter's name and key are its own


def alike(name: str, seats: Sequence[str]) -> list[str]:
    """The seats that are called like this, itself among them."""
    called = _folded(name)
    return [seat for seat in seats if _folded(seat) == called]


def _plain(name: str) -> str:
    if name.isascii():
        return name
    from unicodedata import normalize  # only where a match begins

    return normalize("NFKC", name)


def _folded(name: str) -> str:
    """What all names have in common that are alike."""
    return _plain(_plain(name.translate(_SILENT)).casefold())


def _shows(name: str) -> bool:
    """Is there a sign in it that stands for itself? A mark needs one that bears it."""
    if name.isascii():
        return not name.isspace()
    from unicodedata import category  # only where a match begins

    return any(category(sign)[0] not in "MZ" for sign in name)


def check_seats(game: AnyGame, seats: Sequence[str], bots: Mapping[str, str]) -> None:
    """Refuse seats with which a match cannot be started."""
    if len(seats) not in game.players:
        raise Usage("wrong_players", known=[str(n) for n in game.players], found=len(seats))
    for name in seats:
        if not name_fits(name) or not stands_alone(name, seats):
            same = alike(name, seats)
            raise Usage("seats_alike", known=same) if len(same) > 1 else Usage("bad_seat_name", word=name)
    for name in bots:
        if name not in seats:
            raise Usage("unknown_seat", known=seats, word=name)
    if bots:
        from core.kernel.bots.bots import bot  # most matches have no bots

        for level in bots.values():
            bot(level)


def check_names(seats: Sequence[str]) -> None:
    """Refuse, where somebody begins a match, a number in place of names. Matches that have such a name go on."""
    for name in seats:
        if _plain(name).isdecimal():
            raise Usage("number_for_name", word=name)


def check_alone(game: AnyGame, seats: Sequence[str]) -> None:
    """Refuse, where somebody begins to play alone, the name of a side that the game plays itself, in any language."""
    if len(seats) > 1:
        return
    for lang in SINGULAR:
        for name in game.words(lang).names.get("seat", {}).values():
            if alike(name.strip("|"), seats):
                raise Usage("seat_of_nobody", word=seats[0], found=name.strip("|"))
