"""KIN-8.5 The purchase (Après le déplacement, p. 8-9): the card, its bird, its price, its effect."""

from typing import ClassVar

from core.games.crossing.facts.cards import CardTaken, StructureTaken
from core.games.crossing.names import CardId, EmptyId, SlotId
from core.games.crossing.rules.birds import Meet
from core.games.crossing.rules.decks import ShowCard
from core.games.crossing.rules.gains import Gain, of_card, pay
from core.games.crossing.rules.goals import Pause
from core.games.crossing.rules.houses import HouseDue
from core.games.crossing.table import Table
from core.kernel.rules.marks import Seat
from core.kernel.rules.step import Blocked, Next, SeatAuto


def price(t: Table, card: CardId | EmptyId | None) -> int:
    """KIN-8.5.3: in coins; KIN-8.7: what lies where a deck is used up costs nothing."""
    if card is None or card in t.edition.empties:
        return 0
    return t.edition.cost_of(CardId(card))


def purchase(seat: Seat, slot: SlotId, *, trades: bool) -> Next:
    """KIN-8.5: the bird, a last chance to buy a resource (KIN-8.8), the price and all that comes with it."""
    return [Meet(seat, slot), *([Pause(seat)] if trades else []), Pay(seat, slot)]


class Pay(SeatAuto[Table], frozen=True):
    """KIN-8.5.3: the price; nothing that comes before it may make it impossible (KIN-R3)."""

    rule: ClassVar[str] = "KIN-8.5.3"
    promised = True
    slot: SlotId

    def missed(self, t: Table) -> Blocked | None:
        cost, have = price(t, t.on_slot(self.slot)), t.sides[self.seat].coins
        return Blocked("KIN-8.5.1", "too_few_coins", need=cost, have=have, what=self.slot) if have < cost else None

    def kept(self, t: Table) -> bool:
        """KIN-T20: nothing that lies before it must be paid for."""
        have: int = t.sides[self.seat].coins
        return have >= price(t, t.on_slot(self.slot))

    def then(self, t: Table) -> Next:
        """KIN-8.6: the effect comes before the card joins its column."""
        card = t.on_slot(self.slot)
        paid = pay(self.rule, self.seat, price(t, card), str(card))
        return [*paid, *taken(t, self.seat, self.slot), *also(t, self.seat, self.slot)]


def taken(t: Table, seat: Seat, slot: SlotId) -> Next:
    """KIN-5.3, KIN-5.5, KIN-8.7: what a character, a structure or a tile gives, and where it goes."""
    data, card = t.edition, str(t.on_slot(slot))
    if card in data.empties:
        return of_card(t, Gain(seat, data.empties[EmptyId(card)].gain, "KIN-8.7", card))
    known = CardId(card)
    if known in data.characters:
        return [*of_card(t, Gain(seat, data.characters[known].gain, "KIN-5.3", known)), Recruit(seat, slot)]
    return [*of_card(t, Gain(seat, data.structures[known].gain, "KIN-5.5", known)), Build(seat, slot)]


def is_purchase(t: Table) -> bool:
    """KIN-R16: is the tile of a used up deck a purchase, or does it come on top of one in its region?"""
    return t.rulings.empty_tile == "counts_as_purchase"


def also(t: Table, seat: Seat, slot: SlotId) -> Next:
    """KIN-8.7: where tiles of used up decks are no purchase, those of the region come on top of one."""
    if is_purchase(t):
        return []
    there = t.edition.regions[t.edition.region_of[slot]].slots
    tiles = [tile for each in there if (tile := t.on_slot(each)) in t.edition.empties]
    return [
        step
        for tile in tiles
        for step in of_card(t, Gain(seat, t.edition.empties[EmptyId(str(tile))].gain, "KIN-8.7", str(tile)))
    ]


class Recruit(SeatAuto[Table], frozen=True):
    """KIN-8.5.3: the character joins its column, which may complete a set; the next card is shown (KIN-T4)."""

    rule: ClassVar[str] = "KIN-8.5.3"
    slot: SlotId

    def then(self, t: Table) -> Next:
        card = CardId(str(t.on_slot(self.slot)))
        return [CardTaken(self.rule, self.seat, self.slot, card), HouseDue(self.seat), ShowCard(self.slot)]


class Build(SeatAuto[Table], frozen=True):
    """KIN-8.5.3: the structure goes under the board; the next card is shown."""

    rule: ClassVar[str] = "KIN-8.5.3"
    slot: SlotId

    def then(self, t: Table) -> Next:
        card = CardId(str(t.on_slot(self.slot)))
        return [StructureTaken(self.rule, self.seat, self.slot, card), ShowCard(self.slot)]
