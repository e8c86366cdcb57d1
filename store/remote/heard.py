"""When a host was last heard of each match, and by which mark it would know the last row that it showed.

It lies beside the copy. What is missing or damaged is known again as soon as the host answers.
"""

import os
from collections.abc import Mapping
from contextlib import suppress

import msgspec

from core.kernel.decoding import decode


class Heard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match as its host last spoke of it."""

    at: int
    row: int = 0  # the last one that it showed,
    digest: str = ""
    mark: str = ""  # and its mark of that


class Hearing:
    """All that was heard of one host."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._known: dict[str, Heard] | None = None

    def of(self, match: str) -> Heard | None:
        return self._all().get(match)

    def last(self) -> int:
        """When it was heard at all."""
        return max((heard.at for heard in self._all().values()), default=0)

    def hear(self, new: Mapping[str, Heard]) -> None:
        """On top of what another command has heard meanwhile: a mark of more rows stays."""
        before = self._read()
        self._keep({**before, **{match: _later(before.get(match), one) for match, one in new.items()}})

    def forget(self, match: str) -> None:
        """Its host tells it otherwise now."""
        self._keep({known: heard for known, heard in self._read().items() if known != match})

    def _keep(self, known: dict[str, Heard]) -> None:
        """Where nothing can be kept, the command goes on."""
        self._known = known
        with suppress(OSError):
            part = f"{self._path}.{os.getpid()}.part"
            with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.write(msgspec.json.encode(self._known))
            os.replace(part, self._path)

    def _all(self) -> dict[str, Heard]:
        if self._known is None:
            self._known = self._read()
        return self._known

    def _read(self) -> dict[str, Heard]:
        try:
            with open(self._path, "rb") as file:
                return decode(file.read(), dict[str, Heard])
        except (OSError, ValueError):
            return {}


def _later(old: Heard | None, new: Heard) -> Heard:
    return new if old is None or old.row <= new.row else msgspec.structs.replace(old, at=new.at)
