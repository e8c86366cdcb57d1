"""KIN-5.8 to KIN-5.10 Action tiles (Tuiles Action): their faces, what these give, and how they are upgraded."""

from collections.abc import Iterable
from typing import ClassVar

from core.games.crossing.data import effects
from core.games.crossing.data.edition import Side
from core.games.crossing.facts.course import BirdsDoubled, TilePlayed
from core.games.crossing.facts.gains import Upgraded
from core.games.crossing.moves import Upgrade
from core.games.crossing.names import GUILDS, TILES, SourceName, TileId
from core.games.crossing.rules.gains import Gain, coins, gives, points
from core.games.crossing.rules.investment import Invest
from core.games.crossing.rules.midmatch import heeded
from core.games.crossing.table import Player, Table
from core.kernel.rules.step import Blocked, Next, Offer, SeatAuto, SeatChoice

RESTING = Side(rest=0)


def side(t: Table, p: Player, tile: TileId) -> Side:
    """KIN-5.10: the face that shows."""
    return t.edition.tiles[tile].side(upgraded=tile in p.upgraded)


def side_in_use(t: Table, p: Player) -> Side:
    """The face that is worked with. KIN-R30: the one of the moment of choice, even if the tile is turned meanwhile?"""
    if p.working is None:
        return RESTING
    upgraded = p.face if t.rulings.upgrade_in_use == "locked" else p.working in p.upgraded
    return t.edition.tiles[p.working].side(upgraded=upgraded)


def bonus(seat: int, tile: TileId, face: Side) -> Next:
    """KIN-8.4: the coins, points and Investment actions of a tile."""
    gained = [*coins("KIN-8.4a", seat, face.coins, tile), *points("KIN-8.4c", seat, face.vp, tile)]
    return [*gained, *invests(seat, tile, face)]


def invests(seat: int, tile: TileId, face: Side) -> list[Invest]:
    """KIN-8.4b: the Investment actions of a tile."""
    return [Invest(seat, tile)] * face.invest


def bonus_first(t: Table) -> bool:
    """KIN-R31: does a tile give its bonus before the walk, or after it?"""
    return t.rulings.tile_bonus_first == "yes"


def given_first(t: Table, p: Player, tile: TileId, face: Side) -> bool:
    """KIN-R31: comes its bonus before the walk? D22: a tile that asks something is opened for that: it has come."""
    return bonus_first(t) or (heeded(t) and p.working == tile and face.invest > 0)


def asks_first(t: Table, face: Side) -> bool:
    """D22: does a tile ask something before the walk?"""
    return face.invest > 0 and bonus_first(t)


def selected(t: Table, seat: int, tile: TileId, face: Side) -> Next:
    """KIN-7.2: the tile moves to the right of the board, and is worked with. KIN-R1: how long do birds count twice?"""
    p = t.sides[seat]
    played = TilePlayed("KIN-7.4", seat, tile, works=True, upgraded=tile in p.upgraded)
    lasting = face.twice and t.rulings.a4_double_scope == "round"
    return [played, *([BirdsDoubled("KIN-R1", seat)] if lasting else [])]


class UpgradeTile(SeatAuto[Table], frozen=True):
    """KIN-5.10: one of the tiles that are not upgraded yet, wherever it lies."""

    rule: ClassVar[str] = "KIN-5.10"
    under: str
    source: SourceName

    def then(self, t: Table) -> Next:
        """KIN-19.7: nothing, when all are. KIN-R12: two points instead, for the income of the boars only?"""
        if len(t.sides[self.seat].upgraded) < len(TILES):
            return [ChooseUpgrade(self.seat, self.under)]
        consoled = self.source in GUILDS or t.rulings.boar_fallback == "every_upgrade"
        return points("KIN-6.6", self.seat, t.edition.board.boar, self.source) if consoled else []


class ChooseUpgrade(SeatChoice[Table, Upgrade], frozen=True):
    """KIN-5.10: it is turned over, for good."""

    rule: ClassVar[str] = "KIN-5.10"
    forced = True
    under: str

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Upgrade]]:
        done = t.sides[seat].upgraded
        for tile in TILES:
            yield Offer(Upgrade(tile), Blocked(self.rule, "tile_upgraded", have=tile) if tile in done else None)

    def open_offers(self, t: Table, seat: int) -> Iterable[Offer[Upgrade]]:
        done = t.sides[seat].upgraded
        return [Offer(Upgrade(tile)) for tile in TILES if tile not in done]

    def resolve(self, t: Table, seat: int, move: Upgrade) -> Next:
        return [Upgraded(self.under, seat, move.tile)]


@gives(effects.Upgrade)
def _upgrade(_t: Table, g: Gain, _effect: effects.Upgrade) -> Next:
    return [UpgradeTile(g.seat, g.under, g.source)] * g.times
