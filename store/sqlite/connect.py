"""The only place that opens a database file: settings, identity, creation and migration.

The settings were measured: WAL with `synchronous=FULL` has every commit on disk; `BEGIN IMMEDIATE` on a connection
without Python's own transactions never meets a busy error halfway; the rest makes the file's own rules hold for us too.
"""

import os
import sqlite3
from contextlib import closing, suppress
from stat import S_IFREG
from time import monotonic, sleep

from core.kernel.errors import Usage
from store.errors import File, Guard, StoreError, cannot_open, may
from store.log import log, writes_into
from store.sqlite import schema
from store.sqlite.locks import names_of, rollback

WAIT = 5.0  # seconds to wait for another process's write lock
STRICT_SINCE = (3, 37, 0)
SMALLEST = 512  # bytes of a database; SQLite takes a few letters for an empty one, and would write over them


def connect(path: File, *, create: bool = True, wait: float = WAIT) -> sqlite3.Connection:
    """Open the file, make it or bring it up to date if need be; refuse a file that is not ours."""
    path = os.path.join(os.getcwd(), path)  # `File` says why
    if sqlite3.sqlite_version_info < STRICT_SINCE:
        raise StoreError("old_sqlite", path, found=sqlite3.sqlite_version, expected=".".join(map(str, STRICT_SINCE)))
    if writes_into(path, *(f"{os.path.realpath(path)}{end}" for end in ("-wal", "-shm"))):
        raise Usage("is_database", file=path)
    _refuse_other_names(path)
    if create:
        _make(path)
    uri = f"{_uri(path)}?mode={'rwc' if create else 'rw'}"
    try:
        connection = sqlite3.connect(uri, uri=True, timeout=wait, isolation_level=None)
    except sqlite3.Error as error:
        raise cannot_open(path, create=create) from error
    try:
        with Guard(path, create=create):
            _prepare(connection, path, create=create, wait=wait)
    except BaseException as error:
        connection.close()
        if isinstance(error, StoreError) and error.why == "read_only" and os.path.exists(path):
            return _to_look_at(path, error)
        raise
    return connection


def _refuse_other_names(path: str) -> None:
    """Under two names a file has two write-ahead logs, and who writes through one spoils what came through the other.

    Where nobody can write beside it, as in an archive that links what did not change, nothing can be spoiled.
    """
    folder = os.path.dirname(os.path.realpath(path))
    if names_of(path) > 1 and may(folder, os.W_OK):
        from pathlib import Path

        from store.leftovers import PART, sweep

        sweep(Path(folder), PART)  # a copy that was killed as it got its name has still the other one
        if names_of(path) > 1:
            raise StoreError("other_names", path)


def _make(path: str) -> None:
    """An empty file for its owner alone, where there is none; SQLite makes what lies beside it readable for the same.

    No file is opened here: to close it would end the locks that SQLite holds in this process on the same file, if
    another thread was faster. Where it cannot be made, SQLite will say why.
    """
    if os.path.exists(path):
        return
    path = os.path.realpath(path)
    try:
        os.mknod(path, S_IFREG | 0o600)
    except FileExistsError:
        return
    except (OSError, AttributeError):  # a system that lets nobody do so
        with suppress(OSError):
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def _uri(path: str) -> str:
    """As `pathlib` writes it: what could mean something to SQLite is escaped, whatever bytes the name has."""
    text = os.fsencode(path.replace(os.sep, "/")).decode("latin-1")
    plain = {one for one in text if one.isascii() and (one.isalnum() or one in "/:-._~")}
    escaped = "".join(one if one in plain else f"%{ord(one):02X}" for one in text)
    return f"file://{'' if escaped.startswith('/') else '/'}{escaped}"


def _to_look_at(path: str, error: StoreError) -> sqlite3.Connection:
    """The store as it lies in a folder that cannot be written to: whoever writes is told so by SQLite."""
    from pathlib import Path

    from store.leftovers import shelf
    from store.sqlite.read_only import copied

    memory = blank(":memory:")
    try:
        with Guard(path), shelf() as folder:
            copy = folder / "copy.db"
            copied(Path(path), copy)
            with closing(blank(copy)) as found:
                found.backup(memory)
            if not _up_to_date(memory, path, create=False):
                schema.migrate(memory)
            memory.execute("PRAGMA query_only = ON")
    except BaseException as problem:
        memory.close()
        if isinstance(problem, OSError):
            raise error from problem
        raise
    return memory


def blank(path: File) -> sqlite3.Connection:
    """An empty database, for a backup to be written into or (`:memory:`) to see what a new one looks like."""
    return sqlite3.connect(path, isolation_level=None)


def _prepare(connection: sqlite3.Connection, path: str, *, create: bool, wait: float) -> None:
    if not _up_to_date(connection, path, create=create):
        _shared(connection, path, wait)
        connection.execute("BEGIN IMMEDIATE")
        try:
            if not _up_to_date(connection, path, create=create):  # nobody was faster
                schema.migrate(connection)
                log().info("migrated", path=str(path), version=schema.version())
            connection.execute("COMMIT")
        except BaseException:
            rollback(connection)
            raise
    _shared(connection, path, wait)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA recursive_triggers = ON")


def _up_to_date(connection: sqlite3.Connection, path: str, *, create: bool) -> bool:
    """Whose file it is and which version, read at one moment: another process may be creating it right now."""
    alone = not connection.in_transaction
    if alone:
        connection.execute("BEGIN")
    try:
        application = number(connection, "PRAGMA application_id")
        found = number(connection, "PRAGMA user_version")
        tables = number(connection, "SELECT count(*) FROM sqlite_master")
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB:
            raise StoreError("not_ours", path) from error
        raise
    finally:
        if alone:
            rollback(connection)
    if application == schema.APPLICATION:
        if found > schema.version():
            raise StoreError("newer", path, found=found, expected=schema.version())
        return found == schema.version()
    if application or found or tables or 0 < os.stat(path).st_size < SMALLEST:
        raise StoreError("not_ours", path)
    if not create:
        raise StoreError("no_file", path)
    return False


def number(connection: sqlite3.Connection, sql: str) -> int:
    """Ask SQLite for one number."""
    (number,) = connection.execute(sql).fetchone()
    return int(number)


def _shared(connection: sqlite3.Connection, path: str, wait: float) -> None:
    """Switch to the write-ahead log; it stays so in the file. SQLite does not wait for others here, so we do."""
    until = monotonic() + wait
    while True:
        try:
            if connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal":
                return
            if connection.execute("PRAGMA journal_mode = WAL").fetchone()[0] != "wal":
                raise StoreError("no_wal", path)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_READONLY:
                return  # a backup on a medium that cannot be written: it can be read as it is
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > until:
                raise
            sleep(0.01)
