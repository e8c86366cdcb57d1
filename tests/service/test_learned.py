"""What the host, and who stands before it, learns of its players beside the moves."""

import re
from collections.abc import Iterator
from pathlib import Path
from shlex import split
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner

from cli.main import herald
from store.log import configure
from tests.cli.conftest import Said
from tests.cli.conftest import home as home  # noqa: PLC0414 - a fixture
from tests.service.conftest import KEYS, Ask
from tests.support.relay import Relay, relayed
from tests.support.serving import served

LOOKS = (
    "show",
    "show @@1 --html -",
    "moves",
    "why 'monarch 2'",
    "move --dry-run 'monarch 1'",
    "log",
    "replay @",
    "explain",
    "export -o match.jsonl",
    "verify",
)
"""Commands that read a match at home."""


def run(line: str) -> Said:
    result = CliRunner().invoke(herald, split(line))
    return Said(result.exit_code, result.stdout, result.stderr)


@pytest.fixture
def between(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Relay]:
    """Ana plays at a service; who does TLS before it hears what goes to and fro."""
    monkeypatch.chdir(home)
    monkeypatch.setenv("HERALD_SEAT", "Ana")
    with served(home / "matches.db") as url, relayed(urlsplit(url).port or 0) as relay:
        monkeypatch.setenv("HERALD_DB", f"http://127.0.0.1:{relay.port}")
        begun = run("new medieval Ana Bo --as Ana --practice may")
        assert begun.code == 0, begun.err
        yield relay


def test_who_looks_tells_that_somebody_looks_and_not_at_what(between: Relay) -> None:
    asked = set[bytes]()
    for line in LOOKS:
        between.asked.clear()
        said = run(line)
        assert said.code == 0, said.err
        asked.add(bytes(between.asked))
    (one,) = asked
    assert one.startswith(b"GET /matches/")
    assert one.count(b"HTTP/1.1") == 1


def test_between_the_proxy_and_the_service_keys_are_in_the_clear(between: Relay) -> None:
    """So both are the host's, and on one machine."""
    (key,) = re.findall(r" Ana +opens +(\w+)", run("key list --show").out)
    between.asked.clear()
    assert run("move 'monarch 1 # mine at last'").code == 0
    assert f"Bearer {key}".encode() in between.asked
    assert b"monarch 1 # mine at last" in between.asked


def test_nothing_of_who_asks_stands_in_the_programs_log(ask: Ask, match: str, tmp_path: Path) -> None:
    configure(file=tmp_path / "herald.log")
    try:
        for key in (KEYS["Ana"], "f" * 32, None):
            ask("GET", f"/matches/{match}/rows?after=0", key=key)
            ask("GET", f"/m/{match}?watch=somebody-looks-on", key=key)
            ask("POST", f"/matches/{match}/acts", {"do": {"kind": "move", "text": "monarch 1"}, "client": "x"}, key)
            ask("POST", "/sync", [{"match": match, "key": key or ""}])
    finally:
        configure()
    told = (tmp_path / "herald.log").read_text()
    assert told.count('"asked"') == 12
    assert [word for word in (*KEYS.values(), "f" * 32, "watch", "after", "Ana", "Bo", "monarch") if word in told] == []
