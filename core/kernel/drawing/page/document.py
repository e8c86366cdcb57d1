"""A board as a file of its own: everything is in it, and a browser is told to ask nobody for more."""

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256

from markupsafe import Markup

from core.kernel.drawing.page.board import board_html, seats_of
from core.kernel.drawing.page.markup import element, text
from core.kernel.drawing.page.sheet import sheet
from core.kernel.drawing.parts import Board


def document(board: Board, lang: str, title: str, lines: Sequence[str] = ()) -> str:
    """The picture below its title, and below `lines` that say what happens now."""
    seats = seats_of(board)
    told = (element("p", text(line, seats)) for line in lines)
    head = element("header", element("h1", text(title, seats)), *told, cls="top")
    return filed(lang, text(title, seats), sheet(board), element("body", head, board_html(board)))


def filed(lang: str, title: Markup, style: str, body: Markup, script: str = "") -> str:
    """A whole file: its style sheet and its script are all that a browser takes."""
    page = element(
        "html",
        Markup('<meta charset="utf-8">'),
        Markup('<meta name="viewport" content="width=device-width,initial-scale=1">'),
        Markup('<meta http-equiv="Content-Security-Policy" content="{}">').format(_policy(style, script)),
        element("title", title),
        element("style", Markup(style)),  # noqa: S704 - our own, and escaped it would be another one
        body,
        lang=lang,
    )
    return f"<!doctype html>\n{page}"


def _policy(style: str, script: str) -> str:
    """Nothing but this very style sheet, and this script, if there is one."""
    runs = f" script-src 'sha256-{_digest(script)}';" if script else ""
    return f"default-src 'none'; style-src 'sha256-{_digest(style)}';{runs} base-uri 'none'; form-action 'none'"


def _digest(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()
