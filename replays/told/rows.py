"""Rows of a log: who, what was typed, what followed and under which rules."""

from collections.abc import Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from core.kernel.decoding import decoder
from core.kernel.drawing.printable import printable
from core.kernel.language.lexicon import ENGLISH, Lexicon
from core.kernel.language.spelling import format_move, spell_move
from core.kernel.log.history import consenting, is_learned, undone
from core.kernel.log.keys import ARBITER
from core.kernel.log.kinds import KINDS
from core.kernel.log.log import Seen
from core.kernel.log.row import (
    Answer,
    AnyBody,
    Back,
    Ended,
    Joined,
    KeyReplaced,
    Request,
    Ruled,
    SeedRevealed,
    Start,
    is_guessable,
)
from core.kernel.rules.step import Fact
from replays.told.telling import Told, readings_told, say


class FactTold(Told, frozen=True):
    """One thing that followed: its rule, a sentence, and the fact as the log holds it, or would."""

    rule: str
    sentence: str
    fact: msgspec.Raw


class AboutTold(Told, frozen=True, rename={"by": "class"}):
    """What a row is about that is neither a move nor the start."""

    kind: str
    to: int | None = None
    by: str | None = None
    reason: str | None = None
    name: str | None = None
    digest: str | None = None
    nonce: str | None = None
    row: int | None = None
    rulings: Mapping[str, str] | None = None


class RowTold(Told, frozen=True):
    """A row as its reader may know it. `done`: what was done, in the words of the reader; a move in full."""

    beside = ("done",)

    row: int
    parent: int
    kind: str
    at: int
    seat: str | None
    actor: str | None
    client: str | None
    text: str | None
    long: str | None
    sealed: bool
    move: Any
    chance: tuple[tuple[str, ...], ...]
    facts: tuple[FactTold, ...]
    about: AboutTold | None
    sentence: str | None
    undone_by: int | None
    digest: str
    done: str


def row_told(log: Seen, row: AnyBody, lang: str, undone_by: int | None = None) -> RowTold:
    """`undone_by`: the row that took this one out of the match."""
    move, text = _known(row)
    stored = log.rows[row.seq - 1]
    return RowTold(
        row=row.seq,
        parent=row.parent,
        kind=row.kind,
        at=row.at,
        seat=None if row.seat is None else log.seats[row.seat],
        actor=row.actor or None,
        client=row.client or None,
        text=text or None,
        long=None if move is None else format_move(move),
        sealed=row.sealed_text is not None,
        move=move,
        chance=row.chance,
        facts=facts_told(log, row.facts, lang, _stored(stored.body).facts),
        about=_about(log, row),
        sentence=None if KINDS[row.kind].decides else sentence(log, row, lang),
        undone_by=undone_by,
        digest=stored.digest,
        done=done(log, row, lang),
    )


def rows_told(log: Seen, lang: str, first: int, last: int) -> tuple[RowTold, ...]:
    """The rows from the first to the last of these numbers."""
    return tuple(row_told(log, row, lang) for row in log.bodies[first - 1 : last])


def dropped(log: Seen, first: int, last: int) -> list[AnyBody]:
    """The moves that these rows took out of the match."""
    by = undone(log.bodies)
    return [row for row in log.bodies if first <= by.get(row.seq, 0) <= last and KINDS[row.kind].decides]


def since_last_move(log: Seen, seat: int | None) -> list[AnyBody]:
    """What the others did after this player's last row."""
    if seat is None:
        return []
    last = max((row.seq for row in log.bodies if row.seat == seat), default=1)
    return [row for row in log.bodies if row.seq > last and row.seat is not None]


def facts_told(
    log: Seen, facts: Sequence[Fact[Any]], lang: str, stored: Sequence[msgspec.Raw] | None = None
) -> tuple[FactTold, ...]:
    """`stored`: as they stand in the log; facts that stand in none are written as they would."""
    words = log.game.telling(log.state().table, lang) if facts else log.game.words(lang)
    written = list(map(as_written, facts)) if stored is None else stored
    return tuple(
        FactTold(rule=fact.rule, sentence=words.fact(fact, log.seats), fact=raw)
        for fact, raw in zip(facts, written, strict=True)
    )


class _Stored(msgspec.Struct):
    facts: tuple[msgspec.Raw, ...] = ()


_stored = decoder(_Stored).decode


def as_written(fact: Fact[Any]) -> msgspec.Raw:
    """The fact as a row would hold it."""
    return msgspec.Raw(msgspec.json.encode(fact, enc_hook=lambda secret: {"box": secret.box, "by": secret.by}))


def done(log: Seen, row: AnyBody, lang: str) -> str:
    """What was done: a move in full and in the reader's words, whatever was typed, else what kind of row it is."""
    if not KINDS[row.kind].decides:
        return sentence(log, row, lang)
    move, text = _known(row)
    return _typed(log, row, lang, None if move is None else _spelled(log, move, lang), text)


def _spelled(log: Seen, move: Any, lang: str) -> str:
    return format_move(move) if lang == ENGLISH else spell_move(move, _lexicon(log, lang))


_lexicons: WeakKeyDictionary[Seen, dict[str, Lexicon]] = WeakKeyDictionary()


def _lexicon(log: Seen, lang: str) -> Lexicon:
    """The words of a match: what they are spelled like is found once for all its rows."""
    known = _lexicons.setdefault(log, {})
    if lang not in known:
        known[lang] = Lexicon.of(log.game, log.state().table, lang)
    return known[lang]


def _known(row: AnyBody) -> tuple[Any, str]:
    """The move and its text, as far as the reader knows them."""
    move, text = row.sealed_move, row.sealed_text
    return (
        row.move if move is None else move.value if move.known else None,
        row.text if text is None else text.value if text.known else "",
    )


def _typed(log: Seen, row: AnyBody, lang: str, long: str | None, text: str) -> str:
    """A move with the comment of the line; a sealed move only for who knows it."""
    sealed = row.sealed_move
    if sealed is not None and not sealed.known:
        return say(lang, "sealed")
    _, mark, comment = text.partition("#")
    full = printable(text if long is None else f"{long} {mark}{comment}".rstrip())
    return full if sealed is None or sealed.box in log.opened else say(lang, "sealed_own", text=full)


def sentence(log: Seen, row: AnyBody, lang: str) -> str:
    """What a row is that decides nothing."""
    said = say(lang, _key(log, row), **_terms(log, row, lang))
    reason = getattr(row.about, "reason", "")
    if reason:
        said += say(lang, "reason", text=printable(reason))
    return said + say(lang, "row_practice") if is_guessable(row) else said


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


def _terms(log: Seen, row: AnyBody, lang: str) -> Mapping[str, object]:
    """What a sentence may name: all that the row is about, the match, and where a fork comes from."""
    terms: dict[str, object] = {}
    for named in (log.start.forked, row.about):
        if named is not None:
            terms.update({name: _shown(getattr(named, name)) for name in named.__struct_fields__})
    if isinstance(row.about, Ruled | Request):
        terms["rulings"] = readings_told(log.game, row.about.rulings)
    if isinstance(row.about, Back | Ended | Ruled):
        terms["by"] = say(lang, f"by_{class_of(log, row)}")
    terms["edition"] = printable(log.start.edition.name)
    return {**terms, "game": log.game.words(lang).title, "seats": ", ".join(map(printable, log.seats))}


def class_of(log: Seen, row: AnyBody) -> str | None:
    """By what right somebody went back, the match ended, or a ruling changed; None of other rows.

    Who plays against bots alone has nobody to ask: that is `learned` where it taught something, and `alone` at the end.
    """
    about = row.about
    if not isinstance(about, Back | Ended | Ruled):
        return None
    if is_learned(log.start, row):
        return "learned"
    unasked = about.by == "consent" and not consenting(log.start, row.seat)
    return "alone" if unasked else about.by


def _shown(value: object) -> object:
    return printable(value) if isinstance(value, str) else value


def _about(log: Seen, row: AnyBody) -> AboutTold | None:
    about = row.about
    if about is None or isinstance(about, Start | SeedRevealed):
        return None
    said = {_CALLED.get(name, name): getattr(about, name) or None for name in about.__struct_fields__}
    kind = said.pop("kind", None) or row.kind
    if "by" in said:
        said["by"] = class_of(log, row)
    return AboutTold(kind=kind, **{name: said[name] for name in said if name in AboutTold.__struct_fields__})


_CALLED = {"what": "kind", "commitment": "digest"}
"""What is told under another name than the row has for it."""
