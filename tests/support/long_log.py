"""A log as long as one wants, as it would be exported: the arbiter of its match takes moves back again and again.

Its rows are of format 1: of those there can be any number.
"""

from collections.abc import Iterator
from pathlib import Path
from shutil import copyfileobj
from unittest.mock import patch

import msgspec
from msgspec.structs import replace

from core.kernel.bots.matches import seated
from core.kernel.language.spelling import format_move
from core.kernel.log.keys import ARBITER
from core.kernel.log.row import Back, EditionRef, Start, StoredRow
from core.kernel.log.scribe import Scribe, Who
from core.kernel.log.starting import ENGINE
from core.kernel.rules.chance import Stream, stream
from core.kernel.rules.engine import AnyGame, State
from core.kernel.rules.secret import HOLE, Secret
from replays.files.export import FORMAT, PUBLIC, Header, file_sum
from tests.support.matches import SEATS, any_move

MATCH = "sable-griffin-421"
FAR = 60  # rows: how far an undo goes back at most


class LongMatch:
    """Goes on for ever: near its end, and now and then before, the arbiter goes back some rows, and forth again."""

    def __init__(self, game: AnyGame, players: int = 3, *, keep: int = 300) -> None:
        edition = game.edition()
        start = Start(
            game=game.name,
            seats=SEATS[:players],
            rulings=seated(game, players).rulings,
            edition=EditionRef(edition.name, edition.digest),
            engine=ENGINE,
            rules=game.rules_version,
            seed=Secret((1, 0), (), "", HOLE),
        )
        self._scribe = Scribe.begin(game, MATCH, "seed", b"k" * 32, start, Who(1))
        self._states: dict[int, State[object]] = {1: self._scribe.tip.state}
        self._line = [1]
        self._keep = keep

    def rows(self, size: int, dice: Stream) -> Iterator[StoredRow]:
        """Rows of so many bytes at least."""
        scribe, written = self._scribe, 0
        while written < size:
            if len(self._line) > self._keep or (len(self._line) > 2 and dice.below(8) == 0):
                self._back(dice)
            else:
                self._move(dice)
            for row in scribe.rows:
                written += len(row.body) + 200
                yield row
            scribe.rows.clear()
            scribe.bodies.clear()

    @property
    def head(self) -> int:
        """The number of the last row."""
        return self._scribe.tip.seq

    @property
    def digest(self) -> str:
        """The chain's head."""
        return self._scribe.tip.digest

    def _move(self, dice: Stream) -> None:
        scribe = self._scribe
        seat, move = any_move(scribe.tip.state, dice)
        before = scribe.tip
        scribe.move(Who(before.seq + 1, SEATS[seat], seat), move, format_move(move))
        self._line.append(before.seq + 1)
        self._states[before.seq + 1] = scribe.tip.state
        if not scribe.tip.state.agenda:
            self._back(dice)

    def _back(self, dice: Stream) -> None:
        scribe = self._scribe
        tip, leave = scribe.tip.seq, 1 + dice.below(min(FAR, len(self._line) - 1))
        to = self._line[-leave - 1]
        for gone in self._line[len(self._line) - leave :]:
            del self._states[gone]
        del self._line[len(self._line) - leave :]
        back = Back(to, tip, "arbiter", "once more")
        scribe.note("undo", Who(tip + 1, ARBITER), back, parent=to, state=self._states[to])


def write_long(path: Path, game: AnyGame, size: int, seed: object = 0) -> int:
    """A public export of about so many bytes; how many rows it has."""
    lines = path.with_suffix(".rows")
    with lines.open("wb") as file, patch("core.kernel.log.scribe.FORMAT", 1):
        match = LongMatch(game)
        for row in match.rows(size, stream("long", str(seed))):
            file.write(msgspec.json.encode(replace(row, openings=(None,) * len(row.openings))) + b"\n")
    header = Header(FORMAT, MATCH, game.name, PUBLIC, match.head, match.digest, "")
    with lines.open("rb") as file, path.open("wb") as whole:
        whole.write(msgspec.json.encode(replace(header, sum=file_sum(header, file))) + b"\n")
        file.seek(0)
        copyfileobj(file, whole)
    lines.unlink()
    return match.head
