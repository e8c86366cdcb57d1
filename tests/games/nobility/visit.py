"""A die in a guild of Rise to Nobility, from the workshops to the workers: what the rules say of each answer."""

from collections import Counter
from typing import Any

from core.games.nobility import GAME
from core.games.nobility.moves import Buy, Claim, Done, Guild, Put, Use, UseGood, UseSwap
from core.games.nobility.names import GOODS, GUILDS, LOT, PLAYED, GuildId
from core.games.nobility.table import Table
from core.kernel.rules import engine
from core.kernel.rules.chance import Stream, derived
from core.kernel.rules.engine import State
from tests.games.nobility.accounts import Account, numbers
from tests.games.nobility.book import SLOTS, band

WORKERS = {"tradeoff": {1: 2, 2: 1, 3: 0}, "aligned": {1: 0, 2: 1, 3: 2}}
REWARDS = {1: (None, 1), 2: ("good", 1), 3: (None, 2)}  # above the places: a good of the guild, or coins


class Visit:
    """The accounts of all seats, which follow every answer."""

    def __init__(self, t: Table, seat: int, move: Guild) -> None:
        self.t, self.seat, self.move = t, seat, move
        self.guild = move.guild
        self.good = GOODS[GUILDS.index(move.guild)]
        self.value = PLAYED[move.die][1]
        self.accounts = [Account(t, each) for each in range(t.players)]
        self.mine = self.accounts[seat]
        self.there = {guild: [one.seat for one in there] for guild, there in t.apprentices.items()}
        self.bought = False
        self.placed = 0

    def played(self, state: State[Table], dice: Stream) -> Counter[type]:
        """Answered at random until the die is done."""
        self.mine.after(self.move)
        self._rewarded()
        met: Counter[type] = Counter()
        state = engine.decide(GAME, state, self.seat, self.move, derived("visit")).state
        while type(engine.waiting(state)).__name__ in {"ChooseBonus", "BuyGoods", "PutWorker"}:
            offered = engine.legal(state, self.seat)
            self._offered(state, offered)
            move = dice.pick(offered)
            self._answered(move)
            met[move.__class__] += 1
            state = engine.decide(GAME, state, self.seat, move, derived("visit")).state
        found = [numbers(state.table, each) for each in range(self.t.players)]
        expected = [account.have for account in self.accounts]
        assert found == expected, (self.move, met)
        there = {guild: Counter(one.seat for one in there) for guild, there in state.table.apprentices.items()}
        assert there == {guild: Counter(seats) for guild, seats in self.there.items()}
        return met

    def _rewarded(self) -> None:
        """RTN-9.4, RTN-9.6, RTN-9.7; the coins of the box never run out here."""
        for place, shop in enumerate(self.t.workshops[self.guild], 1):
            if shop is None or shop.owner is None or shop.owner == self.seat or self.value < 2 * place - 1:
                continue
            what, number = REWARDS[place]
            self.accounts[shop.owner].have[self.good if what else "coins"] += number * (2 if self.t.players == 2 else 1)

    def _offered(self, state: State[Table], offered: list[Any]) -> None:
        """RTN-9.9: how much may be bought; RTN-9.11, RTN-9.12: who may be placed."""
        if any(isinstance(move, Buy) for move in offered):
            most = min(max(band(self.value) - (self.t.event == "E14"), 0), self.mine.have["coins"])
            assert offered == [Buy(number) for number in range(most + 1)]
        elif any(isinstance(move, Done) for move in offered):
            assert self.placed < WORKERS[self.t.rulings.guild_worker_curve][band(self.value)]
            origins: set[str] = {
                guild for guild, there in self.there.items() if self.seat in there and guild != self.guild
            }
            origins |= {LOT} if self.mine.have["workers"] else set()
            free = len(self.there[self.guild]) < SLOTS[self.t.players]
            assert {move.origin for move in offered if isinstance(move, Put)} == (origins if free else set())

    def _answered(self, move: Any) -> None:
        """RTN-9.10, RTN-9.11, RTN-9.14."""
        match move:
            case Use(bonus="coin"):
                self.mine.gain("coins", 1)
            case Use(bonus="reputation"):
                self.mine.gain("reputation", 1)
            case Use(bonus="guild_good"):
                self.mine.gain(self.good, 1)
            case UseGood(good=good):
                self.mine.gain(good, 1)
            case UseSwap(give=give, take=take):
                self.mine.have[give] -= 1
                self.mine.gain(take, 1)
            case Buy(goods=goods) if goods:
                self.mine.have["coins"] -= goods
                self.mine.gain(self.good, goods + self.there[self.guild].count(self.seat) + (self.t.event == "E03"))
            case Put(origin=origin):
                self.placed += 1
                self.there[self.guild].append(self.seat)
                if origin == LOT:
                    self.mine.have["workers"] -= 1
                else:
                    self.there[GuildId(origin)].remove(self.seat)
            case Claim(tile=tile):
                self.placed += 1
                self.there[self.guild].remove(self.seat)
                places = [shop and shop.tile for shop in self.t.workshops[self.guild]]
                self.mine.gain("vp", 3 + places.index(tile))
            case _:
                pass
