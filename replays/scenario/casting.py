"""A position of a match as a scenario: what it gives is as little as says all of it, and held against the match."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from core.kernel.errors import HeraldError, Usage
from core.kernel.game import Game, Setup
from core.kernel.log.fold import setup_of
from core.kernel.log.fork import start_there
from core.kernel.log.log import Seen, secrets_in
from core.kernel.log.row import Ruled
from core.kernel.rules.engine import State, begin
from core.kernel.rules.secret import Box
from replays.scenario.agenda import agenda_of, nothing_drawn, nothing_sealed
from replays.scenario.decoding import Value
from replays.scenario.entry import GIVEN, PUBLIC, THEN, Scenario, sides_of
from replays.scenario.given import NOT_GIVEN, Position
from replays.scenario.hints import hints_of, is_unordered
from replays.scenario.map import cells_of, looks_alike, picture
from replays.scenario.redraw import redrawn
from replays.scenario.written import Written, is_table, shown

TABLE: Final = "table"
_PARTING: Final = frozenset(" .,;:=+#\"'[]{}\\")
"""Signs that part something in a scenario: no name can have them there."""

Given = dict[str, Any]
Place = tuple[str, str]
"""A side or the table, and a field of it."""


class Cast(Struct, frozen=True):
    """A state as a scenario gives it."""

    scenario: Scenario  # without anything that must hold
    position: Position
    state: State[Any]  # nothing is hidden in it, and no secret has its box
    hidden: tuple[Place, ...]  # the fields in which something was drawn anew
    names: Mapping[str, int]  # the seats, as the match and as the scenario calls them


def cast(log: Seen, edition: str = "") -> Cast:
    """What a scenario gives for the last row of a log, as its reader knows it; `edition`: where an owner's will lie."""
    if not log.history.first:
        raise Usage("scenario_before_beginning", entry="", word=log.match)
    game, setup = log.game, setup_of(log.game, start_there(log))
    own = setup.edition != game.edition().digest
    if own and not edition:
        raise Usage("scenario_other_edition", entry="edition", word=log.start.edition.name)
    state, hidden = redrawn(log)
    state = replace(state, table=_in_order(state.table))
    names = names_in(game, log.seats)
    defaults = {one.option: one.default for one in (*game.rulings, *game.changes)}
    bare = Scenario(
        file="",
        game=game.name,
        title=log.match,
        rules=(),
        players=names,
        given={"agenda": []},
        rulings=_unusual(defaults, setup.rulings),
        earlier=tuple(_unusual(defaults, readings) for readings in _earlier(log)),
        options=_unusual({one.name: one.default for one in game.options}, setup.options),
        edition=edition if own else "",
        conserve=True,
        chance=(),
        sides=sides_of(game, names),
    )
    casting = Casting(_least_said(Position(game, bare, setup=replace(setup, seats=names)), state), state)
    given = casting.given()
    _hold(casting, setup, given)
    places = tuple(casting.places_of(log.state().table, hidden))
    called = {name: seat for known in (log.seats, names) for seat, name in enumerate(known)}
    return Cast(replace(casting.position.scenario, given=given), casting.position, state, places, called)


def _earlier(log: Seen) -> Iterator[Mapping[str, str]]:
    """The readings that counted before the table agreed on others, each once."""
    readings, seen = dict(setup_of(log.game, log.start).rulings), list[Mapping[str, str]]()
    for body in log.line():
        if isinstance(body.about, Ruled):
            if readings not in seen:
                yield readings
            seen.append(readings)
            readings = {**readings, **body.about.rulings}


def _least_said(position: Position, state: State[Any]) -> Position:
    """Earlier readings are told where they alone make the position possible."""
    now = replace(position.scenario, earlier=())
    alone = Position(position.game, now, setup=position.setup) if position.earlier else position
    return alone if next(alone.wrongs(state.table), None) is None else position


def _in_order(table: Any) -> Any:
    """Return the table with what is in no order as a scenario has it: dice that were rolled, from the lowest on."""
    seats = tuple(
        replace(
            p,
            **{name: tuple(sorted(getattr(p, name))) for name, hint in hints_of(type(p)).items() if is_unordered(hint)},
        )
        for p in table.seats
    )
    return table if seats == table.seats else replace(table, seats=seats)


def names_in(game: Game[Any, Any], seats: Sequence[str]) -> tuple[str, ...]:
    """The seats as a scenario can call them: by a letter and a number where a name means something else there."""
    taken = {*GIVEN, *THEN, PUBLIC, *sides_of(game, seats)[len(seats) :]}
    free = (f"P{number}" for number in range(1, 1 + 2 * len(seats)) if f"P{number}" not in seats)
    return tuple(next(free) if name in taken or _PARTING & {*name} else name for name in seats)


def _unusual(defaults: Mapping[str, str], chosen: Mapping[str, str]) -> dict[str, str]:
    return {name: chosen[name] for name, usual in defaults.items() if chosen.get(name, usual) != usual}


def _hold(casting: "Casting", setup: Setup, given: Given) -> None:
    """What is given must be read as the very state; else nothing is said."""
    position, state = casting.position, casting.state
    table = position.settled(given)
    for (name, field), written in casting.fields(table):
        raise Usage("scenario_cannot_say", entry=f"given.{name}.{field}", word=shown(written))
    steps = tuple(position.due(given["agenda"], table))
    begun = begin(position.with_start(table, steps), setup, nothing_drawn, nothing_sealed)
    if begun.state.agenda != state.agenda or begun.state.table != table:
        raise Usage("scenario_cannot_say", entry="given.agenda", word=shown(given["agenda"]))


class Casting:
    """One state, and the position in which it is to be said."""

    def __init__(self, position: Position, state: State[Any]) -> None:
        self.position = position
        self.state = state
        self.table = state.table
        self._draw({"map": text} if (text := picture(position.game, state.table)) else {})

    def _draw(self, drawn: Given) -> None:
        """What is drawn, and the start with it: all fields are held against that."""
        self.drawn = drawn
        self.start = self.position.mapped(drawn)
        self._known: dict[tuple[Place, int], tuple[Written, Value]] = {}

    def given(self) -> Given:
        """As little as says all; cell by cell, where it shows which was laid first: a map does not say that."""
        game, said = self.position.game, self._fewest()
        table = self._settled(said) if self.drawn else None
        if table is not None and not looks_alike(game, self.table, table):
            self._draw({"cells": dict(cells_of(game, self.table))})
            said = self._fewest()  # in another order the troops have moved in another one, too
        return {**self._given(said), "agenda": agenda_of(self.position, self.table, self.state.agenda)}

    def _fewest(self) -> dict[Place, Written]:
        """All that is not as at the start, and what the rest would settle otherwise; then what can be left out."""
        said = dict(self.fields(self.start))
        settled = self._settled(said)
        said |= {} if settled is None else dict(self.fields(settled))
        for place in sorted(said, key=lambda at: len(str(said[at])), reverse=True):
            fewer = {at: written for at, written in said.items() if at != place}
            if self._settled(fewer) == self.table:
                said = fewer
            else:
                said[place] = self._least(said, place)
        return said

    def _least(self, said: Mapping[Place, Written], place: Place) -> Written:
        """Of a table only the parts that do not follow from the rest."""
        written = said[place]
        for part in [*written] if is_table(written) and len(written) > 1 else ():
            less = {name: item for name, item in written.items() if name != part}
            if self._settled({**said, place: less}) == self.table:
                written = less
        return written

    def fields(self, other: Value) -> Iterator[tuple[Place, Written]]:
        """The fields that are not as on another table, as they are written."""
        values = self.position.values
        for name, number, hint, value, there, begun in self._parts(other):
            writing = values if number is None else values.of(number)
            for field, kind in hints_of(hint).items():
                left_out = field in NOT_GIVEN and number is None
                if not left_out and getattr(value, field) != getattr(there, field):
                    yield (name, field), writing.write(kind, getattr(value, field), getattr(begun, field))

    def places_of(self, table: Value, boxes: Collection[Box]) -> Iterator[Place]:
        """The fields in which these boxes lie."""
        for name, _, hint, _, there, _ in self._parts(table):
            for field in hints_of(hint):
                if field not in NOT_GIVEN and any(one.box in boxes for one in secrets_in(getattr(there, field))):
                    yield name, field

    def _parts(self, other: Value) -> Iterator[tuple[str, int | None, Any, Value, Value, Value]]:
        """The table and its sides: name, number, type, as they are, on the other table, at the start."""
        yield TABLE, None, self.position.game.table, self.table, other, self.start
        for number, name in enumerate(self.position.scenario.sides):
            hint, side = self.position.side(self.table, number)
            yield name, number, hint, side, other.sides[number], self.start.sides[number]

    def _settled(self, said: Mapping[Place, Written]) -> Value:
        """The table that these fields make; none if they make none. Whether it is possible is asked at the end."""
        try:
            return self.position.following(self._given(said), self._with(said))
        except HeraldError:
            return None

    def _with(self, said: Mapping[Place, Written]) -> Value:
        """The start with these fields."""
        read: dict[str, dict[str, Value]] = {}
        for (name, field), written in said.items():
            read.setdefault(name, {})[field] = self._read((name, field), written)
        sides = [
            replace(side, **read.get(name, {}))
            for name, side in zip(self.position.scenario.sides, self.start.sides, strict=True)
        ]
        seats = len(self.start.seats)
        return replace(self.start, **read.get(TABLE, {}), seats=tuple(sides[:seats]), others=tuple(sides[seats:]))

    def _read(self, place: Place, written: Written) -> Value:
        """What is written in a field: read once, however often it is tried with other fields."""
        key = place, id(written)
        if key not in self._known:
            self._known[key] = written, self._anew(*place, written)  # with what is written, so that no other has its id
        return self._known[key][1]

    def _anew(self, name: str, field: str, written: Written) -> Value:
        position = self.position
        kind, now, values = position.game.table, self.start, position.values
        if name != TABLE:
            number = position.scenario.sides.index(name)
            (kind, now), values = position.side(self.start, number), values.of(number)
        return getattr(values.read(kind, {field: written}, now, f"given.{name}"), field)

    def _given(self, said: Mapping[Place, Written]) -> Given:
        """The map, then field by field."""
        given: Given = {**self.drawn}
        for (name, field), written in said.items():
            given.setdefault(name, {})[field] = written
        return given
