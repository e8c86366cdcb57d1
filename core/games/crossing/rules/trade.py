"""KIN-8.4e The trading tile (Tuiles Action): a resource is bought once in the turn, at any moment of it."""

from collections.abc import Iterable
from typing import ClassVar

from core.games.crossing.facts.gains import PurchaseUsed
from core.games.crossing.moves import BuyResource, Done
from core.games.crossing.names import RESOURCES
from core.games.crossing.rules.gains import pay
from core.games.crossing.rules.tiles import side_in_use
from core.games.crossing.rules.tracks import Advance, free_tracks
from core.games.crossing.table import Table
from core.kernel.rules.step import Ask, Blocked, Next, Offer, SeatAuto, SeatChoice


class Buying(SeatChoice[Table, BuyResource], frozen=True):
    """KIN-8.4e: once in the turn in which the tile is worked with, at any moment of it."""

    rule: ClassVar[str] = "KIN-8.4e"
    relied = True

    def asks(self, t: Table) -> Ask | None:
        return Ask((self.seat,)) if may_buy(t, self.seat) else None

    def offers(self, t: Table, seat: int) -> Iterable[Offer[BuyResource]]:
        free = free_tracks(t.sides[seat])
        for resource in RESOURCES:
            full = None if resource in free else Blocked("KIN-19.8", "track_full", have=resource)
            yield Offer(BuyResource(resource), full)

    def open_offers(self, t: Table, seat: int) -> Iterable[Offer[BuyResource]]:
        return [Offer(BuyResource(resource)) for resource in free_tracks(t.sides[seat])]

    def resolve(self, t: Table, seat: int, move: BuyResource) -> Next:
        p = t.sides[seat]
        price = side_in_use(t, p).price
        return [
            *pay(self.rule, seat, price, str(p.working)),
            PurchaseUsed(self.rule, seat),
            Advance(seat, move.resource, 1, self.rule, str(p.working)),
        ]


class Trading(SeatAuto[Table], frozen=True):
    """KIN-T20: as long as this lies below, at any question of the turn."""

    rule: ClassVar[str] = "KIN-8.4e"

    def anytime(self, t: Table) -> tuple[Buying]:
        return (Buying(self.seat),)

    def then(self, t: Table) -> Next:
        return []


def may_buy(t: Table, seat: int) -> bool:
    """KIN-T20: with the tile of the turn, once, for what one has."""
    p = t.sides[seat]
    price = side_in_use(t, p).price if p.working is not None and not p.bought else 0
    return 0 < price <= p.coins and bool(free_tracks(p))


class BuyFirst(SeatChoice[Table, Done], frozen=True):
    """KIN-8.8: a tile that was opened for it: a resource before the walk."""

    rule: ClassVar[str] = "KIN-8.8"
    forced = True

    def asks(self, t: Table) -> Ask | None:
        return None if t.sides[self.seat].bought else Ask((self.seat,))

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Done]]:
        """Nothing but what may be bought at any moment of the turn."""
        return ()
