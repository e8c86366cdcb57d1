"""A reading that a table agrees on in mid-match may find what the one before left, and what it never leaves itself."""

from core.games.nobility.table import Table


def heeded(t: Table) -> bool:
    """RTN-R11, RTN-R31, RTN-R39: is that looked at? It used to be overlooked."""
    return t.rulings.left_behind == "heeded"
