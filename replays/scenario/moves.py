"""What seats may do at one moment of a scenario, and why not."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain, islice
from typing import Any

from msgspec import Struct

from core.kernel.decoding import convert
from core.kernel.errors import HeraldError, Refused, Usage
from core.kernel.game import Game
from core.kernel.language.error_text import SEATS, sentence
from core.kernel.language.lexicon import Lexicon
from core.kernel.language.notation import read_move
from core.kernel.language.pattern import commands
from core.kernel.language.respelled import Respelled
from core.kernel.language.spelling import format_move, spell_move
from core.kernel.language.words import Words
from core.kernel.rules import engine
from core.kernel.rules.chance import stream
from core.kernel.rules.step import unlistable
from replays.scenario.decoding import Value
from replays.scenario.values import Values

MORE = "..."  # stands for the others
SAMPLES = 3  # of the moves that are too many to list
MOST = 500  # moves that are listed in full where that is asked for
WHICH = "which"  # several moves fit a text, or only some that must be said in full
INCOMPLETE = frozenset({WHICH, "say_all"})
"""Problems of texts that leave something of a move open."""

GENERAL = frozenset({"first_this", "other_time", "not_offered"})
"""Refusals that look at no rule of the move: a slip of the pen gets them, too."""


class Asking(Struct, frozen=True):
    """A match at one moment, and the seats at its table."""

    game: Game[Any, Any]
    state: engine.State[Value]
    seats: tuple[str, ...]

    @property
    def asked(self) -> tuple[str, ...]:
        return tuple(self.seats[seat] for seat in engine.asked(self.state).seats)

    def only_seat(self, entry: str) -> int:
        found = engine.asked(self.state).seats
        if not found:
            raise Usage("scenario_nobody_moves", entry=entry, word="")
        if len(found) != 1:
            raise Usage("scenario_whose_move", entry=entry, word="", who=[*self.asked])
        return found[0]

    def problem(self, seat: int, text: str) -> HeraldError | None:
        """Why a text cannot be played as it stands."""
        try:
            read_move(self.game, self.state, seat, text)
        except HeraldError as problem:
            return problem
        return None

    def canonical(self, seat: int, text: str) -> str:
        """Return the move that a text means, as ids; the text itself if it is no legal move."""
        try:
            return format_move(read_move(self.game, self.state, seat, text))
        except HeraldError:
            return text

    def said(self, problem: HeraldError, words: Words | None, sides: Sequence[str]) -> str:
        """A refusal, with the words of moves as they are typed in the language of the others."""
        spelled = None if words is None else Respelled(self.game, self._lexicon(words.lang))
        return said(problem, words, sides, spelled)

    def legal(self, seat: int, lang: str = "") -> tuple[str, ...]:
        """The legal moves; where they are too many to list, some of them. `lang`: in whose words, if not as ids."""
        if not engine.may_answer(self.state, seat):
            return ()
        found = engine.some_legal(self.state, seat, stream("scenario"), SAMPLES)
        spelled = partial(spell_move, lexicon=self._lexicon(lang)) if lang else format_move
        return (*dict.fromkeys(map(spelled, found)), *(() if engine.is_listed(self.state, seat) else (MORE,)))

    def all_legal(self, seat: int, entry: str) -> list[str]:
        """Return every legal move of a seat, as ids; refuse where they are too many to list."""
        if not engine.may_answer(self.state, seat):
            return []
        large = chain.from_iterable(ways.moves() for ways in engine.ways(self.state, seat))
        listed = [*islice(large, MOST + 1)]
        if unlistable(engine.waiting(self.state)) or len(listed) > MOST:
            raise Usage("scenario_too_many_moves", entry=entry, word="")
        return [*dict.fromkeys(map(format_move, (*listed, *engine.legal(self.state, seat))))]

    def _lexicon(self, lang: str) -> Lexicon:
        return Lexicon.of(self.game, self.state.table, lang)


def spoken(asking: Asking, values: Values, entry: str, number: int) -> tuple[int, list[str]]:
    """Whose moves an entry has, and which: `SEAT: move; move`, or the moves alone where exactly one seat is asked."""
    at = f"when {number}"
    name, colon, behind = entry.partition("#")[0].partition(":")
    seat, typed = named_before({one: seat for seat, one in enumerate(asking.seats)}, entry)
    if seat is None and colon and (behind[:1].isspace() or not behind):  # a move has no blank behind its colons
        values.seat(name.strip(), at)  # refuses
    texts = commands(typed)
    if not texts:
        raise Usage("scenario_no_move", entry=at, word=entry)
    return (asking.only_seat(at) if seat is None else seat), texts


def whose_moves(seats: Mapping[str, int], line: str) -> list[tuple[int | None, str]]:
    """The moves of a line, each with the seat whose `NAME:` stands before it, if one does.

    A name is looked for before the line is parted: there may be a `;` or a `#` in it.
    """
    found: list[tuple[int | None, str]] = []
    left = line
    while left.strip():
        seat, begun = named_before(seats, left)
        first, _, others = begun.partition(";")
        typed, rest = (begun, "") if "#" in first else (first, others)
        moves = commands(typed)
        if seat is not None and (not moves or named_before(seats, typed)[0] is not None):
            raise Usage("name_alone", word=left.partition(":")[0].strip())
        _refuse_stranger(seats, typed)
        found += [(seat, move) for move in moves]
        if found and not moves and "#" in typed:  # a remark stays with the last move
            found[-1] = found[-1][0], f"{found[-1][1]} {typed.strip()}"
        left = rest
    if line.strip() and not found:
        raise Usage("nothing_typed")
    return found


def named_before(seats: Mapping[str, int], line: str) -> tuple[int | None, str]:
    """The seat whose `NAME:` stands before all of this, and what is behind it; no name has a colon."""
    name, colon, rest = line.partition(":")
    known = {one.casefold(): seat for one, seat in seats.items()}
    seat = known.get(name.strip().casefold()) if colon else None
    return (None, line) if seat is None else (seat, rest.strip())


def _refuse_stranger(seats: Mapping[str, int], move: str) -> None:
    """Of a name of nobody here. What a move itself parts by a colon has no blank behind it; a comment may."""
    name, _, rest = move.partition(":")
    if rest[:1].isspace() and "#" not in name:
        raise Usage("unknown_seat", known=tuple(seats), word=name.strip())


def is_general(problem: HeraldError) -> bool:
    """Does it name no rule that the move breaks?"""
    return not isinstance(problem, Refused) or problem.why in GENERAL


def _named(name: str, value: object, seats: Sequence[str]) -> str:
    """Return a term of an error as data; seats by their names."""
    if isinstance(value, list | tuple):
        items = convert(value, list[object])
        return ",".join(seats[at] if name in SEATS and isinstance(at, int) else str(at) for at in items)
    return "" if value is None else str(value)


def said(problem: HeraldError, words: Words | None, seats: Sequence[str], spelled: Respelled | None = None) -> str:
    """A refusal: as a sentence with its rule; without words as data, and what was near."""
    rule = problem.rule if isinstance(problem, Refused) else ""
    if words is not None:
        text = sentence(problem, words.lang, words, seats, spelled).rstrip(".")
        return f"{text} ({rule})" if rule else text
    told = {name: _named(name, value, seats) for name, value in problem.terms.items()}
    terms = [f"{name}={value}" for name, value in told.items() if value]
    near = f"; near: {', '.join(problem.nearest)}" if isinstance(problem, Refused) and problem.nearest else ""
    return " ".join(filter(None, (rule, problem.why, *terms))) + near
