"""Rise to Nobility: 2 to 6 players, or one against the Automa."""

from core.games.nobility.data.edition import PLAYERS
from core.games.nobility.rules.final import outcome
from core.kernel.game import Game

GAME = Game.of(__name__, prefix="RTN", rules_version="1", players=PLAYERS, score=("vp",), outcome=outcome)
