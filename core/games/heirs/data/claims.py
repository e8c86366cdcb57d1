"""What must hold between the entries of an owner's edition of The Two Heirs."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Final

from core.games.heirs.data.edition import (
    LAST_TURNS,
    MARKS,
    SHOWN,
    TILES_OF_A_SET,
    TILES_OF_A_TERRAIN,
    Edition,
    edition,
    shipped,
)
from core.games.heirs.names import (
    CAMP,
    CATHEDRAL,
    CRAFTSHOPS,
    FORTRESS,
    GARRISON,
    GUILDS,
    INN,
    KINDS,
    MARKET,
    PILGRIMAGE_SITE,
    PRODUCERS,
    ROBBER_BARONY,
    SETS,
    SIEGE_TOWER,
    TERRAINS,
    TOWN_HALL,
    TRADING_POST,
    WATCHTOWER,
    ZONES,
    KindId,
)
from core.kernel.setup.claims import Claim, among, equal, least, most

_HAS: Final[dict[KindId, tuple[str, ...]]] = {
    **dict.fromkeys((INN, MARKET, ROBBER_BARONY, WATCHTOWER), ("base", "each")),
    **dict.fromkeys((*ZONES, *GUILDS), ("base", "each", "terrain")),
    **dict.fromkeys((PILGRIMAGE_SITE, TRADING_POST, FORTRESS, GARRISON), ("each",)),
    **dict.fromkeys((CAMP, CATHEDRAL), ("base",)),
    **dict.fromkeys(PRODUCERS, ("terrain",)),
    **dict.fromkeys(CRAFTSHOPS, ("each", "pair")),
    SIEGE_TOWER: (),
    TOWN_HALL: ("raised",),
}
"""What the rules read of each kind, and so what its entry must say."""


def claims(e: Edition) -> Iterator[Claim]:
    """The counts of the box, and that each entry can be played."""
    for of in (_of_kinds, _of_tiles, _of_treasures, _of_board, _of_names):
        yield from of(e)
    crosses = [token.cross for token in e.troops.values()]
    yield Claim("troops", sorted(crosses) == sorted(TERRAINS), TERRAINS, crosses)


def _of_kinds(e: Edition) -> Iterator[Claim]:
    for kind in e.kinds.values():
        said = tuple(name for name in ("base", "each", "terrain", "pair", "raised") if getattr(kind, name))
        yield equal(f"kinds.{kind.id}", said, _HAS[kind.id])
        yield _two(f"kinds.{kind.id}.pair", kind.pair)


def _two(entry: str, found: tuple[str, ...]) -> Claim:
    return Claim(entry, not found or len({*found}) == len(found) == 2, "two different ones", found)


def _of_tiles(e: Edition) -> Iterator[Claim]:
    for tile in e.tiles.values():
        at = f"tiles.{tile.id}"
        yield among(f"{at}.mark", tile.mark, MARKS.get(tile.kind, (None,)))
        yield among(f"{at}.shows", tile.shows, SHOWN.get(tile.kind, (None,)))
        hub = tile.kind == PILGRIMAGE_SITE
        yield Claim(f"{at}.road", (tile.road == "H") == hub, "H" if hub else "no H", tile.road)
    found = Counter((e.kind_of(tile.id).set, tile.terrain) for tile in e.tiles.values())
    for name, terrain in product(SETS, TERRAINS):
        yield equal(f"tiles.{name}.{terrain}", found[name, terrain], TILES_OF_A_TERRAIN)
    lacking = {*KINDS} - {tile.kind for tile in e.tiles.values()}
    yield Claim("tiles", not lacking, sorted(lacking), "")


def _of_treasures(e: Edition) -> Iterator[Claim]:
    for treasure in e.treasures.values():
        at = f"treasures.{treasure.id}"
        yield Claim(at, (treasure.line is None) != (not treasure.around), "either line or around", "both or neither")
        yield Claim(f"{at}.terrain", not (treasure.around and treasure.terrain), "", treasure.terrain)
        yield _two(f"{at}.around", treasure.around)


def _of_board(e: Edition) -> Iterator[Claim]:
    board = e.board
    camps = sum(tile.kind == CAMP for tile in e.tiles.values())
    yield least("board.shown", board.shown, LAST_TURNS + camps)  # HEI-7.5: so many are taken without a refill
    yield most("board.shown", board.shown, board.sets * TILES_OF_A_SET - 2)  # beside the start tile, and one to refill
    yield equal("board.ring", board.ring, board.shown + 1)
    yield equal("board.first_game", len({*board.first_game}), board.sets)


def _of_names(e: Edition) -> Iterator[Claim]:
    """An id that ships stands for what its name tells, `Inn (row)`: anything else takes an id of its own."""
    ours = edition(shipped().digest)
    for table, told in (("tiles", ("kind", "terrain", "mark", "shows")), ("treasures", ("line", "terrain", "around"))):
        known, mine = getattr(ours, table), getattr(e, table)
        for id_, name in product([id_ for id_ in mine if id_ in known], told):
            yield equal(f"{table}.{id_}.{name}", getattr(mine[id_], name), getattr(known[id_], name))
