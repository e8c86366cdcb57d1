"""`herald db`: what it says of a sound file, of files in which something was changed, and of none at all."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from store.sqlite import admin
from store.sqlite.adapter import open_store
from tests.cli.conftest import Club, Herald, listed
from tests.cli.screen import Screen
from tests.store.test_damage import forge


def checked(run: Herald, *args: str) -> tuple[int, Any]:
    said = run("db", "check", *args, "--json")
    assert said.err == ""
    return said.code, said.json


def head(path: Path, match: str) -> int:
    with open_store(path) as store:
        return store.head(match)


def of(match: str, sql: str) -> str:
    """The statement about this match."""
    return sql.replace("?", f"'{match}'")


# --- check ------------------------------------------------------------------------------------------------------------


def test_a_sound_file(run: Herald, club: Club, db: Path) -> None:
    db.chmod(0o600)
    rows = head(db, club.whole) + head(db, club.running)
    assert checked(run) == (0, {"db": str(db), "valid": True, "faults": [], "rows": None, "open": []})
    assert checked(run, "--rows") == (0, {"db": str(db), "valid": True, "faults": [], "rows": rows, "open": []})
    assert run("db", "check").out == f"{db} is sound.\n"
    assert run("db", "check", "--rows").out == f"{db} is sound.\n{rows} rows: every digest and every opened box fits.\n"
    assert run("db", "check", "--lang", "fr").out == f"{db} est sain.\n"


@pytest.mark.parametrize(("mode", "told"), [(0o600, False), (0o644, True), (0o620, True), (0o711, False)])
@pytest.mark.usefixtures("club")
def test_who_else_may_open_it(run: Herald, db: Path, mode: int, told: bool) -> None:
    """It is said and not changed: somebody gave these rights."""
    db.chmod(mode)
    said = run("db", "check")
    assert (said.code, "may open" in said.err) == (0, told)
    assert ("D’autres sur cette machine" in run("db", "check", "--lang", "fr").err) == told
    assert [door["path"] for door in listed(run("db", "check", "--json").json["open"])] == [str(db)] * told
    assert db.stat().st_mode & 0o777 == mode


@pytest.mark.usefixtures("club")
def test_others_are_kept_out_on_request(run: Herald, db: Path) -> None:
    """Of the database, of what SQLite left beside it, and of the folder; no other right is touched."""
    beside = db.with_name(f"{db.name}-journal")
    beside.touch()
    for path, mode in ((db.parent, 0o757), (db, 0o664), (beside, 0o640)):
        path.chmod(mode)
    assert run("db", "check").err.count("herald db check --mend") == 3
    mended = listed(run("db", "check", "--mend", "--json").json["open"])
    assert [(door["path"], door["mode"], door["folder"], door["mended"]) for door in mended] == [
        (str(db.parent), "0757", True, True),
        (str(db), "0664", False, True),
        (str(beside), "0640", False, True),
    ]
    assert [path.stat().st_mode & 0o777 for path in (db.parent, db, beside)] == [0o755, 0o600, 0o600]
    assert run("db", "check").err == run("db", "check", "--mend").err == ""


@pytest.mark.usefixtures("club")
@pytest.mark.parametrize(("lang", "told"), [("en", "had better lie elsewhere"), ("fr", "serait mieux ailleurs")])
def test_a_folder_that_all_share_stays_theirs(run: Herald, db: Path, lang: str, told: str) -> None:
    db.parent.chmod(0o1777)
    said = run("db", "check", "--mend", "--lang", lang)
    assert said.code == 1
    assert told in said.err
    assert db.parent.stat().st_mode & 0o7777 == 0o1777
    db.parent.chmod(0o700)


FAULTS = {
    "gap": ("DELETE FROM opening WHERE seq = 3", "DELETE FROM log WHERE seq = 3"),
    "undecodable": ("UPDATE log SET body = x'7b' WHERE seq = 4",),
    "misplaced": ("UPDATE log SET body = (SELECT body FROM log WHERE seq = 2 LIMIT 1) WHERE seq = 4",),
    "rows_missing": ("INSERT INTO command SELECT DISTINCT match, 'c', 998, 999 FROM log",),
    "outdated": ("UPDATE summary SET head = 9",),
    "orphan": ("INSERT INTO opening VALUES ('nobody', 9, 0, '', '')",),
}


@pytest.mark.parametrize("why", FAULTS)
def test_what_was_changed_is_found_and_told(run: Herald, club: Club, db: Path, why: str) -> None:
    forge(db, "PRAGMA foreign_keys = OFF", *FAULTS[why])
    code, found = checked(run)
    assert code == 6
    assert found["valid"] is False
    faults = [fault for fault in found["faults"] if fault["why"] == why]
    assert faults, "what was changed is among what is found"
    told = run("db", "check")
    assert told.code == 6
    assert told.out.startswith(f"{db} is not sound: {len(found['faults'])} fault")
    for fault in faults:
        assert fault["match"] in {club.whole, club.running, None}
        assert fault["message"] in told.out
    french = run("db", "check", "--lang", "fr").out
    assert f"{db} n’est pas sain\u202f: " in french
    assert not {fault["message"] for fault in faults} & set(french.splitlines())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("DROP TRIGGER log_no_update", "Something of ours is missing: trigger log_no_update."),
        ("CREATE TABLE mine (x)", "Something is not ours: table mine."),
        ("ALTER TABLE note ADD COLUMN more TEXT", "Something of ours was changed: table note."),
    ],
)
@pytest.mark.usefixtures("club")
def test_a_file_that_does_not_guard_itself(run: Herald, db: Path, change: str, message: str) -> None:
    with closing(sqlite3.connect(db)) as plain, plain:
        plain.execute(change)
    said = run("db", "check")
    assert said.code == 6
    assert message in said.out


def test_every_kind_of_fault_has_a_sentence() -> None:
    from cli.language.words import of_command

    source = Path(admin.__file__).read_text(encoding="utf-8") + Path(sqlite_file()).read_text(encoding="utf-8")
    kinds = {"file_damaged", "orphan", "missing", "foreign", "changed", "rows_missing", "outdated"}
    kinds |= {"gap", "row_twice", "undecodable", "misplaced"}
    assert all(f'"{kind}"' in source for kind in kinds)
    for lang in ("en", "fr"):
        assert {f"fault_{kind}" for kind in kinds} <= set(of_command("db", lang)["say"])


def sqlite_file() -> str:
    from store.sqlite import adapter

    return str(adapter.__file__)


def test_only_the_chain_shows_a_byte_that_still_reads(run: Herald, club: Club, db: Path) -> None:
    spaced = "UPDATE log SET body = CAST(replace(body, '\"at\":', '\"at\": ') AS BLOB) WHERE match = ? AND seq = 5"
    forge(db, of(club.whole, spaced))
    assert checked(run)[0] == 0
    code, found = checked(run, "--rows")
    assert code == 6
    (fault,) = found["faults"]
    assert (fault["match"], fault["row"], fault["why"]) == (club.whole, 5, "row_changed")
    assert f"{club.whole}  Row 5 was changed after it was written" in run("db", "check", "--rows").out


def test_the_chains_of_the_others_are_looked_at_where_one_match_is_torn(run: Herald, club: Club, db: Path) -> None:
    torn = [of(club.running, f"DELETE FROM {table} WHERE match = ? AND seq = 3") for table in ("opening", "log")]
    forge(db, *torn)
    code, found = checked(run, "--rows")
    assert (code, found["rows"]) == (6, head(db, club.whole))
    assert {fault["match"] for fault in found["faults"]} == {club.running}


@pytest.mark.usefixtures("club")
def test_a_broken_page(run: Herald, db: Path) -> None:
    with closing(sqlite3.connect(db)) as plain:
        (page,) = plain.execute("SELECT rootpage FROM sqlite_master WHERE name = 'opening'").fetchone()
    broken = bytearray(db.read_bytes())
    broken[4096 * (page - 1) : 4096 * page] = b"\xee" * 4096
    db.write_bytes(broken)
    code, found = checked(run, "--rows")
    assert (code, found["rows"]) == (6, 0)
    assert "file_damaged" in {fault["why"] for fault in found["faults"]}
    assert "The file is damaged: " in run("db", "check").out


@pytest.mark.usefixtures("club")
def test_a_bar_while_the_chains_are_looked_at() -> None:
    screen = Screen("db", "check", "--rows", TERM="xterm", HERALD_LANG="en")
    assert "100%" in screen.sees(" is sound.")
    assert screen.ends() == 0
    screen.off()


# --- backup -----------------------------------------------------------------------------------------------------------


def test_a_backup_is_a_database_like_the_other(run: Herald, club: Club, db: Path, home: Path) -> None:
    copy = home / "copy.db"
    made = run("db", "backup", str(copy), "--json").json
    assert made == {"db": str(db), "file": str(copy), "bytes": copy.stat().st_size}
    assert run("verify", "--all", "--db", str(copy)).code == 0
    with open_store(db) as ours, open_store(copy) as theirs:
        assert ours.find("") == theirs.find("") == sorted([club.whole, club.running])
        assert ours.read(club.whole) == theirs.read(club.whole)


@pytest.mark.usefixtures("club")
def test_a_backup_overwrites_nothing(run: Herald, db: Path, home: Path) -> None:
    copy = home / "copy.db"
    assert run("db", "backup", str(copy)).out.startswith(f"{db} copied to {copy} (")
    before = copy.read_bytes()
    said = run("db", "backup", str(copy), "--json")
    assert (said.code, said.error["why"]) == (2, "file_exists")
    assert copy.read_bytes() == before
    assert run("db", "backup", str(home / "no" / "copy.db"), "--json").error["why"] == "no_folder"


# --- migrate, stats, rebuild ------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("club")
def test_what_was_ever_done_to_the_file(run: Herald, db: Path) -> None:
    found = run("db", "migrate", "--json").json
    assert (found["db"], found["version"]) == (str(db), 4)
    assert '"name": "1 log"' in run("db", "migrate", "--json").out
    assert run("db", "migrate").out.startswith(f"{db} is up to date, version 4 of the tables:\n  1 log           20")


def test_what_the_file_holds(run: Herald, club: Club, db: Path) -> None:
    rows = head(db, club.whole) + head(db, club.running)
    found = run("db", "stats", "--json").json
    assert found["matches"] == 2
    assert found["running"] == 1
    assert found["rows"] == rows
    assert found["games"] == {"medieval": 2}
    assert db.stat().st_size < admin.BLOCK == found["bytes"]
    assert not found.keys() & {"openings"}, "how much is closed is nobody's business"
    told = dict(re.split(r" {2,}", line.strip()) for line in run("db", "stats").out.splitlines()[1:])
    assert told["matches"] == "2"
    assert told["rows"] == str(rows)
    assert told["matches of medieval"] == "2"


def test_lists_are_made_again_from_the_rows(run: Herald, club: Club, db: Path) -> None:
    before = run("list", "--json").out
    forge(db, "DELETE FROM summary", "DELETE FROM seated", "DELETE FROM waiting")
    assert run("list", "--json").out != before
    assert run("db", "check").code == 6
    assert run("db", "rebuild").out == "Lists and inboxes of 2 matches made again.\n"
    assert run("list", "--json").out == before
    assert run("db", "check").code == 0
    forge(db, of(club.whole, "UPDATE log SET body = x'7b' WHERE match = ? AND seq = 4"))
    said = run("db", "rebuild", "--json")
    assert (said.code, said.json["damaged"]) == (6, [club.whole])
    assert f"{club.whole}  is damaged" in run("db", "rebuild").out


# --- no file, another file --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [("check",), ("backup", "copy.db"), ("migrate",), ("stats",), ("rebuild",)])
def test_where_there_is_no_database_none_is_made(run: Herald, db: Path, command: tuple[str, ...]) -> None:
    said = run("db", *command, "--json")
    assert (said.code, said.out, said.error["why"]) == (1, "", "no_file")
    assert not db.exists()
    db.write_text("a letter, long enough to be something else altogether" * 20, encoding="utf-8")
    assert run("db", *command, "--json").error["why"] == "not_ours"
    assert db.read_text(encoding="utf-8").startswith("a letter")


def test_the_group_says_what_it_can_do(run: Herald) -> None:
    for lang, short in (("en", "is the file sound?"), ("fr", "le fichier est-il sain\u202f?")):
        told = run("db", "--lang", lang).out
        assert f"  check         {short}\n" in told
        assert run("db", "check", "--help", "--lang", lang).code == 0
