"""A dispute as a page for a browser: the answer, then the readings with their boards beside each other.

It is read without scripts, in the language of who made it; the others are on it, too.
"""

from collections.abc import Mapping, Sequence

from markupsafe import Markup
from msgspec import Struct

from core.kernel.drawing.page.board import board_html
from core.kernel.drawing.page.markup import NOTHING, element
from core.kernel.drawing.page.sheet import sheet
from core.kernel.drawing.parts import Board
from core.kernel.setup.resources import read
from replays.dispute.told import DisputedTold, Looks, OutcomeTold, asked, less
from replays.dispute.words import say
from replays.page.languages import Said, page_in


class Page(Struct, frozen=True):
    """What stands on it: what is asked, from whose knowledge, what comes out, where draws come from."""

    title: str
    lines: tuple[str, ...]
    told: Sequence[DisputedTold]
    looks: Sequence[Looks]
    last: tuple[str, ...]


def page_of(pages: Mapping[str, Page]) -> str:
    """One file, with everything in it, in each language."""
    boards = [board for page in pages.values() for looks in page.looks for board in looks.boards]
    style = f"{sheet(*boards)}\n{read('replays.dispute', 'page.css').decode()}"
    return page_in({lang: _said(page, lang) for lang, page in pages.items()}, style)


def _said(page: Page, lang: str) -> Said:
    head = element("header", element("h1", page.title), *(element("p", line) for line in page.lines), cls="top")
    each = (_disputed(told, looks, lang) for told, looks in zip(page.told, page.looks, strict=True))
    last = (element("p", line, cls="quietly") for line in page.last)
    return Said(Markup.escape(page.title), head + element("main", *each) + NOTHING.join(last))


def _disputed(told: DisputedTold, looks: Looks, lang: str) -> Markup:
    """One ruling."""
    first, *more = told.sentences
    lines = (element("p", sentence) for sentence in more)
    head = element("section", element("h2", first), element("small", asked(told, lang)), *lines, cls="ask")
    if not told.differs:
        return head
    known = {name: board for names, board in zip(looks.names, looks.boards, strict=True) for name in names}
    columns = (_outcome(told, outcome, known, lang) for outcome in told.outcomes)
    return head + element("div", *columns, cls="apart")


def _outcome(told: DisputedTold, outcome: OutcomeTold, boards: dict[str, Board], lang: str) -> Markup:
    """What comes out under some readings, and the board that they lead to."""
    heads = [
        element("h3", f"{told.ruling}={one.reading}", *_own(told, one.reading, lang)) + element("p", one.meaning)
        for one in outcome.readings
    ]
    facts = [element("li", f"{fact.sentence} ({fact.rule})") for fact in outcome.only]
    moves = [element("li", say(lang, "may", moves=", ".join(outcome.texts)))] if outcome.moves else []
    lacks = [element("li", less(lack, lang), cls="less") for lack in outcome.lacks]
    items = [*facts, *moves, *lacks]
    inner = [
        *heads,
        element("p", f"{outcome.sentence[:1].upper()}{outcome.sentence[1:]}.", cls="verdict"),
        element("ul", *items) if items else NOTHING,
        element("p", outcome.rest.sentence) if outcome.rest is not None else NOTHING,
    ]
    card = element("section", *inner, cls=f"out{' here' * outcome.in_force}")
    board = boards.get(outcome.readings[0].reading)
    return element("div", card, board_html(board) if board is not None else NOTHING)


def _own(told: DisputedTold, reading: str, lang: str) -> list[Markup]:
    return [element("small", f" ({say(lang, 'here')})")] if reading == told.reading else []
