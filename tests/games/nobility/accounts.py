"""What a move of Rise to Nobility costs and brings, written down from its rules alone."""

from collections import Counter
from typing import Any

from core.games.nobility.moves import (
    Berk,
    Castle,
    Chancery,
    Council,
    Hall,
    Port,
    Recall,
    Sell,
    Settle,
    Yard,
)
from core.games.nobility.names import PLAYED, Stock
from core.games.nobility.table import Table, Workshop
from core.kernel.rules.step import Move
from tests.games.nobility.book import Turn, band

NUMBERS = Stock.__struct_fields__
LAID = {1: (1, 3), 2: (2, 4), 3: (3, 5)}  # stars and VP of the places for workshops
TRACK = {"6..24": (6, 24), "0..24": (0, 24), "1..30": (1, 30)}
COINS = 48


def numbers(t: Table, seat: int) -> Counter[str]:
    return Counter({name: getattr(t.seats[seat].stock, name) for name in NUMBERS})


class Account:
    """The numbers of a seat, and what a move makes of them."""

    def __init__(self, t: Table, seat: int) -> None:
        self.t, self.seat, self.book, self.have = t, seat, Turn(t, seat), numbers(t, seat)

    def gain(self, name: str, number: int) -> None:
        """RTN-R10, RTN-R11, RTN-R31, RTN-1.3: what does not fit is lost."""
        if name == "reputation":
            number = min(number, max(TRACK[self.t.rulings.reputation_bounds][1] - self.have[name], 0))
        elif name == "nobility" and self.t.rulings.nobility_bounds == "clamp_24":
            number = min(number, 24 - self.have[name])
        elif name == "workers":
            number = min(number, self.t.seats[self.seat].spare.workers)
        elif name == "coins" and self.t.rulings.supply_limits == "strict":
            others = sum(p.stock.coins for p in self.t.seats) - self.t.seats[self.seat].stock.coins
            number = max(min(number, COINS - others - self.have["coins"]), 0)
        self.have[name] += number

    def lose_reputation(self, number: int) -> None:
        least = TRACK[self.t.rulings.reputation_bounds][0]
        self.have["reputation"] -= max(min(number, self.have["reputation"] - least), 0)

    def after(self, move: Move) -> Counter[str]:
        """The seat's numbers when the move is done."""
        die = getattr(move, "die", None)
        face, value = (0, 0) if die is None else PLAYED[die]
        self.have["modifiers"] -= abs(value - face)
        follows: Any = FOLLOWS.get(type(move))
        if follows is not None:
            follows(self, move, value)
        return self.have

    def yard(self, _: Yard, value: int) -> None:
        self.have["coins"] -= self.book.house()
        self.have["houses"] += 1

    def hall(self, move: Hall, value: int) -> None:
        tile = self.t.hall[value - 1]
        assert tile is not None
        guild = self.t.edition.buildings[tile].guild
        self.have["coins"] -= self.book.building(value)
        stars, vp = (2, 5) if guild is None else LAID[self.t.workshops[guild].index(None) + 1]
        self.have["workers"] -= guild is None
        self.gain("nobility", stars)
        self.gain("vp", vp)

    def port(self, move: Port, value: int) -> None:
        assert self.t.ship is not None
        wants = self.t.edition.ships[self.t.ship].wants
        more = (self.t.event == "E01") + self.book.stacked("D02", "D11")
        for good in move.goods:
            self.have[good] -= 1
        self.gain("coins", sum(wants[good].price + more for good in move.goods))

    def council(self, move: Council, value: int) -> None:
        demand = self.t.edition.demands[move.tile]
        for name in demand.cost.__struct_fields__:
            self.have[name] -= getattr(demand.cost, name)
        self.have["coins"] -= 0 if self.book.desks("D01", "D10") else demand.coins
        self.gain("vp", demand.vp)
        self.lose_reputation(max(2 - (self.t.event == "E10") - bool(self.book.desks("D03", "D12")), 0))

    def berk(self, move: Berk, value: int) -> None:
        self.have["modifiers"] += move.mods
        self.have["coins"] -= max(move.mods - 1 - (self.t.event == "E07"), 0)
        self.lose_reputation(band(value) if move.more else 0)

    def castle(self, move: Castle, value: int) -> None:
        extra = 2 if self.t.rulings.castle_extra_slot == "same_as_slot2" else 1
        self.gain("reputation", (extra if move.slot else band(value)) + (self.t.event == "E06"))

    def recall(self, move: Recall, value: int) -> None:
        self.have["workers"] += 1

    def chancery(self, move: Chancery, value: int) -> None:
        self.have["workers"] -= 1

    def settle(self, move: Settle, value: int) -> None:
        card, zones = self.t.edition.settlers[move.card], self.t.seats[self.seat].zones
        for good in move.goods:
            self.have[good] -= 1
        self.have["houses"] -= 1
        self.gain("workers", card.workers + (self.t.event == "E12"))
        self.gain("nobility", card.stars)
        self.gain("vp", len(move.goods) + sum(tile is not None for tile in zones) + (self.t.event == "E11"))

    def sell(self, move: Sell, value: int) -> None:
        places = [n for shops in self.t.workshops.values() for n, shop in enumerate(shops, 1) if _is(shop, move.tile)]
        stars, vp = LAID[places[0]] if places else (0, 5)
        if self.t.rulings.sale_vp == "slot_vp":
            stars = 0
        self.have["vp"] -= vp  # below zero under RTN-R51 below_zero
        self.have["nobility"] -= min(stars, self.have["nobility"])
        self.have["workers"] += 1
        self.gain("coins", 3)


def _is(shop: Workshop | None, tile: str) -> bool:
    return shop is not None and shop.tile == tile


FOLLOWS: dict[type, Any] = {
    Yard: Account.yard,
    Hall: Account.hall,
    Port: Account.port,
    Council: Account.council,
    Berk: Account.berk,
    Castle: Account.castle,
    Recall: Account.recall,
    Chancery: Account.chancery,
    Settle: Account.settle,
    Sell: Account.sell,
}
"""Other moves change no number but the modifiers: dice on the tavern or on dice tiles, and those that only occupy."""
