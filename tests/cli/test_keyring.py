"""The file in which a person keeps their keys."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from cli.person.keyring import Key, Keyring
from cli.person.keytexts import link, read_keys
from core.kernel.errors import HeraldError

ANA, NEWER, BO = Key("m", "Ana", "11"), Key("m", "Ana", "22"), Key("n", "Bo", "33")


@pytest.fixture
def ring(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HERALD_HOME", str(home / "ana"))
    return home / "ana" / "keys.json"


def test_keys_are_kept_the_newest_first(ring: Path) -> None:
    Keyring().keep([ANA, BO])
    Keyring().keep([NEWER, NEWER])
    assert Keyring().of("m") == (NEWER, ANA)
    assert Keyring().keys == (NEWER, ANA, BO)
    assert stat.S_IMODE(ring.stat().st_mode) == 0o600


def test_a_key_is_kept_once(ring: Path) -> None:
    for _ in range(2):
        Keyring().keep([ANA])
    assert Keyring().keys == (ANA,)
    assert ring.read_bytes().count(b"Ana") == 1


@pytest.mark.usefixtures("ring")
def test_a_key_in_place_of_others_of_its_seat() -> None:
    Keyring().keep([ANA, BO])
    Keyring().replace([NEWER])
    assert Keyring().keys == (NEWER, BO)
    Keyring().forget([BO, ANA])
    assert Keyring().keys == (NEWER,)


@pytest.mark.usefixtures("ring")
def test_two_processes_lose_no_key() -> None:
    many = [Key("m", f"seat {number}", f"{number}") for number in range(40)]

    def keeps(key: Key) -> None:
        Keyring().keep([key])

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(keeps, many))
    assert set(Keyring().keys) == set(many)


@pytest.mark.parametrize("damage", [b"", b"{", b'{"keys": [{"match": "m"}]}', b"\xff"])
def test_a_ring_that_cannot_be_read_is_never_written_over(ring: Path, damage: bytes) -> None:
    Keyring().keep([ANA])
    ring.write_bytes(damage)
    for doing in (lambda: Keyring().keys, lambda: Keyring().keep([BO]), lambda: Keyring().forget([ANA])):
        with pytest.raises(HeraldError) as problem:
            doing()
        assert problem.value.why == "ring_unreadable"
    assert ring.read_bytes() == damage


def test_a_ring_that_others_could_read_is_closed_when_it_is_written(ring: Path) -> None:
    Keyring().keep([ANA])
    ring.chmod(0o644)
    Keyring().keep([BO])
    assert stat.S_IMODE(ring.stat().st_mode) == 0o600


def test_a_key_is_shown_to_no_other_service_than_the_one_it_is_for() -> None:
    club, other = "https://club.example", "https://other.example"
    key = Key("m", "Ana", "44", club)
    Keyring(club).keep([key, ANA])
    assert Keyring(club).of("m") == (key,)
    assert Keyring(other).of("m") == ()
    assert Keyring().of("m") == (ANA,)
    assert read_keys(link(key)) == [key]
    assert read_keys(link(ANA)) == [ANA]
