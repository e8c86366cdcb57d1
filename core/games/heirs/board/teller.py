"""What a move does here, in one line: what it costs, what it gives access to, what points change as they stand."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from core.games.heirs import moves
from core.games.heirs.board.cardtext import cost_text, effect_text
from core.games.heirs.names import CAMP, TileId
from core.games.heirs.rules.camp import camped
from core.games.heirs.rules.play import built, extended, shortfall
from core.games.heirs.rules.protocol import access, reach
from core.games.heirs.rules.scoring import standings
from core.games.heirs.rules.siege import razed
from core.games.heirs.rules.treasures import fulfilled, lying
from core.games.heirs.table import HENRY, Table, back_of
from core.games.heirs.view import View, table_seen
from core.kernel.language.move_text import Said, Telling
from core.kernel.language.words import Words
from core.kernel.rules.grid import Cell
from core.kernel.rules.step import Next, Step


def teller(v: View, words: Words) -> Callable[[Struct], str]:
    """From what the mover sees."""
    return _Telling.of(v, words)


class _Telling(Telling[View]):
    """With the table as the mover sees it."""

    def __init__(self, v: View, seat: int, words: Words) -> None:
        super().__init__(v, seat, words)
        self.t = table_seen(v)
        self.before = standings(self.t)
        self.me = self.t.sides[seat]

    # --- taking and playing tiles

    def take(self, move: moves.Take) -> Said | None:
        """HEI-4.2: the shield moves, and so what is within reach. HEI-R7: or it stays, and another tile comes?"""
        t = self.t
        if move.tile not in t.ring:
            return None
        slot = t.ring.index(move.tile)
        ring = tuple(None if at == slot else tile for at, tile in enumerate(t.ring))
        stays = t.rulings.refill_slot == "taken_slot"
        after = replace(t, ring=ring, shield=t.shield if stays else slot)
        if not (stays and t.pile and self.me.reach is None):  # what comes in lies beyond every reach (HEI-4.5)
            return {"card": self.card(move.tile), "access": self.access(after)}
        known = replace(self.me, reach=tuple(reach(t, self.seat)))
        access = self.access(after.with_side(self.seat, known))
        return {"card": self.card(move.tile), "access": access, "case": "refilled"}

    def build(self, move: moves.Build) -> Said | None:
        """HEI-5.4: discounts make up for what is lacking."""
        if move.tile not in self.me.hand:
            return None
        data = self.t.tile(move.tile)
        short = shortfall(access(self.t, self.seat), data.cost)
        said: Said = {
            "card": self.name(move.tile),
            "effect": effect_text(self.t.edition, data, self.t.rulings, self.words),
            "points": self.points(built(self.t, self.seat, move)),
        }
        return said | ({"discounts": self.words.number(short), "case": "discount"} if short else {})

    def extend(self, move: moves.Extend) -> Said | None:
        """HEI-5.11: a discount more."""
        if move.tile not in self.me.hand:
            return None
        terrain = back_of(self.t, move.tile)
        count, points = self.words.number(self.me.discounts + 1), self.points(extended(self.t, self.seat, move))
        return {"terrain": self.words.name("terrain", terrain), "count": count, "points": points}

    def discard(self, move: moves.Discard) -> Said:
        """HEI-R6."""
        return {"card": self.name(move.tile)}

    # --- troops

    def walk(self, move: moves.Walk | moves.Deploy) -> Said | None:
        """HEI-6.2, HEI-6.3: another resource, perhaps another building doubled, perhaps a shorter reach."""
        if move.cell not in self.t.landscape:
            return None
        after = self.with_troops({**self.me.troops, move.troop: move.cell})
        return self.moved(after) | {"place": self.place(move.cell)}

    def recall(self, move: moves.Recall) -> Said | None:
        """HEI-6.4: a longer reach."""
        if move.troop not in self.me.troops:
            return None
        left = {troop: cell for troop, cell in self.me.troops.items() if troop != move.troop}
        return self.moved(self.with_troops(left))

    def moved(self, after: Table) -> Said:
        """HEI-6.8: what comes of it."""
        far = len(reach(after, self.seat))
        return {"reach": far, "access": self.access(after), "points": self.change(after)}

    def with_troops(self, troops: dict[Any, Cell]) -> Table:
        return self.t.with_side(self.seat, replace(self.me, troops=troops))

    # --- effects and the end of the turn

    def camp(self, move: moves.UseCamp) -> Said | None:
        """HEI-9.12: it is worth nothing any more."""
        own = {self.t.landscape[cell].tile for cell in self.t.buildings(self.seat, CAMP)}
        return {"points": self.points(camped(self.t, self.seat, move))} if move.tile in own else None

    def raze(self, move: moves.Raze) -> Said | None:
        """HEI-9.21: the opponent's loss, and what else counts on it."""
        laid = self.t.landscape.get(move.cell)
        if laid is None or laid.tile is None:
            return None
        return {"card": self.name(laid.tile), "points": self.points(razed(self.t, move.cell))}

    def end(self, move: moves.End) -> Said:
        """HEI-3.7: discounts lapse; HEI-7.6: what is in hand at the end scores nothing."""
        last = self.t.turns_left in (1, 2) and self.me.hand
        if last:
            return {"case": "hand", "count": self.words.number(len(self.me.hand))}
        lapse = self.me.discounts > 0
        return {"case": "lapse", "count": self.words.number(self.me.discounts)} if lapse else {}

    def anchor(self, move: moves.Anchor) -> Said | None:
        """HEI-R54."""
        laid = self.t.landscape.get(move.cell)
        return None if laid is None or laid.tile is None else {"card": self.name(laid.tile)}

    # --- small parts

    def points(self, happens: Next) -> str:
        """What comes of the facts, the points of it; HEI-S28: treasures may go, too."""
        after = self.t
        for fact in happens:
            if not isinstance(fact, Step):
                after = fact.on(after)
        before, tokens = self.t.treasures.placed, after.treasures
        left = {cell: token for cell, token in tokens.placed.items() if not fulfilled(after, cell, lying(after, token))}
        points = self.change(replace(after, treasures=replace(tokens, placed=left)))
        gone = [cell for cell in before if cell not in left]
        return self.words.effects["treasure"].format(points=points, cells=" ".join(gone)) if gone else points

    def change(self, after: Table) -> str:
        """What becomes of the points as they stand: one's own, and the other side's."""
        before, now, words = self.before, standings(after), self.words
        other = 1 - self.seat
        mine, theirs = now[self.seat] - before[self.seat], now[other] - before[other]
        whom = words.name("seat", HENRY) if self.t.solo else words.effects["opponent"]
        if theirs:
            return words.effects["against"].format(mine=self.signed(mine), theirs=self.signed(theirs), whom=whom)
        return words.effects["standing"].format(mine=self.signed(mine)) if mine else words.effects["even"]

    def signed(self, points: int) -> str:
        text = self.words.effects["change"].format(count=self.words.number(points))
        return f"+{text}" if points > 0 else text

    def card(self, tile: TileId) -> str:
        """HEI-9: a tile with its terrain, cost and effect."""
        data, words = self.t.tile(tile), self.words
        return words.effects["card"].format(
            name=self.name(tile),
            terrain=words.name("terrain", data.terrain),
            cost=cost_text(data.cost, words),
            effect=effect_text(self.t.edition, data, self.t.rulings, words),
        )

    def name(self, tile: TileId) -> str:
        return self.words.name("kind", self.t.tile(tile).kind)

    def place(self, cell: Cell) -> str:
        laid, words = self.t.landscape[cell], self.words
        terrain = words.name("terrain", laid.terrain)
        if laid.owner is None or laid.tile is None:
            return words.effects["open"].format(terrain=terrain)
        return words.effects["on"].format(name=self.name(laid.tile), terrain=terrain)

    def access(self, t: Table) -> str:
        """HEI-5.5: in all."""
        return cost_text(access(t, self.seat), self.words)
