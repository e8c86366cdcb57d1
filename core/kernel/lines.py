"""All lines of a match at once, in a few bytes a row: what undo and redo ask of the rows before them.

The rows form a tree: each hangs from its parent, and the line of a row leads from it to row 1. No question walks along
a whole line, so that a file of a million undos is judged as fast, row by row, as a match.
"""

from array import array
from collections.abc import Iterable

from core.kernel.engine import opens
from core.kernel.errors import Damaged, Refused
from core.kernel.row import PLAYED, AnyBody, Back, Request, Start

Pending = tuple[AnyBody, frozenset[int]]
"""A request for consent that waits, and the seats that agreed."""


class Lines:
    """The rows so far, as far as going back is concerned."""

    def __init__(self, rows: Iterable[AnyBody] = ()) -> None:
        self.first = 1  # the row after which somebody can first move; 0 while a match has not begun
        self.pending: Pending | None = None  # any row but an answer or a key makes it lapse
        self._parents = array("I", [0])
        self._depths = array("I", [0])
        self._jumps = array(
            "I", [0]
        )  # for each row one far above it, such that two lines of jumps meet where they part
        self._played = array("I", [0])  # the nearest row of its line that facts follow from: itself, or one above it
        self._halts = array(
            "I", [0]
        )  # the nearest row of its line that an undo wrote, or behind which none is looked for
        self._left = array("I", [0])  # of an undo: the tip that it left
        self._actors = array("q", [0])
        self._keys_from = array("I", [1])  # the first of the keys in a row that end here; behind it if it is none
        self._free_from = array("I", [1])  # its actor could freely take back all rows from this one on; its own first
        for row in rows:
            self.add(row)

    def __len__(self) -> int:
        """How many rows there are."""
        return len(self._parents) - 1

    def add(self, row: AnyBody) -> None:
        """One more row."""
        number, parent, about = len(self._parents), row.parent, row.about
        if not 0 <= parent < number:
            raise Damaged("parent_ahead", number, "parent", expected=f"< {number}", found=parent)
        played, left = row.kind in PLAYED, 0
        if isinstance(about, Start):
            self.first = 0 if about.nonces else 1 if about.forked is None else 2
        elif row.kind == "begin":
            self.first = number
        elif row.kind == "undo" and isinstance(about, Back) and 0 < about.tip < number:
            left = about.tip
        halts = played or left or row.kind == "reveal"
        depths, jumps = self._depths, self._jumps
        jump = jumps[parent]
        even = parent and depths[parent] - depths[jump] == depths[jump] - depths[jumps[jump]]
        self._parents.append(parent)
        depths.append(depths[parent] + 1)
        jumps.append(jumps[jump] if even else parent)
        self._played.append(number if played else self._played[parent])
        self._halts.append(number if halts else self._halts[parent])
        self._left.append(left)
        self._add_freedom(number, row)
        self.pending = None if played else pending_after(self.pending, row)

    def _add_freedom(self, number: int, row: AnyBody) -> None:
        """A key belongs to the rows before it and to those after it, whoever their actor is."""
        keys_from, actor = self._keys_from[-1], hash(row.actor)
        if row.kind == "key":
            self._keys_from.append(keys_from)
            self._free_from.append(self._free_from[-1])
            self._actors.append(self._actors[-1])
            return
        self._keys_from.append(number + 1)
        if not can_be_free(row):
            self._free_from.append(number + 1)
        elif self._actors[-1] == actor:
            self._free_from.append(self._free_from[-1])
        else:
            self._free_from.append(keys_from)
        self._actors.append(actor)

    def length(self, tip: int) -> int:
        """How many rows lie on the line of this row."""
        return self._depths[tip]

    def parent(self, row: int) -> int:
        """The row that this one continues."""
        return self._parents[row]

    def played(self, tip: int) -> int:
        """The last row of its line that facts follow from: the match stands here as it stood there."""
        return self._played[tip]

    def holds(self, row: int, tip: int) -> bool:
        """Does a row lie on the line of another?"""
        return self._above(tip, self._depths[row]) == row

    def parting(self, one: int, other: int) -> int:
        """The last row that lies on both lines; 0 if there is none."""
        depth = min(self._depths[one], self._depths[other])
        one, other = self._above(one, depth), self._above(other, depth)
        while one != other:
            far = self._jumps if self._jumps[one] != self._jumps[other] else self._parents
            one, other = far[one], far[other]
        return one

    def _above(self, row: int, depth: int) -> int:
        """The row of this line that lies so deep in it."""
        while self._depths[row] > depth:
            jump = self._jumps[row]
            row = jump if self._depths[jump] >= depth else self._parents[row]
        return row

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
        undo = self._halts[tip]
        if not self._left[undo]:
            raise Refused("", "nothing_to_redo")
        return self._left[undo], self._parents[undo]

    def free(self, after: int, tip: int, actor: str) -> bool:
        """Are all rows after `after` up to `tip` free for this actor? (`undo_class` says it row by row.)"""
        if after + 1 >= self._keys_from[tip]:  # nothing but keys in between
            return True
        return self._actors[tip] == hash(actor) and self._free_from[tip] <= after + 1


def can_be_free(row: AnyBody) -> bool:
    """Nobody learned anything from this row, and nothing of anybody but its actor is lost with it."""
    if row.kind == "move":
        return not row.chance and row.sealed_move is None and not any(map(opens, row.facts))
    return row.kind in {"undo", "redo"}


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
