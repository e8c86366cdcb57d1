"""Scoring: pure functions of the table (HEI-8, HEI-9, section by section of the sets)."""

from collections.abc import Callable, Iterable, Iterator

from core.games.heirs.data.edition import Kind
from core.games.heirs.names import FORTRESS, PRODUCERS, SIEGE_TOWER, TOWN_HALL, WATCHTOWER, TerrainId
from core.games.heirs.rules.roads import is_crossroads, roads, tiles_of
from core.games.heirs.table import HENRY, SOUTH, Laid, Table
from core.kernel.game import Outcome
from core.kernel.rules.grid import DIAGONAL, Cell, ahead, beside, cornering, ray, reached, xy


def value(t: Table, cell: Cell) -> int:
    """HEI-8.2: what one building is worth, before troops double it."""
    laid = t.landscape[cell]
    kind = t.kind(laid)
    if kind is None or laid.owner is None:
        return 0
    count = _COUNTS.get(kind.id)
    base = 1 if not kind.base and kind.id in PRODUCERS and t.rulings.producers_worth == "1" else kind.base
    if count is None:
        return base
    each = kind.each + (craft_points(t, laid, kind) if kind.pair else 0)
    return base + each * count(t, cell, laid, kind)


def doubled(t: Table, cell: Cell) -> bool:
    """HEI-8.3: does one of its owner's troops stand on it? HEI-S40: Henry's do not count."""
    owner = t.landscape[cell].owner
    if owner is None or (t.solo and owner == HENRY):
        return False
    return cell in t.sides[owner].troops.values()


def twice(t: Table, side: int) -> set[Cell]:
    """Whose points count double now: HEI-8.3 where the owner's troops stand, HEI-S40 Henry's best buildings."""
    own = t.buildings(side)
    if t.solo and side == HENRY:
        return {*sorted(own, key=lambda cell: value(t, cell), reverse=True)[: t.edition.board.best]}
    return {cell for cell in own if doubled(t, cell)}


def worth(t: Table, side: int) -> dict[Cell, int]:
    """HEI-8.2, HEI-8.3: what each building of a side brings as it stands."""
    double = twice(t, side)
    return {cell: value(t, cell) * (1 + (cell in double)) for cell in t.buildings(side)}


def treasure_points(t: Table) -> int:
    """HEI-S42: Henry's, for those in the pile and in the landscape."""
    return (t.treasures.left + len(t.treasures.placed)) * t.edition.board.treasure if t.solo else 0


def standings(t: Table) -> tuple[int, int]:
    """What either side would score if the match ended now."""
    totals = [sum(worth(t, side).values()) for side in range(2)]
    for side, _, _, _, points in road_points(t):
        totals[side] += points
    return totals[0], totals[1] + treasure_points(t)


def outcome(t: Table) -> Outcome | None:
    """HEI-S43: alone, one's points against Henry's."""
    if not t.solo or t.end is None:
        return None
    return Outcome(0, t.sides[SOUTH].points, t.sides[HENRY].points, bool(t.end.winners))


# --- what the kinds of building count -------------------------------------------------------------------------------


def _inn(t: Table, cell: Cell, laid: Laid, _kind: Kind) -> int:
    """HEI-9.1, HEI-R21: at most three tiles to each side: within three cells, without a gap, or the nearest three?"""
    most, reading = t.edition.board.inn_range, t.rulings.inn_range
    count = 0
    for direction in _line(t, laid):
        cells = [ahead(cell, direction, step) for step in range(1, _far(t) if reading == "nearest_3" else most + 1)]
        if reading == "contiguous_3":
            cells = cells[: next((at for at, near in enumerate(cells) if near not in t.landscape), most)]
        count += min(sum(_counts(t, near) for near in cells), most)
    return count


def _market(t: Table, cell: Cell, _laid: Laid, _kind: Kind) -> int:
    """HEI-9.2: tiles at its sides."""
    return sum(_counts(t, near) for near in beside(cell))


def _counts(t: Table, cell: Cell) -> bool:
    """HEI-R37: any tile, or buildings only?"""
    laid = t.landscape.get(cell)
    return laid is not None and (t.rulings.tile_word == "all_tiles" or laid.owner is not None)


def _pilgrimage(t: Table, cell: Cell, _laid: Laid, _kind: Kind) -> int:
    """HEI-9.3: the tiles of the longest road that reaches it. HEI-R50: with the tile where it ends?"""
    longest = 1
    for road in roads(t):
        if cell in {at for at, _ in road}:
            ends = t.rulings.pilgrimage_length == "yes_include_and_stop"
            tiles = {at for at, _ in road if ends or at == cell or not is_crossroads(t, at)}
            longest = max(longest, len(tiles))
    return longest


def _robbers(t: Table, cell: Cell, laid: Laid, _kind: Kind) -> int:
    """HEI-9.4: the opponent's buildings at its sides."""
    return sum(near in t.landscape and t.landscape[near].owner not in (None, laid.owner) for near in beside(cell))


def _zone(t: Table, cell: Cell, laid: Laid, kind: Kind) -> int:
    """HEI-9.5, HEI-9.6, HEI-9.7: tiles of its terrain that hang together with it. HEI-R24: itself once more?

    HEI-R25: standing on another terrain it may touch several zones: do all of them count, or the largest?
    """

    def onward(at: Cell) -> Iterable[Cell]:
        return (near for near in beside(at) if near != cell and _terrain(t, near) == kind.terrain)

    zones = [reached([near], onward) for near in onward(cell)]
    joins = laid.terrain == kind.terrain  # then all that it touches is its own zone
    if t.rulings.zone_rule == "largest_only" and not joins:
        return max(map(len, zones), default=0)
    together: set[Cell] = set()
    return len(together.union(*zones)) + int(joins and t.rulings.self_count == "twice")


def _own_on_terrain(t: Table, cell: Cell, laid: Laid, kind: Kind) -> int:
    """HEI-9.8, HEI-9.9, HEI-9.10: one's buildings on its terrain. HEI-R24: itself once more?"""
    own = [at for at, other in t.landscape.items() if other.owner == laid.owner and other.terrain == kind.terrain]
    return len([at for at in own if at != cell or t.rulings.self_count == "twice"])


def _shown(t: Table, _cell: Cell, laid: Laid, _kind: Kind) -> int:
    """HEI-9.19: one's buildings of the kind that it shows."""
    shown = _mark(t, laid)
    return sum(1 for other in _own(t, laid) if other.id == shown)


def _towers(t: Table, _cell: Cell, laid: Laid, _kind: Kind) -> int:
    """HEI-9.24: one's Siege Towers and Fortresses."""
    return sum(1 for other in _own(t, laid) if other.id in (SIEGE_TOWER, FORTRESS))


def _watch(t: Table, cell: Cell, laid: Laid, _kind: Kind) -> int:
    """HEI-9.25: tiles of its own terrain in its line. HEI-R22: the whole of it? HEI-R24: itself once more?"""
    own = int(t.rulings.self_count == "twice")
    if t.rulings.watchtower_line == "contiguous":
        seen = (near for direction in _line(t, laid) for near in _unbroken(t, cell, direction))
        return own + sum(_terrain(t, near) == laid.terrain for near in seen)
    x, y = xy(cell)
    row = _mark(t, laid) == "row"
    line = (at for at in t.landscape if at != cell and (xy(at)[1] == y if row else xy(at)[0] == x))
    return own + sum(_terrain(t, near) == laid.terrain for near in line)


def _garrison(t: Table, cell: Cell, _laid: Laid, _kind: Kind) -> int:
    """HEI-9.26: Watchtowers of both sides in its diagonals. HEI-R23: do gaps end them?"""
    if t.rulings.garrison_line == "blocked_by_empty":
        seen: Iterable[Cell] = (near for direction in DIAGONAL for near in _unbroken(t, cell, direction))
    else:
        x, y = xy(cell)
        seen = (at for at in t.landscape if at != cell and abs(xy(at)[0] - x) == abs(xy(at)[1] - y))
    kinds = (t.kind(t.landscape[at]) for at in seen)
    return sum(kind is not None and kind.id == WATCHTOWER for kind in kinds)


def _pairs(t: Table, cell: Cell, laid: Laid, kind: Kind) -> int:
    """HEI-9.27, HEI-9.28, HEI-9.29: pairs of its two terrains in the direction that it marks.

    HEI-R26: what is a pair?
    """
    one, other = kind.pair
    diagonal = _mark(t, laid) == "diagonal"
    near = cornering(cell) if diagonal else beside(cell)
    reading = t.rulings.craft_pairs
    if reading == "opposite_neighbours":
        facing = [(near[0], near[2]), (near[1], near[3])]
        return sum({_terrain(t, a), _terrain(t, b)} == {one, other} for a, b in facing)
    if reading == "rays_min":
        x, y = xy(cell)
        places = [(at, xy(at)) for at in t.landscape if at != cell]
        lines = [at for at, (ax, ay) in places if (abs(ax - x) == abs(ay - y) if diagonal else x == ax or y == ay)]
        return min(_of(t, lines, one), _of(t, lines, other))
    first, second = _of(t, near, one), _of(t, near, other)
    return first * second if reading == "neighbours_product" else min(first, second)


def craft_points(t: Table, laid: Laid, kind: Kind) -> int:
    """HEI-9.30: what a Town Hall adds to each pair. HEI-R27: for both sides? Each of them?"""
    halls = [
        other
        for other in t.landscape.values()
        if (found := t.kind(other)) is not None and found.id == TOWN_HALL and _mark(t, other) == kind.id
    ]
    scope = t.rulings.town_hall_scope
    own = [hall for hall in halls if scope == "both_players" or hall.owner == laid.owner]
    more = max((t.edition.kinds[TOWN_HALL].raised - kind.each for _ in own), default=0)
    return more * len(own) if scope == "owner_one_each" else more


Count = Callable[[Table, Cell, Laid, Kind], int]

_COUNTS: dict[str, Count] = {
    "inn": _inn,
    "market": _market,
    "pilgrimage_site": _pilgrimage,
    "robber_barony": _robbers,
    "mill": _zone,
    "mine": _zone,
    "stable": _zone,
    "bakery": _own_on_terrain,
    "forge": _own_on_terrain,
    "lodge": _own_on_terrain,
    "trading_post": _shown,
    "fortress": _towers,
    "watchtower": _watch,
    "garrison": _garrison,
    "basket_shop": _pairs,
    "pottery": _pairs,
    "cooperage": _pairs,
}


# --- roads ----------------------------------------------------------------------------------------------------------


def road_points(t: Table) -> Iterator[tuple[int, tuple[Cell, ...], int, int, int]]:
    """HEI-8.5: who scores for which tiles, how many of each side, the points. HEI-R36: do troops double them?"""
    if t.options.score_roads == "no":
        return
    for road in roads(t):
        cells = tiles_of(t, road)
        if len(set(cells)) < t.edition.board.road:
            continue
        counts = [sum(t.landscape[cell].owner == side for cell in cells) for side in range(2)]
        if counts[0] == counts[1]:
            continue
        side = int(counts[1] > counts[0])
        points = counts[side] - counts[1 - side]
        if t.rulings.doubling_scope == "building_and_roads":
            points += sum(doubled(t, cell) for cell in cells if t.landscape[cell].owner == side)
        yield side, tuple(dict.fromkeys(cells)), counts[side], counts[1 - side], points


# --- small helpers --------------------------------------------------------------------------------------------------


def _mark(t: Table, laid: Laid) -> str:
    """What is marked on the tile: a line, a direction, a kind."""
    if laid.tile is None:
        return ""
    tile = t.tile(laid.tile)
    return tile.mark or tile.shows or ""


def _line(t: Table, laid: Laid) -> tuple[str, str]:
    return ("E", "W") if _mark(t, laid) == "row" else ("N", "S")


def _terrain(t: Table, cell: Cell) -> TerrainId | None:
    laid = t.landscape.get(cell)
    return None if laid is None else laid.terrain


def _of(t: Table, cells: Iterable[Cell], terrain: str) -> int:
    return sum(_terrain(t, cell) == terrain for cell in cells)


def _own(t: Table, laid: Laid) -> list[Kind]:
    found = (t.kind(other) for other in t.landscape.values() if other.owner == laid.owner)
    return [kind for kind in found if kind is not None]


def _unbroken(t: Table, cell: Cell, direction: str) -> Iterator[Cell]:
    for near in ray(cell, direction):
        if near not in t.landscape:
            return
        yield near


def _far(t: Table) -> int:
    return len(t.landscape) + 1
