"""Bad copies of a good export, each named by what was done to it.

Two kinds. *Damage* leaves the digests as they were: nobody may believe any of it. A *forgery* makes every digest, the
head and the sum anew, as somebody can who knows the format: it must be told from the match by what it says, where that
can be told at all (nothing proves who typed a move, when, or with which remark).
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from core.kernel.log.row import StoredRow
from core.kernel.rules.chance import Stream
from replays.files.export import Header, file_sum
from tests.replays.forging import Json, chained, raw
from tests.replays.lies import LIES, Lie, ending, opening_rows

FORGED = "forged"
"""How the name of a forgery begins."""

LIE = f"{FORGED} lie"
"""How the name of a forgery begins that nobody may take for valid: another outcome of what was played."""

FREE = (
    "at",
    "actor",
    "client",
    "reason",
    "bots",
    "keys",
    "seed_chosen",
    "practice",
    "forked",
    "engine",
    "rules",
    "twice",
)
"""What a log says and nothing in it can prove: a forgery of these may be believed."""

FEWEST = 3
NEIGHBOURS = frozenset({"rows swapped", "order", "gap"})
"""Mutants that need so many rows."""

DEEP = 100_000
HUGE = 10**400

HOSTILE: tuple[bytes, ...] = (
    b"null",
    b"true",
    b"-1",
    b"-0",
    b"0.0",
    b"1e3",
    b"1e999",
    b"NaN",
    b"Infinity",
    b"%d" % 2**31,
    b"%d" % 2**63,
    b"%d" % -(2**63),
    b"%d" % HUGE,
    b'""',
    b'"\\u0000"',
    b'"\\ud800"',
    b'"\\u001b]0;owned\\u0007\\u202egnp"',
    b'"../../etc/passwd"',
    b'"' + b"long" * 5_000 + b'"',
    b"[]",
    b"{}",
    b"[null]",
    b'{"type":"start"}',
    b'{"box":[1,0],"by":[]}',
    b'{"box":[9999999,-1],"by":[99]}',
    b"[" * DEEP + b"]" * DEEP,
    b'{"a":' * DEEP + b"1" + b"}" * DEEP,
)
"""JSON, or nearly, that stands where something else should."""


class Copy:
    """An export, taken apart."""

    def __init__(self, data: bytes) -> None:
        first, *self.lines = data.splitlines(keepends=True)
        self.first = first
        self.header = msgspec.json.decode(first, type=Header)
        self.rows = [msgspec.json.decode(line, type=StoredRow) for line in self.lines]

    def bodies(self) -> list[Json]:
        """What the rows say, as JSON."""
        return [msgspec.json.decode(row.body) for row in self.rows]

    def put(self, number: int, body: bytes) -> bytes:
        """The file with another body in a row, under digests of its own."""
        row = replace(self.rows[number - 1], body=msgspec.Raw(body))
        return sealed(self.header, [*self.rows[: number - 1], row, *self.rows[number:]])


def sealed(header: Header, rows: Sequence[StoredRow]) -> bytes:
    """A file of these rows that hangs together: digests, number of rows, head and sum."""
    linked = chained(rows, header.match)
    lines = [msgspec.json.encode(row) + b"\n" for row in linked]
    return headed(replace(header, rows=len(linked), head=linked[-1].digest), lines)


def headed(header: Header, lines: Sequence[bytes]) -> bytes:
    """A file with this header over these lines, under a sum that fits."""
    return b"".join([msgspec.json.encode(replace(header, sum=file_sum(header, lines))), b"\n", *lines])


def mutants(data: bytes, dice: Stream) -> Iterator[tuple[str, bytes]]:
    """One bad copy of each kind, at places that the dice choose."""
    copy = Copy(data)
    for name, make in DAMAGE.items():
        if len(copy.rows) >= FEWEST or name not in NEIGHBOURS:
            yield name, make(copy, dice)
    for name, forge in FORGERIES.items():
        if len(copy.rows) >= FEWEST or name not in NEIGHBOURS:
            where, made = forge(copy, dice)
            if made != data:
                yield f"{FORGED} {name} {where}", made


def may_be_believed(name: str) -> bool:
    """Can no reader of this copy know better?"""
    return name.startswith(FORGED) and any(f" {free}" in f"{name} ".replace(".", " ") for free in FREE)


# --- damage: the digests stay as they were --------------------------------------------------------------------------

Damage = Callable[[Copy, Stream], bytes]


def _joined(copy: Copy, lines: Sequence[bytes]) -> bytes:
    return b"".join([copy.first, *lines])


def _place(copy: Copy, dice: Stream) -> int:
    return dice.below(len(copy.lines))


def _flipped(copy: Copy, dice: Stream) -> bytes:
    data = _joined(copy, copy.lines)
    at = dice.below(len(data))
    return data[:at] + bytes([data[at] ^ (1 + dice.below(255))]) + data[at + 1 :]


def _inserted(copy: Copy, dice: Stream) -> bytes:
    data = _joined(copy, copy.lines)
    at = dice.below(len(data))
    return data[:at] + dice.pick(INSERTS) + data[at:]


def _left_out(copy: Copy, dice: Stream) -> bytes:
    data = _joined(copy, copy.lines)
    at = dice.below(len(data) - 40)
    return data[:at] + data[at + 1 + dice.below(30) :]


def _cut(copy: Copy, dice: Stream) -> bytes:
    data = _joined(copy, copy.lines)
    return data[: dice.below(len(data))]


def _rows_cut(copy: Copy, dice: Stream) -> bytes:
    return _joined(copy, copy.lines[: _place(copy, dice)])


def _row_missing(copy: Copy, dice: Stream) -> bytes:
    at = _place(copy, dice)
    return _joined(copy, copy.lines[:at] + copy.lines[at + 1 :])


def _row_doubled(copy: Copy, dice: Stream) -> bytes:
    at = _place(copy, dice)
    return _joined(copy, copy.lines[: at + 1] + copy.lines[at:])


def _rows_swapped(copy: Copy, dice: Stream) -> bytes:
    at = dice.below(len(copy.lines) - 1)
    lines = copy.lines
    return _joined(copy, [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]])


def _value_replaced(copy: Copy, dice: Stream) -> bytes:
    at = _place(copy, dice)
    _, changed = _hostile(copy.lines[at][:-1], dice)
    return _joined(copy, [*copy.lines[:at], changed + b"\n", *copy.lines[at + 1 :]])


def _header_lies(copy: Copy, dice: Stream) -> bytes:
    """Under a sum that fits."""
    header = copy.header
    lie = dice.pick(
        (
            replace(header, rows=header.rows + 1),
            replace(header, rows=0),
            replace(header, rows=-1),
            replace(header, rows=2**62),
            replace(header, match=header.match[::-1]),
            replace(header, match="../../etc/passwd"),
            replace(header, game="chess"),
            replace(header, game="\x1b[2J"),
            replace(header, view="seat nobody"),
            replace(header, view="\u202efull"),
            replace(header, head="0" * 64),
        )
    )
    return headed(lie, copy.lines)


INSERTS = (b"\n", b"\r", b"\0", b" ", b"\xff", b"\xef\xbb\xbf", "\u2028".encode(), b"\x1b[2J", b'"', b"{", b"[", b"9")

DAMAGE: dict[str, Damage] = {
    "byte flipped": _flipped,
    "bytes inserted": _inserted,
    "bytes left out": _left_out,
    "cut": _cut,
    "rows cut": _rows_cut,
    "row missing": _row_missing,
    "row doubled": _row_doubled,
    "rows swapped": _rows_swapped,
    "value replaced": _value_replaced,
    "header lies": _header_lies,
    "byte order mark": lambda copy, _: b"\xef\xbb\xbf" + _joined(copy, copy.lines),
    "line ends of another system": lambda copy, _: _joined(copy, copy.lines).replace(b"\n", b"\r\n"),
    "twice": lambda copy, _: _joined(copy, copy.lines) * 2,
    "backwards": lambda copy, _: _joined(copy, copy.lines[::-1]),
}


# --- forgeries: everything hangs together ---------------------------------------------------------------------------

Forgery = Callable[[Copy, Stream], tuple[str, bytes]]


def _forged_value(copy: Copy, dice: Stream) -> tuple[str, bytes]:
    """Any value of a row replaced by something that has no business there."""
    number = 1 + _place(copy, dice)
    path, body = _hostile(bytes(copy.rows[number - 1].body), dice)
    return f"{path} row {number}", copy.put(number, body)


def _forged_number(copy: Copy, dice: Stream) -> tuple[str, bytes]:
    """A number of a row is another one."""
    number = 1 + _place(copy, dice)
    body = copy.bodies()[number - 1]
    path, holder, key = dice.pick([leaf for leaf in leaves(body) if isinstance(leaf[1][leaf[2]], int)])
    holder[key] += dice.pick((-1, 1, 2, -100, 100, 2**31, 2**53, 2**63, -(2**64)))
    return f"{path} row {number}", copy.put(number, _encoded(body))


def _forged_word(copy: Copy, dice: Stream) -> tuple[str, bytes]:
    """A word of a row is one that stands elsewhere in the match."""
    bodies = copy.bodies()
    number, other = 1 + _place(copy, dice), _place(copy, dice)
    words = [leaf for leaf in leaves(bodies[number - 1]) if isinstance(leaf[1][leaf[2]], str)]
    path, holder, key = dice.pick(words)
    was = holder[key]
    others = [held[at] for _, held, at in leaves(bodies[other]) if isinstance(held[at], str) and held[at] != was]
    holder[key] = dice.pick(others or ["another"])
    return f"{path} row {number}", copy.put(number, _encoded(bodies[number - 1]))


def _forged_part(copy: Copy, dice: Stream) -> tuple[str, bytes]:
    """A part of a row is left out, or twice there."""
    number = 1 + _place(copy, dice)
    body = copy.bodies()[number - 1]
    path, holder, key = dice.pick(list(leaves(body, whole=True)))
    if isinstance(holder, _LIST) and dice.below(2):
        holder.insert(key, holder[key])
    else:
        del holder[key]
    return f"{path} row {number}", copy.put(number, _encoded(body))


def _forged_elsewhere(copy: Copy, dice: Stream) -> tuple[str, bytes]:
    """What followed is what followed from another row."""
    bodies = copy.bodies()
    number, other = 1 + _place(copy, dice), 1 + _place(copy, dice)
    field = dice.pick(("facts", "then", "chance", "keep", "move", "text", "about", "sealed_move"))
    taken = bodies[other - 1].get(field)
    if taken == bodies[number - 1].get(field):
        taken = []
    bodies[number - 1][field] = taken
    return f"{field} of row {other} row {number}", copy.put(number, _encoded(bodies[number - 1]))


def _forged_order(copy: Copy, dice: Stream) -> tuple[str, bytes]:
    """Two neighbours have changed places, and their numbers with them."""
    bodies = copy.bodies()
    at = 1 + dice.below(len(bodies) - 2)
    bodies[at], bodies[at + 1] = bodies[at + 1], bodies[at]
    rows = list(copy.rows)
    rows[at], rows[at + 1] = rows[at + 1], rows[at]
    for place in (at, at + 1):
        bodies[place] |= {"seq": place + 1, "parent": place}
        rows[place] = replace(rows[place], body=raw(bodies[place]))
    return f"row {at + 1}", sealed(copy.header, rows)


def _forged_gap(copy: Copy, dice: Stream) -> tuple[str, bytes]:
    """A row is taken out, and the others close up."""
    bodies = copy.bodies()
    at = 1 + dice.below(len(bodies) - 2)
    rows = [*copy.rows[:at]]
    for place in range(at + 1, len(bodies)):
        body = {**bodies[place], "seq": place, "parent": min(bodies[place]["parent"], place) - 1}
        rows.append(replace(copy.rows[place], body=raw(body)))
    return f"row {at + 1}", sealed(copy.header, rows)


def _forged_twice(copy: Copy, dice: Stream) -> tuple[str, bytes]:
    """A row happens again at the end."""
    body = copy.bodies()[at := 1 + dice.below(len(copy.rows) - 1)]
    last = len(copy.rows) + 1
    again = replace(copy.rows[at], body=raw({**body, "seq": last, "parent": last - 1}))
    return f"row {last}", sealed(copy.header, [*copy.rows, again])


def _forged_edition(copy: Copy, dice: Stream) -> tuple[str, bytes]:
    """An edition that is none."""
    body = copy.bodies()[0]
    what, edition = dice.pick(EDITIONS)
    body["about"]["edition"] |= edition
    return f"{what} row 1", copy.put(1, _encoded(body))


EDITIONS: tuple[tuple[str, Json], ...] = (
    ("digest", {"digest": "0" * 64}),
    ("of no TOML", {"text": "]["}),
    ("empty", {"text": "# nothing"}),
    ("nested", {"text": "a = " + "[" * 5_000 + "]" * 5_000}),
    ("of many dots", {"text": ".".join(["a"] * 5_000) + " = 1"}),
    ("of many tables", {"text": "".join(f"[a{number}]\n" for number in range(20_000))}),
    ("of control", {"text": 'name = "\\u001b[2J"', "name": "\x1b]0;owned\x07"}),
)


def _told(lie: Lie) -> Forgery:
    """A lie about a row that has room for it; else the file as it is."""

    def forge(copy: Copy, dice: Stream) -> tuple[str, bytes]:
        rows = [1, ending(copy.rows), *opening_rows(copy.rows), *(1 + _place(copy, dice) for _ in range(9))]
        for number in (dice.pick(rows) for _ in range(20)):
            made = lie(copy.rows, number, dice)
            if made is not None:
                return f"row {number}", sealed(copy.header, made)
        return "nowhere", sealed(copy.header, copy.rows)

    return forge


FORGERIES: dict[str, Forgery] = {
    **{f"lie, {name},": _told(lie) for name, lie in LIES.items()},
    "value": _forged_value,
    "number": _forged_number,
    "word": _forged_word,
    "part": _forged_part,
    "other's": _forged_elsewhere,
    "order": _forged_order,
    "gap": _forged_gap,
    "twice": _forged_twice,
    "edition": _forged_edition,
}

# --- within JSON ----------------------------------------------------------------------------------------------------

Leaf = tuple[str, Any, Any]
"""Where a value stands: its path, what holds it, and under which key or number."""

_LIST: Any = list
_DICT: Any = dict
_MARK = "a value of another kind"


def leaves(value: Any, path: str = "", *, whole: bool = False) -> Iterator[Leaf]:
    """The values within, however deep; `whole`: also those that hold others."""
    if isinstance(value, _DICT):
        entries: Any = [(key, f"{path}.{key}" if path else key) for key in value]
    elif isinstance(value, _LIST):
        entries = [(at, f"{path}[{at}]") for at in range(len(value))]
    else:
        return
    for key, name in entries:
        holds = isinstance(value[key], (_LIST, _DICT))
        if whole or not holds:
            yield name, value, key
        if holds:
            yield from leaves(value[key], name, whole=whole)


def _hostile(data: bytes, dice: Stream) -> tuple[str, bytes]:
    """JSON with one value replaced by something hostile."""
    value = msgspec.json.decode(data)
    path, holder, key = dice.pick(list(leaves(value, whole=True)))
    holder[key] = _MARK
    return path, _encoded(value).replace(b'"%s"' % _MARK.encode(), dice.pick(HOSTILE), 1)


def _encoded(value: Any) -> bytes:
    """As JSON, whatever the numbers."""
    return msgspec.json.encode(value, enc_hook=str)
