"""A rule, the readings of what is unclear in it, and what a table can agree on, in the reader's language."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from core.kernel.game import Option, Ruling
from core.kernel.rules.engine import AnyGame
from core.kernel.setup import resources
from replays.told.telling import Told


class RuleTold(Told, frozen=True):
    """A rule in our own words, and its place in the rulebook."""

    id: str
    section: str
    sentence: str


class ReadingTold(Told, frozen=True):
    """One way to read what is unclear."""

    reading: str
    meaning: str


class RulingTold(Told, frozen=True):
    """What is unclear, why, and its readings; one that is not `switchable` is only told."""

    id: str
    name: str
    default: str
    switchable: bool
    question: str
    unclear: str
    rule_ids: tuple[str, ...]
    readings: tuple[ReadingTold, ...]


class ValueTold(Told, frozen=True):
    """A value of an option."""

    value: str
    meaning: str


class NumberTold(Told, frozen=True):
    """What any number means as the value of an option."""

    meaning: str


class JoinedTold(Told, frozen=True):
    """What so many of these words mean as its value."""

    count: int
    words: tuple[str, ...]
    meaning: str


class OptionTold(Told, frozen=True):
    """What a table can agree on."""

    name: str
    default: str
    number: NumberTold | None
    joined: JoinedTold | None
    question: str
    rule_ids: tuple[str, ...]
    values: tuple[ValueTold, ...]


def rule_told(game: AnyGame, rule: str, lang: str) -> RuleTold:
    """Of a rule that has no text, the id."""
    text = game.rule_texts().get("rules", {}).get(rule, {})
    return RuleTold(id=rule, section=place_told(text, lang), sentence=_said(text, lang))


def place_told(rule: Mapping[str, Any], lang: str) -> str:
    """Where the rulebook has it, by its heading there, and our own words beside that in the reader's language."""
    known, ours = _notes(lang)
    return ours.sub(lambda found: known[found[0]], str(rule.get("section", "")))


@cache
def _notes(lang: str) -> tuple[Mapping[str, str], re.Pattern[str]]:
    """What we say beside headings; of words that begin alike the longest are meant."""
    known: Mapping[str, str] = resources.toml("replays.told", f"words.{lang}.toml")["notes"]
    longest = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))
    return known, re.compile(rf"(?<![^\s(])(?:{longest})(?![^\s),])")


def ruling_told(game: AnyGame, key: str, lang: str) -> RulingTold:
    """Its readings are those of the switch, else those that the text tells of.

    A rule that has changed is no switch: its key is its option.
    """
    texts, changed = game.rule_texts(), {change.option: change for change in game.changes}
    text: Mapping[str, Any] = texts.get("changes" if key in changed else "rulings", {}).get(key, {})
    ruling = changed.get(key) or next((known for known in game.rulings if known.id == key), None)
    meanings = text.get("readings", {})
    readings = list(ruling.readings if ruling else meanings)
    return RulingTold(
        id=ruling.id if ruling else key,
        name=ruling.option if ruling else str(text.get("option", "")),
        default=ruling.default if ruling else next(iter(readings), ""),
        switchable=ruling is not None and not ruling.since,
        question=_said(text, lang),
        unclear=str(text.get(f"why_{lang}", "")),
        rule_ids=tuple(text.get("rules", ())),
        readings=tuple(ReadingTold(reading=one, meaning=_said(meanings.get(one, {}), lang)) for one in readings),
    )


def switch_told(game: AnyGame, ruling: Ruling, lang: str) -> RulingTold:
    """What a game declares: a rule that has changed is told by its option, as its id is that of the rule."""
    return ruling_told(game, ruling.option if ruling.since else ruling.id, lang)


def in_force(game: AnyGame, rule: str, readings: Mapping[str, str], lang: str) -> RuleTold:
    """A rule; of a ruling its question, and the reading that the match is played under."""
    option = next((known.option for known in game.rulings if known.id == rule), None)
    if option is None:
        return rule_told(game, rule, lang)
    told = ruling_told(game, rule, lang)
    meaning = next((one.meaning for one in told.readings if one.reading == readings.get(option, told.default)), "")
    return RuleTold(id=rule, section=", ".join(told.rule_ids), sentence=f"{told.question} {meaning}".rstrip())


def option_told(game: AnyGame, option: Option, lang: str) -> OptionTold:
    """With its values, and whether any number or joined words will do as well."""
    text: Mapping[str, Any] = game.rule_texts().get("options", {}).get(option.name, {})
    meanings = text.get("values", {})
    joined = JoinedTold(count=option.count, words=option.joined, meaning=_said(text.get("joined", {}), lang))
    return OptionTold(
        name=option.name,
        default=option.default,
        number=NumberTold(meaning=_said(text.get("number", {}), lang)) if option.number else None,
        joined=joined if option.joined else None,
        question=_said(text, lang),
        rule_ids=tuple(text.get("rules", ())),
        values=tuple(ValueTold(value=value, meaning=_said(meanings.get(value, {}), lang)) for value in option.values),
    )


def _said(text: Mapping[str, Any], lang: str) -> str:
    return str(text.get(lang, ""))
