"""A match as one file: readable as it is, and with its script every position of it. It asks nobody for anything."""

import base64
import zlib
from collections.abc import Sequence
from typing import Any

import msgspec
from markupsafe import Markup
from msgspec import Struct

from core.kernel.drawing.page.board import board_html, seats_of
from core.kernel.drawing.page.document import filed
from core.kernel.drawing.page.markup import NOTHING, Seats, element, text
from core.kernel.drawing.page.sheet import sheet
from core.kernel.drawing.parts import Net
from core.kernel.drawing.printable import printable
from core.kernel.log.log import Seen
from core.kernel.setup.resources import read
from replays.page.entries import entry, tables
from replays.page.gather import Spent, Told, spent, told
from replays.page.pack import Pieces
from replays.page.plot import plot
from replays.page.words import controls, say


class View(Struct, frozen=True):
    """The match as one reader is told of it, in each language."""

    log: Seen
    told: tuple[Told, ...]

    @property
    def name(self) -> str:
        """The reader's; nothing for the public."""
        return "" if self.log.reader is None else self.log.seats[self.log.reader]


def match_page(logs: Sequence[Seen], langs: Sequence[str]) -> str:
    """`logs`: the match as each reader knows it whose view the file holds. The first of both needs no script."""
    views = [View(log, told(log, langs)) for log in logs]
    first = views[0]
    log, shown = first.log, first.told[0]
    board = shown.positions[-1].board
    seats = seats_of(board)
    title = _title(log, langs[0])
    took = spent(log)
    script = read("replays.page", "page.js").decode()
    nets = any(isinstance(part, Net) for panel in board.panels for part in panel.parts)
    style = f"{sheet(nets=nets)}\n{read('replays.page', 'page.css').decode()}"
    body = element(
        "body",
        element(
            "header",
            element("h1", text(title, seats)),
            element("p", text(_reader(first, langs[0]), seats), id="reader"),
            element("div", hidden="hidden", id="choose"),
            cls="top",
        ),
        element(
            "main",
            element("div", _now(shown.positions[-1].now, seats), id="now", **{"aria-live": "polite"}),
            element("div", board_html(board), id="board"),
            element(
                "div",
                element("h2", say(langs[0], "log"), id="name"),
                element("ol", _log(shown, seats, log), id="log"),
                id="aside",
            ),
            element("div", _below(first, 0, took, seats), id="below"),
        ),
        element("nav", hidden="hidden", id="bar"),
        element("script", Markup(_packed(_data(views, langs, took))), type="text/plain", id="store"),  # noqa: S704
        element("script", Markup(script)),  # noqa: S704 - our own, and the policy holds its digest
    )
    return filed(langs[0], text(title, seats), style, body, script)


def _log(shown: Told, seats: Seats, log: Seen) -> Markup:
    return NOTHING.join(entry(row, log.seats, seats, shown.lang) for row in shown.rows)


def _below(view: View, at: int, took: Sequence[Spent], seats: Seats) -> Markup:
    """The plot and the tables, in one of the languages."""
    shown, log = view.told[at], view.log
    drawn = plot(shown.positions, seats, say(shown.lang, "plot"), say(shown.lang, "end"))
    figure = element("figure", drawn, cls="panel") if drawn else NOTHING
    return figure + tables(log, took, log.seats, seats, shown.lang)


def _data(views: Sequence[View], langs: Sequence[str], took: Sequence[Spent]) -> dict[str, Any]:
    """What the script unfolds: pieces, and for each language and view the numbers of its positions and rows.

    The log of the first view in the first language stands in the file, and not here.
    """
    pieces = Pieces()
    first = views[0]
    seats = seats_of(first.told[0].positions[-1].board)
    found: list[tuple[int, list[dict[str, list[int]]]]] = []
    for at in range(len(langs)):
        below = pieces.number(_below(first, at, took, seats))
        looks = [_look(pieces, view, at, seats, logged=at > 0 or view is not first) for view in views]
        found.append((below, looks))
    every, new = pieces.sorted()
    told_in = [
        {
            "lang": lang,
            "ui": _controls(views, lang),
            "below": new[below],
            "looks": [{name: [new[number] for number in numbers] for name, numbers in look.items()} for look in looks],
        }
        for lang, (below, looks) in zip(langs, found, strict=True)
    ]
    stops = [[position.row, *position.stage[:1]] for position in first.told[0].positions]
    return {"pieces": every, "stops": stops, "views": [printable(view.name) for view in views], "langs": told_in}


def _look(pieces: Pieces, view: View, at: int, seats: Seats, *, logged: bool) -> dict[str, list[int]]:
    """One view in one language: the board and what happens next at each position, and its log."""
    shown = view.told[at]
    return {
        "board": [pieces.board(position.board) for position in shown.positions],
        "now": [pieces.number(_now(position.now, seats)) for position in shown.positions],
        "log": [pieces.number(entry(row, view.log.seats, seats, shown.lang)) for row in shown.rows if logged],
    }


def _now(lines: Sequence[str], seats: Seats) -> Markup:
    return NOTHING.join(element("p", text(line, seats)) for line in lines)


def _controls(views: Sequence[View], lang: str) -> dict[str, Any]:
    """What the controls are called, and what else the script writes anew in another language."""
    names = [_reader(view, lang) for view in views]
    return {**controls(lang), "title": _title(views[0].log, lang), "views": names, "log": say(lang, "log")}


def _title(log: Seen, lang: str) -> str:
    return say(lang, "title", game=log.game.words(lang).title, match=log.match)


def _reader(view: View, lang: str) -> str:
    return say(lang, "reader", name=printable(view.name)) if view.name else say(lang, "public")


def _packed(data: dict[str, Any]) -> str:
    return base64.b64encode(zlib.compress(msgspec.json.encode(data), 9)).decode()
