"""A test says what must hold: none fails by an accident alone."""

import ast
from collections.abc import Iterator

from tests.support.places import TESTS


def functions() -> Iterator[tuple[str, ast.FunctionDef]]:
    for file in sorted(TESTS.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield f"{file.relative_to(TESTS).as_posix()}::{node.name}", node


def asserts(node: ast.AST) -> bool:
    """An assertion, or a call that is one: `pytest.raises`, `pytest.fail`, a function `check_...` of the tests."""
    if not isinstance(node, ast.Call):
        return isinstance(node, ast.Assert)
    called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return called in {"raises", "fail"} or called.startswith("check_")


def test_every_test_asserts() -> None:
    found = {name: any(map(asserts, ast.walk(node))) for name, node in functions()}
    assert len(found) > 1_000
    assert [name for name, asserted in found.items() if not asserted] == []
