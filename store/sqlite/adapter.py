"""The event store on SQLite: one file, any number of processes, nothing to install.

Every write is one `BEGIN IMMEDIATE` transaction: who holds the write lock reads the head and appends, so nobody is told
halfway that the database is busy. Nothing here is clever; the file's own triggers (schema.py) refuse what must not be.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import chain
from time import perf_counter_ns
from types import TracebackType
from typing import Any, Literal, Self

import msgspec

from core.kernel.decoding import decoder
from core.kernel.errors import Damaged
from core.kernel.log.row import StoredRow
from core.kernel.rules.secret import Box, Opening, commit
from store.errors import File, Guard
from store.log import log
from store.port import Append, Change, Head, Repeated, Secrets, Stale, Summary, Watch
from store.sqlite.connect import WAIT, connect
from store.sqlite.locks import Patience, Reading, Writing
from store.sqlite.schema import REPLACES_KEY

MOST = 2**63 - 1  # the largest number of SQLite

_SEEN = "SELECT first, last FROM command WHERE match = ? AND client = ?"
_HEAD = "SELECT coalesce(max(seq), 0) FROM log WHERE match = ?"
# All that an append has to know, in one statement: three cost a tenth of its time.
_STANDS = """
    SELECT (SELECT coalesce(max(seq), 0) FROM log WHERE match = ?1), command.first, command.last,
        summary.game, summary.seats, summary.waiting, summary.over
    FROM (SELECT 1)
        LEFT JOIN command ON command.match = ?1 AND command.client = ?2
        LEFT JOIN summary ON summary.match = ?1
"""
_ROW = "INSERT INTO log (match, seq, body, commits, digest) VALUES (?, ?, ?, ?, ?)"
_OPENING = "INSERT INTO opening (match, seq, number, salt, value) VALUES (?, ?, ?, ?, ?)"
_COMMITS = "SELECT commits FROM log WHERE match = ? AND seq = ?"
_LEARN = """
    INSERT INTO opening (match, seq, number, salt, value) SELECT ?1, ?2, ?3, ?4, ?5
    WHERE NOT EXISTS (SELECT 1 FROM opening WHERE match = ?1 AND seq = ?2 AND number = ?3)
"""
_COMMAND = "INSERT INTO command (match, client, first, last) VALUES (?, ?, ?, ?)"
_SECRET = "INSERT INTO secret (match, seed, salt_key) VALUES (?, ?, ?)"  # noqa: S105  no password
_READ = "SELECT seq, body, commits, digest FROM log WHERE match = ? AND seq > ? ORDER BY seq LIMIT ?"
_OPENINGS = "SELECT seq, number, salt, value FROM opening WHERE match = ? AND seq > ? AND seq <= ? ORDER BY seq, number"
_POSITION = "SELECT coalesce(max(position), 0) FROM log"
_CHANGED = "SELECT position, match, seq FROM log WHERE position > ? ORDER BY position LIMIT ?"
_BEGUN = "SELECT match FROM log WHERE seq = 1 AND"
_FIND = f"{_BEGUN} match >= ? AND match < ? ORDER BY match LIMIT ?"
_EVERYTHING = """
    SELECT match FROM (SELECT match FROM log UNION SELECT match FROM summary)
    WHERE ?1 IS NULL OR match > ?1 ORDER BY match LIMIT ?2
"""
_LAST = "\U0010ffff"  # no id goes on with it
_CALLED = "SELECT DISTINCT name FROM seated ORDER BY name"
_SUMMARY = "SELECT match, game, seats, waiting, since, round, over, head, at FROM summary"
_SUMMARISE = """
    INSERT INTO summary (match, game, seats, waiting, since, round, over, head, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (match) DO UPDATE SET game = excluded.game, seats = excluded.seats, waiting = excluded.waiting,
        since = excluded.since, round = excluded.round, over = excluded.over, head = excluded.head, at = excluded.at
"""
_GO_ON = "UPDATE summary SET waiting = ?, since = ?, round = ?, head = ?, at = ? WHERE match = ?"
_LOCKS = f"""
    SELECT body FROM log WHERE match = ?1 AND seq = 1
    UNION ALL
    SELECT body FROM log INDEXED BY log_keys WHERE match = ?1 AND seq > 1 AND {REPLACES_KEY}
"""
_WATCHED = "SELECT count(*) FROM watch WHERE match = ? AND digest = ?"
_WATCHES = "SELECT match, number, digest, maker, at FROM watch WHERE match = ? ORDER BY number"
_WATCH = "INSERT INTO watch (match, number, digest, maker, at) VALUES (?, ?, ?, ?, ?)"
_UNWATCH = "DELETE FROM watch WHERE match = ? AND number = ?"
_NAME = {
    "seated": "INSERT OR IGNORE INTO seated (name, match) VALUES (?, ?)",
    "waiting": "INSERT OR IGNORE INTO waiting (name, match) VALUES (?, ?)",
}
_UNNAME = {
    "seated": "DELETE FROM seated WHERE name = ? AND match = ?",
    "waiting": "DELETE FROM waiting WHERE name = ? AND match = ?",
}


class _Place(msgspec.Struct):
    """What a body says about where it belongs."""

    match: str
    seq: int


_place = decoder(_Place).decode
_texts = decoder(tuple[str, ...]).decode
_encode = msgspec.json.Encoder().encode
_UNREADABLE = (msgspec.MsgspecError, TypeError, ValueError)


class SqliteStore:
    """The port (store/port.py) on SQLite. For one thread; open another one for another thread."""

    def __init__(self, path: File, connection: sqlite3.Connection, wait: float = WAIT) -> None:
        self.path = path
        self._db = connection
        patience = Patience(connection, wait)
        self._reading = Reading(path, patience)
        self.writing = Writing(path, patience)

    def append(
        self,
        match: str,
        expected: int,
        client: str,
        rows: Iterable[StoredRow],
        summary: Summary,
        secrets: Secrets | None = None,
    ) -> Head | Stale | Repeated:
        rows = _consistent(match, expected, rows, summary, secrets)
        with self.writing as writing:
            outcome = self._appended(match, expected, client, rows, summary, secrets)
        _tell(match, expected, client, outcome, writing)
        return outcome

    def hurry(self, wait: float) -> None:
        """Wait this many seconds at most for the write lock from now on: whoever asks tries again."""
        self.writing.patience.wait = wait

    def append_all(self, appends: Sequence[Append]) -> list[Head | Stale | Repeated]:
        """Several appends that wait for the disk once; if one of them cannot be made, none is."""
        checked = [_consistent(one.match, one.expected, one.rows, one.summary, one.secrets) for one in appends]
        with self.writing as writing:
            outcomes = [
                self._appended(one.match, one.expected, one.client, rows, one.summary, one.secrets)
                for one, rows in zip(appends, checked, strict=True)
            ]
        for one, outcome in zip(appends, outcomes, strict=True):
            _tell(one.match, one.expected, one.client, outcome, writing)
        return outcomes

    def learn(self, match: str, openings: Iterable[tuple[Box, Opening]]) -> int:
        learned = 0
        with self.writing as writing:
            for (seq, number), opening in openings:
                if commit(match, (seq, number), opening) != self._commitment(match, seq, number):
                    raise Damaged("opening_does_not_fit", row=seq, part=f"box {number}")
                learned += self._db.execute(_LEARN, (match, seq, number, opening.salt, opening.value)).rowcount
        log().info("learned", match=match, boxes=learned, us=(perf_counter_ns() - writing.begun) // 1000)
        return learned

    def _commitment(self, match: str, seq: int, number: int) -> str:
        found = self._db.execute(_COMMITS, (match, seq)).fetchone()
        try:
            boxes = _texts(found[0]) if found else ()
        except _UNREADABLE as error:
            raise Damaged("undecodable", row=seq, part="commitment", found=str(error)) from error
        if not 0 <= number < len(boxes):
            raise ValueError(f"no box {number} in row {seq} of {match}")
        return boxes[number]

    def made_by(self, match: str, client: str) -> Repeated | None:
        with self._reading:
            known = self._db.execute(_SEEN, (match, client)).fetchone()
        return Repeated(*known) if known else None

    def head(self, match: str) -> int:
        with self._reading:
            (head,) = self._db.execute(_HEAD, (match,)).fetchone()
        return int(head)

    def read(self, match: str, after: int = 0, limit: int | None = None) -> list[StoredRow]:
        rows: list[StoredRow] = []
        after = max(after, 0)
        limit = _most(limit)
        openings: dict[tuple[int, int], Opening] | None = None
        with self._reading as reading, closing(self._db.execute(_READ, (match, after, limit))) as found:
            reading.row = after + 1
            for seq, body, commits, digest in found:
                if seq < reading.row:
                    raise Damaged("row_twice", row=seq, part="row")
                if seq != reading.row:
                    raise Damaged("gap", row=reading.row, part="row", expected=reading.row, found=seq)
                if openings is None and commits != "[]":
                    openings = self._openings(match, after, min(after + limit, MOST))
                rows.append(_row(match, seq, body, commits, digest, openings or {}))
                reading.row += 1
        return rows

    def changed(self, after: int, limit: int | None = None) -> list[Change]:
        with self._reading:
            return [Change(*row) for row in self._db.execute(_CHANGED, (after, _most(limit)))]

    def position(self) -> int:
        with self._reading:
            (position,) = self._db.execute(_POSITION).fetchone()
        return int(position)

    def find(self, prefix: str, limit: int | None = None) -> list[str]:
        if not _is_text(prefix):
            return []
        with self._reading:
            found = [match for (match,) in self._db.execute(_FIND, (prefix, prefix + _LAST, _most(limit)))]
        return [prefix] if prefix in found else found

    def alike(self, word: str, limit: int | None = None) -> list[str]:
        beginnings = [word[:length] for length in range(1, len(word))]
        marks = ",".join("?" * len(beginnings))
        sql = f"{_BEGUN} (match >= ? AND match < ? OR match IN ({marks})) ORDER BY match LIMIT ?"
        with self._reading:
            return [match for (match,) in self._db.execute(sql, (word, word + _LAST, *beginnings, _most(limit)))]

    def everything(self, after: str | None = None, limit: int | None = None) -> list[str]:
        with self._reading:
            return [match for (match,) in self._db.execute(_EVERYTHING, (after, _most(limit)))]

    def called(self, name: str) -> list[str]:
        folded = name.casefold()
        with self._reading:
            return [known for (known,) in self._db.execute(_CALLED) if known.casefold() == folded]

    def summaries(  # noqa: PLR0913 - see the port
        self,
        *,
        prefix: str | None = None,
        game: str | None = None,
        seat: str | None = None,
        waiting: str | None = None,
        over: bool | None = None,
        oldest: bool = False,
        after: Summary | None = None,
        limit: int | None = None,
    ) -> Iterator[Summary]:
        wanted: list[str] = []
        values: list[str | int] = []
        if prefix:
            if not _is_text(prefix):
                return iter(())
            wanted.append("match >= ? AND match < ?")
            values += (prefix, prefix + _LAST)
        if waiting is not None:
            wanted.append("match IN (SELECT match FROM waiting WHERE name = ?)")
            values.append(waiting)
        if seat is not None:
            wanted.append("match IN (SELECT match FROM seated WHERE name = ?)")
            values.append(seat)
        if game is not None:
            wanted.append("game = ?")
            values.append(game)
        if over is not None:
            wanted.append("over <> 0" if over else "over = 0")  # spelled out: the index of running matches is partial
        if after is not None:
            wanted.append(f"(at, match) {'>' if oldest else '<'} (?, ?)")
            values += (after.at, after.match)
        order = "ORDER BY at, match" if oldest else "ORDER BY at DESC, match DESC"
        sql = f"{_SUMMARY} {'WHERE ' + ' AND '.join(wanted) if wanted else ''} {order} LIMIT ?"
        with self._reading:  # all of them at once: a cursor left open would keep writers from an old view
            found = self._db.execute(sql, (*values, _most(limit))).fetchall()
        return map(_summary, found)

    def locks(self, match: str) -> list[bytes]:
        with self._reading:
            return [bytes(body) for (body,) in self._db.execute(_LOCKS, (match,))]

    def secrets(self, match: str) -> Secrets | None:
        with self._reading:
            found = self._db.execute("SELECT seed, salt_key FROM secret WHERE match = ?", (match,)).fetchone()
        return Secrets(*found) if found else None

    def watches(self, match: str) -> list[Watch]:
        with self._reading:
            return [Watch(*row) for row in self._db.execute(_WATCHES, (match,))]

    def is_watched(self, match: str, digest: str) -> bool:
        with self._reading:
            return bool(self._db.execute(_WATCHED, (match, digest)).fetchone()[0])

    def let_watch(self, match: str, digest: str, by: str, at: int) -> Watch:
        with self.writing:
            if not self._db.execute(_HEAD, (match,)).fetchone()[0]:
                raise ValueError(f"there is no match {match}")
            there = [Watch(*row) for row in self._db.execute(_WATCHES, (match,))]
            found = next((one for one in there if one.digest == digest), None)
            if found is None:
                found = Watch(match, there[-1].number + 1 if there else 1, digest, by, at)
                self._db.execute(_WATCH, (match, found.number, digest, by, at))
        return found

    def end_watch(self, match: str, numbers: Iterable[int]) -> None:
        with self.writing:
            self._db.executemany(_UNWATCH, [(match, number) for number in numbers])

    def close(self) -> None:
        with Guard(self.path):
            self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def forget_summaries(self) -> None:
        """Empty the projection, inside a transaction, before it is made again."""
        for table in ("summary", "seated", "waiting"):
            self._db.execute(f"DELETE FROM {table}")

    def summarise(self, new: Summary) -> None:
        """Keep the summary, inside a transaction."""
        self._summarise(new, *self._db.execute(_STANDS, (new.match, "")).fetchone()[3:])

    def _summarise(
        self, new: Summary, old_game: str | None, old_seats: str | None, old_waiting: str | None, old_over: int | None
    ) -> None:
        """What seldom changes is only written when it does: that also spares its indexes."""
        seats, waiting = _encode(new.seats).decode(), _encode(new.waiting).decode()
        if (old_game, old_seats, old_over) == (new.game, seats, new.over):
            self._db.execute(_GO_ON, (waiting, new.since, new.round, new.head, new.at, new.match))
        else:
            self._db.execute(
                _SUMMARISE,
                (new.match, new.game, seats, waiting, new.since, new.round, new.over, new.head, new.at),
            )
            self._rename("seated", new.match, _names(old_seats), set(new.seats))
        if old_waiting != waiting:
            self._rename("waiting", new.match, _names(old_waiting), set(new.waiting))

    def _appended(
        self,
        match: str,
        expected: int,
        client: str,
        rows: Iterable[StoredRow],
        summary: Summary,
        secrets: Secrets | None,
    ) -> Head | Stale | Repeated:
        """Inside a transaction."""
        head, first, last, *known = self._db.execute(_STANDS, (match, client)).fetchone()
        if client and last is not None:
            return Repeated(first, last)
        if head != expected:
            return Stale(head)
        stored = self._stored(match, expected, client, rows, secrets)
        self._summarise(summary, *known)
        return stored

    def _stored(
        self, match: str, expected: int, client: str, rows: Iterable[StoredRow], secrets: Secrets | None
    ) -> Head:
        if secrets is not None:
            self._db.execute(_SECRET, (match, secrets.seed, secrets.salt_key))
        position, seq = 0, expected
        for seq, row in enumerate(rows, expected + 1):
            commits = _encode(row.commits).decode() if row.commits else "[]"
            position = self._db.execute(_ROW, (match, seq, bytes(row.body), commits, row.digest)).lastrowid or 0
            for number, opening in enumerate(row.openings):
                if opening is not None:
                    self._db.execute(_OPENING, (match, seq, number, opening.salt, opening.value))
        if client:
            self._db.execute(_COMMAND, (match, client, expected + 1, seq))
        return Head(seq, position)

    def _openings(self, match: str, after: int, last: int) -> dict[tuple[int, int], Opening]:
        found = self._db.execute(_OPENINGS, (match, after, last))
        return {(seq, number): Opening(salt, value) for seq, number, salt, value in found}

    def _rename(self, table: Literal["seated", "waiting"], match: str, old: set[str], new: set[str]) -> None:
        for name in old - new:
            self._db.execute(_UNNAME[table], (name, match))
        for name in new - old:
            self._db.execute(_NAME[table], (name, match))


def _tell(match: str, expected: int, client: str, outcome: Head | Stale | Repeated, writing: Writing) -> None:
    """What came of an append, for the program's own log."""
    us = (perf_counter_ns() - writing.begun) // 1000
    match outcome:
        case Head(seq):
            log().info("appended", match=match, head=seq, rows=seq - expected, us=us)
        case Stale(head):
            log().info("stale", match=match, expected=expected, head=head, us=us)
        case Repeated(first, last):
            log().info("seen", match=match, client=client, first=first, last=last, us=us)


def open_store(path: File, *, create: bool = True, wait: float = WAIT) -> SqliteStore:
    """Open the store in this file, or make it; `StoreError` says why it cannot be. `wait`: seconds, for a lock."""
    return SqliteStore(path, connect(path, create=create, wait=wait), wait)


def _consistent(
    match: str, expected: int, rows: Iterable[StoredRow], summary: Summary, secrets: Secrets | None
) -> Iterator[StoredRow]:
    """Refuse what no caller can mean, before it is written: a log cannot be repaired afterwards.

    The first row is looked at now; the others, which may be more than fit into memory, as they are written.
    """
    if not match or expected < 0:
        raise ValueError("an append to no match")
    if secrets is not None and expected:
        raise ValueError("secrets come with the first row")
    if summary.match != match or summary.head < expected:
        raise ValueError("a summary of something else")
    placed = _placed(match, expected, rows, summary.head)
    first = next(placed, None)
    if first is None:
        raise ValueError("an append without rows")
    return chain((first,), placed)


def _placed(match: str, expected: int, rows: Iterable[StoredRow], head: int) -> Iterator[StoredRow]:
    """These rows, each in its place, up to the one that the summary is of."""
    seq = expected
    for seq, row in enumerate(rows, expected + 1):
        try:
            place = _place(row.body)
        except _UNREADABLE as error:
            raise ValueError(f"row {seq}: no body") from error
        if (place.match, place.seq) != (match, seq):
            raise ValueError(f"row {place.match} {place.seq} in place of {match} {seq}")
        if len(row.commits) != len(row.openings):
            raise ValueError(f"row {seq}: commitments and openings differ in number")
        yield row
    if expected < seq != head:
        raise ValueError("a summary of something else")


def _row(
    match: str, seq: int, body: object, commits: str, digest: str, openings: dict[tuple[int, int], Opening]
) -> StoredRow:
    try:
        place = _place(body) if isinstance(body, bytes) else None
        boxes = _texts(commits) if commits != "[]" else ()
    except _UNREADABLE as error:
        raise Damaged("undecodable", row=seq, part="body", found=str(error)) from error
    if place is None or place.seq != seq or place.match != match or not isinstance(body, bytes):
        raise Damaged("misplaced", row=seq, part="body", expected=f"{match} {seq}", found=str(place))
    held = tuple(openings.get((seq, number)) for number in range(len(boxes))) if boxes else ()
    return StoredRow(msgspec.Raw(body), boxes, held, digest)


def _most(limit: int | None) -> int:
    """So many rows at most, as SQLite takes it."""
    return MOST if limit is None else min(limit, MOST)


def _is_text(word: str) -> bool:
    """No id holds a byte that is no text."""
    try:
        word.encode()
    except UnicodeEncodeError:
        return False
    return True


def _names(texts: str | None) -> set[str]:
    """The names in a summary; none if it is new or damaged: what is disposable stops no match."""
    try:
        return set(_texts(texts or "[]"))
    except _UNREADABLE:
        return set()


def _summary(row: tuple[Any, ...]) -> Summary:
    match, game, seats, waiting, since, round_, over, head, at = row
    try:
        return Summary(match, game, _texts(seats), _texts(waiting), since, round_, bool(over), head, at)
    except _UNREADABLE as error:
        raise Damaged("undecodable", row=0, part="summary", found=str(error)) from error
