"""What the greedy bot thinks in Rise to Nobility: its thoughts, shown by positions that differ in one thing."""

from typing import Any

import pytest
from msgspec.structs import replace

from core.games.nobility import GAME
from core.games.nobility.data.edition import edition
from core.games.nobility.moves import (
    Berk,
    BonusSettlers,
    Buy,
    Castle,
    Chancery,
    Commission,
    Council,
    Done,
    Guild,
    Hall,
    Keep,
    Pass,
    Port,
    Put,
    Recall,
    Sell,
    Settle,
    Skip,
    UseReroll,
    Yard,
)
from core.games.nobility.names import (
    CARPENTER,
    GOODS,
    GUILDS,
    LOT,
    BuildingId,
    CommissionId,
    DemandId,
    DeskId,
    DiceTileId,
    DieId,
    EventId,
    FaceId,
    ObjectiveId,
    SettlersId,
    ShipId,
    Stock,
)
from core.games.nobility.table import Apprentice, Placed, Workshop
from core.games.nobility.view import ContractView, View
from core.kernel.bots.matches import decisions, play_match, seated
from core.kernel.rules.step import kinds_of

ONE, TWO, THREE, FIVE, SIX = (DieId(str(face)) for face in (1, 2, 3, 5, 6))
B13, B37 = BuildingId("B13"), BuildingId("B37")
S05, S12, S37 = SettlersId("S05"), SettlersId("S12"), SettlersId("S37")
EACH = Stock(1, 1, 1, 1, 1, 1)


def view_in(round_number: int = 3, stock: Stock = EACH, coins: int = 10, reputation: int = 9, **mine: Any) -> View:
    """What seat 0 of two sees: one good of each type, ten coins, five dice; an empty board."""
    start = next(iter(decisions(GAME, seated(GAME, 2), ("random", "random"), "thoughts")))
    seen: View = GAME.view(start.happened.state.table, 0)
    numbers = replace(stock, coins=coins, reputation=reputation)
    bare = replace(seen.seats[0], stock=numbers, dice=(1, 2, 3, 5, 6), used=0, held=(), limit=reputation, satisfied=())
    none: dict[Any, Any] = dict.fromkeys(GUILDS, ())
    shops: dict[Any, Any] = dict.fromkeys(GUILDS, (None, None, None))
    seats = (replace(bare, **mine), seen.seats[1])
    return replace(seen, round=round_number, seats=seats, apprentices=none, workshops=shops, dice={}, event=None)


def worth(view: View, move: Any) -> int:
    found: int = GAME.thinker(view, 0)(move)
    return found


def with_apprentice(view: View, seat: int = 0) -> View:
    return replace(view, apprentices={**view.apprentices, CARPENTER: (Apprentice(seat, 1),)})


def with_workshop(view: View, owner: int | None = None) -> View:
    return replace(view, workshops={**view.workshops, CARPENTER: (Workshop(B13, owner), None, None)})


def test_it_has_a_thought_for_every_move() -> None:
    thinker: Any = GAME.thinker(view_in(), 0)
    assert {*kinds_of(GAME.moves)} <= {*thinker.for_move}


def test_it_beats_random_bots() -> None:
    setup, wins = seated(GAME, 2), 0
    for number in range(6):
        levels = ("greedy", "random") if number % 2 else ("random", "greedy")
        result = play_match(GAME, setup, levels, f"duel {number}").result
        assert result is not None
        wins += result.winners == (levels.index("greedy"),)
    assert wins >= 5


# --- dice ------------------------------------------------------------------------------------------------------------


def test_an_apprentice_adds_goods_to_those_that_are_bought() -> None:
    view = view_in(10)
    assert worth(with_apprentice(view), Guild(FIVE, CARPENTER)) > worth(view, Guild(FIVE, CARPENTER))
    here = replace(view, dice={"carpenter:3": Placed(0, 5)})
    assert worth(with_apprentice(here), Buy(1)) > worth(here, Buy(1)) > 0


def test_a_workshop_is_worth_its_bonus_and_less_where_another_player_is_paid() -> None:
    none, neutral, other = view_in(), with_workshop(view_in()), with_workshop(view_in(), owner=1)
    found = [worth(view, Guild(THREE, CARPENTER)) for view in (none, other, neutral)]
    assert found[0] < found[1] + 25 * 2
    assert found[1] < found[2]


def test_workers_are_placed_early_and_where_they_are_few() -> None:
    view = replace(view_in(2, EACH.plus("workers", 2)), dice={"carpenter:1": Placed(0, 1)})
    late = replace(view, round=10)
    assert worth(view, Put(LOT)) > worth(with_apprentice(view, 1), Put(LOT)) > worth(view, Done())
    assert worth(view, Put(LOT)) > worth(late, Put(LOT))


def test_reputation_is_for_rounds_to_come_and_a_higher_die_brings_more() -> None:
    view, late = view_in(), view_in(10)
    assert worth(view, Castle(SIX)) > worth(view, Castle(ONE))
    assert worth(view, Castle(SIX)) > worth(late, Castle(SIX))
    assert worth(view, Castle(SIX)) > worth(view_in(reputation=24), Castle(SIX))


def test_goods_are_sold_where_they_are_worth_less_than_their_price() -> None:
    view = replace(view_in(4, coins=2), ship=ShipId("M17"), loaded=GOODS_NONE)
    jewel, book = (next(good for good in GOODS if good == name) for name in ("jewel", "book"))
    dear, cheap = Port(THREE, (jewel,)), Port(THREE, (next(good for good in GOODS if good == "furniture"),))
    assert worth(view, dear) > worth(view, Port(THREE, (book,))) > worth(view, cheap)
    assert worth(replace(view, event=EventId("E01")), dear) > worth(view, dear)


GOODS_NONE = view_in().loaded - view_in().loaded


def test_a_house_is_bought_for_settlers_and_not_when_there_is_no_time() -> None:
    held = view_in(4, Stock(jewel=2, furniture=2), held=(S05,))
    assert worth(held, Yard(THREE)) > worth(view_in(4, Stock(jewel=2, furniture=2)), Yard(THREE))
    cheap = replace(held, event=EventId("E05"))
    assert worth(cheap, Yard(THREE)) > worth(held, Yard(THREE))


def test_settlers_are_taken_whose_goods_are_there() -> None:
    view = view_in(2, Stock(jewel=2, furniture=2, houses=1))
    assert worth(view, BonusSettlers(S05)) > worth(view, BonusSettlers(SettlersId("S01")))


@pytest.mark.parametrize("round_number", [2, 10])
def test_settling_is_worth_more_with_more_goods(round_number: int) -> None:
    view = view_in(round_number, Stock(jewel=3, furniture=3, houses=1), held=(S05,))
    jewel, furniture = (next(good for good in GOODS if good == name) for name in ("jewel", "furniture"))
    few = Settle(S05, (furniture, jewel, jewel))
    many = Settle(S05, (furniture, furniture, jewel, jewel, jewel))
    assert worth(view, many) > worth(view, few)
    assert worth(view, many) > worth(view, Pass())


def test_buildings_bring_their_points() -> None:
    view = replace(view_in(5, EACH.plus("workers")), hall=(None, None, B37, None, B13, None))
    assert worth(view, Hall(THREE, 1)) > 300
    assert worth(with_apprentice(view), Hall(FIVE)) > worth(with_apprentice(view), Recall(FIVE, CARPENTER))
    built = replace(view, seats=(replace(view.seats[0], zones=(B37, None, None)), view.seats[1]))
    assert worth(built, Sell(B37)) < 0
    assert worth(with_workshop(view, 0), Sell(B13)) < 0


def test_a_demand_is_answered_for_its_points_and_the_dearer_the_less() -> None:
    view = view_in(6, Stock(book=2, weapon=2, relic=2))
    assert worth(view, Council(TWO, DemandId("T20"))) > worth(view, Council(TWO, DemandId("T01")))
    spared = replace(view, event=EventId("E10"))
    assert worth(spared, Council(TWO, DemandId("T20"))) > worth(view, Council(TWO, DemandId("T20")))


def test_modifiers_are_good_for_something_and_an_apprentice_better_where_he_is() -> None:
    view = view_in()
    assert worth(view, Berk(FIVE, mods=2)) > worth(view, Berk(FIVE, mods=0, renew=None))
    assert worth(with_apprentice(view), Recall(FIVE, CARPENTER)) < worth(view, Berk(FIVE, mods=1))


def test_a_die_is_placed_before_the_round_is_left() -> None:
    assert worth(view_in(), Guild(ONE, CARPENTER)) > worth(view_in(), Pass())


def test_dice_are_rolled_again_when_they_are_too_high_and_else_when_they_are_low() -> None:
    high, low = UseReroll((FaceId("6"),)), UseReroll((FaceId("1"),))
    narrow, wide = view_in(reputation=8), view_in(reputation=24)
    assert worth(narrow, high) > worth(narrow, Skip()) > worth(narrow, low)
    assert worth(wide, low) > worth(wide, Skip()) > worth(wide, high)


# --- expansion and solo ----------------------------------------------------------------------------------------------


def test_a_desk_is_worth_its_income() -> None:
    view, late = view_in(3, EACH.plus("workers")), view_in(10, EACH.plus("workers"))
    assert worth(view, Chancery(ONE)) > worth(late, Chancery(ONE))
    sitting = replace(view, desks={DeskId("D02"): 0}, ship=ShipId("M17"))
    assert worth(sitting, Port(ONE, (GOODS[0],))) > worth(replace(sitting, desks={}), Port(ONE, (GOODS[0],)))


def test_the_last_space_of_a_dice_tile_is_worth_most() -> None:
    tile = DiceTileId("DT01")

    def having(done: tuple[int, ...], value: int = 4) -> View:
        return view_in(contracts=(ContractView(tile, done, 0, active=False, card=CommissionId("C03"), worth=value),))

    found = [worth(having(done), Commission(DieId(str(len(done) + 1)), tile)) for done in ((), (1,), (1, 2))]
    assert found == sorted(found)
    assert worth(having((1, 2), 9), Commission(THREE, tile)) > found[-1]
    assert worth(view_in(), Keep(CommissionId("C08"))) > worth(view_in(), Keep(CommissionId("C16")))


def test_alone_it_does_what_the_objective_asks_for() -> None:
    start = next(iter(decisions(GAME, seated(GAME, 1, {}, {"objective": "8"}), ("random",), "alone")))
    seen: View = GAME.view(start.happened.state.table, 0)
    assert seen.objective == ObjectiveId("O08")
    mine = replace(seen.seats[0], stock=replace(EACH, reputation=12), dice=(1, 2, 3), held=())
    view = replace(seen, seats=(mine,))
    other = replace(view, objective=None)
    assert worth(view, Council(TWO, DemandId("T01"))) > worth(other, Council(TWO, DemandId("T01"))) + 400
    assert worth(view, Yard(TWO)) == worth(other, Yard(TWO))


def test_it_knows_what_lies_in_the_box() -> None:
    """Cards and tiles that this file names are what it takes them for."""
    data = edition(GAME.edition().digest)
    assert (data.settlers[S05].min, data.settlers[S12].workers, len(data.settlers[S37].goods)) == (3, 3, 4)
    assert data.buildings[B13].guild == CARPENTER
    assert data.buildings[B37].kind == "communal"
