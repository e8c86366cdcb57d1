"""What a move does here, in one line: what it takes, what it brings; and how sales and settlings end."""

from collections import Counter
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from core.games.nobility import moves
from core.games.nobility.board.cardtext import (
    bonus_text,
    brings_text,
    contract_text,
    demand_cost,
    effect_text,
    stock_text,
    wants_text,
)
from core.games.nobility.data.edition import Edition, edition
from core.games.nobility.names import GUILDS, MADE, PLAYED, UPPER, BuildingId, GuildId, SettlersId, Stock
from core.games.nobility.rules.port import Sale
from core.games.nobility.rules.settle import Settling
from core.games.nobility.view import SeatView, View
from core.kernel.drawing import ink
from core.kernel.language.move_text import Said, Telling
from core.kernel.language.words import Words

EXTRA = -1  # RTN-20.3: of the slots of the castle the last


def teller(v: View, words: Words) -> Callable[[Struct], str]:
    """From what the mover sees."""
    return _Telling.of(v, words)


class _Telling(Telling[View]):
    """With the mover's own seat, and the edition of the match."""

    def __init__(self, v: View, seat: int, words: Words) -> None:
        super().__init__(v, seat, words)
        self.me: SeatView = v.seats[seat]
        self.data: Edition = edition(v.edition)

    def leave(self, move: moves.Pass) -> Said:
        """RTN-5.5."""
        return {"case": "out" if self.v.terms.for_good else ""}

    # --- cards

    def keep(self, move: moves.Keep) -> Said:
        """RTN-23.13: what the card is worth."""
        return {"card": move.card, "text": contract_text(self.data, move.card, self.words)}

    def take(self, move: moves.BonusSettlers | moves.Tavern | moves.Take) -> Said:
        """RTN-6.3: who comes, what they want and bring; RTN-6.5: who makes room."""
        drop = None if isinstance(move, moves.BonusSettlers) else move.drop
        said = self.settlers(move.card)
        return said | {"drop": "" if drop is None else self.words.effects["drop"].format(card=drop)}

    def settlers(self, card: SettlersId) -> Said:
        found = self.data.settlers[card]
        return {
            "people": self.words.name("people", found.people),
            "wants": ink.bare(wants_text(found, self.words)),
            "brings": brings_text(found, self.words),
        }

    def settle(self, move: moves.Settle) -> Said:
        """RTN-7.5: VP for goods, for communal buildings and by the event; workers and Nobility."""
        goods = " + ".join(self.words.count("good", good, n) for good, n in Counter(move.goods).items())
        return self.settled(move.card, len(move.goods)) | {"goods": goods}

    def settling(self, move: Settling) -> Said:
        """The same, however the goods are made up."""
        return self.settled(move.card, move.goods) | {"goods": self.words.number(move.goods)}

    def settled(self, card: SettlersId, goods: int) -> Said:
        found, terms = self.data.settlers[card], self.v.terms
        communal = sum(tile is not None for tile in self.me.zones) * self.data.board.settle_vp
        points = goods + communal + terms.settle_vp
        gain = Stock(vp=points, nobility=found.stars, workers=found.workers + terms.settle_workers)
        return {"people": self.words.name("people", found.people), "card": card, "gain": self.gain(gain)}

    # --- buildings

    def lay(self, move: moves.ChooseWorkshop) -> Said:
        """RTN-R16."""
        return self.building(move.tile)

    def hall(self, move: moves.Hall) -> Said | None:
        """RTN-10.2: the tile under the die, and what it costs; RTN-10.6, RTN-10.10: what it brings at once."""
        number = next(n for n, slot in self.data.hall.items() if slot.value == PLAYED[move.die][1])
        tile = self.v.hall[number - 1]
        if tile is None:
            return None
        guild = self.data.buildings[tile].guild
        said = self.building(tile) | {"cost": self.coins(self.v.terms.tiles[number - 1])}
        if guild is not None:
            free = [n for n, shop in enumerate(self.v.workshops[guild], 1) if shop is None]
            if not free:
                return None
            place = self.data.workshops[free[0]]
            return said | {"gain": self.gain(Stock(vp=place.vp, nobility=place.stars))}
        zone = self.data.zones.get(move.zone)
        if zone is None:
            return said | {"case": "somewhere"}
        gain = self.gain(Stock(vp=zone.vp, nobility=zone.stars))
        return said | {"case": "zone", "zone": move.zone, "gain": gain, "income": effect_text(zone.income, self.words)}

    def building(self, tile: BuildingId) -> Said:
        found = self.data.buildings[tile]
        kind = self.words.board["communal"] if found.guild is None else self.words.name("guild", found.guild)
        return {"tile": tile, "kind": kind, "bonus": bonus_text(found, self.words)}

    def sell(self, move: moves.Sell) -> Said | None:
        """RTN-11.1, RTN-11.3: coins for VP. RTN-R20: and for Nobility?"""
        lost = self.v.terms.sales.get(move.tile)
        if lost is None:
            return None
        coins = self.gain(Stock(coins=self.data.board.sale))
        return {"tile": move.tile, "coins": coins, "points": self.stock(lost)}

    # --- dice

    def yard(self, move: moves.Yard) -> Said:
        """RTN-8.3."""
        return {"cost": self.coins(self.v.terms.house)}

    def guild(self, move: moves.Guild) -> Said:
        """RTN-9.4: the workshops that are activated; RTN-9.9, RTN-9.11: what may be bought and placed."""
        value = PLAYED[move.die][1]
        slot = move.slot or next(n for n, slot in self.data.guild.items() if value in slot.values)
        shops = [
            self.words.effects["activated"].format(
                tile=shop.tile, bonus=bonus_text(self.data.buildings[shop.tile], self.words)
            )
            for number, shop in enumerate(self.v.workshops[move.guild], 1)
            if shop is not None and self.data.workshops[number].least <= value
        ]
        return {
            "guild": self.words.name("guild", move.guild),
            "goods": self.words.count("good", MADE[move.guild], self.v.terms.goods[slot - 1]),
            "workers": self.placeable(self.v.terms.workers[slot - 1]),
            "shops": "".join(shops),
        }

    def placeable(self, workers: int) -> str:
        """RTN-9.11: none on some slots."""
        told = self.words.count("stock", "workers", workers)
        return self.words.effects["put"].format(workers=told) if workers else ""

    def buy(self, move: moves.Buy) -> Said | None:
        """RTN-9.9; RTN-9.10: a free good for each apprentice of one's own, for who buys."""
        guild = self.visited()
        if not move.goods or guild is None:
            return {"case": "none"}
        free = sum(one.seat == self.seat for one in self.v.apprentices[guild]) + self.v.terms.free
        more = self.words.effects["free"].format(count=self.words.number(free)) if free else ""
        return {
            "goods": self.words.count("good", MADE[guild], move.goods),
            "cost": self.coins(move.goods * self.data.board.good_price),
            "free": more,
        }

    def visited(self) -> GuildId | None:
        """Where the die that was placed last lies."""
        where = next((where for where in reversed(self.v.dice)), "").partition(":")[0]
        return next((guild for guild in GUILDS if guild == where), None)

    def port(self, move: moves.Port) -> Said | None:
        """RTN-12.3: so many coins for each."""
        if self.v.ship is None:
            return None
        wants = self.data.ships[self.v.ship].wants
        counts = Counter(move.goods)
        coins = sum((wants[good].price + self.v.terms.sale) * n for good, n in counts.items() if good in wants)
        goods = " + ".join(self.words.count("good", good, n) for good, n in counts.items())
        return {"goods": goods, "coins": self.gain(Stock(coins=coins))}

    def sale(self, move: Sale) -> Said:
        """However it is made up."""
        return {"coins": self.gain(Stock(coins=move.coins))}

    def council(self, move: moves.Council) -> Said:
        """RTN-13.4, RTN-13.5."""
        demand = self.data.demands[move.tile]
        cost = demand_cost(demand, spared=self.v.terms.spared)
        return {
            "tile": move.tile,
            "cost": self.stock(cost),
            "points": self.vp(demand.vp),
            "lost": min(self.v.terms.lost, self.v.terms.losable),
        }

    def berk(self, move: moves.Berk) -> Said:
        """RTN-14.3: what must be paid for; RTN-23.20: cards to choose from, and what that costs."""
        slot = next(slot for slot in self.data.berk.values() if PLAYED[move.die][1] in slot.values)
        parts: list[str] = []
        told = self.words.effects
        if move.mods:
            bought = max(move.mods - slot.free - self.v.terms.modifiers, 0) * self.data.board.modifier_price
            name = self.words.count("stock", "modifiers", move.mods)
            parts.append(told["for"].format(gain=name, cost=self.coins(bought)) if bought else name)
        if move.renew is not None:
            parts.append(told[f"renew_{move.renew}"])
        if move.more is not None:
            lost = min(slot.reputation, self.v.terms.losable)
            parts.append(told["commissions"].format(count=self.words.number(slot.cards), lost=lost))
        return {"parts": ", ".join(parts) or self.words.nothing}

    def castle(self, move: moves.Castle) -> Said:
        """RTN-15.2, RTN-20.3."""
        value = PLAYED[move.die][1]
        shown = next(n for n, slot in enumerate(self.data.castle.values()) if value in slot.values)
        return {"gain": self.gain(Stock(reputation=self.v.terms.castle[shown if move.slot is None else EXTRA]))}

    def chancery(self, move: moves.Chancery) -> Said | None:
        """RTN-23.7, RTN-23.10: whose desk, and what it is good for."""
        value, row = PLAYED[move.die][1], move.row or UPPER
        desk = next((desk for desk in self.data.desks.values() if desk.die == value and desk.row == row), None)
        if desk is None:
            return None
        benefit = self.words.effects[f"desk_{desk.benefit}"]
        return {"people": self.words.name("people", desk.people), "benefit": benefit}

    def commission(self, move: moves.Commission) -> Said | None:
        """RTN-23.14: for the card beside the tile, which only its owner knows."""
        one = next((one for one in self.me.contracts if one.tile == move.tile), None)
        if one is None or one.card is None:
            return None
        text = contract_text(self.data, one.card, self.words)
        return {"value": PLAYED[move.die][1], "tile": move.tile, "text": text}

    # --- small parts

    def gain(self, stock: Stock) -> str:
        """RTN-R10, RTN-R11, RTN-1.3, RTN-R31: as much of it as there is room for."""
        room = self.v.terms.room
        return self.stock(replace(stock, **{kind: min(stock.of(kind), most) for kind, most in room.items()}))

    def stock(self, stock: Stock) -> str:
        return stock_text(stock, self.words)

    def coins(self, count: int) -> str:
        return self.words.count("stock", "coins", count)

    def vp(self, count: int) -> str:
        return self.words.count("stock", "vp", count)
