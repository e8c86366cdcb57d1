"""KIN-2 to KIN-4 Setting up (Mise en place, p. 3-5): decks, goals, favors, the first player, starting pairs."""

from collections.abc import Iterable
from typing import ClassVar

from core.games.crossing.facts.cards import DecksLaid
from core.games.crossing.facts.course import BalloonMoved, TokenTaken, WorkerPlaced
from core.games.crossing.facts.favors import GoalsLaid, PairPicked, PairsLaid, PilesMade
from core.games.crossing.facts.gains import HousePlaced
from core.games.crossing.moves import Pick
from core.games.crossing.names import DECKS, DISPLAY, FACES, GOALS, HARD, DeckId, FavorId, GoalId, RegionId, StartName
from core.games.crossing.rules.favors import one_less
from core.games.crossing.rules.gains import Gain
from core.games.crossing.table import Pair, Table
from core.kernel.rules.chance import Draw, Drawn
from core.kernel.rules.step import Auto, Blocked, Chance, Next, Offer, SeatChoice


class LayDecks(Auto[Table], frozen=True):
    """KIN-2.3: the ten decks on the ten slots."""

    rule: ClassVar[str] = "KIN-2.3"

    def then(self, t: Table) -> Next:
        """KIN-R60: by chance, or as they are listed?"""
        return [ShuffleDecks()] if t.rulings.decks_at_slots == "random" else [DecksLaid(self.rule, DECKS)]


class ShuffleDecks(Chance[Table], frozen=True):
    """KIN-2.3: any deck on any slot."""

    rule: ClassVar[str] = "KIN-2.3"

    def draw(self, t: Table) -> Draw:
        return Draw("decks", DECKS, len(DECKS))

    def drew(self, t: Table, drawn: Drawn) -> Next:
        return [DecksLaid(self.rule, tuple(map(DeckId, drawn)))]


class LayGoals(Auto[Table], frozen=True):
    """KIN-2.6: the six bridge goals on the tree board."""

    rule: ClassVar[str] = "KIN-2.6"

    def then(self, t: Table) -> Next:
        """KIN-R27: on any space, or in the pairs of the appendix?"""
        return [ShuffleGoals()] if t.rulings.goal_layout == "shuffled" else [TurnGoals(GOALS)]


class ShuffleGoals(Chance[Table], frozen=True):
    """KIN-2.6: any goal on any space."""

    rule: ClassVar[str] = "KIN-2.6"

    def draw(self, t: Table) -> Draw:
        return Draw("goals", GOALS, len(GOALS))

    def drew(self, t: Table, drawn: Drawn) -> Next:
        return [TurnGoals(tuple(map(GoalId, drawn)))]


class TurnGoals(Auto[Table], frozen=True):
    """KIN-2.8: for a first game all lie on their easy face."""

    rule: ClassVar[str] = "KIN-2.8"
    goals: tuple[GoalId, ...]

    def then(self, t: Table) -> Next:
        return [GoalsLaid(self.rule, self.goals, ())] if t.options.goals == "easy" else [TossGoals(self.goals)]


class TossGoals(Chance[Table], frozen=True):
    """KIN-2.6: each on a random face."""

    rule: ClassVar[str] = "KIN-2.6"
    goals: tuple[GoalId, ...]

    def draw(self, t: Table) -> Draw:
        return Draw("faces of goals", FACES, len(self.goals), back=True)

    def drew(self, t: Table, drawn: Drawn) -> Next:
        hard = (goal for goal, face in zip(self.goals, drawn, strict=True) if face == HARD)
        return [GoalsLaid(self.rule, self.goals, tuple(hard))]


class MakePiles(Auto[Table], frozen=True):
    """KIN-2.7: three piles of about the same size."""

    rule: ClassVar[str] = "KIN-2.7"

    def then(self, t: Table) -> Next:
        """KIN-R40 separate: without those that will lie under start cards."""
        apart = 0 if t.rulings.start_favors_from == "piles" else pairs(t)
        favors = len(t.favors) - apart
        return [PilesMade(self.rule, tuple((favors + DISPLAY - 1 - at) // DISPLAY for at in range(DISPLAY)))]


def pairs(t: Table) -> int:
    """KIN-4.1: as many as there are sides; KIN-S1.6: alone, one is for Paco & Paca."""
    return len(t.sides)


class ChooseFirst(Auto[Table], frozen=True):
    """KIN-2.11: who begins; KIN-S1.2: alone, Paco & Paca do."""

    rule: ClassVar[str] = "KIN-2.11"

    def then(self, t: Table) -> Next:
        """KIN-R39: by lot, or the first seat?"""
        if t.others:
            return [TokenTaken("KIN-S1.2", t.players)]
        return [DrawFirst()] if t.rulings.first_player == "random" else [TokenTaken("KIN-R39", 0)]


class DrawFirst(Chance[Table], frozen=True):
    """KIN-2.11: the walk in the forest is a lot here."""

    rule: ClassVar[str] = "KIN-2.11"

    def draw(self, t: Table) -> Draw:
        return Draw("first player", tuple(map(str, range(t.players))), 1)

    def drew(self, t: Table, drawn: Drawn) -> Next:
        return [TokenTaken(self.rule, int(drawn[0]))]


class DrawStarts(Chance[Table], frozen=True):
    """KIN-4.1: so many start cards; the others leave the game."""

    rule: ClassVar[str] = "KIN-4.1"

    def draw(self, t: Table) -> Draw:
        return Draw("start cards", tuple(dict.fromkeys(start.card for start in t.edition.starts.values())), pairs(t))

    def drew(self, t: Table, drawn: Drawn) -> Next:
        return [TossStarts(drawn)]


class TossStarts(Chance[Table], frozen=True):
    """KIN-4.1: each on a random face."""

    rule: ClassVar[str] = "KIN-4.1"
    cards: tuple[str, ...]

    def draw(self, t: Table) -> Draw:
        return Draw("faces of start cards", ("1", "2"), len(self.cards), back=True)

    def drew(self, t: Table, drawn: Drawn) -> Next:
        faces = {
            card: [start for start, about in t.edition.starts.items() if about.card == card] for card in self.cards
        }
        return [LayPairs(tuple(faces[card][int(face) - 1] for card, face in zip(self.cards, drawn, strict=True)))]


class LayPairs(Chance[Table], frozen=True):
    """KIN-4.2: a favor under each of them."""

    rule: ClassVar[str] = "KIN-4.2"
    starts: tuple[StartName, ...]

    def draw(self, t: Table) -> Draw:
        return Draw("start favors", t.favors, len(self.starts))

    def drew(self, t: Table, drawn: Drawn) -> Next:
        """KIN-R40: from the piles, one after the other, or set apart before these were made?"""
        laid = tuple(Pair(start, FavorId(favor)) for start, favor in zip(self.starts, drawn, strict=True))
        piles = t.piles
        if t.rulings.start_favors_from == "piles":
            for at in range(len(laid)):
                piles = one_less(piles, at % DISPLAY)
        return [PairsLaid(self.rule, laid, piles)]


class PickPairs(Auto[Table], frozen=True):
    """KIN-4.3: in reverse turn order."""

    rule: ClassVar[str] = "KIN-4.3"

    def then(self, t: Table) -> Next:
        """KIN-S1.6: Paco & Paca take what is left."""
        return [PickPair(side) for side in reversed(t.around(t.token)) if side < t.players]


class PickPair(SeatChoice[Table, Pick], frozen=True):
    """KIN-4.3: a start card with its favor."""

    rule: ClassVar[str] = "KIN-4.3"
    forced = True

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Pick]]:
        """KIN-R55: may two begin in the same region? As long as there is another one."""
        taken = {p.region for p in t.seats} if t.rulings.start_region_clash == "forbidden" else set[RegionId | None]()
        free = [pair for pair in t.pairs if t.edition.starts[pair.start].region not in taken]
        for pair in t.pairs:
            clash = free and pair not in free
            blocked = Blocked("KIN-R55", "region_taken", have=t.edition.starts[pair.start].region) if clash else None
            yield Offer(Pick(pair.start), blocked)

    def unoffered(self, t: Table, seat: int, move: Pick) -> Blocked:
        """Only what is laid out and left."""
        return Blocked(self.rule, "no_such_pair", have=move.start)

    def resolve(self, t: Table, seat: int, move: Pick) -> Next:
        """KIN-4.3a to KIN-4.3e: its gains, and the region where worker and house begin."""
        start = t.edition.starts[move.start]
        pair = next(pair for pair in t.pairs if pair.start == move.start)
        return [
            PairPicked("KIN-4.3", seat, pair),
            WorkerPlaced("KIN-4.3e", seat, start.region),
            HousePlaced("KIN-4.3e", seat, start.region),
            *(Gain(seat, gain, "KIN-4.3", move.start) for gain in start.gains),
        ]


class PlaceBalloon(Auto[Table], frozen=True):
    """KIN-4.4: where the first player begins (KIN-T27); KIN-S1.7: Paco & Paca, where their house stands."""

    rule: ClassVar[str] = "KIN-4.4"

    def then(self, t: Table) -> Next:
        return [BalloonMoved(self.rule, region) for region in t.sides[t.token].houses[:1]]
