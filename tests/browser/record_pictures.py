"""Takes the pictures of the README again: `make pictures`, after a change of how boards and pages look.

Positions of recorded matches, in windows of one size: the same browser with the same fonts takes the same pictures.
"""

import subprocess
from base64 import b64decode
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct
from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import ARGS, CHROMIUM
from tests.cli.screen import HERALD
from tests.support.places import PICTURES

QUALITY = 80  # of what is read at a glance, not looked at with a glass


class Picture(Struct, frozen=True):
    """What is typed to have the file, where in it, and the window in which it is seen."""

    name: str
    typed: tuple[str, ...]
    fragment: str = ""
    size: tuple[int, int] = (1280, 800)
    scheme: str = "light"
    top: str = "body"  # what comes first in the picture


WANTED = (
    Picture("board", ("show", "medieval-court@248", "--html"), top=".board"),
    Picture("replay", ("export", "emara-duel", "--page"), "#120"),
    Picture("phone", ("export", "heirs-war", "--page"), "#99", (390, 844), "dark"),
)


def take(browser: Browser, wanted: Picture, folder: Path) -> bytes:
    file = folder / f"{wanted.name}.html"
    subprocess.run([HERALD, *wanted.typed, file, "--lang", "en"], check=True, stdout=subprocess.DEVNULL)
    wide, high = wanted.size
    page = browser.new_page(viewport={"width": wide, "height": high}, color_scheme=wanted.scheme)  # type: ignore[arg-type]
    page.goto(file.as_uri() + wanted.fragment)
    if wanted.fragment:
        page.wait_for_selector("body.on")
    page.locator(wanted.top).evaluate("it => scrollTo(0, it.getBoundingClientRect().top - 8)")
    session: Any = page.context.new_cdp_session(page)
    taken = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    page.close()
    return b64decode(taken["data"])


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM or "chromium", args=ARGS)
        for wanted in WANTED:
            (PICTURES / f"{wanted.name}.webp").write_bytes(take(browser, wanted, Path(folder)))
        browser.close()


if __name__ == "__main__":
    main()
