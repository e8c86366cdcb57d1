"""eventsourcing: an aggregate of many events is loaded from SQLite, events a second of the processor."""

import sys
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

EVENTS = 2_000


def main() -> None:
    """Store the aggregate once, load it whenever asked."""
    domain: Any = import_module("eventsourcing.domain")
    application: Any = import_module("eventsourcing.application")

    class Purse(domain.Aggregate):  # type: ignore[misc]
        """As small as an aggregate can be."""

        def __init__(self) -> None:
            self.gold = 0

        @domain.event("Gained")  # type: ignore[untyped-decorator]
        def gain(self, gold: int) -> None:
            """One event."""
            self.gold += gold

    globals()["Purse"] = Purse
    Purse.__qualname__ = "Purse"
    with TemporaryDirectory() as folder:
        settings = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(Path(folder) / "events.db")}
        store = application.Application(env=settings)
        purse = Purse()
        for number in range(EVENTS):
            purse.gain(number % 5)
        store.save(purse)
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        for _ in sys.stdin:
            begun = process_time()
            loaded = store.repository.get(purse.id)
            seconds = process_time() - begun
            sys.stdout.write(f"{(loaded.version) / seconds}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
