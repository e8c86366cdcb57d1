import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from core.kernel.errors import Damaged, Usage
from core.kernel.log.row import StoredRow
from store.errors import StoreError
from store.port import Secrets, Summary
from store.sqlite import admin, schema
from store.sqlite.adapter import open_store
from tests.store.lines import Line, play, summary
from tests.store.test_damage import forge


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "games.db"
    with open_store(path) as store:
        store.append("m", 0, "c1", Line("m").next(3, boxes=1), summary("m", 3), Secrets("seed", b"key"))
        play(store, "n", 2)
        store.append("o", 0, "", Line("o").next(), summary("o", 1, game="heirs", over=True, waiting=()))
    return path


def faults(path: Path) -> list[tuple[str, str, str]]:
    return [(fault.part, fault.why, fault.match or fault.found) for fault in admin.check(path)]


# ---------------------------------------------------------------------------------------------------------------- check


def test_a_sound_store_has_no_fault(path: Path) -> None:
    assert admin.check(path) == []


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ("DROP TRIGGER log_no_update", ("schema", "missing", "trigger log_no_update")),
        ("CREATE TRIGGER mine AFTER INSERT ON log BEGIN SELECT 1; END", ("schema", "foreign", "trigger mine")),
        ("ALTER TABLE note ADD COLUMN more TEXT", ("schema", "changed", "table note")),
        ("DELETE FROM summary WHERE match = 'n'", ("summary", "outdated", "n")),
        ("UPDATE summary SET head = 9 WHERE match = 'n'", ("summary", "outdated", "n")),
    ],
)
def test_what_was_changed_around_the_log_is_found(path: Path, change: str, fault: tuple[str, str, str]) -> None:
    with closing(sqlite3.connect(path)) as plain, plain:
        plain.execute(change)
    assert faults(path) == [fault]


def test_a_cut_tail_is_found_by_its_command(path: Path) -> None:
    forge(path, "DELETE FROM opening WHERE seq = 3", "DELETE FROM log WHERE match = 'm' AND seq = 3")
    assert ("command", "rows_missing", "m") in faults(path)
    assert ("summary", "outdated", "m") in faults(path)


def test_an_orphan_is_found(path: Path) -> None:
    forge(path, "INSERT INTO opening VALUES ('m', 9, 0, '', '')")
    assert faults(path) == [("opening", "orphan", "")]


def test_a_broken_page_is_found(path: Path) -> None:
    with closing(sqlite3.connect(path)) as plain:
        (page,) = plain.execute("SELECT rootpage FROM sqlite_master WHERE name = 'opening'").fetchone()
    broken = bytearray(path.read_bytes())
    broken[4096 * (page - 1) : 4096 * page] = b"\xee" * 4096
    path.write_bytes(broken)
    assert "file_damaged" in {why for _, why, _ in faults(path)}


# --------------------------------------------------------------------------------------------------------------- backup


def test_a_backup_is_one_file_and_a_store(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "copies" / "copy.db"
    target.parent.mkdir()
    with open_store(path) as store:  # somebody is at it; his last rows are still in the write-ahead log
        play(store, "n")
        size = admin.backup(path, target)
        play(store, "n")
    assert [file.name for file in target.parent.iterdir()] == ["copy.db"]
    assert target.stat().st_size == size
    assert admin.check(target) == []
    with open_store(path) as store, open_store(target) as copy:
        assert copy.head("n") == store.head("n") - 1
        assert copy.read("m") == store.read("m")
        assert copy.secrets("m") == store.secrets("m")
        assert list(copy.summaries(over=True)) == list(store.summaries(over=True))


def test_a_backup_never_overwrites(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    target.write_text("something dear")
    with pytest.raises(Usage) as caught:
        admin.backup(path, target)
    assert caught.value.why == "file_exists"
    assert target.read_text() == "something dear"


def test_a_backup_that_fails_leaves_nothing(path: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError) as caught:
        admin.backup(path, tmp_path / "no" / "copy.db")
    assert caught.value.why == "no_folder"
    with pytest.raises(StoreError) as caught:
        admin.backup(tmp_path / "none.db", tmp_path / "copy.db")
    assert caught.value.why == "no_file"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["games.db"]


def test_links_of_spectators_are_copied_and_those_of_no_match_are_told(path: Path, tmp_path: Path) -> None:
    with open_store(path) as store:
        match = store.find("")[0]
        link = store.let_watch(match, "d", "Ana", 7)
    assert admin.check(path) == []
    admin.backup(path, tmp_path / "copy.db")
    with open_store(tmp_path / "copy.db") as copy:
        assert copy.watches(match) == [link]
    with closing(sqlite3.connect(path, isolation_level=None)) as plain:
        plain.execute("INSERT INTO watch VALUES ('nobody', 1, 'd', 'Ana', 7)")
    assert [(one.part, one.why, one.match) for one in admin.check(path)] == [("watch", "orphan", "nobody")]


# ---------------------------------------------------------------------------------------------------- stats, migrations


def test_the_figures_are_right(path: Path) -> None:
    figures = admin.stats(path)
    assert (figures.matches, figures.running, figures.rows, figures.commands) == (3, 2, 6, 1)
    assert figures.games == {"emara": 2, "heirs": 1}
    assert path.stat().st_size <= figures.bytes == admin.BLOCK
    assert figures.schema == schema.version()


def test_the_migrations_are_on_record(path: Path) -> None:
    made = admin.migrations(path)
    assert [migration.name for migration in made] == ["1 log", "2 rows as text", "3 watch", "4 keys"]
    assert all(migration.at.startswith("20") for migration in made)


# -------------------------------------------------------------------------------------------------------------- rebuild


def told(match: str, rows: list[StoredRow]) -> Summary:
    return summary(match, len(rows), game="told", waiting=("cyd",))


def test_summaries_can_be_made_again_from_the_rows(path: Path) -> None:
    forge(path, "DELETE FROM summary", "INSERT INTO waiting VALUES ('ghost', 'gone')", "DELETE FROM seated")
    with open_store(path) as store:
        assert admin.rebuild(store, told) == []
        assert sorted((s.match, s.game, s.head) for s in store.summaries()) == [
            ("m", "told", 3),
            ("n", "told", 2),
            ("o", "told", 1),
        ]
        assert {s.match for s in store.summaries(waiting="cyd")} == {"m", "n", "o"}
        assert {s.match for s in store.summaries(seat="ben")} == {"m", "n", "o"}
        assert list(store.summaries(waiting="ana")) == []
    assert admin.check(path) == []


def test_what_moves_on_during_a_rebuild_is_not_lost(path: Path) -> None:
    with open_store(path) as store, open_store(path) as other:

        def meanwhile(match: str, rows: list[StoredRow]) -> Summary:
            if match == "m" and len(rows) == 3:
                play(other, "m")
                play(other, "new")
            return told(match, rows)

        admin.rebuild(store, meanwhile)
        assert {s.match: s.head for s in store.summaries()} == {"m": 4, "n": 2, "o": 1, "new": 1}


def test_a_damaged_match_keeps_its_old_summary(path: Path) -> None:
    forge(path, "DELETE FROM log WHERE match = 'm' AND seq = 2")
    with open_store(path) as store:
        assert admin.rebuild(store, told) == ["m"]
        assert {s.match: s.game for s in store.summaries()} == {"m": "emara", "n": "told", "o": "told"}


def test_a_rebuild_that_fails_changes_nothing(path: Path) -> None:
    def broken(match: str, rows: list[StoredRow]) -> Summary:
        if match == "o":
            raise RuntimeError
        return told(match, rows)

    with open_store(path) as store:
        before = list(store.summaries())
        with pytest.raises(RuntimeError):
            admin.rebuild(store, broken)
        assert list(store.summaries()) == before
        with pytest.raises(Damaged):
            raise Damaged("gap", 1, "row")
