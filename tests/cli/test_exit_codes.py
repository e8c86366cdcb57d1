"""Every exit code of `herald --help`, reached as a person reaches it; a message in words, and the same as JSON."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cli.app.errors import CODES, report
from cli.language.preferences import Preferences
from core.kernel import errors
from core.kernel.errors import HeraldError
from store.errors import StoreError
from store.sqlite.adapter import SqliteStore
from tests.cli.conftest import PLACED, Herald, Said, listed
from tests.cli.screen import HERALD, nobody
from tests.support.patience import PATIENCE


def failing(run: Herald, home: Path) -> Said:
    return run("--db", str(home), "list")


def unknown(run: Herald, _match: str) -> Said:
    return run("show", "no-such-match")


def illegal(run: Herald, match: str) -> Said:
    return run("move", match, "place gold", "--as", "Ana")


def keyless(run: Herald, _match: str) -> Said:
    locked = run("new", "medieval", "Ana", "Bo", "--keys", "--json")
    return run("move", str(locked.json["match"]), "monarch 1", "--as", "Ana")


def overtaken(run: Herald, match: str) -> Said:
    run("move", match, PLACED["Ana"], "--as", "Ana")
    return run("move", match, PLACED["Bo"], "--as", "Bo", "--expect", "5")


def too_early(run: Herald, match: str) -> Said:
    run("move", match, PLACED["Ana"], "--as", "Ana")
    return run("move", match, PLACED["Ana"], "--as", "Ana")


def damaged(run: Herald, match: str) -> Said:
    """A row is taken out of the file behind the program's back."""
    with closing(sqlite3.connect(os.environ["HERALD_DB"])) as db, db:
        db.execute("DROP TRIGGER log_no_delete")
        db.execute("DELETE FROM log WHERE match = ? AND seq = 3", (match,))
    return run("show", match)


CASES: dict[str, tuple[Callable[[Herald, str], Said], int, str]] = {
    "usage": (unknown, 2, "no-such-match"),
    "refused": (illegal, 3, "refused (MED-"),
    "not_allowed": (keyless, 4, "key"),
    "stale": (overtaken, 5, "row 5"),
    "damaged": (damaged, 6, "missing"),
    "not_your_turn": (too_early, 7, "not your turn (MED-8.3): Bo"),
}


@pytest.mark.parametrize("family", CASES)
def test_each_family_has_its_code_and_says_why(family: str, run: Herald, match: str) -> None:
    doing, code, words = CASES[family]
    said = doing(run, match)
    assert said.code == code
    assert words in said.err
    assert said.out == ""
    assert "Traceback" not in said.err


@pytest.mark.parametrize("family", CASES)
def test_each_family_is_json_where_json_is_asked_for(family: str, run: Herald, match: str) -> None:
    doing, code, _ = CASES[family]
    said = doing(lambda *args, **env: run("--json", *args, **env), match)
    assert said.code == code
    assert said.error["error"] == family
    assert set(said.error) >= {"error", "message", "rule", "why"}
    assert list(said.error) == sorted(said.error)
    assert said.out == ""


def test_the_store_fails(run: Herald, home: Path) -> None:
    said = failing(run, home)
    assert said.code == 1
    assert said.err == f"{home} is a folder.\n"


def test_every_family_of_errors_has_a_code() -> None:
    families = {kind.code for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, HeraldError)}
    assert families | {StoreError.code} <= set(CODES)


def test_stale_shows_what_happened_since(run: Herald, match: str) -> None:
    said = overtaken(run, match)
    assert "   6  Ana  (closed)" in said.err
    assert "production*3" not in said.err
    run("move", match, PLACED["Bo"], "--as", "Bo")
    again = run("move", match, "pass", "--as", "Ana", "--expect", "5", "--json")
    assert [row["row"] for row in listed(again.error["rows"])] == [6, 7]


def test_a_finished_match_says_that_it_is_over(run: Herald) -> None:
    started = run("new", "medieval", "--bot", "Ana=random", "--bot", "Bo=random", "--json")
    match = str(started.json["match"])
    assert started.json["over"] is True
    said = run("move", match, "pass", "--as", "Ana")
    assert said.code == 7
    assert "the match is over" in said.err
    assert "wins" in run("show", match).out
    assert run("list", "--over").out.startswith(match)
    assert "the seed of all chance is opened" in run("log", match).out


def test_a_refusal_tells_its_fields(run: Herald, match: str) -> None:
    error = illegal(lambda *args, **env: run("--json", *args, **env), match).error
    assert str(error["rule"]).startswith("MED-")
    assert isinstance(error["need"], int)
    assert isinstance(error["have"], int)
    nearest = msgspec.convert(error["nearest"], list[str])
    assert nearest
    assert all(run("why", match, "--as", "Ana", near).code == 0 for near in nearest)
    assert str(error["message"]).startswith("refused (MED-")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("move", "--nope"), "There is no option --nope."),
        (("new",), "GAME is missing."),
        (("show", "a", "b"), "Too many words: b."),
        (("move", "--expect", "soon", "pass"), "--expect takes a whole number, not “soon”."),
        (("list", "--limit"), "--limit needs a value."),
        (("show", "--color", "red"), "--color takes one of: auto, always, never."),
        (("fly",), "There is no command “fly”."),
    ],
)
def test_usage_errors(args: tuple[str, ...], words: str, run: Herald) -> None:
    said = run(*args)
    assert said.code == 2
    assert said.err.startswith(words)
    as_json = run(*args, "--json") if "--limit" not in args else run("--json", *args)
    assert as_json.code == 2
    assert as_json.error["error"] == "usage"
    assert str(as_json.error["message"]).startswith(words)


def test_a_mistake_inside_is_one_line(run: Herald, match: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: object) -> None:
        raise ZeroDivisionError("by accident")

    monkeypatch.setattr("cli.terminal.terminal.Terminal.read", broken)
    said = run("show", match)
    assert said.code == 1
    assert said.err == "Something went wrong inside: ZeroDivisionError: by accident. The option -v shows where.\n"
    assert "Traceback" in run("show", match, "-v").err
    assert run("show", match, "--json").error["error"] == "failure"


def test_nobody_reads_any_more(match: str) -> None:
    """`herald log | head`: no complaint, and the code that shells know."""
    with nobody() as there:
        ended = subprocess.run(
            [HERALD, "log", match], stdout=there, stderr=subprocess.PIPE, timeout=PATIENCE, check=False
        )
    assert (ended.returncode, ended.stderr) == (141, b"")


def test_the_reader_of_much_output_goes_away(run: Herald) -> None:
    bots = ("--bot", "Ana=random", "--bot", "Bo=random", "--bot", "Cy=random")
    run("new", "medieval", *bots)
    line = f"{HERALD} log @ --json | head -1; exit ${{PIPESTATUS[0]}}"
    ended = subprocess.run(["bash", "-c", line], capture_output=True, timeout=PATIENCE, check=False)
    assert ended.returncode == 141
    assert ended.stderr == b""


def test_interrupted(match: str, home: Path) -> None:
    """Ctrl-C while a command waits for what somebody else writes: no traceback."""
    fifo = home / "key"
    os.mkfifo(fifo)
    command = [str(HERALD), "show", match, "--as", "Ana", "--key-file", str(fifo)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    writing = os.open(fifo, os.O_WRONLY)  # waits until the command reads
    process.send_signal(signal.SIGINT)
    out, told = process.communicate(timeout=PATIENCE)
    os.close(writing)
    assert process.returncode == 130
    assert out == b""
    assert told.strip() == b""


def test_interrupted_while_starting() -> None:
    """Half of a short command's time goes by before it begins."""
    hasty = """
import sys
class Hasty:
    def find_spec(self, name, path, target=None):
        if name == "cli.app.base":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Hasty())
import cli.main
"""
    ended = subprocess.run([sys.executable, "-c", hasty], capture_output=True, timeout=PATIENCE, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, b"", b"")


@pytest.mark.parametrize("closed", [">&-", "2>&-"])
def test_a_closed_stream_is_nothing_wrong(closed: str, match: str) -> None:
    line = f"{HERALD} show {match} {closed}"
    ended = subprocess.run(["bash", "-c", line], capture_output=True, timeout=PATIENCE, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_an_interrupt_is_no_error() -> None:
    assert report(KeyboardInterrupt(), Preferences("en")) == 130


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("command", [("move", PLACED["Ana"], "--as", "Ana"), ("undo", "--as", "Bo"), ("new",)])
def test_ctrl_c_says_whether_it_was_done(
    run: Herald, match: str, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], after: bool
) -> None:
    append = SqliteStore.append

    def interrupted(store: SqliteStore, *args: Any, **more: Any) -> Any:
        if after:
            append(store, *args, **more)
        raise KeyboardInterrupt

    typed = ("new", "medieval", "Cy", "Di") if command == ("new",) else (command[0], match, *command[1:])
    monkeypatch.setattr(SqliteStore, "append", interrupted)
    said = run(*typed, "--json")
    monkeypatch.setattr(SqliteStore, "append", append)
    assert (said.code, said.error["error"], said.out) == (130, "interrupted", "")
    if not after:
        assert said.error["why"] == "interrupted_before"
        assert run("show", match, "--json").json["row"] == 5
        return
    row = 1 if command == ("new",) else 6
    assert (said.error["why"], said.error["row"], said.error["written"]) == ("interrupted_after", row, 1)
    assert run("log", str(said.error["match"]), "--undone").code == 0
    assert run("show", str(said.error["match"]), "--json").json["row"] == row


def test_ctrl_c_after_the_act_is_told_in_both_languages(
    run: Herald, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the middle of the answer: what was done stays done."""

    def interrupted(*_args: object, **_fields: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cli.commands.move.tell_written", interrupted)
    said = run("move", match, PLACED["Ana"], "--as", "Ana")
    assert (said.code, said.out) == (130, "")
    assert said.err == f"Interrupted, but it was done: 1 row written, up to row 6 of {match} (`herald log {match}`).\n"
    french = run("move", match, PLACED["Bo"], "--as", "Bo", "--lang", "fr")
    assert french.err.startswith("Interrompu, mais c’est fait\u202f: 1 ligne écrite, jusqu’à la ligne 7")


def test_a_traceback_moves_no_cursor(run: Herald, match: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes wrong may quote what others wrote."""

    def broken(*_args: object) -> None:
        raise ZeroDivisionError("by\x1b]0;title\x07 accident\x9b\u202e")

    monkeypatch.setattr("cli.terminal.terminal.Terminal.read", broken)
    said = run("show", match, "-v")
    assert "Traceback" in said.err
    assert all(one.isprintable() for one in said.err.replace("\n", ""))


def test_an_import_that_is_interrupted_can_be_given_again(
    run: Herald, match: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("export", match, "-o", str(home / "seen.jsonl"))
    append = SqliteStore.append

    def interrupted(store: SqliteStore, *args: Any, **more: Any) -> Any:
        append(store, *args, **more)
        raise KeyboardInterrupt

    there = {"HERALD_DB": str(home / "there.db")}
    monkeypatch.setattr(SqliteStore, "append", interrupted)
    said = run("import", str(home / "seen.jsonl"), "--json", **there)
    assert (said.code, said.error["why"]) == (130, "interrupted_again")
    monkeypatch.setattr(SqliteStore, "append", append)
    assert run("import", str(home / "seen.jsonl"), "--json", **there).json["new"] is False
