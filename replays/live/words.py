"""What stands on the pages of a service besides the match itself."""

from collections.abc import Mapping
from typing import Any

from core.kernel.language.words import filled
from core.kernel.setup import resources


def say(lang: str, key: str, **terms: object) -> str:
    """A sentence of the word files here, filled in."""
    return filled(lang, _words(lang)["say"][key], terms)


def of_script(lang: str, page: str) -> Mapping[str, str]:
    """What the script of a page says; it fills in `{name}` itself."""
    return {**_words(lang)["script"]["every"], **_words(lang)["script"][page]}


def _words(lang: str) -> Mapping[str, Any]:
    return resources.toml("replays.live", f"words.{lang}.toml")
