"""Hypothesis for tests: quick and the same every time; `HERALD_FUZZ=20` looks 20 times longer, each time anew."""

from hypothesis import HealthCheck, settings

from tests.support.effort import EFFORT

QUICK = 40
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile(
    "quick", max_examples=QUICK, derandomize=True, database=None, deadline=None, suppress_health_check=SLOW
)
settings.register_profile("fuzz", max_examples=QUICK * EFFORT, deadline=None, suppress_health_check=SLOW)
settings.load_profile("fuzz" if EFFORT > 1 else "quick")
