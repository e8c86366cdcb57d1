"""Which dice fit where: a line for each value that can be played, with what each open place gives for it."""

from collections.abc import Iterable

from core.games.nobility.board.pen import Pen
from core.games.nobility.names import (
    BERK,
    CASTLE,
    CHANCERY,
    COMMISSION,
    COUNCIL,
    GUILD,
    GUILDS,
    HALL,
    PORT,
    RECALL,
    UPPER,
    YARD,
    DemandId,
    DieId,
    GuildId,
    PlaceId,
)
from core.games.nobility.rules.hand import modifiers_of
from core.games.nobility.rules.open_places import OpenPlace
from core.games.nobility.view import SeatView
from core.kernel.drawing import ink
from core.kernel.drawing.parts import Card, Cards, Panel

NEARLY_ALL = len(GUILDS) - 1
BESIDE = 2  # ways to play a value with modifiers, beside the first one
EXTRA = -1  # RTN-20.3: of the slots of the castle the last


class Dice(Pen):
    """RTN-4: the dice of the reader, or of whose turn it is."""

    def panel(self, seat: SeatView) -> Panel:
        """RTN-4.1: what is left of the limit stands beside the heading."""
        title = self.label("dice_of", seat=self.seat(seat.seat))
        left = max(seat.limit - seat.used, 0)
        note = [self.label("limit", limit=seat.limit, used=seat.used, left=left)]
        if seat.stock.modifiers:
            note.append(self.words.count("stock", "modifiers", seat.stock.modifiers))
        parts = (Cards(tuple(self._lines(seat)), form="rows", between=" · "),)
        return Panel("dice", title, " · ".join(note), parts, kind="offer")

    def _lines(self, seat: SeatView) -> Iterable[Card]:
        """By value; dice that cannot be played as they are stand among them."""
        values = {*self.v.open_places, *seat.dice}
        for value in sorted(values):
            yield self._playable(seat, value) if value in self.v.open_places else self._too_high(seat, value)

    def _playable(self, seat: SeatView, value: int) -> Card:
        """The way with the fewest modifiers is typed; the next ones stand beside it, and that there are more."""
        first, *others = sorted(seat.playable.ways.get(value, (DieId(str(value)),)), key=modifiers_of)
        times = seat.dice.count(value)
        shown = [f"×{times}"] * (times > 1) + ([f"= {value}"] if "+" in first or "-" in first else [])
        told = tuple(self._place(open_place, value) for open_place in self.v.open_places[value])
        nothing = (ink.quiet(self.labels["fits_nowhere"]),)
        beside = " ".join((*others[:BESIDE], *(["…"] if len(others) > BESIDE else [])))
        return Card(f"value{value}", first, name=" ".join(shown), tags=(ink.quiet(beside),), text=told or nothing)

    def _too_high(self, seat: SeatView, value: int) -> Card:
        told = self.labels["out"] if seat.passed else self.label("too_high", sum=seat.used + value, limit=seat.limit)
        return Card(f"value{value}", ink.quiet(str(value)), text=(ink.quiet(told),))

    # --- what a place gives for a die

    def _place(self, here: OpenPlace, value: int) -> str:
        gives = {
            GUILD: self._guild,
            YARD: self._yard,
            HALL: self._hall,
            PORT: self._port,
            COUNCIL: self._council,
            BERK: self._berk,
            CASTLE: self._castle,
            CHANCERY: self._chancery,
            COMMISSION: self._commission,
            RECALL: self._recall,
        }
        place = PlaceId(here.place)
        return gives[place](here, value) if place in gives else self.place(place)

    def _guild(self, here: OpenPlace, value: int) -> str:
        """RTN-9.9, RTN-9.11: the same in every guild that is open."""
        number = next(n for n, slot in self.data.guild.items() if value in slot.values)
        goods, workers = self.v.terms.goods[number - 1], self.v.terms.workers[number - 1]
        gives = self.label("guild_gives", goods=goods, workers=workers)
        return f"{self._guilds(here.where)} ({gives})"

    def _guilds(self, where: tuple[str, ...]) -> str:
        if len(where) == len(GUILDS):
            return self.labels["all_guilds"]
        if len(where) == NEARLY_ALL:
            closed = next(guild for guild in GUILDS if guild not in where)
            return self.label("guilds_but", guild=self.guild(closed))
        return ", ".join(self.guild(GuildId(guild)) for guild in where)

    def _yard(self, here: OpenPlace, value: int) -> str:
        return f"{self.place(here.place)} {self.coins(self.v.terms.house)}"

    def _hall(self, here: OpenPlace, value: int) -> str:
        number = next(n for n, slot in self.data.hall.items() if slot.value == value)
        tile = self.v.hall[number - 1]
        bought = "" if tile is None else f"{self.building(tile)} "
        return f"{self.place(HALL)} {bought}{self.coins(self.v.terms.tiles[number - 1])}"

    def _port(self, here: OpenPlace, value: int) -> str:
        return self.label("port_gives", place=self.place(here.place), goods=value)

    def _council(self, here: OpenPlace, value: int) -> str:
        tiles = (f"{ink.strong(tile)} {self.vp(self.data.demands[DemandId(tile)].vp)}" for tile in here.where)
        return f"{self.place(COUNCIL)} {', '.join(tiles)}"

    def _berk(self, here: OpenPlace, value: int) -> str:
        slot = next(slot for slot in self.data.berk.values() if value in slot.values)
        most = slot.free + slot.bought + self.v.terms.modifiers
        return self.label("berk_gives", place=self.place(here.place), most=most)

    def _castle(self, here: OpenPlace, value: int) -> str:
        """RTN-20.3: the fourth slot is named."""
        shown = next(n for n, slot in enumerate(self.data.castle.values()) if value in slot.values)
        more = (f"+{self.v.terms.castle[EXTRA if slot else shown]} {slot}".strip() for slot in here.where)
        return f"{self.place(here.place)} {', '.join(more)}"

    def _chancery(self, here: OpenPlace, value: int) -> str:
        """RTN-23.6: where one row is in use, nobody says which."""
        rows = [row or UPPER for row in here.where]
        desks = (desk for desk in self.data.desks.values() if desk.die == value and desk.row in rows)
        return f"{self.place(here.place)} {', '.join(self.words.name('benefit', desk.benefit) for desk in desks)}"

    def _commission(self, here: OpenPlace, value: int) -> str:
        return f"{self.place(COMMISSION)} {', '.join(map(ink.strong, here.where))}"

    def _recall(self, here: OpenPlace, value: int) -> str:
        guilds = ", ".join(self.words.name("guild", guild) for guild in here.where)
        return f"{self.place(here.place)} ({guilds})"
