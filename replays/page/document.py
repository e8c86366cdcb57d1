"""A match as one file: readable as it is, and with its script every position of it. It asks nobody for anything."""

from collections.abc import Sequence
from typing import Any, Final

from markupsafe import Markup
from msgspec import Struct

from core.kernel.drawing.page.board import board_html, seats_of
from core.kernel.drawing.page.document import filed
from core.kernel.drawing.page.markup import NOTHING, Seats, element, text
from core.kernel.drawing.page.sheet import sheet
from core.kernel.drawing.printable import printable
from core.kernel.log.log import Seen
from core.kernel.setup.resources import read
from replays.explain import final_scoring
from replays.page.entries import entry, tables
from replays.page.gather import Spent, Told, spent, told
from replays.page.pack import Pieces, apart, steps
from replays.page.packed import script, store
from replays.page.plot import plot
from replays.page.words import controls, say

AS_FIRST: Final = -1
"""The number of a row that is told as in the first view."""


Entries = list[tuple[Markup, ...]]
"""The rows of a log, each in all languages."""


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
    run = script("page.js")
    style = f"{sheet(*(position.board for position in shown.positions))}\n{read('replays.page', 'page.css').decode()}"
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
        store(_data(views, langs, took)),
        element("script", Markup(run)),  # noqa: S704 - our own, and the policy holds its digest
    )
    return filed(langs[0], text(title, seats), style, body, run)


def _log(shown: Told, seats: Seats, log: Seen) -> Markup:
    return NOTHING.join(entry(row, log.seats, seats, shown.lang) for row in shown.rows)


def _below(view: View, at: int, took: Sequence[Spent], seats: Seats) -> Markup:
    """The plot and the tables, in one of the languages."""
    shown, log = view.told[at], view.log
    drawn = plot(shown.positions, final_scoring(log)[0], seats, say(shown.lang, "plot"), say(shown.lang, "end"))
    figure = element("figure", drawn, cls="panel") if drawn else NOTHING
    return figure + tables(log, took, log.seats, seats, shown.lang)


def _data(views: Sequence[View], langs: Sequence[str], took: Sequence[Spent]) -> dict[str, Any]:
    """What the script unfolds: pieces, what each language says in them, and for each view the numbers of its positions
    and rows.
    """
    pieces = Pieces()
    first = views[0]
    seats = seats_of(first.told[0].positions[-1].board)
    below = pieces.number(*(_below(first, at, took, seats) for at in range(len(langs))))
    rows = [_rows(view, seats) for view in views]
    looks = [_look(pieces, view, own, rows[0], seats) for view, own in zip(views, rows, strict=True)]
    every, said, new = pieces.sorted()
    return {
        "pieces": list(apart(every)),
        "said": list(zip(*said, strict=True)),
        "stops": [[position.row, *position.stage[:1]] for position in first.told[0].positions],
        "views": [printable(view.name) for view in views],
        "below": new[below],
        "looks": [
            {name: steps([new.get(number, AS_FIRST) for number in numbers]) for name, numbers in look.items()}
            for look in looks
        ],
        "langs": [{"lang": lang, "ui": _controls(views, lang)} for lang in langs],
    }


def _rows(view: View, seats: Seats) -> Entries:
    told = ([entry(row, view.log.seats, seats, shown.lang) for row in shown.rows] for shown in view.told)
    return list(zip(*told, strict=True))


def _look(pieces: Pieces, view: View, rows: Entries, first: Entries, seats: Seats) -> dict[str, list[int]]:
    """One view: the board and what happens next at each position, and its log.

    The log of the first view in the first language stands in the file, and not here; of other logs only what differs.
    """
    positions = list(zip(*(shown.positions for shown in view.told), strict=True))
    if rows is first:
        log = [pieces.number("", *row[1:]) for row in rows]
    else:
        log = [AS_FIRST if row == alike else pieces.number(*row) for row, alike in zip(rows, first, strict=True)]
    return {
        "board": [pieces.board([position.board for position in told]) for told in positions],
        "now": [pieces.number(*(_now(position.now, seats) for position in told)) for told in positions],
        "log": log,
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
