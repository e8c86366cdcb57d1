"""`herald show --html`: the picture as a file that a browser opens."""

import os
from pathlib import Path
from stat import S_IMODE

import pytest

from tests.cli.conftest import Herald, Said
from tests.support.html import Element, read_html
from tests.support.shelf import toy_on_the_shelf

HOSTILE = '<b>O\'Hara & "co"</b>'


def page_of(said: Said) -> Element:
    assert said.code == 0, said.err
    return read_html(said.out)


def test_the_page_says_what_the_terminal_says(run: Herald, acting: str) -> None:
    told = run("show", acting, "--as", "Ana").out.splitlines()
    shown = page_of(run("show", acting, "--as", "Ana", "--html", "-"))
    title, *lines = (it.text for it in shown.of("top")[0].of("top")[0].inner if isinstance(it, Element))
    assert title == told[0]
    assert lines == told[1 : 1 + len(lines)]
    assert [line for line in lines if line.startswith(("You must", "Waiting for"))], "whose turn it is"
    assert "current events" in shown.text
    assert shown.of("html")[0].attributes["lang"] == "en"


def test_the_page_speaks_the_language_of_its_reader(run: Herald, acting: str) -> None:
    shown = page_of(run("show", acting, "--html", "-", "--lang", "fr"))
    assert shown.of("html")[0].attributes["lang"] == "fr"
    assert "vue par tout le monde" in shown.of("h1")[0].text
    assert "événements en cours" in shown.text
    assert "\u202f:" in shown.of("top")[0].of("p")[0].text, "a line may not end before a colon"


def test_colours_of_the_terminal_stay_there(run: Herald, acting: str) -> None:
    coloured = run("show", acting, "--html", "-", "--color", "always").out
    assert coloured == run("show", acting, "--html", "-").out
    assert "\x1b" not in coloured


def test_a_page_of_an_earlier_row_and_of_a_file(run: Herald, acting: str, home: Path) -> None:
    assert "row 3," in page_of(run("show", f"{acting}@3", "--html", "-")).of("h1")[0].text
    run("export", acting, "-o", str(home / "seen.jsonl"))
    shown = page_of(run("show", str(home / "seen.jsonl"), "--html", "-"))
    assert shown.of("h1")[0].text == run("show", acting).out.splitlines()[0]


@pytest.mark.skipif(os.name == "nt", reason="it has other permissions")
def test_what_a_seat_sees_is_for_its_owner_alone(run: Herald, acting: str, home: Path) -> None:
    before = os.umask(0o022)
    try:
        for reader, mode in ((("--as", "Ana"), 0o600), ((), 0o644)):
            file = home / f"page{mode:o}.html"
            said = run("show", acting, "--html", str(file), *reader, "--json")
            assert said.json["reader"] == (reader[1] if reader else None)
            assert said.json["bytes"] == len(file.read_bytes())
            assert S_IMODE(file.stat().st_mode) == mode
    finally:
        os.umask(before)


def test_a_page_lies_over_nothing(run: Herald, acting: str, home: Path, db: Path) -> None:
    file = home / "board.html"
    said = run("show", acting, "--html", str(file))
    assert said.out == f"{file}: the match as everybody sees it, as a page.\n"
    first = file.read_bytes()
    assert run("show", acting, "--as", "Ana", "--html", str(file)).code == 2
    assert file.read_bytes() == first
    assert run("show", acting, "--as", "Ana", "--html", str(file), "--force").code == 0
    assert file.read_bytes() != first
    for taken in (db, Path(f"{db}-wal")):
        refused = run("show", acting, "--html", str(taken), "--force", "--json")
        assert (refused.code, refused.error["why"]) == (2, "is_database")
    assert run("verify", acting).code == 0


def test_a_name_stays_a_name(run: Herald) -> None:
    assert run("new", "medieval", HOSTILE, "Bo", "--practice", "a day").code == 0
    shown = page_of(run("show", "--html", "-"))
    assert not [it for it in shown.walk() if it.name == "b" and it.text.startswith("O'Hara")]
    assert HOSTILE[:12] in shown.text


def test_every_part_of_a_board_has_its_place_on_a_page(run: Herald) -> None:
    """The toy has all of them: a track, a matrix, a net, spots, and what lies face down."""
    with toy_on_the_shelf():
        assert run("new", "toy", "Ana", "Bo", "--practice", "a day").code == 0
        shown = page_of(run("show", "--html", "-"))
        for word in ("the last one", "amber", "pearl", "bridge", "lanterns in the bag", "pledge", "0 coins"):
            assert word in shown.text, word
