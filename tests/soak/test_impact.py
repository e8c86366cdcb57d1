"""Many matches under other readings: as the engine plays them, alike on any number of cores, and after kills."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from core.games import NAMES, game_named
from core.kernel.rules.chance import stream
from tests.support.again import check_goes_so

HERALD = (str(Path(sys.executable).with_name("herald")),)


def said(*args: str) -> bytes:
    return subprocess.run((*HERALD, *args), check=True, capture_output=True).stdout


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Mixed matches in one database."""
    file = tmp_path_factory.mktemp("impact") / "kept.db"
    for name in NAMES:
        for players in game_named(name).players:
            table = ("--players", str(players), "--matches", "60", "--seed", f"{name} {players}")
            said("simulate", name, *table, "--rulings", "random", "--store", str(file))
    return file


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 30))
@pytest.mark.parametrize("name", NAMES)
def test_it_goes_as_the_engine_plays_it(name: str, seed: int) -> None:
    check_goes_so(name, seed)


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
def test_the_answer_is_the_same_on_any_number_of_cores_and_after_a_kill(name: str, kept: Path, tmp_path: Path) -> None:
    dice = stream("impact", name)
    for _ in range(3):
        ruling = dice.pick(game_named(name).rulings)
        asked = ("impact", name, f"{ruling.option}={dice.pick(ruling.readings)}", "--db", str(kept), "--json")
        alone = said(*asked, "--jobs", "1")
        assert alone.count(b"\n") == 60 * len(game_named(name).players)
        assert said(*asked, "--jobs", "3") == alone
        state = tmp_path / f"{ruling.option}.state"
        killed = subprocess.Popen((*HERALD, *asked, "--jobs", "2", "--state", str(state)), stdout=subprocess.DEVNULL)
        while killed.poll() is None and (not state.exists() or state.stat().st_size < 20_000):
            time.sleep(0.01)
        killed.send_signal(signal.SIGKILL)
        killed.wait()
        assert said(*asked, "--jobs", "2", "--state", str(state)) == alone
