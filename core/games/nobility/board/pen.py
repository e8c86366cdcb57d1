"""What every part of the board is described with: the edition, dice, peoples, guilds, small texts."""

from collections.abc import Iterable, Sequence
from typing import Final

from core.games.nobility.board.cardtext import effect_text, guild_colour, people_text
from core.games.nobility.data.edition import edition
from core.games.nobility.data.effects import Effect
from core.games.nobility.names import BuildingId, GuildId, PeopleId
from core.games.nobility.table import spot
from core.games.nobility.view import View
from core.kernel.drawing import ink
from core.kernel.drawing.description import Description
from core.kernel.drawing.parts import Piece
from core.kernel.language.words import Words

WORKER: Final = "▲"
MASTER: Final = "★"
FIRST: Final = "⚑"
TURN: Final = "▶"
LEADS: Final = "♛"
DONE: Final = "✓"


class Pen(Description[View]):
    """With the edition of the match; alone, the Automa has a name, too."""

    def __init__(self, v: View, words: Words, seats: Sequence[str]) -> None:
        super().__init__(v, words, seats)
        self.seats.extend(words.name("seat", v.players + n) for n in range(len(v.others)))
        self.data = edition(v.edition)

    def label(self, name: str, **terms: object) -> str:
        """A label of the word file, filled; numbers choose the form of the word after them."""
        return self.labels[name].format_map({key: self._term(term) for key, term in terms.items()})

    def _term(self, term: object) -> object:
        return self.words.number(term) if isinstance(term, int) else term

    def coins(self, count: int) -> str:
        return self.words.count("stock", "coins", count)

    def vp(self, count: int) -> str:
        return self.words.count("stock", "vp", count)

    def place(self, place: str) -> str:
        return self.words.name("place", place)

    def people(self, people: PeopleId) -> str:
        return people_text(people, self.words)

    def guild(self, guild: GuildId) -> str:
        """In the colour of what it makes."""
        return ink.chip(self.words.name("guild", guild), guild_colour(guild))

    def effect(self, effect: Effect) -> str:
        return self.words.goods(effect_text(effect, self.words))

    def building(self, tile: BuildingId) -> str:
        """What to type, and whose it can be: a guild’s, or everybody’s."""
        guild = self.data.buildings[tile].guild
        return f"{ink.strong(tile)} {self.labels['communal'] if guild is None else self.guild(guild)}"

    # --- dice

    def die(self, where: str, slot: int) -> Piece | None:
        """RTN-4.11: the die that lies on a slot."""
        placed = self.v.dice.get(spot(where, slot))
        return None if placed is None else Piece(placed.side, str(placed.value), self.seats[placed.side], shape="die")

    def dice(self, where: str, slots: Iterable[int]) -> tuple[Piece, ...]:
        """Those that lie on some slots."""
        return tuple(die for slot in slots if (die := self.die(where, slot)) is not None)

    def queue(self) -> range:
        """RTN-6.1, RTN-8.1: the die slots of the tavern, and of the yard."""
        return range(1, self.data.counts[self.v.players].queue + 1)

    @property
    def chooser(self) -> int | None:
        """Whose dice are looked at: the reader’s, or those of whose turn it is."""
        return self.v.acting if self.v.viewer is None else self.v.viewer
