"""Twelve at one match, each in a process of their own."""

from tests.faults.people import Club, together

MANY = 12


def test_twelve_who_saw_the_same_row(club: Club, match: str) -> None:
    said = together([club.starts("move", match, "monarch 2", "--as", "Bo", "--expect", "2") for _ in range(MANY)])
    assert sorted(each.code for each in said) == [0] + [5] * (MANY - 1)
    assert club.row(match) == 3
    club.sound()


def test_one_command_sent_twelve_times_plays_once(club: Club, match: str) -> None:
    again = [club.starts("move", match, "monarch 2", "--as", "Bo", "--id", "x", "--json") for _ in range(MANY)]
    said = together(again)
    assert [each.code for each in said] == [0] * MANY
    assert sorted(bool(each.json["seen"]) for each in said) == [False] + [True] * (MANY - 1)
    assert {each.json["first"] for each in said} == {3}
    assert club.row(match) == 3
