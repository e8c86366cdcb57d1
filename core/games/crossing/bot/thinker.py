"""What the greedy bot thinks a move is worth: how things stand after it, against how they stand now."""

from msgspec.structs import replace

from core.games.crossing.bot.gains import Gains
from core.games.crossing.bot.outlook import COIN, GAINED, POINT, Outlook
from core.games.crossing.bot.stand import Stand
from core.games.crossing.bot.works import Works
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
    GUILDS,
    QUEEN,
    SHOWN,
    SLOTS,
    CardId,
    GoalId,
    GuildId,
)
from core.games.crossing.view import View
from core.kernel.bots.bots import Thinker

BLIND = 20  # a favor that one has not seen is worth that much less: others can be chosen
HERE = 30  # a house where the worker is
GLAD = 1000 * POINT  # what costs nothing comes first


class Thought(Thinker):
    """What a seat thinks of its position: once for all moves of a decision, which are then measured with it."""

    def __init__(self, view: View, seat: int) -> None:
        self.view = view
        self.o = Outlook(view, seat)
        self.g = Gains(self.o)
        self.data, self.me, self.now = self.o.data, self.o.me, self.o.now
        self.worth = self.o.worth(self.now)
        self.w = Works(self.o, self.g)

    def better(self, s: Stand) -> int:
        """How much better things would stand."""
        return self.o.worth(s) - self.worth

    # --- the action of a turn ---------------------------------------------------------------------------------------

    def rest(self, move: Rest) -> int:
        """KIN-7.3: coins, and a tile the less."""
        return self.better(self.g.coins(self.now, self.w.side(move.tile).rest)) - self.w.used(move.tile)

    def work(self, move: Work) -> int:
        return self.w.work(move)

    def open(self, move: Open) -> int:
        return self.w.opened(move.tile)

    def visit(self, move: VisitQueen) -> int:
        """KIN-9.1: the card and its effect."""
        queen = self.view.queen
        assert queen is not None  # else it is not offered
        card, s = self.data.queens[queen], self.now
        for _ in range(self.w.side(QUEEN).queen):
            s = self.g.gained(s, card.gain)
        return self.better(s.joined(card.guild)) - COIN * (0 if move.flight is None else self.w.flight(self.me.region))

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
        return self.better(s.paid(self.w.side(self.me.working).price if self.me.working else 0))

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
        return self.better(self.w.met(self.g.gained(self.now, self.data.birds[bird].gain), bird))

    def favor(self, move: TakeFavor) -> int:
        """KIN-13.2: one that is known, or one of which nobody knows."""
        if move.place not in SHOWN:
            return GAINED - BLIND
        favor = self.view.display[SHOWN.index(move.place)]
        assert favor is not None  # else it is not offered
        return self.better(replace(self.now, favors=(*self.now.favors, favor)))

    def house(self, move: PlaceHouse) -> int:
        """KIN-14.1: where it stands matters little: where the worker is, or may come to."""
        return HERE * (move.region == self.me.region) + sum(
            move.region in way.joins for way in self.data.bridges.values()
        )

    # --- incomes and goals --------------------------------------------------------------------------------------------

    def collect(self, move: Collect) -> int:
        """KIN-6.2: the order seldom matters: all at once comes before it."""
        return 0

    def evening_income(self, move: CollectEvening) -> int:
        if move.source in GUILDS:
            return self.w.guild_income(GuildId(move.source))
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
