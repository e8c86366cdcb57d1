"""What has changed on a board since it was last looked at."""

from msgspec.structs import replace

from core.kernel.drawing import ink
from core.kernel.drawing.brief import brief
from core.kernel.drawing.changes import changed, differing, narrowed
from core.kernel.drawing.page.board import board_html
from core.kernel.drawing.parts import Board, Card, Cards, Line, Panel, Piece, Row, Space, Table, Track
from core.kernel.drawing.style import Style
from core.kernel.drawing.terminal import text
from tests.support.boards import EVERYTHING


def board(*parts: Card | Line | Table | Track) -> Board:
    """Each of these in a panel of its own."""
    panels = [
        Panel(f"p{at}", f"panel {at}", parts=(Cards((part,)) if isinstance(part, Card) else part,))
        for at, part in enumerate(parts)
    ]
    return Board(tuple(panels), ("Ana", "Bo"))


def signed(new: Board, old: Board) -> list[str]:
    """The lines that have a sign before them."""
    lines = text(changed(new, old), Style(), 80).splitlines()
    assert [line[1:] for line in lines] == [line[1:] for line in text(new, Style(), 80).splitlines()], "nothing moves"
    return [line.strip("▸│ ") for line in lines if line.startswith("▸")]


def test_what_is_as_it_was_is_not_marked() -> None:
    assert changed(EVERYTHING, EVERYTHING) == EVERYTHING
    assert differing(EVERYTHING, EVERYTHING) == []


def test_a_number_of_a_table_and_a_new_word_of_a_line() -> None:
    def then(wood: str, *items: str) -> Board:
        rows = (Row(("Ana", wood), 0), Row(("Bo", "2"), 1))
        return board(Table(("", "wood"), rows), Line("order", items))

    found = signed(then("3", "Bo", "Ana", "Cy"), then("1", "Ana", "Bo"))
    assert [line.split() for line in found] == [["Ana", "3"], ["order", "Bo,", "Ana,", "Cy"]]
    marked = changed(then("3", "Bo", "Ana", "Cy"), then("1", "Ana", "Bo")).panels
    assert marked[1].parts == (Line("order", ("Bo", "Ana", ink.changed("Cy"))),), "words that only moved are not new"


def test_another_card_a_piece_that_came_and_a_marker_that_moved() -> None:
    def then(name: str, *pieces: Piece, now: int) -> Board:
        spaces = tuple(Space(str(at), now=at == now) for at in range(3))
        place = Card("place", "yard", name="Yard", pieces=pieces)
        return board(Card("slot", "s1", name=name, text=("2 wood",)), place, Track("wood", spaces))

    ana, bo = Piece(0, "A", "Ana"), Piece(1, "B", "Bo")
    found = changed(then("Market", ana, bo, now=2), then("Castle", ana, now=1)).panels
    (slot,), (place,) = (part.cards for panel in found for part in panel.parts if isinstance(part, Cards))
    assert (slot.name, slot.text) == (ink.changed("Market"), ("2 wood",))
    assert [ink.is_changed(piece.name) for piece in place.pieces] == [False, True]
    assert signed(then("Market", ana, now=2), then("Market", ana, now=1)) == ["wood  0  1  [2]"]


def test_with_colours_it_is_reversed() -> None:
    new, old = board(Line("order", ("Cy",))), board(Line("order", ("Bo",)))
    assert "\x1b[7mCy\x1b[0m" in text(changed(new, old), Style(colour=True), 80)


def test_in_brief_what_has_changed_comes_first() -> None:
    tracks = next(panel for panel in EVERYTHING.panels if panel.key == "tracks")
    old = replace(EVERYTHING, panels=tuple(it for it in EVERYTHING.panels if it != tracks))
    first = differing(EVERYTHING, old)
    assert [panel.key for panel in first] == ["tracks"]
    for most in (16, 24):
        assert "tracks" not in {panel.key for panel in brief(EVERYTHING, None, 80, 12).panels}
        assert [panel.key for panel in brief(EVERYTHING, None, 80, most, first).panels][:2] == ["stage", "tracks"]


def test_of_cards_those_that_have_changed_are_told_whole() -> None:
    """Where there is no room for all of them."""

    def then(price: str) -> Board:
        cards = [
            Card(f"c{at}", f"c{at}", name=f"Place {at}", text=("something to be had here", "1 wood")) for at in range(8)
        ]
        here = Cards((*cards, Card("last", "last", name="Castle", text=(f"gift {price}", "1 book"))), form="grid")
        ring = Panel("ring", "ring", parts=(here,), kind="map")
        return Board((Panel("stage", "stage", kind="stage"), ring, Panel("seat0", "Ana", seat=0, kind="seat")), ())

    new = changed(then("2"), then("1"))
    lines = text(brief(new, None, 80, 6, differing(new, then("1"))), Style(), 80).splitlines()
    assert [line.split() for line in lines if line.startswith("▸")] == [["▸last", "Castle", "gift", "2;", "1", "book"]]


def test_each_part_is_narrowed_to_its_one_card_that_has_changed() -> None:
    """Heads go with their group, and those of a frame with the frame: what is left can be drawn."""
    alone = 0
    for panel in EVERYTHING.panels:
        for number, part in enumerate(panel.parts):
            for at, card in enumerate(part.cards if isinstance(part, Cards) else ()):
                assert isinstance(part, Cards)
                cards = (*part.cards[:at], replace(card, name=ink.changed(card.name or "new")), *part.cards[at + 1 :])
                parts = (*panel.parts[:number], replace(part, cards=cards), *panel.parts[number + 1 :])
                (left,) = narrowed([Board((replace(panel, parts=parts),), ("Ana", "Ben", "Cy"))])
                (few,) = (it for it in left.panels[0].parts if isinstance(it, Cards))
                assert [it.key for it in few.cards] == [card.key]
                head = [head for head, group in part.groups() if card in group] if part.form == "tableau" else []
                assert few.form != "tableau" or list(few.heads) == head
                assert text(left, Style(), 80)
                assert board_html(left)
                alone += 1
    assert alone > 20


def test_cards_that_say_nothing_but_what_they_do_are_listed() -> None:
    part = Cards((Card("a", text=("+1 VP",)), Card("b", text=("2 wood",))), form="rows")
    assert [
        line.strip() for line in text(Board((Panel("p", "p", parts=(part,)),), ()), Style(), 80).splitlines()[1:]
    ] == [
        "+1 VP",
        "2 wood",
    ]
