"""A line that is being typed: the words that can follow with what they mean, and what a whole move would bring."""

from typing import Final

from msgspec import Struct

from core.kernel.errors import Usage
from core.kernel.language.notation import read_move
from core.kernel.language.pattern import commands, kind_named, many_values
from core.kernel.language.rehearsal import rehearse
from core.kernel.log.log import Seen
from core.kernel.rules.engine import waiting
from core.kernel.rules.marks import fields_of
from core.kernel.rules.step import move_kinds, unlistable
from replays.told.choices import FEW, continuations, ending_alike, lexicon, meaning, menu
from replays.told.rows import facts_told
from replays.told.turning import is_for_good

MANY: Final = 60
"""So many words are offered,"""
TOLD: Final = 16
"""and with so many of them it is said what they mean."""

LONGEST: Final = 2000
"""Characters of a line about which somebody asks."""


class Word(Struct, frozen=True):
    """A word that can follow: the line with it, and what it means, where that can be said."""

    word: str
    text: str
    means: str = ""


class Follows(Struct, frozen=True):
    """One thing that follows, and its rule."""

    sentence: str
    rule: str


class Whole(Struct, frozen=True):
    """A line that can be sent: what it means, what follows, and whether something comes that nobody knows yet.

    `others`: the large moves that come to the same in another way.
    """

    text: str
    means: str
    follows: tuple[Follows, ...]
    more: bool
    for_good: bool
    others: tuple[str, ...]


def words(log: Seen, seat: int, lang: str, typed: str) -> tuple[Word, ...]:
    """Those that complete the last word, and those that follow it."""
    before, space, last = typed.rpartition(" ")
    lead = f"{before}{space}"
    found = {f"{lead}{word}": word for word in continuations(log, seat, before, last, lang)}
    if last and f"{lead}{last}" in found:
        del found[typed]
        found |= {f"{typed} {word}": word for word in continuations(log, seat, typed, "", lang)}
    shown = list(found.items())[:MANY]
    if ";" in typed:
        return tuple(Word(word, text) for text, word in shown)
    if unlistable(waiting(log.state())):
        verb = lead.split(" ", maxsplit=1)[0]
        read = {word: reading(log, seat, lang, f"{verb} {word}") for word in found.values()}
        return tuple(Word(word, text, read[word] if read[word] != word else "") for text, word in shown)
    told = len(shown) <= TOLD
    return tuple(Word(word, text, _means(log, seat, lang, text) if told else "") for text, word in shown)


def reading(log: Seen, seat: int, lang: str, typed: str) -> str:
    """What is typed so far of a move of which only the whole is right or wrong: each of its parts says one thing."""
    step = waiting(log.state())
    if not (typed.strip() and unlistable(step)):
        return ""
    understood, kinds = lexicon(log, lang), move_kinds(step)
    try:
        kind, said = kind_named(typed.split(), kinds, kinds, understood)
        first, *others = fields_of(kind)
        if not (said and first.many) or any(field.required for field in others):
            return ""
        parts = tuple(many_values(first, said, understood)[0])
    except Usage:
        return ""
    return meaning(log, seat, kind(**{first.name: parts}), lang)


def _means(log: Seen, seat: int, lang: str, text: str) -> str:
    """What the only line means that begins so."""
    found = menu(log, seat, lang, text)
    said = [*(group.meaning for group in found.groups), *(one.meaning for one in found.moves)]
    return said[0] if len({*said}) == 1 else ""


def whole(log: Seen, seat: int, lang: str, typed: str) -> Whole:
    """What the line brings, or the error that says why it is none."""
    line = commands(typed)
    if not line:
        raise Usage("nothing_typed")
    after = rehearse(log, seat, line)
    facts = [fact for happened in after.happened for fact in happened.facts]
    move = read_move(log.game, log.state(), seat, line[0]) if len(line) == 1 else None
    return Whole(
        text=typed.strip(),
        means="" if move is None else meaning(log, seat, move, lang),
        follows=tuple(Follows(fact.sentence, fact.rule) for fact in facts_told(log, facts, lang)),
        more=not after.complete,
        for_good=is_for_good(log, after),
        others=() if move is None else ending_alike(log, seat, move, lang, FEW),
    )
