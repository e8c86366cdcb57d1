"""A scenario as it stands in its file, and the errors that name file, scenario and entry."""

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from core.games import game_named
from core.kernel import resources
from core.kernel.errors import Term, Usage
from core.kernel.game import Game
from replays.scenario_values import Value, Written, is_list, is_table

PUBLIC = "public"
ALL = "all"
GIVEN = ("map", "table", ALL, "agenda")
THEN = ("map", "table", ALL, "view", "facts", "asked", "moves")


class ScenarioError(Usage):
    """A scenario that cannot be understood: names the file, the scenario and the entry."""

    code = "scenario"

    def __str__(self) -> str:
        """With what is known instead."""
        return super().__str__() + (f" known={', '.join(self.known)}" if self.known else "")


class Refusal(Struct, frozen=True, forbid_unknown_fields=True):
    """A move that must be refused: by whom, under which rule, for which reason, what it needs and what is there."""

    move: str
    seat: str = ""
    rule: str = ""
    why: str = ""
    need: Term = None
    have: Term = None


class Moves(Struct, frozen=True, forbid_unknown_fields=True):
    """What the legal moves of a seat contain and lack; or what they are."""

    contain: tuple[str, ...] = ()
    lack: tuple[str, ...] = ()
    exactly: tuple[str, ...] | None = None


class Then(Struct, frozen=True):
    """What a scenario expects; what it is silent on may be anything."""

    map: str = ""
    table: dict[str, Written] = {}
    seats: dict[str, Written] = {}  # by name, or all
    view: dict[str, dict[str, Written]] = {}
    facts: tuple[str, ...] = ()
    asked: tuple[str, ...] | None = None
    moves: dict[str, Moves] = {}


class Scenario(Struct, frozen=True):
    """One scenario, as it is written."""

    file: str
    game: str
    title: str
    rules: tuple[str, ...]
    players: tuple[str, ...]
    given: Mapping[str, Written]
    rulings: Mapping[str, str] = {}
    options: Mapping[str, str] = {}
    edition: str = ""
    conserve: bool = True
    chance: tuple[tuple[str, ...], ...] = ()
    when: tuple[str, ...] = ()
    then: Then = Then()
    refused: Refusal | tuple[Refusal, ...] = ()
    sides: tuple[str, ...] = ()  # the players, and sides of the table at which nobody sits

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """The moves that must be refused."""
        return (self.refused,) if isinstance(self.refused, Refusal) else self.refused


def load(text: str, file: str) -> list[Scenario]:
    """The scenarios of a file."""
    with naming(file):
        try:
            data = resources.parse(text.encode())
        except ValueError as problem:
            raise Usage("scenario_not_toml", entry="file", word=str(problem)) from problem
        only_fields(data, ("game", "scenario"), "file")
        game = game_named(str(data.get("game", "")))
        entries: Written = data.get("scenario", [])
        if not is_list(entries):
            raise Usage("scenario_not_a_list", entry="scenario", word=str(entries))
        found = [_scenario(game, file, entry, number) for number, entry in enumerate(entries, 1)]
        titles = [scenario.title for scenario in found]
        for title in titles:
            if titles.count(title) > 1:
                raise Usage("scenario_title_twice", entry="title", word=title)
    return found


def _scenario(game: Game[Value, Value], file: str, entry: Written, number: int) -> Scenario:
    """One entry, checked as far as that goes without playing it."""
    with naming(file, str(entry.get("title") or number) if is_table(entry) else str(number)):
        only_fields(
            entry, [name for name in Scenario.__struct_fields__ if name not in {"file", "game", "sides"}], "scenario"
        )
        scenario = converted({**entry, "then": Then(), "file": file, "game": game.name}, Scenario, "scenario")
        for name in scenario.players:
            if name in {*GIVEN, *THEN, PUBLIC} or scenario.players.count(name) > 1:
                raise Usage("scenario_seat_name", entry="players", word=name)
        if len(scenario.players) not in game.players:
            counts = [str(count) for count in game.players]
            raise Usage("scenario_players", known=counts, entry="players", word=str(len(scenario.players)))
        sides = (*scenario.players, *_sides_of_nobody(game, len(scenario.players)))
        only_fields(scenario.given, (*GIVEN, *sides), "given")
        then = entry.get("then", {})
        if not then and not scenario.refusals:
            raise Usage("scenario_proves_nothing", known=("then", "refused"), entry="scenario", word=scenario.title)
        return replace(scenario, then=_then(then, sides), sides=sides)


def _sides_of_nobody(game: Game[Value, Value], players: int) -> list[str]:
    """The sides of the table that a game plays itself, by their names: Henry."""
    named = game.words("en").names.get("seat", {})
    return [str(name) for side, name in named.items() if int(side) >= players]


def _then(written: Written, sides: tuple[str, ...]) -> Then:
    """What is expected: the seats stand beside the other fields."""
    only_fields(written, (*THEN, *sides), "then")
    seats = {name: value for name, value in written.items() if name in {ALL, *sides}}
    rest = {name: value for name, value in written.items() if name not in seats}
    return converted({**rest, "seats": seats}, Then, "then")


def only_fields(table: Written, known: Sequence[str], entry: str) -> None:
    """Only known fields."""
    if not is_table(table):
        raise Usage("scenario_no_parts", known=known, entry=entry, word=str(table))
    for word in table:
        if word not in known:
            raise Usage("scenario_unknown_field", known=known, entry=entry, word=word)


K = TypeVar("K")


def converted(value: Written, kind: type[K], entry: str) -> K:
    """A table as a struct."""
    try:
        return msgspec.convert(value, kind)
    except (msgspec.ValidationError, RecursionError) as problem:
        raise Usage("scenario_entry", entry=entry, word=str(problem)) from problem


@contextmanager
def naming(file: str, title: str = "") -> Generator[None]:
    """Errors name the file and the scenario."""
    try:
        yield
    except ScenarioError:
        raise
    except Usage as problem:
        terms: dict[str, object] = {"entry": "", "file": file, **problem.terms, "scenario": title}
        raise ScenarioError(problem.why, problem.known, **terms) from problem
