"""`herald verify`: what it says of matches that hold, and of those that do not."""

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec

from tests.cli.conftest import Club, Herald


def test_a_match_that_holds(run: Herald, club: Club) -> None:
    said = run("verify", club.whole)
    assert said.code == 0
    found = run("verify", club.whole, "--json").json
    assert found["decided"] == found["moves"]
    assert str(found["digest"]) in said.out
    assert f"{found['moves']} of {found['moves']} moves decided again" in said.out
    assert (found["draws_recorded"], found["valid"], found["fault"]) == (0, True, None)
    assert "Ana " in said.out
    assert "tout est en ordre" in run("verify", club.whole, "--lang", "fr").out


def test_a_copy_of_a_running_match_counts_what_it_cannot_see(run: Herald, match: str, home: Path) -> None:
    run("move", match, "place production*3 gold G1 A2 D3*2", "--as", "Ana")
    file = str(home / "copy.jsonl")
    for reader, hidden in (((), 1), (("--as", "Bo"), 1), (("--as", "Ana"), 0)):
        run("export", match, "-o", file, "--force", *reader)
        found = run("verify", file, "--json").json
        assert (found["valid"], found["hidden"]) == (True, hidden), reader
        assert (found["draws_derived"], found["seed_revealed"]) == (0, False)
    run("export", match, "-o", file, "--force")
    assert "1 move rests on what is closed in this copy" in run("verify", file).out
    assert "and no more is proved of them: the seed is not open here" in run("verify", file).out
    assert run("verify", match, "--json").json["hidden"] == 0, "the host holds everything"


def test_a_damaged_store_is_named_by_row_and_part(run: Herald, club: Club, db: Path) -> None:
    with closing(sqlite3.connect(db)) as file, file:
        file.execute("DROP TRIGGER log_no_update")
        bodies = file.execute("SELECT seq, body FROM log WHERE match = ? AND seq > 20", (club.whole,))
        row, body = next((row, body) for row, body in bodies if b'"rule":"MED-' in body)
        changed = body.replace(b'"rule":"MED-', b'"rule":"MEX-', 1)
        file.execute("UPDATE log SET body = ? WHERE match = ? AND seq = ?", (changed, club.whole, row))
    said = run("verify", club.whole)
    assert said.code == 6
    assert said.out.startswith(
        f"{club.whole} does not hold.\n  Row {row} was changed after it was written: body, facts["
    )
    fault = msgspec.convert(run("verify", club.whole, "--json").json["fault"], dict[str, object])
    assert str(fault["part"]).startswith("body, facts[")
    assert (fault["row"], fault["found"]) == (row, str(fault["expected"]).replace("MED", "MEX"))
    assert run("verify", "--all").code == 6


def test_all_are_also_those_that_have_lost_their_beginning(run: Herald, club: Club, db: Path) -> None:
    with closing(sqlite3.connect(db)) as file, file:
        file.execute("DROP TRIGGER log_no_delete")
        file.execute("DELETE FROM log WHERE match = ? AND seq = 1", (club.running,))
    said = run("verify", "--all")
    assert said.code == 6
    assert said.out.startswith(f"{club.running} does not hold.\n")
    assert said.out.endswith("2 matches checked, 1 with a fault.\n")
    with closing(sqlite3.connect(db)) as file, file:
        file.execute("DELETE FROM log WHERE match = ?", (club.running,))
    assert run("verify", "--all").out == said.out.replace(said.out.splitlines()[1].strip(), "The log is empty.")


def test_all_and_several(run: Herald, club: Club, home: Path) -> None:
    said = run("verify", "--all")
    assert (said.code, said.out) == (0, "2 matches checked, 0 with a fault.\n")
    file = str(home / "whole.jsonl")
    run("export", club.whole, "-o", file)
    lines = run("verify", club.running, file, f"{club.whole}@50", "--json").out.splitlines()
    found = [msgspec.json.decode(line, type=dict[str, object]) for line in lines]
    assert [one["row"] for one in found] == [31, found[1]["row"], 50]
    assert [one["view"] for one in found] == [None, "full", None]
    assert all(one["valid"] for one in found)
    assert run("verify", "--all", club.whole).code == 2
    assert run("verify", "--all", HERALD_DB=str(home / "none.db")).code == 1, "a database that was named must be there"


def test_files_that_cannot_be_read(run: Herald, club: Club, home: Path) -> None:
    file = home / "cut.jsonl"
    run("export", club.whole, "-o", str(file))
    file.write_bytes(file.read_bytes()[:-5])
    said = run("verify", str(file), "--json")
    assert said.code == 6
    fault = msgspec.convert(said.json["fault"], dict[str, object])
    assert fault["why"] == "line_cut"
    for text, code in ((b"hello", 2), (b"", 2)):
        file.write_bytes(text)
        assert run("verify", str(file)).code == code
    assert run("verify", str(home / "nothing.jsonl")).code == 2
    assert run("verify", "nobody").code == 2


def test_a_fork_says_so(run: Herald, club: Club) -> None:
    run("fork", f"{club.whole}@40")
    assert "what-if branch" in run("verify").out
