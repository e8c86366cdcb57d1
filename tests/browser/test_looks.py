"""What a position looks like: the board of that moment, whose view, in which language, and what has changed."""

import json

import pytest

from tests.browser.conftest import Look, Typed
from tests.browser.driven import Driven
from tests.browser.outlines import Path, changed, outlined, plain
from tests.support.html import Element, read_html

HEIRS = ("heirs-war", "--full")


def picture(typed: Typed, match: str, row: int, *more: str) -> Element:
    """The board after a row, as `herald show` draws it."""
    (board,) = read_html(typed("show", f"{match}@{row}", *more, "--html", "-")).of("board")
    return board


def drawn(page: Driven) -> str:
    (board,) = page.board.of("board")
    return plain(board)


@pytest.mark.parametrize(
    ("match", "row"), [("medieval-court", 1), ("medieval-court", 199), ("emara-duel", 120), ("heirs-henry", 58)]
)
def test_a_position_is_the_board_of_that_moment(look: Look, typed: Typed, match: str, row: int) -> None:
    assert drawn(look(match, hash=f"#{row}")) == plain(picture(typed, match, row))


def test_everybody_has_a_view_and_every_view_both_languages(look: Look, typed: Typed) -> None:
    page = look(*HEIRS, hash="#60")
    whose, which = page.control("select", "Whose view"), page.control("select", "Language")
    assert whose.locator("option").all_inner_texts() == [
        "as everybody sees it",
        "as Gaston sees it",
        "as Hélène sees it",
    ]
    assert which.locator("option").all_inner_texts() == ["EN", "FR"]
    public = drawn(page)
    whose.select_option("as Hélène sees it")
    assert page.row == 60
    assert drawn(page) == plain(picture(typed, HEIRS[0], 60, "--as", "Hélène")) != public
    which.select_option("FR")
    assert drawn(page) == plain(picture(typed, HEIRS[0], 60, "--as", "Hélène", "--lang", "fr"))
    assert page.page.locator("html").get_attribute("lang") == "fr"
    assert [page.text("h1"), page.text("#name")] == [page.page.title(), "Journal"]
    page.control("select", "Langue").select_option("EN")
    page.control("select", "Whose view").select_option("as everybody sees it")
    assert drawn(page) == public
    assert page.text("#name") == "Log"


def test_the_log_and_what_happens_next_are_told_as_the_view_has_them(look: Look, typed: Typed) -> None:
    page = look(*HEIRS, hash="#60&as=Gaston&l=fr")
    told = typed("show", f"{HEIRS[0]}@60", "--as", "Gaston", "--lang", "fr", "--html", "-")
    heads = [it.text for it in read_html(told).of("top")[0].of("p")]
    now = page.page.locator("#now p").all_text_contents()
    assert now == heads[: len(now)] != []
    rows = map(json.loads, typed("log", HEIRS[0], "--undone", "--lang", "fr", "--json").splitlines())
    for row, entry in zip(rows, page.page.locator("#log li").all_text_contents(), strict=True):
        for fact in row["facts"]:
            assert fact["sentence"] in entry, row["row"]


def test_a_view_that_is_the_only_one_is_no_choice(look: Look) -> None:
    page = look("emara-duel")
    assert not page.page.locator("select").first.is_visible()
    assert page.text("#reader") == "as everybody sees it"


def test_undone_rows_are_struck_out_in_every_language(look: Look, typed: Typed) -> None:
    told = map(json.loads, typed("log", "medieval-court", "--undone", "--json").splitlines())
    gone = [row["row"] for row in told if row["undone_by"]]
    assert len(gone) > 3
    page = look("medieval-court")
    struck = """all => all.flatMap((row, at) => {
      const parts = [...row.querySelectorAll("s, q, p")];
      const lines = parts.map(part => getComputedStyle(part).textDecorationLine);
      return parts.length && lines.every(line => line === "line-through") ? [at + 1] : [];
    })"""
    for lang in ("EN", "FR", "EN"):
        page.page.locator("select").last.select_option(lang)
        assert page.page.eval_on_selector_all("#log li", struck) == gone


# --- what has changed


@pytest.mark.parametrize(
    ("match", "rows"), [("medieval-court", (100, 199)), ("emara-duel", (60, 121)), ("heirs-war", (50, 90))]
)
def test_what_has_changed_is_outlined_and_nothing_else(look: Look, match: str, rows: tuple[int, int]) -> None:
    page, seen = look(match), set[Path]()
    for row in rows:
        page.follow(f"#{row}")
        page.comes_to(row)
        for _ in range(3):
            before = page.board
            page.press("ArrowRight")
            now = page.board
            assert outlined(now) == changed(before, now), f"row {page.row}"
            seen |= outlined(now)
    assert len(seen) > 2


def test_outlines_are_those_of_the_last_step_whatever_came_before(look: Look) -> None:
    page = look(*HEIRS, hash="#40")
    page.press(*["ArrowRight"] * 12)
    row, slow = page.row, outlined(page.board)
    for keys in (["Home", "End"], ["ArrowLeft"] * 9):
        page.press(*keys)
    page.follow(f"#{row}")
    page.comes_to(row)
    assert outlined(page.board) == slow
    page.press("Home")
    assert outlined(page.board) == set()
    page.follow(f"#{row}&l=fr")
    page.page.wait_for_selector("html[lang=fr]")
    assert outlined(page.board) == slow


# --- the row that led here


@pytest.mark.parametrize("match", ["medieval-court", "emara-duel"])
def test_the_current_row_of_the_log_can_be_seen(look: Look, match: str) -> None:
    page = look(match)
    for keys in ((), ("ArrowLeft",) * 3, ("Shift+ArrowLeft",) * 2, ("Home",), ("ArrowRight",) * 2, ("End",)):
        page.press(*keys)
        assert page.current[-1] == page.row
        assert page.row in page.visible, f"row {page.row}"


def test_rows_without_a_position_lead_to_the_next_one(look: Look) -> None:
    page = look("medieval-court", hash="#84")
    assert page.current == [80, 81, 82, 83, 84], "three rows, the undo, and what was done instead"
    page.press("ArrowLeft")
    assert page.current == [79]
