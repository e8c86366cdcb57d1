"""A scenario as the text of its file: an entry a line, as a person would write it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias, TypeGuard

Written: TypeAlias = Any
"""A value as a scenario has it: a text, a number, a list, a table."""

NOTHING: Final[Any] = ("", {}, [])
"""How a scenario writes that there is nothing."""

WIDTH: Final = 110
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES: Final = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def lines_of(path: Sequence[str], value: Written, comments: Mapping[tuple[str, ...], str]) -> Iterator[str]:
    """The lines of an entry and of what lies in it, with their comments; tables that are too long, part by part."""
    name, comment = ".".join(map(key, path)), comments.get(tuple(path), "")
    behind = f"  # {comment}" if comment else ""
    line = f"{name} = {text_of(value)}"
    within = [at for at in comments if at[: len(path)] == tuple(path) and len(at) > len(path)]
    apart = within or tuple(path[:-1]) == ("given",) or len(line) > WIDTH
    if is_table(value) and value and apart:
        for part, item in value.items():
            yield from lines_of((*path, part), item, comments)
    elif isinstance(value, str) and "\n" in value:
        yield f'{name} = """{behind}'
        yield from value.strip("\n").split("\n")
        yield '"""'
    elif is_list(value) and len(line) > WIDTH:
        yield f"{name} = [{behind}"
        items = [text_of(item) for item in value]
        yield from (f"  {item}," for item in items) if path[-1] == "facts" else _broken(items)
        yield "]"
    else:
        yield f"{line}{behind}"


def _broken(items: Sequence[str]) -> Iterator[str]:
    """The items of a list, as many as fit on each line."""
    line = " "
    for item in items:
        if len(line) + len(item) + 2 > WIDTH and line.strip():
            yield line
            line = " "
        line += f" {item},"
    yield line


def text_of(value: Written) -> str:
    """A value as TOML, on one line."""
    if isinstance(value, bool):
        return str(value).lower()
    if is_table(value):
        return (
            "{ " + ", ".join(f"{key(name)} = {text_of(item)}" for name, item in value.items()) + " }" if value else "{}"
        )
    if is_list(value):
        return f"[{', '.join(map(text_of, value))}]"
    return _quoted(value) if isinstance(value, str) else str(value)


def shown(written: Written) -> str:
    """Return what is written as a sentence names it: a text without quotation marks, anything else as TOML."""
    return written if isinstance(written, str) else text_of(written)


def key(name: str) -> str:
    """A name as TOML: in quotation marks where it needs them."""
    return name if _BARE.fullmatch(name) else _quoted(name)


def _quoted(text: str) -> str:
    return (
        '"'
        + "".join(
            _ESCAPES.get(sign, sign if sign >= " " and sign != "\x7f" else f"\\u{ord(sign):04x}") for sign in text
        )
        + '"'
    )


def is_table(written: Written) -> TypeGuard[Mapping[str, Written]]:
    """Return whether it is a table."""
    return isinstance(written, dict)


def is_list(written: Written) -> TypeGuard[list[Written]]:
    """Return whether it is a list."""
    return isinstance(written, list)
