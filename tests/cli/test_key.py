"""A key is replaced by a row that everybody sees, and the old one opens nothing any more: not even after an undo."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from cli.person.keyring import Keyring
from store.errors import StoreError
from store.sqlite.adapter import SqliteStore
from tests.cli.conftest import PLACED, Herald, Said, without_ring
from tests.cli.screen import Screen
from tests.cli.test_processes import at_once

Locked = tuple[str, dict[str, str]]
Locks = tuple[tuple[dict[str, str], str], ...]


@pytest.fixture
def run(run: Herald, home: Path) -> Herald:
    """Keys are handed over with each command here; what the ring does stands in `test_key_ring`."""
    return without_ring(run, home)


@pytest.fixture
def locked(run: Herald) -> Locked:
    """A match with keys, in which Ana has chosen."""
    started = run("new", "medieval", "Ana", "Bo", "--keys", "--json")
    keys = msgspec.convert(started.json["keys"], dict[str, str])
    match = str(started.json["match"])
    assert run("move", match, "monarch 1", "--as", "Ana", HERALD_KEY=keys["Ana"]).code == 0
    return match, keys


def new_key(run: Herald, match: str, keys: dict[str, str], name: str = "Ana") -> str:
    said = run("key", match, "--as", name, "--json", HERALD_KEY=keys[name])
    assert said.code == 0, said.err
    return str(said.json["key"])


def answered(run: Herald, locked: Locked) -> Locked:
    """Ana has placed her leaders, in secret."""
    match, keys = locked

    def moved(seat: str, words: str) -> None:
        assert run("move", match, words, "--as", seat, HERALD_KEY=keys[seat]).code == 0

    moved("Bo", "monarch 2")
    first = str(msgspec.convert(run("show", match, "--json").json["waiting"], list[str])[0])
    moved(first, "pair gold combat")
    moved({"Ana": "Bo", "Bo": "Ana"}[first], "pair gold science")
    moved("Ana", PLACED["Ana"])
    return locked


DOORS: tuple[tuple[str, ...], ...] = (
    ("show",), ("log",), ("log", "--undone"), ("moves",), ("explain",), ("explain", "ana.gold"), ("replay",),
    ("export",), ("fork",), ("why", "monarch 1"), ("move", "monarch 1"), ("move", "--dry-run", "monarch 1"),
    ("move", "--dry-run", "--expect", "1", "monarch 1"), ("move", "--expect", "1", "monarch 1"),
    ("undo",), ("redo",), ("agree", "2"), ("decline", "2"), ("key",), ("join",),
)  # fmt: skip


def through(run: Herald, match: str, door: tuple[str, ...], **env: str) -> Said:
    return run(door[0], match, *door[1:], "--as", "Ana", "--json", **env)


@pytest.mark.parametrize("door", DOORS, ids=" ".join)
def test_no_door_opens_to_an_old_key(run: Herald, locked: Locked, door: tuple[str, ...]) -> None:
    match, keys = locked
    new = new_key(run, match, keys)
    locks: Locks = (
        ({}, "key_needed"),
        ({"HERALD_KEY": keys["Bo"]}, "key_wrong"),
        ({"HERALD_KEY": keys["Ana"]}, "key_replaced"),
    )
    for env, why in locks:
        said = through(run, match, door, **env)
        assert (said.code, said.out, said.error["why"]) == (4, "", why)
    last = through(run, match, door, HERALD_KEY=keys["Ana"])
    assert (last.error["seat"], last.error["row"]) == ("Ana", 3)
    opened = through(run, match, door, HERALD_KEY=new)
    assert opened.code != 4


@pytest.mark.parametrize("row", ["@1", "@2"])
def test_the_past_does_not_open_to_the_key_of_then(run: Herald, locked: Locked, row: str) -> None:
    match, keys = locked
    new = new_key(run, match, keys)
    for door in ("show", "log", "replay", "explain", "export", "fork"):
        assert run(door, match + row, "--as", "Ana", HERALD_KEY=keys["Ana"]).code == 4, door
        assert run(door, match + row, "--as", "Ana", HERALD_KEY=new).code == 0, door


def test_completion_and_inbox_tell_an_old_key_what_everybody_knows(run: Herald, locked: Locked) -> None:
    match, keys = answered(run, locked)
    new = new_key(run, match, keys)
    for key, known in ((keys["Ana"], False), (new, True)):
        inbox = run("inbox", "--as", "Ana", "--json", HERALD_KEY=key)
        assert inbox.code == 0
        shown = run("log", match, "--as", "Ana", "--json", HERALD_KEY=key)
        assert ("production" in shown.out) == known
        typed = f"herald moves {match} --as Ana "
        words = {"COMP_WORDS": typed, "COMP_CWORD": "5", "_HERALD_COMPLETE": "bash_complete"}
        assert "production" not in run(HERALD_KEY=key, **words).out


def test_a_rehearsal_tells_who_has_no_key_nothing_of_what_came_in(run: Herald, locked: Locked) -> None:
    """What a seat had answered in secret stood among the rows that came in since."""
    match, keys = answered(run, locked)
    for dry in ((), ("--dry-run",)):
        said = run("move", match, *dry, "--expect", "2", PLACED["Ana"], "--as", "Ana", HERALD_KEY=keys["Bo"])
        assert (said.code, said.out) == (4, "")
        assert "production" not in said.err
        stale = run("move", match, *dry, "--expect", "2", PLACED["Ana"], "--as", "Ana", HERALD_KEY=keys["Ana"])
        assert stale.code == 5
        assert "production" in stale.err


def test_the_row_and_what_it_says(run: Herald, locked: Locked) -> None:
    match, keys = locked
    said = run("key", match, "--as", "Ana", HERALD_KEY=keys["Ana"])
    lines = said.out.splitlines()
    assert lines[0] == "The new key of Ana, shown only now:"
    key = lines[1].strip()
    assert len(key) == 32
    assert lines[2:6] == ["", f"{match} · Ana", "   3  Ana  has a new key", ""], "the row is told once it is there"
    told = run("log", match)
    assert "   3  Ana  has a new key" in told.out
    assert "3  Ana  has a new key" in run("replay", match).out
    assert "a une nouvelle clé" in run("log", match, "--lang", "fr").out
    assert key not in told.out + run("log", match, "--json").out + run("export", match).out
    row = run("explain", f"{match}@3", "--json").json
    about = msgspec.convert(row["about"], dict[str, str | None])
    assert (row["kind"], row["seat"]) == ("key", "Ana")
    assert (about["kind"], about["name"], about["reason"]) == ("key", "Ana", None)
    assert run("verify", match).code == 0


def test_the_database_keeps_no_key(run: Herald, locked: Locked, db: Path) -> None:
    match, keys = locked
    key = new_key(run, match, keys)
    held = b"".join(file.read_bytes() for file in db.parent.glob(f"{db.name}*"))
    assert key.encode() not in held
    assert bytes.fromhex(key) not in held


def test_an_undo_does_not_bring_the_old_key_back(run: Herald, locked: Locked) -> None:
    match, keys = locked
    new = new_key(run, match, keys)
    free = run("undo", match, "--as", "Ana", "--json", HERALD_KEY=new)
    assert (free.json["class"], free.json["undone"]) == ("free", [2])
    assert run("undo", match, "--to", "1", "--arbiter", "--reason", "x", HERALD_KEY=keys["arbiter"]).code == 0
    assert run("show", match, "--as", "Ana", HERALD_KEY=keys["Ana"]).code == 4
    assert run("show", match, "--as", "Ana", HERALD_KEY=new).code == 0
    assert "has a new key" in run("log", match).out, "it counts, whatever line play is on"
    assert run("verify", match).code == 0
    forked = run("fork", match, "--as", "Ana", HERALD_KEY=new)
    assert forked.code == 0
    for key in (keys["Ana"], new):
        assert run("show", "--as", "Ana", HERALD_KEY=key).code == 4, "a fork has keys of its own"


def test_a_request_outlives_a_new_key(run: Herald, locked: Locked) -> None:
    match, keys = locked
    run("move", match, "monarch 2", "--as", "Bo", HERALD_KEY=keys["Bo"])
    assert run("undo", match, "--to", "2", "--as", "Ana", HERALD_KEY=keys["Ana"]).code == 0
    new = new_key(run, match, keys, "Bo")
    assert "asks to undo" in run("show", match).out
    agreed = run("agree", match, "4", "--as", "Bo", "--json", HERALD_KEY=new)
    assert (agreed.code, agreed.json["class"]) == (0, "consent")
    assert run("verify", match).code == 0


# --- files -----------------------------------------------------------------------------------------------------------


def test_into_a_file_that_only_its_owner_reads(run: Herald, locked: Locked, home: Path) -> None:
    match, keys = locked
    file = home / "ana.key"
    said = run("key", match, "--as", "Ana", "-o", str(file), HERALD_KEY=keys["Ana"])
    key = file.read_text(encoding="utf-8").strip()
    assert file.stat().st_mode & 0o777 == 0o600
    assert said.out.splitlines()[-1] == f"The new key of Ana is in {file}."
    assert key not in said.out + said.err
    assert run("show", match, "--as", "Ana", "--key-file", str(file)).code == 0
    again = run("key", match, "--as", "Ana", "-o", str(file), "--key-file", str(file), "--json")
    assert (again.code, again.error["why"]) == (2, "file_exists")
    assert file.read_text(encoding="utf-8").strip() == key
    other = home / "other.key"
    documented = run("key", match, "--as", "Ana", "-o", str(other), "--key-file", str(file), "--json").json
    assert (documented["key"], documented["file"], documented["name"]) == (None, str(other), "Ana")


def test_where_nothing_comes_of_it_no_file_is_left(run: Herald, locked: Locked, home: Path) -> None:
    match, keys = locked
    file = home / "ana.key"
    assert run("key", match, "--as", "Ana", "-o", str(file), HERALD_KEY=keys["Bo"]).code == 4
    assert not file.exists()
    nowhere = run("key", match, "--as", "Ana", "-o", str(home / "no" / "file"), "--json", HERALD_KEY=keys["Ana"])
    assert (nowhere.code, nowhere.error["why"]) == (1, "file_unwritable")
    assert run("show", match, "--as", "Ana", HERALD_KEY=keys["Ana"]).code == 0, "the old one still opens"


# --- the arbiter -----------------------------------------------------------------------------------------------------


def test_the_arbiter_replaces_any_key_and_says_why(run: Herald, locked: Locked) -> None:
    match, keys = locked
    arbiter = ("key", match, "--arbiter", "--reason", "lost on the train")
    assert run(*arbiter, "--as", "Bo", HERALD_KEY=keys["Bo"]).code == 4
    said = run(*arbiter, "--as", "Bo", "--json", HERALD_KEY=keys["arbiter"])
    assert said.json["name"] == "Bo"
    assert "Bo has a new key, by the arbiter “lost on the train”" in run("log", match).out
    assert "Bo a une nouvelle clé, par l’arbitre" in run("log", match, "--lang", "fr").out
    assert run("show", match, "--as", "Bo", HERALD_KEY=keys["Bo"]).code == 4
    assert run("show", match, "--as", "Bo", HERALD_KEY=str(said.json["key"])).code == 0
    own = run(*arbiter, "--json", HERALD_KEY=keys["arbiter"], HERALD_SEAT="Ana")
    assert own.json["name"] == "arbiter"
    assert "the arbiter has a new key" in run("log", match).out
    assert run(*arbiter, HERALD_KEY=keys["arbiter"]).code == 4
    assert run(*arbiter, HERALD_KEY=str(own.json["key"])).code == 0
    assert run("verify", match).code == 0


def test_what_the_arbiter_must_say(run: Herald, locked: Locked) -> None:
    match, keys = locked
    for line, why in (
        (("--arbiter",), "reason_needed"),
        (("--arbiter", "--reason", " "), "reason_needed"),
        (("--reason", "lost", "--as", "Ana"), "reason_of_arbiter"),
        (("--arbiter", "--reason", "lost", "--as", "Zoe"), "unknown_seat"),
        ((), "which_seat"),
    ):
        said = run("key", match, *line, "--json", HERALD_KEY=keys["arbiter"])
        assert (said.code, said.error["why"]) == (2, why), line
    assert run("show", match, "--json").json["row"] == 2


def test_in_a_match_without_keys_nobody_can_lock_the_others_out(run: Herald, match: str) -> None:
    for line in (("--as", "Ana"), ("--arbiter", "--reason", "x")):
        said = run("key", match, *line, "--json")
        assert (said.code, said.error["why"]) == (3, "no_keys"), line


# --- several at once -------------------------------------------------------------------------------------------------


def test_of_several_who_replace_a_key_at_once_all_but_one_are_told(locked: Locked, home: Path) -> None:
    match, keys = locked
    old = home / "old.key"
    old.write_text(keys["Ana"], encoding="utf-8")
    with_old = ("--as", "Ana", "--key-file", str(old))
    ended = at_once(*[("key", match, *with_old, "-o", str(home / f"{number}.key")) for number in range(3)])
    assert sorted(code for code, _, _ in ended) == [0, 4, 4], ended
    assert sum("was replaced in row 3" in err for _, _, err in ended) == 2
    (left,) = home.glob("[0-9].key")
    moved = at_once(("move", match, "monarch 2", *with_old), ("show", match, "--as", "Ana", "--key-file", str(left)))
    assert [code for code, _, _ in moved] == [4, 0], moved


def test_who_sits_at_the_terminal_with_an_old_key_sees_no_more(run: Herald, locked: Locked) -> None:
    match, keys = locked
    run("move", match, "monarch 2", "--as", "Bo", HERALD_KEY=keys["Bo"])
    waiting = str(msgspec.convert(run("show", match, "--json").json["waiting"], list[str])[0])
    screen = Screen("play", match, "--as", waiting, HERALD_KEY=keys[waiting])
    screen.sees("> ")
    new_key(run, match, keys, waiting)
    screen.types("pair gold combat")
    told = screen.rest()
    assert screen.ends() == 4
    assert f"The key of {waiting} was replaced in row 4" in " ".join(told.split())


# --- interrupted -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_who_is_overtaken_tries_again(
    run: Herald, locked: Locked, monkeypatch: pytest.MonkeyPatch, form: tuple[str, ...]
) -> None:
    """Nothing was told of a row yet: the key is the same, its row another."""
    match, keys = locked
    append = SqliteStore.append

    def overtaken(store: SqliteStore, *args: Any, **more: Any) -> Any:
        monkeypatch.setattr(SqliteStore, "append", append)
        assert run("move", match, "monarch 2", "--as", "Bo", HERALD_KEY=keys["Bo"]).code == 0
        return append(store, *args, **more)

    monkeypatch.setattr(SqliteStore, "append", overtaken)
    told = run("key", match, "--as", "Ana", *form, HERALD_KEY=keys["Ana"])
    assert (told.code, told.err) == (0, "")
    key = str(told.json["key"]) if form else told.out.splitlines()[1].strip()
    assert form or told.out.count("shown only now") == 1
    assert run("show", match, "--as", "Ana", HERALD_KEY=key).code == 0


def test_of_a_key_that_the_database_refuses_nothing_is_left(
    run: Herald, locked: Locked, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, keys = locked

    def full(store: SqliteStore, *_args: Any, **_more: Any) -> Any:
        raise StoreError("disk_full", store.path)

    monkeypatch.setattr(SqliteStore, "append", full)
    told = run("key", match, "--as", "Ana", HERALD_KEY=keys["Ana"])
    assert (told.code, told.out, Keyring().keys) == (1, "", ())
    file = home / "ana.key"
    assert run("key", match, "--as", "Ana", "-o", str(file), HERALD_KEY=keys["Ana"]).code == 1
    assert not file.exists()


def lose_after_the_next_row(monkeypatch: pytest.MonkeyPatch, db: Path) -> None:
    """Ctrl-C as soon as something was written, and a database that nobody can look into any more."""
    append = SqliteStore.append

    def lost(store: SqliteStore, *args: Any, **more: Any) -> Any:
        append(store, *args, **more)
        db.rename(db.with_name("aside.db"))
        db.write_text("not a database any more " * 50, encoding="utf-8")
        raise KeyboardInterrupt

    monkeypatch.setattr(SqliteStore, "append", lost)


def test_a_key_lies_in_the_ring_where_nobody_can_tell_whether_it_opens(
    run: Herald, locked: Locked, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, keys = locked
    lose_after_the_next_row(monkeypatch, db)
    said = run("key", match, "--as", "Ana", "--json", HERALD_KEY=keys["Ana"])
    assert (said.code, said.error["remarks"]) == (130, ["keys_in_ring", "keys_unsure"])
    assert [key.seat for key in Keyring().of(match)] == ["Ana"]


def test_a_key_stays_where_nobody_can_tell_whether_it_opens(
    run: Herald, locked: Locked, home: Path, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, keys = locked
    lose_after_the_next_row(monkeypatch, db)
    file = home / "ana.key"
    said = run("key", match, "--as", "Ana", "-o", str(file), "--json", HERALD_KEY=keys["Ana"])
    assert (said.code, said.error["why"], said.error["remarks"]) == (
        130,
        "interrupted_unsure",
        ["keys_unsure", "keys_in_ring"],
    )
    assert len(file.read_text(encoding="utf-8").strip()) == 32
