"""Somebody who asks a service: what it answers, byte for byte, as doors like those of `tests.contract.doors`."""

import asyncio
import re
import tempfile
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from itertools import chain, count
from pathlib import Path
from shutil import copyfile
from unittest.mock import patch

import msgspec

from cli.service.app import Service
from cli.service.office import Office
from core.kernel.log.keys import ARBITER, watch_digest
from core.kernel.rules.chance import stream
from store.log import configure
from store.marks import mark_of
from store.port import EventStore, Secrets
from store.sqlite.adapter import open_store
from store.summaries import summary_of
from tests.contract.desk import own_key, typing_at
from tests.contract.doors import Door, Moment
from tests.service.asgi import Asking, Said, ask
from tests.service.doors import BESIDE, REQUESTS, TOKEN, Asks
from tests.support.recording import SALT_KEY

_NOISE = re.compile(r'("(?:timestamp|us)": ?)[^,}]+')
"""What differs in any two runs, in the program's own log."""

MOST = 2  # requests of a route that are sent at a moment, unless more are asked for


class Visits:
    """The routes as doors: `Visits(folder, key).doors()`."""

    def __init__(self, folder: Path, key: str = "", *, most: int = MOST) -> None:
        self.folder = folder
        self.key = key
        self.most = most
        self.statuses = set[int]()
        self.tables: list[Table] = []  # the last two: one in each world

    def doors(self) -> dict[str, Door]:
        """One for each route."""
        return {name: self._of(name) for name in REQUESTS}

    def _of(self, route: str) -> Door:
        def door(moment: Moment) -> list[object]:
            table = self._table(moment)
            dice = stream("visits", route, moment.log.head, str(moment.viewer), *moment.texts[:2])
            left = [one for one in REQUESTS[route](table.asks) if self.compares(one)]
            chosen = [left.pop(dice.below(len(left))) for _ in range(min(self.most, len(left)))]
            return [self._answered(table, one) for one in chosen]

        return door

    def compares(self, asking: Asking) -> bool:
        """Whether two worlds have to answer this alike."""
        return True

    def _table(self, moment: Moment) -> "Table":
        for table in self.tables:
            if table.moment.log is moment.log and table.moment.viewer == moment.viewer:
                return table
        self.tables = [*self.tables[-1:], Table(self.folder, moment, self.key)]
        return self.tables[-1]

    def _answered(self, table: "Table", asking: Asking) -> list[object]:
        """What is said to it, and what when it is asked again, as who has it all already."""
        with table.served() as service:
            first, again, hidden = asyncio.run(_twice(service, table.moment.log.match, asking))
        self.statuses.add(first.status)
        told = _NOISE.sub(r"\1", (self.folder / "herald.log").read_text())
        assert not any(secret in told for secret in (asking.key, asking.query) if secret), told
        return [asking, *(_masked(one, hidden) for one in (first, again)), told]


async def _twice(service: Service, match: str, asking: Asking) -> tuple[Said, Said, dict[str, str]]:
    first = await ask(service, asking)
    tag = first.header("etag")
    known = (*asking.headers, ("if-none-match", tag)) if tag else asking.headers
    again = await ask(service, msgspec.structs.replace(asking, headers=known))
    both = (match, BESIDE)
    hidden = await service.office.ask(match, lambda desk: dict(chain(*(_digests(desk.store, one) for one in both))))
    return first, again, hidden


def _digests(store: EventStore, match: str) -> Generator[tuple[str, str]]:
    """What differs in any two worlds, and says nothing of what lies behind it: digests (whole or cut), commitments,
    and what the host makes of digests.
    """
    secrets = store.secrets(match)
    for number, row in enumerate(store.read(match), 1):
        yield row.digest, f"digest {number} "
        yield row.digest[:32], f"begins {number} "
        if secrets is not None:
            yield mark_of(secrets, match, number, row.digest), f"mark {number} "
        for place, commitment in enumerate(row.commits):
            yield commitment, f"commitment {number}.{place} "


def _masked(said: Said, hidden: Mapping[str, str]) -> list[object]:
    """All of it but that. Lengths stay: they would tell, too."""

    def masked(text: str) -> str:
        for digest, instead in hidden.items():
            text = text.replace(digest, instead.ljust(len(digest), "."))
        return text

    headers = [(name, masked(value)) for name, value in said.headers]
    return [said.status, headers, [masked(part) for part in said.parts]]


class Table:
    """One match, at one row of it, in one world, and who asks about it."""

    def __init__(self, folder: Path, moment: Moment, key: str) -> None:
        self.moment = moment
        self._folder = folder
        log, viewer = moment.log, moment.viewer
        name = None if viewer is None else log.seats[viewer]
        mine = own_key(name, key) if name is not None else TOKEN if key else ""
        self.asks = Asks(typing_at(moment), name, mine or None, key)
        opening = log.rows[0].openings[0]
        seed = msgspec.json.decode(opening.value, type=str) if opening else ""
        self._clean = Path(tempfile.mkdtemp(dir=folder)) / "clean.db"
        with open_store(self._clean, create=True) as store:
            store.append(log.match, 0, "", log.rows, summary_of(log), Secrets(seed, SALT_KEY))
            store.let_watch(log.match, watch_digest(log.match, TOKEN), ARBITER, 1)
            for by in log.seats:
                store.let_watch(log.match, watch_digest(log.match, f"of {by}"), by, 1)

    @contextmanager
    def served(self) -> Generator[Service]:
        """A service that has this match and nothing else. Chance and clock of one world are those of the other.

        A match without keys can be looked at where everybody may look.
        """
        file, told, numbers = self._folder / "served.db", self._folder / "herald.log", count()
        for old in (told, *self._folder.glob("served.db*")):
            old.unlink(missing_ok=True)
        copyfile(self._clean, file)

        def entropy(size: int) -> bytes:
            return sha256(str(next(numbers)).encode()).digest()[:size]

        with (
            patch("os.urandom", entropy),
            patch("time.time", lambda: 1_800_000_000.0),
            patch("cli.service.answering.MOMENT", 1e-6),  # `test_closed.py` shows that it is waited for
        ):
            configure(file=told)
            service = Service(Office(str(file), 1, is_open=not self.asks.keys))
            try:
                yield service
            finally:
                service.office.close()
                configure()
