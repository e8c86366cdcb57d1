"""How somebody at the terminal picks what is listed: a letter for each line, and the words of those who consent."""

from collections.abc import Collection, Mapping
from typing import Final

CONSENTS: Final[Mapping[str, bool]] = {
    "yes": True,
    "agree": True,
    "oui": True,
    "no": False,
    "decline": False,
    "non": False,
}
"""How somebody answers who is asked whether another may take something back: the same words wherever that is asked."""

ALOUD: Final[Mapping[str, bool]] = {**CONSENTS, "y": True, "o": True, "n": False}
"""The same where nothing else can be typed."""


TABLE: Final[Mapping[str, str]] = {
    **{word: word for word in ("?", "moves", "show", "log", "score", "why", "explain", "rules", "hint")},
    **{word: word for word in ("undo", "redo", "give-up", "quit")},
    "help": "?",
    "aide": "?",
    "coups": "moves",
    "board": "show",
    "plateau": "show",
    "scores": "score",
    "points": "score",
    "règles": "rules",
    "regles": "rules",
    "indice": "hint",
    "journal": "log",
    "pourquoi": "why",
    "expliquer": "explain",
    "annuler": "undo",
    "rétablir": "redo",
    "retablir": "redo",
    "abandonner": "give-up",
    "sortir": "quit",
    "exit": "quit",
    "q": "quit",
}
"""What can be typed at the table beside moves and answers, in either language; no game has a move of these names."""

LEAVING: Final = "quitter"
"""Leaves the table, too, while no move of this name can be made."""


def at_table(typed: str) -> bool:
    """Is this a word of the table?"""
    return typed.casefold() in (*TABLE, LEAVING)


LETTERS: Final = "abcdefghijklmnop"
"""They end before `q`, which leaves the table."""


def letters(count: int) -> list[str]:
    """Return this many labels for lines: a to p, then aa, bb to pp, then aaa. No word begins with a letter twice."""
    return [LETTERS[at % len(LETTERS)] * (1 + at // len(LETTERS)) for at in range(count)]


def is_letter(typed: str, known: Collection[str]) -> bool:
    """Is this one of a list, or meant as one? No move is as short as a letter."""
    return typed in known or (len(typed) == 1 and typed.isalpha())
