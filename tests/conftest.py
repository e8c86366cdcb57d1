"""Hypothesis for tests: quick and the same every time. What takes minutes and is new each time is `make fuzz`."""

import itertools
import os
import signal
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

import core
import replays
import store
from tests.support.patience import LONGEST
from tests.support.places import TESTS

settings.register_profile(
    "quick",
    max_examples=40,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("quick")

os.environ.pop("HERALD_HOME", None)

# No test opens the browser of whoever runs it: this one shows nothing.
os.environ["BROWSER"] = "true"

# A shell that runs the tests in the background has them ignore Ctrl-C, and so every program that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """In a worker pytest-cov measures twice: alone, as it does without workers, and then for all of them.

    The first measures in vain, doubles what tracing costs, and goes on in tests that are marked `no_cover`.
    """
    measuring: Any = session.config.pluginmanager.get_plugin("_cov")
    if hasattr(session.config, "workerinput") and measuring and measuring.cov_controller:
        measuring.cov_controller.cov.stop()


UNTRACED = (
    *("browser", "contract", "faults", "fuzz"),
    "cli/test_match_page.py",
    "cli/test_proposals.py",
    *(
        f"games/{name}.py"
        for name in ("crossing/test_midmatch", "heirs/test_matches", "test_banner", "test_boards", "test_bots")
    ),
    *(f"games/test_{name}.py" for name in ("every_word", "promises", "typed_names", "words")),
    *(
        f"replays/test_{name}.py"
        for name in ("archive_boards", "flips", "fork", "lies", "measure", "memory", "stand_alone", "two_checkers")
    ),
    *(f"replays/told/test_{name}.py" for name in ("finding", "score", "turning")),
    *(f"scenarios/test_{name}.py" for name in ("legality", "positions", "typed_back")),
    "service/test_hostile.py",
    "store/test_budget.py",
)
"""Tests that measure no coverage: tracing would multiply their time, and the others reach what they reach."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Coverage is measured under unit tests, scenarios and documents, and not under random play."""
    for item in items:
        path = item.path.relative_to(TESTS)
        if path.parts[0] in UNTRACED or path.as_posix() in UNTRACED:
            item.add_marker(pytest.mark.no_cover)


def pytest_collection_finish(session: pytest.Session) -> None:
    """What a module says when it is loaded is measured whichever test comes first, a measured one or another."""
    measuring: Any = session.config.pluginmanager.get_plugin("_cov")
    if not measuring or not measuring.cov_controller:
        return
    for package in (core, replays, store):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The last words are what was left out, and why."""
    skipped: list[pytest.TestReport] = terminalreporter.stats.get("skipped", [])
    reasons = Counter(it.longrepr[2].removeprefix("Skipped: ") for it in skipped if isinstance(it.longrepr, tuple))
    for reason, count in reasons.items():
        terminalreporter.write_line(f"Left out ({count} tests): {reason}")


_people = itertools.count(1)


@pytest.fixture(autouse=True)
def _a_person_of_its_own(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test finds the keys and the last match of another one, or of whoever runs the tests."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path_factory.getbasetemp() / f"person-{next(_people)}"))


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
