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
    final: bool = False  # in the final scoring


Moment = tuple[int, int]
"""A row, and a fact of it."""

NEVER: Moment = (1 << 32, 0)


def ledger(rows: Iterable[AnyBody], seat: int, what: str, final: Moment = NEVER) -> list[LedgerLine]:
    """Every change of `what` of a seat along the line; the amounts add up to what the table says.

    `final`: where the final scoring begins.
    """
    lines: list[LedgerLine] = []
    total = 0
    for row in rows:
        for at, fact in enumerate(row.facts):
            for entry in fact.entries():
                if entry.seat == seat and entry.what == what:
                    total += entry.amount
                    is_final = (row.seq, at) >= final
                    lines.append(LedgerLine(row.seq, fact.rule, entry.amount, total, entry.source, is_final))
    return lines
