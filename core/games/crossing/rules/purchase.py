"""KIN-8.5 The purchase (Après le déplacement, p. 8-9): the card, its bird, its price, its effect."""

from core.games.crossing.names import CardId, EmptyId
from core.games.crossing.table import Table


def price(t: Table, card: CardId | EmptyId | None) -> int:
    """KIN-8.5.3: in coins; KIN-R16: what lies where a deck is used up costs nothing."""
    if card is None or card in t.edition.empties:
        return 0
    return t.edition.cost_of(CardId(card))
