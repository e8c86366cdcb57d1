"""Where things lie in a checkout, however deep the file that asks."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
GAME_FOLDERS = ROOT / "core" / "games"
SCENARIOS = TESTS / "scenarios"
SNAPSHOTS = TESTS / "snapshots"
PICTURES = ROOT / "docs" / "pictures"
CORPUS = TESTS / "corpus"
