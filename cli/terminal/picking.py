"""How somebody at the terminal picks what is listed: a letter for each line, and the words of those who consent."""

from collections.abc import Collection, Iterable, Mapping
from itertools import chain, islice, product
from string import ascii_lowercase
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
    **{word: word for word in ("?", "moves", "show", "log", "why", "explain", "undo", "redo", "give-up", "quit")},
    "help": "?",
    "aide": "?",
    "coups": "moves",
    "plateau": "show",
    "journal": "log",
    "pourquoi": "why",
    "expliquer": "explain",
    "annuler": "undo",
    "rétablir": "redo",
    "retablir": "redo",
    "abandonner": "give-up",
    "sortir": "quit",
}
"""What can be typed at the table beside moves and answers, in either language; no game has a move of these names."""

LEAVING: Final = "quitter"
"""Leaves the table, too, while no move of this name can be made."""


def at_table(typed: str) -> bool:
    """Is this a word of the table?"""
    return typed.casefold() in (*TABLE, LEAVING)


def letters(count: int, words: Iterable[str]) -> list[str]:
    """So many: one letter each, two where those do not do, but none with which one of these words begins."""
    begun = {word[:2] for word in words}
    pairs = (pair for pair in map("".join, product(ascii_lowercase, repeat=2)) if pair not in begun)
    return [*islice(chain(ascii_lowercase, pairs), count)]


def is_letter(typed: str, known: Collection[str]) -> bool:
    """Is this one of a list, or meant as one? No move is as short as a letter."""
    return typed in known or (len(typed) == 1 and typed.isalpha())
