"""What every part of the board is described with."""

from collections.abc import Iterable, Sequence

from core.games.emara.data.edition import edition
from core.games.emara.names import ActionId, FavorId
from core.games.emara.view import View
from core.kernel.drawing import ink
from core.kernel.drawing.description import Description
from core.kernel.language.words import Words


class Pen(Description[View]):
    """With the cards of the match."""

    def __init__(self, v: View, words: Words, seats: Sequence[str]) -> None:
        super().__init__(v, words, seats)
        self.data = edition(v.edition)

    def favor(self, favor: FavorId) -> str:
        """EMA-13.1: what to type, and what it gives."""
        return f"{ink.strong(self.words.typed(favor))} {self.words.amounts('good', self.data.favors[favor].reward)}"

    def names(self, cards: Iterable[ActionId]) -> str:
        return ", ".join(self.words.name("action", card) for card in cards)
