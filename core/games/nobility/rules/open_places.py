"""RTN-4.9 Which dice fit where now, for which value; and what the places ask and give."""

from typing import Any, Final

from core.games.nobility.data import effects
from core.games.nobility.moves import Castle, Chancery, Commission, Council, Guild, Recall
from core.games.nobility.names import GUILDS, PLAYED, PORT, BuildingId, GuildId, SettlersId, Stock
from core.games.nobility.rules import castle, council, guild, hall, port, tavern, yard
from core.games.nobility.rules.gains import losable, room
from core.games.nobility.rules.hand import Hand, playable
from core.games.nobility.rules.lasting import amount, by_event, has
from core.games.nobility.rules.placing import PLACES
from core.games.nobility.rules.sell import sales
from core.games.nobility.rules.settle import within_reach
from core.games.nobility.rules.tavern import own_cards
from core.games.nobility.rules.turn import for_good
from core.games.nobility.table import Table
from core.kernel.rules.step import tag_of
from core.kernel.rules.value import Value

WHERE: Final[dict[type, str]] = {
    Guild: "guild",
    Council: "tile",
    Castle: "slot",
    Recall: "guild",
    Chancery: "row",
    Commission: "tile",
}
"""What tells places of one kind apart, by the move."""


class OpenPlace(Value, frozen=True):
    """A place as it is typed, and which of its guilds, tiles, rows or slots, if it has several."""

    place: str
    where: tuple[str, ...] = ()


def open_places(t: Table, seat: int) -> dict[int, tuple[OpenPlace, ...]]:
    """By value. One way to play each is enough: where a die fits hangs on what it counts as."""
    hand = Hand({value: dice[:1] for value, dice in playable(t, seat).ways.items()})
    found: dict[int, dict[str, dict[str, None]]] = {value: {} for value in sorted(hand.ways)}
    for kind, place in PLACES.items():
        for move in place.moves(t, seat, hand):
            value = PLAYED[move.die][1]
            here = found.setdefault(value, {}).setdefault(tag_of(move), {})
            if kind in WHERE:
                here[getattr(move, WHERE[kind]) or ""] = None
    for value in hand.ways if port.market(t, seat) else ():
        if port.closed(t, seat, value) is None:
            found[value][PORT] = {}
    return {value: tuple(_places(here)) for value, here in found.items()}


def _places(here: dict[str, Any]) -> list[OpenPlace]:
    return [OpenPlace(place, tuple(where)) for place, where in here.items()]


class Terms(Value, frozen=True):
    """What the places ask and give, to a seat, with the event of the round and its desks."""

    least: int  # RTN-6.2: for the tavern
    most: int  # RTN-8.2: for the yard
    house: int  # coins
    guilds: dict[GuildId, tuple[int, ...]]  # the die slots that can be used
    goods: tuple[int, ...]  # that may be bought, by slot
    workers: tuple[int, ...]  # that may be placed, by slot
    free: int  # goods more, for who buys
    tiles: tuple[int, ...]  # coins, by slot of the town hall
    sale: int  # coins more for a good at the port
    lost: int  # Reputation, for a council tile
    losable: int  # as much of it as there is on the track
    room: dict[str, int]  # what of one's numbers does not go on for ever: so much more
    sales: dict[BuildingId, Stock]  # one's own buildings, and what is lost by selling each
    spared: bool  # the coins of council tiles
    castle: tuple[int, ...]  # Reputation, by slot
    modifiers: int  # more of them, for nothing
    reach: dict[SettlersId, int]  # goods for the cards that lie in the tavern, or before the seat
    settle_vp: int
    settle_workers: int
    for_good: bool  # RTN-5.5: who passes is out for the round


def terms(t: Table, seat: int, *, own: bool) -> Terms:
    """As they are now. RTN-R29: is it the seat itself that looks?"""
    held = own_cards(t, seat) if own else t.seats[seat].held
    slots, cards = t.edition.guild.values(), (*t.tavern, *held)
    return Terms(
        least=tavern.lowest(t, seat),
        most=yard.highest(t),
        house=yard.price(t, seat),
        guilds={one: guild.free_slots(t, one) for one in GUILDS},
        goods=tuple(guild.goods_of(t, slot) for slot in slots),
        workers=tuple(guild.workers_of(t, slot) for slot in slots),
        free=by_event(t, effects.FreeGoods),
        tiles=tuple(hall.price(t, seat, slot.value) for slot in t.edition.hall.values()),
        sale=amount(t, seat, effects.PortCoins),
        lost=council.reputation_lost(t, seat),
        losable=losable(t, seat),
        room=room(t, seat),
        sales=dict(sales(t, seat)),
        spared=has(t, seat, effects.CouncilWithoutCoins),
        castle=tuple(castle.reputation(t, slot) for slot in castle.slots(t)),
        modifiers=by_event(t, effects.FreeModifiers),
        reach={card: within_reach(t, seat, t.edition.settlers[card]) for card in cards if card is not None},
        settle_vp=by_event(t, effects.SettleVp),
        settle_workers=by_event(t, effects.SettleWorkers),
        for_good=for_good(t),
    )
