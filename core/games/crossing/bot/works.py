"""What a work brings: the tile, the walk with its flights, the card with its bird, the region where it ends.

Everything is seen once for all moves of a decision. So a walk is judged by adding, however many there are.
"""

from msgspec.structs import replace

from core.games.crossing.bot.gains import Gains
from core.games.crossing.bot.outlook import COIN, POINT, RESOURCE, Outlook
from core.games.crossing.bot.stand import Stand, plus
from core.games.crossing.data.edition import Side
from core.games.crossing.moves import Work
from core.games.crossing.names import (
    COLOURS,
    FLIGHTS,
    GUILDS,
    SLOTS,
    BirdId,
    BridgeId,
    CardId,
    EmptyId,
    GuildId,
    RegionId,
    SlotId,
    TileId,
)

PAW = 25  # a step towards the sixth and the seventh
STUCK = 250  # no bridge is left to walk on
ROOM = 30  # one that is
ENOUGH = 3  # bridges to choose from
EVENING = 60  # per cent: a house where the worker may still be in the evening, by actions that are left
TIRED = 12  # for each coin of a rest: what else a tile would have been good for in the round
AHEAD = 75  # per cent of the best card on the board: one must get there


class Works:
    """What works, and what they are made of, are worth in one position."""

    def __init__(self, o: Outlook, g: Gains) -> None:
        self.o, self.g = o, g
        self.data, self.me, self.now = o.data, o.me, o.now
        self.worth = o.worth(o.now)
        self._bought: dict[tuple[SlotId, int, bool], int] = {}
        self._tiles: dict[TileId, int] = {}
        self._regions: dict[tuple[RegionId, frozenset[BridgeId]], int] = {}

    def work(self, work: Work) -> int:
        """KIN-8.4, KIN-8.5: from the tile to the region where the next walk begins."""
        side, walked = self.side(work.tile), len(self.me.paws)
        paws = walked + len(work.way)
        found = self.bought(work.slot, paws, twice=side.twice) - self.used(work.tile) - COIN * self.fare(work)
        if self.me.working is None:
            found += self.tile(work.tile)
        found += sum(POINT * self.data.board.paws.get(paw, 0) + PAW for paw in range(walked + 1, paws + 1))
        return found + self.region(self.data.region_of[work.slot], frozenset((*self.me.paws, *work.way)))

    def opened(self, tile: TileId) -> int:
        """KIN-8.4: what the tile brings, and what can be hoped for at the end of the walk."""
        side, coins = self.side(tile), self.now.coins
        there = [each.slot for each in self.o.view.slots if each.card is not None and each.cost <= coins]
        paws = len(self.me.paws) + side.bridges
        best = max((self.bought(slot, paws, twice=side.twice) for slot in there), default=0)
        return self.tile(tile) - self.used(tile) + AHEAD * best // 100

    def side(self, tile: TileId) -> Side:
        return self.data.tiles[tile].side(upgraded=tile in self.me.upgraded)

    def used(self, tile: TileId) -> int:
        """KIN-7.2: in this round the tile is good for nothing else."""
        return TIRED * self.side(tile).rest if self.o.left > 1 else 0

    def tile(self, tile: TileId) -> int:
        """KIN-8.4: what is gained beside the walk."""
        if tile not in self._tiles:
            side = self.side(tile)
            s = self.g.invested(self.g.points(self.g.coins(self.now, side.coins), side.vp), side.invest)
            trade = max(RESOURCE - COIN * side.price, 0) if side.price else 0
            self._tiles[tile] = self.o.worth(s) - self.worth + trade
        return self._tiles[tile]

    # --- the card ----------------------------------------------------------------------------------------------------

    def bought(self, slot: SlotId, paws: int, *, twice: bool) -> int:
        """KIN-8.5: the bird, the price, the card."""
        key = (slot, paws, twice)
        if key not in self._bought:
            there = self.o.view.slots[SLOTS.index(slot)]
            s = replace(self.now, paws=paws)
            if there.bird is not None:
                for _ in range(1 + twice):
                    s = self.g.gained(s, self.data.birds[there.bird].gain)
                s = self.met(s, there.bird)
            s = s.paid(there.cost)
            self._bought[key] = self.o.worth(s if there.card is None else self.taken(s, there.card)) - self.worth
        return self._bought[key]

    def met(self, s: Stand, bird: BirdId) -> Stand:
        """KIN-8.5.2: the bird is one's own."""
        return replace(s, birds=plus(s.birds, COLOURS.index(self.data.birds[bird].colour)))

    def taken(self, s: Stand, card: CardId | EmptyId) -> Stand:
        """KIN-8.5.3: the effect, then the place of the card. KIN-8.7: a tile has none."""
        if card in self.data.empties:
            return self.g.gained(s, self.data.empties[EmptyId(card)].gain)
        known = CardId(card)
        character = self.data.characters.get(known)
        if character is not None:
            return self.g.gained(s, character.gain).joined(character.guild)
        return self.g.triggered(replace(s, structures=(*s.structures, known)), known)

    # --- the way ----------------------------------------------------------------------------------------------------

    def fare(self, work: Work) -> int:
        """KIN-10.2: of the flights, in coins."""
        region, coins = self.me.region, 0
        if work.before is not None:
            coins += self.flight(region)
            region = FLIGHTS[work.before]
        for bridge in work.way:
            region = None if region is None else self.data.bridges[bridge].across(region)
        return coins + (self.flight(region) if work.after is not None else 0)

    def flight(self, region: RegionId | None) -> int:
        """KIN-10.2: from there."""
        board = self.data.board
        return board.balloon if region == self.o.view.balloon else board.summoned

    def region(self, region: RegionId, crossed: frozenset[BridgeId]) -> int:
        """Where the next walk begins, and the evening may find the worker."""
        key = (region, crossed)
        if key not in self._regions:
            ways = sum(
                bridge not in crossed and joined.across(region) is not None
                for bridge, joined in self.data.bridges.items()
            )
            found = ROOM * min(ways, ENOUGH) if ways else -STUCK
            home = self.evening() * EVENING // 100 // max(self.o.left, 1) if region in self.me.houses else 0
            self._regions[key] = (found if self.o.left > 1 else 0) + home
        return self._regions[key]

    def evening(self) -> int:
        """KIN-11.1: the best income."""
        return max(*map(self.guild_income, GUILDS), *(self.o.ability(self.now, card) for card in self.me.structures))

    def guild_income(self, guild: GuildId) -> int:
        """KIN-11.2: for each pair."""
        return self.now.column(guild) // self.data.board.guild_cards * self.o.incomes[guild]
