"""Hypothesis for tests: quick and the same every time. What takes minutes and is new each time is `make fuzz`."""

import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "quick",
    max_examples=40,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("quick")

# A shell that runs the tests in the background has them ignore Ctrl-C, and so every program that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

LONGEST = 180  # seconds for one test: what waits longer waits for ever


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
