"""Hypothesis for tests: quick and the same every time; `HERALD_FUZZ=20` looks 20 times longer, each time anew."""

import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.support.effort import EFFORT

QUICK = 40
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile(
    "quick", max_examples=QUICK, derandomize=True, database=None, deadline=None, suppress_health_check=SLOW
)
settings.register_profile("fuzz", max_examples=QUICK * EFFORT, deadline=None, suppress_health_check=SLOW)
settings.load_profile("fuzz" if EFFORT > 1 else "quick")

LONGEST = 180 * EFFORT  # seconds for one test: what waits longer waits for ever


@pytest.fixture(autouse=True)
def _no_waiting_for_ever() -> Iterator[None]:
    """A test that hangs fails with a traceback, instead of stopping everybody's tests."""

    def enough(_signal: int, _frame: object) -> None:
        raise TimeoutError(f"a test took more than {LONGEST} s")

    before = signal.signal(signal.SIGALRM, enough)
    signal.alarm(LONGEST)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
