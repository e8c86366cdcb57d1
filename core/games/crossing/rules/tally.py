"""What effects, goals and favors count (KIN-5.6, KIN-12.6, KIN-17.6): pure functions of the table."""

from collections.abc import Callable
from functools import partial
from typing import Final

from core.games.crossing.names import (
    COLOURS,
    FLOWER,
    GUILDS,
    HOME,
    RESOURCES,
    SCULPTURE,
    ColourId,
    CountedId,
    DecorationId,
    GuildId,
)
from core.games.crossing.table import Player, Table


def column(t: Table, p: Player, guild: GuildId) -> int:
    """KIN-9.4: the cards of a guild above the board: characters, queen cards, the start card."""
    guilds = t.edition.guild_of
    return sum(guilds[card] == guild for card in p.cards)


def guild_sizes(t: Table, p: Player) -> tuple[int, ...]:
    """The cards of each guild."""
    return tuple(column(t, p, guild) for guild in GUILDS)


def symbols(t: Table, p: Player, kind: DecorationId) -> int:
    """KIN-T21: a double token has two."""
    spaces = t.edition.spaces
    return sum(spaces[space].symbols for space in p.decorations if spaces[space].kind == kind)


def goals_of(t: Table, seat: int) -> int:
    """KIN-12.3: the goals on which the side has a marker."""
    return sum(seat in claimed for claimed in t.claims.values())


def houses(t: Table, seat: int) -> int:
    """KIN-14.3: on the main board. KIN-R62: do those of Paco & Paca count that rows of cards have placed?"""
    placed = len(t.sides[seat].houses)
    if seat >= t.players and t.rulings.automa_houses == "do_not_count":
        return min(placed, 1)
    return placed


def buildings(t: Table, p: Player) -> int:
    """KIN-R61: cards of the building deck, or all structures? KIN-T10, KIN-R35: the home card, too?"""
    data = t.edition.structures
    bought = [structure for structure in p.structures if structure != HOME]
    if t.rulings.building_favor_scope == "buildings":
        bought = [structure for structure in bought if data[structure].kind == "building"]
    return len(bought) + (t.rulings.home_is_building == "yes")


def big_guilds(t: Table, p: Player, cards: int) -> int:
    """Guilds with at least so many cards."""
    return sum(size >= cards for size in guild_sizes(t, p))


def steps_left(t: Table, p: Player) -> int:
    """KIN-17.2: how far leftover coins move the investment marker."""
    return min(p.coins // t.edition.board.coins_per_step, t.edition.investment.last - p.investment)


def invested(t: Table, p: Player) -> int:
    """KIN-17.3: the VP where the marker is in the end."""
    return t.edition.investment.vp[p.investment + steps_left(t, p)]


def lowest(p: Player) -> int:
    """The space of the least advanced marker."""
    return min(p.resources.of(resource) for resource in RESOURCES)


def _guild(guild: GuildId, t: Table, _seat: int, p: Player) -> int:
    return column(t, p, guild)


def _birds(colour: ColourId, t: Table, _seat: int, p: Player) -> int:
    birds = t.edition.birds
    return sum(birds[bird].colour == colour for bird in p.birds)


Counting = Callable[[Table, int, Player], int]

COUNTED: Final[dict[str, Counting]] = {
    "wood": lambda _t, _seat, p: p.resources.wood,
    "stone": lambda _t, _seat, p: p.resources.stone,
    "sap": lambda _t, _seat, p: p.resources.sap,
    "food": lambda _t, _seat, p: p.resources.food,
    "flower": lambda t, _seat, p: symbols(t, p, FLOWER),
    "sculpture": lambda t, _seat, p: symbols(t, p, SCULPTURE),
    "symbol": lambda t, _seat, p: symbols(t, p, FLOWER) + symbols(t, p, SCULPTURE),
    "symbol_pair": lambda t, _seat, p: min(symbols(t, p, FLOWER), symbols(t, p, SCULPTURE)),
    "house": lambda t, seat, _p: houses(t, seat),
    "structure": lambda _t, _seat, p: len(p.structures),
    "building": lambda t, _seat, p: buildings(t, p),
    "bird": lambda _t, _seat, p: len(p.birds),
    "bird_pair": lambda _t, _seat, p: len(p.birds) // 2,
    "resource_set": lambda _t, _seat, p: lowest(p),
    "favor": lambda _t, _seat, p: len(p.favors) + len(p.hidden),
    "goal": lambda t, seat, _p: goals_of(t, seat),
    "upgrade": lambda _t, _seat, p: len(p.upgraded),
    "investment": lambda t, _seat, p: invested(t, p),
    **{guild: partial(_guild, guild) for guild in GUILDS},
    **{colour: partial(_birds, colour) for colour in COLOURS},
}
"""All but guilds with so many cards."""


def count(t: Table, seat: int, counted: CountedId, cards: int = 0) -> int:
    """How many a side has of what is counted; of guilds, those with at least so many cards."""
    p = t.sides[seat]
    return big_guilds(t, p, cards) if counted == "guild" else COUNTED[counted](t, seat, p)
