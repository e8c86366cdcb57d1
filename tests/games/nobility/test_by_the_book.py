"""What the game offers is what the rules say, on boards filled at random."""

from collections import Counter
from typing import Any

from core.games.nobility import GAME
from core.games.nobility.moves import Guild, Pass, Port, Settle
from core.games.nobility.rules.placing import PlaceDie
from core.games.nobility.rules.sell import SellBuilding
from core.games.nobility.rules.settle import SatisfySettlers
from core.games.nobility.rules.turn import FreshTurn
from core.games.nobility.table import Table
from core.kernel.rules import engine
from core.kernel.rules.chance import Stream, derived, stream
from core.kernel.rules.engine import State
from tests.games.nobility.accounts import Account, numbers
from tests.games.nobility.book import Turn
from tests.games.nobility.positions import filled
from tests.games.nobility.visit import Visit

POSITIONS = 500
LARGE = 10  # in every so many of them, all heaps of goods are tried


def turn(t: Table, seat: int) -> State[Table]:
    """The seat's turn, in which nothing was done."""
    return State(t, (FreshTurn(seat, (PlaceDie(seat), SatisfySettlers(seat), SellBuilding(seat))),))


def test_every_move_that_the_rules_allow_is_offered_and_no_other() -> None:
    met: Counter[type] = Counter()
    for number in range(POSITIONS):
        t, seat = filled(number)
        found: set[Any] = {*engine.legal(turn(t, seat), seat)} - {Pass()}
        expected = Turn(t, seat).small()
        assert found == expected, (number, found ^ expected)
        met.update(move.__class__ for move in found)
    assert len(met) == 14, met


def test_every_heap_of_goods_that_the_rules_allow_can_be_sold_or_spent() -> None:
    met: Counter[type] = Counter()
    for number in range(0, POSITIONS, LARGE):
        t, seat = filled(number)
        book = Turn(t, seat)
        expected: dict[Any, set[Any]] = {Port: book.port(), Settle: book.settlers()}
        found: dict[Any, set[Any]] = {Port: set(), Settle: set()}
        for ways in engine.ways(turn(t, seat), seat):
            found[ways.kind] |= {*ways.moves()}
        assert found == expected, number
        met.update({kind: bool(moves) for kind, moves in found.items()})
    assert all(met.values()), met


def test_every_move_costs_and_brings_what_the_rules_say() -> None:
    met: Counter[type] = Counter()
    for number in range(POSITIONS):
        t, seat = filled(number)
        for move in one_of_each(turn(t, seat), seat, stream("account", number)):
            after = engine.decide(GAME, turn(t, seat), seat, move, derived("account")).state.table
            others = {*range(t.players)} - {seat}
            assert numbers(after, seat) == Account(t, seat).after(move), (number, move)
            assert all(numbers(after, other) == numbers(t, other) for other in others), (number, move)
            met[move.__class__] += 1
    assert len(met) == 15, met


def one_of_each(state: State[Table], seat: int, dice: Stream) -> list[Any]:
    """A legal move of each kind, but for guilds: what a die does there is told by several."""
    kinds: dict[type, list[Any]] = {}
    for move in engine.legal(state, seat):
        kinds.setdefault(move.__class__, []).append(move)
    sampled = [ways.sample(dice) for ways in engine.ways(state, seat)]
    listed = [dice.pick(moves) for kind, moves in kinds.items() if kind not in {Guild, Pass}]
    return [*listed, *(move for move in sampled if move is not None)]


def test_a_die_in_a_guild_pays_owners_and_gives_bonuses_goods_and_work() -> None:
    met: Counter[type] = Counter()
    for number in range(POSITIONS):
        t, seat = filled(number)
        dice = stream("guilds", number)
        visits = [move for move in engine.legal(turn(t, seat), seat) if isinstance(move, Guild)]
        if visits and t.rulings.supply_limits == "unlimited":
            met.update(Visit(t, seat, dice.pick(visits)).played(turn(t, seat), dice))
    assert len(met) == 9, met
