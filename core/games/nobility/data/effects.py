"""The small language in which cards, tiles and desks are written: `coins 2`, `reputation 4`, `house_discount 1`."""

from msgspec import Struct


class Effect(Struct, frozen=True):
    """Written in the edition in the notation of moves."""


class Amount(Effect, frozen=True):
    """So many of something."""

    amount: int


# --- what somebody gets ----------------------------------------------------------------------------------------------


class Coins(Amount, frozen=True, tag="coins"):
    """RTN-9.6, RTN-10.11: so many coins."""


class Modifiers(Amount, frozen=True, tag="modifiers"):
    """RTN-4.5: so many modifiers."""


class Reputation(Amount, frozen=True, tag="reputation"):
    """RTN-4.14: so many spaces forward on the Reputation track."""


class Nobility(Amount, frozen=True, tag="nobility"):
    """RTN-19.1: so many spaces forward on the Nobility track."""


class GuildGoods(Amount, frozen=True, tag="guild_goods"):
    """RTN-9.6: so many goods of the guild in which it is printed."""


class AnyGoods(Amount, frozen=True, tag="any_goods"):
    """RTN-2.14, RTN-10.11: so many goods of one's choice."""


class Workers(Amount, frozen=True, tag="workers"):
    """RTN-2.14: so many workers for the workers lot."""


class Houses(Amount, frozen=True, tag="houses"):
    """RTN-2.14: so many houses for the building zone."""


class Settlers(Amount, frozen=True, tag="settlers"):
    """RTN-2.14: so many face-up settlers cards of one's choice."""


Reward = Coins | GuildGoods | Modifiers | Reputation
"""RTN-9.6: above a workshop: nothing that its owner would have to choose in another player's turn."""

Income = Coins | Modifiers | Reputation | AnyGoods
"""RTN-10.11: above a communal building."""

Start = Coins | Modifiers | Reputation | Nobility | AnyGoods | Workers | Houses | Settlers
"""RTN-2.14: of a character."""


# --- what is otherwise while it lasts --------------------------------------------------------------------------------


class PortCoins(Amount, frozen=True, tag="port_coins"):
    """RTN-12.3: so many coins more for each good that is sold at the port."""


class ApprenticeCoins(Amount, frozen=True, tag="apprentice_coins"):
    """RTN-17.1: so many coins more for each apprentice in a guild."""


class WorkshopCoins(Amount, frozen=True, tag="workshop_coins"):
    """RTN-17.2: so many coins for each workshop, beside its good."""


class FreeGoods(Amount, frozen=True, tag="free_goods"):
    """RTN-9.10: so many free goods more for whoever buys in a guild."""


class FewerGoods(Amount, frozen=True, tag="fewer_goods"):
    """RTN-9.9: so many goods less may be bought in a guild."""


class OpenTavern(Effect, frozen=True, tag="open_tavern"):
    """RTN-6.2: dice in the tavern may have any value."""


class HouseDiscount(Amount, frozen=True, tag="house_discount"):
    """RTN-8.3: a house costs so many coins less."""


class BuildingDiscount(Amount, frozen=True, tag="building_discount"):
    """RTN-10.2: a building costs so many coins less."""


class CastleReputation(Amount, frozen=True, tag="castle_reputation"):
    """RTN-15.2: so much more Reputation at the castle."""


class FreeModifiers(Amount, frozen=True, tag="free_modifiers"):
    """RTN-14.3: so many modifiers more at Berk's, for nothing."""


class CouncilRelief(Amount, frozen=True, tag="council_relief"):
    """RTN-13.5: an answered council tile costs so much less Reputation."""


class CouncilWithoutCoins(Effect, frozen=True, tag="council_without_coins"):
    """RTN-13.4: the coins of a council tile are not paid."""


class MoreSettlers(Amount, frozen=True, tag="more_settlers"):
    """RTN-6.3: so many settlers cards more at the tavern."""


class SettleVp(Amount, frozen=True, tag="settle_vp"):
    """RTN-7.5: so many VP more for each settlers card that is satisfied."""


class SettleWorkers(Amount, frozen=True, tag="settle_workers"):
    """RTN-7.5: so many workers more for each settlers card that is satisfied."""


class LowerLimit(Amount, frozen=True, tag="lower_limit"):
    """RTN-4.1: so much less may be placed than the Reputation says."""


Lasting = (
    PortCoins
    | ApprenticeCoins
    | WorkshopCoins
    | FreeGoods
    | FewerGoods
    | OpenTavern
    | HouseDiscount
    | BuildingDiscount
    | CastleReputation
    | FreeModifiers
    | CouncilRelief
    | CouncilWithoutCoins
    | MoreSettlers
    | SettleVp
    | SettleWorkers
    | LowerLimit
)


# --- what happens when an event is revealed --------------------------------------------------------------------------


class EachTakesGoods(Amount, frozen=True, tag="each_takes_goods"):
    """RTN-21.3: each player takes so many goods of their choice, in turn order."""


class EachPays(Amount, frozen=True, tag="each_pays"):
    """RTN-21.3: each player pays so many coins, or all that there are."""


AtOnce = EachTakesGoods | EachPays
