"""How much memory a long log takes: hardly more than a short one, for verify and for import."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.games import game_named
from tests.support.long_log import write_long

SHORT, LONG = 3_000_000, 6_000_000  # bytes
GROWTH = 2.5  # MB of memory for 3 MB more of log; to hold these rows takes twice as much, with their bodies far more

STATUS = Path("/proc/self/status")  # `getrusage` would tell the memory of the process that started this one, too
pytestmark = pytest.mark.skipif(not STATUS.exists(), reason="this system does not tell the most memory of a process")

MEASURED = f"""
import os, re, sys
from pathlib import Path
from cli.main import main

leave = os._exit  # as the program does

def told(code):
    print(re.search(r"VmHWM:\\s+(\\d+) kB", Path("{STATUS}").read_text())[1], file=sys.stderr, flush=True)
    leave(code)

os._exit = told
main()
"""


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("long")
    files = folder / "short.jsonl", folder / "long.jsonl"
    for path, size in zip(files, (SHORT, LONG), strict=True):
        write_long(path, game_named("medieval"), size)
    return files


def peak(db: Path, *words: str, stdin: Path | None = None) -> float:
    """The most memory that the program had, in MB."""
    command = [sys.executable, "-c", MEASURED, "--db", str(db), *words]
    with (stdin or Path(os.devnull)).open("rb") as given:
        pipe = subprocess.Popen(["cat"], stdin=given, stdout=subprocess.PIPE)
        done = subprocess.run(command, stdin=pipe.stdout, capture_output=True, text=True, check=False)
        pipe.communicate()
    assert done.returncode == 0, done.stderr + done.stdout
    return int(done.stderr.split()[-1]) / 1024


@pytest.mark.parametrize("command", ["verify", "import"])
def test_a_long_log_takes_hardly_more_memory(logs: tuple[Path, Path], tmp_path: Path, command: str) -> None:
    """`verify` reads a pipe, which must be put aside; what was imported is verified where it lies then, too."""
    grown: dict[str, float] = {}
    for path in logs:
        db = tmp_path / f"{path.stem}.db"
        grown[command] = peak(db, command, "-", stdin=path) - grown.get(command, 0)
        if command == "import":
            grown["store"] = peak(db, "verify") - grown.get("store", 0)
    assert all(growth < GROWTH for growth in grown.values()), grown
