"""The table that every game's table extends: what was settled before the match, and the seats around it."""

from functools import cache
from typing import Any, ClassVar, Generic, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from core.kernel.errors import Usage
from core.kernel.rules.marks import Vocabulary
from core.kernel.rules.piles import put
from core.kernel.rules.result import Result
from core.kernel.rules.value import Value

R = TypeVar("R")
O = TypeVar("O")  # noqa: E741 - the game's options
E = TypeVar("E")


class Settled(Struct, Generic[R, O], frozen=True):
    """What decides the match, as the game's own types: from row 1, and public."""

    players: int
    rulings: R
    options: O
    edition: str  # its digest

    def refuse(self, option: str, *, when: bool) -> None:
        """An option cannot be had like this, with so many seats or under these readings."""
        if when:
            raise Usage("option_not_here", word=option, players=self.players)


class NoOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """There is nothing that the table has to agree on."""


class Table(Value, Generic[R, O, E], frozen=True, omit_defaults=True, kw_only=True):
    """The state of a match: the readings, the options and the edition that it is played with, the seats, the end.

    A game adds what lies on its table.
    """

    editions: ClassVar[Any]  # where the edition of a digest is known

    setup: Settled[R, O]
    seats: tuple[Any, ...]
    others: tuple[Any, ...] = ()  # the sides at which nobody sits, which the rules play
    end: Result | None = None

    @property
    def edition(self) -> E:
        found: E = self.editions[self.setup.edition]
        return found

    @property
    def rulings(self) -> R:
        return self.setup.rulings

    @property
    def options(self) -> O:
        return self.setup.options

    @property
    def players(self) -> int:
        return self.setup.players

    @property
    def solo(self) -> bool:
        """Is there one seat alone?"""
        return self.setup.players == 1

    @property
    def sides(self) -> tuple[Any, ...]:
        """The seats, then the sides at which nobody sits: numbered on, and called by `names.seat` of the word files."""
        return self.seats + self.others

    def with_side(self, side: int, player: Any) -> Self:
        """The table with another state of one side."""
        at = side - len(self.seats)
        if at < 0:
            seats = [*self.seats]
            seats[side] = player
            return replace(self, seats=tuple(seats))
        return replace(self, others=put(self.others, at, player))

    def clockwise(self, first: int) -> tuple[int, ...]:
        """All seats, from this one on, as they sit."""
        return (*range(first, self.players), *range(first))

    def stage(self) -> tuple[int, ...]:
        """The round, and what it is parted into: what `replay --every` stops at."""
        return tuple(getattr(self, name) for name in _stages(self.__class__))

    def vocabulary(self) -> Vocabulary:
        """The words of this match: those of its game and its edition, and its own."""
        known: Vocabulary = self.editions.vocabulary(self.setup.edition)
        own = self.words()
        return {**known, **own} if own else known

    def words(self) -> Vocabulary:
        """What has words besides: parts of ids, places that are there by and by."""
        return {}

    def components(self) -> dict[str, int]:
        """Every piece in the box, wherever it lies: none is ever lost or made."""
        raise NotImplementedError


@cache
def _stages(table: type) -> tuple[str, ...]:
    """Of round and turn what such a table counts."""
    return tuple(name for name in ("round", "turn") if hasattr(table, name))
