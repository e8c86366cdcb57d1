"""What the greedy bot thinks a move is worth: how things stand after it, against how they stand now."""

from core.games.nobility.bot.outlook import Outlook
from core.games.nobility.bot.places import FRESH, Places, goods_of
from core.games.nobility.bot.stand import POINT, Stand
from core.games.nobility.bot.tracks import in_hand
from core.games.nobility.moves import (
    Activate,
    Adjust,
    Berk,
    Block,
    BonusGoods,
    BonusSettlers,
    Buy,
    Castle,
    Chancery,
    ChooseWorkshop,
    Claim,
    Commission,
    Council,
    Done,
    End,
    EventGood,
    Guild,
    Hall,
    IncomeGood,
    Keep,
    Pass,
    Port,
    Put,
    Recall,
    Sell,
    Settle,
    Skip,
    Take,
    Tavern,
    Use,
    UseGood,
    UseReroll,
    UseSwap,
    Yard,
)
from core.games.nobility.names import LOT, PLAYED, DieId, GuildId, Stock
from core.games.nobility.view import View
from core.kernel.bots.bots import Thinker

LAST = 10  # a turn that ends with something undone
USELESS = 1000 * POINT
AVERAGE = 7  # twice the pips of a die
AGAIN = 9  # for half a pip that a new throw may bring
EXPECTED = {  # of what commissions count, at the end of a match
    "workshops": 2,
    "communal": 1,
    "settled": 5,
    "peoples": 4,
    "demands": 3,
    "apprentices": 5,
    "clerks": 2,
    "reputation": 17,
    "nobility": 13,
    "coins": 12,
    "goods": 9,
    "modifiers": 2,
    "workers": 2,
    "guilds": 5,
}


class Thought(Thinker):
    """What a seat thinks of its position: once for all moves of a decision, which are then measured with it."""

    def __init__(self, view: View, seat: int) -> None:
        self.view = view
        self.o = Outlook(view, seat)
        self.p = Places(self.o)
        self.data, self.me, self.now = self.o.data, self.o.me, self.o.now
        self._played: dict[DieId, Stand] = {}

    @property
    def guild_here(self) -> GuildId:
        """The guild in which the last die was placed."""
        return GuildId(next(reversed(self.view.dice)).partition(":")[0])

    # --- a die --------------------------------------------------------------------------------------------------------

    def without(self, die: DieId) -> Stand:
        """How things stand when it is placed, and nothing has followed."""
        known = self._played.get(die)
        if known is None:
            known = self._played[die] = self.now.placed(*PLAYED[die])
        return known

    def place(
        self,
        move: Tavern | Yard | Guild | Hall | Port | Council | Berk | Castle | Recall | Chancery | Commission,
    ) -> int:
        return self.o.better(self.p.after(self.without(move.die), move))

    def block(self, move: Block) -> int:
        return self.o.better(self.without(move.die))

    # --- what follows from it -----------------------------------------------------------------------------------------

    def use(self, move: Use) -> int:
        return self.o.better(self.p.used(self.now, move.bonus, self.guild_here))

    def good(self, move: UseGood | IncomeGood | EventGood) -> int:
        return self.o.better(self.now.gained(Stock.only(move.good)))

    def swap(self, move: UseSwap) -> int:
        return self.o.better(self.now.paid(Stock.only(move.give)).gained(Stock.only(move.take)))

    def reroll(self, move: UseReroll) -> int:
        """RTN-9.14: high dice where there is no room for them, low ones where there is."""
        room = self.me.limit - self.me.used
        lower = sum(self.me.dice) > room
        pips = sum(2 * int(face) - AVERAGE for face in move.faces)
        return AGAIN * (pips if lower else -pips)

    def buy(self, move: Buy) -> int:
        return self.o.better(self.p.bought(self.now, self.guild_here, move.goods))

    def put(self, move: Put) -> int:
        """RTN-9.11: from the lot, or from another guild."""
        here = self.guild_here
        if move.origin == LOT:
            return self.o.better(self.p.staffed(self.now, here, 1))
        origin = GuildId(move.origin)
        coins = self.o.income(here, 1) - self.o.income(here) + self.o.income(origin, -1) - self.o.income(origin)
        return self.o.better(self.now.earning(coins)) - LAST

    def claim(self, move: Claim) -> int:
        """RTN-R19: the points of its place."""
        shops = self.view.workshops[self.guild_here]
        number = next(number for number, shop in enumerate(shops, 1) if shop is not None and shop.tile == move.tile)
        return POINT * self.data.workshops[number].vp

    def take(self, move: Take) -> int:
        return self.o.better(self.p.taken(self.now, move.card, move.drop))

    def keep(self, move: Keep) -> int:
        """RTN-23.13: what a card will be worth."""
        card = self.data.commissions[move.card]
        worth = POINT * card.vp * EXPECTED.get(card.each, 3) // card.per
        return worth if card.most is None else min(worth, POINT * card.most)

    # --- the rest of the turn -----------------------------------------------------------------------------------------

    def settle(self, move: Settle) -> int:
        """RTN-7.5: what a card brings, for a house and goods."""
        card, s = self.data.settlers[move.card], self.now
        held = tuple(one for one in s.held if one != move.card)
        after = Stand(s.stock - goods_of(move.goods), held, s.dice, s.used, s.income, s.crop, s.more)
        gain = Stock(vp=len(move.goods) + self.o.communal, nobility=card.stars, workers=card.workers)
        return self.o.better(after.paid(Stock(houses=1)).gained(gain)) + self.o.of_people(card, len(move.goods))

    def sell(self, move: Sell) -> int:
        return self.o.better(self.p.sold(self.now, move.tile))

    def stop(self, move: Pass) -> int:
        """RTN-R1: the dice that are left are lost."""
        return -in_hand(self.me.dice, self.me.limit - self.me.used) - FRESH

    def end(self, move: End) -> int:
        return -LAST

    def done(self, move: Done | Skip) -> int:
        """Neither good nor bad: what the others are measured against."""
        return 0

    def adjust(self, move: Adjust) -> int:
        """RTN-R9: modifiers are kept until they are needed."""
        return -USELESS

    def activate(self, move: Activate) -> int:
        return USELESS

    # --- before the first round ---------------------------------------------------------------------------------------

    def goods(self, move: BonusGoods) -> int:
        return self.o.better(self.now.gained(goods_of(move.goods)))

    def settlers(self, move: BonusSettlers) -> int:
        return self.o.better(self.p.taken(self.now, move.card, None))

    def workshop(self, move: ChooseWorkshop) -> int:
        """RTN-R16: all can use it."""
        return 0


def thinker(view: View, seat: int) -> Thought:
    """How good a move is for the seat."""
    return Thought(view, seat)
