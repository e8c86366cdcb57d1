"""What a fuzz run finds: a failure with all that is needed to see it again."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from msgspec import Struct

from core.kernel.rules.chance import Stream, stream


class Found(AssertionError):
    """Something that must not be: told in a few words, with a file that shows it again."""

    def __init__(self, what: str, replay: Struct | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.replay = replay


class Trial(Struct, frozen=True):
    """One trial of a part: the same seed, part and number try the same."""

    seed: str
    part: str
    number: int
    folder: Path  # may be filled; goes away afterwards

    def dice(self, *what: str | int) -> Stream:
        return stream("fuzz", self.seed, self.part, self.number, *what)


class Part(Struct, frozen=True):
    """A part of a fuzz run. A trial gives how many things it tried; what it raises is a failure."""

    name: str
    things: str  # what it tries
    share: int  # of the time
    trial: Callable[[Trial], int]
    again: Callable[[bytes, Path], None] | None = None  # play a saved replay
    least: int = 1  # so many things are tried, however short the time


@contextmanager
def a_folder() -> Generator[Path]:
    """A folder, in another one that goes away with it: a line may name what lies beside it."""
    with TemporaryDirectory() as around:
        folder = Path(around) / "here"
        folder.mkdir()
        yield folder


def saved(folder: Path, name: str, replay: Struct) -> Path:
    """The replay as a file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.json"
    path.write_bytes(msgspec.json.format(msgspec.json.encode(replay)) + b"\n")
    return path
