"""Which files open, which do not, and what a person is told: never an error of SQLite."""

import os
import shutil
import sqlite3
import stat
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from threading import Timer

import pytest
import sqlite_utils
from sqlite_utils.plugins import pm

import store.sqlite.connect
from core.kernel.errors import HeraldError
from store.errors import REASONS, StoreError, translate
from store.port import Head
from store.sqlite import admin, schema
from store.sqlite.adapter import SqliteStore, open_store
from store.sqlite.connect import connect
from tests.store.lines import Line, play, summary
from tests.support.patience import PATIENCE


def refused(path: Path, *, create: bool = True) -> str:
    with pytest.raises(StoreError) as caught:
        open_store(path, create=create, wait=0.05)
    error = caught.value
    assert error.code == "failure"
    assert error.terms["file"] == str(path)
    assert error.terms.keys() == {"file", *REASONS[error.why]}
    return error.why


def plain(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


# ------------------------------------------------------------------------------------------------------------- settings


def test_a_new_file_says_whose_it_is(tmp_path: Path) -> None:
    open_store(tmp_path / "games.db").close()
    with closing(sqlite3.connect(tmp_path / "games.db")) as connection:
        assert connection.execute("PRAGMA application_id").fetchone() == (schema.APPLICATION,)
        assert connection.execute("PRAGMA user_version").fetchone() == (schema.version(),)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert (tmp_path / "games.db").read_bytes()[68:72] == b"Hera"


def test_every_connection_is_durable_and_careful(tmp_path: Path) -> None:
    with closing(connect(tmp_path / "games.db")) as connection:
        for pragma, value in (("synchronous", 2), ("foreign_keys", 1), ("recursive_triggers", 1)):
            assert connection.execute(f"PRAGMA {pragma}").fetchone() == (value,)


def test_opening_again_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with open_store(path) as store:
        play(store, "m", 3)
    before = path.read_bytes()
    with open_store(path) as store:
        assert store.head("m") == 3
    assert path.read_bytes() == before


def test_a_file_that_was_taken_out_of_wal_is_put_back(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    open_store(path).close()
    plain(path, "PRAGMA journal_mode = DELETE")
    with closing(connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_odd_names_are_just_names(tmp_path: Path) -> None:
    for name in ("a b?mode=memory#x.db", "50%41.db", "七.db", os.fsdecode(b"\xff.db")):
        with open_store(tmp_path / name) as store:
            play(store, "m")
        assert (tmp_path / name).stat().st_size > 0
        with open_store(tmp_path / name, create=False) as store:
            assert store.head("m") == 1


def test_an_empty_file_is_a_new_one(tmp_path: Path) -> None:
    (tmp_path / "games.db").touch()
    with open_store(tmp_path / "games.db") as store:
        assert play(store, "m") == Head(1, 1)


# ---------------------------------------------------------------------------------------------------------- not to open


def test_a_missing_folder(tmp_path: Path) -> None:
    assert refused(tmp_path / "no" / "games.db") == "no_folder"
    assert refused(tmp_path / "no" / "games.db", create=False) == "no_folder"
    (tmp_path / "file").touch()
    assert refused(tmp_path / "file" / "games.db") == "no_folder"


def test_a_folder_instead_of_a_file(tmp_path: Path) -> None:
    assert refused(tmp_path) == "is_folder"


def test_nothing_there(tmp_path: Path) -> None:
    assert refused(tmp_path / "games.db", create=False) == "no_file"
    assert not (tmp_path / "games.db").exists()
    (tmp_path / "empty.db").touch()
    assert refused(tmp_path / "empty.db", create=False) == "no_file"


def test_a_name_that_is_too_long(tmp_path: Path) -> None:
    assert refused(tmp_path / ("x" * 300)) in {"no_access", "read_only"}


@pytest.mark.parametrize(
    "content", [b"no database at all\n" * 99, b"x", b"a note\n" * 70, b"SQLite format 3\0" + b"\xee" * 4096]
)
def test_no_database(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    assert refused(path) == "not_ours"
    assert refused(path, create=False) == "not_ours"
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    "statement", ["CREATE TABLE log (position)", "PRAGMA application_id = 7", "PRAGMA user_version = 1"]
)
def test_a_database_of_another_program(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "other.db"
    plain(path, statement)
    before = path.read_bytes()
    assert refused(path) == "not_ours"
    assert path.read_bytes() == before
    assert [found.name for found in tmp_path.iterdir()] == ["other.db"]


def test_a_later_version(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with open_store(path) as store:
        play(store, "m")
    plain(path, f"PRAGMA user_version = {schema.version() + 1}")
    with pytest.raises(StoreError) as caught:
        open_store(path)
    assert caught.value.why == "newer"
    assert (caught.value.terms["found"], caught.value.terms["expected"]) == (schema.version() + 1, schema.version())


def test_an_old_sqlite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 0))
    assert refused(tmp_path / "games.db") == "old_sqlite"
    assert not (tmp_path / "games.db").exists()


def test_an_earlier_version_is_brought_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.db"
    with open_store(path) as store:
        play(store, "m", 2)
    later = (*schema.MIGRATIONS, ("5 more", ("CREATE TABLE more (x INTEGER) STRICT", "INSERT INTO more VALUES (7)")))
    monkeypatch.setattr(schema, "MIGRATIONS", later)
    with open_store(path, create=False) as store:
        assert store.head("m") == 2
    with closing(connect(path)) as connection:
        assert connection.execute("SELECT x FROM more").fetchall() == [(7,)]
        assert connection.execute("PRAGMA user_version").fetchone() == (len(later),)
    assert [migration.name for migration in admin.migrations(path)] == [
        "1 log",
        "2 rows as text",
        "3 watch",
        "4 keys",
        "5 more",
    ]


def test_plugins_of_sqlite_utils_stay_outside(tmp_path: Path) -> None:
    class Plugin:
        @sqlite_utils.hookimpl
        def prepare_connection(self, conn: sqlite3.Connection) -> None:
            raise AssertionError(conn)

    plugin = Plugin()
    pm.register(plugin)
    try:
        open_store(tmp_path / "games.db").close()
        assert admin.check(tmp_path / "games.db") == []
        assert admin.stats(tmp_path / "games.db").rows == 0
    finally:
        pm.unregister(plugin)


def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.db"
    with open_store(path) as store:
        play(store, "m", 2)
    known = schema.MIGRATIONS
    monkeypatch.setattr(schema, "MIGRATIONS", (*known, ("4 bad", ("CREATE TABLE more (x)", "CREATE NONSENSE"))))
    assert refused(path) == "failed"
    monkeypatch.setattr(schema, "MIGRATIONS", known)
    assert admin.check(path) == []
    with open_store(path) as store:
        assert play(store, "m") == Head(3, 3)


# --------------------------------------------------------------------------------------------------------------- locked


def test_a_lock_that_is_held_for_too_long(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with open_store(path, wait=0.05) as store, closing(sqlite3.connect(path, isolation_level=None)) as other:
        play(store, "m", client="c1")
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError) as caught:
            store.append("m", 1, "", Line("m", store.read("m")).next(), summary("m", 2))
        assert caught.value.why == "locked"
        other.execute("ROLLBACK")
        assert play(store, "m") == Head(2, 2)


def test_somebody_reads_the_new_file_while_it_is_made(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM sqlite_master").fetchone()
        timer = Timer(0.1, lambda: other.execute("ROLLBACK"))
        timer.start()
        with open_store(path, wait=PATIENCE) as store:
            timer.join()
            assert play(store, "m") == Head(1, 1)


def test_nobody_creates_the_file_while_we_look_whose_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.db"
    real, others = store.sqlite.connect.number, list[str]()

    def slowly(connection: sqlite3.Connection, sql: str) -> int:
        found = real(connection, sql)
        monkeypatch.setattr("store.sqlite.connect.number", real)
        try:
            open_store(path, wait=0).close()
        except StoreError as error:
            others.append(error.why)
        return found

    monkeypatch.setattr("store.sqlite.connect.number", slowly)
    with open_store(path) as made:
        assert play(made, "m") == Head(1, 1)
    assert others in ([], ["locked"])


def test_a_new_file_that_somebody_else_holds(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert refused(path) == "locked"
        other.execute("ROLLBACK")
        open_store(path, wait=0.05).close()


# ------------------------------------------------------------------------------------------------------------ read-only


@pytest.fixture
def shelf() -> Iterator[Path]:
    """A folder with a store, and rights that bite: root goes on as somebody ordinary."""
    folder = Path(tempfile.mkdtemp())
    with open_store(folder / "games.db") as store:
        play(store, "m", 2)
    nobody = 65534
    root = os.geteuid() == 0
    if root:
        os.seteuid(nobody)
    try:
        yield folder
    finally:
        if root:
            os.seteuid(0)
        with suppress(FileNotFoundError):
            shutil.rmtree(folder)


def allow(path: Path, mode: int) -> None:
    me = os.geteuid()
    if os.getuid() == 0:
        os.seteuid(0)
    path.chmod(mode)
    os.seteuid(me)


def test_a_read_only_file_can_be_read_but_not_written(shelf: Path) -> None:
    allow(shelf, 0o777)
    allow(shelf / "games.db", 0o444)
    with open_store(shelf / "games.db") as store:
        assert len(store.read("m")) == 2
        with pytest.raises(StoreError) as caught:
            play(store, "m")
        assert caught.value.why == "read_only"
        assert store.head("m") == 2


def test_a_store_in_a_read_only_folder_can_be_looked_at(shelf: Path) -> None:
    allow(shelf, 0o555)
    allow(shelf / "games.db", 0o444)
    with open_store(shelf / "games.db") as store:
        assert len(store.read("m")) == 2
        with pytest.raises(StoreError) as caught:
            play(store, "m")
        assert caught.value.why == "read_only"
    assert refused(shelf / "new.db") == "read_only"
    assert [file.name for file in shelf.iterdir()] == ["games.db"]


def test_a_backup_can_be_read_in_a_read_only_folder(shelf: Path) -> None:
    allow(shelf, 0o777)
    allow(shelf / "games.db", 0o666)
    admin.backup(shelf / "games.db", shelf / "copy.db")
    (shelf / "copy.db").chmod(0o444)
    allow(shelf, 0o555)
    with open_store(shelf / "copy.db") as store:
        assert len(store.read("m")) == 2
        with pytest.raises(StoreError) as caught:
            play(store, "m")
        assert caught.value.why == "read_only"


def test_a_file_that_may_not_be_read(shelf: Path) -> None:
    allow(shelf, 0o755)
    allow(shelf / "games.db", 0o000)
    assert refused(shelf / "games.db") == "no_access"
    allow(shelf, 0o000)
    assert refused(shelf / "games.db") == "no_access"
    allow(shelf, 0o777)
    assert stat.S_IMODE((shelf / "games.db").stat().st_mode) == 0


# ------------------------------------------------------------------------------------------------------------ disk full


def test_a_full_disk_leaves_nothing_half(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with closing(connect(path)) as connection:
        store = SqliteStore(path, connection)
        play(store, "m", 3, client="c0", boxes=1)
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages + 3}")
        before = store.read("m")
        with pytest.raises(StoreError) as caught:
            play(store, "m", 200, client="c1", boxes=3)
        assert caught.value.why == "disk_full"
        assert store.read("m") == before
        assert store.made_by("m", "c1") is None
        assert [s.head for s in store.summaries()] == [3]
        connection.execute("PRAGMA max_page_count = 99999")
        assert play(store, "m", 200, client="c1", boxes=3) == Head(203, 203)
    assert admin.check(path) == []


@pytest.mark.parametrize(
    ("code", "why"),
    [
        (sqlite3.SQLITE_BUSY_SNAPSHOT, "locked"),
        (sqlite3.SQLITE_BUSY_RECOVERY, "locked"),
        (sqlite3.SQLITE_READONLY_DIRECTORY, "read_only"),
        (sqlite3.SQLITE_READONLY_DBMOVED, "gone"),
        (sqlite3.SQLITE_IOERR_FSYNC, "disk_failed"),
        (sqlite3.SQLITE_FULL, "disk_full"),
        (sqlite3.SQLITE_CANTOPEN_ISDIR, "no_file"),
        (sqlite3.SQLITE_CORRUPT_INDEX, "file_damaged"),
        (sqlite3.SQLITE_NOTADB, "file_damaged"),
        (sqlite3.SQLITE_TOOBIG, "failed"),
        (None, "failed"),
    ],
)
def test_every_code_of_sqlite_becomes_an_error_of_ours(tmp_path: Path, code: int | None, why: str) -> None:
    error = sqlite3.OperationalError("what SQLite says")
    if code is not None:
        error.sqlite_errorcode = code
    assert translate(error, tmp_path / "games.db").why == why


def test_every_reason_is_an_error_of_ours() -> None:
    for why, terms in REASONS.items():
        error = StoreError(why, Path("games.db"), **dict.fromkeys(terms, 1))
        assert isinstance(error, HeraldError)
        assert "games.db" in str(error)


# --------------------------------------------------------------------------------------------- other names, other files


def test_a_file_with_two_names_is_refused(tmp_path: Path) -> None:
    """Each name would have a write-ahead log of its own, and who writes through one spoils the other."""
    path, other = tmp_path / "games.db", tmp_path / "other.db"
    with open_store(path) as store:
        play(store, "m")
        other.hardlink_to(path)
        assert len(store.read("m")) == 1
        with pytest.raises(StoreError) as caught:
            play(store, "m")
        assert caught.value.why == "other_names"
    for name in (path, other):
        assert refused(name) == refused(name, create=False) == "other_names"
    other.unlink()
    with open_store(path) as store:
        assert play(store, "m") == Head(2, 2)


def test_a_copy_that_was_killed_as_it_got_its_name_opens(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    open_store(path).close()
    left = tmp_path / ".herald-0123456789abcdef.part"
    left.hardlink_to(path)
    open_store(path).close()
    assert not left.exists()


def test_linked_in_an_archive_it_can_be_looked_at(shelf: Path) -> None:
    allow(shelf, 0o777)
    allow(shelf / "games.db", 0o666)
    (shelf / "yesterday.db").hardlink_to(shelf / "games.db")
    allow(shelf, 0o555)
    allow(shelf / "games.db", 0o444)
    with open_store(shelf / "games.db") as store:
        assert len(store.read("m")) == 2


@pytest.mark.parametrize("replaced", [True, False])
def test_a_file_that_was_replaced_or_removed_is_told_also_to_who_reads(tmp_path: Path, replaced: bool) -> None:
    path = tmp_path / "games.db"
    with open_store(tmp_path / "other.db") as other:
        play(other, "m", 3)
    with open_store(path) as store:
        play(store, "m")
        if replaced:
            (tmp_path / "other.db").replace(path)
        else:
            path.unlink()
        for doing in (lambda: store.read("m"), lambda: store.head("m"), lambda: play(store, "m")):
            with pytest.raises(StoreError) as caught:
                doing()
            assert caught.value.why == "gone"
