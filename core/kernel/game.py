"""What a game tells the rest of the program: the one value each game's folder exports."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from core.kernel.rules.grid import Cell
from core.kernel.rules.marks import Vocabulary
from core.kernel.rules.result import Result
from core.kernel.rules.step import Step

if TYPE_CHECKING:  # what tells of a game is above what decides: nothing here needs it before it is called
    from core.kernel.bots.bounds import Impossible
    from core.kernel.drawing.parts import Board
    from core.kernel.language.words import Words
    from core.kernel.setup.campaign import Campaign

T = TypeVar("T")
V = TypeVar("V")

Viewer = int | None
"""A seat, or None for the public."""


class Setup(Struct, frozen=True):
    """What decides a match before its first fact: read from row 1."""

    seats: tuple[str, ...]
    rulings: Mapping[str, str]
    edition: str
    options: Mapping[str, str] = {}


class Outcome(Struct, frozen=True):
    """How a match of one player ended: where it began, the score, and against whom, if anybody had to be beaten."""

    start: int
    score: int
    rival: int | None = None
    won: bool | None = None


class Untied(Struct, frozen=True):
    """The option that decided a ruling before it had one of its own, and what the readings there meant for it."""

    option: str
    meant: Mapping[str, str] = {}  # those that are not called the same


class Ruling(Struct, frozen=True):
    """A named switch for an unclear rule."""

    id: str
    option: str
    readings: tuple[str, ...]
    default: str
    untied: Untied | None = None
    since: str = (
        ""  # of a rule that has changed: with which version; a match that does not name it has the last reading
    )
    at_setup: bool = False  # settled when the table is laid out: no running match can take another reading


class Option(Struct, frozen=True):
    """What the table agrees on: its values; if `number`, any from `least` too, or `count` of `joined` with `+`."""

    name: str
    values: tuple[str, ...]
    default: str
    number: bool = False
    count: int = 0
    joined: tuple[str, ...] = ()
    least: int = 0


class Edition(Struct, frozen=True, weakref=True):
    """A set of component data: its name, digest and exact text."""

    name: str
    digest: str
    text: str


class Map(Struct, Generic[T, V], frozen=True):
    """How a scenario draws the map of a game: everything that lies on a cell is one word."""

    put: Callable[[T, Cell, str], T]  # lays it there
    word: Callable[[T, Cell], str]  # for what lies there; an empty text for nothing
    look: Callable[[V, Cell], Struct | None]  # what a view says of a cell


def nothing(_table: Any) -> None:
    """Nothing: no match of one player, nothing due on a table."""


def all_possible(_table: Any) -> "Iterator[Impossible]":
    """Nothing is wrong with any table."""
    return iter(())


def untold(_edition: Any, _words: "Words", _kind: str, _card: str) -> str:
    """Nothing: every card has a name of its own."""
    return ""


class Game(Struct, Generic[T, V], frozen=True):
    """A rules module as data: everything that the rest of the program knows of it."""

    name: str
    prefix: str  # of its rule ids
    rules_version: str
    players: tuple[int, ...]
    table: type[T]
    facts: Any  # the unions of all kinds: a base class does not decode
    moves: Any
    steps: Any
    options: tuple[Option, ...]
    rulings: tuple[Ruling, ...]  # the switches that a table has
    edition: Callable[[], Edition]  # the one that ships
    adopt: Callable[[str, str], Edition]  # check an owner's edition (file name, text) and make it usable
    rule_texts: Callable[[], Mapping[str, Any]]
    words: "Callable[[str], Words]"
    new: Callable[[Setup], tuple[T, tuple[Step[T, Any], ...]]]
    owed: Callable[[T], Step[T, Any] | None]
    vocabulary: Callable[[T], Vocabulary]
    view: Callable[[T, Viewer], V]
    teller: "Callable[[V, Words], Callable[[Any], str]]"  # what a move does here, in one line, as its mover sees it
    board: "Callable[[V, Words, Sequence[str]], Board]"  # what a view looks like, with the names of the seats
    counters: Callable[[T], Mapping[tuple[int, str], int]]  # what the ledger must add up to
    components: Callable[[T], Mapping[str, int]]  # every piece in the box, wherever it lies: never lost, never made
    result: Callable[[T], Result | None]
    stage: Callable[[T], tuple[int, ...]]  # round, turn: what `replay --every` stops at
    openings: Callable[[], Mapping[str, Callable[..., Any]]]  # named positions for scenarios
    thinker: Callable[[V, int], Callable[[Any], int]]  # what the greedy bot thinks of a move, from its view alone
    detail: "Callable[[Any, Words, str, str], str]" = untold  # what stands on a card, of an edition, by kind and id
    changes: tuple[Ruling, ...] = ()  # what the rules say otherwise since: nobody chooses it, each match keeps its own
    lifts: Mapping[str, Callable[[dict[str, Any]], dict[str, Any]]] = {}  # old type tag -> the same in today's shape
    score: tuple[str, ...] = ()  # which of the counters is the score: of several the lowest
    outcome: Callable[[T], Outcome | None] = nothing  # of a finished match of one player
    campaign: "Campaign | None" = None  # what such matches add up to
    impossible: "Callable[[T], Iterator[Impossible]]" = all_possible  # what is wrong with a position that no match has
    map: Map[T, V] | None = None  # for scenarios, where it is played on a grid

    def telling(self, table: T, lang: str) -> "Words":
        """The words in which facts at this table are told: they know what stands on its cards."""
        words, edition = self.words(lang), getattr(table, "edition", None)
        return words if edition is None else replace(words, detail=partial(self.detail, edition, words))

    def scores(self, table: T, seats: int) -> tuple[int, ...]:
        """By seat, as the counters have them; nothing for a game without a score."""
        counters = self.counters(table)
        return tuple(min(counters[seat, what] for what in self.score) for seat in range(seats)) if self.score else ()

    @classmethod
    def of(cls, package: str, **said: Any) -> "Game[Any, Any]":
        """A game out of what lies in its folder; `said`: what no file says, or what this game has otherwise."""
        from core.kernel.folder import Folder  # noqa: PLC0415 - it knows all floors

        return cls(**{**Folder(package).read(), **said})
