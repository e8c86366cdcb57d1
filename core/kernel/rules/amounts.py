"""Small counters of goods: frozen values that add and subtract, written `2 gold + 1 combat`."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import add, sub
from typing import ClassVar, Self, TypeVar

from msgspec.structs import astuple, replace

from core.kernel.errors import Usage
from core.kernel.rules.value import Value


class Amounts(Value, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """So many of each; a subclass names the fields, and the vocabulary of their names.

    All are integers from 0, but where something goes back.
    """

    vocabulary: ClassVar[str] = ""

    @classmethod
    def only(cls, kind: str, amount: int = 1) -> Self:
        """So many of one kind."""
        return cls(**{kind: amount})

    def __add__(self, other: Self) -> Self:
        return type(self)(*map(add, astuple(self), astuple(other)))

    def __sub__(self, other: Self) -> Self:
        return type(self)(*map(sub, astuple(self), astuple(other)))

    def times(self, count: int) -> Self:
        return type(self)(*(count * each for each in astuple(self)))

    def plus(self, kind: str, amount: int = 1) -> Self:
        """The same with so many more of one kind."""
        return replace(self, **{kind: getattr(self, kind) + amount})

    def of(self, kind: str) -> int:
        count: int = getattr(self, kind)
        return count

    def lacking(self, cost: Self) -> str | None:
        """The first kind of which there is less than the cost; none if the cost is covered, whatever else is owed."""
        for kind, need in counts_of(cost):
            if need > getattr(self, kind) and need > 0:
                return kind
        return None

    def capped(self, most: Self) -> Self:
        """Of each kind at most so many."""
        both = zip(astuple(self), astuple(most), strict=True)
        return type(self)(*[count if count < limit else limit for count, limit in both])  # noqa: FURB136 - min is slow

    def total(self) -> int:
        return sum(astuple(self))


A = TypeVar("A", bound=Amounts)


@lru_cache(4096)
def counts_of(amounts: Amounts) -> tuple[tuple[str, int], ...]:
    """The kinds of which there are any: there are not many costs, and it is asked of them again and again."""
    counts = zip(amounts.__struct_fields__, astuple(amounts), strict=True)
    return tuple((kind, count) for kind, count in counts if count)


def written(amounts: Amounts) -> str:
    """A counter as it is typed: `2gold+1combat`."""
    return "+".join(f"{count}{kind}" for kind, count in counts_of(amounts))


def read_amounts(
    text: str,
    kind: type[A],
    called: Callable[[str, Sequence[str]], Sequence[str]] | None = None,
    *,
    signed: bool = False,
) -> A:
    """`2 gold + 1 combat` as a counter; `called` tells which of its kinds have a name that is no id.

    `signed`: there may be less than none of a kind, `-1 gold`.
    """
    counts: dict[str, int] = {}
    for part in text.split("+"):
        number, _, name = part.strip().partition(" ")
        if name not in kind.__struct_fields__ and called is not None:
            name = next(iter(called(name, kind.__struct_fields__)), name)
        if name not in kind.__struct_fields__:
            raise Usage("unknown_word", known=kind.__struct_fields__, word=part.strip())
        if not (number.removeprefix("-") if signed else number).isdecimal():
            raise Usage("not_a_number", word=number)
        counts[name] = counts.get(name, 0) + int(number)
    return kind(**counts)
