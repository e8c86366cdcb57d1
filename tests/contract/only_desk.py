"""A desk that gives what `store.desk.Desk` promises, and nothing else; and it looks at all that it gives.

A command that takes more than that would fail where the matches lie elsewhere.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from core.kernel.log.log import Log
from store.acts import Written
from store.desk import Desk
from store.place import desk_at

PROMISED = frozenset(name for name in vars(Desk) if not name.startswith("_"))


class PastTheDesk(BaseException):
    """Nobody catches it."""


class OnlyDesk:
    """Stands before another desk."""

    def __init__(self, desk: Desk) -> None:
        self.__desk = desk

    def __getattr__(self, name: str) -> Any:
        if name not in PROMISED:
            raise PastTheDesk(name)
        found = getattr(self.__desk, name)
        return _looked_at(found) if callable(found) else found


def _looked_at(asked: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(asked)
    def ask(*args: Any, **more: Any) -> Any:
        if any(isinstance(arg, Log) for arg in (*args, *more.values())):
            raise PastTheDesk(f"{asked.__name__}: it was given the host's log")
        answer = asked(*args, **more)
        if isinstance(answer.log if isinstance(answer, Written) else answer, Log):
            raise PastTheDesk(f"{asked.__name__}: it gave the host's log")
        return answer

    return ask


def only_desk_at(place: str, **how: Any) -> Any:
    """In place of `store.place.desk_at`."""
    return OnlyDesk(desk_at(place, **how))
