"""What a stand is worth to one seat: the thoughts of a decent beginner about what its things will bring.

Worth is counted in hundredths of a point of the final score, from the seat's view alone. The bot knows the rulebook,
not the small print: it weighs every match by the default readings.
"""

from typing import Any, Final

from core.games.nobility.bot.stand import POINT, Stand
from core.games.nobility.bot.tracks import by_nobility, by_reputation, in_hand
from core.games.nobility.data import effects
from core.games.nobility.data.edition import Edition, Settlers, edition
from core.games.nobility.names import GOODS, GUILDS, GoodId, GuildId, SettlersId, Stock
from core.games.nobility.view import View

COIN: Final = 45  # while it can be spent,
SPARE_COIN = 8  # and where there are more than can be
SPENT = 9  # coins that a round takes,
SPENT_BY_DIE = 3  # and a die of this one
LAST_GOOD: Final = 50  # at the end two are a point;
GOOD: Final = 25  # before, one of a few of its type is worth so much more
FEW = 4
STAR = 88  # on a card
WORKER = 24  # for each round in which it may be an apprentice
WORKERS = 5  # beyond that they are many
HOUSE = 130
MODIFIER = 35
PEOPLE: Final = 80  # settlers of a people: the council listens
CARDS = (100, 50, 30)  # per cent: the cards in hand want the same goods
NO_HOUSE = 55  # per cent of a card for which a house is missing
LIKELY = (80, 62, 46, 33, 22, 14, 8, 4)  # per cent, by how many goods are missing,
LATE = (80, 35, 12, 4)  # and in the last round
GOAL = 4000  # what an objective asks for, alone
COUNTERS = ("vp", "coins", "reputation", "nobility")  # of a player board: what of it can be seen in a stand


class Outlook:
    """The worth of stands at this moment of the match."""

    def __init__(self, view: View, seat: int) -> None:
        self.view, self.seat = view, seat
        self.data: Edition = edition(view.edition)
        self.me = view.seats[seat]
        self.count = self.data.counts[view.players]
        self.left = view.rounds - view.round  # rounds after this one
        self.effects = self._effects()
        self.wants = self._wants()
        self.counted = {name: want for name, want in self.wants.items() if name in COUNTERS}
        self.communal = sum(tile is not None for tile in self.me.zones)
        self.lowered = self.amount(effects.LowerLimit)
        me = self.me
        clerks = sum(owner == seat for owner in view.desks.values())
        coins = clerks * self.data.chancery.coins + sum(map(self.income, GUILDS))
        goods = sum(shop is not None and shop.owner == seat for shops in view.workshops.values() for shop in shops)
        self.now = Stand(me.stock, me.held, me.dice, me.used, coins, goods)
        self.base = self.worth(self.now)

    def better(self, s: Stand) -> int:
        """How much better things would stand."""
        return self.worth(s) - self.base

    # --- what is in force ---------------------------------------------------------------------------------------------

    def _effects(self) -> list[Any]:
        """RTN-21.3, RTN-23.10: by the event, and by one's own desks."""
        desks = [self.data.desks[desk].benefit for desk, owner in self.view.desks.items() if owner == self.seat]
        found: list[Any] = [self.data.benefits[benefit].effect for benefit in desks]
        return found if self.view.event is None else [*found, self.data.events[self.view.event].effect]

    def amount(self, kind: type[effects.Amount]) -> int:
        """So much more, or less."""
        return sum(effect.amount for effect in self.effects if isinstance(effect, kind))

    def has(self, kind: type[effects.Effect]) -> bool:
        return any(isinstance(effect, kind) for effect in self.effects)

    def _wants(self) -> dict[str, tuple[int, int]]:
        """RTN-22.13: of what is missing for the objective: what each is worth, and up to how many."""
        if self.view.objective is None:
            return {}
        needs = self.data.objectives[self.view.objective].needs
        missing = (name for name, have in self.view.progress.items() if have < needs.of(name))
        return {name: (GOAL // needs.of(name), needs.of(name)) for name in missing}

    def wanted(self, counted: str) -> int:
        """What one more of it is worth for the objective."""
        return self.wants.get(counted, (0, 0))[0]

    def income(self, guild: GuildId, more: int = 0) -> int:
        """RTN-17.1: coins from a guild each round, with so many more apprentices of one's own."""
        there = self.view.apprentices[guild]
        mine = self.mine(guild) + more
        coins = self.count.income
        return mine * coins[min(len(there) + more, len(coins)) - 1] if mine else 0

    def mine(self, guild: GuildId) -> int:
        """RTN-9.10: the seat's apprentices in a guild."""
        return sum(one.seat == self.seat for one in self.view.apprentices[guild])

    # --- the worth of a stand -----------------------------------------------------------------------------------------

    def worth(self, s: Stand) -> int:
        """What can be expected of it in the end."""
        have = s.stock
        found = POINT * have.vp + s.more + self.money(s) + self.goods(s) + self.cards(s) + self.pieces(have)
        found += in_hand(s.dice, have.reputation - self.lowered - s.used)
        found += self.left * by_reputation(have.reputation)
        found += by_nobility(self.view.edition, have.nobility, self.left > 0)
        return found + (self.aims(have) if self.counted else 0)

    def money(self, s: Stand) -> int:
        """Coins, as long as they can be spent."""
        coins = s.stock.coins + s.income * self.left
        useful = min(coins, SPENT * self.left + SPENT_BY_DIE * len(s.dice))
        return COIN * useful + SPARE_COIN * (coins - useful)

    def goods(self, s: Stand) -> int:
        """Two are a point at the end; before they are settled with, or sold."""
        have = s.stock
        few = sum(min(have.of(good), FEW) for good in GOODS)
        found = LAST_GOOD * (sum(map(have.of, GOODS)) + s.crop * (self.left + 1))
        return found + (GOOD * (few + s.crop * self.left // 2) if self.left else 0)

    def pieces(self, have: Stock) -> int:
        """Workers, houses and modifiers, for what may be done with them."""
        modifiers = MODIFIER * min(have.modifiers, 4)
        if not self.left:
            return modifiers if self.me.dice else 0
        workers = WORKER * self.left * min(have.workers, WORKERS) + WORKERS * max(have.workers - WORKERS, 0)
        return workers + HOUSE * min(have.houses, 2) + modifiers

    def cards(self, s: Stand) -> int:
        """RTN-7: settlers that may still come, the best of them first."""
        worths = sorted((self.card(s, card) for card in s.held), reverse=True)
        found = 0
        for number, worth in enumerate(worths):
            share = CARDS[min(number, len(CARDS) - 1)]
            found += worth * share * (100 if number < s.stock.houses else NO_HOUSE if self.left else 0) // 10_000
        return found

    def card(self, s: Stand, name: SettlersId) -> int:
        """What a card may bring, by how many goods are missing."""
        card = self.data.settlers[name]
        reach, types = 0, 0
        for good in card.goods:
            have = s.stock.of(good)
            types += have > 0
            reach += min(have, self.most(good))
        missing = max(len(card.goods) - types, card.min - reach, 0)
        likely = LIKELY if self.left else LATE
        if missing >= len(likely):
            return 0
        spent = max(min(reach, card.max), card.min)
        return self.settled(card, spent) * likely[missing] // 100

    def settled(self, card: Settlers, goods: int) -> int:
        """RTN-7.5: what it brings beside the points for the goods, and what these points are more than the goods."""
        found = goods * (POINT - LAST_GOOD - (GOOD if self.left else 0)) + POINT * self.communal
        found += self.left * WORKER * card.workers + STAR * card.stars
        return found + self.of_people(card, goods)

    def most(self, good: GoodId) -> int:
        """RTN-7.3: goods of a type for one card."""
        character = self.me.character
        own = character is not None and self.data.characters[character].good == good
        return self.data.board.of_own_type if own else self.data.board.of_a_type

    def of_people(self, card: Settlers, goods: int) -> int:
        """What settlers open beside what they bring."""
        found = self.wanted("settled") + (self.wanted("full_cards") if goods == card.max else 0)
        new = all(self.data.settlers[one.card].people != card.people for one in self.me.satisfied)
        return found + ((PEOPLE if self.left else 0) + self.wanted("peoples") if new else 0)

    def aims(self, have: Stock) -> int:
        """RTN-22.13: what an objective asks for among the numbers of a player board."""
        return sum(each * min(have.of(name), most) for name, (each, most) in self.counted.items())
