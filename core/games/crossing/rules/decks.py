"""KIN-2.3, KIN-8.7 Decks: the next card is shown; where a deck is used up a tile lies."""

from typing import ClassVar

from core.games.crossing.facts.cards import CardShown, EmptyShown
from core.games.crossing.names import SLOTS, CardId, EmptyId, SlotId
from core.games.crossing.table import Table
from core.kernel.rules.chance import Draw, Drawn
from core.kernel.rules.step import Chance, Next


class ShowCard(Chance[Table], frozen=True):
    """KIN-8.5.3: the next card of a deck; KIN-8.7: or a tile, when the deck is used up."""

    rule: ClassVar[str] = "KIN-8.5.3"
    slot: SlotId

    def draw(self, t: Table) -> Draw | None:
        """KIN-8.7: a tile, where nothing else is left."""
        deck = t.layout[SLOTS.index(self.slot)]
        if t.decks[deck]:
            return Draw("card", t.decks[deck], 1)
        tiles = t.empties
        if not tiles and again(t):
            tiles = tuple(t.edition.empties)
        return Draw("empty deck", tiles, 1) if tiles else None

    def drew(self, t: Table, drawn: Drawn) -> Next:
        if drawn[0] in t.edition.empties:
            return [EmptyShown("KIN-8.7", self.slot, EmptyId(drawn[0]))]
        return [CardShown("KIN-2.3" if lays_out(t) else self.rule, self.slot, CardId(drawn[0]))]


def lays_out(t: Table) -> bool:
    """KIN-2.3, KIN-2.7: is it the set-up that shows it? Its cards and favors used to be told under rules of the Day."""
    return not t.round and t.rulings.laid_under == "setup"


def again(t: Table) -> bool:
    """KIN-R17: when the tiles are used up, too, is the slot void, or does one of all tiles count there as well?"""
    return t.rulings.fifth_empty == "reshuffle"
