"""Medieval Realms, whole: 2 to 5 players, every ruling switchable."""

from core.games.medieval.data.edition import PLAYERS
from core.kernel.game import Game

GAME = Game.of(__name__, prefix="MED", rules_version="1", players=PLAYERS, score=("vp",))
