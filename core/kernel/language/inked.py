"""Words for pictures: so many of a good carry its mark, so that a page can show its cube."""

import re

from core.kernel.drawing import ink
from core.kernel.drawing.palette import GOODS
from core.kernel.language.words import Words


class Inked(Words, frozen=True):
    """Words in which goods are marked."""

    def count(self, kind: str, word: object, amount: int) -> str:
        said = super().count(kind, word, amount)
        return ink.good(said, word) if isinstance(word, str) and word in GOODS else said

    def goods(self, text: str) -> str:
        """With a mark on each “2 gold” that has none."""
        called = self._called()
        names = "|".join(re.escape(name) for name in sorted(called, key=len, reverse=True))
        return re.sub(rf"(?<!\S)[+-]?\d+ ({names})(?!\w)", lambda found: ink.good(found[0], called[found[1]]), text)

    def _called(self) -> dict[str, str]:
        """Each good by all that it is called."""
        told = [(word, name) for names in (self.board, *self.names.values()) for word, name in names.items()]
        return {form: word for word, name in told if word in GOODS for form in name.split("|") if form}


def inked(words: Words) -> Words:
    """The same words, with marks."""
    return Inked(*(getattr(words, name) for name in words.__struct_fields__))
