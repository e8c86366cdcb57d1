"""The places with their die slots: tavern, yard, Berk and castle in a row; guilds with workshops and apprentices."""

from collections.abc import Iterable
from typing import Final

from core.games.nobility.board.cardtext import bonus_text, guild_colour, place_text, values_text
from core.games.nobility.board.pen import MASTER, WORKER, Pen
from core.games.nobility.names import AUTOMA_SLOT, BERK, CASTLE, GUILDS, MADE, TAVERN, YARD, GuildId
from core.games.nobility.rules.guild import SLOTS
from core.kernel.drawing import ink
from core.kernel.drawing.parts import Card, Cards, Panel, Piece, Spot

ACROSS: Final = 4
GUILDS_ACROSS: Final = 3
LINES: Final = "\n"


class Places(Pen):
    """Where dice lie."""

    # --- four places in a row

    def simple(self) -> Panel:
        """RTN-6, RTN-8, RTN-14, RTN-15."""
        cards = (self._tavern(), self._yard(), self._berk(), self._castle())
        return Panel("places", self.labels["places"], "", (Cards(cards, ACROSS, between=LINES),), kind="map")

    def _tavern(self) -> Card:
        """RTN-6.2: what the next die must be."""
        least = self.v.terms.least
        return self._queue(TAVERN, self.label("at_least", value=least) if least > 1 else self.labels["any_die"])

    def _yard(self) -> Card:
        """RTN-8.2, RTN-8.3."""
        most = self.v.terms.most
        rule = self.label("at_most", value=most) if most < len(GUILDS) else self.labels["any_die"]
        return self._queue(YARD, rule, self.label("a_house", coins=self.coins(self.v.terms.house)))

    def _queue(self, place: str, *rules: str) -> Card:
        """RTN-6.1, RTN-8.1: from the left."""
        slots = self.queue()
        dice = self.dice(place, slots)
        free = len(slots) - len(dice)
        told = (*rules, self.label("slots_free", free=free)) if free else (ink.quiet(self.labels["full"]),)
        return Card(place, place, name=self.place(place), text=told, pieces=dice)

    def _berk(self) -> Card:
        """RTN-14.3: modifiers for nothing, and for money."""
        more, price = self.v.terms.modifiers, self.coins(self.data.board.modifier_price)
        told = (self.label("bought_price", coins=price),)
        spots = tuple(
            self._spot(
                BERK,
                number,
                slot.values,
                self.label("modifiers", free=slot.free + more)
                + (self.label("bought", count=slot.bought) if slot.bought else ""),
            )
            for number, slot in self.data.berk.items()
        )
        return Card(BERK, BERK, name=self.place(BERK), text=told, spots=spots)

    def _castle(self) -> Card:
        """RTN-15.2, RTN-20.3."""
        values = [slot.values for slot in self.data.castle.values()] + [self.data.castle_extra.values]
        spots = tuple(
            self._spot(CASTLE, number, values[number - 1], self.label("reputation", more=more))
            for number, more in enumerate(self.v.terms.castle, 1)
        )
        return Card(CASTLE, CASTLE, name=self.place(CASTLE), spots=spots)

    def _spot(self, where: str, number: int, values: Iterable[int], text: str) -> Spot:
        return Spot(values_text(values), text, self.die(where, number))

    # --- guilds

    def guilds(self) -> Panel:
        """RTN-9.2, RTN-9.4, RTN-9.11: dice, workshops from the left, apprentices."""
        cards = Cards(tuple(map(self._guild, GUILDS)), GUILDS_ACROSS, between=LINES)
        worth = (
            self.label("numbered", number=number, text=place_text(place, self.words))
            for number, place in self.data.workshops.items()
        )
        note = self.label("good_price", coins=self.coins(self.data.board.good_price))
        parts = (cards, self.line("workshop_places", map(self.words.goods, worth), " · "))
        return Panel("guilds", self.labels["guilds"], note, parts, kind="map")

    def _guild(self, guild: GuildId) -> Card:
        good = self.words.name("good", MADE[guild])
        return Card(
            guild,
            guild,
            title=self.words.name("guild", guild),
            colour=guild_colour(guild),
            tags=(ink.good(good, MADE[guild]),),
            text=(*self._workshops(guild), self._room(guild)),
            spots=tuple(self._slots(guild)),
            pieces=tuple(self._people(guild)),
        )

    def _slots(self, guild: GuildId) -> Iterable[Spot]:
        """RTN-9.3: once enough dice lie there, the other slots are closed."""
        free, terms = self.v.terms.guilds[guild], self.v.terms
        automa = self.die(guild, AUTOMA_SLOT)
        if automa is not None:
            yield Spot(self.labels["closed"], "", automa)
            return
        for number in SLOTS:
            gives = self.label("guild_gives", goods=terms.goods[number - 1], workers=terms.workers[number - 1])
            text = gives if number in free else ink.quiet(self.labels["closed"])
            yield self._spot(guild, number, self.data.guild[number].values, text)

    def _workshops(self, guild: GuildId) -> Iterable[str]:
        """RTN-9.4: from which value on a die activates it; whose it is."""
        for number, shop in enumerate(self.v.workshops[guild], 1):
            if shop is not None:
                least = self.data.workshops[number].least
                owner = "" if shop.owner is None else f" {MASTER} {self.seat(shop.owner)}"
                bonus = self.words.goods(bonus_text(self.data.buildings[shop.tile], self.words))
                yield self.label("workshop", least=least, tile=ink.strong(shop.tile), bonus=bonus) + owner

    def _room(self, guild: GuildId) -> str:
        """RTN-9.12: places for apprentices, shared by all; RTN-10.6: and for workshops."""
        free = self.data.counts[self.v.players].apprentices - len(self.v.apprentices[guild])
        shops = sum(shop is None for shop in self.v.workshops[guild])
        return ink.quiet(self.label("room", apprentices=free, workshops=shops))

    def _people(self, guild: GuildId) -> Iterable[Piece]:
        """RTN-9.11."""
        for one in self.v.apprentices[guild]:
            yield Piece(one.seat, WORKER, self.seats[one.seat], shape="meeple")
