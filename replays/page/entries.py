"""Rows of the log and the tables below it as HTML."""

from collections.abc import Iterable, Sequence

from markupsafe import Markup, escape

from core.kernel.drawing.page.markup import NOTHING, Seats, element, scrolling, text
from core.kernel.drawing.printable import printable
from core.kernel.log.log import Seen
from replays.page.gather import Spent
from replays.page.words import say
from replays.told.rows import FactTold, RowTold
from replays.told.sheet import CategoryTold, SheetTold, sheets

UNITS = (("days", 86_400), ("hours", 3_600), ("minutes", 60), ("seconds", 1))


def entry(row: RowTold, names: Sequence[str], seats: Seats, lang: str, *, whole: bool = False) -> Markup:
    """A row: who, what was done, what followed with its rules, a line each. What was undone is struck out.

    It says as much as it can with few elements: the whole log stands in the file as it is. The list has the numbers.
    `whole`: there are few rows, and the name of a rule stays whole at the end of a line.
    """
    who = colour = ""
    if row.seat is not None:
        who = element("b", text(printable(row.seat), seats)) + " "
        colour = seats.colour(names.index(row.seat))
    off = row.undone_by is not None
    mark = element("em", " ", say(lang, "undone", row=row.undone_by)) if off else NOTHING
    facts = Markup("\n").join(_fact(fact, seats, whole=whole) for fact in row.facts)
    followed = element("p", facts) if facts else NOTHING
    done = element("s" if off else "q", text(row.done, seats))
    return element("li", who, done, mark, followed, cls=f"{colour}{' off' * off}")


def _fact(fact: FactTold, seats: Seats, *, whole: bool) -> Markup:
    if not whole:
        return text(f"{fact.sentence} ({fact.rule})", seats)
    return text(fact.sentence, seats) + " " + element("small", f"({fact.rule})")


def tables(log: Seen, took: Sequence[Spent], names: Sequence[str], seats: Seats, lang: str) -> Markup:
    """What each score came from, where the game says so, and who took how long."""
    accounts = (_account(sheet, seats, lang) for sheet in sheets(log, lang))
    return NOTHING.join((*accounts, _times(took, names, seats, lang)))


def _account(sheet: SheetTold, seats: Seats, lang: str) -> Markup:
    """A row for each category with its rules, a column for each side; the final scoring by itself."""
    parts = [
        element(
            "tbody",
            *rows,
            _row(say(lang, "final" if final else "played"), map(_signed, sheet.sums(final=final)), "sum"),
        )
        for final in (False, True)
        if (rows := [_category(one) for one in sheet.categories if one.final == final])
    ]
    if not parts:
        return NOTHING
    heads = (
        element("th", seats.sign(side), text(printable(name), seats), scope="col")
        for side, name in zip(sheet.seats, sheet.names, strict=True)
    )
    head = element("thead", element("tr", element("td"), *heads))
    title = say(lang, "account", number=sheet.name)
    total = _row(say(lang, "total"), map(str, sheet.totals), "total")
    table = element("table", head, *parts, element("tfoot", total), cls="account")
    return element("section", element("h2", title[:1].upper() + title[1:]), scrolling(table), cls="panel")


def _category(one: CategoryTold) -> Markup:
    rules = element("small", ", ".join(one.rules))
    return _row(escape(one.name) + " " + rules, map(_signed, one.amounts))


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
