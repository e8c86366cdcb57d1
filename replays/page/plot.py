"""The scores as they stood, row by row, as a drawing; what the end of the match added stands apart."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from markupsafe import Markup

from core.kernel.drawing.page.markup import NOTHING, Seats, element
from replays.page.gather import Position

LEFT, RIGHT, TOP, BOTTOM, APART = 5, 86, 6, 84, 90
"""Where the lines lie, and the final scores, in hundredths of the drawing."""

Up = Callable[[int], float]

STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)
LINES: Final = 4
ROUNDS: Final = 14
ROOM: Final = 11  # between two scores, so that both can be read
DASHES: Final = 4


def plot(positions: Sequence[Position], final: int, seats: Seats, label: str, end: str) -> Markup:
    """Nothing, where a game does not say how its scores stand, or where nothing can be seen in them.

    `final`: the row in which the final scoring began.
    """
    scores = [position.board.scores for position in positions]
    played = (at for at, position in enumerate(positions) if position.over or position.row >= final)
    during = next(played, len(positions))
    if not all(scores) or len({*scores[:during]}) < 2:  # noqa: PLR2004 - no line
        return NOTHING
    low, high = min(0, *map(min, scores)), max(1, *map(max, scores))

    def up(score: int) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (score - low) / (high - low), 1)

    last = max(1, len(positions) - 1)
    across = [round(100 * at / last, 2) for at in range(len(positions))]
    curves = (_curve(scores[:during], across, up, seat, seats) for seat in range(len(scores[0])))
    drawn = element(
        "svg",
        *(part for curve in curves for part in curve),
        x=f"{LEFT}%",
        width=f"{RIGHT - LEFT}%",
        height="100%",
        viewBox="0 0 100 100",
        preserveAspectRatio="none",
    )
    cursor = element("line", x1=f"{LEFT}%", x2=f"{LEFT}%", y1="0", y2=f"{BOTTOM}%", cls="cursor")
    shown = (*_grid(low, high, up), *_rounds(positions, across), drawn, cursor)
    over = _apart(end) if during < len(positions) else ()
    told = {"aria-label": label, "data-left": str(LEFT), "data-right": str(RIGHT)}
    return element("svg", *shown, *over, *_now(scores[-1], up, seats), cls="plot", role="img", **told)


def _curve(
    scores: Sequence[tuple[int, ...]], across: Sequence[float], up: Up, seat: int, seats: Seats
) -> Iterator[Markup]:
    """Steps: a score stays until it changes. Each seat's line is broken in its own way."""
    path, before = f"M{across[0]:g} {up(scores[0][seat]):g}", scores[0][seat]
    for at, score in enumerate(scores):
        if score[seat] != before:
            before = score[seat]
            path += f"H{across[at]:g}V{up(before):g}"
    path += f"H{across[len(scores) - 1]:g}"
    yield element("path", d=path, cls=f"under dash{seat % DASHES}")
    yield element("path", d=path, cls=f"curve {seats.colour(seat)} dash{seat % DASHES}")


def _grid(low: int, high: int, up: Up) -> Iterator[Markup]:
    step = next(step for step in STEPS if (high - low) / step <= LINES or step == STEPS[-1])
    for score in range(-(-low // step) * step, high + 1, step):
        y = f"{up(score):g}%"
        yield element("line", x1=f"{LEFT}%", x2=f"{RIGHT}%", y1=y, y2=y, cls="grid")
        yield element("text", str(score), x=f"{LEFT - 1}%", y=y, cls="count")


def _rounds(positions: Sequence[Position], across: Sequence[float]) -> Iterator[Markup]:
    """A line where a round begins, and its number."""
    stages = [position.stage[:1] for position in positions]
    begins = [at for at, stage in enumerate(stages) if stage and at and stage != stages[at - 1]]
    for at in begins[:: -(-len(begins) // ROUNDS) or 1]:
        x = f"{LEFT + (RIGHT - LEFT) * across[at] / 100:g}%"
        yield element("line", x1=x, x2=x, y1=f"{TOP}%", y2=f"{BOTTOM}%", cls="grid round")
        yield element("text", str(stages[at][0]), x=x, y="96%", cls="number")


def _apart(end: str) -> Iterator[Markup]:
    """What stands at the right came with the end of the match."""
    x = f"{RIGHT + 1.5}%"
    yield element("line", x1=x, x2=x, y1="0", y2="100%", cls="apart")
    yield element("text", end, x=f"{APART + 3}%", y="96%", cls="number")


def _now(scores: Sequence[int], up: Up, seats: Seats) -> Iterator[Markup]:
    """How the scores stand in the end, each behind the sign of its seat, none over another."""
    y = 0.0
    for seat in sorted(range(len(scores)), key=lambda seat: -scores[seat]):
        y = max(up(scores[seat]), y + ROOM)
        told = f"{seats.letter(seat)} {scores[seat]}"
        yield element(
            "rect", x=f"{APART - 2}%", y=f"{y - 2:g}%", width="8", height="8", cls=f"dot {seats.colour(seat)}"
        )
        yield element("text", told, x=f"{APART + 0.5}%", y=f"{y:g}%", cls="score")
