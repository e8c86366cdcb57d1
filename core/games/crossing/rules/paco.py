"""KIN-S Paco & Paca (Règles solo): what their tiles take, and what follows from it. Nothing is decided."""

from typing import Annotated, ClassVar

from msgspec.structs import replace

from core.games.crossing.data import effects
from core.games.crossing.data.edition import TOP, Space
from core.games.crossing.facts.cards import BirdTaken, CardTaken, QueenTaken, StructureTaken
from core.games.crossing.facts.course import BalloonMoved, SoloDeckMade, SoloTileShown, TokenTaken, TurnBegan
from core.games.crossing.facts.favors import PairPicked
from core.games.crossing.facts.gains import Decorated, HousePlaced, ResourceGained
from core.games.crossing.names import (
    REGIONS,
    RESOURCES,
    CardId,
    GuildId,
    LevelId,
    RegionId,
    ResourceId,
    Resources,
    SlotId,
    SoloId,
    SpaceId,
)
from core.games.crossing.rules.decks import ShowCard
from core.games.crossing.rules.decorations import SINGLE, free_spaces
from core.games.crossing.rules.favors import PacoFavor
from core.games.crossing.rules.goals import LookAtGoals, eager
from core.games.crossing.rules.houses import due
from core.games.crossing.rules.scoring import passed
from core.games.crossing.rules.tally import lowest
from core.games.crossing.table import HOUSES, PACO, Player, Table
from core.kernel.rules.chance import Draw, Drawn
from core.kernel.rules.marks import UpTo
from core.kernel.rules.step import Auto, Chance, Next

# --- setting up, and the Morning ----------------------------------------------------------------------------------


class TakeRest(Auto[Table], frozen=True):
    """KIN-S1.6: the pair that the human left is theirs."""

    rule: ClassVar[str] = "KIN-S1.6"

    def then(self, t: Table) -> Next:
        """KIN-S1.7: the balloon is where they start. KIN-R46: do they take more than guild and house?"""
        if not t.solo:
            return []
        (pair,) = t.pairs
        start = t.edition.starts[pair.start]
        facts = [PairPicked(self.rule, PACO, pair), HousePlaced(self.rule, PACO, start.region)]
        gains = start.gains if t.rulings.automa_start_card == "full" else ()
        return [*facts, *(PacoGains(gain) for gain in gains)]


class PacoGains(Auto[Table], frozen=True):
    """KIN-R46 full: resources and a decoration of the start card; coins and investment are no use to them."""

    rule: ClassVar[str] = "KIN-R46"
    gain: effects.Gain

    def then(self, t: Table) -> Next:
        match self.gain:
            case effects.Res(resource, amount):
                return [PacoAdvances(resource)] * amount
            case effects.Deco1(kind):
                free = free_spaces(t, t.sides[PACO], kind, SINGLE)[:1]
                return [Decorated(self.rule, PACO, space, t.edition.spaces[space].stars) for space in free]
            case _:
                return []


class ShuffleTiles(Auto[Table], frozen=True):
    """KIN-S3.2: every Morning their deck is made anew; in what order it lies is decided as tiles are turned up."""

    rule: ClassVar[str] = "KIN-S3.2"

    def then(self, t: Table) -> Next:
        return [SoloDeckMade(self.rule, solo_tiles(t))] if t.solo else []


def solo_tiles(t: Table) -> tuple[SoloId, ...]:
    """KIN-S1.8: with as many rest tiles as the level says."""
    tiles = t.edition.solo.values()
    rests = [tile.id for tile in tiles if tile.slot is None and not tile.crown]
    idle = rests[t.edition.levels[LevelId(t.options.level)].rests :]
    return tuple(tile.id for tile in tiles if tile.id not in idle)


# --- the Day ------------------------------------------------------------------------------------------------------


class PacoTurn(Auto[Table], frozen=True):
    """KIN-S3.3: two tiles."""

    rule: ClassVar[str] = "KIN-S3.3"
    turn: Annotated[int, UpTo("edition.board.actions", least=1)]

    def then(self, t: Table) -> Next:
        """KIN-R49: is the second one turned up when the first one has been dealt with?"""
        count = t.edition.board.automa_tiles
        tiles = [TurnUpTiles()] * count if t.rulings.automa_order == "tile_by_tile" else [TurnUpTiles(count)]
        return [TurnBegan(self.rule, PACO, self.turn), *tiles]


class TurnUpTiles(Chance[Table], frozen=True):
    """KIN-S3.3: tiles from the top of their deck."""

    rule: ClassVar[str] = "KIN-S3.3"
    count: int = 1

    def draw(self, t: Table) -> Draw | None:
        count = min(self.count, len(t.solo_deck))
        return Draw("solo", t.solo_deck, count) if count else None

    def drew(self, t: Table, drawn: Drawn) -> Next:
        """KIN-S4.1: with each of them goes a look at the goals, if they claim as soon as they can."""
        tiles = [SoloId(tile) for tile in drawn]
        look = (LookAtGoals(),) if eager(t) else ()
        follows = [step for tile in tiles for step in (UseSoloTile(tile), *look)]
        return [*(SoloTileShown(self.rule, tile) for tile in tiles), *follows]


class UseSoloTile(Auto[Table], frozen=True):
    """KIN-S3.3: the card of a slot, the queen, or KIN-S3.3c nothing."""

    rule: ClassVar[str] = "KIN-S3.3"
    tile: SoloId

    def then(self, t: Table) -> Next:
        tile = t.edition.solo[self.tile]
        if tile.crown:
            return _visit(t)
        slot = None if tile.slot is None else wanted(t, tile.slot)
        return [] if slot is None else _take(t, slot)


def wanted(t: Table, slot: SlotId) -> SlotId | None:
    """KIN-S3.3a: where they take a card. KIN-R53: if none lies there, nowhere, or the next one of the region?"""
    region = t.edition.regions[t.edition.region_of[slot]].slots
    at = region.index(slot)
    onward = (slot,) if t.rulings.automa_cards_on_empty_tile == "no_card" else (*region[at:], *region[:at])
    return next((there for there in onward if _card(t, there) is not None), None)


def _card(t: Table, slot: SlotId) -> CardId | None:
    """What lies there, if it is no tile of a deck that is used up."""
    there = t.on_slot(slot)
    return None if there is None or there in t.edition.empties else CardId(there)


def _take(t: Table, slot: SlotId) -> Next:
    """KIN-S2.1, KIN-S2.2: bird and card, without price and effects; KIN-S2.4: a structure moves no marker."""
    card, bird, rule = _card(t, slot), t.bird_on(slot), "KIN-S3.3a"
    if card is None:
        return []
    met = [] if bird is None else [BirdTaken(rule, PACO, slot, bird)]
    if card in t.edition.structures:
        return [*met, StructureTaken(rule, PACO, slot, card), ShowCard(slot)]
    advance = _advance(t, t.edition.guild_of[card])
    return [*met, CardTaken(rule, PACO, slot, card), *advance, PacoHouses(), ShowCard(slot)]


def _visit(t: Table) -> Next:
    """KIN-S3.3b: the queen, if she is there. KIN-R45: does her card move a marker, too?"""
    rule, queen = "KIN-S3.3b", t.queen
    drifts = [BalloonMoved(rule, _next_region(t.balloon))] if t.balloon is not None and _drifts(t) else []
    if queen is None:
        return drifts
    moved: Next = _advance(t, t.edition.guild_of[queen]) if t.rulings.automa_queen_advances == "yes" else []
    return [QueenTaken(rule, PACO, queen), TokenTaken(rule, PACO), *drifts, *moved, PacoHouses()]


def _drifts(t: Table) -> bool:
    """KIN-R47: always, only with the queen, or only without her?"""
    reading = t.rulings.crown_balloon
    return reading == "always" or (reading == "only_if_queen_taken") == (t.queen is not None)


def _next_region(region: RegionId) -> RegionId:
    """KIN-S3.3b: clockwise."""
    return REGIONS[(REGIONS.index(region) + 1) % len(REGIONS)]


# --- their board ----------------------------------------------------------------------------------------------------


def _advance(t: Table, guild: GuildId) -> Next:
    """KIN-S2.3: which marker a card moves."""
    track = t.edition.track_of.get(guild)
    return [PacoAdvances(track or _lowest(t.sides[PACO]))]


def _lowest(p: Player) -> ResourceId:
    return next(resource for resource in RESOURCES if p.resources.of(resource) == lowest(p))


class PacoAdvances(Auto[Table], frozen=True):
    """KIN-S2.3: a marker goes one space on; KIN-S2.6: of all icons only the favor counts."""

    rule: ClassVar[str] = "KIN-S2.3"
    resource: ResourceId

    def then(self, t: Table) -> Next:
        p = t.sides[PACO]
        if p.resources.of(self.resource) >= TOP:
            return []
        after = replace(p, resources=p.resources.plus(self.resource))
        return [
            ResourceGained(self.rule, PACO, Resources.only(self.resource), self.rule),
            *(
                Decorated("KIN-S2.5", PACO, space, t.edition.spaces[space].stars)
                for space in spaces_passed(t, p, after)
            ),
            *([PacoFavor()] if after.resources.of(self.resource) == TOP else []),
        ]


def spaces_passed(t: Table, before: Player, after: Player) -> list[SpaceId]:
    """KIN-S2.5: free spaces that a marker goes past. KIN-R51: each of them, or the first one of each track only?"""
    spaces = t.edition.spaces
    found = [
        space
        for space in spaces
        if space not in before.decorations and not passed(t, before, space) and passed(t, after, space)
    ]
    if t.rulings.automa_deco == "fill_each_slot":
        return found
    return [space for space in found if all(spaces[space].after <= other.after for other in _beside(t, space))]


def _beside(t: Table, space: SpaceId) -> list[Space]:
    """Those of the same track."""
    spaces = t.edition.spaces
    return [other for other in spaces.values() if other.track == spaces[space].track]


class PacoHouses(Auto[Table], frozen=True):
    """KIN-S4.5: a row of cards places a house; where it stands does not matter: in the first region without one."""

    rule: ClassVar[str] = "KIN-S4.5"

    def then(self, t: Table) -> Next:
        """KIN-S4.6: the third house brings a favor."""
        p = t.sides[PACO]
        if not due(t, p):
            return []
        region = next(region for region in REGIONS if region not in p.houses)
        favor = [PacoFavor()] if len(p.houses) + 1 == HOUSES else []
        return [HousePlaced(self.rule, PACO, region), *favor, PacoHouses()]
