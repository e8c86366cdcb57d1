"""Boards as HTML: everything is there, nothing that somebody wrote becomes more than a text, nobody else is asked."""

import re
from base64 import b64encode
from hashlib import sha256
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from core.kernel.drawing import ink
from core.kernel.drawing.page.board import board_html
from core.kernel.drawing.page.document import document
from core.kernel.drawing.page.sheet import sheet
from core.kernel.drawing.palette import COLOURS, GOODS, SEATS, SIGNS
from core.kernel.drawing.parts import Board, Card, Cards, Line, Link, Map, Net, Panel, Part, Piece, Row, Table, Tile
from tests.support.board_texts import UNREAD, untold
from tests.support.boards import COUNTS, EVERYTHING, LANDSCAPE, MAP, MATRIX, NET, OFFER, RING
from tests.support.html import Element, read_html

HOSTILE = (
    "<script>alert(1)</script>",
    "\"><img src=x onerror='alert(1)'>",
    "' onclick='alert(1)",
    "Ana &amp; Ben & Cy &lt;b&gt;",
    "</style></title><b>",
    "<!-- Ana --> <![CDATA[ ]]>",
    "A" * 500,
    "ana \u202eevil\u2066 \x1b[31m \x00",
    "אנה",
)
UNSEEN = re.compile("[\x00\x1b\u202e\u2066]")

PLAIN = {"crown", "long", "map", "middle", "offer", "paw", "seat", "tags", "taken"}
"""Classes that only name what something is."""

_TUPLE: Any = tuple

EVERY = {"without a landscape": EVERYTHING, "landscape": LANDSCAPE}
every = pytest.mark.parametrize("board", EVERY.values(), ids=EVERY)


def drawn(*parts: Part, seats: tuple[str, ...] = ("Ana", "Ben", "Cy"), colours: tuple[str, ...] = ()) -> Element:
    return read_html(board_html(Board((Panel("p", "panel", parts=parts),), seats, colours)))


@every
def test_every_text_of_a_board_is_on_its_page(board: Board) -> None:
    assert untold(board, read_html(document(board, "en", "title"))) == []


@every
def test_every_class_has_a_rule(board: Board) -> None:
    rules = sheet(board)
    names = {name for it in read_html(board_html(board)).walk() for name in it.classes}
    assert {name for name in names - PLAIN if not re.search(rf"\.{re.escape(name)}(?![\w-])", rules)} == set()


@pytest.mark.parametrize("name", COLOURS)
def test_every_colour_has_its_rules(name: str) -> None:
    assert f".c-{name}{{--c:{COLOURS[name].page[0]};--on:{COLOURS[name].page[1]}}}" in sheet(LANDSCAPE)
    assert sheet(LANDSCAPE).count(f"--t-{name}:#") == 2, "by day and by night"


def test_a_colour_or_good_that_nobody_knows_is_an_error() -> None:
    unknown: list[Part] = [
        Cards((Card("a", name="a", colour="mauve"),)),
        Map((Tile((0, 0), "0,0", ground="mauve"),)),
        Table(("a",), (Row(("1",)),), goods=("whales",)),
    ]
    for part in unknown:
        with pytest.raises(KeyError):
            drawn(part)


# --- what somebody else has written ---------------------------------------------------------------------------------


def spoiled(value: Any, name: str) -> Any:
    """The board with another text wherever there is one that somebody reads."""
    if isinstance(value, str):
        return f"{value} {name}" if value else value
    if isinstance(value, _TUPLE):
        return tuple(spoiled(one, name) for one in value)
    if isinstance(value, msgspec.Struct):
        fields = {field: getattr(value, field) for field in value.__struct_fields__}
        return type(value)(
            **{f: it if f in UNREAD - {"key", "ends"} else spoiled(it, name) for f, it in fields.items()}
        )
    return value


@every
@pytest.mark.parametrize("name", HOSTILE)
def test_whatever_is_written_stays_a_text(name: str, board: Board) -> None:
    page = document(spoiled(board, name), "en", f"a match of {name}", [f"{name} must build"])
    clean = document(spoiled(board, "x"), "en", "a match of x", ["x must build"])
    assert read_html(page).skeleton() == read_html(clean).skeleton()
    assert UNSEEN.sub("?", name) in read_html(page).text
    assert not UNSEEN.search(page)


# --- nobody else is asked -------------------------------------------------------------------------------------------


@every
def test_the_page_asks_nobody_and_runs_nothing(board: Board) -> None:
    page = document(board, "fr", "title")
    shown = read_html(page)
    names = {it.name for it in shown.walk()}
    attributes = {key for it in shown.walk() for key in it.attributes}
    assert not names & {"script", "link", "img", "iframe", "object", "embed", "form", "base", "a", "use", "image"}
    assert not attributes & {"src", "href", "style", "action", "srcset", "background"}
    assert not [key for key in attributes if key.startswith("on")]
    assert not re.search(r"url\(|@import|https?:|//", page)


@every
def test_the_policy_allows_this_very_sheet_and_nothing_else(board: Board) -> None:
    shown = read_html(document(board, "fr", "title"))
    (rules,) = shown.of("style")
    (policy,) = [it for it in shown.of("meta") if "http-equiv" in it.attributes]
    assert policy.attributes["http-equiv"] == "Content-Security-Policy"
    digest = b64encode(sha256("".join(map(str, rules.inner)).encode()).digest()).decode()
    assert policy.attributes["content"].startswith(f"default-src 'none'; style-src 'sha256-{digest}'; ")


def test_a_page_says_its_language_and_what_happens_now() -> None:
    shown = read_html(document(EVERYTHING, "fr", "cartes, ligne 3", ["Ana doit bâtir"]))
    (page,) = shown.of("html")
    (head,) = shown.of("top")
    assert page.attributes == {"lang": "fr"}
    assert head.text == "cartes, ligne 3Ana doit bâtir"
    assert [it.text for it in shown.of("title")] == ["cartes, ligne 3"]


# --- whose it is ----------------------------------------------------------------------------------------------------


def test_no_seat_is_told_by_its_colour_alone() -> None:
    pieces = tuple(Piece(seat, "W") for seat in range(len(SEATS)))
    rows = tuple(Row(("x",), seat) for seat in range(len(SEATS)))
    shown = drawn(
        Cards((Card("c", pieces=pieces),)),
        Line("", tuple(ink.of_seat("x", seat) for seat in range(len(SEATS)))),
        Table((), rows),
        seats=("x",) * len(SEATS),
    )
    assert [it.text for it in shown.of("piece")] == [f"{sign} W" for sign in SIGNS]
    assert [it.text for it in shown.of("who")] == [f"{sign}x" for sign in SIGNS]
    assert [it.text for it in shown.of("tr")] == [f"{sign}x" for sign in SIGNS]


def test_where_a_landscape_has_signs_the_seats_have_them_too() -> None:
    shown = read_html(board_html(LANDSCAPE))
    assert [it.text for it in shown.of("scores")[0].of("sign")] == ["▲", "▼"]
    assert [it.classes & {"c-white", "c-blue"} for it in shown.of("owner")] == [{"c-white"}, {"c-blue"}]
    assert [it.text for it in shown.of("owner")] == ["▲", "▼"]


def test_whoever_leads_has_a_crown_and_nobody_in_a_draw() -> None:
    assert [it.text for it in read_html(board_html(EVERYTHING)).of("scores")[0].of("li")] == [
        "●Ana13♛",
        "■Ben9",
        "◆Cy4",
    ]
    assert not read_html(board_html(LANDSCAPE)).of("crown")


def test_whoever_is_waited_for_has_an_arrow() -> None:
    shown = read_html(board_html(replace(EVERYTHING, waiting=(1,))))
    assert [it.text for it in shown.of("waiting")] == ["▶■Ben9"]
    assert not read_html(board_html(EVERYTHING)).of("waiting")


def test_a_ranking_says_the_scores_once() -> None:
    ranking = Panel("ranking", "over", "", (Table((), (Row(("1.", "Ana", "13"), 0),)),), kind="stage")
    assert not read_html(board_html(replace(EVERYTHING, panels=(ranking,)))).of("scores")


def test_what_others_have_can_be_folded_and_says_what_is_in_it() -> None:
    """Where there is room the style sheet shows it all the same."""
    cards = Cards((Card("a", "a", name="mill"), Card("b", back=True, count=3)), label="hand")
    panels = [
        Panel(f"seat{seat}", name, "", (cards,), seat, "seat", own)
        for seat, name, own in ((0, "Ana", True), (1, "Ben", False))
    ]
    own, other = read_html(board_html(Board(tuple(panels), ("Ana", "Ben")))).of("seat")
    assert (own.name, other.name) == ("section", "details")
    assert [it.text for it in other.of("inside")] == ["hand 4"]
    assert "mill" in own.text
    assert "mill" in other.text


# --- how it lies ----------------------------------------------------------------------------------------------------


def test_costs_are_pieces_that_bear_their_number() -> None:
    (found,) = drawn(Line("", (ink.good("2 wood", "wood"),))).of("good")
    piece, rest = found.inner
    assert isinstance(piece, Element)
    assert (piece.classes, piece.text, rest) == ({"cube", f"c-{GOODS['wood']}"}, "2", " wood")
    (coin,) = drawn(Line("", (ink.good("+1 gold", "gold"),))).of("disc")
    assert coin.text == "+1"
    (bare,) = drawn(Line("", (ink.good("wood", "wood"),))).of("good")
    assert bare.text == "wood"
    heads = drawn(COUNTS).of("th")[1:4]
    assert [[it.classes for it in head.of("b")] for head in heads] == [
        [{"disc", "c-red"}],
        [{"cube", "c-green"}],
        [{"cube", "c-blue"}],
    ]


def test_of_what_is_hidden_there_is_a_back_and_a_count() -> None:
    (back,) = drawn(OFFER).of("back")
    assert back.text == "pileevents×17"


def test_a_ring_goes_around() -> None:
    above, below = (half for half in drawn(RING).of("ring")[0].inner if isinstance(half, Element))
    assert [it.text for it in above.of("code")] == ["TRA1", "TRA2", "TRA3", "TRA4"]
    assert [it.text for it in below.of("code")] == ["TRA5", "TRA6", "TRA7", "TRA8"], "drawn from right to left"
    assert ".ring>div+div{flex-direction:row-reverse}" in sheet()


def test_a_ring_in_one_row_is_parted_where_there_is_little_room() -> None:
    (ring,) = drawn(Cards(tuple(Card(name, name) for name in "abcde"), 5, "ring")).of("ring")
    assert "row" in ring.classes
    assert [[it.text for it in half.of("code")] for half in ring.inner if isinstance(half, Element)] == [
        ["a", "b", "c"],
        ["d", "e"],
    ]


def test_a_matrix_keeps_its_rows_and_columns() -> None:
    heads, *rows = drawn(MATRIX).of("tr")
    assert [it.text for it in heads.of("th")] == ["Elves", "Dwarves", "Humans", "Halflings", "Trobits", "Orcs"]
    assert [[it.text for it in row.of("th")] for row in rows] == [["1-2"], ["3-4"]]
    assert [len(row.of("td")) for row in rows] == [6, 6]
    assert "die2■ 5" in rows[1].text


def test_a_landscape_lies_as_its_viewer_sees_it() -> None:
    turned = Map(MAP.tiles, MAP.owners, MAP.facing, MAP.colours, turned=True)
    south, north = drawn(MAP), drawn(turned)
    assert [it.text for it in south.of("th")] == ["0", "1", "2", "1", "0"]
    assert [it.text for it in north.of("th")] == ["2", "1", "0", "0", "1"]
    assert [it.attributes["data-k"] for it in south.of("td") if it.attributes] == ["0,1", "2,1", "0,0", "1,0"]
    assert [it.attributes["data-k"] for it in north.of("td") if it.attributes] == ["1,0", "0,0", "2,1", "0,1"]
    siege, pilgrims = (next(it for it in south.of("tile") if it.text.startswith(name)) for name in ("Siege", "Pilg"))
    assert (siege.classes & {"above", "below"}, pilgrims.classes & {"above", "below"}) == ({"above"}, {"below"})
    turned_siege = next(it for it in north.of("tile") if it.text.startswith("Siege"))
    assert "below" in turned_siege.classes
    assert [it.attributes["d"] for it in siege.of("rim")] == ["M50 50L50 0 M50 50L100 50"]
    assert [it.attributes["d"] for it in turned_siege.of("rim")] == ["M50 50L50 100 M50 50L0 50"]


def test_places_of_a_net_lie_in_rows_and_the_ways_between_them() -> None:
    (shown,) = drawn(NET).of("net")
    lying = [[it.of("code")[0].text for it in row.of("place")] for row in shown.of("bank")]
    assert lying == [["north"], ["west", "east"], ["south"]]
    ways = [[it.of("code")[0].text for it in strip.of("flag")] for strip in (*shown.of("strip"), *shown.of("ways"))]
    assert ways == [["b1", "b2", "b5"], ["b3", "b4", "b7"], ["b6"]]
    upper = [set(it.classes) & {"x0", "x30", "x60", "y30", "y60", "y120"} for it in shown.of("strip")[0].of("flag")]
    assert upper == [{"x0", "y30"}, {"x30", "y60"}, {"x60", "y120"}], "each has its share"


def test_what_lies_at_a_place_is_within_it_and_a_way_that_cannot_be_drawn_is_told() -> None:
    places = tuple(Card(name, name) for name in ("inn", "mill", "yard"))
    ways = (Link(("inn", "mill"), "ford"), Link(("inn", "yard"), "path"))
    lying = ((), (Card("bread", name="Bread"),))
    shown = drawn(Net(places, ((0, 0), (0, 1), (0, 2)), ways, "ways", lying))
    assert [it.of("h3")[0].text for it in shown.of("lying")] == ["Bread"]
    assert "path inn–yard" in shown.text


def test_the_map_lies_in_the_middle_and_the_supply_beside_it() -> None:
    (columns,) = read_html(board_html(LANDSCAPE)).of("columns")
    middle, beside = (it for it in columns.inner if isinstance(it, Element))
    assert (middle.of("h2")[0].text, beside.of("h2")[0].text) == ("landscape", "royal supply")
    display = Board((Panel("o", "events", kind="offer"), Panel("m", "terrains", kind="map"), Panel("t", "all")), ("A",))
    (columns,) = read_html(board_html(display)).of("columns")
    assert [[head.text for head in it.of("h2")] for it in columns.inner if isinstance(it, Element)] == [
        ["events"],
        ["terrains", "all"],
    ]
