"""What a file may show: no more openings than its view has, and nothing that another reader might take otherwise."""

from array import array

from core.kernel.log.row import AnyBody, StoredRow
from replays.files.export import FULL, PUBLIC, SEAT
from replays.verify.faults import fail
from replays.verify.referee import Referee


class View:
    """The view that a file says it is, checked row by row."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._freed = array("I")  # rows whose answers and draws may be open only if they count at the end

    def check(self, body: AnyBody, row: StoredRow, referee: Referee) -> None:
        """Every opening beside this row is for this reader."""
        seats = [seat for seat, name in enumerate(referee.start.seats) if self.name == SEAT + name]
        for box, opening in enumerate(row.openings):
            if opening is None:
                continue
            by = referee.boxes.audience((body.seq, box)) or ()
            if any(seat in by for seat in seats):
                continue
            typed = body.sealed_text
            if self.name != FULL or not by or (typed is not None and typed.box[1] == box):
                fail(body.seq, f"box {box}", "opening_beyond_view", found=self.name)
            self._freed.append(body.seq)

    def check_end(self, referee: Referee) -> None:
        """The view is one of this match as it stands; of a finished one, only what counts is open to all."""
        known = [PUBLIC, *(SEAT + name for name in referee.start.seats), *([] if referee.state.agenda else [FULL])]
        if self.name not in known:
            fail(0, "header", "header_view", ", ".join(known), self.name, "view")
        history = referee.history
        for row in self._freed:
            if not history.holds(row, len(history)):
                fail(row, "box 0", "opening_beyond_view", found=self.name)
