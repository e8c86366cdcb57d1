"""Two worlds: the same match twice, but for exactly one hidden event. What a viewer is shown must not tell them apart.

The moves, the answers of the others and the draws are pinned. From the event on every door is compared, row by row, up
to the first difference, which is allowed only in a row that opens something.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import count
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from core.kernel.errors import Usage
from core.kernel.language.spelling import format_move
from core.kernel.log.log import Log, openings_in, secrets_in
from core.kernel.log.row import Answer, AnyBody, Back, Request, Start, StoredRow
from core.kernel.log.scribe import Scribe, Tip, Who
from core.kernel.rules import engine
from core.kernel.rules.chance import Dealer, Draw, Drawn, Stream, derived
from core.kernel.rules.engine import AnyGame, State
from core.kernel.rules.secret import Secret
from core.kernel.rules.step import SealedChance, SealedChoice, SealedDeal, kinds_of
from tests.contract.checks import damaged, refusal
from tests.contract.doors import DOORS, Door, Moment, said
from tests.replays.forging import resealed
from tests.support.editions import text_of
from tests.support.matches import Terms, any_terms, set_up
from tests.support.recording import SALT_KEY, Recorder

REMARKS = 5  # in one of so many pairs the worlds differ in a remark beside the answer
SELDOM_TRIES = 40
SELDOM_ROWS = 160  # what is hidden at last comes to light at the end
EACH_PAIR = 4  # in how many moments of a pair all doors are opened


class LeakError(AssertionError):
    """A viewer can tell the two worlds apart."""

    def __init__(self, door: str, viewer: int | None, event: int, row: int, one: object, other: object) -> None:
        super().__init__(
            f"door {door!r} tells viewer {viewer} in row {row} of the hidden event of row {event}:"
            + "".join(f"\n...{part!r}..." for part in _parting(str(one), str(other)))
        )
        self.door = door


def _parting(one: str, other: str) -> tuple[str, str]:
    """Both texts around the place where they part."""
    at = next((at for at, (mine, theirs) in enumerate(zip(one, other, strict=False)) if mine != theirs), 0)
    return one[max(0, at - 300) : at + 300], other[max(0, at - 300) : at + 300]


class Compared(Struct):
    """How much was compared: without much of it, no difference proves nothing."""

    events: int = 0
    pairs: int = 0
    rows: int = 0
    moments: int = 0
    opened: int = 0  # pairs that ended in a row that opens the event
    begun: int = 0  # of them, events of row 1
    alone: int = 0  # events that could not have been others: the only answer, the rest of a bag
    parted: int = 0  # pairs that ended because who knew of the event could not do the same in the other world
    seen: dict[str, set[bytes]] = {}  # what each door said


class PartedError(Exception):
    """What this viewer saw drawn cannot be drawn in the other world."""


class Twin(Scribe):
    """Writes the match again: chance answers what it answered in the first world."""

    outcomes: Sequence[Drawn] = ()
    unseen: Sequence[Secret[Drawn]] = ()  # what lies in boxes: of each draw that stands empty among the outcomes
    changes: int | None = None  # the number of the box of the next row in which something else lies
    viewer: int | None = None

    def dealer(self) -> Dealer:
        left, boxes = list(self.outcomes), list(self.unseen)
        otherwise = derived(self.seed)
        changes, self.changes = self.changes, None

        def dealer(number: int, draw: Draw) -> Drawn:
            pinned, first = left.pop(0) if left else (), len(self.unseen) - len(boxes)
            if draw.by and not pinned and boxes:
                hands = [boxes.pop(0).value for _ in draw.sizes]
                if changes is not None and first <= changes < first + len(hands):
                    return _another_draw(draw, hands, changes - first, {item for outcome in left for item in outcome})
                pinned = tuple(item for hand in hands for item in hand)
            if draw.allows(pinned):
                return pinned
            if draw.without and (not draw.by or self.viewer in draw.by):
                raise PartedError
            return otherwise(number, draw)

        return dealer


def lively(match: Recorder, dice: Stream, rows: int) -> Recorder:
    """Play on by dice, with undone lines, requests and what was redone in between."""
    seats = len(match.log().seats)
    while match.state.agenda and rows > 0:
        rows -= 1
        seat = dice.below(seats)
        if dice.below(12) or match.head < 3:
            match.play(dice, 1)
        elif seats > 1 and dice.below(2):
            match.note("ask", seat, Request("undo", match.head - 1) if dice.below(4) else Request("end"))
            match.note("decline", (seat + 1) % seats, Answer(match.head))
        else:
            _back_and_forth(match, dice, seat)
    return match


SELDOM: Mapping[str, tuple[Mapping[str, str], tuple[str, str]]] = {
    "crossing": ({"favor_visibility": "owner_only"}, (r'gain = "coins [2-6]"', 'gain = "favor"')),
}
"""Games that hide something under one reading only, and seldom: the reading, and cards that bring it about."""


OFTEN: dict[str, tuple[Mapping[str, str], Mapping[str, str]]] = {
    "islands": ({"plans": "closed"}, {}),
    "nobility": ({"open_holdings": "cards_hidden"}, {"chancery": "on", "rounds": "2"}),
}
"""Games that hide something under some terms only, or show it late: readings, and options where they are allowed."""


def with_secrets(game: AnyGame, players: int, terms: Terms) -> Terms:
    """The same terms, as far as need be such that something is hidden."""
    if game.name not in OFTEN:
        return terms
    rulings, options = OFTEN[game.name]
    found = Terms(rulings={**terms["rulings"], **rulings}, options=terms["options"])
    for option in options:
        more = Terms(rulings=found["rulings"], options={**found["options"], option: options[option]})
        with suppress(Usage):
            game.new(set_up(game, players, **more))
            found = more
    return found


def hiding(
    game: AnyGame, players: int, dice: Stream, rows: int, *, seed: str, terms: Terms | None = None, **more: Any
) -> Recorder:
    """A lively match of a game that hides something; one that does so seldom is played until it has."""
    for number in count():
        named = f"{seed} {number}" if number else seed
        chosen = with_secrets(game, players, terms or any_terms(game, players, dice))
        if game.name in SELDOM:
            rulings, (old, new) = SELDOM[game.name]
            rows = max(rows, SELDOM_ROWS)
            chosen = Terms(rulings={**chosen["rulings"], **rulings}, options=chosen["options"])
            more["edition"] = game.adopt("generous.toml", re.sub(old, new, text_of(game.name)))
        match = lively(Recorder(game, players, seed=named, **chosen, **more), dice, rows)
        if game.name not in SELDOM or number > SELDOM_TRIES or hidden_events(match.bodies, None):
            return match
    raise AssertionError


def _back_and_forth(match: Recorder, dice: Stream, seat: int) -> None:
    """An undo that all agreed to, and sometimes a redo of it."""
    line = [row.seq for row in match.log().line()][:-1]
    match.undo(seat, to=dice.pick(line[-6:]), by="consent")
    if dice.below(2):
        match.redo(seat, by="consent")


def hidden_events(bodies: Sequence[AnyBody], viewer: int | None) -> list[int]:
    """The rows with something that the viewer cannot see, and that open nothing at once: an answer, or a draw."""
    return [row.seq for row in bodies if not _opens(row) and _hides(row, viewer)]


def hidden_answers(bodies: Sequence[AnyBody], viewer: int | None) -> list[int]:
    """The rows among them that hold an answer."""
    return [row for row in hidden_events(bodies, viewer) if _hides_answer(bodies[row - 1], viewer)]


def _hides(row: AnyBody, viewer: int | None) -> bool:
    return _hides_answer(row, viewer) or any(viewer not in secret.by for secret in drawn_unseen(row))


def _hides_answer(row: AnyBody, viewer: int | None) -> bool:
    return row.sealed_move is not None and viewer not in row.sealed_move.by


def hides(game: AnyGame) -> bool:
    """Are there answers or draws in this game that only some seats see?"""
    closed: tuple[Any, ...] = (SealedChoice, SealedChance, SealedDeal)
    return any(issubclass(step, closed) for step in kinds_of(game.steps))


def drawn_unseen(row: AnyBody) -> list[Secret[Drawn]]:
    """The outcomes of this row that only some seats see, in the order of their draws."""
    made = {secret.box: secret for fact in row.facts for secret in secrets_in(fact) if secret.box[0] == row.seq}
    if row.sealed_move is not None:
        made.pop(row.sealed_move.box, None)
    draws = row.chance.count(())
    told = len(made) >= draws if draws else not made  # one draw can lie in several boxes: those of its hands
    assert told, f"row {row.seq} hides what is no answer and no draw: teach `other_world`"
    return [made[box] for box in sorted(made)]


def other_world(
    match: Recorder, event: int, dice: Stream, viewer: int | None = None, last: int | None = None
) -> list[StoredRow]:
    """The rows of the same match with another answer or draw in row `event`, as far as the same moves can be made.

    Up to row `last`, if nobody looks further.

    They end with the first row that opens something else than in the first world: from there the worlds part.
    """
    rows = match.scribe.rows[: event - 1]
    for row in written_again(match, event, dice, viewer=viewer):
        rows.append(row)
        number = len(rows)
        opened = _opens(match.bodies[number - 1]) and bytes(row.body) != bytes(match.scribe.rows[number - 1].body)
        if opened or number == last:
            break
    return rows


def written_again(
    match: Recorder, first: int, anew: Stream | None = None, seed: str = "", viewer: int | None = None
) -> Iterator[StoredRow]:
    """The rows from `first` on, written again with the same moves, as long as they are legal.

    `anew`: the first of them holds another answer, or another draw that the viewer does not see; `seed`: what is drawn
    follows from another seed.
    """
    if first == 1:
        twin = _begun_again(match.bodies[0], match, viewer, anew)
        states = {1: twin.tip.state}
        yield from twin.rows
    else:
        states = {number: state for number, state in match.states.items() if number < first}
        parent = match.bodies[first - 1].parent
        tip = Tip(match.bodies[0].match, first - 1, parent, match.scribe.rows[first - 2].digest, states[parent])
        twin = Twin(match.game, seed or match.scribe.seed, SALT_KEY, tip)
    for body in match.bodies[max(first - 1, 1) :]:
        if body.kind == "reveal":
            continue  # the scribe writes it by itself
        before = len(twin.rows)
        other = anew if body.seq == first else None
        if other is not None and not _hides_answer(body, viewer):
            twin.changes, other = _draw_unseen_by(body, viewer, other), None
        twin.viewer = viewer
        if not _again(twin, body, states, other, pinned=not seed):
            return
        states |= dict.fromkeys((row.seq for row in twin.bodies[before:]), twin.tip.state)
        yield from twin.rows[before:]


def _begun_again(body: AnyBody, match: Recorder, viewer: int | None, anew: Stream | None) -> Twin:
    """Row 1 in the other world, with another draw that the viewer does not see."""
    assert anew is not None
    assert isinstance(body.about, Start)
    other = _draw_unseen_by(body, viewer, anew)

    class Beginning(Twin):
        outcomes = body.chance
        unseen = drawn_unseen(body)
        changes = other

    return Beginning.begin(match.game, body.match, match.scribe.seed, SALT_KEY, body.about, Who(body.at))


def _again(twin: Twin, body: AnyBody, states: Mapping[int, Any], anew: Stream | None, *, pinned: bool) -> bool:
    """One row again in the other world; could it be?"""
    who = Who(body.at, body.actor, body.seat, body.client)
    if isinstance(body.about, Back):
        twin.note(body.kind, who, body.about, body.about.to, states[body.about.to])
        return True
    if body.kind != "move":
        twin.note(body.kind, who, body.about)
        return True
    assert body.seat is not None
    state = twin.tip.state
    move = body.move if body.sealed_move is None else body.sealed_move.value
    text = body.text if body.sealed_text is None else body.sealed_text.value
    if anew is not None and anew.below(REMARKS) == 0:
        text += " # not what it seems"  # the answer may be opened one day, what was remarked never
    elif anew is not None:
        move = _another(state, body.seat, move, anew)
        text = format_move(move) if move is not None else ""
    if move is None or refusal(state, body.seat, move) is not None:
        return False
    twin.outcomes, twin.unseen = (body.chance, drawn_unseen(body)) if pinned else ((), ())
    try:
        twin.move(who, move, text)
    except PartedError:
        return False
    return True


def _draw_unseen_by(body: AnyBody, viewer: int | None, dice: Stream) -> int:
    """The number of one of the boxes with a draw of this row that the viewer does not see."""
    return dice.pick([number for number, box in enumerate(drawn_unseen(body)) if viewer not in box.by])


def _another_draw(draw: Draw, hands: Sequence[Drawn], changed: int, seen: set[str]) -> Drawn:
    """Something else out of the same bag for one of the hands, as far as there is something else.

    Rather what is not seen: what is drawn openly in the same row lay in no hand.
    """
    left = list(draw.left)
    for item in (item for hand in hands for item in hand):
        left.remove(item)
    hand = hands[changed]
    others = sorted((item for item in left if item not in hand), key=seen.__contains__)
    other = (*others, *hand)[: len(hand)]
    return tuple(item for number, one in enumerate(hands) for item in (other if number == changed else one))


def _another(state: Any, seat: int, move: Any, dice: Stream) -> Any:
    """Another legal answer; None if there is hardly any."""
    for _ in range(50):
        found = dice.pick(engine.some_legal(state, seat, dice))
        if found != move:
            return found
    return None


def compare(
    match: Recorder,
    event: int,
    viewer: int | None,
    dice: Stream,
    compared: Compared,
    doors: Mapping[str, Door] = DOORS,
    each: int = EACH_PAIR,
) -> None:
    """Compare a match with one in which the answer of row `event` was another, as this viewer is shown both."""
    one, other = match.log(), Log(match.game, other_world(match, event, dice, viewer))
    compared.events += 1
    if other.head < event or one.rows[event - 1] == other.rows[event - 1]:
        compared.alone += 1
        return
    end = _first_difference(one, other, event, viewer)
    parted = end > other.head < one.head
    compared.parted += parted
    compared.pairs += 1
    compared.begun += event == 1
    compared.rows += end - event
    compared.opened += not parted and end <= one.head
    texts = _texts(one, other, event)
    proven = _hides_answer(match.bodies[event - 1], viewer)
    for row in _moments(event, end, dice, each):
        compared.moments += 1
        here, there = (replace(moment(log, row, viewer, texts), proven=proven) for log in (one, other))
        for name, door in doors.items():
            mine, theirs = said(door(here)), said(door(there))
            if mine != theirs:
                raise LeakError(name, viewer, event, row, mine, theirs)
            compared.seen.setdefault(name, set()).add(mine)


def compare_seeds(
    match: Recorder,
    viewer: int,
    dice: Stream,
    compared: Compared,
    doors: Mapping[str, Door],
    each: int = EACH_PAIR,
) -> None:
    """Compare a match with itself under another seed: up to any row nothing tells what will be drawn after it."""
    one = match.log()
    other = Log(match.game, resealed(one.rows, one.match, 1, 0, f"another seed, {dice.below(1_000)}"))
    compared.pairs += 1
    last = next((body.seq - 1 for body in one.bodies if body.kind == "reveal"), one.head)
    for row in sorted({dice.pick(range(1, last + 1)) for _ in range(each)}):
        compared.moments += 1
        texts = _tries(one.state(row), viewer, dice)
        here, there = (replace(moment(log, row, viewer, texts), proven=False) for log in (one, other))
        for name, door in doors.items():
            mine, theirs = said(door(here)), said(door(there))
            if mine != theirs:
                raise LeakError(name, viewer, row, row, mine, theirs)
            compared.seen.setdefault(name, set()).add(mine)


def _tries(state: State[Any], seat: int, dice: Stream) -> tuple[str, ...]:
    """What a seat may type there: some of its moves, and where it has none, nonsense."""
    moves = engine.some_legal(state, seat, dice, 4) if engine.may_answer(state, seat) else []
    return (*(format_move(dice.pick(moves)) for _ in moves[:4]), "pass", "x")


def moment(log: Log, row: int, viewer: int | None, texts: Sequence[str] = ()) -> Moment:
    """The match after this row, and what the viewer holds of it."""
    there = log.at(row)
    return Moment(there, there.seen_by(viewer), viewer, tuple(texts))


def _moments(event: int, end: int, dice: Stream, each: int) -> list[int]:
    """The first row, the last one, and some between: rows from the event up to the first difference."""
    rows = range(event, end)
    chosen = {event, end - 1, *(dice.pick(rows) for _ in range(each - 2) if rows)}
    return sorted(row for row in chosen if row in rows)


def _first_difference(one: Log, other: Log, event: int, viewer: int | None) -> int:
    """The first row that differs for the viewer, which must open something; else the one behind the last.

    The end of the match counts as such a row: from there on a full export may open every answer of the line.
    """
    pairs = zip(shown(one, viewer), shown(other, viewer), strict=False)
    for number, (mine, theirs) in enumerate(pairs, 1):
        if mine == theirs and not (number > event and _ends(one, number)):
            continue
        if mine == theirs:
            return number
        if number < event or not (_opens(one.bodies[number - 1]) and _opens(other.bodies[number - 1])):
            raise LeakError("row", viewer, event, number, mine, theirs)
        return number
    return other.head + 1


def _ends(log: Log, number: int) -> bool:
    """Is this the row that ended the match? The next one opens the seed."""
    return number < log.head and log.bodies[number].kind == "reveal"


def shown(log: Log, viewer: int | None) -> Iterator[tuple[object, ...]]:
    """Each row as the viewer gets it. What a commitment binds is no message: its salt is not to be guessed."""
    for row in log.redacted(viewer):
        known = [commit for commit, opening in zip(row.commits, row.openings, strict=True) if opening is not None]
        yield bytes(row.body), row.openings, tuple(map(len, row.commits)), tuple(known)


def _opens(body: AnyBody) -> bool:
    return any(True for _ in openings_in(body))


def _texts(one: Log, other: Log, event: int) -> list[str]:
    """What the viewer may try to type: the hidden answers themselves, damaged ones, other verbs, nonsense."""
    answers = [log.bodies[event - 1].sealed_move for log in (one, other)]
    moves = [answer.value for answer in answers if answer is not None]
    moves += [wrong for move in moves for wrong in damaged(move)]
    played = [body.move for body in one.bodies if body.move is not None][-6:]
    return [*map(format_move, [*moves, *played]), "pass", "x", "", *(format_move(move).split()[0] for move in moves)]
