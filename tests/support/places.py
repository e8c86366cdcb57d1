"""Where things lie in a checkout, however deep the file that asks."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
GAME_FOLDERS = ROOT / "core" / "games"
SNAPSHOTS = TESTS / "snapshots"
PICTURES = ROOT / "docs" / "pictures"
CORPUS = TESTS / "corpus"


def cases_of(game: str) -> Path:
    """Where the scenarios of a game lie: they ship with it."""
    return GAME_FOLDERS / game / "scenario" / "cases"
