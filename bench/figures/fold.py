"""The fold of stored matches: from the rows on disk to the state, without any rule."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from bench.figure import Goal, LeftOut, Line, Pair, Size
from bench.matches import finished, games, seats_of
from bench.peer import Missing, peer
from bench.turns import compared, rate
from core.games import read_log
from core.kernel.log.log import Log
from core.kernel.rules.engine import AnyGame
from core.kernel.rules.secret import Secret
from store.port import EventStore
from store.sqlite.adapter import open_store

FIGURE = "fold of stored matches"
REPLAY = Goal(8, least=True)
DECODE = Goal(0.15, least=True)


def lines(size: Size) -> Iterator[Line | LeftOut]:
    """Facts a second of the processor: read, decoded, folded."""
    for game in games():
        with TemporaryDirectory() as folder, open_store(Path(folder) / "fold.db") as store:
            yield from _of(game, store, size)


def _of(game: AnyGame, store: EventStore, size: Size) -> Iterator[Line | LeftOut]:
    matches = finished(store, game, seats_of(game), size.matches)

    ours = rate(lambda: sum(_folded(read_log(store.read(match))) for match in matches))
    try:
        with peer("replay") as eventsourcing:
            pair = Pair(FIGURE, game.name, "facts/s", "eventsourcing, replay from SQLite", REPLAY)
            yield compared(pair, ours, eventsourcing.figure, size)
    except Missing as reason:
        yield LeftOut(FIGURE, game.name, str(reason))
    decode, texts = _decoder(game), [text for match in matches for text in _texts(read_log(store.read(match)))]
    pair = Pair(FIGURE, game.name, "facts/s", "msgspec, the facts decoded", DECODE)
    yield compared(pair, ours, rate(lambda: sum(1 for _ in map(decode, texts))), size)


def _folded(log: Log) -> int:
    log.state()
    return sum(len(body.facts) for body in log.bodies)


def _decoder(game: AnyGame) -> Any:  # noqa: ANN401 - the facts of any game
    """The facts alone; what lies in a box is not even looked at."""
    hole: Secret[None] = Secret((0, 0), (), "", None)
    return msgspec.json.Decoder(game.facts, dec_hook=lambda _kind, _mark: hole).decode


def _texts(log: Log) -> list[bytes]:
    """Each fact as a text of its own."""
    mark = msgspec.json.Encoder(enc_hook=lambda secret: {"box": secret.box, "by": secret.by}).encode
    return [mark(fact) for body in log.bodies for fact in body.facts]
