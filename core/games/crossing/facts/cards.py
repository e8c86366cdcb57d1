"""Cards on the slots of the main board, birds on them, and the queen."""

from msgspec.structs import replace

from core.games.crossing.facts import Fact, SeatFact
from core.games.crossing.names import SLOTS, BirdId, CardId, DeckId, EmptyId, QueenName, SlotId, StructureName
from core.games.crossing.table import Player, Table
from core.kernel.rules.piles import put, without

# --- cards -----------------------------------------------------------------------------------------------------------


class DecksLaid(Fact, frozen=True):
    """A deck on each slot of the main board."""

    puts = ("layout",)
    layout: tuple[DeckId, ...]


class CardShown(Fact, frozen=True):
    """The next card of a deck lies face up."""

    slot: SlotId
    card: CardId

    def on(self, t: Table) -> Table:
        deck = t.layout[SLOTS.index(self.slot)]
        decks = {**t.decks, deck: without(t.decks[deck], (self.card,))}
        return replace(t, decks=decks, slots=put(t.slots, SLOTS.index(self.slot), self.card))


class EmptyShown(Fact, frozen=True):
    """A deck is used up: a tile lies in its place from now on."""

    slot: SlotId
    tile: EmptyId

    def on(self, t: Table) -> Table:
        slots = put(t.slots, SLOTS.index(self.slot), self.tile)
        return replace(t, slots=slots, empties=without(t.empties, (self.tile,)))


class CardTaken(SeatFact, frozen=True):
    """A character joins the column of its guild; nothing lies on its slot until the next one is shown."""

    slot: SlotId
    card: CardId

    def on(self, t: Table) -> Table:
        return replace(super().on(t), slots=put(t.slots, SLOTS.index(self.slot), None))

    def change(self, p: Player) -> Player:
        return replace(p, cards=(*p.cards, self.card))


class StructureTaken(SeatFact, frozen=True):
    """A structure goes under the board."""

    slot: SlotId
    structure: StructureName

    def on(self, t: Table) -> Table:
        return replace(super().on(t), slots=put(t.slots, SLOTS.index(self.slot), None))

    def change(self, p: Player) -> Player:
        return replace(p, structures=(*p.structures, self.structure))


# --- the queen -------------------------------------------------------------------------------------------------------


class QueenAwake(Fact, frozen=True):
    """The queen card of the round; that of the round before goes to the box, if nobody took it."""

    queen: QueenName

    def on(self, t: Table) -> Table:
        slept = t.slept if t.queen is None else (*t.slept, t.queen)
        return replace(t, queen=self.queen, slept=slept, queens=without(t.queens, (self.queen,)))


class QueenTaken(SeatFact, frozen=True):
    """The queen card joins the column of its guild."""

    queen: QueenName

    def on(self, t: Table) -> Table:
        return replace(super().on(t), queen=None)

    def change(self, p: Player) -> Player:
        return replace(p, cards=(*p.cards, self.queen))


# --- birds -----------------------------------------------------------------------------------------------------------


class BirdsArrived(Fact, frozen=True):
    """New birds on the cards of a region, but for those that need more players."""

    slots: tuple[SlotId, ...]
    birds: tuple[BirdId, ...]  # one for each slot
    gone: tuple[BirdId, ...] = ()  # those of them that leave at once

    def on(self, t: Table) -> Table:
        new = {slot: bird for slot, bird in zip(self.slots, self.birds, strict=True) if bird not in self.gone}
        perched = tuple(new.get(slot, bird) for slot, bird in zip(SLOTS, t.perched, strict=True))
        return replace(t, perched=perched, birds=without(t.birds, self.birds), gone=(*t.gone, *self.gone))


class BirdTaken(SeatFact, frozen=True):
    """A bird comes to lie beside the board."""

    slot: SlotId
    bird: BirdId

    def on(self, t: Table) -> Table:
        return replace(super().on(t), perched=put(t.perched, SLOTS.index(self.slot), None))

    def change(self, p: Player) -> Player:
        return replace(p, birds=(*p.birds, self.bird))


class BirdsLeft(Fact, frozen=True):
    """Birds that nobody met go back to the box."""

    def on(self, t: Table) -> Table:
        left = tuple(bird for bird in t.perched if bird is not None)
        return replace(t, gone=(*t.gone, *left), perched=(None,) * len(SLOTS))
