"""What somebody may ask a service about a match: for each route of `ENDPOINTS` requests that two worlds answer alike.

A new route finds its place in `REQUESTS`; a test fails for one that has none. Each gets `Asks`: who asks, about which
match, at which row, and what can be tried as a move (`typing`).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from core.games import game_named
from core.kernel.log.keys import ARBITER, key_digest, watch_digest
from tests.contract.desk import own_key
from tests.contract.typed import Typing, nonsense_behind
from tests.service.asgi import Asking, delete, get, post

WRONG = "f" * 32
"""A key of nobody."""

TOKEN = "t" * 32
"""A spectators' link to the match, where its seats have keys."""

BESIDE = "azure-rose-777"
"""Another match, which begins."""

NEW = "0123456789abcdef" * 2
"""One that is not yet in use."""


class Asks(Struct, frozen=True):
    """Somebody at a match. `key`: theirs, a spectator's token; None where nobody has one."""

    typing: Typing
    name: str | None
    key: str | None
    keys: str  # what the keys of the match are made of; "": it has none

    @property
    def at(self) -> str:
        return f"/matches/{self.typing.match}"

    def keys_tried(self) -> Iterator[str | None]:
        """One's own, a spectator's, none, a wrong one. Another seat's would show what that seat may know."""
        yield from dict.fromkeys((self.key, TOKEN, None, WRONG))

    def does(self, kind: str, key: str | None, **more: object) -> Asking:
        """An act, sent with the client id `once`."""
        beside = ("seat", "reason", "after")
        asked: dict[str, object] = {name: more.pop(name) for name in beside if name in more}
        asked |= {"do": {"kind": kind, **more}, "client": "once"}
        return post(f"{self.at}/acts", asked, key)


def _rows(a: Asks) -> list[Asking]:
    row, earlier, path = a.typing.row, a.typing.earlier, f"{a.at}/rows"
    numbers = [f"after={after}" for after in (0, earlier, row, row + 1, "x")]
    views = ["view=full", "view=all", f"after={row}&view=full"]
    mine = [get(path, key, query) for key in a.keys_tried() for query in (*numbers, *views)]
    tags = ('"x"', "*", f'"{"0" * 32}.0.0.6e756c6c"')
    return [*mine, *(get(path, a.key, if_none_match=tag) for tag in tags)]


def _acts(a: Asks) -> list[Asking]:
    typing, key = a.typing, a.key
    moves = [a.does("move", key, text=text) for text in (*typing.harmless, *nonsense_behind(typing.texts))]
    stale = [
        a.does("move", key, text=text, expect=row) for text in typing.texts for row in (typing.row - 1, typing.row + 1)
    ]
    foreign = [a.does("move", other, text=text) for text in typing.texts[:3] for other in (None, WRONG)]
    seats = [a.does("move", key, text=typing.texts[0], seat=seat) for seat in (*typing.seats, ARBITER, "Nobody")]
    told = [msgspec.structs.replace(one, query=lang) for one in (*moves, *foreign) for lang in LANGS]
    return [*moves, *stale, *foreign, *seats, *told, *_deeds(a), *_malformed(a)]


def _deeds(a: Asks) -> list[Asking]:
    key, row, match = a.key, a.typing.row, a.typing.match
    whose = a.name or ARBITER
    arbiter = own_key(ARBITER, a.keys) or None
    asked = [a.does("undo", key), a.does("undo", key, to=a.typing.earlier, after=row), a.does("undo", key, to=999)]
    answers = [a.does(kind, key, row=number) for kind in ("agree", "decline") for number in (1, a.typing.earlier, row)]
    news = [a.does("key", key, digest=key_digest(match, whose, NEW)), a.does("key", key, digest="short")]
    judged = [a.does(kind, arbiter, reason="a dispute") for kind in ("undo", "redo", "give-up", "join")]
    readings = [{one.option: one.readings[-1]} for one in game_named(a.typing.game).rulings[:6]] + [{}, {"x": "y"}]
    ruled = [a.does("ruling", key, rulings=one, why="a dispute") for one in readings]
    ruled += [a.does("ruling", arbiter, reason="a dispute", rulings=one, why="a dispute") for one in readings[:3]]
    enters = [a.does("join", key), a.does("join", key, committed="x"), a.does("nonce", key, nonce=NEW)]
    return [*asked, *answers, *news, *enters, *judged, *ruled, a.does("redo", key), a.does("give-up", key)]


def _malformed(a: Asks) -> list[Asking]:
    bodies: Sequence[bytes] = (b"", b"{", b"\xff", b'{"do":{"kind":"cheat"},"client":"x"}', b"[" * 9_999, b" " * 2**18)
    return [post(f"{a.at}/acts", body, a.key) for body in bodies]


def _forks(a: Asks) -> list[Asking]:
    """What if? Once, as who asks may know it."""

    def branches(row: int, key: str | None, **more: object) -> Asking:
        keys = {name: key_digest(BESIDE, name, NEW) for name in (*a.typing.seats, ARBITER)}
        asked: dict[str, object] = {"row": row, "client": "if", "match": BESIDE, "keys": keys, **more}
        return post(f"{a.at}/forks", asked, key)

    rows = (0, a.typing.earlier, a.typing.row, a.typing.row + 1)
    arbiter = own_key(ARBITER, a.keys) or None
    taken = branches(a.typing.row, a.key, match=a.typing.match)
    mine = [branches(row, a.key, bots={}) for row in rows]
    return [*mine, *(branches(row, arbiter) for row in rows[1:3]), branches(1, TOKEN), branches(1, WRONG), taken]


def _watchers(a: Asks) -> list[Asking]:
    arbiter = own_key(ARBITER, a.keys) or None
    return [get(f"{a.at}/watchers", key) for key in (*a.keys_tried(), arbiter)]


def _let_watch(a: Asks) -> list[Asking]:
    path, arbiter = f"{a.at}/watchers", own_key(ARBITER, a.keys) or None
    digests = (watch_digest(a.typing.match, NEW), watch_digest(a.typing.match, TOKEN), "short")
    return [post(path, {"digest": digest}, key) for digest in digests for key in (*a.keys_tried(), arbiter)]


def _end_watch(a: Asks) -> list[Asking]:
    path, arbiter = f"{a.at}/watchers", own_key(ARBITER, a.keys) or None
    numbers = ("", "number=1", "number=2", "number=99", "number=x")
    return [delete(path, key, number) for number in numbers for key in (*a.keys_tried(), arbiter)]


def _begin(a: Asks) -> list[Asking]:
    """Another match beside this one, and one that would take its place."""

    def begins(match: str, client: str, **more: object) -> Asking:
        keys = {name: key_digest(match, name, NEW) for name in (*a.typing.seats, ARBITER)}
        new: dict[str, object] = {"game": a.typing.game, "seats": a.typing.seats, "client": client, "keys": keys}
        return post("/matches", {**new, "match": match, "practice": "fair", **more}, a.key)

    there = a.typing.match
    return [
        begins(BESIDE, "new"),
        begins(BESIDE, "new", keys={}),
        begins(BESIDE, "new", game="chess"),
        *(begins(there, client) for client in ("", "once", "new")),
    ]


def _feed(a: Asks) -> list[Asking]:
    path, row = f"{a.at}/feed", a.typing.row
    asked = [get(path, key, f"after={after}") for key in a.keys_tried() for after in (0, row, row + 1, "x")]
    resumed = [get(path, a.key, last_event_id=known) for known in ("0", str(row), "x")]
    last = a.typing.seats[-1]
    digest = key_digest(a.typing.match, last, NEW)
    told = a.does("key", own_key(last, a.keys) or None, digest=digest)
    return [*asked, *resumed, *(msgspec.structs.replace(one, meanwhile=told) for one in (*asked[:2], *resumed[:2]))]


def _sync(a: Asks) -> list[Asking]:
    def wanted(match: str, key: str | None, after: int) -> dict[str, Any]:
        return {"match": match, "after": after} | ({} if key is None else {"key": key})

    row, match = a.typing.row, a.typing.match
    mine = [wanted(match, key, after) for key in a.keys_tried() for after in (0, row, row + 1, -1)]
    return [
        *(post("/sync", [one, wanted("no-such-1", None, 0), wanted(match[:4], a.key, 0)]) for one in mine),
        post("/sync", mine),
        post("/sync", [{"match": match, "view": "full"}]),
        post("/sync", b"["),
    ]


LANGS = ("lang=en", "lang=fr")


def _page(a: Asks) -> list[Asking]:
    """Browsers show no key here."""
    path = f"/m/{a.typing.match}"
    asked = [get(path, None, query) for query in (*LANGS, "", "lang=de", f"watch={WRONG}", f"watch={TOKEN}")]
    return [*asked, get("/m/no-such-1", None, LANGS[0]), get(path, None, accept_language="fr, en;q=0.5")]


def _told(a: Asks) -> list[Asking]:
    path, row = f"{a.at}/told", a.typing.row
    news = [get(path, a.key, f"lang=fr&after={after}") for after in (1, a.typing.earlier, row, row + 1, "x")]
    news.append(get(path, a.key, "lang=en&every=1"))
    return [*(get(path, key, lang) for key in a.keys_tried() for lang in LANGS), *news]


def _mine(a: Asks) -> list[Asking]:
    keys = [{} if key is None else {"key": key} for key in a.keys_tried()]
    mine = [{"match": a.typing.match, **key} for key in keys]
    asked = (mine, *([one, {"match": "no-such-1"}] for one in mine))
    return [post("/told", many, None, lang) for many in asked for lang in LANGS]


def _rulings(a: Asks) -> list[Asking]:
    return [get(f"{a.at}/rulings", key, lang) for key in a.keys_tried() for lang in LANGS]


def _complete(a: Asks) -> list[Asking]:
    typing, path = a.typing, f"{a.at}/complete"
    texts = [*typing.harmless, *(text[: len(text) // 2] for text in typing.texts), "", "no such words", "x" * 9_999]
    mine = [post(path, {"typed": text}, a.key, lang) for text in texts for lang in LANGS]
    return [*mine, *(post(path, {"typed": ""}, key) for key in a.keys_tried()), post(path, b"{", a.key)]


REQUESTS: Mapping[str, Callable[[Asks], list[Asking]]] = {
    "health": lambda _: [get("/health")],
    "begin": _begin,
    "rows": _rows,
    "acts": _acts,
    "forks": _forks,
    "watchers": _watchers,
    "let_watch": _let_watch,
    "end_watch": _end_watch,
    "feed": _feed,
    "sync": _sync,
    "home": lambda _: [get("/", None, lang) for lang in LANGS],
    "page": _page,
    "static": lambda _: [get(f"/static/{name}") for name in ("herald.css", "match.js", "no.js")],
    "mine": _mine,
    "told": _told,
    "rulings": _rulings,
    "complete": _complete,
    "openapi": lambda _: [get("/openapi.json")],
}
"""By the name of the route."""

AT_NO_MATCH: Mapping[str, str] = {
    "begin": "of a match that begins nobody knows anything yet, and begun again it is shown to who brings its keys",
    "health": "is there, or not",
    "openapi": "says what can be asked of any match",
    "home": "is filled in the browser",
    "static": "is the same for everybody",
}
"""Routes that ask nothing of a match, and why."""
