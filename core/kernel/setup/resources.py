"""The data that ships inside the packages (editions, rules, words): the one door to it.

It reads through the import system, so the core still opens no file of anybody's.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

LONGEST = 2**18
"""Bytes of a TOML file: a book of rules has half of it, and row 1 carries an edition within a line of a log."""

DEEPEST = 40
"""Dots in a line: a name of thousands of parts takes memory by their square."""


def parse(data: bytes) -> dict[str, Any]:
    """TOML to data, as the standard library does it; whatever it cannot read is a `ValueError`."""
    if len(data) > LONGEST:
        raise ValueError(f"longer than {LONGEST} bytes")
    if any(line.count(b".") > DEEPEST and not line.lstrip().startswith(b"#") for line in data.splitlines()):
        raise ValueError(f"more than {DEEPEST} dots in a line")
    import tomllib  # noqa: PLC0415 - costs 4 ms, and a parser that remembers makes it needless

    try:
        return tomllib.loads(data.decode())
    except RecursionError as problem:
        raise ValueError("nested too deeply") from problem


class _Door:
    """Who turns TOML into data: the terminal puts a parser here that remembers what it parsed."""

    parse: Callable[[bytes], dict[str, Any]] = staticmethod(parse)


def parse_with(parser: Callable[[bytes], dict[str, Any]]) -> None:
    """Use another parser (a cache around `parse`) from now on."""
    _Door.parse = staticmethod(parser)


def read(package: str, name: str) -> bytes:
    """The bytes of a file that lies in a package."""
    spec = import_module(package).__spec__
    if spec is None or spec.submodule_search_locations is None:
        raise FileNotFoundError(f"{package}/{name}")
    loader: Any = spec.loader
    return bytes(loader.get_data(f"{spec.submodule_search_locations[0]}/{name}"))


@cache
def toml(package: str, name: str) -> dict[str, Any]:
    """The content of a TOML file that lies in a package."""
    return _Door.parse(read(package, name))
