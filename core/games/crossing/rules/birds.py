"""KIN-5.11 Birds (Oiseaux): they come in the morning, are met with the card that is chosen, or taken by a peddler."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from core.games.crossing.data import effects
from core.games.crossing.facts.cards import BirdsArrived, BirdsLeft, BirdTaken
from core.games.crossing.moves import Grab
from core.games.crossing.names import SLOTS, BirdId, RegionId, SlotId
from core.games.crossing.rules.gains import Gain, MayGain, gives, repeated
from core.games.crossing.rules.tiles import side_in_use
from core.games.crossing.table import Table
from core.kernel.rules.chance import Draw, Drawn
from core.kernel.rules.step import Ask, Auto, Blocked, Chance, Next, Offer, SeatAuto, SeatChoice

LEAST = 2  # KIN-S1.1: alone, birds come as for two players


class SendBirds(Auto[Table], frozen=True):
    """KIN-6.11: birds that nobody met go back to the box, region by region new ones come."""

    rule: ClassVar[str] = "KIN-6.11"

    def then(self, t: Table) -> Next:
        left = [BirdsLeft(self.rule)] if any(t.perched) else []
        return [*left, *(DealBirds(region) for region in t.edition.regions)]


class DealBirds(Chance[Table], frozen=True):
    """KIN-6.15: the birds of a region, one for each card, in the order of the slots."""

    rule: ClassVar[str] = "KIN-6.11"
    region: RegionId

    def draw(self, t: Table) -> Draw | None:
        pile = tuple(bird for bird in t.birds if t.edition.birds[bird].colour == t.edition.regions[self.region].birds)
        cards = len(self._perches(t))
        return Draw("birds", pile, min(cards, len(pile))) if cards and pile else None

    def _perches(self, t: Table) -> list[SlotId]:
        """KIN-R16a: cards alone, or tiles of used up decks, too?"""
        tiles = t.rulings.bird_on_empty == "yes"
        return [
            slot
            for slot in t.edition.regions[self.region].slots
            if (card := t.on_slot(slot)) is not None and (tiles or card not in t.edition.empties)
        ]

    def drew(self, t: Table, drawn: Drawn) -> Next:
        """KIN-6.12: a bird that needs more players leaves at once; its card has none."""
        birds = tuple(map(BirdId, drawn))
        gone = tuple(bird for bird in birds if t.edition.birds[bird].mark > max(t.players, LEAST))
        return [BirdsArrived(self.rule, tuple(self._perches(t)[: len(birds)]), birds, gone)]


class Meet(SeatAuto[Table], frozen=True):
    """KIN-8.5.2: the bird on the card that was chosen: first its bonus, then it is one's own (KIN-T33)."""

    rule: ClassVar[str] = "KIN-8.5.2"
    slot: SlotId

    def then(self, t: Table) -> Next:
        bird = t.bird_on(self.slot)
        if bird is None:
            return []
        return [*bonus(t, self.seat, bird, 1 + twice(t, self.seat)), KeepBird(self.seat, self.slot)]


class KeepBird(SeatAuto[Table], frozen=True):
    """KIN-8.5.2: it comes to lie beside the board."""

    rule: ClassVar[str] = "KIN-8.5.2"
    slot: SlotId

    def then(self, t: Table) -> Next:
        bird = t.bird_on(self.slot)
        return [] if bird is None else [BirdTaken(self.rule, self.seat, self.slot, bird)]


def twice(t: Table, seat: int) -> bool:
    """KIN-8.4d: does each bird count twice now? KIN-R1: in the turn of the tile, or for the rest of the round."""
    p = t.sides[seat]
    return p.doubling if t.rulings.a4_double_scope == "round" and p.doubling else side_in_use(t, p).twice


def bonus(t: Table, seat: int, bird: BirdId, times: int) -> Next:
    """KIN-8.5.2: what a bird gives. KIN-R26: must it be taken?"""
    gains = repeated(t, Gain(seat, t.edition.birds[bird].gain, "KIN-8.5.2", bird), times)
    return gains if t.rulings.bird_bonus == "mandatory_if_possible" else [MayGain(seat, gains)]


class GrabBird(SeatChoice[Table, Grab], frozen=True):
    """KIN-R59: a bird from any card, as if it lay on the peddler's."""

    rule: ClassVar[str] = "KIN-R59"
    forced = True

    def asks(self, t: Table) -> Ask | None:
        return Ask((self.seat,)) if any(self._birds(t)) else None

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Grab]]:
        there = [*self._birds(t)]
        for slot in SLOTS:
            yield Offer(Grab(slot), None if slot in there else Blocked(self.rule, "no_bird_to_take", have=slot))

    def open_offers(self, t: Table, seat: int) -> Iterable[Offer[Grab]]:
        return [Offer(Grab(slot)) for slot in self._birds(t)]

    def _birds(self, t: Table) -> Iterator[SlotId]:
        """KIN-R59: from the own region, too?"""
        here = t.sides[self.seat].region if t.rulings.grab_scope == "other_regions" else None
        for slot, bird in zip(SLOTS, t.perched, strict=True):
            if bird is not None and t.edition.region_of[slot] != here:
                yield slot

    def resolve(self, t: Table, seat: int, move: Grab) -> Next:
        """KIN-R25: does it count twice, too?"""
        bird = t.bird_on(move.slot)
        if bird is None:
            return []
        doubled = twice(t, seat) and t.rulings.grabbed_bird_doubled == "yes"
        return [*bonus(t, seat, bird, 1 + doubled), KeepBird(seat, move.slot)]


@gives(effects.TakeBird)
def _grab(_t: Table, g: Gain, _effect: effects.TakeBird) -> Next:
    return [GrabBird(g.seat)] * g.times
