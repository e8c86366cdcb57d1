"""The words of the sentence that says what somebody must do, as they are typed in place of a verb.

“You must advance the Investment marker, or cash it” is answered by `advance`. Word files name such words under
`[said]`, by the verb that is meant; any other beginning of a clause means the one verb that is open, or asks which.
Nothing of this is looked at while the words are a move that can be made: so no text ever means another move by it.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any

from core.kernel.errors import Usage
from core.kernel.game import Game
from core.kernel.language.completion import next_words
from core.kernel.language.lexicon import VERB, Lexicon, folded
from core.kernel.rules import engine
from core.kernel.rules.marks import fields_of
from core.kernel.rules.step import kinds_of, tag_of

CLAUSES = re.compile(r"[,;:()]|\b(?:and|or|et|ou)\b")
PRONOUNS = frozenset({"se", "le", "la", "les"})
"""Words before a French verb, which may be typed with it or not."""

SMALL = frozenset(["a", "by", "dans", "de", "des", "double", "en", "in", "the", "to", "un", "une", "up"])
"""Words at the beginning of a clause that are no verb."""


def as_move(game: Game[Any, Any], state: engine.State[Any], seat: int, typed: str) -> str | None:
    """Return the text with the verb that its first words mean here; None if they mean none.

    What no word file names is at most the beginning of a move: nobody makes a whole one by it.
    """
    from core.kernel.language.words import SINGULAR  # noqa: PLC0415 - only for whoever types no verb

    step, (text, mark, remark) = engine.waiting(state), typed.partition("#")
    words, files = text.split(), [game.words(lang) for lang in SINGULAR]
    kinds = {tag_of(kind): kind for kind in engine.kinds(state, seat)}
    count, verbs = named([file.said for file in files], kinds, words)
    if not verbs:
        count = begun([file.steps.get(tag_of(step), "") for file in files], words)
        if not count:  # what would be said at another time
            count, verbs = named([file.said for file in files], [*map(tag_of, kinds_of(game.moves))], words)
            return " ".join([verbs[0], *words[count:]]) if verbs else None
        verbs = _open(state, seat)
        if len(verbs) != 1 or not any(field.required for field in fields_of(kinds[verbs[0]])):
            raise Usage("which_verb", known=verbs, word=" ".join(words[:count]))
    if len(verbs) > 1:
        raise Usage("which_verb", known=verbs, word=" ".join(words[:count]))
    return "".join((" ".join([*verbs, *words[count:]]), mark and f" {mark}", remark))


def _open(state: engine.State[Any], seat: int) -> list[str]:
    """The verbs of the moves that can be made now."""
    listed = (tag_of(move) for move in engine.legal(state, seat))
    large = (tag_of(ways.kind) for ways in engine.ways(state, seat) if ways.possible())
    found = list(dict.fromkeys((*large, *listed)))
    return found or [tag_of(kind) for kind in engine.kinds(state, seat)]


def named(said: Iterable[Mapping[str, str]], here: Collection[str], words: Sequence[str]) -> tuple[int, list[str]]:
    """Return how many of the words the word files have for verbs of `here`, and the verbs: the most words count."""
    files = list(said)
    for count in range(len(words), 0, -1):
        typed = [folded(word) for word in words[:count]]
        found = [
            verb
            for file in files
            for verb, phrases in file.items()
            if verb in here and typed in [[*map(folded, phrase.split())] for phrase in phrases.split("|")]
        ]
        if found:
            return count, list(dict.fromkeys(found))
    return 0, []


def begun(sentences: Iterable[str], words: Sequence[str]) -> int:
    """Return how many of the words a clause of these sentences begins with."""
    heads = chain.from_iterable(map(_heads, sentences))
    return next((len(head) for head in heads if _same(head, words[: len(head)])), 0)


def completed(
    game: Game[Any, Any], state: engine.State[Any], seat: int, typed: Sequence[str], half: str, lexicon: Lexicon
) -> list[str]:
    """Return the words of the banner that go on from a half-typed line; behind them, those that follow the verb."""
    if not ([*typed, half][0] and engine.may_answer(state, seat)):
        return []
    at, possible, found = len(typed), {*_open(state, seat)}, list[str]()
    for phrase in _phrases(game, state, lexicon.lang):
        if len(phrase) > at and _same(phrase[:at], typed) and folded(phrase[at]).startswith(folded(half)):
            means = _meaning(game, state, seat, phrase, lexicon)
            found += [phrase[at]] if means and means[0] in possible else []
    means = _meaning(game, state, seat, typed, lexicon)
    return [*found, *(next_words(state, seat, means, half, lexicon) if means else ())]


def _meaning(
    game: Game[Any, Any], state: engine.State[Any], seat: int, words: Sequence[str], lexicon: Lexicon
) -> list[str]:
    """Return the words of a line with the verb that they mean; nothing if they mean none, or begin with a verb."""
    if words and not lexicon.meant(VERB, words[0], [*map(tag_of, engine.kinds(state, seat))]):
        with suppress(Usage):  # several verbs fit
            return (as_move(game, state, seat, " ".join(words)) or "").split()
    return []


def _phrases(game: Game[Any, Any], state: engine.State[Any], lang: str) -> Iterator[list[str]]:
    """All that the word file of a language has for verbs, and how the clauses of the sentence begin."""
    words = game.words(lang)
    yield from (phrase.split() for phrases in words.said.values() for phrase in phrases.split("|"))
    yield from _heads(words.steps.get(tag_of(engine.waiting(state)), ""))


def _same(head: Sequence[str], words: Sequence[str]) -> bool:
    return [*map(folded, head)] == [*map(folded, words)]


def _heads(sentence: str) -> Iterator[list[str]]:
    """Return how each clause of a sentence begins: its first word, in French with the pronoun before it and without."""
    for clause in CLAUSES.split(sentence):
        first, *more = clause.replace("’", "’ ").split() or [""]
        if folded(first) in PRONOUNS or first.endswith("’"):
            verb = " ".join(more[:1])
            yield from ([first + verb] if first.endswith("’") else [first, verb], [verb])
        elif first.isalpha() and folded(first) not in SMALL:
            yield [first]
