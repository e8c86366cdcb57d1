"""Going through a log: every row is checked and decided again, one after the other.

Of the rows themselves nothing is kept, only a few bytes of each: a log may be larger than the memory.
"""

import re
from contextlib import suppress

from core.games import game_of
from core.kernel.errors import Damaged, EditionError, Usage
from core.kernel.game import Edition
from core.kernel.log.codec import Codec
from core.kernel.log.limits import Measure
from core.kernel.log.row import Start, StoredRow, is_guessable
from core.kernel.log.starting import ENGINE
from core.kernel.rules.engine import AnyGame
from replays.files.rows import Rows, row_at
from replays.verify.boxes import Boxes
from replays.verify.chain import Chain
from replays.verify.faults import Fault, Faulty, fail, fault_of
from replays.verify.referee import Referee
from replays.verify.report import Believed, Progress, Report, unreadable
from replays.verify.views import View

_AT = re.compile(r"at `\$\.(?P<field>[^`]+)`")  # how a body that cannot be read says where


class Walk:
    """One log, gone through."""

    def __init__(self, rows: Rows, last: tuple[int, str] = (0, ""), *, drift: bool, view: View | None = None) -> None:
        """`last`: number and digest that the last row is said to have; `view`: of a file, who may read it."""
        self.referee: Referee | None = None  # from row 1 on
        self.head = 0  # the last row that can be read, and its digest
        self.digest = ""
        self.other_rules = ""
        self.practice = False
        self._rows = rows
        self._chain = Chain(rows, last)
        self._said = last[0]
        self._drift = drift
        self._view = view
        self._measure = Measure()

    def through(self, progress: Progress | None = None) -> Fault | None:
        """Every row, up to the first of which something does not hold."""
        fault = self._through(progress)
        if fault is not None and self.head:
            self._count_on()
        return fault

    def _through(self, progress: Progress | None) -> Fault | None:
        try:
            self._begin()
            for number, row in enumerate(self._rows(0), 1):
                self.head, self.digest = number, row.digest
                self._judge(number, row)
                if progress is not None:
                    progress(number, self._said)
            if self.referee is not None:
                self.referee.check_end()
        except Faulty as found:
            return found.fault
        except Damaged as problem:
            return fault_of(problem)
        return None if self.head else Fault(0, "rows", "empty_log")

    def _count_on(self) -> None:
        """How many rows can be read, although they are not judged any more."""
        with suppress(Damaged):
            for number, row in enumerate(self._rows(self.head), self.head + 1):
                self.head, self.digest = number, row.digest

    def _judge(self, number: int, row: StoredRow) -> None:
        """The next row: its chain, its boxes, and all that it says."""
        try:
            self._chain.check(number, row)
        except Faulty as torn:
            raise Faulty(self._detailed(torn.fault, row)) from None
        referee = self.referee
        assert referee is not None  # there is a first row
        if row.commits:
            referee.boxes.enter(number, row)
        fault = referee.judge(number, row)
        if fault is not None:
            raise Faulty(fault)
        assert referee.body is not None  # this row's
        excess = self._measure.add(row, referee.body)
        if excess is not None:
            fail(number, excess.limit.part, "beyond_limit", f"<= {excess.limit.most}", excess.found)
        if self._view is not None:
            if not self.other_rules and not referee.literal:
                fail(number, "body", "row_says_more")  # later versions may write the same in another way
            self._view.check(referee.body, row, referee)

    def _begin(self) -> None:
        """Row 1 says which game this is, and under what rules it was played."""
        first = row_at(self._rows, 1)
        if first is None:
            return
        self._chain.check(1, first)
        game = game_of(first)
        codec = Codec(game)
        boxes = Boxes(self._chain.match, self._rows, codec)
        boxes.meet(1, first)
        skim = codec.skimmer(boxes)
        body = skim(first, 1)
        start, self.practice = body.about, is_guessable(body)
        if not isinstance(start, Start):
            raise Damaged("no_start", 1, "about")
        self._edition = _checked_edition(game, start)  # held, so that it stays known on the way
        same = (start.engine, start.rules) == (ENGINE, game.rules_version)
        self.other_rules = "" if same else f"engine {start.engine}, rules {start.rules}"
        self.referee = Referee(codec, skim, self._rows, boxes, start, decide=same or self._drift)

    def _detailed(self, torn: Fault, row: StoredRow) -> Fault:
        """The body of a row was changed: deciding it again may show which field."""
        if "body" not in torn.part or self.referee is None:
            return torn
        detail = self.referee.judge(torn.row, row)
        if detail is None:
            return torn
        if detail.part == "body":  # it cannot even be read: that tells where
            path = _AT.search(detail.found)
            return Fault(torn.row, "body", torn.why, path["field"] if path else "", "", detail.found)
        named = not detail.field or detail.field.startswith(detail.part)
        field = detail.field if named else f"{detail.part}: {detail.field}"
        expected = detail.expected if detail.why != "move_not_legal" else ""  # which says why, and not what was there
        return Fault(torn.row, "body", torn.why, field or detail.part, expected, detail.found)

    def report(self, fault: Fault | None) -> Report:
        """What was found, as far as it went."""
        referee = self.referee
        if referee is None or referee.body is None:
            return unreadable(fault or Fault(0, "rows", "empty_log"))
        counts, start, boxes, state = referee.counts, referee.start, referee.boxes, referee.state
        judged = len(referee.history)
        return Report(
            match=boxes.match,
            game=referee.game.name,
            edition_name=start.edition.name,
            edition=start.edition.digest,
            seats=start.seats,
            view="",
            rows=self.head,
            head=self.digest,
            over=not state.agenda,
            given_up=referee.history.given_up(),
            learned=referee.history.learned,
            result=referee.game.result(state.table),
            moves=counts.moves,
            decided=counts.decided,
            hidden=counts.hidden,
            folded=counts.folded,
            undone=judged - referee.history.length(judged) if fault is None else 0,
            draws_derived=counts.derived,
            draws_recorded=counts.recorded,
            boxes_opened=boxes.opened,
            boxes_closed=boxes.entered - boxes.opened,
            seed_revealed=counts.revealed,
            seed_chosen=start.seed_chosen,
            practice=self.practice,
            nonces=referee.entries.opened if start.nonces else None,
            forked=start.forked,
            other_rules=self.other_rules,
            believed=self._believed(start, judged),
            fault=fault,
        )

    def _believed(self, start: Start, judged: int) -> tuple[Believed, ...]:
        """What the rows that were judged rest on, though it was not decided again."""
        rules: tuple[Believed, ...] = ("rules",) if self.other_rules and not self._drift else ()
        return (*rules, "fork") if start.forked is not None and judged > 1 else rules


def _checked_edition(game: AnyGame, start: Start) -> Edition:
    """Return the component data: it is here, or carried by row 1 and such as it is named."""
    name, text, digest = start.edition.name, start.edition.text, start.edition.digest
    try:
        edition = game.adopt(name, text) if text else game.edition()
    except EditionError as problem:
        fail(1, "edition", "start_edition", problem.terms.get("entry", ""), "", problem.why)
    if edition.digest == digest:
        return edition
    if text:
        fail(1, "edition", "other_edition", edition.digest, digest)
    raise Usage("edition_not_here", known=[edition.digest], edition=name, digest=digest)
