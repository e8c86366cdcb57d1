"""What `verify` says of a log."""

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from core.kernel.log.row import Forked
from core.kernel.rules.result import Result
from replays.verify.faults import Fault

Believed = Literal["rules", "fork"]
"""Why something was only believed: it was played under other rules, or a fork took it over."""


class Report(Struct, frozen=True):
    """What was checked, how much of it, and the first fault."""

    match: str
    game: str
    edition_name: str
    edition: str  # its digest
    seats: tuple[str, ...]
    view: str  # "" where the rows come from a store
    rows: int
    head: str  # to be compared with what others hold: the same head is the same match
    over: bool
    given_up: bool
    learned: int  # how often somebody went back knowing what they had seen, with nobody to ask
    result: Result | None
    moves: int
    decided: int  # legal, and led to what is written
    hidden: int  # what rests on something closed: what followed was decided again, whether it was legal was not
    folded: int  # under other rules: nothing of them was decided again
    undone: int  # rows that do not count any more; they are checked like the others
    draws_derived: int
    draws_recorded: int
    boxes_opened: int
    boxes_closed: int
    seed_revealed: bool
    seed_chosen: bool
    practice: bool  # is the seed a bare word, so that anybody can know the draws?
    nonces: int | None  # the seats whose nonces are open, so that the draws follow from them, too
    forked: Forked | None
    other_rules: str  # the versions that the match was played under, where the rules here are others
    believed: tuple[Believed, ...]  # what the log rests on and nobody decided again
    fault: Fault | None

    @property
    def valid(self) -> bool:
        """Is it proved? What was believed anybody could have written who knows the format."""
        return self.fault is None and not self.believed


Progress = Callable[[int, int], None]
"""(rows done, rows in all)"""


def unreadable(fault: Fault) -> Report:
    """Of a log whose first row cannot be read, nothing is known."""
    return Report(
        match="",
        game="",
        edition_name="",
        edition="",
        seats=(),
        view="",
        rows=0,
        head="",
        over=False,
        given_up=False,
        learned=0,
        result=None,
        moves=0,
        decided=0,
        hidden=0,
        folded=0,
        undone=0,
        draws_derived=0,
        draws_recorded=0,
        boxes_opened=0,
        boxes_closed=0,
        seed_revealed=False,
        seed_chosen=False,
        practice=False,
        nonces=None,
        forked=None,
        other_rules="",
        believed=(),
        fault=fault,
    )
