"""After a start many ask at once, each about a match that nobody has read yet: the process must not die of it."""

import sys
import threading
from collections.abc import Sequence
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from core.games import NAMES
from tests.soak.homes import begin, key_of
from tests.support.patience import PATIENCE
from tests.support.serving import Process, served

READERS = 16
HASTY = "import sys; sys.setswitchinterval(1e-6); from cli.main import main; main()"
"""Threads take turns as often as can be: what two of them do at once, they do here."""


def first_reads(url: str, matches: Sequence[str]) -> list[int]:
    """Ask about all of them at the same moment; which statuses there were."""
    at, together, statuses = urlsplit(url), threading.Barrier(len(matches)), list[int]()

    def look(match: str) -> None:
        line = HTTPConnection(at.hostname or "", at.port, timeout=PATIENCE)
        line.connect()
        together.wait()
        try:
            line.request("GET", f"/matches/{match}/rows", headers={"authorization": f"Bearer {key_of('Ana')}"})
            statuses.append(line.getresponse().status)
        except OSError:
            statuses.append(0)
        finally:
            line.close()

    threads = [threading.Thread(target=look, args=(match,)) for match in matches]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return statuses


@pytest.mark.slow
@pytest.mark.parametrize("starts", [3, pytest.param(100, marks=pytest.mark.soak)])
def test_a_service_survives_many_first_reads_at_once(starts: int, tmp_path: Path) -> None:
    place = tmp_path / "matches.db"
    with served(place) as url:
        matches = [begin(url, NAMES[n % len(NAMES)], f"azure-rose-{100 + n}") for n in range(READERS)]
    for _ in range(starts):
        with Process(place, "--threads", "8", program=(sys.executable, "-c", HASTY)) as process:
            assert first_reads(process.url, matches) == [200] * READERS
