"""A desk that opens to `store.remote.door` alone: a route that reads or writes a match past its `Visitor` fails.

The few who ask it for something that is no match of anybody's stand in `BESIDE`, with the reason.
"""

from collections.abc import Mapping
from inspect import currentframe
from typing import Any

from store.remote.served import Served
from store.remote.together import Together

DOOR = frozenset({"store.remote.door", "store.remote.deeds"})

BEHIND = "store.starting"
"""What the door has matches begun by; who comes to it past the door is found."""

BESIDE: Mapping[tuple[str, str], str] = {
    ("Service.health.<locals>.<lambda>", "knows"): "is the database there?",
    ("Bells._look.<locals>.<lambda>", "position"): "how many rows there are",
    ("Bells._look.<locals>.<lambda>", "changed"): "that rows came in, and nothing of them",
    ("Office._close", "close"): "the end",
}
"""Who may ask it for what, and why."""


class PastTheDoor(BaseException):
    """Nobody catches it."""


class OnlyDoor:
    """In place of `Served`."""

    def __init__(self, place: str, together: Together, *, is_open: bool = False) -> None:
        self.__desk = Served(place, together, is_open=is_open)

    def __getattr__(self, name: str) -> Any:
        here = currentframe()
        assert here is not None
        assert here.f_back is not None
        asks = here.f_back
        while asks.f_globals["__name__"] == BEHIND and asks.f_back is not None:
            asks = asks.f_back
        if asks.f_globals["__name__"] not in DOOR and (asks.f_code.co_qualname, name) not in BESIDE:
            raise PastTheDoor(f"{asks.f_code.co_qualname} asks for {name}")
        return getattr(self.__desk, name)
