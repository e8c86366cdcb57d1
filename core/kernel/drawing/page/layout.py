"""Where the panels of a board lie on a wide page."""

from collections.abc import Sequence
from typing import Final

from core.kernel.drawing.parts import Card, Cards, Map, Net, Panel, Part, Table

MIDDLE, BESIDE = 4, 2
"""Cards side by side in the two columns."""

MAP: Final = 40
"""Lines that a map takes, about."""


def lying(panels: Sequence[Panel]) -> tuple[Sequence[Panel], Sequence[Panel], Sequence[Panel]]:
    """What lies in the middle, beside it and below.

    In the middle is the map, and beside it what is on offer. Without a map it is the first of what lies open with all
    that is of its kind, and beside it the other kinds; what is of no kind comes where there is more room.
    """
    drawn = [it for it in panels if any(isinstance(part, (Map, Net)) for part in it.parts)]
    if drawn:
        offer = [it for it in panels if it.kind == "offer" and it not in drawn]
        return drawn, offer, [it for it in panels if it not in drawn and it not in offer]
    kind = next((it.kind for it in panels if it.kind), "")
    middle = [it for it in panels if it.kind == kind]
    beside = [it for it in panels if it.kind not in {kind, ""}]
    for it in panels if kind else ():
        if not it.kind:
            (beside if _height(beside, BESIDE) <= _height(middle, MIDDLE) else middle).append(it)
    return middle, beside, []


def _height(panels: Sequence[Panel], across: int) -> int:
    """Of so many lines, about; each has a head."""
    return sum(2 + sum(_part(part, across) for part in panel.parts) for panel in panels)


def _part(part: Part, across: int) -> int:
    match part:
        case Cards(form="matrix"):
            return sum(map(_card, part.cards[:: part.across or 1]))
        case Cards():
            return sum(max(map(_card, row)) for row in _rows(part.cards, across))
        case Table():
            return 1 + len(part.rows)
        case Map() | Net():
            return MAP
        case _:
            return 2


def _rows(cards: Sequence[Card], across: int) -> Sequence[Sequence[Card]]:
    return [cards[at : at + across] for at in range(0, len(cards), across)]


def _card(card: Card) -> int:
    said = (card.title or card.typed, card.name, card.tags, card.cost, card.worth, card.pieces, card.reach)
    return 1 + sum(map(bool, said)) + len(card.text) + len(card.spots)
