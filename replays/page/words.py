"""What stands on a page besides the match: titles of its tables, and what its controls are called."""

from collections.abc import Mapping

from core.kernel.language.words import filled
from core.kernel.setup import resources


def say(lang: str, key: str, **terms: object) -> str:
    """A sentence of the word files here, filled in."""
    return filled(lang, resources.toml("replays.page", f"words.{lang}.toml")["say"][key], terms)


def controls(lang: str) -> Mapping[str, str]:
    """What the controls are called; the script puts it there."""
    found: Mapping[str, str] = resources.toml("replays.page", f"words.{lang}.toml")["ui"]
    return found
