"""What somebody else does to a store between two looks of one who works with it."""

from collections.abc import Callable
from typing import Any

import pytest

from store.port import EventStore


def just_before(
    patched: pytest.MonkeyPatch, store: EventStore, look: str, happens: Callable[[], object], *, looks: int = 0
) -> None:
    """Once, before the store is asked so for the next time but `looks`."""
    asked, left = getattr(store, look), [looks]

    def later(*about: Any) -> Any:
        if left[0] == 0:
            patched.setattr(store, look, asked)
            happens()
        left[0] -= 1
        return asked(*about)

    patched.setattr(store, look, later)
