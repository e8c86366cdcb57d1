"""The routes. Each goes through the door (`door.py`); what is not allowed is said as data."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from time import perf_counter_ns
from typing import Any, Final, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from cli.service import pages
from cli.service.bells import Bells
from cli.service.limits import Limits
from cli.service.office import Office, shut_out
from cli.service.openapi import Endpoint, document
from core.kernel.errors import HeraldError, Usage
from replays.live.document import closed_page, home_page
from store.acts import Watcher
from store.log import log
from store.remote.door import Visitor, begun, wanted
from store.remote.problems import problem_of
from store.remote.wire import Asked, Begin, Branch, Done, Link, Problem, Shown, Synced, Wanted, encode

V = TypeVar("V")

BODY: Final = 2**17
"""Bytes of an act: a line of moves is shorter."""

BEGINNING: Final = 2**20
"""Bytes of a new match, which may bring an edition along."""

BATCH: Final = 200
"""Matches that can be asked about at once."""

DIGITS: Final = 9
"""Of a number in an address, at most."""

BEGINNINGS: Final = 30
"""Matches that one address can begin in an hour."""

LISTENERS: Final = 100
"""Listeners of one address."""

HEARTBEAT: Final = 15.0
"""Seconds after which a listener hears that we are still there."""

STATUS: Final[Mapping[str, int]] = {
    "usage": 400,
    "edition": 400,
    "refused": 422,
    "not_your_turn": 409,
    "not_allowed": 403,
    "hidden": 403,
    "stale": 412,
    "damaged": 500,
    "failure": 503,
}
"""By the code of the error;"""

STATUS_OF: Final[Mapping[str, int]] = {
    "unknown_match": 404,
    "no_such_row": 404,
    "no_such_page": 404,
    "other_rows_held": 409,
    "key_needed": 401,
    "key_of_nobody": 401,
    "key_replaced": 401,
    "body_too_long": 413,
    "too_many": 429,
}
"""by its reason, where that says more."""

UNAUTHORIZED: Final = 401

MOMENT: Final = 0.2
"""Seconds. That there is nothing to see is told after so long, or twice as long, and so on: how long a match that is
there was looked at shows no more than what is said of it."""

PRIVATE: Final = {
    "cache-control": "private, no-store",
    "vary": "authorization",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}
Handler = Callable[[Request], Awaitable[Response]]
"""Answers a request."""


def said(value: object, status: int = 200, **headers: str) -> Response:
    """A document."""
    return Response(encode(value), status, {**PRIVATE, **headers}, media_type="application/json")


def html(page: str, status: int = 200) -> Response:
    """A page."""
    return Response(page, status, {**PRIVATE, **pages.PAGE}, media_type="text/html")


def spoken(request: Request) -> str:
    """The language of who asks."""
    return pages.language(request.query_params.get("lang"), request.headers.get("accept-language", ""))


def status_of(error: HeraldError) -> int:
    """For who reads nothing else."""
    return STATUS_OF.get(error.why, STATUS.get(error.code, 500))


def refused(error: HeraldError, told: Problem | None = None) -> Response:
    """An error as data; `told`: in words, too."""
    status = status_of(error)
    asks = {"www-authenticate": "Bearer"} if status == UNAUTHORIZED else {}
    return said(told or problem_of(error), status, **asks)


async def _wait(begun: int) -> None:
    """Until a whole number of moments has passed."""
    passed = (perf_counter_ns() - begun) / 1e9
    await asyncio.sleep(MOMENT - passed % MOMENT)


def _guarded(handler: Handler) -> Handler:
    """No error leaves a route as it is."""

    async def answer(request: Request) -> Response:
        begun = perf_counter_ns()
        shut_out.set(False)
        try:
            response = await handler(request)
        except HeraldError as error:
            response = refused(error)
        except ClientDisconnect:
            response = Response(status_code=400)
        if shut_out.get():
            await _wait(begun)
        us = (perf_counter_ns() - begun) // 1000
        log().info("asked", what=handler.__name__, status=response.status_code, us=us)
        return response

    return answer


def bearer(request: Request) -> str | None:
    """The key that came along."""
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    return key.strip() or None if scheme.casefold() == "bearer" else None


def address(request: Request) -> str:
    """Where somebody asks from."""
    return request.client.host if request.client is not None else ""


async def body(request: Request, kind: type[V], most: int = BODY) -> V:
    """What was sent, as the type it must be of."""
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > most:
            raise Usage("body_too_long", most=most)
    try:
        return msgspec.json.decode(bytes(data), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise Usage("not_understood", detail=str(problem)) from problem


async def batch(request: Request) -> list[Wanted]:
    """Many matches that somebody asks about at once."""
    asked = await body(request, list[Wanted])
    if len(asked) > BATCH:
        raise Usage("too_many_at_once", most=BATCH)
    return asked


def number(request: Request, name: str) -> int:
    """A number from the address; 0 where there is none."""
    return number_of(request.query_params.get(name, "0"), name)


def number_of(text: str, name: str) -> int:
    """A number of rows."""
    if not text.isascii() or not text.isdecimal() or len(text) > DIGITS:
        raise Usage("not_understood", detail=name)
    return int(text)


class Health(msgspec.Struct, frozen=True):
    """We are there."""

    herald: int
    listeners: int


ENDPOINTS: Final = (
    Endpoint("/health", "GET", "health", "Is the service there, and can its database be read?", Health),
    Endpoint("/matches", "POST", "begin", "A match begins, once.", Done, Begin, (200, 201)),
    Endpoint(
        "/matches/{match}/rows",
        "GET",
        "rows",
        "The rows after a number, as who asks may know them.",
        Shown,
        query={"after": "number", "view": "view"},
    ),
    Endpoint(
        "/matches/{match}/acts",
        "POST",
        "acts",
        "Something is done, once.",
        Done,
        Asked,
        (200, 201),
        {"lang": "text"},
    ),
    Endpoint("/matches/{match}/forks", "POST", "forks", "What if? A match of its own, once.", Done, Branch, (200, 201)),
    Endpoint("/matches/{match}/watchers", "GET", "watchers", "The spectators' links in force.", list[Watcher]),
    Endpoint("/matches/{match}/watchers", "POST", "let_watch", "A spectators' link.", Watcher, Link, (201,)),
    Endpoint(
        "/matches/{match}/watchers",
        "DELETE",
        "end_watch",
        "A spectators' link is withdrawn; without a number all that one made (the arbiter: all).",
        list[Watcher],
        query={"number": "number"},
    ),
    Endpoint(
        "/matches/{match}/feed",
        "GET",
        "feed",
        "A line each time that rows have come in.",
        "text/event-stream",
        query={"after": "number"},
    ),
    Endpoint("/sync", "POST", "sync", "Many matches at once.", list[Synced], list[Wanted]),
    Endpoint("/", "GET", "home", "The page on which a browser lists its matches.", "text/html", query={"lang": "text"}),
    Endpoint(
        "/m/{match}",
        "GET",
        "page",
        "The page of a match, as whoever asks without a key may know it.",
        "text/html",
        query={"lang": "text", "watch": "text"},
    ),
    Endpoint("/static/{name}", "GET", "static", "A script or the style sheet of a page.", "*/*"),
    Endpoint(
        "/told",
        "POST",
        "mine",
        "One's own matches, for a list.",
        list[pages.Listed],
        list[Wanted],
        query={"lang": "text"},
    ),
    Endpoint(
        "/matches/{match}/told",
        "GET",
        "told",
        "What the page of a match shows, for whoever asks.",
        pages.Told,
        query={"lang": "text", "after": "number", "every": "number"},
    ),
    Endpoint(
        "/matches/{match}/complete",
        "POST",
        "complete",
        "How a line goes on that a seat is typing.",
        pages.Completed,
        pages.Typed,
        query={"lang": "text"},
    ),
    Endpoint("/openapi.json", "GET", "openapi", "What can be asked.", dict[str, Any]),
)
"""All that can be asked; each has a method of `Service`."""

PATHS: Final = [one.path for one in ENDPOINTS]


class Service:
    """The routes over one office."""

    def __init__(self, office: Office, *, beginnings: int = BEGINNINGS, listeners: int = LISTENERS) -> None:
        self.office = office
        self.bells = Bells(office)
        self.limits = Limits(beginnings=beginnings, listeners=listeners)
        self.app = Starlette(lifespan=self._life, routes=[self._route(path) for path in dict.fromkeys(PATHS)])

    def _route(self, path: str) -> Route:
        """All that can be asked at a path: so a method that cannot is told which can."""
        found = {one.method: _guarded(getattr(self, one.name)) for one in ENDPOINTS if one.path == path}

        async def answer(request: Request) -> Response:
            return await found["GET" if request.method == "HEAD" else request.method](request)  # HEAD asks as GET does

        return Route(path, answer, methods=list(found))

    @asynccontextmanager
    async def _life(self, _: Starlette) -> AsyncGenerator[None]:
        watching = asyncio.create_task(self.bells.watch())
        yield
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching
        await asyncio.to_thread(self.office.close)

    async def health(self, _: Request) -> Response:
        """Are we there, and can the database be read?"""
        await self.office.ask("", lambda desk: desk.knows("?"))
        return said(Health(1, len(self.bells)))

    async def openapi(self, _: Request) -> Response:
        """What can be asked."""
        return said(document(ENDPOINTS))

    async def rows(self, request: Request) -> Response:
        """The rows after a number, as who asks may know them."""
        match, key, after = request.path_params["match"], bearer(request), number(request, "after")
        view = request.query_params.get("view")
        if view not in {None, "full"}:
            raise Usage("not_understood", detail="view")
        full = view == "full"
        shown = await self.office.ask(match, lambda desk: Visitor(desk, match, key).shown(after, full=full))
        tag = f'"{shown.digest[:32]}.{after}.{int(full)}.{msgspec.json.encode(shown.reader).hex()}"'
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers={**PRIVATE, "etag": tag})
        return said(shown, etag=tag)

    async def acts(self, request: Request) -> Response:
        """Something is done, once."""
        match, key = request.path_params["match"], bearer(request)
        asked = await body(request, Asked)
        try:
            done = await self.office.ask(match, lambda desk: Visitor(desk, match, key).acts(asked))
        except HeraldError as error:
            if "lang" not in request.query_params:
                raise
            why, lang = error, spoken(request)
            return refused(why, await self.office.ask(match, lambda desk: pages.said(desk, match, key, why, lang)))
        self.bells.ring(match, done.shown.head)
        return said(done, 200 if done.repeated else 201)

    async def forks(self, request: Request) -> Response:
        """What if? A match of its own, once."""
        match, key = request.path_params["match"], bearer(request)
        asked = await body(request, Branch)
        self.limits.begins(address(request))
        done = await self.office.ask(match, lambda desk: Visitor(desk, match, key).forks(asked))
        return said(done, 200 if done.repeated else 201, location=f"/matches/{done.shown.match}")

    async def watchers(self, request: Request) -> Response:
        """The spectators' links in force."""
        match, key = request.path_params["match"], bearer(request)
        return said(await self.office.ask(match, lambda desk: Visitor(desk, match, key).watchers()))

    async def let_watch(self, request: Request) -> Response:
        """A spectators' link."""
        match, key = request.path_params["match"], bearer(request)
        link = await body(request, Link)
        return said(await self.office.ask(match, lambda desk: Visitor(desk, match, key).lets_watch(link.digest)), 201)

    async def end_watch(self, request: Request) -> Response:
        """A spectators' link is withdrawn; who listens by it hears nothing more."""
        match, key = request.path_params["match"], bearer(request)
        numbers = [number(request, "number")] if "number" in request.query_params else []
        gone = await self.office.ask(match, lambda desk: Visitor(desk, match, key).ends_watch(numbers))
        self.bells.wake(match)
        return said(gone)

    async def begin(self, request: Request) -> Response:
        """A match begins, once."""
        new = await body(request, Begin, BEGINNING)
        self.limits.begins(address(request))
        done = await self.office.ask(new.match, lambda desk: begun(desk, new))
        return said(done, 200 if done.repeated else 201, location=f"/matches/{done.shown.match}")

    # --- pages

    async def home(self, request: Request) -> Response:
        """The page on which a browser lists its matches."""
        return html(home_page(spoken(request)))

    async def page(self, request: Request) -> Response:
        """The page of a match; one that is not shown looks like one that is not there."""
        match, token, lang = request.path_params["match"], request.query_params.get("watch"), spoken(request)
        try:
            return html(await self.office.ask(match, lambda desk: pages.document(desk, match, token, lang)))
        except HeraldError as error:
            return html(closed_page(match, lang), status_of(error))

    async def static(self, request: Request) -> Response:
        """A script or the style sheet of a page."""
        content, kind = pages.file(request.path_params["name"])
        tag = pages.tag_of(content)
        headers = {"cache-control": "no-cache", "etag": tag, "x-content-type-options": "nosniff"}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(content, headers=headers, media_type=kind)

    async def mine(self, request: Request) -> Response:
        """One's own matches, for a list."""
        asked, lang = await batch(request), spoken(request)
        return said([await self._listed(one, lang) for one in asked])

    async def _listed(self, one: Wanted, lang: str) -> pages.Listed:
        return await self.office.ask(one.match, lambda desk: pages.listed(desk, one, lang))

    async def told(self, request: Request) -> Response:
        """What the page of a match shows, for whoever asks."""
        match, key, after = request.path_params["match"], bearer(request), number(request, "after")
        lang, every = spoken(request), number(request, "every") > 0
        return said(await self.office.ask(match, lambda desk: pages.told(desk, match, key, lang, after, every=every)))

    async def complete(self, request: Request) -> Response:
        """How a line goes on that a seat is typing."""
        match, key, lang = request.path_params["match"], bearer(request), spoken(request)
        asked = await body(request, pages.Typed)
        return said(await self.office.ask(match, lambda desk: pages.complete(desk, match, key, lang, asked.typed)))

    # --- many

    async def sync(self, request: Request) -> Response:
        """Many matches at once."""
        return said([await self._shown(one) for one in await batch(request)])

    async def _shown(self, one: Wanted) -> Synced:
        try:
            return Synced(await self.office.ask(one.match, lambda desk: wanted(desk, one)))
        except HeraldError as error:
            return Synced(problem=problem_of(error))

    async def feed(self, request: Request) -> Response:
        """A line each time that rows have come in."""
        match, key = request.path_params["match"], bearer(request)
        last = request.headers.get("last-event-id")
        known = number(request, "after") if last is None else number_of(last, "last-event-id")
        self.limits.admits(address(request))
        shown = await self.office.ask(match, lambda desk: Visitor(desk, match, key).shown())
        events = self._events(match, key, shown.head, known, address(request))
        return StreamingResponse(events, headers={**PRIVATE, "x-accel-buffering": "no"}, media_type="text/event-stream")

    async def _events(self, match: str, key: str | None, head: int, known: int, address: str) -> AsyncIterator[bytes]:
        with self.limits.listening(address), self.bells.listening(match, head) as bell:
            yield b"retry: 2000\n\n"
            while not self.bells.closing:
                bell.clear()
                if not await self._may_look(match, key):
                    return
                now = self.bells.head(match)
                if now > known:
                    known = now
                    yield b"id: %d\nevent: rows\ndata: %d\n\n" % (now, now)
                with suppress(TimeoutError):
                    await asyncio.wait_for(bell.wait(), HEARTBEAT)
                    continue
                yield b": still here\n\n"

    async def _may_look(self, match: str, key: str | None) -> bool:
        """A key can be replaced, and a spectators' link withdrawn, while somebody listens."""
        if self.office.is_open:
            return True
        try:
            await self.office.ask(match, lambda desk: Visitor(desk, match, key))
        except HeraldError:
            return False
        return True
