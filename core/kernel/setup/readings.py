"""The readings under which a position is decided: other ones for the same position, and which of them are asked."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, TypeVar

from msgspec import defstruct
from msgspec.structs import replace

from core.kernel.errors import Refused
from core.kernel.game import Ruling
from core.kernel.rules.engine import AnyGame, State
from core.kernel.setup.rulings import named

T = TypeVar("T")


def under(game: AnyGame, state: State[T], readings: Mapping[str, str]) -> State[T]:
    """The same position under other readings, each by option or by ruling id; the others stay as they are."""
    return as_said(state, named((*game.rulings, *game.changes), readings))


def as_said(state: State[T], readings: Mapping[str, str]) -> State[T]:
    """The same, as a row of a log says it: each reading by its option, in its own spelling."""
    return _read_by(state, replace(_rulings(state), **readings))


def agreeable(game: AnyGame, state: State[Any], chosen: Mapping[str, str]) -> dict[str, str]:
    """The chosen readings as a row says them, in the order of the game, if a running match can take them.

    What the set-up settled stays as it is, and to agree on what is so already would say nothing. Of a rule that has
    changed, today's reading can be agreed on, and no older one.
    """
    known = (*game.rulings, *game.changes)
    meant, now = named(known, chosen), readings_of(state)
    named_ones = [ruling for ruling in known if ruling.option in meant]
    for ruling in named_ones:
        if (refusal := _refusal(ruling, meant[ruling.option], now[ruling.option])) is not None:
            raise refusal
    return {ruling.option: meant[ruling.option] for ruling in named_ones}


def all_agreeable(game: AnyGame, state: State[Any]) -> Iterator[tuple[Ruling, tuple[str, ...]]]:
    """Each ruling that a running match can take otherwise than it does, with the readings that it can take."""
    now = readings_of(state)
    for ruling in (*game.rulings, *game.changes):
        readings = tuple(one for one in ruling.readings if _refusal(ruling, one, now[ruling.option]) is None)
        if readings:
            yield ruling, readings


def _refusal(ruling: Ruling, reading: str, now: str) -> Refused | None:
    """Why a running match that reads it as `now` cannot take this reading."""
    if ruling.at_setup:
        return Refused(ruling.id, "ruling_of_the_setup", reading, now, what=ruling.option)
    if ruling.since and reading != ruling.default:
        return Refused(ruling.id, "ruling_of_the_past", ruling.default, reading, what=ruling.option)
    if reading == now:
        return Refused(ruling.id, "ruling_as_now", reading, reading, what=ruling.option)
    return None


def changed_since(game: AnyGame, state: State[Any]) -> dict[str, str]:
    """What the rules say today, where this match was begun when they said something else."""
    now = readings_of(state)
    found = {change.option: change.default for change in game.changes if now[change.option] != change.default}
    if not found:
        raise Refused("", "rules_as_today")
    return found


def readings_of(state: State[Any]) -> dict[str, str]:
    """Every option with the reading that is in force in this position."""
    rulings = _rulings(state)
    return {option: getattr(rulings, option) for option in rulings.__struct_fields__}


def noting(state: State[T]) -> tuple[State[T], set[str]]:
    """The same position, and the options that were asked of it or of what follows from it, as they are asked."""
    rulings = _rulings(state)
    asked: set[str] = set()
    return _read_by(state, _noting(rulings.__class__)(*map(rulings.__getattribute__, _options(rulings)), asked)), asked


def _rulings(state: State[Any]) -> Any:
    return state.table.setup.rulings


def _options(rulings: Any) -> tuple[str, ...]:
    found: tuple[str, ...] = rulings.__struct_fields__
    return found


def _read_by(state: State[Any], rulings: Any) -> State[Any]:
    table = state.table
    return replace(state, table=replace(table, setup=replace(table.setup, rulings=rulings)))


@cache
def _noting(kind: Any) -> Any:
    """The game's own struct of rulings, but that it notes which option is asked."""
    options = frozenset(kind.__struct_fields__)

    def asked(rulings: Any, name: str) -> Any:
        if name in options:
            object.__getattribute__(rulings, "noted").add(name)
        return object.__getattribute__(rulings, name)

    said = {"__getattribute__": asked}
    return defstruct(kind.__name__, [("noted", set[str])], bases=(kind,), namespace=said, frozen=True)
