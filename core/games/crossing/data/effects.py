"""The small vocabulary that cards are written in: `res wood 2`, `coins_per fox`, `deco1 paws=5`."""

from typing import Annotated

from core.games.crossing.names import CountedId, DecorationId, ResourceId
from core.kernel.rules.marks import Key
from core.kernel.rules.value import Value


class Effect(Value, frozen=True, omit_defaults=True):
    """Written in the edition in the notation of moves."""


class Coins(Effect, frozen=True, tag="coins"):
    """KIN-5.4: so many coins."""

    amount: int


class CoinsPerPaw(Effect, frozen=True, tag="coins_per_paw"):
    """KIN-16.2, KIN-16.3: a coin for each own paw on the board."""


class CoinsMinusPaws(Effect, frozen=True, tag="coins_minus_paw"):
    """KIN-16.2, KIN-16.3: so many coins, but one less for each own paw on the board."""

    amount: int


class CoinsPer(Effect, frozen=True, tag="coins_per"):
    """KIN-5.6: a coin for each of what is counted."""

    counted: CountedId


class Vp(Effect, frozen=True, tag="vp"):
    """KIN-1.8: so many points on the track."""

    amount: int


class VpPerPawPair(Effect, frozen=True, tag="vp_per_paw_pair"):
    """KIN-16.3: a point for each two own paws on the board."""


class VpPer(Effect, frozen=True, tag="vp_per"):
    """KIN-5.6: a point for each of what is counted."""

    counted: CountedId


class Res(Effect, frozen=True, tag="res"):
    """KIN-5.4: so many steps on one track."""

    resource: ResourceId
    amount: int


class ResPerPawPair(Effect, frozen=True, tag="res_per_paw_pair"):
    """KIN-16.2: a step on one track for each two own paws on the board."""

    resource: ResourceId


class ResAny(Effect, frozen=True, tag="res_any"):
    """KIN-6.7: so many resources, each of the player's choice."""

    amount: int


class ResDiff(Effect, frozen=True, tag="res_diff"):
    """KIN-5.4: one resource each of so many types (D10)."""

    amount: int


class ResPerHouse(Effect, frozen=True, tag="res_per_house"):
    """KIN-5.4: a resource of the player's choice for each own house on the main board."""


class Invest(Effect, frozen=True, tag="invest"):
    """KIN-5.17: so many Investment actions."""

    amount: int


class Deco1(Effect, frozen=True, tag="deco1"):
    """KIN-15.5: a token with one symbol, of either kind if none is said; KIN-16.3: with so many own paws only."""

    kind: DecorationId | None = None
    paws: Annotated[int, Key()] = 0


class Deco2(Effect, frozen=True, tag="deco2"):
    """KIN-15.4: two tokens with one symbol, or one with two."""

    kind: DecorationId


class Trigger(Effect, frozen=True, tag="trigger"):
    """KIN-6.5, KIN-15.1: the ability of one own structure."""


class TriggerUpTo(Effect, frozen=True, tag="trigger_up_to"):
    """KIN-5.4: the abilities of so many different own structures, or of fewer (D7)."""

    most: int


class Upgrade(Effect, frozen=True, tag="upgrade"):
    """KIN-5.10: an action tile is turned to its upgraded face."""


class GainFavor(Effect, frozen=True, tag="favor"):
    """KIN-13.2: a favor."""


class TakeBird(Effect, frozen=True, tag="take_bird"):
    """KIN-R59: a bird from a card anywhere on the board."""


Gain = (
    Coins
    | CoinsPerPaw
    | CoinsMinusPaws
    | CoinsPer
    | Vp
    | VpPerPawPair
    | VpPer
    | Res
    | ResPerPawPair
    | ResAny
    | ResDiff
    | ResPerHouse
    | Invest
    | Deco1
    | Deco2
    | Trigger
    | TriggerUpTo
    | Upgrade
    | GainFavor
    | TakeBird
)
