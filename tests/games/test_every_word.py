"""A move that is typed is never recorded as less than was typed: each word of it counts, or all of it is refused."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from core.games import NAMES
from core.kernel.errors import HeraldError, Usage
from core.kernel.language.lexicon import Lexicon
from core.kernel.language.notation import read_move
from core.kernel.language.pattern import parse
from core.kernel.language.spelling import format_move, spell_given
from core.kernel.rules import engine
from core.kernel.rules.chance import stream
from core.kernel.rules.engine import State
from core.kernel.rules.marks import Field, fields_of
from core.kernel.rules.step import kinds_of, tag_of
from tests.support.matches import GAMES, states

EACH = 4
"""Moves of a kind."""

STRAY = ("zzz", "1", "wood", "slot=1", "pay=1wood", "bid=1", "mods=2", "renew=hall", "drop=S03", "stars=1")
"""Words of some game, of none, and keys that some moves have."""


@cache
def positions(name: str) -> list[tuple[State[Any], int, str]]:
    """Positions with a move that can be made there: a few of each kind that comes up, those that say the most."""
    found: dict[type[Any], list[tuple[State[Any], int, str]]] = {}
    for players in GAMES[name].players:
        for state in states(name, players, 7)[::5]:
            for seat in engine.asked(state).seats:
                for move in engine.some_legal(state, seat, stream("typed"), 8):
                    found.setdefault(move.__class__, []).append((state, seat, format_move(move)))
    longest = (sorted(texts, key=lambda one: -len(one[2].split()))[:EACH] for texts in found.values())
    return [one for texts in longest for one in texts]


def atoms(text: str) -> Counter[str]:
    """What a text says: each word, and each thing in it as often as it is said."""
    found: Counter[str] = Counter()
    for word in text.split():
        key, equals, said = word.rpartition("=")
        found[key] += bool(equals)
        for part in re.split("[,+]", said):
            name, _, times = part.partition("*")
            many = re.fullmatch(r"(\d+)([a-z]\w*)", name)
            found[many[2] if many else name] += int(many[1] if many else times or 1)
    return found


def longer(text: str) -> Iterator[str]:
    """The same with a word more: one that stands in it already, at every place, or a stray one."""
    words = text.split()
    for at in range(1, len(words) + 1):
        for word in dict.fromkeys((*words, *STRAY)):
            yield " ".join([*words[:at], word, *words[at:]])


def counts_a_number(kind: Any, typed: str) -> bool:
    """Return whether a number can mean how many of the word before it: `gold 2`."""
    return any(field.unordered for field in fields_of(kind)) and re.search(r" \d+( |$)", typed) is not None


def whole(kind: Any, lexicon: Lexicon) -> Any:
    """A move of a kind that says all that it can, possible or not."""

    def value(field: Field) -> Any:
        ids = lexicon.ids(field.kind)
        one = field.counter(**dict.fromkeys(field.counter.__struct_fields__[:1], 2)) if field.counter else ""
        one = one or (ids[0] if ids else 3)
        return (one, ids[-1]) if field.many else one

    return kind(**{field.name: value(field) for field in fields_of(kind)})


@pytest.mark.parametrize("name", NAMES)
def test_every_word_that_is_typed_is_in_the_move(name: str) -> None:
    everywhere, table = kinds_of(GAMES[name].moves), states(name, GAMES[name].players[-1], 7)[0].table
    lexicon, refused, understood = Lexicon.of(GAMES[name], table), 0, 0
    for kind in everywhere:
        text = format_move(whole(kind, lexicon))
        for typed in (text, *longer(text)):
            try:
                pattern = parse(typed, (kind,), everywhere, lexicon)
            except Usage:
                refused += 1
                continue
            if not counts_a_number(pattern.kind, typed):
                spelled = spell_given(pattern.kind, pattern.given, lexicon)
                assert atoms(typed).total() <= atoms(spelled).total(), (typed, spelled)
                understood += 1
    assert refused > understood >= len(everywhere)


@pytest.mark.parametrize("name", NAMES)
def test_a_word_more_is_refused_or_another_move(name: str) -> None:
    for state, seat, text in positions(name)[::3]:
        meant = read_move(GAMES[name], state, seat, text)
        for typed in (f"{text} {text.split()[-1]}", f"{text} zzz"):
            try:
                found = read_move(GAMES[name], state, seat, typed)
            except HeraldError:
                continue
            assert found != meant, typed


TWICE = {
    "medieval": ("activate 7 bid=1 bid=3", "bid"),
    "emara": ("card exchange pay=1wood pay=2grain", "pay"),
    "crossing": ("deco stone.1 stars=1 stars=2", "stars"),
    "nobility": ("berk 1 renew tavern renew hall", "renew"),
}


@pytest.mark.parametrize("name", TWICE)
def test_a_key_that_is_said_twice_is_refused_by_name(name: str) -> None:
    """Alike, too: what is said twice was not meant so."""
    text, key = TWICE[name]
    lexicon = Lexicon.of(GAMES[name], states(name, GAMES[name].players[0], 7)[0].table)
    for typed in (text, f"{text} {' '.join(text.split()[2:])}"):
        with pytest.raises(Usage) as found:
            parse(typed, (), kinds_of(GAMES[name].moves), lexicon)
        assert (found.value.why, found.value.terms["word"]) == ("said_twice", key)


def test_values_of_a_list_stand_behind_one_key() -> None:
    lexicon = Lexicon.of(GAMES["heirs"], states("heirs", 2, 7)[0].table)
    tile, *_ = lexicon.ids("tile")
    one, other, *_ = lexicon.ids("source")
    with pytest.raises(Usage) as found:
        parse(f"build {tile} 0,0 pay={one} pay={other}", (), kinds_of(GAMES["heirs"].moves), lexicon)
    assert found.value.why == "said_apart"
    assert found.value.terms["joined"] == f"pay={one},{other}"


def test_a_row_that_says_a_key_twice_means_what_it_meant() -> None:
    """Until 20 November 2026 the last one counted: a log from before stays as it is."""
    text = TWICE["nobility"][0]
    lexicon = Lexicon.of(GAMES["nobility"], states("nobility", 2, 7)[0].table)
    meant = parse(text, (), kinds_of(GAMES["nobility"].moves), lexicon, in_log=True).literal()
    assert (tag_of(type(meant)), meant.renew) == ("berk", "hall")
