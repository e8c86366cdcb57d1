"""What the operating system says when it refuses, in the reader's language."""

import os
from collections.abc import Mapping
from errno import errorcode
from typing import Final

from core.kernel.setup import resources

SAID: Final = {
    "codec can't decode": "NO_TEXT",
    "Name or service not known": "NO_NAME",
    "Temporary failure in name resolution": "NO_NAME",
    "Remote end closed connection": "ECONNRESET",
    "timed out": "ETIMEDOUT",
}
"""What bears no number of the system, by words that are in it."""


def cause(problem: Exception) -> str:
    """Why the system refused, in its own words; of a file that is no text, as Python says it."""
    return getattr(problem, "strerror", None) or str(problem) or type(problem).__name__


def in_words(lang: str, terms: Mapping[str, object]) -> Mapping[str, object]:
    """Terms of a sentence, with the `detail` that the system gave in the reader's language, where we know it."""
    detail = terms.get("detail")
    return {**terms, "detail": _worded(lang, detail)} if isinstance(detail, str) else terms


def _worded(lang: str, detail: str) -> str:
    say: Mapping[str, str] = resources.toml("replays.files", f"words.{lang}.toml")["system"]
    for code, name in errorcode.items():
        if name in say and detail.startswith(text := os.strerror(code)):
            return say[name] + detail.removeprefix(text)
    return next((say[name] for part, name in SAID.items() if part in detail), detail)
