"""A browser without a window, and pages that the program made for it."""

import os
import shutil
import subprocess
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.driven import Driven
from tests.browser.sitting import MATCH, Sit, elsewhere
from tests.cli.screen import HERALD
from tests.service.conftest import KEYS, asking, beginning
from tests.support.patience import PATIENCE
from tests.support.serving import served

CHROMIUM = shutil.which("chromium")
ARGS = (
    "--no-sandbox",  # it opens our own files only, and as root it starts with no other
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

# What is expected of a page is waited for, too: by itself for 5 seconds only.
expect.set_options(timeout=PATIENCE * 1000)

Typed = Callable[..., str]
Look = Callable[..., Driven]


@contextmanager
def started() -> Generator[Browser]:
    """Chromium, where it is installed."""
    if CHROMIUM is None:
        pytest.skip("no page was driven: there is no Chromium here (`make browser` installs it as root on Debian)")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for a file of tests: its driver keeps the event loop of the thread, which others may want."""
    with started() as browser:
        yield browser


@pytest.fixture(scope="session")
def typed(tmp_path_factory: pytest.TempPathFactory) -> Typed:
    """`typed("show", "heirs-war")`: what a command says, in a home of nobody."""
    home = tmp_path_factory.mktemp("home")
    env = {name: told for name, told in os.environ.items() if not name.startswith("HERALD_")}
    env |= {"HERALD_LANG": "en", "HERALD_DB": str(home / "matches.db"), "HOME": str(home), "XDG_DATA_HOME": str(home)}

    def run(*words: str) -> str:
        done = subprocess.run([HERALD, *words], capture_output=True, timeout=PATIENCE, env=env, check=False)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode()

    return run


@pytest.fixture(scope="session")
def page_file(typed: Typed, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """The page of a match as a file, made once."""
    folder, made = tmp_path_factory.mktemp("pages"), dict[tuple[str, ...], Path]()

    def of(*words: str) -> Path:
        if words not in made:
            made[words] = folder / f"{len(made)}.html"
            typed("export", *words, "--page", str(made[words]))
        return made[words]

    return of


@pytest.fixture
def look(browser: Browser, page_file: Callable[..., Path]) -> Iterator[Look]:
    """`look("heirs-war", "--full", hash="#12", width=390)`: a page as it is opened; it must not complain, nor ask
    anybody for anything but itself.
    """
    opened: list[Driven] = []

    def at(*words: str, hash: str = "", width: int = 1280, height: int = 800, **context: Any) -> Driven:  # noqa: A002
        seen = browser.new_context(viewport={"width": width, "height": height}, **context)
        seen.set_default_timeout(PATIENCE * 1000)
        page = Driven(seen.new_page(), page_file(*words))
        opened.append(page)
        page.open(hash)
        if context.get("java_script_enabled", True):
            page.unfolded()
        return page

    yield at
    for driven in opened:
        driven.page.context.close()
        assert driven.complaints == []
        assert {*driven.requests} == {driven.file.as_uri()}


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with served(tmp_path / "matches.db") as address:
        yield address


@pytest.fixture
def begun(url: str) -> str:
    """A match of Ana and Bo: Ana is asked for a monarch."""
    answer = asking(url)("POST", "/matches", beginning(MATCH))
    assert answer.status == 201, answer.body
    return MATCH


@pytest.fixture
def sit(browser: Browser, url: str) -> Iterator[Sit]:
    """`sit("Ana")`: somebody opens their link in a browser of their own; it must not complain, nor ask another host."""
    pages: list[tuple[Page, list[str]]] = []

    def at(name: str = "", link: str = "", *, lang: str = "en", width: int = 390, like: Page | None = None) -> Page:
        fresh: Any = {"viewport": {"width": width, "height": 844}, "has_touch": width < 600}
        context = browser.new_context(**fresh) if like is None else like.context
        context.set_default_timeout(PATIENCE * 1000)
        page, complaints = context.new_page(), list[str]()
        pages.append((page, complaints))
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda dialog: complaints.append(dialog.message))
        page.on("request", lambda asked: elsewhere(asked, url, complaints))
        key = f"#as={name}&key={KEYS[name]}" if name else ""
        page.goto(url + (link or f"/m/{MATCH}?lang={lang}{key}"))
        return page

    yield at
    for page, complaints in pages:
        page.context.close()
        assert [said for said in complaints if "Failed to load resource" not in said] == []
