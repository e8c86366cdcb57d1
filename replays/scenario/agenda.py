"""What happens next, in the words of a game's openings: the fewest that say the whole agenda, single steps between."""

import inspect
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any, Literal, get_args, get_type_hints

from msgspec import Struct
from msgspec.structs import astuple

from core.kernel.errors import HeraldError
from core.kernel.rules import engine
from core.kernel.rules.chance import Draw, Drawn
from replays.scenario.decoding import Value
from replays.scenario.given import BASE, SETTING_UP, Position
from replays.scenario.hints import UNIONS, Hint, origin_of, plain_type, something
from replays.scenario.written import Written

_TUPLE: Any = tuple
_WRONG = (HeraldError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What openings run into that do not fit a position."""

_RAW = 1_000  # a step that no opening names is the last resort
_Said = tuple[int, tuple[Written, ...]]


def agenda_of(position: Position, table: Value, agenda: Sequence[Value]) -> list[Written]:
    """The agenda of a state, as `given.agenda` has it: the next item first; what is owed comes by itself."""
    due = tuple(reversed(agenda))
    if due and due[0] == position.game.owed(table):
        due = due[1:]
    spoken = _Openings(position, table)
    best: dict[int, _Said] = {len(due): (0, ())}  # from each place on
    for at in reversed(range(len(due))):
        cost, rest = best[at + 1]
        step = position.values.write(position.game.steps, due[at])
        found = [(cost + _RAW, (step, *rest))]
        for text, size in spoken.at(due[at:], first=at == 0):
            cost, rest = best[at + size]
            found.append((cost + 1 + len(text.split()), (text, *rest)))
        best[at] = min(found, key=lambda said: said[0])
    return list(best[0][1])


class _Openings:
    """The openings of a game on one table."""

    def __init__(self, position: Position, table: Value) -> None:
        self.position = position
        self.table = table
        self.named: list[tuple[str, Value, list[tuple[Hint, bool]]]] = []
        for name, opening in position.game.openings().items():
            if name not in {BASE, SETTING_UP}:
                hints = get_type_hints(opening, include_extras=True)
                parameters = list(inspect.signature(opening).parameters.values())[1:]
                self.named.append(
                    (name, opening, [(hints[one.name], one.default is not one.empty) for one in parameters])
                )
        self.made: dict[str, tuple[Value, ...]] = {}

    def at(self, due: tuple[Value, ...], *, first: bool) -> Iterator[tuple[str, int]]:
        """The openings that say the first of these steps, and how many of them."""
        for name, opening, parameters in self.named:
            for words, args in self._arguments(parameters, due[:1]):
                text = " ".join([name, *words])
                steps = self._steps(text, opening, args)
                if steps and due[: len(steps)] == steps:
                    yield text, len(steps)
                elif first and steps and (led := self._led(text, steps)) and due[: len(led)] == led:
                    yield text, len(led)

    def _arguments(
        self, parameters: Sequence[tuple[Hint, bool]], due: tuple[Value, ...]
    ) -> Iterator[tuple[tuple[str, ...], tuple[Value, ...]]]:
        """What may stand behind the name: seats, and what the step holds."""
        held = list(dict.fromkeys(_atoms(due)))
        needed = sum(not optional for _, optional in parameters)
        for count in range(needed, len(parameters) + 1):
            choices = [self._words(hint, held) for hint, _ in parameters[:count]]
            for chosen in product(*choices):
                yield tuple(word for word, _ in chosen), tuple(value for _, value in chosen)

    def _words(self, hint: Hint, held: Iterable[Value]) -> list[tuple[str, Value]]:
        plain, name = plain_type(hint)
        if origin_of(plain) in UNIONS:
            return self._words(something(plain), held)
        if origin_of(plain) is Literal:
            return [(word, word) for word in get_args(plain)]
        if name == "seat":
            return [(self.position.values.seats[seat], seat) for seat in range(len(self.table.seats))]
        if plain is int:
            return [(str(value), value) for value in held if type(value) is int]
        known = self.position.values.vocabulary.get(name)
        return [(value, value) for value in held if isinstance(value, str) and (known is None or value in known)]

    def _steps(self, text: str, opening: Value, args: tuple[Value, ...]) -> tuple[Value, ...]:
        if text not in self.made:
            try:
                self.made[text] = tuple(opening(self.table, *args))
            except _WRONG:
                self.made[text] = ()
        return self.made[text]

    def _led(self, text: str, steps: tuple[Value, ...]) -> tuple[Value, ...]:
        """What they come to by themselves, if nothing happens on the way."""
        key = f"{text} ..."
        if key not in self.made:
            state = engine.State(self.table, tuple(reversed(steps)))
            try:
                went = engine.go_on(self.position.game, state, nothing_drawn, nothing_sealed)
                self.made[key] = () if went.facts else tuple(reversed(went.state.agenda))
            except _WRONG:
                self.made[key] = ()
        return self.made[key]


def nothing_drawn(_number: int, draw: Draw) -> Drawn:
    """For what must come to its state without any draw."""
    raise LookupError(draw.label)


def nothing_sealed(_by: tuple[int, ...], _value: Value) -> Value:
    """Nor is there anything to be sealed."""
    raise LookupError


def _atoms(value: Value) -> Iterator[Value]:
    """The numbers and words within a value."""
    if isinstance(value, _TUPLE):
        for item in value:
            yield from _atoms(item)
    elif isinstance(value, Struct):
        yield from _atoms(astuple(value))
    elif isinstance(value, str | int):
        yield value
