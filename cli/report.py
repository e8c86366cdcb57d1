"""Rows of a log as people read them, and as `--json` gives them: number, seat, what was typed, what followed."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from core.kernel.drawing.canvas import pad, printable, width
from core.kernel.language.notation import format_move
from core.kernel.log.keys import ARBITER
from core.kernel.log.kinds import KINDS
from core.kernel.log.log import Seen
from core.kernel.log.row import (
    Answer,
    AnyBody,
    Back,
    Joined,
    KeyReplaced,
    Request,
    SeedRevealed,
    Start,
    is_guessable,
)
from core.kernel.rules.step import Fact

if TYPE_CHECKING:
    from cli.terminal import Terminal


def row_lines(here: "Terminal", log: Seen, row: AnyBody, undone_by: int | None = None) -> list[str]:
    """A row: its head line, then one line for each fact with its rule."""
    names = max(width(name) for name in log.seats)
    who = pad(printable(log.seats[row.seat]) if row.seat is not None else "", names)
    mark = here.say("undone", row=undone_by) if undone_by is not None else ""
    head = f"{row.seq:>4}  {here.style.bold(who)}  {what(here, log, row)}{mark}".rstrip()
    return [head, *fact_lines(here, log, row.facts, " " * (names + 8))]


def what(here: "Terminal", log: Seen, row: AnyBody) -> str:
    """What was done: the typed text of a move, else what kind of row it is."""
    if KINDS[row.kind].decides:
        return printable(typed(here, log, row))
    said = here.say(_key(log, row), **_terms(here, log, row))
    reason = getattr(row.about, "reason", "")
    if reason:
        said += here.say("reason", text=printable(reason))
    return said + here.say("row_practice") if is_guessable(row) else said


def _key(log: Seen, row: AnyBody) -> str:
    """The sentence for this row: its kind's, or the one of several that fits."""
    about = row.about
    if isinstance(about, Request):
        return f"row_{row.kind}_{about.what}"
    if isinstance(about, Answer):
        withdrawn = log.bodies[about.row - 1].seat == row.seat
        return "row_withdraw_to" if withdrawn else f"row_{row.kind}_to"
    if isinstance(about, KeyReplaced):
        return f"row_key_{'arbiter' if about.name == ARBITER else 'own' if row.seat is not None else 'seat'}"
    return "row_join_bare" if isinstance(about, Joined) and not about.commitment else f"row_{row.kind}"


def _terms(here: "Terminal", log: Seen, row: AnyBody) -> dict[str, object]:
    """What a sentence may name: all that the row is about, the match, and where a fork comes from."""
    terms: dict[str, object] = {}
    for named in (log.start.forked, row.about):
        if named is not None:
            terms.update({name: _shown(getattr(named, name)) for name in named.__struct_fields__})
    if isinstance(row.about, Back):
        terms["by"] = here.say(f"by_{row.about.by}")
    return {**terms, "game": here.words(log.game).title, "seats": ", ".join(map(printable, log.seats))}


def _shown(value: object) -> object:
    return printable(value) if isinstance(value, str) else value


def typed(here: "Terminal", log: Seen, row: AnyBody) -> str:
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


def fact_lines(here: "Terminal", log: Seen, facts: Sequence[Fact[Any]], lead: str = "") -> list[str]:
    """What followed, each line with its rule."""
    game = here.words(log.game)
    lines = [here.hanging(lead, f"{game.fact(fact, log.seats)} ({fact.rule})") for fact in facts]
    return [_dimmed(here, line, fact.rule) for line, fact in zip(lines, facts, strict=True)]


def _dimmed(here: "Terminal", line: str, rule: str) -> str:
    end = f"({rule})"
    return line.removesuffix(end) + here.style.dim(end)


def row_fields(here: "Terminal", log: Seen, row: AnyBody, undone_by: int | None = None) -> dict[str, Any]:
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
        "sentence": None if KINDS[row.kind].decides else what(here, log, row),
        "undone_by": undone_by,
        "digest": log.rows[row.seq - 1].digest,
    }


def fact_fields(
    here: "Terminal", log: Seen, facts: Sequence[Fact[Any]], stored: Sequence[Any] | None = None
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
    if about is None or isinstance(about, Start | SeedRevealed):
        return None
    said = {_CALLED.get(name, name): getattr(about, name) or None for name in about.__struct_fields__}
    found = {name: said.get(name) for name in ("to", "class", "reason", "name", "digest", "nonce", "row")}
    return {**found, "kind": said.get("kind", row.kind)}


_CALLED = {"by": "class", "what": "kind", "commitment": "digest"}
"""What `--json` calls otherwise than the row does."""
