"""The casebook as one page for a browser: each ruling, its position, and the readings side by side."""

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from core.kernel.drawing.page.board import board_html
from core.kernel.drawing.page.markup import NOTHING, Seats, element, seen, text
from core.kernel.drawing.page.sheet import sheet
from core.kernel.drawing.parts import Board
from core.kernel.rules.engine import AnyGame
from core.kernel.setup.resources import read
from replays.casebook.told import CaseTold, OutcomeTold, PositionTold, say
from replays.page.languages import Said, page_in

PLAIN = Seats(("grey",), ("·",))
"""Names in sentences stand for themselves."""


def page(game: AnyGame, cases: Mapping[str, Sequence[CaseTold]]) -> str:
    """A section for each ruling, in each language."""
    drawn: list[Board] = []
    told = {lang: _said(game, each, lang, drawn) for lang, each in cases.items()}
    return page_in(told, f"{sheet(*drawn)}\n{read('replays.casebook', 'page.css').decode()}")


def _said(game: AnyGame, cases: Sequence[CaseTold], lang: str, drawn: list[Board]) -> Said:
    """`drawn`: the boards on it are added."""
    boards = {id(position): _board(game, position, lang) for case in cases for position in case.positions}
    title = text(say(lang, "title", game=game.words(lang).title), PLAIN)
    drawn += [board for board in boards.values() if board is not None]
    sections = (_case(case, [boards[id(one)] for one in case.positions], lang) for case in cases)
    head = element("header", element("h1", title), element("p", say(lang, "about")), cls="top")
    return Said(title, head + _contents(cases) + element("main", *sections))


def _contents(cases: Sequence[CaseTold]) -> Markup:
    """Where each ruling is, if there are several: of a whole game it is a long page."""
    if len(cases) == 1:
        return NOTHING
    lines = (
        element("li", element("a", f"{case.ruling.id} {case.ruling.question}", href=f"#{case.ruling.id}"))
        for case in cases
    )
    return element("nav", element("ul", *lines), cls="panel contents")


def _board(game: AnyGame, position: PositionTold, lang: str) -> Board | None:
    """As everybody sees it, before anything is done."""
    if position.begun is None:
        return None
    return game.board(game.view(position.begun.table, None), game.words(lang), position.names)


def _case(case: CaseTold, boards: Sequence[Board | None], lang: str) -> Markup:
    ruling = case.ruling
    rules = (
        element("li", element("b", rule.id), " ", rule.sentence, " ", element("small", rule.section))
        for rule in case.rules
    )
    return element(
        "section",
        element("h2", f"{ruling.id} {ruling.name}"),
        element("p", ruling.question),
        element("p", element("small", ruling.unclear)) if ruling.unclear else NOTHING,
        element("ul", *rules, cls="rules"),
        *(_position(one, board, lang) for one, board in zip(case.positions, boards, strict=True)),
        *([] if case.positions else [element("p", say(lang, "none"))]),
        _proofs(case, lang),
        cls="panel case",
        id=ruling.id,
    )


def _position(position: PositionTold, board: Board | None, lang: str) -> Markup:
    own = f" · {say(lang, 'own')}" if position.own else ""
    where = element("small", seen(f"{position.title} ({position.file}){own}"))
    drawn = (
        NOTHING if board is None else element("details", element("summary", say(lang, "position")), board_html(board))
    )
    moves = (element("li", element("code", seen(move))) for move in position.texts)
    return element(
        "div",
        element("p", where),
        drawn,
        element("ul", *moves, cls="moves"),
        element("div", *map(_outcome, position.outcomes), cls="readings"),
        cls="position",
    )


def _outcome(outcome: OutcomeTold) -> Markup:
    mark = " *" if outcome.default else ""
    lines = (element("li", seen(line.sentence), cls=line.kind.replace("_", "-")) for line in outcome.lines)
    return element(
        "div",
        element("h3", f"{outcome.reading}{mark}"),
        element("p", outcome.meaning),
        element("ul", *lines),
        cls="reading",
    )


def _proofs(case: CaseTold, lang: str) -> Markup:
    items = (
        element("li", element("b", one.reading), " ", seen(one.title), " ", element("small", seen(one.file)))
        for one in case.scenarios
    )
    return element("details", element("summary", f"{say(lang, 'proofs')} {len(case.scenarios)}"), element("ul", *items))
