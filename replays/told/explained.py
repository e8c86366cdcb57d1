"""Why? A row with the rules under which it happened and the numbers that it changed."""

from typing import Any

from msgspec.structs import asdict

from core.kernel.drawing.printable import printable
from core.kernel.log.log import Seen
from core.kernel.log.row import AnyBody, Ruled, is_guessable
from core.kernel.setup.readings import readings_of
from replays.explain import Change, explained, rules_of
from replays.told.rows import FactTold, RowTold, row_told
from replays.told.rules import RuleTold, in_force
from replays.told.telling import Told, say


class ChangeTold(Told, frozen=True):
    """A number of a seat that a fact changed."""

    beside = ("sentence",)

    seat: str
    what: str
    amount: int
    total: int
    source: str
    sentence: str


class FactExplained(FactTold, frozen=True):
    """A fact with what it changed."""

    changes: tuple[ChangeTold, ...]


class RowExplained(RowTold, frozen=True):
    """A row with what its facts changed, and their rules."""

    match: str
    practice: bool
    facts: tuple[FactExplained, ...]
    rules: tuple[RuleTold, ...]


def row_explained(log: Seen, number: int, lang: str) -> RowExplained:
    """Why this row brought what it brought."""
    body = log.bodies[number - 1]
    told = row_told(log, body, lang)
    changes = [tuple(_changed(log, change, lang) for change in because.changes) for because in explained(log, number)]
    facts = (FactExplained(**asdict(fact), changes=changed) for fact, changed in zip(told.facts, changes, strict=True))
    row: dict[str, Any] = {**asdict(told), "facts": tuple(facts)}
    readings = readings_of(log.state(number))
    return RowExplained(
        **row,
        match=log.match,
        practice=is_guessable(log.bodies[0]),
        rules=tuple(in_force(log.game, rule, readings, lang) for rule in (*_ruled(log, body), *rules_of(body))),
    )


def _ruled(log: Seen, body: AnyBody) -> list[str]:
    """The rulings that are read otherwise from this row on."""
    rulings = body.about.rulings if isinstance(body.about, Ruled) else dict[str, str]()
    return [known.id for known in (*log.game.rulings, *log.game.changes) if known.option in rulings]


def _changed(log: Seen, change: Change, lang: str) -> ChangeTold:
    words = log.game.words(lang)
    name = words.seat(change.seat, log.seats)
    number, before = words.numbers.get(change.what, change.what), change.total - change.amount
    return ChangeTold(
        seat=name,
        what=change.what,
        amount=change.amount,
        total=change.total,
        source=change.source,
        sentence=say(lang, "changed", name=printable(name), number=number, before=before, after=change.total),
    )
