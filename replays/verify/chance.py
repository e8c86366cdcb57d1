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
                    self._counts.derived -= 1
                    self._counts.recorded += 1
                return drawn

        return dealer

    def drew(self, draws: int) -> None:
        if self._dealer is None:
            self._counts.recorded += draws
        else:
            self._counts.derived += draws
