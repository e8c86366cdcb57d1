"""RTN-23.14 to RTN-23.17 Dice tiles (p. 21): dice of a turn cover their spaces, and that activates the card beside."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, ClassVar

from core.games.nobility.facts.chancery import CommissionActivated, SpaceCovered, TokensLaid
from core.games.nobility.moves import Activate, Commission
from core.games.nobility.names import DiceTileId, DieId
from core.games.nobility.rules.hand import Hand, playable
from core.games.nobility.rules.midmatch import heeded
from core.games.nobility.table import Contract, Slot, Table, spot
from core.kernel.rules.step import Ask, Auto, Blocked, Next, Offer, SeatChoice


def moves(t: Table, seat: int, hand: Hand) -> Iterator[Commission]:
    """RTN-23.14: on a free space of its value. RTN-R40: within the limit?"""
    contracts = [one for one in t.seats[seat].contracts if not one.active and one.tile is not None]
    if not contracts:
        return
    within = hand if counts(t) else playable(t, seat, limited=False)
    for one in contracts:
        for value in dict.fromkeys(t.edition.dice_tiles[tile].dice if (tile := one.tile) is not None else ()):
            if tile is not None and space_for(t, one, value):
                yield from (_move(die, tile) for die in within.of((value,)))


@cache
def _move(die: DieId, tile: DiceTileId) -> Commission:
    return Commission(die, tile)


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


def activates_what_is_left(t: Table) -> bool:
    """RTN-R39 on_last_die_auto: tiles that were complete before the table agreed on that activate their cards later."""
    return heeded(t) and _activation(t) == "on_last_die_auto"


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

    def unoffered(self, t: Table, seat: int, move: Activate) -> Blocked:
        """RTN-23.16: a dice tile of one's own, with all spaces covered, once."""
        own = contract_of(t, seat, move.tile)
        if own is None:
            return Blocked("RTN-23.14", "no_such_dice_tile", have=move.tile)
        return Blocked(self.rule, "active_already" if own.active else "spaces_left", have=move.tile)

    def resolve(self, t: Table, seat: int, move: Activate) -> Next:
        return [CommissionActivated(self.rule, seat, move.tile)]


class LayTokens(Auto[Table], frozen=True):
    """RTN-23.17: city tokens for the dice on dice tiles."""

    rule: ClassVar[str] = "RTN-23.17"

    def then(self, t: Table) -> Next:
        """RTN-R39: then a tile that is complete activates its card."""
        late = _activation(t) == "on_maintenance" or activates_what_is_left(t)
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
        if activates_what_is_left(t):
            full = [(seat, one.tile) for seat, p in enumerate(t.seats) for one in p.contracts if complete(t, one)]
            return [CommissionActivated("RTN-23.16", seat, tile) for seat, tile in full if tile is not None]
        return [LayTokens()] if _activation(t) == "on_maintenance" else []
