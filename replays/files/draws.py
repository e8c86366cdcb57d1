"""The draws of a finished match with what the log leaves to the rules: the label and the bag of each.

A row holds the outcome of a draw; label and bag follow from deciding it again. Listed beside the log they let a program
without rules derive every draw from the seed (`docs/verify.py`). They do not stand in the rows: that a bag is the right
one only the rules can say, and `herald verify` lets them say it; a row would hold words that nobody may believe.
"""

from collections.abc import Sequence

import msgspec

from core.kernel.decoding import decode
from core.kernel.errors import Hidden, NotAllowed, Usage
from core.kernel.log.fold import setup_of
from core.kernel.log.kinds import KINDS
from core.kernel.log.log import AnyLog
from core.kernel.log.row import AnyBody, Ruled, Start
from core.kernel.log.starting import ENGINE
from core.kernel.rules import engine
from core.kernel.rules.chance import Dealer, Draw, Drawn, recorded
from core.kernel.setup.readings import as_said
from replays.files.export import finished


class Listed(msgspec.Struct, frozen=True, omit_defaults=True):
    """One draw, as its line in the file."""

    row: int
    label: str
    bag: tuple[str, ...]
    box: int | None = None  # of the row: where the outcome lies that some seats saw
    back: bool = False  # was each put back before the next was taken?
    each: tuple[int, ...] = ()  # how many lie in this box and in those behind it, where it was cut into hands


def export_draws(log: AnyLog) -> list[bytes]:
    """The lines of the file: every draw that this log decides, row by row."""
    if not finished(log):
        raise NotAllowed("draws_when_over", match=log.match)
    played = f"{log.start.engine}, {log.start.rules}"
    here = f"{ENGINE}, {log.game.rules_version}"
    if played != here:
        raise Usage("draws_of_other_rules", match=log.match, expected=here, found=played)
    return [msgspec.json.encode(one) + b"\n" for body in log.bodies for one in _drawn(log, body)]


def _drawn(log: AnyLog, body: AnyBody) -> Sequence[Listed]:
    """The draws of a row, decided again with the outcomes that it holds; a fork's were made elsewhere."""
    if not body.chance or KINDS[body.kind].takes_over:
        return ()
    listing = _Listing(log, body)
    try:
        if KINDS[body.kind].begins:
            engine.begin(log.game, setup_of(log.game, log.start), listing.dealer(0))
        else:
            before, dealer = log.state(body.parent), listing.dealer(log.state(body.parent).draws)
            if isinstance(body.about, Ruled):
                engine.go_on(log.game, as_said(before, body.about.rulings), dealer)
                return listing.found
            move = body.move if body.sealed_move is None else body.sealed_move.value
            engine.decide(log.game, before, body.seat or 0, move, dealer)
    except Hidden:  # an undone row with something closed that this copy does not hold
        return ()
    return listing.found


class _Listing:
    """The draws of one row as they are asked for."""

    def __init__(self, log: AnyLog, body: AnyBody) -> None:
        self.found: list[Listed] = []
        self._log = log
        self._body = body
        first = isinstance(body.about, Start) or body.sealed_move is not None  # the seed, or the answer
        self._box = 1 if first else 0

    def dealer(self, first: int) -> Dealer:
        """The outcomes of the row; what is asked of chance is kept."""
        deal = recorded(self._body.seq, self._body.chance, first, self._closed)

        def dealer(n: int, draw: Draw) -> Drawn:
            box = self._box if draw.by else None
            self.found.append(Listed(self._body.seq, draw.label, tuple(sorted(draw.left)), box, draw.back, draw.each))
            return deal(n, draw)

        return dealer

    def _closed(self, draw: Draw) -> tuple[Drawn | None, ...]:
        places = range(self._box, self._box + len(draw.sizes))
        self._box += len(draw.sizes)
        openings = [self._log.vault.get((self._body.seq, place)) for place in places]
        return tuple(None if one is None else decode(one.value, Drawn) for one in openings)
