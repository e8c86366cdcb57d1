"""What the greedy bot thinks a move is worth: how it stands afterwards, against how it stands now.

Worth is counted in hundredths of a point, from the seat's view alone: what is built, what could be built with the hand
and the troops as they are, what a troop will double. What is legal, the offers say.
"""

from msgspec import Struct
from msgspec.structs import replace

from core.games.heirs.bot.prospects import POINT, Prospects
from core.games.heirs.moves import (
    Anchor,
    Build,
    Deploy,
    Discard,
    End,
    Extend,
    First,
    Raze,
    Recall,
    Spare,
    Take,
    UseCamp,
    Veto,
    Walk,
)
from core.games.heirs.names import NORMAL, TERRAINS, TerrainId, TileId, TroopId
from core.games.heirs.view import View
from core.kernel.bots.bots import Thinker
from core.kernel.rules.grid import Cell, around
from core.kernel.rules.piles import without

SURE = 95  # per cent of a building that can be paid now,
SHORT = (60, 35, 20)  # of one that lacks 1, 2 or more,
SHORT_AT_LAST = (35, 10, 0)  # and in the last turn,
OPEN = 15  # at least: a tile can be laid as open terrain
REACH = 40  # to choose among one more tile
VARIED = (0, 70, 110, 125)  # access to a resource that does not depend on the royal supply
ROOM = 4  # an empty cell around one's troops,
ROOMY = 10  # up to so many
STAND = (100, 60, 35, 20, 12)  # per cent: a troop on a building of one's own, with so many turns to come
NEAR = 60  # per cent: beside it


class Stand(Struct, frozen=True):
    """How things could stand in the turn: hand, troops, the royal supply from the shield on."""

    hand: tuple[TileId, ...]
    troops: dict[TroopId, Cell]
    ring: tuple[TileId, ...]
    open: bool  # can a tile be taken?
    discounts: int


Action = Take | Build | Extend | Walk | Deploy | Recall | UseCamp | Discard | End


class Thought(Thinker):
    """What a seat thinks of its position: once for all moves of a decision, which are then measured with it."""

    def __init__(self, view: View, seat: int) -> None:
        self.p = Prospects(view, seat)
        me, size = self.p.me, len(view.ring)
        clockwise = (view.ring[(view.shield + step) % size] for step in range(1, size))
        ring = tuple(tile for tile in clockwise if tile is not None)
        self.now = Stand(me.hand or (), me.troops, ring, view.crown == seat, me.discounts)
        self.last = self.p.turns <= 1
        self.share = STAND[min(self.p.turns, len(STAND)) - 1]
        self._best: dict[tuple[TileId, Cell], int] = {}
        self._stands: dict[Cell, int] = {}
        self.fixed = dict.fromkeys(TERRAINS, 0)
        moving = self._access(self.now, self._within(self.now))
        self.fixed = {terrain: me.access.of(terrain) - count for terrain, count in moving.items()}
        self.worth = self.of(self.now)

    def nothing(self, move: First | Veto | Anchor | Spare) -> int:
        """What the others are measured against: nothing gets better, nothing worse."""
        return 0

    def raze(self, move: Raze) -> int:
        """HEI-9.21: the opponent's loss."""
        return POINT * self.p.lots[move.cell].worth

    def act(self, move: Action) -> int:
        """What the move itself brings, and how things stand then."""
        after, gain = _after(self, move)
        return gain + self.of(after) - self.worth

    def of(self, stand: Stand) -> int:
        """What may come of it; as long as a tile can be taken, after the best one."""
        if stand.open and stand.ring and len(stand.hand) < self.p.data.board.hand:
            return max(self._settled(took(stand, tile)) for tile in self._within(stand))
        return self._settled(stand)

    def _settled(self, stand: Stand) -> int:
        access = self._access(stand, self._within(stand))
        return sum(self._hope(stand, tile, access) for tile in stand.hand) + self._posted(stand)

    def _hope(self, stand: Stand, tile: TileId, access: dict[TerrainId, int]) -> int:
        """What a tile of the hand may bring, now or later."""
        cost = self.p.data.tiles[tile].cost
        short = sum(max(cost.of(terrain) - access[terrain], 0) for terrain in TERRAINS) - max(stand.discounts, 0)
        best = max((self._nearby(tile, cell) for cell in stand.troops.values()), default=0)
        if short <= 0:
            return best * SURE // 100
        shares = SHORT_AT_LAST if self.last else SHORT
        return max(best * shares[min(short, len(shares)) - 1] // 100, 0 if self.last else OPEN)

    def _nearby(self, tile: TileId, stand: Cell) -> int:
        """The best place for it around a troop."""
        known = self._best.get((tile, stand))
        if known is None:
            empty = (cell for cell in around(stand) if cell not in self.p.lots)
            known = self._best[tile, stand] = max((self.p.built(tile, cell) for cell in empty), default=0)
        return known

    def _posted(self, stand: Stand) -> int:
        """What the troops are good for where they are: doubled points, resources, choice, room."""
        cells = stand.troops.values()
        found = sum(map(self._stand, cells))
        if self.last:
            return found
        held = self._access(stand)
        varied = sum(VARIED[min(max(count, 0), len(VARIED) - 1)] for count in held.values())
        room = len({cell for at in cells for cell in around(at) if cell not in self.p.lots})
        return found + varied + REACH * self._supply(stand) + ROOM * min(room, ROOMY)

    def _stand(self, cell: Cell) -> int:
        """HEI-8.3: what a troop doubles here, or beside it, at the end."""
        known = self._stands.get(cell)
        if known is None:
            near = 0 if self.last else NEAR * max(map(self._doubles, around(cell))) // 100
            known = self._stands[cell] = self.share * max(self._doubles(cell), near) // 100
        return known

    def _doubles(self, cell: Cell) -> int:
        lot = self.p.lots.get(cell)
        if lot is None or lot.owner != self.p.seat:
            return 0
        return POINT * lot.worth // (1 + lot.doubled)

    def _supply(self, stand: Stand) -> int:
        return sum(troop not in stand.troops for troop in NORMAL)

    def _within(self, stand: Stand) -> tuple[TileId, ...]:
        """HEI-2.3: so many tiles from the shield on."""
        return stand.ring[: self._supply(stand) + self.p.data.board.reach]

    def _access(self, stand: Stand, within: tuple[TileId, ...] = ()) -> dict[TerrainId, int]:
        """HEI-5.5: what one's buildings and troops give, and the tiles within reach."""
        found = dict(self.fixed)
        for cell in stand.troops.values():
            found[self.p.lots[cell].terrain] += 1
        for tile in within:
            found[self.p.data.tiles[tile].terrain] += 1
        return found


def took(stand: Stand, tile: TileId) -> Stand:
    """HEI-4.5: the tiles after it come first now, those that were passed over last."""
    at = stand.ring.index(tile)
    ring = (*stand.ring[at + 1 :], *stand.ring[:at])
    return replace(stand, hand=(*stand.hand, tile), ring=ring, open=False)


def _after(t: Thought, move: Action) -> tuple[Stand, int]:
    """How things stand then, and what the move itself brings."""
    now = t.now
    match move:
        case Take():
            return took(now, move.tile), 0
        case Build():
            return replace(now, hand=without(now.hand, (move.tile,))), t.p.built(move.tile, move.cell)
        case Extend():
            after = replace(now, hand=without(now.hand, (move.tile,)), discounts=now.discounts + 1)
            return after, t.p.opened(t.p.data.tiles[move.tile].back, move.cell)
        case Walk() | Deploy():
            return replace(now, troops={**now.troops, move.troop: move.cell}), 0
        case Recall():
            return replace(now, troops={troop: cell for troop, cell in now.troops.items() if troop != move.troop}), 0
        case UseCamp():  # HEI-9.11, HEI-9.12: one more tile, for the points of the Camp
            camp = next(lot for lot in t.p.view.landscape if lot.tile == move.tile)
            return replace(now, open=True), -POINT * camp.worth
        case Discard():
            return replace(now, hand=without(now.hand, (move.tile,))), 0
        case End():  # a take that is still open is given away
            return replace(now, open=False), 0


def thinker(view: View, seat: int) -> Thought:
    """How good a move is for the seat."""
    return Thought(view, seat)
