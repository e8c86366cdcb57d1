"""Chance once more: every draw from the seed, if that is known; else each is checked to have been possible."""

from array import array
from collections.abc import Iterator

from core.kernel.errors import Hidden
from core.kernel.log.row import AnyBody
from core.kernel.rules.chance import Dealer, Draw, Drawn, derived, recorded
from core.kernel.rules.secret import Box
from replays.verify.counts import Counts
from replays.verify.seals import Seals


class Chance:
    """Deals to a match that is decided again."""

    def __init__(self, counts: Counts) -> None:
        self._counts = counts
        self._dealer: Dealer | None = None
        self._row: AnyBody  # whose draws are dealt, after how many, and who closes its boxes
        self._first = 0
        self._seals: Seals
        self._shut = array("I")  # draws of which the bag hangs on a closed box: the row of each, and the box

    def follow(self, seed: str) -> None:
        """From now on draws follow from this seed."""
        self._dealer = derived(seed)

    def shut(self) -> Iterator[tuple[int, Box]]:
        """The rows whose draws could not be derived, because their bag hangs on a closed box, and that box."""
        for at in range(0, len(self._shut), 3):
            row, *box = self._shut[at : at + 3]
            yield row, (box[0], box[1])

    def dealing(self, body: AnyBody, first: int, seals: Seals) -> Dealer:
        """Every draw again, from the seed if that is known.

        Its bag may hang on a box that was never opened, because the line with it was undone: then the draw is checked
        as if there was no seed. Of the line that counts, that is not enough (`check_end`).
        """
        if self._dealer is None:
            return recorded(body.seq, body.chance, first, seals.drawn)
        self._row, self._first, self._seals = body, first, seals
        return self._derived

    def _derived(self, number: int, draw: Draw) -> Drawn:
        assert self._dealer is not None  # else draws are those that are recorded
        try:
            return self._dealer(number, draw)
        except Hidden as hole:
            row, seals = self._row, self._seals
            self._shut.extend((row.seq, *hole.box))
            unseen = seals.unseen
            drawn = recorded(row.seq, row.chance, self._first, seals.drawn)(number, draw)
            if seals.unseen == unseen:
                self._counts.derived -= 1
                self._counts.recorded += 1
            return drawn

    def drew(self, draws: int) -> None:
        if self._dealer is None:
            self._counts.recorded += draws
        else:
            self._counts.derived += draws
