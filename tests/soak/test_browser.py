"""People play by dice from browsers: whatever can be tapped is played, everybody sees it, and no page complains."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page

from core.games import NAMES
from core.kernel.log.keys import ARBITER, key_digest
from core.kernel.rules.chance import Stream, stream
from tests.browser.conftest import started
from tests.service.conftest import KEYS, Ask, asking
from tests.support.serving import served

NAMED = ("Ana", "Bo")
PARTS = 60
"""Of a move, at most."""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with started() as browser:
        yield browser


STANDS = """row => {
  const one = selector => document.querySelector(selector);
  if (+one("#log").start > row) return "sent";
  if (one("#can").inert) return false;
  if (one("#said .refused")) return one("#said").innerText;
  return one("#preview .main") ? "whole" : one("#next:not([hidden]) li") ? "words" : false;
}"""
"""What has become of what was tapped."""


class Player:
    """Somebody with a browser, who takes what the dice say."""

    def __init__(self, browser: Browser, url: str, match: str, name: str, *, phone: bool) -> None:
        size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 800}
        self.name = name
        self.lang = "fr" if phone else "en"
        self.page: Page = browser.new_context(viewport=size, has_touch=phone).new_page()  # type: ignore[arg-type]
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.goto(f"{url}/m/{match}?lang={self.lang}#as={name}&key={KEYS[name]}")
        self.page.wait_for_selector("#who:not(:empty)")

    def comes_to(self, row: int) -> None:
        """What others did is there without being asked for."""
        self.page.wait_for_function("row => +document.getElementById('log').start >= row", arg=row)

    def plays(self, dice: Stream, row: int) -> None:
        """One of what is listed; where nothing is, word by word."""
        self.page.wait_for_selector("#now.yours")
        self.page.evaluate("() => document.querySelectorAll('.choices details').forEach(it => { it.open = true; })")
        found = self.page.locator("#can button.choice, #can .each button").all()
        if found:
            found[dice.below(len(found))].click()
        for _ in range(PARTS):
            match self.page.wait_for_function(STANDS, arg=row).json_value():
                case "sent":
                    return
                case "whole":
                    self.page.locator("#preview .main").click()
                    self.comes_to(row + 1)
                    return
                case "words":
                    self._types(self.page.locator("#next li"), dice)
                case refused:
                    raise AssertionError(f"{self.name}: {refused}")
        raise AssertionError(f"{self.name} cannot end: {self.page.locator('#typed').input_value()}")

    def _types(self, words: Locator, dice: Stream) -> None:
        example = self.page.locator("#typed").get_attribute("placeholder") or ""
        if dice.below(8) == 0 or "placer" in example or "place" in example:  # only the whole of it is right or wrong
            self.page.fill("#typed", example.partition(": ")[2] or example)
            self.page.wait_for_selector("#preview .main")
            return
        before = self.page.locator("#typed").input_value()
        words.nth(dice.below(words.count())).click()
        self.page.wait_for_function("text => document.getElementById('typed').value !== text", arg=before)
        self.page.wait_for_timeout(300)


def begun(ask: Ask, game: str, match: str) -> None:
    keys = {name: key_digest(match, name, KEYS[name]) for name in (*NAMED, ARBITER)}
    new = {"game": game, "seats": NAMED, "client": "first", "keys": keys, "match": match, "practice": "browsers"}
    answer = ask("POST", "/matches", new)
    assert answer.status == 201, answer.body


@pytest.mark.soak
@pytest.mark.parametrize("game", NAMES)
def test_two_browsers_play_what_can_be_tapped(game: str, chromium: Browser, tmp_path: Path) -> None:
    dice, match = stream("browsers", game), "azure-rose-777"
    with served(tmp_path / "matches.db") as url:
        ask = asking(url)
        begun(ask, game, match)
        people = [Player(chromium, url, match, name, phone=name == "Bo") for name in NAMED]
        for _ in range(300):
            told = [ask("GET", f"/matches/{match}/told", key=KEYS[one.name]).json["page"] for one in people]
            asked = [one for one, page in zip(people, told, strict=True) if page["mood"] == "yours"]
            if not asked:
                break
            for one in people:
                one.comes_to(told[0]["row"])
            asked[0].plays(dice, told[0]["row"])
        head = ask("GET", f"/matches/{match}/rows", key=KEYS["Ana"]).json["head"]
        for one in people:
            one.comes_to(head)
            assert [said for said in one.complaints if "404" not in said] == [], "404: before the key is known"
        assert head > 60
