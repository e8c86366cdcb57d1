"""What must hold between the entries of an edition, beside what the type of each says."""

from collections.abc import Collection

from msgspec import Struct


class Claim(Struct, frozen=True):
    """An entry, whether it fits, and what an error says of it."""

    entry: str
    fits: bool
    expected: object
    found: object
    why: str = "edition_count"


def equal(entry: str, found: object, expected: object) -> Claim:
    """An entry has one value only."""
    return Claim(entry, found == expected, expected, found)


def least(entry: str, found: int, number: int) -> Claim:
    """A number is not lower than this."""
    return Claim(entry, found >= number, number, found, "edition_least")


def most(entry: str, found: int, number: int) -> Claim:
    """A number is not higher than this."""
    return Claim(entry, found <= number, number, found, "edition_most")


def among(entry: str, found: object, known: Collection[object]) -> Claim:
    """A value is one of these."""
    return Claim(entry, found in known, known, found, "edition_word")
