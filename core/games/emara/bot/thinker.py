"""What the greedy bot thinks a move is worth: the best turn that can follow it, against the best turn there is.

Worth is counted in hundredths of a point, from the seat's view alone. The bot knows the rulebook, not the small print:
it weighs every match by the default readings. What is legal, the offers say.
"""

from collections.abc import Callable
from typing import Any

from core.games.emara.bot.deals import NOTHING, PIECES, Deal
from core.games.emara.bot.outlook import POINT, Outlook
from core.games.emara.bot.plan import Plan, Stand, councilor
from core.games.emara.moves import (
    Accept,
    BuildBook,
    BuildStone,
    BuildWood,
    Card,
    CardErrand,
    CardExchange,
    CardHire,
    CardRecruit,
    CardStep,
    ChooseHand,
    Decline,
    Donate,
    End,
    Feed,
    Gather,
    Gift,
    Hire,
    Keep,
    Leave,
    PassEvent,
    PayEvent,
    Play,
    RaiseRank,
    Recruit,
    Redeem,
    Sell,
    Split,
    TakeResource,
    Teach,
    Use,
    Walk,
    Withdraw,
)
from core.games.emara.names import BREAD, ERRAND, RES, STEP, ActionId, Goods
from core.games.emara.view import View
from core.kernel.bots.bots import Thinker

FIRST = 100 * POINT  # goods for nothing come before all that could be done with them
NEVER = -FIRST


class Thought(Thinker):
    """What a seat thinks of its position: once for all moves of a decision, which are then measured with it."""

    def __init__(self, view: View, seat: int) -> None:
        self.o = Outlook(view, seat)
        self.plan = Plan(self.o)
        self.deals = self.plan.deals
        me = self.o.me
        self.now = Stand(me.goods, me.councilors, (*me.done, *me.used))
        self.slot = self.o.data.board.slots[me.playing - 1] if me.playing else 0
        self.steps = 0 if me.moved else self.slot
        self.card = self._card()
        self.best = self.plan.best(self.now, self.steps, self.card)

    def _card(self) -> ActionId | None:
        """The card whose action may still come; it cannot be seen whether it was done, but goods are taken first."""
        me = self.o.me
        card = me.slots[me.playing - 1] if me.playing else None
        over = me.errand is not None if card == ERRAND else bool(me.moved)
        return None if card is None or over or self.o.data.actions[card].gain.total() else card

    def gain(self, deal: Deal) -> int:
        return self.plan.worth(self.now.after(deal)) - self.plan.worth(self.now)

    def turn(self, stand: Stand, steps: int, card: ActionId | None) -> int:
        """What the rest of the turn can bring from there, against the best turn there is."""
        return self.plan.best(stand, steps, card) - self.best

    def deal(self, deal: Deal, done: str = "") -> int:
        """As good as the rest of the turn after it."""
        return self.turn(self.now.after(deal, done), self.steps, self.card)

    def __call__(self, move: Any) -> int:
        deal = _DEALS.get(move.__class__)
        if deal is None:
            return super().__call__(move)
        return self.deal(deal(self, move), _BONUS.get(move.__class__, ""))

    # --- the card and the way -----------------------------------------------------------------------------------------

    def play(self, move: Play) -> int:
        """The best turn with this card on this slot."""
        return self.turn(self.now, self.o.data.board.slots[move.slot - 1], move.card)

    def at_once(self, move: Card | Accept) -> int:
        return FIRST

    def exchange(self, move: CardExchange) -> int:
        """EMA-5.2: gold for what one has too many of."""
        return self.turn(self.now.after(self.deals.exchange(move.pay)), self.steps, None)

    def step(self, move: CardStep) -> int:
        """EMA-5.3: the next place, and what can be done there."""
        steps = self.o.data.actions[STEP].steps
        return self.turn(self.plan.walked(self.now, councilor(move.councilor), steps), self.steps, None)

    def errand(self, move: CardErrand) -> int:
        """EMA-5.5: what can be done there."""
        return self.turn(self.plan.visited(self.now, move.place), self.steps, None)

    def walk(self, move: Walk) -> int:
        """EMA-6.1: the place at the end of the way, and what can be done there."""
        return self.turn(self.plan.walked(self.now, councilor(move.councilor), self.slot), 0, self.card)

    def end(self, move: End) -> int:
        """As long as there is something better, it is done first."""
        return self.plan.worth(self.now) - self.best

    # --- at a place ---------------------------------------------------------------------------------------------------

    def gather(self, work: Gather) -> Deal:
        """EMA-7: one, and one more or a bread for each craftsman."""
        where = self.now.places[self.o.me.moved[-1]] if self.o.me.moved else self.now.places[0]
        piece = self.deals.yields(where)
        found = sum((piece for task in work.work if task == RES), piece)
        return Deal(work.pay, found + Goods(bread=work.work.count(BREAD)))

    def keep(self, move: Keep) -> int:
        """EMA-8.3: the best of the three."""
        return self.o.favor(move.favor)

    def withdraw(self, move: Withdraw) -> int:
        """EMA-R41: one has thought before; to and fro would have no end."""
        return NEVER

    # --- bonus actions and powers -------------------------------------------------------------------------------------

    def person(self, asked: Hire | CardHire | Recruit | CardRecruit) -> Deal:
        """EMA-11.8, EMA-11.13: a craftsman or an advisor."""
        if isinstance(asked, Hire | CardHire):
            return self.deals.craftsman(asked.hut, asked.pay)
        advisor = self.o.view.stands[asked.stand]
        assert advisor is not None  # an empty place is never offered
        return self.deals.advisor(advisor, asked.pay)

    def commission(self, move: CardHire | CardRecruit) -> int:
        """EMA-5.4: by the card, which then is used up."""
        return self.turn(self.now.after(self.person(move)), self.steps, None)

    def use(self, move: Use) -> int:
        """EMA-12.3: a good trade. One that can be undone must make things better in itself: else it goes to and fro."""
        gain = self.deal(Deal(move.pay, self.o.raised(move.gain)), move.advisor)
        return NEVER if gain <= 0 and self.o.data.advisors[move.advisor].free else gain

    # --- outside the turn ---------------------------------------------------------------------------------------------

    def pay_event(self, move: PayEvent) -> int:
        """EMA-14.5: if the reward is worth it."""
        trades = () if self.o.event is None else self.o.event.trades
        fit = [trade for trade in trades if trade.cost.total() == move.pay.total() and trade.cost.ring == move.pay.ring]
        fit.sort(key=lambda trade: trade.cost != move.pay)  # gold for itself comes before gold for something else
        return self.gain(Deal(move.pay, self.o.raised(fit[0].gain))) if fit else NEVER

    def split(self, move: Split) -> int:
        """EMA-15.4: the lower track counts, the other one breaks ties."""
        cp, bp = self.now.goods.cp + move.citizens, self.now.goods.bp + move.buildings
        return POINT * min(cp, bp) + max(cp, bp)

    def hand(self, move: ChooseHand) -> int:
        """EMA-17.11: what each card alone would bring."""
        return sum(self.turn(self.now, 0, card) for card in move.cards)

    def take(self, move: TakeResource) -> int:
        """EMA-17.8: what is wanted most."""
        return self.gain(Deal(NOTHING, PIECES[move.resource]))

    def nothing(self, move: Leave | PassEvent | Decline) -> int:
        """Neither good nor bad: what the others are measured against."""
        return 0


_DEALS: dict[type, Callable[[Thought, Any], Deal]] = {
    Redeem: lambda t, move: t.deals.favor(move.favor),
    Donate: lambda t, move: t.deals.donation(move.pay),
    Gift: lambda t, move: t.deals.gift(move.pay),
    BuildBook: lambda t, _: t.deals.book(),
    Sell: lambda t, move: t.deals.sale(move.pay),
    Teach: lambda t, move: t.deals.lesson(move.books),
    BuildStone: lambda t, move: t.deals.stone(move.pay),
    Feed: lambda t, move: t.deals.meal(move.breads),
    BuildWood: lambda t, move: t.deals.timber(move.wood, move.pay),
    RaiseRank: lambda t, _: t.deals.rank(t.now.goods),
    Hire: Thought.person,
    Recruit: Thought.person,
    Gather: Thought.gather,
}
"""What is paid and taken."""

_BONUS: dict[type, str] = {RaiseRank: "rank", Hire: "hire", Recruit: "recruit"}
"""EMA-11.1: once in a turn."""


def thinker(view: View, seat: int) -> Thought:
    """How good a move is for the seat."""
    return Thought(view, seat)
