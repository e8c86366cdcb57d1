"""Errors as sentences, in the reader's language: what went wrong, under which rule, and what would do."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from cli import words
from core.kernel import resources
from core.kernel.errors import HeraldError, NotYourTurn, Refused, Stale, Usage
from core.kernel.step import Blocked
from core.kernel.words import Shown

if TYPE_CHECKING:
    from cli.terminal import Terminal

MANY = 12
"""How many names a message lists; all of them stand in `--json`."""


def message(error: HeraldError, lang: str, here: "Terminal | None") -> str:
    """The error as a person reads it."""
    say: Mapping[str, str] = words.shared(lang)["message"]
    text = _sentence(error, lang, here)
    if isinstance(error, Refused):
        head = say["not_your_turn"] if isinstance(error, NotYourTurn) else say["refused"]
        rule = f" ({error.rule})" if error.rule else ""
        text = say["headed"].format(head=f"{head}{rule}", text=_ended(text))
        if error.nearest:
            text += " " + say["nearest"].format(moves=", ".join(error.nearest))
    elif isinstance(error, Usage) and error.known:
        more = "…" if len(error.known) > MANY else ""
        text += " " + say["known"].format(known=", ".join(error.known[:MANY]) + more)
    return text


def _ended(text: str) -> str:
    """With a stop at its end: the games' reasons have none, so that they can stand in a sentence, too."""
    return text if text.endswith((".", "!", "?", ":")) else f"{text}."


def _sentence(error: HeraldError, lang: str, here: "Terminal | None") -> str:
    """The sentence for the reason: the command line's own, the game's, the kernel's; else the reason as it stands."""
    terms = {name: _shown(value, lang) for name, value in error.terms.items()}
    if here is not None and here.log is not None:
        names = [here.log.seats[seat] for seat in _seats(error.terms.get("waiting"))]
        terms["waiting"] = Shown(", ".join(names), count=len(names), lang=lang)
    own = words.shared(lang)["errors"].get(error.why)
    if own is not None:
        return str(own.format_map(terms))
    if isinstance(error, Refused) and here is not None and here.log is not None:
        game = here.words(here.log.game)
        if error.why in game.refusals:
            what: Any = error.terms.get("what")
            return game.refusal(Blocked(error.rule, error.why, error.need, error.have, what))
    kernel = _kernel(lang).get(error.why)
    return str(kernel.format_map(terms)) if kernel is not None else str(error)


def _kernel(lang: str) -> Mapping[str, str]:
    try:
        found: Mapping[str, str] = resources.toml("core.kernel", f"words.{lang}.toml").get("refusals", {})
    except FileNotFoundError:
        return {}
    return found


def _shown(value: object, lang: str) -> Shown:
    if isinstance(value, int):
        return Shown(str(value), count=value, lang=lang)
    return Shown("" if value is None else str(value))


def _seats(value: object) -> list[int]:
    """The seats of a term: they are numbers in the kernel, names for people."""
    return msgspec.convert(value, list[int]) if value is not None else []


def since(here: "Terminal", error: Stale) -> tuple[list[Any], list[str]]:
    """What happened after the row that the caller had seen: for `--json`, and in words."""
    from cli.report import row_fields, row_lines  # noqa: PLC0415 - only when somebody came first

    host = here.matches.log(str(error.terms["match"]))
    seat = next((at for at, name in enumerate(host.seats) if name == here.seat_name), None)
    log = host.seen_by(seat)
    rows = [body for body in log.bodies if body.seq > error.expected]
    return [row_fields(here, log, row) for row in rows], [line for row in rows for line in row_lines(here, log, row)]
