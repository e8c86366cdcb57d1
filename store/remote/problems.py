"""Errors on their way: from what was raised at the host to what is raised at home."""

from typing import Any

import msgspec

from core.kernel.decoding import convert
from core.kernel.errors import (
    AsWritten,
    Damaged,
    EditionError,
    HeraldError,
    NotAllowed,
    NotYourTurn,
    Refused,
    Stale,
    Usage,
)
from core.kernel.language.error_text import SEATS
from store.remote.wire import Problem, encode


def problem_of(error: HeraldError) -> Problem:
    """What somebody elsewhere may hear of it: no file of the host's, and nothing that lies in a box."""
    error = error.elsewhere()
    said = {name: value for name, value in error.terms.items() if not (name == "known" and names_matches(error))}
    terms = {name: msgspec.to_builtins(value, enc_hook=str) for name, value in said.items() if value is not None}
    rule, nearest = (error.rule, error.nearest) if isinstance(error, Refused) else ("", ())
    known = error.known if isinstance(error, Usage) and not names_matches(error) else ()
    return Problem(error.code, error.why, terms, rule, nearest, known)


def names_matches(error: HeraldError) -> bool:
    """Does it list what else lies at the host? That is nobody's business."""
    return error.why in {"ambiguous_match", "unknown_match", "id_taken"}


_LIST: Any = list

RESERVED = frozenset({"self", "error", "why", "rule", "known", "nearest", "message"})
"""Names that mean something different in an error."""

LONGEST = 2_000
"""Characters of what a host says of something,"""

MANY = 100
"""of how many things at once,"""

HUGE = 2**53
"""and how large a number."""


def raised(problem: Problem, url: str) -> HeraldError:
    """The same error again, as far as it can be one: whoever is at this address says what they like."""
    error = _raised(problem)
    error.said_at = url
    return error


def _raised(problem: Problem) -> HeraldError:
    terms: dict[str, Any] = {name: _plain(name, term) for name, term in problem.terms.items() if name not in RESERVED}
    why, rule = _short(problem.why), _short(problem.rule)
    known, nearest = (tuple(map(_short, some[:MANY])) for some in (problem.known, problem.nearest))
    match problem.error:
        case "usage" | "edition":
            kind = EditionError if problem.error == "edition" else Usage
            near = {} if "nearest" not in problem.terms else {"nearest": _plain("nearest", problem.terms["nearest"])}
            return kind(why, known, **terms, **near)
        case "refused" | "not_your_turn":
            refusal = NotYourTurn if problem.error == "not_your_turn" else Refused
            return refusal(rule, why, nearest=nearest, **terms)
        case "not_allowed":
            return NotAllowed(why, **terms)
        case "stale":
            return Stale(str(terms.get("match", "")), _number(terms, "expected"), _number(terms, "row"))
        case "damaged":
            return Damaged(why, _number(terms, "row"), str(terms.get("part", "")))
        case "as_written":
            return AsWritten(why, **terms)
        case _:
            return HeraldError(why, **terms)


def _plain(name: str, term: object) -> object:
    """A word, a number, or some of these; of all else the text that it was."""
    some = convert(term, list[object])[:MANY] if isinstance(term, _LIST) else None
    if name in SEATS:
        return [seat for seat in some or () if type(seat) is int and 0 <= seat < MANY]
    if some is not None:
        return [one if _is_number(one) else _short(one) for one in some]
    return term if term is None or _is_number(term) else _short(term)


def _is_number(term: object) -> bool:
    return isinstance(term, int) and -HUGE <= term <= HUGE


def _short(term: object) -> str:
    return (term if isinstance(term, str) else encode(term).decode())[:LONGEST]


def _number(terms: dict[str, Any], name: str) -> int:
    value = terms.get(name)
    return max(value, 0) if isinstance(value, int) else 0
