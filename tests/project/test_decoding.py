"""What msgspec reads into types it reads through `core/kernel/decoding.py` alone: only there one lock is held."""

import ast

import pytest

from tests.support.places import ROOT

PROGRAM = ("cli", "core", "replays", "store")
DOOR = ROOT / "core" / "kernel" / "decoding.py"
BARE = {"Decoder", "convert"}
"""What builds types; and so does `decode` that is told one."""


def bare(source: str) -> list[int]:
    """The lines that build a type for msgspec by themselves."""
    tree, found = ast.parse(source), list[int]()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "msgspec":
            found += [node.lineno for one in node.names if one.name in {*BARE, "decode"}]
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            typed = node.func.attr == "decode" and any(word.arg == "type" for word in node.keywords)
            built = node.func.attr in BARE and isinstance(node.func.value, ast.Name | ast.Attribute)
            found += [node.lineno] * (typed or (built and _is_msgspec(node.func.value)))
    return found


def _is_msgspec(node: ast.expr) -> bool:
    return ast.unparse(node).partition(".")[0] in {"msgspec", "json"}


def test_types_are_built_behind_one_door() -> None:
    files = [file for folder in PROGRAM for file in sorted((ROOT / folder).rglob("*.py")) if file != DOOR]
    assert len(files) > 400
    found = {file.relative_to(ROOT).as_posix(): bare(file.read_text(encoding="utf-8")) for file in files}
    assert {file: lines for file, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "line",
    [
        "import msgspec; msgspec.convert(1, int)",
        "import msgspec; msgspec.json.Decoder(int)",
        "import msgspec; msgspec.json.decode(b'1', type=int)",
        "from msgspec import json; json.decode(b'1', type=int)",
        "from msgspec import convert",
        "from msgspec.json import Decoder",
    ],
)
def test_a_type_that_is_built_elsewhere_is_found(line: str) -> None:
    assert bare(line) == [1]


def test_what_reads_no_type_is_free() -> None:
    assert (
        bare("import msgspec\nfrom core.kernel.decoding import convert\nmsgspec.json.decode(b'1')\nconvert(1, int)")
        == []
    )
