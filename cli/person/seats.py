"""Who this person is at a match, and which of their keys shows it. Nobody plays for another by leaving out a name."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from cli.language import words
from core.kernel.drawing.printable import printable
from core.kernel.errors import HeraldError, Usage
from core.kernel.log.keys import fits

if TYPE_CHECKING:
    from cli.terminal.terminal import Terminal
    from core.kernel.log.log import AnyLog
    from store.acts import Glance


def key_for(here: "Terminal", match: str, name: str, keys: Mapping[str, str]) -> str | None:
    """The key of a seat, or of the arbiter: the one in the file that was named; else HERALD_KEY or one of the person's
    ring, whichever opens it. `keys`: the digests in force.
    """
    if name not in keys or here.key_is_chosen:
        return here.key
    held = [key for key in (here.key, *(one.key for one in here.keyring.of(match) if one.seat == name)) if key]
    return next((key for key in held if fits(match, name, key, keys[name])), next(iter(held), None))


def opens(here: "Terminal", at: "Glance", seat: int) -> bool:
    """Is this seat open to the person, with or without a key?"""
    name = at.seats[seat]
    return name not in at.keys or _has_key(here, at, name)


def certain(here: "Terminal", at: "Glance") -> int | None:
    """The seat that is this person's, though nobody was named: they hold its key, or nobody else sits at the table."""
    theirs = [seat for seat, name in enumerate(at.seats) if name in at.keys and _has_key(here, at, name)]
    people = [seat for seat, name in enumerate(at.seats) if name not in at.bots]
    return next((found[0] for found in (theirs, people) if len(found) == 1), None)


def _has_key(here: "Terminal", at: "Glance", name: str) -> bool:
    key = key_for(here, at.match, name, at.keys)
    return key is not None and fits(at.match, name, key, at.keys[name])


def acting(here: "Terminal", at: "Glance") -> int:
    """The seat that acts: the one that was named, else the certain one; else somebody at a terminal is asked for it."""
    if here.seat_name is not None:
        return _called(here, at, here.seat_name)
    seat = certain(here, at)
    if seat is not None:
        return seat
    names = [name for name in at.seats if name not in at.bots] or list(at.seats)
    if not here.interactive:
        raise which_seat(names)
    return at.seat(_asked(here, "ask_seat", at, names, None))


def playing(here: "Terminal", at: "Glance") -> int | None:
    """The seat that is played at this terminal; None for all of them, which is said where they are several."""
    people = [name for name in at.seats if name not in at.bots]
    if (
        here.seat_name is not None
        or len(people) == 1
        or not all(opens(here, at, seat) for seat in range(len(at.seats)))
    ):
        return acting(here, at)
    said = _asked(here, "who_plays", at, people, "") if people else ""
    return at.seat(said) if said.strip() else None


def _asked(here: "Terminal", question: str, at: "Glance", names: Sequence[str], default: str | None) -> str:
    """What somebody at the terminal answers; once, and for this command alone."""
    asking = here.say(question, match=at.match, names=", ".join(map(printable, names)))
    colon = words.shared(here.lang)["head"]["colon"]
    return str(click.prompt(here.broken(asking), default=default, show_default=False, prompt_suffix=f"{colon} "))


def which_seat(names: Sequence[str]) -> Usage:
    """Nobody was named, and it could be any of these."""
    return Usage("which_seat", known=names)


def looking(here: "Terminal", at: "Glance") -> int | None:
    """The seat that looks: the one that was named, else the certain one; else nobody's, which is the public."""
    if here.seat_name is not None:
        return named(here, at)
    seat = certain(here, at)
    return seat if seat is None or opens(here, at, seat) else None


def named(here: "Terminal", at: "Glance | AnyLog") -> int | None:
    """The seat that was named; a HERALD_SEAT that does not sit here looks as the public does."""
    if here.seat_name is None:
        return None
    try:
        return _called(here, at, here.seat_name)
    except HeraldError:
        if here.seat_is_chosen:
            raise
        here.note(here.say("not_seated_here", name=here.seat_name, match=at.match))
        return None


def _called(here: "Terminal", at: "Glance | AnyLog", name: str) -> int:
    """The seat of this name. HERALD_SEAT says a whole one: Jo is not taken for Joanna where Jo does not sit."""
    if not here.seat_is_chosen and name.casefold() not in map(str.casefold, at.seats):
        raise Usage("unknown_seat", known=at.seats, word=name)
    return at.seat(name)
