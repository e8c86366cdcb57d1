"""A database that is not ours, is newer, is held by others, or goes away while somebody plays."""

import sqlite3
import sys
from contextlib import closing

import pytest

from tests.cli.screen import Screen
from tests.faults.people import Club, together

COMMANDS = (
    ("show",),
    ("new", "medieval", "Ana", "Bo"),
    ("move", "pass", "--as", "Ana"),
    ("db", "check"),
    ("db", "backup", "copy.db"),
)
FOREIGN = {
    "a note": b"no database at all\n" * 99,
    "no bytes of a database": b"SQLite format 3\0" + b"\xee" * 4096,
}


def check_refused(club: Club, why: str) -> None:
    """No command opens it, and none changes a byte of it."""
    before = club.db.read_bytes()
    for said in together([club.starts(*command, "--json") for command in COMMANDS]):
        assert (said.code, said.out, said.error["why"]) == (1, "", why)
    assert club.db.read_bytes() == before


@pytest.mark.parametrize("what", FOREIGN)
def test_a_file_that_is_no_database(club: Club, what: str) -> None:
    club.db.write_bytes(FOREIGN[what])
    check_refused(club, "not_ours")


def test_a_database_of_another_program(club: Club) -> None:
    """It has no version either, and its tables bear the names of ours."""
    with closing(sqlite3.connect(club.db)) as other:
        other.execute("CREATE TABLE log (seq INTEGER)")
        assert other.execute("PRAGMA user_version").fetchone() == (0,)
    check_refused(club, "not_ours")


@pytest.mark.usefixtures("match")
def test_a_database_of_a_newer_herald(club: Club) -> None:
    club.forged("PRAGMA user_version = 999")
    check_refused(club, "newer")


def test_others_hold_it_for_longer_than_we_wait(club: Club, match: str) -> None:
    with closing(sqlite3.connect(club.db, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        waiting = [
            club.starts("move", match, "monarch 2", "--as", "Bo", "--id", "x", "--json"),
            club.starts("show", match, "--json"),
        ]
        moved, shown = together(waiting)
        assert (moved.code, moved.out, moved.error["why"]) == (1, "", "locked")
        assert (shown.code, shown.json["row"]) == (0, 2), "who reads waits for nobody"
        other.execute("ROLLBACK")
    assert club.types("move", match, "monarch 2", "--as", "Bo", "--id", "x").code == 0
    assert club.row(match) == 3


@pytest.mark.skipif(sys.platform == "win32", reason="there an open file cannot be taken away")
@pytest.mark.parametrize("fate", ["deleted", "moved", "replaced"])
def test_it_goes_away_while_somebody_plays(club: Club, match: str, fate: str) -> None:
    screen = Screen("play", match, "--as", "Bo", **club.environ)
    try:
        screen.sees("monarch 2")
        screen.sees("Bo")
        if fate == "replaced":
            assert club.types("db", "backup", str(club.folder / "copy.db")).code == 0
            (club.folder / "copy.db").replace(club.db)
        else:
            club.db.rename(club.folder / "elsewhere.db")
        if fate == "deleted":
            (club.folder / "elsewhere.db").unlink()
        screen.types("monarch 2")
        told = screen.rest()
        assert "was moved, deleted or replaced meanwhile" in told.replace("\r\n", " ").replace("\n", " ")
        assert "Traceback" not in told
        assert screen.ends() == 1
    finally:
        screen.off()
    assert club.db.exists() == (fate == "replaced")
