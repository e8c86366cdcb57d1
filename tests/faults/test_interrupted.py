"""Ctrl-C, and readers who go away: the documented exit code, no traceback, nothing half."""

import signal
import time
from pathlib import Path

import pytest

from tests.cli.screen import Screen, nobody
from tests.faults.people import Club, ended

PLAYED = 300_000  # bytes of some matches


@pytest.mark.parametrize(
    "command", ["simulate medieval --matches 9 --json", "log medieval-duel --json", "verify --all"]
)
@pytest.mark.usefixtures("match")
def test_nobody_reads_the_answer(club: Club, command: str) -> None:
    with nobody() as there:
        said = club.tells(there, *command.split())
    assert (said.code, said.err) == (141, "")


def test_matches_of_bots_are_interrupted(club: Club) -> None:
    kept = club.folder / "bots.db"
    process = club.starts("simulate", "medieval", "--matches", "5000", "--store", str(kept), "--json")
    log = Path(f"{kept}-wal")
    while not log.exists() or log.stat().st_size < PLAYED:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    said = ended(process)
    assert said.code == 130
    assert said.json["interrupted"] is True
    club.environ["HERALD_DB"] = str(kept)
    assert club.types("db", "stats", "--json").json["matches"] == said.json["store"]["matches"]
    assert club.types("db", "check", "--rows").code == 0


def test_ctrl_c_leaves_a_replay_and_the_terminal_as_it_was(club: Club) -> None:
    screen = Screen("replay", "medieval-duel", **club.environ)
    try:
        screen.sees("row 1 of")
        assert screen.breaks_off() == 130
    finally:
        screen.off()


@pytest.mark.parametrize("speed", ["nan", "inf", "0", "-1", "1e-300"])
def test_a_speed_that_is_none(club: Club, speed: str) -> None:
    said = club.types("replay", "medieval-duel", "--speed", speed, "--json")
    assert (said.code, said.error["why"]) == (2, "bad_speed")
