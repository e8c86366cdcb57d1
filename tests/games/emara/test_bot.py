"""What the greedy bot thinks in the Crown of Emara: its thoughts, shown by positions that differ in one thing."""

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from core.games.emara import GAME
from core.games.emara import moves as m
from core.games.emara.data.edition import edition
from core.games.emara.moves import End, Gift, Hire, Leave, Play, RaiseRank, Recruit, Use, Walk
from core.games.emara.names import (
    COUNTRYSIDE,
    TOWN,
    ActionId,
    AdvisorId,
    EventId,
    FavorId,
    Goods,
    HutId,
    PlaceId,
    ResourceId,
    StandId,
)
from core.games.emara.view import View
from core.kernel.bots.matches import decisions, seated
from core.kernel.rules.step import kinds_of

WOOD, GRAIN = ResourceId("wood"), ResourceId("grain")
CHAMBERLAIN = AdvisorId("chamberlain")
EXCHANGE = ActionId("exchange")
STAND = StandId("castle:1")


def view_in(round_number: int = 3, turn: int = 1, **mine: Any) -> View:
    """What seat 0 of two sees: councilors in the forest and at the castle, nobody to hire or recruit, no event."""
    start = next(iter(decisions(GAME, seated(GAME, 2), ("random", "random"), "thoughts")))
    seen: View = GAME.view(start.happened.state.table, 0)
    bare = replace(seen.seats[0], goods=Goods(cp=20, bp=40), councilors=(COUNTRYSIDE[0], TOWN[0]))
    return replace(
        seen,
        round=round_number,
        turn=turn,
        event=None,
        rings=(COUNTRYSIDE, TOWN),  # after the castle come the cathedral, the market, the construction site
        stands=dict.fromkeys(seen.stands),
        huts=tuple(replace(hut, owner=1) for hut in seen.huts),
        seats=(replace(bare, **mine), seen.seats[1]),
    )


def playing(slot: int, card: ActionId = EXCHANGE) -> dict[str, Any]:
    """A card lies on this slot, and nothing was done yet."""
    return {"slots": tuple(card if slot == at else None for at in (1, 2, 3)), "playing": slot}


def moved(**mine: Any) -> dict[str, Any]:
    """The card and the movement are done."""
    return {**playing(1), "moved": (0,), **mine}


def offering(view: View, advisor: str) -> View:
    return replace(view, stands={**view.stands, STAND: AdvisorId(advisor)})


def worth(view: View, move: Any) -> int:
    found: int = GAME.thinker(view, 0)(move)
    return found


def best(view: View, moves: Iterable[Any]) -> Any:
    return max(moves, key=lambda move: worth(view, move))


WALKS = [Walk("country"), Walk("town")]


def test_it_takes_what_costs_nothing_before_it_walks() -> None:
    assert best(view_in(**playing(1, ActionId("gain_wood"))), [*WALKS, m.Card()]) == m.Card()


def test_it_walks_to_where_it_can_do_something() -> None:
    assert best(view_in(goods=Goods(wood=3, cp=20, bp=20), **playing(3)), WALKS) == Walk("town")
    assert best(view_in(**playing(3)), WALKS) == Walk("country")


def test_it_lays_a_card_on_the_slot_that_leads_to_the_right_place() -> None:
    view = view_in(6, goods=Goods(book=4, cp=20, bp=80))
    assert best(view, [Play(EXCHANGE, slot) for slot in (1, 2, 3)]) == Play(EXCHANGE, 2)
    view = view_in(6, goods=Goods(bread=3, cp=20, bp=80))
    assert best(view, [Play(EXCHANGE, slot) for slot in (1, 2, 3)]) == Play(EXCHANGE, 3)


def test_it_sends_an_errand_where_it_is_worth_most() -> None:
    errands = [m.CardErrand(place) for place in TOWN]
    card = playing(1, ActionId("errand"))
    assert best(view_in(6, goods=Goods(book=4, cp=20, bp=80), **card), errands) == m.CardErrand(PlaceId("market"))
    assert best(view_in(6, goods=Goods(wood=3, cp=80, bp=40), **card), errands).place == "construction_site"


def test_the_lower_track_is_the_one_that_counts() -> None:
    for cp, bp, wanted in ((80, 40, m.BuildBook()), (40, 80, Leave())):
        view = view_in(6, 2, goods=Goods(book=1, cp=cp, bp=bp), **moved())
        assert best(view, [m.BuildBook(), Leave()]) == wanted


def test_it_pays_with_what_it_has_most_of() -> None:
    for wood, grain, wanted in ((4, 1, WOOD), (1, 4, GRAIN)):
        view = view_in(goods=Goods(wood=wood, grain=grain, gold=1, cp=20, bp=40), **moved())
        gifts = [Gift(each, Goods().plus(each)) for each in (WOOD, GRAIN)]
        assert best(view, [*gifts, Gift(WOOD, Goods(gold=1))]) == Gift(wanted, Goods().plus(wanted))


def test_it_ends_the_turn_only_when_nothing_better_is_left() -> None:
    rank = view_in(6, 3, goods=Goods(ring=1, cp=40, bp=80), **moved())
    assert best(rank, [End(), RaiseRank()]) == RaiseRank()
    needless = view_in(6, 3, goods=Goods(ring=1, cp=80, bp=40), **moved())
    assert best(needless, [End(), RaiseRank()]) == End(), "citizens are far ahead, a ring is two points"


@pytest.mark.parametrize(("round_number", "hires"), [(1, True), (6, False)])
def test_a_craftsman_is_hired_as_long_as_there_is_time_to_work(round_number: int, hires: bool) -> None:
    view = view_in(round_number, 2, goods=Goods(grain=2, cp=40, bp=40), **moved())
    huts = tuple(replace(hut, owner=None) if hut.hut == "forest:3" else hut for hut in view.huts)
    hire = Hire(HutId("forest:3"), Goods(grain=2))
    assert (best(replace(view, huts=huts), [End(), hire]) == hire) is hires


def test_an_advisor_that_works_every_turn_is_recruited_early() -> None:
    pay = Goods(wood=1, stone=2)
    recruit, goods = Recruit(STAND, pay), pay + Goods(cp=40, bp=40)
    gain = {
        number: _gain(offering(view_in(number, 2, goods=goods, **moved()), "toolmaker"), recruit) for number in (1, 6)
    }
    assert gain[1] > 0 > gain[6]


def _gain(view: View, move: Any) -> int:
    """Against the end of the turn."""
    return worth(view, move) - worth(view, End())


@pytest.mark.parametrize("tempting", [None, "lady_marie"])
def test_the_chamberlain_does_not_swap_to_and_fro(tempting: str | None) -> None:
    """Not even if the bot sees an advisor to recruit, but is not let."""
    to_gold, to_ring = Use(CHAMBERLAIN, Goods(gold=1), Goods(ring=1)), Use(CHAMBERLAIN, Goods(ring=1), Goods(gold=1))
    swapped = 0
    for tokens in ((rings, gold) for rings in range(5) for gold in range(5 - rings)):
        goods = Goods(cloth=2, grain=1, ring=tokens[0], gold=tokens[1], cp=20, bp=40)
        for _ in range(9):
            view = view_in(goods=goods, advisors=(CHAMBERLAIN,), rank=1, **moved(done=("rank",)))
            legal = [*([to_gold] if goods.ring else []), *([to_ring] if goods.gold else []), End()]
            move = best(offering(view, tempting) if tempting else view, legal)
            if move == End():
                break
            goods, swapped = goods - move.pay + move.gain, swapped + 1
        else:
            pytest.fail(f"it swaps without end from {tokens}")
    assert swapped, "it never swaps at all"


def test_it_redeems_a_favor_where_it_is() -> None:
    favor = FavorId("castle:cp")
    assert best(view_in(favors=(favor,), **moved()), [m.Redeem(favor), Leave()]) == m.Redeem(favor)


def test_in_the_last_turn_it_counts_what_is_left_exactly() -> None:
    for rings, wanted in ((0, Leave()), (3, m.BuildBook())):
        view = view_in(6, 3, goods=Goods(book=1, ring=rings, cp=40, bp=40), rank=5, **moved())
        assert best(view, [m.BuildBook(), Leave()]) == wanted, "rings can follow to the other track, nothing else can"


def test_it_keeps_the_favor_that_is_worth_most() -> None:
    keeps = [m.Keep(FavorId(favor)) for favor in ("castle:gold", "cathedral:bp", "castle:cp")]
    assert best(view_in(6, 1, goods=Goods(cp=80, bp=40)), keeps).favor == "cathedral:bp"
    assert best(view_in(6, 1, goods=Goods(cp=40, bp=80)), keeps).favor == "castle:cp"


def test_it_pays_for_an_event_what_it_can_do_without() -> None:
    famine = EventId("great_famine")
    pays = [m.PassEvent(), *(m.PayEvent(pay) for pay in (Goods(grain=1), Goods(grain=2), Goods(ring=1)))]
    hungry = replace(view_in(6, 3, goods=Goods(grain=2, ring=1, cp=40, bp=80)), event=famine)
    assert best(hungry, pays) == m.PayEvent(Goods(grain=2))
    needless = replace(view_in(6, 3, goods=Goods(grain=2, ring=1, cp=80, bp=40)), event=famine)
    assert best(needless, pays) == m.PassEvent()


def test_it_splits_the_last_points_so_that_the_lower_track_rises() -> None:
    view = view_in(6, 3, goods=Goods(cp=50, bp=53))
    assert best(view, [m.Split(citizens, 7 - citizens) for citizens in range(8)]) == m.Split(5, 2)


def test_it_has_a_thought_for_every_advisor() -> None:
    view = view_in(goods=Goods(wood=5, stone=5, cloth=5, grain=5, cp=30, bp=50), **moved())
    cards = edition(view.edition).advisors.values()
    gains = {card.id: _gain(offering(view, card.id), Recruit(STAND, card.cost.goods)) for card in cards}
    assert len({*gains.values()}) > 10, "it hardly tells one advisor from another"


def test_it_has_a_thought_for_every_kind_of_move() -> None:
    one, favor, castle = Goods(wood=1), FavorId("castle:gold"), PlaceId("castle")
    hut = HutId("forest:1")
    moves = (
        *(Play(EXCHANGE, 1), End(), Leave(), m.Card(), m.CardExchange(one), m.CardStep("town"), m.CardHire(hut, one)),
        *(m.CardRecruit(STAND, one), m.CardErrand(castle), Walk("2"), m.Gather(("res", "bread"), Goods(grain=1))),
        *(m.Redeem(favor), m.Donate(WOOD, one), m.Keep(favor), m.Withdraw(), Gift(WOOD, one), m.BuildBook()),
        *(m.Sell(one), m.Teach(1), m.BuildStone(Goods(stone=1)), m.Feed(1), m.BuildWood(1, one), RaiseRank()),
        *(Hire(hut, one), Recruit(STAND, one), Use(CHAMBERLAIN, Goods(gold=1), Goods(ring=1)), m.Accept()),
        *(m.Decline(), m.PayEvent(Goods(ring=1)), m.PassEvent(), m.Split(1, 1), m.ChooseHand((EXCHANGE,))),
        m.TakeResource(WOOD),
    )
    assert {type(move) for move in moves} == set(kinds_of(GAME.moves))
    goods = Goods(wood=2, stone=2, grain=2, bread=2, book=2, ring=2, gold=2, cp=20, bp=40)
    view = offering(view_in(goods=goods, **playing(1)), "baker")
    assert all(type(worth(view, move)) is int for move in moves)
