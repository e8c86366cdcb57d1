"""What the edition of Kingdom Crossing says, and that an owner's edition is held to what the rulebook tells."""

from collections import Counter
from itertools import combinations
from typing import get_args

from core.games.crossing.data import effects
from core.games.crossing.data.edition import CARDS_OF_A_DECK, Edition, Need, edition, shipped
from core.games.crossing.names import (
    BEAR,
    BRIDGES,
    CHARACTERS,
    DECKS,
    DEER,
    FLOWER,
    FOX,
    GUILDS,
    HARD,
    HOME,
    REGIONS,
    WEST,
    WOOD,
    BridgeId,
    CardId,
    CountedId,
    Counts,
    GoalId,
    RegionId,
    SlotId,
    SpaceId,
    TileId,
)


def made() -> Edition:
    return edition(shipped().digest)


def longest(e: Edition, region: RegionId, crossed: tuple[BridgeId, ...] = ()) -> int:
    """How many bridges a walk from here can cross, each of them once."""
    onward = [
        longest(e, there, (*crossed, bridge))
        for bridge in BRIDGES
        if bridge not in crossed and (there := e.bridges[bridge].across(region)) is not None
    ]
    return max(onward, default=len(crossed))


def test_every_walk_is_stuck_after_six_bridges_and_one_flight_makes_seven() -> None:
    e = made()
    assert {longest(e, region) for region in REGIONS} == {6}
    touching = Counter(region for bridge in e.bridges.values() for region in bridge.joins)
    assert touching == {"north": 3, "east": 3, "south": 3, "west": 5}
    assert e.bridges[BridgeId("5")].across(WEST) == "east"
    assert e.bridges[BridgeId("6")].across(WEST) is None


def test_the_piles_of_birds_last_for_four_mornings() -> None:
    e = made()
    for region in e.regions.values():
        birds = e.birds_of(region.birds)
        assert len(birds) == 4 * len(region.slots)
        marks = Counter(e.birds[bird].mark for bird in birds)
        assert marks == {0: len(birds) // 2, 3: len(birds) // 4, 4: len(birds) // 4}
    assert e.region_of[SlotId("s9")] == WEST


def test_each_deck_has_ten_cards_and_each_guild_two_of_every_character() -> None:
    e = made()
    assert [len(e.decks[deck]) for deck in DECKS] == [CARDS_OF_A_DECK] * 10
    for kind in CHARACTERS:
        assert Counter(e.guild_of[card] for card in e.decks[kind]) == dict.fromkeys(GUILDS, 2)
    assert e.guild_of[CardId("Q-FOX")] == FOX
    assert e.guild_of[CardId("ST2B")] == BEAR
    assert CardId("BLD-01") not in e.guild_of


def test_effects_are_read_from_their_notation() -> None:
    e = made()
    assert e.characters[CardId("LUM-04")].gain == effects.Res(WOOD, 2)
    assert e.characters[CardId("PED-04")].gain == effects.TriggerUpTo(2)
    assert e.characters[CardId("PED-05")].gain == effects.Deco1()
    assert e.characters[CardId("PED-06")].gain == effects.Deco1(paws=5)
    assert e.starts[CardId("ST1A")].gains[-1] == effects.Deco1(FLOWER)
    assert e.ability(HOME) == effects.Invest(1)
    assert e.ability(CardId("TRA-05")) == effects.VpPer(CountedId("fox"))
    assert [e.cost_of(CardId(card)) for card in ("LUM-08", "BLD-03", "TRA-10")] == [10, 0, 6]


def test_every_effect_of_the_vocabulary_is_in_use() -> None:
    e = made()
    used = {type(character.gain) for character in e.characters.values()}
    used |= {type(structure.gain) for structure in e.structures.values()}
    used |= {type(bird.gain) for bird in e.birds.values()}
    used |= {type(queen.gain) for queen in e.queens.values()}
    assert used == {*get_args(effects.Gain)}


def test_start_faces_are_worth_the_same_and_no_two_cards_share_a_region() -> None:
    e = made()
    worth: dict[type, int] = {effects.Coins: 1, effects.Res: 4, effects.Deco1: 6, effects.Invest: 3}
    for start in e.starts.values():
        assert sum(worth[type(gain)] * getattr(gain, "amount", 1) for gain in start.gains) == 17
    for one, other in combinations(e.starts.values(), 2):
        assert (one.card == other.card) == (one.region == other.region)


def test_tracks_spaces_and_tiles() -> None:
    e = made()
    assert [e.track_of.get(guild) for guild in GUILDS] == ["wood", "stone", "sap", "food", None]
    assert DEER not in e.track_of
    double = e.spaces[SpaceId("wood.2")]
    assert (double.after, double.kind, double.symbols, double.stars) == (7, "sculpture", 2, 3)
    trade = e.tiles[TileId("A5")]
    assert (trade.side(upgraded=False).price, trade.side(upgraded=True).price) == (4, 2)
    assert sum(tile.base.bridges for tile in e.tiles.values()) == 8
    assert e.goals[GoalId("3")].need(HARD) == Need(Counts(flower=5, sculpture=3))
    assert e.investment.last == 8
