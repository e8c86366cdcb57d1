"""What becomes of one match: as data, with its sentences in every language, to be put aside and told later."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct

from core.kernel.errors import HeraldError
from core.kernel.language.error_text import sentence
from core.kernel.language.spelling import format_move
from core.kernel.log.log import Seen
from core.kernel.log.row import AnyBody
from core.kernel.rules.result import Result
from core.kernel.rules.secret import Box
from core.kernel.setup.readings import readings_of
from replays.files.rows import held
from replays.impact.question import Question
from replays.otherwise import How, Otherwise, Parting, other_rules, otherwise
from replays.told.rows import done, facts_told
from replays.verify import damaged
from replays.verify.chain import check_rows
from replays.verify.faults import Faulty, fail

What = Literal["same_reading", "never_asked", "as_played", "otherwise", "closed", "other_rules", "damaged"]
"""`same_reading`: it was played so anyhow. `never_asked`: nothing in it asks what is in question. `as_played`: it was
asked, and makes no difference. `closed`: that hangs on what is closed. `other_rules`: the rules of today are others.
"""

LANGUAGES = ("en", "fr")
MOST = 3
"""So many facts are told of a row that goes otherwise, on each side."""

Texts = Mapping[str, str]
"""A sentence by language."""


class Fact(Struct, frozen=True):
    """What follows or does not: its rule, and a sentence in each language."""

    rule: str
    said: Texts


class Parted(Struct, frozen=True, omit_defaults=True):
    """A row that goes otherwise, as everybody may know it."""

    row: int
    how: How
    seat: str | None = None
    move: str | None = None
    done: Texts = {}
    rule: str | None = None
    why: Texts = {}
    gone: tuple[Fact, ...] = ()
    come: tuple[Fact, ...] = ()
    draw: str | None = None
    box: Box | None = None
    of: tuple[str, ...] = ()


class End(Struct, frozen=True):
    """Scores, and who has won."""

    scores: tuple[int, ...]
    winners: tuple[str, ...]


class Verdict(Struct, frozen=True, omit_defaults=True):
    """One match under the other readings. `at`: where it lies; `played`: the readings that are no defaults."""

    at: str
    what: What
    match: str = ""
    seats: tuple[str, ...] = ()
    rows: int = 0
    over: bool = False
    played: Mapping[str, str] = {}
    asked: tuple[str, ...] | None = None  # every option that it asked; None where it was not gone along to its end
    first: Parted | None = None
    stop: Parted | None = None
    result: End | None = None
    then: End | None = None
    fault: str = ""  # why it cannot be judged, and what the sentence of that names
    terms: Mapping[str, int | str | None] = {}


def judged(at: str, log: Seen, question: Question, rows: int) -> Verdict:
    """What becomes of this match, as its reader knows it. Whatever is wrong with it is told, and stops nobody.

    `rows`: how many it should have.
    """
    known = Verdict(at, "other_rules", log.match, log.seats, log.head)
    try:
        found = check_rows(held(log.rows))
        if found != rows:
            fail(min(found, rows) + 1, "row", "rows_missing" if found < rows else "rows_added", rows, found)
        known = _described(known, log)
        return _compared(known, log, question)
    except Faulty as faulty:
        return broken(known, damaged(faulty.fault))
    except Exception as problem:  # noqa: BLE001 - a hostile log may lead the rules anywhere
        return broken(known, problem)


def broken(known: Verdict, problem: Exception) -> Verdict:
    """A match that cannot be read, or does not hold."""
    if not isinstance(problem, HeraldError):
        return msgspec.structs.replace(known, what="damaged", fault="rules_fail")
    terms = {name: term if isinstance(term, int | None) else str(term) for name, term in problem.terms.items()}
    return msgspec.structs.replace(known, what="damaged", fault=problem.why, terms=terms)


def _described(known: Verdict, log: Seen) -> Verdict:
    state, game = log.state(), log.game
    first, last = readings_of(log.state(1)), readings_of(state)
    whole = {option: last[option] if last[option] == one else f"{one}, {last[option]}" for option, one in first.items()}
    defaults = {ruling.option: ruling.default for ruling in (*game.rulings, *game.changes)}
    played = {option: one for option, one in whole.items() if one != defaults.get(option)}
    result = None if state.agenda else game.result(state.table)
    return msgspec.structs.replace(known, over=not state.agenda, played=played, result=_end(result, log))


def _compared(known: Verdict, log: Seen, question: Question) -> Verdict:
    drift = question.version and bool(other_rules(log))
    if other_rules(log) and not drift:
        return known
    found = otherwise(log, question.readings, drift=drift)
    first, stop = found.first, found.stop
    return msgspec.structs.replace(
        known,
        what=_what(found, drift=drift),
        asked=tuple(sorted(found.asked)) if first is None else None,
        first=None if first is None else _parted(first, log),
        stop=None if stop is None else _parted(stop, log),
        then=None if first is None else _end(found.result, log),
    )


def _what(found: Otherwise, *, drift: bool) -> What:
    if found.first is not None:
        return "closed" if found.first.how == "closed" else "otherwise"
    if not found.readings and not drift:
        return "same_reading"
    return "as_played" if drift or set(found.readings) & set(found.asked) else "never_asked"


def _end(result: Result | None, log: Seen) -> End | None:
    return None if result is None else End(result.scores, tuple(log.seats[seat] for seat in result.winners))


def _parted(parting: Parting, log: Seen) -> Parted:
    body = log.bodies[parting.row - 1]
    refused = parting.refused
    words = {lang: log.game.words(lang) for lang in LANGUAGES}
    return Parted(
        row=parting.row,
        how=parting.how,
        seat=None if body.seat is None else log.seats[body.seat],
        move=_move(body),
        done={lang: done(log, body, lang) for lang in LANGUAGES},
        rule=None if refused is None else refused.rule or None,
        why={} if refused is None else {lang: sentence(refused, lang, words[lang], log.seats) for lang in LANGUAGES},
        gone=_told(log, parting.gone),
        come=_told(log, parting.come),
        draw=parting.draw or None,
        box=parting.box,
        of=tuple(log.seats[seat] for seat in parting.by),
    )


def _move(body: AnyBody) -> str | None:
    """In full; none where it is closed."""
    closed = body.sealed_move
    move = body.move if closed is None else closed.value if closed.known else None
    return None if move is None else format_move(move)


def _told(log: Seen, facts: Sequence[Any]) -> tuple[Fact, ...]:
    told = [facts_told(log, facts[:MOST], lang) for lang in LANGUAGES]
    return tuple(
        Fact(alike[0].rule, {lang: fact.sentence for lang, fact in zip(LANGUAGES, alike, strict=True)})
        for alike in zip(*told, strict=True)
    )
