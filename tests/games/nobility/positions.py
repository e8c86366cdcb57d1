"""Tables of Rise to Nobility, filled at random as far as its boards can be filled: what matches seldom come to."""

from functools import cache
from typing import Any

from msgspec.structs import replace

from core.games.nobility import GAME
from core.games.nobility.moves import Keep
from core.games.nobility.names import GOODS, GUILDS, CommissionId, Goods, SettlersId, Stock
from core.games.nobility.table import Apprentice, Contract, Placed, Player, Satisfied, Table, Workshop
from core.kernel.rules import engine
from core.kernel.rules.chance import Stream, derived, stream
from core.kernel.rules.secret import unsalted
from tests.support.matches import Terms, any_terms, set_up


def is_alone(number: int) -> bool:
    """Is it the table of one player? Its dice say that first."""
    return stream("filled", number).pick(GAME.players) == 1


@cache
def filled(number: int) -> tuple[Table, int]:
    """A table, and a seat of it whose turn it may be."""
    dice = stream("filled", number)
    players = dice.pick(GAME.players)
    terms = any_terms(GAME, players, dice) if number % 3 else Terms(rulings={}, options={})
    terms["options"].pop("rounds", None)
    if 1 < players < 6:
        terms["options"]["chancery"] = dice.pick(("off", "on"))
    t: Table = engine.begin(GAME, set_up(GAME, players, **terms), derived(f"{number}")).state.table
    t = replace(
        t, round=1 + dice.below(10), event=dice.pick((None, None, *t.edition.events)), first=dice.below(players)
    )
    t = _displays(t, dice)
    t = _guilds(t, dice)
    t = _seats(t, dice)
    t = _dice(t, dice)
    return t, dice.below(players)


def some(items: Any, dice: Stream, most: int, least: int = 0) -> list[Any]:
    """So many different ones at random."""
    left = list(items)
    wanted = least + dice.below(min(most, len(left)) - least + 1) if len(left) > least else len(left)
    return [left.pop(dice.below(len(left))) for _ in range(wanted)]


def _displays(t: Table, dice: Stream) -> Table:
    """Some spaces are empty; the ship has goods on it; few commission cards may be left."""
    tiles = some((*t.bag, *(tile for tile in t.hall if tile)), dice, 6, 6)
    council = tuple(tile if dice.below(6) else None for tile in t.council)
    ship = dice.pick(tuple(t.edition.ships))
    wants = t.edition.ships[ship].wants
    loaded = Goods(**{good: dice.below(berth.spaces + 1) for good, berth in wants.items()})
    shown = dice.below(9)
    return replace(
        t,
        tavern=tuple(card if shown and dice.below(6) else None for card in t.tavern),
        hall=tuple(tile if dice.below(6) else None for tile in tiles),
        council=council,
        ship=ship,
        ships=tuple(one for one in t.edition.ships if one != ship),
        loaded=loaded,
        commissions=dice.below(4),
        refused=dice.below(3),
        dice_tiles=t.dice_tiles if dice.below(6) else (),
        full=not dice.below(4),
    )


def _guilds(t: Table, dice: Stream) -> Table:
    """Workshops from the left, with owners and without; apprentices of this round and earlier ones."""
    shops: dict[Any, Any] = {}
    for guild in GUILDS:
        own = [building.id for building in t.edition.buildings.values() if building.guild == guild]
        laid = [Workshop(tile, dice.pick((None, *range(t.players)))) for tile in some(own, dice, 3)]
        shops[guild] = (*laid, *(None,) * (3 - len(laid)))
    there = {guild: tuple(_apprentice(t, dice) for _ in range(dice.below(t.count.apprentices + 1))) for guild in GUILDS}
    desks = dict(zip(some(t.edition.desks, dice, 12), (dice.below(t.players) for _ in range(12)), strict=False))
    return replace(t, workshops=shops, apprentices=there, desks=desks if t.chancery else {})


def _apprentice(t: Table, dice: Stream) -> Apprentice:
    """RTN-R7: nobody who came in an earlier round is new."""
    early = dice.below(2)
    return Apprentice(dice.below(t.players), t.round - early, not early and not dice.below(3))


def _seats(t: Table, dice: Stream) -> Table:
    cards = some(t.edition.commissions, dice, 2 * t.players, 2 * t.players)
    return replace(t, seats=tuple(_seat(t, p, dice, (cards.pop(), cards.pop())) for p in t.seats))


def _seat(t: Table, p: Player, dice: Stream, kept: tuple[CommissionId, ...]) -> Player:
    """Poor or rich."""
    cards = some((card for card in t.edition.settlers if card not in t.tavern), dice, 10)
    settled = cards[3:]
    own = dict.fromkeys(GOODS, 0) if not dice.below(5) else {good: dice.below(5) for good in GOODS}
    stock = Stock(
        **{str(good): number for good, number in own.items()},
        coins=dice.pick((dice.below(8), dice.below(8), dice.below(50))),
        vp=dice.below(140),
        reputation=6 + dice.below(19),
        nobility=dice.below(25),
        modifiers=dice.pick((0, dice.below(6))),
        workers=dice.pick((0, dice.below(5))),
        houses=dice.below(3),
    )
    communal = [tile.id for tile in t.edition.buildings.values() if tile.guild is None and tile.id not in t.hall]
    zones = tuple(dice.pick((None, tile)) for tile in some(communal, dice, 3, 3))
    tiles = some(t.edition.dice_tiles, dice, 2) if t.chancery else []
    return replace(
        p,
        stock=stock,
        spare=Stock(workers=9, houses=dice.below(3)),
        dice=tuple(sorted(1 + dice.below(6) for _ in range(dice.below(t.count.dice + 1)))),
        used=dice.below(12),
        hidden=None,
        due=False,
        held=tuple(cards[:3] if dice.below(3) else cards[:1]),
        satisfied=tuple(_satisfied(t, card, dice) for card in settled),
        zones=zones,
        answered=dice.below(8),
        contracts=tuple(
            Contract(unsalted((), Keep(card)), tile=tile, done=tuple(sorted(some((1, 2, 3), dice, 3))))
            for tile, card in zip(tiles, kept, strict=False)
        ),
    )


def _satisfied(t: Table, card: SettlersId, dice: Stream) -> Satisfied:
    """With as many goods as it may take, or one less; RTN-R45: some were called upon."""
    return Satisfied(card, t.edition.settlers[card].max - dice.below(2), not dice.below(4))


def _dice(t: Table, dice: Stream) -> Table:
    """RTN-6.2, RTN-8.2: the queues by their values; elsewhere on any slots, as many as may lie there."""
    found: dict[str, Placed] = {}

    def lay(where: str, value: int) -> None:
        found[where] = Placed(dice.below(t.players), value)

    for place, falling in (("tavern", False), ("yard", True)):
        values = sorted((1 + dice.below(6) for _ in range(dice.below(t.count.queue + 1))), reverse=falling)
        for number, value in enumerate(values, 1):
            lay(f"{place}:{number}", value)
    for guild in GUILDS:
        for number in some((1, 2, 3), dice, t.count.guild_dice):
            lay(f"{guild}:{number}", 2 * number)
    for place, most in (("hall", 6), ("port", 6), ("berk", 3), ("castle", 3 + t.count.extra), ("chancery", 6)):
        for number in some(range(1, most + 1), dice, most // 2):
            lay(f"{place}:{number}", 1 + dice.below(6))
    for seat in some(range(t.players), dice, t.players):
        lay(f"recall:{seat}", 5)
    return replace(t, dice=found)
