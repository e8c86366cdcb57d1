"""What brings points: the bridge goals, the favors that lie open, the investment track."""

from collections.abc import Iterable

from core.games.crossing.board.cardtext import need_text
from core.games.crossing.board.pen import Pen
from core.games.crossing.names import DISPLAY, PILES, SHOWN, CountedId, Counts
from core.games.crossing.rules.goals import ROW
from core.games.crossing.view import GoalView
from core.kernel.drawing import ink
from core.kernel.drawing.parts import Card, Cards, Panel, Piece, Space, Track


class Aims(Pen):
    """The tree board, and the track below the main board."""

    def goals(self) -> Panel:
        """KIN-12.1: what each asks for, who stands where, what the next one gets; KIN-12.4: two make a row."""
        cards = tuple(self._goal(number, goal) for number, goal in enumerate(self.v.goals))
        return Panel(
            "goals",
            self.labels["goals"],
            self.labels["goals_note"],
            (Cards(cards, form="rows", between=" – "),),
            kind="offer",
        )

    def _goal(self, number: int, goal: GoalView) -> Card:
        need = self.data.goals[goal.goal].need(goal.face)
        return Card(
            f"goal{goal.goal}",
            goal.goal,
            name=need_text(need, self.words),
            tags=(self.label("row", number=number // ROW + 1), self.words.name("face", goal.face)),
            text=(self.label("places", points=" · ".join(self._places(goal))), *self._own(goal)),
        )

    def _places(self, goal: GoalView) -> Iterable[str]:
        """KIN-12.5: the positions that are used with so many players."""
        for at, points in enumerate(goal.positions):
            worth = ink.strong(str(points))
            yield f"{worth} {self.seat(goal.claims[at])}" if at < len(goal.claims) else worth

    def _own(self, goal: GoalView) -> Iterable[str]:
        """KIN-12.1: how far the viewer is, who has no marker on it yet."""
        viewer = self.v.viewer
        full = len(goal.claims) >= len(goal.positions)
        if viewer is None or viewer in goal.claims or full or self.v.end is not None:
            return
        side, need = self.v.sides[viewer], self.data.goals[goal.goal].need(goal.face)
        have = [(side.counts[CountedId(counted)], least) for counted, least in counts(need.least)]
        if need.back:
            have = [(side.investment, need.back)]
        met = all(reached >= least for reached, least in have)
        told = self.label("own", have=", ".join(f"{min(reached, least)}/{least}" for reached, least in have))
        yield ink.strong(self.labels["met"]) if met else told

    def favors(self) -> Panel:
        """KIN-2.7: those that lie open, and how many lie face down beside each."""
        cards = [self._favor(at) for at in range(DISPLAY)]
        cards += [self._pile(at, left) for at, left in enumerate(self.v.piles)]
        return Panel("favors", self.labels["display"], "", (Cards(tuple(cards), form="rows"),), kind="offer")

    def _favor(self, at: int) -> Card:
        favor, typed = self.v.display[at], SHOWN[at]
        if favor is None:
            return Card(typed, typed, name=self.labels["empty"], empty=True)
        worth = () if self.v.viewer is None else (self.label("now", points=self.vp(self.worth(favor, self.v.viewer))),)
        return Card(typed, typed, name=self.favor(favor), text=worth)

    def _pile(self, at: int, left: int) -> Card:
        return Card(PILES[at], name=self.label("pile", pile=PILES[at], count=left), back=True, count=left)

    def investment(self) -> Panel:
        """KIN-5.17, KIN-17.3: what cashing pays, and the points at the end."""
        track = self.data.investment
        spaces = tuple(
            Space(str(coins), self.vp(points), tuple(self._markers(at)))
            for at, (coins, points) in enumerate(zip(track.coins, track.vp, strict=True))
        )
        parts = (Track("", spaces),)
        return Panel("investment", self.labels["investment"], self.labels["investment_note"], parts, kind="offer")

    def _markers(self, space: int) -> Iterable[Piece]:
        players = self.v.sides[: self.v.players]  # KIN-S1.4: Paco & Paca have none
        return (Piece(side.seat, "", self.seats[side.seat]) for side in players if side.investment == space)


def counts(least: Counts) -> list[tuple[str, int]]:
    """What a goal asks for, by what is counted."""
    return [(name, amount) for name in least.__struct_fields__ if (amount := getattr(least, name))]
