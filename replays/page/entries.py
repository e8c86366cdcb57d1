"""Rows of the log and the tables below it as HTML."""

from collections.abc import Iterable, Sequence

from markupsafe import Markup, escape

from core.kernel.drawing.page.markup import NOTHING, Seats, element, text
from core.kernel.drawing.printable import printable
from core.kernel.log.log import Seen
from replays.explain import account
from replays.page.gather import Spent
from replays.page.words import say
from replays.told.rows import RowTold

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
    found = (_accounts(log, names, seats, lang), _times(took, names, seats, lang))
    return NOTHING.join(found)


def _accounts(log: Seen, names: Sequence[str], seats: Seats, lang: str) -> Markup:
    """A row for each rule under which there were points, with what gave them; a column for each seat."""
    score = log.game.score
    accounts = [account(log, seat, score) for seat in range(len(names))] if score else []
    amounts: dict[str, list[int]] = {}
    sources: dict[str, dict[str, None]] = {}
    for seat, found in enumerate(accounts):
        for source in found.sources:
            amounts.setdefault(source.rule, [0] * len(names))[seat] += source.amount
            sources.setdefault(source.rule, {})[source.source] = None
    if not amounts:
        return NOTHING
    heads = (
        element("th", seats.sign(seat), text(printable(name), seats), scope="col") for seat, name in enumerate(names)
    )
    rows = [
        element("tr", element("th", _named(sources[rule], log, lang, rule), scope="row"), *_cells(amounts[rule]))
        for rule in sorted(amounts, key=lambda rule: -sum(amounts[rule]))
    ]
    sums = (element("td", str(found.total)) for found in accounts)
    total = element("tr", element("th", say(lang, "score"), scope="row"), *sums, cls="total")
    table = element("table", element("tr", element("td"), *heads), *rows, total, cls="account")
    return element("section", element("h2", say(lang, "account")), element("div", table, cls="scroll"), cls="panel")


def _named(sources: Iterable[str], log: Seen, lang: str, rule: str) -> Markup:
    """What gave points under a rule, each once, and the rule."""
    words = log.game.words(lang)
    names = dict.fromkeys(str(words.anything(source)) for source in sources if source)
    return escape(", ".join(names)) + " " + element("small", rule)


def _cells(amounts: Sequence[int]) -> list[Markup]:
    return [element("td", f"{amount:+d}" if amount else "·") for amount in amounts]


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
