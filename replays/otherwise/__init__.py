"""A log under other readings: each row that counts is decided again with its own move and the same draws.

    found = otherwise(seen, {"blocking": "allowed"})
    found.first     the first row that goes otherwise, and how; None: it stays as it was played
    found.stop      the row at which no more can be said; None: with the same moves and draws it goes on to the last row
    found.state     where that leads, and `found.result` how it ends so

Nothing is ever invented: what is told of rows behind `first` holds if the same moves are made, which stay legal, and
the same draws, which are asked for at the same moments out of the same bags. At the first for which that does not hold
it stops. What a reader cannot see stays closed: where it matters, the box is told, and whose it is.

A reading that is in question holds in every row, also where the table has agreed on another one meanwhile.

Rows that were undone are not looked at, nor what a fork took over from another match: the line of the last row (or of
`tip`) alone. With `since`, the readings hold from the act after that row on, as an agreed ruling does. Whoever wants to
go step by step, or with a move that nobody made, takes a `Course`: `begin_after(row)`, then `take(body)` for each row.
"""

from collections.abc import Mapping

from core.kernel.log.log import Seen
from core.kernel.log.starting import ENGINE
from core.kernel.setup.readings import readings_of
from core.kernel.setup.rulings import named
from replays.otherwise.course import Course
from replays.otherwise.parting import How, Otherwise, Parting

__all__ = ["Course", "How", "Otherwise", "Parting", "other_rules", "otherwise"]


def otherwise(
    log: Seen, readings: Mapping[str, str], *, since: int = 0, tip: int | None = None, drift: bool = False
) -> Otherwise:
    """The match as this reader knows it, under other readings (by option or id; those left out stay as they are).

    `drift`: also what the rules of today decide otherwise counts; without it, a row that they do not decide as it
    stands there is `Damaged`.
    """
    game = log.game
    played = readings_of(log.state(max(since, 1))), readings_of(log.state(tip))  # one may have been agreed on meanwhile
    asked_for = named((*game.rulings, *game.changes), readings)
    other = {option: reading for option, reading in asked_for.items() if {reading} != {read[option] for read in played}}
    course = Course(log, other, drift=drift)
    if since:
        course.begin_after(since)
    for body in log.line(tip):
        if body.seq > since and not course.take(body):
            break
    else:
        course.end()
    state = course.state
    return Otherwise(
        readings=other,
        asked=course.asked,
        first=course.first,
        stop=course.stop,
        hidden=course.hidden,
        state=state,
        result=None if course.stop is not None or state.agenda else game.result(state.table),
    )


def other_rules(log: Seen) -> str:
    """Under which rules it was played, where they are others than those of today."""
    start = log.start
    same = (start.engine, start.rules) == (ENGINE, log.game.rules_version)
    return "" if same else f"engine {start.engine}, rules {start.rules}"
