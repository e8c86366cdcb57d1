"""Deciding a match again: every row is written anew from what it says was done, and must come out the same.

What a reader cannot see, he cannot judge: whether a closed answer, or a card out of a closed hand, was legal. That is
counted. What followed is never believed: facts move a box about unseen, and whatever looks into one opens it to all.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from core.kernel.errors import Damaged, Hidden
from core.kernel.log.codec import Codec, Skim
from core.kernel.log.fold import empty, setup_of
from core.kernel.log.history import History
from core.kernel.log.joining import all_here, first_step
from core.kernel.log.kinds import KINDS, RowKind
from core.kernel.log.log import openings_in, secrets_in
from core.kernel.log.row import AnyBody, Kind, SeedRevealed, Start, StoredRow
from core.kernel.rules import engine
from core.kernel.rules.engine import Consequences, State, waiting
from core.kernel.rules.secret import Opened
from core.kernel.rules.step import SEALED_CHOICE, Ask
from core.kernel.setup.readings import as_said
from replays.files.rows import Rows, row_at
from replays.verify.again import Judged, followed, name_difference, noted
from replays.verify.boxes import Boxes
from replays.verify.chance import Chance
from replays.verify.counts import Counts
from replays.verify.entries import Entries, check_awaited, judge_key
from replays.verify.faults import Fault, Faulty, fail, fault_of
from replays.verify.frame import check_kind, check_place
from replays.verify.legality import Legality
from replays.verify.plausible import believe, check_amounts
from replays.verify.seals import Audience, Seals
from replays.verify.start import check_start
from replays.verify.states import AnyState, States
from replays.verify.undo import judge_answer, judge_back, judge_end, judge_request, judge_ruling

BELIEVED = 8 * 2**20  # bytes of one line: no match comes near, but a table of such facts may take ten times as much


class Referee:
    """Goes through the rows of a log one by one, and keeps little of them."""

    def __init__(self, codec: Codec, skim: Skim, rows: Rows, boxes: Boxes, start: Start, *, decide: bool) -> None:
        """`skim`: what was done, where what followed is decided again.

        `decide=False`: the rules here are not those of the match, so everything is folded.
        """
        self.game = game = codec.game
        self.start = start
        self.boxes = boxes
        self.codec = codec
        self.counts = Counts()
        self.history = History()  # of the rows that were judged
        self.body: AnyBody | None = None  # the row that was judged last
        self.state: AnyState = State(None)  # after it
        self.literal = False  # it says what it must in the very bytes that are written today
        self._row: StoredRow  # the one that is being judged
        self._believed = 0  # its bytes, if nothing could be decided again
        self._sealed: Sequence[Audience] | None = None  # who its boxes are for, where that was decided again
        self._seals = Seals(boxes, 1)
        self._ask: Ask | None = None  # who must choose in the state, if deciding has told it; and after the row at hand
        self._next_ask: Ask | None = None
        body_of = partial(_body_of, rows, boxes, self.codec)  # no cycle: all is freed when it is left
        self._skim = skim
        self._states = States(self.history, body_of)
        self._legality = Legality(game)
        self._deciding = decide
        self._carried = bool(start.edition.text)  # component data that is nobody's but this match's
        self._chance = Chance(self.counts)
        if start.seed.known:
            self._chance.follow(start.seed.value)
        self.entries = Entries(start)

    def judge(self, number: int, row: StoredRow) -> Fault | None:
        """What does not hold of this row, if anything; the rows before it have been judged."""
        closed = False
        self._row, self._sealed, self._believed, self._next_ask = row, None, 0, None
        try:
            body = self._skim(row, number) if self._deciding else self.codec.decode(row, self.boxes, number)
            closed = body.sealed_move is not None
            kind = self._check_frame(body, number)
            expected, state = self.JUDGES[body.kind](self, body)
            self.literal = self.codec.encode(expected) == row.body
            if not self.literal:
                body = self.codec.decode(row, self.boxes, number)
                if body != expected:
                    name_difference(body, expected)
            opened = openings_in(expected)
            self._check_boxes(expected, row, opened)
            if self._carried and expected.facts:
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
        if kind.plays:
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
            return noted(body, about=start), blank
        if start.nonces:
            step = first_step(start)
            return noted(body, about=start, then=(step,)), State(blank.table, (step,))
        if not self._deciding:
            return self._fold(body, blank)
        happened = self._begun(body, Seals(self.boxes, 1, ((),)))  # its first box holds the seed
        return followed(body, happened, about=start), happened.state

    def _begin(self, body: AnyBody) -> Judged:
        """All have joined: the draws follow from the seed and every nonce."""
        if body.seat is not None or body.actor:
            fail(body.seq, "seat", "begin_of_nobody", "", body.seat if body.seat is not None else body.actor)
        seed = self.start.seed
        if seed.known:
            self._chance.follow(self.entries.seed_of_draws(seed.value))
        if not self._deciding:
            return self._fold(body, State(self.state.table))
        happened = self._begun(body, Seals(self.boxes, body.seq))
        return followed(body, happened), happened.state

    def _begun(self, body: AnyBody, seals: Seals) -> Consequences[Any]:
        dealer = self._chance.dealing(body, 0, seals)
        happened = engine.begin(self.game, setup_of(self.game, self.start), dealer, seals.seal)
        self._chance.drew(len(happened.chance) - seals.unseen)
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
        move, certain = self._legality.judge(body, before, seat, self._ask)
        seals = self._seals
        seals.begin(body.seq)
        dealer = self._chance.dealing(body, before.draws, seals)
        if certain:
            self.counts.decided += 1
        else:
            self.counts.hidden += 1
        happened = engine.decide(self.game, before, seat, move, dealer, seals.seal)
        if happened.chance:
            self._chance.drew(len(happened.chance) - seals.unseen)
        self._sealed, self._next_ask = seals.made, happened.ask
        if not closed:
            return followed(body, happened, (body.text, move, None, None)), happened.state
        first, words_of = seals.answer(seat, move), seals.words(seat, body.sealed_text)
        return followed(body, happened, ("", None, words_of, first)), happened.state

    def _gather(self, body: AnyBody) -> Judged:
        said, step = self.entries.judge(body, self.state)
        return noted(body, about=said, then=(step,)), State(self.state.table, (step,))

    def _back(self, body: AnyBody) -> Judged:
        about = judge_back(self.history, self.start, body, over=self._over)
        return noted(body, about=about, parent=about.to), self._states.after(about.to)

    def _end(self, body: AnyBody) -> Judged:
        about = judge_end(self.history, self.start, body, over=self._over)
        return noted(body, about=about), State(self.state.table, (), self.state.draws)

    def _ruling(self, body: AnyBody) -> Judged:
        """What was asked is asked again, under other readings: what follows from that is decided again."""
        about, before = judge_ruling(self.history, self.start, body, (self.game, self.state)), self.state
        if not self._deciding:
            return self._fold(body, before)
        seals = Seals(self.boxes, body.seq)
        dealer = self._chance.dealing(body, before.draws, seals)
        happened = engine.go_on(self.game, as_said(before, about.rulings), dealer, seals.seal)
        self._chance.drew(len(happened.chance) - seals.unseen)
        self._next_ask = happened.ask
        return followed(body, happened, about=about), happened.state

    def _request(self, body: AnyBody) -> Judged:
        return noted(body, about=judge_request(self.history, body, (self.game, self.state))), self.state

    def _answer(self, body: AnyBody) -> Judged:
        return noted(body, about=judge_answer(self.history.pending, body)), self.state

    def _key(self, body: AnyBody) -> Judged:
        return noted(body, about=judge_key(self.start, body)), self.state

    def _reveal(self, body: AnyBody) -> Judged:
        """When the match is over, the seed that row 1 is committed to is opened."""
        about, sealed = body.about, self.start.seed
        if not isinstance(about, SeedRevealed) or about.seed.box != sealed.box:
            fail(body.seq, "about", "decided_otherwise", f"box {list(sealed.box)}", field="seed")
        if not self._over or body.seat is not None:
            fail(body.seq, "kind", "reveal_too_early", "", body.kind)
        self.counts.revealed = True
        return noted(body, about=about), self.state

    @property
    def _over(self) -> bool:
        return not self.state.agenda

    JUDGES: ClassVar[Mapping[Kind, Callable[[Any, AnyBody], Judged]]] = {
        "start": _start,
        "fork": _fork,
        "join": _gather,
        "nonce": _gather,
        "begin": _begin,
        "move": _move,
        "undo": _back,
        "redo": _back,
        "end": _end,
        "ruling": _ruling,
        "ask": _request,
        "agree": _answer,
        "decline": _answer,
        "key": _key,
        "reveal": _reveal,
    }
    """How a row of each kind must be, and the state after it."""

    # --- what holds of every row ------------------------------------------------------------------------------------

    def _check_frame(self, body: AnyBody, number: int) -> RowKind:
        """Place, format, time, seat, and a kind of row that can stand here."""
        kind = KINDS[body.kind]
        check_place(body, number, self.boxes.match, len(self.start.seats), 1 if self.body is None else self.body.v)
        due = self._due(number)
        if body.kind != due and (due or kind.only_when_due):
            fail(number, "kind", "other_row_due", due, body.kind)
        if kind.writer == "awaited":
            check_awaited(body, self.state)
        check_kind(body)
        return kind

    def _due(self, number: int) -> Kind | None:
        """The only kind of row that can stand here, if there is but one."""
        if number == 1:
            return "start"
        if number == 2 and self.start.forked is not None:  # noqa: PLR2004 - where a fork takes over its past
            return "fork"
        if self.state.agenda:
            return "begin" if all_here(self.state.agenda[-1]) else None
        last = None if self.body is None else KINDS[self.body.kind]
        ended = last is not None and (last.decides or last.ends or last.rules)
        return "reveal" if ended or not self.counts.revealed else None

    def check_end(self) -> None:
        """Nothing is missing that the last row brings with it: what a fork takes over, the seed of an over match."""
        number = len(self.history) + 1
        due = self._due(number)
        if due and KINDS[due].at_once:
            fail(number, "row", "row_due_missing", due)
        if self.history.given_up():  # what would have opened the boxes did not come any more
            return
        for row, box in self._chance.shut():
            if self.counts.revealed and self.history.holds(row, len(self.history)):
                fail(row, "facts", "nobody_opens", field=f"box {list(box)}")

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


def _body_of(rows: Rows, boxes: Boxes, codec: Codec, number: int) -> AnyBody:
    """A row that was judged before."""
    row = row_at(rows, number)
    if row is None:
        raise Damaged("rows_missing", number, "row")
    return codec.decode(row, boxes, number)
