"""Bots play fair, play well enough to be opponents, and their matches tell of every fault of the rules."""

import inspect
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from core.games.emara import GAME as EMARA
from core.games.heirs import GAME as HEIRS
from core.games.medieval import GAME
from core.games.medieval.bot.thinker import thinker
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
from core.games.medieval.rules.actions import Action
from core.games.medieval.rules.placement import PlaceLeaders
from core.games.medieval.table import Table
from core.games.medieval.view import SeatView, SlotView, View
from core.kernel.bots import bots
from core.kernel.bots.bots import LEVELS, choose, dice_of
from core.kernel.bots.invariants import Fault, check
from core.kernel.bots.matches import KEPT, Decision, Played, Standing, Tally, bot_move, decisions, play_match, seated
from core.kernel.errors import Usage
from core.kernel.rules import engine
from core.kernel.rules.chance import stream
from core.kernel.rules.engine import AnyGame, Consequences, State
from core.kernel.rules.marks import Vocabulary
from core.kernel.rules.result import Result
from core.kernel.rules.secret import unsalted
from core.kernel.rules.step import Ask, Offer, kinds_of
from tests.support.matches import GAMES, TABLES, any_terms


def match(players: int = 2, level: str = "greedy", seed: str = "fair") -> list[Decision]:
    return list(decisions(GAME, seated(GAME, players), (level,) * players, seed))


# --- fair -----------------------------------------------------------------------------------------------------------


def test_a_bot_receives_its_view_its_moves_and_dice() -> None:
    assert list(inspect.signature(choose).parameters) == ["level", "game", "view", "seat", "moves", "dice"]
    assert list(inspect.signature(thinker).parameters) == ["view", "seat"]
    assert not {"State", "Table", "engine", "Consequences"} & set(vars(bots)), "the bots know what a state is"


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_bot_that_holds_only_the_bytes_of_its_view_plays_the_same(name: str, players: int) -> None:
    game, seed = GAMES[name], f"bytes {players}"
    terms = any_terms(game, players, stream("bytes", players))
    setup = seated(game, players, terms["rulings"], terms["options"])
    looked = 0
    for decision in decisions(game, setup, ("greedy",) * players, seed):
        if decision.seat is None:
            continue
        view: Any = game.view(decision.before.table, decision.seat)
        copy = msgspec.json.decode(msgspec.json.encode(view), type=view.__class__)
        dice = dice_of(seed, decision.seat, decision.number)
        moves = engine.some_legal(decision.before, decision.seat, dice, bots.bot("greedy").samples)
        assert choose("greedy", game, copy, decision.seat, moves, dice) == decision.move
        looked += 1
    assert looked > 3 * players


def test_what_lies_behind_another_wall_changes_nothing() -> None:
    hidden = [
        decision
        for decision in match(3, seed="walls")
        if decision.seat is not None
        and isinstance(engine.waiting(decision.before), PlaceLeaders)
        and decision.before.table.seats[0].placement is not None
    ]
    assert len(hidden) == 2 * 7
    for decision in hidden:
        table: Table = decision.before.table
        other = PlaceLeaders().sample(table, 0, stream("other", decision.number))
        moved = table.with_side(0, replace(table.seats[0], placement=unsalted((0,), other)))
        assert moved != table
        dice = dice_of("walls", decision.seat or 0, decision.number)
        state = State(moved, decision.before.agenda, decision.before.draws)
        assert bot_move(GAME, state, decision.seat or 0, "greedy", dice) == decision.move


def test_nobody_makes_a_view_for_a_bot_that_does_not_look() -> None:
    def never(_table: Any, _viewer: Any) -> Any:
        raise AssertionError("a view was made")

    blind: AnyGame = replace(GAME, view=never)
    assert play_match(blind, seated(GAME, 2), ("random", "random"), "blind").result is not None
    with pytest.raises(AssertionError, match="a view was made"):
        play_match(blind, seated(GAME, 2), ("random", "greedy"), "blind")


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_plays_the_same_match(level: str) -> None:
    assert match(2, level) == match(2, level)
    assert [decision.move for decision in match(2, level)] != [decision.move for decision in match(2, level, "other")]


def test_a_bot_decides_by_seed_seat_and_number_alone() -> None:
    for decision in reversed(match(4, "random", "alone")):
        if decision.seat is not None:
            dice = dice_of("alone", decision.seat, decision.number)
            assert bot_move(GAME, decision.before, decision.seat, "random", dice) == decision.move
    words = {dice_of(seed, seat, number).word() for seed in ("a", "b") for seat in range(3) for number in range(3)}
    assert len(words) == 2 * 3 * 3


def test_an_unknown_level_tells_which_there_are() -> None:
    with pytest.raises(Usage) as usage:
        play_match(GAME, seated(GAME, 2), ("random", "cheating"), "x")
    assert usage.value.known == ("random", "greedy")


# --- good enough ----------------------------------------------------------------------------------------------------


DUELS = [(GAME, 200, 190), (EMARA, 20, 19), (HEIRS, 40, 38)]


@pytest.mark.slow
@pytest.mark.no_cover  # tracing costs four times as much as playing
@pytest.mark.parametrize(("game", "matches", "least"), DUELS, ids=["medieval", "emara", "heirs"])
def test_greedy_beats_random(game: AnyGame, matches: int, least: int) -> None:
    setup, won = seated(game, 2), 0
    for number in range(matches):
        seat = number % 2
        played = play_match(game, setup, ("greedy", "random") if seat == 0 else ("random", "greedy"), f"duel {number}")
        won += played.result is not None and played.result.winners == (seat,)
    assert won >= least


MEDIEVAL_SCORES = [(GAME, 2, 105, 135), (GAME, 3, 85, 115), (GAME, 4, 72, 102), (GAME, 5, 64, 94)]
EMARA_SCORES = [(EMARA, 1, 70, 90), (EMARA, 2, 66, 84), (EMARA, 3, 62, 80), (EMARA, 4, 58, 76)]
HEIRS_SCORES = [(HEIRS, 1, 44, 66), (HEIRS, 2, 47, 64)]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players", "least", "most"), [*MEDIEVAL_SCORES, *EMARA_SCORES, *HEIRS_SCORES])
def test_greedy_matches_end_with_the_scores_of_people_who_know_the_game(
    game: AnyGame, players: int, least: int, most: int
) -> None:
    setup = seated(game, players)
    figures, levels = Tally(), ("greedy",) * players
    for number in range(5):
        figures.add(play_match(game, setup, levels, f"scores {number}"), levels)
    assert figures.levels["greedy"].plays == 5 * players
    assert least <= figures.levels["greedy"].mean <= most


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_level_comes_to_an_end_under_any_readings(name: str, players: int) -> None:
    game = GAMES[name]
    for number in range(4):
        terms = any_terms(game, players, stream("readings", name, players, number))
        setup = seated(game, players, terms["rulings"], terms["options"])
        levels = tuple(LEVELS[(seat + number) % 2] for seat in range(players))
        played = play_match(game, setup, levels, f"ends {number}", checked=number == 0)
        assert played.faults == ()
        assert played.result is not None
        assert len(played.result.scores) == players


# --- the thoughts of the greedy bot -----------------------------------------------------------------------------------


def view_in(round_number: int, **mine: Any) -> View:
    """What seat 0 sees of a two-player match in this round; its palace, cards and leaders as told."""
    table = match(2, "random", "thoughts")[-1].before.table
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


# --- what a match tells -----------------------------------------------------------------------------------------------


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
        wins = sum(seat in result.winners for result in results)
        assert figures.seats[seat] == Standing(2, wins, points)
        assert figures.seats[seat].mean == points / 2
    first, second = (result.scores for result in results)
    assert figures.levels["greedy"].points == first[0] + first[2] + second[1]
    assert figures.levels["random"].points == first[1] + second[0] + second[2]
    assert {level: standing.plays for level, standing in figures.levels.items()} == {"greedy": 3, "random": 3}
    assert sum(standing.wins for standing in figures.levels.values()) == 2


def test_figures_of_any_number_of_faulty_matches_stay_small() -> None:
    figures = Tally()
    unfinished = Played("x", State(None), 5, 9, None, (Fault("no_end", "", ""),) * 3)
    for _ in range(1_000):
        figures.add(unfinished, ("random", "random"))
    assert (figures.matches, figures.decisions, figures.facts) == (1_000, 5_000, 9_000)
    assert figures.faulty == 3_000
    assert len(figures.faults) == KEPT
    assert (figures.seats, figures.levels) == ({}, {}), "nobody scored"
    assert Standing().mean == 0
