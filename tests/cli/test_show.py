"""`herald show` at a terminal: as wide as that is, whole or in parts."""

import pytest

from core.kernel.drawing.canvas import width
from tests.cli.conftest import Herald


@pytest.mark.parametrize(("columns", "wide"), [(None, 100), (80, 80), (100, 100), (120, 120), (60, 80), (300, 140)])
def test_a_board_is_as_wide_as_the_terminal(
    run: Herald, acting: str, monkeypatch: pytest.MonkeyPatch, columns: int | None, wide: int
) -> None:
    """But not so narrow that words were lost, nor so wide that nobody reads it."""
    monkeypatch.delenv("COLUMNS", raising=False)
    if columns is not None:
        monkeypatch.setenv("COLUMNS", str(columns))
    lines = run("show", acting).out.splitlines()
    assert max(map(width, lines)) == wide


def test_parts_of_a_board_are_shown_by_name(run: Herald, acting: str) -> None:
    whole = run("show", acting, "--as", "Ana").out
    some = run("show", acting, "--as", "Ana", "--panel", "bo", "--panel", "stage").out
    headings = [line for line in some.splitlines() if line.startswith("──")]
    assert [heading.split(" · ")[0] for heading in headings] == ["── Medieval Realms", "── Bo"]
    assert {*some.splitlines()} < {*whole.splitlines()}


def test_a_page_has_the_same_parts(run: Herald, acting: str) -> None:
    page = run("show", acting, "--html", "-", "--panel", "palaces").out
    assert "palaces" in page
    assert "current events" not in page


def test_a_part_that_is_not_there_is_told_from_those_that_are(run: Herald, acting: str) -> None:
    refused = run("show", acting, "--panel", "cellar", "--json")
    plain = run("show", acting, "--panel", "cellar")
    assert plain.code == 2
    assert "There is no part “cellar” of the board here" in plain.err
    assert all(name in plain.err for name in ("stage", "current", "palaces", "Ana", "Bo"))
    assert refused.code == 0, "a document has everything"
    french = run("show", acting, "--panel", "cellar", "--lang", "fr")
    assert "cellar" in french.err
    assert "Le plateau n’a pas ici de partie" in french.err
