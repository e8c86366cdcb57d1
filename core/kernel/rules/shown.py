"""What a view shows as it is: the fields that it has in common with what it is a view of."""

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

from msgspec import Struct

from core.kernel.rules.contents import fields_with
from core.kernel.rules.secret import Secret

S = TypeVar("S", bound=Struct)
V = TypeVar("V")


def shown(kind: type[S], of: Struct, **own: Any) -> S:
    """A view of this kind: its first fields are called as there, and the same; the others are its own."""
    return kind(*_alike(kind, type(of), len(own))(of), **own)


def own(secret: Secret[V] | None, viewer: int | None) -> V | None:
    """What lies in a box, to a seat that may look into it; to all others nothing."""
    return secret.value if secret is not None and viewer in secret.by and secret.known else None


@cache
def _alike(kind: type[Struct], source: type[Struct], own: int) -> Callable[[Any], tuple[Any, ...]]:
    names = kind.__struct_fields__[:-own]
    for name in names:
        if name in fields_with(source, Secret):
            raise TypeError(f"{source.__name__}.{name} may hold a secret, which no view shows as it is")
    if len(names) > 1:
        return attrgetter(*names)
    return lambda of: tuple(getattr(of, name) for name in names)
