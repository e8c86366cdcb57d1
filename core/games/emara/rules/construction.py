"""EMA-8.12, EMA-8.13, EMA-8.14 The construction site (p. 6): stone, breads, wood."""

from collections.abc import Iterable
from typing import ClassVar

from core.games.emara.moves import BuildStone, BuildWood, Feed
from core.games.emara.names import CONSTRUCTION_SITE, STONE, WOOD, Goods, MarkerId
from core.games.emara.rules.gains import Gain, pay, priced, terms
from core.games.emara.rules.markers import turned
from core.games.emara.table import Table
from core.kernel.rules.step import Blocked, May, Next, Offer

STONES, BREADS = MarkerId("stone"), MarkerId("bread")


class DeliverStone(May[Table, BuildStone], frozen=True):
    """EMA-8.12: a stone for building points, and the citizen points that the marker shows."""

    rule: ClassVar[str] = "EMA-8.12"

    def offers(self, t: Table, seat: int) -> Iterable[Offer[BuildStone]]:
        return priced(t, seat, BuildStone(), self.rule, terms(t, Goods.only(STONE)))

    def resolve(self, t: Table, seat: int, move: BuildStone) -> Next:
        """EMA-9.2: what the marker shows first, then it turns."""
        points = Goods(cp=t.shows(STONES), bp=t.edition.board.stone_bp)
        return [
            *pay(self.rule, seat, move.pay, CONSTRUCTION_SITE),
            *turned(t, STONES),
            Gain(seat, points, self.rule, CONSTRUCTION_SITE),
        ]


class BakeForAll(May[Table, Feed], frozen=True):
    """EMA-8.13: one to three breads, each for as many citizen points as the marker shows."""

    rule: ClassVar[str] = "EMA-8.13"

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Feed]]:
        """EMA-10.3: gold is no bread."""
        have = t.seats[seat].goods.bread
        most = t.edition.board.most_bread
        for breads in range(1, most + 1):
            short = Blocked(self.rule, "cost_too_high", need=breads, have=have, what="bread") if breads > have else None
            yield Offer(Feed(breads), short)

    def unoffered(self, t: Table, seat: int, move: Feed) -> Blocked:
        return Blocked(self.rule, "too_many_breads", need=t.edition.board.most_bread, have=move.breads)

    def resolve(self, t: Table, seat: int, move: Feed) -> Next:
        return [
            *pay(self.rule, seat, Goods(bread=move.breads), CONSTRUCTION_SITE),
            *turned(t, BREADS, turns(t, move.breads)),
            Gain(seat, Goods(cp=bread_points(t, move.breads)), self.rule, CONSTRUCTION_SITE),
        ]


class DeliverWood(May[Table, BuildWood], frozen=True):
    """EMA-8.14: one wood or three for building points; never two."""

    rule: ClassVar[str] = "EMA-8.14"

    def offers(self, t: Table, seat: int) -> Iterable[Offer[BuildWood]]:
        for wood in t.edition.board.wood_bp:
            yield from priced(t, seat, BuildWood(wood), self.rule, terms(t, Goods.only(WOOD, wood)))

    def unoffered(self, t: Table, seat: int, move: BuildWood) -> Blocked | None:
        """Only the numbers that are printed on the place."""
        known = move.wood in t.edition.board.wood_bp
        return None if known else Blocked(self.rule, "not_so_much_wood", have=move.wood)

    def resolve(self, t: Table, seat: int, move: BuildWood) -> Next:
        """By the wood that is asked for, whatever stands in for it."""
        points = Goods(bp=t.edition.board.wood_bp[move.wood])
        return [
            *pay(self.rule, seat, move.pay, CONSTRUCTION_SITE),
            Gain(seat, points, self.rule, CONSTRUCTION_SITE),
        ]


def turns(t: Table, breads: int) -> int:
    """EMA-R37: one turn of the marker, or one for each bread?"""
    return breads if t.rulings.bread_marker_unit == "per_bread" else 1


def bread_points(t: Table, breads: int) -> int:
    """EMA-R37: all breads for what the marker shows, or each for its next number?"""
    side, turns = t.edition.starts[t.players].bread.side, t.uses.get(BREADS, 0)
    each = t.rulings.bread_marker_unit == "per_bread"
    return sum(t.edition.markers.bread.shows(side, turns + (bread if each else 0)) for bread in range(breads))
