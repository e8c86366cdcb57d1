"""Which part is damaged, and what a decoder says of bytes that it cannot take, in the reader's language."""

import re
from collections.abc import Mapping
from typing import Final

from core.kernel.language.words import filled
from core.kernel.setup import resources

_SAID: Final = {
    "malformed": r"JSON is malformed: .*?(?: \(byte (?P<byte>\d+)\))?",
    "cut": r"Input data was truncated",
    "missing": r"Object missing required field `(?P<field>.*?)`",
    "unknown": r"Object contains unknown field `(?P<field>.*?)`",
    "value": r"Invalid (?:enum )?value '?(?P<value>.*?)'?",
    "length": r"Expected `\w+` of (?:at least |at most )?length (?P<expected>.*?)(?:, got (?P<found>.*?))?",
    "kind": r"Expected `(?P<expected>.*?)`(?P<more>[^,]*)(?:, got `(?P<found>.*?)`)?",
    "no_text": r".*(?:codec can't decode|Invalid UTF-8|surrogate).*",
}
"""By the sentence of the word files, what msgspec and Python say; behind it, in which place."""

_TOML: Final = {
    "twice": r"(?:Cannot (?:overwrite|mutate|declare|redefine)|Duplicate inline table key).*?",
    "no_end": r"Unterminated string|Illegal character '\\n'",
    "list": r"Unclosed array",
    "table": r"Unclosed inline table",
    "equals": r"Expected '=' .*?",
    "value": r"Invalid value",
    "more": r"Expected newline .*?",
    "name": r"(?:Invalid initial character for a key part|Invalid statement)",
    "escape": r"(?:Unescaped '.*?' in a string|Invalid hex value|Escaped character .*?)",
    "sign": r"(?:Illegal character|Found invalid character) (?P<sign>.*?)",
    "bracket": r"Expected '\]+' .*?",
    "date": r"Invalid date or datetime",
    "long": r"longer than (?P<bytes>\d+) bytes",
    "dots": r"more than (?P<dots>\d+) dots in a line",
    "deep": r"nested too deeply",
    "no_text": r".*codec can't decode.*",
}
"""By the sentence of the word files, what the TOML parser says, without the place."""

_TOML_PLACE: Final = r"(?: \(at (?:line (?P<line>\d+), column \d+|end of document)\))?"

_PARSED: Final = frozenset({"edition_not_toml", "scenario_not_toml", "club_unreadable"})
"""The reasons whose `detail` is what the TOML parser says."""

_PLACE: Final = r"(?: - at `(?P<place>.*)`)?"
_PART: Final = r"(?P<name>[a-z ]+?)(?P<more>(?: \d+)?(?:, .*)?)"

_LOOKED_AT: Final = 300
"""So many characters of what a decoder says are looked at: a hostile file puts what it likes into them, and to look for
parts that stand nowhere in a long text takes ages."""

_UNREAD: Final = frozenset({"unreadable_row", "row_unreadable", "line_unreadable", "header_unreadable"})
"""The reasons for which what was found is always what a decoder says."""


def worded(lang: str, why: str, terms: Mapping[str, object]) -> Mapping[str, object]:
    """The terms of an error, with the part that is damaged and what was found there in the words of this language."""
    said = {"part": _part, "expected": _within}
    told = {**terms} | {key: tell(lang, text) for key, tell in said.items() if isinstance(text := terms.get(key), str)}
    detail, found = terms.get("detail"), terms.get("found")
    if why in _PARSED and isinstance(detail, str):
        return told | {"detail": _parsed(lang, detail)}
    if not isinstance(found, str):
        return told
    if why != "row_changed":
        return told | {"found": (_unread if why in _UNREAD else _decoded)(lang, found)}
    unread = "" if terms.get("expected") else _told(lang, found)  # beside what should stand there stands what does
    return {**told, **_of_part(lang, told["part"], unread)} if unread else told


def _of_part(lang: str, part: object, unread: str) -> Mapping[str, object]:
    """What a decoder says of a part, in one: there is no value that could be shown beside it."""
    return {"part": filled(lang, _words(lang)["unread"]["of_part"], {"part": part, "text": unread}), "found": ""}


def _part(lang: str, part: str) -> str:
    """A part of a row or a file, with its number or the field within it: `box 2`, `body, facts[0].count`."""
    known: Mapping[str, str] = _words(lang)["parts"]
    found = re.fullmatch(_PART, part, re.DOTALL)
    return known.get(found["name"], found["name"]) + found["more"] if found else part


def _within(lang: str, text: str) -> str:
    """Limits, as a judge of rows says them: `0 to 3`; any other text as it is."""
    found = re.fullmatch(r"(?P<least>-?\d+) to (?P<most>\d+)", text)
    return filled(lang, _words(lang)["unread"]["within"], found.groupdict()) if found else text


def _decoded(lang: str, text: str) -> str:
    """What a decoder says; any other text as it is."""
    return _told(lang, text) or text


def _unread(lang: str, text: str) -> str:
    """The same where somebody certainly says why something cannot be read."""
    return _told(lang, text) or _words(lang)["unread"]["other"]


def _parsed(lang: str, text: str) -> str:
    """Say what the TOML parser says, with the line; of what is not known only that it is no TOML."""
    say: Mapping[str, str] = _words(lang)["toml"]
    for key, pattern in _TOML.items():
        found = re.fullmatch(f"(?:{pattern}){_TOML_PLACE}", text[:_LOOKED_AT], re.DOTALL)
        if found is not None:
            terms = {name: _count(value) for name, value in found.groupdict().items()}
            told = filled(lang, say[key], terms)
            return filled(lang, say["at_line"], {"text": told, "line": terms["line"]}) if terms["line"] else told
    return say["other"]


def _count(value: str | None) -> str | int:
    """Return a number as one, so that its word has the right form."""
    return int(value) if value and value.isdecimal() else value or ""


def _told(lang: str, text: str) -> str:
    say: Mapping[str, str] = _words(lang)["unread"]
    half = _LOOKED_AT // 2
    text = text if len(text) <= _LOOKED_AT else f"{text[:half]}…{text[-half:]}"
    for key, pattern in _SAID.items():
        found = re.fullmatch(pattern + _PLACE, text, re.DOTALL)
        if found is not None:
            terms = {name: value or "" for name, value in found.groupdict().items()}
            told = filled(lang, say[key], terms)
            return filled(lang, say["placed"], {"text": told, "place": terms["place"]}) if terms["place"] else told
    return ""


def _words(lang: str) -> Mapping[str, Mapping[str, str]]:
    found: Mapping[str, Mapping[str, str]] = resources.toml("core.kernel.language", f"words.{lang}.toml")["damage"]
    return found
