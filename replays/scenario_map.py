"""A map drawn as text: the numbers of the columns, then the rows from the north, each behind its number.

          -1      0            1
      1    .      ~TRA4        AGR7v:n1v
      0   TRA9^   ~wood:cavv   .

`.` is an empty cell; what lies on any other is one word, which the game reads and writes (`Game.map`).
"""

from collections.abc import Iterator, Mapping
from typing import Any

from core.kernel.errors import Usage
from core.kernel.game import Game, Map
from core.kernel.grid import Cell, cell
from replays.scenario_values import Difference, Value

EMPTY = "."
COMMENT = "#"


def drawn(game: Game[Any, Any], text: str, table: Value, entry: str) -> Value:
    """The table with everything that is drawn."""
    for at, word in read_map(text, entry).items():
        if word != EMPTY:
            table = _put(_map_of(game, entry), table, at, word, f"{entry} {at}")
    return table


def map_differences(game: Game[Any, Any], text: str, bare: Value, table: Value) -> Iterator[Difference]:
    """Where the map is not as it is drawn; cells beyond the picture may be anything."""
    entry = "then.map"
    for at, word in read_map(text, entry).items():
        words = _map_of(game, entry)
        expected = EMPTY if word == EMPTY else words.word(_put(words, bare, at, word, f"{entry} {at}"), at)
        found = words.word(table, at) or EMPTY
        if found != expected:
            yield Difference(f"{entry} {at}", expected, found)


def read_map(text: str, entry: str) -> Mapping[Cell, str]:
    """The word of each cell of a picture."""
    lines = [words for line in str(text).splitlines() if (words := line.partition(COMMENT)[0].split())]
    if not lines:
        return {}
    columns = _numbers(lines[0], 1, entry)
    rows = _numbers([words[0] for words in lines[1:]], -1, entry)
    found: dict[Cell, str] = {}
    for y, words in zip(rows, lines[1:], strict=True):
        if len(words) != 1 + len(columns):
            raise Usage("scenario_map", entry=entry, word=" ".join(words))
        found |= {cell(x, y): word for x, word in zip(columns, words[1:], strict=True)}
    return found


def _numbers(words: list[str], step: int, entry: str) -> list[int]:
    """Columns go up by one, rows down by one: a slip of the pen is told."""
    try:
        found = [int(word) for word in words]
    except ValueError:
        found = []
    if not found or found != [found[0] + step * at for at in range(len(words))]:
        raise Usage("scenario_map", entry=entry, word=" ".join(words))
    return found


def _map_of(game: Game[Any, Any], entry: str) -> Map[Any]:
    if game.map is None:
        raise Usage("scenario_no_map", entry=entry, word=game.name)
    return game.map


def _put(words: Map[Any], table: Value, at: Cell, word: str, entry: str) -> Value:
    """What the game does not know names the cell."""
    try:
        return words.put(table, at, word)
    except Usage as problem:
        raise Usage(problem.why, problem.known, entry=entry, **problem.terms) from problem
