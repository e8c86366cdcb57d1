"""A match as a page for a browser, in the languages that there are; and the browser that shows it."""

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli.language.words import LANGUAGES
from cli.terminal.terminal import Terminal

if TYPE_CHECKING:
    from pathlib import Path

    from core.kernel.log.log import Seen

DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
"""Where none of them is set, no window can open, and a browser of the terminal would take its place."""


def languages(here: Terminal) -> list[str]:
    """Those of a page: first that of whoever asks, then the others."""
    return sorted(LANGUAGES, key=lambda lang: lang != here.lang)


def page_of(here: Terminal, logs: "Sequence[Seen]") -> bytes:
    """A match, in all of them."""
    from replays.page.document import match_page

    return match_page(logs, languages(here)).encode()


def opened(file: "Path") -> bool:
    """Was a browser found that shows it?"""
    import webbrowser

    has_windows = sys.platform in {"darwin", "win32"} or any(map(os.environ.get, DISPLAYS))
    return has_windows and webbrowser.open(file.as_uri())
