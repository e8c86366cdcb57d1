"""All lines of a match at once, in a few bytes a row: what undo and redo ask of the rows before them.

The rows form a tree: each hangs from its parent, and the line of a row leads from it to row 1. No question walks along
a whole line, so that a file of a million undos is judged as fast, row by row, as a match.
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterable

from core.kernel.errors import Damaged, Refused
from core.kernel.log.freedom import Freedom, can_be_free
from core.kernel.log.row import PLAYED, AnyBody, Back, Kind, Request, Start

Pending = tuple[AnyBody, frozenset[int]]
"""A request for consent that waits, and the seats that agreed."""

KEEPS_WAITING: frozenset[Kind] = frozenset({"agree", "key"})
"""The kinds of row behind which a request may still wait; any other answers it, replaces it, or lets it lapse."""

APART = 16  # of a line, each row so deep is marked: there its questions are answered, from all others it is not far

_PLAYS, _HALTS, _LEAVES, _MARKED = 1, 2, 4, 8


class Lines:
    """The rows so far, as far as going back is concerned."""

    def __init__(self, rows: Iterable[AnyBody] = ()) -> None:
        self.first = 1  # the row after which somebody can first move; 0 while a match has not begun
        self.pending: Pending | None = None  # any row but an answer or a key makes it lapse
        self._freedom = Freedom()
        self._parents = array("I", [0])
        self._traits = bytearray([_MARKED])  # do facts follow from the row? is no undo looked for behind it? ...
        self._depth = 0  # of the last row, and the place of the nearest mark at or above it
        self._near = 0
        self._marks = array("I", [0])  # the marked rows; of each:
        self._depths = array("I", [0])
        self._jumps = array("I", [0])  # the place of one far above it: two lines of jumps meet where they part
        self._played = array("I", [0])  # the nearest row of its line that facts follow from: itself, or one above it
        self._halts = array("I", [0])  # the nearest one that an undo wrote, or behind which none is looked for
        self._far = array("I")  # the undos that left another tip than the row before, and that tip
        self._far_tips = array("I")
        for row in rows:
            self.add(row)

    def __len__(self) -> int:
        """How many rows there are."""
        return len(self._parents) - 1

    def add(self, row: AnyBody, *, opens: bool | None = None) -> None:
        """One more row; `opens`: does it open something, if that is known already?"""
        number, parent = len(self._parents), row.parent
        if parent != number - 1:
            if not 0 <= parent < number:
                raise Damaged("parent_ahead", number, "parent", expected=f"< {number}", found=parent)
            self._depth, self._near = self._place(parent)
        self._parents.append(parent)
        self._depth += 1
        traits = _PLAYS | _HALTS if row.kind == "move" else self._traits_of(number, row)
        self._traits.append(traits)
        if not self._depth % APART:
            self._mark(number)
        self._freedom.add(number, row, can_be_free(row, opens=opens))
        if traits & _PLAYS:
            self.pending = None
        else:
            self.pending = pending_after(self.pending, row)

    def _traits_of(self, number: int, row: AnyBody) -> int:
        about = row.about
        if isinstance(about, Start):
            self.first = 0 if about.nonces else 1 if about.forked is None else 2
        elif row.kind == "begin":
            self.first = number
        elif row.kind == "undo" and isinstance(about, Back) and 0 < about.tip < number:
            if about.tip != number - 1:
                self._far.append(number)
                self._far_tips.append(about.tip)
            return _HALTS | _LEAVES
        return _PLAYS | _HALTS if row.kind in PLAYED else _HALTS if row.kind == "reveal" else 0

    def _mark(self, number: int) -> None:
        near, depths, jumps = self._near, self._depths, self._jumps
        jump = jumps[near]
        even = near and depths[near] - depths[jump] == depths[jump] - depths[jumps[jump]]
        played, halts = self._nearest(number, _PLAYS, self._played), self._nearest(number, _HALTS, self._halts)
        self._near = len(self._marks)
        self._marks.append(number)
        depths.append(self._depth)
        jumps.append(jumps[jump] if even else near)
        self._played.append(played)
        self._halts.append(halts)
        self._traits[number] |= _MARKED

    def _place(self, row: int) -> tuple[int, int]:
        """How deep a row lies, and the place of the nearest mark at or above it."""
        steps = 0
        while not self._traits[row] & _MARKED:
            row = self._parents[row]
            steps += 1
        place = bisect_left(self._marks, row)
        return self._depths[place] + steps, place

    def _nearest(self, row: int, trait: int, known: "array[int]") -> int:
        """The nearest row of its line that has this trait; marked rows know it."""
        while not self._traits[row] & trait:
            if self._traits[row] & _MARKED:
                return known[bisect_left(self._marks, row)]
            row = self._parents[row]
        return row

    def length(self, tip: int) -> int:
        """How many rows lie on the line of this row."""
        return self._place(tip)[0]

    def parent(self, row: int) -> int:
        """The row that this one continues."""
        return self._parents[row]

    def played(self, tip: int) -> int:
        """The last row of its line that facts follow from: the match stands here as it stood there."""
        return self._nearest(tip, _PLAYS, self._played)

    def holds(self, row: int, tip: int) -> bool:
        """Does a row lie on the line of another?"""
        return self._above(tip, self.length(row)) == row

    def parting(self, one: int, other: int) -> int:
        """The last row that lies on both lines; 0 if there is none."""
        depth = min(self.length(one), self.length(other))
        one, other = self._above(one, depth), self._above(other, depth)
        while one != other:
            if self._traits[one] & _MARKED:
                far, further = self._jump(one), self._jump(other)
                if far != further:
                    one, other = self._marks[far], self._marks[further]
                    continue
            one, other = self._parents[one], self._parents[other]
        return one

    def _above(self, row: int, depth: int) -> int:
        """The row of this line that lies so deep in it."""
        at = self.length(row)
        while at > depth:
            far = self._jump(row) if self._traits[row] & _MARKED else 0
            if far and self._depths[far] >= depth:
                row, at = self._marks[far], self._depths[far]
            else:
                row, at = self._parents[row], at - 1
        return row

    def _jump(self, marked: int) -> int:
        return self._jumps[bisect_left(self._marks, marked)]

    # --- what going back asks ---------------------------------------------------------------------------------------

    def target(self, to: int, tip: int) -> int:
        """The row to go back to from `tip`, if play can go on from there."""
        if not self.first:
            raise Refused("", "undo_nothing_begun")
        if not 1 <= to < tip or not self.holds(to, tip):
            raise Refused("", "undo_not_on_line", need=to, have=tip)
        if to < self.first:
            raise Refused("", "undo_before_beginning", need=self.first, have=to)
        return to

    def redo(self, tip: int) -> tuple[int, int]:
        """What a redo at `tip` would bring back: (the tip that was left, the row that play had gone back to)."""
        undo = self._nearest(tip, _HALTS, self._halts)
        if not self._traits[undo] & _LEAVES:
            raise Refused("", "nothing_to_redo")
        far = bisect_left(self._far, undo)
        left = self._far_tips[far] if far < len(self._far) and self._far[far] == undo else undo - 1
        return left, self._parents[undo]

    def free(self, after: int, tip: int, seat: int | None, actor: str) -> bool:
        """Are all rows after `after` up to `tip` free for this seat and actor? (`undo_class` says it row by row.)"""
        return self._freedom.free(after, tip, (seat, actor))


def pending_after(pending: Pending | None, row: AnyBody) -> Pending | None:
    """The request for consent that waits after this row."""
    if row.kind == "key":
        return pending
    if row.kind == "ask" and isinstance(row.about, Request):
        return row, frozenset()
    if row.kind == "agree" and row.seat is not None and pending is not None:
        request, agreed = pending
        return request, agreed | {row.seat}
    return None
