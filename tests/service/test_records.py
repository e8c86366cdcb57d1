"""A record of several matches at a service is of whoever holds their keys: over a network a name is nobody."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tests.cli.conftest import home as home  # noqa: PLC0414 - a fixture
from tests.service.restored import Club, Person, club_in
from tests.support.alone import play_on
from tests.support.shelf import on_the_shelf


@pytest.fixture
def club(home: Path) -> Iterator[Club]:
    with on_the_shelf("emara"):
        yield from club_in(home)


def begins(person: Person) -> tuple[str, str]:
    """A campaign's next match: its id, and where it starts."""
    new = person.does("new", "emara", "Ana", "--as", "Ana", "--option", "solo=campaign", "--json").json
    return str(new["match"]), msgspec.convert(new["options"], dict[str, str])["building_start"]


def sheet(person: Person) -> dict[str, list[object]]:
    told = person.does("campaign", "emara", "--as", "Ana", "--json").json
    found = msgspec.convert(told["sheets"], list[dict[str, object]])
    (campaign,) = (
        one
        for one in found
        if msgspec.convert(one["options"], dict[str, str])["solo"] == "campaign"
        and msgspec.convert(one["options"], dict[str, str])["informed_choice"] == "no"
    )
    return {"entries": msgspec.convert(campaign["entries"], list[object]), "left": [told["left_out"]]}


def test_a_record_is_of_who_holds_the_keys(club: Club) -> None:
    match, start = begins(club.ana)
    assert start == "40"
    play_on(club.file, match)
    club.ana.does("show", match)
    (entry,) = sheet(club.ana)["entries"]
    assert msgspec.convert(entry, dict[str, object])["match"] == match
    second, start = begins(club.ana)
    assert (start, len(sheet(club.ana)["entries"])) == ("42", 1)
    assert second != match
    club.stop()
    assert len(sheet(club.ana)["entries"]) == 1, "it is told at home"


def test_a_name_is_nobody(club: Club) -> None:
    match, _ = begins(club.ana)
    play_on(club.file, match)
    stranger = Person(club, "somebody")
    assert begins(stranger)[1] == "40", "what Ana came to decides nothing for whoever calls themselves so"
    assert sheet(stranger)["entries"] == []
    played, _ = begins(stranger)
    play_on(club.file, played)
    club.ana.does("show", match)
    assert len(sheet(club.ana)["entries"]) == 1


def test_what_the_record_decides_is_not_chosen_by_hand(club: Club) -> None:
    said = club.ana("new", "emara", "Ana", "--as", "Ana", "--option", "solo=campaign", "--option", "building_start=5")
    assert (said.code, "building_start" in said.err) == (2, True)
