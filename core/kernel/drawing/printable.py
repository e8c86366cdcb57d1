"""Names that somebody chose: shown by every command, so this is read without the rest of the drawing."""

SPACES = "\u00a0\u202f"
"""The blanks at which no line ends: in French one stands before `:` and `?`."""


def printable(text: str) -> str:
    """A name without what would move the cursor, turn the line around, or pass for a mark (`ink.py`)."""
    return "".join(letter if letter.isprintable() or letter in SPACES else "?" for letter in text)
