"""How a move is written, as ids or in the words of a language: derived from the types of the moves."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from msgspec import Struct

from core.kernel.language.lexicon import FIELD, VERB, Lexicon
from core.kernel.rules.amounts import written
from core.kernel.rules.marks import Field, fields_of
from core.kernel.rules.step import tag_of

NOTHING = "-"  # how an empty list of words is written


def format_move(move: Struct) -> str:
    """The long form of a move."""
    return " ".join(tokens_of(move))


def spell_move(move: Struct, lexicon: Lexicon) -> str:
    """The same in the words of a language."""
    return " ".join(tokens_of(move, lexicon))


def tokens_of(move: Struct, lexicon: Lexicon | None = None) -> list[str]:
    """The words of a move: as ids, or in a language."""
    verb, fields = _form(move.__class__)
    tokens = [*verb] if lexicon is None else lexicon.spelled(VERB, " ".join(verb)).split()
    for name, field, words, bare in fields:
        value = getattr(move, name)
        if field.required or value != field.default:
            told = words(value) or [NOTHING]
            tokens += told if bare and lexicon is None else _told(field, told, lexicon)
    return tokens


def spell_given(kind: type, given: Mapping[str, tuple[Any, ...]], lexicon: Lexicon) -> str:
    """What a text gives of a move in the words of a language; of several values that a word can mean the first."""
    tokens = verb_words(kind, lexicon)
    for name, field, words, _ in _form(kind)[1]:
        for value in given.get(name, ())[:1]:
            tokens += _told(field, words(value) or [NOTHING], lexicon)
    return " ".join(tokens)


def verb_words(kind: type, lexicon: Lexicon | None = None) -> list[str]:
    """How a move begins."""
    verb = tag_of(kind)
    return (verb if lexicon is None else lexicon.spelled(VERB, verb)).split()


def _told(field: Field, words: list[str], lexicon: Lexicon | None = None) -> list[str]:
    """The words of a field as they stand in a line."""
    key = field.name
    if lexicon is not None:
        words, key = [_spelled(field, word, lexicon) for word in words], lexicon.spelled(FIELD, key)
    if field.key:
        return [f"{key}={','.join(words)}"]
    return [",".join(words)] if field.one_word else words


def format_parts(kind: type, parts: Sequence[tuple[str, Any]], *, begun: bool = True) -> str:
    """Some parts of a large move; if it is `begun` with them, behind its verb."""
    tokens = verb_words(kind) if begun else []
    for field in fields_of(kind):
        words = [str(value) for name, value in parts if name == field.name]
        tokens += _told(field, words) if words else []
    return " ".join(tokens)


def _spelled(field: Field, word: str, lexicon: Lexicon) -> str:
    """A word of the long form in the words of a language; what is counted keeps its number."""
    if field.counter:
        kinds = field.counter.__struct_fields__
        return re.sub(r"[a-z_]+", lambda found: lexicon.spelled(field.kind, found[0], kinds), word)
    name, star, times = word.partition("*")
    return f"{lexicon.spelled(field.kind, name)}{star}{times}"


@cache
def _form(kind: type) -> tuple[list[str], list[tuple[str, Field, Callable[[Any], list[str]], bool]]]:
    """The words of its verb; of each field how a value of it is written, and whether its words stand as they are."""
    return tag_of(kind).split(), [
        (field.name, field, _writer(field), not (field.key or field.one_word)) for field in fields_of(kind)
    ]


def _writer(field: Field) -> Callable[[Any], list[str]]:
    if field.counter:
        return lambda amounts: [written(amounts)]
    if field.unordered:
        return _repeated
    return (lambda values: list(map(str, values))) if field.many else lambda value: [str(value)]


def _repeated(words: Sequence[str]) -> list[str]:
    """Repeated words as `word*n`."""
    return [word if (n := words.count(word)) == 1 else f"{word}*{n}" for word in dict.fromkeys(words)]
