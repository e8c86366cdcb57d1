"""What somebody asks: key, address, language, numbers and documents, out of a request."""

import re
from collections import Counter
from typing import Final, TypeVar

import msgspec
from starlette.requests import Request

from cli.service import pages
from core.kernel.decoding import decode
from core.kernel.errors import Usage
from store.remote.wire import Wanted

V = TypeVar("V")

TAGS: Final = re.compile(r'(?:W/)?("[^"]*")')
"""Those of a list, without what says that they are weak; there may be commas in them."""

BODY: Final = 2**17
"""Bytes of an act: a line of moves is shorter."""

BEGINNING: Final = 2**20
"""Bytes of a new match, which may bring an edition along."""

BATCH: Final = 200
"""Matches that can be asked about at once."""

DIGITS: Final = 9
"""Of a number in an address, at most."""


def spoken(request: Request) -> str:
    """The language of who asks."""
    return pages.language(request.query_params.get("lang"), request.headers.get("accept-language", ""))


def reads_pages(request: Request) -> bool:
    """Is it a browser that somebody looks at? Programs want documents."""
    return "text/html" in request.headers.get("accept", "")


def bearer(request: Request) -> str | None:
    """The key that came along."""
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    return key.strip() or None if scheme.casefold() == "bearer" else None


def has(request: Request, tag: str) -> bool:
    """Does who asks hold what bears this tag already? Whether strongly or weakly (`W/`) makes no difference to that."""
    held = ", ".join(request.headers.getlist("if-none-match"))
    return held.strip() == "*" or tag in TAGS.findall(held)


def address(request: Request) -> str:
    """Where somebody asks from."""
    return request.client.host if request.client is not None else ""


async def body(request: Request, kind: type[V], most: int = BODY) -> V:
    """Return what was sent, as the type it must be of. Forms of other sites cannot send JSON, so only that is taken."""
    if request.headers.get("content-type", "").partition(";")[0].strip().casefold() != "application/json":
        raise Usage("not_json")
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > most:
            raise Usage("body_too_long", most=most)
    try:
        return decode(bytes(data), kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise Usage("not_understood", detail=str(problem)) from problem


async def batch(request: Request) -> list[Wanted]:
    """Many matches that somebody asks about at once, each of them once."""
    asked = await body(request, list[Wanted])
    if len(asked) > BATCH:
        raise Usage("too_many_at_once", most=BATCH)
    for match, times in Counter(one.match for one in asked).items():
        if times > 1:
            raise Usage("match_twice", word=match)
    return asked


def number(request: Request, name: str) -> int:
    """A number from the address; 0 where there is none."""
    return number_of(request.query_params.get(name, "0"), name)


def number_of(text: str, name: str) -> int:
    """A number of rows."""
    if not text.isascii() or not text.isdecimal() or len(text) > DIGITS:
        raise Usage("not_understood", detail=name)
    return int(text)
