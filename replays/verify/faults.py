"""What does not hold of a log: named by row, part and field, with what it should say and what it says."""

from typing import Any, NoReturn, TypeAlias

import msgspec
from msgspec import Struct

from core.kernel.errors import Damaged

Value: TypeAlias = Any
"""Whatever a row can hold."""

_TUPLE: Value = tuple

SHOWN = 400  # characters of a value


class Fault(Struct, frozen=True):
    """What does not hold: the row (0: the file as such), its part, the field within; both values as text."""

    row: int
    part: str
    why: str
    field: str = ""
    expected: str = ""
    found: str = ""


class Faulty(Exception):
    """Carries a fault out of a check."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault


def fail(row: int, part: str, why: str, expected: object = "", found: object = "", field: str = "") -> NoReturn:
    """A check ends here."""
    raise Faulty(Fault(row, part, why, field, _plain(expected), _plain(found)))


def fault_of(problem: Damaged, row: int | None = None) -> Fault:
    """What another part of the program found."""
    number = problem.row if row is None else row
    return Fault(number, problem.part, problem.why, "", _plain(problem.expected), _plain(problem.found))


def damaged(fault: Fault) -> Damaged:
    """A fault as the error that it is."""
    part = f"{fault.part}, {fault.field}" if fault.field else fault.part
    return Damaged(fault.why, fault.row, part, fault.expected or None, fault.found or None)


def _plain(value: object) -> str:
    return "" if value is None else str(value)[:SHOWN]


def first_difference(path: str, should: Value, have: Value) -> tuple[str, str, str]:
    """Where two values differ first: the path, and both as text."""
    if isinstance(should, _TUPLE) and isinstance(have, _TUPLE):
        for at, (one, other) in enumerate(zip(should, have, strict=False)):
            if one != other:
                return first_difference(f"{path}[{at}]", one, other)
        at = min(len(should), len(have))
        return f"{path}[{at}]", _json(should[at:]), _json(have[at:])
    if isinstance(should, Struct) and type(should) is type(have):
        for name in should.__struct_fields__:
            if getattr(should, name) != getattr(have, name):
                return first_difference(f"{path}.{name}", getattr(should, name), getattr(have, name))
    return path, _json(should), _json(have)


def _json(value: Value) -> str:
    """A value for a person; a secret shows its box, never its content."""
    if value is None or value == "" or value == ():  # noqa: PLR1714 - a value that cannot be hashed may stand there
        return ""
    try:
        return msgspec.json.encode(value, enc_hook=repr).decode()[:SHOWN]
    except (TypeError, ValueError, OverflowError):
        return repr(value)[:SHOWN]
