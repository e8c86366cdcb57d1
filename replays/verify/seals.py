"""The boxes of a row, closed again as it is decided again."""

from collections.abc import Sequence
from typing import Any

import msgspec

from core.kernel.decoding import decode
from core.kernel.log.codec import Openings
from core.kernel.rules.chance import Draw, Drawn
from core.kernel.rules.secret import HOLE, Secret
from replays.verify.faults import Value, fail

Audience = tuple[int, ...]

_encode = msgspec.json.Encoder().encode


class Seals:
    """Closes the boxes of a row again: the same numbers, audiences, salts and values."""

    __slots__ = ("boxes", "made", "row", "unseen")

    def __init__(self, boxes: Openings, row: int, made: Sequence[Audience] = ()) -> None:
        self.boxes = boxes
        self.begin(row, made)

    def begin(self, row: int, made: Sequence[Audience] = ()) -> None:
        self.row = row
        self.made: list[Audience] = [*made]
        self.unseen = 0  # draws that this reader cannot see

    def seal(self, by: tuple[int, ...], value: Value) -> Secret[Any]:
        box = (self.row, len(self.made))
        self.made.append(by)
        opening = self.boxes.get(box)
        if opening is None:
            return Secret(box, by, "", HOLE)
        if value is not HOLE and _encode(value).decode() != opening.value:
            fail(self.row, f"box {box[1]}", "other_value_in_box")
        return Secret(box, by, opening.salt, value)

    def drawn(self, draw: Draw) -> tuple[Drawn | None, ...]:
        """What lies in the next boxes, those of a draw, as far as this reader may see it."""
        places = range(len(self.made), len(self.made) + len(draw.sizes))
        openings = [self.boxes.get((self.row, place)) for place in places]
        self.unseen += None in openings
        return tuple(None if one is None else decode(one.value, Drawn) for one in openings)

    def answer(self, seat: int, move: Value) -> Secret[Any]:
        """The move itself: the first box of its row."""
        return Secret((self.row, 0), (seat,), "", move)

    def words(self, seat: int, found: Secret[str] | None) -> Secret[str]:
        """What was typed: the last box of its row, whatever it says."""
        box = (self.row, len(self.made))
        self.made.append((seat,))
        return Secret(box, (seat,), "", found.value if found is not None and found.known else HOLE)
