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

    when = "EMA-4.1"

    card: ActionId
    slot: int


class End(Move, frozen=True, tag="end"):
    """EMA-D3: the turn is over."""

    when = "EMA-4.7"


class Leave(Move, frozen=True, tag="leave"):
    """EMA-D10: the visit is over."""

    when = "EMA-4.8"


# --- card actions -------------------------------------------------------------------------------------------------


class Card(Move, frozen=True, tag="card"):
    """EMA-D4: what a card gives."""

    when = "EMA-4.6"


class CardExchange(Move, frozen=True, tag="card exchange"):
    """EMA-D5: `card exchange pay=1wood`, `card exchange pay=2wood+1grain`."""

    when = "EMA-5.2"

    pay: Pay = NOTHING


class CardStep(Move, frozen=True, tag="card step"):
    """EMA-D6: `card step country`."""

    when = "EMA-5.3"

    councilor: CouncilorName


class CardHire(Move, frozen=True, tag="card hire"):
    """EMA-D7: `card hire quarry:2`."""

    when = "EMA-5.4"

    hut: HutId
    pay: Pay = NOTHING


class CardRecruit(Move, frozen=True, tag="card recruit"):
    """EMA-D7: `card recruit castle:1 pay=1wood`."""

    when = "EMA-5.4"

    stand: StandId
    pay: Pay = NOTHING


class CardErrand(Move, frozen=True, tag="card errand"):
    """EMA-D8: `card errand market`."""

    when = "EMA-5.5"

    place: PlaceId


# --- movement and visits ------------------------------------------------------------------------------------------


class Walk(Move, frozen=True, tag="move"):
    """EMA-D9: `move town`: which councilor; the slot says how far."""

    when = "EMA-4.6"

    councilor: CouncilorName


class Gather(Move, frozen=True, tag="gather"):
    """EMA-D11: `gather`, `gather res bread`: what each craftsman does."""

    when = "EMA-7.1"

    work: Annotated[tuple[TaskName, ...], Many()] = ()
    pay: Pay = NOTHING


class Redeem(Move, frozen=True, tag="favor"):
    """EMA-D12: `favor cathedral:book`."""

    when = "EMA-13.3"

    favor: FavorId


class Donate(Move, frozen=True, tag="donate"):
    """EMA-D13: `donate cloth`."""

    when = "EMA-8.1"

    resource: ResourceId
    pay: Pay = NOTHING


class Keep(Move, frozen=True, tag="keep"):
    """EMA-D14: `keep cathedral:book`, one of those that were looked at."""

    when = "EMA-8.3"

    favor: FavorId


class Withdraw(Move, frozen=True, tag="withdraw"):
    """EMA-R41 look_before_paying: no donation after all."""

    when = "EMA-8.3"


class Gift(Move, frozen=True, tag="gift"):
    """EMA-D15: `gift wood`."""

    when = "EMA-8.6"

    resource: ResourceId
    pay: Pay = NOTHING


class BuildBook(Move, frozen=True, tag="build book"):
    """EMA-D16: a book for building points."""

    when = "EMA-8.7"


class Sell(Move, frozen=True, tag="sell"):
    """EMA-D17: `sell pay=1stone`."""

    when = "EMA-8.9"

    pay: Pay = NOTHING


class Teach(Move, frozen=True, tag="teach"):
    """EMA-D18: `teach 3`: so many books."""

    when = "EMA-8.10"

    books: int


class BuildStone(Move, frozen=True, tag="build stone"):
    """EMA-D19: a stone for building points and citizen points."""

    when = "EMA-8.12"

    pay: Pay = NOTHING


class Feed(Move, frozen=True, tag="feed"):
    """EMA-D20: `feed 2`: so many breads."""

    when = "EMA-8.13"

    breads: int


class BuildWood(Move, frozen=True, tag="build wood"):
    """EMA-D21: `build wood 3`."""

    when = "EMA-8.14"

    wood: int
    pay: Pay = NOTHING


# --- bonus actions and powers -------------------------------------------------------------------------------------


class RaiseRank(Move, frozen=True, tag="rank"):
    """EMA-D22: the next noble rank."""

    when = "EMA-11.1"


class Hire(Move, frozen=True, tag="hire"):
    """EMA-D23: `hire forest:2`."""

    when = "EMA-11.1"

    hut: HutId
    pay: Pay = NOTHING


class Recruit(Move, frozen=True, tag="recruit"):
    """EMA-D24: `recruit market:1`."""

    when = "EMA-11.1"

    stand: StandId
    pay: Pay = NOTHING


class Use(Move, frozen=True, tag="use"):
    """EMA-D25 to D29: `use baker 2bread`, `use merchant 1cloth pay=1wood`, `use chamberlain 1gold`."""

    when = "EMA-12.3"

    advisor: AdvisorId
    gain: Goods
    pay: Pay = NOTHING


class Accept(Move, frozen=True, tag="accept"):
    """EMA-R24 ask_every_time: take what an advisor offers."""

    when = "EMA-12.4"


class Decline(Move, frozen=True, tag="decline"):
    """EMA-R24 ask_every_time: leave it."""

    when = "EMA-12.4"


# --- outside the turn ---------------------------------------------------------------------------------------------


class PayEvent(Move, frozen=True, tag="event"):
    """EMA-D30: `event pay=1ring`: the reward follows from what is paid."""

    when = "EMA-14.5"

    pay: Pay = NOTHING


class PassEvent(Move, frozen=True, tag="event pass"):
    """EMA-D30: nothing, or nothing more, is paid."""

    when = "EMA-14.5"


class Split(Move, frozen=True, tag="final"):
    """EMA-D31: `final 3 4`: points for citizens, points for buildings."""

    when = "EMA-15.3"

    citizens: int
    buildings: int


class ChooseHand(Move, frozen=True, tag="choose"):
    """EMA-D33: `choose gain_wood step errand`: the cards of the round."""

    when = "EMA-17.11"

    cards: Annotated[tuple[ActionId, ...], Many()]


class TakeResource(Move, frozen=True, tag="take"):
    """EMA-17.8: `take wood`: who starts on no countryside tile chooses."""

    when = "EMA-17.8"

    resource: ResourceId
