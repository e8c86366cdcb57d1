"""EMA-4 A player's turn (Tour d'un joueur, p. 5): a card, its action, a movement, bonus actions, in any order."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Annotated, Any, ClassVar

from core.games.emara.facts import CardPlayed, PowersReady, TurnBegan
from core.games.emara.moves import End, Play, Walk
from core.games.emara.names import ACTIONS, ActionId
from core.games.emara.rules.advisors import FillStands, Recruit
from core.games.emara.rules.cards import Commission, Errand, Exchange, StepCard, TakeGoods, action_of, hand
from core.games.emara.rules.craftsmen import Hire
from core.games.emara.rules.movement import Movement
from core.games.emara.rules.nobility import RaiseRank
from core.games.emara.rules.power import UsePower
from core.games.emara.table import Table, unplayed
from core.kernel.rules.any_order import AnyOrder
from core.kernel.rules.marks import UpTo
from core.kernel.rules.step import Ask, Blocked, Next, Offer, SeatAuto, SeatChoice

Action = TakeGoods | Exchange | StepCard | Commission | Errand | Movement
_CARDS = (TakeGoods, Exchange, StepCard, Commission, Errand)
Beside = RaiseRank | Hire | Recruit | UsePower


class TakeTurn(SeatAuto[Table], frozen=True):
    """EMA-3.5: one turn of a seat."""

    rule: ClassVar[str] = "EMA-3.5"
    turn: Annotated[int, UpTo("edition.board.turns", least=1)]

    def then(self, t: Table) -> Next:
        """EMA-R5: powers come back each turn, or each round; EMA-R43: may anything come before the card?"""
        by_round = t.rulings.once_per_turn_scope == "per_round"
        due = t.seats[self.seat].used and not (by_round and self.turn > 1)
        ready = [PowersReady("EMA-12.3", self.seat)] if due else []
        before = t.rulings.bonus_before_card == "allowed"
        card = PlayCard(self.seat)
        return [
            TurnBegan(self.rule, self.seat, self.turn),
            *ready,
            BeforeCard(self.seat, (card,)) if before else card,
            FillStands(),
        ]


class PlayCard(SeatChoice[Table, Play], frozen=True):
    """EMA-4.1: a card from the hand on an empty slot."""

    rule: ClassVar[str] = "EMA-4.1"

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Play]]:
        held = hand(t, seat)
        for card in ACTIONS:
            for number in range(1, len(t.seats[seat].slots) + 1):
                missing = None if card in held else self._missing(card)
                yield Offer(Play(card, number), self._full(t, seat, number) or missing)

    def open_offers(self, t: Table, seat: int) -> Iterable[Offer[Play]]:
        """Of the cards in the hand, on the empty slots."""
        free = [number for number, card in enumerate(t.seats[seat].slots, 1) if card is None]
        held = hand(t, seat)
        return [Offer(Play(card, number)) for card in ACTIONS if card in held for number in free]

    def offers_like(self, t: Table, seat: int, move: Any) -> Iterable[Offer[Play]]:
        """What the table shows to be impossible is so whatever the hand: for that nobody has to look into it."""
        if not isinstance(move, Play) or not 1 <= move.slot <= len(t.seats[seat].slots):
            return ()
        gone = None if move.card in unplayed(t.seats[seat]) else self._missing(move.card)
        blocked = self._full(t, seat, move.slot) or gone
        return (Offer(move, blocked),) if blocked is not None else self.offers(t, seat)

    def _full(self, t: Table, seat: int, number: int) -> Blocked | None:
        return None if t.seats[seat].slots[number - 1] is None else Blocked(self.rule, "slot_taken", have=number)

    def _missing(self, card: ActionId) -> Blocked:
        return Blocked(self.rule, "card_not_in_hand", have=card)

    def unoffered(self, t: Table, seat: int, move: Play) -> Blocked:
        """EMA-4.1: a slot that there is not."""
        return Blocked(self.rule, "no_such_slot", need=len(t.seats[seat].slots), have=move.slot)

    def resolve(self, t: Table, seat: int, move: Play) -> Next:
        """EMA-4.2, EMA-4.3: the card decides the card action, the slot the steps of the movement."""
        steps = t.edition.board.slots[move.slot - 1]
        items = (action_of(t, seat, move.card), Movement(seat, steps))
        return [CardPlayed(self.rule, seat, move.card, move.slot), Turn(seat, items)]

    @classmethod
    def opens_for(cls) -> tuple[type, ...]:
        """EMA-4.1: everything else in a turn."""
        return Turn.kinds()


class BeforeCard(AnyOrder[Table, PlayCard, Beside], frozen=True):
    """EMA-R43 allowed: bonus actions and powers may come before the card."""

    rule: ClassVar[str] = "EMA-4.1"

    def asks(self, t: Table) -> Ask | None:
        """Until the card is played: that it can be is known without looking into the hand."""
        return Ask((self.seat,)) if self.items else None

    def asides(self, t: Table) -> Sequence[Beside]:
        """EMA-11.1: at any moment of the turn."""
        return beside(self.seat)

    @classmethod
    def opens_for(cls) -> tuple[type, ...]:
        """EMA-4.1: everything else in a turn."""
        return Turn.kinds()


class Turn(AnyOrder[Table, Action, Beside], frozen=True):
    """EMA-4.5: all these in any order, one finished before the next starts; EMA-4.7: until the player says so."""

    rule: ClassVar[str] = "EMA-4.5"
    stop: ClassVar[Any] = End()
    declared = True

    def asides(self, t: Table) -> Sequence[Beside]:
        """EMA-11.1: at any moment of the turn."""
        return beside(self.seat)

    def unoffered(self, t: Table, seat: int, move: Any) -> Blocked | None:
        """EMA-4.2: another card would do that; EMA-4.6: the card and the movement are done once."""
        if any(type(move) in step.kinds() for step in _CARDS):
            open_still = any(isinstance(item, _CARDS) for item in self.items)
            return Blocked("EMA-4.2", "other_card") if open_still else Blocked("EMA-4.6", "card_action_done")
        if isinstance(move, Walk):
            return Blocked("EMA-4.6", "moved_already")
        return super().unoffered(t, seat, move)


@cache
def beside(seat: int) -> tuple[Beside, ...]:
    """EMA-4.4, EMA-12.3: what may be done between the actions of a turn."""
    return (RaiseRank(seat), Hire(seat), Recruit(seat), UsePower(seat))
