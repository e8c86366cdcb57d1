"""SIGKILL before the n-th statement of a command: what it was to do is done or not, and it can be given again."""

import signal
import sys
from pathlib import Path

import pytest

from tests.faults.people import Club

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")

MOMENTS = (0.2, 0.6, 0.9, 1.0)  # of all statements of a command; the last one is nearly always a COMMIT or behind it


def statements(club: Club, *typed: str) -> list[int]:
    """Run the command elsewhere, and see which statements a kill may come before."""
    counted = club.folder / "counted"
    assert club.types(*typed, count=str(counted)).code == 0
    last = int(counted.read_text(encoding="utf-8"))
    assert last > len(MOMENTS)
    return [max(1, round(last * moment)) for moment in MOMENTS]


def killed(club: Club, number: int, *typed: str) -> None:
    assert club.types(*typed, statement=number).code == -signal.SIGKILL


def test_new_and_the_making_of_the_tables(club: Club) -> None:
    new = ("new", "medieval", "Ana", "Bo", "--db")
    for number in statements(club, *new, str(club.folder / "whole.db")):
        club.environ["HERALD_DB"] = str(club.folder / f"{number}.db")
        killed(club, number, *new, club.environ["HERALD_DB"])
        assert club.types("new", "medieval", "Ana", "Bo").code == 0
        club.sound()


def test_import(club: Club, match: str) -> None:
    file = str(club.folder / "fair.jsonl")
    assert club.types("export", match, "-o", file).code == 0
    for number in statements(club, "import", file, "--db", str(club.folder / "whole.db")):
        club.environ["HERALD_DB"] = str(club.folder / f"{number}.db")
        killed(club, number, "import", file)
        assert club.types("import", file).code == 0
        assert club.row(match) == 2
        club.sound()


def test_matches_of_bots(club: Club) -> None:
    bots = ("simulate", "medieval", "--matches", "2", "--seed", "x", "--store")
    for number in statements(club, *bots, str(club.folder / "whole.db"))[1:]:
        club.environ["HERALD_DB"] = str(club.folder / f"{number}.db")
        killed(club, number, *bots, club.environ["HERALD_DB"])
        assert club.types(*bots, club.environ["HERALD_DB"]).code == 0
        assert club.types("list", "--running", "--json").out == "[]\n", "each match is there to its end"
        club.sound()


@pytest.mark.usefixtures("match")
def test_backup(club: Club) -> None:
    """All that is left is a file with a name that nobody reads."""
    numbers = statements(club, "db", "backup", str(club.folder / "whole.db"))
    for number in numbers:
        copy = club.folder / f"{number}.db"
        killed(club, number, "db", "backup", str(copy))
        assert not copy.exists()
        assert club.types("db", "backup", str(copy)).code == 0
        assert club.types("db", "check", "--db", str(copy)).code == 0


def test_a_move_whose_outcome_nobody_knows_is_sent_again(club: Club, match: str) -> None:
    """Wherever it was killed, with the same `--id` it is played once."""
    whole = Path(club.db).read_bytes()
    move = ("move", match, "monarch 2", "--as", "Bo", "--id", "x", "--json")
    seen: set[object] = set()
    for number in statements(club, *move):
        for end in ("-wal", "-shm"):
            Path(f"{club.db}{end}").unlink(missing_ok=True)
        club.db.write_bytes(whole)
        killed(club, number, *move)
        again = club.types(*move)
        assert (again.code, again.json["first"]) == (0, 3)
        seen.add(again.json["seen"])
        assert club.row(match) == 3
        assert club.types(*move).json["seen"] is True
    assert False in seen, "no kill came before the move was on disk"
