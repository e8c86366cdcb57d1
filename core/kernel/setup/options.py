"""Options: a struct of a game whose fields are what the table agrees on before a match, typed with their values."""

from collections.abc import Mapping
from itertools import combinations
from typing import Any, TypeVar, get_args

from msgspec import Struct
from msgspec.structs import replace

from core.kernel.errors import Usage
from core.kernel.game import Game, Option, Setup
from core.kernel.rules.chance import Stream

O = TypeVar("O")  # noqa: E741 - a struct of options


TRIES = 100
"""How often values are drawn that do not go together, before the defaults are taken."""

MOST = 60
"""Numbers that are drawn for an option are smaller."""


DIGITS = 3
"""No track is longer."""


class Number(Struct, frozen=True):
    """Marks an option whose value may be a number, too, besides these words."""

    words: tuple[str, ...]
    least: int = 0  # below 0: only where the game itself comes to such a number


class Joined(Struct, frozen=True):
    """Marks an option whose value may be so many different ones of some words, joined by `+`, besides other words."""

    count: int
    of: tuple[str, ...]
    words: tuple[str, ...] = ()


def options_of(kind: type[Struct]) -> tuple[Option, ...]:
    """The options that a struct declares: each a choice of words, or of words and numbers or joined words."""
    found: list[Option] = []
    for name, default in zip(kind.__struct_fields__, kind.__struct_defaults__, strict=True):
        hint = kind.__annotations__[name]
        marks: tuple[Number | Joined, ...] = getattr(hint, "__metadata__", ())
        mark = marks[0] if marks else None
        words = get_args(hint) if mark is None else mark.words
        found.append(_option(name, words, str(default), mark))
    return tuple(found)


def _option(name: str, words: tuple[str, ...], default: str, mark: Number | Joined | None) -> Option:
    if isinstance(mark, Number):
        return Option(name, words, default, number=True, least=mark.least)
    if isinstance(mark, Joined):
        return Option(name, words, default, count=mark.count, joined=mark.of)
    return Option(name, words, default)


def agreed(options: tuple[Option, ...], chosen: Mapping[str, str]) -> dict[str, str]:
    """All options with their values: as chosen (any case), else by default."""
    values = {option.name: option.default for option in options}
    for key, value in chosen.items():
        option = next((option for option in options if option.name == key.casefold()), None)
        if option is None:
            raise Usage("unknown_option", known=[option.name for option in options], word=key)
        number = _number(option, value)
        if number is not None:
            values[option.name] = str(number)
            continue
        values[option.name] = _settled(option, value)
    return values


def _settled(option: Option, value: str) -> str:
    """A word of the option, or joined words in their canonical order."""
    chosen = value.casefold().split("+")
    if len(chosen) == 1 and chosen[0] in option.values:
        return chosen[0]
    if not option.joined:
        raise Usage("unknown_value", known=option.values, word=value, option=option.name)
    unknown = [word for word in chosen if word not in option.joined]
    if unknown:
        known = (*option.values, *option.joined)
        raise Usage("unknown_joined", known=known, word=unknown[0] or value, option=option.name, expected=option.count)
    ordered = [word for word in option.joined if word in chosen]
    if not len(ordered) == len(chosen) == option.count:
        raise Usage("joined_otherwise", known=option.joined, word=value, option=option.name, expected=option.count)
    return "+".join(ordered)


def values_of(option: Option) -> tuple[str, ...]:
    """Every value that is written in words: what can be joined, too, in its canonical order."""
    joined = map("+".join, combinations(option.joined, option.count)) if option.joined else ()
    return (*option.values, *joined)


def _number(option: Option, value: str) -> int | None:
    digits = value.removeprefix("-")
    if not option.number or not digits.isdecimal() or len(digits) > DIGITS or int(value) < option.least:
        return None
    return int(value)


def some_options(game: Game[Any, Any], setup: Setup, named: Mapping[str, str], dice: Stream) -> dict[str, str]:
    """Any values that the game takes together, for these seats under these rulings; what is named stays as it is."""
    settled = agreed(game.options, named)
    free = [option for option in game.options if option.name not in {key.casefold() for key in named}]
    for _ in range(TRIES if free else 0):
        chosen = settled | {option.name: _any_value(option, dice) for option in free}
        try:
            game.new(replace(setup, options=chosen))
        except Usage:
            continue
        return chosen
    game.new(replace(setup, options=settled))
    return settled


def _any_value(option: Option, dice: Stream) -> str:
    if option.number and dice.below(2):
        return str(dice.below(MOST))
    return dice.pick(values_of(option) if option.joined and dice.below(2) else option.values)


def as_options(kind: type[O], values: Mapping[str, Any]) -> O:
    """The values as the game's own struct; what a row does not name has its default."""
    return kind(**values)
