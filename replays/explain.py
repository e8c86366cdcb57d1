"""Why? A row with its facts, rules and what they changed; and the ledger that adds up to a number."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from core.kernel.errors import Usage
from core.kernel.ledger import LedgerLine, ledger
from core.kernel.log import Log
from core.kernel.row import AnyBody, Start
from core.kernel.step import Fact

SCORE = "score"
POINTS = "vp"  # what a score is called where nothing is called a score


class Change(Struct, frozen=True):
    """A number of a seat that a fact changed."""

    seat: int
    what: str
    amount: int
    total: int
    source: str = ""


class Because(Struct, frozen=True):
    """One fact of a row, its rule, and the numbers that it changed."""

    fact: Fact[Any]
    rule: str
    changes: tuple[Change, ...]


class Account(Struct, frozen=True):
    """A number of a seat: every change of it, what they come to, and what each source gave in all."""

    seat: int
    what: str
    lines: tuple[LedgerLine, ...]
    total: int
    sources: tuple["Source", ...]


class Source(Struct, frozen=True):
    """What one source gave or took under one rule."""

    rule: str
    source: str
    amount: int
    times: int


def explained(log: Log, number: int) -> tuple[Because, ...]:
    """The facts of a row, each with the numbers that it changed, as its reader may know them."""
    body = log.bodies[number - 1]
    if isinstance(body.about, Start):
        numbers: dict[tuple[int, str], int] = {}
    else:
        numbers = dict(log.game.counters(log.state(body.parent).table))
    found: list[Because] = []
    for fact in body.facts:
        changes: list[Change] = []
        for entry in fact.entries():
            key = (entry.seat, entry.what)
            numbers[key] = numbers.get(key, 0) + entry.amount
            changes.append(Change(entry.seat, entry.what, entry.amount, numbers[key], entry.source))
        found.append(Because(fact, fact.rule, tuple(changes)))
    return tuple(found)


def account(log: Log, seat: int, what: str) -> Account:
    """Why a seat has so much of something at the last row of this log."""
    lines = ledger(log.line(), seat, what)
    sums: dict[tuple[str, str], tuple[int, int]] = {}
    for line in lines:
        amount, times = sums.get((line.rule, line.source), (0, 0))
        sums[line.rule, line.source] = (amount + line.amount, times + 1)
    sources = [Source(rule, source, amount, times) for (rule, source), (amount, times) in sums.items()]
    sources.sort(key=lambda found: -found.amount)
    return Account(seat, what, tuple(lines), lines[-1].total if lines else 0, tuple(sources))


def counted(log: Log, seat: int, what: str) -> int:
    """What the table says: the account must come to the same."""
    return log.game.counters(log.state().table)[seat, what]


def number_of(log: Log, word: str, names: Mapping[str, str]) -> tuple[int, str]:
    """`ana.gold`: a seat and one of its numbers, by its word or its name in the reader's language (`names`)."""
    who, dot, what = word.rpartition(".")  # a name may have a dot, a number has none
    known = tuple(dict.fromkeys(what for _, what in log.game.counters(log.state().table)))
    if not dot:
        raise Usage(
            "no_such_number", known=[f"{log.seats[0].casefold()}.{name}" for name in (SCORE, *known)], word=word
        )
    return log.seat(who), _number(what, known, names)


def _number(word: str, known: tuple[str, ...], names: Mapping[str, str]) -> str:
    folded = word.casefold().replace(" ", "_")
    if folded == SCORE and SCORE not in known and POINTS in known:
        return POINTS
    called = {
        what: {what.casefold(), names.get(what, what).partition("|")[0].casefold().replace(" ", "_")} for what in known
    }
    exact = [what for what in known if folded in called[what]]
    begun = [what for what in known if folded and any(name.startswith(folded) for name in called[what])]
    found = exact or begun
    if len(found) != 1:
        raise Usage("no_such_number", known=[SCORE, *known], word=word)
    return found[0]


def rules_of(body: AnyBody) -> tuple[str, ...]:
    """The rules under which the facts of a row happened, each once, in order."""
    return tuple(dict.fromkeys(fact.rule for fact in body.facts))
