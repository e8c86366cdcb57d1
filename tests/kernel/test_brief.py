"""A board in brief, made of every part that there is."""

import pytest

from core.kernel.drawing.brief import brief
from core.kernel.drawing.parts import Board, Card, Cards, Panel
from core.kernel.drawing.style import Style, width
from core.kernel.drawing.terminal import text
from tests.support.boards import EVERYTHING, LANDSCAPE, NET


def told(wide: int, most: int, reader: int | None = None) -> list[str]:
    return text(brief(EVERYTHING, reader, wide, most), Style(), wide).splitlines()


@pytest.mark.parametrize("wide", [80, 140])
@pytest.mark.parametrize("most", [8, 16, 24, 60])
def test_it_takes_no_more_lines_than_there_are(wide: int, most: int) -> None:
    lines = told(wide, most)
    assert len(lines) <= most
    assert max(map(width, lines)) <= wide


def test_how_the_match_stands_comes_first_then_what_is_on_offer() -> None:
    lines = told(80, 16)
    assert [line.split() for line in lines[2:5]] == [
        ["Ana", "13", "♛", "bonus"],
        ["Ben", "9", "bonus"],
        ["Cy", "4", "bonus"],
    ]
    assert lines[5].startswith("── current events ")
    assert [line for line in lines if "Market of Medina del Campo" in line and "6 production" in line]
    assert not [line for line in lines if "empty" in line], "what is not there has no price"


def test_with_more_room_there_is_more() -> None:
    few, many = (set(told(80, most)) for most in (12, 60))
    assert len(many) > len(few)
    assert "── tracks " in "".join(many)
    assert "── tracks " not in "".join(few)


def test_a_hand_is_for_its_own_seat() -> None:
    assert "Gunpowder I" in "".join(told(100, 60, reader=1))
    assert "Gunpowder I" not in "".join(told(100, 60))


def test_a_landscape_is_drawn_only_if_it_fits() -> None:
    small, large = (brief(LANDSCAPE, None, 80, most) for most in (8, 60))
    assert [panel.key for panel in small.panels] == ["supply"]
    assert [panel.key for panel in large.panels] == ["supply", "map"]


@pytest.mark.parametrize(("most", "drawn"), [(12, False), (60, True)])
def test_what_lies_on_a_map_is_on_offer_and_the_map_is_drawn_if_it_fits(most: int, *, drawn: bool) -> None:
    board = Board((Panel("ways", "ways", parts=(NET,), kind="map"),), ("Ana",))
    lines = text(brief(board, None, 80, most), Style(), 80).splitlines()
    assert any("s1" in line and "Lumberjack" in line and "7 coins" in line for line in lines)
    assert any("b1" in line for line in lines) == drawn


def test_cards_without_a_name_leave_no_column_for_it() -> None:
    cards = tuple(Card("treasure", at, text=(f"tiles on two sides, {at}",)) for at in ("1,1", "2,0", "-1,0"))
    board = Board((Panel("treasures", "treasures", parts=(Cards(cards, form="rows"),), kind="offer"),), ("Ana",))
    lines = text(brief(board, None, 80, 8), Style(), 80).splitlines()
    assert [line.strip() for line in lines if line.startswith(" 1,1")] == [
        "1,1  tiles on two sides, 1,1       -1,0  tiles on two sides, -1,0"
    ]


def test_what_has_been_played_has_no_price_any_more() -> None:
    played = Cards(
        (Card("a", "TER-01", name="Brabant", colour="grey", cost="bid: combat"),), form="tableau", heads=("grey:",)
    )
    own = Panel("seat0", "Ana", parts=(played,), seat=0, kind="seat")
    board = Board((Panel("stage", "stage", kind="stage"), own), ("Ana",))
    assert text(brief(board, 0, 80, 20), Style(), 80).splitlines()[-1].strip() == "grey: Brabant"
