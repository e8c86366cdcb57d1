"""Rulings: a struct of a game whose fields are options, typed with their readings, the default first, and marked."""

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import starmap
from typing import Any, Literal, TypeVar, get_args

from msgspec import Struct

from core.kernel.decoding import convert
from core.kernel.errors import Usage
from core.kernel.game import Ruling, Untied

R = TypeVar("R")

Yes = Literal["yes", "no"]
"""The readings of a rule that holds as it is understood, or does not."""


class Id(Struct, frozen=True):
    """Marks an option with the id of its ruling in the game's specification; `untied`: from which one, later.

    `at_setup`: it is settled when the table is laid out. Nothing asks it later, or what lies there was laid by it.
    """

    id: str
    untied: Untied | None = None
    at_setup: bool = False


class Changed(Struct, frozen=True):
    """Marks what is no switch, but a rule (by its id) that says something else since a version: today's reading first,
    the oldest one last. A match that was begun before keeps that one, and so do its proofs; no old code is kept beside.
    """

    id: str
    since: str


@cache
def rulings_of(kind: Any) -> tuple[Ruling, ...]:
    """The switches that a struct of rulings declares."""
    return tuple(ruling for ruling in _declared(kind) if not ruling.since)


@cache
def changes_of(kind: Any) -> tuple[Ruling, ...]:
    """What the rules say otherwise since."""
    return tuple(ruling for ruling in _declared(kind) if ruling.since)


@cache
def _declared(kind: Any) -> tuple[Ruling, ...]:
    return tuple(starmap(_ruling, kind.__annotations__.items()))


def _ruling(option: str, hint: Any) -> Ruling:
    literal, mark = get_args(hint)
    readings = get_args(literal)
    if isinstance(mark, Changed):
        return Ruling(mark.id, option, readings, readings[0], since=mark.since)
    return Ruling(mark.id, option, readings, readings[0], mark.untied, at_setup=mark.at_setup)


def settle(rulings: tuple[Ruling, ...], chosen: Mapping[str, str]) -> dict[str, str]:
    """All options with their readings: as chosen (by option or by ruling id, any case), else by default."""
    return {ruling.option: ruling.default for ruling in rulings} | named(rulings, chosen)


def named(rulings: tuple[Ruling, ...], chosen: Mapping[str, str]) -> dict[str, str]:
    """The chosen readings alone, by option: each named by option or by ruling id, in any case."""
    found: list[tuple[str, str]] = []
    for key, reading in chosen.items():
        meant = [ruling for ruling in rulings if key.casefold() in {ruling.option, ruling.id.casefold()}]
        if not meant:
            raise Usage("unknown_ruling", known=[ruling.option for ruling in rulings], word=key)
        ruling = meant[0]
        readings = [known for known in ruling.readings if known == reading.casefold()]
        if not readings:
            raise Usage("unknown_reading", known=ruling.readings, word=reading, ruling=ruling.option, id=ruling.id)
        found.append((ruling.option, readings[0]))
    return once(found)


def once(said: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Names and what is said of each: to say two things of one is refused, for none of them would win but by chance."""
    found: dict[str, str] = {}
    for name, value in said:
        if found.setdefault(name, value) != value:
            raise Usage("named_twice", word=name, found=[found[name], value])
    return found


def of_today(changes: tuple[Ruling, ...]) -> dict[str, str]:
    """What a match that begins today names beside its rulings."""
    return {change.option: change.default for change in changes}


def as_read(
    rulings: tuple[Ruling, ...], written: Mapping[str, str], changes: tuple[Ruling, ...] = ()
) -> dict[str, str]:
    """The readings of row 1; one that was untied since is what the option that decided it says there.

    A rule that has changed since is read as it was.
    """
    readings = {change.option: change.readings[-1] for change in changes} | dict(written)
    for ruling in rulings:
        before = ruling.untied
        if before is not None and ruling.option not in written and before.option in written:
            said = written[before.option]
            readings[ruling.option] = before.meant.get(said, said)
    return readings


def as_struct(kind: type[R], readings: Mapping[str, Any]) -> R:
    """The readings as the game's own struct; what is not said has its default."""
    declared: Any = kind
    rulings = _declared(declared)
    said = {ruling.option: ruling.default for ruling in rulings} | dict(readings)
    if len(said) == len(rulings) and all(said[ruling.option] in ruling.readings for ruling in rulings):
        return kind(**said)
    return convert(said, kind)  # says what is wrong; to read its types takes longer than all the rest
