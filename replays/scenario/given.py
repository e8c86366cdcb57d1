"""The position that a scenario describes: table, agenda, and the draws that it writes down."""

import inspect
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args, get_type_hints

from msgspec.structs import replace

from core.kernel.bots.bounds import Impossible, bounds, bounds_of_step
from core.kernel.bots.possible import wrongs
from core.kernel.errors import Usage
from core.kernel.game import Game, Setup
from core.kernel.language.words import Words
from core.kernel.rules.chance import Draw, Drawn, derived, scripted
from core.kernel.rules.step import Step
from core.kernel.setup import resources
from core.kernel.setup.options import agreed
from core.kernel.setup.rulings import settle
from replays.files.texts import read_text
from replays.scenario.decoding import Value, at
from replays.scenario.entry import ALL, Scenario
from replays.scenario.hints import Hint, hints_of, item_of
from replays.scenario.map import drawn, laid
from replays.scenario.slips import only_fields
from replays.scenario.values import Values
from replays.scenario.written import Written, is_list, is_table, key, text_of

BASE = "given"
"""The opening that settles what a written position leaves open: it gives a table, not steps."""

SETTING_UP = "start"
"""The opening that begins on the empty table: nothing is settled before it."""

NOT_GIVEN = ("seats", "others", "setup")
"""Fields of a table that a scenario says in another way: by side, and by its players, rulings and edition."""


class Position:
    """Where a scenario begins."""

    def __init__(
        self, game: Game[Any, Any], scenario: Scenario, words: Words | None = None, setup: Setup | None = None
    ) -> None:
        self.game = game
        self.scenario = scenario
        self.setup = setup or setup_of(game, scenario)  # of a match it is known
        fresh, _ = game.new(self.setup)
        self.box = game.components(fresh)
        self.earlier = tuple(game.new(replace(self.setup, rulings=one))[0].setup for one in earlier_of(game, scenario))
        self.values = Values(game, game.vocabulary(fresh), scenario.sides, words=words)
        self.fresh = fresh
        self.table = self.settled(scenario.given)
        self.agenda = tuple(self.due(scenario.given.get("agenda", ""), self.table))
        self.opened = self.with_start(self.table, self.agenda)

    def with_start(self, table: Value, agenda: tuple[Step[Any, Any], ...]) -> Game[Any, Any]:
        """The game, but for how a match of it begins."""
        return replace(self.game, new=lambda _setup: (table, agenda))  # pyright: ignore[reportUnknownLambdaType]

    def side(self, table: Value, number: int) -> tuple[Hint, Value]:
        """A side's part of the table, with its type."""
        kind = "seats" if number < len(table.seats) else "others"
        return get_args(hints_of(self.game.table)[kind])[0], table.sides[number]

    def with_others(self, table: Value, said: Written) -> Value:
        """Return the table; where scores are written by names, with those of the sides at which nobody sits."""
        end = said.get("end") if is_table(said) else None
        if not table.others or table.end is None or not is_table(end) or not is_table(end.get("scores")):
            return table
        counters, sides = self.game.counters(table), range(len(table.seats), len(table.sides))
        counted = ([counters[side, what] for what in self.game.score if (side, what) in counters] for side in sides)
        others = tuple(min(points) for points in counted if points)  # the lowest, as for a seat
        return replace(table, end=replace(table.end, scores=(*table.end.scores, *others)))

    def miscounted(self, table: Value) -> Iterator[tuple[str, int, int]]:
        """The pieces of which there are more or less than in the box: piece, in the box, on the table."""
        if self.scenario.conserve:
            there = self.game.components(table)
            for piece in sorted({*there, *self.box}):
                if there.get(piece, 0) != self.box.get(piece, 0):
                    yield self._called(piece), self.box.get(piece, 0), there.get(piece, 0)

    def _called(self, piece: str) -> str:
        """A piece with the name of its seat: `craftsman 0` is one of Ana's."""
        kind, _, seat = piece.rpartition(" ")
        return f"{kind} ({self.scenario.sides[int(seat)]})" if kind and seat.isdecimal() else piece

    def settled(self, given: Mapping[str, Written]) -> Value:
        """The new table with what is given."""
        return self.completed(given, self._with(given, self.mapped(given)))

    def completed(self, given: Mapping[str, Written], table: Value) -> Value:
        """A table that has what is given, with what follows from it; its pieces must be those of the box."""
        if given.get("agenda") != SETTING_UP:
            self._refuse(bounds(table, whole=False), table)  # nothing follows from what is beyond its bounds
            table = self.following(given, table)
            self._refuse(self.wrongs(table), table)
        for piece, expected, found in self.miscounted(table):
            raise Usage("scenario_not_conserved", entry="given", word=piece, expected=expected, found=found)
        return table

    def following(self, given: Mapping[str, Written], table: Value) -> Value:
        """A table with what follows from what is given."""
        settle = self.game.openings().get(BASE)
        return table if settle is None else self._with(_empty_in(given), settle(table))

    def wrongs(self, table: Value) -> Iterator[Impossible]:
        """Find what no match can come to, neither under the readings as they are nor under those from earlier."""
        return wrongs(self.game, table, self.earlier)

    def _with(self, given: Mapping[str, Written], table: Value) -> Value:
        """A table with all fields that are given."""
        kind: Hint = self.game.table
        overrides = given.get("table", {})
        only_fields(overrides, [name for name in hints_of(kind) if name not in NOT_GIVEN], "given.table")
        table = self.values.read(kind, overrides, table, "given.table")
        sides = [self._side(given, table, number) for number in range(len(table.sides))]
        seats = len(table.seats)
        return replace(table, seats=tuple(sides[:seats]), others=tuple(sides[seats:]))

    def mapped(self, given: Mapping[str, Written]) -> Value:
        """The new table with what is drawn and laid on its map."""
        table = drawn(self.game, given.get("map", ""), self.fresh, "given.map")
        return laid(self.game, given.get("cells", {}), table, "given.cells")

    def _refuse(self, found: Iterator[Impossible], table: Value) -> None:
        """Refuse what no match can come to, by the first thing that is wrong with it."""
        for wrong in found:
            where = "table" if wrong.seat is None else self.scenario.sides[wrong.seat]
            hint, _ = self.values.lookup(*self._named(table, where), wrong.path, "given")
            word = "" if wrong.what is None else self.values.said(item_of(hint), wrong.what)
            raise Usage(
                wrong.why,
                known=[self.values.said(item_of(hint), one) for one in wrong.known],
                entry=".".join(map(key, ("given", where, *wrong.path))),
                word=word,
                least=wrong.least,
                expected=wrong.expected,
                found=wrong.found,
            )

    def _named(self, table: Value, where: str) -> tuple[Hint, Value]:
        """A part of the table by its name in a scenario, with its type."""
        kind: Hint = self.game.table
        return (kind, table) if where == "table" else self.side(table, self.scenario.sides.index(where))

    def _side(self, given: Mapping[str, Written], table: Value, number: int) -> Value:
        """A side's part of the table: what is said of all seats, then what is said of it."""
        name, read = self.scenario.sides[number], self.values.of(number).read
        hint, side = self.side(table, number)
        if number < len(table.seats):
            side = read(hint, given.get(ALL, {}), side, f"given.{ALL}")
        return read(hint, given.get(name, {}), side, f"given.{name}")

    def due(self, written: Written, table: Value) -> Iterator[Step[Any, Any]]:
        """What happens next: the named openings and single steps, one after the other; nothing in an empty list."""
        for item in written if is_list(written) else [written]:
            if is_table(item):
                yield self._within_bounds(self.values.read(self.game.steps, item, None, "given.agenda"), table)
            else:
                for text in str(item).split(";"):
                    yield from (self._within_bounds(step, table) for step in self._steps(text, table))

    def _within_bounds(self, step: Step[Any, Any], table: Value) -> Step[Any, Any]:
        """Return a step, if its numbers are some that a match can have."""
        for wrong in bounds_of_step(table, step):
            least, expected, found = wrong.least, wrong.expected, wrong.found
            raise Usage(wrong.why, entry="given.agenda", word="", least=least, expected=expected, found=found)
        return step

    def _steps(self, text: str, table: Value) -> Iterator[Step[Any, Any]]:
        """The steps of one opening."""
        known = sorted(name for name in self.game.openings() if name != BASE)
        words = text.split()
        named = [n for n in range(len(words), 0, -1) if " ".join(words[:n]) in known]
        if not words:
            raise Usage("scenario_no_opening", entry="given.agenda", word="")
        if not named:
            raise Usage("scenario_unknown_opening", known=known, entry="given.agenda", word=text.strip())
        opening = self.game.openings()[" ".join(words[: named[0]])]
        yield from opening(table, *self._arguments(opening, words[named[0] :], text.strip()))

    def _arguments(self, opening: Value, words: list[str], text: str) -> list[Value]:
        """The words behind an opening's name, as its parameters say."""
        parameters = list(inspect.signature(opening).parameters.values())[1:]
        hints = get_type_hints(opening, include_extras=True)
        words = self._with_names(words)
        needed = sum(parameter.default is parameter.empty for parameter in parameters)
        if not needed <= len(words) <= len(parameters):
            name = text.removesuffix(" ".join(words)).strip()
            raise Usage("scenario_opening_words", entry="given.agenda", word=text, opening=opening_form(name, opening))
        return [
            self.values.read(hints[parameter.name], word, None, "given.agenda")
            for parameter, word in zip(parameters, words, strict=False)
        ]

    def _with_names(self, words: list[str]) -> list[str]:
        """Return the words behind an opening; those that are the name of a seat together are one."""
        found, left = list[str](), words
        while left:
            names = (name for name in self.values.seats if name.split() == left[: len(name.split())])
            name = max(names, key=len, default=left[0])
            found.append(name)
            left = left[len(name.split()) :]
        return found


def _empty_in(given: Mapping[str, Written]) -> Mapping[str, Written]:
    """What is said to be empty, or nothing: it stays so, whatever is usual."""
    inner = {name: _empty_in(part) for name, part in given.items() if is_table(part) and part}
    return {name: part for name, part in given.items() if not part} | {
        name: part for name, part in inner.items() if part
    }


def opening_form(name: str, opening: Value) -> str:
    """Return how an opening is written: `turn SEAT [NUMBER]`."""
    words = list(inspect.signature(opening).parameters.values())[1:]
    return " ".join([name, *(w.name.upper() if w.default is w.empty else f"[{w.name.upper()}]" for w in words)])


class Script:
    """The draws that a scenario writes down; other draws are made as in any match."""

    def __init__(self, scenario: Scenario) -> None:
        self.left = list(scenario.chance)
        self.came: list[str] = []  # every draw, in order: what the next line of `chance` would be for
        self.seats = scenario.players
        self.game = scenario.game
        self._otherwise = derived("scenario")

    def deal(self, number: int, draw: Draw) -> Drawn:
        found = self._dealt(number, draw)
        names = self._names(draw)
        self.came.append(f"{self._label(draw)}: {text_of([names.get(item, item) for item in found])}")
        return found

    def _label(self, draw: Draw) -> str:
        """Return the label of a draw, with the name of the seat that it is for."""
        said, _, number = draw.label.rpartition(" ")
        known = resources.toml(f"core.games.{self.game}.scenario", "scenario.en.toml")["draws"]
        return f"{said} {self.seats[int(number)]}" if f"{said} SEAT" in known and number.isdecimal() else draw.label

    def _names(self, draw: Draw) -> Mapping[str, str]:
        """Return what the items of a draw are called, where seats are drawn."""
        numbers = {str(seat): name for seat, name in enumerate(self.seats)}
        return numbers if {*draw.left} <= {*numbers} else {}

    def _dealt(self, number: int, draw: Draw) -> Drawn:
        """The next outcome that is written; what it leaves open comes at random, and leaves what is written later."""
        if not self.left:
            return self._otherwise(number, draw)
        drawn = tuple(self._item(item, draw) for item in self.left.pop(0))
        if len(drawn) > draw.count or (len(set(drawn)) < len(drawn) and not draw.back):
            why = "scenario_draw" if len(drawn) > draw.count else "scenario_draw_twice"
            word = " ".join(self._names(draw).get(item, item) for item in drawn)
            raise Usage(why, entry=f"chance: {self._label(draw)}", word=word, expected=draw.count)
        wanted_later = {item for outcome in self.left for item in outcome}
        free = tuple(item for item in draw.left if item in drawn or item not in wanted_later)
        bag = free if len(free) >= draw.count else draw.left
        return scripted([drawn], self._otherwise)(number, Draw(draw.label, bag, draw.count, back=draw.back))

    def _item(self, item: str, draw: Draw) -> str:
        """An item of the bag; a seat by its name."""
        found = str(self.seats.index(item)) if item in self.seats and item not in draw.left else item
        if found not in draw.left:
            known = [self._names(draw).get(one, one) for one in draw.left]
            raise Usage("unknown_word", known=known, entry=f"chance: {self._label(draw)}", word=item)
        return found


def setup_of(game: Game[Any, Any], scenario: Scenario) -> Setup:
    """Players, readings, options and edition, as the scenario has them."""
    with at("rulings"):
        rulings = settle((*game.rulings, *game.changes), scenario.rulings)
    with at("options"):
        options = agreed(game.options, scenario.options)
    with at("edition"):
        return Setup(scenario.players, rulings, _edition(game, scenario), options)


def earlier_of(game: Game[Any, Any], scenario: Scenario) -> Iterator[Mapping[str, str]]:
    """The readings under which the match was played before the table agreed on those that count now."""
    with at("earlier"):
        for readings in scenario.earlier:
            yield settle((*game.rulings, *game.changes), readings)


def _edition(game: Game[Any, Any], scenario: Scenario) -> str:
    """The digest of the component data: what ships, or an owner's file beside the scenario's."""
    if not scenario.edition:
        return game.edition().digest
    path = str(Path(scenario.file).parent / scenario.edition)
    try:
        text = read_text(path)
    except Usage as problem:
        raise Usage("scenario_no_edition", entry="edition", word=path) from problem
    return game.adopt(path, text).digest
