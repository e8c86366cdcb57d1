"""What goes to stdout: text, and JSON that leaves a terminal alone."""

import re
import sys
from io import TextIOWrapper
from typing import IO, Any

import click

from cli.language.preferences import UNSAFE


def put(text: str | bytes, *, nl: bool = True, color: bool | None = None) -> None:
    """Write to stdout. A disk that is full there undoes nothing of what was done, and says so."""
    try:
        click.echo(text, nl=nl, color=color)
    except BrokenPipeError:
        raise
    except OSError as problem:
        from core.kernel.errors import HeraldError
        from replays.files.system import cause

        raise HeraldError("output_failed", detail=cause(problem)) from problem


def encode(value: object, *, pretty: bool = True) -> bytes:
    """JSON with sorted keys; laid out for reading, or in one line."""
    import msgspec

    plain = msgspec.to_builtins(value, str_keys=True, enc_hook=str)  # a map by number is written by text
    try:
        data = msgspec.json.encode(plain, order="sorted")
    except UnicodeEncodeError:  # an argument that is no text, quoted in an error
        data = msgspec.json.encode(_as_text(plain), order="sorted")
    return _harmless(msgspec.json.format(data, indent=2) if pretty else data)


def takes_any(*streams: IO[Any] | None) -> None:
    """Let streams show a replacement for a sign that their encoding lacks: nothing that was done depends on one."""
    for stream in streams:
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _harmless(data: bytes) -> bytes:
    """JSON that leaves a terminal alone, too: what would move the cursor or turn the line around is spelled out.

    Where text is not written as UTF-8, every other sign is spelled out as well.
    """
    if data.isascii() and b"\x7f" not in data:
        return data
    if not _is_utf8():
        return re.sub(r"[^\x00-\x7e]", _escaped, data.decode()).encode()
    return re.sub(UNSAFE, _escaped, data.decode()).encode()


def _escaped(found: re.Match[str]) -> str:
    """Return a sign as JSON spells it out: beyond 16 bits as two."""
    data = found[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{data[at : at + 2].hex()}" for at in range(0, len(data), 2))


def _is_utf8() -> bool:
    name = getattr(sys.stdout, "encoding", None) or "utf-8"
    return name.lower().replace("_", "-") in {"utf-8", "utf8", "utf-8-sig", "cp65001"}


DICT: Any = dict
LIST: Any = list
"""What a value is that may be anything, so that both type checkers leave what is in it alone."""


def _as_text(value: Any) -> Any:  # whatever JSON holds
    if isinstance(value, str):
        return value.encode(errors="replace").decode()
    if isinstance(value, DICT):
        return {key: _as_text(item) for key, item in value.items()}
    return [_as_text(item) for item in value] if isinstance(value, LIST) else value
