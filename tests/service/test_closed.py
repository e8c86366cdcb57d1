"""Who may look at a service: whoever holds a key of the match, or a spectators' link. To others nothing is there."""

import asyncio
import re
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from http.client import HTTPConnection, HTTPResponse
from itertools import pairwise
from pathlib import Path
from statistics import median
from types import FrameType
from typing import Any, TypeVar
from unittest.mock import patch
from urllib.parse import urlsplit

import pytest

from cli.service.answering import MOMENT
from cli.service.app import Service
from cli.service.endpoints import ENDPOINTS
from cli.service.office import Office
from core.kernel.log.keys import ARBITER, key_digest, watch_digest
from store.remote.knocking import NAMES, NOBODY
from store.remote.served import Served
from store.sqlite.adapter import open_store
from store.watching import MOST
from tests.service import asgi
from tests.service.conftest import KEYS, Answer, Ask, beginning
from tests.support.patience import PATIENCE
from tests.support.serving import served

V = TypeVar("V")

TOKEN = "t" * 32
BODIES: dict[str, object] = {
    "acts": {"do": {"kind": "move", "text": "monarch 1"}, "client": "x"},
    "forks": {"row": 1, "client": "f", "match": "gules-lion-444", "keys": {}},
    "let_watch": {"digest": "0" * 64},
    "complete": {"typed": "mon"},
}
"""What is asked for at the routes of a match, by their names."""

OF_A_MATCH = [(one.method, one.path, one.name) for one in ENDPOINTS if "{match}" in one.path]


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    """As `herald serve` does it, unless it is told otherwise."""
    with served(tmp_path / "closed.db") as address:
        yield address


def asked(ask: Ask, route: tuple[str, str, str], match: str, key: str | None) -> Answer:
    method, path, name = route
    return ask(method, path.replace("{match}", match), BODIES.get(name), key)


def watching(ask: Ask, match: str, token: str = TOKEN, key: str = KEYS["Ana"]) -> int:
    """The number of a link that was made."""
    made = ask("POST", f"/matches/{match}/watchers", {"digest": watch_digest(match, token)}, key)
    assert made.status == 201, made.body
    return int(made.json["number"])


@pytest.mark.parametrize("route", OF_A_MATCH, ids=lambda route: route[2])
@pytest.mark.parametrize("key", [None, "f" * 32, TOKEN], ids=["no key", "another key", "another token"])
def test_a_match_that_is_not_ones_own_is_no_match(
    ask: Ask, match: str, route: tuple[str, str, str], key: str | None
) -> None:
    """Status, headers and body are those of a match that is not there, but for the name that was asked for."""
    missing = match.replace("777", "778")
    here, nowhere = asked(ask, route, match, key), asked(ask, route, missing, key)
    assert here.status == nowhere.status == 404
    assert here.body == nowhere.body.replace(missing.encode(), match.encode())
    assert b'"known":[' not in here.body.replace(b'"known":[]', b"")
    silent = {"date"}
    assert {k: v for k, v in here.headers.items() if k not in silent} == {
        k: v for k, v in nowhere.headers.items() if k not in silent
    }


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_without_scripts_its_page_says_what_opens_it(ask: Ask, match: str, lang: str) -> None:
    (instead,) = re.findall("<noscript>(.*?)</noscript>", ask("GET", f"/m/{match}?lang={lang}").body.decode())
    assert all(way in instead for way in ("watch=", "<code>herald accept</code>", "<code>herald key keep</code>"))


def test_nor_is_it_told_by_the_time_that_it_takes(ask: Ask, match: str) -> None:
    """Whoever brings something that may be a key has it looked at, and waits as long for a match that is not there."""

    def took(name: str, key: str | None) -> float:
        begun = time.perf_counter()
        assert ask("GET", f"/matches/{name}/rows", key=key).status == 404
        return time.perf_counter() - begun

    for key in (None, "f" * 32):
        assert min(took(match, key), took("azure-rose-778", key)) >= MOMENT * 0.99


def done_for(place: Path, path: str, key: str) -> Counter[str]:
    """What a service that has just begun does to refuse a look: the calls of its desk, by name; queries among them."""
    calls, service = Counter[str](), Service(Office(str(place), 1))

    def seen(frame: FrameType, event: str, arg: Any) -> None:
        if event in {"call", "c_call"}:
            calls[frame.f_code.co_qualname if event == "call" else arg.__qualname__] += 1

    honest = service.office.ask

    async def counted(match: str, do: Callable[[Served], V]) -> V:
        def work(desk: Served) -> V:
            sys.setprofile(seen)
            try:
                return do(desk)
            finally:
                sys.setprofile(None)

        return await honest(match, work)

    async def asked() -> int:
        await service.office.ask("", lambda desk: desk.knows("?"))
        with patch.object(service.office, "ask", counted):
            return (await asgi.ask(service, asgi.get(path, key))).status

    assert asyncio.run(asked()) == 404
    service.office.close()
    return calls


@pytest.mark.parametrize("route", ["rows", "told", "feed", "rulings", "watchers"])
def test_as_much_is_done_to_refuse_a_look_at_a_match_as_at_none(
    ask: Ask, match: str, route: str, tmp_path: Path
) -> None:
    """Nothing of the match is read for it, so it matters neither how long the match is nor whether it is at hand."""
    assert ask("GET", f"/matches/{match}/rows", key=KEYS["Ana"]).status == 200
    place = tmp_path / "closed.db"
    here, nowhere = (done_for(place, f"/matches/{name}/{route}", "f" * 32) for name in (match, "azure-rose-778"))
    assert here == nowhere
    assert here["Cursor.fetchone"] + here["Connection.execute"] > 1
    assert here["key_digest"] == NAMES


def test_nor_does_it_matter_how_many_keys_were_replaced(ask: Ask, match: str, tmp_path: Path) -> None:
    own = [KEYS["Bo"], "d" * 32, "e" * 32]
    for key, new in pairwise(own):
        act = {"do": {"kind": "key", "digest": key_digest(match, "Bo", new)}, "client": new}
        assert ask("POST", f"/matches/{match}/acts", act, key).status == 201
    assert done_for(tmp_path / "closed.db", f"/matches/{match}/rows", "f" * 32)["key_digest"] == NAMES


def test_no_name_keeps_its_seat_out(ask: Ask) -> None:
    """Keys are compared with those of nobody, too: nobody else is called so."""
    name = NOBODY[-1][0].replace(":", " ")
    keys = {who: key_digest("azure-rose-777", who, key * 32) for who, key in ((name, "a"), ("Bo", "b"), (ARBITER, "c"))}
    assert ask("POST", "/matches", beginning(seats=[name, "Bo"], keys=keys)).status == 201
    assert ask("GET", "/matches/azure-rose-777/rows", key="a" * 32).json["reader"] == name


@pytest.mark.parametrize("route", ["rows", "told"])
def test_a_key_that_was_replaced_is_told_so_and_a_new_one_opens(ask: Ask, match: str, route: str) -> None:
    new = {"do": {"kind": "key", "digest": key_digest(match, "Bo", "e" * 32)}, "client": "y"}
    assert ask("POST", f"/matches/{match}/acts", new, KEYS["Bo"]).status == 201
    assert ask("GET", f"/matches/{match}/{route}", key=KEYS["Bo"]).json["why"] == "key_replaced"
    assert ask("GET", f"/matches/{match}/{route}", key="e" * 32).status == 200


def test_what_says_of_keys_is_found_without_the_rest(ask: Ask, match: str, tmp_path: Path) -> None:
    """Also where somebody types what looks like it."""
    acts = f"/matches/{match}/acts"
    typed = {"do": {"kind": "move", "text": 'monarch 1 # "kind":"key"'}, "client": "x"}
    assert ask("POST", acts, typed, KEYS["Ana"]).status == 201
    new = {"do": {"kind": "key", "digest": key_digest(match, "Bo", "e" * 32)}, "client": "y"}
    assert ask("POST", acts, new, KEYS["Bo"]).status == 201
    with open_store(tmp_path / "closed.db", create=False) as store:
        rows = [bytes(row.body) for row in store.read(match)]
        assert store.locks(match) == [rows[0], rows[2]]
        assert store.locks("azure-rose-778") == []


@pytest.mark.soak
def test_nobody_measures_which_of_many_matches_there_are(ask: Ask) -> None:
    """Two hundred wrong keys in a batch, for matches that are there and for others, by turns."""
    there = [f"azure-rose-{number}" for number in range(100, 300)]
    for name in there:
        assert ask("POST", "/matches", beginning(name, name)).status == 201
    took: dict[bool, list[float]] = {True: [], False: []}
    for turn in range(20):
        names = there if turn % 2 else [name.replace("rose", "lion") for name in there]
        begun = time.perf_counter()
        found = ask("POST", "/sync", [{"match": name, "key": f"{turn:032}"} for name in names]).json
        took[bool(turn % 2)].append(time.perf_counter() - begun)
        assert {one["problem"]["why"] for one in found} == {"unknown_match"}
    here, nowhere = (median(took[there]) for there in (True, False))
    assert abs(here - nowhere) < MOMENT / 2, (here, nowhere)


def test_nor_by_asking_about_many(ask: Ask, match: str) -> None:
    for key in ({}, {"key": "f" * 32}):
        begun = time.perf_counter()
        found = ask("POST", "/sync", [{"match": match, **key}, {"match": "azure-rose-778", **key}]).json
        assert time.perf_counter() - begun >= MOMENT * 0.99
        assert [(one["shown"], one["problem"]["why"]) for one in found] == [(None, "unknown_match")] * 2


@pytest.mark.parametrize("name", ["Ana", "Bo", ARBITER])
def test_whoever_holds_a_key_looks(ask: Ask, match: str, name: str) -> None:
    shown = ask("GET", f"/matches/{match}/rows", key=KEYS[name])
    assert (shown.status, shown.json["reader"]) == (200, None if name == ARBITER else name)


def test_the_same_beginning_shows_nothing_to_who_has_other_keys(ask: Ask, match: str) -> None:
    assert ask("POST", "/matches", beginning()).json["shown"]["head"] == 1
    others = {name: key_digest(match, name, "guessed") for name in KEYS}
    refused = ask("POST", "/matches", beginning() | {"keys": others})
    assert (refused.status, refused.json["why"]) == (403, "begun_before")


def test_who_names_a_match_as_another_one_learns_no_more_than_that(ask: Ask, match: str) -> None:
    refused = ask("POST", "/matches", beginning(match, "second"))
    assert (refused.status, refused.json["why"], refused.json["terms"]) == (403, "id_taken", {"match": match})


@pytest.mark.parametrize(
    "name",
    [
        "",
        "a",
        "azure",
        "azure-rose",
        "azure-rose-77",
        "azure-rose-7777",
        "A b",
        "../x",
        "a\x1b[2J",
        "x" * 500,
        "é-é-٣٣٣",
    ],
)
def test_nobody_takes_a_name_that_keeps_others_from_beginning(ask: Ask, match: str, name: str) -> None:
    """An id that begins like others would be mistaken for them, so none of those could begin."""
    begun = ask("POST", "/matches", beginning(name, "second"))
    assert (begun.status, begun.json["why"]) == (400, "no_id")
    forked = ask("POST", f"/matches/{match}/forks", branch(1) | {"match": name}, KEYS["Ana"])
    assert (forked.status, forked.json["why"]) == (400, "no_id")


def test_a_link_opens_what_everybody_could_see_and_nothing_else(ask: Ask, match: str) -> None:
    watching(ask, match)
    shown = ask("GET", f"/matches/{match}/rows", key=TOKEN)
    assert (shown.status, shown.json["reader"]) == (200, None)
    assert shown.json["rows"] == ask("GET", f"/matches/{match}/rows", key=KEYS[ARBITER]).json["rows"]
    for method, path, name in OF_A_MATCH:
        if name in {"acts", "forks", "watchers", "let_watch", "end_watch"}:
            refused = asked(ask, (method, path, name), match, TOKEN)
            assert (refused.status, refused.json["why"]) == (401, "key_needed"), name
    synced = ask("POST", "/sync", [{"match": match, "key": TOKEN}]).json
    assert synced[0]["shown"]["head"] == 1


def test_a_link_is_of_its_match_alone(ask: Ask, match: str) -> None:
    watching(ask, match)
    keys = {name: key_digest("gules-lion-444", name, key) for name, key in KEYS.items()}
    assert ask("POST", "/matches", beginning("gules-lion-444", "second") | {"keys": keys}).status == 201
    assert ask("GET", "/matches/gules-lion-444/rows", key=TOKEN).status == 404


def test_the_host_keeps_no_token(ask: Ask, match: str, tmp_path: Path) -> None:
    watching(ask, match)
    files = b"".join(file.read_bytes() for file in tmp_path.glob("closed.db*"))
    assert watch_digest(match, TOKEN).encode() in files
    assert TOKEN.encode() not in files
    assert ask("GET", f"/matches/{match}/rows", key=KEYS["Ana"]).json["head"] == 1  # the log is as it was


def test_a_link_is_withdrawn_by_its_maker_or_the_arbiter(ask: Ask, match: str) -> None:
    path = f"/matches/{match}/watchers"
    assert [watching(ask, match, "one"), watching(ask, match, "two"), watching(ask, match, "one")] == [1, 2, 1]
    third = watching(ask, match, "three", KEYS["Bo"])
    assert [(one["number"], one["by"]) for one in ask("GET", path, key=KEYS["Bo"]).json] == [
        (1, "Ana"),
        (2, "Ana"),
        (third, "Bo"),
    ]
    refused = ask("DELETE", f"{path}?number={third}", key=KEYS["Ana"])
    assert (refused.status, refused.json["why"]) == (403, "not_your_link")
    assert ask("DELETE", f"{path}?number=99", key=KEYS["Ana"]).json["why"] == "no_such_link"
    assert [one["number"] for one in ask("DELETE", path, key=KEYS["Ana"]).json] == [1, 2]
    assert ask("GET", f"/matches/{match}/rows", key="one").status == 404
    assert ask("GET", f"/matches/{match}/rows", key="three").status == 200
    assert [one["number"] for one in ask("DELETE", path, key=KEYS[ARBITER]).json] == [third]
    assert ask("GET", f"/matches/{match}/rows", key="three").status == 404


def test_nobody_makes_more_links_than_they_need_or_uses_up_those_of_others(ask: Ask, match: str) -> None:
    for name in ("Ana", "Bo", ARBITER):
        for number in range(MOST):
            watching(ask, match, f"{name} {number}", KEYS[name])
        refused = ask("POST", f"/matches/{match}/watchers", {"digest": watch_digest(match, "more")}, KEYS[name])
        assert (refused.status, refused.json["why"]) == (403, "too_many_links")
    assert watching(ask, match, "Ana 7") == 8


@pytest.mark.parametrize("name", ["Bo", ARBITER, "Nobody"])
def test_a_seat_gives_nobody_else_a_key(ask: Ask, match: str, name: str) -> None:
    new = {"kind": "key", "name": name, "digest": key_digest(match, "Ana", "e" * 32)}
    refused = ask("POST", f"/matches/{match}/acts", {"do": new, "client": "y"}, KEYS["Ana"])
    assert (refused.status, refused.json["why"], refused.json["terms"]) == (403, "key_wrong", {"seat": ARBITER})
    assert ask("GET", f"/matches/{match}/rows", key=KEYS["Ana"]).json["head"] == 1
    own = ask("POST", f"/matches/{match}/acts", {"do": new | {"name": "Ana"}, "client": "y"}, KEYS["Ana"])
    assert own.status == 201


# --- the feed -------------------------------------------------------------------------------------------------------


class Listener:
    """Somebody who waits for news, until they end."""

    def __init__(self, url: str, match: str, key: str) -> None:
        at = urlsplit(url)
        self.line = HTTPConnection(at.hostname or "", at.port, timeout=PATIENCE)
        self.line.request("GET", f"/matches/{match}/feed?after=1", headers={"authorization": f"Bearer {key}"})
        self.answer: HTTPResponse = self.line.getresponse()
        assert self.answer.status == 200
        assert self.answer.readline() == b"retry: 2000\n"
        self.heard = b""
        self.listens = threading.Thread(target=self._listen)
        self.listens.start()

    def _listen(self) -> None:
        while line := self.answer.readline():
            self.heard += line

    def ended(self) -> bytes:
        """All that was heard, once nothing more comes."""
        self.listens.join(timeout=PATIENCE)
        assert not self.listens.is_alive()
        self.line.close()
        return self.heard


@pytest.fixture
def listening(url: str, match: str) -> Callable[[str], Listener]:
    return lambda key: Listener(url, match, key)


def test_the_feed_of_a_link_that_is_withdrawn_ends(ask: Ask, match: str, listening: Callable[[str], Listener]) -> None:
    number = watching(ask, match)
    stays = watching(ask, match, "another")
    goes, hears = listening(TOKEN), listening("another")
    assert ask("DELETE", f"/matches/{match}/watchers?number={number}", key=KEYS["Ana"]).status == 200
    assert b"rows" not in goes.ended()
    move = {"do": {"kind": "move", "text": "monarch 1"}, "client": "x"}
    assert ask("POST", f"/matches/{match}/acts", move, KEYS["Ana"]).status == 201
    assert ask("DELETE", f"/matches/{match}/watchers?number={stays}", key=KEYS["Ana"]).status == 200
    assert hears.ended().count(b"event: rows") == 1


def test_the_feed_of_a_key_that_is_replaced_ends(ask: Ask, match: str, listening: Callable[[str], Listener]) -> None:
    hears = listening(KEYS["Bo"])
    new = {"do": {"kind": "key", "digest": key_digest(match, "Bo", "e" * 32)}, "client": "y"}
    assert ask("POST", f"/matches/{match}/acts", new, KEYS["Bo"]).status == 201
    assert b"event: rows" not in hears.ended()


# --- what if --------------------------------------------------------------------------------------------------------


def branch(row: int) -> dict[str, object]:
    keys = {name: key_digest("gules-lion-444", name, key) for name, key in KEYS.items()}
    return {"row": row, "client": "what if", "match": "gules-lion-444", "keys": keys}


def test_a_fork_for_several_people(ask: Ask, match: str) -> None:
    move = {"do": {"kind": "move", "text": "monarch 1"}, "client": "x"}
    assert ask("POST", f"/matches/{match}/acts", move, KEYS["Ana"]).status == 201
    wanted = branch(1)
    made = ask("POST", f"/matches/{match}/forks", wanted, KEYS["Ana"])
    assert (made.status, made.json["repeated"], made.json["shown"]["match"]) == (201, False, "gules-lion-444")
    again = ask("POST", f"/matches/{match}/forks", wanted, KEYS["Ana"])
    assert (again.status, again.json["repeated"]) == (200, True)
    fork = "/matches/gules-lion-444"
    assert ask("GET", f"{fork}/rows").status == 404
    assert ask("POST", f"{fork}/acts", {**move, "client": "there"}, KEYS["Ana"]).status == 201
    assert ask("GET", f"{fork}/rows", key=KEYS["Bo"]).json["reader"] == "Bo"
    assert ask("GET", f"/matches/{match}/rows", key=KEYS["Ana"]).json["head"] == 2


@pytest.mark.parametrize(
    ("more", "status", "why"),
    [({"row": 9}, 404, "no_such_row"), ({"row": 0}, 404, "no_such_row"), ({"keys": {}}, 400, "no_digest")],
)
def test_a_fork_that_cannot_be(ask: Ask, match: str, more: dict[str, object], status: int, why: str) -> None:
    wanted = branch(1) | more
    refused = ask("POST", f"/matches/{match}/forks", wanted, KEYS["Ana"])
    assert (refused.status, refused.json["why"]) == (status, why)
    assert ask("GET", "/matches/gules-lion-444/rows", key=KEYS["Ana"]).status == 404
