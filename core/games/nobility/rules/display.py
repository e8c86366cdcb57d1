"""RTN-2.6, RTN-6.4, RTN-14.4 The settlers in the tavern: cards that come, and the deck when it runs out."""

from typing import ClassVar

from core.games.nobility.facts.settlers import SettlersReshuffled, SettlersShown, TavernCleared
from core.games.nobility.names import SettlersId
from core.games.nobility.table import Table
from core.kernel.rules.chance import Draw, Drawn
from core.kernel.rules.secret import Secret
from core.kernel.rules.step import Auto, Chance, Next


class FillTavern(Auto[Table], frozen=True):
    """RTN-6.4: cards of the deck on all empty spaces."""

    rule: ClassVar[str] = "RTN-6.4"

    def then(self, t: Table) -> Next:
        """RTN-R12: what if the deck runs out? RTN-R47: what lies under it comes last, in its order."""
        empty = [space for space, card in enumerate(t.tavern) if card is None]
        if not empty:
            return []
        if _in_deck(t):
            return [DrawSettlers(min(len(empty), _in_deck(t)))]
        if t.under:
            shown = zip(t.under, empty, strict=False)
            more = [FillTavern()] if len(t.under) < len(empty) else []
            return [*(SettlersShown(self.rule, card, space) for card, space in shown), *more]
        if t.discards and t.rulings.settlers_deck_empty == "reshuffle_discards":
            return [SettlersReshuffled(self.rule), FillTavern()]
        return []


class DrawSettlers(Chance[Table], frozen=True):
    """RTN-6.4: so many cards from the top of the deck."""

    rule: ClassVar[str] = "RTN-6.4"
    count: int

    def draw(self, t: Table) -> Draw:
        """RTN-R29 cards_hidden: those that players hold unseen are in it no more."""
        return Draw("settlers", t.deck, self.count, without=in_secret(t))

    def drew(self, t: Table, drawn: Drawn) -> Next:
        empty = [space for space, card in enumerate(t.tavern) if card is None]
        cards = map(SettlersId, drawn)
        rule = self.rule if t.round else "RTN-2.6"
        shown = [SettlersShown(rule, card, space) for card, space in zip(cards, empty, strict=False)]
        return [*shown, *([FillTavern()] if len(drawn) < len(empty) else [])]


def _in_deck(t: Table) -> int:
    return len(t.deck) - len(in_secret(t))


def in_secret(t: Table) -> tuple[Secret[Drawn], ...]:
    """RTN-R29 cards_hidden: cards of the deck that lie with players unseen."""
    return tuple(p.hidden for p in t.seats if p.hidden is not None)


class RenewTavern(Auto[Table], frozen=True):
    """RTN-14.4: the face-up cards are discarded, and others come."""

    rule: ClassVar[str] = "RTN-14.4"

    def then(self, t: Table) -> Next:
        return [TavernCleared(self.rule, discarded_below(t)), FillTavern()]


def discarded_below(t: Table) -> bool:
    """RTN-R47: where do discarded cards and tiles go?"""
    return t.rulings.drop_destination == "bottom_of_deck"
