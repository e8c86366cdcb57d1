"""What a beginning and the decisions of bots may cost, and who is counted as one."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from cli.service.limits import ALL, WIDE, Limits, groups
from core.kernel.bots import matches
from core.kernel.errors import NotAllowed
from tests.service.conftest import KEYS, Ask, asking, beginning
from tests.support.serving import served

BOTS: dict[str, Any] = {"bots": {"Bo": "random"}}


@pytest.fixture
def poor(tmp_path: Path) -> Iterator[Ask]:
    """A service at which an address has next to no time of the processor."""
    with served(tmp_path / "poor.db", processor=1e-6) as address:
        yield asking(address)


def move(ask: Ask, match: str, name: str, text: str, client: str) -> Any:
    asked = {"seat": name, "client": client, "do": {"kind": "move", "text": text}}
    return ask("POST", f"/matches/{match}/acts", asked, KEYS[name])


def test_beginnings_are_paid_from_the_processors_time(poor: Ask) -> None:
    assert poor("POST", "/matches", beginning()).status == 201
    refused = poor("POST", "/matches", beginning("coral-lion-777", "another"))
    assert (refused.status, refused.json["why"]) == (429, "too_much_work")
    assert refused.json["terms"]["seconds"] > 0
    assert poor("POST", "/matches", beginning()).json["repeated"], "what was asked before is answered all the same"
    assert move(poor, "azure-rose-777", "Ana", "monarch 1", "moves").status == 201, "people move as ever"


def test_what_bots_decide_is_paid_from_the_processors_time(poor: Ask) -> None:
    match = "azure-rose-777"
    assert poor("POST", "/matches", beginning("azure-rose-777", "bots", **BOTS)).status == 201
    answer = move(poor, match, "Ana", "monarch 1", "bots move")
    assert (answer.status, answer.json["why"]) == (429, "too_much_work")
    assert poor("GET", f"/matches/{match}/rows", key=KEYS["Ana"]).json["head"] == 1, "nothing is written"


def test_what_is_refused_is_paid_as_well(poor: Ask) -> None:
    long = beginning(edition=["mine.toml", "x = 1\n" * 5_000])
    assert poor("POST", "/matches", long).status == 400
    assert poor("POST", "/matches", beginning()).json["why"] == "too_much_work"


def test_no_match_of_people_waits_for_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All matches are in one thread; bots that take seconds are in another."""
    thinking = matches.bot_move

    def slow(*asked: Any) -> Any:
        time.sleep(0.5)
        return thinking(*asked)

    with served(tmp_path / "slow.db", threads=1) as address, ThreadPoolExecutor(1) as other:
        ask = asking(address)
        for match, more in (("azure-rose-777", {}), ("coral-lion-777", BOTS)):
            assert ask("POST", "/matches", beginning(match, match, **more)).status == 201
        monkeypatch.setattr(matches, "bot_move", slow)
        begun = time.monotonic()
        with_bots = other.submit(move, ask, "coral-lion-777", "Ana", "monarch 1", "bots")
        assert move(ask, "azure-rose-777", "Ana", "monarch 1", "people").status == 201
        among_people = time.monotonic() - begun
        assert with_bots.result().status == 201
        assert among_people < time.monotonic() - begun - 0.3


@pytest.mark.parametrize(
    ("address", "found"),
    [
        ("192.0.2.1", {"192.0.2.1": 1, "all": ALL}),
        ("::ffff:192.0.2.1", {"192.0.2.1": 1, "all": ALL}),
        ("2001:db8:1:2::3", {"20010db800010002/64": 1, "20010db80001/48": WIDE, "all": ALL}),
        ("2001:db8:1:2:ffff::", {"20010db800010002/64": 1, "20010db80001/48": WIDE, "all": ALL}),
        ("fe80::1%eth0", {"fe80000000000000/64": 1, "fe8000000000/48": WIDE, "all": ALL}),
        ("", {"": 1, "all": ALL}),
    ],
)
def test_an_address_is_counted_with_its_network(address: str, found: dict[str, int]) -> None:
    assert dict(groups(address)) == found


def test_networks_and_all_addresses_have_ceilings() -> None:
    limits = Limits(beginnings=2, listeners=1, processor=1.0)

    def begins(address: str) -> bool:
        try:
            with limits.beginning(address) as began:
                began()
        except NotAllowed:
            return False
        return True

    assert [begins(f"2001:db8:1:1::{number}") for number in range(3)] == [True, True, False]
    networks = [begins(f"2001:db8:1:{number:x}::1") for number in range(2, 12)]
    assert networks.count(True) == 2 * WIDE - 2, "however many networks of a provider's customer"
    others = [begins(f"198.51.100.{number}") for number in range(100) for _ in range(2)]
    assert others.count(True) == 2 * ALL - 2 * WIDE


def test_listeners_are_counted_as_they_come_and_go() -> None:
    limits = Limits(beginnings=1, listeners=1, processor=1.0)
    with limits.listening("2001:db8::1"):
        with pytest.raises(NotAllowed, match="too_many"), limits.listening("2001:db8::2"):
            pass
        with limits.listening("2001:db8:0:1::1"):
            pass
    with limits.listening("2001:db8::2"):
        pass
