"""Medieval Realms, whole: 2 to 5 players, every ruling switchable."""

from core.kernel.game import Game

GAME = Game.of(__name__, prefix="MED", score=("vp",))
