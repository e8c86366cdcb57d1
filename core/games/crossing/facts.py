"""The facts: what became true, under which rule; each says how the table changes, and nothing more."""

from typing import Annotated, Final, TypeVar

from msgspec.structs import replace

from core.games.crossing.names import (
    SHOWN,
    SLOTS,
    BirdId,
    BridgeId,
    CardId,
    DeckId,
    EmptyId,
    FavorId,
    GoalId,
    PlaceId,
    QueenName,
    RegionId,
    Resources,
    SlotId,
    SoloId,
    SourceName,
    SpaceId,
    StructureName,
    TileId,
)
from core.games.crossing.table import Pair, Player, Table
from core.kernel.rules.chance import Drawn
from core.kernel.rules.counting import Counted as AnyCounted
from core.kernel.rules.marks import BySeat, Seat
from core.kernel.rules.piles import without
from core.kernel.rules.result import Ended
from core.kernel.rules.secret import Opened, Secret
from core.kernel.rules.step import Fact as AnyFact
from core.kernel.rules.step import SeatFact as AnySeatFact

T = TypeVar("T")

Fact = AnyFact[Table]
SeatFact = AnySeatFact[Table, Player]
Counted = AnyCounted[Table, Player]


# --- setting up ---------------------------------------------------------------------------------------------------


class DecksLaid(Fact, frozen=True):
    """A deck on each slot of the main board."""

    puts = ("layout",)
    layout: tuple[DeckId, ...]


class GoalsLaid(Fact, frozen=True):
    """The bridge goals on the tree board, some on their hard face."""

    puts = ("goals", "hard")
    goals: tuple[GoalId, ...]
    hard: tuple[GoalId, ...]


class PilesMade(Fact, frozen=True):
    """So many favors in each pile."""

    puts = ("piles",)
    piles: tuple[int, ...]


class TokenTaken(SeatFact, frozen=True):
    """The first player token, by lot or from the queen."""

    def on(self, t: Table) -> Table:
        return replace(t, token=self.seat)


class PairsLaid(Fact, frozen=True):
    """Start cards, each with a favor under it."""

    pairs: tuple[Pair, ...]
    piles: tuple[int, ...]  # what is left in the piles of favors

    def on(self, t: Table) -> Table:
        starts = without(t.starts, (pair.start for pair in self.pairs))
        favors = without(t.favors, (pair.favor for pair in self.pairs))
        return replace(t, pairs=self.pairs, piles=self.piles, starts=starts, favors=favors)


class PairPicked(SeatFact, frozen=True):
    """A side takes a pair: the favor is its own now, and so is the card, in the column of its guild."""

    pair: Pair

    def on(self, t: Table) -> Table:
        return replace(super().on(t), pairs=without(t.pairs, (self.pair,)))

    def change(self, p: Player) -> Player:
        return replace(p, cards=(*p.cards, self.pair.start), favors=(*p.favors, self.pair.favor))


class WorkerPlaced(SeatFact, frozen=True):
    """The worker stands in its first region."""

    puts = ("region",)
    region: RegionId


# --- rounds and turns ---------------------------------------------------------------------------------------------


class RoundBegan(Fact, frozen=True):
    """One of four, in this order of sides."""

    puts = ("round", "order")
    round: int
    order: tuple[Seat, ...]

    def on(self, t: Table) -> Table:
        return replace(super().on(t), turn=0, acting=None)


class CollectionBegan(SeatFact, frozen=True):
    """A side collects income; KIN-6.5: its bears begin anew, unless they have to go on (KIN-R10 per_round)."""

    triggered: tuple[StructureName, ...] = ()

    def on(self, t: Table) -> Table:
        return replace(super().on(t), acting=self.seat)

    def change(self, p: Player) -> Player:
        return replace(p, triggered=self.triggered)


class BirdsArrived(Fact, frozen=True):
    """New birds on the cards of a region, but for those that need more players."""

    slots: tuple[SlotId, ...]
    birds: tuple[BirdId, ...]  # one for each slot
    gone: tuple[BirdId, ...] = ()  # those of them that leave at once

    def on(self, t: Table) -> Table:
        new = {slot: bird for slot, bird in zip(self.slots, self.birds, strict=True) if bird not in self.gone}
        perched = tuple(new.get(slot, bird) for slot, bird in zip(SLOTS, t.perched, strict=True))
        return replace(t, perched=perched, birds=without(t.birds, self.birds), gone=(*t.gone, *self.gone))


class BirdsLeft(Fact, frozen=True):
    """Birds that nobody met go back to the box."""

    def on(self, t: Table) -> Table:
        left = tuple(bird for bird in t.perched if bird is not None)
        return replace(t, gone=(*t.gone, *left), perched=(None,) * len(SLOTS))


class QueenAwake(Fact, frozen=True):
    """The queen card of the round; that of the round before goes to the box, if nobody took it."""

    queen: QueenName

    def on(self, t: Table) -> Table:
        slept = t.slept if t.queen is None else (*t.slept, t.queen)
        return replace(t, queen=self.queen, slept=slept, queens=without(t.queens, (self.queen,)))


class TurnBegan(SeatFact, frozen=True):
    """One action of four."""

    turn: int

    def on(self, t: Table) -> Table:
        return replace(super().on(t), turn=self.turn, acting=self.seat)

    def change(self, p: Player) -> Player:
        return replace(p, working=None, face=False, crossed=0, bought=False)


class TilePlayed(SeatFact, frozen=True):
    """A tile moves to the right of the board: to rest, or to work with it on the face that it shows."""

    tile: TileId
    works: bool = False
    upgraded: bool = False

    def change(self, p: Player) -> Player:
        working = self.tile if self.works else None
        return replace(p, played=(*p.played, self.tile), working=working, face=self.upgraded)


class BirdsDoubled(SeatFact, frozen=True):
    """KIN-R1 round: birds count twice for the rest of the round."""

    def change(self, p: Player) -> Player:
        return replace(p, doubling=True)


class TilesBack(SeatFact, frozen=True):
    """All tiles lie to the left of the board again."""

    def change(self, p: Player) -> Player:
        return replace(p, played=(), working=None, face=False, doubling=False)


class PawsBack(SeatFact, frozen=True):
    """The bridges are free again."""

    def change(self, p: Player) -> Player:
        return replace(p, paws=(), crossed=0)


# --- walks and flights --------------------------------------------------------------------------------------------


class BridgeCrossed(SeatFact, frozen=True):
    """The worker crosses a bridge and leaves a paw on it."""

    bridge: BridgeId
    region: RegionId  # where it comes to

    def change(self, p: Player) -> Player:
        return replace(p, paws=(*p.paws, self.bridge), region=self.region, crossed=p.crossed + 1)


class Flown(SeatFact, frozen=True):
    """The balloon takes the worker to a region, and stays there."""

    region: RegionId

    def on(self, t: Table) -> Table:
        return replace(super().on(t), balloon=self.region)

    def change(self, p: Player) -> Player:
        return replace(p, region=self.region)


class BalloonMoved(Fact, frozen=True):
    """The balloon goes to a region, without a worker."""

    region: RegionId

    def on(self, t: Table) -> Table:
        return replace(t, balloon=self.region)


# --- cards --------------------------------------------------------------------------------------------------------


class CardShown(Fact, frozen=True):
    """The next card of a deck lies face up."""

    slot: SlotId
    card: CardId

    def on(self, t: Table) -> Table:
        deck = t.layout[SLOTS.index(self.slot)]
        decks = {**t.decks, deck: without(t.decks[deck], (self.card,))}
        return replace(t, decks=decks, slots=_on_slot(t.slots, self.slot, self.card))


class EmptyShown(Fact, frozen=True):
    """A deck is used up: a tile lies in its place from now on."""

    slot: SlotId
    tile: EmptyId

    def on(self, t: Table) -> Table:
        slots = _on_slot(t.slots, self.slot, self.tile)
        return replace(t, slots=slots, empties=without(t.empties, (self.tile,)))


class CardTaken(SeatFact, frozen=True):
    """A character joins the column of its guild; nothing lies on its slot until the next one is shown."""

    slot: SlotId
    card: CardId

    def on(self, t: Table) -> Table:
        return replace(super().on(t), slots=_on_slot(t.slots, self.slot, None))

    def change(self, p: Player) -> Player:
        return replace(p, cards=(*p.cards, self.card))


class StructureTaken(SeatFact, frozen=True):
    """A structure goes under the board."""

    slot: SlotId
    structure: StructureName

    def on(self, t: Table) -> Table:
        return replace(super().on(t), slots=_on_slot(t.slots, self.slot, None))

    def change(self, p: Player) -> Player:
        return replace(p, structures=(*p.structures, self.structure))


class QueenTaken(SeatFact, frozen=True):
    """The queen card joins the column of its guild."""

    queen: QueenName

    def on(self, t: Table) -> Table:
        return replace(super().on(t), queen=None)

    def change(self, p: Player) -> Player:
        return replace(p, cards=(*p.cards, self.queen))


class BirdTaken(SeatFact, frozen=True):
    """A bird comes to lie beside the board."""

    slot: SlotId
    bird: BirdId

    def on(self, t: Table) -> Table:
        return replace(super().on(t), perched=_on_slot(t.perched, self.slot, None))

    def change(self, p: Player) -> Player:
        return replace(p, birds=(*p.birds, self.bird))


# --- gains --------------------------------------------------------------------------------------------------------


class CoinsGained(Counted, frozen=True):
    """From the supply."""

    adds = {"coins": "amount"}
    amount: int
    source: SourceName


FINAL: Final = ("KIN-17.2", "KIN-17.3", "KIN-17.4", "KIN-17.5", "KIN-17.6")
"""KIN-17: the rules by which numbers change after the last round."""


class CoinsPaid(Counted, frozen=True):
    """To the supply."""

    takes = {"coins": "amount"}
    amount: int
    source: SourceName

    def is_final(self, t: Table) -> bool:
        """KIN-17: what the end brings, beside what play did."""
        return self.rule in FINAL


class VpGained(Counted, frozen=True):
    """On the score track, or at the end."""

    adds = {"vp": "amount"}
    amount: int
    source: SourceName

    def is_final(self, t: Table) -> bool:
        """KIN-17: what the end brings, beside what play did."""
        return self.rule in FINAL


class ResourceGained(Counted, frozen=True):
    """A marker moves on."""

    adds = {"resources": "resources"}
    resources: Resources
    source: SourceName


class MarkerMoved(Counted, frozen=True):
    """The investment marker goes up, or back."""

    adds = {"investment": "spaces"}
    spaces: int
    source: SourceName

    def is_final(self, t: Table) -> bool:
        """KIN-17: what the end brings, beside what play did."""
        return self.rule in FINAL


class Triggered(SeatFact, frozen=True):
    """The ability of an own structure; KIN-6.5: by a bear, which takes another one next time."""

    structure: StructureName
    bear: bool = False

    def change(self, p: Player) -> Player:
        return replace(p, triggered=(*p.triggered, self.structure)) if self.bear else p


class Upgraded(SeatFact, frozen=True):
    """An action tile lies on its upgraded face."""

    tile: TileId

    def change(self, p: Player) -> Player:
        return replace(p, upgraded=(*p.upgraded, self.tile))


class Decorated(SeatFact, frozen=True):
    """A token on a space of the player board."""

    space: SpaceId
    stars: int

    def change(self, p: Player) -> Player:
        return replace(p, decorations={**p.decorations, self.space: self.stars})


class HousePlaced(SeatFact, frozen=True):
    """A house in a region."""

    region: RegionId

    def change(self, p: Player) -> Player:
        return replace(p, houses=(*p.houses, self.region))


class PurchaseUsed(SeatFact, frozen=True):
    """KIN-8.4e: the purchase of the turn."""

    def change(self, p: Player) -> Player:
        return replace(p, bought=True)


# --- favors and goals ---------------------------------------------------------------------------------------------


class FavorShown(Fact, frozen=True):
    """A favor comes to lie face up, from a pile."""

    place: PlaceId
    favor: FavorId
    piles: tuple[int, ...]  # what is left in each

    def on(self, t: Table) -> Table:
        display = _shown(t.display, self.place, self.favor)
        return replace(t, display=display, piles=self.piles, favors=without(t.favors, (self.favor,)))


class FavorTaken(SeatFact, frozen=True):
    """One of those that lie face up."""

    place: PlaceId
    favor: FavorId

    def on(self, t: Table) -> Table:
        return replace(super().on(t), display=_shown(t.display, self.place, None))

    def change(self, p: Player) -> Player:
        return replace(p, favors=(*p.favors, self.favor))


class FavorDrawn(SeatFact, frozen=True):
    """One that nobody had seen."""

    favor: FavorId
    piles: tuple[int, ...]

    def on(self, t: Table) -> Table:
        return replace(super().on(t), piles=self.piles, favors=without(t.favors, (self.favor,)))

    def change(self, p: Player) -> Player:
        return replace(p, favors=(*p.favors, self.favor))


class FavorHidden(SeatFact, frozen=True):
    """KIN-R20 owner_only: one that its owner alone sees."""

    favor: Secret[Drawn]
    piles: tuple[int, ...]

    def on(self, t: Table) -> Table:
        return replace(super().on(t), piles=self.piles)

    def change(self, p: Player) -> Player:
        return replace(p, hidden=(*p.hidden, self.favor))


class FavorOpened(SeatFact, frozen=True):
    """KIN-R20 owner_only: before it is scored, everybody sees it."""

    favor: FavorId
    shown: Opened[Drawn]

    def on(self, t: Table) -> Table:
        return replace(super().on(t), favors=without(t.favors, (self.favor,)))

    def change(self, p: Player) -> Player:
        return replace(p, favors=(*p.favors, self.favor), hidden=p.hidden[1:])


class PileDrawn(Fact, frozen=True):
    """KIN-R21 uniform: the pile that a favor comes from; the table stays as it is."""

    place: PlaceId

    def on(self, t: Table) -> Table:
        return t


class PilesReformed(Fact, frozen=True):
    """An empty pile gets tiles of another one."""

    puts = ("piles",)
    piles: tuple[int, ...]


class GoalClaimed(SeatFact, frozen=True):
    """A marker on a bridge goal."""

    goal: GoalId

    def on(self, t: Table) -> Table:
        return replace(t, claims={**t.claims, self.goal: (*t.claims.get(self.goal, ()), self.seat)})


# --- Paco & Paca --------------------------------------------------------------------------------------------------


class SoloDeckMade(Fact, frozen=True):
    """The tiles of Paco & Paca for a round, shuffled."""

    puts = ("solo_deck",)
    solo_deck: tuple[SoloId, ...]


class SoloTileShown(Fact, frozen=True):
    """What Paco & Paca do next."""

    tile: SoloId

    def on(self, t: Table) -> Table:
        return replace(t, solo_deck=without(t.solo_deck, (self.tile,)))


class FavorsMovedUp(Fact, frozen=True):
    """The favors that lie open move up to where one was taken: the lowest place is free."""

    puts = ("display",)
    display: tuple[FavorId | None, ...]


# --- the end ------------------------------------------------------------------------------------------------------


class MatchEnded(Ended[Table], frozen=True):
    """The totals, and who has won."""

    scores: Annotated[tuple[int, ...], BySeat()]
    ranks: Annotated[tuple[int, ...], BySeat()]
    winners: tuple[Seat, ...]
    shared: bool = False  # KIN-R52: with Paco & Paca


def _on_slot(there: tuple[T | None, ...], slot: SlotId, what: T | None) -> tuple[T | None, ...]:
    """What lies on the slots afterwards."""
    at = SLOTS.index(slot)
    return (*there[:at], what, *there[at + 1 :])


def _shown(display: tuple[FavorId | None, ...], place: PlaceId, favor: FavorId | None) -> tuple[FavorId | None, ...]:
    at = SHOWN.index(place)
    return (*display[:at], favor, *display[at + 1 :])
