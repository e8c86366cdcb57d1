"""What the greedy bot thinks a move is worth: how things stand after it, against how they stand now.

Everything is seen once for all moves of a decision: what the card of a slot brings with its bird, what a tile brings,
what a region is good for. So a walk is judged by adding, however many there are.
"""

from msgspec.structs import replace

from core.games.crossing.bot.gains import Gains
from core.games.crossing.bot.outlook import COIN, GAINED, POINT, RESOURCE, Outlook
from core.games.crossing.bot.stand import Stand, plus
from core.games.crossing.data.edition import Side
from core.games.crossing.moves import (
    BuyResource,
    ChooseResources,
    Claim,
    Collect,
    CollectAll,
    CollectEvening,
    Decorate,
    Done,
    Grab,
    InvestCash,
    InvestUp,
    Later,
    Leave,
    OneDouble,
    Open,
    Pick,
    PlaceHouse,
    Rest,
    Take,
    TakeFavor,
    Trigger,
    TwoSingles,
    Upgrade,
    VisitQueen,
    Work,
)
from core.games.crossing.names import (
    COLOURS,
    FLIGHTS,
    GUILDS,
    SHOWN,
    SLOTS,
    BirdId,
    BridgeId,
    CardId,
    GoalId,
    GuildId,
    RegionId,
    SlotId,
    TileId,
)
from core.games.crossing.view import View
from core.kernel.bots.bots import Thinker

BLIND = 20  # a favor that one has not seen is worth that much less: others can be chosen
PAW = 25  # a step towards the sixth and the seventh
STUCK = 250  # no bridge is left to walk on
ROOM = 30  # one that is
EVENING = 60  # per cent: a house where the worker may still be in the evening, by actions that are left
GLAD = 1000 * POINT  # what costs nothing comes first


class Thought(Thinker):
    """What a seat thinks of its position: once for all moves of a decision, which are then measured with it."""

    def __init__(self, view: View, seat: int) -> None:
        self.view = view
        self.o = Outlook(view, seat)
        self.g = Gains(self.o)
        self.data, self.me, self.now = self.o.data, self.o.me, self.o.now
        self.worth = self.o.worth(self.now)
        self._bought: dict[tuple[SlotId, int, bool], int] = {}
        self._tiles: dict[TileId, int] = {}
        self._regions: dict[tuple[RegionId, frozenset[BridgeId]], int] = {}

    def better(self, s: Stand) -> int:
        """How much better things would stand."""
        return self.o.worth(s) - self.worth

    # --- the action of a turn ---------------------------------------------------------------------------------------

    def rest(self, move: Rest) -> int:
        """KIN-7.3: coins, and a tile the less."""
        return self.better(self.g.coins(self.now, self.side(move.tile).rest)) - self.used(move.tile)

    def work(self, move: Work) -> int:
        """KIN-8: the tile, the walk, the card with its bird; the region where the worker ends."""
        side = self.side(move.tile)
        paws = len(self.me.paws) + len(move.way)
        crossed = frozenset((*self.me.paws, *move.way))
        found = self.bought(move.slot, paws, twice=side.twice) - self.used(move.tile)
        if self.me.working is None:
            found += self.tile(move.tile, side)
        found += sum(POINT * self.data.board.paws.get(paw, 0) + PAW for paw in range(len(self.me.paws) + 1, paws + 1))
        found -= COIN * self.fare(move)
        return found + self.region(self.data.region_of[move.slot], crossed)

    def open(self, move: Open) -> int:
        """KIN-8.4: what the tile brings, and what will be bought by it."""
        return self.tile(move.tile, self.side(move.tile)) + GAINED // 2

    def visit(self, move: VisitQueen) -> int:
        """KIN-9.1: the card and its effect; who comes first has the choice."""
        queen = self.view.queen
        assert queen is not None  # else it is not offered
        side, card = self.side(TileId("A6")), self.data.queens[queen]
        s = self.now
        for _ in range(side.queen):
            s = self.g.gained(s, card.gain)
        return self.better(s.joined(card.guild)) - COIN * (0 if move.flight is None else self.flight(self.me.region))

    def side(self, tile: TileId) -> Side:
        return self.data.tiles[tile].side(upgraded=tile in self.me.upgraded)

    def used(self, tile: TileId) -> int:
        """What else the tile would have been good for in this round, roughly."""
        side = self.side(tile)
        return 12 * side.rest if self.o.left > 1 else 0

    def tile(self, tile: TileId, side: Side) -> int:
        """KIN-8.4: what is gained before the walk."""
        if tile not in self._tiles:
            s = self.g.invested(self.g.points(self.g.coins(self.now, side.coins), side.vp), side.invest)
            self._tiles[tile] = self.better(s) + (max(RESOURCE - COIN * side.price, 0) if side.price else 0)
        return self._tiles[tile]

    def bought(self, slot: SlotId, paws: int, *, twice: bool) -> int:
        """KIN-8.5: the bird, the price, the card."""
        key = (slot, paws, twice)
        if key not in self._bought:
            there = self.view.slots[SLOTS.index(slot)]
            s = replace(self.now, paws=paws)
            if there.bird is not None:
                for _ in range(1 + twice):
                    s = self.g.gained(s, self.data.birds[there.bird].gain)
                s = self.met(s, there.bird)
            s = s.paid(there.cost)
            self._bought[key] = self.better(s if there.card is None else self.taken(s, CardId(there.card)))
        return self._bought[key]

    def met(self, s: Stand, bird: BirdId) -> Stand:
        """KIN-8.5.2: the bird is one's own."""
        return replace(s, birds=plus(s.birds, COLOURS.index(self.data.birds[bird].colour)))

    def taken(self, s: Stand, card: CardId) -> Stand:
        """KIN-8.5.3: the effect, then the place of the card. KIN-8.7: a tile has none."""
        empty, character = self.data.empties.get(card), self.data.characters.get(card)  # type: ignore[call-overload]
        if empty is not None:
            found: Stand = self.g.gained(s, empty.gain)
            return found
        if character is not None:
            return self.g.gained(s, character.gain).joined(character.guild)
        s = replace(s, structures=(*s.structures, card))
        return self.g.triggered(s, card)

    def fare(self, work: Work) -> int:
        """KIN-10.2: of the flights."""
        region, coins = self.me.region, 0
        if work.before is not None:
            coins += self.flight(region)
            region = FLIGHTS[work.before]
        for bridge in work.way:
            region = None if region is None else self.data.bridges[bridge].across(region)
        return coins + (self.flight(region) if work.after is not None else 0)

    def flight(self, region: RegionId | None) -> int:
        """KIN-10.2: in coins, from there."""
        board = self.data.board
        return board.balloon if region == self.view.balloon else board.summoned

    def region(self, region: RegionId, crossed: frozenset[BridgeId]) -> int:
        """Where the next walk begins, and the evening may find the worker."""
        key = (region, crossed)
        if key not in self._regions:
            ways = [
                bridge
                for bridge, joined in self.data.bridges.items()
                if bridge not in crossed and joined.across(region) is not None
            ]
            found = ROOM * min(len(ways), 3) - (0 if ways else STUCK)
            home = self.evening() * EVENING // 100 // max(self.o.left, 1) if region in self.me.houses else 0
            self._regions[key] = (found if self.o.left > 1 else 0) + home
        return self._regions[key]

    def evening(self) -> int:
        """KIN-11.1: the best income."""
        return max(*map(self.guild_income, GUILDS), *(self.o.ability(self.now, card) for card in self.me.structures))

    def guild_income(self, guild: GuildId) -> int:
        pairs = self.now.column(guild) // self.data.board.guild_cards
        return pairs * self.o.incomes[guild]

    # --- what gains ask -----------------------------------------------------------------------------------------------

    def pick(self, move: Pick) -> int:
        """KIN-4.3: a start card with its favor."""
        start = self.data.starts[move.start]
        s = self.now
        for gain in start.gains:
            s = self.g.gained(s, gain)
        favor = next(pair.favor for pair in self.view.pairs if pair.start == move.start)
        return self.better(replace(s.joined(start.guild), favors=(favor,)))

    def up(self, move: InvestUp) -> int:
        track = self.data.investment
        return self.better(replace(self.now, investment=min(self.now.investment + 1, track.last)))

    def cash(self, move: InvestCash) -> int:
        coins = self.now.coins + self.data.investment.coins[self.now.investment]
        return self.better(replace(self.now, investment=0, coins=coins))

    def resources(self, move: ChooseResources) -> int:
        s = self.now
        for resource in move.resources:
            s = self.g.advanced(s, resource, 1)
        return self.better(s)

    def buy(self, move: BuyResource) -> int:
        """KIN-8.4e: for its price."""
        s = self.g.advanced(self.now, move.resource, 1)
        return self.better(s.paid(self.side(self.me.working).price if self.me.working else 0))

    def decorate(self, move: Decorate) -> int:
        return self.better(self.g.filled(self.now, move.space))

    def form(self, move: TwoSingles | OneDouble) -> int:
        """KIN-15.4: of which kind they are does not show; most places are much alike."""
        return 0

    def trigger(self, move: Trigger) -> int:
        s = self.now
        for structure in move.structures:
            s = self.g.triggered(s, structure)
        return self.better(s)

    def upgrade(self, move: Upgrade) -> int:
        return self.better(replace(self.now, upgraded=(*self.now.upgraded, move.tile)))

    def grab(self, move: Grab) -> int:
        bird = self.view.slots[SLOTS.index(move.slot)].bird
        assert bird is not None  # else it is not offered
        return self.better(self.met(self.g.gained(self.now, self.data.birds[bird].gain), bird))

    def favor(self, move: TakeFavor) -> int:
        """KIN-13.2: one that is known, or one of which nobody knows."""
        if move.place not in SHOWN:
            return GAINED - BLIND
        favor = self.view.display[SHOWN.index(move.place)]
        assert favor is not None  # else it is not offered
        return self.better(replace(self.now, favors=(*self.now.favors, favor)))

    def house(self, move: PlaceHouse) -> int:
        """KIN-14.1: where it stands matters little: where the worker is, or may come to."""
        return ROOM * (move.region == self.me.region) + sum(
            move.region in way.joins for way in self.data.bridges.values()
        )

    # --- incomes and goals --------------------------------------------------------------------------------------------

    def collect(self, move: Collect) -> int:
        """KIN-6.2: the order seldom matters: all at once comes before it."""
        return 0

    def evening_income(self, move: CollectEvening) -> int:
        if move.source in GUILDS:
            return self.guild_income(GuildId(move.source))
        return self.better(self.g.triggered(self.now, CardId(move.source)))

    def claim(self, move: Claim) -> int:
        """KIN-12.1: its points, whatever it takes from the marker."""
        aim = next(aim for aim in self.o.goals if aim.goal == move.goal)
        back = self.now.investment - aim.back
        s = replace(self.now, vp=self.now.vp + aim.points, claimed=(*self.now.claimed, aim.goal), investment=back)
        return self.better(s) + (GAINED if self.completes(move.goal) else 0)

    def completes(self, goal: GoalId) -> bool:
        """KIN-12.4: both goals of a row?"""
        order = [each.goal for each in self.view.goals]
        other = order[order.index(goal) ^ 1]
        return other in self.now.claimed

    def gladly(self, move: CollectAll | Take) -> int:
        return GLAD

    def nothing(self, move: Done | Later | Leave) -> int:
        """Neither good nor bad: what the others are measured against."""
        return 0


def thinker(view: View, seat: int) -> Thought:
    """How good a move is for the seat."""
    return Thought(view, seat)
