"""Piles: tuples of ids, from which some are taken; rows of places on which one lies."""

from collections import Counter
from collections.abc import Iterable
from itertools import filterfalse
from typing import TypeVar

Item = TypeVar("Item")


def without(pile: tuple[Item, ...], gone: Iterable[Item]) -> tuple[Item, ...]:
    """What is left, in its order."""
    return tuple(filterfalse({*gone}.__contains__, pile))


def put(places: tuple[Item, ...], at: int, item: Item) -> tuple[Item, ...]:
    """The places with this item on one of them, whatever lay there."""
    return (*places[:at], item, *places[at + 1 :])


def counted(piles: Iterable[Iterable[str | None]]) -> dict[str, int]:
    """How many there are of each id in all these piles; an empty place is none."""
    return dict(Counter(item for pile in piles for item in pile if item is not None))
