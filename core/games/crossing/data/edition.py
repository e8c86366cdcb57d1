"""What lies in the box of Kingdom Crossing."""

from collections.abc import Iterator
from functools import cache, cached_property
from typing import Annotated, Any, Final

from msgspec import Meta, Struct
from msgspec.structs import asdict

from core.games.crossing.data import effects
from core.games.crossing.names import (
    BRIDGES,
    CHARACTERS,
    COLOURS,
    COUNTED,
    DECKS,
    DECORATIONS,
    FACES,
    FLIGHTS,
    GOALS,
    GUILDS,
    HOME,
    LEVELS,
    PLACES,
    REGIONS,
    RESOURCES,
    SLOTS,
    STRUCTURES,
    TILES,
    BirdId,
    BridgeId,
    CardId,
    ColourId,
    CountedId,
    Counts,
    DeckId,
    DecorationId,
    EmptyId,
    FaceId,
    FavorId,
    GoalId,
    GuildId,
    LevelId,
    QueenName,
    RegionId,
    ResourceId,
    SlotId,
    SoloId,
    SpaceId,
    StartName,
    TileId,
)
from core.kernel.errors import Usage
from core.kernel.language.lexicon import Lexicon
from core.kernel.language.pattern import parse
from core.kernel.rules.marks import Vocabulary
from core.kernel.rules.step import kinds_of
from core.kernel.setup.edition import Editions, Named
from core.kernel.setup.entries import Entry, Every, Grouped, Ids, Natural, Positive, Written

PACKAGE = "core.games.crossing.data"
PLAYERS = (1, 2, 3, 4)
CARDS_OF_A_DECK = 10  # KIN-2.2
FAVORS = 26
BIRDS = 40
QUEENS = 5
STARTS = 8  # faces
EMPTIES = 4
TOP: Final = 10  # KIN-15.1: the last space of a resource track
MARKED: Final = (0, 3, 4)  # KIN-6.12: a bird with a number needs so many players

VOCABULARY: Vocabulary = {
    "region": REGIONS,
    "bridge": BRIDGES,
    "slot": SLOTS,
    "deck": DECKS,
    "guild": GUILDS,
    "resource": RESOURCES,
    "colour": COLOURS,
    "tile": TILES,
    "decoration": DECORATIONS,
    "goal": GOALS,
    "face": FACES,
    "level": LEVELS,
    "counted": COUNTED,
    "flight": tuple(FLIGHTS),
    "place": PLACES,
}


@cache
def _gain(text: str) -> effects.Gain:
    known = kinds_of(effects.Gain)
    made: effects.Gain | None = parse(text, known, known, Lexicon(VOCABULARY)).literal()
    if made is None:
        raise Usage("say_all", word=text)
    return made


Gain = Annotated[effects.Gain, Written(_gain)]


class Region(Entry, frozen=True):
    """KIN-1.6, KIN-5.11: a region, the colour of its birds, and where decks lie in it."""

    birds: ColourId
    slots: Annotated[tuple[SlotId, ...], Meta(min_length=1)]


class Bridge(Entry, frozen=True):
    """KIN-1.6: the two regions that a bridge joins."""

    joins: tuple[RegionId, RegionId]

    def across(self, region: RegionId) -> RegionId | None:
        """Where it leads from here; it does not touch every region."""
        one, other = self.joins
        return other if region == one else one if region == other else None


class Character(Entry, frozen=True, kw_only=True):
    """KIN-5.2, KIN-5.3: what a character costs and gives, and whose guild it joins."""

    id: CardId
    kind: DeckId
    guild: GuildId
    cost: Natural
    gain: Gain


class Structure(Entry, frozen=True, kw_only=True):
    """KIN-5.5: what a structure costs, and its ability: at once and as income."""

    id: CardId
    kind: DeckId
    cost: Natural = 0
    gain: Gain


class Home(Entry, frozen=True):
    """KIN-3.8: the home card of each player."""

    gain: Gain


class Side(Entry, frozen=True):
    """KIN-8.4: one face of an action tile, as its text goes on: to rest, and to work."""

    rest: Natural
    coins: Natural = 0
    vp: Natural = 0
    invest: Natural = 0
    bridges: Natural = 0
    price: Natural = 0  # KIN-8.4e: of a resource
    twice: bool = False  # KIN-8.4d: a bird counts twice
    queen: Natural = 0  # KIN-9.1: how often the queen card takes effect


class ActionTile(Entry, frozen=True):
    """KIN-5.8: both faces of an action tile."""

    base: Side
    upgraded: Side

    def side(self, *, upgraded: bool) -> Side:
        return self.upgraded if upgraded else self.base


class Bird(Entry, frozen=True, kw_only=True):
    """KIN-5.11: a bird, its bonus and its mark."""

    id: BirdId
    colour: ColourId
    gain: Gain
    mark: Natural = 0  # KIN-6.12: with fewer players than this it leaves


class Queen(Entry, frozen=True, kw_only=True):
    """KIN-9.1: a queen card."""

    id: CardId
    guild: GuildId
    gain: Gain


class Start(Entry, frozen=True, kw_only=True):
    """KIN-4.3: one face of a start card; its gains in the order in which they are taken."""

    id: CardId
    card: str
    region: RegionId
    guild: GuildId
    gains: tuple[Gain, ...]


class Favor(Entry, frozen=True, kw_only=True):
    """KIN-17.6: so many points for each of what is counted; `cards`: for guilds with at least so many cards."""

    id: FavorId
    points: Positive
    each: CountedId
    cards: Natural = 0


class Need(Struct, frozen=True, forbid_unknown_fields=True):
    """KIN-12.6: at least so much of all this; or the spaces that the investment marker goes back."""

    least: Counts = Counts()
    back: Natural = 0


class Goal(Entry, frozen=True):
    """KIN-5.15: both faces of a goal."""

    easy: Need
    hard: Need

    def need(self, face: FaceId) -> Need:
        return self.hard if face == "hard" else self.easy


class Empty(Entry, frozen=True, kw_only=True):
    """KIN-8.7: what lies where a deck is used up."""

    id: EmptyId
    gain: Gain


class Space(Entry, frozen=True):
    """KIN-15.3: where a decoration goes: beside which track, behind which of its spaces, and of what kind it is."""

    track: ResourceId
    after: Annotated[int, Meta(ge=0, le=TOP - 1)]
    kind: DecorationId
    symbols: Annotated[int, Meta(ge=1, le=2)]
    stars: Positive


class Track(Entry, frozen=True):
    """KIN-15.1, KIN-17.4: whose guild a resource serves, where its marker gains what; the last space gives a favor."""

    guild: GuildId
    bonus: Annotated[int, Meta(ge=1, le=TOP - 1)]
    gain: Gain
    top: Gain


class Guild(Entry, frozen=True):
    """KIN-6.3 to KIN-6.7: the income of a guild."""

    gain: Gain


class Level(Entry, frozen=True):
    """KIN-S1.8: how many rest tiles lie among the tiles of Paco & Paca."""

    rests: Natural


class Solo(Entry, frozen=True, kw_only=True):
    """KIN-S3.3: a tile of Paco & Paca: the card of a slot, the queen, or nothing."""

    id: SoloId
    slot: SlotId | None = None
    crown: bool = False


class Investment(Entry, frozen=True):
    """KIN-5.17, KIN-17.3: what each space pays when it is cashed, and at the end."""

    coins: Annotated[tuple[Natural, ...], Meta(min_length=2)]
    vp: tuple[Natural, ...]

    @property
    def last(self) -> int:
        return len(self.coins) - 1


Four = tuple[Natural, Natural, Natural, Natural]


class Board(Entry, frozen=True):
    """The numbers of the rules."""

    rounds: Positive
    actions: Positive
    paws: Annotated[dict[Positive, Positive], Meta(min_length=1)]  # KIN-8.3: VP by the number of the paw
    balloon: Natural  # KIN-10.2: from where one is
    summoned: Natural  # KIN-10.2: from elsewhere
    guild_cards: Positive  # KIN-6.2: that make one income
    boar: Natural  # KIN-6.6: VP where nothing can be upgraded
    sets: tuple[Positive, ...]  # KIN-14.1: cards of each guild for the next house
    coins_per_step: Positive  # KIN-17.2
    structures: tuple[Natural, ...]  # KIN-17.5: VP for each by the lowest marker
    goals: Annotated[dict[FaceId, Four], Every(FACES)]  # KIN-12.1: VP by position
    automa_tiles: Positive  # KIN-S3.3: tiles of a turn
    automa_favor: Natural  # KIN-S5.1: VP of a favor for each rest tile


class Edition(Named, frozen=True, dict=True):
    """A set of component data."""

    board: Board
    investment: Investment
    regions: Annotated[dict[RegionId, Region], Every(REGIONS, in_order=True)]
    bridges: Annotated[dict[BridgeId, Bridge], Every(BRIDGES, in_order=True)]
    tracks: Annotated[dict[ResourceId, Track], Every(RESOURCES, in_order=True)]
    spaces: Annotated[dict[SpaceId, Space], Ids(signs=".")]
    guilds: Annotated[dict[GuildId, Guild], Every(GUILDS, in_order=True)]
    tiles: Annotated[dict[TileId, ActionTile], Every(TILES, in_order=True)]
    characters: Annotated[
        dict[CardId, Character],
        Grouped("characters", "cards", "kind", CHARACTERS),
        Ids(len(CHARACTERS) * CARDS_OF_A_DECK, "-"),
    ]
    structures: Annotated[
        dict[CardId, Structure],
        Grouped("structures", "cards", "kind", STRUCTURES),
        Ids(len(STRUCTURES) * CARDS_OF_A_DECK, "-", taken=(HOME,)),
    ]
    home: Home
    queens: Annotated[dict[QueenName, Queen], Ids(QUEENS, "-")]
    starts: Annotated[dict[StartName, Start], Ids(STARTS)]
    birds: Annotated[dict[BirdId, Bird], Grouped("birds", "tokens", "colour", COLOURS), Ids(BIRDS, "-")]
    favors: Annotated[dict[FavorId, Favor], Ids(FAVORS, "-")]
    goals: Annotated[dict[GoalId, Goal], Every(GOALS, in_order=True)]
    empties: Annotated[dict[EmptyId, Empty], Ids(EMPTIES, "-")]
    solo: Annotated[dict[SoloId, Solo], Ids(signs="-")]
    levels: Annotated[dict[LevelId, Level], Every(LEVELS, in_order=True)]

    @cached_property
    def decks(self) -> dict[DeckId, tuple[CardId, ...]]:
        """KIN-2.2: the cards of each deck, in the order of the edition."""
        cards: list[Any] = [*self.characters.values(), *self.structures.values()]
        return {deck: tuple(card.id for card in cards if card.kind == deck) for deck in DECKS}

    @cached_property
    def needs(self) -> dict[tuple[GoalId, FaceId], tuple[int, tuple[tuple[CountedId, int], ...]]]:
        """KIN-12.6: for each face of each goal, how far the marker goes back, and of what there must be how much."""
        faces = {(name, face): goal.need(face) for name, goal in self.goals.items() for face in FACES}
        return {key: (need.back, tuple(_wanted(need.least))) for key, need in faces.items()}

    @cached_property
    def links(self) -> dict[RegionId, tuple[tuple[BridgeId, RegionId], ...]]:
        """KIN-8.1: the bridges that touch each region, and where they lead from there."""
        bridges = self.bridges.items()
        return {
            here: tuple((bridge, to) for bridge, about in bridges if (to := about.across(here)))
            for here in self.regions
        }

    @cached_property
    def region_of(self) -> dict[SlotId, RegionId]:
        """Where each slot lies."""
        return {slot: name for name, region in self.regions.items() for slot in region.slots}

    @cached_property
    def guild_of(self) -> dict[CardId, GuildId]:
        """Which column a card joins: characters, queen cards and start cards."""
        cards: list[Any] = [*self.characters.values(), *self.queens.values(), *self.starts.values()]
        return {card.id: card.guild for card in cards}

    @cached_property
    def track_of(self) -> dict[GuildId, ResourceId]:
        """KIN-17.4: the track whose stars a guild multiplies; the deer have none."""
        return {track.guild: resource for resource, track in self.tracks.items()}

    def cost_of(self, card: CardId) -> int:
        """KIN-8.5.3: in coins."""
        return (self.characters.get(card) or self.structures[card]).cost

    def ability(self, structure: CardId) -> effects.Gain:
        """KIN-5.5: what an own structure does, the home card included."""
        return self.home.gain if structure == HOME else self.structures[structure].gain

    def birds_of(self, colour: ColourId) -> tuple[BirdId, ...]:
        """KIN-2.4: the pile of a colour, in the order of the edition."""
        return tuple(bird.id for bird in self.birds.values() if bird.colour == colour)


def _wanted(least: Counts) -> Iterator[tuple[CountedId, int]]:
    """What is asked for at all."""
    return ((CountedId(what), count) for what, count in asdict(least).items() if count)


EDITIONS = Editions(PACKAGE, Edition, VOCABULARY, claims=f"{PACKAGE}.claims")
edition, shipped, adopt = EDITIONS.known, EDITIONS.shipped, EDITIONS.adopt
