"""The word files, as tests read them: every text by its path, what a pattern asks for, how French is set."""

import re
import string
import tomllib
from collections.abc import Iterator
from typing import Any

from tests.support.places import ROOT

FOLDERS = ("core", "store", "replays", "cli")
ENGLISH = sorted(str(path.relative_to(ROOT)) for folder in FOLDERS for path in (ROOT / folder).rglob("*.en.toml"))
"""The word files: of the kernel, of the games, of each command, and of all else that tells something."""

_TYPED = {"match", "file", "url", "id", "word", "known", "of"}  # an id that begins with a vowel stays whole, too
_NUMBERS = {"numbers", "amount", "best", "cp", "each", "expected", "have", "least", "need", "scores", "spaces", "start"}
_CONSONANTS = {"rank", "slot", "terrain"}  # no name of them begins with a vowel
AS_THEY_ARE = _TYPED | _NUMBERS | _CONSONANTS
"""What stands behind `de` and `que` as it is; all else can begin with a vowel: `{name.of}`, `{name.that}`."""

Flat = dict[str, str]


def flat(value: Any, path: str = "") -> Flat:
    """Every text of a word file by its path."""
    if isinstance(value, str):
        return {path: value}
    found: Flat = {}
    for key, part in value.items():
        found |= flat(part, f"{path}/{key}")
    return found


def read(path: str, lang: str) -> Flat:
    """The word file of a language, by the path of the English one."""
    return flat(tomllib.loads((ROOT / f"{path.removesuffix('en.toml')}{lang}.toml").read_text()))


def placeholders(pattern: str) -> set[str]:
    """What a pattern asks for: `{goods}`, `{family.many}`, also within `{source: ({source})|}`."""
    found: set[str] = set()
    for _, name, spec, _ in string.Formatter().parse(pattern):
        if name is not None:
            found |= {name.partition(".")[0]} | placeholders(spec or "")
    return found


def is_typeset(french: str) -> bool:
    """Narrow spaces before `; : ! ?` and inside `« »`, round apostrophes, names linked with the word before them; code,
    also in lines of its own that are indented, and placeholders are as they are.
    """
    words = re.sub(r"`[^`]*`|^    .*$", "x", french, flags=re.MULTILINE)
    sentence = re.sub(r"\{[^{}]*(\{[^{}]*\})?[^{}]*\}", "x", words)
    wrong = re.search(r" [:;!?»]|« |«[^\u202f]|[^\u202f]»|'", words) or re.search(r"[^\u202f][:;!?](\s|$)", sentence)
    return wrong is None and AS_THEY_ARE.issuperset(re.findall(r"\b(?:de|que) \{([\w.]+)\}", words, re.IGNORECASE))


def french_in(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every French text that stands beside its English one, by its path."""
    for key, part in value.items() if hasattr(value, "items") else enumerate(value):
        if isinstance(part, dict | list):
            yield from french_in(part, f"{path}/{key}")
        elif key in {"fr", "why_fr"}:
            yield path, part
