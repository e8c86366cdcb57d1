"""A service with a match at it, and somebody who asks by bare HTTP."""

from collections.abc import Callable, Iterator, Mapping
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest

from core.kernel.log.keys import ARBITER, key_digest
from tests.support.patience import PATIENCE
from tests.support.serving import served


class Answer(msgspec.Struct, frozen=True):
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.body)


Ask = Callable[..., Answer]


def asking(url: str) -> Ask:
    """`ask("GET", "/health")`."""

    def ask(method: str, path: str, value: object = None, key: str | None = None, **headers: str) -> Answer:
        at = urlsplit(url)
        line = HTTPConnection(at.hostname or "", at.port, timeout=PATIENCE)
        body = None if value is None else value if isinstance(value, bytes) else msgspec.json.encode(value)
        sent = {name.replace("_", "-"): text for name, text in headers.items()}
        if body is not None:
            sent.setdefault("content-type", "application/json")
        if key is not None:
            sent["authorization"] = f"Bearer {key}"
        try:
            line.request(method, path, body, sent)
            answer = line.getresponse()
            return Answer(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
        finally:
            line.close()

    return ask


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with served(tmp_path / "matches.db", is_open=True) as address:
        yield address


@pytest.fixture
def ask(url: str) -> Ask:
    return asking(url)


KEYS = {"Ana": "a" * 32, "Bo": "b" * 32, ARBITER: "c" * 32}


def beginning(match: str = "azure-rose-777", client: str = "first", **more: object) -> dict[str, object]:
    """What begins a match of Ana and Bo."""
    keys = {name: key_digest(match, name, key) for name, key in KEYS.items()}
    who = {"game": "medieval", "seats": ["Ana", "Bo"], "practice": "may"}
    return {**who, "match": match, "client": client, "keys": keys, **more}


@pytest.fixture
def match(ask: Ask) -> str:
    begun = ask("POST", "/matches", beginning())
    assert begun.status == 201, begun.body
    return str(begun.json["shown"]["match"])
