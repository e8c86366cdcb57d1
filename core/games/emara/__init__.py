"""The Crown of Emara, whole: 2 to 4 players, alone against Victoria, every variant, every ruling switchable."""

from core.games.emara.rules.campaign import CAMPAIGN, outcome
from core.kernel.game import Game

GAME = Game.of(__name__, prefix="EMA", score=("cp", "bp"), outcome=outcome, campaign=CAMPAIGN)
