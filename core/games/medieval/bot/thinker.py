"""What the greedy bot thinks a move is worth: the thoughts of a decent beginner, from the seat's view alone.

Worth is counted in hundredths of a point, against doing nothing: to pass is worth 0. What is legal, the offers say.
"""

from functools import cached_property

from core.games.medieval.bot.leaders import Leaders
from core.games.medieval.bot.outlook import LEFTOVER, POINT, Outlook
from core.games.medieval.data import effects
from core.games.medieval.data.edition import EventCard
from core.games.medieval.moves import (
    Accept,
    Activate,
    Bid,
    Bonus,
    Choose,
    Decline,
    Fold,
    Pass,
    Place,
    Play,
    Take,
    TakeMonarch,
    TakePair,
)
from core.games.medieval.names import COMBAT, PRODUCTION, RESOURCES, CardId
from core.games.medieval.view import SeatView, View
from core.kernel.bots.bots import Thinker

TERRAINS = 2  # how much combat a round's terrains bring, roughly
PATIENCE = 75  # per cent of the mayors of the coming rounds that one counts on for deployed cards
UNHURRIED = 45  # per cent: a deployed card does not run away, a card on the board does
NEVER = -POINT


class Thought(Thinker):
    """What a seat thinks of its position: once for all moves of a decision, which are then measured with it."""

    def __init__(self, view: View, seat: int) -> None:
        self.view = view
        self.o = Outlook(view, seat)

    def nothing(self, move: TakeMonarch | Pass | Fold | Decline) -> int:
        """Neither good nor bad: what the others are measured against."""
        return 0

    # --- tokens and leaders -------------------------------------------------------------------------------------------

    def token(self, move: Bonus | Choose) -> int:
        """A milestone, or a tithe: what is missing comes first."""
        return self.o.gain(move.resource, 1)

    def pair(self, move: TakePair) -> int:
        """The starting pair: what the cards on the board cost, and the prices under them are production."""
        asked: dict[str, int] = dict.fromkeys(RESOURCES, 0)
        for slot in self.view.current:
            asked[PRODUCTION] += slot.price
            for resource, amount in self.o.cost(slot.card) if slot.card else ():
                asked[resource] += amount
        return sum(asked[resource] for resource in move.pair)

    def place(self, move: Place) -> int:
        return self.leaders.placed(move)

    @cached_property
    def leaders(self) -> Leaders:  # thought of only where some are placed
        return Leaders(self.o, self.view)

    # --- cards --------------------------------------------------------------------------------------------------------

    def activate(self, move: Activate) -> int:
        """Take a card off the board, unless somebody else would get it."""
        slot = self.view.current[move.slot - 1]
        if slot.card is None:
            return NEVER
        card = self.o.data.cards[slot.card]
        if card.mode == "auction":
            return self._win(card, move.bid) if move.bid else NEVER  # MED-R26: who opens at zero is out of it
        if card.mode == "majority" and not self._mine(card):
            return NEVER
        return self._buy(slot.card, slot.price)

    def bid(self, move: Bid) -> int:
        """Raise as long as the card is worth more than the tokens, and by no more than it takes."""
        return self._win(self.o.data.cards[self.view.afoot], move.amount) if self.view.afoot else NEVER

    def play(self, move: Play) -> int:
        """What can be paid is played; but first comes what others could take away."""
        cost = sum(LEFTOVER * amount for _, amount in self.o.cost(move.card))
        regret = 0 if move.choice is None else self._regret(self.o.data.cards[move.card], move.choice)
        return (self.o.value(move.card) - cost) * UNHURRIED // 100 - regret

    def take(self, move: Take) -> int:
        """A card for nothing: the best that can be played."""
        return self._buy(self.view.current[move.slot - 1].card, 0)

    def accept(self, move: Accept) -> int:
        """A majority card is taken if it can be played."""
        return self._buy(self.view.afoot, 0)

    def _regret(self, card: EventCard, resource: str) -> int:
        """A tithe whose resource is named with it: how much better another would be."""
        chosen = [effect for effect in card.now if isinstance(effect, effects.Choose)]
        return sum(self.o.chosen(effect) - self.o.gain(resource, effect.amount) for effect in chosen)

    def _buy(self, card: CardId | None, price: int) -> int:
        """A card is worth its value without its cost and its price, if it can be played in time."""
        if card is None or not self._in_time(self.o.data.cards[card], price):
            return NEVER
        cost = sum(self.o.giving_up(resource, amount) for resource, amount in self.o.cost(card))
        return self.o.value(card) - cost - self.o.giving_up(PRODUCTION, price)

    def _in_time(self, card: EventCard, price: int) -> bool:
        """Will there be tokens for it, behind the cards that wait already? In the last round: are there?"""
        o = self.o
        if card.admirals and o.families.get("island", 0) >= o.me.leaders.admiral:
            return False
        missing = 0
        for resource, amount in o.cost(card.id):
            short = amount + (price if resource == PRODUCTION else 0) - o.spare[resource]
            if resource == COMBAT and short > o.rounds * TERRAINS:
                return False
            missing += max(0, short)
        if not missing:
            return True
        missing += sum(max(0, -spare) for spare in o.spare.values())
        return 100 * missing <= PATIENCE * o.rounds * o.me.leaders.mayor

    def _win(self, card: EventCard, amount: int) -> int:
        """An auction is worth what the card brings, up to the bid at which the tokens are worth more."""
        return self.o.value(card.id) - self.o.giving_up(card.bid or COMBAT, amount)

    def _mine(self, card: EventCard) -> bool:
        """MED-14.4: nobody who may take it has more of what is measured; with as many, it goes to the activator."""
        measure, me = card.measure, self.o.me
        if measure is None or not self._room(me, card):
            return False
        mine = me.palace.of(measure)
        return all(seat.palace.of(measure) <= mine or not self._room(seat, card) for seat in self.view.seats)

    def _room(self, seat: SeatView, card: EventCard) -> bool:
        """MED-14.3: a place in the deployment area, and no card of the colour there."""
        data = self.o.data
        full = len(seat.deployed) >= data.board.deployment
        return not full and all(data.cards[own].seal != card.seal for own in seat.deployed)


def thinker(view: View, seat: int) -> Thought:
    """How good a move is for the seat."""
    return Thought(view, seat)
