"""What the operating system says when it refuses, in the reader's language."""

import os
from collections.abc import Mapping
from errno import errorcode

from cli.language import words


def cause(problem: Exception) -> str:
    """Why the system refused, in its own words; of a file that is no text, as Python says it."""
    return getattr(problem, "strerror", None) or str(problem) or type(problem).__name__


def in_words(lang: str, terms: Mapping[str, object]) -> Mapping[str, object]:
    """Terms of a sentence, with the `detail` that the system gave in the reader's language, where we know it."""
    detail = terms.get("detail")
    return {**terms, "detail": _worded(lang, detail)} if isinstance(detail, str) else terms


def _worded(lang: str, detail: str) -> str:
    say: Mapping[str, str] = words.shared(lang)["system"]
    if "codec can't decode" in detail:
        return say["NO_TEXT"]
    for code, name in errorcode.items():
        if name in say and detail.startswith(text := os.strerror(code)):
            return say[name] + detail.removeprefix(text)
    return detail
