"""How the program speaks to this reader: language, colour, JSON, and how much.

Read from the arguments before click reads them: an error in the options must already be told in the right manner.
"""

import os
import re
import sys
from collections.abc import Mapping, Sequence
from typing import IO, Any

from cli.language.words import language

COLOURS = ("auto", "always", "never")


class Preferences:
    """Language, JSON or text, colour, traceback or one line."""

    def __init__(
        self, lang: str, *, json: bool = False, colour: str = "auto", verbose: bool = False, typed: Sequence[str] = ()
    ) -> None:
        self.lang = lang
        self.typed = typed  # all that stands behind `herald`
        self.json = json
        self.colour = colour
        self.verbose = verbose

    @classmethod
    def of(cls, args: Sequence[str]) -> "Preferences":
        """What the arguments say, wherever they stand; the last one counts."""
        said: dict[str, str] = {}
        words = iter(args)
        for word in words:
            if word == "--":
                break
            name, equals, value = word.partition("=")
            if name in {"--lang", "--color"}:
                said[name] = value if equals else next(words, "")
            elif word.startswith("-"):
                said[word] = word
        return cls(
            language(said.get("--lang")),
            json="--json" in said,
            colour=said.get("--color", "auto"),
            verbose="-v" in said or "--verbose" in said,
            typed=args,
        )

    def coloured(self, stream: IO[Any]) -> bool:
        """Are there colours on this stream?"""
        return coloured(self.colour, os.environ, terminal=is_terminal(stream))


def coloured(chosen: str, environ: Mapping[str, str], *, terminal: bool) -> bool:
    """`--color` decides; else NO_COLOR, FORCE_COLOR and TERM=dumb, in this order; else whether it is a terminal."""
    if chosen in {"always", "never"}:
        return chosen == "always"
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR"):
        return environ["FORCE_COLOR"] != "0"
    return terminal and environ.get("TERM") != "dumb"


# Compiled when it is first needed, as the other patterns are: that takes longer than to import this file.
UNSAFE = (
    r"\x1b(?!\[[\d;]*m)|[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)


def harmless(text: str) -> str:
    """A text that leaves the terminal alone, whoever wrote what it quotes: colours are all that it may switch."""
    return text if text.isprintable() else re.sub(UNSAFE, "?", text)


def is_terminal(stream: IO[Any] | None) -> bool:
    """Is it a terminal? A closed stream is none."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False


def columns(otherwise: int = 80) -> int:
    """How wide a line is: COLUMNS says it, else the terminal. As `shutil` has it, which loads all its packers first."""
    return _said("COLUMNS") or _size()[0] or otherwise


def lines() -> int | None:
    """How many lines a screen has: LINES says it, else the terminal; None where there is none."""
    return (_said("LINES") or _size()[1] or None) if is_terminal(sys.stdout) else None


def _said(name: str) -> int:
    try:
        return max(int(os.environ.get(name, "0")), 0)
    except ValueError:
        return 0


def _size() -> tuple[int, int]:
    try:
        return os.get_terminal_size(sys.__stdout__.fileno())  # type: ignore[union-attr]
    except (AttributeError, OSError, ValueError):  # no terminal there, or nothing at all
        return 0, 0


def now() -> Preferences:
    """The preferences of this run."""
    return _Run.preferences


def begin(args: Sequence[str]) -> Preferences:
    """A run begins with these arguments."""
    _Run.preferences = Preferences.of(args)
    return _Run.preferences


class _Run:
    preferences: Preferences = Preferences("en")
