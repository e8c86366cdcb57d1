"""Where a match parts from what it would have been under other readings, and how."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from core.kernel.errors import Refused
from core.kernel.rules.engine import State
from core.kernel.rules.result import Result
from core.kernel.rules.secret import Box
from core.kernel.rules.step import Fact

How = Literal["set_up", "follows", "not_legal", "draw", "closed", "unfinished"]
"""What is otherwise at a row.

`set_up`: the table is laid out otherwise, so it is another match from there on. `follows`: the same move has other
facts, or another step comes next. `not_legal`: the move may not be made. `draw`: something else would be drawn, or at
another moment. `closed`: it hangs on a box that the reader does not hold. `unfinished`: all moves were made, and
somebody would still have to choose.
"""


class Parting(Struct, frozen=True):
    """A row that goes otherwise."""

    row: int
    how: How
    gone: tuple[Fact[Any], ...] = ()
    """The facts as they were that do not follow now."""

    come: tuple[Fact[Any], ...] = ()
    """Those that follow in their place."""

    refused: Refused | None = None
    """Why the move is not legal."""

    draw: str = ""
    """The label of the draw that nobody made; empty where one that was made is left out."""

    box: Box | None = None
    """What would have to be opened; and for whom it was closed: nobody, where it is the seed."""

    by: tuple[int, ...] = ()


class Otherwise(Struct, frozen=True):
    """What becomes of a match under other readings."""

    readings: Mapping[str, str]
    """Those of them that it was not played under anyhow, by option."""

    asked: Mapping[str, int]
    """Every option that was asked, and the first row in which it was: as far as the match was gone along."""

    first: Parting | None
    """The first row that goes otherwise; None where the match stays as it was played."""

    stop: Parting | None
    """The row at which nothing more can be said: with the same moves and draws it does not go on. It may be the first.

    None where it goes on to the last row.
    """

    hidden: int
    """Moves of which this reader cannot know whether they are legal; what followed from them was decided."""

    state: State[Any]
    """After the last row, or before the one at which it stops."""

    result: Result | None
    """With the same moves and draws; None where it does not come to its end so."""


def without(facts: Sequence[Fact[Any]], others: Sequence[Fact[Any]]) -> tuple[Fact[Any], ...]:
    """Those that are not among the others, in their order."""
    left, found = list(others), list[Fact[Any]]()
    for fact in facts:
        if fact in left:
            left.remove(fact)
        else:
            found.append(fact)
    return tuple(found)
