"""Who could freely take back which rows, in a byte or two a row."""

from array import array

from core.kernel.log.row import AnyBody
from core.kernel.rules.engine import open_something

Doer = tuple[int | None, str]
"""Whose a row is: the seat, and who acted for it. One person may act for several seats, and several for one."""

APART = 16  # every so many rows it is kept how far back they are of one doer

_KEY, _NEVER, _DOERS = 0, 1, 2
_MOST = 255


class Freedom:
    """The doer of every row that can be free. A key belongs to the rows before and after it, whosever it is."""

    def __init__(self) -> None:
        self._who = array("B", [_NEVER])  # for each row, the number of its doer, or why it has none
        self._numbers: dict[int, int] | None = {}  # by the hash of the doer; None: the hashes are the numbers
        self._from = 1  # the rows from this one on are free for one doer; who that is: _KEY while there are but keys
        self._alike = _KEY
        self._keys_from = 1  # the first of the keys in a row at the end; behind the end if there is none
        self._marks_from = array("I", [1])  # all three as they were after every so many rows
        self._marks_alike = array("B", [_KEY])
        self._marks_keys = array("I", [1])

    def add(self, number: int, row: AnyBody, free: bool) -> None:  # noqa: FBT001 - what can_be_free says of it
        """One more row."""
        who = self._number((row.seat, row.actor)) if free else _KEY if row.kind == "key" else _NEVER
        self._who.append(who)
        if who != _KEY:
            if who == _NEVER:
                self._from, self._alike = number + 1, _KEY
            elif who != self._alike:
                if self._alike != _KEY:
                    self._from = self._keys_from
                self._alike = who
            self._keys_from = number + 1
        if not number % APART:
            self._marks_from.append(self._from)
            self._marks_alike.append(self._alike)
            self._marks_keys.append(self._keys_from)

    def free(self, after: int, tip: int, doer: Doer) -> bool:
        """Are all rows after `after` up to `tip` free for this one?"""
        allowed = (_KEY, self._number(doer))
        for row in range(tip, after, -1):
            mark, rest = divmod(row, APART)
            if not rest:
                since = self._marks_from if self._marks_alike[mark] in allowed else self._marks_keys
                return since[mark] <= after + 1
            if self._who[row] not in allowed:
                return False
        return True

    def _number(self, doer: Doer) -> int:
        """A small number for each doer; where there are too many of them, a large one."""
        name = hash(doer) | _DOERS
        if self._numbers is None:
            return name
        number = self._numbers.get(name) or self._numbers.setdefault(name, len(self._numbers) + _DOERS)
        if number <= _MOST:
            return number
        names = {known: name for name, known in self._numbers.items()}
        self._numbers = None
        self._who = array("q", (names.get(who, who) for who in self._who))
        self._marks_alike = array("q", (names.get(who, who) for who in self._marks_alike))
        self._alike = names.get(self._alike, self._alike)
        return name


def can_be_free(row: AnyBody, *, opens: bool | None = None) -> bool:
    """Nobody learned anything from this row, and nothing of anybody but its doer is lost with it."""
    if row.kind == "move":
        if row.chance or row.sealed_move is not None:
            return False
        return not (open_something(row.facts) if opens is None else opens)
    return row.kind in {"undo", "redo"}
