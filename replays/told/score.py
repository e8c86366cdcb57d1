"""Why a number is what it is: the account that adds up to it, and what each source gave; a score by its categories."""

from collections.abc import Mapping, Sequence

from msgspec.structs import asdict

from core.kernel.drawing.printable import printable
from core.kernel.log.log import Seen
from core.kernel.log.row import is_guessable
from replays.explain import account, counted, number_of
from replays.told.rows import done
from replays.told.telling import Told


class LineTold(Told, frozen=True):
    """One change: the row in which it came, the rule, the source, what the number then was, and who had done what.

    `final`: it came in the final scoring.
    """

    beside = ("source_name", "done")

    row: int
    rule: str
    amount: int
    total: int
    source: str
    final: bool
    source_name: str
    done: str


class SourceTold(Told, frozen=True):
    """What one source gave or took in all, under one rule, before the final scoring or in it."""

    beside = ("source_name",)

    rule: str
    source: str
    amount: int
    times: int
    final: bool
    source_name: str


class ScoreTold(Told, frozen=True):
    """A score, or another number of a seat: every change of it, and the sum of each category.

    `final`: so much of it came in the final scoring. `lowest_of`: the numbers of which this score is the lowest.
    `stands`: the score as the board shows it, as things stand, with what the end would add; null for other numbers.
    """

    beside = ("name", "names")

    match: str
    row: int
    practice: bool
    seat: str
    what: str
    total: int
    final: int
    stands: int | None
    lowest_of: Mapping[str, int]
    lines: tuple[LineTold, ...]
    sources: tuple[SourceTold, ...]
    name: str
    names: Mapping[str, str]


def score_told(log: Seen, thing: str, lang: str) -> ScoreTold:
    """`ana.gold`, `ana.score`: a number of a seat, as it is at the last row of this log."""
    return number_told(log, *number_of(log, thing, log.game.words(lang)), lang)


def number_told(log: Seen, seat: int, numbers: Sequence[str], lang: str) -> ScoreTold:
    """The lowest of these numbers of a seat."""
    words = log.game.words(lang)
    have = {what: counted(log, seat, what) for what in numbers}
    what = min(have, key=have.__getitem__)
    found = account(log, seat, what)

    def named(source: str) -> str:
        return str(words.anything(source)) if source else ""

    lines = (
        LineTold(**asdict(line), source_name=named(line.source), done=_done(log, line.row, lang))
        for line in found.lines
    )
    return ScoreTold(
        match=log.match,
        row=log.head,
        practice=is_guessable(log.bodies[0]),
        seat=words.seat(seat, log.seats),
        what=what,
        total=found.total,
        final=sum(one.amount for one in found.sources if one.final),
        stands=_stands(log, seat, lang) if tuple(numbers) == log.game.score else None,
        lowest_of=have if len(have) > 1 else {},
        lines=tuple(lines),
        sources=tuple(SourceTold(**asdict(one), source_name=named(one.source)) for one in found.sources),
        name=words.numbers.get(what, what),
        names={what: words.numbers.get(what, what) for what in have},
    )


def _stands(log: Seen, seat: int, lang: str) -> int | None:
    """A side at which nobody sits has no score on the board."""
    view = log.game.view(log.state().table, log.reader)
    scores = log.game.board(view, log.game.words(lang), log.seats).scores
    return scores[seat] if seat < len(scores) else None


def _done(log: Seen, number: int, lang: str) -> str:
    row = log.bodies[number - 1]
    who = printable(log.seats[row.seat]) if row.seat is not None else ""
    return f"{who} {done(log, row, lang)}".strip()
