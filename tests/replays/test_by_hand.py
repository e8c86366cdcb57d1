"""docs/log.md says enough: whoever has a file, SHA-256 and a JSON parser can check it, without this program."""

import json
from hashlib import sha256
from typing import Any

import pytest

from core.games import game_named
from core.kernel.log.log import Log
from core.kernel.rules.chance import stream
from replays.files.export import export
from tests.replays.tables import begin, club, go_on


@pytest.fixture(scope="module")
def log() -> Log:
    with club() as matches:
        log = begin(matches, game_named("medieval"), 3)
        return go_on(matches, log, stream("by hand", 1), quarrels=10)


def h(tag: str, *parts: object) -> str:
    state = sha256()
    for part in (f"herald {tag} 1", *parts):
        data = str(part).encode()
        state.update(len(data).to_bytes(8, "big") + data)
    return state.hexdigest()


def body_of(line: str) -> str:
    """The text of the body: from its `{` to its `}`."""
    begin = len('{"body":')
    _, length = json.JSONDecoder().raw_decode(line[begin:])
    return line[begin : begin + length]


def opened_in(text: str) -> list[tuple[list[int], str, str]]:
    """Box, salt and value of everything that a body opens: the value as the text that stands there."""
    found: list[tuple[list[int], str, str]] = []
    at = 0
    while (at := text.find('{"box":[', at)) >= 0:
        box, end = json.JSONDecoder().raw_decode(text[at + len('{"box":') :])
        rest = text[at + len('{"box":') + end :]
        if rest.startswith(',"salt":'):
            salt, more = json.JSONDecoder().raw_decode(rest[len(',"salt":') :])
            value_at = len(',"salt":') + more + len(',"value":')
            _, length = json.JSONDecoder().raw_decode(rest[value_at:])
            found.append((box, salt, rest[value_at : value_at + length]))
        at += 1
    return found


@pytest.mark.parametrize("view", ["full", "public", "seat Bo"])
def test_by_hand(log: Log, view: str) -> None:
    lines = b"".join(export(log, view)).decode().splitlines()
    header = json.loads(lines[0])
    rest = "".join(f"{line}\n" for line in lines[1:])
    empty = lines[0].replace(header["sum"], "")
    assert header["sum"] == h("file", empty, sha256(rest.encode()).hexdigest())
    match, before = header["match"], h("match", header["match"])
    rows: list[dict[str, Any]] = [json.loads(line) for line in lines[1:]]
    opened = 0
    for number, (line, row) in enumerate(zip(lines[1:], rows, strict=True), 1):
        body = body_of(line)
        assert (row["body"]["match"], row["body"]["seq"]) == (match, number)
        before = h("row", before, sha256(body.encode()).hexdigest(), *row["commits"])
        assert row["digest"] == before
        beside = [([number, box], *opening.values()) for box, opening in enumerate(row["openings"]) if opening]
        for (at, box), salt, value in [*beside, *opened_in(body)]:
            assert rows[at - 1]["commits"][box] == h("box", match, at, box, salt, value)
            opened += 1
    assert (before, len(rows)) == (header["head"], header["rows"])
    assert opened > 20
