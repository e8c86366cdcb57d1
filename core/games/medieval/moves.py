"""The moves: what a player can decide, in the words that are typed."""

from typing import Annotated

from core.games.medieval.names import CardId, MonarchName, Pieces, ResourceId
from core.kernel.rules.marks import Key, Many
from core.kernel.rules.step import Move


class TakeMonarch(Move, frozen=True, tag="monarch"):
    """MED-D1: `monarch 3`."""

    monarch: MonarchName


class TakePair(Move, frozen=True, tag="pair"):
    """MED-D2: `pair gold combat`."""

    pair: Annotated[tuple[ResourceId, ...], Many()]


class Place(Move, frozen=True, tag="place"):
    """MED-D3: `place science*2 gold production G5 A3`: mayors by slot, fighters by letter and terrain."""

    pieces: Pieces


class Activate(Move, frozen=True, tag="activate"):
    """MED-D4a to D4c: `activate 7`, and `activate 5 bid=2` for a card that is auctioned."""

    slot: int
    bid: Annotated[int | None, Key()] = None


class Play(Move, frozen=True, tag="play"):
    """MED-D4d: `play CAS-03`; a tithe may name its resource at once: `play TIT-02 gold`."""

    card: CardId
    choice: ResourceId | None = None


class Pass(Move, frozen=True, tag="pass"):
    """MED-D4e: out of the round."""


class Bid(Move, frozen=True, tag="bid"):
    """MED-D5: `bid 4`."""

    amount: int


class Fold(Move, frozen=True, tag="fold"):
    """MED-D5: out of this auction."""


class Choose(Move, frozen=True, tag="choose"):
    """MED-D6: the resource of a tithe."""

    resource: ResourceId


class Bonus(Move, frozen=True, tag="bonus"):
    """MED-D7: the resource of a milestone."""

    resource: ResourceId


class Take(Move, frozen=True, tag="take"):
    """MED-D8: `take 6`, free of charge."""

    slot: int


class Accept(Move, frozen=True, tag="accept"):
    """MED-D9: take the majority card."""


class Decline(Move, frozen=True, tag="decline"):
    """MED-D9: leave it to the next."""
