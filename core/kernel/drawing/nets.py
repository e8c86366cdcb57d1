"""How a net lies: its places in rows, from left to right, and the ways that lead from a row to the next or along it."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from core.kernel.drawing.parts import Card, Link, Net

Span = tuple[int, int]
"""From where to where something reaches, in whatever a medium counts."""


def rows(net: Net) -> list[list[Card]]:
    """The places that lie at one height, from the upper ones to the lower ones."""
    lying = sorted(zip(net.at, range(len(net.at)), strict=True), key=lambda it: (it[0][1], it[0][0], it[1]))
    heights = list(dict.fromkeys(at[1] for at, _ in lying))
    return [[net.places[number] for at, number in lying if at[1] == height] for height in heights]


def joining(net: Net, one: Card, other: Card) -> list[Link]:
    """The ways between two places."""
    return [link for link in net.links if {*link.ends} == {one.key, other.key}]


def along(net: Net, row: Sequence[Card]) -> list[list[Link]]:
    """The ways from each place of a row to the next."""
    return [joining(net, one, other) for one, other in pairwise(row)]


def down(net: Net, above: Sequence[tuple[Card, Span]], below: Sequence[tuple[Card, Span]]) -> list[tuple[Link, Span]]:
    """The ways between two rows, each with its share of where its two places lie one above the other."""
    found: list[tuple[Link, Span]] = []
    for one, (left, right) in above:
        for other, (start, end) in below:
            low, high = max(left, start), min(right, end)
            links = joining(net, one, other) if low < high else []
            wide = (high - low) // (len(links) or 1)
            found += ((link, (low + wide * at, low + wide * (at + 1))) for at, link in enumerate(links))
    return sorted(found, key=lambda it: it[1])


def apart(net: Net, drawn: Iterable[Link]) -> list[Link]:
    """The other ways: their places do not lie beside each other."""
    seen = list(drawn)
    return [link for link in net.links if link not in seen]


def lying_at(net: Net, place: Card) -> tuple[Card, ...]:
    """What lies at a place."""
    return next((cards for it, cards in zip(net.places, net.lying, strict=False) if it.key == place.key), ())
