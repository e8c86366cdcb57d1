"""The table of faults names tests that are there, and every test of this folder."""

import re
from pathlib import Path

HERE = Path(__file__).parent


def test_the_table_tells_no_lies() -> None:
    named = set(re.findall(r"`([\w./]+\.py)`", (HERE / "README.md").read_text(encoding="utf-8")))
    assert all((HERE / name).exists() for name in named)
    assert {path.name for path in HERE.glob("test_*.py")} - {Path(__file__).name} <= named
