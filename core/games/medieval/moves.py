"""The moves: what a player can decide, in the words that are typed."""

from typing import Annotated

from msgspec import Struct

from core.games.medieval.names import Card, Monarch, Pieces, Resource
from core.kernel.names import Key, Many


class TakeMonarch(Struct, frozen=True, tag="monarch", omit_defaults=True):
    """MED-D1: `monarch 3`."""

    monarch: Monarch


class TakePair(Struct, frozen=True, tag="pair", omit_defaults=True):
    """MED-D2: `pair gold combat`."""

    pair: Annotated[tuple[Resource, ...], Many()]


class Place(Struct, frozen=True, tag="place", omit_defaults=True):
    """MED-D3: `place science*2 gold production G5 A3`: mayors by slot, fighters by letter and terrain."""

    pieces: Pieces


class Activate(Struct, frozen=True, tag="activate", omit_defaults=True):
    """MED-D4a to D4c: `activate 7`, and `activate 5 bid=2` for a card that is auctioned."""

    slot: int
    bid: Annotated[int | None, Key()] = None


class Play(Struct, frozen=True, tag="play", omit_defaults=True):
    """MED-D4d: `play CAS-03`; a tithe may name its resource at once: `play TIT-02 gold`."""

    card: Card
    choice: Resource | None = None


class Pass(Struct, frozen=True, tag="pass", omit_defaults=True):
    """MED-D4e: out of the round."""


class Bid(Struct, frozen=True, tag="bid", omit_defaults=True):
    """MED-D5: `bid 4`."""

    amount: int


class Fold(Struct, frozen=True, tag="fold", omit_defaults=True):
    """MED-D5: out of this auction."""


class Choose(Struct, frozen=True, tag="choose", omit_defaults=True):
    """MED-D6: the resource of a tithe."""

    resource: Resource


class Bonus(Struct, frozen=True, tag="bonus", omit_defaults=True):
    """MED-D7: the resource of a milestone."""

    resource: Resource


class Take(Struct, frozen=True, tag="take", omit_defaults=True):
    """MED-D8: `take 6`, free of charge."""

    slot: int


class Accept(Struct, frozen=True, tag="accept", omit_defaults=True):
    """MED-D9: take the majority card."""


class Decline(Struct, frozen=True, tag="decline", omit_defaults=True):
    """MED-D9: leave it to the next."""


Moves = TakeMonarch | TakePair | Place | Activate | Play | Pass | Bid | Fold | Choose | Bonus | Take | Accept | Decline
