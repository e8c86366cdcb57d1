"""The draws of a finished match with what the log leaves to the rules: the label and the bag of each.

A row holds the outcome of a draw; label and bag follow from deciding it again. Listed beside the log they let a program
without rules derive every draw from the seed (`docs/verify.py`). They do not stand in the rows: that a bag is the right
one only the rules can say, and `herald verify` lets them say it; a row would hold words that nobody may believe.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from core.kernel.errors import Hidden, NotAllowed, Usage
from core.kernel.log.fold import setup_of
from core.kernel.log.log import Log
from core.kernel.log.row import AnyBody
from core.kernel.rules import engine
from core.kernel.rules.chance import Dealer, Draw, Drawn, recorded
from core.kernel.rules.engine import State
from replays.export import finished
from store.matches import ENGINE


class Listed(msgspec.Struct, frozen=True, omit_defaults=True):
    """One draw, as its line in the file."""

    row: int
    label: str
    bag: tuple[str, ...]
    box: int | None = None  # of the row: where the outcome lies that some seats saw
    back: bool = False  # was each put back before the next was taken?


def export_draws(log: Log) -> list[bytes]:
    """The lines of the file: every draw that this log decides, row by row."""
    if not finished(log):
        raise NotAllowed("draws_when_over", match=log.match)
    played = f"{log.start.engine}, {log.start.rules}"
    here = f"{ENGINE}, {log.game.rules_version}"
    if played != here:
        raise Usage("draws_of_other_rules", match=log.match, expected=here, found=played)
    return [msgspec.json.encode(one) + b"\n" for body in log.bodies for one in _drawn(log, body)]


def _drawn(log: Log, body: AnyBody) -> Iterator[Listed]:
    """The draws of a row, decided again with the outcomes that it holds; a fork's were made elsewhere."""
    if not body.chance or body.kind == "fork":
        return
    asked: list[Draw] = []
    try:
        if body.kind in {"start", "begin"}:
            engine.begin(log.game, setup_of(log.game, log.start), _noting(asked, body, 0))
        else:
            _decide(log, body, log.state(body.parent), asked)
    except Hidden:  # an undone row whose closed answer this copy does not hold
        return
    box = 1 if body.kind == "start" or body.sealed_move is not None else 0  # after the seed, or the answer
    for draw in asked:
        yield Listed(body.seq, draw.label, tuple(sorted(draw.bag)), box if draw.by else None, draw.back)
        box += bool(draw.by)


def _decide(log: Log, body: AnyBody, before: State[Any], asked: list[Draw]) -> None:
    move = body.move if body.sealed_move is None else body.sealed_move.value
    engine.decide(log.game, before, body.seat or 0, move, _noting(asked, body, before.draws))


def _noting(asked: list[Draw], body: AnyBody, first: int) -> Dealer:
    """The outcomes of a row; what is asked of chance is kept."""
    deal = recorded(body.seq, body.chance, first)

    def dealer(n: int, draw: Draw) -> Drawn:
        asked.append(draw)
        return deal(n, draw)

    return dealer
