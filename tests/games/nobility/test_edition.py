"""What the edition of Rise to Nobility says, and what an owner may say otherwise."""

import re
from collections import Counter
from itertools import chain
from typing import Any

import pytest

from core.games.nobility.data import effects
from core.games.nobility.data.edition import Berth, Edition
from core.games.nobility.data.edition import edition as nobility
from core.games.nobility.data.edition import shipped as shipped_nobility
from core.games.nobility.names import GOODS, GUILDS, MADE, PEOPLES, PIPS, PLAYED, Counts, Goods
from core.kernel.errors import EditionError
from tests.support.editions import edition_of, text_of


@pytest.fixture
def made() -> Edition:
    return nobility(shipped_nobility().digest)


def test_a_card_more_or_less_is_refused() -> None:
    text = text_of("nobility")
    for table, id_ in (("settlers", "S48"), ("ships", "M18"), ("demands", "T30"), ("characters", "H13")):
        line = next(line for line in text.splitlines(keepends=True) if line.startswith(f"{id_} = "))
        for mine in (text.replace(line, ""), text.replace(line, line + line.replace(id_, "new"))):
            with pytest.raises(EditionError) as found:
                edition_of("nobility").adopt("mine.toml", mine)
            assert found.value.terms["entry"] == table


def test_the_income_falls_as_a_guild_fills(made: Edition) -> None:
    """RTN-17.1, the table of the rulebook."""
    assert [made.counts[players].income for players in (2, 3, 4, 5, 6)] == [
        (3, 2),
        (3, 2, 1),
        (3, 2, 2, 1),
        (3, 2, 2, 1, 1),
        (4, 3, 2, 2, 1, 1),
    ]
    assert made.counts[1].income == made.counts[2].income, "RTN-22.8"


def test_what_the_number_of_players_decides(made: Edition) -> None:
    """RTN-2.2, RTN-2.9, RTN-20, RTN-22.8."""
    counts = made.counts.values()
    assert [count.queue for count in counts] == [2, 2, 3, 4, 5, 6]
    assert [count.guild_dice for count in counts] == [1, 1, 2, 2, 3, 3]
    assert [count.apprentices for count in counts] == [2, 2, 3, 4, 5, 6]
    assert [count.dice for count in counts] == [5, 5, 5, 5, 5, 4]
    assert [count.reputation for count in counts] == [9, 9, 9, 9, 9, 7]
    assert [sum(count.modifiers) for count in counts] == [0, 0, 0, 1, 3, 6]
    assert [count.rewards for count in counts] == [2, 2, 1, 1, 1, 1]
    assert [count.desks for count in counts] == [0, 6, 6, 6, 12, 12]
    assert [count.extra for count in counts] == [False] * 5 + [True]


def test_nobility_is_worth_the_last_shield_that_was_passed(made: Edition) -> None:
    """RTN-19.1; RTN-R24: or the one that was reached exactly."""
    tracks = made.tracks
    assert [tracks.nobility_vp(nobility) for nobility in (0, 2, 3, 9, 11, 13, 24)] == [0, 0, 2, 6, 6, 9, 25]
    assert [tracks.nobility_vp(nobility, exactly=True) for nobility in (0, 9, 11, 24)] == [0, 6, 0, 25]


def test_settlers_want_each_good_and_bring_each_people_equally_often(made: Edition) -> None:
    cards = made.settlers.values()
    assert Counter(card.people for card in cards) == dict.fromkeys(PEOPLES, 8)
    assert Counter(chain.from_iterable(card.goods for card in cards)) == dict.fromkeys(GOODS, 26)
    assert [len(made.settlers_of(back)) for back in (1, 2)] == [24, 24]


def test_the_example_of_the_rulebook_is_a_card(made: Edition) -> None:
    """RTN-X3."""
    card = made.settlers[next(id_ for id_ in made.settlers if id_ == "S37")]
    assert ({*card.goods}, card.min, card.max) == ({"furniture", "weapon", "relic", "book"}, 8, 12)


def test_forty_eight_buildings_of_two_kinds(made: Edition) -> None:
    assert Counter(tile.kind for tile in made.buildings.values()) == {"workshop": 36, "communal": 12}
    for guild in GUILDS:
        tiles = made.workshops_of(guild)
        assert len(tiles) == 6
        assert {bonus for tile in tiles for bonus in made.buildings[tile].bonus} >= {"coin", "guild_good", "reputation"}
    assert sum(len(tile.bonus) == 2 for tile in made.buildings.values()) == 6


def test_the_ship_of_the_example_is_a_ship(made: Edition) -> None:
    """RTN-X7."""
    ship = made.ships[next(id_ for id_ in made.ships if id_ == "M17")]
    wants: Any = ship.wants
    assert [wants[good].price for good in ("jewel", "relic", "furniture")] == [3, 2, 1]
    assert wants["relic"] == Berth(2, 2)
    assert len(made.ships) >= made.board.rounds


def test_the_council_asks_for_each_good_equally_often(made: Edition) -> None:
    assert sum((demand.cost for demand in made.demands.values()), Goods()) == Goods(13, 13, 13, 13, 13, 13)


def test_what_cards_do_is_read_from_its_notation(made: Edition) -> None:
    characters: Any = made.characters
    assert characters["H01"].bonus == (effects.Reputation(4), effects.Settlers(1))
    assert characters["H12"].bonus == (effects.Modifiers(1), effects.Coins(2), effects.AnyGoods(1))
    events: Any = made.events
    assert events["E04"].effect == effects.OpenTavern()
    assert events["E13"].effect == effects.EachPays(2)
    assert made.workshops[2].reward == effects.GuildGoods(1)
    assert made.zones[3].income == effects.AnyGoods(1)
    benefits: Any = made.benefits
    assert benefits["two_settlers"].effect == effects.MoreSettlers(1)
    objectives: Any = made.objectives
    assert objectives["O14"].needs == Counts(reputation=20, workshops=3, communal=1)


def test_events_and_benefits_of_the_same_kind_add_up(made: Edition) -> None:
    """10.11: discounts of an event and of a desk are written alike."""
    kinds = [type(benefit.effect) for benefit in made.benefits.values()]
    also = [kind for kind in kinds if any(type(event.effect) is kind for event in made.events.values())]
    assert also == [effects.PortCoins, effects.CouncilRelief, effects.HouseDiscount, effects.BuildingDiscount]
    assert [len(made.events_of(pile)) for pile in (1, 2)] == [8, 8]


def test_every_die_slot_of_the_chancery_serves_two_different_desks(made: Edition) -> None:
    for die in PIPS:
        upper, lower = (desk for desk in made.desks.values() if desk.die == die)
        assert (upper.row, lower.row) == ("upper", "lower")
        assert upper.people != lower.people
        assert upper.benefit != lower.benefit


def test_every_value_lies_on_nine_spaces_of_dice_tiles(made: Edition) -> None:
    dice = Counter(chain.from_iterable(tile.dice for tile in made.dice_tiles.values()))
    assert dice == dict.fromkeys(PIPS, 9)


def test_a_die_is_typed_as_it_is_played() -> None:
    """RTN-4.5 to RTN-4.7: up or down, as far as the modifiers go, and never past the ends."""
    assert len(PLAYED) == 36
    played: Any = PLAYED
    assert (played["4"], played["4+1"], played["6-2"], played["1+5"]) == ((4, 4), (4, 5), (6, 4), (1, 6))
    assert all(re.fullmatch(r"[1-6]([+-][1-5])?", die) for die in PLAYED)


def test_every_guild_makes_a_good_of_its_own() -> None:
    """RTN-9.9."""
    made: Any = MADE
    assert made == {
        "scholar": "book",
        "smith": "weapon",
        "carpenter": "furniture",
        "magician": "relic",
        "jeweller": "jewel",
        "artist": "artwork",
    }
