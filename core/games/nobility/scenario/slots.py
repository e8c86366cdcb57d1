"""The die slots of the board, and the values of the dice that lie on them."""

from collections.abc import Mapping
from functools import cache

from core.games.nobility.names import (
    AUTOMA_SLOT,
    BERK,
    CASTLE,
    CHANCERY,
    COUNCIL,
    GUILDS,
    HALL,
    PIPS,
    PORT,
    RECALL,
    DiceTileId,
)
from core.games.nobility.rules.castle import slots
from core.games.nobility.table import ELSEWHERE, SPACES, Table


def spots(t: Table, place: str) -> tuple[str, ...]:
    """The die slots of a place, from the left."""
    return _by_place(t.words()["spot"]).get(place, ())


@cache
def _by_place(known: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    parted = [(where.partition(":")[0], where) for where in known]
    return {place: tuple(where for at, where in parted if at == place) for place, _ in parted}


def values_of(t: Table, where: str) -> tuple[int, ...]:
    """RTN-4.9: what a die on this slot can count as; 0 for one of which nothing is said."""
    place, _, number = where.partition(":")
    at, data = int(number), t.edition
    spaces = data.dice_tiles.get(DiceTileId(place))
    if place.startswith(ELSEWHERE):
        return (0, *PIPS)
    if spaces is not None:
        return (spaces.dice[at - 1],)
    shown: Mapping[str, tuple[int, ...]] = {
        **{guild: data.guild[at].values for guild in GUILDS if at != AUTOMA_SLOT and at in data.guild},
        HALL: (data.hall[at].value,) if at in data.hall else (),
        PORT: (at,),
        CHANCERY: (at,),
        COUNCIL: data.council[SPACES[at - 1][0]].values if place == COUNCIL else (),
        BERK: data.berk[at].values if at in data.berk else (),
        CASTLE: slots(t)[at - 1].values if place == CASTLE else (),
        RECALL: data.board.recall,
    }
    return shown.get(place, PIPS)


def owners_of(t: Table, where: str) -> tuple[int, ...]:
    """RTN-16.1, RTN-23.14: the sides whose dice can lie there; RTN-22.9: a guild has a slot for the Automa."""
    place, _, number = where.partition(":")
    everybody = tuple(range(len(t.sides)))
    if place == RECALL or place.startswith(ELSEWHERE):
        return (int(number if place == RECALL else place.rpartition("-")[2]),)
    if place in GUILDS:
        return everybody[t.players :] if int(number) == AUTOMA_SLOT else everybody[: t.players]
    if place in t.edition.dice_tiles:
        return tuple(seat for seat, p in enumerate(t.seats) if any(one.tile == place for one in p.contracts))
    return everybody
