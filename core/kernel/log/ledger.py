"""The ledger: why a number is what it is, as a listing of the facts that changed it."""

from collections.abc import Iterable

from msgspec import Struct

from core.kernel.log.row import AnyBody


class LedgerLine(Struct, frozen=True):
    """One change of one number: row, rule, source, how much, and what it came to."""

    row: int
    rule: str
    amount: int
    total: int
    source: str = ""


def ledger(rows: Iterable[AnyBody], seat: int, what: str) -> list[LedgerLine]:
    """Every change of `what` of a seat along the line; the amounts add up to what the table says."""
    lines: list[LedgerLine] = []
    total = 0
    for row in rows:
        for fact in row.facts:
            for entry in fact.entries():
                if entry.seat == seat and entry.what == what:
                    total += entry.amount
                    lines.append(LedgerLine(row.seq, fact.rule, entry.amount, total, entry.source))
    return lines
