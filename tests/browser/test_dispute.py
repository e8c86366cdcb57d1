"""The page of a dispute: both boards beside each other, one under the other on a phone, what differs marked."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Typed

ASKED = ("dispute", "heirs-duel@11", "build TRA8 1,-1", "--ruling", "HEI-R15")


@pytest.mark.parametrize(("width", "beside"), [(1280, True), (390, False)])
def test_boards_lie_as_there_is_room(browser: Browser, typed: Typed, tmp_path: Path, width: int, beside: bool) -> None:
    file = tmp_path / "one.html"
    typed(*ASKED, "-o", str(file))
    context = browser.new_context(viewport={"width": width, "height": 800}, java_script_enabled=False)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    boards = [box for board in page.locator(".board").all() if (box := board.bounding_box()) is not None]
    assert len(boards) == 2
    assert (boards[1]["x"] >= boards[0]["x"] + boards[0]["width"]) == beside
    assert (boards[1]["y"] >= boards[0]["y"] + boards[0]["height"]) == (not beside)
    assert all(board["x"] + board["width"] <= width for board in boards)
    assert page.locator("mark").count() > 0
    assert asked == [file.as_uri()]
    context.close()
