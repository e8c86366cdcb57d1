"""Rulings on which a table has agreed since its match began: which, since which row, by what right and why."""

from collections.abc import Iterator, Mapping

from core.kernel.drawing.printable import printable
from core.kernel.game import Ruling
from core.kernel.log.log import Seen
from core.kernel.log.row import Answer, AnyBody, Ruled
from core.kernel.rules.engine import AnyGame
from core.kernel.setup.readings import readings_of
from replays.told.rows import class_of
from replays.told.rules import RulingTold, switch_told
from replays.told.standing import AgreedTold
from replays.told.telling import Told, readings_told, say


def agreed_rulings(log: Seen, lang: str) -> tuple[AgreedTold, ...]:
    """Those that are in force, in the order in which they came: what was agreed on again since is told there."""
    history = log.history
    rows = [log.bodies[row - 1] for row in history.rulings if history.holds(row, log.head)]
    later = set[str]()
    found: list[AgreedTold] = []
    for row in reversed(rows):
        if isinstance(row.about, Ruled):
            rulings = {option: reading for option, reading in row.about.rulings.items() if option not in later}
            later |= rulings.keys()
            found += [_told(log, row, row.about, rulings, lang)] if rulings else []
    return tuple(reversed(found))


def _told(log: Seen, row: AnyBody, about: Ruled, rulings: Mapping[str, str], lang: str) -> AgreedTold:
    said = readings_told(log.game, rulings)
    by = say(lang, f"by_{class_of(log, row)}")
    return AgreedTold(
        row=row.seq,
        at=row.at,
        seat=_asker(log, row),
        rulings=rulings,
        by=class_of(log, row) or about.by,
        reason=about.reason,
        sentence=say(lang, "ruled", row=row.seq, rulings=said, by=by, reason=printable(about.reason)),
    )


def _asker(log: Seen, row: AnyBody) -> str | None:
    """Whose request it was: the last one who agreed has written the row."""
    before = log.bodies[row.seq - 2]
    asked = log.bodies[before.about.row - 1] if isinstance(before.about, Answer) else row
    seat = row.seat if row.seat is None else asked.seat
    return None if seat is None else log.seats[seat]


class InForceTold(Told, frozen=True):
    """A ruling that is not read as by default: since which row (1: from the beginning), and what that means."""

    beside = ("sentence",)

    id: str
    option: str
    reading: str
    default: str
    row: int
    meaning: str
    sentence: str


def in_force(log: Seen, lang: str) -> tuple[InForceTold, ...]:
    """Every ruling that the match reads otherwise than by default, or on which the table has agreed since."""
    now = readings_of(log.state())
    since = {option: one for one in agreed_rulings(log, lang) for option in one.rulings}
    return tuple(
        _read(log.game, ruling, now[ruling.option], since.get(ruling.option), lang)
        for ruling in (*log.game.rulings, *log.game.changes)
        if ruling.option in since or now[ruling.option] != ruling.default
    )


def meant(game: AnyGame, rulings: Mapping[str, str], lang: str) -> Iterator[str]:
    """What is unclear, and what each of these readings says to it: whoever is asked must know what for."""
    for ruling in (*game.rulings, *game.changes):
        if ruling.option in rulings:
            told = switch_told(game, ruling, lang)
            meaning = _meaning(told, rulings[ruling.option])
            yield say(lang, "asked_meaning", id=ruling.id, question=told.question, meaning=meaning)


def _meaning(told: RulingTold, reading: str) -> str:
    return next((one.meaning for one in told.readings if one.reading == reading), "")


def _read(game: AnyGame, ruling: Ruling, reading: str, since: AgreedTold | None, lang: str) -> InForceTold:
    told = switch_told(game, ruling, lang)
    return InForceTold(
        id=ruling.id,
        option=ruling.option,
        reading=reading,
        default=ruling.default,
        row=1 if since is None else since.row,
        meaning=_meaning(told, reading),
        sentence=say(lang, "ruled_at_start", default=ruling.default) if since is None else since.sentence,
    )
