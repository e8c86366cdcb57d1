"""A map drawn as text: the numbers of the columns, then the rows from the north, each behind its number.

          -1      0            1
      1    .      ~TRA4        AGR7v:n1v
      0   TRA9^   ~wood:cavv   .

`.` is an empty cell; what lies on any other is one word, which the game reads and writes (`Game.map`).
"""

from collections.abc import Iterator, Mapping
from typing import Any, get_args

from core.kernel.errors import Usage
from core.kernel.game import Game, Map
from core.kernel.rules.grid import CELLS, Cell, cell, is_cell
from replays.scenario.decoding import Value, at
from replays.scenario.hints import Hint, hints_of, origin_of, plain_type
from replays.scenario.values import Difference

EMPTY = "."
COMMENT = "#"


def drawn(game: Game[Any, Any], text: str, table: Value, entry: str) -> Value:
    """The table with everything that is drawn."""
    for place, word in read_map(text, entry).items():
        if word != EMPTY:
            table = _put(map_of(game, entry), table, place, word, f"{entry} {place}")
    return table


def picture(game: Game[Any, Any], table: Value) -> str:
    """The map of a table as text, as `drawn` reads it; nothing where nothing lies."""
    if game.map is None:
        return ""
    words = {tuple(map(int, at.split(","))): word for at, word in cells_of(game, table).items()}
    if not words:
        return ""
    xs, ys = ([place[axis] for place in words] for axis in (0, 1))
    columns = range(min(xs), max(xs) + 1)
    rows = [["", *map(str, columns)]]
    rows += [[str(y), *(words.get((x, y), EMPTY) for x in columns)] for y in reversed(range(min(ys), max(ys) + 1))]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows) + "\n"


def cells_of(game: Game[Any, Any], table: Value) -> dict[Cell, str]:
    """The word of each cell on which something lies, as they were laid one after the other."""
    words = map_of(game, "map")
    laid = [name for name, hint in hints_of(game.table).items() if _by_cells(hint)]
    places = dict.fromkeys(cell for name in laid for cell in getattr(table, name))
    places |= dict.fromkeys(map(Cell, game.vocabulary(table)["cell"]))
    return {at: word for at in places if (word := words.word(table, at))}


def _by_cells(hint: Hint) -> bool:
    plain, _ = plain_type(hint)
    return origin_of(plain) is dict and plain_type(get_args(plain)[0])[1] == CELLS


def looks_alike(game: Game[Any, Any], one: Value, other: Value) -> bool:
    """Is the same to be seen on each cell? Which of two cells counts twice may hang on which was laid first."""
    look, views = map_of(game, "map").look, (game.view(one, None), game.view(other, None))
    return all(look(views[0], at) == look(views[1], at) for at in cells_of(game, one))


def map_differences(
    game: Game[Any, Any], text: str, bare: Value, table: Value, entry: str = "then.map"
) -> Iterator[Difference]:
    """Where the map is not as it is drawn; cells beyond the picture may be anything."""
    for place, word in read_map(text, entry).items():
        yield from word_differences(game, place, word, bare, table, f"{entry} {place}")


def word_differences(
    game: Game[Any, Any], place: Cell, word: str, bare: Value, table: Value, entry: str
) -> Iterator[Difference]:
    """Is what lies on a cell what this word says?"""
    words = map_of(game, entry)
    expected = EMPTY if word == EMPTY else words.word(_put(words, bare, place, word, entry), place)
    found = words.word(table, place) or EMPTY
    if found != expected:
        yield Difference(entry, expected, found)


def laid(game: Game[Any, Any], written: Mapping[str, str], table: Value, entry: str) -> Value:
    """The table with what lies on single cells: `{ "1,0" = "TRA4v" }`."""
    for key, word in written.items():
        place = read_cell(key, entry)
        table = _put(map_of(game, entry), table, place, str(word), f"{entry} {place}")
    return table


def read_cell(text: str, entry: str) -> Cell:
    """A cell by its coordinates."""
    if not is_cell(text):
        raise Usage("unknown_cell", entry=entry, word=text)
    return Cell(text)


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


def map_of(game: Game[Any, Any], entry: str) -> Map[Any, Any]:
    """How this game draws its map."""
    if game.map is None:
        raise Usage("scenario_no_map", entry=entry, word=game.name)
    return game.map


def _put(words: Map[Any, Any], table: Value, place: Cell, word: str, entry: str) -> Value:
    """What the game does not know names the cell."""
    with at(entry):
        return words.put(table, place, word)
