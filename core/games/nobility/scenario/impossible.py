"""What is wrong with a position that somebody wrote, where no match leads to it."""

from collections.abc import Iterator

from core.games.nobility.names import GOODS, GUILDS, PIPS
from core.games.nobility.table import SPACES, Player, Table
from core.kernel.bots.possible import Impossible, Wrong, apart, at_least, at_most, first, length, no_twice
from core.kernel.rules.amounts import counts_of


def impossible(t: Table) -> Wrong:
    """The first thing that cannot be: on the boards, then seat by seat."""
    return first(_boards(t), _dice(t), _guilds(t), *(_seat(t, seat, p) for seat, p in enumerate(t.seats)))


def _boards(t: Table) -> Iterator[Wrong]:
    """RTN-2.6, RTN-2.11, RTN-13.1: a place for each; RTN-3.6: the rounds; RTN-12.4: what the ship has room for;
    RTN-23.20: what was drawn from the top does not come from there again.
    """
    yield length("tavern", t.tavern, t.edition.board.tavern)
    yield length("hall", t.hall, len(PIPS))
    yield length("council", t.council, len(SPACES))
    for name, row in (("tavern", t.tavern), ("hall", t.hall), ("council", t.council)):
        yield no_twice(name, row)
    yield at_most("round", t.round, t.edition.board.rounds)
    wants = {} if t.ship is None else t.edition.ships[t.ship].wants
    for good in GOODS:
        spaces = wants[good].spaces if good in wants else 0
        yield at_most("loaded", t.loaded.of(good), spaces, what=good)
    yield at_most("commissions", t.commissions + t.refused, len(t.edition.commissions))
    yield no_twice("looked", (card for box in t.looked for card in box.value))


def _dice(t: Table) -> Iterator[Wrong]:
    """RTN-4.10: each on a slot of its own, with a value that a die has; 0 stands for a die that counts nothing."""
    for where, placed in t.dice.items():
        yield at_most(f"dice.{where}.value", placed.value, max(PIPS))


def _guilds(t: Table) -> Iterator[Wrong]:
    """RTN-9.12: places for apprentices; RTN-10.4: each workshop in its own guild; RTN-23.6: one at a desk."""
    for guild in GUILDS:
        yield length(f"workshops.{guild}", t.workshops[guild], len(t.edition.workshops))
        yield at_most(f"apprentices.{guild}", len(t.apprentices[guild]), t.count.apprentices)
        tiles = [shop.tile for shop in t.workshops[guild] if shop is not None]
        strange = [tile for tile in tiles if t.edition.buildings[tile].guild != guild]
        yield Impossible(f"workshops.{guild}", "scenario_cannot_stand", strange[0]) if strange else None


def _seat(t: Table, seat: int, p: Player) -> Iterator[Wrong]:
    """RTN-1.3: dice, workers and houses; RTN-6.5: cards; RTN-7.8: plots; the tracks; RTN-10.9: communal buildings;
    RTN-23.20: each commission card is in one hand, or kept by one. RTN-R51: VP alone may be below 0.
    """
    on_board = sum(placed.side == seat for placed in t.dice.values())
    yield at_most("dice", len(p.dice) + on_board, t.count.dice, seat)
    yield at_most("stock.workers", -p.spare.workers, 0, seat)
    yield at_most("stock.houses", -p.spare.houses, 0, seat)
    for what, amount in counts_of(p.stock):
        yield at_least(f"stock.{what}", amount, 0, seat) if what != "vp" else None
    held = len(p.held) + (p.hidden is not None)
    yield at_most("held", held, t.edition.board.held, seat)
    yield no_twice("held", p.held, seat)
    yield no_twice("satisfied", (one.card for one in p.satisfied), seat)
    yield length("zones", p.zones, len(t.edition.zones), seat)
    strange = [tile for tile in p.zones if tile is not None and t.edition.buildings[tile].guild is not None]
    yield Impossible("zones", "scenario_cannot_stand", strange[0], seat=seat) if strange else None
    hands = [box for one in t.seats for box in one.hand]
    kept, hand, theirs, in_theirs = (
        [card for box in boxes if (seat in box.by) is own for card in box.value]
        for own in (True, False)
        for boxes in (t.kept, hands)
    )
    yield no_twice("contracts", kept, seat)
    yield apart("contracts", kept, theirs, seat)
    yield no_twice("hand", hand, seat)
    yield apart("hand", hand, (*kept, *theirs, *in_theirs), seat)
    for contract in p.contracts:
        spaces = () if contract.tile is None else t.edition.dice_tiles[contract.tile].dice
        yield at_most("contracts", max(contract.done, default=0), len(spaces), seat, contract.tile)
