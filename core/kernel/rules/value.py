"""What a match is made of: values that are made whole and never change."""

from msgspec import Struct


class Value(Struct, frozen=True, gc=False):
    """A frozen value. What extends it says `frozen=True` again; that the garbage collector passes it by is inherited.

    Safe, because the collector is there for cycles alone, and a frozen value can only hold what was there before it:
    never itself, not through a tuple, a mapping that nobody changes or a `Secret` either. Counting references frees it.
    It pays, because the collector would look again and again at each of the many values that a decision makes.
    """


# What a kind says of itself when it says nothing.
NO_FIELDS: tuple[str, ...] = ()
NO_KINDS: tuple[type, ...] = ()
