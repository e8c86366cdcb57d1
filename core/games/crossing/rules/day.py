"""KIN-7 The day (Phase de journée, p. 7-10): each in turn takes a tile, to rest or to work with it."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, ClassVar

from msgspec.structs import replace

from core.games.crossing.data.edition import Side
from core.games.crossing.facts.course import TilePlayed, TurnBegan
from core.games.crossing.moves import Open, Rest, VisitQueen, Work
from core.games.crossing.names import FLIGHTS, TILES, TileId
from core.games.crossing.rules.gains import coins
from core.games.crossing.rules.goals import ClaimBesides, after_action, any_time
from core.games.crossing.rules.houses import PlaceHouse, due, house_waits, put_off, sets
from core.games.crossing.rules.purchase import purchase
from core.games.crossing.rules.queen import no_visit, visit, visits
from core.games.crossing.rules.tiles import asks_first, bonus, bonus_first, selected, side
from core.games.crossing.rules.tracks import free_tracks
from core.games.crossing.rules.trade import BuyFirst, Trading
from core.games.crossing.rules.walk import Chart, Spot, affords, journey, no_part, onward, start
from core.games.crossing.table import Table, available
from core.kernel.rules.marks import UpTo
from core.kernel.rules.promises import missed
from core.kernel.rules.step import Blocked, Choice, Next, Offer, SeatAuto, SeatChoice
from core.kernel.rules.ways import LargeChoice, Part


class TakeTurn(SeatAuto[Table], frozen=True):
    """KIN-7.1: one of four actions of a player."""

    rule: ClassVar[str] = "KIN-7.1"
    turn: Annotated[int, UpTo("edition.board.actions", least=1)]

    def then(self, t: Table) -> Next:
        """KIN-R23 deferred: the houses that are earned when the turn begins."""
        p = t.seats[self.seat]
        goals, earned = any_time(t), sets(t, p) if house_waits(t) and due(t, p) else 0
        lasting = [Meanwhile(self.seat, goals, earned)] if goals or earned else []
        house = [PlaceHouse(self.seat)] if put_off(t, p) else []
        return [TurnBegan(self.rule, self.seat, self.turn), *house, Action(self.seat), *lasting]


class Meanwhile(SeatAuto[Table], frozen=True):
    """KIN-12.1, KIN-14.1: what may be done at any moment of a turn, where the table plays so."""

    rule: ClassVar[str] = "KIN-7.1"
    goals: bool
    earned: int

    def anytime(self, t: Table) -> Sequence[Choice[Table, Any]]:
        house = len(t.seats[self.seat].houses) <= self.earned
        return [*([ClaimBesides(self.seat)] if self.goals else []), *([PlaceHouse(self.seat)] if house else [])]

    def then(self, t: Table) -> Next:
        return []


class Working(LargeChoice[Table, Any], frozen=True):
    """KIN-8: to work with a moving tile: a walk and a flight that end in a purchase (KIN-T3)."""

    large = (Work,)
    keeps = True  # KIN-R3: the card at the end can be paid

    def tiles(self, t: Table, seat: int) -> Iterable[TileId]:
        """Those with which one may go now."""
        raise NotImplementedError

    def begin(self, t: Table, seat: int, kind: type) -> Chart:
        return Chart(t, seat)

    def parts(self, t: Table, seat: int, at: Chart | Spot) -> Iterable[Part]:
        """The tile, then where it leads."""
        if isinstance(at, Spot):
            return onward(at)
        return (Part("tile", tile, start(at, tile)) for tile in self.tiles(t, seat))

    def no_part(self, t: Table, seat: int, at: Chart | Spot, field: str, value: Any) -> Blocked | None:
        if (field == "tile") == isinstance(at, Spot):
            return None
        return no_part(at, field, value) if isinstance(at, Spot) else tile_refused(t, seat, value)

    def no_more(self, t: Table, seat: int, end: Any, field: str, value: Any) -> Blocked | None:
        """KIN-10.1: no flight once a card is chosen."""
        return Blocked("KIN-10.1", "flight_not_now", have=value) if value in FLIGHTS else None


def tile_refused(t: Table, seat: int, tile: TileId) -> Blocked:
    """Why one does not walk with a tile now."""
    p = t.sides[seat]
    if p.working is not None:
        return Blocked("KIN-8.4", "tile_open", have=p.working)
    if tile in p.played:
        return Blocked("KIN-7.2", "tile_played", have=tile)
    return Blocked("KIN-9.1", "queen_tile") if side(t, p, tile).queen else Blocked("KIN-8.4b", "open_first", have=tile)


class Action(Working, SeatChoice[Table, Rest | Open | VisitQueen | Work], frozen=True):
    """KIN-7.2: one available tile, to rest or to work; no passing."""

    rule: ClassVar[str] = "KIN-7.2"

    def tiles(self, t: Table, seat: int) -> Iterable[TileId]:
        """D22: but for those with a choice before the walk."""
        p = t.sides[seat]
        return (tile for tile in available(p) if (face := side(t, p, tile)).bridges and not asks_first(t, face))

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Rest | Open | VisitQueen]]:
        p = t.sides[seat]
        for tile in TILES:
            gone = Blocked("KIN-7.2", "tile_played", have=tile) if tile in p.played else None
            yield Offer(Rest(tile), gone)
        for tile in TILES:
            face = side(t, p, tile)
            if has_choice(t, face):
                gone = Blocked("KIN-7.2", "tile_played", have=tile) if tile in p.played else None
                yield Offer(Open(tile), gone or unopenable(t, seat, tile, face))
        yield from visits(t, seat)

    def open_offers(self, t: Table, seat: int) -> Iterable[Offer[Rest | Open | VisitQueen]]:
        p = t.sides[seat]
        free = available(p)
        yield from (Offer(Rest(tile)) for tile in free)
        for tile in free:
            face = side(t, p, tile)
            if has_choice(t, face) and unopenable(t, seat, tile, face) is None:
                yield Offer(Open(tile))
        yield from (offer for offer in visits(t, seat) if offer.blocked is None)

    def unoffered(self, t: Table, seat: int, move: Any) -> Blocked | None:
        """KIN-9.3: no flight with the queen; D22: no tile is opened for nothing."""
        if isinstance(move, VisitQueen):
            return no_visit(t, seat, move)
        if isinstance(move, Open):
            queen = side(t, t.sides[seat], move.tile).queen
            return Blocked("KIN-9.1", "queen_tile") if queen else Blocked("KIN-8.4", "nothing_first", have=move.tile)
        return super().unoffered(t, seat, move)

    def resolve(self, t: Table, seat: int, move: Rest | Open | VisitQueen | Work) -> Next:
        """KIN-7.5, KIN-8.5.4: after the action goals may be claimed."""
        match move:
            case Rest():
                rest = side(t, t.sides[seat], move.tile).rest
                played = TilePlayed("KIN-7.3", seat, move.tile)
                return [played, *coins("KIN-7.3", seat, rest, move.tile), after_action(t, seat)]
            case Open():
                return opened(t, seat, move.tile)
            case VisitQueen():
                return visit(t, seat, move)
            case Work():
                return begun(t, seat, move.tile, went(t, seat, move))


def begun(t: Table, seat: int, tile: TileId, following: Next) -> Next:
    """KIN-8.4: a tile is chosen and worked with: its bonus, then the rest; what may be bought lasts for the turn."""
    face = side(t, t.sides[seat], tile)
    lasting = [Trading(seat)] if face.price else []
    early: Next = bonus(seat, tile, face) if bonus_first(t) else []
    return [*selected(t, seat, tile, face), *early, *following, *lasting]


def went(t: Table, seat: int, move: Work) -> Next:
    """KIN-8.5: the walk; where it ends a card is bought; then goals may be claimed."""
    chart = Chart(t, seat)
    face = chart.face(move.tile)
    late: Next = [] if chart.early(move.tile) else bonus(seat, move.tile, face)
    bought = purchase(seat, move.slot, trades=face.price > 0)
    return [*journey(chart, move), *late, *bought, after_action(t, seat)]


# --- what comes before the walk -----------------------------------------------------------------------------------


def has_choice(t: Table, face: Side) -> bool:
    """D22: does a tile ask or offer something before the walk?"""
    return bool(face.bridges and (face.price or asks_first(t, face)))


def opened(t: Table, seat: int, tile: TileId) -> Next:
    """D22: the tile is worked with; first its choice, then the walk."""
    buy = [] if asks_first(t, side(t, t.sides[seat], tile)) else [BuyFirst(seat)]
    return begun(t, seat, tile, [*buy, GoOn(seat)])


def unopenable(t: Table, seat: int, tile: TileId, face: Side) -> Blocked | None:
    """D22: to open a tile must leave a legal work; the trading tile is opened for a purchase that can be made."""
    p = t.sides[seat]
    if not asks_first(t, face):
        if p.coins < face.price:
            return Blocked("KIN-8.4e", "too_few_coins", need=face.price, have=p.coins)
        if not free_tracks(p):
            return Blocked("KIN-19.8", "tracks_full")
    return missed((), t, opened(t, seat, tile))


class GoOn(Working, SeatChoice[Table, Work], frozen=True):
    """D22: with the tile that was opened one must go."""

    rule: ClassVar[str] = "KIN-8.1"
    promised = True

    def kept(self, t: Table) -> bool:
        """Is there a card for the coins at hand, even if a resource is bought first?"""
        tile = t.seats[self.seat].working
        if tile is None:
            return False
        at = start(Chart(t, self.seat), tile)
        spent = 0 if t.seats[self.seat].bought else at.chart.face(tile).price
        return affords(replace(at, coins=at.coins - spent) if spent else at)

    def tiles(self, t: Table, seat: int) -> Iterable[TileId]:
        tile = t.sides[seat].working
        return () if tile is None else (tile,)

    def resolve(self, t: Table, seat: int, move: Work) -> Next:
        return went(t, seat, move)
