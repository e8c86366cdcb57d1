"""The kinds of row: what a row of each kind does to the match, declared once.

Whoever wants to know something of a row because of its kind asks here. So a new kind is a name in `row.Kind`, what
it is declared to be in `KINDS`, and the judge that `verify` has for it; how it is told stands in the word files.
"""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from core.kernel.log.row import (
    Back,
    Ended,
    Joined,
    KeyReplaced,
    Kind,
    NonceOpened,
    Request,
    Ruled,
    SeedRevealed,
    Start,
)

Writer = Literal["host", "awaited", "seat", "asked", "seat or arbiter", "anybody"]
"""`awaited`: a seat without which the match does not begin; `asked`: one that a request waits for, or that made it."""


class RowKind(Struct, frozen=True):
    """What holds of every row of a kind. The defaults are those of a row that only says something."""

    name: Kind

    about: type[Struct] | None = None
    """What it says besides facts, if it cannot do without."""

    writer: Writer = "seat"

    plays: bool = False
    """It brings the match on: facts follow from it, or the next step."""

    decides: bool = False
    """It is a seat's decision: what an undo takes back where no row is named."""

    begins: bool = False
    """The game begins with it, unless its seats are waited for, or it is a fork."""

    takes_over: bool = False
    """Its facts were decided in another match."""

    ends: bool = False
    """The match is over with it, and has no result."""

    rules: bool = False
    """What is decided from it on is decided under other readings; what is asked by then is asked again under them."""

    closes: bool = False
    """The match is over with the row before it."""

    turns: Literal["", "back", "forth"] = ""
    """Play continues from another row: an undo leaves what a redo brings back."""

    request: Literal["lapses", "begins", "gains", "waits"] = "lapses"
    """What becomes of the request for consent that waits: this row may be one, agree to it, or leave it alone."""

    free: Literal["nobody", "doer", "anybody"] = "nobody"
    """Whose undo may pass it without the others' consent. What is `anybody`'s is never undone itself."""

    only_when_due: bool = False
    """It has a place of its own in a log, and stands nowhere else."""

    at_once: bool = False
    """It is written with the row before it: no log ends between the two."""

    spends: bool = False
    """It brings the match no further, and every seat has a budget of such rows (`budget.py`)."""

    goes_on: bool = False
    """It may belong to an act that has begun, which ends however full the match has become."""


KINDS: Mapping[Kind, RowKind] = {
    kind.name: kind
    for kind in (
        RowKind("start", Start, "host", plays=True, begins=True, only_when_due=True),
        RowKind("fork", writer="anybody", plays=True, takes_over=True, only_when_due=True, at_once=True, goes_on=True),
        RowKind("join", Joined, "awaited", plays=True),
        RowKind("nonce", NonceOpened, "awaited", plays=True, goes_on=True),
        RowKind("begin", writer="host", plays=True, begins=True, only_when_due=True, goes_on=True),
        RowKind("move", plays=True, decides=True, free="doer", goes_on=True),
        RowKind("undo", Back, "seat or arbiter", turns="back", free="doer", spends=True),
        RowKind("redo", Back, "seat or arbiter", turns="forth", free="doer", spends=True),
        RowKind("end", Ended, "seat or arbiter", plays=True, ends=True),
        RowKind("ruling", Ruled, "seat or arbiter", plays=True, rules=True),
        RowKind("ask", Request, request="begins", spends=True),
        RowKind("agree", writer="asked", request="gains"),
        RowKind("decline", writer="asked"),
        RowKind("key", KeyReplaced, "seat or arbiter", request="waits", free="anybody", spends=True),
        RowKind("reveal", SeedRevealed, "host", closes=True, at_once=True, goes_on=True),
    )
}
