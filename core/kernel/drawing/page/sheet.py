"""The style sheet of a page: the colours of the palette and the themes, then how everything lies."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Final

from core.kernel.drawing.page.map import WIDEST
from core.kernel.drawing.page.theme import DAY, NIGHT, Theme, ground
from core.kernel.drawing.palette import COLOURS
from core.kernel.drawing.parts import Board, Map, Net
from core.kernel.setup.resources import read

HUNDREDTHS: Final = range(101)

ACROSS: Final = 12
"""Cards side by side for which there is a width where no map lies."""


def sheet(*boards: Board) -> str:
    """What these boards need: what only maps and nets do comes with one."""
    kinds = {type(part) for board in boards for panel in board.panels for part in panel.parts}
    return _sheet(maps=Map in kinds, nets=Net in kinds)


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
        rules += [*(f".x{at}{{left:{at}%}}.y{at}{{top:{at}%}}" for at in HUNDREDTHS), _read("net")]
    return "".join(rules)


def _read(name: str) -> str:
    return f"\n{read('core.kernel.drawing.page', f'{name}.css').decode()}"


def _themes(declared: Callable[[Theme], str]) -> Iterator[str]:
    """By day and by night."""
    yield f":root{{{declared(DAY)}}}"
    yield f"@media(prefers-color-scheme:dark){{:root{{{declared(NIGHT)}}}}}"


def _variables(theme: Theme) -> str:
    named = ((name, getattr(theme, name)) for name in theme.__struct_fields__ if name != "terrain")
    return _declared((name.replace("_", "-"), value) for name, value in named)


def _grounds(theme: Theme) -> str:
    return _declared((f"t-{name}", ground(name, theme)) for name in COLOURS)


def _declared(values: Iterable[tuple[str, str]]) -> str:
    return ";".join(f"--{name}:{value}" for name, value in values)
