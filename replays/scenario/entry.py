"""A scenario as it stands in its file."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from core.games import game_named
from core.kernel.errors import Term, Usage
from core.kernel.game import Game
from replays.scenario.decoding import Value
from replays.scenario.facts import known_rule
from replays.scenario.idle import refuse_idle
from replays.scenario.shared import POSITION, named, of_each_count, on_position
from replays.scenario.slips import ScenarioError, converted, naming, only_fields
from replays.scenario.source import parsed
from replays.scenario.written import Written, is_list, is_table, shown

PUBLIC = "public"
ALL = "all"
GIVEN = ("map", "cells", "table", ALL, "agenda")
THEN = ("map", "cells", "table", ALL, "view", "facts", "asked", "moves", "unchanged", "count")
CHECK = ("then", "refused")


class Refusal(Struct, frozen=True, forbid_unknown_fields=True):
    """A move that must be refused: by whom, under which rule, for which reason, what it needs and what is there."""

    move: str
    seat: str = ""
    rule: str | None = None
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
    cells: dict[str, Written] = {}
    table: dict[str, Written] = {}
    seats: dict[str, Written] = {}  # by name, or all
    view: dict[str, dict[str, Written]] = {}
    facts: tuple[str, ...] | None = None
    asked: tuple[str, ...] | None = None
    moves: dict[str, Moves] = {}
    unchanged: tuple[str, ...] = ()
    count: dict[str, Written] = {}


class Check(Struct, frozen=True):
    """What must hold at one moment, and which moves must be refused there; `place`: where between the moves."""

    place: str = ""
    then: Then = Then()
    refused: tuple[Refusal, ...] = ()


class _Written(Struct, frozen=True):
    """The plain entries of a scenario, as its file has them."""

    title: str
    rules: tuple[str, ...]
    players: tuple[str, ...]
    titles: dict[str, str] = {}
    given: dict[str, Written] = {}
    rulings: dict[str, str] = {}
    earlier: tuple[dict[str, str], ...] = ()
    options: dict[str, str] = {}
    edition: str = ""
    conserve: bool = True
    chance: tuple[tuple[str, ...], ...] = ()


class Scenario(Struct, frozen=True):
    """One scenario: its plain entries, what happens in it, what holds at its end."""

    file: str
    game: str
    title: str
    rules: tuple[str, ...]
    players: tuple[str, ...]
    given: Mapping[str, Written]
    rulings: Mapping[str, str]
    earlier: tuple[Mapping[str, str], ...]
    options: Mapping[str, str]
    edition: str
    conserve: bool
    chance: tuple[tuple[str, ...], ...]
    sides: tuple[str, ...] = ()  # the players, and sides of the table at which nobody sits
    when: tuple[str | Check, ...] = ()
    end: Check = Check()
    titles: Mapping[str, str] = {}  # in other languages

    def called(self, lang: str) -> str:
        """Its title in this language, where it has one."""
        return self.titles.get(lang, self.title)


FIELDS = (*_Written.__struct_fields__, POSITION, "when", *CHECK)


def load(text: str, file: str) -> list[Scenario]:
    """The scenarios of a file, all of which can be understood."""
    found: list[Scenario] = []
    for scenario in read(text, file):
        if isinstance(scenario, ScenarioError):
            raise scenario
        found.append(scenario)
    return found


def read(text: str, file: str) -> Iterator[Scenario | ScenarioError]:
    """The scenarios of a file, one after the other; what is wrong with one does not stop the others."""
    try:
        source = parsed(text, file)
        yield from source.wrong
        with naming(file):
            game, entries, positions = _read(source.data)
    except ScenarioError as problem:
        yield problem
        return
    titles: set[str] = set()
    names = {name for one in (*entries, *_tables_in(positions)) if is_table(one) for name in named(one)}
    for number, entry in enumerate(entries, 1):
        title = str(entry.get("title") or number) if is_table(entry) else str(number)
        try:
            with naming(file, title):
                if is_table(entry) and entry.get(POSITION) in source.broken:
                    raise Usage("scenario_broken_position", entry=POSITION, word=entry[POSITION])
                for scenario in _scenarios(game, file, entry, positions, names):
                    if scenario.title in titles:
                        raise Usage("scenario_title_twice", entry="title", word=scenario.title)
                    titles.add(scenario.title)
                    yield scenario
        except ScenarioError as problem:
            yield problem


def _read(data: Written) -> tuple[Game[Value, Value], list[Written], Mapping[str, Written]]:
    """Return the game of a file, its scenarios, and the positions that they share."""
    only_fields(data, ("game", "scenario", POSITION), "")
    if "game" not in data:
        raise Usage("scenario_missing_field", entry="", word="game")
    entries: Written = data.get("scenario", [])
    if not is_list(entries):
        raise Usage("scenario_not_a_list", entry="scenario", word=shown(entries))
    return game_named(str(data["game"])), entries, data.get(POSITION, {})


def _tables_in(positions: Written) -> Collection[Written]:
    """Return the shared positions, if that is what is written."""
    return positions.values() if is_table(positions) else ()


def _scenarios(
    game: Game[Value, Value],
    file: str,
    entry: Written,
    positions: Mapping[str, Written],
    names: Collection[str],
) -> Iterator[Scenario]:
    """Read what one entry says: a scenario, or the same one for several counts of players.

    `names`: the players of all scenarios of the file.
    """
    only_fields(entry, FIELDS, "scenario")
    own = on_position(entry, positions, names)
    refuse_idle(own)
    for whole in of_each_count(own):
        yield _scenario(game, file, whole)


def _scenario(game: Game[Value, Value], file: str, entry: Mapping[str, Written]) -> Scenario:
    """One scenario, checked as far as that goes without playing it."""
    plain = {name: value for name, value in entry.items() if name in _Written.__struct_fields__}
    read = converted(plain, _Written, "")
    for rule in read.rules:
        known_rule(game, rule, "rules")
    _check_players(game, read.players)
    sides = sides_of(game, read.players)
    given = _sides_apart(read.given, sides)
    only_fields(given, (*GIVEN, *sides), "given", "scenario_no_side")
    when = entry.get("when", [])
    if not is_list(when):
        raise Usage("scenario_not_a_list", entry="when", word=shown(when))
    if not any(map(entry.get, CHECK)) and not any(map(is_table, when)):
        raise Usage("scenario_proves_nothing", entry="", word=read.title)
    fields: dict[str, Value] = {name: getattr(read, name) for name in _Written.__struct_fields__} | {"given": given}
    steps = tuple(_step(game, item, sides, f"when {number}") for number, item in enumerate(when, 1))
    return Scenario(file, game.name, **fields, sides=sides, when=steps, end=_check(game, entry, sides, ""))


def _check_players(game: Game[Value, Value], players: Sequence[str]) -> None:
    """As many as the game is for, with names that are not words of the language."""
    for name in players:
        if name in {*GIVEN, *THEN, PUBLIC} or players.count(name) > 1:
            raise Usage("scenario_seat_name", entry="players", word=name)
    if len(players) not in game.players:
        counts = [str(count) for count in game.players]
        raise Usage("scenario_players", entry="players", word=str(len(players)), expected=len(players), counts=counts)


def sides_of(game: Game[Value, Value], players: Sequence[str]) -> tuple[str, ...]:
    """The players, then the sides of the table that a game plays itself, by their names: Henry."""
    words = game.words("en")
    sides = words.names.get("seat", {})
    return (*players, *(words.name("seat", side) for side in sides if int(side) >= len(players)))


def _sides_apart(written: Mapping[str, Written], sides: Sequence[str]) -> Mapping[str, Written]:
    """A side at which nobody sits may be written as a part of the table, too: `table.victoria`."""
    table = written.get("table", {})
    if not is_table(table):
        return written
    called = {name.casefold(): name for name in sides}
    within = {called[name]: value for name, value in table.items() if name in called}
    rest = {name: value for name, value in table.items() if name not in called}
    return {**written, **within, "table": rest} if within else written


def _step(game: Game[Value, Value], item: Written, sides: Sequence[str], place: str) -> str | Check:
    """A move as it is typed, or what must hold between two moves."""
    if isinstance(item, str):
        return item
    only_fields(item, CHECK, place)
    return _check(game, item, sides, f"{place} ")


def _check(game: Game[Value, Value], item: Mapping[str, Written], sides: Sequence[str], place: str) -> Check:
    refused: Written = item.get("refused", [])
    listed = refused if is_list(refused) else [refused]
    refusals = tuple(
        converted(one, Refusal, f"{place}refused {number}" if is_list(refused) else f"{place}refused")
        for number, one in enumerate(listed, 1)
    )
    for number, refusal in enumerate(refusals, 1):
        if refusal.rule:
            known_rule(game, refusal.rule, f"{place}refused {number}")
    return Check(place, _then(item.get("then", {}), sides, f"{place}then"), refusals)


def _then(written: Written, sides: Sequence[str], entry: str) -> Then:
    """What is expected: the seats stand beside the other fields."""
    written = _sides_apart(written, sides)
    only_fields(written, (*THEN, *sides), entry, "scenario_no_side")
    seats = {name: value for name, value in written.items() if name in {ALL, *sides}}
    rest = {name: value for name, value in written.items() if name not in seats}
    return replace(converted(rest, Then, entry), seats=seats)
