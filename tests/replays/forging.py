"""A forger who knows the format: changes what a row says and makes every digest anew."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from core.kernel.log.row import StoredRow, chain, origin
from core.kernel.rules.secret import Opening, commit
from replays.files.export import Header, file_sum

Json = dict[str, Any]


def forged(rows: Sequence[StoredRow], number: int, change: Callable[[Json], object]) -> list[StoredRow]:
    """The rows with the body of one changed; openings that are carried or held stay true to their boxes."""
    body = msgspec.json.decode(rows[number - 1].body)
    change(body)
    return chained([*rows[: number - 1], replace(rows[number - 1], body=raw(body)), *rows[number:]])


def raw(body: Json) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(body))


def chained(rows: Sequence[StoredRow], match: str = "") -> list[StoredRow]:
    """The same rows under digests of their own; `match`: where row 1 may not say it."""
    digest = origin(match or msgspec.json.decode(rows[0].body)["match"])
    made: list[StoredRow] = []
    for row in rows:
        digest = chain(digest, row.body, row.commits)
        made.append(replace(row, digest=digest))
    return made


def resealed(rows: Sequence[StoredRow], match: str, number: int, box: int, value: Any) -> list[StoredRow]:
    """Another value in a box, with the commitment that belongs to it."""
    row = rows[number - 1]
    opening = Opening("5a17" * 8, msgspec.json.encode(value).decode())
    commits = (*row.commits[:box], commit(match, (number, box), opening), *row.commits[box + 1 :])
    openings = (*row.openings[:box], opening, *row.openings[box + 1 :])
    return chained([*rows[: number - 1], replace(row, commits=commits, openings=openings), *rows[number:]])


def filed(rows: Sequence[StoredRow], view: str = "full") -> bytes:
    """A file of these rows whose first line says all that is so of them."""
    lines = [msgspec.json.encode(row) + b"\n" for row in rows]
    first = msgspec.json.decode(rows[0].body)
    header = Header(1, first["match"], first["about"]["game"], view, len(rows), rows[-1].digest, "")
    return b"".join([msgspec.json.encode(replace(header, sum=file_sum(header, lines))) + b"\n", *lines])
