"""People in several homes play by dice: everybody holds the same match, and every copy verifies."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from core.games import NAMES
from core.kernel.rules.chance import stream
from tests.browser.conftest import browser as browser  # noqa: PLC0414 - a fixture
from tests.soak.homes import Home, begin, check_same, homes, key_of, plays
from tests.support.patience import PATIENCE
from tests.support.serving import served

OFTEN = 25  # moves after which one looks whether the page has come along


def test_two_homes_hold_the_same_match(tmp_path: Path) -> None:
    with served(tmp_path / "matches.db") as url, homes(url, tmp_path) as people:
        match = begin(url, NAMES[0], "azure-rose-100")
        assert played(people, match, 12) == 12
        assert check_same(people, match, tmp_path / "matches.db") == 13


@pytest.mark.soak
@pytest.mark.parametrize("game", NAMES)
def test_two_homes_and_a_browser_hold_the_same_match(game: str, browser: Browser, tmp_path: Path) -> None:
    """The browser is Ana's second device, and follows."""
    left, matches = 300, 0
    with served(tmp_path / "matches.db") as url, homes(url, tmp_path) as people, browser.new_page() as page:
        page.set_default_timeout(PATIENCE * 1000)
        complaints = list[str]()
        page.on("pageerror", lambda error: complaints.append(str(error)))

        def come_along(head: int) -> None:
            page.wait_for_function("head => document.getElementById('log')?.start === head", arg=head)

        while left:
            match = begin(url, game, f"azure-rose-{100 + matches}")
            page.goto(f"{url}/m/{match}#as=Ana&key={key_of('Ana')}")
            left -= played(people, match, left, come_along)
            come_along(check_same(people, match, tmp_path / "matches.db"))
            matches += 1
        assert complaints == []


def played(people: list[Home], match: str, most: int, looks: Callable[[int], None] = lambda _: None) -> int:
    """How many moves were made, up to so many or to the end of the match."""
    dice = stream("homes", match)
    for made in range(most):
        found = plays(people, match, dice)
        if found is None:
            return made
        one, text = found
        written = one.moves(match, text)
        assert written.log.reader == people.index(one)
        if made % OFTEN == 0:
            looks(written.log.head)
    return most
