"""What a die brings at each place: how things stand after it."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from core.games.nobility.bot.guilds import TRAINED, Guilds
from core.games.nobility.bot.outlook import COIN, GOOD, LAST_GOOD, MODIFIER
from core.games.nobility.bot.stand import POINT, Stand
from core.games.nobility.data import effects
from core.games.nobility.data.edition import Building
from core.games.nobility.moves import (
    Berk,
    Castle,
    Chancery,
    Commission,
    Council,
    Guild,
    Hall,
    Port,
    Recall,
    Tavern,
    Yard,
)
from core.games.nobility.names import COMMISSION, PLAYED, TAVERN, BuildingId, GuildId, SettlersId, Stock

OWNED = 30  # the rewards of one's own workshop in a round
SETTLE = 45  # in a round, for a communal building
DESK = 35  # what a desk is good for, in a round
SPACE = (60, 110, 230)  # of a commission: the more of its dice lie there, the surer it is
CARD, CHOICE, EARLY = 330, 20, 6  # a commission card that is not known, one more to choose from, rounds that it takes
FRESH: Final = 15  # other cards in the tavern, without any in hand


class Places(Guilds):
    """The guilds, and all other places."""

    def after(self, s: Stand, move: Any) -> Stand:
        """How things stand after a die, from the stand without it."""
        simply = SIMPLE.get(move.__class__)
        if simply is not None:
            return simply(self, s, move)
        return BY_VALUE[move.__class__](self, s, move, PLAYED[move.die][1])

    def tavern(self, s: Stand, move: Tavern) -> Stand:
        return self.taken(s, move.card, move.drop)

    def taken(self, s: Stand, card: SettlersId, drop: SettlersId | None) -> Stand:
        """RTN-6.5: a card, for another one where there is no room."""
        return replace(s, held=(*(one for one in s.held if one != drop), card))

    def yard(self, s: Stand, move: Yard) -> Stand:
        """RTN-8.3: no more houses than can be settled."""
        price = max(self.data.board.house_price - self.o.amount(effects.HouseDiscount), 0)
        return s.paid(Stock(coins=price)).gained(Stock(houses=1))

    # --- buildings ----------------------------------------------------------------------------------------------------

    def hall(self, s: Stand, move: Hall, value: int) -> Stand:
        """RTN-10: a workshop, or a communal building."""
        number, slot = next(one for one in self.data.hall.items() if one[1].value == value)
        tile = self.view.hall[number - 1]
        assert tile is not None  # else it is not offered
        building = self.data.buildings[tile]
        s = s.paid(Stock(coins=max(slot.cost - self.o.amount(effects.BuildingDiscount), 0)))
        return self._communal(s, move.zone) if building.guild is None else self._workshop(s, building, building.guild)

    def _workshop(self, s: Stand, building: Building, guild: GuildId) -> Stand:
        """RTN-10.6: an apprentice becomes a Guild Master."""
        number = self.view.workshops[guild].index(None) + 1
        place = self.data.workshops[number]
        s = s.gained(Stock(vp=place.vp, nobility=place.stars))
        worth = self.o.wanted("workshops") + (0 if self.master(guild) else self.o.wanted("masters"))
        coins = self.o.income(guild, -1) - self.o.income(guild)
        return s.earning(coins, 1).plus(worth + self.o.left * (OWNED * self.o.count.rewards - TRAINED))

    def _communal(self, s: Stand, zone: int) -> Stand:
        """RTN-10.10, RTN-10.11: points, and an income."""
        place = self.data.zones[zone]
        s = s.paid(Stock(workers=1)).gained(Stock(vp=place.vp, nobility=place.stars))
        income = place.income
        worth = self.o.left * SETTLE + self.o.wanted("communal")
        if isinstance(income, effects.Coins):
            return s.earning(income.amount).plus(worth)
        return s.plus(worth + (self.o.left + 1) * (MODIFIER if isinstance(income, effects.Modifiers) else LAST_GOOD))

    def sold(self, s: Stand, tile: BuildingId) -> Stand:
        """RTN-11: coins and a worker; the points are gone."""
        s = s.gained(Stock(coins=self.data.board.sale, workers=1))
        if tile in self.o.me.zones:
            vp = self.data.zones[self.o.me.zones.index(tile) + 1].vp
            return s.paid(Stock(vp=vp)).plus(-self.o.left * SETTLE - self.o.wanted("communal"))
        shops = next(
            shops for shops in self.view.workshops.values() if any(shop and shop.tile == tile for shop in shops)
        )
        number = next(number for number, shop in enumerate(shops, 1) if shop is not None and shop.tile == tile)
        return s.paid(Stock(vp=self.data.workshops[number].vp)).earning(goods=-1).plus(-self.o.left * OWNED)

    # --- elsewhere ----------------------------------------------------------------------------------------------------

    def port(self, s: Stand, move: Port) -> Stand:
        """RTN-12.3: goods for coins."""
        assert self.view.ship is not None  # else it is not offered
        wants, more = self.data.ships[self.view.ship].wants, self.o.amount(effects.PortCoins)
        coins = sum(wants[good].price + more for good in move.goods)
        return s.paid(goods_of(move.goods)).gained(Stock(coins=coins))

    def council(self, s: Stand, move: Council) -> Stand:
        """RTN-13.5: points, and less Reputation."""
        demand = self.data.demands[move.tile]
        coins = 0 if self.o.has(effects.CouncilWithoutCoins) else demand.coins
        lost = max(self.data.board.council_reputation - self.o.amount(effects.CouncilRelief), 0)
        lost = min(lost, s.stock.reputation - self.data.tracks.reputation[0])
        cost = demand.cost
        goods = Stock(cost.book, cost.weapon, cost.furniture, cost.relic, cost.jewel, cost.artwork, coins)
        s = s.paid(goods).gained(Stock(vp=demand.vp))
        return s.paid(Stock(reputation=max(lost, 0))).plus(self.o.wanted("demands"))

    def berk(self, s: Stand, move: Berk, value: int) -> Stand:
        """RTN-14: modifiers, other cards, a commission."""
        slot = next(slot for slot in self.data.berk.values() if value in slot.values)
        bought = max(move.mods - slot.free - self.o.amount(effects.FreeModifiers), 0)
        s = s.paid(Stock(coins=bought * self.data.board.modifier_price)).gained(Stock(modifiers=move.mods))
        if move.renew == TAVERN:
            s = s.plus(0 if s.held else FRESH)
        if move.more == COMMISSION:
            s = s.paid(Stock(reputation=slot.reputation)).plus(
                CARD * min(self.o.left, EARLY) // EARLY + CHOICE * slot.cards
            )
        return s

    def castle(self, s: Stand, move: Castle, value: int) -> Stand:
        """RTN-15.2: Reputation."""
        slots = (slot for slot in self.data.castle.values() if value in slot.values)
        slot = self.data.castle_extra if move.slot is not None else next(slots)
        return self.raised(s, slot.reputation + self.o.amount(effects.CastleReputation))

    def chancery(self, s: Stand, move: Chancery) -> Stand:
        """RTN-23.10, RTN-23.11: coins each round, and what the desk is good for."""
        return s.paid(Stock(workers=1)).earning(self.data.chancery.coins).plus(self.o.left * DESK)

    def commission(self, s: Stand, move: Commission) -> Stand:
        """RTN-23.14: one of the spaces; the last one activates the card."""
        contract = next(one for one in self.o.me.contracts if one.tile == move.tile)
        spaces = len(self.data.dice_tiles[move.tile].dice)
        missing = spaces - len(contract.done)
        worth = POINT * (contract.worth or 0) + GOOD * self.o.left
        if missing > 1 + self.o.left * 2 + len(s.dice):
            return s
        return s.plus(SPACE[-min(missing, len(SPACE))] * (worth + 2 * COIN) // 500)


SIMPLE: Mapping[type, Callable[[Places, Stand, Any], Stand]] = {
    Tavern: Places.tavern,
    Yard: Places.yard,
    Port: Places.port,
    Council: Places.council,
    Recall: Places.recall,
    Chancery: Places.chancery,
    Commission: Places.commission,
}
BY_VALUE: Mapping[type, Callable[[Places, Stand, Any, int], Stand]] = {
    Guild: Places.guild,
    Hall: Places.hall,
    Berk: Places.berk,
    Castle: Places.castle,
}
"""Where the value of the die decides what it brings."""


def goods_of(goods: tuple[str, ...]) -> Stock:
    """Goods as part of what a seat has."""
    found: dict[str, int] = {}
    for good in goods:
        found[good] = found.get(good, 0) + 1
    return Stock(**found)
