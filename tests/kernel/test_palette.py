"""The colours of pictures: every one of them is known, and what is written on it can be read by day and by night."""

import pytest

from core.games.emara.names import GOODS as EMARA
from core.games.heirs.names import TERRAINS
from core.games.medieval.names import RESOURCES
from core.kernel.drawing.page.theme import DAY, NIGHT, Theme, ground
from core.kernel.drawing.palette import COLOURS, DISCS, GOODS, SEATS, SIGNS

TEXT, SHAPE = 4.5, 3.0
"""The least contrast of WCAG 2.2: of texts (1.4.3), of what is no text (1.4.11)."""

THEMES = {"day": DAY, "night": NIGHT}
themes = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def contrast(one: str, other: str) -> float:
    """As WCAG 2.2 defines it."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel / 255 for channel in bytes.fromhex(colour[1:]))
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_measure_itself() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("name", COLOURS)
def test_what_stands_on_a_colour_is_read(name: str) -> None:
    assert contrast(*COLOURS[name].page) >= TEXT


@pytest.mark.parametrize("name", COLOURS)
def test_what_stands_on_a_colour_is_read_on_a_terminal_too(name: str) -> None:
    assert contrast(*map(terminal, COLOURS[name].terminal)) >= TEXT


@pytest.mark.parametrize("name", COLOURS)
def test_a_word_in_a_colour_is_read_on_black_and_on_white(name: str) -> None:
    """Nobody knows what the ground of a terminal is; white and black are words like all others."""
    letters = COLOURS[name].letters
    assert (letters is None) == (name in {"black", "white"})
    for on in ("#000000", "#ffffff"):
        assert letters is None or contrast(terminal(letters), on) >= SHAPE


def terminal(number: int) -> str:
    """A colour of the cube or of the greys among the 256 of a terminal."""
    if number >= 232:
        return f"#{8 + 10 * (number - 232):02x}" + f"{8 + 10 * (number - 232):02x}" * 2
    steps = (0, 95, 135, 175, 215, 255)
    cube = divmod(number - 16, 36)
    return "#" + "".join(f"{steps[step]:02x}" for step in (cube[0], *divmod(cube[1], 6)))


@themes
def test_texts_are_read_by_day_and_by_night(theme: Theme) -> None:
    read = [(theme.ink, on) for on in (theme.desk, theme.panel, theme.card, theme.now)]
    read += [(theme.quiet, on) for on in (theme.desk, theme.panel, theme.card)]
    read += [(theme.stage_ink, theme.stage), (theme.stage_quiet, theme.stage), (theme.back_ink, theme.back)]
    for ink, on in read:
        assert contrast(ink, on) >= TEXT, f"{ink} on {on}"


@themes
@pytest.mark.parametrize("name", COLOURS)
def test_the_name_of_a_tile_is_read_on_its_terrain(theme: Theme, name: str) -> None:
    assert contrast(theme.ink, ground(name, theme)) >= TEXT


@themes
def test_what_has_an_edge_stands_out(theme: Theme) -> None:
    for on in (theme.desk, theme.panel, theme.card):
        assert contrast(theme.edge, on) >= SHAPE, on


def test_seats_and_goods_name_colours_that_there_are() -> None:
    assert {*SEATS, *GOODS.values()} <= COLOURS.keys()
    assert GOODS.keys() >= DISCS


def test_no_two_seats_look_alike_even_without_colours() -> None:
    assert len(SIGNS) == len({*SIGNS}) == len({*SEATS}) == len(SEATS)


@pytest.mark.parametrize("good", sorted({*RESOURCES, *EMARA, *TERRAINS}))
def test_every_good_of_a_game_is_in_the_table(good: str) -> None:
    assert good in GOODS


@themes
@pytest.mark.parametrize("name", ["mauve", "", "Red"])
def test_a_colour_that_is_not_in_the_table_is_an_error(name: str, theme: Theme) -> None:
    with pytest.raises(KeyError):
        ground(name, theme)
