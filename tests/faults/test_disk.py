"""A disk without room and folders without rights: a reason, the documented exit code, and nothing half."""

import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.people import Club, Ended, rights

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="limits and rights of POSIX")

FULL = Path("/dev/full")
RECORDED = "medieval-duel"  # ships with the program: no database is needed to read it
needs_full = pytest.mark.skipif(not FULL.is_char_device(), reason="no /dev/full here")


def failed(said: Ended, *whys: str) -> None:
    """It ended with code 1, in words and as one of these reasons."""
    assert (said.code, said.out) == (1, "")
    assert said.error["error"] == "failure"
    assert said.error["why"] in whys


# --- no room ----------------------------------------------------------------------------------------------------------


def test_a_move_without_room_is_not_made_and_can_be_sent_again(club: Club, match: str) -> None:
    room = club.db.stat().st_size
    for said in (
        club.types("move", match, "monarch 2", "--as", "Bo", "--id", "x", "--json", bytes=4096),
        club.types("move", match, "monarch 2", "--as", "Bo", "--id", "x", "--json", bytes=12_000),
    ):
        failed(said, "disk_failed", "disk_full")
        assert club.row(match) == 2
    assert club.types("move", match, "monarch 2", "--as", "Bo", "--id", "x", bytes=room + 200_000).code == 0
    assert club.row(match) == 3
    club.sound()


def test_a_match_without_room_does_not_begin(club: Club) -> None:
    failed(club.types("new", "medieval", "Ana", "Bo", "--json", bytes=9000), "disk_failed", "disk_full")
    assert club.types("new", "medieval", "Ana", "Bo").code == 0
    club.sound()


def test_an_import_without_room_brings_nothing(club: Club, match: str) -> None:
    assert club.types("export", match, "-o", str(club.folder / "fair.jsonl")).code == 0
    club.environ["HERALD_DB"] = str(club.folder / "other.db")
    imported = ("import", str(club.folder / "fair.jsonl"), "--json")
    failed(club.types(*imported, bytes=60_000), "disk_failed", "disk_full")
    assert match not in club.types("list", "--json").out
    assert club.types(*imported).json["new"] is True


def test_matches_of_bots_without_room_are_whole_or_not_there(club: Club) -> None:
    kept = str(club.folder / "bots.db")
    bots = ("simulate", "medieval", "--matches", "40", "--store", kept, "--json")
    failed(club.types(*bots, bytes=700_000), "disk_failed", "disk_full")
    club.environ["HERALD_DB"] = kept
    assert 0 < club.types("db", "stats", "--json").json["matches"] < 40
    assert club.types("list", "--running", "--json").out == "[]\n"
    club.sound()


@pytest.mark.usefixtures("match")
def test_a_backup_without_room_is_not_there(club: Club) -> None:
    target = club.folder / "copy.db"
    room = 40_000  # enough to read a database, which SQLite needs an index for
    failed(club.types("db", "backup", str(target), "--json", bytes=room), "disk_failed", "disk_full")
    assert club.db.stat().st_size > room
    assert not target.exists()
    assert club.leftovers() == []
    assert club.types("db", "backup", str(target)).code == 0


def test_an_export_without_room_leaves_the_folder_as_it_was(club: Club) -> None:
    target = club.folder / "fair.jsonl"
    failed(club.types("export", RECORDED, "-o", str(target), "--json", bytes=9000), "file_unwritable")
    assert not target.exists()
    target.write_text("something dear", encoding="utf-8")
    forced = ("export", RECORDED, "-o", str(target), "--force", "--json")
    failed(club.types(*forced, bytes=9000), "file_unwritable")
    assert target.read_text(encoding="utf-8") == "something dear"
    assert club.leftovers() == []
    assert club.types(*forced).code == 0
    assert target.stat().st_size > 9000


@needs_full
def test_a_full_disk_under_the_program_s_own_log_stops_nothing(club: Club, match: str) -> None:
    assert club.types("move", match, "monarch 2", "--as", "Bo", "--log-file", str(FULL)).code == 0
    assert club.row(match) == 3


@needs_full
@pytest.mark.parametrize("command", ["show", "show --json", "log", "export", "db stats", "--help", "--version"])
@pytest.mark.usefixtures("match")
def test_an_answer_that_cannot_be_written_is_a_failure(club: Club, command: str) -> None:
    said = club.shell(f"herald {command} > {FULL}")
    assert said.code == 1
    assert said.err.count("\n") == 1
    assert "The answer could not be written: No space left on device." in said.err


@needs_full
def test_a_move_whose_answer_cannot_be_written_is_made(club: Club, match: str) -> None:
    said = club.shell(f"herald move {match} 'monarch 2' --as Bo --id x > {FULL}")
    assert said.code == 1
    assert said.err.endswith("What the command did before that stays done.\n")
    assert club.row(match) == 3
    assert (
        club.types("move", match, "monarch 2", "--as", "Bo", "--id", "x", "--as", "Bo", "--json").json["seen"] is True
    )


@needs_full
def test_a_full_disk_under_stderr_changes_nothing(club: Club, match: str) -> None:
    assert club.shell(f"herald show nobody 2> {FULL}").code == 2
    assert club.shell(f"herald show nobody --json 2> {FULL}").code == 2
    assert club.shell(f"herald move {match} 'monarch 2' --as Bo 2> {FULL}").code == 0
    assert club.row(match) == 3
    assert club.shell(f"herald show -v 2> {FULL}").code == 0


def test_an_export_to_a_pipe_leaves_the_pipe_where_it_is(club: Club, match: str) -> None:
    said = club.shell(
        f"mkfifo fair; herald export {match} -o fair --force > told & cat fair; wait; test -p fair".replace(
            "fair", str(club.folder / "fair")
        ).replace("told", str(club.folder / "told"))
    )
    assert said.code == 0
    assert said.out.startswith('{"herald":')


# --- no rights --------------------------------------------------------------------------------------------------------


def test_a_file_that_may_not_be_written(club: Club, match: str) -> None:
    with rights(0o444, club.db):
        assert club.types("show", match, plain=True).code == 0
        failed(club.types("move", match, "monarch 2", "--as", "Bo", "--json", plain=True), "read_only")
    assert club.row(match) == 2
    with rights(0o000, club.db):
        failed(club.types("show", match, "--json", plain=True), "no_access")


def test_a_store_in_a_folder_that_may_not_be_written_can_be_looked_at(club: Club, match: str) -> None:
    shelf = club.folder / "shelf"
    shelf.mkdir()
    club.db.rename(shelf / "matches.db")
    club.environ["HERALD_DB"] = str(shelf / "matches.db")
    with rights(0o555, shelf):
        for command in (
            ("show", match),
            ("log", match),
            ("list",),
            ("verify", match),
            ("export", match),
            ("db", "check"),
        ):
            said = club.types(*command, plain=True)
            assert said.code == 0, said.err
        failed(club.types("move", match, "monarch 2", "--as", "Bo", "--json", plain=True), "read_only")
        failed(club.types("new", "medieval", "Ana", "Bo", "--json", plain=True), "read_only")
        failed(club.types("export", match, "-o", str(shelf / "fair"), "--json", plain=True), "file_unwritable")
        failed(club.types("db", "backup", str(shelf / "copy"), "--json", plain=True), "read_only")
        failed(club.types("show", "--log-file", str(shelf / "log"), "--json", plain=True), "read_only")
        assert [file.name for file in shelf.iterdir()] == ["matches.db"]
        copy = club.folder / "copy.db"
        assert club.types("db", "backup", str(copy), plain=True).code == 0
    club.environ["HERALD_DB"] = str(copy)
    assert club.row(match) == 2


def test_what_a_killed_writer_left_is_read_there_too(club: Club, match: str) -> None:
    """The last moves lie in the write-ahead log only, which nobody may tidy up."""
    shelf = club.folder / "shelf"
    shelf.mkdir()
    with closing(sqlite3.connect(club.db)) as open_elsewhere:
        open_elsewhere.execute("SELECT count(*) FROM log").fetchone()  # so that the move is not tidied away
        assert club.types("move", match, "monarch 2", "--as", "Bo").code == 0
        for end in ("", "-wal"):
            (shelf / f"matches.db{end}").write_bytes(Path(f"{club.db}{end}").read_bytes())
    assert (shelf / "matches.db-wal").stat().st_size > 0
    club.environ["HERALD_DB"] = str(shelf / "matches.db")
    with rights(0o555, shelf):
        shown = club.types("show", match, "--json", plain=True)
    assert shown.json["row"] == 3
    assert shown.code == 0


def test_a_place_where_nothing_can_be_made(club: Club) -> None:
    closed = club.folder / "closed"
    closed.mkdir(mode=0o555)
    failed(club.types("new", "medieval", "Ana", "Bo", "--db", str(closed / "x.db"), "--json", plain=True), "read_only")
    failed(club.types("new", "medieval", "Ana", "Bo", "--db", str(club.folder / "no" / "x.db"), "--json"), "no_folder")
    failed(club.types("new", "medieval", "Ana", "Bo", "--db", str(club.folder), "--json"), "is_folder")
    failed(club.types("simulate", "medieval", "--store", str(closed / "x.db"), "--json", plain=True), "read_only")
    club.environ |= {"XDG_DATA_HOME": str(closed / "data")}
    del club.environ["HERALD_DB"]
    said = club.types("new", "medieval", "Ana", "Bo", plain=True)
    assert (said.code, said.out) == (1, "")
    assert "Permission denied" in said.err
    assert club.types("demo", plain=True).code == 0, "the demo finds another place"


def test_what_the_system_says_is_said_in_french(club: Club, match: str) -> None:
    closed = club.folder / "closed"
    closed.mkdir(mode=0o555)
    said = club.types("export", match, "-o", str(closed / "fair"), "--lang", "fr", plain=True)
    assert (said.code, said.err) == (1, f"{closed}/fair ne peut être écrit\u202f: accès refusé.\n")
    said = club.types("import", str(club.folder / "none"), "--lang", "fr")
    first, *_ = said.err.splitlines()
    assert (said.code, first) == (2, f"{club.folder}/none est illisible\u202f: ni fichier ni dossier de ce nom.")
