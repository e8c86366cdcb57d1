"""A class that does something with moves, each kind in a method of its own: one tells them, one weighs them."""

from collections.abc import Callable, Mapping
from types import UnionType
from typing import Any, ClassVar, get_args


class ByMove:
    """A method with a parameter `move` is the one for the kinds of move that this parameter is declared to be."""

    for_move: ClassVar[Mapping[type, Callable[[Any, Any], Any]]]

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        cls.for_move = {kind: method for method in vars(cls).values() for kind in _kinds(method)}


def _kinds(method: Any) -> tuple[type, ...]:
    declared = getattr(method, "__annotations__", {}).get("move")
    if declared is None:
        return ()
    return get_args(declared) if isinstance(declared, UnionType) else (declared,)
