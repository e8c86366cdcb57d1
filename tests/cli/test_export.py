"""`herald export` and `herald import`: a match as a file, and back."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from core.kernel.chance import stream
from replays.export import file_sum, read_file
from store.matches import Matches
from store.sqlite import open_store
from tests.cli.conftest import Club, Herald, Said
from tests.replays.forging import forged
from tests.replays.tables import Clock, entropy_of, go_on

Lines = list[dict[str, object]]


def lines_of(text: str) -> Lines:
    return [msgspec.json.decode(line, type=dict[str, object]) for line in text.splitlines()]


def header(said: Said) -> dict[str, object]:
    return lines_of(said.out)[0]


def test_a_finished_match_goes_out_in_full(run: Herald, club: Club) -> None:
    said = run("export", club.whole)
    assert said.code == 0
    assert header(said)["view"] == "full"
    assert header(said)["rows"] == len(lines_of(said.out)) - 1


def test_a_running_match_goes_out_as_everybody_sees_it(run: Herald, club: Club) -> None:
    assert header(run("export", club.running))["view"] == "public"
    assert header(run("export", club.running, "--as", "ana"))["view"] == "seat Ana"
    assert header(run("export", club.running, HERALD_SEAT="Ana"))["view"] == "public", "a file may go anywhere"
    assert header(run("export", f"{club.whole}@40"))["view"] == "public", "at row 40 it was not over"
    refused = run("export", club.running, "--full", "--json")
    assert (refused.code, refused.error["why"]) == (4, "full_when_over")


def test_one_view_at_a_time(run: Herald, club: Club) -> None:
    for options in (("--full", "--public"), ("--full", "--as", "Ana")):
        assert run("export", club.whole, *options).code == 2


def test_a_locked_seat_is_exported_to_who_has_its_key(run: Herald) -> None:
    keys = msgspec.convert(run("new", "medieval", "Ana", "Bo", "--keys", "--json").json["keys"], dict[str, str])
    assert run("export", "--as", "Ana").code == 4
    assert run("export", "--as", "Ana", HERALD_KEY=keys["Bo"]).code == 4
    assert run("export", "--as", "Ana", HERALD_KEY=keys["Ana"]).code == 0
    assert run("export").code == 0


def test_the_draws_of_a_finished_match(run: Herald, club: Club, home: Path) -> None:
    draws = home / "draws.jsonl"
    said = run("export", club.whole, "-o", str(home / "match.jsonl"), "--draws", str(draws), "--json")
    assert (said.code, said.json["draws"]) == (0, str(draws))
    lines = lines_of(draws.read_text(encoding="utf-8"))
    assert {tuple(line) for line in lines} == {("row", "label", "bag")}
    assert run("export", club.whole, "--draws", str(draws)).code == 2, "the file is there already"
    again = run("export", club.whole, "--draws", str(draws), "--force")
    assert header(again)["view"] == "full"
    for match in (club.running, f"{club.whole}@40"):
        refused = run("export", match, "--draws", str(home / "none"), "--json")
        assert (refused.code, refused.error["why"]) == (4, "draws_when_over")
        assert not (home / "none").exists()


def test_to_a_file_and_not_over_another(run: Herald, club: Club, home: Path) -> None:
    file = str(home / "match.jsonl")
    said = run("export", club.whole, "-o", file, "--json")
    assert (said.json["file"], said.json["view"]) == (file, "full")
    assert run("export", club.whole, "-o", file).code == 2
    assert run("export", club.whole, "-o", file, "--force", "--public").out.startswith(
        f"{file}: the match as everybody"
    )
    assert header(Said(0, Path(file).read_text(encoding="utf-8"), ""))["view"] == "public"
    assert run("export", club.whole, "-o", str(home / "nowhere" / "x")).code == 1
    assert [path.name for path in home.glob("*match*.jsonl*")] == ["match.jsonl"], "nothing half-written is left"


@pytest.fixture
def file(run: Herald, club: Club, home: Path) -> str:
    """The whole match, exported."""
    path = str(home / "whole.jsonl")
    assert run("export", club.whole, "-o", path).code == 0
    return path


def test_a_match_comes_in_once(run: Herald, club: Club, file: str, home: Path) -> None:
    there = {"HERALD_DB": str(home / "there.db")}
    first, second = run("import", file, "--json", **there), run("import", file, "--json", **there)
    assert (first.json["new"], first.json["before"], first.json["match"]) == (True, 0, club.whole)
    assert (second.json["new"], second.json["before"]) == (False, first.json["row"])
    assert run("verify", "@", **there).code == 0
    assert run("show", "@", **there).out == run("show", club.whole).out.replace(", as everybody", ", as everybody")
    assert run("log", "@", **there).out.splitlines()[-1] == run("log", club.whole).out.splitlines()[-1]
    assert "known here already" in run("import", file).out, "where it is played, it is known too"


def test_a_longer_copy_goes_on(run: Herald, club: Club, file: str, home: Path) -> None:
    there = {"HERALD_DB": str(home / "there.db")}
    early = str(home / "early.jsonl")
    run("export", f"{club.whole}@30", "-o", early)
    assert run("import", early, "--json", **there).json["row"] == 30
    longer = run("import", file, "--json", **there)
    assert (longer.json["new"], longer.json["before"]) == (True, 30)
    assert run("verify", club.whole, **there).code == 0
    older = run("import", early, "--json", **there)
    assert (older.json["new"], older.json["before"]) == (False, longer.json["row"])


def test_only_the_host_goes_on_with_a_match(run: Herald, club: Club, home: Path) -> None:
    """Whoever holds the seed would not believe another one's draws."""
    early = home / "early.db"
    early.write_bytes((home / "matches.db").read_bytes())
    with open_store(home / "matches.db") as store:
        matches = Matches(store, Clock(), entropy_of("later"))
        go_on(matches, matches.log(club.running), stream("later", 1), 3)
    later = str(home / "later.jsonl")
    run("export", club.running, "-o", later)
    refused = run("import", later, "--json", HERALD_DB=str(early))
    assert (refused.code, refused.error["why"]) == (4, "played_here")


def test_another_match_of_the_same_id_is_refused(run: Herald, file: str, home: Path) -> None:
    exported = read_file(file)
    rows = forged(exported.rows, len(exported.rows), lambda body: body.update(at=body["at"] + 1))
    lines = [msgspec.json.encode(row) + b"\n" for row in rows]
    head = msgspec.structs.replace(exported.header, head=rows[-1].digest)
    summed = msgspec.structs.replace(head, sum=file_sum(head, lines))
    other = home / "other.jsonl"
    other.write_bytes(b"".join([msgspec.json.encode(summed) + b"\n", *lines]))
    assert run("verify", str(other)).code == 0, "nothing is wrong with it by itself"
    refused = run("import", str(other), "--json")
    assert (refused.code, refused.error["why"]) == (4, "other_match_same_id")


def test_what_does_not_hold_does_not_come_in(run: Herald, file: str, home: Path) -> None:
    data = Path(file).read_bytes()
    bad = home / "bad.jsonl"
    bad.write_bytes(data.replace(b'"rule":"MED-12.4"', b'"rule":"MED-12.5"', 1))
    there = {"HERALD_DB": str(home / "there.db")}
    refused = run("import", str(bad), "--json", **there)
    assert (refused.code, refused.error["error"]) == (6, "damaged")
    assert str(refused.error["part"]).startswith("body, facts[")
    assert (refused.error["expected"], refused.error["found"]) == ('"MED-12.4"', '"MED-12.5"')
    assert not (home / "there.db").exists()
    for path in (str(home), str(home / "nothing.jsonl"), str(home / "matches.db")):
        assert run("import", path).code == 2


def test_the_whole_way_through_a_pipe(run: Herald, club: Club, home: Path) -> None:
    """`herald export | herald --db there.db import -` in a shell."""
    herald = Path(sys.executable).parent / "herald"
    sent = subprocess.run([herald, "export", club.whole], capture_output=True, check=True)
    there = str(home / "there.db")
    got = subprocess.run([herald, "--db", there, "import", "-"], input=sent.stdout, capture_output=True, check=True)
    assert club.whole in got.stdout.decode()
    assert run("verify", "--all", HERALD_DB=there).code == 0
