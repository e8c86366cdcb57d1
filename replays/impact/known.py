"""What was found before: a file to which a line is added for each match. A run that was killed goes on there."""

from pathlib import Path
from typing import BinaryIO

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from core.games import game_named
from core.kernel.decoding import decoder
from core.kernel.errors import Usage
from replays.impact.question import Question
from replays.impact.sources import Source
from replays.impact.verdict import Verdict


class Line(Struct, frozen=True):
    """A verdict, and to which question it is the answer for which state of a match."""

    herald_impact: int
    question: str
    rules: str
    kind: str
    head: str
    verdict: Verdict


FORMAT = 1
Place = tuple[str, str, str]
"""Of which kind a source is, where it lies, how far it went."""

_encode = msgspec.json.Encoder().encode
_decode = decoder(Line).decode
_BEGINS = b'{"herald_impact":'


class Known:
    """The verdicts of a file; without one, of this run alone."""

    def __init__(self, question: Question, path: Path | None = None) -> None:
        self._question = question
        self._path = path
        self._answers: dict[Place, Verdict] = {}
        self._gone_along: dict[Place, Verdict] = {}
        """Those that some question found to stay as they were played: what they asked is known."""

        self._file: BinaryIO | None = None
        if path is not None:
            self._read(path)

    def of(self, source: Source) -> Verdict | None:
        """The answer for a match, if it was found before; or if it is known that nothing in it asks for one."""
        place = (source.kind, source.at, source.head)
        found = self._answers.get(place)
        if found is not None or not source.head:
            return found
        gone_along = self._gone_along.get(place)
        if gone_along is None or self._question.version:
            return None
        return _unasked(gone_along, self._question)

    def add(self, source: Source, verdict: Verdict) -> None:
        """One more: on its way to the disk at once."""
        if self._path is None:
            return
        if self._file is None:
            self._file = self._path.open("ab")
        line = Line(FORMAT, self._question.key, self._question.rules, source.kind, source.head, verdict)
        self._file.write(_encode(line) + b"\n")
        self._file.flush()

    def close(self) -> None:
        if self._file is not None:
            self._file.close()

    def _read(self, path: Path) -> None:
        """A last line that was cut is as if it was not there; what never was one stays as it is."""
        try:
            with path.open("r+b") as file:
                whole = 0
                for text in file:
                    if not text.endswith(b"\n"):
                        if text[: len(_BEGINS)] != _BEGINS[: len(text)]:
                            raise Usage("not_a_state", file=str(path))
                        break
                    self._learn(_decode(text))
                    whole += len(text)
                file.truncate(whole)
        except FileNotFoundError:
            return
        except (msgspec.DecodeError, UnicodeDecodeError) as problem:
            raise Usage("not_a_state", file=str(path)) from problem
        except OSError as problem:
            raise Usage("file_unreadable", file=str(path), detail=problem.strerror or str(problem)) from problem

    def _learn(self, line: Line) -> None:
        place = (line.kind, line.verdict.at, line.head)
        if line.rules != self._question.rules:
            return
        if line.question == self._question.key:
            self._answers[place] = line.verdict
        if line.verdict.asked is not None:
            self._gone_along[place] = line.verdict


def _unasked(before: Verdict, question: Question) -> Verdict | None:
    """The same match under readings that nothing in it asks: it need not be compared."""
    game = game_named(question.game)
    defaults = {ruling.option: ruling.default for ruling in (*game.rulings, *game.changes)}
    played = {**defaults, **before.played}
    other = {option for option, reading in question.readings.items() if reading != played[option]}
    if other & set(before.asked or ()):
        return None
    return replace(before, what="never_asked" if other else "same_reading")
