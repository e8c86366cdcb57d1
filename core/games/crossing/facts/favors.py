"""Favors, in their piles, on display, with players; the bridge goals beside them."""

from typing import Annotated

from msgspec.structs import replace

from core.games.crossing.facts import Fact, SeatFact
from core.games.crossing.names import SHOWN, FavorId, GoalId, PlaceId
from core.games.crossing.table import Pair, Player, Table
from core.kernel.rules.chance import Drawn
from core.kernel.rules.marks import Name
from core.kernel.rules.piles import put, without
from core.kernel.rules.secret import Opened, Secret

# --- the first ones --------------------------------------------------------------------------------------------------


class PilesMade(Fact, frozen=True):
    """So many favors in each pile."""

    puts = ("piles",)
    piles: tuple[int, ...]


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


# --- display and piles -----------------------------------------------------------------------------------------------


class FavorShown(Fact, frozen=True):
    """A favor comes to lie face up, from a pile."""

    place: PlaceId
    favor: FavorId
    piles: tuple[int, ...]  # what is left in each

    def on(self, t: Table) -> Table:
        display = put(t.display, SHOWN.index(self.place), self.favor)
        return replace(t, display=display, piles=self.piles, favors=without(t.favors, (self.favor,)))


class FavorTaken(SeatFact, frozen=True):
    """One of those that lie face up."""

    place: PlaceId
    favor: FavorId

    def on(self, t: Table) -> Table:
        return replace(super().on(t), display=put(t.display, SHOWN.index(self.place), None))

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

    favor: Annotated[Secret[Drawn], Name("favor")]
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


class FavorsMovedUp(Fact, frozen=True):
    """The favors that lie open move up to where one was taken: the lowest place is free."""

    puts = ("display",)
    display: tuple[FavorId | None, ...]


# --- goals -----------------------------------------------------------------------------------------------------------


class GoalsLaid(Fact, frozen=True):
    """The bridge goals on the tree board, some on their hard face."""

    puts = ("goals", "hard")
    goals: tuple[GoalId, ...]
    hard: tuple[GoalId, ...]


class GoalClaimed(SeatFact, frozen=True):
    """A marker on a bridge goal."""

    goal: GoalId

    def on(self, t: Table) -> Table:
        return replace(t, claims={**t.claims, self.goal: (*t.claims.get(self.goal, ()), self.seat)})
