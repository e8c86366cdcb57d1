"""What a board is made of, whatever it is drawn with: a small tree of plain data without style, width or layout.

Every text may be marked (`ink.py`). A `key` names a part within its panel for good, so that a page can show what has
changed; nobody reads it. Colours and goods are those of `palette.py`. What is hidden is a back with its count.
"""

from itertools import groupby
from typing import Literal

from msgspec import Struct

PanelKind = Literal["", "stage", "offer", "map", "seat", "legend"]
Shape = Literal["", "troop", "die", "meeple", "paw"]
Form = Literal["grid", "rows", "ring", "matrix", "tableau"]
Ground = str  # a colour of the palette, or none


class Piece(Struct, frozen=True):
    """Something of a seat (None: of nobody) that stands somewhere."""

    seat: int | None
    text: str  # the letters or the sign that stand there: `GA`, `n1`, `▲`
    name: str = ""  # whose, where there is room to say so
    spent: bool = False  # it has moved or was used
    shape: Shape = ""


class Spot(Struct, frozen=True):
    """A place for one piece on a card: what is typed for it, what it takes, who is in it."""

    label: str
    text: str = ""
    piece: Piece | None = None


class Card(Struct, frozen=True):
    """A card, a tile on offer, a pile, a place on a board."""

    key: str
    typed: str = ""  # what is typed to mean it
    title: str = ""  # where it lies, and its price
    name: str = ""
    colour: Ground = ""
    tags: tuple[str, ...] = ()  # kind, mode, terrain
    cost: str = ""
    brief: str = ""  # the cost, where there is little room
    worth: str = ""  # what it brings, in a column of its own
    text: tuple[str, ...] = ()  # effects, or what is to be had there
    spots: tuple[Spot, ...] = ()
    pieces: tuple[Piece, ...] = ()
    reach: tuple[Piece, ...] = ()  # who could take it
    empty: bool = False  # a place without a card
    back: bool = False  # face down: `count` of them, of which nothing but what is said here is known
    count: int = 1


class Cards(Struct, frozen=True, tag=True):
    """Cards that belong together.

    `grid`: boxes side by side, `across` of them where there is room (0: as many as fit). `rows`: a line for each, in
    columns (a hand, a list). `ring`: boxes clockwise, `across` above, the others below from right to left. `matrix`:
    rows of `across` cards, with `heads` over the columns and `sides` beside the rows; it never loses its shape.
    `tableau`: what has been played, told by its names, in groups of one colour behind the head of the group.
    """

    cards: tuple[Card, ...]
    across: int = 4
    form: Form = "grid"
    label: str = ""
    between: str = "; "  # the texts of a card
    heads: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()

    def groups(self) -> list[tuple[str, list[Card]]]:
        """Return the groups of a tableau: cards of one colour behind their head."""
        found = [list(group) for _, group in groupby(self.cards, key=lambda card: card.colour)]
        return list(zip(self.heads or ("",) * len(found), found, strict=True))


class Line(Struct, frozen=True, tag=True):
    """A label, and items one after the other; without an item, nothing."""

    label: str
    items: tuple[str, ...]
    between: str = ", "


class Row(Struct, frozen=True):
    """A row of a table, perhaps a seat's."""

    cells: tuple[str, ...]
    seat: int | None = None


class Table(Struct, frozen=True, tag=True):
    """Counters: a head (or none) and rows; the columns in `right` stand to the right."""

    head: tuple[str, ...]
    rows: tuple[Row, ...]
    right: frozenset[int] = frozenset()
    goods: tuple[str, ...] = ()  # the kind of each column, where it counts one
    label: str = ""
    corner: str = ""  # whose the rows are, for readers to whom a table is read out


class Space(Struct, frozen=True):
    """A space of a track."""

    text: str
    note: str = ""
    pieces: tuple[Piece, ...] = ()
    now: bool = False


class Track(Struct, frozen=True, tag=True):
    """Spaces in a row with markers on them."""

    label: str
    spaces: tuple[Space, ...]


class Tile(Struct, frozen=True):
    """What lies on a cell of a map, or could be laid there."""

    at: tuple[int, int]  # east, north
    key: str
    ground: Ground = ""
    terrain: tuple[str, ...] = ()  # its name, shorter and shorter
    owner: int | None = None
    names: tuple[str, ...] = ()  # what stands there, shorter and shorter
    typed: str = ""  # what is typed to mean that
    sign: str = ""  # behind the name: how far it reaches
    points: str = ""
    sides: str = ""  # which of NESW a road touches
    pieces: tuple[Piece, ...] = ()
    tokens: tuple[str, ...] = ()  # signs: above, then below
    site: bool = False  # empty: something can be laid there
    told: str = ""  # all of it in words, where the picture leaves it out


class Map(Struct, frozen=True, tag=True):
    """Cells of a grid; `turned`: seen from the north."""

    tiles: tuple[Tile, ...]
    owners: tuple[str, ...] = ()  # the sign of each owner
    facing: tuple[str, ...] = ()  # which side of a tile is its owner's: N or S
    colours: tuple[Ground, ...] = ()  # of each owner
    turned: bool = False
    middle: int = 0  # the column that must be seen
    beyond: str = ""  # the label of what is not


class Link(Struct, frozen=True):
    """What joins two places of a net: a bridge, a way."""

    ends: tuple[str, str]  # keys of places
    name: str = ""
    pieces: tuple[Piece, ...] = ()


class Net(Struct, frozen=True, tag=True):
    """Places that are joined by ways; `at`: where each lies, to the east and to the south; as far south is one row.

    Ways between places beside or above each other are drawn, others are told in words.
    """

    places: tuple[Card, ...]
    at: tuple[tuple[int, int], ...]
    links: tuple[Link, ...]
    label: str = ""  # of the ways that are told in words
    lying: tuple[tuple[Card, ...], ...] = ()  # what lies at each place


Part = Cards | Line | Table | Track | Map | Net


class Panel(Struct, frozen=True):
    """A heading with a note, and what stands below it."""

    key: str
    title: str
    note: str = ""
    parts: tuple[Part, ...] = ()
    seat: int | None = None
    kind: PanelKind = ""
    own: bool = False  # of the reader's seat


class Board(Struct, frozen=True):
    """The whole picture. `scores`: as things stand, by seat. `waiting`: for whom the match waits; no view says so."""

    panels: tuple[Panel, ...]
    seats: tuple[str, ...]
    colours: tuple[Ground, ...] = ()  # of the seats, where the game has its own
    scores: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()
