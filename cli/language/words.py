"""What the command line says, in the reader's language; each word file is read when somebody needs it.

Names and sentences of a game stand next to the game, those of the kernel next to the kernel.
"""

import os
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, Final

from core.kernel.setup import resources

LANGUAGES: Final = ("en", "fr")
PACKAGE: Final = "cli.language"
COMMANDS: Final = "cli.commands"


def language(chosen: str | None) -> str:
    """The reader's language: as chosen, else `HERALD_LANG`, else the locale, else English."""
    for wish in (chosen, os.environ.get("HERALD_LANG")):
        if wish and wish[:2].casefold() in LANGUAGES:
            return wish[:2].casefold()
    return _of_locale()


def _of_locale() -> str:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            return value[:2].casefold() if value[:2].casefold() in LANGUAGES else "en"
    return "en"


@cache
def shared(lang: str) -> Mapping[str, Any]:
    """What all commands say."""
    return resources.toml(PACKAGE, f"words.{lang}.toml")


@cache
def of_command(module: str, lang: str) -> Mapping[str, Any]:
    """What one command says; a command without a word file says nothing of its own."""
    import_module(COMMANDS)
    try:
        return resources.toml(COMMANDS, f"{module}.{lang}.toml")
    except FileNotFoundError:
        return {}


def sentence(lang: str, modules: Sequence[str], key: str, terms: Mapping[str, object]) -> str:
    """A sentence of these commands' word files, else of the shared one, filled in."""
    files = [*(of_command(module, lang) for module in modules), shared(lang)]
    pattern = next(found for words in files if (found := words.get("say", {}).get(key)) is not None)
    return fill(lang, pattern, terms)


def fill(lang: str, pattern: str, terms: Mapping[str, object]) -> str:
    """A pattern with its terms: `{count:row|rows}` takes the right form."""
    if not terms:
        return pattern
    from core.kernel.language.words import filled  # help texts have no terms

    return filled(lang, pattern, terms)
