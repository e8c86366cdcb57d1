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

FIRST = 100 * POINT  # goods for nothing come before all that could be done with them
NEVER = -FIRST


class Thought:
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
        """What it brings in itself."""
        return self.plan.worth(self.now.after(deal)) - self.plan.worth(self.now)

    def deal(self, deal: Deal, done: str = "") -> int:
        """What the rest of the turn brings after it."""
        return self.plan.best(self.now.after(deal, done), self.steps, self.card) - self.best


def thinker(view: View, seat: int) -> Callable[[Any], int]:
    """How good a move is for the seat."""
    t = Thought(view, seat)

    def worth(move: Any) -> int:
        kind = type(move)
        if kind in _DEALS:
            return t.deal(_DEALS[kind](t, move), _BONUS.get(kind, ""))
        return _THOUGHTS[kind](t, move)

    return worth


# --- the card and the way ---------------------------------------------------------------------------------------------


def _play(t: Thought, move: Play) -> int:
    """The best turn with this card on this slot."""
    return t.plan.best(t.now, t.o.data.board.slots[move.slot - 1], move.card) - t.best


def _at_once(t: Thought, move: Card | Accept) -> int:
    """What costs nothing."""
    return FIRST


def _exchange(t: Thought, move: CardExchange) -> int:
    """EMA-5.2: gold for what one has too many of."""
    after = t.now.after(t.deals.exchange(move.pay))
    return t.plan.best(after, t.steps, None) - t.best


def _step(t: Thought, move: CardStep) -> int:
    """EMA-5.3: the next place, and what can be done there."""
    steps = t.o.data.actions[STEP].steps
    return t.plan.best(t.plan.walked(t.now, councilor(move.councilor), steps), t.steps, None) - t.best


def _errand(t: Thought, move: CardErrand) -> int:
    """EMA-5.5: what can be done there."""
    return t.plan.best(t.plan.visited(t.now, move.place), t.steps, None) - t.best


def _walk(t: Thought, move: Walk) -> int:
    """EMA-6.1: the place at the end of the way, and what can be done there."""
    return t.plan.best(t.plan.walked(t.now, councilor(move.councilor), t.slot), 0, t.card) - t.best


def _end(t: Thought, move: End) -> int:
    """As long as there is something better, it is done first."""
    return t.plan.worth(t.now) - t.best


# --- at a place -------------------------------------------------------------------------------------------------------


def _gather(t: Thought, move: Gather) -> Deal:
    """EMA-7: one, and one more or a bread for each craftsman."""
    where = t.now.places[t.o.me.moved[-1]] if t.o.me.moved else t.now.places[0]
    piece = t.deals.yields(where)
    found = sum((piece for task in move.work if task == RES), piece)
    return Deal(move.pay, found + Goods(bread=move.work.count(BREAD)))


def _keep(t: Thought, move: Keep) -> int:
    """EMA-8.3: the best of the three."""
    return t.o.favor(move.favor)


def _withdraw(t: Thought, move: Withdraw) -> int:
    """EMA-R41: one has thought before; to and fro would have no end."""
    return NEVER


# --- bonus actions and powers -----------------------------------------------------------------------------------------


def _person(t: Thought, move: Hire | CardHire | Recruit | CardRecruit) -> Deal:
    """EMA-11.8, EMA-11.13: a craftsman or an advisor."""
    if isinstance(move, Hire | CardHire):
        return t.deals.craftsman(move.hut, move.pay)
    advisor = t.o.view.stands[move.stand]
    assert advisor is not None  # an empty place is never offered
    return t.deals.advisor(advisor, move.pay)


def _commission(t: Thought, move: CardHire | CardRecruit) -> int:
    """EMA-5.4: by the card, which then is used up."""
    return t.plan.best(t.now.after(_person(t, move)), t.steps, None) - t.best


def _use(t: Thought, move: Use) -> int:
    """EMA-12.3: a good trade. One that can be undone must make things better in itself: else it goes to and fro."""
    gain = t.deal(Deal(move.pay, t.o.raised(move.gain)), move.advisor)
    return NEVER if gain <= 0 and t.o.data.advisors[move.advisor].free else gain


# --- outside the turn -------------------------------------------------------------------------------------------------


def _pay_event(t: Thought, move: PayEvent) -> int:
    """EMA-14.5: if the reward is worth it."""
    trades = () if t.o.event is None else t.o.event.trades
    fit = [trade for trade in trades if trade.cost.total() == move.pay.total() and trade.cost.ring == move.pay.ring]
    fit.sort(key=lambda trade: trade.cost != move.pay)  # gold for itself comes before gold for something else
    return t.gain(Deal(move.pay, t.o.raised(fit[0].gain))) if fit else NEVER


def _split(t: Thought, move: Split) -> int:
    """EMA-15.4: the lower track counts, the other one breaks ties."""
    cp, bp = t.now.goods.cp + move.citizens, t.now.goods.bp + move.buildings
    return POINT * min(cp, bp) + max(cp, bp)


def _hand(t: Thought, move: ChooseHand) -> int:
    """EMA-17.11: what each card alone would bring."""
    return sum(t.plan.best(t.now, 0, card) - t.best for card in move.cards)


def _take(t: Thought, move: TakeResource) -> int:
    """EMA-17.8: what is wanted most."""
    return t.gain(Deal(NOTHING, PIECES[move.resource]))


def _nothing(t: Thought, move: Leave | PassEvent | Decline) -> int:
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
    Hire: _person,
    Recruit: _person,
    Gather: _gather,
}
"""What is paid and taken: as good as the rest of the turn after it."""

_BONUS: dict[type, str] = {RaiseRank: "rank", Hire: "hire", Recruit: "recruit"}
"""EMA-11.1: once in a turn."""

_THOUGHTS: dict[type, Callable[[Thought, Any], int]] = {
    Play: _play,
    End: _end,
    Leave: _nothing,
    Card: _at_once,
    CardExchange: _exchange,
    CardStep: _step,
    CardHire: _commission,
    CardRecruit: _commission,
    CardErrand: _errand,
    Walk: _walk,
    Keep: _keep,
    Withdraw: _withdraw,
    Use: _use,
    Accept: _at_once,
    Decline: _nothing,
    PayEvent: _pay_event,
    PassEvent: _nothing,
    Split: _split,
    ChooseHand: _hand,
    TakeResource: _take,
}
"""What needs a thought of its own."""
