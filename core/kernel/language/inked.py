"""Words for pictures: so many of a good carry its mark, so that a page can show its cube."""

from core.kernel.drawing import ink
from core.kernel.drawing.palette import GOODS
from core.kernel.language.words import Words


class Inked(Words, frozen=True):
    """Words in which goods are marked."""

    def count(self, kind: str, word: object, amount: int) -> str:
        said = super().count(kind, word, amount)
        return ink.good(said, word) if isinstance(word, str) and word in GOODS else said


def inked(words: Words) -> Words:
    """The same words, with marks."""
    return Inked(*(getattr(words, name) for name in words.__struct_fields__))
