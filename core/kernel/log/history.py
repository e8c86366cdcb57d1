"""The history of a match: the rows that count, and what it takes to go back and forth among them.

Each row continues another one, its parent, mostly the row before; an undo or a redo says which. So the rows form a
tree, and those that count are the line of the last row: follow the parents back from it. A log may be as hostile as its
limits allow: nothing here takes a time that grows with the square of its rows.
"""

from array import array
from collections.abc import Container, Iterable, Mapping, Sequence

from msgspec import Struct

from core.kernel.errors import Damaged, Refused, Usage
from core.kernel.log.kinds import KINDS, RowKind
from core.kernel.log.row import AnyBody, Back, Request, Start
from core.kernel.rules.engine import open_something

Doer = tuple[int | None, str]
"""Whose a row is: the seat, and who acted for it. One person may act for several seats, and several for one."""

Pending = tuple[AnyBody, frozenset[int]]
"""A request for consent that waits, and the seats that agreed."""


class Meant(Struct, frozen=True, forbid_unknown_fields=True):
    """Choice of somebody who goes back or forth, as they saw it: nobody is taken for asking what they did not ask."""

    row: int  # the decision that is taken back, the row to go back to where one was named, or the row that comes back
    free: bool  # without the others' consent


class History:
    """The rows so far, some 40 bytes of each."""

    def __init__(self, rows: Iterable[AnyBody] = ()) -> None:
        self.first = 1  # the row after which somebody can first move; 0 while a match has not begun
        self.pending: Pending | None = None
        self.learned = 0  # how many rows went back although something had been learned, with nobody to ask
        self._start: Start | None = None
        self._parents = array("I", [0])
        self._depths = array("I", [0])  # how many rows lie on its line
        self._far = array("I", [0])  # a row far above on its line; of two rows at one depth, they lie at one depth, too
        self._played = array("I", [0])  # the nearest row on its line, itself included, that brought the match on
        self._turned = array("I", [0])  # the nearest one behind which no redo looks: an undo, or what ended all redo
        self._left: dict[int, int] = {}  # for each undo the tip that it left
        self._asked: set[int] = set()  # the rows that asked for consent
        self.rulings: list[int] = []  # the rows from which on the table reads some rulings otherwise
        self._ends: set[int] = set()  # those with which the match was given up
        self._since = array("I", [1])  # the rows from this one up to here could be taken back freely by one doer
        self._doers: list[Doer | None] = [None]  # who that is: None, if they are nobody's in particular
        self._bare = array("I", [1])  # the rows from this one up to here are nobody's in particular
        self._known: dict[Doer, Doer] = {}
        for row in rows:
            self.add(row)

    def __len__(self) -> int:
        return len(self._parents) - 1

    def copied(self) -> "History":
        """The same, which goes on by itself."""
        other = History()
        for name, value in vars(self).items():
            vars(other)[name] = value[:] if isinstance(value, array | list) else value
        other._left, other._asked, other._ends = dict(self._left), set(self._asked), set(self._ends)
        return other

    def add(self, row: AnyBody, *, opens: bool | None = None) -> None:
        """One more row; `opens`: does it open something, if that is known already?"""
        parents, depths, far = self._parents, self._depths, self._far
        number, parent, kind = len(parents), row.parent, KINDS[row.kind]
        if not 0 <= parent < number:
            raise Damaged("parent_ahead", number, "parent", expected=f"< {number}", found=parent)
        depth, jump = depths[parent], far[parent]
        above, further = depths[jump], far[jump]
        parents.append(parent)
        depths.append(depth + 1)
        far.append(further if depth - above == above - depths[further] else parent)
        if kind.decides:  # nearly all rows, and nothing else holds of them
            self._played.append(number)
            self._turned.append(number)
            self.pending = None
        else:
            self._note(number, row, kind)
        self._note_doer(number, row, kind, free=can_be_free(row, opens=opens))

    def _note(self, number: int, row: AnyBody, kind: RowKind) -> None:
        """What a row is that nobody decides."""
        parent = row.parent
        self._played.append(number if kind.plays else self._played[parent])
        if kind.turns == "back" and isinstance(row.about, Back) and 0 < row.about.tip < number:
            self._left[number] = row.about.tip
        ends = kind.plays or kind.closes or number in self._left
        self._turned.append(number if ends else self._turned[parent])
        if kind.begins:
            self.first = _first(row.about, number)
            self._start = row.about if isinstance(row.about, Start) else self._start
        if kind.turns and self._start is not None:
            self.learned += is_learned(self._start, row)
        if kind.ends:
            self._ends.add(number)
        if kind.rules:
            self.rulings.append(number)
        if kind.request == "begins":
            self._asked.add(number)
        self.pending = None if kind.plays else pending_after(self.pending, row)

    def _note_doer(self, number: int, row: AnyBody, kind: RowKind, *, free: bool) -> None:
        since, doer, bare = self._since[-1], self._doers[-1], self._bare[-1]
        if not free:
            since, doer, bare = number + 1, None, number + 1
        elif kind.free == "doer":
            one = row.seat, row.actor
            one = self._known.setdefault(one, one)
            if doer is not None and doer != one:
                since = bare
            doer, bare = one, number + 1
        self._since.append(since)
        self._doers.append(doer)
        self._bare.append(bare)

    # --- lines ------------------------------------------------------------------------------------------------------

    def parent(self, row: int) -> int:
        """The row that this one continues."""
        return self._parents[row]

    def length(self, tip: int) -> int:
        """How many rows lie on the line of this row."""
        return self._depths[tip]

    def played(self, tip: int) -> int:
        """The last row of its line that brought the match on: it stands here as it stood there."""
        return self._played[tip]

    def given_up(self, tip: int | None = None) -> bool:
        """Is the match over at row `tip` (the last one) because all gave it up, or the arbiter ended it?"""
        return self._played[len(self) if tip is None else tip] in self._ends

    def holds(self, row: int, tip: int) -> bool:
        """Does a row lie on the line of another?"""
        return self._above(tip, self._depths[row]) == row

    def parting(self, one: int, other: int) -> int:
        """The last row that lies on both lines; 0 if there is none."""
        depth = min(self._depths[one], self._depths[other])
        one, other = self._above(one, depth), self._above(other, depth)
        while one != other:
            step = self._far if self._far[one] != self._far[other] else self._parents
            one, other = step[one], step[other]
        return one

    def _above(self, row: int, depth: int) -> int:
        """The row of this line that lies so deep in it."""
        while self._depths[row] > depth:
            far = self._far[row]
            row = far if self._depths[far] >= depth else self._parents[row]
        return row

    # --- going back and forth -----------------------------------------------------------------------------------------

    def target(self, to: int, tip: int | None = None) -> int:
        """The row to go back to from `tip` (the last one), if play can go on from there."""
        tip = len(self) if tip is None else tip
        if not self.first:
            raise Refused("", "undo_nothing_begun")
        if not 1 <= to < tip or not self.holds(to, tip):
            raise Refused("", "undo_not_on_line", need=to, have=tip)
        if to < self.first:
            raise Refused("", "undo_before_beginning", need=self.first, have=to)
        return to

    def redo(self, tip: int | None = None) -> tuple[int, int]:
        """What a redo at `tip` (the last row) brings back: the tip that was left, and the row play had gone back to."""
        undo = self._turned[len(self) if tip is None else tip]
        if undo not in self._left:
            raise Refused("", "nothing_to_redo")
        return self._left[undo], self._parents[undo]

    def free(self, after: int, tip: int, doer: Doer) -> bool:
        """Can all rows after `after` up to `tip` be taken back without the others' consent?

        Also those that were undone before count: what they showed is still known.
        """
        since = self._since if self._doers[tip] in {None, doer} else self._bare
        return since[tip] <= after + 1

    def request(self, row: int) -> Pending:
        """The request of this row, if it is the one that waits: nobody answers another than they have seen."""
        if not 1 <= row <= len(self):
            raise Usage("no_such_row", row=row, last=len(self))
        if self.pending is not None and self.pending[0].seq == row:
            return self.pending
        raise Refused("", "request_closed" if row in self._asked else "no_request", have=row)


def _first(about: object, number: int) -> int:
    """The row after which somebody can first move, as the row that begins says it."""
    if not isinstance(about, Start):
        return number
    return 0 if about.nonces else 1 if about.forked is None else 2


def can_be_free(row: AnyBody, *, opens: bool | None = None) -> bool:
    """Nobody learned anything from this row, and nothing of anybody but its doer is lost with it."""
    if KINDS[row.kind].free == "nobody" or row.chance or row.sealed_move is not None:
        return False
    return not (open_something(row.facts) if opens is None else opens)


def pending_after(pending: Pending | None, row: AnyBody) -> Pending | None:
    """The request for consent that waits after this row."""
    becomes = KINDS[row.kind].request
    if becomes == "waits":
        return pending
    if becomes == "begins" and isinstance(row.about, Request):
        return row, frozenset()
    if becomes == "gains" and row.seat is not None and pending is not None:
        request, agreed = pending
        return request, agreed | {row.seat}
    return None


def consenting(start: Start, asker: int | None) -> frozenset[int]:
    """The seats whose consent it needs to go back, or to give up: all others; bots are never asked."""
    return frozenset(seat for seat, name in enumerate(start.seats) if seat != asker and name not in start.bots)


def is_learned(start: Start, row: AnyBody) -> bool:
    """An undo that is not free, of somebody whom nobody but bots could have stopped: what they saw, they know."""
    about = row.about
    turns = KINDS[row.kind].turns == "back"
    return turns and isinstance(about, Back) and about.by == "consent" and not consenting(start, row.seat)


def line(rows: Sequence[AnyBody], tip: int | None = None, known: Container[int] = ()) -> list[AnyBody]:
    """The rows that count for the match at row `tip` (the last one), in order.

    Only those behind the last of them that is among `known`.
    """
    found: list[AnyBody] = []
    at = len(rows) if tip is None else tip
    while at > 0 and at not in known:
        row = rows[at - 1]
        found.append(row)
        at = _above(row)
    found.reverse()
    return found


def last_decision(rows: Sequence[AnyBody], seat: int | None) -> AnyBody:
    """The last move of the line, of this seat if one is named: what an undo takes back that names no row."""
    for row in reversed(line(rows)):
        if KINDS[row.kind].decides and (seat is None or row.seat == seat):
            return row
    raise Refused("", "nothing_to_undo")


def to_undo(rows: Sequence[AnyBody], history: History, doer: Doer, to: int | None = None) -> tuple[Meant, int]:
    """Return what an undo of this doer takes back, and the row that play goes back to."""
    last = last_decision(rows, doer[0]) if to is None else None
    target = history.target(last.parent if last is not None else to or 0)
    return Meant(last.seq if last is not None else target, history.free(target, len(history), doer)), target


def to_redo(history: History, doer: Doer) -> Meant:
    """Return what a redo of this doer brings back."""
    tip, _ = history.redo()
    return Meant(tip, history.free(history.parting(len(history), tip), tip, doer))


def refuse_other(meant: Meant | None, found: Meant) -> None:
    """Refuse to go back or forth in a way that somebody did not mean who had not seen the last rows."""
    if meant is None:
        return
    if meant.row != found.row:
        raise Refused("", "other_meant", need=found.row, have=meant.row)
    if meant.free and not found.free:
        raise Refused("", "free_no_more", have=found.row)


def _above(row: AnyBody) -> int:
    """The row that this one continues."""
    if row.parent >= row.seq:
        raise Damaged("parent_ahead", row.seq, "parent", expected=f"< {row.seq}", found=row.parent)
    return row.parent


def undone(rows: Sequence[AnyBody]) -> Mapping[int, int]:
    """The rows that an undo dropped and no redo brought back, each with that undo row.

    The last undo or redo that reaches a row says what became of it. So they are gone through from the last one on, and
    each walks over the rows that no later one has reached, skipping the others: no row is settled twice.
    """
    fate: dict[int, int] = {}  # the undo that dropped a row, 0 where a redo brought it back
    above = list(range(len(rows) + 1))  # a row itself while it is open, else one above it, nearer to the next open one
    for row in reversed(rows):
        turns = KINDS[row.kind].turns
        if turns == "back" and isinstance(row.about, Back):
            at, to, undo = min(row.about.tip, row.seq - 1), row.about.to, row.seq
        elif turns == "forth":
            at, to, undo = row.seq, 0, 0
        else:
            continue
        while (at := _open(above, at)) > max(to, 0):
            fate[at] = undo
            above[at] = _above(rows[at - 1])
    return {seq: undo for seq, undo in fate.items() if undo and KINDS[rows[seq - 1].kind].free != "anybody"}


def _open(above: list[int], at: int) -> int:
    """The nearest row at or above this one that no undo or redo has reached; the way there becomes half as long."""
    at = max(at, 0)
    while (near := above[at]) != at:
        above[at] = above[near]
        at = near
    return at
