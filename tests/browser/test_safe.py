"""What others have written stays text, and the page asks nobody for anything."""

from collections.abc import Callable
from pathlib import Path

from tests.browser.conftest import Look, Typed

HOSTILE = "<img src=x onerror=alert(1)>"
COMMENT = '</script><script>alert(2)</script><b onmouseover=alert(3)> &amp; "quoted" \''


def test_names_and_comments_are_texts(look: Look, typed: Typed) -> None:
    typed("new", "medieval", HOSTILE, "Bo", "--practice", "a day")
    typed("move", "@", f"monarch 1 # {COMMENT}", "--as", HOSTILE)
    page = look("@")
    assert HOSTILE[:12] in page.text("#now") + page.text("#log")
    assert COMMENT in page.text("#log")
    for key in ("Home", "End"):
        page.press(key)
        assert page.page.locator("img, #log script, #board script, [onerror], [onmouseover]").count() == 0
    page.control("select", "Language").select_option("FR")
    assert COMMENT in page.text("#log")
    assert page.complaints == []


def test_it_asks_for_nothing_but_itself(look: Look, page_file: Callable[..., Path]) -> None:
    page = look("heirs-war", "--full", hash="#30")
    page.press("Home", "End", "Shift+ArrowLeft")
    page.control("select", "Whose view").select_option("1")
    page.control("select", "Language").select_option("1")
    page.page.wait_for_load_state("networkidle")
    assert page.requests == [page_file("heirs-war", "--full").as_uri()]


def test_it_could_ask_for_nothing_whatever_stood_in_it(look: Look) -> None:
    page = look("emara-duel")
    forbidden = page.page.evaluate("""() => new Promise(done => {
      addEventListener("securitypolicyviolation", found => done(found.effectiveDirective), {once: true});
      document.body.appendChild(Object.assign(new Image(), {src: "x.png"}));
    })""")
    assert forbidden == "img-src"
    del page.complaints[:], page.requests[1:]
