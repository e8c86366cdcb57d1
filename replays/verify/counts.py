"""What `verify` counts as it goes along."""

from msgspec import Struct


class Counts(Struct):
    """How much was decided again, and how much had to be believed."""

    moves: int = 0
    decided: int = 0
    hidden: int = 0  # moves of which this reader cannot know whether they were legal; what followed was decided again
    folded: int = 0  # moves under other rules: all of it had to be believed
    derived: int = 0  # draws that follow from the seed
    recorded: int = 0  # draws that were possible; more cannot be said without the seed
    revealed: bool = False  # the seed was opened
