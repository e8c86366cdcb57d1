"""Rule scenarios: given a position, when these moves are made, then this holds. The language is in docs/scenarios.md.

`entry.py` reads a file, `given.py` makes the position, `run.py` plays, `checks.py` and what it imports compare.
"""

from replays.scenario.entry import Scenario, load, read
from replays.scenario.run import MORE, Verdict, run
from replays.scenario.slips import ScenarioError
from replays.scenario.values import Difference

__all__ = ["MORE", "Difference", "Scenario", "ScenarioError", "Verdict", "load", "read", "run"]
