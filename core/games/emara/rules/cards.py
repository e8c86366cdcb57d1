"""EMA-5 Card actions (Action de carte, p. 5): what the nine cards do."""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Generic, TypeVar

from core.games.emara.facts import ErrandRun
from core.games.emara.moves import Card, CardErrand, CardExchange, CardHire, CardRecruit, CardStep
from core.games.emara.names import COMMISSION, ERRAND, EXCHANGE, STEP, TOWN, ActionId
from core.games.emara.rules.advisors import recruited, recruits
from core.games.emara.rules.craftsmen import hired, hires, no_such_hut
from core.games.emara.rules.gains import Gain, pay, ways_to
from core.games.emara.rules.movement import walk, walks
from core.games.emara.rules.visit import opened
from core.games.emara.table import Table, resources, unplayed
from core.kernel.rules.step import Blocked, Next, Offer, SeatChoice

M = TypeVar("M")


def hand(t: Table, seat: int) -> tuple[ActionId, ...]:
    """EMA-2.17, EMA-17.1: the cards that may be played: drawn, chosen, or all that are left."""
    player = t.seats[seat]
    if player.chosen is not None:
        held = player.chosen.value.cards
    elif player.hand is not None:
        held = tuple(map(ActionId, player.hand.value))
    else:
        return unplayed(player)
    return tuple(card for card in held if card not in player.slots)


class CardAction(SeatChoice[Table, M], Generic[M], frozen=True):
    """What a card that was played lets its player do, once."""

    card: ActionId
    worded: ClassVar[bool] = False  # the card says "take" or "move", not "you may"

    def must(self, t: Table) -> bool:
        """EMA-R1: has the card action to be done?"""
        duty = t.rulings.card_action_duty
        return duty == "all_compulsory_if_possible" or (duty == "as_worded" and self.worded)


class TakeGoods(CardAction[Card], frozen=True):
    """EMA-5.1: five cards give a resource or a ring."""

    rule: ClassVar[str] = "EMA-5.1"
    worded: ClassVar[bool] = True

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Card]]:
        return (Offer(Card()),)

    def resolve(self, t: Table, seat: int, move: Card) -> Next:
        return [Gain(seat, t.edition.actions[self.card].gain, self.rule, self.card)]


class Exchange(CardAction[CardExchange], frozen=True):
    """EMA-5.2: one resource for a gold, or three for two; one of the two, once."""

    rule: ClassVar[str] = "EMA-5.2"

    def offers(self, t: Table, seat: int) -> Iterable[Offer[CardExchange]]:
        """EMA-R8: may gold be exchanged for gold?"""
        gold = t.rulings.gold_for_gold == "allowed"
        for trade in t.edition.actions[self.card].trades:
            for _, way in ways_to(t, seat, trade, gold=gold):
                yield Offer(CardExchange(way.goods), said="" if way.plain else "pay")
        if not resources(t.seats[seat].goods):
            yield Offer(CardExchange(), Blocked(self.rule, "resources_missing", need=1, have=0))

    def resolve(self, t: Table, seat: int, move: CardExchange) -> Next:
        trades = t.edition.actions[self.card].trades
        trade = next(trade for trade in trades if trade.paid_by(move.pay))
        return [*pay(self.rule, seat, move.pay, self.card), Gain(seat, trade.gain, self.rule, self.card)]


class StepCard(CardAction[CardStep], frozen=True):
    """EMA-5.3: one councilor goes one place on; then the action of that place."""

    rule: ClassVar[str] = "EMA-5.3"
    worded: ClassVar[bool] = True

    def offers(self, t: Table, seat: int) -> Iterable[Offer[CardStep]]:
        """EMA-5.3a: any of the two."""
        return walks(t, seat, CardStep)

    def resolve(self, t: Table, seat: int, move: CardStep) -> Next:
        return walk(t, self.rule, seat, move.councilor, t.edition.actions[self.card].steps)


class Commission(CardAction[CardHire | CardRecruit], frozen=True):
    """EMA-5.4: hire or recruit where one stands, for one resource less."""

    rule: ClassVar[str] = "EMA-5.4"

    def offers(self, t: Table, seat: int) -> Iterable[Offer[CardHire | CardRecruit]]:
        return self._listed(t, seat, told=True)

    def open_offers(self, t: Table, seat: int) -> Iterable[Offer[CardHire | CardRecruit]]:
        """Of the huts and places of which it is a question."""
        return self._listed(t, seat, told=False)

    def _listed(self, t: Table, seat: int, *, told: bool) -> Iterator[Offer[CardHire | CardRecruit]]:
        """EMA-R6: does it count as the bonus action? EMA-R32: does the Steward help here?"""
        off = t.edition.actions[self.card].discount
        anywhere = t.rulings.steward_with_commission == "yes"
        counts = t.rulings.commission_counts == "uses_bonus_action"
        yield from hires(t, seat, CardHire, off=off, anywhere=anywhere, counts=counts, told=told)
        yield from recruits(t, seat, CardRecruit, off=off, anywhere=anywhere, counts=counts, told=told)

    def unoffered(self, t: Table, seat: int, move: CardHire | CardRecruit) -> Blocked | None:
        return no_such_hut(t, move.hut) if isinstance(move, CardHire) else None

    def resolve(self, t: Table, seat: int, move: CardHire | CardRecruit) -> Next:
        counts = t.rulings.commission_counts == "uses_bonus_action"
        if isinstance(move, CardHire):
            return hired(t, seat, move.hut, move.pay, counts=counts)
        return recruited(t, seat, move.stand, move.pay, counts=counts)


class Errand(CardAction[CardErrand], frozen=True):
    """EMA-5.5: the whole action of any town place; nobody moves."""

    rule: ClassVar[str] = "EMA-5.5"

    def offers(self, t: Table, seat: int) -> Iterable[Offer[CardErrand]]:
        return [Offer(CardErrand(place)) for place in TOWN]

    def unoffered(self, t: Table, seat: int, move: CardErrand) -> Blocked:
        """EMA-5.5: not to the countryside."""
        return Blocked(self.rule, "errand_in_town", have=move.place)

    def resolve(self, t: Table, seat: int, move: CardErrand) -> Next:
        """EMA-5.5a: favors of the place can be redeemed, too."""
        return [ErrandRun(self.rule, seat, move.place), *opened(t, seat, move.place, arrived=False)]


_STEPS: dict[ActionId, Any] = {EXCHANGE: Exchange, STEP: StepCard, COMMISSION: Commission, ERRAND: Errand}


def action_of(t: Table, seat: int, card: ActionId) -> Any:
    """EMA-4.2: the card decides."""
    return _STEPS.get(card, TakeGoods)(seat, card)
