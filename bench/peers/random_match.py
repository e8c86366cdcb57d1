"""catanatron: random matches of four players, microseconds of the processor a decision."""

import sys
from importlib import import_module
from time import process_time
from typing import Any

MATCHES = 4


def measured(catanatron: Any) -> float:  # noqa: ANN401 - its types are known in its own environment only
    """Its own bots play some of its own matches; it keeps each action, too."""
    colours = catanatron.Color
    begun, decisions = process_time(), 0
    for _ in range(MATCHES):
        seats = (colours.RED, colours.BLUE, colours.WHITE, colours.ORANGE)
        game = catanatron.Game([catanatron.RandomPlayer(seat) for seat in seats])
        game.play()
        decisions += len(game.state.actions)
    return (process_time() - begun) / decisions * 1e6


if __name__ == "__main__":
    peer = import_module("catanatron")
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    for _ in sys.stdin:
        sys.stdout.write(f"{measured(peer)}\n")
        sys.stdout.flush()
