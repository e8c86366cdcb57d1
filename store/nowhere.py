"""The store before the first match: nothing is in it, and who writes needs another one."""

from collections.abc import Iterable, Iterator

from core.kernel.log.row import StoredRow
from core.kernel.rules.secret import Box, Opening
from store.errors import File, StoreError
from store.port import Change, Head, Repeated, Secrets, Stale, Summary, Watch


class Nowhere:
    """The port (store/port.py) where there is no file yet."""

    def __init__(self, path: File) -> None:
        self.path = path

    def append(
        self,
        match: str,
        expected: int,
        client: str,
        rows: Iterable[StoredRow],
        summary: Summary,
        secrets: Secrets | None = None,
    ) -> Head | Stale | Repeated:
        raise StoreError("no_file", self.path)

    def learn(self, match: str, openings: Iterable[tuple[Box, Opening]]) -> int:
        raise StoreError("no_file", self.path)

    def made_by(self, match: str, client: str) -> Repeated | None:
        return None

    def head(self, match: str) -> int:
        return 0

    def read(self, match: str, after: int = 0, limit: int | None = None) -> list[StoredRow]:
        return []

    def changed(self, after: int, limit: int | None = None) -> list[Change]:
        return []

    def position(self) -> int:
        return 0

    def find(self, prefix: str, limit: int | None = None) -> list[str]:
        return []

    def alike(self, word: str, limit: int | None = None) -> list[str]:
        return []

    def everything(self, after: str | None = None, limit: int | None = None) -> list[str]:
        return []

    def called(self, name: str) -> list[str]:
        return []

    def summaries(self, **_: object) -> Iterator[Summary]:
        return iter(())

    def locks(self, match: str) -> list[bytes]:
        return []

    def secrets(self, match: str) -> Secrets | None:
        return None

    def watches(self, match: str) -> list[Watch]:
        return []

    def is_watched(self, match: str, digest: str) -> bool:
        return False

    def let_watch(self, match: str, digest: str, by: str, at: int) -> Watch:
        raise StoreError("no_file", self.path)

    def end_watch(self, match: str, numbers: Iterable[int]) -> None:
        raise StoreError("no_file", self.path)

    def close(self) -> None:
        """There is nothing to let go of."""
