"""The kernel's one loop: apply the facts, put the steps on the agenda, go on until somebody must choose."""

from collections.abc import Container, Iterable
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec.structs import replace

from core.kernel.errors import Hidden, NotYourTurn, Refused
from core.kernel.game import Game, Setup
from core.kernel.rules import asides
from core.kernel.rules.amounts import written
from core.kernel.rules.chance import Dealer, Draw, Drawn, Stream
from core.kernel.rules.contents import any_with, fields_with, parts_of
from core.kernel.rules.marks import fields_of
from core.kernel.rules.secret import Opened, Seal, unsalted
from core.kernel.rules.step import (
    OPEN_CHOICE,
    SEALED_CHOICE,
    Ask,
    Blocked,
    Choice,
    Fact,
    Next,
    Offer,
    move_kinds,
    tag_of,
    unlistable,
)
from core.kernel.rules.value import Value

if TYPE_CHECKING:
    from core.kernel.rules.ways import Ways

T = TypeVar("T")

AnyGame = Game[Any, Any]

_ANY = 1_000  # farther than any number
_TRIES = 100

_OPENED: Any = Opened

_UNKNOWN = Draw("", (), 0)  # what a rehearsal cannot compute


class State(Value, Generic[T], frozen=True):
    """A match at one moment: the table, what happens next (the next item last), how many draws there were."""

    table: T
    agenda: tuple[Any, ...] = ()
    draws: int = 0


class Consequences(Value, Generic[T], frozen=True):
    """What a decision led to: the state after it, and what its row records."""

    state: State[T]
    facts: tuple[Fact[T], ...]
    chance: tuple[Drawn, ...]
    keep: int  # how many items at the bottom of the agenda stay
    then: tuple[Any, ...]  # what is pushed on them
    stopped: bool = False  # a rehearsal that met a draw or a reveal
    ask: Ask | None = None  # who must choose now


def begin(game: AnyGame, setup: Setup, deal: Dealer, seal: Seal = unsalted) -> Consequences[Any]:
    """The empty table, and what happens before anybody must choose."""
    table, steps = game.new(setup)
    return _go_on(game, State(table), [], steps, deal, seal, rehearse=False)


def go_on(game: AnyGame, state: State[T], deal: Dealer, seal: Seal = unsalted) -> Consequences[T]:
    """What is owed on a table that was not reached by a decision, until somebody must choose."""
    return _go_on(game, state, list(state.agenda), (), deal, seal, rehearse=False)


def decide(
    game: AnyGame, state: State[T], seat: int, move: Any, deal: Dealer, seal: Seal = unsalted, *, rehearse: bool = False
) -> Consequences[T]:
    """What follows when the seat makes this move, which must be legal (`admit` says whether it is)."""
    agenda = list(state.agenda)
    step = asides.aside_for(state.agenda, state.table, seat, move) or agenda.pop()
    if isinstance(step, SEALED_CHOICE):
        following = step.receive(state.table, seat, seal((seat,), move))
    else:
        following = step.resolve(state.table, seat, move)
    return _go_on(game, state, agenda, following, deal, seal, rehearse=rehearse)


def _go_on(
    game: AnyGame, state: State[T], agenda: list[Any], following: Next, deal: Dealer, seal: Seal, *, rehearse: bool
) -> Consequences[T]:
    table, draws = state.table, state.draws
    facts: list[Fact[T]] = []
    rolls: list[Drawn] = []
    stopped = False
    settled: Any = None  # a table that owes nothing
    step: Any = state.agenda[-1] if len(agenda) < len(state.agenda) else None  # taken off; an aside takes nothing off
    ask: Ask | None = None
    while True:
        if rehearse and any(map(opens, following)):
            if step is not None:
                agenda.append(step)  # it comes back: the rehearsal ends just before it
            stopped = True
            break
        table = _apply(following, table, facts, agenda)
        step, settled, ask = _next_item(game, table, agenda, settled)
        if step is None:
            only = _only_move(tuple(agenda), table, ask) if agenda and agenda[-1].forced else None
            if only is None:
                break
            step = asides.aside_for(tuple(agenda), table, *only) or agenda.pop()
            following = step.resolve(table, *only)
            continue
        try:
            if step.role == "auto":
                following = step.then(table)
                continue
            draw = step.draw(table)
        except Hidden:  # a rehearsal may be one on a seat's own log: what hangs on something closed comes like a draw
            if not rehearse:
                raise
            draw = _UNKNOWN
        if draw is None:
            following = ()
            continue
        if rehearse:
            agenda.append(step)
            stopped = True
            break
        following, roll = _drew(step, table, draw, deal(draws, draw), seal)
        rolls.append(roll)
        draws += 1
    left = tuple(agenda)
    keep = _common(state.agenda, left)
    after, then = State(table, left, draws), left[keep:]
    return Consequences(after, tuple(facts), tuple(rolls), keep, then, stopped, ask)


def _drew(step: Any, table: Any, draw: Draw, drawn: Drawn, seal: Seal) -> tuple[Next, Drawn]:
    """What follows from the outcome of a draw, and what the row records: not what stands in boxes of the facts."""
    if not draw.by:
        return step.drew(table, drawn), drawn
    hands = tuple(seal(by, hand) for by, hand in draw.hands(drawn))
    return step.dealt(table, hands if draw.each else hands[0]), ()


def _next_item(game: AnyGame, table: Any, agenda: list[Any], settled: Any) -> tuple[Any, Any, Ask | None]:
    """Take the next Auto or Chance off the agenda (None when a Choice waits or nothing is left).

    What is owed is asked before each item, so that no rule can forget it; `settled` is a table that owed nothing. A
    Choice that asks nobody drops out.
    """
    while True:
        if table is not settled:
            due = game.owed(table)
            if due is None:
                settled = table
            elif not agenda or agenda[-1] != due:
                agenda.append(due)
        if not agenda:
            return None, settled, None
        step = agenda[-1]
        if step.role != "choice":
            return agenda.pop(), settled, None
        ask = step.asks(table)
        if ask is not None:
            return None, settled, ask
        agenda.pop()


def _only_move(agenda: tuple[Any, ...], table: Any, ask: Ask | None) -> tuple[int, Any] | None:
    """What the one seat that is asked must do, if there is one legal move alone."""
    if ask is None or len(ask.seats) != 1:
        return None
    moves = asides.open_moves(agenda, table, ask.seats[0])
    return (ask.seats[0], moves[0]) if len(moves) == 1 else None


def _apply(following: Next, table: Any, facts: list[Fact[Any]], agenda: list[Any]) -> Any:
    """The table after the facts; the steps come on the agenda, the first one on top."""
    below = len(agenda)
    for item in following:
        if item.role != "fact":
            agenda.insert(below, item)
        elif len(agenda) > below:
            raise TypeError(f"facts come before steps: {following}")
        else:
            table = item.on(table)
            facts.append(item)
    return table


def _common(before: tuple[Any, ...], after: tuple[Any, ...]) -> int:
    """How many items at the bottom of the agenda are the same as before: looked for from the top, where it changes."""
    same = min(len(before), len(after))
    while before[:same] != after[:same]:
        same -= 1
    return same


def opens(fact: Any) -> bool:
    """Does this fact open something? Derived from its fields, so that no author can forget it."""
    can = fact.role == "fact" and fields_with(fact.__class__, _OPENED)
    return bool(can) and any(True for _ in parts_of(fact, _OPENED))


def open_something(facts: tuple[Any, ...]) -> bool:
    """Does one of these facts open something?"""
    return any_with(tuple(map(type, facts)), _OPENED) and any(map(opens, facts))


def waiting(state: State[Any]) -> Choice[Any, Any] | None:
    """The step that waits for somebody; None when the match is over."""
    return state.agenda[-1] if state.agenda else None


def asked(state: State[Any]) -> Ask:
    """Who must choose now; nobody when the match is over."""
    step = waiting(state)
    return (step.asks(state.table) if step else None) or Ask(())


def may_answer(state: State[Any], seat: int) -> bool:
    """Is this seat asked now, or may it answer again?"""
    ask = asked(state)
    return seat in ask.seats or seat in ask.also


def offers(state: State[Any], seat: int) -> Iterable[Offer[Any]]:
    """What a seat that is asked is offered, as far as it can be listed."""
    return asides.offers(state.agenda, state.table, seat)


def kinds(state: State[Any], seat: int) -> tuple[type, ...]:
    """The moves that a seat that is asked may make."""
    return asides.kinds(state.agenda, state.table, seat)


def taker(state: State[Any], seat: int, kind: type) -> Choice[Any, Any]:
    """The step that judges such a move: the one that waits, unless it is one that may be made besides."""
    found: Choice[Any, Any] = asides.taker(state.agenda, state.table, seat, kind)
    return found


def legal(state: State[Any], seat: int) -> list[Any]:
    """The legal moves of a seat that is asked, as far as they can be listed."""
    return asides.open_moves(state.agenda, state.table, seat)


def ways(state: State[Any], seat: int) -> "list[Ways]":
    """The large moves of a seat that is asked, kind by kind."""
    return list(asides.ways(state.agenda, state.table, seat)) if state.agenda else []


def is_listed(state: State[Any], seat: int) -> bool:
    """Can all legal moves of a seat that is asked be listed?"""
    return not unlistable(waiting(state)) and not ways(state, seat)


def some_legal(state: State[Any], seat: int, dice: Stream, samples: int = 1) -> list[Any]:
    """The legal moves; where they are too many to list, some of them at random, so many of each kind of large ones."""
    step = state.agenda[-1]
    listed, large = asides.open_ones(state.agenda, state.table, seat)
    if unlistable(step):
        listed = [*(_sample(state, step, seat, dice) for _ in range(samples)), *listed]
    if not large:
        return listed
    sampled = [each.sample(dice) for each in large for _ in range(samples)]
    return [move for move in sampled if move is not None] + listed


def _sample(state: State[Any], step: Any, seat: int, dice: Stream) -> Any:
    """A legal move at random that breaks no promise, if one comes in a while."""
    if asides.plain(state.agenda, state.table):
        return step.sample(state.table, seat, dice)
    samples = (step.sample(state.table, seat, dice) for _ in range(_TRIES))
    kept = (move for move in samples if asides.breaks(state.agenda, state.table, step, seat, move) is None)
    return next(kept, None) or step.sample(state.table, seat, dice)


def admit(state: State[Any], seat: int, move: Any, ask: Ask | None = None) -> None:
    """Refuse the move if it is not legal now; `ask`: who must choose, if that is known already.

    `Hidden` means that whether it is legal hangs on something closed. Why it is not may hang on such a thing, too: that
    is no reason to let it pass.
    """
    step = waiting(state)
    if step is None:
        raise NotYourTurn("", "match_over")
    ask = ask or step.asks(state.table)
    if ask is None or (seat not in ask.seats and seat not in ask.also):
        raise _not_asked(state, seat, step, move)
    plain = asides.plain(state.agenda, state.table)
    if not plain:
        step = asides.aside_for(state.agenda, state.table, seat, move) or taker(state, seat, move.__class__)
    if isinstance(step, OPEN_CHOICE):
        checked: Any = step
        ours = type(move) in move_kinds(step)
        blocked = checked.check(state.table, seat, move) if ours else _other_step(state, seat, step, move)
        blocked = blocked or (None if plain else asides.breaks(state.agenda, state.table, step, seat, move))
        if blocked is not None:
            raise refusal(blocked)
        return
    kind = move.__class__
    for offer in _near(state, seat, step, move):
        if offer.move.__class__ is kind and offer.move == move and offer.blocked is None:
            blocked = None if plain else asides.breaks(state.agenda, state.table, step, seat, move)
            if blocked is None:
                return
            raise refusal(blocked)
    try:
        blocked = reason(state, seat, step, list(offers(state, seat)), move)
    except Hidden:
        blocked = Blocked(step.asked_under(), "not_offered")
    raise refusal(blocked)


def plainly_open(state: State[Any], seat: int, move: Any, said: Container[str]) -> bool:
    """Is it open to a seat that is asked, with nothing besides and no promise to think of? `said`: its fields that are.

    If not, the other offers tell what a text can mean that spells it out.
    """
    step = waiting(state)
    if step is None or not asides.plain(state.agenda, state.table):
        return False
    near = (offer for offer in _near(state, seat, step, move) if offer.move == move)
    return any(offer.blocked is None and (not offer.said or offer.said in said) for offer in near)


def _near(state: State[Any], seat: int, step: Choice[Any, Any], move: Any) -> Iterable[Offer[Any]]:
    """The offers among which a move must be; a step knows where to look only for the kinds that it takes."""
    return step.offers_like(state.table, seat, move) if move.__class__ in move_kinds(step) else ()


def _not_asked(state: State[Any], seat: int, step: Choice[Any, Any], move: Any) -> NotYourTurn:
    """Others must choose; what the step is not about has a time of its own, besides (`Words.times`)."""
    told = step.unasked(state.table, seat, move)
    waiting_for = list(asked(state).seats)
    if told is None:
        if type(move) in move_kinds(step):
            return NotYourTurn(step.asked_under(), "not_your_turn", what=None, waiting=waiting_for)
        return NotYourTurn(_timed_by(step, move), "not_your_turn", what=tag_of(move), waiting=waiting_for)
    return NotYourTurn(told.rule, told.why, told.need, told.have, what=told.what, waiting=waiting_for)


def refusal(blocked: Blocked) -> Refused:
    """The error that says why a move is blocked."""
    return Refused(blocked.rule, blocked.why, blocked.need, blocked.have, what=blocked.what)


def reason(state: State[Any], seat: int, step: Choice[Any, Any], offered: list[Offer[Any]], move: Any) -> Blocked:
    """Why a move is not among the open offers: its own offer, its step, how it is paid, the nearest offer, the rule."""
    if type(move) not in move_kinds(step):
        return _other_step(state, seat, step, move)
    meant = step.step_for(state.table, move)
    if all(offer.move != move for offer in offered):
        told = meant.unoffered(state.table, seat, move) or _other_payment(meant, offered, move)
        if told is not None:
            return told
    near = [
        (distance, offer.blocked)
        for offer in offered
        if offer.blocked is not None
        and type(offer.move) is type(move)
        and (distance := _distance(offer.move, move)) is not None
    ]
    return min(near, key=itemgetter(0))[1] if near else Blocked(meant.asked_under(), "not_offered")


def _other_step(state: State[Any], seat: int, step: Choice[Any, Any], move: Any) -> Blocked:
    """It comes after this step; or it is over; or it has a time of its own, which is not now (`Words.times`).

    The rule that says when it comes forbids it now, not the one of the step that waits.
    """
    table, first = state.table, Blocked(step.asked_under(), "first_this")
    if type(move) in step.opens_for():
        return first
    for below in reversed(state.agenda[:-1]):
        if below.role == "choice" and type(move) in move_kinds(below) and _asks(below, table, seat):
            over = None if below.takes(table, move) else below.unoffered(table, seat, move)
            return over or first
    return Blocked(_timed_by(step, move), "other_time", what=tag_of(move))


def _timed_by(step: Choice[Any, Any], move: Any) -> str:
    """Return the rule that says when such a move comes; none where several do, of which no single one supports it."""
    rule: str | None = move.when
    return "" if rule is None else rule or step.asked_under()


def _asks(step: Any, table: Any, seat: int) -> bool:
    ask = step.asks(table)
    return ask is not None and seat in ask.seats


def _other_payment(step: Choice[Any, Any], offered: list[Offer[Any]], move: Any) -> Blocked | None:
    """It would be possible, were it paid otherwise: it differs from an open offer in an optional amount alone."""
    kind: Any = move.__class__
    open_ones = [offer.move for offer in offered if offer.blocked is None and offer.move.__class__ is kind]
    for field in fields_of(kind):
        said = getattr(move, field.name)
        paid = field.counter and said != field.default
        if paid and any(replace(one, **{field.name: said}) == move for one in open_ones):
            return Blocked(step.asked_under(), "other_payment", have=written(said))
    return None


def _distance(one: Any, other: Any) -> int | None:
    """How far two moves are apart that differ in one number at most; None when they differ in more.

    A counter that the first one leaves out stands for any: no way to pay is told where none is open.
    """
    apart = 0
    changed = 0
    for field in fields_of(one.__class__):
        mine, theirs = getattr(one, field.name), getattr(other, field.name)
        if mine == theirs:
            continue
        if field.counter and mine == field.default:
            apart += _ANY
            continue
        if not isinstance(mine, int) or not isinstance(theirs, int):
            return None
        changed += 1
        apart += abs(mine - theirs)
    return apart if changed <= 1 else None
