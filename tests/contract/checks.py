"""What must hold of every match of every game: the cheap part after every decision, the dear part now and then."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from core.kernel.bots import invariants
from core.kernel.errors import NotYourTurn, Refused
from core.kernel.language.lexicon import Lexicon
from core.kernel.language.notation import read_move
from core.kernel.language.pattern import Pattern, parse
from core.kernel.language.spelling import format_move
from core.kernel.log.kernel_steps import steps_of
from core.kernel.rules import engine
from core.kernel.rules.chance import Draw, Drawn, stream
from core.kernel.rules.engine import AnyGame, State
from core.kernel.rules.secret import Secret
from core.kernel.rules.step import OPEN_CHOICE, Blocked, Move, Offer, kinds_of
from tests.support.matches import Decision, rule_ids

_TUPLE: Any = tuple  # to narrow to a bare tuple would leave its items unknown to a strict type checker

T = TypeVar("T")
S = TypeVar("S")


class Whole(msgspec.Struct, Generic[T, S], frozen=True):
    """A state, typed for one game: a base class does not decode."""

    table: T
    agenda: tuple[S, ...]
    draws: int


class Watch:
    """Follows one match: pieces, ledger, fold and rule ids after each decision."""

    def __init__(self, game: AnyGame, start: Decision) -> None:
        self.game = game
        self.rules = rule_ids(game.name)
        self.pieces = game.components(start.before.table)
        self.booked = Counter(game.counters(start.before.table))

    def see(self, decision: Decision) -> None:
        before, happened, after = decision.before, decision.happened, decision.after
        table = before.table
        for fact in happened.facts:
            assert fact.rule in self.rules, f"no text for the rule of {fact}"
            table = fact.on(table)
            for entry in fact.entries():
                self.booked[entry.seat, entry.what] += entry.amount
        folded = State(table, before.agenda[: happened.keep] + happened.then, before.draws + len(happened.chance))
        assert folded == after, "the facts alone, without any rule, lead to another state"
        assert happened.then == after.agenda[happened.keep :]
        assert self.game.components(after.table) == self.pieces, "pieces were lost or made"
        counted = self.game.counters(after.table)
        assert {key: self.booked[key] for key in counted} == counted, "the ledger does not add up"
        assert {key for key, amount in self.booked.items() if amount} <= counted.keys()
        assert (self.game.result(after.table) is None) == bool(after.agenda), "over is over, and only then"
        assert not after.agenda or engine.asked(after).seats, f"nobody is asked: {engine.waiting(after)}"


def closely(game: AnyGame, decision: Decision) -> None:
    """The dear checks of one decision."""
    if decision.seat >= 0:
        done = (decision.before, decision.happened, decision.seat, decision.move, decision.earlier)
        assert invariants.check(game, *done) == []
        rehearsed(game, decision)
    offers_are_true(game, decision.after)
    state = decision.after
    assert read(game, written(state)) == state, "the state does not come back from JSON as it was"


# --- offers ---------------------------------------------------------------------------------------------------------


def offers_are_true(game: AnyGame, state: State[Any]) -> None:
    """Open offers are accepted, blocked ones refused by a rule, and each has a text that means it."""
    ask = engine.asked(state)
    for seat in (*ask.seats, *ask.also):
        if isinstance(engine.waiting(state), OPEN_CHOICE):
            _samples_are_true(game, state, seat)
        else:
            _listed_are_true(game, state, seat)
            _large_are_true(game, state, seat)
        other = refusal(state, seat, Nothing())
        assert other is not None, "a move of no game is accepted"
        assert other.rule in rule_ids(game.name)
    for seat in range(len(getattr(state.table, "seats", ()))):
        if seat not in ask.seats and seat not in ask.also:
            _must_wait(state, seat)


def _listed_are_true(game: AnyGame, state: State[Any], seat: int) -> None:
    step: Any = engine.waiting(state)
    offers = list(engine.offers(state, seat))
    legal = [offer.move for offer in offers if offer.blocked is None]
    assert legal or engine.ways(state, seat), f"dead end: seat {seat} is asked and can do nothing: {step}"
    assert len({format_move(move) for move in legal}) == len(legal), f"two open offers are the same move: {legal}"
    for move in legal:
        text = format_move(move)
        engine.admit(state, seat, move)
        assert read_move(game, state, seat, text) == move
        assert _said(game, state, seat, f"{text.upper()} # {seat}") == _said(game, state, seat, text)
    _are_where_they_are_looked_for(state, seat, offers)
    blocked: dict[str, list[Blocked]] = {}
    for offer in offers:
        if offer.blocked is not None:
            assert offer.move not in legal, f"open and blocked at once: {offer}"
            blocked.setdefault(format_move(offer.move), []).append(offer.blocked)
    moves = {format_move(offer.move): offer.move for offer in offers}
    for text, reasons in blocked.items():
        refused = refusal(state, seat, moves[text])
        assert refused is not None, f"accepted, though it is blocked: {text}"
        assert refused.rule in {reason.rule for reason in reasons}, f"{text} refused by another rule: {refused.rule}"
        assert refused.rule in rule_ids(game.name), f"no text for the rule that refuses {text}: {refused.rule}"


def _said(game: AnyGame, state: State[Any], seat: int, text: str) -> Pattern:
    """All that the reader of a move takes from its text."""
    return parse(text, engine.kinds(state, seat), kinds_of(game.moves), Lexicon.of(game, state.table))


def _are_where_they_are_looked_for(state: State[Any], seat: int, offers: Sequence[Offer[Any]]) -> None:
    """What a step offers that is like a move has all that it offers of this move, promises aside."""
    for kind in {offer.move.__class__ for offer in offers}:
        taker: Any = engine.taker(state, seat, kind)
        own: dict[Any, list[Offer[Any]]] = {}
        for offer in taker.offers(state.table, seat):
            own.setdefault(offer.move, []).append(offer)
        for move in {offer.move: None for offer in offers if offer.move.__class__ is kind}:
            near = [other for other in taker.offers_like(state.table, seat, move) if other.move == move]
            assert near == own.get(move, []), f"not where it is looked for: {move}"


def _samples_are_true(game: AnyGame, state: State[Any], seat: int) -> None:
    step: Any = engine.waiting(state)
    dice = stream("samples", repr(state.table.seats[seat]))
    for _ in range(3):
        move = step.sample(state.table, seat, dice)
        assert step.check(state.table, seat, move) is None, f"sampled, but not legal: {format_move(move)}"
        assert step.check(state.table, seat, move, whole=False) is None, "legal as a whole, but not as a beginning"
        assert read_move(game, state, seat, format_move(move)) == move
        for wrong in damaged(move):
            blocked = step.check(state.table, seat, wrong)
            refused = refusal(state, seat, wrong)
            assert (refused and refused.rule) == (blocked and blocked.rule)
            assert refused is None or refused.rule in rule_ids(game.name)


def _large_are_true(game: AnyGame, state: State[Any], seat: int) -> None:
    """Large moves that are sampled are accepted and have a text that means them; damaged ones are refused by a rule."""
    dice = stream("large", repr(state.table.seats[seat]))
    sampled = [move for ways in engine.ways(state, seat) for _ in range(3) if (move := ways.sample(dice)) is not None]
    assert sampled or engine.legal(state, seat), f"dead end: seat {seat}: {engine.waiting(state)}"
    for move in sampled:
        engine.admit(state, seat, move)
        assert read_move(game, state, seat, format_move(move)) == move
        for wrong in damaged(move):
            refused = refusal(state, seat, wrong)
            assert refused is None or refused.rule in rule_ids(game.name), f"{format_move(wrong)}: {refused}"


def damaged(move: Any) -> list[Any]:
    """The same move with something left out, doubled or raised: mostly not legal any more."""
    found: list[Any] = []
    for name in move.__struct_fields__:
        value = getattr(move, name)
        changes: list[Any] = []
        if isinstance(value, _TUPLE) and value:
            changes = [value[1:], (*value, value[-1])]
        elif isinstance(value, int):
            changes = [value + 1, value + 1000]
        found += [msgspec.structs.replace(move, **{name: changed}) for changed in changes]
    return found


class Nothing(Move, frozen=True, tag="nothing"):
    """A move of no game."""


def _must_wait(state: State[Any], seat: int) -> None:
    step: Any = engine.waiting(state)
    refused = refusal(state, seat, Nothing())
    assert isinstance(refused, NotYourTurn)
    assert refused.rule == (step.asked_under() if step else "")


def refusal(state: State[Any], seat: int, move: Any) -> Refused | None:
    """Why the move is refused; None if it is not."""
    try:
        engine.admit(state, seat, move)
    except Refused as refused:
        return refused
    return None


# --- rehearsal ------------------------------------------------------------------------------------------------------


def rehearsed(game: AnyGame, decision: Decision) -> None:
    """A rehearsal neither draws nor opens, and tells what will be as far as it goes."""
    seen = engine.decide(game, decision.before, decision.seat, decision.move, never, rehearse=True)
    real = decision.happened
    assert not seen.chance
    assert not any(engine.opens(fact) for fact in seen.facts), f"a rehearsal opened something: {seen.facts}"
    assert seen.facts == real.facts[: len(seen.facts)], "a rehearsal told something else than what happened"
    if not seen.stopped:
        assert seen == real
        return
    further = real.facts[len(seen.facts) :]
    assert real.chance or any(map(engine.opens, further)), "a rehearsal stopped before nothing"
    table = decision.before.table
    for fact in seen.facts:
        table = fact.on(table)
    assert seen.state.table == table
    assert seen.state.agenda == decision.before.agenda[: seen.keep] + seen.then


def never(_number: int, draw: Draw) -> Drawn:
    """The dealer of what must not draw."""
    raise AssertionError(f"drawn: {draw.label}")


# --- JSON -----------------------------------------------------------------------------------------------------------


def written(value: Any) -> bytes:
    """A state with all that is in its secrets."""
    return msgspec.json.encode(value, enc_hook=_spelled)


def read(game: AnyGame, data: bytes) -> State[Any]:
    """The state back from JSON, by the types of the game."""
    kind: Any = Whole
    whole: Any = msgspec.json.decode(data, type=kind[game.table, steps_of(game)], dec_hook=_secret)
    return State(whole.table, whole.agenda, whole.draws)


def _spelled(secret: Secret[Any]) -> Mapping[str, Any]:
    assert isinstance(secret, Secret), f"cannot be written: {type(secret)}"
    return {"box": secret.box, "by": secret.by, "salt": secret.salt, "value": secret.value}


def _secret(kind: Any, told: dict[str, Any]) -> Secret[Any]:
    value = msgspec.convert(told["value"], kind.__args__[0])
    box, by = (tuple(told[name]) for name in ("box", "by"))
    return Secret((box[0], box[1]), by, told["salt"], value)
