"""What somebody is told: documents, pages, and errors as data. What is not to be seen looks like what is not there."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from time import perf_counter_ns
from typing import Final

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from cli.service import pages
from cli.service.asking import reads_pages, spoken
from cli.service.office import shut_out
from core.kernel.errors import HeraldError, Usage
from replays.live.document import nothing_page
from store.log import log, trace_of
from store.remote.problems import problem_of
from store.remote.wire import Problem, encode

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
    "no_such_method": 405,
    "other_rows_held": 409,
    "key_needed": 401,
    "key_of_nobody": 401,
    "key_replaced": 401,
    "body_too_long": 413,
    "too_many": 429,
    "too_much_work": 429,
    "not_json": 415,
    "too_slow": 408,
    "crowded_there": 503,
    "failed_inside": 500,
}
"""by its reason, where that says more."""

UNAUTHORIZED: Final = 401

REQUEST_ID: Final = re.compile(r"[\w.:-]{1,64}", re.ASCII)
"""How a proxy may name a request; it is named so in the answer and in the log."""

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


def status_of(error: HeraldError) -> int:
    """For who reads nothing else."""
    return STATUS_OF.get(error.why, STATUS.get(error.code, 500))


def refused(error: HeraldError, told: Problem | None = None) -> Response:
    """An error as data; `told`: in words, too."""
    status = status_of(error)
    asks = {"www-authenticate": "Bearer"} if status == UNAUTHORIZED else {}
    return said(told or problem_of(error), status, **asks)


async def not_asked(request: Request, problem: Exception) -> Response:
    """Of an address, or a method, of which there is nothing in the table of what can be asked."""
    headers: Mapping[str, str] = getattr(problem, "headers", None) or {}
    allowed = headers.get("Allow")
    word = request.scope["path"] if allowed is None else request.method
    response = _nothing_there(request, Usage("no_such_page" if allowed is None else "no_such_method", word=word))
    if allowed is not None:
        response.headers["allow"] = allowed
    return response


def _nothing_there(request: Request, error: HeraldError) -> Response:
    """A page for who reads pages, with the way to those that there are; programs read it as any error."""
    response = html(nothing_page(spoken(request)), status_of(error)) if reads_pages(request) else refused(error)
    response.headers["vary"] += ", accept"
    return response


async def _wait(begun: int) -> None:
    """Until a whole number of moments has passed."""
    passed = (perf_counter_ns() - begun) / 1e9
    await asyncio.sleep(MOMENT - passed % MOMENT)


def _named(request: Request) -> Mapping[str, str]:
    """The id that a proxy gave to the request, if any."""
    found = request.headers.get("x-request-id", "")
    return {"request": found} if REQUEST_ID.fullmatch(found) else {}


def guarded(handler: Handler) -> Handler:
    """No error leaves a route as it is: a mistake of the program is an answer, and a line of the log."""

    async def answer(request: Request) -> Response:
        begun = perf_counter_ns()
        shut_out.set(False)
        named = _named(request)
        try:
            response = await handler(request)
        except HeraldError as error:
            response = _nothing_there(request, error) if error.why == "no_such_page" else refused(error)
        except ClientDisconnect:
            response = Response(status_code=400)
        except Exception as error:  # noqa: BLE001 - nobody outside sees what it was
            match = request.path_params.get("match", "")
            log().error("failed", what=handler.__name__, match=match, traceback=trace_of(error), **named)
            response = refused(HeraldError("failed_inside"))
        if shut_out.get():
            await _wait(begun)
        us = (perf_counter_ns() - begun) // 1000
        log().info("asked", what=handler.__name__, status=response.status_code, us=us, **named)
        if named:
            response.headers["x-request-id"] = named["request"]
        return response

    return answer
