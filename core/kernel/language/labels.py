"""A word that is no move where it stands: the moves in which it is a label, and those that take such a word."""

import re
from collections.abc import Iterable
from itertools import islice
from typing import Any

from core.kernel.language.completion import spellings
from core.kernel.language.lexicon import Lexicon, plain
from core.kernel.rules import engine
from core.kernel.rules.marks import fields_of
from core.kernel.rules.step import tag_of

PARTS = re.compile("[ ,=+]")
"""Signs between the labels in a word: `5,7,4`, `bid=2`."""

EACH = 3
"""Moves of a kind that are named as examples."""

TRIED = 3_000
"""How many large moves are looked through."""


def takers(here: Iterable[type], word: str, lexicon: Lexicon) -> list[str]:
    """Return the verbs of the moves that take this very word."""
    return [
        tag_of(kind)
        for kind in here
        if any(
            word.casefold() in map(str.casefold, known) or lexicon.called(field.kind, word, known)
            for field in fields_of(kind)
            if (known := lexicon.ids(field.kind)) and not field.counter
        )
    ]


def examples(moves: Iterable[Any]) -> list[Any]:
    """Return a few of the moves of each kind."""
    kinds: dict[type, list[Any]] = {}
    for move in moves:
        kinds.setdefault(move.__class__, []).append(move)
    return [move for each in kinds.values() for move in each[:EACH]]


def bearing(state: engine.State[Any], seat: int, word: str, lexicon: Lexicon) -> list[Any]:
    """Return the legal moves in which a word stands, in whatever language it is typed."""
    label = plain(word)

    def bears(move: Any) -> bool:
        words = (plain(spelled) for way in spellings(move, lexicon) for spelled in way)
        return any(label == word or label in PARTS.split(word) for word in words)

    large = (move for ways in engine.ways(state, seat) for move in islice(ways.moves(), TRIED))
    return [move for moves in (large, engine.legal(state, seat)) for move in moves if bears(move)]
