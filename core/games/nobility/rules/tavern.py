"""RTN-6 Cavern Tavern (p. 9): a settlers card, and another one where a desk allows it."""

from collections.abc import Iterable
from typing import ClassVar

from core.games.nobility.data import effects
from core.games.nobility.facts.settlers import SettlersDropped, SettlersTaken
from core.games.nobility.moves import Done, Take, Tavern
from core.games.nobility.names import TAVERN, SettlersId
from core.games.nobility.rules.display import FillTavern, discarded_below
from core.games.nobility.rules.hand import Hand
from core.games.nobility.rules.lasting import amount, has
from core.games.nobility.rules.queues import full, on_next_slot, values
from core.games.nobility.table import Slot, Table
from core.kernel.rules.step import Ask, Auto, Blocked, Next, Offer, SeatChoice

NOTHING = (None,)


def moves(t: Table, seat: int, hand: Hand) -> list[Tavern]:
    """RTN-6.3: each face-up card; RTN-6.5: with each that can make room for it."""
    if full(t, TAVERN, "RTN-6.1"):
        return []
    least, drops = lowest(t, seat), _drops(t, seat)
    dice = [die for value, ways in hand.ways.items() if value >= least for die in ways]
    return [Tavern(die, card, drop) for card in t.tavern if card is not None for drop in drops for die in dice]


def closed(t: Table, seat: int, value: int) -> Blocked | None:
    """RTN-6.1, RTN-6.2: why no die of this value goes there."""
    least = lowest(t, seat)
    too_low = Blocked("RTN-6.2", "too_low_for_tavern", need=least, have=value) if value < least else None
    return full(t, TAVERN, "RTN-6.1") or too_low


def lowest(t: Table, seat: int) -> int:
    """RTN-6.2: the least value that the next die may have."""
    return 1 if has(t, seat, effects.OpenTavern) else max(values(t, TAVERN)[-1:], default=1)


def refused(t: Table, seat: int, move: Tavern, value: int) -> Blocked | None:
    """Why the die cannot go there, or the card cannot be taken so."""
    return closed(t, seat, value) or _untakable(t, seat, move)


def slot(t: Table, seat: int, move: Tavern, value: int) -> Slot:
    """RTN-6.1: from the left."""
    return on_next_slot(t, TAVERN)


def _untakable(t: Table, seat: int, move: Tavern | Take) -> Blocked | None:
    """RTN-6.3, RTN-6.5: why this card cannot be taken so."""
    if move.card not in t.tavern:
        return Blocked("RTN-6.3", "not_in_tavern", have=move.card)
    if (move.drop is None) == must_drop(t, seat):
        most = t.edition.board.held
        return Blocked("RTN-6.5", "must_drop" if move.drop is None else "need_not_drop", need=most)
    if move.drop is not None and move.drop not in _drops(t, seat):
        return Blocked("RTN-6.5", "not_held", have=move.drop)
    return None


def cards_held(t: Table, seat: int) -> int:
    """RTN-6.5: settlers cards that are not satisfied."""
    p = t.seats[seat]
    return len(p.held) + (p.hidden is not None)


def own_cards(t: Table, seat: int) -> tuple[SettlersId, ...]:
    """RTN-6.6: those that the seat has, as far as this reader knows; RTN-R29: one may be known to it alone."""
    p = t.seats[seat]
    return p.held if p.hidden is None or not p.hidden.known else (*p.held, *map(SettlersId, p.hidden.value))


def held_by(t: Table, seat: int, card: SettlersId) -> bool:
    """Has the seat this card? Where only a look into a box can tell, who may not look is told so (`Hidden`)."""
    p = t.seats[seat]
    return card in p.held or (p.hidden is not None and card in p.hidden.value)


def must_drop(t: Table, seat: int) -> bool:
    """RTN-6.5: is there no room? RTN-R46: when it counts."""
    early = t.full and t.rulings.voluntary_end_with_3_cards == "count_at_turn_start"
    return early or cards_held(t, seat) >= t.edition.board.held


def _drops(t: Table, seat: int) -> tuple[SettlersId | None, ...]:
    return own_cards(t, seat) if must_drop(t, seat) else NOTHING


def placed(t: Table, seat: int, move: Tavern, value: int) -> Next:
    """RTN-6.4: the space is filled at once; RTN-23.10: two cards instead of one."""
    more = amount(t, seat, effects.MoreSettlers)
    return [*taken(t, seat, move), FillTavern(), *([TakeMore(seat, more)] if more else [])]


def taken(t: Table, seat: int, move: Tavern | Take) -> list[SettlersDropped | SettlersTaken]:
    """RTN-6.5: first one makes room, then the other is taken."""
    dropped = [] if move.drop is None else [_dropped(t, seat, move.drop)]
    return [*dropped, SettlersTaken("RTN-6.3", seat, move.card)]


def _dropped(t: Table, seat: int, card: SettlersId) -> SettlersDropped:
    p = t.seats[seat]
    shown = p.hidden.open() if p.hidden is not None and card not in p.held else None
    return SettlersDropped("RTN-6.5", seat, card, discarded_below(t), shown)


class TakeMore(Auto[Table], frozen=True):
    """RTN-23.10: so many more cards may be taken."""

    rule: ClassVar[str] = "RTN-23.10"
    seat: int
    left: int

    def then(self, t: Table) -> Next:
        return [TakeAnother(self.seat, self.left)] if self.left else []


class TakeAnother(SeatChoice[Table, Take | Done], frozen=True):
    """RTN-23.10, RTN-6.5: another card, by the same rules."""

    rule: ClassVar[str] = "RTN-23.10"
    forced = True
    left: int

    def asks(self, t: Table) -> Ask | None:
        return Ask((self.seat,)) if any(t.tavern) else None

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Take | Done]]:
        """RTN-R36: must it be taken?"""
        for card in t.tavern:
            if card is not None:
                yield from (Offer(Take(card, drop)) for drop in _drops(t, seat))
        if t.rulings.two_cards_desk == "may_take_one":
            yield Offer(Done())

    def unoffered(self, t: Table, seat: int, move: Take | Done) -> Blocked | None:
        if isinstance(move, Done):
            return Blocked("RTN-23.10", "must_take_another")
        return _untakable(t, seat, move)

    def resolve(self, t: Table, seat: int, move: Take | Done) -> Next:
        if isinstance(move, Done):
            return []
        return [*taken(t, seat, move), FillTavern(), TakeMore(seat, self.left - 1)]
