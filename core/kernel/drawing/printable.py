"""Names that somebody chose: shown by every command, so this is read without the rest of the drawing."""


def printable(text: str) -> str:
    """A name without what would move the cursor, turn the line around, or pass for a mark (`ink.py`)."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
