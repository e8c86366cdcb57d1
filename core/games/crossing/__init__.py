"""Kingdom Crossing, whole: 2 to 4 players, or one against Paco & Paca, every ruling switchable."""

from core.games.crossing.rules.final import outcome
from core.kernel.game import Game

GAME = Game.of(__name__, prefix="KIN", score=("vp",), outcome=outcome)
