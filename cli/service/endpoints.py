"""All that can be asked, as a table: the routes, the description of them, and the tests are made of it."""

from typing import Any, Final

import msgspec

from cli.service import pages
from cli.service.openapi import Endpoint
from replays.live.rulings import Rulings
from store.acts import Watcher
from store.remote.wire import Asked, Begin, Branch, Done, Link, Shown, Synced, Wanted


class Health(msgspec.Struct, frozen=True):
    """We are there."""

    herald: int
    listeners: int


ENDPOINTS: Final = (
    Endpoint(
        "/health", "GET", "health", "Is the service there, can its database be read, and are new rows noticed?", Health
    ),
    Endpoint("/matches", "POST", "begin", "A match begins, once.", Done, Begin, (200, 201)),
    Endpoint(
        "/matches/{match}/rows",
        "GET",
        "rows",
        "Rows after a number, as who asks may know them: as many as one answer holds.",
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
    Endpoint(
        "/sync",
        "POST",
        "sync",
        "Many matches at once: as many of the first ones as one answer holds.",
        list[Synced],
        list[Wanted],
    ),
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
        "One's own matches, for a list: as many of the first ones as one answer holds.",
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
        "/matches/{match}/rulings",
        "GET",
        "rulings",
        "What a seat can ask the table to read otherwise.",
        Rulings,
        query={"lang": "text"},
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
