"""Piles: tuples of ids, from which some are taken."""

from collections.abc import Iterable
from typing import TypeVar

Item = TypeVar("Item")


def without(pile: tuple[Item, ...], gone: Iterable[Item]) -> tuple[Item, ...]:
    """What is left, in its order."""
    taken = {*gone}
    return tuple(item for item in pile if item not in taken)
