"""What must hold of every match of every game, looked at after a decision."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Generic, TypeVar, get_args

import msgspec
from msgspec import Struct

from core.kernel.bots.possible import wrongs
from core.kernel.decoding import convert, decoder
from core.kernel.errors import HeraldError
from core.kernel.language.lexicon import Lexicon
from core.kernel.language.notation import read_move
from core.kernel.language.pattern import parse
from core.kernel.language.spelling import format_move
from core.kernel.log.kernel_steps import steps_of
from core.kernel.rules import engine
from core.kernel.rules.engine import AnyGame, Consequences, State
from core.kernel.rules.secret import Secret
from core.kernel.rules.step import OPEN_CHOICE, kinds_of

T = TypeVar("T")
F = TypeVar("F")
M = TypeVar("M")
S = TypeVar("S")


class Breach(Struct, frozen=True):
    """Something that does not hold: what, and in which match after which decision."""

    what: str
    expected: str
    found: str
    seed: str = ""
    decision: int = 0


def check(
    game: AnyGame,
    before: State[Any],
    happened: Consequences[Any],
    seat: int | None = None,
    move: Any = None,
    earlier: Sequence[Any] = (),
) -> list[Breach]:
    """Everything that does not hold after this decision of a seat (of nobody: the start, before which nothing was).

    `earlier`: the set-ups of the table before it agreed on the readings that count now.
    """
    after = happened.state
    found = [
        *_conserved(game, before, after),
        *_folded(before, happened),
        *_accounted(game, before, happened),
        *_goes_on(game, after),
        *_listed(after),
        *_written(game, happened, move),
        *_spoken(game, after),
        *(_understood(game, before, seat, move) if seat is not None else ()),
    ]
    return found or list(_possible(game, after, earlier))  # a number that is none can be compared with no other


def _conserved(game: AnyGame, before: State[Any], after: State[Any]) -> Iterator[Breach]:
    """No piece of the box is lost, none is made."""
    were, are = game.components(before.table), game.components(after.table)
    if were != are:
        yield Breach("components", _difference(were, are), _difference(are, were))


def _folded(before: State[Any], happened: Consequences[Any]) -> Iterator[Breach]:
    """The facts alone, without any rule, lead to the same state."""
    table = before.table
    for fact in happened.facts:
        table = fact.on(table)
    agenda = before.agenda[: happened.keep] + happened.then
    folded = State(table, agenda, before.draws + len(happened.chance))
    if folded != happened.state:
        yield Breach("fold", repr(happened.state), repr(folded))


def _accounted(game: AnyGame, before: State[Any], happened: Consequences[Any]) -> Iterator[Breach]:
    """Every number of a seat changed by what the ledger says, entry by entry."""
    booked = Counter(game.counters(before.table))
    for fact in happened.facts:
        for entry in fact.entries():
            booked[entry.seat, entry.what] += entry.amount
    counted = game.counters(happened.state.table)
    for key in sorted(booked.keys() | counted.keys()):
        if booked[key] != counted.get(key, 0):
            yield Breach("ledger", f"{key}: {booked[key]}", f"{key}: {counted.get(key, 0)}")


def _goes_on(game: AnyGame, after: State[Any]) -> Iterator[Breach]:
    """Until the match is over, somebody is asked, and whoever is asked can move."""
    over = game.result(after.table) is not None
    if over == bool(after.agenda):
        yield Breach("end", "a result when nothing is left to do, and only then", repr(after.agenda))
    asked = engine.asked(after).seats
    if after.agenda and not asked:
        yield Breach("asked", "somebody", "nobody")
    for seat in asked:
        if not isinstance(engine.waiting(after), OPEN_CHOICE) and not _can_move(after, seat):
            yield Breach("dead_end", f"a legal move of seat {seat}", repr(engine.waiting(after)))


def _can_move(after: State[Any], seat: int) -> bool:
    return bool(engine.legal(after, seat)) or any(ways.possible() for ways in engine.ways(after, seat))


def _listed(after: State[Any]) -> Iterator[Breach]:
    """Who asks for no reasons is offered the same moves, in the same order."""
    for seat in engine.asked(after).seats:
        offered = [offer.move for offer in engine.offers(after, seat) if offer.blocked is None]
        legal = engine.legal(after, seat)
        if legal != offered:
            yield Breach("listed", repr(offered), repr(legal))


def _possible(game: AnyGame, after: State[Any], earlier: Sequence[Any]) -> Iterator[Breach]:
    """No match leads to what no written position may be."""
    for wrong in wrongs(game, after.table, earlier):
        yield Breach("possible", "a position that a scenario may write", repr(wrong))


def _written(game: AnyGame, happened: Consequences[Any], move: Any) -> Iterator[Breach]:
    """State, facts and move come back from JSON as they were."""
    state = happened.state
    whole = _Whole(state.table, state.agenda, state.draws, happened.facts, move)
    table: Any = game.table
    try:
        again = _decoder(table, game.facts, game.moves, steps_of(game)).decode(_encoder.encode(whole))
    except msgspec.DecodeError as problem:
        yield Breach("json", repr(whole), str(problem))
        return
    if again != whole:
        yield Breach("json", repr(whole), repr(again))


def _spoken(game: AnyGame, after: State[Any]) -> Iterator[Breach]:
    """Every legal move has a text of its own that means this move."""
    step = engine.waiting(after)
    if step is None:
        return
    lexicon, everywhere = Lexicon.of(game, after.table), kinds_of(game.moves)
    for seat in engine.asked(after).seats:
        texts: set[str] = set()
        here = engine.kinds(after, seat)
        for move in engine.legal(after, seat):
            text = format_move(move)
            if text in texts:
                yield Breach("twice", "each move once", text)
            texts.add(text)
            try:
                found = parse(text, here, everywhere, lexicon).literal()
            except HeraldError as problem:
                yield Breach("text", text, str(problem))
                continue
            if found != move:
                yield Breach("text", repr(move), repr(found))


def _understood(game: AnyGame, before: State[Any], seat: int, move: Any) -> Iterator[Breach]:
    """The move that was made is understood and admitted when its text is typed."""
    try:
        found = read_move(game, before, seat, format_move(move))
    except HeraldError as refused:
        yield Breach("refused", format_move(move), str(refused))
        return
    if found != move:
        yield Breach("text", repr(move), repr(found))


def _difference(one: Any, other: Any) -> str:
    return ", ".join(f"{key}: {one[key]}" for key in sorted(one) if one[key] != other.get(key))


class _Whole(Struct, Generic[T, F, M, S], frozen=True):
    """All that a decision leaves behind, typed for one game."""

    table: T
    agenda: tuple[S, ...]
    draws: int
    facts: tuple[F, ...]
    move: M | None


class _Open(Struct, Generic[T], frozen=True):
    """A secret with everything that is in it: only here, where nothing is shown to anybody."""

    box: tuple[int, int]
    by: tuple[int, ...]
    salt: str
    value: T


def _opened(secret: Any) -> Any:
    kind: Any = Secret
    if isinstance(secret, kind):
        return _Open(secret.box, secret.by, secret.salt, secret.value)
    raise NotImplementedError(f"cannot be written into a log: {type(secret)}")


def _closed(kind: Any, written: Any) -> Any:
    content: Any = _Open
    secret = convert(written, content[get_args(kind)[0]])
    return Secret(secret.box, secret.by, secret.salt, secret.value)


_encoder = msgspec.json.Encoder(enc_hook=_opened)


@cache
def _decoder(*kinds: Any) -> Any:
    whole: Any = _Whole
    return decoder(whole[kinds], _closed)
