"""KIN-13 Favors (Gagner une Faveur de la Reine, p. 11): three lie open, the others in piles."""

from collections.abc import Iterable
from typing import ClassVar

from core.games.crossing.data import effects
from core.games.crossing.facts.favors import (
    FavorDrawn,
    FavorHidden,
    FavorOpened,
    FavorShown,
    FavorsMovedUp,
    FavorTaken,
    PileDrawn,
    PilesReformed,
)
from core.games.crossing.moves import TakeFavor
from core.games.crossing.names import BLIND, PILES, SHOWN, FavorId, PlaceId
from core.games.crossing.rules.decks import lays_out
from core.games.crossing.rules.gains import Gain, gives
from core.games.crossing.table import PACO, Table
from core.kernel.rules.chance import Draw, Drawn
from core.kernel.rules.marks import Seat
from core.kernel.rules.secret import Secret
from core.kernel.rules.step import Ask, Auto, Blocked, Chance, Next, Offer, SealedChance, SeatChance, SeatChoice


class ChooseFavor(SeatChoice[Table, TakeFavor], frozen=True):
    """KIN-13.2: one of those that lie open, or one from a pile; KIN-19.5: nothing, when there is none."""

    rule: ClassVar[str] = "KIN-13.2"
    forced = True
    under: str

    def asks(self, t: Table) -> Ask | None:
        return Ask((self.seat,)) if any(t.display) or any(t.piles) else None

    def offers(self, t: Table, seat: int) -> Iterable[Offer[TakeFavor]]:
        """KIN-R21: does one choose the pile?"""
        for place, favor in zip(SHOWN, t.display, strict=True):
            yield Offer(TakeFavor(place), None if favor else Blocked(self.rule, "no_favor_there", have=place))
        if t.rulings.blind_favor == "uniform":
            yield Offer(TakeFavor(BLIND), None if any(t.piles) else Blocked(self.rule, "no_favor_there", have=BLIND))
            return
        for place, left in zip(PILES, t.piles, strict=True):
            yield Offer(TakeFavor(place), None if left else Blocked(self.rule, "no_favor_there", have=place))

    def resolve(self, t: Table, seat: int, move: TakeFavor) -> Next:
        """KIN-T24: what lies open is replaced before anything else."""
        if move.place in SHOWN:
            favor = t.display[SHOWN.index(move.place)]
            taken = [] if favor is None else [FavorTaken(self.under, seat, move.place, favor)]
            return [*taken, ShowFavor(move.place)]
        if move.place == BLIND:
            return [ChoosePile(seat, self.under)]
        return [blind(t, seat, PILES.index(move.place), self.under)]


def blind(t: Table, seat: int, pile: int, under: str) -> "DrawFavor | DrawHidden":
    """KIN-R20: does everybody see what is drawn, or its owner alone?"""
    return DrawFavor(seat, pile, under) if t.rulings.favor_visibility == "open" else DrawHidden(seat, pile, under)


class ChoosePile(SeatChance[Table], frozen=True):
    """KIN-R21 uniform: each pile is as likely."""

    rule: ClassVar[str] = "KIN-13.2"
    idle = True
    under: str

    def draw(self, t: Table) -> Draw:
        return Draw("pile", tuple(pile for pile, left in zip(PILES, t.piles, strict=True) if left), 1)

    def drew(self, t: Table, drawn: Drawn) -> Next:
        pile = PlaceId(drawn[0])
        return [PileDrawn("KIN-R21", pile), blind(t, self.seat, PILES.index(pile), self.under)]


class DrawFavor(SeatChance[Table], frozen=True):
    """KIN-13.2: the top of a pile."""

    rule: ClassVar[str] = "KIN-13.2"
    idle = True
    pile: int
    under: str

    def draw(self, t: Table) -> Draw:
        return Draw("blind favor", t.favors, 1, without=in_secret(t))

    def drew(self, t: Table, drawn: Drawn) -> Next:
        piles = one_less(t.piles, self.pile)
        return [FavorDrawn(self.under, self.seat, FavorId(drawn[0]), piles), *reformed(t, piles)]


class DrawHidden(SealedChance[Table], frozen=True):
    """KIN-R20 owner_only: the top of a pile, for its owner's eyes."""

    rule: ClassVar[str] = "KIN-13.2"
    idle = True
    seat: Seat
    pile: int
    under: str

    def draw(self, t: Table) -> Draw:
        return Draw("secret favor", t.favors, 1, by=(self.seat,), without=in_secret(t))

    def dealt(self, t: Table, drawn: Secret[Drawn]) -> Next:
        piles = one_less(t.piles, self.pile)
        return [FavorHidden(self.under, self.seat, drawn, piles), *reformed(t, piles)]


class ShowFavor(Chance[Table], frozen=True):
    """KIN-13.2: an open place is filled again, from its own pile, else from the largest (KIN-R19)."""

    rule: ClassVar[str] = "KIN-13.2"
    idle = True
    place: PlaceId

    def draw(self, t: Table) -> Draw | None:
        """KIN-19.5: as long as there is anything to fill it with."""
        return Draw("favor", t.favors, 1, without=in_secret(t)) if any(t.piles) else None

    def drew(self, t: Table, drawn: Drawn) -> Next:
        own = SHOWN.index(self.place)
        piles = one_less(t.piles, own if t.piles[own] else largest(t.piles))
        rule = "KIN-2.7" if lays_out(t) and not t.pairs else self.rule
        return [FavorShown(rule, self.place, FavorId(drawn[0]), piles), *reformed(t, piles)]


def in_secret(t: Table) -> tuple[Secret[Drawn], ...]:
    """KIN-R20 owner_only: those that lie hidden at a side are in no pile."""
    return tuple(box for p in t.sides for box in p.hidden)


def one_less(piles: tuple[int, ...], pile: int) -> tuple[int, ...]:
    """A tile less in that pile."""
    return tuple(left - (at == pile) for at, left in enumerate(piles))


def largest(piles: tuple[int, ...]) -> int:
    """KIN-R19: the first of the largest ones."""
    return piles.index(max(piles))


def reformed(t: Table, piles: tuple[int, ...]) -> list[PilesReformed]:
    """KIN-13.3: an empty pile is formed anew. KIN-R19: of the lower half of the largest, if that has two tiles?"""
    most, half = largest(piles), max(piles) // 2
    if all(piles) or not half or t.rulings.favor_pile_reform == "none":
        return []
    anew = {piles.index(0): half, most: piles[most] - half}
    return [PilesReformed("KIN-13.3", tuple(anew.get(at, left) for at, left in enumerate(piles)))]


def favor(t: Table, seat: int, under: str) -> "ChooseFavor | PacoFavor":
    """KIN-13.2: a seat chooses; KIN-S4.6: Paco & Paca do not."""
    return ChooseFavor(seat, under) if seat < t.players else PacoFavor()


class PacoFavor(Auto[Table], frozen=True):
    """KIN-S4.6: Paco & Paca take the uppermost favor that lies open."""

    rule: ClassVar[str] = "KIN-S4.6"

    def then(self, t: Table) -> Next:
        """KIN-R50: do the others move up, so that a new one comes below them?"""
        place = next((place for place, shown in zip(SHOWN, t.display, strict=True) if shown), None)
        if place is None:
            return []
        at = SHOWN.index(place)
        taken = FavorTaken(self.rule, PACO, place, FavorId(str(t.display[at])))
        if t.rulings.solo_favor_refill == "own_pile":
            return [taken, ShowFavor(place)]
        moved = (*t.display[:at], *t.display[at + 1 :], None)
        return [taken, FavorsMovedUp(self.rule, moved), ShowFavor(SHOWN[-1])]


class OpenFavors(Auto[Table], frozen=True):
    """KIN-R20 owner_only: what was hidden lies open before it is scored."""

    rule: ClassVar[str] = "KIN-13.4"

    def then(self, t: Table) -> Next:
        return [
            FavorOpened(self.rule, seat, FavorId(box.value[0]), box.open())
            for seat, p in enumerate(t.sides)
            for box in p.hidden
        ]


@gives(effects.GainFavor)
def _favor(_t: Table, g: Gain, _effect: effects.GainFavor) -> Next:
    return [ChooseFavor(g.seat, g.under)] * g.times
