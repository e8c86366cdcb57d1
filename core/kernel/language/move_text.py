"""What a move does here, in one line, or how large ones end: which words it is told in, and what fills them."""

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from msgspec import Struct

from core.kernel.language.words import Words
from core.kernel.rules.by_move import ByMove
from core.kernel.rules.step import tag_of
from core.kernel.rules.ways import Ending

Said = dict[str, object]
"""What a pattern is filled with; `case` is part of its key."""


class View(Protocol):
    """A view."""

    @property
    def viewer(self) -> int | None: ...


V = TypeVar("V", bound=View)


class Telling(ByMove, Generic[V]):
    """Moves told: the view, who moves, and in which words. A game has a method for each kind that needs one."""

    def __init__(self, v: V, seat: int, words: Words) -> None:
        self.v = v
        self.seat = seat
        self.words = words

    @classmethod
    def of(cls, v: V, words: Words) -> Callable[[Struct], str]:
        """From what the mover sees; what is not there (any more) is said to be so."""
        telling = None if v.viewer is None else cls(v, v.viewer, words)

        def tell(move: Struct) -> str:
            teller, ends = cls.for_move.get(type(move)), isinstance(move, Ending)
            if teller is None:
                return words.ending(move) if ends else words.move(move)
            said = None if telling is None else teller(telling, move)
            if said is None:
                return words.moves["nowhere"]
            case, tag = said.pop("case", ""), tag_of(move)
            patterns = words.endings if ends else words.moves
            return patterns[f"{tag}.{case}" if case else tag].format_map(said)

        return tell
