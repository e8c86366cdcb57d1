"""The board of the toy: every part that a board can be made of, whether a game needs it yet or not."""

from collections.abc import Sequence
from itertools import pairwise
from math import cos, pi, sin

from core.kernel.drawing import ink
from core.kernel.drawing.description import Description
from core.kernel.drawing.parts import Board, Card, Cards, Link, Net, Panel, Piece, Space, Spot, Track
from core.kernel.language.words import Words
from tests.support.toy import LANTERNS, ROUNDS, SeatView, View

COLOURS = {"amber": "orange", "azure": "blue", "coral": "pink", "jade": "green", "pearl": "white"}
WAYS = ("alley", "bridge", "canal", "lane")


def board(v: View, words: Words, seats: Sequence[str]) -> Board:
    """The rounds, who has which lantern, where they hang, and what each seat has promised."""
    return _Board(v, words, seats).board()


class _Board(Description[View]):
    def board(self) -> Board:
        seats = (self._seat(number, seat) for number, seat in enumerate(self.v.seats))
        panels = (self._rounds(), self._lanterns(), self._streets(), *seats)
        return Board(panels, tuple(self.seats), scores=tuple(seat.coins for seat in self.v.seats))

    def _rounds(self) -> Panel:
        spaces = tuple(
            Space(str(number), self.labels["last"] if number == ROUNDS else "", now=number == self.v.round)
            for number in range(1, ROUNDS + 1)
        )
        return Panel("stage", self.words.title, "", (Track(self.labels["round"], spaces),), kind="stage")

    def _lanterns(self) -> Panel:
        """A matrix: a row for each seat, a column for each lantern."""
        cells = tuple(
            Card(f"{seat}:{lantern}", name=str(held.lanterns.count(lantern)), colour=COLOURS[lantern])
            for seat, held in enumerate(self.v.seats)
            for lantern in LANTERNS
        )
        heads = tuple(self.words.name("lantern", lantern) for lantern in LANTERNS)
        matrix = Cards(cells, len(LANTERNS), "matrix", heads=heads, sides=tuple(self.seats))
        return Panel("lanterns", self.labels["lanterns"], "", (matrix,))

    def _streets(self) -> Panel:
        """A net: the lanterns that are in the bag hang around a square, joined by ways."""
        places = tuple(
            Card(lantern, lantern, name=self.words.name("lantern", lantern), colour=COLOURS[lantern])
            for lantern in LANTERNS
        )
        angles = [2 * pi * number / len(LANTERNS) for number in range(len(LANTERNS))]
        at = tuple((round(50 - 40 * sin(angle)), round(50 - 40 * cos(angle))) for angle in angles)
        links = tuple(Link(ends, name) for ends, name in zip(pairwise(LANTERNS), WAYS, strict=True))
        left = len(self.v.bag)
        bag = Card("bag", name=self.labels["bag"].format(count=self.words.number(left)), back=True, count=left)
        streets = Net(places, at, links, self.labels["ways"])
        return Panel("streets", self.labels["streets"], "", (streets, Cards((bag,), 0, "rows")), kind="map")

    def _seat(self, number: int, seat: SeatView) -> Panel:
        """A sealed number is a back, but for who wrote it."""
        spots = (
            self._sealed("pledge", number, seat.pledge, there=seat.has_pledged),
            self._sealed("guess", number, seat.guess, there=seat.has_guessed),
        )
        coins = ink.good(self.labels["coins"].format(coins=self.words.number(seat.coins)), "gold")
        return self.of_seat(number, (), (), (Cards((Card(f"purse{number}", name=coins, spots=spots),), 2),))

    def _sealed(self, name: str, seat: int, value: int | None, *, there: bool) -> Spot:
        if not there:
            return Spot(self.labels[name], "–")
        return Spot(self.labels[name], "", Piece(seat, "▒" if value is None else str(value), self.seats[seat]))
