"""The board as text: what a view shows, at most 100 columns wide, with every word and number that a move needs."""

from collections.abc import Iterable, Sequence

from core.games.heirs.board.landscape import ABOVE, BELOW, Landscape, turned
from core.games.heirs.board.pen import Pen
from core.games.heirs.board.sides import Sides
from core.games.heirs.board.supply import Supply
from core.games.heirs.names import TROOPS
from core.games.heirs.table import HENRY
from core.games.heirs.view import View
from core.kernel.drawing.canvas import Style, flow
from core.kernel.language.words import Words
from core.kernel.rules.result import Result


def board(v: View, words: Words, seats: Sequence[str], style: Style) -> str:
    """The match as the viewer sees it: the royal supply, the landscape, both sides; after the end, who won."""
    return "\n".join(_Board(v, words, seats, style).lines())


class _Board(Pen):
    """One drawing: the view, and in which words and colours it is drawn."""

    def lines(self) -> Iterable[str]:
        """From what is to be had to what everybody has; after the end, who won instead."""
        v, sides = self.v, Sides(self.v, self.words, self.seats, self.style)
        if v.end is not None:
            yield from self._ranking(v.end)
        else:
            yield from self._stage()
            if v.ring:
                yield from Supply(v, self.words, self.seats, self.style).lines()
        if v.landscape:
            yield from self._landscape()
        for side in sorted(v.sides, key=lambda side: side.side != v.viewer):
            yield from sides.side(side)
        if v.solo and v.landscape:
            yield from sides.solo()
        if v.end is None:
            yield from self._legend()

    def _stage(self) -> Iterable[str]:
        """HEI-3.1: whose turn it is; HEI-7.3: how many are left; HEI-1.3: which sets are in."""
        v, labels, words = self.v, self.labels, self.words
        stage = labels["turn"].format(turn=v.turn, seat=self.seats[v.acting]) if v.turn else labels["setup"]
        last = "" if v.turns_left is None else labels["last"].format(count=v.turns_left)
        yield self.heading(f"{words.title} · {stage}", last)
        yield from self.listed(labels["sets"], (words.name("set", name) for name in v.sets))
        yield from self.listed(labels["vetoed"], (words.name("set", name) for name in v.vetoed))

    def _landscape(self) -> Iterable[str]:
        """HEI-0.2: from the side of the viewer."""
        v, labels = self.v, self.labels
        below = 1 if v.sides[1].north == turned(v) else 0
        side = "north" if turned(v) else "south"
        view = labels["view"].format(side=labels[side], mark=BELOW, seat=self.seats[below])
        yield self.heading(labels["landscape"], view)
        drawn = Landscape(v, self.words, self.style)
        yield from drawn.lines()
        yield from self.listed(labels["beyond"], drawn.beyond(), " · ")

    def _ranking(self, end: Result) -> Iterable[str]:
        """HEI-8.10: best first; HEI-S43: Henry must be beaten."""
        v, labels = self.v, self.labels
        won = [side in end.winners or (side == HENRY and v.solo and not end.winners) for side in range(2)]
        ranks = (1 + won[1], 1 + won[0]) if v.solo else end.ranks
        yield from self.ranking(ranks, [side.points for side in v.sides], [side for side in range(2) if won[side]])
        if not any(won):
            yield from self.labelled("", [labels["draw"]])

    def _legend(self) -> Iterable[str]:
        """What the signs mean, and words that are typed otherwise than they are read."""
        v, labels = self.v, self.labels
        below = 1 if v.sides[1].north == turned(v) else 0
        owners = labels["legend_owner"].format(
            below=BELOW, seat=self.seats[below], above=ABOVE, other=self.seats[1 - below]
        )
        signs = [owners, labels["legend_cell"], labels["legend_marks"]]
        if v.viewer is not None:
            signs.append(labels["legend_sites"])
        if v.solo:
            signs.append(labels["legend_henry"])
        yield self.legend()
        yield from (f" {line}" for line in flow(signs, self.wide - 1, " · "))
        yield from self.typed("troop", TROOPS)
