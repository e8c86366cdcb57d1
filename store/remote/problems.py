"""Errors on their way: from what was raised at the host to what is raised at home."""

from typing import Any

import msgspec

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
from store.remote.wire import Problem


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


def raised(problem: Problem) -> HeraldError:
    """The same error again."""
    terms: dict[str, Any] = dict(problem.terms)
    match problem.error:
        case "usage" | "edition":
            kind = EditionError if problem.error == "edition" else Usage
            return kind(problem.why, problem.known, **terms)
        case "refused" | "not_your_turn":
            refusal = NotYourTurn if problem.error == "not_your_turn" else Refused
            return refusal(problem.rule, problem.why, nearest=problem.nearest, **terms)
        case "not_allowed":
            return NotAllowed(problem.why, **terms)
        case "stale":
            return Stale(str(terms.get("match", "")), _number(terms, "expected"), _number(terms, "row"))
        case "damaged":
            return Damaged(problem.why, _number(terms, "row"), str(terms.get("part", "")))
        case "as_written":
            return AsWritten(problem.why, **terms)
        case _:
            return HeraldError(problem.why, **terms)


def _number(terms: dict[str, Any], name: str) -> int:
    value = terms.get(name)
    return value if isinstance(value, int) else 0
