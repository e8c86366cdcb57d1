"""RTN-23.12 to RTN-23.22 Commission cards (Cartes Commission, p. 21): secret until the end, active by dice tiles."""

from collections.abc import Iterable
from typing import ClassVar

from core.games.nobility.data.edition import BerkSlot
from core.games.nobility.facts.buildings import TilePutAside
from core.games.nobility.facts.chancery import (
    CommissionKept,
    CommissionReplaced,
    CommissionsDrawn,
    CommissionsRefused,
    CommissionTaken,
    DeckDrawn,
    DiceTileDrawn,
)
from core.games.nobility.moves import Keep
from core.games.nobility.names import COMMISSION, CommissionId, DiceTileId
from core.games.nobility.rules.bag import mixed
from core.games.nobility.rules.gains import LoseReputation
from core.games.nobility.rules.midmatch import heeded
from core.games.nobility.table import Table
from core.kernel.rules.chance import Draw, Drawn, Stream
from core.kernel.rules.marks import Seat
from core.kernel.rules.secret import Secret
from core.kernel.rules.step import Blocked, Next, Offer, SealedChance, SealedChoice, SeatAuto, SeatChance

TOKENS_IN_BOX = 36  # RTN-R31 strict


def no_commission(t: Table, seat: int, here: BerkSlot) -> Blocked | None:
    """RTN-23.18, RTN-23.19: why the seat cannot take another card here."""
    if not t.chancery:
        return Blocked("RTN-23.19", "no_chancery")
    owned, most = len(t.seats[seat].contracts), _most_cards(t, seat)
    if owned >= most:
        return Blocked("RTN-23.18", "no_room_for_commission", need=most, have=owned)
    left = t.commissions + t.refused
    if not left or not t.dice_tiles or left < _fewest(t, here):
        return Blocked("RTN-23.20", "deck_too_low", need=here.cards, have=left)
    return None


def _most_cards(t: Table, seat: int) -> int:
    """RTN-R37: does the card of the start count?"""
    clerks = sum(owner == seat for owner in t.desks.values())
    return clerks + 1 if t.rulings.commission_room == "apprentices_plus_one" else max(clerks, 1)


def _fewest(t: Table, here: BerkSlot) -> int:
    """RTN-R38: must there be as many cards as are to be drawn?"""
    return here.cards if t.rulings.commission_low_deck == "forbid" else 1


class TakeCommission(SeatAuto[Table], frozen=True):
    """RTN-23.20: cards, of which one is kept, and what that costs; RTN-23.21: then a dice tile."""

    rule: ClassVar[str] = "RTN-23.20"
    cards: int
    reputation: int

    def then(self, t: Table) -> Next:
        """RTN-R38: as many as there are; those under the deck come last."""
        top = min(self.cards, t.commissions)
        below = min(self.cards - top, t.refused)
        return [
            *([DrawCommissions(self.seat, top)] if top else []),
            *([DrawCommissions(self.seat, below, below=True)] if below else []),
            LoseReputation(self.seat, self.reputation, self.rule, COMMISSION),
            *([KeepCommission(), PutUnder(self.seat, top + below - 1)] if top + below > 1 else [TakeOnly(self.seat)]),
            DrawDiceTile(self.seat),
        ]


class DrawCommissions(SealedChance[Table], frozen=True):
    """RTN-23.20: cards that only their seat sees."""

    rule: ClassVar[str] = "RTN-23.20"
    seat: Seat
    count: int
    below: bool = False

    def draw(self, t: Table) -> Draw:
        """What was looked at lies under the deck or with a player, until all that was above it is gone."""
        gone = t.seats[self.seat].hand if self.below else t.looked
        return Draw("commissions", tuple(t.edition.commissions), self.count, by=(self.seat,), without=(*t.kept, *gone))

    def dealt(self, t: Table, drawn: Secret[Drawn]) -> Next:
        return [
            DeckDrawn(self.rule, self.seat, self.count, self.below),
            CommissionsDrawn(self.rule, self.seat, drawn, self.count, self.below),
        ]


class KeepCommission(SealedChoice[Table, Keep], frozen=True):
    """RTN-23.3, RTN-23.20: one of the cards in hand, in secret."""

    rule: ClassVar[str] = "RTN-23.3"
    takes_in = CommissionKept
    listed = True

    def missing(self, t: Table) -> Iterable[int]:
        return (seat for seat, p in enumerate(t.seats) if p.choosing > 1)

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Keep]]:
        return [Offer(Keep(card)) for card in hand_of(t, seat)]

    def check(self, t: Table, seat: int, move: Keep, *, whole: bool = True) -> Blocked | None:
        """Only what one has been given."""
        return None if move.card in hand_of(t, seat) else Blocked(self.rule, "not_in_hand", have=move.card)

    def sample(self, t: Table, seat: int, dice: Stream) -> Keep:
        return Keep(dice.pick(hand_of(t, seat)))


def hand_of(t: Table, seat: int) -> tuple[CommissionId, ...]:
    """The cards of which one is kept: known to their seat."""
    return tuple(CommissionId(card) for box in t.seats[seat].hand for card in box.value)


class TakeOnly(SeatAuto[Table], frozen=True):
    """RTN-23.20: a single card is kept unasked."""

    rule: ClassVar[str] = "RTN-23.20"

    def then(self, t: Table) -> Next:
        return [CommissionTaken(self.rule, self.seat)]


class PutUnder(SeatAuto[Table], frozen=True):
    """RTN-23.20: the other cards go under the deck."""

    rule: ClassVar[str] = "RTN-23.20"
    cards: int

    def then(self, t: Table) -> Next:
        return [CommissionsRefused(self.rule, self.seat, self.cards)]


class ReplaceCommission(SealedChance[Table], frozen=True):
    """RTN-23.20: in a branch of a match, a card in place of one that its reader did not see."""

    rule: ClassVar[str] = "RTN-23.20"
    seat: Seat
    tile: DiceTileId

    def draw(self, t: Table) -> Draw:
        known = (*t.kept, *t.looked)
        return Draw("commissions", tuple(t.edition.commissions), 1, by=(self.seat,), without=known)

    def dealt(self, t: Table, drawn: Secret[Drawn]) -> Next:
        return [CommissionReplaced(self.rule, self.seat, self.tile, drawn)]


def commission_due(t: Table) -> ReplaceCommission | None:
    """A dice tile beside which there is no card."""
    for seat, p in enumerate(t.seats):
        for one in p.contracts:
            if one.tile is not None and one.kept is None and one.drawn is None:
                return ReplaceCommission(seat, one.tile)
    return None


class DrawDiceTile(SeatChance[Table], frozen=True):
    """RTN-23.4, RTN-23.21: the tile beside a new card, and city tokens."""

    rule: ClassVar[str] = "RTN-23.21"
    aside: tuple[str, ...] = ()  # RTN-R18: buildings that were drawn

    def draw(self, t: Table) -> Draw:
        return Draw(f"dice tile {self.seat}", mixed(t, t.dice_tiles, t.bag, self.aside), 1)

    def drew(self, t: Table, drawn: Drawn) -> Next:
        if drawn[0] not in t.dice_tiles:
            return [TilePutAside("RTN-23.1", drawn[0], self.seat), DrawDiceTile(self.seat, (*self.aside, drawn[0]))]
        rule = self.rule if t.round else "RTN-23.4"
        return [DiceTileDrawn(rule, self.seat, DiceTileId(drawn[0]), _tokens(t))]


def _tokens(t: Table) -> int:
    """RTN-R31: do city tokens run out?"""
    more = t.edition.chancery.tokens
    if t.rulings.supply_limits == "unlimited":
        return more
    left = TOKENS_IN_BOX - sum(p.tokens + sum(one.tokens for one in p.contracts) for p in t.seats)
    return min(more, max(left, 0) if heeded(t) else left)  # below 0: there was no end of them before
