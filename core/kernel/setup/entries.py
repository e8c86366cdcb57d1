"""What the types of an edition say of its entries, besides what msgspec knows: sources, words, ids, notations."""

from collections.abc import Callable
from typing import Annotated, Any

from msgspec import Meta, Struct

LONGEST_ID = 60

Natural = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """A table that says in `from` where its values come from: all of them, each by its name, or a list item by item.

    An entry with a field `id` bears the name of its table there.
    """


class Written(Struct, frozen=True):
    """Marks what is written in a notation of its own, besides amounts; a `ValueError` says what was expected."""

    by: Callable[[str], Any]


class Every(Struct, frozen=True):
    """Marks a table with one value for each of these words; `or_one`: what is no table stands for all of them."""

    words: tuple[object, ...]
    in_order: bool = False
    or_one: bool = False


class Ids(Struct, frozen=True):
    """Marks a table of entries: how many there are, and of what their ids are made besides letters and digits."""

    count: int | None = None
    signs: str = ""
    longest: int = LONGEST_ID
    taken: tuple[str, ...] = ()  # by what else is typed


class Grouped(Struct, frozen=True):
    """Marks entries that lie in groups and share what their group says: `by` is the field that says which it is.

    What lies `within` `[families.castle.cards]` shares what `[families.castle]` says.
    """

    table: str
    within: str
    by: str
    groups: tuple[str, ...]
