"""KIN-15.3 Decorations (Fleuristes et sculpteurs): a token on a space of the player board."""

from collections.abc import Iterable
from typing import ClassVar

from core.games.crossing.data import effects
from core.games.crossing.facts.gains import Decorated
from core.games.crossing.moves import Decorate, OneDouble, TwoSingles
from core.games.crossing.names import DecorationId, SpaceId
from core.games.crossing.rules.gains import Gain, gives
from core.games.crossing.table import Player, Table
from core.kernel.rules.step import Ask, Blocked, Next, Offer, SeatChoice

BOARDS = 4  # KIN-19.6: there are tokens for so many player boards
SINGLE, DOUBLE = 1, 2


class PlaceToken(SeatChoice[Table, Decorate], frozen=True):
    """KIN-15.5: a token with one symbol, of one kind or of either; KIN-19.6: none without a free space for it."""

    rule: ClassVar[str] = "KIN-15.3"
    forced = True
    kind: DecorationId | None
    under: str
    symbols: int = SINGLE

    def asks(self, t: Table) -> Ask | None:
        return Ask((self.seat,)) if self._choices(t, self.seat) else None

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Decorate]]:
        choices = self._choices(t, seat)
        there = {choice.space for choice in choices}
        yield from map(Offer, choices)
        for space, about in t.edition.spaces.items():
            if space in t.sides[seat].decorations:
                yield Offer(Decorate(space), Blocked(self.rule, "space_taken", have=space))
            elif space not in there:
                yield Offer(Decorate(space), Blocked(self.rule, "space_for_another", have=space, what=about.kind))

    def open_offers(self, t: Table, seat: int) -> Iterable[Offer[Decorate]]:
        return map(Offer, self._choices(t, seat))

    def _choices(self, t: Table, seat: int) -> list[Decorate]:
        spaces = free_spaces(t, t.sides[seat], self.kind, self.symbols)
        return [Decorate(space, stars) for space in spaces for stars in tokens_for(t, space)]

    def resolve(self, t: Table, seat: int, move: Decorate) -> Next:
        return [Decorated(self.under, seat, move.space, move.stars or t.edition.spaces[move.space].stars)]


def free_spaces(t: Table, p: Player, kind: DecorationId | None, symbols: int) -> list[SpaceId]:
    """KIN-15.3: empty, and for such a token."""
    return [
        space
        for space, about in t.edition.spaces.items()
        if about.symbols == symbols and kind in {None, about.kind} and space not in p.decorations
    ]


def tokens_for(t: Table, space: SpaceId) -> Iterable[int]:
    """KIN-R15: does a space decide how many stars its token has (0: its own), or is it any that is left?"""
    about = t.edition.spaces[space]
    if _own_stars(t, space):
        return (0,)
    return [stars for stars in stars_of(t, space) if tokens_left(t, about.kind, stars)]


def stars_of(t: Table, space: SpaceId) -> tuple[int, ...]:
    """KIN-R15: how many stars a token on this space can have."""
    if _own_stars(t, space):
        return (t.edition.spaces[space].stars,)
    return tuple(sorted({each.stars for each in t.edition.spaces.values() if each.symbols == SINGLE}))


def _own_stars(t: Table, space: SpaceId) -> bool:
    return t.rulings.deco_slots == "star_specific" or t.edition.spaces[space].symbols != SINGLE


def tokens_left(t: Table, kind: DecorationId, stars: int) -> int:
    """KIN-19.6: tokens of a kind with so many stars in the supply."""
    spaces = t.edition.spaces
    made = BOARDS * sum(each.kind == kind and each.stars == stars for each in spaces.values())
    placed = (item for p in t.sides for item in p.decorations.items())
    there: int = sum(spaces[space].kind == kind and each == stars for space, each in placed)
    return made - there


class ChooseForm(SeatChoice[Table, TwoSingles | OneDouble], frozen=True):
    """KIN-15.4: two tokens with one symbol each, or one with two."""

    rule: ClassVar[str] = "KIN-15.4"
    forced = True
    kind: DecorationId
    under: str

    def asks(self, t: Table) -> Ask | None:
        """KIN-R22: when nothing fits, nothing is placed."""
        return Ask((self.seat,)) if any(offer.blocked is None for offer in self.offers(t, self.seat)) else None

    def offers(self, t: Table, seat: int) -> Iterable[Offer[TwoSingles | OneDouble]]:
        """KIN-R22: may only one of two be placed, when there is no space for the other?"""
        p = t.sides[seat]
        need = 1 if t.rulings.deco_partial == "allowed" else 2
        room = len(free_spaces(t, p, self.kind, SINGLE))
        yield Offer(TwoSingles(), Blocked(self.rule, "no_space", need=need, have=room) if room < need else None)
        double = free_spaces(t, p, self.kind, DOUBLE)
        yield Offer(OneDouble(), None if double else Blocked(self.rule, "no_space", need=1, have=0))

    def resolve(self, t: Table, seat: int, move: TwoSingles | OneDouble) -> Next:
        if isinstance(move, OneDouble):
            return [PlaceToken(seat, self.kind, self.under, DOUBLE)]
        return [PlaceToken(seat, self.kind, self.under)] * 2


@gives(effects.Deco1)
def _one_token(t: Table, g: Gain, effect: effects.Deco1) -> Next:
    """KIN-16.3: with enough bridges only. KIN-R42: of the round, or of this turn alone?"""
    p = t.sides[g.seat]
    bridges = len(p.paws) if t.rulings.five_bridges == "this_round" else p.crossed
    return [PlaceToken(g.seat, effect.kind, g.under)] * g.times if bridges >= effect.paws else []


@gives(effects.Deco2)
def _two_tokens(_t: Table, g: Gain, effect: effects.Deco2) -> Next:
    return [ChooseForm(g.seat, effect.kind, g.under)] * g.times
