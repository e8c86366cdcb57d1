"""What a die brings in a guild: the bonuses of workshops, goods, apprentices."""

from typing import Final

from core.games.nobility.bot.outlook import Outlook
from core.games.nobility.bot.stand import Stand
from core.games.nobility.data import effects
from core.games.nobility.moves import Guild, Recall
from core.games.nobility.names import (
    ANY_GOOD,
    COIN,
    EXCHANGE,
    GUILD_GOOD,
    MADE,
    REPUTATION,
    BonusId,
    BuildingId,
    GuildId,
    Stock,
)

BONUS = {ANY_GOOD: 90, EXCHANGE: 20}  # of a tile, before anybody knows what for;
REROLL = 20  # to roll again
REWARD = 25  # another player's, in hundredths of a point
TRAINED: Final = 15  # what an apprentice is good for beside the coins, in a round
FIRST = 60  # the first one in a guild: its workshops can be bought


class Guilds:
    """As a seat sees them at one moment; each method is asked with the stand after the die is gone."""

    def __init__(self, o: Outlook) -> None:
        self.o = o
        self.view, self.data = o.view, o.data

    def guild(self, s: Stand, move: Guild, value: int) -> Stand:
        """RTN-9.4: workshops from the left; RTN-9.8: then goods, then workers."""
        for number, shop in enumerate(self.view.workshops[move.guild], 1):
            if shop is not None and self.data.workshops[number].least <= value:
                s = self.bonus(s, shop.tile)
                if shop.owner not in {None, self.o.seat}:
                    s = s.plus(-REWARD * self.o.count.rewards)
        numbers = (number for number, slot in self.data.guild.items() if value in slot.values)
        slot = self.data.guild[move.slot or next(numbers)]
        s = self.bought(s, move.guild, min(self._sold(slot.goods), s.stock.coins))
        return self.staffed(s, move.guild, min(slot.workers, s.stock.workers))

    def _sold(self, goods: int) -> int:
        return max(goods - self.o.amount(effects.FewerGoods), 0)

    def bonus(self, s: Stand, tile: BuildingId) -> Stand:
        """RTN-9.14: the best of what is on the tile."""
        building = self.data.buildings[tile]
        found = [self.used(s, bonus, building.guild) for bonus in building.bonus]
        return max(found, key=self.o.worth) if len(found) > 1 else found[0]

    def used(self, s: Stand, bonus: BonusId, guild: GuildId | None) -> Stand:
        if bonus == COIN:
            return s.gained(Stock(coins=1))
        if bonus == REPUTATION:
            return self.raised(s, 1)
        if bonus == GUILD_GOOD and guild is not None:
            return s.gained(Stock.only(MADE[guild]))
        return s.plus(BONUS.get(bonus, REROLL if len(s.dice) > 1 else 0))

    def raised(self, s: Stand, reputation: int) -> Stand:
        """RTN-R10: as far as the track goes."""
        room = self.data.tracks.reputation[1] - s.stock.reputation
        return s.gained(Stock(reputation=min(reputation, max(room, 0))))

    def bought(self, s: Stand, guild: GuildId, goods: int) -> Stand:
        """RTN-9.10: with what apprentices add."""
        if not goods:
            return s
        free = self.o.mine(guild) + self.o.amount(effects.FreeGoods)
        paid = s.paid(Stock(coins=goods * self.data.board.good_price))
        return paid.gained(Stock.only(MADE[guild], goods + free))

    def staffed(self, s: Stand, guild: GuildId, workers: int) -> Stand:
        """RTN-9.11: workers of the lot, as far as there is room."""
        here = self.view.apprentices[guild]
        workers = min(workers, self.o.count.apprentices - len(here))
        if workers <= 0:
            return s
        coins = self.o.income(guild, workers) - self.o.income(guild)
        return self.trained(s.paid(Stock(workers=workers)).earning(coins), guild, workers)

    def trained(self, s: Stand, guild: GuildId, workers: int) -> Stand:
        """RTN-9.13: what apprentices are good for beside their coins."""
        first = not self.o.mine(guild)
        new = first and not self.master(guild)
        worth = self.o.left * TRAINED * workers + (FIRST if first and self.o.left else 0)
        return s.plus(worth + (self.o.wanted("guilds") if new else 0))

    def master(self, guild: GuildId) -> bool:
        """RTN-10.6: a Guild Master of one's own."""
        return any(shop is not None and shop.owner == self.o.seat for shop in self.view.workshops[guild])

    def recall(self, s: Stand, move: Recall) -> Stand:
        """RTN-16.1: back to the lot."""
        coins = self.o.income(move.guild, -1) - self.o.income(move.guild)
        return s.gained(Stock(workers=1)).earning(coins).plus(-self.o.left * TRAINED)
