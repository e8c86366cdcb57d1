"""Why a number is what it is: the account that adds up to it, and what each source gave; a score by its categories."""

from core.kernel.drawing.printable import printable
from core.kernel.log.log import Seen
from core.kernel.log.row import is_guessable
from replays.explain import account, number_of
from replays.told.rows import done
from replays.told.telling import Told


class LineTold(Told, frozen=True):
    """One change: the row in which it came, the rule, the source, what the number then was, and who had done what."""

    beside = ("source_name", "done")

    row: int
    rule: str
    amount: int
    total: int
    source: str
    source_name: str
    done: str


class SourceTold(Told, frozen=True):
    """What one source gave or took in all, under one rule."""

    beside = ("source_name",)

    rule: str
    source: str
    amount: int
    times: int
    source_name: str


class ScoreTold(Told, frozen=True):
    """A score, or another number of a seat: every change of it, and the sum of each category."""

    beside = ("name",)

    match: str
    row: int
    practice: bool
    seat: str
    what: str
    total: int
    lines: tuple[LineTold, ...]
    sources: tuple[SourceTold, ...]
    name: str


def score_told(log: Seen, thing: str, lang: str) -> ScoreTold:
    """`ana.gold`, `ana.score`: a number of a seat, as it is at the last row of this log."""
    words = log.game.words(lang)
    seat, what = number_of(log, thing, words)
    found = account(log, seat, what)

    def named(source: str) -> str:
        return str(words.anything(source)) if source else ""

    return ScoreTold(
        match=log.match,
        row=log.head,
        practice=is_guessable(log.bodies[0]),
        seat=words.seat(seat, log.seats),
        what=what,
        total=found.total,
        lines=tuple(
            LineTold(
                row=line.row,
                rule=line.rule,
                amount=line.amount,
                total=line.total,
                source=line.source,
                source_name=named(line.source),
                done=_done(log, line.row, lang),
            )
            for line in found.lines
        ),
        sources=tuple(
            SourceTold(
                rule=one.rule,
                source=one.source,
                amount=one.amount,
                times=one.times,
                source_name=named(one.source),
            )
            for one in found.sources
        ),
        name=words.numbers.get(what, what),
    )


def _done(log: Seen, number: int, lang: str) -> str:
    row = log.bodies[number - 1]
    who = printable(log.seats[row.seat]) if row.seat is not None else ""
    return f"{who} {done(log, row, lang)}".strip()
