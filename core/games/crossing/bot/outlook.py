"""What a stand is worth to one seat: the thoughts of a decent beginner about what its things will bring.

Worth is counted in hundredths of a point of the final score, from the seat's view alone. The bot knows the rulebook,
not the small print: it weighs every match by the default readings.
"""

from functools import cache
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict

from core.games.crossing.bot.stand import Stand, count, stand_of
from core.games.crossing.data import effects
from core.games.crossing.data.edition import TOP, Edition, Need, Space, edition
from core.games.crossing.names import DEER, GUILDS, RESOURCES, CardId, CountedId, FavorId, GoalId
from core.games.crossing.view import View

POINT: Final = 100
COIN: Final = 40  # while it can be spent,
LAST_COIN: Final = 20  # and where it only moves the marker at the end
SPENT = 6  # coins in an action, on average,
STEPS = 30  # hundredths of a step on one track,
CARDS = 15  # of a card of one guild,
BUILT = 20  # of a structure
RESOURCE: Final = 170
INVESTED: Final = 150  # an Investment action
TRIGGERED: Final = 180  # the ability of a structure
UPGRADED: Final = 150
DEER_CARD = 40  # it counts for sets alone
GAINED: Final = 450  # a favor that nobody has seen
SPREAD = (50, 25, 15, 10)  # per cent: the lowest marker counts, and those that may become it
HALF = 35  # per cent of an income of which one card is still missing
HOPE = 70  # per cent of a goal that is nearly reached
BONUS = 40  # per cent of the bonus of a track that is half reached
HOUSES = (0, 0, 150, 300)  # the second and the third: the favor of that one is counted when it comes
SET = 30  # a guild of which there is a first card, or a second
TILE = {"A1": 70, "A2": 130, "A3": 150, "A4": 90, "A5": 60, "A6": 50}  # upgraded, in each round
LIKELY: Final[dict[str, int]] = {  # what the actions of a whole match add to what favors count
    **dict.fromkeys(RESOURCES, 500),
    **dict.fromkeys(GUILDS, 230),
    **dict.fromkeys(("symbol", "bird"), 600),
    **dict.fromkeys(("flower", "sculpture", "favor", "resource_set", "goal"), 280),
    **dict.fromkeys(("red", "yellow", "house", "building", "guild", "upgrade"), 200),
    **dict.fromkeys(("blue", "green", "symbol_pair"), 150),
    "investment": 600,
}
MATCH = 16  # actions


class Aim(Struct, frozen=True):
    """KIN-12.1: a goal that can still be claimed: what it asks for, and what the next one gets."""

    goal: GoalId
    back: int
    asked: tuple[tuple[CountedId, int], ...]
    points: int


@cache
def asked_by(need: Need) -> tuple[tuple[CountedId, int], ...]:
    """KIN-12.6: so much of what."""
    return tuple((CountedId(what), number) for what, number in asdict(need.least).items() if number)


class Outlook:
    """The worth of stands on the own board at this moment of the match."""

    def __init__(self, view: View, seat: int) -> None:
        self.view = view
        self.data: Edition = edition(view.edition)
        self.me = view.sides[seat]
        self.now = stand_of(view, self.me)
        board = self.data.board
        self.mornings = view.rounds - view.round  # that are still to come
        self.left = board.actions - len(self.me.played)  # actions of this round
        self.actions = self.left + self.mornings * board.actions
        self.grown = self.actions * STEPS // 100
        self.goals = [
            Aim(goal.goal, need.back, asked_by(need), goal.positions[len(goal.claims)])
            for goal in view.goals
            for need in (self.data.goals[goal.goal].need(goal.face),)
            if len(goal.claims) < len(goal.positions) and seat not in goal.claims
        ]
        self.incomes = {guild: self.effect(self.now, self.data.guilds[guild].gain) for guild in GUILDS}
        self._known: dict[Stand, int] = {}

    def worth(self, s: Stand) -> int:
        """What can be expected of it in the end."""
        known = self._known.get(s)
        if known is None:
            parts = (self._guilds, self._structures, self._tracks, self._favors, self._goals, self._tiles, self._houses)
            known = POINT * s.vp + s.more + self.money(s) + sum(part(s) for part in parts)
            self._known[s] = known
        return known

    def money(self, s: Stand) -> int:
        """Coins, while they can be spent; the marker for what it pays now or for what it will be worth."""
        track, board = self.data.investment, self.data.board
        if not self.actions:
            steps = min(s.coins // board.coins_per_step, track.last - s.investment)
            return POINT * track.vp[s.investment + steps] + s.coins % board.coins_per_step
        useful = min(s.coins, self.actions * SPENT)
        kept = POINT * track.vp[min(s.investment + self.mornings, track.last)]
        cashed = (COIN - 5) * track.coins[s.investment] if self.actions > 1 else 0
        return COIN * useful + LAST_COIN * (s.coins - useful) + max(kept, cashed)

    def effect(self, s: Stand, gain: effects.Gain) -> int:
        """What an effect brings, without a look at what follows from it."""
        match gain:
            case effects.Coins(amount):
                return COIN * amount
            case effects.CoinsPer(counted):
                return COIN * count(self.data, s, counted)
            case effects.Vp(amount):
                return POINT * amount
            case effects.VpPer(counted):
                return POINT * count(self.data, s, counted)
            case effects.Res(resource, amount):
                return RESOURCE * min(amount, TOP - s.track(resource))
            case effects.ResAny(amount):
                return RESOURCE * amount
            case effects.Invest(amount):
                return INVESTED * amount
            case effects.Trigger() | effects.TriggerUpTo():
                return TRIGGERED
            case effects.Upgrade():
                return UPGRADED
            case effects.GainFavor():
                return GAINED
            case _:
                return RESOURCE

    def ability(self, s: Stand, structure: CardId) -> int:
        """What a structure brings once."""
        return self.effect(s, self.data.ability(structure))

    # --- what counts at the end, and every Morning ------------------------------------------------------------------

    def _guilds(self, s: Stand) -> int:
        """KIN-17.4: cards by stars, as far as both can be expected; KIN-6.2: an income for each pair of cards."""
        size, found = self.data.board.guild_cards, DEER_CARD * s.column(DEER)
        for guild, cards in zip(GUILDS, s.guilds, strict=True):
            pairs = 100 * (cards // size) + HALF * (cards % size)
            found += self.mornings * pairs * self.incomes[guild] // 100
        stars = dict.fromkeys(RESOURCES, 0)
        for name in s.spaces:
            space = self.data.spaces[name]
            stars[space.track] += self.stars(s, space)
        for resource, passed in stars.items():
            cards = POINT * s.column(self.data.tracks[resource].guild) + self.actions * CARDS
            found += cards * passed // POINT
        return found

    def stars(self, s: Stand, space: Space) -> int:
        """KIN-5.14: hundredths of stars, the fewer the farther the marker is from passing them."""
        missing = space.after + 1 - s.track(space.track)
        near = self.grown + 1
        return POINT * space.stars if missing <= 0 else POINT * space.stars * max(near - missing, 0) // near

    def _structures(self, s: Stand) -> int:
        """KIN-17.5: by what may be the lowest marker; KIN-6.8: their abilities every Morning."""
        values, each = self.data.board.structures, 0
        for share, at in zip(SPREAD, sorted(s.tracks), strict=True):
            each += share * (values[at] + values[min(at + self.grown, TOP)])
        count_of_them = POINT * len(s.structures) + self.actions * BUILT
        incomes = sum(self.ability(s, structure) for structure in s.structures) if self.mornings else 0
        return count_of_them * each // (2 * POINT) + self.mornings * incomes

    def _tracks(self, s: Stand) -> int:
        """KIN-15.1: a bonus is worth something before it is reached."""
        found = 0
        for resource, at in zip(RESOURCES, s.tracks, strict=True):
            track = self.data.tracks[resource]
            for space, gain in ((track.bonus, track.gain), (TOP, track.top)):
                if at < space <= at + self.grown + 1:
                    found += self.effect(s, gain) * BONUS * at // (space * 100)
        return found

    def _favors(self, s: Stand) -> int:
        return sum(self.favor(s, favor) for favor in s.favors)

    def favor(self, s: Stand, name: FavorId) -> int:
        """KIN-17.6: by what there is of what it counts, and what may come."""
        favor = self.data.favors[name]
        likely = LIKELY.get(favor.each, 200) * self.actions // MATCH
        return favor.points * (POINT * count(self.data, s, favor.each, favor.cards) + likely)

    def _goals(self, s: Stand) -> int:
        """KIN-12.1: the points of those that are not claimed, the nearer the better."""
        found = 0
        for aim in self.goals:
            if aim.goal not in s.claimed:
                near = self.near(s, aim)
                found += POINT * aim.points * HOPE * near * near // 100**3
        return found

    def near(self, s: Stand, aim: Aim) -> int:
        """KIN-12.6: per cent of what a goal asks for."""
        if aim.back:
            return 100 * min(s.investment, aim.back) // aim.back
        have = (100 * min(count(self.data, s, what), number) // number for what, number in aim.asked)
        return sum(have) // len(aim.asked)

    def _tiles(self, s: Stand) -> int:
        """KIN-5.10: what upgraded tiles bring, round by round."""
        rounds = 4 * self.mornings
        return sum(TILE[tile] * (rounds + 4 * (tile in self.me.available)) // 4 for tile in s.upgraded)

    def _houses(self, s: Stand) -> int:
        """KIN-14.1: by the cards of all guilds that earn them; KIN-11.1: they bring an income in the evening."""
        found = 0
        for cards in self.data.board.sets:
            found += SET * sum(size >= cards for size in s.guilds)
        earned = 1 + sum(min(s.guilds) >= cards for cards in self.data.board.sets)
        return found + HOUSES[min(max(earned, s.houses), 3)] * (self.mornings + 1) // 4
