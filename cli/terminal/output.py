"""What goes to stdout: text, and JSON that leaves a terminal alone."""

import re
from typing import Any

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


def _harmless(data: bytes) -> bytes:
    """JSON that leaves a terminal alone, too: what would move the cursor or turn the line around is spelled out."""
    if data.isascii() and b"\x7f" not in data:
        return data
    return re.sub(UNSAFE, lambda found: f"\\u{ord(found[0]):04x}", data.decode()).encode()


DICT: Any = dict
LIST: Any = list
"""What a value is that may be anything, so that both type checkers leave what is in it alone."""


def _as_text(value: Any) -> Any:  # whatever JSON holds
    if isinstance(value, str):
        return value.encode(errors="replace").decode()
    if isinstance(value, DICT):
        return {key: _as_text(item) for key, item in value.items()}
    return [_as_text(item) for item in value] if isinstance(value, LIST) else value
