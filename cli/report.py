"""Rows of a log as people read them, and as `--json` gives them: number, seat, what was typed, what followed."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from core.kernel.drawing.canvas import pad, printable, width
from core.kernel.language.notation import format_move
from core.kernel.log.keys import ARBITER
from core.kernel.log.log import Log
from core.kernel.log.row import Answer, AnyBody, Back, Joined, KeyReplaced, NonceOpened, Request, is_guessable
from core.kernel.rules.step import Fact

if TYPE_CHECKING:
    from cli.terminal import Terminal


def row_lines(here: "Terminal", log: Log, row: AnyBody, undone_by: int | None = None) -> list[str]:
    """A row: its head line, then one line for each fact with its rule."""
    names = max(width(name) for name in log.seats)
    who = pad(printable(log.seats[row.seat]) if row.seat is not None else "", names)
    mark = here.say("undone", row=undone_by) if undone_by is not None else ""
    head = f"{row.seq:>4}  {here.style.bold(who)}  {what(here, log, row)}{mark}".rstrip()
    return [head, *fact_lines(here, log, row.facts, " " * (names + 8))]


def what(here: "Terminal", log: Log, row: AnyBody) -> str:
    """What was done: the typed text of a move, else what kind of row it is."""
    about = row.about
    if row.kind == "move":
        return printable(typed(here, log, row))
    if isinstance(about, Back):
        reason = here.say("reason", text=printable(about.reason)) if about.reason else ""
        return here.say(f"row_{row.kind}", to=about.to, by=here.say(f"by_{about.by}")) + reason
    if isinstance(about, Request):
        return here.say(f"row_ask_{about.what}", to=about.to)
    if isinstance(about, Answer):
        withdrawn = row.kind == "decline" and log.bodies[about.row - 1].seat == row.seat
        kind = "withdraw" if withdrawn else row.kind
        return here.say(f"row_{kind}_to", row=about.row)
    if isinstance(about, KeyReplaced):
        whose = "arbiter" if about.name == ARBITER else "own" if row.seat is not None else "seat"
        reason = here.say("reason", text=printable(about.reason)) if about.reason else ""
        return here.say(f"row_key_{whose}", name=printable(about.name)) + reason
    if isinstance(about, Joined):
        return here.say("row_join" if about.commitment else "row_join_bare")
    if isinstance(about, NonceOpened):
        return here.say("row_nonce", nonce=printable(about.nonce))
    if row.kind == "fork" and log.start.forked is not None:
        return here.say("row_fork", match=log.start.forked.match, row=log.start.forked.row)
    said = here.say(f"row_{row.kind}", game=here.words(log.game).title, seats=", ".join(map(printable, log.seats)))
    return said + here.say("row_practice") if row.kind == "start" and is_guessable(row) else said


def typed(here: "Terminal", log: Log, row: AnyBody) -> str:
    """A move in its long form, whatever was typed, with the comment of the line; a sealed one only for who knows it."""
    sealed = row.sealed_move
    if sealed is None:
        return _long(row.move, row.text) if row.move is not None else row.text
    if not sealed.known:
        return here.say("sealed")
    text = _long(sealed.value, row.sealed_text.value if row.sealed_text is not None and row.sealed_text.known else "")
    return text if sealed.box in log.opened else here.say("sealed_own", text=text)


def _long(move: msgspec.Struct, text: str) -> str:
    _, mark, comment = text.partition("#")
    return f"{format_move(move)} {mark}{comment}".rstrip()


def fact_lines(here: "Terminal", log: Log, facts: Sequence[Fact[Any]], lead: str = "") -> list[str]:
    """What followed, each line with its rule."""
    game = here.words(log.game)
    lines = [here.hanging(lead, f"{game.fact(fact, log.seats)} ({fact.rule})") for fact in facts]
    return [_dimmed(here, line, fact.rule) for line, fact in zip(lines, facts, strict=True)]


def _dimmed(here: "Terminal", line: str, rule: str) -> str:
    """The rule only helps."""
    end = f"({rule})"
    return line.removesuffix(end) + here.style.dim(end)


def row_fields(here: "Terminal", log: Log, row: AnyBody, undone_by: int | None = None) -> dict[str, Any]:
    """A row for `--json`: always the same fields."""
    sealed = row.sealed_text
    move = row.move if row.sealed_move is None else row.sealed_move.value if row.sealed_move.known else None
    text = row.text if sealed is None else sealed.value if sealed.known else None
    long = format_move(move) if move is not None else None
    stored = msgspec.json.decode(log.rows[row.seq - 1].body).get("facts", [])
    return {
        "row": row.seq,
        "parent": row.parent,
        "kind": row.kind,
        "at": row.at,
        "seat": None if row.seat is None else log.seats[row.seat],
        "actor": row.actor or None,
        "client": row.client or None,
        "text": text or None,
        "long": long,
        "sealed": sealed is not None,
        "move": move,
        "chance": row.chance,
        "facts": fact_fields(here, log, row.facts, stored),
        "about": _about_fields(row),
        "sentence": what(here, log, row) if row.kind != "move" else None,
        "undone_by": undone_by,
        "digest": log.rows[row.seq - 1].digest,
    }


def fact_fields(
    here: "Terminal", log: Log, facts: Sequence[Fact[Any]], stored: Sequence[Any] | None = None
) -> list[dict[str, Any]]:
    """Facts for `--json`: the rule, the sentence, and the fact itself as the log holds it, or would."""
    game = here.words(log.game)
    written = [_as_written(fact) for fact in facts] if stored is None else stored
    return [
        {"rule": fact.rule, "sentence": game.fact(fact, log.seats), "fact": as_stored}
        for fact, as_stored in zip(facts, written, strict=True)
    ]


def _as_written(fact: Fact[Any]) -> Any:  # whatever JSON holds
    return msgspec.json.decode(msgspec.json.encode(fact, enc_hook=lambda secret: {"box": secret.box, "by": secret.by}))


def _about_fields(row: AnyBody) -> dict[str, Any] | None:
    """What a row is about that is neither a move nor the start: always the same fields."""
    about = row.about
    found: dict[str, Any] = dict.fromkeys(("to", "class", "reason", "name", "digest", "nonce", "row"))
    if isinstance(about, Back):
        return {**found, "kind": row.kind, "to": about.to, "class": about.by, "reason": about.reason or None}
    if isinstance(about, Request):
        return {**found, "kind": about.what, "to": about.to}
    if isinstance(about, Answer):
        return {**found, "kind": row.kind, "row": about.row}
    if isinstance(about, KeyReplaced):
        return {**found, "kind": row.kind, "name": about.name, "digest": about.digest, "reason": about.reason or None}
    if isinstance(about, Joined):
        return {**found, "kind": row.kind, "digest": about.commitment or None}
    if isinstance(about, NonceOpened):
        return {**found, "kind": row.kind, "nonce": about.nonce}
    return None
