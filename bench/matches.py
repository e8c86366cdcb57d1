"""The matches that are measured: random ones of bots, and one that people are in the middle of."""

from os import urandom
from pathlib import Path
from tempfile import TemporaryDirectory
from time import time
from unittest.mock import patch

from msgspec import Raw, Struct
from msgspec.structs import replace

from core.games import NAMES, game_named
from core.kernel.bots.matches import play_match, seated
from core.kernel.language.notation import read_move
from core.kernel.language.spelling import format_move
from core.kernel.log.keys import ARBITER
from core.kernel.log.log import Log
from core.kernel.log.row import Back
from core.kernel.log.scribe import Scribe, Tip, Who
from core.kernel.rules import engine
from core.kernel.rules.chance import stream
from core.kernel.rules.engine import AnyGame
from core.kernel.rules.step import SealedChoice
from replays.files.export import PUBLIC, export
from store.acts import Act
from store.matches import Matches
from store.port import EventStore
from store.simulation import Recorder
from store.sqlite.adapter import open_store

PEOPLE = ("ana", "ben", "cleo", "dan", "eva", "finn", "gita", "hugo")
SEATS = 4
BEGUN = 60  # decisions of a match that is under way
ROUND = 110  # bytes of a line of an exported file that are not of the body


def games() -> list[AnyGame]:
    """Every game there is."""
    return [game_named(name) for name in NAMES]


def seats_of(game: AnyGame) -> int:
    """As many players as the reference has, or as the game takes."""
    return min(game.players, key=lambda players: abs(players - SEATS))


def random_play(game: AnyGame, players: int, matches: int) -> int:
    """Decisions of some random matches; their facts are recorded, nothing is written."""
    setup = seated(game, players)
    levels = ("random",) * players
    return sum(play_match(game, setup, levels, f"bench {number}").decisions for number in range(matches))


def finished(store: EventStore, game: AnyGame, players: int, matches: int) -> list[str]:
    """Finished random matches, put into the store."""
    recorder = Recorder(store, lambda: int(time()), urandom)
    bots = {f"random{seat}": "random" for seat in range(1, players + 1)}
    found: list[str] = []
    for number in range(matches):
        recording = recorder.begin(game, bots, f"bench {number}", {}, practice=True)
        for _ in recording.decisions():
            pass
        recording.store()
        found.append(recording.match)
    return found


class Begun(Struct, frozen=True):
    """A match in which somebody is about to move: the row it stands at, and what they will type."""

    match: str
    seat: str
    text: str
    rows: int


def begun(matches: Matches, game: AnyGame, players: int, number: int, decisions: int) -> Begun:
    """People have played so many decisions by dice, at the most to the end; the last one is taken back."""
    dice = stream("bench", number)
    written = matches.start(game, PEOPLE[:players])
    log, seat, text, closed = matches.log(written.log.match), "", "", False
    while log.state().agenda and (decisions > 0 or closed):
        state = log.state()
        asked = engine.asked(state).seats[0]
        seat, text = log.seats[asked], format_move(dice.pick(engine.some_legal(state, asked, dice)))
        closed = isinstance(engine.waiting(state), SealedChoice)
        matches.move(log.match, Act(seat), text)
        log = matches.log(log.match)
        decisions -= 1
    return Begun(log.match, seat, text, take_back(matches, log.match))


def take_back(matches: Matches, match: str) -> int:
    """The last move never was; the row that says so."""
    return matches.undo(match, Act(""), reason="bench").last


def padded(matches: Matches, start: Begun, rows: int) -> Begun:
    """The same position after many moves that were all taken back."""
    last = start.rows
    while last < rows:
        matches.move(start.match, Act(start.seat), start.text)
        last = take_back(matches, start.match)
    return Begun(start.match, start.seat, start.text, last)


def fill(store: EventStore, game: AnyGame, count: int) -> None:
    """Put many matches beside those that are there: all of them have just begun."""
    with TemporaryDirectory() as folder, open_store(Path(folder) / "one.db") as other:
        started = Matches(other, lambda: int(time()), urandom).start(game, [f"p{n}" for n in range(game.players[0])])
        match = started.log.match
        row, known = other.read(match)[0], next(iter(other.summaries()))
    for number in range(count):
        name = f"{number:05}-heron"
        body = Raw(bytes(row.body).replace(match.encode(), name.encode()))
        seats = tuple(f"p{(number + n) % 500}" for n in range(len(known.seats)))
        told = replace(known, match=name, seats=seats, waiting=seats[:1], at=number)
        store.append(name, 0, "", [replace(row, body=body)], told)


def opened(store: EventStore) -> Matches:
    """The matches of this store."""
    return Matches(store, lambda: int(time()), urandom)


def long_log(path: Path, game: AnyGame, size: int) -> None:
    """An exported match of so many bytes: most of its moves were taken back. Only format 1 takes any number of rows."""
    with patch("core.kernel.log.scribe.FORMAT", 1):
        _write_long_log(path, game, size)


def _write_long_log(path: Path, game: AnyGame, size: int) -> None:
    with TemporaryDirectory() as folder, open_store(Path(folder) / "long.db") as store:
        matches = opened(store)
        start = begun(matches, game, seats_of(game), 0, BEGUN)
        log, secrets = matches.log(start.match), store.secrets(start.match)
    assert secrets is not None
    tip = Tip(log.match, log.head, log.head, log.digest, log.state())
    scribe = Scribe(game, secrets.seed, secrets.salt_key, tip)
    seat, written = log.seat(start.seat), 0
    move = read_move(game, tip.state, seat, start.text)
    while written < size:
        before = scribe.tip
        scribe.move(Who(0, start.seat, seat), move, format_move(move))
        back = Back(before.seq, scribe.tip.seq, "arbiter", "bench")
        scribe.note("undo", Who(0, ARBITER), back, before.seq, before.state)
        written += sum(len(row.body) + ROUND for row in scribe.rows[-2:])
    with path.open("wb") as file:
        file.writelines(export(Log(game, (*log.rows, *scribe.rows)), PUBLIC))
