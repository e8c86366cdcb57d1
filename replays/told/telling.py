"""What is common to everything that is told: how programs get it, and the words it is told in."""

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from core.kernel.drawing.printable import printable
from core.kernel.language.words import filled
from core.kernel.rules.engine import AnyGame
from core.kernel.setup import resources

_TUPLE: Any = tuple


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """Something that one reader is told."""

    beside: ClassVar[tuple[str, ...]] = ()
    """The fields that only help to show it, and stand in no document."""

    def document(self) -> dict[str, Any]:
        """What `--json` gives: the other fields, under the names that docs/commands.md has for them."""
        names = zip(self.__struct_encode_fields__, self.__struct_fields__, strict=True)
        return {key: _plain(getattr(self, name)) for key, name in names if name not in self.beside}


def _plain(value: Any) -> Any:
    if isinstance(value, Told):
        return value.document()
    if isinstance(value, _TUPLE):
        return [_plain(item) for item in value]
    return msgspec.json.decode(value) if isinstance(value, msgspec.Raw) else value


def say(lang: str, key: str, **terms: object) -> str:
    """A sentence of the word files here, filled in."""
    return filled(lang, resources.toml("replays.told", f"words.{lang}.toml")["say"][key], terms)


def readings_told(game: AnyGame, rulings: Mapping[str, str]) -> str:
    """How rulings are read, each as it is typed, with its id."""
    ids = {ruling.option: ruling.id for ruling in (*game.rulings, *game.changes)}
    return ", ".join(printable(f"{option}={reading} ({ids.get(option, '?')})") for option, reading in rulings.items())


def age(seconds: int, lang: str) -> str:
    """How long, in the largest unit that says something; nothing for less than a minute."""
    for unit, length in (("days", 86_400), ("hours", 3_600), ("minutes", 60)):
        if seconds >= length:
            return say(lang, unit, n=seconds // length)
    return ""
