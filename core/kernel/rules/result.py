"""How a match ends: who has what, and who has won."""

from collections.abc import Sequence
from typing import Annotated, Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from core.kernel.rules.marks import BySeat, Seat
from core.kernel.rules.step import Fact

T = TypeVar("T")


class Result(Struct, frozen=True):
    """How a match ended: scores and ranks (1 is best) by seat."""

    scores: Annotated[tuple[int, ...], BySeat()]
    ranks: Annotated[tuple[int, ...], BySeat()]
    winners: tuple[Seat, ...]


class Ended(Fact[T], Generic[T], frozen=True):
    """The last fact of a match: its `scores`; its `ranks` and `winners`, where more than the scores decides them."""

    def on(self, t: T) -> T:
        table: Any = t
        said: Any = self
        ranks = getattr(said, "ranks", None) or ranks_of(said.scores)
        first = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
        over: T = replace(table, end=Result(said.scores, ranks, getattr(said, "winners", first)))
        return over


def ranks_of(keys: Sequence[Any]) -> tuple[int, ...]:
    """Ranks by what decides, the highest first; who is equal in all of it shares a rank."""
    return tuple(1 + sum(other > key for other in keys) for key in keys)
