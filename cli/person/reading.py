"""A match as somebody reads it: what they may know of it, and how they wrote which one they mean."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.kernel.log.log import Seen


class Reading:
    """A match as its reader may know it: the log, the reader's seat, and how the person wrote it."""

    def __init__(self, log: "Seen", seat: int | None, *, row: int | None = None, file: bool = False) -> None:
        self.log = log
        self.seat = seat
        self.row = row  # N of MATCH@N
        self.file = file  # read from an exported file, not from the store

    @property
    def name(self) -> str | None:
        """The reader's name; None for the public."""
        return None if self.seat is None else self.log.seats[self.seat]
