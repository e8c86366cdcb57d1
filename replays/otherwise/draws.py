"""Chance under other readings: what was drawn is drawn again, as long as the same is asked of it at the same moment."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from core.kernel.rules.chance import Dealer, Draw, Drawn
from core.kernel.rules.secret import HOLE, Opening, Secret
from replays.verify.seals import Seals

_encode = msgspec.json.Encoder().encode


class OtherDraw(Exception):
    """Something is drawn that was not drawn then, or out of another bag, or at another moment."""

    def __init__(self, label: str) -> None:
        super().__init__(label)
        self.label = label


class Again(Seals):
    """Closes the boxes of a row that may hold something else than they did."""

    __slots__ = ()

    def seal(self, by: tuple[int, ...], value: Any) -> Secret[Any]:
        box = (self.row, len(self.made))
        self.made.append(by)
        opening: Opening | None = self.boxes.get(box)
        same = opening is not None and value is not HOLE and _encode(value).decode() == opening.value
        return Secret(box, by, opening.salt if same and opening is not None else "", value)


def noted(deal: Dealer, draws: dict[int, Draw]) -> Dealer:
    """The same dealer, which notes what is asked of it."""

    def dealer(n: int, draw: Draw) -> Drawn:
        draws[n] = draw
        return deal(n, draw)

    return dealer


def same(deal: Dealer, drawn_then: Callable[[], Mapping[int, Draw]], doubted: Callable[[], bool]) -> Dealer:
    """The same dealer, as long as nothing else is drawn than then; what is not `doubted` need not be looked at."""

    def dealer(n: int, draw: Draw) -> Drawn:
        if doubted():
            then = drawn_then().get(n)
            if then is None or _in_order(then) != _in_order(draw):
                raise OtherDraw(draw.label)
        return deal(n, draw)

    return dealer


def _in_order(draw: Draw) -> Draw:
    """A bag is drawn from in ascending order, so that its own means nothing."""
    return replace(draw, bag=tuple(sorted(draw.bag)))
