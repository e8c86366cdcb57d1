"""What the service says to whom, by bare HTTP."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from core.kernel.log.keys import key_digest
from tests.service.conftest import KEYS, Ask, asking, beginning
from tests.support.patience import PATIENCE
from tests.support.serving import served

OPENING = (("Ana", "monarch 1"), ("Bo", "monarch 2"), ("Bo", "pair gold science"), ("Ana", "pair gold combat"))
PLACED = "place production*3 gold G1 A2 D3*2"


def acts(ask: Ask, match: str, name: str, client: str, text: str, **more: object) -> dict[str, object]:
    asked = {"do": {"kind": "move", "text": text}, "client": client, **more}
    done = ask("POST", f"/matches/{match}/acts", asked, KEYS[name])
    assert done.status == 201, done.body
    found: dict[str, object] = done.json
    return found


@pytest.fixture
def placing(ask: Ask, match: str) -> str:
    """Up to where both place their leaders."""
    for name, text in OPENING:
        acts(ask, match, name, text, text)
    return match


def test_it_is_there(ask: Ask) -> None:
    assert ask("GET", "/health").json == {"herald": 1, "listeners": 0}


def test_the_same_beginning_twice_is_one_match(ask: Ask, match: str) -> None:
    again = ask("POST", "/matches", beginning())
    assert (again.status, again.json["repeated"], again.json["shown"]["match"]) == (200, True, match)
    other = ask("POST", "/matches", beginning(seats=["Ana", "Cy"]))
    assert (other.status, other.json["error"]) == (400, "usage")


def test_a_match_of_a_network_has_keys(ask: Ask) -> None:
    refused = ask("POST", "/matches", beginning() | {"keys": {}})
    assert (refused.status, refused.json["why"]) == (403, "keys_needed_here")


def test_an_act_is_done_once_however_often_it_is_sent(ask: Ask, match: str) -> None:
    asked = {"do": {"kind": "move", "text": "monarch 1"}, "client": "once"}
    first = ask("POST", f"/matches/{match}/acts", asked, KEYS["Ana"])
    again = ask("POST", f"/matches/{match}/acts", asked, KEYS["Ana"])
    assert (first.status, again.status) == (201, 200)
    assert (again.json["first"], again.json["repeated"]) == (first.json["first"], True)
    assert ask("GET", f"/matches/{match}/rows").json["head"] == first.json["last"]


def test_a_refusal_is_data_with_its_rule(ask: Ask, match: str) -> None:
    asked = {"do": {"kind": "move", "text": "monarch 1"}, "client": "x"}
    refused = ask("POST", f"/matches/{match}/acts", asked, KEYS["Bo"])
    assert (refused.status, refused.json["error"], refused.json["rule"]) == (409, "not_your_turn", "MED-7.6")
    stale = {"do": {"kind": "move", "text": "monarch 1", "expect": 9}, "client": "x"}
    assert ask("POST", f"/matches/{match}/acts", stale, KEYS["Ana"]).status == 404


@pytest.mark.parametrize("key", [None, "", "d" * 32])
def test_nobody_acts_without_a_key_of_the_match(ask: Ask, match: str, key: str | None) -> None:
    asked = {"do": {"kind": "move", "text": "monarch 1"}, "client": "x"}
    refused = ask("POST", f"/matches/{match}/acts", asked, key)
    assert (refused.status, refused.json["error"]) == (401, "not_allowed")
    assert refused.headers["www-authenticate"] == "Bearer"


def test_a_key_is_that_of_its_seat_alone(ask: Ask, match: str) -> None:
    asked = {"do": {"kind": "move", "text": "monarch 1"}, "client": "x", "seat": "Ana"}
    assert ask("POST", f"/matches/{match}/acts", asked, KEYS["Bo"]).json["why"] == "key_wrong"
    digest = key_digest(match, "Bo", "e" * 32)
    new = {"do": {"kind": "key", "digest": digest}, "client": "y"}
    assert ask("POST", f"/matches/{match}/acts", new, KEYS["Bo"]).status == 201
    old = ask("GET", f"/matches/{match}/rows", key=KEYS["Bo"])
    assert (old.status, old.json["why"]) == (401, "key_replaced")
    assert ask("GET", f"/matches/{match}/rows", key="e" * 32).json["reader"] == "Bo"


def test_rows_are_those_of_who_asks(ask: Ask, placing: str) -> None:
    acts(ask, placing, "Ana", "placed", PLACED)
    path = f"/matches/{placing}/rows"
    ana, bo, everybody = (ask("GET", path, key=key).json for key in (KEYS["Ana"], KEYS["Bo"], None))
    assert (ana["reader"], bo["reader"], everybody["reader"]) == ("Ana", "Bo", None)
    assert any(any(row["openings"]) for row in ana["rows"])
    assert not any(any(row["openings"]) for row in bo["rows"])
    assert [row["digest"] for row in ana["rows"]] == [row["digest"] for row in bo["rows"]]
    assert bo["rows"] == everybody["rows"]
    assert ask("GET", path, key=KEYS["arbiter"]).json == everybody


def test_what_is_known_is_not_sent_again(ask: Ask, match: str) -> None:
    path = f"/matches/{match}/rows"
    first = ask("GET", path, key=KEYS["Ana"])
    again = ask("GET", path, key=KEYS["Ana"], if_none_match=first.headers["etag"])
    assert (again.status, again.body) == (304, b"")
    assert ask("GET", path, if_none_match=first.headers["etag"]).status == 200
    assert ask("GET", f"{path}?after={first.json['head']}").json["rows"] == []
    assert first.headers["cache-control"] == "private, no-store"
    assert first.headers["vary"] == "authorization"


@pytest.mark.parametrize("held", ["{}", '"x", {}', '{},"x"', "W/{}", '"a,b" ,W/"x", W/{}', " * "])
def test_whatever_list_of_what_is_held_it_stands_in(ask: Ask, match: str, held: str) -> None:
    for path in (f"/matches/{match}/rows", "/static/ask.js"):
        tag = ask("GET", path).headers["etag"]
        again = ask("GET", path, if_none_match=held.format(tag))
        assert (again.status, again.body, again.headers["etag"]) == (304, b"", tag)
    assert ask("GET", "/matches/no-match-1/rows", if_none_match=held.format('"x"')).status == 404


@pytest.mark.parametrize("held", ["", "x", '"x"', '"*"', '"x", "y"', "W/", '"'])
def test_what_is_held_otherwise_is_sent(ask: Ask, match: str, held: str) -> None:
    for path in (f"/matches/{match}/rows", "/static/ask.js"):
        assert ask("GET", path, if_none_match=held).status == 200


def test_the_whole_match_is_for_afterwards(ask: Ask, match: str) -> None:
    refused = ask("GET", f"/matches/{match}/rows?view=full", key=KEYS["Ana"])
    assert (refused.status, refused.json["why"]) == (403, "full_when_over")


def test_many_are_asked_about_at_once(ask: Ask, match: str) -> None:
    asked = [
        ({"match": match, "key": KEYS["Ana"]}, None),
        ({"match": match, "key": "f" * 32}, "key_of_nobody"),
        ({"match": match, "after": 99}, "no_such_row"),
    ]
    for wanted, why in asked:
        mine, other = ask("POST", "/sync", [wanted, {"match": "no-match-1"}]).json
        assert other["problem"]["why"] == "unknown_match"
        assert (mine["problem"]["why"] if mine["problem"] else None) == why
        assert (mine["shown"]["reader"] if mine["shown"] else None) == (None if why else "Ana")
    many = [{"match": f"no-match-{number}"} for number in range(201)]
    assert ask("POST", "/sync", many).json["why"] == "too_many_at_once"
    twice = ask("POST", "/sync", [asked[0][0], *many[:3], asked[1][0]])
    assert (twice.status, twice.json["why"], twice.json["terms"]) == (400, "match_twice", {"word": match})


@pytest.mark.parametrize("prefix", ["azure", "azure-rose-77", "AZURE-ROSE-777", "%", "azure-rose-777x"])
def test_no_match_is_found_by_the_beginning_of_its_id(ask: Ask, match: str, prefix: str) -> None:
    assert match.startswith("azure")
    found = ask("GET", f"/matches/{prefix}/rows")
    assert (found.status, found.json["known"]) == (404, [])


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"\xff", b'{"do":{"kind":"cheat"},"client":"x"}', b"[" * 100_000, b" " * 200_000]
)
def test_what_nobody_understands_is_refused(ask: Ask, match: str, body: bytes) -> None:
    refused = ask("POST", f"/matches/{match}/acts", body, KEYS["Ana"])
    assert refused.status in {400, 413}
    assert refused.json["error"] == "usage"


@pytest.mark.parametrize("number", ["-1", "x", "1e3", "999999999999", "٣"])
def test_a_number_is_a_number(ask: Ask, match: str, number: str) -> None:
    from urllib.parse import quote

    assert ask("GET", f"/matches/{match}/rows?after={quote(number)}").status == 400


def test_no_answer_waits_for_the_next_question(url: str) -> None:
    """What is said in two pieces waits 40 ms for a sign of the other end, unless the line is told to send at once."""
    at = urlsplit(url)
    line, took = HTTPConnection(at.hostname or "", at.port, timeout=PATIENCE), list[float]()
    for _ in range(60):
        begun = time.perf_counter()
        line.request("GET", "/health")
        assert line.getresponse().read()
        took.append(time.perf_counter() - begun)
    line.close()
    assert min(took[-30:]) < 0.03, "not even one of them came at once"


@pytest.mark.parametrize(
    ("method", "path", "status", "why"),
    [
        ("GET", "/nothing", 404, "no_such_page"),
        ("GET", "/m/", 404, "no_such_page"),
        ("GET", "/health/", 404, "no_such_page"),
        ("GET", "/m/%00%ff/x", 404, "no_such_page"),
        ("PUT", "/health", 405, "no_such_method"),
        ("OPTIONS", "/matches", 405, "no_such_method"),
    ],
)
def test_what_cannot_be_asked_is_told_as_data_too(ask: Ask, method: str, path: str, status: int, why: str) -> None:
    told = ask(method, path)
    assert (told.status, told.json["error"], told.json["why"]) == (status, "usage", why)
    assert told.headers["x-content-type-options"] == "nosniff"
    allowed = {"/health": {"GET", "HEAD"}, "/matches": {"POST"}}.get(path, {""})
    assert set(told.headers.get("allow", "").split(", ")) == allowed


def test_who_wants_the_head_of_the_feed_alone_does_not_listen(url: str, ask: Ask, match: str) -> None:
    at = urlsplit(url)
    line = HTTPConnection(at.hostname or "", at.port, timeout=PATIENCE)
    try:
        line.request("HEAD", f"/matches/{match}/feed")
        head = line.getresponse()
        assert (head.status, head.read()) == (200, b"")
        assert head.headers["content-type"].startswith("text/event-stream")
        line.request("GET", "/health")  # on the same line, which listening would keep for itself
        assert line.getresponse().status == 200
    finally:
        line.close()
    assert ask("GET", "/health").json["listeners"] == 0


@pytest.fixture
def few(tmp_path: Path) -> Iterator[Ask]:
    """A service at which an address begins two matches an hour."""
    with served(tmp_path / "few.db", is_open=True, beginnings=2) as address:
        yield asking(address)


def forking(client: str, fork: str, **more: object) -> dict[str, object]:
    keys = {name: key_digest(fork, name, key) for name, key in KEYS.items()}
    return {"row": 1, "client": client, "match": fork, "keys": keys, **more}


def test_only_what_begins_a_match_counts_as_a_beginning(few: Ask) -> None:
    refused = [beginning(seats=["Ana", "Ana"]), beginning(game="chess"), beginning(keys={}), beginning("no id")]
    assert {few("POST", "/matches", new).status for new in refused} == {400, 403}
    assert [few("POST", "/matches", beginning()).status for _ in range(4)] == [201, 200, 200, 200]
    assert few("POST", "/matches", beginning(client="another")).json["why"] == "id_taken"
    forks, fork = "/matches/azure-rose-777/forks", forking("what if", "gules-lion-444")
    assert few("POST", forks, fork, "f" * 32).status == 401
    assert few("POST", forks, {**fork, "row": 9}, KEYS["Ana"]).status == 404
    assert [few("POST", forks, fork, KEYS["Ana"]).status for _ in range(2)] == [201, 200]
    third = few("POST", "/matches", beginning("coral-lion-777", "third"))
    assert (third.status, third.json["why"]) == (429, "too_many")
    assert 3000 < third.json["terms"]["seconds"] <= 3601
    assert few("POST", forks, forking("more", "coral-lion-777"), KEYS["Ana"]).status == 429
    assert few("POST", "/matches", beginning()).json["repeated"], "what was asked before is answered all the same"


def test_who_asks_for_beginnings_that_are_refused_is_stopped_too(few: Ask) -> None:
    asked = [few("POST", "/matches", beginning(game="chess")).status for _ in range(21)]
    assert asked == [400] * 20 + [429]
    assert few("POST", "/matches", beginning()).status == 429


def test_of_many_who_begin_at_once_no_more_do_than_may(few: Ask) -> None:
    with ThreadPoolExecutor(8) as people:
        asked = [beginning(f"coral-lion-77{number}", str(number)) for number in range(8)]
        begun = [people.submit(few, "POST", "/matches", new) for new in asked]
    statuses = [one.result().status for one in begun]
    assert sorted(statuses) == [201, 201] + [429] * 6
