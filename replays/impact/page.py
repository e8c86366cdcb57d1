"""The impact of a reading as one page for a browser: readable without scripts, by day and by night."""

from collections.abc import Sequence

from markupsafe import Markup

from core.kernel.drawing.page.markup import NOTHING, Seats, element, seen, text
from core.kernel.drawing.page.sheet import sheet
from core.kernel.setup.resources import read
from replays.impact.question import Question
from replays.impact.told import MatchTold, Tally, asked, say, title, told
from replays.impact.verdict import Verdict
from replays.page.languages import Said, page_in

NOBODY = Seats(("grey",), ("·",))
"""Names of seats stand for themselves here: there is no board beside them."""


def page(question: Question, tally: Tally, notable: Sequence[Verdict], langs: Sequence[str]) -> str:
    """What was asked, how many matches of each kind there are, and each that goes otherwise."""
    style = f"{sheet()}\n{read('replays.impact', 'page.css').decode()}"
    return page_in({lang: _said(question, tally, notable, lang) for lang in langs}, style)


def _said(question: Question, tally: Tally, notable: Sequence[Verdict], lang: str) -> Said:
    head = text(title(question, lang), NOBODY)
    matches = [told(verdict, lang) for verdict in notable]
    header = element("header", element("h1", head), cls="top")
    return Said(head, header + element("main", _question(question, lang), _counts(tally, lang), _table(matches, lang)))


def _question(question: Question, lang: str) -> Markup:
    parts: list[Markup] = []
    for ruling, reading in asked(question, lang):
        meaning = next((one.meaning for one in ruling.readings if one.reading == reading), "")
        parts += [
            element("dt", f"{ruling.id} {ruling.name}={reading}"),
            element("dd", ruling.question, " ", element("b", meaning)),
        ]
    return element("dl", *parts, cls="panel") if parts else NOTHING


def _counts(tally: Tally, lang: str) -> Markup:
    first, *lines = tally.lines(lang)
    deep = [(line.lstrip(), len(line) - len(line.lstrip())) for line in lines]
    items = [element("li", line, cls="deep" if lead > len("  ") else "") for line, lead in deep]
    return element("section", element("p", first), element("ul", *items), cls="panel counts")


def _table(notable: Sequence[MatchTold], lang: str) -> Markup:
    if not notable:
        return NOTHING
    titles = (say(lang, key) for key in ("match", "from", "what"))
    head = element("tr", *(element("th", one) for one in titles))
    return element(
        "section", element("table", element("thead", head), element("tbody", *map(_row, notable))), cls="panel"
    )


def _row(match: MatchTold) -> Markup:
    names = element("small", seen(", ".join(match.names)))
    where = element("td", element("b", seen(match.called)), names)
    row = element("td", str(match.first.row) if match.first is not None else "", cls="count")
    said = (element("p", seen(line.strip()), cls="fact" if line.startswith(" ") else "") for line in match.lines)
    return element("tr", where, row, element("td", *said))
