"""`herald explain`: why? A row with its rules and what they changed, or the account that adds up to a number."""

import os
from collections.abc import Iterator

from cli.app import base
from cli.say.report import fact_lines, row_lines
from cli.say.status import practice_lines
from core.kernel.drawing.printable import printable
from core.kernel.drawing.style import table
from core.kernel.errors import HeraldError
from core.kernel.log.log import Seen
from replays.explain import number_of
from replays.told.explained import RowExplained, row_explained
from replays.told.score import ScoreTold, score_told


@base.command("explain")
@base.argument("match", required=False, shell_complete=base.offered("matches_or_things"))
@base.argument("thing", required=False, shell_complete=base.offered("things"))
def command(here: base.Terminal, match: str | None, thing: str | None) -> None:
    """The last row, or row N of `MATCH@N`; with THING (`ana.gold`) every change of a number."""
    if thing is None and match is not None and _reads_like_a_thing(here, match):
        match, thing = None, match
    reading = here.read(match)
    log = reading.log
    told = explained(log, reading.name, thing, here.lang)
    if here.is_json:
        here.json(told.document())
        return
    for line in [*explained_lines(here, log, told), *practice_lines(here, log)]:
        here.out(line)


def explained(log: Seen, name: str | None, thing: str | None, lang: str) -> RowExplained | ScoreTold:
    """The last row, or a number of a seat: without the name of one it is that of who asks."""
    if thing is None:
        return row_explained(log, log.head, lang)
    return score_told(log, thing if "." in thing or name is None else f"{name}.{thing}", lang)


def explained_lines(here: base.Terminal, log: Seen, told: RowExplained | ScoreTold) -> Iterator[str]:
    """The same, for people."""
    return _number(here, told) if isinstance(told, ScoreTold) else _row(here, log, told)


def _reads_like_a_thing(here: base.Terminal, word: str) -> bool:
    """Return whether `ana.gold` or `score` is meant, and not a match or a file of this name."""
    if set("@/-") & set(word) or os.path.exists(word):
        return False
    return "." in word.strip(".") or (not here.knows(word) and _is_number(here, word))


def _is_number(here: base.Terminal, word: str) -> bool:
    """Return whether a number of the match last used here is called so."""
    try:
        log = here.read(None).log
        number_of(log, f"{log.seats[0]}.{word}", here.words(log.game))
    except HeraldError:
        return False
    return True


def _row(here: base.Terminal, log: Seen, told: RowExplained) -> Iterator[str]:
    yield row_lines(here, told, log.seats)[0]
    for fact in told.facts:
        yield from fact_lines(here, [fact], "      ")
        for change in fact.changes:
            yield f"        {here.style.dim(change.sentence)}"
    if not told.facts and not told.rules:
        yield f"      {here.say('nothing_followed', what=told.done)}"
        return
    yield ""
    for rule in told.rules:
        yield here.hanging(f"  {rule.id}  ", f"{rule.sentence} ({rule.section})")


def _number(here: base.Terminal, told: ScoreTold) -> Iterator[str]:
    yield here.style.bold(here.say("account", name=printable(told.seat), number=told.name, row=told.row))
    rows = [
        (str(one.row), f"{one.amount:+d}", str(one.total), one.rule, one.source_name, here.style.dim(one.done))
        for one in told.lines
    ]
    for text in table(rows, "  ", frozenset({0, 1, 2})):
        yield f"  {text}"
    yield here.style.bold(here.say("total", number=told.name, total=told.total))
    if told.stands not in {None, told.total}:
        yield here.say("stands", points=told.stands)
    if told.lowest_of:
        numbers = ", ".join(f"{have} {told.names[what]}" for what, have in told.lowest_of.items())
        yield here.say("lowest", numbers=numbers)
    heads = {False: here.say("sources"), True: here.say("final", points=f"{told.final:+d}")}
    for final, head in heads.items():
        sums = [
            (f"{one.amount:+d}", here.say("times", count=one.times), one.rule, one.source_name)
            for one in told.sources
            if one.final == final
        ]
        yield from ["", head, *(f"  {text}" for text in table(sums, "  ", frozenset({0, 1})))] if sums else ()
