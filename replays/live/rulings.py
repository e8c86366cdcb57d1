"""What a seat can ask the table to read otherwise: each unclear rule of a running match, with its readings."""

from collections.abc import Collection

from msgspec import Struct

from core.kernel.log.history import consenting
from core.kernel.log.log import Seen
from core.kernel.setup.readings import all_agreeable, readings_of
from replays.told.rules import RulingTold, switch_told
from replays.told.turning import can_rule


class Reading(Struct, frozen=True):
    """One of them; the one that is in force, and one that the match has left for good, cannot be taken."""

    reading: str
    means: str
    now: bool
    open: bool


class Unclear(Struct, frozen=True):
    """What is unclear, and how it can be read."""

    id: str
    option: str
    question: str
    readings: tuple[Reading, ...]


class Rulings(Struct, frozen=True):
    """All of that. `asks`: somebody has to agree; with bots alone a reading holds at once."""

    rulings: tuple[Unclear, ...] = ()
    asks: bool = False


def rulings(log: Seen, seat: int | None, lang: str) -> Rulings:
    """Nothing for who holds no seat, or where nothing can be asked now. What is told is the same for all who do."""
    if seat is None or not can_rule(log):
        return Rulings()
    now = readings_of(log.state())
    found = (
        _unclear(switch_told(log.game, ruling, lang), now[ruling.option], readings)
        for ruling, readings in all_agreeable(log.game, log.state())
    )
    return Rulings(tuple(found), asks=bool(consenting(log.start, seat)))


def _unclear(told: RulingTold, now: str, agreeable: Collection[str]) -> Unclear:
    readings = (
        Reading(one.reading, one.meaning, now=one.reading == now, open=one.reading in agreeable)
        for one in told.readings
    )
    return Unclear(told.id, told.name, told.question, tuple(readings))
