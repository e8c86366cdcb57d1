"""Boards that no game has: every kind of part, with all that it can say."""

from core.kernel.drawing.ink import chip, good, of_seat, quiet, strong
from core.kernel.drawing.parts import (
    Board,
    Card,
    Cards,
    Line,
    Link,
    Map,
    Net,
    Panel,
    Piece,
    Row,
    Space,
    Spot,
    Table,
    Tile,
    Track,
)

NAMES = ("Ana", "Ben", "Cy")

STAGE = Panel(
    "stage",
    "Kingdom Crossing · round 2 of 4",
    parts=(Line("turn order", (strong(of_seat("Ana", 0)), of_seat("Ben", 1), quiet("Cy (passed)")), " › "),),
    kind="stage",
)


def _place(key: str, name: str, colour: str, *text: str, pieces: tuple[Piece, ...] = ()) -> Card:
    return Card(key, typed=key, name=name, colour=colour, text=text, pieces=pieces)


NET = Net(
    places=(
        _place("north", "Robins' North", "red", "Lumberjack 7c, Farmer 5c", pieces=(Piece(0, "W", "Ana"),)),
        _place("west", "Old Sawmill", "green", "Sculptor 9c", pieces=(Piece(1, "W", "Ben"), Piece(2, "W", "Cy"))),
        _place("east", "Bear Orchard", "yellow", "Patron 6c", "Ferry 3c"),
        _place("south", "Boar Marsh", "blue", "Florist 6c", pieces=(Piece(None, "bear", shape="paw"),)),
    ),
    at=((50, 14), (17, 50), (83, 50), (50, 86)),
    links=(
        Link(("north", "west"), "b1", (Piece(0, "●"), Piece(2, "●"))),
        Link(("west", "north"), "b2"),
        Link(("west", "south"), "b3", (Piece(1, "●", spent=True),)),
        Link(("south", "west"), "b4"),
        Link(("north", "east"), "b5"),
        Link(("west", "east"), "b6"),
        Link(("east", "south"), "b7"),
    ),
    label="bridges",
    lying=((Card("s1", "s1", name="Lumberjack", cost="7 coins", text=("2 wood",)),), (), (), (Card("s9", "s9"),)),
)

OFFER = Cards(
    (
        Card(
            "slot1",
            "G1",
            title="1 · " + good("2 production", "production"),
            name="Market of Medina del Campo",
            colour="red",
            tags=(chip("red", "red"), "realm"),
            cost="play: " + good("6 production", "production"),
            brief=good("6 production", "production"),
            worth=good("5 VP", "vp"),
            text=(good("+3 VP", "vp"), "round: " + good("1 gold", "gold") + " per mayor"),
            reach=(Piece(0, "▲"), Piece(1, "●")),
        ),
        Card("slot2", "G2", title="2", name="Honour", colour="white", cost=good("3 religion", "religion")),
        Card("slot3", title="3", name="empty", empty=True),
        Card("pile", title="pile", name="events", back=True, count=17),
    ),
    across=4,
    label="on offer",
)

RING = Cards(
    tuple(
        Card(f"r{at}", f"TRA{at}", title=f"{at} →", name=f"Tile {at}", colour="grey", cost=good("2 wood", "wood"))
        for at in range(1, 9)
    ),
    across=4,
    form="ring",
)

HOUSES = ("green", "grey", "orange", "pink", "turquoise", "violet")


def _council(row: int, house: str) -> Card:
    die = Piece(1, "5", "Ben", shape="die") if (row, house) == (2, "grey") else None
    return Card(f"{house}{row}", name=f"+{row} VP", colour=house, spots=(Spot("die", str(row), die),))


MATRIX = Cards(
    tuple(_council(row, house) for row in (1, 2) for house in HOUSES),
    across=6,
    form="matrix",
    label="Stone Council",
    heads=("Elves", "Dwarves", "Humans", "Halflings", "Trobits", "Orcs"),
    sides=("1-2", "3-4"),
)

TABLEAU = Cards(
    (
        Card("p1", name="Castle of Loarre", colour="orange"),
        Card("p2", name="Castle of Carcassonne", colour="orange"),
        Card("p3", name="Dante", colour="violet"),
    ),
    form="tableau",
    label="in play",
    heads=(chip("orange", "orange") + " 2", chip("violet", "violet") + " 1"),
)

HAND = Cards(
    (
        Card("h1", "GUN-01", name="Gunpowder I", colour="blue", cost="play: 4", brief=good("4 science", "science")),
        Card("h2", back=True, name="hidden", count=3),
    ),
    form="rows",
    label="to play",
)

TRACK = Track(
    "wood",
    tuple(
        Space(str(at), "★" if at == 5 else "", (Piece(0, "▲", "Ana"),) if at == 5 else (), now=at == 3)
        for at in range(11)
    ),
)

COUNTS = Table(
    ("", "VP", "wood", "science"),
    (Row(("Ana", "13", "4", "1"), 0), Row(("Ben", "9", "2", "·"), 1), Row(("Cy", "·", "·", "3"), 2)),
    right=frozenset({1, 2, 3}),
    goods=("", "vp", "wood", "science"),
    label="palaces",
)
RANKS = Table((), (Row(("1.", "Ana", "13 points", "wins"), 0), Row(("2.", "Ben", "9 points", ""), 1)))

MAP = Map(
    (
        Tile((0, 0), "0,0", "grey", ("stone", "st"), 0, ("Siege Tower", "Siege"), "WAR5", "↕", "3", "NE"),
        Tile(
            (1, 0), "1,0", "yellow", ("wheat",), 1, ("Pilgrimage Site",), "PIL", "", "8", "W", (Piece(1, "n1", "Ben"),)
        ),
        Tile((0, 1), "0,1", "green", ("wood",), sides="S", tokens=("◆", "■"), told="open terrain of wood"),
        Tile((2, 1), "2,1", site=True),
    ),
    owners=("▲", "▼"),
    facing=("N", "S"),
    colours=("white", "blue"),
    beyond="beyond",
)

LEGEND = Panel("legend", "legend", parts=(Line("W", ("worker",)),), kind="legend")


def _seat(seat: int) -> Panel:
    return Panel(
        f"seat{seat}", NAMES[seat], "bonus", (TABLEAU, HAND, Line("effects", ("one", "two"), "; ")), seat, "seat"
    )


EVERYTHING = Board(
    (
        STAGE,
        Panel("offer", "current events", "reserve 61", (OFFER, RING), kind="offer"),
        Panel("bridges", "Clairesource", "7 bridges", (NET,), kind="map"),
        Panel("tracks", "tracks", parts=(TRACK, COUNTS, RANKS, MATRIX)),
        *(_seat(seat) for seat in range(3)),
        LEGEND,
    ),
    NAMES,
    scores=(13, 9, 4),
)
"""All parts but a landscape."""

LANDSCAPE = Board(
    (Panel("supply", "royal supply", parts=(RING,), kind="offer"), Panel("map", "landscape", parts=(MAP,), kind="map")),
    NAMES[:2],
    colours=("white", "blue"),
    scores=(4, 4),
)
