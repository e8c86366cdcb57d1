"""What a page of a match shows: every position and every row, as one reader knew them then, and who took how long."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from core.kernel.drawing.parts import Board
from core.kernel.log.history import undone
from core.kernel.log.kinds import KINDS
from core.kernel.log.log import Seen
from core.kernel.log.row import AnyBody
from core.kernel.rules import engine
from replays.replay import known_then
from replays.told.rows import RowTold, row_told
from replays.told.standing import sentences, standing


class Position(Struct, frozen=True):
    """The board after a row that counts, and what happens next."""

    row: int
    stage: tuple[int, ...]
    over: bool
    board: Board
    now: tuple[str, ...]


class Told(Struct, frozen=True):
    """A match as one reader is told of it, in one language. All rows stand in it, undone ones, too."""

    lang: str
    positions: tuple[Position, ...]
    rows: tuple[RowTold, ...]


class Spent(Struct):
    """How long a seat was waited for, in seconds, until it made so many decisions."""

    seconds: int = 0
    decisions: int = 0


def told(log: Seen, langs: Sequence[str]) -> tuple[Told, ...]:
    """The match in each of these languages."""
    counting = [body.seq for body in log.line()]
    line, by = {*counting}, undone(log.bodies)
    positions: list[list[Position]] = [[] for _ in langs]
    rows: list[list[RowTold]] = [[] for _ in langs]
    for then in known_then(log):
        body = then.bodies[-1]
        is_stop = body.seq in line and (KINDS[body.kind].plays or body.seq == counting[-1])
        view = log.game.view(then.state().table, log.reader) if is_stop else None
        for lang, found, entries in zip(langs, positions, rows, strict=True):
            entries.append(row_told(then, body, lang, by.get(body.seq)))
            if is_stop:
                found.append(_position(then, view, lang))
    return tuple(
        Told(lang, tuple(found), tuple(each)) for lang, found, each in zip(langs, positions, rows, strict=True)
    )


def _position(then: Seen, view: Any, lang: str) -> Position:
    stands = standing(then, then.reader, lang)
    board = then.game.board(view, then.game.words(lang), then.seats)
    board = replace(board, waiting=tuple(map(then.seats.index, stands.waiting)))
    now = (*(said.text for said in sentences(stands, stands.since)), *(ruled.sentence for ruled in stands.agreed))
    return Position(then.head, stands.stage, stands.over, board, now)


def spent(log: Seen) -> tuple[Spent, ...]:
    """By seat; undone decisions took their time, too."""
    found = tuple(Spent() for _ in log.seats)
    since: dict[int, int] = {}
    for body, waiting in _waited_for(log):
        if body.seat in since and KINDS[body.kind].decides:
            found[body.seat].seconds += max(body.at - since.pop(body.seat), 0)
            found[body.seat].decisions += 1
        since = {seat: since.get(seat, body.at) for seat in waiting}
    return found


def _waited_for(log: Seen) -> Iterator[tuple[AnyBody, tuple[int, ...]]]:
    """Each row, and who was waited for after it."""
    for then in known_then(log):
        yield then.bodies[-1], engine.asked(then.state()).seats
