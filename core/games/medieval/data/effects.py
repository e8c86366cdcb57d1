"""The small vocabulary that cards are written in: `gain 5 production`, `each violet`, `if_cards 3 castle 2`."""

from typing import Annotated

from msgspec import Struct

from core.games.medieval.names import FamilyId, LeaderId, ResourceId, SealId
from core.kernel.rules.marks import Key


class Effect(Struct, frozen=True):
    """Written in the edition in the notation of moves."""


class Vp(Effect, frozen=True, tag="vp"):
    """MED-5.15: so many victory points."""

    amount: int


class Gain(Effect, frozen=True, tag="gain"):
    """So many tokens of a resource."""

    amount: int
    resource: ResourceId


class GainLeader(Effect, frozen=True, tag="leader"):
    """MED-6.3, MED-6.15, MED-6.16, MED-6.17, MED-6.18: one leader of this kind."""

    leader: LeaderId


class Choose(Effect, frozen=True, tag="choose"):
    """MED-5.17, MED-6.14: so many tokens of one resource of the player's choice, but not of this one."""

    amount: int
    barred: Annotated[ResourceId, Key()]


class PerMayor(Effect, frozen=True, tag="per_mayor"):
    """MED-6.11: one token of the resource for each mayor."""

    resource: ResourceId


class Military(Effect, frozen=True, tag="military"):
    """MED-5.16, MED-6.1: points equal to the combat values of the military leaders."""


class Seals(Effect, frozen=True, tag="seals"):
    """MED-6.2: a point for each different seal colour."""


class Mayors(Effect, frozen=True, tag="mayors"):
    """MED-6.4: a point for each mayor."""


class Each(Effect, frozen=True, tag="each"):
    """MED-6.8, MED-6.9, MED-6.10: a point for each card of this seal, itself included."""

    seal: SealId


class IfCards(Effect, frozen=True, tag="if_cards"):
    """MED-6.6: points if there are so many cards of a family."""

    points: int
    family: FamilyId
    least: int


class IfSeal(Effect, frozen=True, tag="if_seal"):
    """MED-6.6: points if there are so many cards of a seal."""

    points: int
    seal: SealId
    least: int


class IfLeaders(Effect, frozen=True, tag="if_leaders"):
    """MED-6.6: points if there are so many leaders of a kind."""

    points: int
    leader: LeaderId
    least: int


Now = Vp | Gain | GainLeader | Choose
Income = Gain | PerMayor
End = Military | Seals | Mayors | Each | IfCards | IfSeal | IfLeaders
