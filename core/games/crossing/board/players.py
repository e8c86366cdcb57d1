"""What each side has: the table of numbers, and by itself its bridges, tracks, columns, tiles and favors."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from core.games.crossing.board.cardtext import GUILD_COLOURS, card_name, rest_text, work_text
from core.games.crossing.board.pen import FIRST, FREE, SIGNS, STAR, USED, Pen, at_end
from core.games.crossing.data.effects import Coins, Gain
from core.games.crossing.names import (
    DEER,
    GUILDS,
    RESOURCES,
    TILES,
    CardId,
    GuildId,
    LevelId,
    ResourceId,
    SpaceId,
    TileId,
)
from core.games.crossing.table import HOUSES
from core.games.crossing.view import SideView
from core.kernel.drawing import ink
from core.kernel.drawing.parts import Card, Cards, Panel, Part, Space, Track
from core.kernel.rules.step import tag_of

NUMBERS: Final = ("vp", "coin", *RESOURCES, "structure", "bird", "house")
NOW: Final = ("end", "total")  # as long as the match goes on


class Players(Pen):
    """The sides of a view."""

    def numbers(self) -> Panel:
        """KIN-17.1: what everybody has, and what the end would bring as things stand."""
        names = NUMBERS if self.v.end is not None else (*NUMBERS, *NOW)
        heads = [self.words.name("short", name) for name in names]
        rows = [self.counted(self.seats[side.seat], self._numbers(side), side.seat) for side in self.v.sides]
        return Panel("numbers", self.labels["numbers"], "", (self.counters(heads, rows, names),))

    def _numbers(self, side: SideView) -> Iterable[int]:
        end = at_end(self.v, side)
        resources = (side.resources.of(resource) for resource in RESOURCES)
        owned = (len(side.structures), len(side.birds), len(side.houses))
        now = () if self.v.end is not None else (end, side.vp + end)
        return (side.vp, side.coins, *resources, *owned, *now)

    def panel(self, side: SideView) -> Panel:
        return self.of_seat(side.seat, self._title(side), self._notes(side), self._parts(side))

    def _title(self, side: SideView) -> Iterable[str]:
        yield self.label("points_now", points=side.vp)
        if side.seat < self.v.players:
            yield self.coins(side.coins)

    def _notes(self, side: SideView) -> Iterable[str]:
        if self.v.end is not None:
            return
        if side.seat == self.v.token:
            yield f"{FIRST} {self.labels['first']}"
        yield self.label("at_end", points=self.vp(at_end(self.v, side)))

    def _parts(self, side: SideView) -> Iterable[Part]:
        if side.region is not None and self.v.end is None:
            yield self.line("bridges", self._ways(side), " · ")
        yield from (self._track(side, resource) for resource in RESOURCES)
        yield self._columns(side)
        yield self.line("structures", (self._structure(card) for card in side.structures), " · ")
        if side.seat < self.v.players and self.v.end is None:
            yield self._tiles(side)
        yield self.line("favors", self._favors(side), " · ")
        birds = Counter(self.data.birds[bird].colour for bird in side.birds)
        yield self.line("birds", (self.words.count("colour", colour, count) for colour, count in birds.items()))
        yield self.line("houses", self._houses(side))
        yield self.line("final" if self.v.end is None else "score", self._final(side), " + ")

    # --- where it can go

    def _ways(self, side: SideView) -> Iterable[str]:
        """KIN-5.1: the bridges from where the worker is, and where they lead; those that were crossed."""
        assert side.region is not None
        yield self.label("stands", region=ink.strong(self.region(side.region)))
        for bridge, found in self.data.bridges.items():
            there = found.across(side.region)
            if there is not None and bridge not in side.paws:
                yield self.label("leads", bridge=ink.strong(bridge), region=self.region(there))
        if side.paws:
            yield ink.quiet(self.label("crossed", bridges=", ".join(side.paws)))

    # --- the player board

    def _track(self, side: SideView, resource: ResourceId) -> Track:
        """KIN-15.1, KIN-15.3: the marker, the bonus on its way, and the places for decorations that it passes."""
        marker = side.resources.of(resource)
        last = len(self.data.board.structures) - 1
        spaces = tuple(
            Space(str(at), ", ".join(self._beside(side, resource, at)), now=at == marker) for at in range(last + 1)
        )
        return Track(self.words.name("resource", resource), spaces)

    def _beside(self, side: SideView, resource: ResourceId, at: int) -> Iterable[str]:
        track = self.data.tracks[resource]
        for space, place in self.data.spaces.items():
            if place.track == resource and place.after + 1 == at:
                yield self._decoration(side, space)
        if at == track.bonus:
            yield self._ahead(side, resource, at, self._bonus(track.gain))
        if at == len(self.data.board.structures) - 1:
            yield self._ahead(side, resource, at, self.words.name("short", "favor"))

    def _bonus(self, gain: Gain) -> str:
        """In a word, where all of them stand beside each other."""
        name = self.words.name("short", "coin" if isinstance(gain, Coins) else tag_of(gain))
        return ink.good(f"{gain.amount} {name}", "coin") if isinstance(gain, Coins) else name

    def _ahead(self, side: SideView, resource: ResourceId, at: int, text: str) -> str:
        """What has been had already is dimmed."""
        return ink.quiet(text) if side.resources.of(resource) >= at else text

    def _decoration(self, side: SideView, space: SpaceId) -> str:
        """KIN-5.14: a token, or the place for one."""
        place = self.data.spaces[space]
        sign = SIGNS[place.kind] * place.symbols
        if space in side.decorations:
            return ink.strong(f"{sign}{STAR * side.decorations[space]}")
        return ink.quiet(f"{FREE}{sign}{STAR * place.stars}")

    def _columns(self, side: SideView) -> Cards:
        """KIN-5.3: the cards above the board, by guild; KIN-17.4: and what each brings at the end."""
        heads = [self._head(side, guild) for guild in GUILDS if side.guilds[guild]]
        cards = [
            Card(f"{card}", name=self._short(card), colour=GUILD_COLOURS[guild])
            for guild in GUILDS
            for card in side.guilds[guild]
        ]
        return Cards(tuple(cards), form="tableau", label=self.labels["guilds"], heads=tuple(heads))

    def _head(self, side: SideView, guild: GuildId) -> str:
        told = f"{self.guild(guild)} {ink.strong(str(len(side.guilds[guild])))}"
        return self.label("column", guild=told if guild == DEER else f"{told} {self._stars(side, guild)}")

    def _stars(self, side: SideView, guild: GuildId) -> str:
        """KIN-17.4: the stars that the marker of its resource has passed."""
        return f"×{side.stars[guild]}{STAR}"

    def _short(self, card: CardId) -> str:
        return card_name(self.data, card, self.words)

    def _structure(self, card: CardId) -> str:
        """KIN-5.5: what to type, and what it gives each morning."""
        return f"{ink.strong(card)} {self.effect(self.data.ability(card))}"

    def _tiles(self, side: SideView) -> Part:
        """KIN-5.8: which are left, and which are upgraded; the viewer's with what they do."""
        if side.seat != self.v.viewer:
            return self.line("tiles", (self._tile(side, tile) for tile in TILES), "  ")
        told = tuple(self._own_tile(side, tile) for tile in TILES)
        return Cards(told, form="rows", label=self.labels["tiles"], between=" · ")

    def _tile(self, side: SideView, tile: TileId) -> str:
        shown = f"{tile}{'+' * (tile in side.upgraded)}"
        return ink.quiet(f"{shown}{USED}") if tile in side.played else ink.strong(shown)

    def _own_tile(self, side: SideView, tile: TileId) -> Card:
        face = self.data.tiles[tile].side(upgraded=tile in side.upgraded)
        state = ["upgraded"] * (tile in side.upgraded) + ["used"] * (tile in side.played)
        told = (rest_text(face, self.words), work_text(face, self.words))
        return Card(tile, tile, name=", ".join(ink.quiet(self.labels[name]) for name in state), text=told)

    # --- what it has besides

    def _favors(self, side: SideView) -> Iterable[str]:
        """KIN-13.4: each with what it would bring now; KIN-R20: others' may be closed; KIN-S5.1: all worth the same."""
        if side.seat >= self.v.players:
            each = self.data.board.automa_favor * self.data.levels[LevelId(self.v.options.level)].rests
            yield self.label("alike", count=len(side.favors), points=self.vp(each))
            return
        for favor in side.favors:
            yield self.label("worth", favor=self.favor(favor), points=ink.strong(str(self.worth(favor, side.seat))))
        if side.hidden:
            yield self.label("hidden", count=side.hidden)

    def _houses(self, side: SideView) -> Iterable[str]:
        yield from map(self.region, side.houses)
        if len(side.houses) < HOUSES:
            yield ink.quiet(self.label("unplaced", count=HOUSES - len(side.houses)))

    def _final(self, side: SideView) -> Iterable[str]:
        """KIN-17.3 to KIN-17.6: as things stand; in the end with what was on the track before."""
        if self.v.end is not None:
            yield self.label("track", points=side.vp - sum(side.final.values()))
        for rule, points in side.final.items():
            if points:
                yield self.label(rule, points=points)
