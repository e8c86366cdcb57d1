"""Kingdom Crossing, whole: 2 to 4 players, or one against Paco & Paca, every ruling switchable."""

from core.games.crossing.data.edition import PLAYERS
from core.games.crossing.rules.final import outcome
from core.kernel.game import Game

GAME = Game.of(__name__, prefix="KIN", rules_version="1", players=PLAYERS, score=("vp",), outcome=outcome)
