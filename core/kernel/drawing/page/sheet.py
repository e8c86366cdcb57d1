"""The style sheet of a page: the colours of the palette and the themes, then how everything lies."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Final

from core.kernel.drawing.page.map import WIDEST
from core.kernel.drawing.page.theme import DAY, NIGHT, Theme, ground
from core.kernel.drawing.palette import COLOURS
from core.kernel.drawing.parts import Board, Map, Net
from core.kernel.setup.resources import read

WHOLE: Final = 120
"""The width of a net, in parts of which so many places in a row have as much as each other as there are."""

ACROSS: Final = 12
"""Cards side by side for which there is a width where no map lies."""


def sheet(*boards: Board) -> str:
    """What these boards need: what only maps and nets do comes with one."""
    kinds = {type(part) for board in boards for panel in board.panels for part in panel.parts}
    return _sheet(maps=Map in kinds, nets=Net in kinds)


def whole_sheet() -> str:
    """What any board needs, for a page on which they come and go."""
    return _sheet(maps=True, nets=True)


@cache
def _sheet(*, maps: bool, nets: bool) -> str:
    rules = [
        ":root{color-scheme:light dark}",
        *_themes(_variables),
        *(f".c-{name}{{--c:{look.page[0]};--on:{look.page[1]}}}" for name, look in COLOURS.items()),
        *(f".n{count}{{--n:{count}}}" for count in range(1, 1 + (WIDEST if maps else ACROSS))),
        _read("board"),
    ]
    if maps:
        rules += [*_themes(_grounds), *(f".t-{name}{{background:var(--t-{name})}}" for name in COLOURS), _read("map")]
    if nets:
        rules += [_shares(), _read("net")]
    return "".join(rules)


def _read(name: str) -> str:
    return f"\n{read('core.kernel.drawing.page', f'{name}.css').decode()}"


def _themes(declared: Callable[[Theme], str]) -> Iterator[str]:
    """By day and by night."""
    yield f":root{{{declared(DAY)}}}"
    yield f"@media(prefers-color-scheme:dark){{:root{{{declared(NIGHT)}}}}}"


def _shares() -> str:
    """From where to where a way has room between two rows of a net."""
    starts = "".join(
        f".x{at}{{grid-column-start:{at + 1}}}.y{at}{{grid-column-end:{at + 1}}}" for at in range(WHOLE + 1)
    )
    return f".strip{{grid-template-columns:repeat({WHOLE},minmax(0,1fr))}}{starts}"


def _variables(theme: Theme) -> str:
    named = ((name, getattr(theme, name)) for name in theme.__struct_fields__ if name != "terrain")
    return _declared((name.replace("_", "-"), value) for name, value in named)


def _grounds(theme: Theme) -> str:
    return _declared((f"t-{name}", ground(name, theme)) for name in COLOURS)


def _declared(values: Iterable[tuple[str, str]]) -> str:
    return ";".join(f"--{name}:{value}" for name, value in values)
