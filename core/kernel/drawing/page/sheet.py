"""The style sheet of a page: the colours of the palette and the themes, then how everything lies."""

from functools import cache
from typing import Final

from core.kernel.drawing.page.map import WIDEST
from core.kernel.drawing.page.theme import DAY, NIGHT, Theme, ground
from core.kernel.drawing.palette import COLOURS
from core.kernel.setup.resources import read

HUNDREDTHS: Final = range(101)


@cache
def sheet(*, nets: bool = False) -> str:
    """With the places of a net only where there is one."""
    colours = "".join(
        f".c-{name}{{--c:{look.page[0]};--on:{look.page[1]}}}.t-{name}{{background:var(--t-{name})}}"
        for name, look in COLOURS.items()
    )
    counts = "".join(f".n{count}{{--n:{count}}}" for count in range(1, WIDEST + 1))
    places = "".join(f".x{at}{{left:{at}%}}.y{at}{{top:{at}%}}" for at in HUNDREDTHS) if nets else ""
    night = f"@media(prefers-color-scheme:dark){{:root{{{_variables(NIGHT)}}}}}"
    board = read("core.kernel.drawing.page", "board.css").decode()
    return f":root{{color-scheme:light dark;{_variables(DAY)}}}{night}{colours}{counts}{places}\n{board}"


def _variables(theme: Theme) -> str:
    parts = {name: getattr(theme, name) for name in theme.__struct_fields__ if name != "terrain"}
    parts |= {f"t-{name}": ground(name, theme) for name in COLOURS}
    return ";".join(f"--{name.replace('_', '-')}:{value}" for name, value in parts.items())
