"""What a seat makes of its own position: the thoughts of a decent beginner about what goods and points are worth.

Worth is counted in hundredths of a point of the final score. The bot knows the rulebook, not the small print: it weighs
every match by the default readings.
"""

from collections.abc import Sequence
from itertools import accumulate

from core.games.emara.data.edition import Edition, Event, Lasting, Occasion, Trade, edition
from core.games.emara.names import RESOURCES, AdvisorId, FavorId, Goods, MarkerId, PlaceId
from core.games.emara.view import SeatView, View

STONES, BREADS = MarkerId("stone"), MarkerId("bread")
POINT = 100
CITIZEN = 62  # the lower track counts: both must rise, and a resource brings 5 buildings or about 3 citizens,
BUILDING = POINT - CITIZEN  # so that a citizen point is the dearer of the two
CATCH_UP = 183  # hundredths of a point that citizens gain upon buildings in a turn, roughly: they start at 0
SLACK = 6  # so many points apart can still be evened out at the end,
SLACK_OF_A_TURN = 2  # and so many more for every turn that is left
LEFT_OVER = 60  # a final point: it goes to the track that needs it
HALF_LIFE = 15  # tenths of a turn: with so many turns left half of what is in hand finds its use
RESOURCE = (230, 215, 195, 170, 140, 110, 90, 70)  # the first of a type, the second ...: it is hard to spend many
SPARE = 150  # a resource that one has too many of
BUSY = 3  # resources that can be spent in a turn, roughly
READ = 4  # books that can be used,
FED = 6  # and breads
NEARLY = 92  # per cent of the points that rings, gold, books and breads will bring: others may be faster
FAVOR = 80  # per cent of its reward: one must get there
VISITS = 22  # per cent of the turns that lead to a place where one has a craftsman
TOGETHER = 20  # craftsmen at one place are worth so much more
GIFTS = 20  # per cent of the turns in which one makes a gift, or a donation
POWERS = 35  # per cent of the turns in which the power of an advisor helps
BUILT = 45  # per cent of the turns in which one receives building points
ABILITY = 25  # a lasting ability that cannot be counted, for every turn
OTHER = 50  # to have another resource than one has
MANY = 99


class Outlook:
    """The worth of goods to one seat at one moment: thought through once, then every move is measured with it."""

    def __init__(self, view: View, seat: int) -> None:
        self.view = view
        self.data: Edition = edition(view.edition)
        self.me: SeatView = view.seats[seat]
        board, advisors = self.data.board, [self.data.advisors[advisor] for advisor in self.me.advisors]
        self.turns = board.turns * (view.rounds - view.round) + board.turns - view.turn  # after this one
        self.event: Event | None = self.data.events[view.event] if view.event is not None and view.round else None
        self.lasting: list[Lasting] = [*advisors] if self.event is None else [*advisors, self.event]
        self.higher = sum(card.bp for card in self.lasting)  # every reception of building points is so much higher
        self.anywhere = any(card.anywhere for card in advisors)
        self.any_resources = any(card.any_resources for card in advisors)
        self._known: dict[Goods, int] = {}
        self._ladder: dict[tuple[int, int, int], int] = {}
        self.resources = _curve([self.in_time(each, LEFT_OVER // 2) for each in RESOURCE], LEFT_OVER // 2)
        bread = self.citizens(view.markers[BREADS]) * NEARLY // POINT
        self.breads = _curve([self.in_time(bread, LEFT_OVER)] * FED, LEFT_OVER)
        book = max(self.citizens(4), self.buildings(board.book_bp)) * NEARLY // POINT
        self.books = _curve([self.in_time(book, LEFT_OVER)] * READ, LEFT_OVER)

    def in_time(self, used: int, kept: int) -> int:
        """What is in hand may find its use in the turns that are left, or else is counted in the end."""
        return kept + max(used - kept, 0) * 10 * self.turns // (10 * self.turns + HALF_LIFE)

    def citizens(self, points: int) -> int:
        goods = self.me.goods
        return self.tracks(goods.cp + points, goods.bp) - self.tracks(goods.cp, goods.bp)

    def buildings(self, points: int) -> int:
        goods = self.me.goods
        return self.tracks(goods.cp, goods.bp + points) - self.tracks(goods.cp, goods.bp)

    def tracks(self, cp: int, bp: int) -> int:
        """EMA-15.4: the lower track counts, so what the higher one is ahead is worth the less the later it is."""
        ahead = (bp - cp) * POINT - CATCH_UP * self.turns
        slack = (SLACK + SLACK_OF_A_TURN * self.turns) * POINT
        wasted = abs(ahead) - slack // 2 if abs(ahead) > slack else ahead * ahead // (2 * slack)
        return CITIZEN * cp + BUILDING * bp - wasted * (BUILDING if ahead > 0 else CITIZEN) // POINT

    def worth(self, goods: Goods) -> int:
        known = self._known.get(goods)
        if known is None:
            known = self._known[goods] = self._worth(goods)
        return known

    def _worth(self, goods: Goods) -> int:
        if not self.turns:
            return self._final(goods)
        curve = self.resources
        wood, stone, cloth, grain = goods.wood, goods.stone, goods.cloth, goods.grain
        spendable = curve[wood] + curve[stone] + curve[cloth] + curve[grain]
        many = wood + stone + cloth + grain - BUSY * self.turns
        if many > 0:
            spendable -= many * (curve[1] - LEFT_OVER // 2) * 2 // 3
        return (
            self.tracks(goods.cp, goods.bp)
            + spendable
            + self.breads[goods.bread]
            + self.books[goods.book]
            + self.ladder(self.me.rank, goods.ring, goods.gold)
        )

    def _final(self, goods: Goods) -> int:
        """EMA-15.2, EMA-15.3, EMA-15.4, EMA-15.5: nothing can be spent any more; the other track breaks ties."""
        each = self.data.board.final
        sets = (goods.wood + goods.stone + goods.cloth + goods.grain) // each.resources_per_point
        points = goods.ring * each.ring + goods.gold * each.gold + goods.book * each.book + goods.bread * each.bread
        points += sets + len(self.me.favors) * each.favor
        low, high = sorted((goods.cp, goods.bp))
        filled = min(high - low, points)
        rest = points - filled
        return POINT * (low + filled) + POINT * rest // 2 + high

    def ladder(self, level: int, rings: int, gold: int) -> int:
        """EMA-11.2: rings and gold lead up the noble ranks; what is too much for them is counted in the end."""
        known = self._ladder.get((level, rings, gold))
        if known is None:
            known = self._ladder[level, rings, gold] = self._climb(level, rings, gold)
        return known

    def _climb(self, level: int, rings: int, gold: int) -> int:
        """Rank by rank, one in a turn at most; what is missing must be found first."""
        final, found, missing = self.data.board.final, 0, 0
        for step, rank in enumerate(self.view.ranks[level:]):
            some = rank.cost.capped(Goods(ring=rings, gold=gold))
            used, need = some.total(), rank.cost.total()
            if not used:
                break
            missing += need - used
            late = self.turns - max(step, missing)
            chance = 0 if late < 0 else POINT * (late + 1) // (late + 1 + missing)
            points = self.citizens(rank.cp[0] if rank.cp else 0) * NEARLY // POINT
            kept = LEFT_OVER * (some.ring * final.ring + some.gold * final.gold)
            found += max(kept, points * used * chance // (need * POINT))
            rings, gold = rings - some.ring, gold - some.gold
        return found + LEFT_OVER * (rings * final.ring + gold * final.gold)

    def gained(self, goods: Goods) -> int:
        """What it is worth to have these goods besides what one has."""
        return self.worth(self.me.goods + goods) - self.worth(self.me.goods)

    def favor(self, favor: FavorId) -> int:
        """EMA-13: its reward, for who gets to its place again."""
        reward = self.gained(self.raised(self.data.favors[favor].reward))
        return self.in_time(reward * FAVOR // POINT, LEFT_OVER * self.data.board.final.favor)

    def raised(self, goods: Goods) -> Goods:
        """Building points are received with what modifies them."""
        return goods.plus("bp", self.higher) if goods.bp and self.higher else goods

    def any_favor(self) -> int:
        """EMA-8.3: one of three; which they are one cannot know."""
        return self.in_time(self.buildings(5) * FAVOR // POINT, LEFT_OVER * self.data.board.final.favor)

    def bonus(self, occasion: Occasion) -> Goods:
        """EMA-12.18, EMA-12.20, EMA-14.13, EMA-14.14, EMA-14.15: what comes with a gift, a donation or a rank."""
        gains = [bonus.gain for card in self.lasting for bonus in card.bonus if bonus.on == occasion]
        return sum(gains, Goods())

    def crew(self, place: PlaceId) -> int:
        """EMA-7.4: the own craftsmen there."""
        return sum(hut.owner == self.me.seat and hut.hut.startswith(f"{place}:") for hut in self.view.huts)

    def craftsman(self, place: PlaceId) -> int:
        """EMA-7.2: a resource or a bread more, as often as one comes by; more of them are more worth the way."""
        return self.turns * VISITS * (self.in_time(RESOURCE[0], 0) + TOGETHER * self.crew(place)) // POINT

    def advisor(self, advisor: AdvisorId) -> int:
        """EMA-12: what it will do in the turns that are left, beside its points."""
        card = self.data.advisors[advisor]
        powers = max((self.trade(power) for power in card.power), default=0) * POWERS
        bonuses = sum(self.gained(bonus.gain) for bonus in card.bonus) * GIFTS
        higher = self.buildings(card.bp) * BUILT if card.bp else 0
        able = ABILITY * POINT * (card.any_resources + card.anywhere + card.free)
        return self.turns * (powers + bonuses + higher + able) // POINT

    def trade(self, trade: Trade) -> int:
        """What it brings to make this trade, if one has what is paid: resources that would be left over for long."""
        cost = trade.cost
        paid = SPARE * (sum(map(cost.of, RESOURCES)) + trade.any - trade.other)
        paid += self.ladder(self.me.rank, cost.ring, cost.gold) + self.citizens(cost.cp)
        return max(self.gained(self.raised(trade.gain)) - paid, OTHER * trade.other)


def _curve(units: Sequence[int], then: int) -> list[int]:
    """The worth of none, one, two ... of a kind."""
    return [0, *accumulate([*units, *[then] * MANY])]
