"""What a page is made of by day and by night: grounds, and what is written on them."""

from typing import Final

from msgspec import Struct

from core.kernel.drawing.palette import COLOURS


class Theme(Struct, frozen=True):
    """What a page is made of by day or by night: grounds, and what is written on them."""

    desk: str  # below everything
    panel: str
    card: str
    stage: str  # the head of the board, which says where the match stands
    now: str  # the space of a track on which it stands
    ink: str  # what is read on all of these
    quiet: str  # what only helps, on the first three
    stage_ink: str
    stage_quiet: str
    edge: str  # around whatever must be told from its ground
    back: str  # of cards that lie face down
    back_ink: str
    terrain: float  # so much of its colour is on a tile; the rest is the card, so that names are read on it


DAY: Final = Theme(
    desk="#e8dcc2",
    panel="#f6efdf",
    card="#fffaf0",
    stage="#3a2918",
    now="#f3cf6b",
    ink="#2b2118",
    quiet="#635438",
    stage_ink="#f7ecd4",
    stage_quiet="#d6c19b",
    edge="#8a744a",
    back="#7d5e39",
    back_ink="#ffffff",
    terrain=0.5,
)
NIGHT: Final = Theme(
    desk="#14110d",
    panel="#221d17",
    card="#2d271f",
    stage="#43301d",
    now="#5c4710",
    ink="#efe6d5",
    quiet="#b9aa8e",
    stage_ink="#f7ecd4",
    stage_quiet="#d6c19b",
    edge="#927c57",
    back="#6b5030",
    back_ink="#ffffff",
    terrain=0.3,
)


def ground(colour: str, theme: Theme) -> str:
    """The colour of a tile, on which the ink of the theme is read."""
    parts = zip(_channels(COLOURS[colour].page[0]), _channels(theme.card), strict=True)
    return "#" + "".join(f"{round(strong * theme.terrain + weak * (1 - theme.terrain)):02x}" for strong, weak in parts)


def _channels(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))
