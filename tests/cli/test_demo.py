"""`herald demo`: a whole match in a database of its own, proved; and what it tells one to type, works."""

import os
import re
import shlex
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from cli.commands import demo
from core.games import read_log
from core.kernel.drawing.style import bare, width
from replays.files.rows import Rows
from replays.verify import verify, verify_kept
from replays.verify.faults import Fault
from replays.verify.report import Report
from store.sqlite.adapter import open_store
from tests.cli.conftest import Herald
from tests.cli.screen import HERALD, Screen


def own(home: Path) -> Path:
    """Where it plays unless told otherwise."""
    return home / "data" / "herald" / "demo.db"


def commands(out: str) -> list[str]:
    return [line.strip() for line in out.splitlines() if line.startswith("  ") and "herald " in line and line[2] != " "]


def test_a_whole_match_that_holds(run: Herald, home: Path, db: Path) -> None:
    found: Any = run("demo", "--json").json
    assert found["db"] == str(own(home))
    assert found["valid"] is True
    with open_store(own(home), create=False) as store:
        rows = store.read(found["match"])
        (known,) = store.summaries()
    report = verify(rows)
    assert (report.fault, report.over, report.seed_chosen) == (None, True, False)
    assert (len(rows), report.moves) == (found["row"], found["decisions"])
    assert (known.match, known.over, list(known.seats)) == (found["match"], True, found["names"])
    assert report.result is not None
    assert found["result"]["scores"] == list(report.result.scores)
    assert [one["round"] for one in found["rounds"]] == [1, 2, 3, 4, 5, 6, 7]
    points = [one["points"] for one in found["rounds"]] + [found["result"]["scores"]]
    assert all(later[seat] >= sooner[seat] for sooner, later in pairwise(points) for seat in range(4))
    assert not db.exists(), "the matches of the person are left alone"


def test_the_rounds_are_those_of_the_match(run: Herald, home: Path) -> None:
    found: Any = run("demo", "--json").json
    with open_store(own(home)) as store:
        log = read_log(store.read(found["match"]))
    ends: dict[int, list[int]] = {}
    for row, state in log.states():
        if row.kind == "move" and state.agenda:
            numbers = log.game.counters(state.table)
            ends[log.game.stage(state.table)[0]] = [numbers[seat, "vp"] for seat in range(4)]
    assert [one["points"] for one in found["rounds"]] == [ends[number] for number in range(1, 8)]


def test_each_demo_is_another_match_and_a_seed_repeats_one(run: Herald) -> None:
    one, other = (run("demo", "--json").json for _ in range(2))
    assert one["match"] != other["match"]
    assert one["rounds"] != other["rounds"]
    again, once_more = (run("demo", "--seed", "x", "--json").json for _ in range(2))
    assert again["match"] != once_more["match"]
    assert again["rounds"] == once_more["rounds"]


def test_what_a_newcomer_reads(run: Herald, home: Path) -> None:
    said = run("demo", "--seed", "told")
    assert (said.code, said.err) == (0, "")
    title, where, _, heads, *lines = said.out.splitlines()
    assert title == "Medieval Realms: Ana, Bo, Cy, Di play a whole match (four bots)"
    assert where.endswith(" ~/data/herald/demo.db")
    assert heads.split() == ["round", "Ana", "Bo", "Cy", "Di"]
    assert [line.split()[0] for line in lines[:8]] == ["1", "2", "3", "4", "5", "6", "7", "end"]
    assert all(re.fullmatch(r"  \d +(\d+ +){4}(Ana|Bo|Cy|Di)(, .*)? leads?", line) for line in lines[:7])
    *points, winner, wins = lines[7].split()[1:]
    assert wins == "wins"
    best = max(map(int, points))
    assert ["Ana", "Bo", "Cy", "Di"][list(map(int, points)).index(best)] == winner
    assert " decisions, " in said.out
    assert re.search(
        r"^Verified: \d+ moves decided again, \d+ draws derived from the seed, \d+ secrets kept\.$",
        said.out,
        re.MULTILINE,
    )
    assert f"where the {best} points of {winner} come from" in said.out
    assert len(commands(said.out)) == 3
    assert all(width(line) <= 100 for line in said.out.splitlines())
    assert own(home).exists()


def test_in_french(run: Herald) -> None:
    said = run("demo", "--seed", "told", "--lang", "fr")
    assert said.code == 0
    assert "  manche   Ana    Bo    Cy    Di\n" in said.out
    assert " mène\n" in said.out
    assert " gagne\n" in said.out
    assert "\nVérifié\u202f: " in said.out
    assert "\nÀ essayer\u202f:\n" in said.out
    assert len(commands(said.out)) == 3


def test_what_it_tells_one_to_type_works(home: Path) -> None:
    """As `make demo` does it: from the folder of the project, with nothing on the PATH."""
    project = Path(demo.__file__).parents[2]
    env = {**os.environ, "PATH": "/usr/bin:/bin", "HERALD_DB": ""}
    made = subprocess.run([HERALD, "demo"], capture_output=True, text=True, check=True, cwd=project, env=env)
    lines = commands(made.stdout)
    assert {line.split()[0] for line in lines} == {str(HERALD.relative_to(project))}
    replayed, explained, begun = (typed(line, project, env) for line in lines)
    assert "(MED-19.4)" in replayed
    points = re.search(r"where the (\d+) points of (\w+)", made.stdout)
    assert points is not None
    assert f"{points[2]}: victory points" in explained
    assert points[1] in explained
    assert "Waiting for Ana" in begun
    assert (home / "data" / "herald" / "herald.db").exists()


def typed(line: str, folder: Path, env: dict[str, str]) -> str:
    """What a line prints when it is pasted into a shell."""
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=True, cwd=folder, env=env)
    return done.stdout


def test_with_herald_on_the_path(home: Path) -> None:
    env = {**os.environ, "PATH": f"{HERALD.parent}:/usr/bin:/bin"}
    made = subprocess.run(["herald", "demo"], capture_output=True, text=True, check=True, cwd=home, env=env)
    assert [line.split()[0] for line in commands(made.stdout)] == ["herald"] * 3


def test_another_herald_on_the_path_is_not_meant(run: Herald, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = home / "bin" / "herald"
    other.parent.mkdir()
    other.touch(mode=0o755)
    monkeypatch.setenv("PATH", str(other.parent))
    monkeypatch.chdir(home)
    assert shutil.which("herald") == str(other)
    assert {line.split()[0] for line in commands(run("demo").out)} == {str(HERALD)}


def test_another_file_if_one_is_named(run: Herald, home: Path) -> None:
    file = home / "a file of mine.db"
    said = run("demo", "--db", str(file))
    assert not own(home).exists()
    assert [shlex.split(line)[-1] for line in commands(said.out)[:2]] == [str(file)] * 2
    assert run("verify", "--db", str(file)).code == 0, "the match last used there"


@pytest.mark.parametrize("obstacle", ["folder", "file"])
def test_where_the_data_folder_cannot_be_used(
    run: Herald, home: Path, obstacle: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(home))
    monkeypatch.setattr("tempfile.tempdir", None)
    if obstacle == "folder":
        (home / "data").write_text("in the way", encoding="utf-8")
    else:
        own(home).parent.mkdir(parents=True)
        own(home).write_text("no database " * 100, encoding="utf-8")
    said = run("demo")
    assert said.code == 0
    assert said.err.startswith("(~/data/herald cannot be used, so it is a temporary folder: ")
    (made,) = home.glob("herald-*/demo.db")
    assert f"--db ~/{made.relative_to(home)}" in said.out
    french = run("demo", "--lang", "fr")
    assert french.err.startswith("(~/data/herald ne peut pas servir")


def test_a_proof_that_fails_is_told(run: Herald, monkeypatch: pytest.MonkeyPatch) -> None:
    def doubtful(rows: Rows) -> Report:
        return replace(verify_kept(rows), fault=Fault(7, "body", "row_changed"))

    monkeypatch.setattr(demo, "verify_kept", doubtful)
    said = run("demo")
    assert said.code == 6
    assert "The proof failed at row 7 (row_changed)." in said.out
    assert run("demo", "--json").json["valid"] is False


def test_it_fits_a_terminal_and_colours_what_matters(home: Path) -> None:
    screen = Screen("demo", TERM="xterm", HERALD_LANG="en", COLUMNS="80", XDG_DATA_HOME=str(home / "d"))
    told = screen.rest()
    assert screen.ends() == 0
    screen.off()
    assert "\x1b[1m" in told
    assert all(width(bare(line)) <= 80 for line in told.splitlines() if "--db" not in line)
