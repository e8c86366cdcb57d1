"""The service asked without a network: exactly what it says, byte for byte, and nothing of how long that took."""

import asyncio
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

import msgspec
from msgspec import Struct

from cli.service.app import Service


class Asking(Struct, frozen=True):
    """A request."""

    method: str
    path: str
    body: bytes | None = None
    key: str | None = None
    headers: tuple[tuple[str, str], ...] = ()
    query: str = ""
    meanwhile: "Asking | None" = None  # asked while a stream is listened to

    def scope(self) -> dict[str, Any]:
        headers = [("host", "testserver"), *self.headers]
        if self.body is not None and all(name != "content-type" for name, _ in headers):
            headers.append(("content-type", "application/json"))
        if self.key is not None:
            headers.append(("authorization", f"Bearer {self.key}"))
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "method": self.method,
            "scheme": "http",
            "path": self.path,
            "raw_path": quote(self.path).encode(),
            "query_string": self.query.encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in headers],
            "client": ("192.0.2.1", 50_000),
            "server": ("testserver", 80),
        }


class Said(Struct):
    """Status, headers, and what came, piece by piece."""

    status: int = 0
    headers: Sequence[tuple[str, str]] = ()
    parts: Sequence[str] = ()

    def header(self, name: str) -> str:
        return next((value for known, value in self.headers if known == name), "")


def get(path: str, key: str | None = None, query: str = "", **headers: str) -> Asking:
    named = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    return Asking("GET", path, None, key, named, query)


def delete(path: str, key: str | None = None, query: str = "") -> Asking:
    return Asking("DELETE", path, None, key, (), query)


def post(path: str, value: object, key: str | None = None, query: str = "") -> Asking:
    return Asking("POST", path, value if isinstance(value, bytes) else msgspec.json.encode(value), key, query=query)


async def ask(service: Service, asking: Asking) -> Said:
    """What comes back; of a stream what comes until `meanwhile` was done and all bells have rung."""
    said = Said()
    parts: list[str] = []
    begun = asyncio.Event()

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": asking.body or b"", "more_body": False}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            said.status = message["status"]
            said.headers = [(name.decode(), value.decode()) for name, value in message["headers"]]
        elif message.get("body"):
            parts.append(message["body"].decode())
            begun.set()

    answering = asyncio.ensure_future(service.app(asking.scope(), receive, send))
    listening = asyncio.ensure_future(begun.wait())
    await asyncio.wait({answering, listening}, return_when=asyncio.FIRST_COMPLETED)
    listening.cancel()
    if not answering.done():
        if asking.meanwhile is not None:
            await ask(service, asking.meanwhile)
            await asyncio.sleep(0)
        service.bells.close()
    await answering
    said.parts = parts
    return said
