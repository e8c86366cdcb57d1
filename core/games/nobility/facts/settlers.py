"""Settlers: their cards in the deck, in the tavern, with a player, on a plot."""

from typing import Annotated

from msgspec.structs import replace

from core.games.nobility.facts import Fact, SeatFact
from core.games.nobility.facts.course import at_work
from core.games.nobility.names import SettlersId
from core.games.nobility.table import Player, Satisfied, Table
from core.kernel.rules.chance import Drawn
from core.kernel.rules.marks import Name
from core.kernel.rules.piles import put, without
from core.kernel.rules.secret import Opened, Secret


class SettlersDealt(SeatFact, frozen=True):
    """RTN-2.5: the settlers card of the start."""

    card: SettlersId

    def on(self, t: Table) -> Table:
        return replace(super().on(t), deck=without(t.deck, (self.card,)))

    def change(self, p: Player) -> Player:
        return replace(p, held=(*p.held, self.card))


class SettlersDue(Fact, frozen=True):
    """RTN-R29 cards_hidden: everybody is to get one that nobody else sees."""

    def on(self, t: Table) -> Table:
        return replace(t, seats=tuple(replace(p, due=True) for p in t.seats))


class SettlersHidden(SeatFact, frozen=True):
    """RTN-R29 cards_hidden: the same, which only its player sees."""

    card: Annotated[Secret[Drawn], Name("settlers")]

    def change(self, p: Player) -> Player:
        return replace(p, hidden=self.card, due=False)


class SettlersShown(Fact, frozen=True):
    """A card of the deck lies face up in the tavern."""

    card: SettlersId
    space: int

    def on(self, t: Table) -> Table:
        deck, under = without(t.deck, (self.card,)), without(t.under, (self.card,)) if t.under else ()
        return replace(t, deck=deck, under=under, tavern=put(t.tavern, self.space, self.card))


class SettlersReshuffled(Fact, frozen=True):
    """RTN-R12: the discarded cards are the deck again."""

    def on(self, t: Table) -> Table:
        return replace(t, deck=(*t.deck, *t.discards), discards=())


class TavernCleared(Fact, frozen=True):
    """RTN-14.4: the face-up cards are discarded."""

    below: bool = False  # RTN-R47

    def on(self, t: Table) -> Table:
        gone = tuple(card for card in t.tavern if card is not None)
        return replace(_discarded(t, gone, below=self.below), tavern=(None,) * len(t.tavern))


class SettlersTaken(SeatFact, frozen=True):
    """RTN-6.3: a card leaves the tavern for a player."""

    card: SettlersId

    def on(self, t: Table) -> Table:
        return replace(super().on(t), tavern=tuple(None if card == self.card else card for card in t.tavern))

    def change(self, p: Player) -> Player:
        return replace(p, held=(*p.held, self.card))


class SettlersDropped(SeatFact, frozen=True):
    """RTN-6.5: a card makes room for another."""

    card: SettlersId
    below: bool = False  # RTN-R47
    shown: Opened[Drawn] | None = None  # RTN-R29

    def on(self, t: Table) -> Table:
        deck = t.deck if self.shown is None else without(t.deck, (self.card,))
        return _discarded(replace(super().on(t), deck=deck), (self.card,), below=self.below)

    def change(self, p: Player) -> Player:
        return _no_longer_held(p, self.card, hidden=self.shown is not None)


class Settled(SeatFact, frozen=True):
    """RTN-7.1: a house with settlers stands on a plot; what they bring comes as gains."""

    card: SettlersId
    goods: int
    shown: Opened[Drawn] | None = None  # RTN-R29

    def on(self, t: Table) -> Table:
        deck = t.deck if self.shown is None else without(t.deck, (self.card,))
        return replace(at_work(super().on(t)), deck=deck)

    def change(self, p: Player) -> Player:
        left = _no_longer_held(p, self.card, hidden=self.shown is not None)
        return replace(left, satisfied=(*p.satisfied, Satisfied(self.card, self.goods)))


class SettlersCalledUpon(SeatFact, frozen=True):
    """RTN-R45 once_per_card: a satisfied card has served."""

    card: SettlersId

    def change(self, p: Player) -> Player:
        return replace(p, satisfied=tuple(replace(one, used=one.used or one.card == self.card) for one in p.satisfied))


class SettlersOpened(SeatFact, frozen=True):
    """RTN-R29 cards_hidden: when the match is over, all see a card on which later draws hung."""

    card: SettlersId
    shown: Opened[Drawn]

    def on(self, t: Table) -> Table:
        return replace(super().on(t), deck=without(t.deck, (self.card,)))

    def change(self, p: Player) -> Player:
        return replace(p, hidden=None, held=(*p.held, self.card))


def _discarded(t: Table, cards: tuple[SettlersId, ...], *, below: bool) -> Table:
    """On the discard pile, or under the deck."""
    return replace(t, under=(*t.under, *cards)) if below else replace(t, discards=(*t.discards, *cards))


def _no_longer_held(p: Player, card: SettlersId, *, hidden: bool) -> Player:
    return replace(p, hidden=None, due=False) if hidden else replace(p, held=without(p.held, (card,)))
