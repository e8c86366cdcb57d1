"""Commission cards: who has which is nobody else's business, and no card is in two places."""

from typing import Any

import pytest
from msgspec.structs import replace

from core.games.nobility import GAME
from core.games.nobility.moves import Activate, Berk, Chancery, Commission
from core.games.nobility.names import PEOPLES
from core.games.nobility.rules.final import card_of
from core.games.nobility.table import Satisfied, Table
from core.kernel.bots.matches import seated
from core.kernel.rules import engine
from core.kernel.rules.chance import derived, stream
from core.kernel.rules.engine import State
from core.kernel.rules.step import Move


def played(players: int, *first: type[Move], **readings: str) -> tuple[Table, list[Any]]:
    """A match of players who want commissions above all (seat 0 these moves `first`) and have what it takes."""
    options = {"chancery": "on", "rounds": "9"}
    happened = engine.begin(GAME, seated(GAME, players, readings, options), derived("commissions"))
    state, facts, dice = with_means(happened.state), list[Any](), stream("commissions")
    while (ask := engine.asked(state)).seats:
        moves = engine.some_legal(state, ask.seats[0], dice)
        wanted = [move for move in moves if isinstance(move, Chancery) or (isinstance(move, Berk) and move.more)]
        before = [move for move in moves if isinstance(move, first) and ask.seats[0] == 0]
        after = engine.decide(GAME, state, ask.seats[0], dice.pick(before or wanted or moves), derived("commissions"))
        state = after.state
        facts += after.facts
    return state.table, facts


def with_means(state: State[Any]) -> State[Any]:
    """Everybody has satisfied settlers of every people, and has workers, coins and Reputation."""
    t = state.table
    cards = [next(card.id for card in t.edition.settlers.values() if card.people == people) for people in PEOPLES]
    seats = tuple(
        replace(
            p,
            satisfied=tuple(Satisfied(card, 3) for card in cards),
            stock=replace(p.stock, workers=9, coins=40, reputation=24),
        )
        for p in t.seats
    )
    return replace(state, table=replace(t, seats=seats))


@pytest.mark.parametrize("players", [2, 6])
def test_no_commission_card_is_in_two_places(players: int) -> None:
    """RTN-23.3, RTN-23.20: also when the deck is through, and cards come from under it."""
    t, facts = played(players)
    cards = [card_of(contract) for p in t.seats for contract in p.contracts]
    assert len(cards) == len({*cards})
    assert len(cards) + t.commissions + t.refused == len(t.edition.commissions)
    drawn = [fact for fact in facts if type(fact).__name__ == "CommissionsDrawn"]
    assert len(drawn) > 3
    assert any(fact.below for fact in drawn) == (players == 6)
    for p in t.seats:
        assert len(p.contracts) <= 1 + sum(owner == t.seats.index(p) for owner in t.desks.values())


def test_only_active_commissions_are_worth_points() -> None:
    """RTN-23.16."""
    t, facts = played(2, Commission, Activate, commission_activation="manual")
    active = {card_of(contract) for p in t.seats for contract in p.contracts if contract.active}
    scored = {fact.source for fact in facts if type(fact).__name__ == "Gained" and fact.rule == "RTN-23.13"}
    assert scored
    assert scored <= active
    assert not any(contract.active for contract in t.seats[1].contracts)


def test_the_few_cards_in_hand_are_listed() -> None:
    """RTN-23.3: nobody has to guess what can be kept, although the answer is sealed."""
    state = engine.begin(GAME, seated(GAME, 3, {}, {"chancery": "on"}), derived("list")).state
    for seat in engine.asked(state).seats:
        cards = {card for box in state.table.seats[seat].hand for card in box.value}
        assert engine.is_listed(state, seat)
        assert {move.card for move in engine.legal(state, seat)} == cards
        assert len(cards) == 3
