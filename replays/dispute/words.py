"""The sentences of a dispute."""

from core.kernel.language.words import filled
from core.kernel.setup import resources


def say(lang: str, key: str, **terms: object) -> str:
    """A sentence of the word files here, filled in."""
    return filled(lang, resources.toml("replays.dispute", f"words.{lang}.toml")["say"][key], terms)
