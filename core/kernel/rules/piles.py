"""Piles: tuples of ids, from which some are taken."""

from collections import Counter
from collections.abc import Iterable
from itertools import filterfalse
from typing import TypeVar

Item = TypeVar("Item")


def without(pile: tuple[Item, ...], gone: Iterable[Item]) -> tuple[Item, ...]:
    """What is left, in its order."""
    return tuple(filterfalse({*gone}.__contains__, pile))


def counted(piles: Iterable[Iterable[str | None]]) -> dict[str, int]:
    """How many there are of each id in all these piles; an empty place is none."""
    return dict(Counter(item for pile in piles for item in pile if item is not None))
