"""RTN-5 The turn (2. Actions, p. 7): a die, a settlers card, a sale, in any order; RTN-3.4: until all have passed."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, ClassVar

from core.games.nobility.facts.course import DieAdjusted, Passed, TurnBegan
from core.games.nobility.moves import Activate, Adjust, End, Pass
from core.games.nobility.names import DICE, PLAYED, Stock
from core.games.nobility.rules.dice_tiles import ActivateCommission, by_hand
from core.games.nobility.rules.gains import paid
from core.games.nobility.rules.hand import modifiers_of
from core.games.nobility.rules.placing import PlaceDie
from core.games.nobility.rules.sell import SellBuilding
from core.games.nobility.rules.settle import SatisfySettlers
from core.games.nobility.rules.solo import LookAtObjective
from core.games.nobility.rules.tavern import cards_held, must_drop
from core.games.nobility.table import Table
from core.kernel.rules.any_order import AnyOrder
from core.kernel.rules.marks import Seat
from core.kernel.rules.step import Ask, Auto, Blocked, Next, Offer, SeatAuto, SeatChoice, one_seat

Action = PlaceDie | SatisfySettlers | SellBuilding


class Turns(Auto[Table], frozen=True):
    """RTN-3.3: clockwise, one turn at a time; RTN-3.4: until all have passed."""

    rule: ClassVar[str] = "RTN-3.3"
    seat: Seat  # whose turn it is next, if it is not out
    passes: int = 0  # RTN-R1 reenter: in a row

    def then(self, t: Table) -> Next:
        """RTN-22.13: an objective that is fulfilled ends everything."""
        if t.fulfilled or self.passes >= t.players:
            return []
        left = [seat for seat in t.clockwise(self.seat) if not t.seats[seat].passed]
        if not left:
            return []
        seat = left[0]
        full = cards_held(t, seat) >= t.edition.board.held
        return [TurnBegan(self.rule, seat, full), *_turn(t, seat), EndTurn(seat, self.passes)]


def _turn(t: Table, seat: int) -> "list[FreshTurn]":
    """RTN-5.1. RTN-R2: does who can place no die have a turn at all?"""
    if t.rulings.no_dice_turns == "skipped" and not _can_place(t, seat):
        return []
    return [_whole_turn(seat)]


@cache
def _whole_turn(seat: int) -> "FreshTurn":
    return FreshTurn(seat, (PlaceDie(seat), SatisfySettlers(seat), SellBuilding(seat)))


def _can_place(t: Table, seat: int) -> bool:
    """RTN-5.6: with the modifiers at hand, too. RTN-R9: those that are spent before, as well."""
    return any(_has_place(changed, seat) for changed in (t, *_adjusted(t, seat)))


def _has_place(t: Table, seat: int) -> bool:
    step = PlaceDie(seat)
    if step.asks(t) is None:
        return False
    return step.surely(t) or bool(step.open_moves(t, seat)) or any(ways.possible() for ways in step.ways(t, seat))


def _adjusted(t: Table, seat: int) -> Iterable[Table]:
    """RTN-R9 any_own_turn: the table with another value of a die of the seat, for every value that it could have."""
    if not _at_any_time(t):
        return ()
    offers = AdjustDie(seat).offers(t, seat)
    return (DieAdjusted(AdjustDie.rule, seat, offer.move.die).on(t) for offer in offers)


def _at_any_time(t: Table) -> bool:
    """RTN-R9: may modifiers be spent at any moment of a turn?"""
    return t.rulings.modifier_timing == "any_own_turn"


class AdjustDie(SeatChoice[Table, Adjust], frozen=True):
    """RTN-R9 any_own_turn: modifiers for a die that is not placed."""

    rule: ClassVar[str] = "RTN-4.5"

    def asks(self, t: Table) -> Ask | None:
        p = t.seats[self.seat]
        return Ask((self.seat,)) if p.dice and p.stock.modifiers else None

    def unoffered(self, t: Table, seat: int, move: Adjust) -> Blocked | None:
        """Another die than those in hand, too few modifiers, or none at all."""
        p, (face, _), need = t.seats[seat], PLAYED[move.die], modifiers_of(move.die)
        if face not in p.dice:
            return Blocked("RTN-4.4", "no_such_die", have=face)
        if not need:
            return Blocked(self.rule, "no_modifier_named", have=move.die)
        return Blocked(self.rule, "modifiers_missing", need=need, have=p.stock.modifiers)

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Adjust]]:
        """RTN-4.6, RTN-4.7: several at once, but not past 1 or 6."""
        p = t.seats[seat]
        return [
            Offer(Adjust(die))
            for die in DICE
            if PLAYED[die][0] in p.dice and 0 < modifiers_of(die) <= p.stock.modifiers
        ]

    def resolve(self, t: Table, seat: int, move: Adjust) -> Next:
        cost = paid(self.rule, seat, Stock(modifiers=modifiers_of(move.die)), "modifiers")
        return [*cost, DieAdjusted(self.rule, seat, move.die)]


Aside = AdjustDie | ActivateCommission


class Order(AnyOrder[Table, Action, Aside], frozen=True):
    """RTN-5.1: each once, in any order, one finished before the next."""

    rule: ClassVar[str] = "RTN-5.1"

    def asks(self, t: Table) -> Ask | None:
        """RTN-5.6: asked after every move: what is certain is found without a list of what there is."""
        seat, items = self.seat, self.items
        for item in items:
            if item.surely(t):
                return one_seat(seat)
        if _unseen(t, seat):
            return one_seat(seat)
        if not self.asides(t) and not any(isinstance(item, PlaceDie) for item in items):
            return None
        return super().asks(t)

    def open_moves(self, t: Table, seat: int) -> list[Any]:
        """Of all that is left: nothing of it must be done, and what asks nobody has none."""
        found: list[Any] = []
        for step in (*self.items, *self.asides(t)):
            found += step.open_moves(t, seat)
        found.append(self.stop)
        return found

    def unoffered(self, t: Table, seat: int, move: Any) -> Blocked | None:
        """RTN-R9, RTN-R39: what this table does at no moment of a turn; RTN-4.12, RTN-5.3: each once."""
        if isinstance(move, Adjust) and not _at_any_time(t):
            return Blocked("RTN-R9", "modifiers_with_the_die")
        if isinstance(move, Activate) and not by_hand(t):
            return Blocked("RTN-R39", "not_by_hand")
        return Blocked(self.rule, "done_already")

    def asides(self, t: Table) -> Sequence[Aside]:
        """RTN-R9 any_own_turn, RTN-R39 manual: what may be done at any moment of a turn."""
        found: list[Aside] = []
        if _at_any_time(t):
            found.append(AdjustDie(self.seat))
        return [*found, ActivateCommission(self.seat)] if by_hand(t) else found


def _unseen(t: Table, seat: int) -> bool:
    """RTN-R29 cards_hidden: may the seat drop a card in the tavern that nobody else can name, and no other one?

    Whether it can satisfy that card is open as long as it has a house (`SatisfySettlers`).
    """
    p = t.seats[seat]
    return p.hidden is not None and not p.held and must_drop(t, seat)


class FreshTurn(Order, frozen=True):
    """RTN-5.5: nothing was done yet: it can be passed."""

    stop: ClassVar[Any] = Pass()

    def without(self, items: tuple[Action, ...]) -> "Turn":
        """RTN-5.5: once something was done, it is no pass any more."""
        return Turn(self.seat, items)


class Turn(Order, frozen=True):
    """RTN-5.1: what is left of the turn; RTN-5.6: it ends by itself when nothing more is possible."""

    stop: ClassVar[Any] = End()

    def asks(self, t: Table) -> Ask | None:
        """RTN-R8 whole_turn_ends: nobody, when the turn is closed."""
        return None if t.closed else super().asks(t)


def for_good(t: Table) -> bool:
    """RTN-R1: is a pass the last turn of the round?"""
    return t.rulings.pass_rule == "final"


class EndTurn(SeatAuto[Table], frozen=True):
    """RTN-5.5: a turn in which nothing was done is a pass; RTN-22.13: the objective is looked at."""

    rule: ClassVar[str] = "RTN-5.5"
    passes: int

    def then(self, t: Table) -> Next:
        """RTN-3.3: then to the left."""
        passed = [] if t.acted else [Passed(self.rule, self.seat, for_good(t))]
        objective = [LookAtObjective()] if t.solo else []
        return [*passed, *objective, Turns((self.seat + 1) % t.players, 0 if t.acted else self.passes + 1)]
