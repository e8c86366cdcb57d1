"""Whose views a page holds: one reader's; of a finished match on request those of everybody at the table."""

from collections.abc import Sequence

from core.kernel.log.log import AnyLog, Seen
from replays.files.export import FULL, SEAT, shown_rows


def readers(log: AnyLog, view: str, chosen: Sequence[int] = ()) -> list[Seen]:
    """The log as each reader of this view of it knows it, `full`: the public first, then every seat, or those `chosen`.

    Then a seat's log holds nothing that a full export keeps back: neither the words of a closed answer nor an answer
    that was taken back.
    """
    if view != FULL:
        return [log.seen_by(log.seat(view.removeprefix(SEAT)) if view.startswith(SEAT) else None)]
    whole = Seen(log.game, shown_rows(log, FULL), None, alike=log)
    return [whole.seen_by(reader) for reader in (None, *(sorted({*chosen}) or range(len(log.seats))))]
