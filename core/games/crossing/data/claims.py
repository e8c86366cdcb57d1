"""What must hold between the entries of an owner's edition of Kingdom Crossing."""

from collections.abc import Iterator

from core.games.crossing.data.edition import Edition
from core.kernel.setup.claims import Claim


def claims(e: Edition) -> Iterator[Claim]:
    """The counts of the box, and that each entry can be played."""
    yield from ()
