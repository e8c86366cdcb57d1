"""Checks of a row by itself, whatever was decided: its place, format, time, seat, and what its kind must say."""

from msgspec import Struct

from core.kernel.log.kinds import KINDS
from core.kernel.log.limits import LATEST
from core.kernel.log.row import FORMAT, AnyBody
from replays.verify.faults import fail


def check_place(body: AnyBody, number: int, match: str, seats: int, least: int) -> None:
    """Place, format (at least that of the row before), time and seat."""
    if not least <= body.v <= FORMAT:
        fail(number, "version", "other_format", FORMAT, body.v)
    if body.seq != number or body.match != match:
        fail(number, "number", "row_out_of_place", f"{match} {number}", f"{body.match} {body.seq}")
    if not 0 <= body.at <= LATEST:
        fail(number, "time", "impossible_time", f"0 to {LATEST}", body.at)
    if body.seat is not None and not 0 <= body.seat < seats:
        fail(number, "seat", "no_such_seat", f"0 to {seats - 1}", body.seat)


def check_kind(body: AnyBody) -> None:
    """A move is somebody's, and a row that says something says what rows of its kind say."""
    kind = KINDS[body.kind]
    if body.seat is None and kind.writer == "seat":
        fail(body.seq, "seat", "move_of_nobody")
    if kind.about is not None and not isinstance(body.about, kind.about):
        fail(body.seq, "about", "decided_otherwise", _tag(kind.about), _tag(type(body.about)))


def _tag(about: type) -> str:
    """Return the word by which a row names a kind of `about`."""
    return str(about.__struct_config__.tag) if issubclass(about, Struct) else ""
