"""HEI-9.11, HEI-9.12, HEI-9.13 The Camp (Campement): after a take it is turned down for another one."""

from collections.abc import Iterator
from typing import Any

from core.games.heirs.facts import CampUsed, DiscountGained
from core.games.heirs.moves import UseCamp
from core.games.heirs.names import CAMP
from core.games.heirs.rules.treasures import look_for_treasures
from core.games.heirs.table import Table, back_of
from core.kernel.rules.step import Blocked, Next, Offer


def camps(t: Table, seat: int) -> Iterator[Offer[UseCamp]]:
    """HEI-9.11: one's own face-up Camps, once a tile was taken. HEI-R33: also one built in this turn?"""
    before = Blocked("HEI-9.11", "take_first") if t.crown == seat else None
    for cell in t.buildings(seat, CAMP):
        tile = t.landscape[cell].tile
        assert tile is not None  # a building has a face
        fresh = t.rulings.camp_timing == "next_turn" and cell in t.sides[seat].built
        yield Offer(UseCamp(tile), before or (Blocked("HEI-R33", "camp_too_new", have=tile) if fresh else None))


def camped(t: Table, seat: int, move: UseCamp) -> Next:
    """HEI-9.13: once in a match. HEI-R31: is it open terrain then? HEI-R4: does that give a discount?"""
    cell = next(cell for cell in t.buildings(seat, CAMP) if t.landscape[cell].tile == move.tile)
    kept = t.rulings.used_camp == "face_down_building"
    facts: list[Any] = [CampUsed("HEI-9.11", seat, cell, back_of(t, move.tile), kept)]
    if t.rulings.discount_sources == "any_new_open_terrain" and not kept:
        facts.append(DiscountGained("HEI-R4", seat))
    return [*facts, *look_for_treasures(t, seat)]
