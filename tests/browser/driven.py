"""A page of a match in a browser: what its reader does, and what they see then."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

from tests.support.html import Element, read_html

SEEN = """log => {
  const edge = log.getBoundingClientRect();
  const fits = (low, high) => low >= Math.max(edge.top, 0) - 1 && high <= edge.bottom + 1;
  return [...log.querySelectorAll(".on")].filter(row => {
    const {top, bottom} = row.getBoundingClientRect();
    return fits(top, Math.min(bottom, top + log.clientHeight / 2));
  }).map(row => [...log.children].indexOf(row) + 1);
}"""


class Driven:
    """A page, what it asked for, and what it complained of."""

    def __init__(self, page: Page, file: Path) -> None:
        self.page = page
        self.file = file
        self.requests: list[str] = []
        self.complaints: list[str] = []
        page.context.on("request", lambda request: self.requests.append(request.url.partition("#")[0]))
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", lambda dialog: self.complaints.append(dialog.message))

    # --- what its reader does

    def open(self, fragment: str = "") -> None:
        self.page.goto(self.file.as_uri() + fragment)

    def reload(self) -> None:
        self.page.reload()
        self.unfolded()

    def unfolded(self) -> None:
        """Its script takes a moment to unfold the match."""
        self.page.wait_for_selector("body.on")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def follow(self, fragment: str) -> None:
        """Another address is typed, or a link to it followed, once the one that is shown is that of this position."""
        self.page.wait_for_function("row => location.hash.slice(1).split('&')[0] === row", arg=str(self.row))
        self.page.evaluate("hash => { location.hash = hash }", fragment)

    def control(self, role: str, name: str) -> Locator:
        """A control by what it is called."""
        return self.page.locator(f"{role}[aria-label^='{name}']")

    def busy(self) -> float:
        """How many seconds the page has worked, whatever else the machine had to do: script, layout and painting."""
        metrics: list[dict[str, Any]] = self._session.send("Performance.getMetrics")["metrics"]
        return next(float(metric["value"]) for metric in metrics if metric["name"] == "TaskDuration")

    @cached_property
    def _session(self) -> Any:
        """What the browser tells of the page to who develops it."""
        session: Any = self.page.context.new_cdp_session(self.page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        return session

    # --- what they see

    @property
    def where(self) -> str:
        """`12 / 80`: this row of so many."""
        return self.page.locator("output").inner_text()

    @property
    def row(self) -> int:
        return int(self.where.partition("/")[0])

    def comes_to(self, row: int) -> None:
        """An address takes a moment to be followed."""
        self.page.wait_for_function("row => document.querySelector('output').value.startsWith(`${row} /`)", arg=row)

    def says(self, fragment: str) -> None:
        """So does the address to follow what is shown."""
        self.page.wait_for_function("hash => decodeURIComponent(location.hash) === hash", arg=fragment)

    def text(self, selector: str) -> str:
        return self.page.locator(selector).inner_text()

    @property
    def board(self) -> Element:
        """The board, as elements."""
        return read_html(self.page.locator("#board").inner_html())

    @property
    def current(self) -> Sequence[int]:
        """The rows of the log that led here from the position before."""
        found: list[int] = self.page.locator("#log").evaluate(
            "log => [...log.children].flatMap((row, at) => row.classList.contains('on') ? [at + 1] : [])"
        )
        return found

    @property
    def visible(self) -> Sequence[int]:
        """Those of them that can be read, from their first line on, without touching anything."""
        found: list[int] = self.page.locator("#log").evaluate(SEEN)
        return found

    @property
    def overflow(self) -> int:
        """How far the page goes on to the right of the window."""
        found: int = self.page.evaluate(
            "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        return found
