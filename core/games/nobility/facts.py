"""The facts: what became true, under which rule; each says how the table changes, and nothing more."""

from typing import Annotated, Final, TypeVar

from msgspec.structs import replace

from core.games.nobility.moves import Keep
from core.games.nobility.names import (
    PLAYED,
    AutomaId,
    BuildingId,
    CharacterId,
    CommissionId,
    DemandId,
    DeskId,
    DiceTileId,
    DieId,
    EventId,
    Goods,
    GuildId,
    ObjectiveId,
    SettlersId,
    ShipId,
    SourceName,
    Stock,
)
from core.games.nobility.table import Apprentice, Automa, Contract, Placed, Player, Satisfied, Table, Workshop, spot
from core.kernel.rules.chance import Drawn
from core.kernel.rules.counting import Counted as AnyCounted
from core.kernel.rules.marks import BySeat, Name, Seat
from core.kernel.rules.piles import without
from core.kernel.rules.result import Ended
from core.kernel.rules.secret import Opened, Secret
from core.kernel.rules.step import Fact as AnyFact
from core.kernel.rules.step import SeatFact as AnySeatFact

Fact = AnyFact[Table]
SeatFact = AnySeatFact[Table, Player]
Counted = AnyCounted[Table, Player]

Item = TypeVar("Item")

FINAL: Final = ("RTN-19.1", "RTN-23.13")
"""The rules by which VP come after the last round."""


# --- numbers (gains.py is the only place that makes them) -------------------------------------------------------------


class Gained(Counted, frozen=True):
    """Goods, coins, points, steps on a track, modifiers, workers, houses; workers and houses leave one's own supply."""

    adds = {"stock": "stock"}

    stock: Stock
    source: SourceName = ""

    def is_final(self, t: Table) -> bool:
        """RTN-19.1: what the end brings, beside what play did."""
        return self.rule in FINAL

    def change(self, p: Player) -> Player:
        workers, houses = self.stock.workers, self.stock.houses
        more = super().change(p)
        return replace(more, spare=p.spare - Stock(workers=workers, houses=houses)) if workers or houses else more


class Paid(Counted, frozen=True):
    """The same, given up; workers and houses go to work, not back to the supply."""

    takes = {"stock": "stock"}

    stock: Stock
    source: SourceName = ""


class Returned(Counted, frozen=True):
    """RTN-11.1, RTN-16.1: workers that were at work come back to the lot."""

    adds = {"stock": "stock"}

    stock: Stock
    source: SourceName = ""


# --- setting up ------------------------------------------------------------------------------------------------------


class FirstPlayer(Fact, frozen=True):
    """Who has the marker."""

    seat: Seat

    def on(self, t: Table) -> Table:
        return replace(t, first=self.seat)


class CharacterDealt(SeatFact, frozen=True):
    """Who a player is."""

    puts = ("character",)

    character: CharacterId

    def on(self, t: Table) -> Table:
        return replace(super().on(t), characters=without(t.characters, (self.character,)))


class SettlersDealt(SeatFact, frozen=True):
    """RTN-2.5: the settlers card of the start."""

    card: SettlersId

    def on(self, t: Table) -> Table:
        return replace(super().on(t), deck=without(t.deck, (self.card,)))

    def change(self, p: Player) -> Player:
        return replace(p, held=(*p.held, self.card))


class SettlersDue(Fact, frozen=True):
    """RTN-R29 cards_hidden: everybody is to get one that nobody else sees."""

    def on(self, t: Table) -> Table:
        return replace(t, seats=tuple(replace(p, due=True) for p in t.seats))


class SettlersHidden(SeatFact, frozen=True):
    """RTN-R29 cards_hidden: the same, which only its player sees."""

    card: Annotated[Secret[Drawn], Name("settlers")]

    def change(self, p: Player) -> Player:
        return replace(p, hidden=self.card, due=False)


class ObjectiveDrawn(Fact, frozen=True):
    """RTN-22.6: what must be fulfilled."""

    puts = ("objective",)

    objective: ObjectiveId


# --- decks and displays ----------------------------------------------------------------------------------------------


class SettlersShown(Fact, frozen=True):
    """A card of the deck lies face up in the tavern."""

    card: SettlersId
    space: int

    def on(self, t: Table) -> Table:
        deck, under = without(t.deck, (self.card,)), without(t.under, (self.card,)) if t.under else ()
        return replace(t, deck=deck, under=under, tavern=_put(t.tavern, self.space, self.card))


class SettlersReshuffled(Fact, frozen=True):
    """RTN-R12: the discarded cards are the deck again."""

    def on(self, t: Table) -> Table:
        return replace(t, deck=(*t.deck, *t.discards), discards=())


class TavernCleared(Fact, frozen=True):
    """RTN-14.4: the face-up cards are discarded."""

    below: bool = False  # RTN-R47

    def on(self, t: Table) -> Table:
        gone = tuple(card for card in t.tavern if card is not None)
        return replace(_discarded(t, gone, below=self.below), tavern=(None,) * len(t.tavern))


class TileShown(Fact, frozen=True):
    """A tile of the bag lies face up in the town hall."""

    tile: BuildingId
    slot: int

    def on(self, t: Table) -> Table:
        return replace(t, bag=without(t.bag, (self.tile,)), hall=_put(t.hall, self.slot - 1, self.tile))


class TileRefused(Fact, frozen=True):
    """RTN-18.4: a tile that was drawn is discarded: its guild is full."""

    tile: BuildingId

    def on(self, t: Table) -> Table:
        return replace(t, bag=without(t.bag, (self.tile,)), lately=(*t.lately, self.tile))


class TilesDiscarded(Fact, frozen=True):
    """Tiles leave the town hall. RTN-18.8: while it is being filled, they do not come back `meanwhile`."""

    tiles: tuple[BuildingId, ...]
    meanwhile: bool = False
    bagged: bool = False  # RTN-R47 bottom_of_deck

    def on(self, t: Table) -> Table:
        hall = tuple(None if tile in self.tiles else tile for tile in t.hall)
        if self.bagged:
            return replace(t, hall=hall, bag=(*t.bag, *self.tiles))
        if self.meanwhile:
            return replace(t, hall=hall, lately=(*t.lately, *self.tiles))
        return replace(t, hall=hall, discarded=(*t.discarded, *self.tiles))


class TilePutAside(Fact, frozen=True):
    """RTN-R18 literal: a tile of the wrong kind; it goes back into the bag."""

    tile: SourceName
    seat: Seat | None = None  # who was to get a dice tile


class TilesMoved(Fact, frozen=True):
    """RTN-18.4: the tiles of the town hall, from the left."""

    tiles: tuple[BuildingId, ...]

    def on(self, t: Table) -> Table:
        return replace(t, hall=(*self.tiles, *(None,) * (len(t.hall) - len(self.tiles))))


class BagRefilled(Fact, frozen=True):
    """RTN-R13: the tiles that were discarded before are in the bag again."""

    def on(self, t: Table) -> Table:
        return replace(t, bag=(*t.bag, *t.discarded), discarded=())


class HallFilled(Fact, frozen=True):
    """RTN-18.8: what was discarded meanwhile may come back from now on."""

    bagged: bool = False  # RTN-R47 bottom_of_deck

    def on(self, t: Table) -> Table:
        if self.bagged:
            return replace(t, bag=(*t.bag, *t.lately), lately=())
        return replace(t, discarded=(*t.discarded, *t.lately), lately=())


class ShipCame(Fact, frozen=True):
    """RTN-18.2: the next ship, empty; the one before is gone."""

    ship: ShipId

    def on(self, t: Table) -> Table:
        past = t.past_ships if t.ship is None else (*t.past_ships, t.ship)
        return replace(t, ship=self.ship, past_ships=past, ships=without(t.ships, (self.ship,)), loaded=Goods())


class DemandsLaid(Fact, frozen=True):
    """RTN-18.3: tiles on spaces of the council, which are counted from the top left."""

    tiles: tuple[DemandId, ...]
    spaces: tuple[int, ...]

    def on(self, t: Table) -> Table:
        council = list(t.council)
        for space, tile in zip(self.spaces, self.tiles, strict=True):
            council[space - 1] = tile
        return replace(t, council=tuple(council), stack=without(t.stack, self.tiles))


class DemandsRecycled(Fact, frozen=True):
    """RTN-R14 recycle_answered: the tiles of all players are a stack again."""

    def on(self, t: Table) -> Table:
        back = tuple(tile for p in t.seats for tile in p.demands)
        return replace(t, stack=back, seats=tuple(replace(p, demands=()) for p in t.seats))


class WorkshopLaid(Fact, frozen=True):
    """RTN-2.3: a workshop that nobody owns."""

    tile: BuildingId
    guild: GuildId
    slot: int

    def on(self, t: Table) -> Table:
        return replace(_in_guild(t, self.guild, self.slot, Workshop(self.tile)), bag=without(t.bag, (self.tile,)))


# --- the round -------------------------------------------------------------------------------------------------------


class RoundBegan(Fact, frozen=True):
    """One of ten."""

    round: int

    def on(self, t: Table) -> Table:
        seats = tuple(replace(p, used=0, passed=False) for p in t.seats)
        return replace(t, round=self.round, turn=0, acting=None, seats=seats)


class EventShown(Fact, frozen=True):
    """RTN-21.3: the event of the round."""

    event: EventId

    def on(self, t: Table) -> Table:
        return replace(t, event=self.event, events=without(t.events, (self.event,)))


class EventOver(Fact, frozen=True):
    """RTN-21.4: it is discarded."""

    def on(self, t: Table) -> Table:
        past = t.past_events if t.event is None else (*t.past_events, t.event)
        return replace(t, event=None, past_events=past)


class DiceRolled(SeatFact, frozen=True):
    """RTN-3.2: all dice of a seat."""

    dice: tuple[int, ...]

    def change(self, p: Player) -> Player:
        return replace(p, dice=tuple(sorted(self.dice)))


class DiceRerolled(SeatFact, frozen=True):
    """RTN-9.14: some of them again."""

    faces: tuple[int, ...]
    dice: tuple[int, ...]

    def change(self, p: Player) -> Player:
        left = list(p.dice)
        for face in self.faces:
            left.remove(face)
        return replace(p, dice=tuple(sorted((*left, *self.dice))))


class AutomaRolled(Fact, frozen=True):
    """RTN-22.9: its dice, in the order in which they are placed."""

    dice: tuple[int, ...]

    def on(self, t: Table) -> Table:
        return replace(t, others=(Automa(self.dice),))


class AutomaPlaced(Fact, frozen=True):
    """RTN-22.9: one of its dice lies on the board."""

    die: AutomaId
    value: int
    where: SourceName
    slot: int

    def on(self, t: Table) -> Table:
        others = tuple(replace(side, dice=side.dice[1:]) for side in t.others)
        return replace(t, others=others, dice={**t.dice, spot(self.where, self.slot): Placed(len(t.seats), self.value)})


class AutomaSetAside(Fact, frozen=True):
    """RTN-22.9: a die whose guild is closed already."""

    die: AutomaId
    value: int

    def on(self, t: Table) -> Table:
        return replace(t, others=tuple(replace(side, dice=side.dice[1:], aside=side.aside + 1) for side in t.others))


class DiceTakenBack(Fact, frozen=True):
    """RTN-18.1: the board is empty; dice that were not placed are rolled anew, too."""

    def on(self, t: Table) -> Table:
        seats = tuple(replace(p, dice=_with_placed(t, seat, p)) for seat, p in enumerate(t.seats))
        return replace(t, dice={}, seats=seats, others=tuple(Automa() for _ in t.others))


def _with_placed(t: Table, seat: int, p: Player) -> tuple[int, ...]:
    return (*p.dice, *(placed.value for placed in t.dice.values() if placed.side == seat))


# --- the turn --------------------------------------------------------------------------------------------------------


class TurnBegan(SeatFact, frozen=True):
    """RTN-3.3: whose turn it is; `full`: without room for another settlers card."""

    full: bool = False

    def on(self, t: Table) -> Table:
        began = replace(t, turn=t.turn + 1, acting=self.seat, acted=False, closed=False, full=self.full)
        stale = [guild for guild, placed in t.apprentices.items() if True in [one.fresh for one in placed]]
        return replace(began, apprentices={**t.apprentices, **self._settled(t, stale)}) if stale else began

    def _settled(self, t: Table, guilds: list[GuildId]) -> dict[GuildId, tuple[Apprentice, ...]]:
        """The seat's apprentices are not fresh any more."""
        return {
            guild: tuple(replace(one, fresh=one.fresh and one.seat != self.seat) for one in t.apprentices[guild])
            for guild in guilds
        }


class Passed(SeatFact, frozen=True):
    """RTN-5.5: nothing was done in the turn; `out`: there is no other one in this round."""

    out: bool = True

    def change(self, p: Player) -> Player:
        return replace(p, passed=self.out)


class TurnClosed(SeatFact, frozen=True):
    """RTN-R8 whole_turn_ends: nothing else comes in this turn."""

    def on(self, t: Table) -> Table:
        return replace(t, closed=True)


class DiePlaced(SeatFact, frozen=True):
    """RTN-4.9: a die lies on a slot; modifiers for it are paid for apart. `free`: it does not count for the limit."""

    die: DieId
    where: SourceName
    slot: int
    free: bool = False

    def on(self, t: Table) -> Table:
        placed = Placed(self.seat, PLAYED[self.die][1])
        return replace(super().on(t), acted=True, dice={**t.dice, spot(self.where, self.slot): placed})

    def change(self, p: Player) -> Player:
        face, value = PLAYED[self.die]
        at = p.dice.index(face)
        used = p.used if self.free else p.used + value
        return replace(p, dice=(*p.dice[:at], *p.dice[at + 1 :]), used=used)


class DieAdjusted(SeatFact, frozen=True):
    """RTN-R9 any_own_turn: a die that is not placed shows another value."""

    die: DieId

    def change(self, p: Player) -> Player:
        face, value = PLAYED[self.die]
        at = p.dice.index(face)
        return replace(p, dice=tuple(sorted((*p.dice[:at], value, *p.dice[at + 1 :]))))


# --- settlers --------------------------------------------------------------------------------------------------------


class SettlersTaken(SeatFact, frozen=True):
    """RTN-6.3: a card leaves the tavern for a player."""

    card: SettlersId

    def on(self, t: Table) -> Table:
        return replace(super().on(t), tavern=tuple(None if card == self.card else card for card in t.tavern))

    def change(self, p: Player) -> Player:
        return replace(p, held=(*p.held, self.card))


class SettlersDropped(SeatFact, frozen=True):
    """RTN-6.5: a card makes room for another."""

    card: SettlersId
    below: bool = False  # RTN-R47
    shown: Opened[Drawn] | None = None  # RTN-R29

    def on(self, t: Table) -> Table:
        deck = t.deck if self.shown is None else without(t.deck, (self.card,))
        return _discarded(replace(super().on(t), deck=deck), (self.card,), below=self.below)

    def change(self, p: Player) -> Player:
        return _no_longer_held(p, self.card, hidden=self.shown is not None)


class Settled(SeatFact, frozen=True):
    """RTN-7.1: a house with settlers stands on a plot; what they bring comes as gains."""

    card: SettlersId
    goods: int
    shown: Opened[Drawn] | None = None  # RTN-R29

    def on(self, t: Table) -> Table:
        deck = t.deck if self.shown is None else without(t.deck, (self.card,))
        return replace(super().on(t), acted=True, deck=deck)

    def change(self, p: Player) -> Player:
        left = _no_longer_held(p, self.card, hidden=self.shown is not None)
        return replace(left, satisfied=(*p.satisfied, Satisfied(self.card, self.goods)))


class SettlersCalledUpon(SeatFact, frozen=True):
    """RTN-R45 once_per_card: a satisfied card has served."""

    card: SettlersId

    def change(self, p: Player) -> Player:
        return replace(p, satisfied=tuple(replace(one, used=one.used or one.card == self.card) for one in p.satisfied))


# --- guilds and buildings --------------------------------------------------------------------------------------------


class WorkshopActivated(Fact, frozen=True):
    """RTN-9.4: the workshop on a place of a guild."""

    tile: BuildingId
    guild: GuildId


class ApprenticePlaced(SeatFact, frozen=True):
    """RTN-9.11: a worker becomes an apprentice, or an apprentice changes guilds."""

    guild: GuildId
    origin: GuildId | None = None

    def on(self, t: Table) -> Table:
        left = t if self.origin is None else _without_apprentice(t, self.seat, self.origin)
        there = (*left.apprentices[self.guild], Apprentice(self.seat, t.round, fresh=True))
        return replace(left, apprentices={**left.apprentices, self.guild: there})


class ApprenticeRecalled(SeatFact, frozen=True):
    """RTN-16.1: an apprentice leaves a guild."""

    guild: GuildId
    first: bool = False  # RTN-R44 not_same_round: the one who has been there longest

    def on(self, t: Table) -> Table:
        return _without_apprentice(t, self.seat, self.guild, first=self.first)


class WorkshopBought(SeatFact, frozen=True):
    """RTN-10.6: a tile leaves the town hall for a guild, where an apprentice becomes its Guild Master."""

    tile: BuildingId
    guild: GuildId
    slot: int

    def on(self, t: Table) -> Table:
        bought = replace(t, hall=tuple(None if tile == self.tile else tile for tile in t.hall))
        there = _without_apprentice(bought, self.seat, self.guild)
        return _in_guild(there, self.guild, self.slot, Workshop(self.tile, self.seat))


class WorkshopClaimed(SeatFact, frozen=True):
    """RTN-R19 by_apprentice: an apprentice moves onto a workshop that nobody owned."""

    tile: BuildingId
    guild: GuildId
    slot: int

    def on(self, t: Table) -> Table:
        there = _without_apprentice(t, self.seat, self.guild)
        return _in_guild(there, self.guild, self.slot, Workshop(self.tile, self.seat))


class WorkshopSold(SeatFact, frozen=True):
    """RTN-11.2: it stays where it is, and nobody owns it."""

    tile: BuildingId
    guild: GuildId
    slot: int

    def on(self, t: Table) -> Table:
        return replace(_in_guild(t, self.guild, self.slot, Workshop(self.tile)), acted=True)


class CommunalBuilt(SeatFact, frozen=True):
    """RTN-10.10: a tile leaves the town hall for a communal zone."""

    tile: BuildingId
    zone: int

    def on(self, t: Table) -> Table:
        return replace(super().on(t), hall=tuple(None if tile == self.tile else tile for tile in t.hall))

    def change(self, p: Player) -> Player:
        return replace(p, zones=_put(p.zones, self.zone - 1, self.tile))


class CommunalSold(SeatFact, frozen=True):
    """RTN-11.3: the tile is discarded, and the zone is free."""

    tile: BuildingId
    bagged: bool = False  # RTN-R47

    def on(self, t: Table) -> Table:
        sold = replace(super().on(t), acted=True)
        if self.bagged:
            return replace(sold, bag=(*t.bag, self.tile))
        return replace(sold, discarded=(*t.discarded, self.tile))

    def change(self, p: Player) -> Player:
        return replace(p, zones=tuple(None if tile == self.tile else tile for tile in p.zones))


# --- port and council ------------------------------------------------------------------------------------------------


class GoodsLoaded(SeatFact, frozen=True):
    """RTN-12.3: goods cover spaces of the ship."""

    goods: Goods

    def on(self, t: Table) -> Table:
        return replace(t, loaded=t.loaded + self.goods)


class DemandAnswered(SeatFact, frozen=True):
    """RTN-13.4: a tile of the council goes to a player."""

    tile: DemandId

    def on(self, t: Table) -> Table:
        return replace(super().on(t), council=tuple(None if tile == self.tile else tile for tile in t.council))

    def change(self, p: Player) -> Player:
        return replace(p, demands=(*p.demands, self.tile), answered=p.answered + 1)


# --- the Chancery ----------------------------------------------------------------------------------------------------


class DeckReady(Fact, frozen=True):
    """RTN-23.3: so many commission cards lie in the deck."""

    cards: int

    def on(self, t: Table) -> Table:
        return replace(t, commissions=self.cards)


class CommissionsDealt(SeatFact, frozen=True):
    """RTN-23.3: cards that only their seat sees; what is not kept goes back into the deck."""

    cards: Annotated[Secret[Drawn], Name("commission")]
    count: int

    def change(self, p: Player) -> Player:
        return replace(p, hand=(self.cards,), choosing=self.count)


class DeckDrawn(SeatFact, frozen=True):
    """RTN-23.20: so many cards leave the top of the deck, or what was put under it."""

    count: int
    below: bool = False

    def on(self, t: Table) -> Table:
        if self.below:
            return replace(t, refused=t.refused - self.count)
        return replace(t, commissions=t.commissions - self.count)


class CommissionsDrawn(SeatFact, frozen=True):
    """RTN-23.20: which ones they are; those of the top are in it no more."""

    cards: Annotated[Secret[Drawn], Name("commission")]
    count: int
    below: bool = False

    def on(self, t: Table) -> Table:
        drawn = super().on(t)
        return drawn if self.below else replace(drawn, looked=(*t.looked, self.cards))

    def change(self, p: Player) -> Player:
        return replace(p, hand=(*p.hand, self.cards), choosing=p.choosing + self.count)


class CommissionKept(SeatFact, frozen=True):
    """RTN-23.3, RTN-23.20: which one, nobody else knows."""

    card: Secret[Keep]

    def change(self, p: Player) -> Player:
        return replace(p, hand=(), choosing=0, contracts=(*p.contracts, Contract(kept=self.card)))


class CommissionTaken(SeatFact, frozen=True):
    """RTN-23.20: the only card that was drawn; none, where its reader did not see it (CommissionReplaced)."""

    def change(self, p: Player) -> Player:
        if not p.hand:
            return p
        return replace(p, hand=(), choosing=0, contracts=(*p.contracts, Contract(drawn=p.hand[0])))


class CommissionsRefused(SeatFact, frozen=True):
    """RTN-23.20: so many cards go under the deck."""

    cards: int

    def on(self, t: Table) -> Table:
        return replace(t, refused=t.refused + self.cards)


class DiceTileDrawn(SeatFact, frozen=True):
    """RTN-23.4, RTN-23.21: the tile beside the card that was taken last, and city tokens for it.

    In a branch of a match nobody may know the card: then the tile comes alone.
    """

    tile: DiceTileId
    tokens: int

    def on(self, t: Table) -> Table:
        return replace(super().on(t), dice_tiles=without(t.dice_tiles, (self.tile,)))

    def change(self, p: Player) -> Player:
        cards = p.contracts if p.contracts and p.contracts[-1].tile is None else (*p.contracts, Contract())
        last = replace(cards[-1], tile=self.tile)
        return replace(p, contracts=(*cards[:-1], last), tokens=p.tokens + self.tokens)


class CommissionReplaced(SeatFact, frozen=True):
    """A card for a dice tile beside which there is none, in a branch of a match."""

    tile: DiceTileId
    card: Annotated[Secret[Drawn], Name("commission")]

    def change(self, p: Player) -> Player:
        dealt = (replace(one, drawn=self.card) if one.tile == self.tile else one for one in p.contracts)
        return replace(p, contracts=tuple(dealt))


class SpaceCovered(SeatFact, frozen=True):
    """RTN-23.14: a space of a dice tile is done."""

    tile: DiceTileId
    space: int

    def change(self, p: Player) -> Player:
        covered = (replace(one, done=(*one.done, self.space)) if one.tile == self.tile else one for one in p.contracts)
        return replace(p, contracts=tuple(covered))


class TokensLaid(SeatFact, frozen=True):
    """RTN-23.17: city tokens take the place of dice."""

    tile: DiceTileId
    tokens: int

    def change(self, p: Player) -> Player:
        laid = (replace(one, tokens=one.tokens + self.tokens) if one.tile == self.tile else one for one in p.contracts)
        return replace(p, contracts=tuple(laid), tokens=p.tokens - self.tokens)


class CommissionActivated(SeatFact, frozen=True):
    """RTN-23.16: the dice tile lies on the back of its card, which counts at the end."""

    tile: DiceTileId

    def change(self, p: Player) -> Player:
        done = (replace(one, active=True, tokens=0) if one.tile == self.tile else one for one in p.contracts)
        return replace(p, contracts=tuple(done))


class ClerkPlaced(SeatFact, frozen=True):
    """RTN-23.7: a worker sits at a desk, for good."""

    desk: DeskId

    def on(self, t: Table) -> Table:
        return replace(t, desks={**t.desks, self.desk: self.seat})


class CommissionOpened(SeatFact, frozen=True):
    """RTN-23.13: a commission card, for all to see; its points come as a gain."""

    card: CommissionId
    kept: Opened[Keep] | None = None
    drawn: Opened[Drawn] | None = None


# --- the end ---------------------------------------------------------------------------------------------------------


class SettlersOpened(SeatFact, frozen=True):
    """RTN-R29 cards_hidden: when the match is over, all see a card on which later draws hung."""

    card: SettlersId
    shown: Opened[Drawn]

    def on(self, t: Table) -> Table:
        return replace(super().on(t), deck=without(t.deck, (self.card,)))

    def change(self, p: Player) -> Player:
        return replace(p, hidden=None, held=(*p.held, self.card))


class CommissionsOpened(SeatFact, frozen=True):
    """RTN-23.20: the same of cards of which one was kept."""

    cards: tuple[CommissionId, ...]
    shown: Opened[Drawn]


class ObjectiveFulfilled(Fact, frozen=True):
    """RTN-22.13: all of it holds."""

    objective: ObjectiveId

    def on(self, t: Table) -> Table:
        return replace(t, fulfilled=True)


class MatchEnded(Ended[Table], frozen=True):
    """The scores, and who has won."""

    scores: Annotated[tuple[int, ...], BySeat()]
    ranks: Annotated[tuple[int, ...], BySeat()]
    winners: tuple[Seat, ...]


def _put(places: tuple[Item | None, ...], at: int, item: Item) -> tuple[Item | None, ...]:
    return (*places[:at], item, *places[at + 1 :])


def _discarded(t: Table, cards: tuple[SettlersId, ...], *, below: bool) -> Table:
    """On the discard pile, or under the deck."""
    return replace(t, under=(*t.under, *cards)) if below else replace(t, discards=(*t.discards, *cards))


def _no_longer_held(p: Player, card: SettlersId, *, hidden: bool) -> Player:
    return replace(p, hidden=None, due=False) if hidden else replace(p, held=without(p.held, (card,)))


def _in_guild(t: Table, guild: GuildId, slot: int, workshop: Workshop) -> Table:
    return replace(t, workshops={**t.workshops, guild: _put(t.workshops[guild], slot - 1, workshop)})


def _without_apprentice(t: Table, seat: int, guild: GuildId, *, first: bool = False) -> Table:
    """The one who came last leaves, or the first."""
    placed = t.apprentices[guild]
    mine = [number for number, one in enumerate(placed) if one.seat == seat]
    at = mine[0 if first else -1]
    return replace(t, apprentices={**t.apprentices, guild: (*placed[:at], *placed[at + 1 :])})
