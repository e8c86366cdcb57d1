"""What the greedy bot thinks in Medieval Realms: its thoughts, shown by positions that differ in one thing."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from core.games.medieval import GAME
from core.games.medieval.data.edition import edition
from core.games.medieval.moves import (
    Accept,
    Activate,
    Bid,
    Bonus,
    Choose,
    Decline,
    Fold,
    Pass,
    Place,
    Play,
    Take,
    TakeMonarch,
    TakePair,
)
from core.games.medieval.names import RESOURCES, CardId, Goods, PieceId, ResourceId
from core.games.medieval.view import SeatView, SlotView, View
from core.kernel.bots.matches import decisions, seated
from core.kernel.rules.step import kinds_of


def view_in(round_number: int, **mine: Any) -> View:
    """What seat 0 sees of a two-player match in this round; its palace, cards and leaders as told."""
    table = [*decisions(GAME, seated(GAME, 2), ("random",) * 2, "thoughts")][-1].before.table
    seen: View = GAME.view(table, 0)
    bare = replace(seen.seats[0], deployed=(), realm=(), palace=Goods())
    seats: tuple[SeatView, ...] = (replace(bare, **mine), replace(bare, seat=1))
    return replace(seen, round=round_number, seats=seats, current=(), afoot=None)


def on_board(view: View, *cards: str, price: int = 1) -> View:
    slots = tuple(SlotView(slot, price, CardId(card)) for slot, card in enumerate(cards, 1))
    return replace(view, current=slots)


def place(*pieces: str) -> Place:
    return Place(tuple(PieceId(piece) for piece in pieces))


def best(view: View, moves: Iterable[Any]) -> Any:
    return max(moves, key=GAME.thinker(view, 0))


def test_it_passes_rather_than_buy_what_can_never_be_played() -> None:
    rich, poor = Goods(production=3, culture=5), Goods(production=3, culture=4)
    assert best(on_board(view_in(7, palace=rich), "GAL-01"), [Pass(), Activate(1)]) == Activate(1)
    assert best(on_board(view_in(7, palace=poor), "GAL-01"), [Pass(), Activate(1)]) == Pass()
    assert best(on_board(view_in(5, palace=poor), "GAL-01"), [Pass(), Activate(1)]) == Activate(1)


def test_it_never_wants_what_is_not_there() -> None:
    view = replace(view_in(4), current=(SlotView(1, 1, None),), afoot=None)
    assert best(view, [Pass(), Activate(1), Take(1), Bid(1), Accept()]) == Pass()


def test_it_leaves_a_majority_card_that_somebody_else_would_get() -> None:
    view = on_board(view_in(4, palace=Goods(production=3, religion=6)), "MIS-01")
    assert best(view, [Pass(), Activate(1)]) == Activate(1)
    richer = replace(view.seats[1], palace=Goods(religion=7))
    contested = replace(view, seats=(view.seats[0], richer))
    assert best(contested, [Pass(), Activate(1)]) == Pass()
    blocked = replace(view, seats=(view.seats[0], replace(richer, deployed=(CardId("TIT-01"),))))
    assert best(blocked, [Pass(), Activate(1)]) == Activate(1)


def test_it_bids_as_little_as_it_takes_and_folds_when_the_tokens_are_worth_more() -> None:
    view = replace(view_in(4, palace=Goods(combat=20)), afoot=CardId("TER-03"))
    assert best(view, [Fold(), Bid(3), Bid(2), Bid(4)]) == Bid(2)
    assert best(view, [Fold(), Bid(9), Bid(10)]) == Fold()


def test_it_takes_what_a_deployed_card_waits_for() -> None:
    waiting = view_in(3, palace=Goods(raw_material=4, science=2), deployed=(CardId("TWN-01"),))
    assert best(waiting, [Bonus(resource) for resource in RESOURCES]) == Bonus(ResourceId("raw_material"))
    placements = [place(slot, other) for slot in ("culture", "raw_material") for other in ("culture", "science")]
    assert "raw_material" in best(waiting, placements).pieces


def test_it_plays_what_it_can_pay_and_first_buys_what_others_could_take() -> None:
    mine = {"palace": Goods(production=3, religion=5, culture=5), "deployed": (CardId("CTH-01"),)}
    view = on_board(view_in(4, **mine), "GAL-01")
    assert best(view, [Pass(), Play(CardId("CTH-01"))]) == Play(CardId("CTH-01"))
    assert best(view, [Pass(), Play(CardId("CTH-01")), Activate(1)]) == Activate(1)


def test_it_fights_for_terrains_that_others_hardly_come_to() -> None:
    apart, together = place("G1", "A2"), place("G1", "A1")
    view = view_in(4)
    few = replace(view.seats[1], leaders=replace(view.seats[1].leaders, general=2, admiral=2))
    assert best(replace(view, seats=(view.seats[0], few)), [apart, together]) == apart
    crowd = replace(view.seats[1], leaders=replace(view.seats[1].leaders, general=40, admiral=0))
    assert best(replace(view, seats=(view.seats[0], crowd)), [apart, together]) == together


def test_it_has_a_thought_for_every_card() -> None:
    view = view_in(3, palace=Goods(production=9, combat=9, gold=9))
    cards = tuple(edition(view.edition).cards)
    whole = on_board(view, *cards)
    think = GAME.thinker(whole, 0)
    worths = [think(Activate(slot, bid=1)) for slot in range(1, len(cards) + 1)]
    assert all(type(worth) is int for worth in worths)
    assert len(set(worths)) > 10, "it hardly tells one card from another"


def test_it_has_a_thought_for_every_kind_of_move() -> None:
    gold, tithe = ResourceId("gold"), CardId("TIT-01")
    moves = (
        *(TakeMonarch("1"), TakePair((gold, ResourceId("culture"))), place("gold", "G1", "A2", "D3")),
        *(Activate(1), Play(tithe), Play(tithe, gold), Pass(), Bid(2), Fold()),
        *(Choose(gold), Bonus(gold), Take(1), Accept(), Decline()),
    )
    assert {type(move) for move in moves} == set(kinds_of(GAME.moves))
    view = replace(on_board(view_in(3, palace=Goods(production=1)), "CTH-01"), afoot=CardId("LDR-01"))
    assert all(type(worth) is int for worth in map(GAME.thinker(view, 0), moves))


def test_it_names_the_resource_of_a_tithe_that_is_missing_most() -> None:
    view = view_in(3, palace=Goods(religion=5), deployed=(CardId("TIT-01"), CardId("GAL-01")))
    named = [Play(CardId("TIT-01"), resource) for resource in RESOURCES if resource != "religion"]
    assert best(view, named) == Play(CardId("TIT-01"), ResourceId("culture"))


def test_it_takes_a_free_or_offered_card_only_if_it_can_be_played() -> None:
    view = on_board(view_in(7, palace=Goods(culture=5)), "CTH-01", "GAL-01")
    assert best(view, [Take(1), Take(2)]) == Take(2)
    assert best(replace(view, afoot=CardId("ART-01")), [Decline(), Accept()]) == Accept()
    assert best(replace(view, afoot=CardId("MIS-01")), [Decline(), Accept()]) == Decline()
