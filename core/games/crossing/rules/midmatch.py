"""A reading that a table agrees on in mid-match may find what the one before left, and what it never leaves itself."""

from core.games.crossing.table import Table


def heeded(t: Table) -> bool:
    """KIN-R23, KIN-R29, KIN-R31, KIN-R43: is that looked at? It used to be overlooked."""
    return t.rulings.left_behind == "heeded"
