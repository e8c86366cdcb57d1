"""What every part of the board is described with: the edition, the colours of guilds and birds, small texts."""

from collections.abc import Sequence
from typing import Final

from core.games.crossing.board.cardtext import effect_text, favor_text, favor_worth, guild_text
from core.games.crossing.data.edition import edition
from core.games.crossing.data.effects import Gain
from core.games.crossing.names import FavorId, GuildId, RegionId
from core.games.crossing.view import SideView, View
from core.kernel.drawing import ink
from core.kernel.drawing.description import Description
from core.kernel.language.words import Words

WORKER: Final = "▲"
HOUSE: Final = "⌂"
FIRST: Final = "⚑"
STAR: Final = "★"
FAVOR: Final = "♕"
FREE: Final = "□"
USED: Final = "×"
SIGNS: Final = {"flower": "✿", "sculpture": "♜"}


class Pen(Description[View]):
    """With the edition of the match; Paco & Paca sit at the table, too."""

    def __init__(self, v: View, words: Words, seats: Sequence[str]) -> None:
        super().__init__(v, words, seats)
        self.seats.extend(words.name("seat", seat) for seat in range(len(self.seats), len(v.sides)))
        self.data = edition(v.edition)

    def coins(self, count: int) -> str:
        return self.words.count("good", "coin", count)

    def vp(self, count: int) -> str:
        return self.words.count("good", "vp", count)

    def effect(self, gain: Gain) -> str:
        return effect_text(gain, self.words)

    def guild(self, guild: GuildId) -> str:
        return guild_text(guild, self.words)

    def region(self, region: RegionId) -> str:
        return self.words.name("region", region)

    def label(self, name: str, **terms: object) -> str:
        """A label of the word file, filled."""
        return self.labels[name].format_map({key: self._term(term) for key, term in terms.items()})

    def favor(self, favor: FavorId) -> str:
        return favor_text(self.data.favors[favor], self.words)

    def worth(self, favor: FavorId, seat: int) -> int:
        """KIN-17.6: what a favor would bring a seat now."""
        return favor_worth(self.data.favors[favor], self.v.sides[seat])

    def _term(self, term: object) -> object:
        return self.words.number(term) if isinstance(term, int) else term

    def stars(self, count: int) -> str:
        return ink.strong(STAR * count)


def at_end(v: View, side: SideView) -> int:
    """KIN-17.1: what the end would add now; after it nothing more is."""
    return 0 if v.end is not None else sum(side.final.values())
