"""The Two Heirs, whole: 2 players or one against Henry, every choice of sets, every ruling switchable."""

from core.games.heirs.rules.scoring import outcome
from core.kernel.folder import Folder
from core.kernel.game import Game, Map

DRAWN = Map(*(Folder(__name__).late("scenario.drawn", name) for name in ("put", "word", "look")))

GAME = Game.of(__name__, prefix="HEI", score=("points",), outcome=outcome, map=DRAWN)
