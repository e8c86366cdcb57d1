"""How a page lies in a window: wide or narrow, by day and by night, without scripts; and how quickly it turns."""

from statistics import median

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Look, Typed

MATCHES = ("medieval-court", "emara-duel", "heirs-war")

LIGHT = """selector => {
  const of = colour => {
    const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map(it => it / 255)
      .map(it => it <= .04045 ? it / 12.92 : ((it + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b;
  };
  return [...document.querySelectorAll(selector)].map(it => {
    const ground = within => getComputedStyle(within).backgroundColor;
    let under = it;
    while (under.parentElement && /, 0\\)$/.test(ground(under))) under = under.parentElement;
    return [of(getComputedStyle(it).color), of(ground(under))];
  });
}"""


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("match", MATCHES)
def test_nothing_lies_beside_the_window(look: Look, match: str, width: int) -> None:
    page = look(match, width=width)
    for keys in ((), ("Shift+ArrowLeft",), ("Home",), ("Shift+ArrowRight",) * 2):
        page.press(*keys)
        assert page.overflow <= 0, f"row {page.row}"


def test_on_a_phone_the_row_that_led_here_is_in_sight_in_the_log(look: Look) -> None:
    page = look("heirs-war", width=390, height=844, has_touch=True)
    page.control("button", "Back").tap()
    log = page.page.locator("#log")
    top = log.evaluate("log => log.querySelector('.on').getBoundingClientRect().top - log.getBoundingClientRect().top")
    assert 0 <= top < log.evaluate("log => log.clientHeight")


def test_it_can_be_read_without_scripts(look: Look) -> None:
    page = look("heirs-war", java_script_enabled=False)
    whole = page.page.locator("body").inner_text()
    for told in ("Gaston", "Hélène", "wins", "Log", "Who took how long"):
        assert told in whole
    assert page.page.locator("#log li").count() == 128
    assert page.page.locator("#board .board").is_visible()
    for control in ("#bar", "#choose", "button", "select", "input"):
        assert not page.page.locator(control).first.is_visible(), "there are no controls that do nothing"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_read_by_day_and_by_night(look: Look, scheme: str) -> None:
    page = look("emara-duel", color_scheme=scheme)
    (_, ground), *texts = page.page.evaluate(
        LIGHT, "body, h1, h2, #now p, #log li, #log li p, output, select, button:enabled"
    )
    assert (ground > 0.5) == (scheme == "light")
    assert len(texts) > 200
    for ink, under in texts:
        light, dark = max(ink, under), min(ink, under)
        assert (light + 0.05) / (dark + 0.05) >= 4.5


@pytest.mark.parametrize("match", MATCHES)
def test_a_step_is_quick(look: Look, match: str) -> None:
    page = look(match)
    before, took = page.busy(), list[float]()
    for _ in range(60):
        page.press("ArrowLeft")
        now = page.busy()
        took.append(now - before)
        before = now
    assert median(took) <= 0.05


CUT = """all => all.filter(it => it.clientWidth && it.scrollWidth > it.clientWidth + 1)
  .map(it => `${it.innerText}: ${it.scrollWidth} in ${it.clientWidth}`)"""


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("width", [390, 503, 1024, 1280])
def test_in_a_matrix_no_word_is_cut_and_every_column_has_its_place(
    browser: Browser, typed: Typed, width: int, lang: str
) -> None:
    """The narrowest place for a board beside a log is 474 pixels wide, which is that of a window of 503."""
    page = browser.new_context(viewport={"width": width, "height": 800}).new_page()
    page.set_content(typed("show", "nobility-chancery@60", "--lang", lang, "--html", "-"))
    page.eval_on_selector_all("details", "all => all.forEach(it => { it.open = true })")
    assert page.locator(".matrix").count() == 2, "the council and the Chancery"
    assert page.eval_on_selector_all(".matrix :is(th, .card, .card *)", CUT) == []
    if width > 390:
        assert page.eval_on_selector_all(".scroll:has(.matrix)", CUT) == []
    page.eval_on_selector_all(".scroll:has(.matrix)", "all => all.forEach(it => { it.scrollLeft = 999 })")
    for side in page.locator(".matrix th[scope=row]").all():
        assert side.evaluate(
            "it => it.getBoundingClientRect().left >= it.closest('.scroll').getBoundingClientRect().left"
        )
    page.context.close()
