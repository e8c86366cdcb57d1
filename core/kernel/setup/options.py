"""Options: a struct of a game whose fields are what a table agrees on, typed with their values, the default first."""

from collections.abc import Mapping
from functools import cache
from itertools import combinations, starmap
from typing import Any, TypeVar, get_args

from msgspec import Struct
from msgspec.structs import replace

from core.kernel.decoding import convert
from core.kernel.errors import Usage
from core.kernel.game import Game, Option, Setup
from core.kernel.rules.chance import Stream
from core.kernel.setup.rulings import once

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


@cache
def options_of(kind: Any) -> tuple[Option, ...]:
    """The options that a struct declares: each a choice of words, or of words and numbers or joined words."""
    return tuple(starmap(_option, kind.__annotations__.items()))


def _option(name: str, hint: Any) -> Option:
    match getattr(hint, "__metadata__", (None,))[0]:
        case Number(words, least):
            return Option(name, words, words[0], number=True, least=least)
        case Joined(count, joined, words):
            return Option(name, words, words[0], count=count, joined=joined)
        case _:
            return Option(name, get_args(hint), get_args(hint)[0])


def agreed(options: tuple[Option, ...], chosen: Mapping[str, str]) -> dict[str, str]:
    """All options with their values: as chosen (any case), else by default."""
    said: list[tuple[str, str]] = []
    for key, value in chosen.items():
        option = next((option for option in options if option.name == key.casefold()), None)
        if option is None:
            raise Usage("unknown_option", known=[option.name for option in options], word=key)
        number = _number(option, value)
        said.append((option.name, _settled(option, value) if number is None else str(number)))
    return {option.name: option.default for option in options} | once(said)


def _settled(option: Option, value: str) -> str:
    """A word of the option, or joined words in their canonical order."""
    chosen = value.casefold().split("+")
    if len(chosen) == 1 and chosen[0] in option.values:
        return chosen[0]
    if not option.joined:
        known = (*option.values, "N") if option.number else option.values
        raise Usage("unknown_value", known=known, word=value, option=option.name)
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
        return str(max(option.least, 0) + dice.below(MOST))
    return dice.pick(values_of(option) if option.joined and dice.below(2) else option.values)


def as_options(kind: type[O], values: Mapping[str, str]) -> O:
    """The values as the game's own struct; what a row does not name has its default."""
    declared: Any = kind
    return convert({option.name: option.default for option in options_of(declared)} | dict(values), kind)
