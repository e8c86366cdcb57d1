"""Nothing lies about that nobody uses: names of modules, and what the pages of a match say."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from core.kernel.setup import resources
from tests.support.places import ROOT

PROGRAM = ("cli", "core", "replays", "store")
KEPT = {"GIVING", "__getattr__"}
"""What stands there for what comes with it: the files that say what becomes of effects; what Python itself asks for."""


def files(*folders: str, ends: str = "py") -> Iterator[Path]:
    for folder in folders:
        yield from sorted((ROOT / folder).rglob(f"*.{ends}"))


def names(file: Path) -> Iterator[str]:
    """What a module defines for itself: what is registered by a decorator or by being a kind of something is used."""
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and not node.decorator_list:
            yield node.name
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id


def test_every_name_of_a_module_is_used() -> None:
    """By more than tests. Named positions of scenarios are found by their names; others stand in several places."""
    words = Counter(
        word for file in files(*PROGRAM, "bench") for word in re.findall(r"\w+", file.read_text(encoding="utf-8"))
    )
    found = {
        (file.relative_to(ROOT).as_posix(), name)
        for file in files(*PROGRAM)
        if file.name != "openings.py"
        for name in names(file)
        if words[name] == 1 and name not in KEPT
    }
    assert found == set()


def test_every_word_of_the_pages_is_said() -> None:
    """By a script or by who writes the page; `undo_ask` and its like are put together."""
    texts = [*files("replays/live", ends="js"), *files("replays/live", "cli/service")]
    said = set(re.findall(r"\w+", "\n".join(file.read_text(encoding="utf-8") for file in texts)))
    words = resources.toml("replays.live", "words.en.toml")
    keys = {*words["say"], *(key for page in words["script"].values() for key in page)}
    assert len(keys) > 80
    assert {key for key in keys if re.sub("^(undo|redo)_", "", key) not in said} == set()
