"""What a seat, or the public, may know: built from the table, never the table with holes."""

from msgspec import Struct
from msgspec.structs import replace

from core.games.crossing.names import (
    COLOURS,
    COUNTED,
    GUILDS,
    SLOTS,
    BirdId,
    BridgeId,
    CardId,
    ColourId,
    CountedId,
    DeckId,
    EmptyId,
    FaceId,
    FavorId,
    GoalId,
    GuildId,
    QueenName,
    RegionId,
    Resources,
    SlotId,
    SpaceId,
    StructureName,
    TileId,
)
from core.games.crossing.options import Options
from core.games.crossing.rules.goals import face, next_claim, positions
from core.games.crossing.rules.purchase import price
from core.games.crossing.rules.scoring import final_points, stars
from core.games.crossing.rules.tally import count
from core.games.crossing.rules.tiles import side_in_use
from core.games.crossing.rulings import Rulings
from core.games.crossing.table import Pair, Player, Table, available
from core.kernel.game import Viewer
from core.kernel.rules.marks import Seat
from core.kernel.rules.result import Result
from core.kernel.rules.shown import own, shown


class SideView(Struct, frozen=True):
    """A side of the table: everything is open, but favors that were drawn in secret (KIN-R20 owner_only)."""

    coins: int
    vp: int
    resources: Resources
    investment: int
    region: RegionId | None
    houses: tuple[RegionId, ...]
    cards: tuple[CardId, ...]
    structures: tuple[StructureName, ...]
    birds: tuple[BirdId, ...]
    decorations: dict[SpaceId, int]
    upgraded: tuple[TileId, ...]
    played: tuple[TileId, ...]
    paws: tuple[BridgeId, ...]
    working: TileId | None
    favors: tuple[FavorId, ...]  # with those that the viewer alone knows
    seat: Seat
    guilds: dict[GuildId, tuple[CardId, ...]]
    available: tuple[TileId, ...]  # none of Paco & Paca, who have other tiles
    price: int  # KIN-8.4e: of a resource with the tile that is worked with; 0 without one
    hidden: int  # favors that the viewer does not know
    counts: dict[CountedId, int]  # what goals ask for, and favors pay for
    stars: dict[GuildId, int]  # KIN-17.4: that the marker of a guild's track has passed
    final: dict[str, int]  # what the end would bring now, by category


class SlotView(Struct, frozen=True):
    """A slot: its deck, how many cards lie below, the card or the tile that lies face up, its price, its bird."""

    slot: SlotId
    region: RegionId
    deck: DeckId | None  # None: nothing is laid out yet
    left: int
    card: CardId | EmptyId | None
    cost: int
    bird: BirdId | None


class GoalView(Struct, frozen=True):
    """A bridge goal: its face, who stands on it in which order, what the next one gets; rows are pairs in order."""

    goal: GoalId
    face: FaceId
    claims: tuple[Seat, ...]
    positions: tuple[int, ...]  # the VP of each position that is used with so many players
    worth: int  # the VP that the next claim of a seat brings; 0: there is no position left


class View(Struct, frozen=True):
    """The whole match for one viewer."""

    round: int
    turn: int
    options: Options
    rulings: Rulings
    layout: tuple[DeckId, ...]
    queen: QueenName | None
    pairs: tuple[Pair, ...]
    balloon: RegionId | None
    token: Seat
    order: tuple[Seat, ...]
    acting: Seat | None
    piles: tuple[int, ...]
    display: tuple[FavorId | None, ...]
    gone: tuple[BirdId, ...]
    slept: tuple[QueenName, ...]
    end: Result | None
    viewer: int | None
    edition: str
    rounds: int
    players: int
    queens: int  # in the pile
    nests: dict[ColourId, int]  # birds that are left of each colour
    slots: tuple[SlotView, ...]
    goals: tuple[GoalView, ...]
    solo_deck: int
    sides: tuple[SideView, ...]  # the seats, then Paco & Paca


def view(t: Table, viewer: Viewer) -> View:
    """Nothing is hidden but what lies in piles (KIN-6)."""
    data = t.edition
    return shown(
        View,
        t,
        viewer=viewer,
        edition=t.setup.edition,
        rounds=data.board.rounds,
        players=t.players,
        queens=max(len(t.queens) - 1, 0),  # KIN-2.5: one is not in the game
        nests={colour: sum(data.birds[bird].colour == colour for bird in t.birds) for colour in COLOURS},
        slots=tuple(_slot(t, slot) for slot in SLOTS),
        goals=tuple(_goal(t, goal) for goal in t.goals),
        solo_deck=len(t.solo_deck),
        sides=tuple(_side(t, seat, p, viewer) for seat, p in enumerate(t.sides)),
    )


def _slot(t: Table, slot: SlotId) -> SlotView:
    at = SLOTS.index(slot)
    deck = t.layout[at] if t.layout else None
    left = len(t.decks[deck]) if deck else 0
    card = t.slots[at]
    return SlotView(slot, t.edition.region_of[slot], deck, left, card, price(t, card), t.perched[at])


def _goal(t: Table, goal: GoalId) -> GoalView:
    side = face(t, goal)
    points = t.edition.board.goals[side]
    claims, used = t.claims.get(goal, ()), tuple(points[at] for at in positions(t))
    return GoalView(goal, side, claims, used, next_claim(t, goal))


def _side(t: Table, seat: int, p: Player, viewer: Viewer) -> SideView:
    """KIN-R20 owner_only: favors that the viewer alone knows are like any others to them."""
    known = tuple(FavorId(favor) for box in p.hidden for favor in own(box, viewer) or ())
    if known:
        p = replace(p, favors=p.favors + known, hidden=tuple(box for box in p.hidden if own(box, viewer) is None))
        t = t.with_side(seat, p)
    guilds = t.edition.guild_of
    return shown(
        SideView,
        p,
        seat=seat,
        guilds={guild: tuple(card for card in p.cards if guilds[card] == guild) for guild in GUILDS},
        available=available(p) if seat < t.players else (),
        price=side_in_use(t, p).price,
        hidden=len(p.hidden),
        counts={counted: count(t, seat, counted) for counted in COUNTED if counted != "guild"},
        stars={guild: stars(t, p, track) for guild, track in t.edition.track_of.items()},
        final=final_points(t, seat),
    )
