"""The board: what a view shows, as a tree of parts, with every word and number that a move needs."""

from collections.abc import Iterable, Sequence

from core.games.crossing.board.aims import Aims
from core.games.crossing.board.cardtext import gains_text
from core.games.crossing.board.pen import FAVOR, FIRST, FREE, HOUSE, SIGNS, STAR, USED, WORKER, Pen, at_end
from core.games.crossing.board.players import Players
from core.games.crossing.board.regions import Regions
from core.games.crossing.table import Pair
from core.games.crossing.view import View
from core.kernel.drawing import ink
from core.kernel.drawing.parts import Board, Card, Cards, Line, Panel, Part
from core.kernel.language.words import Words
from core.kernel.rules.result import Result


def board(v: View, words: Words, seats: Sequence[str]) -> Board:
    """The match as the viewer sees it: the round, the map, goals and favors, each side; after the end, who won."""
    return _Board(v, words, seats).board()


class _Board(Pen):
    """What concerns everybody, and where the parts stand in it."""

    def board(self) -> Board:
        """KIN-17.7: the track, with what the end would bring now."""
        scores = tuple(side.vp + at_end(self.v, side) for side in self.v.sides)
        return Board(tuple(self._panels()), tuple(self.seats), scores=scores)

    def _panels(self) -> Iterable[Panel]:
        """From where everybody is to what everybody has; after the end, who won instead."""
        v = self.v
        aims, players = Aims(v, self.words, self.seats), Players(v, self.words, self.seats)
        if v.end is not None:
            yield self._ranking(v.end)
        else:
            yield self._stage()
            if v.pairs:
                yield self._pairs()
            yield Regions(v, self.words, self.seats).panel()
        if v.goals:
            yield aims.goals()
        if v.end is None:
            yield aims.favors()
            yield aims.investment()
        yield players.numbers()
        yield from map(players.panel, sorted(v.sides, key=lambda side: side.seat != v.viewer))
        if v.end is None:
            yield self._legend()

    def _ranking(self, end: Result) -> Panel:
        """KIN-17.7: best first; alone, Paco & Paca stand among them."""
        v = self.v
        rivals: list[tuple[str, ...]] = []
        for side in v.sides[v.players :]:
            won = "" if end.winners else self.labels["wins"]
            rivals.append(("", self.seat(side.seat), self.points(side.vp), won))
        return self.ranking(end.ranks, end.scores, end.winners, *rivals)

    def _stage(self) -> Panel:
        """KIN-1.2: where the match stands; KIN-7.1: who plays after whom; KIN-6.14: the queen card."""
        v = self.v
        if not v.round:
            stage = self.labels["setup"]
        elif not v.turn:
            stage = self.label("round_begins", round=v.round, rounds=v.rounds)
        else:
            stage = self.label("round", round=v.round, rounds=v.rounds, turn=v.turn, turns=self.data.board.actions)
        return Panel("stage", f"{self.words.title} · {stage}", "", tuple(self._now()), kind="stage")

    def _now(self) -> Iterable[Part]:
        v = self.v
        yield self.line("order", map(self._player, v.order), " › ")
        yield self.line("queen", self._queen(), " · ")

    def _player(self, seat: int) -> str:
        """KIN-9.5: the order of a round stays as it is, whoever has the token."""
        name = self.seat(seat)
        told = ink.strong(f"▶ {name}") if seat == self.v.acting else name
        side = self.v.sides[seat]
        standing = self.label("standing", vp=side.vp, end=at_end(self.v, side))
        return " ".join(filter(None, (told, FIRST * (seat == self.v.token), ink.quiet(standing))))

    def _queen(self) -> Iterable[str]:
        """KIN-9.2: a card each round."""
        v = self.v
        if v.queen is not None:
            card = self.data.queens[v.queen]
            yield f"{self.guild(card.guild)} {self.effect(card.gain)}"
        elif v.round and v.turn:
            yield self.labels["visited"]
        if v.round:
            yield self.label("to_come", count=v.queens)

    def _pairs(self) -> Panel:
        """KIN-4.2: start cards, each with the favor under it."""
        cards = Cards(tuple(map(self._pair, self.v.pairs)), form="rows", between=" – ")
        return Panel("pairs", self.labels["pairs"], self.labels["pairs_note"], (cards,), kind="offer")

    def _pair(self, pair: Pair) -> Card:
        card = self.data.starts[pair.start]
        favor = self.label("with", favor=self.favor(pair.favor))
        return Card(
            pair.start,
            pair.start,
            name=self.region(card.region),
            tags=(self.guild(card.guild),),
            text=(gains_text(card.gains, self.words), favor),
        )

    def _legend(self) -> Panel:
        """Signs, and how things are typed."""
        labels = self.labels
        signs = {
            WORKER: "worker",
            HOUSE: "house",
            FIRST: "token",
            SIGNS["flower"]: "flower",
            SIGNS["sculpture"]: "sculpture",
        }
        signs |= {STAR: "star", FAVOR: "favor", FREE: "free_space", "+": "upgraded", USED: "used"}
        told = [f"{sign} {labels[name]}" for sign, name in signs.items()]
        return self.legend(
            Line("", tuple(told), " · "),
            *(Line("", (labels[name],)) for name in ("prices", "typing", "flying", "spaces")),
        )
