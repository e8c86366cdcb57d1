"""Those who sit at a table in a browser: what they see of whose turn it is, and what was typed there."""

from collections.abc import Callable

from playwright.sync_api import Page, Request, expect

from tests.service.conftest import KEYS, asking

MATCH = "azure-rose-777"

Sit = Callable[..., Page]


def elsewhere(asked: Request, url: str, complaints: list[str]) -> None:
    """Nobody else is asked for anything."""
    if not asked.url.startswith((url, "data:")):
        complaints.append(asked.url)


def mood(page: Page, is_now: str) -> None:
    """Whose turn it is, at a look."""
    expect(page.locator(f"#now.{is_now}")).to_be_visible()


def rows(url: str, key: str = KEYS["Ana"]) -> list[str]:
    """What was typed so far, the newest first."""
    told = asking(url)("GET", f"/matches/{MATCH}/told?lang=en", key=key).json["page"]
    return [row.partition("</q>")[0] for row in told["log"].split("<q>")[1:-1]]
