"""The facts: what became true, under which rule; each says how the table changes, and nothing more."""

from typing import Annotated

from msgspec.structs import replace

from core.games.emara.moves import ChooseHand, Donate
from core.games.emara.names import (
    STANDS,
    ActionId,
    AdvisorId,
    EventId,
    FavorId,
    Goods,
    HutId,
    MarkerId,
    PlaceId,
    RankId,
    SourceName,
    StandId,
)
from core.games.emara.table import VICTORIA, Looking, Player, Table, Victoria
from core.kernel.rules.chance import Drawn
from core.kernel.rules.counting import Counted as AnyCounted
from core.kernel.rules.counting import Counting
from core.kernel.rules.marks import BySeat, Seat, Signed
from core.kernel.rules.piles import put, without
from core.kernel.rules.result import Ended
from core.kernel.rules.secret import Opened, Secret
from core.kernel.rules.step import Fact as AnyFact
from core.kernel.rules.step import SeatFact as AnySeatFact
from core.kernel.rules.step import SideFact

Fact = AnyFact[Table]
SeatFact = AnySeatFact[Table, Player]
Counted = AnyCounted[Table, Player]


# --- setting up ---------------------------------------------------------------------------------------------------


class TilesLaid(Fact, frozen=True):
    """A ring of four tiles, clockwise."""

    places: tuple[PlaceId, ...]

    def on(self, t: Table) -> Table:
        return replace(t, rings=(*t.rings, self.places))


class MarkersSet(Fact, frozen=True):
    """The markers lie on their sides and numbers."""

    turned: dict[MarkerId, int]

    def on(self, t: Table) -> Table:
        return replace(t, uses=self.turned)


class AdvisorsPlaced(Fact, frozen=True):
    """The A advisors of the match, two on each town tile."""

    advisors: tuple[AdvisorId, ...]

    def on(self, t: Table) -> Table:
        return replace(t, stands=self.advisors, box=without(t.box, self.advisors))


class AdvisorShown(Fact, frozen=True):
    """The next B advisor lies on top of the stack."""

    advisor: AdvisorId

    def on(self, t: Table) -> Table:
        return replace(t, top=self.advisor, stack=without(t.stack, (self.advisor,)))


class EventShown(Fact, frozen=True):
    """The card that was on top goes to the box, the next one can be read."""

    event: EventId

    def on(self, t: Table) -> Table:
        past = t.past if t.event is None else (*t.past, t.event)
        return replace(t, event=self.event, past=past, events=without(t.events, (self.event,)))


class FirstPlayer(Fact, frozen=True):
    """Who gets the statue."""

    seat: Seat

    def on(self, t: Table) -> Table:
        """In the setup by lot, then passed on clockwise."""
        return replace(t, first=self.seat)


class CouncilorsPlaced(SeatFact, frozen=True):
    """Both councilors stand on their first tiles."""

    places: tuple[PlaceId, ...]

    def change(self, p: Player) -> Player:
        return replace(p, councilors=self.places)


class HandsDue(Fact, frozen=True):
    """Everybody draws action cards."""

    def on(self, t: Table) -> Table:
        return replace(t, seats=tuple(replace(p, drawing=True) for p in t.seats))


class HandDrawn(SeatFact, frozen=True):
    """Action cards that only their player sees."""

    cards: Secret[Drawn]

    def change(self, p: Player) -> Player:
        return replace(p, hand=self.cards)


class HandChosen(SeatFact, frozen=True):
    """EMA-R40: the cards of the round, chosen in secret."""

    cards: Secret[ChooseHand]

    def change(self, p: Player) -> Player:
        return replace(p, chosen=self.cards)


# --- the round and the turn -----------------------------------------------------------------------------------------


class RoundBegan(Fact, frozen=True):
    """One of six."""

    round: int

    def on(self, t: Table) -> Table:
        return replace(t, round=self.round, turn=0)


class TurnBegan(SeatFact, frozen=True):
    """One of three of the seat."""

    turn: int

    def on(self, t: Table) -> Table:
        return replace(super().on(t), turn=self.turn)

    def change(self, p: Player) -> Player:
        return replace(p, playing=0, done=(), moved=(), errand=None, raised=False)


class PowersReady(SeatFact, frozen=True):
    """The powers of the seat's advisors can be used again."""

    def change(self, p: Player) -> Player:
        return replace(p, used=())


class CardPlayed(SeatFact, frozen=True):
    """An action card lies on a slot."""

    card: ActionId
    slot: int

    def change(self, p: Player) -> Player:
        slots = (*p.slots[: self.slot - 1], self.card, *p.slots[self.slot :])
        return replace(p, slots=slots, playing=self.slot)


class CouncilorMoved(SeatFact, frozen=True):
    """A councilor has walked to a tile."""

    councilor: int
    place: PlaceId

    def change(self, p: Player) -> Player:
        places = (*p.councilors[: self.councilor], self.place, *p.councilors[self.councilor + 1 :])
        return replace(p, councilors=places, moved=(*p.moved, self.councilor), raised=False)


class ErrandRun(SeatFact, frozen=True):
    """The action of a town place, from afar."""

    place: PlaceId

    def change(self, p: Player) -> Player:
        return replace(p, errand=self.place, raised=False)


class BonusDone(SeatFact, frozen=True):
    """A bonus action counts as done in this turn."""

    action: SourceName

    def change(self, p: Player) -> Player:
        return replace(p, done=(*p.done, self.action))


class PowerUsed(SeatFact, frozen=True):
    """An advisor's power was used."""

    advisor: AdvisorId

    def change(self, p: Player) -> Player:
        return replace(p, used=(*p.used, self.advisor))


class SlotsCleared(SeatFact, frozen=True):
    """The cards of the round are turned down; the draw that they came from is opened for anybody to check."""

    hand: Opened[Drawn] | None = None
    chosen: Opened[ChooseHand] | None = None

    def change(self, p: Player) -> Player:
        played = tuple(card for card in p.slots if card is not None)
        empty = (None,) * len(p.slots)
        return replace(p, slots=empty, discard=(*p.discard, *played), drawing=False, hand=None, chosen=None)


class DeckShuffled(SeatFact, frozen=True):
    """All action cards can be drawn again."""

    def change(self, p: Player) -> Player:
        return replace(p, discard=())


# --- gains and costs (gains.py is the only place that makes them) ---------------------------------------------------


class Gained(Counted, frozen=True):
    """Goods and points; what an advisor or event adds comes as a gain of its own."""

    adds = {"goods": "goods"}

    goods: Annotated[Goods, Signed()]  # below 0: an early winter (EMA-14.10)
    source: SourceName = ""


class Paid(Counted, frozen=True):
    """Goods back to the supply."""

    takes = {"goods": "goods"}

    goods: Goods
    source: SourceName = ""


class ModifiersCounted(SeatFact, frozen=True):
    """EMA-R17 per_visit: building points of this visit are not modified again."""

    def change(self, p: Player) -> Player:
        return replace(p, raised=True)


class Split(Counted, frozen=True):
    """The final points, for citizens and for buildings."""

    adds = {"goods": "goods"}
    source = "final"
    at_end = True

    points: int
    goods: Goods


# --- markers, favors, ranks, craftsmen, advisors --------------------------------------------------------------------


class MarkerTurned(Fact, frozen=True):
    """A marker shows its next number."""

    marker: MarkerId

    def on(self, t: Table) -> Table:
        return _turned(t, self.marker)


class MarkerBoxed(Fact, frozen=True):
    """A marker leaves for the box, and what is printed counts."""

    marker: MarkerId

    def on(self, t: Table) -> Table:
        return _turned(t, self.marker)


def _turned(t: Table, marker: MarkerId) -> Table:
    return replace(t, uses={**t.uses, marker: t.uses.get(marker, 0) + 1})


class FavorsDue(Fact, frozen=True):
    """A seat looks at favor tokens and keeps one."""

    seat: Seat
    unpaid: Donate | None = None

    def on(self, t: Table) -> Table:
        return replace(t, looking=Looking(self.seat, unpaid=self.unpaid))


class FavorsTaken(Fact, frozen=True):
    """The last tokens of the pile: everybody knows which they are."""

    favors: tuple[FavorId, ...]

    def on(self, t: Table) -> Table:
        looking = None if t.looking is None else replace(t.looking, taken=self.favors)
        return replace(t, favors=without(t.favors, self.favors), looking=looking)


class FavorsShuffled(Fact, frozen=True):
    """The discarded tokens are a draw pile again."""

    def on(self, t: Table) -> Table:
        return replace(t, favors=t.favors + t.used_favors, used_favors=())


class FavorsSeen(Fact, frozen=True):
    """Tokens that only one seat sees."""

    seat: Seat
    favors: Secret[Drawn]

    def on(self, t: Table) -> Table:
        return replace(t, looking=None if t.looking is None else replace(t.looking, shown=self.favors))


class FavorKept(SeatFact, frozen=True):
    """One token is kept, the others are discarded, face up: the draw is opened for anybody to check."""

    favor: FavorId
    refused: tuple[FavorId, ...]
    shown: Opened[Drawn] | None = None

    def on(self, t: Table) -> Table:
        pile = without(t.favors, (self.favor, *self.refused))
        return replace(super().on(t), favors=pile, used_favors=t.used_favors + self.refused, looking=None)

    def change(self, p: Player) -> Player:
        return replace(p, favors=(*p.favors, self.favor))


class FavorsBack(Fact, frozen=True):
    """EMA-R41: what was looked at goes back to the pile."""

    seat: Seat

    def on(self, t: Table) -> Table:
        taken = () if t.looking is None else t.looking.taken
        return replace(t, favors=t.favors + taken, looking=None)


class FavorsNone(Fact, frozen=True):
    """There is no token to look at."""

    seat: Seat

    def on(self, t: Table) -> Table:
        return replace(t, looking=None)


class FavorRedeemed(SeatFact, frozen=True):
    """A token is spent."""

    favor: FavorId
    boxed: bool = False

    def on(self, t: Table) -> Table:
        """To the discard pile, or to the box."""
        if self.boxed:
            return replace(super().on(t), boxed_favors=(*t.boxed_favors, self.favor))
        return replace(super().on(t), used_favors=(*t.used_favors, self.favor))

    def change(self, p: Player) -> Player:
        return replace(p, favors=without(p.favors, (self.favor,)))


class RankRaised(SeatFact, frozen=True):
    """The next noble rank, with the top card of its stack; its points come as a gain."""

    rank: RankId
    level: int
    cp: int

    def on(self, t: Table) -> Table:
        return replace(super().on(t), ranks=_one_more(t.ranks, self.level - 1))

    def change(self, p: Player) -> Player:
        return replace(p, rank=self.level, highest=self.cp)


class CraftsmanHired(SeatFact, frozen=True):
    """The leftmost craftsman moves into a hut."""

    hut: HutId

    def on(self, t: Table) -> Table:
        return replace(super().on(t), huts={**t.huts, self.hut: self.seat})

    def change(self, p: Player) -> Player:
        return replace(p, hired=p.hired + 1)


class AdvisorRecruited(SeatFact, frozen=True):
    """An advisor leaves the town for a player; the points come as a gain."""

    advisor: AdvisorId
    stand: StandId

    def on(self, t: Table) -> Table:
        return replace(super().on(t), stands=put(t.stands, STANDS.index(self.stand), None))

    def change(self, p: Player) -> Player:
        return replace(p, advisors=(*p.advisors, self.advisor))


class StandFilled(Fact, frozen=True):
    """The top B advisor takes an empty place."""

    stand: StandId
    advisor: AdvisorId

    def on(self, t: Table) -> Table:
        """The next one is not turned up yet."""
        return replace(t, stands=put(t.stands, STANDS.index(self.stand), self.advisor), top=None)


# --- Victoria and the end -------------------------------------------------------------------------------------------


class VictoriaScored(Counting[Table, Victoria], frozen=True):
    """Citizen points for the virtual player."""

    adds = {"cp": "cp"}
    seat = VICTORIA

    cp: int
    source: SourceName


class VictoriaRanked(SideFact[Table, Victoria], frozen=True):
    """The virtual player takes the top card of a rank; its points are scored apart."""

    seat = VICTORIA

    rank: RankId
    level: int
    cp: int

    def on(self, t: Table) -> Table:
        return replace(super().on(t), ranks=_one_more(t.ranks, self.level - 1))

    def change(self, p: Victoria) -> Victoria:
        return replace(p, cards=(*p.cards, self.cp))


class MatchEnded(Ended[Table], frozen=True):
    """The scores, and who has won."""

    scores: Annotated[tuple[int, ...], BySeat()]
    ranks: Annotated[tuple[int, ...], BySeat()]
    winners: tuple[Seat, ...]


def _one_more(counts: tuple[int, ...], at: int) -> tuple[int, ...]:
    return (*counts[:at], counts[at] + 1, *counts[at + 1 :])
