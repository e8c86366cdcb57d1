"""What a log takes at most, and the one judge of it: who writes a row and who reads one ask the same.

So whatever is accepted can be exported, imported and verified. Rows of format 1 were written without these limits, and
are read without them. How full a match is, is asked before an act is decided, of the rows that stand: an act that began
always ends, with the moves of its bots and the row that opens the seed.
"""

from collections.abc import Callable, Sequence

from msgspec import Raw, Struct
from msgspec.json import Encoder
from msgspec.structs import replace

from core.kernel.errors import HeraldError, Refused, Usage
from core.kernel.log.kinds import KINDS
from core.kernel.log.row import AnyBody, Back, Ended, KeyReplaced, Request, Ruled, Start, StoredRow

SINCE = 2
"""The format from which on rows keep to all this."""


class Limit(Struct, frozen=True):
    """So much of something; `why` is the sentence for who wants more."""

    part: str
    most: int
    why: str
    of_match: bool = False  # what is too much is no word that somebody typed, but what the match has come to


class Excess(Struct, frozen=True):
    """More than there may be."""

    limit: Limit
    found: int


NAME = 40
"""Characters of a seat's name: boards and lists keep their width."""

TEXT = Limit("text", 1_000, "long_text")
"""Characters of what is typed for a move, remark included; of a closed one as soon as its reader can see it."""

REASON = Limit("reason", 1_000, "long_reason")
ACTOR = Limit("actor", 100, "long_actor")
CLIENT = Limit("client", 200, "long_client")
WORD = Limit("seed", 200, "long_seed")
"""Characters, all of these; the last one of a word that somebody chooses for the seed."""

SEED = Limit("seed", WORD.most + 65, "long_seed")
"""Characters of the seed itself: that word, a blank, and 64 digits that nobody knows."""

MOVES = Limit("line", 100, "long_line")
"""Moves that are typed in one line."""

LINE = Limit("row", 2**20, "long_row")
"""Bytes of a row, with all that opens its boxes, as a line of an export. An edition of `resources.LONGEST` bytes takes
half of it: no sign that TOML takes is longer than two bytes for one."""

FORK = Limit("row", LINE.most, "long_fork", of_match=True)
"""The same for what a fork takes over."""

ROWS = Limit("rows", 10_000, "full_rows", of_match=True)
SIZE = Limit("size", 64 * 2**20, "full_size", of_match=True)
"""Rows of a match, and what they weigh (`weight_of`): as soon as there is so much, no act begins any more."""

BACK = Limit("rows", 8_000, "full_back", of_match=True)
"""From then on no seat goes back, or asks for it: the rows that are left are for moves, answers, keys, the arbiter."""

RESERVED_ROWS, RESERVED_SIZE = 100, 2**20
"""Of a match, kept for what settles it: answers, giving up, and the arbiter. Logs from before may have used these for
moves, so only writing asks for it.
"""

SPENT = Limit("rows", 6_000, "spent", of_match=True)
"""Rows of a match that do not bring it on, shared out evenly among the seats of people: no seat alone can fill it
(`budget.py`). Logs from before may hold more by one seat, so only writing asks for it.
"""

BOTS = 5_000
"""Moves that bots make before somebody is asked: more than any match of theirs takes."""

ACT_ROWS = Limit("rows", MOVES.most + BOTS + 4, "long_act", of_match=True)
"""Rows of one act: a line of moves, or what else begins it (three rows at most), the bots, and the seed's opening."""

ACT_SIZE = Limit("size", 2 * LINE.most + ACT_ROWS.most * 2**12, "long_act", of_match=True)
"""Bytes of one act: a fork's two rows, and rows of 4 KiB: those of games have less than one on average."""

FILE_ROWS = 2**14
FILE_SIZE = 2**28
"""Rows, and bytes with all that opens their boxes, that are read of a log of whatever format: no match comes near."""

LATEST = 253_402_300_799
"""The end of the year 9999, in seconds since 1970."""

_encode = Encoder().encode
_BARE = len(_encode(StoredRow(Raw(b"{}"), (), (), "0" * 64))) - len("{}") + len("\n")
_CLOSED = len(_encode(StoredRow(Raw(b"{}"), ("0" * 64,), (None,), "0" * 64))) - len("{}") + len("\n") - _BARE


def length_of(row: StoredRow) -> int:
    """Bytes of a row as a line of an export, with those openings that its reader holds."""
    return len(_encode(row)) + 1 if row.commits else _BARE + len(row.body)


def weight_of(row: StoredRow) -> int:
    """The same with every box closed: all readers find the same, and nobody learns how much is in one."""
    boxes = len(row.commits)
    return _BARE + len(row.body) + (boxes * (_CLOSED + 2) - 2 if boxes else 0)  # with a comma between two


def weight(rows: Sequence[StoredRow]) -> int:
    """Of all these rows."""
    return sum(map(weight_of, rows))


def over(limit: Limit, found: int) -> Excess | None:
    """Is this more than there may be?"""
    return Excess(limit, found) if found > limit.most else None


def too_long(*texts: tuple[Limit, str]) -> Excess | None:
    """The first text that has more characters than it may."""
    for limit, text in texts:
        if len(text) > limit.most:
            return Excess(limit, len(text))
    return None


def too_long_in(body: AnyBody) -> Excess | None:
    """The same of what a row says, as far as its reader can see it."""
    about, words = body.about, body.sealed_text
    typed = words.value if words is not None and words.known else body.text
    if len(typed) > TEXT.most or len(body.actor) > ACTOR.most or len(body.client) > CLIENT.most:
        return too_long((TEXT, typed), (ACTOR, body.actor), (CLIENT, body.client))
    if about is None:
        return None
    if isinstance(about, (Back, Ended, KeyReplaced, Request, Ruled)):
        return too_long((REASON, about.reason))
    if isinstance(about, Start) and about.seed.known:
        return too_long((SEED, about.seed.value))
    return None


def too_full(rows: int, size: int, *, back: bool = False, settles: bool = True) -> Excess | None:
    """Find whether no act may begin on this many rows, of this weight.

    `back`: the act of a seat that goes back, or asks for it; `settles`: one that may use what is reserved.
    """
    for limit, found, most, why in (
        (ROWS, rows, ROWS.most - RESERVED_ROWS, "nearly_full_rows"),
        (SIZE, size, SIZE.most - RESERVED_SIZE, "nearly_full_size"),
    ):
        if found >= limit.most:
            return Excess(limit, found)
        if not settles and found >= most:
            return Excess(replace(limit, most=most, why=why), found)
    return Excess(BACK, rows) if back and rows >= BACK.most else None


class Measure:
    """Goes along the rows of a match, as who reads them does."""

    def __init__(self) -> None:
        self._rows = 0
        self._size = 0
        self._agreed = False  # the row before says yes to a request: what was asked for belongs to it

    def add(self, row: StoredRow, body: AnyBody) -> Excess | None:
        """The next row: is anything more than who writes rows would have let in?"""
        before, weight = self._size, weight_of(row)
        self._rows += 1
        self._size = before + weight
        kind = KINDS[body.kind]
        answers, self._agreed = self._agreed, kind.request == "gains"
        if self._rows > FILE_ROWS:
            return Excess(replace(ROWS, most=FILE_ROWS), self._rows)
        if body.v < SINCE:
            return None
        found = too_long_in(body) or over(LINE, length_of(row) if row.commits else weight)
        if found is not None:
            return found
        if kind.goes_on or ((kind.turns or kind.ends or kind.rules) and answers):
            return too_full(self._rows - ACT_ROWS.most, self._size - ACT_SIZE.most)
        return too_full(self._rows - 1, before, back=body.seat is not None and goes_back(body))


def goes_back(body: AnyBody) -> bool:
    """Return whether the row goes back or forth, or asks for something; giving up is open to the end."""
    kind = KINDS[body.kind]
    asks = kind.request == "begins" and not (isinstance(body.about, Request) and body.about.what == "end")
    return bool(kind.turns) or asks


# --- for who writes ---------------------------------------------------------------------------------------------------


def refuse(found: Excess | None) -> None:
    """What is too much is not written, and the sentence says how much there may be."""
    if found is None:
        return
    limit = found.limit
    if limit.of_match:
        raise Refused("", limit.why, expected=limit.most, found=found.found)
    raise Usage(limit.why, expected=limit.most, found=found.found)


def refuse_texts(*texts: tuple[Limit, str]) -> None:
    """Before anything is decided: what is too long, or no text at all, as an argument of a command can be."""
    refuse(too_long(*texts))
    for limit, text in texts:
        try:
            text.encode()
        except UnicodeEncodeError as problem:
            raise Usage("no_text", part=limit.part) from problem
        if "\0" in text:  # it ends a text for many programs, and would hide what is behind it
            raise Usage("nul_in_text", part=limit.part)


def refuse_row(body: AnyBody, row: StoredRow, rows: int, size: int) -> None:
    """The last look at a row that was written; with it, its act has so many rows, of this weight."""
    if body.v >= SINCE:
        longest = FORK if KINDS[body.kind].takes_over else LINE
        refuse(too_long_in(body) or over(longest, length_of(row)) or over(ACT_ROWS, rows) or over(ACT_SIZE, size))


def clock(now: Callable[[], int]) -> Callable[[], int]:
    """The same clock; where it stands at a time that no log takes, nothing is written."""

    def told() -> int:
        at = now()
        if not 0 <= at <= LATEST:
            raise HeraldError("clock_wrong", found=at)
        return at

    return told
