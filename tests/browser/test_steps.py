"""From position to position: keys, buttons, slider, log, plot, addresses."""

import json
from itertools import pairwise

import pytest

from tests.browser.conftest import Look, Typed

MATCH = "medieval-court"


@pytest.fixture(scope="session")
def stops(typed: Typed) -> list[tuple[int, int]]:
    """Row and round of each position."""
    told = map(json.loads, typed("replay", MATCH, "--json").splitlines())
    return [(stop["row"], stop["stage"][0]) for stop in told]


@pytest.fixture(scope="session")
def rows(stops: list[tuple[int, int]]) -> list[int]:
    return [row for row, _ in stops]


@pytest.fixture(scope="session")
def rounds(stops: list[tuple[int, int]]) -> list[int]:
    """The rows after which another round has begun."""
    return [row for (_, before), (row, now) in pairwise(stops) if before != now]


def test_a_page_opens_where_the_match_stands(look: Look, rows: list[int]) -> None:
    page = look(MATCH)
    assert page.where == f"{rows[-1]} / {rows[-1]}"


def test_arrows_go_to_the_next_position_and_back(look: Look, rows: list[int]) -> None:
    page = look(MATCH)
    for row in rows[-2:-8:-1]:
        page.press("ArrowLeft")
        assert page.row == row
    page.press("ArrowRight", "ArrowRight")
    assert page.row == rows[-5]


def test_home_and_end_go_as_far_as_there_is(look: Look, rows: list[int]) -> None:
    page = look(MATCH, hash="#100")
    for key, beyond, row in (("Home", "ArrowLeft", rows[0]), ("End", "ArrowRight", rows[-1])):
        page.press(key)
        assert page.row == row
        page.press(beyond)
        assert page.row == row


def test_shift_goes_round_by_round(look: Look, rows: list[int], rounds: list[int]) -> None:
    page = look(MATCH, hash=f"#{rows[0]}")
    for row in [*rounds, rows[-1]]:
        page.press("Shift+ArrowRight")
        assert page.row == row
    for row in [*reversed(rounds), rows[0]]:
        page.press("Shift+ArrowLeft")
        assert page.row == row
    page.press("ArrowRight", "Shift+ArrowLeft")
    assert page.row == rows[0]


def test_buttons_do_what_keys_do(look: Look, rows: list[int], rounds: list[int]) -> None:
    page = look(MATCH)
    for name, row in (("Back", rows[-2]), ("Back", rows[-3]), ("On", rows[-2]), ("First", rows[0])):
        page.control("button", name).click()
        assert page.row == row
    page.control("button", "On").click(modifiers=["Shift"])
    assert page.row == rounds[0]
    page.control("button", "Last").click()
    assert page.row == rows[-1]


def test_there_is_no_way_on_at_the_ends(look: Look) -> None:
    page = look(MATCH)
    for key, off in (("End", {"On", "Last"}), ("Home", {"First", "Back"}), ("ArrowRight", set[str]())):
        page.press(key)
        names = ("First", "Back", "On", "Last")
        assert {name for name in names if page.control("button", name).is_disabled()} == off


def test_the_slider_goes_anywhere(look: Look, rows: list[int]) -> None:
    page = look(MATCH)
    slider = page.page.get_by_role("slider")
    slider.fill("77")
    assert page.row == rows[77]
    assert slider.get_attribute("aria-valuetext") == f"row {rows[77]}"
    slider.focus()
    page.press("ArrowRight")
    assert page.row == rows[78], "a key on the slider is one step, not two"
    page.press("Home")
    assert slider.input_value() == "0"


def test_a_row_of_the_log_leads_to_its_position(look: Look, rows: list[int]) -> None:
    page = look(MATCH)
    for row in (90, 3, 82):
        page.page.locator(f"#log li:nth-child({row})").click(position={"x": 30, "y": 8})
        assert page.row == min(stop for stop in rows if stop >= row), "row 82 was undone: it has no position"


def test_the_plot_leads_to_a_position(look: Look, rows: list[int]) -> None:
    page = look(MATCH)
    plot = page.page.locator(".plot")
    left, right = (float(plot.get_attribute(f"data-{side}") or "") / 100 for side in ("left", "right"))
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    assert box is not None
    plot.click(position={"x": box["width"] * (left + (right - left) / 4), "y": box["height"] / 3})
    assert abs(rows.index(page.row) - (len(rows) - 1) / 4) < 2
    mark = page.page.locator(".plot .cursor")
    assert abs(float((mark.get_attribute("x1") or "")[:-1]) / 100 - (left + (right - left) / 4)) < 0.01


def test_keys_that_belong_to_others_stay_theirs(look: Look, rows: list[int]) -> None:
    page = look(MATCH, hash="#100")
    page.press("Control+ArrowLeft", "Control+Home", "x", " ", "Enter")
    assert page.row == 100
    page.page.get_by_role("combobox").last.focus()
    page.press("Home")
    assert page.row == 100
    assert 100 in rows


# --- addresses


def test_an_address_names_a_row(look: Look, rows: list[int]) -> None:
    page = look(MATCH, hash="#120")
    assert page.row == 120
    for fragment, row in (("#80", 84), ("#1", 1), ("#4711", rows[-1])):
        page.follow(fragment)
        page.comes_to(row)
    page.open("#nonsense")
    page.reload()
    assert page.row == rows[-1]
    assert not {80, 81, 82, 83} & {*rows}, "rows 80 to 82 were undone by row 83, which has no position of its own"


def test_the_address_follows_what_is_shown(look: Look, rows: list[int]) -> None:
    page = look(MATCH, hash="#120")
    page.press("ArrowRight", "ArrowRight")
    page.says(f"#{rows[rows.index(120) + 2]}")
    page.control("select", "Language").select_option("1")
    page.says(f"#{page.row}&l=fr")
    shown = page.row
    page.reload()
    assert (page.row, page.page.locator("html").get_attribute("lang")) == (shown, "fr")


def test_an_address_opens_a_view_in_a_language(look: Look) -> None:
    page = look("heirs-war", "--full", hash="#60&as=Hélène&l=fr")
    assert page.row == 60
    chosen = page.page.eval_on_selector_all("select", "all => all.map(it => it.selectedOptions[0].text)")
    assert chosen == ["vue par Hélène", "FR"]
    page.press("ArrowRight")
    page.says("#61&as=Hélène&l=fr")


def test_the_browser_goes_back_and_forward(look: Look) -> None:
    page = look("heirs-war", "--full", hash="#20")
    page.follow("#60&as=Gaston")
    page.comes_to(60)
    page.press("ArrowRight")
    page.says("#61&as=Gaston")
    page.follow("#90&l=fr")
    page.comes_to(90)
    page.page.go_back()
    page.comes_to(61)
    chosen = page.page.locator("select").first
    assert chosen.evaluate("it => it.selectedOptions[0].text") == "as Gaston sees it"
    page.page.go_back()
    page.comes_to(20)
    page.page.go_forward()
    page.page.go_forward()
    page.comes_to(90)
    assert page.page.locator("html").get_attribute("lang") == "fr"
