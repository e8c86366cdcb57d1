"""Everything that the program proposes to type: commands and moves, as they stand in what it prints."""

import re
from collections.abc import Iterator

COMMAND = re.compile(r"""(?<![\w/.~-])herald(?: (?!· |: )(?:'[^']*'|"[^"]*"|[^\s`)'"]*[^\s`),.;:…?!'"]))+""")
"""A command in a sentence, behind a head or between backticks; it ends before the mark that ends the sentence."""
OPEN = re.compile(r"\b[A-ZÀ-Ý]{3,}\b(?!-)|\.\.\.|[{}|]|crimson-fox")
"""What the reader must put something in the place of, and matches of other people."""


def commands(text: str) -> Iterator[str]:
    """Return every command in a text, those between backticks as they stand."""
    for line in text.splitlines():
        quoted = re.findall(r"`(herald(?: [^`]*)?)`", line)
        yield from quoted or COMMAND.findall(line)


def moves(text: str, heads: tuple[str, ...]) -> Iterator[str]:
    """Return every move behind one of these heads (`Try:`), which stands last in its sentence."""
    for line in text.splitlines():
        for head in heads:
            _, found, said = line.partition(f" {head}")
            if found:
                yield from (move.removesuffix(" …") for move in said.strip().removesuffix(".").split(", "))
