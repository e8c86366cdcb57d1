"""The Chancery: commission cards that only their players see, their dice tiles, the clerks."""

from typing import Annotated

from msgspec.structs import replace

from core.games.nobility.facts import Fact, SeatFact
from core.games.nobility.moves import Keep
from core.games.nobility.names import CommissionId, DeskId, DiceTileId
from core.games.nobility.table import Contract, Player, Table
from core.kernel.rules.chance import Drawn
from core.kernel.rules.marks import Name
from core.kernel.rules.piles import without
from core.kernel.rules.secret import Opened, Secret

# --- cards -----------------------------------------------------------------------------------------------------------


class DeckReady(Fact, frozen=True):
    """RTN-23.3: so many commission cards lie in the deck."""

    cards: int

    def on(self, t: Table) -> Table:
        return replace(t, commissions=self.cards)


class CommissionsDealt(SeatFact, frozen=True):
    """RTN-23.3: cards that only their seat sees; what is not kept goes back into the deck."""

    cards: Annotated[Secret[Drawn], Name("commission")]
    count: int

    def change(self, p: Player) -> Player:
        return replace(p, hand=(self.cards,), choosing=self.count)


class DeckDrawn(SeatFact, frozen=True):
    """RTN-23.20: so many cards leave the top of the deck, or what was put under it."""

    count: int
    below: bool = False

    def on(self, t: Table) -> Table:
        if self.below:
            return replace(t, refused=t.refused - self.count)
        return replace(t, commissions=t.commissions - self.count)


class CommissionsDrawn(SeatFact, frozen=True):
    """RTN-23.20: which ones they are; those of the top are in it no more."""

    cards: Annotated[Secret[Drawn], Name("commission")]
    count: int
    below: bool = False

    def on(self, t: Table) -> Table:
        drawn = super().on(t)
        return drawn if self.below else replace(drawn, looked=(*t.looked, self.cards))

    def change(self, p: Player) -> Player:
        return replace(p, hand=(*p.hand, self.cards), choosing=p.choosing + self.count)


class CommissionKept(SeatFact, frozen=True):
    """RTN-23.3, RTN-23.20: which one, nobody else knows."""

    card: Secret[Keep]

    def change(self, p: Player) -> Player:
        return replace(p, hand=(), choosing=0, contracts=(*p.contracts, Contract(kept=self.card)))


class CommissionTaken(SeatFact, frozen=True):
    """RTN-23.20: the only card that was drawn; none, where its reader did not see it (CommissionReplaced)."""

    def change(self, p: Player) -> Player:
        if not p.hand:
            return p
        return replace(p, hand=(), choosing=0, contracts=(*p.contracts, Contract(drawn=p.hand[0])))


class CommissionsRefused(SeatFact, frozen=True):
    """RTN-23.20: so many cards go under the deck."""

    cards: int

    def on(self, t: Table) -> Table:
        return replace(t, refused=t.refused + self.cards)


# --- dice tiles ------------------------------------------------------------------------------------------------------


class DiceTileDrawn(SeatFact, frozen=True):
    """RTN-23.4, RTN-23.21: the tile beside the card that was taken last, and city tokens for it.

    In a branch of a match nobody may know the card: then the tile comes alone.
    """

    tile: DiceTileId
    tokens: int

    def on(self, t: Table) -> Table:
        return replace(super().on(t), dice_tiles=without(t.dice_tiles, (self.tile,)))

    def change(self, p: Player) -> Player:
        cards = p.contracts if p.contracts and p.contracts[-1].tile is None else (*p.contracts, Contract())
        last = replace(cards[-1], tile=self.tile)
        return replace(p, contracts=(*cards[:-1], last), tokens=p.tokens + self.tokens)


class CommissionReplaced(SeatFact, frozen=True):
    """A card for a dice tile beside which there is none, in a branch of a match."""

    tile: DiceTileId
    card: Annotated[Secret[Drawn], Name("commission")]

    def change(self, p: Player) -> Player:
        dealt = (replace(one, drawn=self.card) if one.tile == self.tile else one for one in p.contracts)
        return replace(p, contracts=tuple(dealt))


class SpaceCovered(SeatFact, frozen=True):
    """RTN-23.14: a space of a dice tile is done."""

    tile: DiceTileId
    space: int

    def change(self, p: Player) -> Player:
        covered = (replace(one, done=(*one.done, self.space)) if one.tile == self.tile else one for one in p.contracts)
        return replace(p, contracts=tuple(covered))


class TokensLaid(SeatFact, frozen=True):
    """RTN-23.17: city tokens take the place of dice."""

    tile: DiceTileId
    tokens: int

    def change(self, p: Player) -> Player:
        laid = (replace(one, tokens=one.tokens + self.tokens) if one.tile == self.tile else one for one in p.contracts)
        return replace(p, contracts=tuple(laid), tokens=p.tokens - self.tokens)


class CommissionActivated(SeatFact, frozen=True):
    """RTN-23.16: the dice tile lies on the back of its card, which counts at the end."""

    tile: DiceTileId

    def change(self, p: Player) -> Player:
        done = (replace(one, active=True, tokens=0) if one.tile == self.tile else one for one in p.contracts)
        return replace(p, contracts=tuple(done))


# --- desks -----------------------------------------------------------------------------------------------------------


class ClerkPlaced(SeatFact, frozen=True):
    """RTN-23.7: a worker sits at a desk, for good."""

    desk: DeskId

    def on(self, t: Table) -> Table:
        return replace(t, desks={**t.desks, self.desk: self.seat})


# --- end -------------------------------------------------------------------------------------------------------------


class CommissionOpened(SeatFact, frozen=True):
    """RTN-23.13: a commission card, for all to see; its points come as a gain."""

    card: CommissionId
    kept: Opened[Keep] | None = None
    drawn: Opened[Drawn] | None = None


class CommissionsOpened(SeatFact, frozen=True):
    """RTN-23.20: when the match is over, all see cards of which one was kept, if later draws hung on them."""

    cards: tuple[CommissionId, ...]
    shown: Opened[Drawn]
