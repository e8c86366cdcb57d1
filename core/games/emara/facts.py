"""The facts: what became true, under which rule; each says how the table changes, and nothing more."""

from collections.abc import Iterable
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
from core.games.emara.table import Looking, Player, Table, Victoria
from core.kernel.game import Result
from core.kernel.rules.chance import Drawn
from core.kernel.rules.marks import BySeat, Seat
from core.kernel.rules.piles import without
from core.kernel.rules.secret import Opened, Secret
from core.kernel.rules.step import Entry, entries_of
from core.kernel.rules.step import Fact as AnyFact
from core.kernel.rules.step import SeatFact as AnySeatFact

Fact = AnyFact[Table]
SeatFact = AnySeatFact[Table, Player]


# --- setting up ---------------------------------------------------------------------------------------------------


class TilesLaid(Fact, frozen=True, tag=True):
    """A ring of four tiles, clockwise."""

    places: tuple[PlaceId, ...]

    def on(self, t: Table) -> Table:
        """The next ring."""
        return replace(t, rings=(*t.rings, self.places))


class MarkersSet(Fact, frozen=True, tag=True):
    """The markers lie on their sides and numbers."""

    turned: dict[MarkerId, int]

    def on(self, t: Table) -> Table:
        """How often each was turned already."""
        return replace(t, uses=self.turned)


class AdvisorsPlaced(Fact, frozen=True, tag=True):
    """The A advisors of the match, two on each town tile."""

    advisors: tuple[AdvisorId, ...]

    def on(self, t: Table) -> Table:
        """The others stay in the box."""
        return replace(t, stands=self.advisors, box=without(t.box, self.advisors))


class AdvisorShown(Fact, frozen=True, tag=True):
    """The next B advisor lies on top of the stack."""

    advisor: AdvisorId

    def on(self, t: Table) -> Table:
        """Face up."""
        return replace(t, top=self.advisor, stack=without(t.stack, (self.advisor,)))


class EventShown(Fact, frozen=True, tag=True):
    """The card that was on top goes to the box, the next one can be read."""

    event: EventId

    def on(self, t: Table) -> Table:
        """The new top card."""
        past = t.past if t.event is None else (*t.past, t.event)
        return replace(t, event=self.event, past=past, events=without(t.events, (self.event,)))


class FirstPlayer(Fact, frozen=True, tag=True):
    """Who gets the statue."""

    seat: Seat

    def on(self, t: Table) -> Table:
        """In the setup by lot, then passed on clockwise."""
        return replace(t, first=self.seat)


class CouncilorsPlaced(SeatFact, frozen=True, tag=True):
    """Both councilors stand on their first tiles."""

    places: tuple[PlaceId, ...]

    def change(self, p: Player) -> Player:
        """One on each board."""
        return replace(p, councilors=self.places)


class HandsDue(Fact, frozen=True, tag=True):
    """Everybody draws action cards."""

    def on(self, t: Table) -> Table:
        """The draws follow, seat by seat."""
        return replace(t, seats=tuple(replace(p, drawing=True) for p in t.seats))


class HandDrawn(SeatFact, frozen=True, tag=True):
    """Action cards that only their player sees."""

    cards: Secret[Drawn]

    def change(self, p: Player) -> Player:
        """Closed as they are."""
        return replace(p, hand=self.cards)


class HandChosen(SeatFact, frozen=True, tag=True):
    """EMA-R40: the cards of the round, chosen in secret."""

    cards: Secret[ChooseHand]

    def change(self, p: Player) -> Player:
        """Closed as they are."""
        return replace(p, chosen=self.cards)


# --- the round and the turn -----------------------------------------------------------------------------------------


class RoundBegan(Fact, frozen=True, tag=True):
    """One of six."""

    round: int

    def on(self, t: Table) -> Table:
        """The turns begin anew."""
        return replace(t, round=self.round, turn=0)


class TurnBegan(SeatFact, frozen=True, tag=True):
    """One of three of the seat."""

    turn: int

    def on(self, t: Table) -> Table:
        """The turn of the table."""
        return replace(super().on(t), turn=self.turn)

    def change(self, p: Player) -> Player:
        """Bonus actions can be done again."""
        return replace(p, playing=0, done=(), moved=(), errand=None, raised=False)


class PowersReady(SeatFact, frozen=True, tag=True):
    """The powers of the seat's advisors can be used again."""

    def change(self, p: Player) -> Player:
        """All of them."""
        return replace(p, used=())


class CardPlayed(SeatFact, frozen=True, tag=True):
    """An action card lies on a slot."""

    card: ActionId
    slot: int

    def change(self, p: Player) -> Player:
        """For all to see."""
        slots = (*p.slots[: self.slot - 1], self.card, *p.slots[self.slot :])
        return replace(p, slots=slots, playing=self.slot)


class CouncilorMoved(SeatFact, frozen=True, tag=True):
    """A councilor has walked to a tile."""

    councilor: int
    place: PlaceId

    def change(self, p: Player) -> Player:
        """The other one stays."""
        places = (*p.councilors[: self.councilor], self.place, *p.councilors[self.councilor + 1 :])
        return replace(p, councilors=places, moved=(*p.moved, self.councilor), raised=False)


class ErrandRun(SeatFact, frozen=True, tag=True):
    """The action of a town place, from afar."""

    place: PlaceId

    def change(self, p: Player) -> Player:
        """For this turn."""
        return replace(p, errand=self.place, raised=False)


class BonusDone(SeatFact, frozen=True, tag=True):
    """A bonus action counts as done in this turn."""

    action: SourceName

    def change(self, p: Player) -> Player:
        """Not again before the next turn."""
        return replace(p, done=(*p.done, self.action))


class PowerUsed(SeatFact, frozen=True, tag=True):
    """An advisor's power was used."""

    advisor: AdvisorId

    def change(self, p: Player) -> Player:
        """Not again before its time."""
        return replace(p, used=(*p.used, self.advisor))


class SlotsCleared(SeatFact, frozen=True, tag=True):
    """The cards of the round are turned down; the draw that they came from is opened for anybody to check."""

    hand: Opened[Drawn] | None = None
    chosen: Opened[ChooseHand] | None = None

    def change(self, p: Player) -> Player:
        """Everybody remembers them."""
        played = tuple(card for card in p.slots if card is not None)
        empty = (None,) * len(p.slots)
        return replace(p, slots=empty, discard=(*p.discard, *played), drawing=False, hand=None, chosen=None)


class DeckShuffled(SeatFact, frozen=True, tag=True):
    """All action cards can be drawn again."""

    def change(self, p: Player) -> Player:
        """Nothing is turned down any more."""
        return replace(p, discard=())


# --- gains and costs (gains.py is the only place that makes them) ---------------------------------------------------


class Gained(SeatFact, frozen=True, tag=True, omit_defaults=True):
    """Goods and points; what an advisor or event adds comes as a gain of its own."""

    goods: Goods
    source: SourceName = ""

    def change(self, p: Player) -> Player:
        """To what is there."""
        return replace(p, goods=p.goods + self.goods)

    def entries(self) -> Iterable[Entry]:
        """Each good."""
        return entries_of(self.seat, self.goods, 1, self.source)


class Paid(SeatFact, frozen=True, tag=True, omit_defaults=True):
    """Goods back to the supply."""

    goods: Goods
    source: SourceName = ""

    def change(self, p: Player) -> Player:
        """From what is there."""
        return replace(p, goods=p.goods - self.goods)

    def entries(self) -> Iterable[Entry]:
        """Each good."""
        return entries_of(self.seat, self.goods, -1, self.source)


class ModifiersCounted(SeatFact, frozen=True, tag=True):
    """EMA-R17 per_visit: building points of this visit are not modified again."""

    def change(self, p: Player) -> Player:
        """Until the next visit."""
        return replace(p, raised=True)


class Split(SeatFact, frozen=True, tag=True):
    """The final points, for citizens and for buildings."""

    points: int
    goods: Goods

    def change(self, p: Player) -> Player:
        """The pawns move."""
        return replace(p, goods=p.goods + self.goods)

    def entries(self) -> Iterable[Entry]:
        """Both tracks."""
        return entries_of(self.seat, self.goods, 1, "final")


# --- markers, favors, ranks, craftsmen, advisors --------------------------------------------------------------------


class MarkerTurned(Fact, frozen=True, tag=True):
    """A marker shows its next number."""

    marker: MarkerId

    def on(self, t: Table) -> Table:
        """Once more."""
        return _turned(t, self.marker)


class MarkerBoxed(Fact, frozen=True, tag=True):
    """A marker leaves for the box, and what is printed counts."""

    marker: MarkerId

    def on(self, t: Table) -> Table:
        """It has no number any more."""
        return _turned(t, self.marker)


def _turned(t: Table, marker: MarkerId) -> Table:
    return replace(t, uses={**t.uses, marker: t.uses.get(marker, 0) + 1})


class FavorsDue(Fact, frozen=True, tag=True, omit_defaults=True):
    """A seat looks at favor tokens and keeps one."""

    seat: Seat
    unpaid: Donate | None = None

    def on(self, t: Table) -> Table:
        """Nothing else happens before."""
        return replace(t, looking=Looking(self.seat, unpaid=self.unpaid))


class FavorsTaken(Fact, frozen=True, tag=True):
    """The last tokens of the pile: everybody knows which they are."""

    favors: tuple[FavorId, ...]

    def on(self, t: Table) -> Table:
        """Among those that are looked at."""
        looking = None if t.looking is None else replace(t.looking, taken=self.favors)
        return replace(t, favors=without(t.favors, self.favors), looking=looking)


class FavorsShuffled(Fact, frozen=True, tag=True):
    """The discarded tokens are a draw pile again."""

    def on(self, t: Table) -> Table:
        """All of them."""
        return replace(t, favors=t.favors + t.used_favors, used_favors=())


class FavorsSeen(Fact, frozen=True, tag=True):
    """Tokens that only one seat sees."""

    seat: Seat
    favors: Secret[Drawn]

    def on(self, t: Table) -> Table:
        """Closed as they are."""
        return replace(t, looking=None if t.looking is None else replace(t.looking, shown=self.favors))


class FavorKept(SeatFact, frozen=True, tag=True, omit_defaults=True):
    """One token is kept, the others are discarded, face up: the draw is opened for anybody to check."""

    favor: FavorId
    refused: tuple[FavorId, ...]
    shown: Opened[Drawn] | None = None

    def on(self, t: Table) -> Table:
        """They leave the pile."""
        pile = without(t.favors, (self.favor, *self.refused))
        return replace(super().on(t), favors=pile, used_favors=t.used_favors + self.refused, looking=None)

    def change(self, p: Player) -> Player:
        """Face up by the player board."""
        return replace(p, favors=(*p.favors, self.favor))


class FavorsBack(Fact, frozen=True, tag=True):
    """EMA-R41: what was looked at goes back to the pile."""

    seat: Seat

    def on(self, t: Table) -> Table:
        """Unseen by the others."""
        taken = () if t.looking is None else t.looking.taken
        return replace(t, favors=t.favors + taken, looking=None)


class FavorsNone(Fact, frozen=True, tag=True):
    """There is no token to look at."""

    seat: Seat

    def on(self, t: Table) -> Table:
        """Nothing to choose."""
        return replace(t, looking=None)


class FavorRedeemed(SeatFact, frozen=True, tag=True, omit_defaults=True):
    """A token is spent."""

    favor: FavorId
    boxed: bool = False

    def on(self, t: Table) -> Table:
        """To the discard pile, or to the box."""
        if self.boxed:
            return replace(super().on(t), boxed_favors=(*t.boxed_favors, self.favor))
        return replace(super().on(t), used_favors=(*t.used_favors, self.favor))

    def change(self, p: Player) -> Player:
        """Not by the player board any more."""
        return replace(p, favors=without(p.favors, (self.favor,)))


class RankRaised(SeatFact, frozen=True, tag=True):
    """The next noble rank, with the top card of its stack; its points come as a gain."""

    rank: RankId
    level: int
    cp: int

    def on(self, t: Table) -> Table:
        """The card leaves the stack."""
        return replace(super().on(t), ranks=_one_more(t.ranks, self.level - 1))

    def change(self, p: Player) -> Player:
        """Under the player board."""
        return replace(p, rank=self.level, highest=self.cp)


class CraftsmanHired(SeatFact, frozen=True, tag=True):
    """The leftmost craftsman moves into a hut."""

    hut: HutId

    def on(self, t: Table) -> Table:
        """The hut is occupied."""
        return replace(super().on(t), huts={**t.huts, self.hut: self.seat})

    def change(self, p: Player) -> Player:
        """One fewer on the player board."""
        return replace(p, hired=p.hired + 1)


class AdvisorRecruited(SeatFact, frozen=True, tag=True):
    """An advisor leaves the town for a player; the points come as a gain."""

    advisor: AdvisorId
    stand: StandId

    def on(self, t: Table) -> Table:
        """The place is empty."""
        return replace(super().on(t), stands=_stand(t, self.stand, None))

    def change(self, p: Player) -> Player:
        """To the end of the match."""
        return replace(p, advisors=(*p.advisors, self.advisor))


class StandFilled(Fact, frozen=True, tag=True):
    """The top B advisor takes an empty place."""

    stand: StandId
    advisor: AdvisorId

    def on(self, t: Table) -> Table:
        """The next one is not turned up yet."""
        return replace(t, stands=_stand(t, self.stand, self.advisor), top=None)


# --- Victoria and the end -------------------------------------------------------------------------------------------


class VictoriaScored(Fact, frozen=True, tag=True):
    """Citizen points for the virtual player."""

    cp: int
    source: SourceName

    def on(self, t: Table) -> Table:
        """Her citizen moves."""
        victoria = t.victoria or Victoria()
        return replace(t, victoria=replace(victoria, cp=victoria.cp + self.cp))


class VictoriaRanked(Fact, frozen=True, tag=True):
    """The virtual player takes the top card of a rank; its points are scored apart."""

    rank: RankId
    level: int
    cp: int

    def on(self, t: Table) -> Table:
        """On her pile."""
        victoria = t.victoria or Victoria()
        taken = replace(victoria, cards=(*victoria.cards, self.cp))
        return replace(t, victoria=taken, ranks=_one_more(t.ranks, self.level - 1))


class MatchEnded(Fact, frozen=True, tag=True, omit_defaults=True):
    """The scores, and who has won."""

    scores: Annotated[tuple[int, ...], BySeat()]
    ranks: Annotated[tuple[int, ...], BySeat()]
    winners: tuple[Seat, ...]

    def on(self, t: Table) -> Table:
        """The match is over."""
        return replace(t, end=Result(self.scores, self.ranks, self.winners))


def _one_more(counts: tuple[int, ...], at: int) -> tuple[int, ...]:
    return (*counts[:at], counts[at] + 1, *counts[at + 1 :])


def _stand(t: Table, stand: StandId, advisor: AdvisorId | None) -> tuple[AdvisorId | None, ...]:
    at = STANDS.index(stand)
    return (*t.stands[:at], advisor, *t.stands[at + 1 :])


Facts = (
    TilesLaid
    | MarkersSet
    | AdvisorsPlaced
    | AdvisorShown
    | EventShown
    | FirstPlayer
    | CouncilorsPlaced
    | HandsDue
    | HandDrawn
    | HandChosen
    | RoundBegan
    | TurnBegan
    | PowersReady
    | CardPlayed
    | CouncilorMoved
    | ErrandRun
    | BonusDone
    | PowerUsed
    | SlotsCleared
    | DeckShuffled
    | Gained
    | Paid
    | ModifiersCounted
    | Split
    | MarkerTurned
    | MarkerBoxed
    | FavorsDue
    | FavorsTaken
    | FavorsShuffled
    | FavorsSeen
    | FavorKept
    | FavorsBack
    | FavorsNone
    | FavorRedeemed
    | RankRaised
    | CraftsmanHired
    | AdvisorRecruited
    | StandFilled
    | VictoriaScored
    | VictoriaRanked
    | MatchEnded
)
