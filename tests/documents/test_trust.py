"""`docs/trust.md` claims nothing without a test: each line names one, and each that is named is there."""

import ast
import re
from functools import cache
from pathlib import Path

from tests.support.places import ROOT, TESTS

PAGE = (ROOT / "docs" / "trust.md").read_text(encoding="utf-8")
NAMED = re.compile(r"`([\w/]+\.py)::(\w+)`")


@cache
def functions(file: str) -> set[str]:
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_every_test_that_is_named_is_there() -> None:
    named = NAMED.findall(PAGE)
    assert len(named) > 50
    assert [f"{file}::{name}" for file, name in named if name not in functions(file)] == []
    assert all(Path(file).name.startswith("test_") and name.startswith("test_") for file, name in named), (
        "pytest runs it"
    )


def test_every_line_of_a_table_names_a_test() -> None:
    heads = re.findall(r"^\|(.*)\|\n\|[-|]+\|\n((?:\|.*\|\n)+)", PAGE, re.MULTILINE)
    assert len(heads) == 8
    lines = [line for _, body in heads for line in body.splitlines()]
    assert [line for line in lines if not NAMED.search(line.rsplit(" | ", 1)[1])] == []


def test_no_reference_is_written_otherwise() -> None:
    assert PAGE.count("::") == len(NAMED.findall(PAGE))
