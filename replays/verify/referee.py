"""Deciding a match again: every row is written anew from what it says was done, and must come out the same.

What a reader cannot see, he cannot judge: whether a closed answer, or a card out of a closed hand, was legal. That is
counted. What followed is never believed: facts move a box about unseen, and whatever looks into one opens it to all.
"""

from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

import msgspec
from msgspec import Struct

from core.kernel.errors import Damaged, Hidden, Refused, Usage
from core.kernel.language.notation import could_mean, format_move, read_move
from core.kernel.log.codec import Codec
from core.kernel.log.fold import empty, setup_of
from core.kernel.log.history import History
from core.kernel.log.joining import all_here, first_step
from core.kernel.log.kinds import KINDS
from core.kernel.log.limits import LATEST
from core.kernel.log.log import openings_in, secrets_in
from core.kernel.log.row import FORMAT, About, AnyBody, Body, Kind, SeedRevealed, Start, StoredRow
from core.kernel.rules import engine
from core.kernel.rules.chance import Dealer, Draw, Drawn, derived, recorded
from core.kernel.rules.engine import AnyGame, Consequences, State, asked, waiting
from core.kernel.rules.secret import HOLE, Opened, Secret
from core.kernel.rules.step import SEALED_CHOICE, Ask
from replays.files.rows import Rows, row_at
from replays.verify.boxes import Boxes
from replays.verify.entries import Entries, check_awaited, judge_key
from replays.verify.faults import Fault, Faulty, Value, fail, fault_of, first_difference
from replays.verify.plausible import believe, check_amounts
from replays.verify.start import check_start
from replays.verify.states import AnyState, States
from replays.verify.undo import judge_answer, judge_back, judge_request

Judged = tuple[AnyBody, AnyState]
"""A row as it must be written, and the state after it."""

Said = tuple[str, Value, Secret[str] | None, Secret[Any] | None]
"""What was typed and meant, in the open or closed: text, move, sealed text, sealed move."""

NOTHING: Said = ("", None, None, None)

Audience = tuple[int, ...]

BELIEVED = 8 * 2**20  # bytes of one line: no match comes near, but a table of such facts may take ten times as much
FORMS = 500  # of legal moves: none of them is large

_PARTS = {"keep": "agenda", "then": "agenda", "sealed_move": "move", "sealed_text": "text"}
_encode = msgspec.json.Encoder().encode


class Counts(Struct):
    """How much was decided again, and how much had to be believed."""

    moves: int = 0
    decided: int = 0
    hidden: int = 0  # moves of which this reader cannot know whether they were legal; what followed was decided again
    folded: int = 0  # moves under other rules: all of it had to be believed
    derived: int = 0  # draws that follow from the seed
    recorded: int = 0  # draws that were possible; more cannot be said without the seed
    revealed: bool = False  # the seed was opened


class Referee:
    """Goes through the rows of a log one by one, and keeps little of them."""

    def __init__(self, game: AnyGame, rows: Rows, boxes: Boxes, start: Start, *, decide: bool = True) -> None:
        """`decide=False`: the rules here are not those of the match, so everything is folded."""
        self.game = game
        self.start = start
        self.boxes = boxes
        self.codec = Codec(game)
        self.counts = Counts()
        self.history = History()  # of the rows that were judged
        self.body: AnyBody | None = None  # the row that was judged last
        self.state: AnyState = State(None)  # after it
        self.literal = False  # it says what it must in the very bytes that are written today
        self._row: StoredRow  # the one that is being judged
        self._believed = 0  # its bytes, if nothing could be decided again
        self._sealed: Sequence[Audience] | None = None  # who its boxes are for, where that was decided again
        self._seals = _Seals(boxes, 1)
        self._ask: Ask | None = None  # who must choose in the state, if deciding has told it; and after the row at hand
        self._next_ask: Ask | None = None
        self._states = States(
            self.history, partial(_body_of, rows, boxes, self.codec)
        )  # no cycle: freed when it is left
        self._forms: dict[str, Value] = {}  # what some texts of legal moves are known to mean
        self._deciding = decide
        seed = start.seed
        self._dealer: Dealer | None = derived(seed.value) if seed.known else None
        self._shut = array("I")  # draws of which the bag hangs on a closed box: the row of each, and the box
        self.entries = Entries(start)

    def judge(self, number: int, row: StoredRow) -> Fault | None:
        """What does not hold of this row, if anything; the rows before it have been judged."""
        closed = False
        self._row, self._sealed, self._believed, self._next_ask = row, None, 0, None
        try:
            body = self.codec.decode(row, self.boxes, number, skim=self._deciding)
            closed = body.sealed_move is not None
            self._check_frame(body, number)
            expected, state = self.JUDGES[body.kind](self, body)
            self.literal = self.codec.encode(expected) == row.body
            if not self.literal:
                body = self.codec.decode(row, self.boxes, number)
                if body != expected:
                    _name_difference(body, expected)
            opened = openings_in(expected)
            self._check_boxes(expected, row, opened)
            if expected.facts and self.start.edition.text:
                check_amounts(self.game, number, state)
        except Faulty as found:
            return found.fault
        except Hidden as hole:
            return self._unopened(number, hole)
        except Damaged as problem:
            return fault_of(problem, number)
        except Exception as problem:  # noqa: BLE001 - a hostile row may lead the rules anywhere
            told = "" if closed else f": {problem}"
            return Fault(number, "facts", "rules_fail", found=f"{type(problem).__name__}{told}"[:200])
        self.history.add(expected, opens=bool(opened) if expected.about is None else None)
        if KINDS[expected.kind].plays:
            self._states.keep(number, state, self._believed)
        self.body, self.state, self._ask = expected, state, self._next_ask
        return None

    def _unopened(self, number: int, hole: Hidden) -> Fault:
        """What follows hangs on a box to which nothing fits, or which nobody opens at all."""
        field = f"box {list(hole.box)}"
        if self.boxes.opener(hole.box) == number:
            return Fault(number, "commitment", "opened_does_not_fit", field)
        return Fault(number, "facts", "nobody_opens", field)

    # --- the kinds of row -------------------------------------------------------------------------------------------

    def _start(self, body: AnyBody) -> Judged:
        start, game = self.start, self.game
        check_start(start, game, self.boxes.match, body.v)
        blank = empty(game, start)
        if start.forked is not None:
            return _noted(body, about=start), blank
        if start.nonces:
            step = first_step(start)
            return _noted(body, about=start, then=(step,)), State(blank.table, (step,))
        if not self._deciding:
            return self._fold(body, blank)
        happened = self._begun(body, _Seals(self.boxes, 1, ((),)))  # its first box holds the seed
        return _followed(body, happened, about=start), happened.state

    def _begin(self, body: AnyBody) -> Judged:
        """All have joined: the draws follow from the seed and every nonce."""
        if body.seat is not None or body.actor:
            fail(body.seq, "seat", "begin_of_nobody", "", body.seat if body.seat is not None else body.actor)
        seed = self.start.seed
        self._dealer = derived(self.entries.seed_of_draws(seed.value)) if seed.known else None
        if not self._deciding:
            return self._fold(body, State(self.state.table))
        happened = self._begun(body, _Seals(self.boxes, body.seq))
        return _followed(body, happened), happened.state

    def _begun(self, body: AnyBody, seals: "_Seals") -> Consequences[Any]:
        dealer = self._dealing(body, 0, seals)
        happened = engine.begin(self.game, setup_of(self.game, self.start), dealer, seals.seal)
        self._drew(len(happened.chance) - seals.unseen)
        return happened

    def _fork(self, body: AnyBody) -> Judged:
        """What a fork takes over is not decided here: the match that it comes from can be verified for that."""
        if body.keep or body.parent != 1:
            fail(body.seq, "agenda", "decided_otherwise", 0, body.keep, "keep")
        return self._fold(body, self.state)

    def _move(self, body: AnyBody) -> Judged:
        self.counts.moves += 1
        before, seat = self.state, body.seat
        assert seat is not None  # its kind says so
        if not self._deciding:
            return self._fold(body, before)
        closed = isinstance(waiting(before), SEALED_CHOICE)
        if (body.move is None) is not closed or (body.sealed_move is not None) is not closed:
            fail(body.seq, "move", "closed_or_open", "closed" if closed else "open")
        move, certain = self._legal_move(body, before, seat)
        seals = self._seals
        seals.begin(body.seq)
        dealer = self._dealing(body, before.draws, seals)
        if certain:
            self.counts.decided += 1
        else:
            self.counts.hidden += 1
        happened = engine.decide(self.game, before, seat, move, dealer, seals.seal)
        if happened.chance:
            self._drew(len(happened.chance) - seals.unseen)
        self._sealed, self._next_ask = seals.made, happened.ask
        if not closed:
            return _followed(body, happened, (body.text, move, None, None)), happened.state
        first, words_of = seals.answer(seat, move), seals.words(seat, body.sealed_text)
        return _followed(body, happened, ("", None, words_of, first)), happened.state

    def _gather(self, body: AnyBody) -> Judged:
        said, step = self.entries.judge(body, self.state)
        return _noted(body, about=said, then=(step,)), State(self.state.table, (step,))

    def _back(self, body: AnyBody) -> Judged:
        about = judge_back(self.history, self.start, body, over=self._over)
        return _noted(body, about=about, parent=about.to), self._states.after(about.to)

    def _request(self, body: AnyBody) -> Judged:
        return _noted(body, about=judge_request(self.history, body, over=self._over)), self.state

    def _answer(self, body: AnyBody) -> Judged:
        return _noted(body, about=judge_answer(self.history.pending, body)), self.state

    def _key(self, body: AnyBody) -> Judged:
        return _noted(body, about=judge_key(self.start, body)), self.state

    def _reveal(self, body: AnyBody) -> Judged:
        """When the match is over, the seed that row 1 is committed to is opened."""
        about, sealed = body.about, self.start.seed
        if not isinstance(about, SeedRevealed) or about.seed.box != sealed.box:
            fail(body.seq, "about", "decided_otherwise", f"box {list(sealed.box)}", field="seed")
        if not self._over or body.seat is not None:
            fail(body.seq, "kind", "reveal_too_early", "", body.kind)
        self.counts.revealed = True
        return _noted(body, about=about), self.state

    @property
    def _over(self) -> bool:
        return not self.state.agenda

    def _legal_move(self, body: AnyBody, before: AnyState, seat: int) -> tuple[Value, bool]:
        """The move, which is legal and is what the typed text means; a hole where the reader does not hold it.

        And whether that is certain: what is legal may hang on what this reader does not see.
        """
        sealed, words = body.sealed_move, body.sealed_text
        if sealed is not None and not sealed.known:
            if not engine.may_answer(before, seat):
                fail(body.seq, "seat", "not_asked", list(asked(before).seats), seat)
            return HOLE, False
        move: Value = body.move if sealed is None else sealed.value
        text = body.text if sealed is None else words.value if words is not None and words.known else None
        plain = text is None or self._spells(text, move)
        try:
            if text is not None and not plain and self._means(body, before, seat, text, move):
                return move, True
            engine.admit(before, seat, move, self._ask)
        except Hidden:
            return move, False
        except (Refused, Usage) as refused:
            rule = getattr(refused, "rule", "")
            shown = format_move(move) if sealed is None else ""
            fail(body.seq, "move", "move_not_legal", f"{rule} {refused.why}".strip(), shown)
        return move, plain

    def _spells(self, text: str, move: Value) -> bool:
        """Is the text the long form of the move, but for a remark?"""
        if move == self._forms.get(text):
            return True
        form = format_move(move)
        if text == form and len(self._forms) < FORMS:
            self._forms[text] = move
        return text.partition("#")[0].strip() == form

    def _means(self, body: AnyBody, before: AnyState, seat: int, text: str, move: Value) -> bool:
        """Does a shorter text mean this legal move? False: that hangs on what this reader does not see."""
        try:
            meant = read_move(self.game, before, seat, text)
        except Hidden:
            if could_mean(self.game, before, seat, text, move):
                return False
            meant = None
        if meant != move:
            both = () if meant is None or body.sealed_move is not None else (format_move(meant), format_move(move))
            fail(body.seq, "text", "text_means_other_move", *both)
        return True

    JUDGES: ClassVar[Mapping[Kind, Callable[["Referee", AnyBody], Judged]]] = {
        "start": _start,
        "fork": _fork,
        "join": _gather,
        "nonce": _gather,
        "begin": _begin,
        "move": _move,
        "undo": _back,
        "redo": _back,
        "ask": _request,
        "agree": _answer,
        "decline": _answer,
        "key": _key,
        "reveal": _reveal,
    }
    """How a row of each kind must be, and the state after it."""

    # --- what holds of every row ------------------------------------------------------------------------------------

    def _check_frame(self, body: AnyBody, number: int) -> None:
        """Place, format, time, seat, and a kind of row that can stand here."""
        match, kind = self.boxes.match, KINDS[body.kind]
        if body.seq != number or body.match != match:
            fail(number, "number", "row_out_of_place", f"{match} {number}", f"{body.match} {body.seq}")
        least = 1 if self.body is None else self.body.v
        if not least <= body.v <= FORMAT:
            fail(number, "version", "other_format", FORMAT, body.v)
        if not 0 <= body.at <= LATEST:
            fail(number, "time", "impossible_time", f"0 to {LATEST}", body.at)
        seats = len(self.start.seats)
        if body.seat is not None and not 0 <= body.seat < seats:
            fail(number, "seat", "no_such_seat", f"0 to {seats - 1}", body.seat)
        due = self._due(number)
        if (due and body.kind != due) or (not due and kind.only_when_due):
            fail(number, "kind", "other_row_due", due, body.kind)
        if body.seat is None and kind.writer == "seat":
            fail(number, "seat", "move_of_nobody")
        if kind.writer == "awaited":
            check_awaited(body, self.state)
        if kind.about is not None and not isinstance(body.about, kind.about):
            fail(number, "about", "decided_otherwise", _tag(kind.about), _tag(type(body.about)))

    def _due(self, number: int) -> Kind | None:
        """The only kind of row that can stand here, if there is but one."""
        if number == 1:
            return "start"
        if number == 2 and self.start.forked is not None:  # noqa: PLR2004 - where a fork takes over its past
            return "fork"
        if self.state.agenda:
            return "begin" if all_here(self.state.agenda[-1]) else None
        ended = self.body is not None and KINDS[self.body.kind].decides
        return "reveal" if ended or not self.counts.revealed else None

    def check_end(self) -> None:
        """Nothing is missing that the last row brings with it: what a fork takes over, the seed of an over match."""
        number = len(self.history) + 1
        due = self._due(number)
        if due and KINDS[due].at_once:
            fail(number, "row", "row_due_missing", due)
        for at in range(0, len(self._shut), 3):
            row, *box = self._shut[at : at + 3]
            if self.counts.revealed and self.history.holds(row, len(self.history)):
                fail(row, "facts", "nobody_opens", field=f"box {box}")

    def _check_boxes(self, body: AnyBody, row: StoredRow, openings: Sequence[Opened[Any]]) -> None:
        """Every box of the row once, every box it names with its audience, every opening under its commitment."""
        number, boxes = body.seq, self.boxes
        made = self._boxes_named(body) if self._sealed is None else self._sealed
        if not made and not row.commits and not openings:
            return
        if len(made) != len(row.commits):
            fail(number, "commitment", "boxes_number", len(made), len(row.commits))
        for place, by in enumerate(made):
            boxes.made((number, place), by)
        for opened in openings:
            if boxes.audience(opened.box) is None or not boxes.fits(opened.box, opened.opening()):
                fail(number, "commitment", "opened_does_not_fit", field=f"box {list(opened.box)}")

    def _boxes_named(self, body: AnyBody) -> Sequence[Audience]:
        """The audiences of the row's own boxes, in their order, where it was not decided again who they are for."""
        own: dict[int, Audience] = {}
        seats = set(range(len(self.start.seats)))
        for secret in secrets_in(body):
            row, place = secret.box
            known = own.setdefault(place, secret.by) if row == body.seq else self.boxes.audience(secret.box)
            if known != secret.by or len(set(secret.by)) != len(secret.by) or not set(secret.by) <= seats:
                field = f"box {list(secret.box)}"
                fail(body.seq, "audience", "other_audience", "" if known is None else known, secret.by, field)
        if own.keys() != set(range(len(own))):
            fail(body.seq, "commitment", "boxes_number", len(own), max(own) + 1)
        return [own[place] for place in range(len(own))]

    def _fold(self, body: AnyBody, before: AnyState) -> Judged:
        """Believe the row, within reason."""
        body = self.codec.decode(self._row, self.boxes, body.seq)
        self._believed = len(bytes(self._row.body))
        if self._believed + self._states.weight(len(self.history)) > BELIEVED:
            fail(body.seq, "facts", "too_much_believed", BELIEVED)
        state = believe(self.game, len(self.start.seats), body, before)
        kind = KINDS[body.kind]
        if not kind.takes_over:
            self.counts.folded += kind.decides
            self.counts.recorded += len(body.chance)
        check_amounts(self.game, body.seq, state)
        return body, state

    def _dealing(self, body: AnyBody, first: int, seals: "_Seals") -> Dealer:
        """Every draw again, from the seed if that is known.

        Its bag may hang on a box that was never opened, because the line with it was undone: then the draw is checked
        as if there was no seed. Of the line that counts, that is not enough (`check_end`).
        """
        derive = self._dealer
        if derive is None:
            return recorded(body.seq, body.chance, first, seals.drawn)

        def dealer(number: int, draw: Draw) -> Drawn:
            try:
                return derive(number, draw)
            except Hidden as hole:
                self._shut.extend((body.seq, *hole.box))
                unseen = seals.unseen
                drawn = recorded(body.seq, body.chance, first, seals.drawn)(number, draw)
                if seals.unseen == unseen:
                    self.counts.derived -= 1
                    self.counts.recorded += 1
                return drawn

        return dealer

    def _drew(self, draws: int) -> None:
        if self._dealer is None:
            self.counts.recorded += draws
        else:
            self.counts.derived += draws


def _tag(about: type) -> str:
    """What a row calls what it is about."""
    return str(about.__struct_config__.tag) if issubclass(about, Struct) else ""


def _body_of(rows: Rows, boxes: Boxes, codec: Codec, number: int) -> AnyBody:
    """A row that was judged before."""
    row = row_at(rows, number)
    if row is None:
        raise Damaged("rows_missing", number, "row")
    return codec.decode(row, boxes, number)


class _Seals:
    """Closes the boxes of a row again: the same numbers, audiences, salts and values."""

    __slots__ = ("boxes", "made", "row", "unseen")

    def __init__(self, boxes: Boxes, row: int, made: Sequence[Audience] = ()) -> None:
        self.boxes = boxes
        self.begin(row, made)

    def begin(self, row: int, made: Sequence[Audience] = ()) -> None:
        """Another row."""
        self.row = row
        self.made: list[Audience] = [*made]
        self.unseen = 0  # draws that this reader cannot see

    def seal(self, by: tuple[int, ...], value: Value) -> Secret[Any]:
        """The next box of the row."""
        box = (self.row, len(self.made))
        self.made.append(by)
        opening = self.boxes.get(box)
        if opening is None:
            return Secret(box, by, "", HOLE)
        if value is not HOLE and _encode(value).decode() != opening.value:
            fail(self.row, f"box {box[1]}", "other_value_in_box")
        return Secret(box, by, opening.salt, value)

    def drawn(self, draw: Draw) -> tuple[Drawn | None, ...]:
        """What lies in the next boxes, those of a draw, as far as this reader may see it."""
        places = range(len(self.made), len(self.made) + len(draw.sizes))
        openings = [self.boxes.get((self.row, place)) for place in places]
        self.unseen += None in openings
        return tuple(None if one is None else msgspec.json.decode(one.value, type=Drawn) for one in openings)

    def answer(self, seat: int, move: Value) -> Secret[Any]:
        """The move itself: the first box of its row."""
        return Secret((self.row, 0), (seat,), "", move)

    def words(self, seat: int, found: Secret[str] | None) -> Secret[str]:
        """What was typed: the last box of its row, whatever it says."""
        box = (self.row, len(self.made))
        self.made.append((seat,))
        return Secret(box, (seat,), "", found.value if found is not None and found.known else HOLE)


def _noted(
    body: AnyBody, about: About | None = None, parent: int | None = None, then: tuple[Value, ...] = ()
) -> AnyBody:
    """The row as it must be written if this is all that it holds."""
    before = body.seq - 1 if parent is None else parent
    who = (body.kind, body.at, body.seat, body.actor, body.client)
    return Body(body.v, body.match, body.seq, before, *who, about=about, then=then)


def _followed(body: AnyBody, happened: Consequences[Any], said: Said = NOTHING, about: About | None = None) -> AnyBody:
    """The row as it must be written if this followed."""
    who = (body.kind, body.at, body.seat, body.actor, body.client)
    chance, facts, keep, then = happened.chance, happened.facts, happened.keep, happened.then
    return Body(body.v, body.match, body.seq, body.seq - 1, *who, *said, chance, facts, keep, then, about)


def _name_difference(body: AnyBody, expected: AnyBody) -> None:
    """Name the first field in which the row differs from what deciding again gives; chance explains the most."""
    for name in ("chance", *body.__struct_fields__):
        have, should = getattr(body, name), getattr(expected, name)
        if have != should:
            field, old, new = first_difference(name, should, have)
            told = (old, new) if body.sealed_move is None else ("", "")  # of a closed answer nothing is told
            fail(body.seq, _PARTS.get(name, name), "decided_otherwise", *told, field=field)
