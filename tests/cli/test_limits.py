"""What is too long for a log is refused in words, and nothing of it is written."""

from pathlib import Path

import pytest

from core.kernel.log import limits
from tests.cli.conftest import PLACED, Herald
from tests.replays.test_measure import narrow

LONG = {
    "long_text": ("move", "@", "--as", "Ana", "place gold # " + "x" * 1_500_000),
    "long_line": ("move", "@", "--as", "Ana", "pass;" * 101),
    "long_client": ("move", "@", "--as", "Ana", "pass", "--id", "i" * 201),
    "long_reason": ("undo", "@", "--arbiter", "--reason", "r" * 1_001),
    "long_seed": ("new", "medieval", "Ana", "Bo", "--seed", "s" * 201),
    "no_text": ("move", "@", "--as", "Ana", "pass # \udcff"),
}


@pytest.mark.parametrize("why", LONG)
def test_what_is_too_long_is_refused_before_anything_is_written(run: Herald, match: str, why: str) -> None:
    before = run("log", match, "--json").out
    said = run(*LONG[why], "--json")
    assert (said.code, said.error["why"]) == (2, why)
    most = str(said.error.get("expected", ""))
    for lang in ("en", "fr"):
        told = run(*LONG[why], "--lang", lang)
        assert (told.code, told.out) == (2, "")
        assert most in told.err
        assert len(told.err) < 300
    assert run("log", match, "--json").out == before
    assert run("list", "--json").out.count('"match"') == 1


def test_a_rehearsal_says_it_too(run: Herald, match: str) -> None:
    said = run("move", match, "--as", "Ana", "--dry-run", "place gold # " + "x" * 1_000, "--json")
    assert (said.code, said.error["why"]) == (2, "long_text")


def test_the_longest_text_is_kept_and_exported(run: Herald, acting: str, home: Path) -> None:
    file = str(home / "match.jsonl")
    assert run("move", acting, "pass #".ljust(limits.TEXT.most, "\x01"), "--as", "Ana").code == 0
    assert run("export", acting, "-o", file).code == 0
    assert run("verify", file).code == 0


def test_a_full_match_says_so(run: Herald, acting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    narrow(monkeypatch, BACK=2)
    said = run("undo", acting, "--as", "Ana", "--json")
    assert (said.code, said.error["why"], said.error["expected"]) == (3, "full_back", 2)
    narrow(monkeypatch, ROWS=2)
    for lang, word in (("en", "the match is full"), ("fr", "la partie est pleine")):
        for how in ((), ("--dry-run",)):
            told = run("move", acting, "pass", "--as", "Ana", *how, "--lang", lang)
            assert (told.code, told.out) == (3, "")
            assert word in told.err
    narrow(monkeypatch, FORK=500)
    told = run("fork", acting, "--json")
    assert (told.code, told.error["why"]) == (3, "long_fork")
    assert run("list", "--json").out.count('"match"') == 1


def test_a_clock_that_stands_wrong(run: Herald, match: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = run("log", match, "--json").out
    with monkeypatch.context() as wrong:
        wrong.setattr("time.time", lambda: -86_400.0)
        for lang, word in (("en", "set the clock"), ("fr", "réglez d’abord l’horloge")):
            said = run("move", match, "--as", "Ana", PLACED["Ana"], "--lang", lang)
            assert (said.code, said.out) == (1, "")
            assert word in said.err
    assert run("log", match, "--json").out == before
