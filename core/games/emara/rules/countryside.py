"""EMA-7 Countryside places (Lieux en Campagne, p. 5-6): a resource, and what the own craftsmen there do."""

from collections.abc import Iterable
from itertools import combinations_with_replacement
from typing import ClassVar

from core.games.emara.facts import Fact
from core.games.emara.moves import Gather
from core.games.emara.names import BREAD, GRAIN, RES, TASKS, Goods, PlaceId
from core.games.emara.rules.gains import Gain, pay, terms
from core.games.emara.table import Table
from core.kernel.rules.payments import payments
from core.kernel.rules.step import Blocked, May, Next, Offer, SeatAuto


class GatherGoods(May[Table, Gather], frozen=True):
    """EMA-7.1, EMA-7.2: take one; each own craftsman brings one more, or bakes a grain to a bread."""

    rule: ClassVar[str] = "EMA-7.1"
    place: PlaceId

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Gather]]:
        """EMA-R16: can the fresh grain be baked?"""
        product = t.edition.countryside[self.place].resource
        have = t.seats[seat].goods
        for work in combinations_with_replacement(TASKS, craftsmen_at(t, seat, self.place)):
            breads = work.count(BREAD)
            fresh = 0 if t.rulings.gather_order == "choose_before_taking" else 1 + work.count(RES)
            there = have + Goods.only(product, fresh)
            ways = payments(there, terms(t, Goods.only(GRAIN, breads)))
            if not ways:
                short = Blocked("EMA-7.2", "cost_too_high", need=breads, have=there.grain, what=GRAIN)
                yield Offer(Gather(work), short)
            for way in ways:
                yield Offer(Gather(work, way.goods), said="" if way.plain else "pay")

    def unoffered(self, t: Table, seat: int, move: Gather) -> Blocked | None:
        """EMA-7.2: a task for each craftsman."""
        crew, told = craftsmen_at(t, seat, self.place), len(move.work)
        return Blocked("EMA-7.2", "so_many_tasks", need=crew, have=told) if told != crew else None

    def resolve(self, t: Table, seat: int, move: Gather) -> Next:
        """What is taken comes first: so the goods are there when they are baked."""
        product = t.edition.countryside[self.place].resource
        more = move.work.count(RES)
        breads = move.work.count(BREAD)
        found = [Gain(seat, Goods.only(product), self.rule, self.place)]
        if more:
            found.append(Gain(seat, Goods.only(product, more), "EMA-7.2", self.place))
        return [*found, *([Bake(seat, breads, move.pay, self.place)] if breads else [])]


class Bake(SeatAuto[Table], frozen=True):
    """EMA-7.2, EMA-7.3: grain to bread, at any of the four places."""

    rule: ClassVar[str] = "EMA-7.2"
    breads: int
    pay: Goods
    place: PlaceId

    def then(self, t: Table) -> Next:
        facts: list[Fact] = [*pay(self.rule, self.seat, self.pay, self.place)]
        return [*facts, Gain(self.seat, Goods(bread=self.breads), self.rule, self.place)]


def craftsmen_at(t: Table, seat: int, place: str) -> int:
    """EMA-7.4: only the own ones count."""
    return sum(1 for hut, owner in t.huts.items() if owner == seat and hut.startswith(f"{place}:"))
