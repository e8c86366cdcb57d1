"""The file in which a person keeps what they used and looked at."""

import stat
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from cli.person.memory import LOOKED, Person
from tests.cli.conftest import Herald


class Told(list[str]):
    """What was said beside the result."""

    def __call__(self, key: str, **_terms: object) -> None:
        self.append(key)


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def person(home: Path, monkeypatch: pytest.MonkeyPatch, told: Told) -> Callable[..., Person]:
    """The same person in a new process, at this store or another one."""
    monkeypatch.setenv("HERALD_HOME", str(home / "ana"))

    def at(store: str = "matches.db") -> Person:
        return Person(str(home / store), told)

    return at


def test_what_was_done_is_there_in_the_next_process(person: Callable[..., Person]) -> None:
    first = person()
    assert (first.last, first.looked("m", "Ana"), first.hidden, first.knows_legend("emara")) == (
        None,
        0,
        frozenset(),
        False,
    )
    first.used("m")
    first.looks("m", "Ana", 7)
    first.looks("m", None, 5)
    first.hide(["m", "n"])
    first.learns_legend("emara")
    again = person()
    assert (again.last, again.looked("m", "Ana"), again.looked("m", None), again.looked("m", "Bo")) == ("m", 7, 5, 0)
    assert again.hidden == {"m", "n"}
    assert again.knows_legend("emara")
    again.unhide(["n", "o"])
    assert person().hidden == {"m"}


def test_each_store_has_its_own(person: Callable[..., Person]) -> None:
    one, other = person("one.db"), person("other.db")
    one.used("m")
    other.used("n")
    one.hide(["m"])
    assert (person("one.db").last, person("other.db").last) == ("m", "n")
    assert person("other.db").hidden == frozenset()


def test_a_link_is_the_same_store(home: Path, person: Callable[..., Person]) -> None:
    (home / "link.db").symlink_to(home / "matches.db")
    person("link.db").used("m")
    assert person().last == "m"


def test_it_is_for_the_person_alone(home: Path, person: Callable[..., Person]) -> None:
    person().used("m")
    assert stat.S_IMODE((home / "ana").stat().st_mode) == 0o700
    assert {path.name: stat.S_IMODE(path.stat().st_mode) for path in (home / "ana").iterdir()} == {
        "person.json": 0o600,
        "person.json.lock": 0o600,
    }


def test_nothing_is_written_where_nothing_changes(home: Path, person: Callable[..., Person]) -> None:
    person().used("m")
    person().looks("m", None, 3)
    file = home / "ana" / "person.json"
    before = file.stat()
    again = person()
    again.used("m")
    again.looks("m", None, 3)
    assert (file.stat().st_ino, file.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_of_very_many_matches_the_oldest_go(person: Callable[..., Person]) -> None:
    somebody = person()
    for number in range(LOOKED):
        somebody.looks(f"m{number}", None, 1)
    somebody.looks("m0", None, 2)
    somebody.looks("new", None, 1)
    assert (somebody.looked("m0", None), somebody.looked("m1", None), somebody.looked("m2", None)) == (2, 0, 1)


def test_two_processes_lose_nothing(person: Callable[..., Person]) -> None:
    def hides(number: int) -> None:
        person().hide([f"m{number}"])

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(hides, range(40)))
    assert person().hidden == {f"m{number}" for number in range(40)}


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"stores": 3}', b"\xff"])
def test_a_damaged_file_is_begun_anew_and_that_is_told_once(
    home: Path, person: Callable[..., Person], told: Told, damage: bytes
) -> None:
    person().used("m")
    (home / "ana" / "person.json").write_bytes(damage)
    hurt = person()
    assert hurt.last is None
    hurt.used("n")
    assert told == ["person_damaged"]
    assert person().last == "n"
    assert told == ["person_damaged"]


def test_what_a_killed_process_left_is_in_nobodys_way(home: Path, person: Callable[..., Person]) -> None:
    person().used("m")
    (home / "ana" / "person.json.part").write_bytes(b"{")
    person().used("n")
    assert person().last == "n"
    assert not (home / "ana" / "person.json.part").exists()


def test_where_nothing_can_be_kept_the_command_goes_on(home: Path, person: Callable[..., Person], told: Told) -> None:
    (home / "ana").write_text("a file where the folder should be")
    somebody = person()
    somebody.used("m")
    somebody.looks("m", None, 3)
    assert told == ["person_unwritable"]


def test_two_people_at_one_database_do_not_move_each_others_match(run: Herald, home: Path) -> None:
    ana, bo = ({"HERALD_HOME": str(home / name)} for name in ("ana", "bo"))
    first = str(run("new", "medieval", "Ana", "Bo", "--json", **ana).json["match"])
    second = str(run("new", "medieval", "Cy", "Di", "--json", **bo).json["match"])
    assert run("show", "--json", **ana).json["match"] == first
    assert run("show", "--json", **bo).json["match"] == second
    assert run("show", second, "--json", **ana).json["match"] == second
    assert run("log", "--json", **bo).code == run("log", "--json", **ana).code == 0
    nobody = run("show", "--json", HERALD_HOME=str(home / "cy"))
    assert (nobody.code, nobody.error["why"]) == (2, "no_last_match")
