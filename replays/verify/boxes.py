"""The boxes of a log while it is verified: who may know each, and what opens it, in a few bytes a box.

An answer that was closed is opened by a later row. So as soon as a box comes without its opening, the log is looked
through once, to learn which row opens which box; the openings themselves are looked up again where they are needed. An
opening counts only if it fits the commitment, whoever brings it.
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from contextlib import suppress

from core.kernel.errors import Damaged
from core.kernel.log.codec import Codec
from core.kernel.log.log import openings_in
from core.kernel.log.row import StoredRow
from core.kernel.rules.secret import Box, Opening, commit
from replays.files.rows import Rows, row_at

AT_HAND = 2**20  # bytes of openings and commitments that are kept for quick reference
EACH = 500  # bytes that one of them takes beside its text


class Boxes:
    """What a reader of these rows holds of every box: the vault that a codec looks into."""

    def __init__(self, match: str, rows: Rows, codec: Codec) -> None:
        """`codec`: any of the match; it may be reading a row while a box is looked into."""
        self.entered = 0
        self.opened = 0
        self.match = match
        self._rows = rows
        self._codec = codec
        self._with = array("I")  # the rows that have boxes
        self._first = array("I", [0])  # for each of them, how many boxes there are in the rows before it; then for all
        self._known = 0  # the last row whose boxes are among these
        self._surveyed = False
        self._opener = array("I")  # for each box, the later row that says it opens it
        self._audience = array("H")  # for each box, who may know it, as a number; 0 before that is known
        self._audiences: list[tuple[int, ...]] = [()]
        self._numbers: dict[tuple[int, ...], int] = {}
        self._claims: dict[Box, Opening] = {}  # what later rows say; not checked yet
        self._openings: dict[Box, Opening | None] = {}  # those that fit; None: nothing here opens it
        self._commitments: dict[Box, str] = {}
        self._at_hand = 0

    def enter(self, number: int, row: StoredRow) -> None:
        """A row whose chain holds: its boxes, and the openings beside them."""
        self.meet(number, row)
        for place, (commitment, opening) in enumerate(zip(row.commits, row.openings, strict=True)):
            box = (number, place)
            self._hold(opening.value if opening is not None else "")
            self._commitments[box] = commitment
            if opening is not None:
                self._openings[box] = opening
                self.opened += 1
                continue
            at = self._place(box)
            if at is None or not self._opener[at]:
                self._openings[box] = None
            self.opened += self.get(box) is not None
        self.entered += len(row.commits)

    def meet(self, number: int, row: StoredRow) -> None:
        """The boxes of the next row that has any get their places; who brings the openings that it lacks?"""
        if number > self._known:
            self._number(number, row)
        if None in row.openings:
            self._survey()

    def _survey(self) -> None:
        """Look through all rows, once, for those that open a box; what cannot be read is named when its turn comes."""
        if self._surveyed:
            return
        self._surveyed = True
        with suppress(Damaged):
            for number, row in enumerate(self._rows(0), 1):
                if row.commits and number > self._known:
                    self._number(number, row)
                data = bytes(row.body)
                if b'"salt"' in data or b"\\" in data:  # else there is no opening in it: hardly any row has one
                    self._note_claims(number, row)

    def _note_claims(self, number: int, row: StoredRow) -> None:
        for box, opening in self._opened_by(number, row).items():
            at = self._place(box)
            if at is not None and not self._opener[at]:
                self._opener[at] = number
                self._claims[box] = opening
                self._hold(opening.value)

    def _number(self, number: int, row: StoredRow) -> None:
        """The boxes of a row get their places."""
        made = len(row.commits)
        self._known = number
        self._with.append(number)
        self._first.append(self._first[-1] + made)
        self._opener.extend([0] * made)
        self._audience.extend([0] * made)

    # --- the vault of a codec ---------------------------------------------------------------------------------------

    def update(self, openings: Mapping[Box, Opening]) -> None:
        """What stands beside a row joins when the row is entered."""

    def get(self, box: Box) -> Opening | None:
        """What opens this box, if it is here."""
        try:
            return self._openings[box]
        except KeyError:
            if self._place(box) is None:
                return None
            found = next((claim for claim in self._candidates(box) if self.fits(box, claim)), None)
            self._hold(found.value if found is not None else "")
            self._openings[box] = found
            return found

    def _candidates(self, box: Box) -> Iterator[Opening]:
        at = self._place(box)
        if at is None:
            return
        if box in self._claims:
            yield self._claims[box]
        row = row_at(self._rows, box[0])
        beside = row.openings[box[1]] if row is not None and box[1] < len(row.openings) else None
        if beside is not None:
            yield beside
        opener = row_at(self._rows, self._opener[at])
        if opener is not None:
            claim = self._opened_by(self._opener[at], opener).get(box)
            if claim is not None:
                yield claim

    def opener(self, box: Box) -> int:
        """The row that says it opens this box; 0 if none does."""
        at = self._place(box)
        return self._opener[at] if at is not None else 0

    def fits(self, box: Box, opening: Opening) -> bool:
        """Is this what the box was closed with?"""
        known = self._openings.get(box)
        return (known is not None and known == opening) or commit(self.match, box, opening) == self._commitment(box)

    def _commitment(self, box: Box) -> str | None:
        if self._place(box) is None:
            return None
        if box not in self._commitments:
            row = row_at(self._rows, box[0])
            if row is None or box[1] >= len(row.commits):
                return None
            self._hold("")
            self._commitments[box] = row.commits[box[1]]
        return self._commitments[box]

    # --- who may know a box -----------------------------------------------------------------------------------------

    def made(self, box: Box, by: tuple[int, ...]) -> None:
        """A row has made this box for these seats."""
        at = self._place(box)
        if at is not None and not self._audience[at]:
            if by not in self._numbers:
                self._numbers[by] = len(self._audiences)
                self._audiences.append(by)
            self._audience[at] = self._numbers[by]

    def audience(self, box: Box) -> tuple[int, ...] | None:
        """Who may know this box; None before a row has made it."""
        at = self._place(box)
        return self._audiences[self._audience[at]] if at is not None and self._audience[at] else None

    # --- inside -----------------------------------------------------------------------------------------------------

    def _place(self, box: Box) -> int | None:
        row, number = box
        if not 1 <= row <= self._known or number < 0:
            return None
        place = bisect_left(self._with, row)
        if self._with[place] != row:
            return None
        at = self._first[place] + number
        return at if at < self._first[place + 1] else None

    def _opened_by(self, number: int, row: StoredRow) -> dict[Box, Opening]:
        try:
            return {opened.box: opened.opening() for opened in openings_in(self._codec.decode(row, {}, number))}
        except Damaged:  # named when its turn comes
            return {}

    def _hold(self, text: str) -> None:
        """What is at hand is forgotten as a whole when it becomes too much: it can be looked up again."""
        self._at_hand += EACH + len(text)
        if self._at_hand > AT_HAND:
            self._claims.clear()
            self._openings.clear()
            self._commitments.clear()
            self._at_hand = EACH + len(text)
