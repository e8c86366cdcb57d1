"""`herald simulate`: the same seed plays the same matches, kept or not; levels change seats; faults have a recipe."""

import gc
import json
import shlex
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from cli.acts.series import Series, number_of
from cli.commands import simulate
from cli.commands.simulate import Run
from core.games.medieval import GAME
from core.kernel.bots.invariants import check
from core.kernel.bots.matches import Tally, play_match, seated
from core.kernel.errors import Usage
from core.kernel.rules.engine import AnyGame
from replays.verify import verify
from store.sqlite.adapter import open_store
from tests.cli.conftest import Herald
from tests.cli.screen import HERALD, Screen
from tests.support.patience import PATIENCE
from tests.support.places import ROOT

FIGURES = ("matches", "decisions", "facts", "scores", "levels", "seats", "faults", "bots", "rulings")


@pytest.fixture
def screen() -> Iterator[Callable[..., Screen]]:
    """Terminals, switched off afterwards."""
    opened: list[Screen] = []

    def at(*args: str, term: str = "xterm") -> Screen:
        opened.append(Screen("simulate", "medieval", *args, TERM=term, HERALD_LANG="en"))
        return opened[-1]

    yield at
    for one in opened:
        one.off()


def simulated(run: Herald, *args: str, code: int = 0) -> dict[str, Any]:
    said = run("simulate", "medieval", *args, "--json")
    assert said.code == code, said.err
    return said.json


def same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return all(one[name] == other[name] for name in FIGURES)


# --- a series ---------------------------------------------------------------------------------------------------------


def series(players: int, *bots: str, named: Mapping[str, str] | None = None, random: bool = False) -> Series:
    return Series(GAME, players, bots, "s", named or {}, random)


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_every_level_sits_in_every_seat_as_often(players: int, count: int) -> None:
    if count > players:
        with pytest.raises(Usage):
            series(players, *map(str, range(count))).check()
        return
    bots = tuple(map(str, range(count)))
    seats = [series(players, *bots).levels(number) for number in range(1, count + 1)]
    assert seats[0][:count] == bots
    for seat in range(players):
        assert sorted(levels[seat] for levels in seats) == sorted(bots)


def test_random_readings_are_those_of_the_match_and_spare_what_was_named() -> None:
    some = series(2, "random", named={"MED-R3": "revisable", "take_card": "galleries"}, random=True)
    readings = [some.readings(number) for number in range(1, 40)]
    assert readings == [some.readings(number) for number in range(1, 40)]
    assert all(one["placement_commit"] == "revisable" and one["take_card"] == "galleries" for one in readings)
    for ruling in GAME.rulings:
        if ruling.option not in {"placement_commit", "take_card"}:
            assert {one[ruling.option] for one in readings} == set(ruling.readings), ruling.option
    plain = series(2, "random", named={"MED-R3": "revisable"}).readings(7)
    assert plain == {ruling.option: ruling.default for ruling in GAME.rulings} | {"placement_commit": "revisable"}


def test_a_match_is_known_by_its_seed() -> None:
    assert [number_of(series(2, "random").seed_of(number)) for number in (1, 12, 345)] == [1, 12, 345]


# --- figures ----------------------------------------------------------------------------------------------------------


def test_the_figures_are_those_of_the_matches(run: Herald) -> None:
    found = simulated(run, "--players", "3", "--matches", "4", "--seed", "f", "--bot", "greedy", "--bot", "random")
    plan = Series(GAME, 3, ("greedy", "random"), "f")
    played = [play_match(GAME, seated(GAME, 3), plan.levels(n), plan.seed_of(n)) for n in range(1, 5)]
    assert found["matches"] == 4
    assert found["decisions"] == sum(match.decisions for match in played)
    assert found["facts"] == sum(match.facts for match in played)
    results = [match.result for match in played if match.result is not None]
    for seat in range(3):
        mean = sum(result.scores[seat] for result in results) / 4
        wins = sum(result.winners == (seat,) for result in results)
        assert found["seats"][seat] == {"plays": 4, "score": mean, "wins": wins, "shared": 0, "share": wins}
    assert found["scores"] == {level: found["levels"][level]["score"] for level in ("greedy", "random")}
    assert found["scores"]["greedy"] > found["scores"]["random"]
    assert found["levels"]["greedy"]["plays"] == found["levels"]["random"]["plays"] == 6
    assert found["seconds"] > 0
    assert found["processor_seconds"] > 0
    assert found["microseconds_per_decision"] == pytest.approx(1e6 * found["seconds"] / found["decisions"], rel=1e-3)
    assert (found["faults"], found["faults_found"], found["interrupted"], found["store"]) == ([], 0, False, None)


def test_the_victories_of_all_add_up_to_the_matches(run: Herald, monkeypatch: pytest.MonkeyPatch) -> None:
    """A victory that several share counts once; a level that wins in several seats together has won alone."""
    tally = Tally()
    plan = Series(GAME, 4, ("greedy", "random"), "f")
    played = play_match(GAME, seated(GAME, 4), plan.levels(1), plan.seed_of(1))
    assert played.result is not None
    for winners in ((0,), (0, 1), (0, 2), (1, 2, 3)):
        tally.add(replace(played, result=replace(played.result, winners=winners)), plan.levels(1))
    assert [(seat.wins, seat.shared) for seat in tally.seats.values()] == [(1, 2), (0, 2), (0, 2), (0, 1)]
    assert {name: (one.wins, one.shared) for name, one in tally.levels.items()} == {"greedy": (2, 2), "random": (0, 2)}
    for figures in (tally.seats, tally.levels):
        assert sum(one.share for one in figures.values()) == pytest.approx(4)

    monkeypatch.setattr("core.games.medieval.facts.MatchEnded.winners", (0, 1))
    said = run("simulate", "medieval", "--matches", "2", "--seed", "shared").out
    assert [line.split()[-3:] for line in said.splitlines() if line.startswith("  seat ")] == [["0", "2", "50.0%"]] * 2
    assert "shared" in said
    assert "2 matches, " in said
    assert "\n1 match, " in run("simulate", "medieval", "--matches", "1").out
    assert "\n1 partie, " in run("simulate", "medieval", "--matches", "1", "--lang", "fr").out


def test_the_same_seed_plays_the_same_matches(run: Herald) -> None:
    args = ("--matches", "5", "--rulings", "random", "--seed")
    assert same(simulated(run, *args, "a"), simulated(run, *args, "a"))
    assert not same(simulated(run, *args, "a"), simulated(run, *args, "b"))


def test_a_seed_that_was_drawn_plays_them_again(run: Herald) -> None:
    drawn = simulated(run, "--matches", "2")
    assert same(drawn, simulated(run, "--matches", "2", "--seed", drawn["seed"]))
    assert drawn["seed"] != simulated(run, "--matches", "1")["seed"]


def test_any_match_can_be_played_alone(run: Herald) -> None:
    args = ("--bot", "greedy", "--bot", "random", "--rulings", "random", "--seed", "alone")
    parts = [simulated(run, *args, "--matches", "1", "--from", str(n)) for n in (1, 2, 3)]
    whole = simulated(run, *args, "--matches", "3")
    for name in ("decisions", "facts"):
        assert whole[name] == sum(part[name] for part in parts)


def test_readings_are_played(run: Herald) -> None:
    usual = simulated(run, "--matches", "3", "--seed", "r")
    other = simulated(
        run, "--matches", "3", "--seed", "r", "--ruling", "MED-R39=on", "--ruling", "refill=upcoming_only"
    )
    assert other["rulings"] == usual["rulings"] | {"auto_pass": "on", "refill": "upcoming_only"}
    assert not same(usual, other)
    assert simulated(run, "--matches", "1", "--rulings", "random")["rulings"] is None


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("--players", "9"), "wrong_players"),
        (("--players", "2", "--bot", "random", "--bot", "random", "--bot", "greedy"), "more_bots"),
        (("--ruling", "nothing=so"), "unknown_ruling"),
        (("--ruling", "refill=so"), "unknown_reading"),
        (("--ruling", "refill"), "not_a_pair"),
        (("--bot", "clever"), "bad_choice"),
        (("--matches", "0"), "out_of_range"),
    ],
)
def test_what_cannot_be_played_is_refused(run: Herald, args: tuple[str, ...], why: str) -> None:
    said = run("simulate", "medieval", *args, "--json")
    assert (said.code, said.out) == (2, "")
    assert said.error["why"] == why


def test_too_many_levels_are_told_in_both_languages(run: Herald) -> None:
    args = ("simulate", "medieval", "--players", "2", *("--bot", "random") * 3)
    assert run(*args).problem == "3 levels of bots are too many for 2 seats."
    assert run(*args, "--lang", "fr").problem == "3 niveaux de robots, c’est trop pour 2 places."


@pytest.mark.no_cover  # whole matches
@pytest.mark.slow
def test_what_a_person_reads(run: Herald) -> None:
    args = (
        "simulate",
        "medieval",
        "--matches",
        "10",
        "--seed",
        "told",
        "--check",
        "--bot",
        "greedy",
        "--bot",
        "random",
    )
    said = run(*args)
    assert (said.code, said.err) == (0, "")
    head, played, speed, _, columns, greedy, randomly, first, *_ = said.out.splitlines()
    assert head == "Medieval Realms, 2 players, seed “told”"
    assert played.startswith("10 matches, 1,")
    assert " µs a decision, " in speed
    assert columns.split() == ["mean", "score", "won"]
    assert greedy.split()[::3] == ["greedy", "100.0%"]
    assert randomly.split()[::3] == ["random", "0.0%"]
    assert first.split()[:2] == ["seat", "1"]
    assert "Checked after every decision: everything holds." in said.out
    french = run(*args, "--lang", "fr").out
    assert "Contrôlé après chaque décision\u202f: tout est en ordre." in french
    assert "10 parties, 1\u202f" in french
    assert "100,0\u202f%" in french


# --- keeping ----------------------------------------------------------------------------------------------------------


def test_kept_matches_are_the_same_and_hold(run: Herald, home: Path, db: Path) -> None:
    file = home / "kept.db"
    args = (
        "--players",
        "3",
        "--matches",
        "4",
        "--seed",
        "k",
        "--bot",
        "greedy",
        "--bot",
        "random",
        "--rulings",
        "random",
    )
    kept = simulated(run, *args, "--check", "--store", str(file))
    assert same(kept, simulated(run, *args))
    assert not db.exists()
    with open_store(file, create=False) as store:
        summaries = list(store.summaries())
        assert len(summaries) == 4
        assert sum(summary.head for summary in summaries) == kept["store"]["rows"]
        reports = [verify(store.read(summary.match)) for summary in summaries]
    for report in reports:
        assert report.fault is None
        assert report.over
        assert report.seed_chosen
        assert report.decided == report.moves
        assert report.draws_derived > 0
    assert sum(report.moves for report in reports) == kept["decisions"]
    assert {name.rstrip("123") for report in reports for name in report.seats} == {"greedy", "random"}


def test_kept_matches_are_matches_like_others(run: Herald, home: Path) -> None:
    kept = simulated(run, "--matches", "2", "--store", str(home / "kept.db"))
    found = json.loads(run("list", "--over", "--db", str(home / "kept.db"), "--json").out)
    assert len(found) == 2
    last = run("verify", "--db", str(home / "kept.db"), "--json").json
    assert (last["match"], last["valid"], last["seed_chosen"]) == (kept["store"]["match"], True, False)
    first, *_ = run("log", "--db", str(home / "kept.db"), "--json").out.splitlines()
    assert json.loads(first)["row"] == 1


def test_more_matches_can_be_kept_in_the_same_file(run: Herald, home: Path) -> None:
    for _ in range(2):
        kept = simulated(run, "--matches", "2", "--seed", "same", "--store", str(home / "kept.db"))
        assert kept["store"]["matches"] == 2
    assert len(json.loads(run("list", "--db", str(home / "kept.db"), "--json").out)) == 4
    said = run("simulate", "medieval", "--matches", "1", "--store", str(home / "kept.db"))
    assert f"Kept in {home / 'kept.db'}: 1 match, " in said.out


@contextmanager
def endless(*more: str) -> Generator[subprocess.Popen[bytes], None, None]:
    """More matches than anybody waits for."""
    line: list[str | Path] = [HERALD, "simulate", "medieval", "--matches", "1000000", *more]
    process = subprocess.Popen(line, stdout=subprocess.PIPE)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def wait_for_rows(process: subprocess.Popen[bytes], path: Path) -> None:
    until = time.monotonic() + PATIENCE
    while not path.exists() or rows_of(path) < 400:
        assert process.poll() is None
        assert time.monotonic() < until
        time.sleep(0.02)


def test_what_is_killed_leaves_whole_matches(home: Path) -> None:
    with endless("--store", str(home / "kept.db")) as process:
        wait_for_rows(process, home / "kept.db")
    with open_store(home / "kept.db", create=False) as store:
        assert {summary.over for summary in store.summaries()} == {True}
        assert all(verify(store.read(match)).fault is None for match in store.find(""))


def rows_of(path: Path) -> int:
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        try:
            return int(connection.execute("SELECT count(*) FROM log").fetchone()[0])
        except sqlite3.OperationalError:
            return 0


def test_a_file_that_cannot_be_written_is_an_error(run: Herald, home: Path) -> None:
    said = run("simulate", "medieval", "--matches", "2", "--store", str(home / "nowhere" / "kept.db"), "--json")
    assert (said.code, said.out) == (1, "")
    assert said.error["why"] == "no_folder"


# --- faults -----------------------------------------------------------------------------------------------------------


def leaky(table: Any) -> dict[str, int]:
    return {"round": table.round}


def broken(_table: Any) -> None:
    raise ZeroDivisionError("no such thing")


@pytest.fixture
def plant(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Another game in the place of Medieval Realms."""

    def planted(**changes: Any) -> None:
        def named(_name: str) -> AnyGame:
            return replace(GAME, **changes)

        monkeypatch.setattr(simulate, "game_called", named)

    return planted


def test_a_fault_is_found_and_told_with_its_recipe(run: Herald, plant: Any) -> None:
    plant(components=leaky)
    args = ("--players", "2", "--bot", "random", "--bot", "greedy", "--matches", "3", "--seed", "a b", "--ruling")
    found = simulated(run, *args, "refill=upcoming_only", "--check", code=1)
    assert found["faults_found"] == len(found["faults"]) == 21
    assert {fault["why"] for fault in found["faults"]} == {"components"}
    assert [fault["number"] for fault in found["faults"]] == [1] * 7 + [2] * 7 + [3] * 7
    fault = found["faults"][-1]
    assert fault["expected"].startswith("round: ")
    herald, command, *recipe = shlex.split(fault["recipe"])
    assert (herald, command) == ("herald", "simulate")
    alone = simulated(run, *recipe[1:], code=1)
    assert alone["faults"] == found["faults"][14:]
    assert simulated(run, *args, "refill=upcoming_only")["faults"] == [], "nobody looked"


def test_faults_as_a_person_reads_them(run: Herald, plant: Any) -> None:
    plant(components=leaky)
    said = run("simulate", "medieval", "--matches", "2", "--seed", "x", "--check")
    assert said.code == 1
    assert "14 things do not hold:" in said.out
    assert "Match 1, decision 4: a piece of the box was lost or made." in said.out
    assert "    expected: round: 0\n" in said.out
    assert "    herald simulate medieval --players 2 --bot random --seed=x --from 1 --matches 1 --check" in said.out
    assert "… and 4 more." in said.out
    assert "everything holds" not in said.out


def test_a_crash_of_the_rules_is_a_fault(run: Herald, plant: Any, home: Path) -> None:
    plant(owed=broken)
    for more in ((), ("--store", str(home / "kept.db"))):
        found = simulated(run, "--matches", "2", "--seed", "x", *more, code=1)
        assert (found["matches"], found["decisions"], found["scores"]) == (2, 0, {})
        assert [fault["why"] for fault in found["faults"]] == ["crash", "crash"]
        assert found["faults"][1]["found"].startswith("ZeroDivisionError: no such thing")
        assert " --from 2 --matches 1 " in found["faults"][1]["recipe"]
    said = run("simulate", "medieval", "--matches", "1")
    assert said.code == 1
    assert "Match 1: the rules broke down." in said.out
    assert "Traceback" not in said.out + said.err
    assert "Traceback" in run("simulate", "medieval", "--matches", "1", "-v").err


def test_every_kind_of_fault_has_words() -> None:
    source = Path(check.__code__.co_filename).read_text(encoding="utf-8")
    kinds = {line.split('"')[1] for line in source.splitlines() if 'Breach("' in line} | {"no_end", "crash"}
    assert len(kinds) > 8
    for lang in ("en", "fr"):
        said = simulate_words(lang)
        assert {f"fault_{kind}" for kind in kinds} <= set(said)


def simulate_words(lang: str) -> Mapping[str, str]:
    from cli.language.words import of_command

    said: Mapping[str, str] = of_command("simulate", lang)["say"]
    return said


# --- many matches -----------------------------------------------------------------------------------------------------


def left_behind() -> list[int]:
    """The blocks of memory in use after 20 matches, after 40, ... after 100."""
    run = Run(series(3, "random"), checked=False, desk=None, practice=True)
    grown: list[int] = []
    for first in range(1, 101, 20):
        for number in range(first, first + 20):
            run.play(number)
        gc.collect()
        grown.append(sys.getallocatedblocks())
    assert run.tally.matches == 100
    return grown


@pytest.mark.no_cover  # whole matches
@pytest.mark.slow
def test_memory_does_not_grow_with_matches() -> None:
    """In a process of its own: what counts is the whole process, and in this one threads of other tests may live."""
    program = "from tests.cli.test_simulate import left_behind; print(*left_behind())"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, check=True, timeout=PATIENCE)
    grown = [int(blocks) for blocks in done.stdout.split()]
    assert grown[-1] - grown[-2] < 100, "a match leaves less than five small things behind"


def test_a_bar_shows_how_far_it_is(screen: Callable[..., Screen]) -> None:
    shown = screen("--matches", "60")
    shown.sees(" matches/s")
    assert "60/60" in shown.sees("Medieval Realms, 2 players")
    assert shown.ends() == 0


def test_no_bar_where_nobody_looks(run: Herald, screen: Callable[..., Screen]) -> None:
    assert run("simulate", "medieval", "--matches", "2").err == ""
    dumb = screen("--matches", "2", term="dumb")
    assert dumb.ends() == 0
    assert dumb.told.startswith("Medieval Realms")


def test_ctrl_c_ends_it_and_tells_what_was_done(home: Path) -> None:
    with endless("--store", str(home / "kept.db"), "--json") as process:
        wait_for_rows(process, home / "kept.db")
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    found = json.loads(out)
    assert found["interrupted"] is True
    assert sum(seat["plays"] for seat in found["seats"]) == 2 * found["matches"] > 0
    with open_store(home / "kept.db", create=False) as store:
        assert len(store.find("")) == found["matches"] == found["store"]["matches"]


def test_a_person_who_interrupts_reads_the_figures(screen: Callable[..., Screen]) -> None:
    shown = screen("--matches", "1000000")
    shown.sees(" matches/s")
    shown.process.send_signal(signal.SIGINT)
    shown.sees("Interrupted: these are the matches that came to their end.")
    assert shown.ends() == 130
