"""The board: what a view shows, as a tree of parts, with every word and number that a move needs."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from core.games.heirs.board.landscape import Landscape
from core.games.heirs.board.pen import ABOVE, BELOW, Pen, colour, turned
from core.games.heirs.board.sides import Sides
from core.games.heirs.board.supply import Supply
from core.games.heirs.names import TROOPS
from core.games.heirs.table import HENRY
from core.games.heirs.view import View
from core.kernel.drawing.parts import Board, Line, Panel
from core.kernel.language.words import Words
from core.kernel.rules.result import Result


def board(v: View, words: Words, seats: Sequence[str]) -> Board:
    """The match as the viewer sees it: the royal supply, the landscape, both sides; after the end, who won."""
    return _Board(v, words, seats).board()


class _Board(Pen):
    """What concerns both sides."""

    def board(self) -> Board:
        """From what is to be had to what everybody has; after the end, who won instead."""
        sides = Sides(self.v, self.words, self.seats)
        scores = tuple(side.points if self.v.end is not None else sides.points_now(side) for side in self.v.sides)
        colours = tuple(colour(self.v, side) for side in range(2))
        return Board(tuple(self._panels(sides)), tuple(self.seats), colours, scores)

    def _panels(self, sides: Sides) -> Iterable[Panel]:
        v = self.v
        if v.end is not None:
            yield self._ranking(v.end)
        else:
            yield self._stage()
            if v.ring:
                yield Supply(v, self.words, self.seats).panel()
        if v.landscape:
            yield self._landscape()
        yield from map(sides.side, sorted(v.sides, key=lambda side: side.side != v.viewer))
        if v.solo and v.landscape:
            yield sides.solo()
        if v.end is None:
            yield self._legend()

    def _stage(self) -> Panel:
        """HEI-3.1: whose turn it is; HEI-7.3: how many are left; HEI-1.3: which sets are in."""
        v, labels, words = self.v, self.labels, self.words
        stage = labels["turn"].format(turn=v.turn, seat=self.seats[v.acting]) if v.turn else labels["setup"]
        last = "" if v.turns_left is None else labels["last"].format(count=v.turns_left)
        sets = self.line("sets", (words.name("set", name) for name in v.sets))
        vetoed = self.line("vetoed", (words.name("set", name) for name in v.vetoed))
        return Panel("stage", f"{words.title} · {stage}", last, (sets, vetoed), kind="stage")

    def _landscape(self) -> Panel:
        """HEI-0.2: from the side of the viewer."""
        v, labels = self.v, self.labels
        below = 1 if v.sides[1].north == turned(v) else 0
        side = "north" if turned(v) else "south"
        view = labels["view"].format(side=labels[side], mark=BELOW, seat=self.seats[below])
        land = Landscape(v, self.words, self.seats).map()
        return Panel("landscape", labels["landscape"], view, (land,), kind="map")

    def _ranking(self, end: Result) -> Panel:
        """HEI-8.10: best first; HEI-S43: Henry must be beaten."""
        v = self.v
        won = [side in end.winners or (side == HENRY and v.solo and not end.winners) for side in range(2)]
        ranks = (1 + won[1], 1 + won[0]) if v.solo else end.ranks
        panel = self.ranking(ranks, [side.points for side in v.sides], [side for side in range(2) if won[side]])
        return panel if any(won) else replace(panel, parts=(*panel.parts, Line("", (self.labels["draw"],))))

    def _legend(self) -> Panel:
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
        return self.legend(Line("", tuple(signs), " · "), self.typed("troop", TROOPS))
