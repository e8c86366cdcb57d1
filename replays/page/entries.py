"""Rows of the log and the tables below it as HTML."""

from collections.abc import Iterable, Sequence

from markupsafe import Markup, escape

from core.kernel.drawing.page.markup import NOTHING, Seats, element, text
from core.kernel.drawing.printable import printable
from core.kernel.log.log import Seen
from replays.page.gather import Spent
from replays.page.words import say
from replays.told.rows import RowTold
from replays.told.score import ScoreTold, number_told

UNITS = (("days", 86_400), ("hours", 3_600), ("minutes", 60), ("seconds", 1))


def entry(row: RowTold, names: Sequence[str], seats: Seats, lang: str) -> Markup:
    """A row: who, what was done, what followed with its rules, a line each. What was undone is struck out.

    It says as much as it can with few elements: the whole log stands in the file as it is. The list has the numbers.
    """
    who = colour = ""
    if row.seat is not None:
        who = element("b", text(printable(row.seat), seats)) + " "
        colour = seats.colour(names.index(row.seat))
    off = row.undone_by is not None
    mark = element("em", " ", say(lang, "undone", row=row.undone_by)) if off else NOTHING
    facts = Markup("\n").join(text(f"{fact.sentence} ({fact.rule})", seats) for fact in row.facts)
    followed = element("p", facts) if facts else NOTHING
    done = element("s" if off else "q", text(row.done, seats))
    return element("li", who, done, mark, followed, cls=f"{colour}{' off' * off}")


def tables(log: Seen, took: Sequence[Spent], names: Sequence[str], seats: Seats, lang: str) -> Markup:
    """What each score came from, where the game says so, and who took how long."""
    accounts = (_account(log, number, seats, lang) for number in log.game.score)
    return NOTHING.join((*accounts, _times(took, names, seats, lang)))


def _account(log: Seen, number: str, seats: Seats, lang: str) -> Markup:
    """One of the numbers that are the score: a row for each rule under which there were points, with what gave them, a
    column for each side; the final scoring by itself.
    """
    sides = sorted(side for side, what in log.game.counters(log.state().table) if what == number)
    told = [number_told(log, side, (number,), lang) for side in sides]
    parts = [
        element("tbody", *_sources(told, final=final), _sum(told, lang, final=final))
        for final in (False, True)
        if any(one.final == final for it in told for one in it.sources)
    ]
    if not parts:
        return NOTHING
    heads = (
        element("th", seats.sign(side), text(printable(it.seat), seats), scope="col")
        for side, it in zip(sides, told, strict=True)
    )
    head = element("thead", element("tr", element("td"), *heads))
    title = say(lang, "account", number=told[0].name)
    total = _row(say(lang, "total"), [str(it.total) for it in told], "total")
    table = element("table", head, *parts, element("tfoot", total), cls="account")
    return element(
        "section", element("h2", title[:1].upper() + title[1:]), element("div", table, cls="scroll"), cls="panel"
    )


def _sources(told: Sequence[ScoreTold], *, final: bool) -> list[Markup]:
    """Most points first."""
    amounts: dict[str, list[int]] = {}
    names: dict[str, dict[str, None]] = {}
    for seat, it in enumerate(told):
        for one in it.sources:
            if one.final == final:
                amounts.setdefault(one.rule, [0] * len(told))[seat] += one.amount
                names.setdefault(one.rule, {})[one.source_name] = None
    return [
        _row(escape(", ".join(filter(None, names[rule]))) + " " + element("small", rule), map(_signed, amounts[rule]))
        for rule in sorted(amounts, key=lambda rule: -sum(amounts[rule]))
    ]


def _sum(told: Sequence[ScoreTold], lang: str, *, final: bool) -> Markup:
    """What came in the final scoring, or before it."""
    amounts = (_signed(it.final if final else it.total - it.final) for it in told)
    return _row(say(lang, "final" if final else "played"), amounts, "sum")


def _signed(amount: int) -> str:
    return f"{amount:+d}" if amount else "·"


def _row(head: str, cells: Iterable[str], name: str = "") -> Markup:
    return element("tr", element("th", head, scope="row"), *(element("td", cell) for cell in cells), cls=name)


def _times(took: Sequence[Spent], names: Sequence[str], seats: Seats, lang: str) -> Markup:
    if not any(spent.decisions for spent in took):
        return NOTHING
    rows = (
        element("li", seats.sign(seat), element("b", text(printable(name), seats)), " ", _took(spent, lang))
        for seat, (name, spent) in enumerate(zip(names, took, strict=True))
    )
    return element("section", element("h2", say(lang, "time")), element("ul", *rows), cls="panel")


def _took(spent: Spent, lang: str) -> str:
    return say(lang, "took", time=span(spent.seconds, lang), count=spent.decisions)


def span(seconds: int, lang: str) -> str:
    """A time in its two largest units."""
    parts: list[str] = []
    for unit, long in UNITS:
        count, seconds = divmod(seconds, long)
        if count or (unit == "seconds" and not parts):
            parts.append(say(lang, unit, n=count))
    return " ".join(parts[:2])
