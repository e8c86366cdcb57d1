"""RTN-23.12 to RTN-23.22 Commission cards (Cartes Commission, p. 21): secret until the end, active by dice tiles."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, ClassVar

from core.games.nobility.data.edition import BerkSlot
from core.games.nobility.facts import (
    CommissionActivated,
    CommissionKept,
    CommissionsDrawn,
    CommissionsRefused,
    CommissionTaken,
    DiceTileDrawn,
    SpaceCovered,
    TilePutAside,
    TokensLaid,
)
from core.games.nobility.moves import Activate, Commission, Keep
from core.games.nobility.names import COMMISSION, CommissionId, DiceTileId, DieId
from core.games.nobility.rules.bag import mixed
from core.games.nobility.rules.gains import LoseReputation
from core.games.nobility.rules.hand import Hand, playable
from core.games.nobility.table import Contract, Slot, Table, spot
from core.kernel.rules.chance import Draw, Drawn, Stream
from core.kernel.rules.marks import Seat
from core.kernel.rules.secret import Secret
from core.kernel.rules.step import Ask, Auto, Blocked, Chance, Next, Offer, SealedChance, SealedChoice, SeatChoice

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


class TakeCommission(Auto[Table], frozen=True):
    """RTN-23.20: cards, of which one is kept, and what that costs; RTN-23.21: then a dice tile."""

    rule: ClassVar[str] = "RTN-23.20"
    seat: Seat
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
        return [CommissionsDrawn(self.rule, self.seat, drawn, self.count, self.below)]


class KeepCommission(SealedChoice[Table, Keep], frozen=True):
    """RTN-23.3, RTN-23.20: one of the cards in hand, in secret."""

    rule: ClassVar[str] = "RTN-23.3"
    takes_in = CommissionKept

    def missing(self, t: Table) -> Iterable[int]:
        return (seat for seat, p in enumerate(t.seats) if p.choosing > 1)

    def check(self, t: Table, seat: int, move: Keep, *, whole: bool = True) -> Blocked | None:
        """Only what one has been given."""
        return None if move.card in hand_of(t, seat) else Blocked(self.rule, "not_in_hand", have=move.card)

    def sample(self, t: Table, seat: int, dice: Stream) -> Keep:
        return Keep(dice.pick(hand_of(t, seat)))


def hand_of(t: Table, seat: int) -> tuple[CommissionId, ...]:
    """The cards of which one is kept: known to their seat."""
    return tuple(CommissionId(card) for box in t.seats[seat].hand for card in box.value)


class TakeOnly(Auto[Table], frozen=True):
    """RTN-23.20: a single card is kept unasked."""

    rule: ClassVar[str] = "RTN-23.20"
    seat: Seat

    def then(self, t: Table) -> Next:
        return [CommissionTaken(self.rule, self.seat)]


class PutUnder(Auto[Table], frozen=True):
    """RTN-23.20: the other cards go under the deck."""

    rule: ClassVar[str] = "RTN-23.20"
    seat: Seat
    cards: int

    def then(self, t: Table) -> Next:
        return [CommissionsRefused(self.rule, self.seat, self.cards)]


class DrawDiceTile(Chance[Table], frozen=True):
    """RTN-23.4, RTN-23.21: the tile beside a new card, and city tokens."""

    rule: ClassVar[str] = "RTN-23.21"
    seat: Seat
    aside: tuple[str, ...] = ()  # RTN-R18: buildings that were drawn

    def draw(self, t: Table) -> Draw:
        return Draw(f"dice tile {self.seat}", mixed(t, t.dice_tiles, t.bag, self.aside), 1)

    def drew(self, t: Table, drawn: Drawn) -> Next:
        if drawn[0] not in t.dice_tiles:
            return [TilePutAside("RTN-23.1", drawn[0]), DrawDiceTile(self.seat, (*self.aside, drawn[0]))]
        rule = self.rule if t.round else "RTN-23.4"
        return [DiceTileDrawn(rule, self.seat, DiceTileId(drawn[0]), _tokens(t))]


def _tokens(t: Table) -> int:
    """RTN-R31: do city tokens run out?"""
    more = t.edition.chancery.tokens
    if t.rulings.supply_limits == "unlimited":
        return more
    return min(more, TOKENS_IN_BOX - sum(p.tokens + sum(one.tokens for one in p.contracts) for p in t.seats))


# --- the die of a turn on a dice tile --------------------------------------------------------------------------------


def offers(t: Table, seat: int, hand: Hand) -> Iterator[Offer[Commission]]:
    """RTN-23.14: on a free space of its value. RTN-R40: within the limit?"""
    contracts = [one for one in t.seats[seat].contracts if not one.active and one.tile is not None]
    if not contracts:
        return
    within = hand if counts(t) else playable(t, seat, limited=False)
    for one in contracts:
        for value in dict.fromkeys(t.edition.dice_tiles[tile].dice if (tile := one.tile) is not None else ()):
            if tile is not None and space_for(t, one, value):
                yield from (_offer(die, tile) for die in within.of((value,)))


@cache
def _offer(die: DieId, tile: DiceTileId) -> Offer[Commission]:
    return Offer(Commission(die, tile))


def counts(t: Table) -> bool:
    """RTN-R40: does such a die count for the limit?"""
    return t.rulings.commission_die_limit == "yes"


def space_for(t: Table, contract: Contract, value: int) -> int:
    """RTN-23.14: a free space of this value, counted from 1; 0 if there is none."""
    dice = () if contract.tile is None else t.edition.dice_tiles[contract.tile].dice
    return next((n for n, wanted in enumerate(dice, 1) if wanted == value and n not in contract.done), 0)


def contract_of(t: Table, seat: int, tile: DiceTileId) -> Contract | None:
    """The seat's contract with this dice tile."""
    return next((one for one in t.seats[seat].contracts if one.tile == tile), None)


def refused(t: Table, seat: int, move: Commission, value: int) -> Blocked | None:
    """RTN-23.14: why the die cannot go there."""
    contract = contract_of(t, seat, move.tile)
    if contract is None:
        return Blocked("RTN-23.14", "no_such_dice_tile", have=move.tile)
    return None if space_for(t, contract, value) else Blocked("RTN-23.14", "no_slot_for_value", have=value)


def slot(t: Table, seat: int, move: Commission, value: int) -> Slot:
    """RTN-23.14: a space of the dice tile."""
    contract = contract_of(t, seat, move.tile)
    assert contract is not None
    return move.tile, space_for(t, contract, value)


def placed(t: Table, seat: int, move: Commission, value: int) -> Next:
    """RTN-23.16: is it the last space?"""
    covered = SpaceCovered("RTN-23.14", seat, move.tile, slot(t, seat, move, value)[1])
    contract = contract_of(t, seat, move.tile)
    last = contract is not None and len(contract.done) + 1 == len(t.edition.dice_tiles[move.tile].dice)
    at_once = last and _activation(t) == "on_last_die_auto"
    return [covered, *([CommissionActivated("RTN-23.16", seat, move.tile)] if at_once else [])]


def _activation(t: Table) -> str:
    """RTN-R39: with the last die, in Maintenance, or when the player says so?"""
    return t.rulings.commission_activation


def by_hand(t: Table) -> bool:
    """RTN-R39 manual."""
    return _activation(t) == "manual"


def complete(t: Table, contract: Contract) -> bool:
    """RTN-23.16: are all spaces covered, and the card not active yet?"""
    tile = contract.tile
    return tile is not None and not contract.active and len(contract.done) == len(t.edition.dice_tiles[tile].dice)


class ActivateCommission(SeatChoice[Table, Activate], frozen=True):
    """RTN-R39 manual: at any moment of one's turn."""

    rule: ClassVar[str] = "RTN-23.16"

    def asks(self, t: Table) -> Ask | None:
        return Ask((self.seat,)) if any(complete(t, one) for one in t.seats[self.seat].contracts) else None

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Activate]]:
        contracts = t.seats[seat].contracts
        return [Offer(Activate(one.tile)) for one in contracts if one.tile is not None and complete(t, one)]

    def resolve(self, t: Table, seat: int, move: Activate) -> Next:
        return [CommissionActivated(self.rule, seat, move.tile)]


class LayTokens(Auto[Table], frozen=True):
    """RTN-23.17: city tokens for the dice on dice tiles."""

    rule: ClassVar[str] = "RTN-23.17"

    def then(self, t: Table) -> Next:
        """RTN-R39 on_maintenance: then a tile that is complete activates its card."""
        late = _activation(t) == "on_maintenance"
        found: list[Any] = []
        for seat, p in enumerate(t.seats):
            for one in p.contracts:
                if one.tile is None or one.active:
                    continue
                dice = sum(spot(one.tile, space) in t.dice for space in one.done)
                laid = min(dice, p.tokens)
                found += [TokensLaid(self.rule, seat, one.tile, laid)] if laid else []
                found += [CommissionActivated("RTN-23.16", seat, one.tile)] if late and complete(t, one) else []
        return found


class LastTokens(Auto[Table], frozen=True):
    """RTN-R39 on_maintenance: dice that lie on dice tiles in the last round count as tokens."""

    rule: ClassVar[str] = "RTN-23.17"

    def then(self, t: Table) -> Next:
        return [LayTokens()] if _activation(t) == "on_maintenance" else []
