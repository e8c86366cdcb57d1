"""Short ids that people can read out: a tincture, a charge and a number, as on a coat of arms."""

import re
from collections.abc import Callable

TINCTURES = (
    "amber", "argent", "azure", "bronze", "carmine", "cobalt", "copper", "coral",
    "crimson", "ebony", "golden", "gules", "indigo", "ivory", "jade", "linden",
    "ochre", "olive", "onyx", "pearl", "purple", "ruby", "russet", "sable",
    "saffron", "scarlet", "silver", "teal", "umber", "vermeil", "vert", "violet",
)  # fmt: skip
CHARGES = (
    "anchor", "antler", "arrow", "badger", "bear", "bell", "boar", "castle",
    "crane", "crown", "dolphin", "dragon", "eagle", "falcon", "fleur", "fox",
    "griffin", "hart", "heron", "hound", "key", "leopard", "lion", "lynx",
    "otter", "owl", "raven", "rose", "stag", "swan", "tower", "wolf",
)  # fmt: skip
NUMBERS = 900
LONGEST = 60


def is_id(word: str) -> bool:
    """Could it be the id of a match, of this version or another? File systems and terminals find nothing in it."""
    return len(word) <= LONGEST and re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", word) is not None


def is_made(word: str) -> bool:
    """Is it as `new_id` makes them? Of these none is the beginning of another one, so none keeps others from being."""
    return len(word) <= LONGEST and re.fullmatch("[a-z]+-[a-z]+-[0-9]{3}", word, re.ASCII) is not None


def alike(one: str, other: str) -> bool:
    """Is one the beginning of the other? Then a short word for the longer one would mean the shorter one."""
    return one.startswith(other) or other.startswith(one)


def new_id(below: Callable[[int], int], taken: Callable[[str], bool]) -> str:
    """An id that is not taken; `below(n)` gives a random number under n."""
    while True:
        found = f"{TINCTURES[below(len(TINCTURES))]}-{CHARGES[below(len(CHARGES))]}-{100 + below(NUMBERS)}"
        if not taken(found):
            return found
