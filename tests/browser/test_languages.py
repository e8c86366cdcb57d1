"""A page that is read from top to bottom changes its language, and its reader stays where they are."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.conftest import Typed


def test_the_language_is_chosen_on_the_page(browser: Browser, typed: Typed, tmp_path: Path) -> None:
    file = tmp_path / "cases.html"
    typed("cases", "medieval", "island", "-o", str(file), "--lang", "fr")
    page = browser.new_context(viewport={"width": 1000, "height": 500}).new_page()
    asked: list[str] = []
    wrong: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text))
    page.goto(f"{file.as_uri()}#MED-R5")
    case = page.locator("#MED-R5")
    choice = page.get_by_label("Langue")
    expect(choice).to_have_value("0")
    before = page.locator("#said").inner_html()
    case.locator("details").first.evaluate("details => { details.open = true; }")
    at = case.evaluate("part => part.getBoundingClientRect().top")
    choice.select_option("EN")
    expect(case).to_contain_text("Only when the island is played.")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page).to_have_title("Medieval Realms: the casebook")
    assert case.locator("details").first.evaluate("details => details.open")
    assert abs(case.evaluate("part => part.getBoundingClientRect().top") - at) < 2
    case.locator("details").first.evaluate("details => { details.open = false; }")
    page.get_by_label("Language").select_option("FR")
    expect(case).to_contain_text("Seulement quand l’île est jouée.")
    assert page.locator("#said").inner_html() == before
    assert asked == [file.as_uri()]
    assert wrong == []
    page.context.close()


def test_without_scripts_the_first_language_is_read(browser: Browser, typed: Typed, tmp_path: Path) -> None:
    file = tmp_path / "impact.html"
    typed("impact", "MED-R4=spend", "--archive", "-o", str(file), "--lang", "fr")
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(file.as_uri())
    assert "la suite est différente" in page.locator("main").inner_text()
    assert page.locator("#choose").is_hidden()
    page.context.close()
