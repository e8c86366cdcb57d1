"""KIN-9 The queen (Tuile Reine, p. 9): a visit for the first player token, her bonus and her card."""

from collections.abc import Iterator
from typing import ClassVar

from core.games.crossing.facts.cards import QueenTaken
from core.games.crossing.facts.course import Flown, TokenTaken
from core.games.crossing.moves import VisitQueen
from core.games.crossing.names import FLIGHTS, QUEEN
from core.games.crossing.rules.gains import Gain, of_card, pay, repeated
from core.games.crossing.rules.goals import after_action
from core.games.crossing.rules.houses import HouseDue
from core.games.crossing.rules.tiles import selected, side
from core.games.crossing.rules.walk import Chart, fare, flights, no_part, start
from core.games.crossing.table import Table
from core.kernel.rules.step import Blocked, Next, Offer, SeatAuto


def visits(t: Table, seat: int) -> Iterator[Offer[VisitQueen]]:
    """KIN-9.2: as long as her card is there."""
    blocked = unvisitable(t, seat)
    yield Offer(VisitQueen(), blocked)
    if by_balloon(t):
        for part in flights(start(Chart(t, seat), QUEEN), "before"):
            yield Offer(VisitQueen(part.value), blocked)


def by_balloon(t: Table) -> bool:
    """KIN-R5: can one fly to another region on a visit?"""
    return t.rulings.balloon_with_queen == "yes"


def unvisitable(t: Table, seat: int) -> Blocked | None:
    """KIN-7.2, KIN-9.2: with the tile, once; and once in a round."""
    if QUEEN in t.sides[seat].played:
        return Blocked("KIN-7.2", "tile_played", have=QUEEN)
    return Blocked("KIN-9.2", "queen_visited") if t.queen is None else None


def no_visit(t: Table, seat: int, move: VisitQueen) -> Blocked | None:
    """KIN-9.3: why there is no such flight to her."""
    if not by_balloon(t):
        return Blocked("KIN-9.3", "queen_stays")
    return unvisitable(t, seat) or no_part(start(Chart(t, seat), QUEEN), "before", str(move.flight))


def visit(t: Table, seat: int, move: VisitQueen) -> Next:
    """KIN-9.1: the first player token, her bonus, and her card joins its column."""
    if t.queen is None:
        return []
    face = side(t, t.sides[seat], QUEEN)
    flown: Next = []
    if move.flight is not None:
        fee = pay("KIN-10.2", seat, fare(start(Chart(t, seat), QUEEN)), "balloon")
        flown = [*fee, Flown("KIN-R5", seat, FLIGHTS[move.flight])]
    gain = Gain(seat, t.edition.queens[t.queen].gain, "KIN-9.1", t.queen)
    return [
        *selected(t, seat, QUEEN, face),
        TokenTaken("KIN-9.1", seat),
        *flown,
        *of_card(t, *repeated(t, gain, face.queen)),
        JoinQueen(seat),
        after_action(t, seat),
    ]


class JoinQueen(SeatAuto[Table], frozen=True):
    """KIN-9.1: the queen card joins the column of its guild, which may complete a set."""

    rule: ClassVar[str] = "KIN-9.1"

    def then(self, t: Table) -> Next:
        return [] if t.queen is None else [QueenTaken(self.rule, self.seat, t.queen), HouseDue(self.seat)]
