"""What a seat makes of its own position: the thoughts of a decent beginner about what tokens and cards are worth.

Worth is counted in hundredths of a point. The bot knows the rulebook, not the small print: it weighs every match by the
default readings.
"""

from functools import lru_cache

from msgspec.structs import asdict

from core.games.medieval.data import effects
from core.games.medieval.data.edition import Edition, EventCard, edition
from core.games.medieval.names import ADMIRAL, COMBAT, GENERAL, MAYOR, PRODUCTION, RESOURCES, CardId, Goods
from core.games.medieval.view import SeatView, View

POINT = 100
LEFTOVER = 50  # a token that is never spent: half a point (MED-19.4)
EACH_ROUND = 5  # a token is worth this much more for every round in which it can still be spent,
WANTED = 50  # this much more if a deployed card waits for it,
BUYS = 10  # and this much more if it is production, which buys cards
ON_THE_WAY = 12  # what a point brings besides: every fifth gives a token (MED-3.6)
MORE_SEALS = 7  # how many different seals a realm has in the end, roughly


@lru_cache(maxsize=1024)
def _cost(digest: str, players: int, card: CardId) -> tuple[tuple[str, int], ...]:
    cost = asdict(edition(digest).cards[card].cost_with(players))
    return tuple((resource, amount) for resource, amount in cost.items() if amount)


class Outlook:
    """The worth of tokens and cards to one seat at one moment: thought through once, then every move is measured."""

    def __init__(self, view: View, seat: int) -> None:
        self.data: Edition = edition(view.edition)
        self.players = len(view.seats)
        self.rounds = view.rounds - view.round  # that are still to come after this one
        self.me: SeatView = view.seats[seat]
        self.cards = [self.data.cards[card] for card in (*self.me.realm, *self.me.deployed)]  # in play, or waiting
        self.any_token = LEFTOVER + EACH_ROUND * self.rounds
        self.spare: dict[str, int] = asdict(self.me.palace)  # that no deployed card waits for; below 0: missing
        for card in self.me.deployed:
            for resource, amount in self.cost(card):
                self.spare[resource] -= amount
        self.seals: dict[str, int] = {}  # own cards by seal; deployed ones count, for they will be played
        self.families: dict[str, int] = {}
        for own in self.cards:
            self.seals[own.seal] = self.seals.get(own.seal, 0) + 1
            self.families[own.family] = self.families.get(own.family, 0) + 1
        self._values: dict[CardId, int] = {}

    def cost(self, card: CardId) -> tuple[tuple[str, int], ...]:
        """What it takes to play a card, resource by resource."""
        return _cost(self.data.digest, self.players, card)

    # --- tokens -------------------------------------------------------------------------------------------------------

    def token(self, resource: str) -> int:
        """Production is worth more as long as there are cards to buy."""
        return self.any_token + (BUYS if resource == PRODUCTION and self.rounds else 0)

    def gain(self, resource: str, amount: int) -> int:
        """Tokens are welcome, those that deployed cards wait for even more."""
        wanted = min(amount, max(0, -self.spare[resource]))
        return amount * self.token(resource) + wanted * WANTED

    def goods(self, goods: Goods) -> int:
        return sum(self.gain(resource, amount) for resource, amount in asdict(goods).items() if amount)

    def chosen(self, effect: effects.Choose) -> int:
        return max(self.gain(resource, effect.amount) for resource in RESOURCES if resource != effect.barred)

    def giving_up(self, resource: str, amount: int) -> int:
        """Tokens that nothing waits for go easily, the others are missed."""
        missed = min(amount, max(0, amount - self.spare[resource]))
        return amount * self.token(resource) + missed * WANTED

    # --- cards --------------------------------------------------------------------------------------------------------

    def value(self, card: CardId) -> int:
        """What a card brings once it is in play: at once, every round, in the end, and to the others."""
        known = self._values.get(card)
        if known is None:
            known = self._values[card] = self._value(self.data.cards[card])
        return known

    def _value(self, card: EventCard) -> int:
        now = sum(map(self._at_once, card.now))
        income = sum(map(self._income, card.income))
        end = sum(self._at_the_end(card, effect) for effect in card.end)
        return now + income + end + self._honour(card) + self._fits(card)

    def _at_once(self, effect: effects.Now) -> int:
        match effect:
            case effects.Vp():
                return effect.amount * (POINT + ON_THE_WAY)
            case effects.Gain():
                return self.gain(effect.resource, effect.amount)
            case effects.Choose():
                return self.chosen(effect)
            case effects.GainLeader():
                return self._leader(effect.leader)

    def _leader(self, leader: str) -> int:
        """A mayor works every round and fills towns; a general or an admiral wins terrains and guards castles."""
        if leader == MAYOR:
            works = 1 + self.families.get("development", 0)
            return self.rounds * works * self.any_token + POINT * self.families.get("town", 0)
        strength = self.data.stock.combat[leader]
        sails = POINT if leader == ADMIRAL else 0
        return self.rounds * strength * self.token(COMBAT) + strength * POINT * self.families.get("castle", 0) + sails

    def _income(self, effect: effects.Income) -> int:
        """What comes every round comes as often as there are rounds."""
        amount = effect.amount if isinstance(effect, effects.Gain) else self.me.leaders.mayor
        return self.rounds * amount * self.any_token

    def _at_the_end(self, card: EventCard, effect: effects.End) -> int:
        """What it counts now, and some of what there may be by then."""
        match effect:
            case effects.Military():
                return POINT * self.strength()
            case effects.Seals():  # of all the seals that one will have
                return POINT * max(len(self.seals), min(MORE_SEALS, len(self.seals) + self.rounds))
            case effects.Mayors():
                return POINT * self.me.leaders.mayor
            case effects.Each():  # in three rounds comes another
                return POINT * (self._others(card) + 1) + POINT * self.rounds // 3
            case effects.IfCards():
                return self._nearly(effect.points, effect.least - self.families.get(effect.family, 0))
            case effects.IfSeal():
                return self._nearly(effect.points, effect.least - self.seals.get(effect.seal, 0))
            case effects.IfLeaders():
                return self._nearly(effect.points, effect.least - self.me.leaders.of(effect.leader))

    def strength(self) -> int:
        leaders, combat = self.me.leaders, self.data.stock.combat
        return leaders.general * combat[GENERAL] + leaders.admiral * combat[ADMIRAL]

    def _others(self, card: EventCard) -> int:
        """The own cards of its seal without itself."""
        return self.seals.get(card.seal, 0) - (card.id in self.me.deployed)

    def _nearly(self, points: int, short: int) -> int:
        """A condition that is not met yet is worth less the more is short, and less the fewer rounds there are."""
        return points * POINT if short <= 0 else points * POINT * min(self.rounds, 5) // (5 * (1 + short))

    def _honour(self, card: EventCard) -> int:
        """MED-19.5: one person of honour more."""
        if not card.honour:
            return 0
        table = self.data.board.honour
        others = min(sum(own.honour for own in self.cards if own.id != card.id), len(table) - 2)
        return POINT * (table[others + 1] - table[others])

    def _fits(self, card: EventCard) -> int:
        """What it adds to the others: a new colour to the markets, its colour to the persons, a town to the towns."""
        others = [own for own in self.cards if own.id != card.id]
        new = not self._others(card)
        markets = self.families.get("market", 0) * POINT // 2 if new else 0  # another card may bring it as well
        persons = sum(POINT for own in others if own.honour and own.seal == card.seal)
        towns = sum(POINT + self.token(own.town) for own in others if own.town) if card.town else 0
        return markets + persons + towns
