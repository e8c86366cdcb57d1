"""Words for pictures: so many of a good carry its mark, so that a page can show its cube."""

import re
from collections.abc import Mapping
from typing import Any

from core.kernel.drawing import ink
from core.kernel.drawing.palette import GOODS
from core.kernel.language.words import Words


class Inked(Words, frozen=True):
    """Words in which goods are marked."""

    called: Mapping[str, str] = {}  # each good by all that it is called
    counted: re.Pattern[str] = re.compile("(?!)")  # so many of one of them

    def count(self, kind: str, word: object, amount: int) -> str:
        said = super().count(kind, word, amount)
        return ink.good(said, word) if isinstance(word, str) and word in GOODS else said

    def inked(self) -> "Words":
        return self

    def goods(self, text: str) -> str:
        """With a mark on each “2 gold” that has none."""
        return self.counted.sub(lambda found: ink.good(found[0], self.called[found[1]]), text)


def inked(words: Words) -> Words:
    """The same words, with marks."""
    told = ((word, names[word]) for names in (words.board, *words.names.values()) for word in GOODS if word in names)
    called = {form: word for word, name in told for form in name.split("|") if form and "{" not in form}
    names = "|".join(re.escape(name) for name in sorted(called, key=len, reverse=True))
    counted = re.compile(rf"(?<!\S)[+-]?\d+ ({names or '(?!)'})(?!\w)")
    fields: dict[str, Any] = {name: getattr(words, name) for name in words.__struct_fields__}
    return Inked(**fields, called=called, counted=counted)
