"""The facts: what became true, under which rule; each says how the table changes, and nothing more."""

from collections.abc import Iterable
from typing import Annotated

from msgspec.structs import replace

from core.games.medieval.moves import Place
from core.games.medieval.names import CardId, Goods, LeaderId, Leaders, MonarchName, ResourceId, SourceName, TerrainName
from core.games.medieval.table import Player, Table
from core.kernel.game import Result
from core.kernel.rules.marks import BySeat, Seat
from core.kernel.rules.piles import without
from core.kernel.rules.secret import Opened, Secret
from core.kernel.rules.step import Entry, entries_of
from core.kernel.rules.step import Fact as AnyFact
from core.kernel.rules.step import SeatFact as AnySeatFact

Fact = AnyFact[Table]
SeatFact = AnySeatFact[Table, Player]


# --- setting up ---------------------------------------------------------------------------------------------------


class CurrentDealt(Fact, frozen=True, tag=True):
    """Cards from the reserve to slots of the current events."""

    slots: tuple[int, ...]
    cards: tuple[CardId, ...]

    def on(self, t: Table) -> Table:
        """They leave the reserve."""
        current = list(t.current)
        for slot, card in zip(self.slots, self.cards, strict=True):
            current[slot - 1] = card
        return replace(t, current=tuple(current), reserve=without(t.reserve, self.cards))


class UpcomingDealt(Fact, frozen=True, tag=True):
    """Cards from the reserve to the upcoming events."""

    cards: tuple[CardId, ...]

    def on(self, t: Table) -> Table:
        """They leave the reserve."""
        return replace(t, upcoming=t.upcoming + self.cards, reserve=without(t.reserve, self.cards))


class MonarchTaken(SeatFact, frozen=True, tag=True):
    """A King or Queen stands for the seat."""

    monarch: MonarchName

    def change(self, p: Player) -> Player:
        """The seat's colour."""
        return replace(p, monarch=self.monarch)


class StockGiven(SeatFact, frozen=True, tag=True):
    """The starting stock: resources and leaders."""

    goods: Goods
    leaders: Leaders

    def on(self, t: Table) -> Table:
        """The leaders leave the supply."""
        return replace(super().on(t), supply=t.supply - self.leaders)

    def change(self, p: Player) -> Player:
        """Into the palace and the hand."""
        return replace(p, palace=p.palace + self.goods, leaders=p.leaders + self.leaders)

    def entries(self) -> Iterable[Entry]:
        """Each resource and each kind of leader."""
        return (*entries_of(self.seat, self.goods, 1, "stock"), *entries_of(self.seat, self.leaders, 1, "stock"))


class OrderDrawn(Fact, frozen=True, tag=True):
    """The first turn order, by lot."""

    order: tuple[Seat, ...]

    def on(self, t: Table) -> Table:
        """Also remembered as the first player of the setup (MED-R33)."""
        return replace(t, order=self.order, setup_first=self.order[0])


class PairTaken(SeatFact, frozen=True, tag=True):
    """Two different resources to begin with."""

    pair: tuple[ResourceId, ...]

    def change(self, p: Player) -> Player:
        """Nobody else may take the same pair; the tokens come as a gain."""
        return replace(p, pair=self.pair)


# --- the round ----------------------------------------------------------------------------------------------------


class RoundBegan(Fact, frozen=True, tag=True):
    """MED-18.8: the marker moves; MED-8.2: the walls go up; MED-8.9: the leaders come back."""

    round: int

    def on(self, t: Table) -> Table:
        """A fresh placement for everybody, nobody has passed."""
        seats = tuple(replace(p, placement=None, placed=None, passed=False) for p in t.seats)
        return replace(t, round=self.round, seats=seats)


class LeadersPlaced(SeatFact, frozen=True, tag=True):
    """Behind the wall: nobody else sees where."""

    placement: Secret[Place]

    def change(self, p: Player) -> Player:
        """Closed as it is."""
        return replace(p, placement=self.placement)


class WallsRemoved(Fact, frozen=True, tag=True):
    """All placements are opened at once."""

    placements: Annotated[tuple[Opened[Place], ...], BySeat()]

    def on(self, t: Table) -> Table:
        """From now on everybody sees them."""
        shown = zip(t.seats, self.placements, strict=True)
        return replace(t, seats=tuple(replace(p, placement=None, placed=box.read(Place)) for p, box in shown))


class TerrainWon(SeatFact, frozen=True, tag=True):
    """A seat controls a terrain in this round; its reward comes as a gain."""

    terrain: TerrainName


class TerrainTied(Fact, frozen=True, tag=True):
    """Nobody gets the reward."""

    terrain: TerrainName
    seats: tuple[Seat, ...]

    def on(self, t: Table) -> Table:
        """Control is not stored (MED-10.8)."""
        return t


class OrderSet(Fact, frozen=True, tag=True):
    """The turn order of the round."""

    order: tuple[Seat, ...]

    def on(self, t: Table) -> Table:
        """It stays for the whole of the actions."""
        return replace(t, order=self.order)


# --- gains and costs (gains.py is the only place that makes them) ---------------------------------------------------


class Gained(SeatFact, frozen=True, tag=True, omit_defaults=True):
    """Resources from the supply; `final`: a milestone of the final scoring, where the kind does not matter."""

    goods: Goods
    source: SourceName = ""
    final: bool = False

    def change(self, p: Player) -> Player:
        """Into the palace."""
        return replace(p, palace=p.palace + self.goods)

    def entries(self) -> Iterable[Entry]:
        """Each resource."""
        return entries_of(self.seat, self.goods, 1, self.source)


class Paid(SeatFact, frozen=True, tag=True, omit_defaults=True):
    """Resources back to the supply."""

    goods: Goods
    source: SourceName = ""

    def change(self, p: Player) -> Player:
        """Out of the palace."""
        return replace(p, palace=p.palace - self.goods)

    def entries(self) -> Iterable[Entry]:
        """Each resource."""
        return entries_of(self.seat, self.goods, -1, self.source)


class VpGained(SeatFact, frozen=True, tag=True, omit_defaults=True):
    """Victory points; `picks`: how many milestone resources they bring."""

    amount: int
    source: SourceName = ""
    picks: int = 0

    def change(self, p: Player) -> Player:
        """Forward on the track."""
        return replace(p, vp=p.vp + self.amount, picks=p.picks + self.picks)

    def entries(self) -> Iterable[Entry]:
        """The points."""
        return (Entry(self.seat, "vp", self.amount, self.source),)


class MilestoneTaken(SeatFact, frozen=True, tag=True):
    """A seat chose the resource of a milestone; the token comes as a gain."""

    resource: ResourceId

    def change(self, p: Player) -> Player:
        """One pick less is owed."""
        return replace(p, picks=p.picks - 1)


class LeaderGained(SeatFact, frozen=True, tag=True):
    """A leader from the supply, owned at once."""

    leader: LeaderId
    source: SourceName

    def on(self, t: Table) -> Table:
        """It leaves the supply."""
        return replace(super().on(t), supply=t.supply.plus(self.leader, -1))

    def change(self, p: Player) -> Player:
        """It is placed from the next round on."""
        return replace(p, leaders=p.leaders.plus(self.leader))

    def entries(self) -> Iterable[Entry]:
        """The leader."""
        return (Entry(self.seat, self.leader, 1, self.source),)


class LeaderMissing(SeatFact, frozen=True, tag=True):
    """The supply has no such leader left: the effect gives nothing."""

    leader: LeaderId
    source: SourceName


class LeaderSpent(SeatFact, frozen=True, tag=True):
    """MED-R4 spend: an admiral goes back to the supply for an island."""

    leader: LeaderId
    source: SourceName

    def on(self, t: Table) -> Table:
        """Back into the supply."""
        return replace(super().on(t), supply=t.supply.plus(self.leader))

    def change(self, p: Player) -> Player:
        """One less."""
        return replace(p, leaders=p.leaders.plus(self.leader, -1))

    def entries(self) -> Iterable[Entry]:
        """The leader."""
        return (Entry(self.seat, self.leader, -1, self.source),)


class AdmiralCommitted(SeatFact, frozen=True, tag=True):
    """MED-R4 commit: an admiral stays on an island for good."""

    source: SourceName

    def change(self, p: Player) -> Player:
        """Owned, but not placed on the map any more."""
        return replace(p, committed=p.committed + 1)


# --- actions ------------------------------------------------------------------------------------------------------


class Activated(SeatFact, frozen=True, tag=True):
    """A card leaves the current events; its slot stays empty."""

    slot: int
    card: CardId

    def on(self, t: Table) -> Table:
        """On its way to where its mode sends it."""
        current = (*t.current[: self.slot - 1], None, *t.current[self.slot :])
        return replace(t, current=current, afoot=self.card)


class Deployed(SeatFact, frozen=True, tag=True):
    """The activated card lies in a deployment area."""

    card: CardId

    def on(self, t: Table) -> Table:
        """It has arrived."""
        return replace(super().on(t), afoot=None)

    def change(self, p: Player) -> Player:
        """In front of the realm, visible."""
        return replace(p, deployed=(*p.deployed, self.card))


class Discarded(Fact, frozen=True, tag=True):
    """The activated card goes to the discard pile: nobody takes it."""

    card: CardId

    def on(self, t: Table) -> Table:
        """Face up."""
        return replace(t, afoot=None, discard=(*t.discard, self.card))


class Declined(SeatFact, frozen=True, tag=True):
    """MED-R19: the seat leaves the majority card to the next."""

    card: CardId


class Bade(SeatFact, frozen=True, tag=True):
    """The bid now stands at this amount."""

    amount: int
    resource: ResourceId


class Folded(SeatFact, frozen=True, tag=True, omit_defaults=True):
    """Out of this auction; `forced`: without the tokens for a raise."""

    forced: bool = False


class AuctionWon(SeatFact, frozen=True, tag=True):
    """The card goes straight into play."""

    card: CardId

    def on(self, t: Table) -> Table:
        """It has arrived."""
        return replace(super().on(t), afoot=None)

    def change(self, p: Player) -> Player:
        """Into the realm."""
        return replace(p, realm=(*p.realm, self.card))


class Played(SeatFact, frozen=True, tag=True):
    """A card of the deployment area comes into play."""

    card: CardId

    def change(self, p: Player) -> Player:
        """From the deployment area to the realm."""
        deployed = tuple(card for card in p.deployed if card != self.card)
        return replace(p, deployed=deployed, realm=(*p.realm, self.card))


class Passed(SeatFact, frozen=True, tag=True):
    """Out of the actions of this round."""

    def change(self, p: Player) -> Player:
        """Until the next round."""
        return replace(p, passed=True)


# --- end of the round, end of the match ------------------------------------------------------------------------------


class SlotsDiscarded(Fact, frozen=True, tag=True):
    """Cards leave the current events at the end of the round."""

    slots: tuple[int, ...]
    cards: tuple[CardId, ...]

    def on(self, t: Table) -> Table:
        """Before anything slides."""
        current = tuple(None if at in self.slots else card for at, card in enumerate(t.current, 1))
        return replace(t, current=current, discard=t.discard + self.cards)


class Slid(Fact, frozen=True, tag=True):
    """The current events close up towards slot 1."""

    def on(self, t: Table) -> Table:
        """In their order."""
        cards = tuple(card for card in t.current if card is not None)
        return replace(t, current=cards + (None,) * (len(t.current) - len(cards)))


class MovedUp(Fact, frozen=True, tag=True):
    """Upcoming cards enter the current events."""

    slots: tuple[int, ...]
    cards: tuple[CardId, ...]

    def on(self, t: Table) -> Table:
        """The others slide up."""
        current = list(t.current)
        for slot, card in zip(self.slots, self.cards, strict=True):
            current[slot - 1] = card
        return replace(t, current=tuple(current), upcoming=t.upcoming[len(self.cards) :])


class MatchEnded(Fact, frozen=True, tag=True):
    """Final scores, ranks and the winner."""

    scores: Annotated[tuple[int, ...], BySeat()]
    ranks: Annotated[tuple[int, ...], BySeat()]
    winner: Seat

    def on(self, t: Table) -> Table:
        """It is over."""
        return replace(t, end=Result(self.scores, self.ranks, (self.winner,)))


Facts = (
    CurrentDealt
    | UpcomingDealt
    | MonarchTaken
    | StockGiven
    | OrderDrawn
    | PairTaken
    | RoundBegan
    | LeadersPlaced
    | WallsRemoved
    | TerrainWon
    | TerrainTied
    | OrderSet
    | Gained
    | Paid
    | VpGained
    | MilestoneTaken
    | LeaderGained
    | LeaderMissing
    | LeaderSpent
    | AdmiralCommitted
    | Activated
    | Deployed
    | Discarded
    | Declined
    | Bade
    | Folded
    | AuctionWon
    | Played
    | Passed
    | SlotsDiscarded
    | Slid
    | MovedUp
    | MatchEnded
)
