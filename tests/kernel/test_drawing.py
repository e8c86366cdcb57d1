"""Drawing with text: what takes how much room, where lines break, and each part that a board is made of."""

import re
from collections.abc import Sequence

import pytest

from core.kernel.drawing import ink
from core.kernel.drawing.canvas import cut, flow, folded, painted, wrap
from core.kernel.drawing.parts import (
    Board,
    Card,
    Cards,
    Line,
    Link,
    Net,
    Panel,
    Part,
    Piece,
    Row,
    Space,
    Spot,
    Table,
    Track,
)
from core.kernel.drawing.printable import printable
from core.kernel.drawing.style import PLAIN, pad, table, width
from core.kernel.drawing.terminal import text
from tests.support.pictures import COLOURED, WIDTHS


def drawn(*parts: Part, wide: int = 80) -> list[str]:
    """The lines below the heading of a panel with these parts."""
    return text(Board((Panel("key", "Title", "", parts),), ("Ana", "Bo")), PLAIN, wide).split("\n")[1:]


def named(names: str, title: str = "") -> tuple[Card, ...]:
    return tuple(Card(name, name, title) for name in names.split())


def test_width_is_what_is_seen() -> None:
    assert [width(text) for text in ("abc", "é", "e\u0301", "李", "🏰", "\u202f", "\x1b[1mab\x1b[0m─", "")] == [
        3, 1, 1, 2, 2, 1, 3, 0,
    ]  # fmt: skip


def test_text_is_cut_to_its_room() -> None:
    assert [cut("Castle of Bran", room) for room in (14, 13, 8, 1, 0)] == [
        "Castle of Bran",
        "Castle of Br…",
        "Castle…",
        "…",
        "",
    ]
    assert [cut("李白杜甫", room) for room in (8, 7, 6)] == ["李白杜甫", "李白杜…", "李白…"]
    assert pad("李", 4) + "|" + pad("\x1b[1ma\x1b[0m", 3, "right") == "李  |  \x1b[1ma\x1b[0m"


def test_sentences_are_folded_between_words_under_their_first_or_second_column() -> None:
    assert folded("all of it fits\n", 14) == "all of it fits\n"
    assert folded("  take a tile and lay it", 14) == "  take a tile\n  and lay it"
    assert folded(" no   withdraws a request", 20) == " no   withdraws a\n      request"
    assert folded("\x1b[1mno \x1b[0m  withdraws a request", 20) == "\x1b[1mno \x1b[0m  withdraws a\n     request"
    assert folded("see https://somewhere.example/far", 20) == "see\nhttps://somewhere.example/far"


def test_lines_break_at_spaces_but_not_behind_a_number() -> None:
    assert wrap("each round +1 science per mayor", 13) == ["each round", "+1 science", "per mayor"]
    assert wrap("has 2× fire and a 1", 7) == ["has", "2× fire", "and a 1"]
    assert wrap("incomprehensibilities here", 8) == ["incompr…", "here"]
    assert wrap("", 8) == [""]


def test_items_flow() -> None:
    assert flow(["one", "two", "three"], 9, ", ", ",") == ["one, two,", "three"]
    assert flow(["one", "four five six"], 9, "; ") == ["one", "four five", "six"]
    assert flow([], 9, ", ") == []


def test_columns_are_as_wide_as_they_must_be() -> None:
    assert table([("a", "10", "x"), ("李", "7", "")], "  ", frozenset({1})) == ["a   10  x", "李   7"]


def test_a_name_cannot_move_the_cursor() -> None:
    assert printable("Ana\x1b[2J\u202eB\n") == "Ana?[2J?B?"


def test_a_french_sentence_keeps_the_blank_before_its_colon() -> None:
    assert printable("oui\u202f: lui\u00a0!") == "oui\u202f: lui\u00a0!"


# --- marked texts --------------------------------------------------------------------------------------------------


def test_marks_take_no_room_and_survive_a_cut() -> None:
    marked = ink.strong("Castle of Bran")
    assert width(marked) == 14
    assert list(ink.spans(cut(marked, 8))) == [("Castle…", (ink.Look("strong"),))]
    assert [ink.bare(line) for line in wrap(f"pay {ink.chip('red and blue', 'red')} now", 8)] == [
        "pay red",
        "and blue",
        "now",
    ]


def test_a_good_stays_with_its_number() -> None:
    """A price has its number behind: it is not torn off, unless there is no room for both."""
    prices = ", ".join(ink.good(price, "wood") for price in ("wood 1", "hard wood 2"))
    assert [ink.bare(line) for line in wrap(prices, 12)] == ["wood 1,", "hard wood 2"]
    assert [ink.bare(line) for line in wrap(prices, 8)] == ["wood 1,", "hard", "wood 2"]


def test_colour_is_decoration_of_what_is_marked() -> None:
    marked = (
        f"{ink.strong('a')} {ink.quiet(ink.chip('b', 'red'))} {ink.good('2 wood', 'wood')} {ink.good('1', 'combat')}"
    )
    assert painted(marked, PLAIN) == "a b 2 wood 1"
    chip, wood = "\x1b[2;38;5;231;48;5;160mb\x1b[0m", "\x1b[38;5;28m2 wood\x1b[0m"
    assert painted(marked, COLOURED) == f"\x1b[1ma\x1b[0m {chip} {wood} 1"


def test_seats_have_their_colours() -> None:
    marked = ink.of_seat("Ana", 0) + ink.of_seat("Bo", 1)
    assert painted(marked, COLOURED) == "\x1b[1;38;5;33mAna\x1b[0m\x1b[1;38;5;166mBo\x1b[0m"
    own = painted(marked, COLOURED, ("white", "green"))
    assert own == "\x1b[1mAna\x1b[0m\x1b[1;38;5;28mBo\x1b[0m"


# --- the parts of a board --------------------------------------------------------------------------------------------


def test_a_heading_has_its_note_at_the_end_or_below() -> None:
    def heading(title: str, note: str) -> list[str]:
        return text(Board((Panel("key", title, note),), ()), PLAIN, 80).split("\n")

    assert heading("Ana", "passed") == ["── Ana " + "─" * 63 + " passed ──"]
    long = heading("Ana " * 9, "passed · " * 9 + "gone")
    assert [width(line) <= 80 for line in long] == [True] * len(long)
    assert " ".join(long).count("passed") == 9


def test_a_box_says_what_is_typed_what_it_takes_and_who_is_there() -> None:
    card = Card("forest", "forest", "1", "Forest", tags=("wood", "far"), cost="2 gold", text=("+1 wood", "+1 VP"))
    full = Card(
        "hut",
        name="Hut",
        spots=(Spot(":1", "2 wood"), Spot(":2", "3 wood", Piece(0, "", "Ana"))),
        pieces=(Piece(1, "n1", "Bo", spent=True),),
    )
    assert drawn(Cards((card, full), 2, between=", ")) == [
        "┌ 1 ──────────────────────────── forest ┬──────────────────────────────────────┐",
        "│ Forest                                │ Hut                                  │",
        "│ wood · far                            │ :1 2 wood                            │",
        "│ 2 gold                                │ :2 (Ana)                             │",
        "│ +1 wood, +1 VP                        │ n1× Bo                               │",
        "└───────────────────────────────────────┴──────────────────────────────────────┘",
    ]


@pytest.mark.parametrize("wide", WIDTHS)
def test_what_is_typed_is_never_cut(wide: int) -> None:
    cards = named("construction_site_of_the_cathedral market", title="a title that is long")
    assert any("construction_site_of_the_cathedral" in line for line in drawn(Cards(cards, 4), wide=wide))


def test_what_lies_face_down_is_counted() -> None:
    pile = Card("pile", title="pile", back=True, count=7)
    hand = Cards((Card("w", name="wood", back=True, count=2), Card("s", name="stone", back=True)), 0, "rows", "hand")
    assert "7× ▒" in drawn(Cards((pile,)))[1]
    assert drawn(hand) == [" hand  2× ▒ wood, ▒ stone"]


@pytest.mark.parametrize("wide", WIDTHS)
def test_a_ring_goes_round_clockwise(wide: int) -> None:
    """Above from left to right, below from right to left."""
    seen = [
        re.findall(r"[a-h](?= [┬┐┼┤])", line)
        for line in drawn(Cards(named("a b c d e f g h", title="1"), 4, "ring"), wide=wide)
        if line[0] in "┌├"
    ]
    assert seen == [list("abcd"), list("hgfe")]


def test_a_ring_without_room_is_a_list_in_its_order() -> None:
    lines = drawn(Cards(named("a b c d e f g h i j k l m n"), 7, "ring"))
    assert [line.strip() for line in lines] == list("abcdefghijklmn")


@pytest.mark.parametrize("wide", WIDTHS)
def test_a_matrix_keeps_its_shape(wide: int) -> None:
    """However narrow: a head over each column, a side beside each row."""
    heads, sides = ("Bishop", "Count", "Duke", "Envoy", "Friar", "Guard"), ("first seat", "second seat")
    cells = tuple(Card(f"{side}{head}", name=f"{side[0]}{head[0]}") for side in sides for head in heads)
    lines = drawn(Cards(cells, 6, "matrix", heads=heads, sides=sides), wide=wide)
    assert lines[0].split() == list(heads)
    assert [re.findall(r"[fs][BCDEFG]\b", line) for line in (lines[2], lines[4])] == [
        ["fB", "fC", "fD", "fE", "fF", "fG"],
        ["sB", "sC", "sD", "sE", "sF", "sG"],
    ]
    assert (lines[2].startswith("first seat"), lines[4].startswith("second seat")) == (True, True)
    assert all(lines[0].index(head) == lines[2].index(f"f{head[0]}") for head in heads)


def test_a_track_shows_where_it_has_come_to() -> None:
    spaces = (Space("1"), Space("2", "market", (Piece(0, "A"), Piece(1, "B"))), Space("3", now=True))
    assert drawn(Track("round", spaces)) == [" round  1  2 (market): A, B  [3]"]


@pytest.mark.parametrize("wide", WIDTHS)
def test_a_net_tells_places_as_they_lie_and_every_way(wide: int) -> None:
    """Ways between neighbours are drawn, the other one is told."""
    links = (
        Link(("inn", "mill"), "bridge", (Piece(0, "▲", "Ana"),)),
        Link(("mill", "yard"), "ford"),
        Link(("mill", "yard"), "stair", (Piece(1, "", "Béa"),)),
        Link(("yard", "well"), "path"),
        Link(("well", "inn"), "way"),
    )
    places = named("inn mill yard well")
    lines = drawn(Net(places, ((90, 10), (10, 10), (50, 50), (50, 90)), links, "ways"), wide=wide)
    assert re.search(r"^┌ mill ─+┐ +┌ inn ─+┐$", lines[0])
    assert re.search(r"│ +├─+ bridge ─+┤ +│", lines[1])
    assert any("▲ Ana" in line for line in lines[2:4])
    below = next(at for at, line in enumerate(lines) if line.startswith("└"))
    assert re.fullmatch(r"  │ ford +│ stair Béa", lines[below + 1])
    for post in (at for at, sign in enumerate(lines[below + 1]) if sign == "│"):
        assert (lines[below][post], lines[below + 2][post]) == ("┬", "┴"), "from wall to wall"
    assert any(re.fullmatch(r"  │ path", line) for line in lines)
    assert lines[-1] == " ways  way well–inn"


@pytest.mark.parametrize("wide", WIDTHS)
def test_what_lies_at_a_place_of_a_net_is_listed_in_it(wide: int) -> None:
    lying = ((Card("a1", "a1", name="Castle of Bran", cost="2 gold", text=("+1 wood",)),), ())
    lines = drawn(
        Net(named("inn mill"), ((50, 10), (50, 90)), (Link(("inn", "mill"), "ford"),), lying=lying), wide=wide
    )
    assert re.fullmatch(r"│ a1  Castle of Bran  2 gold  \+1 wood +│", lines[1])


def test_everybody_on_a_way_is_told_beside_the_lowest_boxes() -> None:
    crowd = tuple(Piece(seat, "", name) for seat, name in enumerate(("Anna", "Béatrice", "Cleo", "Dorothy")))
    lines = drawn(Net(named("inn mill"), ((10, 10), (90, 10)), (Link(("inn", "mill"), "ford", crowd),)))
    assert all(piece.name in "".join(lines) for piece in crowd)


def test_a_list_stands_in_columns_as_long_as_there_is_room() -> None:
    cards = (
        Card("a1", "a1", name="Castle of Bran", tags=("red",), cost="2 gold", worth="3 VP", text=("+1 wood",)),
        Card("b22", "b22", name="Inn", tags=("blue",), cost="1 gold", worth="12 VP", text=("+1 stone each round",)),
    )
    assert drawn(Cards(cards, 0, "rows")) == [
        " a1   Castle of Bran  red   2 gold   3 VP  +1 wood",
        " b22  Inn             blue  1 gold  12 VP  +1 stone each round",
    ]


def test_a_list_that_is_too_wide_loses_no_word() -> None:
    """What has no room in a column is told with what the card does."""
    cost = "with six admirals, five of whom stay there, and all the gold"
    cards = (Card("a1", "a1", name="Castle of Bran", tags=("turquoise", "majority"), cost=cost, text=("+1 wood",)),)
    lines = drawn(Cards(cards, 0, "rows"))
    assert max(map(width, lines)) <= 80
    assert {*re.findall(r"\w+", cost), "Castle", "Bran", "turquoise", "majority", "wood"} <= {
        *re.findall(r"\w+", " ".join(lines))
    }


def test_what_was_played_stands_in_groups() -> None:
    played = (
        Card("a", name="Inn", colour="red"),
        Card("b", name="Mill", colour="red"),
        Card("c", name="Port", colour="blue"),
    )
    assert drawn(Cards(played, 0, "tableau", "in play", heads=("red 2:", "blue 1:"))) == [
        " in play  red 2: Inn, Mill; blue 1: Port"
    ]


def counters(columns: int, names: Sequence[str] = ("Ana", "Bo")) -> Table:
    head = ("", *(f"counter{at}" for at in range(columns)))
    rows = tuple(Row((name, *(str(at) for at in range(columns)))) for name in names)
    return Table(head, rows, frozenset(range(1, columns + 1)))


def test_counters_that_are_too_many_go_on_below() -> None:
    lines = drawn(counters(12))
    assert max(map(width, lines)) <= 80
    assert re.findall(r"\d+\b", " ".join(line.replace("counter", "") for line in lines if "Ana" in line)) == [
        str(at) for at in range(12)
    ]
    assert len([line for line in lines if "Bo" in line]) > 1


def test_names_beside_counters_give_way_first() -> None:
    lines = drawn(counters(7, ("Eleonore of Aquitaine", "Bo")))
    assert (len(lines), lines[1].startswith(" Eleonore o")) == (3, True)


def test_a_text_beside_columns_is_broken() -> None:
    rows = (Row(("Duke", "3 gold", "Ana, " * 20 + "Bo")), Row(("Count", "1 gold", "")))
    lines = drawn(Table((), rows))
    assert max(map(width, lines)) <= 80
    assert " ".join(lines).count("Ana") == 20


def test_a_label_without_items_is_left_out() -> None:
    assert drawn(Line("hand", ()), Line("hand", ("a", "b"))) == [" hand  a, b"]
