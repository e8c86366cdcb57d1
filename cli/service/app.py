"""The routes. Each goes through the door (`door.py`); what is not allowed is said as data."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import Final

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cli.service import pages
from cli.service.answering import PRIVATE, guarded, html, not_asked, refused, said, status_of
from cli.service.asking import BEGINNING, address, batch, bearer, body, has, number, number_of, spoken
from cli.service.endpoints import ENDPOINTS, Health
from cli.service.feed import EVENTS, HEADERS, Feed
from cli.service.limits import ALL_LISTENERS, Limits
from cli.service.lines import most_lines
from cli.service.office import Office
from cli.service.openapi import document
from cli.service.traffic import Carried, Traffic
from core.kernel.errors import HeraldError, Usage
from replays.live.document import closed_page, home_page
from store.remote.door import ANSWER, Visitor, asked_before, begun, wanted
from store.remote.problems import problem_of
from store.remote.served import Served
from store.remote.wire import Asked, Begin, Branch, Done, Link, Synced, Wanted, encode

BEGINNINGS: Final = 30
"""Matches that one address can begin in an hour."""

LISTENERS: Final = 100
"""Listeners of one address."""

PROCESSOR: Final = 120.0
"""Seconds of processor that one address can have bots decide, and matches begin, in an hour."""

BATCHES: Final = 2
"""Requests about many matches that are worked on at once."""

BREATH: Final = 0.05
"""Seconds that such a request rests after each match: as long as that one took, and at most this long."""

PATHS: Final = [one.path for one in ENDPOINTS]


class Service:
    """The routes over one office."""

    def __init__(
        self,
        office: Office,
        *,
        beginnings: int = BEGINNINGS,
        listeners: int = LISTENERS,
        processor: float = PROCESSOR,
    ) -> None:
        self.office = office
        everybody = min(ALL_LISTENERS, most_lines() // 2)
        self.limits = Limits(beginnings=beginnings, listeners=listeners, processor=processor, all_listeners=everybody)
        self._batches = asyncio.Semaphore(BATCHES)
        self._feed = Feed(office, self.limits)
        self.bells = self._feed.bells
        self.routes = Starlette(
            lifespan=self._life,
            routes=[self._route(path) for path in dict.fromkeys(PATHS)],
            exception_handlers={HTTPException: not_asked},
        )
        self.routes.router.redirect_slashes = False  # it would lead to wherever the request says that it was sent
        self.app = Carried(self.routes, Traffic(), refused)

    def _route(self, path: str) -> Route:
        """All that can be asked at a path: so a method that cannot is told which can."""
        found = {one.method: guarded(getattr(self, one.name)) for one in ENDPOINTS if one.path == path}

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
        """Say that the service is there, or why its database cannot be read or its new rows go unnoticed."""
        await self.office.ask("", lambda desk: desk.knows("?"))
        if self.bells.problem is not None:
            raise self.bells.problem
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
        if has(request, tag):
            return Response(status_code=304, headers={**PRIVATE, "etag": tag})
        return said(shown, etag=tag)

    async def acts(self, request: Request) -> Response:
        """Something is done, once."""
        match, key = request.path_params["match"], bearer(request)
        asked = await body(request, Asked)
        try:
            purse = self.limits.purse(address(request))
            done = await self.office.ask(match, lambda desk: Visitor(desk, match, key).acts(asked), purse)
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
        return await self._begun(request, match, asked, lambda desk: Visitor(desk, match, key).forks(asked))

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
        return await self._begun(request, new.match, new, lambda desk: begun(desk, new))

    async def _begun(self, request: Request, match: str, new: Begin | Branch, do: Callable[[Served], Done]) -> Response:
        """What comes of asking for a match. Only one that begins counts as a beginning of who asks."""
        who = address(request)
        self.limits.asks(who)
        if await self.office.ask(new.match, lambda desk: asked_before(desk, new)):
            done = await self.office.ask(match, do)
        else:
            with self.limits.beginning(who) as began:
                done = await self.office.work(match, do, self.limits.purse(who))
                if not done.repeated:
                    began()
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
        if has(request, tag):
            return Response(status_code=304, headers=headers)
        return Response(content, headers=headers, media_type=kind)

    async def mine(self, request: Request) -> Response:
        """One's own matches, for a list: the first ones, as many as one answer holds."""
        lang = spoken(request)

        async def listed(one: Wanted, _: int) -> pages.Listed:
            return await self.office.ask(one.match, lambda desk: pages.listed(desk, one, lang))

        return await self._each(request, listed)

    async def told(self, request: Request) -> Response:
        """What the page of a match shows, for whoever asks."""
        match, key, after = request.path_params["match"], bearer(request), number(request, "after")
        lang, every = spoken(request), number(request, "every") > 0
        return said(await self.office.ask(match, lambda desk: pages.told(desk, match, key, lang, after, every=every)))

    async def rulings(self, request: Request) -> Response:
        """What a seat can ask the table to read otherwise."""
        match, key, lang = request.path_params["match"], bearer(request), spoken(request)
        return said(await self.office.ask(match, lambda desk: pages.unclear(desk, match, key, lang)))

    async def complete(self, request: Request) -> Response:
        """How a line goes on that a seat is typing."""
        match, key, lang = request.path_params["match"], bearer(request), spoken(request)
        asked = await body(request, pages.Typed)
        return said(await self.office.ask(match, lambda desk: pages.complete(desk, match, key, lang, asked.typed)))

    # --- many

    async def sync(self, request: Request) -> Response:
        """Many matches at once: the first ones of those that were asked about, as many as one answer holds."""
        return await self._each(request, self._shown)

    async def _each(self, request: Request, tell: Callable[[Wanted, int], Awaitable[object]]) -> Response:
        """Say something of each match, until the answer is as long as one may be. `tell` hears how much room is left.

        Few requests do so at a time: between two of their looks there is room for the acts of others.
        """
        with self.limits.batch(address(request)):
            asked = await batch(request)
            told, room = list[msgspec.Raw](), ANSWER
            async with self._batches:
                for one in asked:
                    begun = monotonic()
                    data = encode(await tell(one, room))
                    await asyncio.sleep(min(monotonic() - begun, BREATH))
                    told.append(msgspec.Raw(data))
                    room -= len(data)
                    if room <= 0:
                        break
            return said(told)

    async def _shown(self, one: Wanted, room: int) -> Synced:
        try:
            return Synced(await self.office.ask(one.match, lambda desk: wanted(desk, one, room)))
        except HeraldError as error:
            return Synced(problem=problem_of(error))

    async def feed(self, request: Request) -> Response:
        """A line each time that rows have come in."""
        match, key = request.path_params["match"], bearer(request)
        last = request.headers.get("last-event-id")
        known = number(request, "after") if last is None else number_of(last, "last-event-id")
        if request.method == "HEAD":  # nobody listens who wants no line
            await self._feed.check(match, key)
            return Response(headers=HEADERS, media_type=EVENTS)
        return await self._feed.listens(match, key, known, address(request))
