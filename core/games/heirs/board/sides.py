"""What each side of the table has: access, troops, hand, buildings and roads with their points; Henry's plans."""

from collections.abc import Iterable
from functools import cached_property

from core.games.heirs.board.cardtext import ROADS, cost_text, effect_text, treasure_text
from core.games.heirs.board.landscape import colour, mark
from core.games.heirs.board.pen import Pen
from core.games.heirs.names import TERRAINS, TROOPS, Resources, TileId
from core.games.heirs.rules.henry import site, wanted
from core.games.heirs.rules.play import usable_discounts
from core.games.heirs.rules.protocol import sources
from core.games.heirs.rules.scoring import road_points, treasure_points
from core.games.heirs.rules.treasures import lying
from core.games.heirs.table import HENRY, SOUTH, Table
from core.games.heirs.view import CellView, SideView, table_seen


class Sides(Pen):
    """One after the other, the viewer's own first."""

    @cached_property
    def seen(self) -> Table:
        """The table, as far as it is seen: to count by the rules what is told."""
        return table_seen(self.v)

    def side(self, side: SideView) -> Iterable[str]:
        """First what the side can use, then what it has built."""
        v, labels = self.v, self.labels
        yield self.heading(self._title(side), " · ".join(self._notes(side)))
        if v.end is None and v.ring and not self._henry(side):
            yield from self._access(side)
            yield from self.listed(labels["troops"], self._troops(side))
            yield from self._hand(side)
        yield from self.listed(labels["buildings"], self._buildings(side), " · ")
        if v.options.score_roads == "yes":
            yield from self.listed(labels["roads"], self._roads(side), " · ")
        elif side.side == SOUTH:
            yield from self.labelled(labels["roads"], [labels["no_roads"]])
        if self._henry(side):
            yield from self._henrys()
        if v.end is not None:
            yield from self.labelled(labels["total"], [self._total(side)])

    def solo(self) -> Iterable[str]:
        """HEI-S22: every treasure in the landscape, and what removes it."""
        v, labels = self.v, self.labels
        note = labels["each"].format(points=self.data.board.treasure)
        yield self.heading(labels["treasures"], note)
        seen = self.seen
        rows = [(cell, treasure_text(lying(seen, token), self.words)) for cell, token in seen.treasures.placed.items()]
        yield from (f" {line}" for line in self.explained(rows, 1))
        counts = [
            labels["in_pile"].format(count=v.treasures),
            labels["found"].format(count=self.words.number(len(v.removed))),
        ]
        yield f" {', '.join(counts)}"

    # --- a side

    def _henry(self, side: SideView) -> bool:
        return self.v.solo and side.side == HENRY

    def _title(self, side: SideView) -> str:
        labels = self.labels
        name = self.seats[side.side]
        you = f" ({labels['you']})" if side.side == self.v.viewer else ""
        return f"{mark(self.v, side.side)} {name}{you} · {labels[colour(self.v, side.side)]}"

    def _notes(self, side: SideView) -> Iterable[str]:
        """HEI-8.1: nothing is scored before the end; so it stands now."""
        v, labels = self.v, self.labels
        if v.end is None and v.ring and not self._henry(side):
            yield labels["reach"].format(reach=len(side.reach))
            if side.discounts:
                yield labels["discounts"].format(count=self.words.number(side.discounts))
        if v.end is None:
            treasures = treasure_points(self.seen) if self._henry(side) else 0
            yield labels["standing"].format(points=self.words.number(side.standing + side.roads + treasures))

    def _access(self, side: SideView) -> Iterable[str]:
        """HEI-5.5: how much of each resource, and where it comes from."""
        words, labels, seen = self.words, self.labels, self.seen
        total = words.amounts("terrain", side.access) if side.access.total() else labels["nothing"]
        found: list[str] = []
        for source, terrain in sources(seen, side.side):
            name = f"{source} {self.kind(TileId(source))}" if TileId(source) in self.data.tiles else source
            used = source in side.spent and self.v.rulings.resource_use == "spent_per_source"
            text = labels["source"].format(name=name, terrain=words.name("terrain", terrain))
            found.append(self.style.dim(f"{text} ×") if used else text)
        yield from self.listed(labels["access"], [self.style.bold(total), *found], " · ")

    def _troops(self, side: SideView) -> Iterable[str]:
        """HEI-6: where each stands, and whether it has moved."""
        for troop in TROOPS:
            where = side.troops.get(troop)
            text = f"{troop} {self.labels['in_supply'] if where is None else where}"
            yield f"{text} ({self.labels['moved']})" if troop in side.moved else text

    def _hand(self, side: SideView) -> Iterable[str]:
        """HEI-R18: open, or only how many of which terrain."""
        labels, words = self.labels, self.words
        if side.hand is None:
            terrains = ", ".join(words.name("terrain", terrain) for terrain in side.backs) or labels["nothing"]
            text = labels["hidden"].format(count=self.words.number(len(side.backs)), terrains=terrains)
            yield from self.told(labels["hand"], text)
            return
        rows = [self._card(side, tile) for tile in side.hand]
        yield from self.labelled(labels["hand"], self.explained(rows, self.label + 1) or [labels["nothing"]])

    def _card(self, side: SideView, tile: TileId) -> tuple[str, ...]:
        """HEI-5.11: what is lacking, or can be done without; HEI-R3: perhaps it is the tile that is owed."""
        data = self.data.tiles[tile]
        name = f"{self.kind(tile)} {ROADS[data.road]}".rstrip()
        lacking = {terrain: data.cost.of(terrain) - side.access.of(terrain) for terrain in TERRAINS}
        short = Resources(**{terrain: count for terrain, count in lacking.items() if count > 0})
        usable = usable_discounts(self.seen, side.side)
        if usable < 0:
            able = self.labels["owed"]
        elif short.total() <= usable:
            able = self.labels["ready"]
        else:
            able = self.labels["lacks"].format(lacking=cost_text(short, self.words))
        effect = effect_text(self.data, data, self.v.rulings, self.words)
        return tile, name, self.terrain(data.terrain), cost_text(data.cost, self.words), f"{able} · {effect}"

    def _buildings(self, side: SideView) -> Iterable[str]:
        """HEI-8.2: each with its points as it stands; HEI-8.3: doubled or not."""
        for lot in self.v.landscape:
            if lot.owner == side.side and lot.tile is not None:
                yield self._building(lot, lot.tile)

    def _building(self, lot: CellView, tile: TileId) -> str:
        note = "used" if lot.spent else "doubled" if lot.doubled and lot.worth else ""
        shown = f" ({self.labels[note]})" if note else ""
        return f"{lot.cell} {tile} {self.kind(tile)} {self.style.bold(str(lot.worth))}{shown}"

    def _roads(self, side: SideView) -> Iterable[str]:
        """HEI-8.5: those that bring points, and where they come from; HEI-R36: some of them from troops."""
        for owner, cells, own, other, points in road_points(self.seen):
            if owner == side.side:
                more = points - (own - other)
                terms = [str(own), f"− {other}" if other else "", f"+ {more}" if more else ""]
                counted = " ".join(filter(None, terms)) + " = " if other or more else ""
                shown = counted + self.style.bold(str(points))
                yield self.labels["road"].format(cells=" ".join(cells), points=shown)

    def _total(self, side: SideView) -> str:
        """HEI-8.1: what the points are made of."""
        pattern = self.labels["henrys_parts" if self._henry(side) else "parts"]
        treasures = side.points - side.standing - side.roads
        parts = pattern.format(buildings=side.standing, roads=side.roads, treasures=treasures)
        return f"{self.style.bold(str(side.points))} ({parts})"

    # --- Henry

    def _henrys(self) -> Iterable[str]:
        """HEI-S40: what counts double; HEI-S11 to S16: what he would do now; HEI-S10: by which building."""
        v, labels = self.v, self.labels
        yield from self.labelled("", [labels["best"].format(count=self.data.board.best)])
        yield from self.labelled(labels["treasures"], [str(treasure_points(self.seen))])
        if v.end is None:
            if v.turns_left != 1 and any(v.ring):  # else the turn that is going on is the last one
                yield from self.told(labels["next"], self._plan())
            yield from self.labelled(labels["scaffold"], [v.scaffold] if v.scaffold is not None else [])
            placed = [f"{troop} {v.sides[HENRY].troops.get(troop, labels['beside'])}" for troop in TROOPS]
            yield from self.listed(labels["troops"], placed)

    def _plan(self) -> str:
        seen, labels = self.seen, self.labels
        tile = wanted(seen)
        found = site(seen, tile)
        if found is None:
            return labels["discards"].format(tile=tile, name=self.kind(tile))
        cell, why = found
        return labels["would"].format(tile=tile, name=self.kind(tile), cell=cell, why=self.words.name("placing", why))
