"""The state of a match: frozen structs with small helpers, no rules."""

from collections.abc import Iterable
from functools import cache
from operator import attrgetter
from typing import Annotated, Any, Final

from msgspec import field

from core.games.nobility.data.edition import EDITIONS, Count, Edition
from core.games.nobility.moves import Keep
from core.games.nobility.names import (
    AUTOMA,
    AUTOMA_SLOT,
    BERK,
    CASTLE,
    CHANCERY,
    COUNCIL,
    DICE_OF_A_GUILD,
    EXTRA_SLOT,
    GOODS,
    GUILDS,
    HALL,
    PEOPLES,
    PIPS,
    PORT,
    RECALL,
    ROWS_OF_THE_COUNCIL,
    TAVERN,
    WORKSHOPS_OF_A_GUILD,
    YARD,
    BuildingId,
    CharacterId,
    DemandId,
    DeskId,
    DiceTileId,
    EventId,
    Goods,
    GuildId,
    ObjectiveId,
    PeopleId,
    SettlersId,
    ShipId,
    SpotName,
    Stock,
)
from core.games.nobility.options import Options
from core.games.nobility.rulings import Rulings
from core.kernel.rules.chance import Drawn
from core.kernel.rules.marks import Each, Many, Name, Once, Places, Room, Seat, Signed, UpTo, Vocabulary
from core.kernel.rules.piles import counted
from core.kernel.rules.secret import Secret
from core.kernel.rules.table import Settled as AnySettled
from core.kernel.rules.table import Table as AnyTable
from core.kernel.rules.value import Value

Setup = AnySettled[Rulings, Options]
SPACES: Final = tuple((row, column) for row in range(1, ROWS_OF_THE_COUNCIL + 1) for column in range(len(PEOPLES)))
"""RTN-13.1: the spaces of the council, in the order in which they are filled."""


class Placed(Value, frozen=True):
    """RTN-4.11: a die on the board: whose it is, and what it counts as."""

    side: Seat
    value: Annotated[int, UpTo(max(PIPS))]  # 0: a die that counts nothing


class Satisfied(Value, frozen=True, omit_defaults=True):
    """RTN-7.7: a settlers card on a plot, and how many goods it took."""

    card: SettlersId
    goods: int
    used: bool = False  # RTN-R45 once_per_card


class Contract(Value, frozen=True, omit_defaults=True):
    """RTN-23.13: a commission card, and the dice tile beside it."""

    kept: Secret[Keep] | None = None  # out of several,
    drawn: Annotated[Secret[Drawn], Name("commission")] | None = None  # or the only one that was drawn
    tile: DiceTileId | None = None
    done: Annotated[tuple[int, ...], Once()] = ()  # spaces with a die or a token, counted from 1
    tokens: int = 0
    active: bool = False


class Player(Value, frozen=True, omit_defaults=True):
    """A seat: its numbers, its dice, its cards and tiles."""

    stock: Annotated[Stock, Signed()] = Stock()
    spare: Stock = Stock()  # RTN-1.3: workers and houses of one's colour that are still in the supply
    character: CharacterId | None = None
    dice: Annotated[tuple[int, ...], Many(), UpTo(max(PIPS)), Room("count.dice")] = ()  # not placed, from the lowest
    used: int = 0  # RTN-4.1: what was placed in the round
    passed: bool = False
    held: Annotated[tuple[SettlersId, ...], Room("edition.board.held"), Once()] = ()
    hidden: Annotated[Secret[Drawn], Name("settlers"), Room(1)] | None = None  # RTN-R29 cards_hidden
    due: bool = False  # the same: it is to be dealt
    satisfied: Annotated[tuple[Satisfied, ...], Room("edition.board.houses")] = ()
    zones: Annotated[tuple[BuildingId | None, ...], Places("edition.zones"), Once()] = ()
    demands: Annotated[tuple[DemandId, ...], Once()] = ()  # RTN-13.4: answered, and still with the player
    answered: int = 0  # how many there were
    hand: Annotated[tuple[Secret[Drawn], ...], Name("commission")] = ()  # RTN-23.3, RTN-23.20: one of them is kept
    choosing: int = 0  # how many cards these are
    contracts: tuple[Contract, ...] = ()
    tokens: int = 0

    @property
    def goods(self) -> Goods:
        """What lies in the warehouse."""
        return Goods(*_goods(self.stock))


_goods = attrgetter(*GOODS)


class Apprentice(Value, frozen=True, omit_defaults=True):
    """RTN-9.11: whose, since which round, and whether their player has done nothing in another turn since."""

    seat: Seat
    round: Annotated[int, UpTo("edition.board.rounds")] = 0
    fresh: bool = False


class Workshop(Value, frozen=True, omit_defaults=True):
    """RTN-10.6: a tile in a guild, and its Guild Master's player."""

    tile: BuildingId
    owner: Seat | None = None


Shops = Annotated[tuple[Workshop | None, ...], Places(WORKSHOPS_OF_A_GUILD)]
Apprentices = Annotated[tuple[Apprentice, ...], Room("count.apprentices")]


class Automa(Value, frozen=True, omit_defaults=True):
    """RTN-22.5: the dice that were rolled for it; nobody sits there."""

    dice: Annotated[
        tuple[int, ...], UpTo(max(PIPS), least=1), Room(len(AUTOMA))
    ] = ()  # in the order in which they are placed
    aside: Annotated[int, UpTo(len(AUTOMA))] = 0  # RTN-22.9: dice that found no place


class Table(AnyTable[Rulings, Options, Edition], frozen=True, kw_only=True):
    """The whole table. The order of a deck is not decided before it is drawn from."""

    editions = EDITIONS

    seats: tuple[Player, ...]
    others: tuple[Automa, ...] = ()
    first: Seat = 0
    round: Annotated[int, UpTo("edition.board.rounds")] = 0
    turn: int = 0  # how many there were in the round
    acting: Seat | None = None
    acted: bool = False  # RTN-5.5: was anything done in the turn?
    closed: bool = False  # RTN-R8 whole_turn_ends
    full: bool = False  # RTN-R46: had the acting seat no room for another settlers card when the turn began?
    dice: dict[SpotName, Placed] = field(default_factory=dict[str, Placed])  # by place and slot
    deck: tuple[SettlersId, ...] = ()
    under: tuple[SettlersId, ...] = ()  # RTN-R47 bottom_of_deck: in their order
    discards: tuple[SettlersId, ...] = ()
    tavern: Annotated[tuple[SettlersId | None, ...], Places("edition.board.tavern"), Once()] = ()
    bag: tuple[BuildingId, ...] = ()
    discarded: tuple[BuildingId, ...] = ()  # before the hall was last filled
    lately: tuple[BuildingId, ...] = ()  # RTN-18.8: since
    hall: Annotated[tuple[BuildingId | None, ...], Places(len(PIPS)), Once()] = ()
    workshops: Annotated[dict[GuildId, Shops], Each("guild")] = field(
        default_factory=lambda: dict.fromkeys(GUILDS, (None,) * WORKSHOPS_OF_A_GUILD)
    )
    apprentices: Annotated[dict[GuildId, Apprentices], Each("guild")] = field(
        default_factory=lambda: dict.fromkeys(GUILDS, ())
    )
    ships: tuple[ShipId, ...] = ()
    ship: ShipId | None = None
    past_ships: tuple[ShipId, ...] = ()
    loaded: Goods = Goods()  # RTN-12.4
    stack: tuple[DemandId, ...] = ()
    council: Annotated[tuple[DemandId | None, ...], Places(len(SPACES)), Once()] = (None,) * len(SPACES)
    characters: tuple[CharacterId, ...] = ()
    events: tuple[EventId, ...] = ()
    event: EventId | None = None
    past_events: tuple[EventId, ...] = ()
    objective: ObjectiveId | None = None
    fulfilled: bool = False  # RTN-22.13
    desks: dict[DeskId, Seat] = field(default_factory=dict[DeskId, Seat])
    dice_tiles: tuple[DiceTileId, ...] = ()  # in the bag
    commissions: int = 0  # how many cards lie on top of the deck, beside those that were put under it,
    refused: int = 0  # and how many those are
    looked: Annotated[tuple[Secret[Drawn], ...], Name("commission")] = ()  # all that was drawn from the top

    @property
    def count(self) -> Count:
        """RTN-2.2: what the number of players decides."""
        return self.edition.counts[self.setup.players]

    @property
    def chancery(self) -> bool:
        """RTN-20.2: is it in play?"""
        agreed = self.options.chancery
        return agreed == "on" or (agreed == "by_players" and self.players == 6)

    def words(self) -> Vocabulary:
        """RTN-4.9: the die slots that there are with so many players."""
        return {"spot": _spots(self.setup.edition, self.players, chancery=self.chancery)}

    def components(self) -> dict[str, int]:
        """RTN-1.3: dice, workers and houses of each seat; every card and tile once."""
        found = counted(self._piles())
        for seat, p in enumerate(self.seats):
            on_board = sum(placed.side == seat for placed in self.dice.values())
            found[f"dice {seat}"] = len(p.dice) + on_board
            found[f"houses {seat}"] = p.spare.houses + p.stock.houses + len(p.satisfied)
            found[f"workers {seat}"] = p.spare.workers + p.stock.workers + self._at_work(seat)
        return found

    def _piles(self) -> list[tuple[str | None, ...]]:
        piles: list[tuple[str | None, ...]] = [self.deck, self.under, self.discards, self.tavern]
        piles += [self.bag, self.discarded, self.lately, self.hall, self.ships, (self.ship,), self.past_ships]
        piles += [self.stack, self.council, self.characters, self.events, (self.event,), self.past_events]
        piles += [tuple(None if shop is None else shop.tile for shop in shops) for shops in self.workshops.values()]
        for p in self.seats:
            settled = tuple(one.card for one in p.satisfied)
            tiles = tuple(contract.tile for contract in p.contracts)
            piles += [p.held, settled, p.zones, p.demands, tiles, (p.character,)]
        return [*piles, self.dice_tiles]

    def _at_work(self, seat: int) -> int:
        """Apprentices, Guild Masters, those in communal buildings, and those in the Chancery."""
        there = sum(one.seat == seat for placed in self.apprentices.values() for one in placed)
        masters = sum(shop is not None and shop.owner == seat for shops in self.workshops.values() for shop in shops)
        communal = sum(tile is not None for tile in self.seats[seat].zones)
        return there + masters + communal + sum(owner == seat for owner in self.desks.values())

    @property
    def kept(self) -> tuple[Secret[Any], ...]:
        """The boxes in which the commission cards of all players lie."""
        boxes = (one.drawn if one.kept is None else one.kept for p in self.seats for one in p.contracts)
        return tuple(box for box in boxes if box is not None)

    def mine(self, seat: int, guild: GuildId) -> int:
        """RTN-9.10: the seat's apprentices in a guild."""
        return [one.seat for one in self.apprentices[guild]].count(seat)

    def settled_peoples(self, seat: int) -> tuple[PeopleId, ...]:
        """RTN-7.7: the people of each satisfied card that can still be called upon (RTN-R45)."""
        once = self.rulings.council_people_consumed == "once_per_card"
        cards = self.edition.settlers
        return tuple(cards[one.card].people for one in self.seats[seat].satisfied if not (once and one.used))


Slot = tuple[str, int]
"""A die slot of the board: a place, a guild or a dice tile, and which of its slots."""


def spot(where: str, slot: int) -> str:
    """The same as one word."""
    return f"{where}:{slot}"


ELSEWHERE: Final = "elsewhere"
"""Place of dice of which a written position says nothing: `elsewhere-0:1` is the first one of the first seat."""


@cache
def _spots(edition: str, players: int, *, chancery: bool) -> tuple[str, ...]:
    """Every die slot, place by place."""
    data = EDITIONS[edition]
    count = data.counts[players]
    queue, pips = range(1, count.queue + 1), PIPS
    slots: dict[str, Iterable[int]] = {
        TAVERN: queue,
        YARD: queue,
        **dict.fromkeys(GUILDS, range(AUTOMA_SLOT if players == 1 else 1, DICE_OF_A_GUILD + 1)),
        HALL: data.hall,
        PORT: pips,
        COUNCIL: range(1, len(SPACES) + 1),
        BERK: data.berk,
        CASTLE: (*data.castle, *((EXTRA_SLOT,) if count.extra else ())),
        RECALL: range(players),
        **({CHANCERY: pips} if chancery else {}),
        **({tile: range(1, len(about.dice) + 1) for tile, about in data.dice_tiles.items()} if chancery else {}),
        **{f"{ELSEWHERE}-{seat}": range(1, count.dice + 1) for seat in range(players)},
    }
    return tuple(spot(where, slot) for where, each in slots.items() for slot in each)
