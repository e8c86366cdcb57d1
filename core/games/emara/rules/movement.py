"""EMA-6 The movement (Action de Mouvement, p. 5): one councilor, exactly so many places clockwise."""

from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar, TypeVar

from core.games.emara.facts import CouncilorMoved
from core.games.emara.moves import Walk
from core.games.emara.rules.visit import opened
from core.games.emara.table import Table
from core.kernel.rules.step import Blocked, Next, Offer, SeatChoice

M = TypeVar("M")


class Movement(SeatChoice[Table, Walk], frozen=True):
    """EMA-6.1: the slot says how many steps; EMA-6.2: it is compulsory."""

    rule: ClassVar[str] = "EMA-6.2"
    steps: int

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Walk]]:
        return walks(t, seat, Walk)

    def resolve(self, t: Table, seat: int, move: Walk) -> Next:
        """EMA-6.4: then the action of the place."""
        return walk(t, "EMA-6.1", seat, move.councilor, self.steps)


def walks(t: Table, seat: int, kind: Callable[[str], M]) -> Iterator[Offer[M]]:
    """EMA-R38 no: the card and the slot do not move the same councilor."""
    bound = t.seats[seat].moved if t.rulings.step_same_councilor == "no" else ()
    for which, name in enumerate(t.walkers):
        yield Offer(kind(name), Blocked("EMA-R38", "councilor_moved", have=name) if which in bound else None)


def walk(t: Table, rule: str, seat: int, councilor: str, steps: int) -> Next:
    """EMA-6.5: on its own board; EMA-6.4: the place may be visited."""
    which = t.walkers.index(councilor)
    place = t.ahead(t.seats[seat].councilors[which], steps)
    return [CouncilorMoved(rule, seat, which, place), *opened(t, seat, place, arrived=True)]
