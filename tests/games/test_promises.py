"""What a move is told to bring is what follows from it, as far as no chance and no later choice comes between.

Each number of something in the meaning of a legal move, as `herald moves` tells it, and in that of a group of large
ones, is found again in the ledger of what its facts change; or it is said here why it is no promise. What is told
otherwise than in numbers of things has a look of its own.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from core.games import NAMES
from core.games.crossing.moves import InvestCash, InvestUp, VisitQueen
from core.games.crossing.names import QUEEN
from core.games.heirs.names import TERRAINS
from core.games.heirs.rules.protocol import access
from core.games.heirs.rules.scoring import standings
from core.games.medieval.facts import Deployed
from core.kernel.language.words import Words
from core.kernel.rules import engine
from core.kernel.rules.chance import Stream, derived, stream
from core.kernel.rules.engine import AnyGame, Consequences, State
from core.kernel.rules.step import tag_of
from replays.dispute.scenarios import ScenarioCase
from replays.scenario import load
from tests.support.matches import GAMES, Recipe, any_terms
from tests.support.places import cases_of

SEEDS = 2
EVERY = 6
"""One of so many positions is looked at, and of one of so many of those the groups of large moves, too."""

MOVES = 6
"""So many legal moves of a position are tried."""

FURTHER = 12
"""What a choice comes before is looked for so many decisions further on, as long as the same thing is under way."""

SHOWN: Mapping[str, tuple[str, ...]] = {
    "medieval": ("14_majority_cards", "16_playing_cards"),
    "emara": ("rulings_events_and_end", "08_town", "12_advisors"),
    "heirs": ("05_take", "07_troops", "rulings_siege_camp"),
    "crossing": ("solo", "19_runs_out"),
    "nobility": ("01_supply", "11_selling", "12_port", "15_castle"),
}
"""Files of scenarios at whose positions something ends or comes first, which chance seldom brings about."""

NO_PROMISE: Mapping[str, Mapping[str, str]] = {
    "medieval": {
        "accept cost": "to play the card",
        "activate cost": "to play the card",
        "activate most": "what the taker has",
        "activate amount combat": "a bid, which the winner pays",
        "activate amount gold": "a bid, which the winner pays",
        "bid amount": "a bid, which the winner pays",
        "take cost": "to play the card",
        "play cost admiral": "it goes from one place to another",
    },
    "emara": {
        "play effect": "what the card of the turn can do",
        "move place": "what can be done there",
        "card step place": "what can be done there",
        "card errand place": "what can be done there",
        "recruit gain": "what the advisor is good for, too",
        "card recruit gain": "what the advisor is good for, too",
        "final result": "where the tracks end",
        "keep gain": "what the token will bring",
    },
    "heirs": {
        "take card": "what it costs to build",
        "take access": "what there is, and not what is paid or gained",
        "move access": "the same",
        "deploy access": "the same",
        "recall access": "the same",
    },
    "crossing": {
        "claim need": "what is asked for",
        "favor favor": "at the end",
        "favor points": "at the end",
        "invest up coins": "when it is cashed",
        "invest up vp": "at the end",
        "open first": "what it costs to buy",
        "pick favor": "at the end",
        "upgrade rest": "what the other face does",
        "upgrade work": "what the other face does",
    },
    "nobility": {
        "bonus settlers brings": "once they are satisfied",
        "commission text": "at the end",
        "guild goods": "what can be bought",
        "guild workers": "what can be placed",
        "keep text": "at the end",
        "take brings": "once they are satisfied",
        "tavern brings": "once they are satisfied",
    },
}
"""By verb and slot of its sentence (and what is counted there): what those numbers are instead."""

BY_NUMBER: Mapping[str, Mapping[str, str]] = {"nobility": {"council lost": "reputation"}}
"""What is counted where a slot holds a number alone."""

LEDGER: Mapping[str, str] = {"coin": "coins"}
"""What the ledger calls what sentences call otherwise."""

PIECES = {"flower", "sculpture"}
"""What stands in no ledger: it is decorated with."""

LEAVING = {"decline", "done", "end", "later", "leave", "pass", "skip", "withdraw"}
"""To do without what was told is another choice."""

PIECEMEAL = re.compile(r"\b(per|each|or|the track ends)\b|−")
"""`1 coin per bird`: how many it comes to is not told."""

Told = tuple[str, str, int]
"""A verb with a slot of its sentence, what is counted there, and how much of it."""


class Marked(Words, frozen=True):
    """Words in which so many of something can be told from all else."""

    def count(self, kind: str, word: object, amount: int) -> str:
        return f"[{amount} {word}]"


@cache
def marked(name: str) -> Words:
    """The words of a game, with marks around what fills a sentence."""
    words: dict[str, Any] = {field: getattr(GAMES[name].words("en"), field) for field in Words.__struct_fields__}
    for kind in ("moves", "endings"):
        words[kind] = {key: re.sub(r"\{(\w+)([^}]*)\}", r"⟨\1={\1\2}⟩", said) for key, said in words[kind].items()}
    return Marked(**words)


def filled(game: AnyGame, state: State[Any], seat: int, told: Any) -> Mapping[str, str]:
    """What fills the slots of the sentence of a move, or of an ending."""
    meaning = game.teller(game.view(state.table, seat), marked(game.name))(told)
    return dict(re.findall(r"⟨(\w+)=([^⟩]*)⟩", meaning))


def promised(game: AnyGame, state: State[Any], seat: int, told: Any) -> Iterator[Told]:
    said = filled(game, state, seat, told)
    for slot, text in said.items():
        where = f"{tag_of(told)} {slot}"
        if where in BY_NUMBER.get(game.name, {}):
            yield where, BY_NUMBER[game.name][where], int(text)
        if where in NO_PROMISE[game.name] or PIECEMEAL.search(text):
            continue
        times = 2 if slot == "bird" and "twice" in said.get("more", "") else 1
        for amount, what in re.findall(r"(?<!for )\[(\d+) (\w+)\]", text):
            if f"{where} {what}" not in NO_PROMISE[game.name] and what not in PIECES:
                yield where, LEDGER.get(what, what), int(amount) * times


def ledger(seat: int, facts: Sequence[Any]) -> list[tuple[str, int]]:
    return [(entry.what, entry.amount) for fact in facts for entry in fact.entries() if entry.seat == seat]


def is_there(booked: Sequence[tuple[str, int]], what: str, amount: int) -> bool:
    """So much came, or went, in one entry or in several."""
    found = [number for known, number in booked if known == what]
    return any(amount in _sums(number * sign for number in found if number * sign > 0) for sign in (1, -1))


def _sums(numbers: Iterable[int]) -> set[int]:
    sums = {0}
    for number in numbers:
        sums |= {number + other for other in sums}
    return sums


def broken(game: AnyGame, before: State[Any], seat: int, move: Any, told: Any, dice: Stream) -> Iterator[str]:
    """What is told of a move and does not come."""
    deal = derived("promises")
    happened = engine.decide(game, before, seat, move, deal)
    booked, state = ledger(seat, happened.facts), happened.state
    yield from LOOKS.get(game.name, nothing_more)(game, before, happened, seat, told)
    left = list(promised(game, before, seat, told))
    for _ in range(FURTHER):
        left = [one for one in left if not is_there(booked, *one[1:])]
        if not left or len(state.agenda) < max(len(before.agenda), 1) or engine.asked(state).seats != (seat,):
            break
        moves = engine.some_legal(state, seat, dice)
        taking = [one for one in moves if tag_of(one) not in LEAVING]
        happened = engine.decide(game, state, seat, dice.pick(taking or moves), deal)
        booked, state = [*booked, *ledger(seat, happened.facts)], happened.state
    for where, what, amount in left:
        yield f"{where}: {amount} {what}, but {booked}"


# --- what is told otherwise -----------------------------------------------------------------------------------------


def nothing_more(*_: object) -> Iterator[str]:
    yield from ()


def of_medieval(game: AnyGame, before: State[Any], happened: Consequences[Any], seat: int, told: Any) -> Iterator[str]:
    """MED-14: who takes a majority card; the next one may be asked first."""
    if tag_of(told) != "activate":
        return
    sentence = game.teller(game.view(before.table, seat), game.words("en"))(told)
    taken = [fact.seat for fact in happened.facts if isinstance(fact, Deployed)]
    names = [game.words("en").name("monarch", one.monarch) for one in before.table.seats]
    if taken and "goes to" in sentence:
        meant = "goes to you" if taken[0] == seat else f"goes to the {names[taken[0]]} "
        if meant not in sentence:
            yield f"{sentence}, but seat {taken[0]} has it"
    if taken and "is discarded" in sentence:
        yield f"{sentence}, but seat {taken[0]} has it"


def of_heirs(game: AnyGame, before: State[Any], happened: Consequences[Any], seat: int, told: Any) -> Iterator[str]:
    """HEI-5.5, HEI-6.8: what there is access to, and how the points stand, as long as it is the same turn."""
    said, after = filled(game, before, seat, told), happened.state.table
    if happened.chance or happened.ask is None or happened.ask.seats != (seat,):
        return
    if "access" in said:
        there = {what: int(amount) for amount, what in re.findall(r"\[(\d+) (\w+)\]", said["access"])}
        found = {terrain: count for terrain in TERRAINS if (count := getattr(access(after, seat), terrain))}
        if there != found:
            yield f"{told}: access to {there}, but {found}"
    if "points" in said:
        numbers = [int(number) for number in re.findall(r"[+-]?\d+(?= point)", said["points"].replace("−", "-"))]
        was, now = standings(before.table), standings(after)
        changed = [now[seat] - was[seat], now[1 - seat] - was[1 - seat]]
        if [*numbers, 0, 0][:2] != changed:
            yield f"{told}: {said['points']}, but {changed}"


LOOKS: Mapping[str, Callable[..., Iterator[str]]] = {"medieval": of_medieval, "heirs": of_heirs}


# --- every game -----------------------------------------------------------------------------------------------------


def tried(state: State[Any], seat: int, dice: Stream) -> Iterator[tuple[Any, Any]]:
    """Moves, each with what is told of it."""
    moves = engine.some_legal(state, seat, dice, 3)
    yield from ((move, move) for move in {dice.pick(moves) for _ in range(MOVES)})
    if dice.below(EVERY) == 0:
        for ways in engine.ways(state, seat):
            yield from ((group.example, group.ending) for group in ways.groups()[:MOVES])


@pytest.mark.parametrize("name", NAMES)
def test_what_is_told_to_come_comes(name: str) -> None:
    game = GAMES[name]
    found: list[str] = []
    for players in game.players:
        for seed in range(SEEDS):
            dice = stream("promises", name, players, seed)
            for decision in Recipe(name, players, seed, **any_terms(game, players, dice)).decisions():
                state = decision.after
                if not state.agenda or dice.below(EVERY):
                    continue
                seat = dice.pick(engine.asked(state).seats)
                for move, told in tried(state, seat, dice):
                    problems = broken(game, state, seat, move, told, dice)
                    found += [f"{players} players, seed {seed}, {decision.number}: {one}" for one in problems]
    assert not found


@pytest.mark.parametrize("name", NAMES)
def test_what_is_told_to_come_comes_where_scenarios_begin(name: str) -> None:
    game = GAMES[name]
    found: list[str] = []
    for file in SHOWN[name]:
        path = cases_of(name) / f"{file}.toml"
        for scenario in load(path.read_text(encoding="utf-8"), str(path)):
            for trial in ScenarioCase(scenario).branch({}).trials:
                state = trial.state
                if trial.how != "legal" or not state.agenda:
                    continue
                dice = stream("promises", scenario.title)
                seat = dice.pick(engine.asked(state).seats)
                moves = engine.some_legal(state, seat, dice, 3)
                for move in {dice.pick(moves) for _ in range(MOVES)}:
                    problems = broken(game, state, seat, move, move, dice)
                    found += [f"{file}, {scenario.title}: {one}" for one in problems]
    assert not found


@pytest.mark.parametrize("reading", ["doubled_amount", "two_resolutions"])
def test_what_the_queens_investment_is_told_to_bring_comes(reading: str) -> None:
    """KIN-R37: with A6 upgraded her Investment counts twice, or there are two of them."""
    game, met = GAMES["crossing"], 0
    for decision in Recipe("crossing", 2, 1, {"queen_double": reading}).decisions():
        state = decision.after
        if not state.agenda or VisitQueen() not in engine.legal(state, seat := engine.asked(state).seats[0]):
            continue
        last = state.table.edition.investment.last
        for at in (2, last - 1, last):
            p = replace(state.table.seats[seat], investment=at, upgraded=(QUEEN,))
            ready = replace(state, table=replace(state.table.with_side(seat, p), queen="Q-OWL"))
            visited = engine.decide(game, ready, seat, VisitQueen(), derived("queen")).state
            assert not [*broken(game, visited, seat, InvestCash(), InvestCash(), stream("queen"))]
            after = engine.decide(game, visited, seat, InvestUp(), derived("queen")).state.table.sides[seat]
            said, track = filled(game, visited, seat, InvestUp()), state.table.edition.investment
            space = after.investment if reading == "doubled_amount" else min(at + 1, last)
            worth = (f"[{track.coins[space]} coin]", f"[{track.vp[space]} vp]")
            assert (said.get("coins"), said.get("vp")) == (worth if at != last else (None, None))
            met += 1
    assert met
