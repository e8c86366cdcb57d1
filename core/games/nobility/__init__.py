"""Rise to Nobility: 2 to 6 players, or one against the Automa."""

from core.games.nobility.rules.final import outcome
from core.kernel.game import Game

GAME = Game.of(__name__, prefix="RTN", score=("vp",), outcome=outcome)
