"""The facts: what became true, under which rule; each says how the table changes, and nothing more."""

from typing import Annotated

from msgspec.structs import replace

from core.games.medieval.moves import Place
from core.games.medieval.names import CardId, Goods, LeaderId, Leaders, MonarchName, ResourceId, SourceName, TerrainName
from core.games.medieval.table import Player, Table
from core.kernel.rules.counting import Counted as AnyCounted
from core.kernel.rules.marks import BySeat, Seat
from core.kernel.rules.piles import without
from core.kernel.rules.result import Ended
from core.kernel.rules.secret import Opened, Secret
from core.kernel.rules.step import Fact as AnyFact
from core.kernel.rules.step import SeatFact as AnySeatFact

Fact = AnyFact[Table]
SeatFact = AnySeatFact[Table, Player]
Counted = AnyCounted[Table, Player]


# --- setting up ---------------------------------------------------------------------------------------------------


class CurrentDealt(Fact, frozen=True):
    """Cards from the reserve to slots of the current events."""

    slots: tuple[int, ...]
    cards: tuple[CardId, ...]

    def on(self, t: Table) -> Table:
        current = list(t.current)
        for slot, card in zip(self.slots, self.cards, strict=True):
            current[slot - 1] = card
        return replace(t, current=tuple(current), reserve=without(t.reserve, self.cards))


class UpcomingDealt(Fact, frozen=True):
    """Cards from the reserve to the upcoming events."""

    cards: tuple[CardId, ...]

    def on(self, t: Table) -> Table:
        return replace(t, upcoming=t.upcoming + self.cards, reserve=without(t.reserve, self.cards))


class MonarchTaken(SeatFact, frozen=True):
    """A King or Queen stands for the seat."""

    puts = ("monarch",)

    monarch: MonarchName


class StockGiven(Counted, frozen=True):
    """The starting stock: resources and leaders."""

    adds = {"palace": "goods", "leaders": "leaders"}
    source = "stock"

    goods: Goods
    leaders: Leaders

    def on(self, t: Table) -> Table:
        return replace(super().on(t), supply=t.supply - self.leaders)


class OrderDrawn(Fact, frozen=True):
    """The first turn order, by lot."""

    order: tuple[Seat, ...]

    def on(self, t: Table) -> Table:
        """Also remembered as the first player of the setup (MED-R33)."""
        return replace(t, order=self.order, setup_first=self.order[0])


class PairTaken(SeatFact, frozen=True):
    """Two different resources to begin with; nobody else may take the same pair, the tokens come as a gain."""

    puts = ("pair",)

    pair: tuple[ResourceId, ...]


# --- the round ----------------------------------------------------------------------------------------------------


class RoundBegan(Fact, frozen=True):
    """MED-18.8: the marker moves; MED-8.2: the walls go up; MED-8.9: the leaders come back."""

    round: int

    def on(self, t: Table) -> Table:
        """A fresh placement for everybody, nobody has passed."""
        seats = tuple(replace(p, placement=None, placed=None, passed=False) for p in t.seats)
        return replace(t, round=self.round, seats=seats)


class LeadersPlaced(SeatFact, frozen=True):
    """Behind the wall: nobody else sees where."""

    puts = ("placement",)

    placement: Secret[Place]


class WallsRemoved(Fact, frozen=True):
    """All placements are opened at once."""

    placements: Annotated[tuple[Opened[Place], ...], BySeat()]

    def on(self, t: Table) -> Table:
        shown = zip(t.seats, self.placements, strict=True)
        return replace(t, seats=tuple(replace(p, placement=None, placed=box.read(Place)) for p, box in shown))


class TerrainWon(SeatFact, frozen=True):
    """A seat controls a terrain in this round; its reward comes as a gain."""

    terrain: TerrainName


class TerrainTied(Fact, frozen=True):
    """MED-10.8: nobody gets the reward, and who controls a terrain is not kept."""

    terrain: TerrainName
    seats: tuple[Seat, ...]


class OrderSet(Fact, frozen=True):
    """The turn order of the round."""

    puts = ("order",)

    order: tuple[Seat, ...]


# --- gains and costs (gains.py is the only place that makes them) ---------------------------------------------------


class Gained(Counted, frozen=True):
    """Resources from the supply; `final`: a milestone of the final scoring, where the kind does not matter."""

    adds = {"palace": "goods"}

    goods: Goods
    source: SourceName = ""
    final: bool = False


class Paid(Counted, frozen=True):
    """Resources back to the supply."""

    takes = {"palace": "goods"}

    goods: Goods
    source: SourceName = ""


class VpGained(Counted, frozen=True):
    """Victory points; `picks`: how many milestone resources they bring."""

    adds = {"vp": "amount"}

    amount: int
    source: SourceName = ""
    picks: int = 0

    def is_final(self, t: Table) -> bool:
        """MED-19.1: when everybody has passed in the last round."""
        return t.round == t.edition.board.rounds and all(player.passed for player in t.seats)

    def change(self, p: Player) -> Player:
        scored = super().change(p)
        return replace(scored, picks=p.picks + self.picks) if self.picks else scored


class MilestoneTaken(SeatFact, frozen=True):
    """A seat chose the resource of a milestone; the token comes as a gain."""

    resource: ResourceId

    def change(self, p: Player) -> Player:
        return replace(p, picks=p.picks - 1)


class LeaderGained(Counted, frozen=True):
    """A leader from the supply, owned at once; it is placed from the next round on."""

    adds = {"leaders": "leader"}

    leader: LeaderId
    source: SourceName

    def on(self, t: Table) -> Table:
        return replace(super().on(t), supply=t.supply.plus(self.leader, -1))


class LeaderMissing(SeatFact, frozen=True):
    """The supply has no such leader left: the effect gives nothing."""

    leader: LeaderId
    source: SourceName


class LeaderSpent(Counted, frozen=True):
    """MED-R4 spend: an admiral goes back to the supply for an island."""

    takes = {"leaders": "leader"}

    leader: LeaderId
    source: SourceName

    def on(self, t: Table) -> Table:
        return replace(super().on(t), supply=t.supply.plus(self.leader))


class AdmiralCommitted(SeatFact, frozen=True):
    """MED-R4 commit: an admiral stays on an island for good."""

    source: SourceName

    def change(self, p: Player) -> Player:
        """Owned, but not placed on the map any more."""
        return replace(p, committed=p.committed + 1)


# --- actions ------------------------------------------------------------------------------------------------------


class Activated(SeatFact, frozen=True):
    """A card leaves the current events; its slot stays empty."""

    slot: int
    card: CardId

    def on(self, t: Table) -> Table:
        """On its way to where its mode sends it."""
        current = (*t.current[: self.slot - 1], None, *t.current[self.slot :])
        return replace(t, current=current, afoot=self.card)


class Deployed(SeatFact, frozen=True):
    """The activated card lies in a deployment area."""

    card: CardId

    def on(self, t: Table) -> Table:
        return replace(super().on(t), afoot=None)

    def change(self, p: Player) -> Player:
        return replace(p, deployed=(*p.deployed, self.card))


class Discarded(Fact, frozen=True):
    """The activated card goes to the discard pile: nobody takes it."""

    card: CardId

    def on(self, t: Table) -> Table:
        return replace(t, afoot=None, discard=(*t.discard, self.card))


class Declined(SeatFact, frozen=True):
    """MED-R19: the seat leaves the majority card to the next."""

    card: CardId


class Bade(SeatFact, frozen=True):
    """The bid now stands at this amount."""

    amount: int
    resource: ResourceId


class Folded(SeatFact, frozen=True):
    """Out of this auction; `forced`: without the tokens for a raise."""

    forced: bool = False


class AuctionWon(SeatFact, frozen=True):
    """The card goes straight into play."""

    card: CardId

    def on(self, t: Table) -> Table:
        return replace(super().on(t), afoot=None)

    def change(self, p: Player) -> Player:
        return replace(p, realm=(*p.realm, self.card))


class Played(SeatFact, frozen=True):
    """A card of the deployment area comes into play."""

    card: CardId

    def change(self, p: Player) -> Player:
        deployed = tuple(card for card in p.deployed if card != self.card)
        return replace(p, deployed=deployed, realm=(*p.realm, self.card))


class Passed(SeatFact, frozen=True):
    """Out of the actions of this round."""

    def change(self, p: Player) -> Player:
        return replace(p, passed=True)


# --- end of the round, end of the match ------------------------------------------------------------------------------


class SlotsDiscarded(Fact, frozen=True):
    """Cards leave the current events at the end of the round."""

    slots: tuple[int, ...]
    cards: tuple[CardId, ...]

    def on(self, t: Table) -> Table:
        current = tuple(None if at in self.slots else card for at, card in enumerate(t.current, 1))
        return replace(t, current=current, discard=t.discard + self.cards)


class Slid(Fact, frozen=True):
    """The current events close up towards slot 1."""

    def on(self, t: Table) -> Table:
        cards = tuple(card for card in t.current if card is not None)
        return replace(t, current=cards + (None,) * (len(t.current) - len(cards)))


class MovedUp(Fact, frozen=True):
    """Upcoming cards enter the current events."""

    slots: tuple[int, ...]
    cards: tuple[CardId, ...]

    def on(self, t: Table) -> Table:
        current = list(t.current)
        for slot, card in zip(self.slots, self.cards, strict=True):
            current[slot - 1] = card
        return replace(t, current=tuple(current), upcoming=t.upcoming[len(self.cards) :])


class MatchEnded(Ended[Table], frozen=True):
    """Final scores, ranks and the winner."""

    scores: Annotated[tuple[int, ...], BySeat()]
    ranks: Annotated[tuple[int, ...], BySeat()]
    winner: Seat

    @property
    def winners(self) -> tuple[Seat, ...]:
        """MED-20.5: there is exactly one."""
        return (self.winner,)
