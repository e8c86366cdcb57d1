"""EMA-9 Markers (Marqueurs, p. 6): the number that shows is used first, then the marker is turned."""

from core.games.emara.facts import MarkerBoxed, MarkerTurned
from core.games.emara.names import MarkerId
from core.games.emara.table import Table


def turned(t: Table, marker: MarkerId, times: int = 1) -> list[MarkerTurned | MarkerBoxed]:
    """EMA-9.2: to its next number; EMA-9.3: after the last one to the box, from where it turns no more."""
    found: list[MarkerTurned | MarkerBoxed] = []
    for _ in range(times):
        if t.boxed(marker):
            break
        once_more = MarkerTurned("EMA-9.2", marker)
        t = once_more.on(t)
        found.append(MarkerBoxed("EMA-9.3", marker) if t.boxed(marker) else once_more)
    return found
