"""What stands on tiles and treasures, in a few words: made from the component data, under the rulings of the match."""

from typing import Final

from core.games.heirs.data.edition import Edition, Kind, Tile, Treasure
from core.games.heirs.names import (
    CRAFTSHOPS,
    GUILDS,
    INN,
    MARKET,
    PRODUCERS,
    TOWN_HALL,
    WATCHTOWER,
    ZONES,
    KindId,
    Resources,
)
from core.games.heirs.rulings import Rulings
from core.kernel.language.words import Words

ROADS: Final = {
    "": "", "T": "╨", "R": "╞", "B": "╥", "L": "╡", "TB": "║", "LR": "═", "TR": "╚", "RB": "╔", "BL": "╗", "TL": "╝",
    "TRB": "╠", "RBL": "╦", "TBL": "╣", "TRL": "╩", "X": "╬", "H": "╬",
}  # fmt: skip
"""Roads as their owner sees them: the same signs as on the map."""

_PATTERNS: Final[dict[KindId, str]] = {
    **dict.fromkeys(ZONES, "zone"),
    **dict.fromkeys(GUILDS, "guild"),
    **dict.fromkeys(PRODUCERS, "producer"),
    **dict.fromkeys(CRAFTSHOPS, "craft"),
}


def effect_text(data: Edition, tile: Tile, rulings: Rulings, words: Words) -> str:
    """HEI-9: what its building is worth, or does."""
    kind = data.kinds[tile.kind]
    pattern = _PATTERNS.get(kind.id, str(kind.id))
    reading = {
        "inn": rulings.inn_range,
        "watchtower": rulings.watchtower_line,
        "garrison": rulings.garrison_line,
        "craft": rulings.craft_pairs,
        "town_hall": rulings.town_hall_scope,
        "pilgrimage_site": rulings.pilgrimage_length,
    }.get(pattern, "")
    special = f"{pattern}.{reading}"
    text = words.effects[special if special in words.effects else pattern].format(
        each=_each(data, tile, kind),
        base=words.number(kind.base),
        raised=kind.raised,
        range=data.board.inn_range,
        mark=words.name("line", tile.mark),
        terrain=words.name("terrain", kind.terrain or tile.terrain),
        one=words.name("terrain", kind.pair[0]) if kind.pair else "",
        other=words.name("terrain", kind.pair[1]) if kind.pair else "",
        shown=words.name("kind", tile.shows),
    )
    return text + "".join(words.effects[more] for more in _more(kind, tile, rulings)) + _produced(kind, rulings, words)


def _each(data: Edition, tile: Tile, kind: Kind) -> int:
    """HEI-9.30: a Town Hall tells what it raises."""
    return data.kinds[tile.shows].each if kind.id == TOWN_HALL and tile.shows else kind.each


def _more(kind: Kind, tile: Tile, rulings: Rulings) -> list[str]:
    """Other readings: HEI-R24 where it stands on what it counts, HEI-R25 where it does not, HEI-R37."""
    found: list[str] = []
    counts_itself = kind.id == WATCHTOWER or tile.terrain == kind.terrain
    if rulings.self_count == "twice" and kind.id in (*ZONES, *GUILDS, WATCHTOWER) and counts_itself:
        found.append("twice")
    if rulings.zone_rule == "largest_only" and kind.id in ZONES and not counts_itself:
        found.append("largest")
    if rulings.tile_word == "buildings_only" and kind.id in (INN, MARKET):
        found.append("buildings")
    return found


def _produced(kind: Kind, rulings: Rulings, words: Words) -> str:
    """HEI-R53: are Farms, Sawmills and Quarries worth a point?"""
    worth = kind.id in PRODUCERS and rulings.producers_worth == "1"
    return words.effects["worth"].format(base=rulings.producers_worth) if worth else ""


def treasure_text(treasure: Treasure, words: Words) -> str:
    """HEI-S23 to S26: what must lie around it."""
    if treasure.line is None:
        where = ", ".join(words.name("direction", direction) for direction in treasure.around)
        return words.effects["around"].format(where=where)
    terrain = words.name("terrain", treasure.terrain)
    return words.effects[treasure.line].format(terrain=terrain)


def cost_text(cost: Resources, words: Words) -> str:
    """`1 wood + 2 wheat`; nothing is said as such."""
    return words.amounts("terrain", cost) if cost.total() else words.nothing
