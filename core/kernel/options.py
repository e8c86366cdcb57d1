"""Options: a struct of a game whose fields are what the table agrees on before a match, typed with their values."""

from collections.abc import Mapping
from typing import Any, TypeVar, get_args

from msgspec import Struct
from msgspec.structs import replace

from core.kernel.chance import Stream
from core.kernel.errors import Usage
from core.kernel.game import Game, Option, Setup

O = TypeVar("O")  # noqa: E741 - a struct of options


TRIES = 100
"""How often values are drawn that do not go together, before the defaults are taken."""

MOST = 60
"""Numbers that are drawn for an option are smaller."""


class Number(Struct, frozen=True):
    """Marks an option whose value may be a number, too, besides these words."""

    words: tuple[str, ...]


def options_of(kind: type[Struct]) -> tuple[Option, ...]:
    """The options that a struct declares: each a choice of words, or words and any number."""
    found: list[Option] = []
    for name, default in zip(kind.__struct_fields__, kind.__struct_defaults__, strict=True):
        hint = kind.__annotations__[name]
        marks: tuple[Number, ...] = getattr(hint, "__metadata__", ())
        words = marks[0].words if marks else get_args(hint)
        found.append(Option(name, words, str(default), number=bool(marks)))
    return tuple(found)


def agreed(options: tuple[Option, ...], chosen: Mapping[str, str]) -> dict[str, str]:
    """All options with their values: as chosen (any case), else by default."""
    values = {option.name: option.default for option in options}
    for key, value in chosen.items():
        option = next((option for option in options if option.name == key.casefold()), None)
        if option is None:
            raise Usage("unknown_option", known=[option.name for option in options], word=key)
        if option.number and value.isdecimal() and len(value) < 4:  # noqa: PLR2004 - no track is longer
            values[option.name] = str(int(value))
            continue
        if value.casefold() not in option.values:
            raise Usage("unknown_value", known=option.values, word=value, option=option.name)
        values[option.name] = value.casefold()
    return values


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
    return dice.pick(option.values)


def as_options(kind: type[O], values: Mapping[str, Any]) -> O:
    """The values as the game's own struct; what a row does not name has its default."""
    return kind(**values)
