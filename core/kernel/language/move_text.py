"""What a move does here, in one line: which words it is told in, and what they are filled with."""

from collections.abc import Callable
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from msgspec import Struct

from core.kernel.language.words import Words
from core.kernel.rules.step import tag_of

Said = dict[str, object]
"""What a pattern is filled with; `case` is part of its key."""


class Seen(Protocol):
    """A view."""

    @property
    def viewer(self) -> int | None:
        """Whose it is."""
        ...


V = TypeVar("V", bound=Seen)


class Telling(Generic[V]):
    """One move told: the view, who moves, and in which words. A game has a teller for each move that needs one."""

    tellers: ClassVar[dict[type, Callable[[Any, Any], Said | None]]]

    def __init__(self, v: V, seat: int, words: Words) -> None:
        self.v = v
        self.seat = seat
        self.words = words

    @classmethod
    def of(cls, v: V, move: Struct, words: Words) -> str:
        """From what the mover sees; what is not there (any more) is said to be so."""
        tag, tell = tag_of(move), cls.tellers.get(type(move))
        if tell is None:
            return words.fill(words.moves[tag], move)
        said = None if v.viewer is None else tell(cls(v, v.viewer, words), move)
        if said is None:
            return words.moves["nowhere"]
        case = said.pop("case", "")
        return words.moves[f"{tag}.{case}" if case else tag].format_map(said)
