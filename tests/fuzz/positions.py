"""Positions that play reaches, as scenarios: as they are they are taken, with one value wrong they are refused.

A wrong value is made from the type of its field: no such word, no such seat, a number beyond all tracks or below 0, an
entry twice, more entries than anything has room for. What such a value can be all the same stands in `AT_LARGE`.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final, get_args

from msgspec import Struct

from core.games import NAMES
from core.games.emara.names import Goods
from core.games.medieval.names import Goods as Palace
from core.games.nobility.names import Stock
from core.kernel.errors import Usage
from core.kernel.language.error_text import sentence
from core.kernel.language.words import SINGULAR
from core.kernel.rules.amounts import Amounts
from core.kernel.rules.chance import Stream
from core.kernel.rules.engine import AnyGame
from core.kernel.rules.step import kinds_of
from core.kernel.setup.readings import all_agreeable
from replays.scenario.casting import TABLE, Cast, cast
from replays.scenario.decoding import TABLES
from replays.scenario.given import NOT_GIVEN, Position
from replays.scenario.hints import (
    ROWS,
    SECRET,
    UNIONS,
    Hint,
    closed,
    hints_of,
    is_kind,
    is_signed,
    marked,
    origin_of,
    plain_type,
    something,
)
from replays.scenario.written import Written
from tests.fuzz.found import Found, Trial
from tests.support.matches import GAMES, any_terms
from tests.support.recording import Recorder

FAR: Final = 10**6
"""Beyond whatever is counted on a track."""

CROWD: Final = 150
"""More than anything has room for."""

UNKNOWN: Final = "nonsense"

POSITIONS: Final = 2
SLIPS: Final = 25
"""Of a trial: rows of its match, and wrong values of each."""

AT_LARGE: Final[Mapping[str, frozenset[str]]] = {
    "medieval": frozenset({"side.vp far", *(f"side.palace {kind} far" for kind in Palace.__struct_fields__)}),
    "emara": frozenset(
        {
            *(f"side.goods {kind} far" for kind in Goods.__struct_fields__),
            *("side.cp far", "side.cards twice"),  # Victoria's: cards of two ranks may be worth the same
            *("side.moved twice", "side.moved crowd"),  # a councilor for each step
        }
    ),
    "heirs": frozenset(
        {
            *("turn far", "side.points far"),
            *("side.built twice", "side.built crowd", "side.spent twice", "side.spent crowd"),  # HEI-R16, HEI-R1
            *("scaffolds twice", "scaffolds crowd"),  # HEI-R48: it may have stood on a cell before
        }
    ),
    "crossing": frozenset({"side.coins far", "side.vp far"}),
    "nobility": frozenset(
        {
            *(f"side.stock {kind} far" for kind in Stock.__struct_fields__ if kind not in {"workers", "houses"}),
            *("turn far", "side.tokens far", "apprentices twice"),  # two of a seat that came in one round
        }
    ),
}
"""By game: fields and the kinds of slips that are none there, since nothing limits them, or the same counts twice.

Tracks that end under some readings are among them.
"""


class Slip(Struct, frozen=True):
    """A value that cannot be: in which field of which part, what kind of slip it is, and the whole field with it."""

    part: str  # the table, or a side
    field: str
    path: str  # without keys and places
    kind: str
    written: Written


class _Slips:
    """The wrong values of one position."""

    def __init__(self, position: Position, table: Any) -> None:
        self.position = position
        self.table = table
        self.moves = kinds_of(position.game.moves)

    def all(self) -> Iterator[Slip]:
        """Field by field: on the table, then at each side."""
        yield from self._of(TABLE, self.position.game.table, self.table, None)
        for number, name in enumerate(self.position.scenario.sides):
            hint, side = self.position.side(self.table, number)
            yield from self._of(name, hint, side, number)

    def _of(self, part: str, kind: Hint, struct: Any, owner: int | None) -> Iterator[Slip]:
        self.values = self.position.values if owner is None else self.position.values.of(owner)
        for field, hint in hints_of(kind).items():
            if owner is not None or field not in NOT_GIVEN:
                for path, slip, written in self._wrong(hint, getattr(struct, field), field):
                    yield Slip(part, field, path, slip, written)

    def _wrong(self, hint: Hint, value: Any, path: str) -> Iterator[tuple[str, str, Written]]:
        """A value with one thing wrong in it: where, what kind of slip, the whole of it as it is written."""
        plain, name = plain_type(hint)
        origin = origin_of(plain)
        if value is None:
            return
        if origin in UNIONS:
            yield from self._wrong(marked(something(plain), name), value, path)
        elif origin is SECRET:
            if self.values.knowing:
                yield from self._wrong(closed(hint), value.value, path)
        elif origin in TABLES:
            yield from self._in_table(plain, value, path)
        elif origin in ROWS:
            yield from self._in_row(hint, value, path)
        elif is_kind(plain, Struct):
            yield from self._in_struct(plain, value, path, self.values.write(hint, value))
        else:
            yield from self._plain(plain, name, hint, path)

    def _in_struct(self, plain: Hint, value: Any, path: str, written: Written) -> Iterator[tuple[str, str, Written]]:
        """An amount with too many of a kind, or of one that is none; a move with a word too much; a wrong field."""
        if is_kind(plain, Amounts):
            yield path, "unknown", f"1 {UNKNOWN}"
            yield from ((f"{path} {kind}", "far", {kind: FAR}) for kind in plain.__struct_fields__)
        elif plain in self.moves:
            yield path, "unknown", f"{written} {UNKNOWN}"
        else:
            for field, inner in hints_of(plain).items():
                for where, slip, wrong in self._wrong(inner, getattr(value, field), f"{path}.{field}"):
                    yield where, slip, {**written, field: wrong}

    def _plain(self, plain: Hint, name: str, hint: Hint, path: str) -> Iterator[tuple[str, str, Written]]:
        if name == "seat" or plain is not int:
            yield path, "unknown", UNKNOWN
        else:
            yield path, "no number", "many"
            yield path, "far", FAR
            if not is_signed(hint):
                yield path, "below", -1

    def _in_table(self, plain: Hint, value: Mapping[Any, Any], path: str) -> Iterator[tuple[str, str, Written]]:
        """A key that is none; an entry with something wrong in it."""
        kind, content = get_args(plain)
        for key, item in value.items():
            written = self.values.write(content, item)
            yield path, "unknown key", {UNKNOWN: written}
            for where, slip, wrong in self._wrong(content, item, path):
                yield where, slip, {str(self.values.write(kind, key)): wrong}

    def _in_row(self, hint: Hint, value: tuple[Any, ...], path: str) -> Iterator[tuple[str, str, Written]]:
        """An entry with something wrong in it; one that stands there twice; a crowd."""
        plain, name = plain_type(hint)
        inner = marked(get_args(plain)[0], name)
        row = [self.values.write(inner, item) for item in value]
        for at, item in enumerate(value):
            for where, slip, wrong in self._wrong(inner, item, path):
                yield where, slip, [*row[:at], wrong, *row[at + 1 :]]
            if item is not None:
                yield path, "twice", [*row, row[at]]
        if any(item is not None for item in value):
            yield path, "crowd", row * CROWD


def slips(found: Cast, dice: Stream) -> list[Slip]:
    """The wrong values of a position: each kind of slip of each field once, at any seat and place."""
    alike: dict[tuple[bool, str, str], list[Slip]] = {}
    for slip in _Slips(found.position, found.state.table).all():
        alike.setdefault((slip.part == TABLE, slip.path, slip.kind), []).append(slip)
    return [dice.pick(every) for every in alike.values()]


def wrongly(found: Cast, slip: Slip) -> str:
    """How a position with this value is met, where that is wrong: taken, or refused without a place or a sentence."""
    given = found.scenario.given
    wrong = {**given, slip.part: {**given.get(slip.part, {}), slip.field: slip.written}}
    try:
        found.position.settled(wrong)
    except Usage as problem:
        placed = str(problem.terms.get("entry", "")).startswith("given")
        worded = all(sentence(problem, lang) != str(problem) for lang in SINGULAR)
        return "" if placed and worded else f"{slip}: {problem}"
    except Exception as problem:  # noqa: BLE001 - whatever goes wrong is what was looked for
        return f"{slip}: {type(problem).__name__}: {problem}"
    return "" if at_large(found.scenario.game, slip) else f"{slip}: it is taken"


def at_large(game: str, slip: Slip) -> bool:
    """Is it no slip at all?"""
    named = f"{slip.path} {slip.kind}"
    return (named if slip.part == TABLE else f"side.{named}") in AT_LARGE[game] or named == "end.scores far"


def any_match(game: AnyGame, dice: Stream, seed: str) -> Recorder:
    """A match of any terms, by dice; its table agrees on other readings now and then."""
    players = dice.pick(game.players)
    match = Recorder(game, players, seed=seed, **any_terms(game, players, dice))
    while match.state.agenda:
        match.play(dice, 10 + dice.below(90))
        choices = [*all_agreeable(game, match.state)] if match.state.agenda and dice.below(2) else []
        if choices:
            ruling, readings = dice.pick(choices)
            match.rule({ruling.option: dice.pick(readings)})
    return match


def trial(here: Trial) -> int:
    """A match of any game: positions of it are said by a scenario, and refused with one value wrong."""
    dice = here.dice()
    name = dice.pick(NAMES)
    log = any_match(GAMES[name], dice, f"{here.seed} {here.number}").log()
    tried = 0
    for _ in range(POSITIONS):
        row, reader = 1 + dice.below(log.head), dice.pick([None, *range(len(log.seats))])
        told = f"{name}, {len(log.seats)} players, {log.start.rulings}, {log.start.options}, row {row}, reader {reader}"
        try:
            found = cast(log.at(row).seen_by(reader))
        except Exception as problem:
            raise Found(f"{told}: {type(problem).__name__}: {problem}") from problem
        wrong = slips(found, dice)
        for slip in (dice.pick(wrong) for _ in range(SLIPS)):
            if said := wrongly(found, slip):
                raise Found(f"{told}: {said}")
        tried += 1 + SLIPS
    return tried
