"""Rules, readings and traps found by words, in whichever language they are typed; what fits best comes first."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from math import log
from typing import Any, Final

from core.kernel.errors import Usage
from core.kernel.language.lexicon import plain
from core.kernel.language.words import SINGULAR
from core.kernel.rules.engine import AnyGame
from core.kernel.setup import resources
from replays.told.rules import ReadingTold, place_told, rule_told, ruling_told
from replays.told.telling import Told

ENDINGS: Final = (
    *(
        "issements",
        "issement",
        "ements",
        "ement",
        "ations",
        "ation",
        "ateurs",
        "ateur",
        "ating",
        "ings",
        "ing",
        "ions",
        "ion",
    ),
    *("ated", "ates", "ate"),
    *("eurs", "eur", "ers", "er", "ees", "ee", "ent", "ant", "ies", "ied", "ed", "es", "ez", "s", "x", "e", "y"),
)
STEM: Final = 3  # letters that are left of a word at least
SHORT: Final = 5  # `ties`, `tied`

WHOLE, BEGUN = 1.0, 0.6
"""How much counts a word that is the one that is sought, and one that it begins."""

PREFIX: Final = 4  # letters that tell a word that has only begun

AVERAGE: Final = 50
"""A sentence of so many words, in both languages, is worth half of what one without words would be."""

OWN, READ, REASON, PLACE = 1.0, 0.8, 0.5, 0.5
"""How much counts a word in the sentence itself, in a reading, in a reason, in the name of a place."""


class FoundTold(Told, frozen=True):
    """A rule, a ruling, an option or a trap that the words are about; `section`: where the rulebook has it."""

    kind: str
    id: str
    name: str
    section: str
    sentence: str
    rules: tuple[str, ...]
    default: str
    readings: tuple[ReadingTold, ...]


class SearchTold(Told, frozen=True):
    """What was sought, and what there is of it."""

    game: str
    words: tuple[str, ...]
    found: tuple[FoundTold, ...]


class Entry:
    """A text that can be found: its words with what each counts."""

    def __init__(self, kind: str, id_: str, texts: Sequence[tuple[str, float]]) -> None:
        self.kind = kind
        self.id = id_
        self.words: dict[str, float] = {}
        for text, weight in texts:
            for word in words_of(text):
                self.words[word] = max(self.words.get(word, 0.0), weight)

    @cached_property
    def stems(self) -> dict[str, float]:
        found: dict[str, float] = {}
        for word, weight in self.words.items():
            part = stem(word)
            found[part] = max(found.get(part, 0.0), weight)
        return found

    @cached_property
    def length(self) -> int:
        """Words of the sentence itself: the fewer, the more each of them is what it is about."""
        return sum(weight == OWN for weight in self.stems.values())

    def holds(self, sought: str) -> float:
        """How much such a word counts here; 0 if it is not here."""
        known = self.stems.get(sought, 0.0) * WHOLE
        if known or len(sought) < PREFIX:
            return known
        return max((weight * BEGUN for word, weight in self.stems.items() if word.startswith(sought)), default=0.0)


def words_of(text: str) -> list[str]:
    """The words of a text as they are compared: without case, accents and signs."""
    return re.findall(r"[a-z0-9]+", plain(text))


@cache  # the texts of a game have the same few words over and over
def stem(word: str) -> str:
    """What forms of a word have in common, roughly and for both languages: `bids`, `bidding`; `mises`, `miser`."""
    if word.endswith(("ies", "ied")) and len(word) <= SHORT:
        return word[:-1]
    if word.endswith("aux") and len(word) > SHORT:
        word = word[:-1] if word.endswith("eaux") else f"{word[:-3]}al"
    ending = next((end for end in ENDINGS if word.endswith(end) and len(word) - len(end) >= STEM), "")
    found = word.removesuffix(ending)
    return found[:-1] if len(found) > STEM and found[-1] == found[-2] else found


def search(game: AnyGame, typed: Sequence[str], lang: str) -> SearchTold:
    """What the rules say about these words; refused with the nearest words that are there, if nothing."""
    entries = _entries(game)
    named = [entry for entry in entries if entry.id.casefold() == " ".join(typed).casefold()]
    asked = [word for text in typed for word in words_of(text)]
    empty = _empty()
    sought = [*dict.fromkeys(word for word in asked if word not in empty)] or asked
    if not sought:
        raise Usage("nothing_found", word=" ".join(typed), nearest=[])
    worth = {word: _worth(stem(word), entries) for word in sought}
    ranked = sorted(((_fit(entry, worth), at) for at, entry in enumerate(entries)), key=lambda one: (-one[0], one[1]))
    best = named or [entries[at] for fit, at in ranked if fit]
    if not best:
        raise Usage("nothing_found", word=" ".join(typed), nearest=_near(sought, entries))
    return SearchTold(
        game=game.name,
        words=tuple(sought),
        found=tuple(_told(game, entry, lang, sought) for entry in best),
    )


@cache
def _empty() -> frozenset[str]:
    """Words that ask, in either language, and say nothing of what is asked about."""
    files = (resources.toml("replays.told", f"words.{lang}.toml") for lang in SINGULAR)
    return frozenset(word for words in files for word in words["search"]["empty"].split())


def _worth(sought: str, entries: Sequence[Entry]) -> float:
    """The fewer texts have a word, the more it tells."""
    return log(1 + len(entries) / (1 + sum(bool(entry.holds(sought)) for entry in entries)))


def _fit(entry: Entry, worth: Mapping[str, float]) -> float:
    """How well a text fits: what is there of what is sought, and the more, the more of it is there."""
    held = {word: entry.holds(stem(word)) for word in worth}
    there = sum(bool(part) for part in held.values()) / len(held)
    return there * there * sum(worth[word] * part for word, part in held.items()) / (AVERAGE + entry.length)


def _near(sought: Sequence[str], entries: Sequence[Entry]) -> list[str]:
    """Words of the rules that look like those that are sought."""
    from difflib import get_close_matches  # noqa: PLC0415 - only where nothing was found

    known = sorted({word for entry in entries for word in entry.words} - _empty())
    return [near for word in sought for near in get_close_matches(word, known, 3)]


def _entries(game: AnyGame) -> Sequence[Entry]:
    """All that can be found, in both languages: who reads one may know the word of the other."""
    return [*_texts(game.rule_texts())]


def _texts(texts: Mapping[str, Any]) -> Iterator[Entry]:
    rules: Mapping[str, Any] = texts.get("rules", {})
    for id_, rule in rules.items():
        yield Entry("rule", id_, [*_both(rule, OWN), (rule.get("section", ""), PLACE)])
    for id_, trap in texts.get("traps", {}).items():
        yield Entry("trap", id_, _both(trap, OWN))
    for id_, ruling in texts.get("rulings", {}).items():
        parts = [*_both(ruling, OWN), (ruling.get("option", ""), OWN), *_both(ruling, REASON, "why_")]
        yield Entry("ruling", id_, [*parts, *_values(ruling.get("readings", {}))])
    for id_, option in texts.get("options", {}).items():
        yield Entry("option", id_, [(id_, OWN), *_both(option, OWN), *_values(option.get("values", {}))])


def _both(text: Mapping[str, Any], weight: float, what: str = "") -> list[tuple[str, float]]:
    """What is said in each language."""
    return [(text.get(f"{what}{lang}", ""), weight) for lang in SINGULAR]


def _values(texts: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, float]]:
    """The readings of a ruling, or the values of an option: their names, and what they mean."""
    for name, text in texts.items():
        yield from [(name, READ), *_both(text, READ)]


def _told(game: AnyGame, entry: Entry, lang: str, sought: Sequence[str]) -> FoundTold:
    if entry.kind == "ruling":
        return _ruling(game, entry.id, lang, sought)
    text: Mapping[str, Any] = game.rule_texts()[f"{entry.kind}s"][entry.id]
    rules = tuple(text.get("rules", ()))
    section = place_told(text, lang) if entry.kind == "rule" else _places(game, rules, lang)
    return FoundTold(
        kind=entry.kind,
        id=entry.id,
        name="",
        section=section,
        sentence=str(text.get(lang, "")),
        rules=rules,
        default="",
        readings=(),
    )


def _ruling(game: AnyGame, key: str, lang: str, sought: Sequence[str]) -> FoundTold:
    """With the reading that holds if nothing is said, and the others that are about the words."""
    told = ruling_told(game, key, lang)
    texts: Mapping[str, Any] = game.rule_texts()["rulings"][key]["readings"]
    return FoundTold(
        kind="ruling",
        id=key,
        name=told.name,
        section=_places(game, told.rule_ids, lang),
        sentence=told.question,
        rules=told.rule_ids,
        default=told.default,
        readings=tuple(
            one for one in told.readings if one.reading == told.default or _about(texts[one.reading], sought)
        ),
    )


def _places(game: AnyGame, rules: Sequence[str], lang: str) -> str:
    """Where the rulebook has what these rules say; without the notes behind a page."""
    places = (rule_told(game, rule, lang).section.partition(" (")[0] for rule in rules)
    return "; ".join(dict.fromkeys(place for place in places if place))


def _about(reading: Mapping[str, str], sought: Sequence[str]) -> bool:
    """Has a reading one of these words, in whichever language?"""
    read = Entry("reading", "", [(text, OWN) for text in reading.values()])
    return any(read.holds(stem(word)) for word in sought)
