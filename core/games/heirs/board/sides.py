"""What each side of the table has: access, troops, hand, buildings and roads with their points; Henry's plans."""

from collections import Counter
from collections.abc import Iterable
from functools import cached_property

from msgspec.structs import replace

from core.games.heirs.board.cardtext import ROADS, cost_text, effect_text, treasure_text
from core.games.heirs.board.pen import TERRAIN_COLOURS, Pen, colour, mark
from core.games.heirs.names import TERRAINS, TROOPS, Resources, TileId
from core.games.heirs.rules.henry import site, wanted
from core.games.heirs.rules.play import usable_discounts
from core.games.heirs.rules.protocol import sources
from core.games.heirs.rules.scoring import road_points, treasure_points
from core.games.heirs.rules.treasures import lying
from core.games.heirs.table import HENRY, SOUTH, Table
from core.games.heirs.view import CellView, SideView, table_seen
from core.kernel.drawing import ink
from core.kernel.drawing.parts import Card, Cards, Line, Panel, Part


class Sides(Pen):
    """One after the other, the viewer's own first."""

    @cached_property
    def seen(self) -> Table:
        """The table, as far as it is seen: to count by the rules what is told."""
        return table_seen(self.v)

    def side(self, side: SideView) -> Panel:
        """First what the side can use, then what it has built."""
        v = self.v
        panel = self.of_seat(side.side, [self.labels[colour(v, side.side)]], self._notes(side), self._parts(side))
        return replace(panel, title=f"{mark(v, side.side)} {panel.title}")

    def _parts(self, side: SideView) -> Iterable[Part]:
        v, labels = self.v, self.labels
        if v.end is None and v.ring and not self._henry(side):
            yield self._access(side)
            yield self.line("troops", self._troops(side))
            yield self._hand(side)
        yield self.line("buildings", self._buildings(side), " · ")
        if v.options.score_roads == "yes":
            yield self.line("roads", self._roads(side), " · ")
        elif side.side == SOUTH:
            yield self.line("roads", [labels["no_roads"]])
        if self._henry(side):
            yield from self._henrys()
        if v.end is not None:
            yield self.line("total", [self._total(side)])

    def solo(self) -> Panel:
        """HEI-S22: every treasure in the landscape, and what removes it."""
        v, labels, seen = self.v, self.labels, self.seen
        placed = tuple(
            Card(cell, title=cell, text=(treasure_text(lying(seen, token), self.words),))
            for cell, token in seen.treasures.placed.items()
        )
        counts = (
            labels["in_pile"].format(count=v.treasures),
            labels["found"].format(count=self.words.number(len(v.removed))),
        )
        note = labels["each"].format(points=self.words.number(self.data.board.treasure))
        return Panel("treasures", labels["treasures"], note, (Cards(placed, 0, "rows"), Line("", counts)))

    def points_now(self, side: SideView) -> int:
        """HEI-8.1: nothing is scored before the end; so it stands."""
        treasures = treasure_points(self.seen) if self._henry(side) and self.v.landscape else 0
        return side.standing + side.roads + treasures

    # --- a side

    def _henry(self, side: SideView) -> bool:
        return self.v.solo and side.side == HENRY

    def _notes(self, side: SideView) -> Iterable[str]:
        """HEI-8.1: nothing is scored before the end; so it stands now."""
        v, labels = self.v, self.labels
        if v.end is None and v.ring and not self._henry(side):
            yield labels["reach"].format(reach=len(side.reach))
            if side.discounts:
                yield labels["discounts"].format(count=self.words.number(side.discounts))
        if v.end is None:
            yield labels["standing"].format(points=self.words.number(self.points_now(side)))

    def _access(self, side: SideView) -> Line:
        """HEI-5.5: how much of each resource, and where it comes from."""
        words, labels, seen = self.words, self.labels, self.seen
        total = words.amounts("terrain", side.access) if side.access.total() else labels["nothing"]
        found: list[str] = []
        for source, terrain in sources(seen, side.side):
            name = f"{source} {self.kind(TileId(source))}" if TileId(source) in self.data.tiles else source
            used = source in side.spent and self.v.rulings.resource_use == "spent_per_source"
            text = labels["source"].format(name=name, terrain=words.name("terrain", terrain))
            found.append(ink.quiet(f"{text} ×") if used else text)
        return self.line("access", [ink.strong(total), *found], " · ")

    def _troops(self, side: SideView) -> Iterable[str]:
        """HEI-6: where each stands, and whether it has moved."""
        for troop in TROOPS:
            where = side.troops.get(troop)
            text = f"{troop} {self.labels['in_supply'] if where is None else where}"
            yield f"{text} ({self.labels['moved']})" if troop in side.moved else text

    def _hand(self, side: SideView) -> Part:
        """HEI-R18: open, or only how many of which terrain."""
        labels, words = self.labels, self.words
        if not (side.backs if side.hand is None else side.hand):
            return self.line("hand", [labels["nothing"]])
        if side.hand is not None:
            held = tuple(self._card(side, tile) for tile in side.hand)
            return Cards(held, 0, "rows", labels["hand"], " · ")
        backs = tuple(
            Card(terrain, name=self.terrain(terrain), colour=TERRAIN_COLOURS[terrain], back=True, count=count)
            for terrain, count in Counter(side.backs).items()
        )
        told = labels["hidden"].format(count=words.number(len(side.backs)))
        return Cards(backs, 0, "rows", labels["hand"], heads=(told,))

    def _card(self, side: SideView, tile: TileId) -> Card:
        """HEI-5.11: what is lacking, or can be done without; HEI-R3: perhaps it is the tile that is owed."""
        data = self.data.tiles[tile]
        lacking = {terrain: data.cost.of(terrain) - side.access.of(terrain) for terrain in TERRAINS}
        short = Resources(**{terrain: count for terrain, count in lacking.items() if count > 0})
        usable = usable_discounts(self.seen, side.side)
        if usable < 0:
            able = self.labels["owed"]
        elif short.total() <= usable:
            able = self.labels["ready"]
        else:
            able = self.labels["lacks"].format(lacking=cost_text(short, self.words))
        return Card(
            tile,
            str(tile),
            name=f"{self.kind(tile)} {ROADS[data.road]}".rstrip(),
            colour=TERRAIN_COLOURS[data.terrain],
            tags=(self.terrain(data.terrain),),
            cost=cost_text(data.cost, self.words),
            text=(able, effect_text(self.data, data, self.v.rulings, self.words)),
        )

    def _buildings(self, side: SideView) -> Iterable[str]:
        """HEI-8.2: each with its points as it stands; HEI-8.3: doubled or not."""
        for lot in self.v.landscape:
            if lot.owner == side.side and lot.tile is not None:
                yield self._building(lot, lot.tile)

    def _building(self, lot: CellView, tile: TileId) -> str:
        note = "used" if lot.spent else "doubled" if lot.doubled and lot.worth else ""
        shown = f" ({self.labels[note]})" if note else ""
        return f"{lot.cell} {tile} {self.kind(tile)} {ink.strong(str(lot.worth))}{shown}"

    def _roads(self, side: SideView) -> Iterable[str]:
        """HEI-8.5: those that bring points, and where they come from; HEI-R36: some of them from troops."""
        for owner, cells, own, other, points in road_points(self.seen):
            if owner == side.side:
                more = points - (own - other)
                terms = [str(own), f"− {other}" if other else "", f"+ {more}" if more else ""]
                counted = " ".join(filter(None, terms)) + " = " if other or more else ""
                shown = counted + ink.strong(str(points))
                yield self.labels["road"].format(cells=" ".join(cells), points=shown)

    def _total(self, side: SideView) -> str:
        """HEI-8.1: what the points are made of."""
        pattern = self.labels["henrys_parts" if self._henry(side) else "parts"]
        treasures = side.points - side.standing - side.roads
        parts = pattern.format(buildings=side.standing, roads=side.roads, treasures=treasures)
        return f"{ink.strong(str(side.points))} ({parts})"

    # --- Henry

    def _henrys(self) -> Iterable[Part]:
        """HEI-S40: what counts double; HEI-S11 to S16: what he would do now; HEI-S10: by which building."""
        v, labels = self.v, self.labels
        yield Line("", (labels["best"].format(count=self.data.board.best),))
        yield self.line("treasures", [str(treasure_points(self.seen))])
        if v.end is None:
            if v.turns_left != 1 and any(v.ring):  # else the turn that is going on is the last one
                yield self.line("next", [self._plan()])
            yield self.line("scaffold", [] if v.scaffold is None else [v.scaffold])
            placed = [f"{troop} {v.sides[HENRY].troops.get(troop, labels['beside'])}" for troop in TROOPS]
            yield self.line("troops", placed)

    def _plan(self) -> str:
        seen, labels = self.seen, self.labels
        tile = wanted(seen)
        found = site(seen, tile)
        if found is None:
            return labels["discards"].format(tile=tile, name=self.kind(tile))
        cell, why = found
        return labels["would"].format(tile=tile, name=self.kind(tile), cell=cell, why=self.words.name("placing", why))
