"""The moves: what a player can decide, in the words that are typed."""

from typing import Annotated

from core.games.emara.names import (
    ActionId,
    AdvisorId,
    CouncilorName,
    FavorId,
    Goods,
    HutId,
    PlaceId,
    ResourceId,
    StandId,
    TaskName,
)
from core.kernel.rules.marks import Key, Many
from core.kernel.rules.step import Move

Pay = Annotated[Goods, Key()]
"""EMA-10.5: what leaves the hand, `pay=1wood+1gold`; left out, the only payment without a stand-in."""

NOTHING = Goods()


class Play(Move, frozen=True, tag="play"):
    """EMA-D1: `play gain_wood 2`: a card and the slot that it is laid on."""

    card: ActionId
    slot: int


class End(Move, frozen=True, tag="end"):
    """EMA-D3: the turn is over."""


class Leave(Move, frozen=True, tag="leave"):
    """EMA-D10: the visit is over."""


# --- card actions -------------------------------------------------------------------------------------------------


class Card(Move, frozen=True, tag="card"):
    """EMA-D4: what a card gives."""


class CardExchange(Move, frozen=True, tag="card exchange"):
    """EMA-D5: `card exchange pay=1wood`, `card exchange pay=2wood+1grain`."""

    pay: Pay = NOTHING


class CardStep(Move, frozen=True, tag="card step"):
    """EMA-D6: `card step country`."""

    councilor: CouncilorName


class CardHire(Move, frozen=True, tag="card hire"):
    """EMA-D7: `card hire quarry:2`."""

    hut: HutId
    pay: Pay = NOTHING


class CardRecruit(Move, frozen=True, tag="card recruit"):
    """EMA-D7: `card recruit castle:1 pay=1wood`."""

    stand: StandId
    pay: Pay = NOTHING


class CardErrand(Move, frozen=True, tag="card errand"):
    """EMA-D8: `card errand market`."""

    place: PlaceId


# --- movement and visits ------------------------------------------------------------------------------------------


class Walk(Move, frozen=True, tag="move"):
    """EMA-D9: `move town`: which councilor; the slot says how far."""

    councilor: CouncilorName


class Gather(Move, frozen=True, tag="gather"):
    """EMA-D11: `gather`, `gather res bread`: what each craftsman does."""

    work: Annotated[tuple[TaskName, ...], Many()] = ()
    pay: Pay = NOTHING


class Redeem(Move, frozen=True, tag="favor"):
    """EMA-D12: `favor cathedral:book`."""

    favor: FavorId


class Donate(Move, frozen=True, tag="donate"):
    """EMA-D13: `donate cloth`."""

    resource: ResourceId
    pay: Pay = NOTHING


class Keep(Move, frozen=True, tag="keep"):
    """EMA-D14: `keep cathedral:book`, one of those that were looked at."""

    favor: FavorId


class Withdraw(Move, frozen=True, tag="withdraw"):
    """EMA-R41 look_before_paying: no donation after all."""


class Gift(Move, frozen=True, tag="gift"):
    """EMA-D15: `gift wood`."""

    resource: ResourceId
    pay: Pay = NOTHING


class BuildBook(Move, frozen=True, tag="build book"):
    """EMA-D16: a book for building points."""


class Sell(Move, frozen=True, tag="sell"):
    """EMA-D17: `sell pay=1stone`."""

    pay: Pay = NOTHING


class Teach(Move, frozen=True, tag="teach"):
    """EMA-D18: `teach 3`: so many books."""

    books: int


class BuildStone(Move, frozen=True, tag="build stone"):
    """EMA-D19: a stone for building points and citizen points."""

    pay: Pay = NOTHING


class Feed(Move, frozen=True, tag="feed"):
    """EMA-D20: `feed 2`: so many breads."""

    breads: int


class BuildWood(Move, frozen=True, tag="build wood"):
    """EMA-D21: `build wood 3`."""

    wood: int
    pay: Pay = NOTHING


# --- bonus actions and powers -------------------------------------------------------------------------------------


class RaiseRank(Move, frozen=True, tag="rank"):
    """EMA-D22: the next noble rank."""


class Hire(Move, frozen=True, tag="hire"):
    """EMA-D23: `hire forest:2`."""

    hut: HutId
    pay: Pay = NOTHING


class Recruit(Move, frozen=True, tag="recruit"):
    """EMA-D24: `recruit market:1`."""

    stand: StandId
    pay: Pay = NOTHING


class Use(Move, frozen=True, tag="use"):
    """EMA-D25 to D29: `use baker 2bread`, `use merchant 1cloth pay=1wood`, `use chamberlain 1gold`."""

    advisor: AdvisorId
    gain: Goods
    pay: Pay = NOTHING


class Accept(Move, frozen=True, tag="accept"):
    """EMA-R24 ask_every_time: take what an advisor offers."""


class Decline(Move, frozen=True, tag="decline"):
    """EMA-R24 ask_every_time: leave it."""


# --- outside the turn ---------------------------------------------------------------------------------------------


class PayEvent(Move, frozen=True, tag="event"):
    """EMA-D30: `event pay=1ring`: the reward follows from what is paid."""

    pay: Pay = NOTHING


class PassEvent(Move, frozen=True, tag="event pass"):
    """EMA-D30: nothing, or nothing more, is paid."""


class Split(Move, frozen=True, tag="final"):
    """EMA-D31: `final 3 4`: points for citizens, points for buildings."""

    citizens: int
    buildings: int


class ChooseHand(Move, frozen=True, tag="choose"):
    """EMA-D33: `choose gain_wood step errand`: the cards of the round."""

    cards: Annotated[tuple[ActionId, ...], Many()]


class TakeResource(Move, frozen=True, tag="take"):
    """EMA-17.8: `take wood`: who starts on no countryside tile chooses."""

    resource: ResourceId
