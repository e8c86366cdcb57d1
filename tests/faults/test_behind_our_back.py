"""Rows changed with plain SQL by somebody who took the triggers away: found, named, and never played on upon."""

import pytest

from tests.faults.people import Club

SEED = "UPDATE secret SET seed = 'another one'"
BODY = "UPDATE log SET body = CAST(replace(CAST(body AS TEXT), 'monarch 1', 'monarch 2') AS BLOB) WHERE seq = 2"
DIGEST = "UPDATE log SET digest = '00' WHERE seq = 2"
SALT = "UPDATE opening SET salt = '00' WHERE seq = 1"
GONE = "UPDATE log SET seq = 9 WHERE seq = 2"


@pytest.mark.parametrize(
    ("forgery", "part"),
    [
        (SEED, "The seed that is kept"),
        (BODY, "Row 2 was changed"),
        (DIGEST, "Row 2 was changed"),
        (SALT, "Row 1"),
        (GONE, "A row is missing"),
    ],
)
def test_nobody_plays_on_upon_a_changed_match(club: Club, match: str, forgery: str, part: str) -> None:
    club.forged(forgery)
    refused = club.types("move", match, "monarch 2", "--as", "Bo")
    assert (refused.code, refused.out) == (6, "")
    assert part in refused.err
    assert club.types("verify", match).code == (0 if forgery == SEED else 6), (
        "the rows are whole where only the seed is not"
    )


def test_two_versions_of_one_row(club: Club, match: str) -> None:
    club.forged(
        "CREATE TABLE copy AS SELECT * FROM log",
        "DROP TABLE log",
        "ALTER TABLE copy RENAME TO log",
        "INSERT INTO log SELECT position + 10, match, seq, body, commits, digest FROM log WHERE seq = 2",
    )
    for command in (("show", match), ("log", match), ("move", match, "monarch 2", "--as", "Bo"), ("export", match)):
        said = club.types(*command)
        assert (said.code, said.out) == (6, "")
        assert said.err == "Row 2 is there twice.\n"
    assert club.types("verify", match).code == 6
    checked = club.types("db", "check", "--json")
    assert (checked.code, checked.json["valid"]) == (6, False)


@pytest.mark.parametrize("table", ["log", "opening", "command", "secret", "summary"])
def test_a_table_that_is_gone(club: Club, match: str, table: str) -> None:
    club.forged("PRAGMA foreign_keys = OFF", f"ALTER TABLE {table} RENAME TO elsewhere")
    moved = club.types("move", match, "monarch 2", "--as", "Bo", "--id", "x")
    assert (moved.code, moved.out) == (6, "")
    assert "damaged" in moved.err
    assert club.types("db", "check").code == 6


def test_what_is_kept_beside_the_rows_stops_no_match(club: Club, match: str) -> None:
    club.forged("DELETE FROM summary", "DELETE FROM note", "DELETE FROM waiting", "DELETE FROM seated")
    assert club.types("db", "check").code == 6
    assert club.types("db", "rebuild").code == 0
    assert club.types("move", match, "monarch 2", "--as", "Bo").code == 0
    assert club.types("inbox", "--as", "Ana", "--json").out.count(match) > 0
    club.sound()
