"""What a match of bots tells of the rules: every fault that is planted is found, every figure adds up."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from core.games.medieval import GAME
from core.games.medieval.moves import (
    Bonus,
    Pass,
)
from core.games.medieval.names import ResourceId
from core.games.medieval.rules.actions import Action
from core.games.medieval.table import Table
from core.kernel.bots.invariants import Breach, check
from core.kernel.bots.matches import KEPT, Decision, Played, Standing, Tally, decisions, play_match, seated
from core.kernel.rules import engine
from core.kernel.rules.engine import AnyGame, Consequences, State
from core.kernel.rules.marks import Vocabulary
from core.kernel.rules.result import Result
from core.kernel.rules.step import Ask, Offer


def match(players: int = 2, level: str = "greedy", seed: str = "fair") -> list[Decision]:
    return list(decisions(GAME, seated(GAME, players), (level,) * players, seed))


def some_decision(kind: type) -> Decision:
    """One in the middle of a match after which a step of this kind waits."""
    whole = match(3, seed="faults")
    found = [decision for decision in whole if isinstance(engine.waiting(decision.happened.state), kind)]
    return found[len(found) // 2]


def faults_of(happened: Consequences[Any], decision: Decision, game: AnyGame = GAME) -> set[str]:
    return {fault.what for fault in check(game, decision.before, happened, decision.seat, decision.move)}


def with_table(decision: Decision, **changes: Any) -> Consequences[Any]:
    state = decision.happened.state
    return replace(decision.happened, state=replace(state, table=replace(state.table, **changes)))


def with_step(decision: Decision, step: Any) -> Consequences[Any]:
    """Another step waits than the one that the rules put there."""
    happened = decision.happened
    state = replace(happened.state, agenda=(*happened.state.agenda[:-1], step))
    return replace(happened, state=state, keep=0, then=state.agenda)


class Nobody(Action, frozen=True, tag=True):
    def asks(self, t: Table) -> Ask:
        return Ask(())


class Stuck(Action, frozen=True, tag=True):
    def offers(self, t: Table, seat: int) -> Iterable[Offer[Any]]:
        return ()

    def open_offers(self, t: Table, seat: int) -> Iterable[Offer[Any]]:
        return ()


class Twice(Action, frozen=True, tag=True):
    def offers(self, t: Table, seat: int) -> Iterable[Offer[Any]]:
        return [*super().offers(t, seat), Offer(Pass())]

    def open_offers(self, t: Table, seat: int) -> Iterable[Offer[Any]]:
        return self.offers(t, seat)


class Hasty(Action, frozen=True, tag=True):
    def open_offers(self, t: Table, seat: int) -> Iterable[Offer[Any]]:
        return [Offer(Pass())]


def richer(decision: Decision) -> Consequences[Any]:
    first, *others = decision.happened.state.table.seats
    return with_table(decision, seats=(replace(first, vp=first.vp + 1), *others))


PLANTED: dict[str, Callable[[Decision], Consequences[Any]]] = {
    "components": lambda d: with_table(d, reserve=d.happened.state.table.reserve[1:]),
    "fold": lambda d: replace(d.happened, facts=d.happened.facts[:-1]),
    "ledger": richer,
    "end": lambda d: replace(d.happened, state=State(d.happened.state.table, (), d.happened.state.draws)),
    "asked": lambda d: with_step(d, Nobody(0)),
    "dead_end": lambda d: with_step(d, Stuck(0)),
    "listed": lambda d: with_step(d, Hasty(0)),
    "json": lambda d: with_table(d, round="seven"),
    "twice": lambda d: with_step(d, Twice(0)),
}


@pytest.mark.parametrize("what", PLANTED)
def test_a_planted_fault_is_found(what: str) -> None:
    decision = some_decision(Action)
    assert faults_of(decision.happened, decision) == set()
    assert what in faults_of(PLANTED[what](decision), decision)


def test_a_move_without_a_text_is_found() -> None:
    decision = some_decision(Action)

    def no_words(_table: Table) -> Vocabulary:
        return {}

    speechless: AnyGame = replace(GAME, vocabulary=no_words)
    table: Table = decision.happened.state.table
    deployed = with_table(decision, seats=tuple(replace(p, deployed=("ISL-01",), realm=()) for p in table.seats))
    assert "text" in faults_of(deployed, decision, speechless)


def test_a_move_that_was_not_legal_is_found() -> None:
    decision = some_decision(Action)
    found = check(GAME, decision.before, decision.happened, decision.seat, Bonus(ResourceId("nothing")))
    assert "refused" in {fault.what for fault in found}


def test_a_match_that_does_not_end_is_a_fault() -> None:
    played = play_match(GAME, seated(GAME, 2), ("random", "random"), "long", limit=10)
    assert (played.decisions, played.result) == (10, None)
    assert [(fault.what, fault.seed, fault.decision) for fault in played.faults] == [("no_end", "long", 10)]


def test_faults_say_in_which_match_and_after_which_decision() -> None:
    def rounds(table: Table) -> dict[str, int]:
        return {"round": table.round}

    leaky: AnyGame = replace(GAME, components=rounds)
    played = play_match(leaky, seated(GAME, 2), ("random", "random"), "leak", checked=True)
    assert [fault.what for fault in played.faults] == ["components"] * 7
    assert {fault.seed for fault in played.faults} == {"leak"}
    assert len({fault.decision for fault in played.faults}) == 7


def test_a_crash_says_in_which_match() -> None:
    def broken(_table: Table) -> None:
        raise ZeroDivisionError

    crashing: AnyGame = replace(GAME, owed=broken)
    with pytest.raises(ZeroDivisionError) as crash:
        play_match(crashing, seated(GAME, 2), ("random", "random"), "crash")
    assert crash.value.__notes__ == ["match 'crash', after decision none"]


def test_figures_add_up() -> None:
    setup, figures, results = seated(GAME, 3), Tally(), list[Result]()
    tables = [("greedy", "random", "greedy"), ("random", "greedy", "random")]
    played = [play_match(GAME, setup, levels, f"sum {number}") for number, levels in enumerate(tables)]
    for one, levels in zip(played, tables, strict=True):
        figures.add(one, levels)
        assert one.result is not None
        results.append(one.result)
    assert (figures.matches, figures.decisions) == (2, sum(one.decisions for one in played))
    assert figures.facts == sum(
        len(d.happened.facts) for n in range(2) for d in decisions(GAME, setup, tables[n], f"sum {n}")
    )
    for seat in range(3):
        points = sum(result.scores[seat] for result in results)
        alone = sum(result.winners == (seat,) for result in results)
        shared = sum(seat in result.winners for result in results) - alone
        share = sum(1 / len(result.winners) for result in results if seat in result.winners)
        assert figures.seats[seat] == Standing(2, alone, shared, share, points)
        assert figures.seats[seat].mean == points / 2
    first, second = (result.scores for result in results)
    assert figures.levels["greedy"].points == first[0] + first[2] + second[1]
    assert figures.levels["random"].points == first[1] + second[0] + second[2]
    assert {level: standing.plays for level, standing in figures.levels.items()} == {"greedy": 3, "random": 3}
    assert sum(standing.wins for standing in figures.levels.values()) == 2


def test_figures_of_any_number_of_faulty_matches_stay_small() -> None:
    figures = Tally()
    unfinished = Played("x", State(None), 5, 9, None, (Breach("no_end", "", ""),) * 3)
    for _ in range(1_000):
        figures.add(unfinished, ("random", "random"))
    assert (figures.matches, figures.decisions, figures.facts) == (1_000, 5_000, 9_000)
    assert figures.faulty == 3_000
    assert len(figures.faults) == KEPT
    assert (figures.seats, figures.levels) == ({}, {}), "nobody scored"
    assert Standing().mean == 0
