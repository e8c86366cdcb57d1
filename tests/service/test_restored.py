"""A host that went back to a backup: who plays there notices, and nothing of what they hold gets lost."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import home as home  # noqa: PLC0414 - a fixture
from tests.service.restored import Club, Person, club_in


@pytest.fixture
def club(home: Path) -> Iterator[Club]:
    yield from club_in(home)


PLACED = "place production*3 gold G1 A2 D3*2"


def play(club: Club, match: str, *moves: str) -> None:
    """By turns as the rules have it: whoever is asked."""
    for move in moves:
        assert any(person("move", match, move).code == 0 for person in (club.ana, club.bo)), move
    for person in (club.ana, club.bo):
        person.does("show", match)


@pytest.fixture
def lost(club: Club) -> str:
    """Both have seen row 5, and the host has three rows."""
    match = club.begin("medieval")
    play(club, match, "monarch 1", "monarch 2")
    copy = club.back_up()
    play(club, match, "pair gold science", "pair gold combat")
    club.restore(copy)
    return match


def test_both_homes_notice_and_keep_what_they_hold(club: Club, lost: str) -> None:
    for person in (club.ana, club.bo):
        before = person.held()
        said = person("show", lost)
        assert (said.code, said.out) == (6, "")
        assert "3 rows" in said.err
        assert "2 rows are missing" in said.err
        assert f"herald give {lost} -o FILE" in said.err
        error = person("show", lost, "--json").error
        facts = {name: error[name] for name in ("why", "match", "found", "expected", "missing")}
        assert facts == {"why": "host_shows_less", "match": lost, "found": 3, "expected": 5, "missing": 2}
        assert "2 lignes manquent" in person("show", lost, HERALD_LANG="fr").err
        assert person.held() == before


def test_nobody_acts_upon_rows_that_the_host_has_lost(club: Club, lost: str) -> None:
    """It would part from what they hold, before they know."""
    for person in (club.ana, club.bo):
        said = person("move", lost, "pair gold culture")
        assert (said.code, "2 rows are missing" in said.err) == (6, True)
    assert club.host("show", lost, "--json").json["row"] == 3


@pytest.mark.usefixtures("lost")
def test_lists_go_on_with_the_other_matches(club: Club) -> None:
    other = club.begin("emara")
    for command in ("list", "inbox"):
        said = club.ana(command)
        assert (said.code, other in said.out, "2 rows are missing" in said.err) == (0, True, True)


def test_a_key_that_the_host_has_forgotten(club: Club) -> None:
    """It was made after the backup."""
    match = club.begin("medieval")
    copy = club.back_up()
    club.ana.does("key", "replace", match)
    club.restore(copy)
    said = club.ana("show", match)
    assert (said.code, club.ana("show", match, "--json").error["why"]) == (6, "host_forgot")


def test_a_match_that_the_host_has_forgotten(club: Club) -> None:
    club.begin("emara")
    copy = club.back_up()
    match = club.begin("medieval")
    play(club, match, "monarch 1")
    club.restore(copy)
    for command in ("show", "move"):
        said = club.ana(command, match, *(["monarch 3"] if command == "move" else []), "--json")
        assert (said.code, said.error["why"]) == (6, "host_forgot")


def test_another_history_is_told_with_the_first_row(club: Club, lost: str) -> None:
    stranger = Person(club, "Bo2")  # Bo, at another machine
    stranger.name = "Bo"
    stranger.keeps(lost, key_of(club.bo, lost))
    stranger.does("show", lost)
    stranger.does("move", lost, "pair gold culture")
    said = club.ana("show", lost, "--json")
    assert (said.code, said.error["why"], said.error["row"]) == (6, "host_shows_other", 4)


def key_of(person: Person, match: str) -> str:
    from unittest.mock import patch

    from cli.keyring import Keyring

    with patch.dict("os.environ", person.env):
        return Keyring(person.club.url).of(match)[0].key


def test_a_copy_that_is_read_without_its_host_tells_its_age(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    match = club.begin("medieval")
    play(club, match, "monarch 1")
    club.stop()
    from time import time

    now = time()
    monkeypatch.setattr("time.time", lambda: now + 7200)
    for command in ("show", "list", "inbox", "log"):
        said = club.ana(command)
        assert (said.code, said.err.count("for 2 hours")) == (0, 1), command
    assert "depuis 2 heures" in club.ana("show", HERALD_LANG="fr").err
    at = club.ana("show", "--json").json["as_of"]
    assert isinstance(at, int)
    assert abs(at - now) < 60
    assert '"as_of"' in club.ana("list", "--json").out


def test_who_asks_a_host_that_answers_is_told_no_age(club: Club) -> None:
    match = club.begin("medieval")
    said = club.ana("show", match, "--json")
    assert "as_of" not in said.json
