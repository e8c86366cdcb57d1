"""The moves: what a player can decide, in the words that are typed."""

from collections.abc import Iterator
from typing import Annotated

from core.games.nobility.names import (
    BonusId,
    BuildingId,
    CommissionId,
    DemandId,
    DiceTileId,
    DieId,
    DisplayName,
    ExtraName,
    FaceId,
    GoodId,
    GuildId,
    MoreName,
    OriginName,
    PlaceId,
    RowName,
    SettlersId,
)
from core.kernel.rules.marks import Key, Many
from core.kernel.rules.step import Move

Drop = Annotated[SettlersId | None, Key()]
"""RTN-6.5: `drop S03`: the card that makes room for another."""

# --- before the first round ------------------------------------------------------------------------------------------


class Keep(Move, frozen=True, tag="keep"):
    """RTN-D1, RTN-D16: `keep C07`: one of the commission cards in hand, in secret."""

    when = "RTN-23.20"

    card: CommissionId

    def __iter__(self) -> Iterator[str]:
        """What it takes out of the deck."""
        yield self.card


class BonusGoods(Move, frozen=True, tag="bonus goods"):
    """RTN-D2: `bonus goods jewel relic`."""

    when = "RTN-2.14"

    goods: Annotated[tuple[GoodId, ...], Many()]


class BonusSettlers(Move, frozen=True, tag="bonus settlers"):
    """RTN-D3: `bonus settlers S12`: one that lies face up."""

    when = "RTN-2.14"

    card: SettlersId


class ChooseWorkshop(Move, frozen=True, tag="workshop"):
    """RTN-R16 first_player_chooses: `workshop B03`: one that nobody owns."""

    when = "RTN-R16"

    tile: BuildingId


# --- the turn --------------------------------------------------------------------------------------------------------


class Pass(Move, frozen=True, tag="pass"):
    """RTN-D4: nothing is done in the turn."""

    when = "RTN-5.5"


class End(Move, frozen=True, tag="end"):
    """RTN-D4: the turn is over."""

    when = "RTN-5.6"


class Tavern(Move, frozen=True, tag="tavern"):
    """RTN-D6: `tavern 4 S17`, `tavern 4 S17 drop S03`."""

    when = "RTN-5.1"

    die: DieId
    card: SettlersId
    drop: Drop = None


class Take(Move, frozen=True, tag="take"):
    """RTN-D6: `take S22`: a second card, if a desk allows it."""

    when = "RTN-23.10"

    card: SettlersId
    drop: Drop = None


class Yard(Move, frozen=True, tag="yard"):
    """RTN-D7: `yard 3`."""

    when = "RTN-5.1"

    die: DieId


class Guild(Move, frozen=True, tag="guild"):
    """RTN-D8: `guild 5 carpenter`; `slot 2`, where several show the value."""

    when = "RTN-5.1"

    die: DieId
    guild: GuildId
    slot: Annotated[int, Key()] = 0


class Use(Move, frozen=True, tag="use"):
    """RTN-D9: `use`, `use coin`: the bonus of a workshop, of two one."""

    when = "RTN-9.5"

    bonus: BonusId


class UseGood(Move, frozen=True, tag="use good"):
    """RTN-D9: `use good jewel`: a good of any type."""

    when = "RTN-9.5"

    good: GoodId


class UseReroll(Move, frozen=True, tag="use reroll"):
    """RTN-D9: `use reroll 2 6`: which dice are rolled again."""

    when = "RTN-9.5"

    faces: Annotated[tuple[FaceId, ...], Many()]


class UseSwap(Move, frozen=True, tag="use swap"):
    """RTN-D9: `use swap book relic`: a good for another one."""

    when = "RTN-9.5"

    give: GoodId
    take: GoodId


class Skip(Move, frozen=True, tag="skip"):
    """RTN-D9: the bonus is left."""

    when = "RTN-9.5"


class Buy(Move, frozen=True, tag="buy"):
    """RTN-D10: `buy 2`."""

    when = "RTN-9.8"

    goods: int


class Put(Move, frozen=True, tag="put"):
    """RTN-D11: `put lot`, `put smith`: a worker, or an apprentice from another guild."""

    when = "RTN-9.8"

    origin: OriginName


class Claim(Move, frozen=True, tag="claim"):
    """RTN-R19 by_apprentice: `claim B03`: an apprentice moves onto a workshop that nobody owns."""

    when = "RTN-R19"

    tile: BuildingId


class Done(Move, frozen=True, tag="done"):
    """RTN-D6, RTN-D11: no second card, no more workers."""

    when = "RTN-9.8"


class Hall(Move, frozen=True, tag="hall"):
    """RTN-D12: `hall 4`, `hall 4 zone 2`."""

    when = "RTN-5.1"

    die: DieId
    zone: Annotated[int, Key()] = 0


class Port(Move, frozen=True, tag="port"):
    """RTN-D13: `port 3 jewel relic furniture`."""

    when = "RTN-5.1"

    die: DieId
    goods: Annotated[tuple[GoodId, ...], Many()]


class Council(Move, frozen=True, tag="council"):
    """RTN-D14: `council 2 T05`."""

    when = "RTN-5.1"

    die: DieId
    tile: DemandId


class Berk(Move, frozen=True, tag="berk"):
    """RTN-D15: `berk 5 mods 3 renew tavern`, `berk 3 mods 1 commission`."""

    when = "RTN-5.1"

    die: DieId
    mods: Annotated[int, Key()] = 0
    renew: Annotated[DisplayName | None, Key()] = None
    more: MoreName | None = None


class Castle(Move, frozen=True, tag="castle"):
    """RTN-D18: `castle 6`, `castle 6 extra`."""

    when = "RTN-5.1"

    die: DieId
    slot: ExtraName | None = None


class Recall(Move, frozen=True, tag="recall"):
    """RTN-D19: `recall 5 smith`."""

    when = "RTN-5.1"

    die: DieId
    guild: GuildId


class Chancery(Move, frozen=True, tag="chancery"):
    """RTN-D20: `chancery 3`, `chancery 3 lower`."""

    when = "RTN-5.1"

    die: DieId
    row: RowName | None = None


class Commission(Move, frozen=True, tag="commission"):
    """RTN-D21: `commission 4 DT05`: on a dice tile; whose card it is for, the tile tells nobody else."""

    when = "RTN-23.14"

    die: DieId
    tile: DiceTileId


class Block(Move, frozen=True, tag="block"):
    """RTN-R5 allowed, RTN-R34 yes_blocking: `block 4 tavern`: a die that only occupies a slot."""

    when = "RTN-R5"

    die: DieId
    place: PlaceId


class Settle(Move, frozen=True, tag="settle"):
    """RTN-D22: `settle S37 weapon*2 furniture*3 relic book*2`."""

    when = "RTN-5.1"

    card: SettlersId
    goods: Annotated[tuple[GoodId, ...], Many()]


class Sell(Move, frozen=True, tag="sell"):
    """RTN-D23: `sell B17`."""

    when = "RTN-5.1"

    tile: BuildingId


class Adjust(Move, frozen=True, tag="adjust"):
    """RTN-R9 any_own_turn: `adjust 4+1`: modifiers for a die that is not placed."""

    when = "RTN-R9"

    die: DieId


class Activate(Move, frozen=True, tag="activate"):
    """RTN-R39 manual: `activate DT05`: the commission card of a dice tile that is complete."""

    when = "RTN-R39"

    tile: DiceTileId


# --- outside the turn ------------------------------------------------------------------------------------------------


class IncomeGood(Move, frozen=True, tag="income good"):
    """RTN-D25: `income good relic`."""

    when = "RTN-17.3"

    good: GoodId


class EventGood(Move, frozen=True, tag="event good"):
    """RTN-D26: `event good book`."""

    when = "RTN-21.3"

    good: GoodId
