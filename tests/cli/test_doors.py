"""What is not taken in: passwords in addresses, and texts that end in the middle for other programs."""

import os
import signal
import sys
from pathlib import Path

import pytest

from replays.impact import run as processes
from replays.impact.question import Question
from replays.impact.sources import Open, Source
from replays.impact.verdict import Verdict
from tests.cli.conftest import Herald

SECRET = "geheim"  # noqa: S105 - it opens nothing
PLACES = (f"https://u:{SECRET}@h", f"postgresql://u:{SECRET}@h/x", f"https://{SECRET}@h/m/", f"http://u:{SECRET}/y@h")


def told(home: Path, *texts: str) -> bool:
    """Whether the password is anywhere: in what was said, in the name of a file, or in one."""
    files = [
        path
        for path in home.rglob("*")
        if "geheim" in path.name or (path.is_file() and SECRET.encode() in path.read_bytes())
    ]
    return any(SECRET in text for text in texts) or bool(files)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    "line", [("show",), ("list",), ("new", "medieval", "Ana", "Bo"), ("key", "list"), ("db", "check")]
)
def test_an_address_with_a_password_is_refused_and_not_said_again(
    run: Herald, home: Path, line: tuple[str, ...], place: str
) -> None:
    for how in ((), ("--json",), ("-v",), ("--lang", "fr"), ("--log-file", str(home / "log"))):
        said = run(*line, *how, HERALD_DB=place)
        assert said.code == 2
        assert not told(home, said.out, said.err)
        other = run(*line, *how, "--db", place)
        assert other.code == 2
        assert not told(home, other.out, other.err)


@pytest.mark.parametrize("line", [("show",), ("import",), ("verify",), ("accept",), ("watch",), ("key", "keep")])
def test_nor_is_one_that_is_typed_for_something_else(run: Herald, home: Path, line: tuple[str, ...]) -> None:
    for place in PLACES[:2]:
        said = run(*line, place)
        assert said.code != 0
        assert not told(home, said.out, said.err)
        assert not told(home, run(*line, place, "--json").err)


def test_a_text_with_nul_is_refused_before_anything_is_written(run: Herald) -> None:
    assert run("new", "medieval", "Ana", "Bo").code == 0
    for line in (
        ("move", "monarch 1 # a\0b", "--as", "Ana"),
        ("undo", "--arbiter", "--reason", "a\0b"),
        ("ruling", "MED-R4=spend", "--reason", "a\0b", "--as", "Ana"),
        ("move", "monarch 1", "--as", "Ana", "--id", "a\0b"),
    ):
        said = run(*line, "--json")
        assert (said.code, said.error["why"]) == (2, "nul_in_text"), line
    for line in (("new", "medieval", "A\0a", "Bo"), ("new", "medieval", "Ana", "Bo", "--seed", "a\0b")):
        assert run(*line, "--json").code == 2, line
    assert run("log", "--json").out.count("\n") == 1


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a process begins without what this one has changed")
def test_a_process_that_is_killed_is_named_by_its_match(run: Herald, monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are judged all the same."""
    usual = processes.answer

    def dies(source: Source, question: Question, desk: Open) -> Verdict | None:
        if source.at == "medieval-court":
            os.kill(os.getpid(), signal.SIGKILL)
        return usual(source, question, desk)

    monkeypatch.setattr(processes, "answer", dies)
    monkeypatch.setattr(processes, "BATCH", 2)
    said = run("impact", "MED-R4=spend", "--archive", "--jobs", "2")
    assert said.code == 6
    assert "The process that judged medieval-court was killed" in said.out
    assert "BrokenProcessPool" not in said.out + said.err
    assert "2 go otherwise" in said.out
