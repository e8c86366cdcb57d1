"""Rows that nobody can decide again: what is believed of them must at least be possible, and be a position of the game.

So it is where a match was played under other rules, and in what a fork takes over. Whoever knows the format can write
such rows as he likes: a log that has any holds as it is written, and no more.
"""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from core.kernel.log.fold import after
from core.kernel.log.row import AnyBody
from core.kernel.rules.engine import AnyGame, State, asked
from core.kernel.rules.marks import Vocabulary, fields_of
from replays.verify.faults import Value, fail

LARGEST = 2**53  # beyond it, other programs lose digits
MOST = 10_000  # of anything that a seat can have: no game comes near, and every amount of it can still be offered
LONGEST = 1_000  # items of an agenda: no game comes near

_TUPLE: Value = tuple


def believe(game: AnyGame, seats: int, body: AnyBody, before: State[Any]) -> State[Any]:
    """The state after a row, within reason."""
    number, waiting = body.seq, body.keep + len(body.then)
    if not 0 <= body.keep <= len(before.agenda):
        fail(number, "agenda", "decided_otherwise", f"0 to {len(before.agenda)}", body.keep, "keep")
    if not _within_reason(body):
        fail(number, "facts", "impossible_number", LARGEST)
    if waiting > LONGEST:
        fail(number, "agenda", "agenda_too_long", LONGEST, waiting, "then")
    for part, answer in (("move", body.sealed_move), ("text", body.sealed_text)):
        if answer is not None and answer.by != (body.seat,):
            fail(number, part, "other_audience", (body.seat,), answer.by, f"sealed_{part}")
    _check_names(game, body, before.table)
    state = after(before, body)
    game.view(state.table, None)
    for seat in (*asked(state).seats, *asked(state).also):
        if not 0 <= seat < seats:
            fail(number, "agenda", "no_such_seat", f"0 to {seats - 1}", seat, "then")
    result = game.result(state.table)
    if result is not None and (len(result.scores) != seats or not set(result.winners) <= set(range(seats))):
        fail(number, "facts", "no_such_seat", f"0 to {seats - 1}", [*result.scores, *result.winners], "scores")
    return state


def _check_names(game: AnyGame, body: AnyBody, table: Value) -> None:
    """A fact names what is there when it becomes true: in the one row of a fork, what the facts before it brought."""
    vocabulary, seats = game.vocabulary(table), 1 + max(seat for seat, _ in game.counters(table))  # also one of nobody
    for part, name, values in (("facts", "facts", body.facts), ("agenda", "then", body.then)):
        for at, value in enumerate(values):
            if any(_unknown(value, vocabulary, seats)):
                vocabulary = game.vocabulary(table)
                for field, known, word in _unknown(value, vocabulary, seats):
                    fail(body.seq, part, "unknown_name", known, word, f"{name}[{at}].{field}")
            if part == "facts":
                table = value.on(table)


def check_amounts(game: AnyGame, number: int, state: State[Any]) -> None:
    """What a seat can have can be offered, amount by amount; what is believed, or an edition, could bring any."""
    for (_, what), amount in game.counters(state.table).items():
        if not -MOST <= amount <= MOST:
            fail(number, "facts", "impossible_amount", f"-{MOST} to {MOST}", amount, what)


def _unknown(value: Struct, vocabulary: Vocabulary, seats: int) -> Iterator[tuple[str, str, object]]:
    """The ids in a fact or a step that name nothing of this match: field, what there is, the word."""
    for field in fields_of(type(value)):
        held = getattr(value, field.name)
        for word in held if isinstance(held, _TUPLE) else (held,):
            if field.kind == "seat" and isinstance(word, int) and not 0 <= word < seats:
                yield field.name, f"0 to {seats - 1}", word
            if isinstance(word, str) and word != field.default and word not in vocabulary.get(field.kind, (word,)):
                yield field.name, field.kind, word


def _within_reason(value: Value) -> bool:
    """No number is absurdly large."""
    if isinstance(value, int):
        return -LARGEST <= value <= LARGEST
    if isinstance(value, _TUPLE):
        return all(map(_within_reason, value))
    if isinstance(value, Struct):
        return all(_within_reason(getattr(value, name)) for name in value.__struct_fields__)
    return True
