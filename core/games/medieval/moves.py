"""The moves: what a player can decide, in the words that are typed."""

from typing import Annotated

from core.games.medieval.names import CardId, MonarchName, Pieces, ResourceId
from core.kernel.rules.marks import Key, Many
from core.kernel.rules.step import Move


class TakeMonarch(Move, frozen=True, tag="monarch"):
    """MED-D1: `monarch 3`."""

    when = "MED-7.6"

    monarch: MonarchName


class TakePair(Move, frozen=True, tag="pair"):
    """MED-D2: `pair gold combat`."""

    when = "MED-7.13"

    pair: Annotated[tuple[ResourceId, ...], Many()]


class Place(Move, frozen=True, tag="place"):
    """MED-D3: `place science*2 gold production G5 A3`: mayors by slot, fighters by letter and terrain."""

    when = "MED-8.3"

    pieces: Pieces


class Activate(Move, frozen=True, tag="activate"):
    """MED-D4a to D4c: `activate 7`, and `activate 5 bid=2` for a card that is auctioned."""

    when = "MED-12.1"

    slot: int
    bid: Annotated[int | None, Key()] = None


class Play(Move, frozen=True, tag="play"):
    """MED-D4d: `play CAS-03`; a tithe may name its resource at once: `play TIT-02 gold`."""

    when = "MED-12.1"

    card: CardId
    choice: ResourceId | None = None


class Pass(Move, frozen=True, tag="pass"):
    """MED-D4e: out of the round."""

    when = "MED-12.1"


class Bid(Move, frozen=True, tag="bid"):
    """MED-D5: `bid 4`."""

    when = "MED-15.3"

    amount: int


class Fold(Move, frozen=True, tag="fold"):
    """MED-D5: out of this auction."""

    when = "MED-15.3"


class Choose(Move, frozen=True, tag="choose"):
    """MED-D6: the resource of a tithe."""

    when = "MED-6.14"

    resource: ResourceId


class Bonus(Move, frozen=True, tag="bonus"):
    """MED-D7: the resource of a milestone."""

    when = "MED-3.6"

    resource: ResourceId


class Take(Move, frozen=True, tag="take"):
    """MED-D8: `take 6`, free of charge."""

    when = "MED-5.13"

    slot: int


class Accept(Move, frozen=True, tag="accept"):
    """MED-D9: take the majority card."""

    when = "MED-R19"


class Decline(Move, frozen=True, tag="decline"):
    """MED-D9: leave it to the next."""

    when = "MED-R19"
