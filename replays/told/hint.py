"""A hint for whoever plays at a seat: what a greedy bot would do there, from what that seat sees."""

from core.kernel.bots.bots import BOTS, weighed
from core.kernel.language.spelling import spell_move
from core.kernel.log.log import Seen
from core.kernel.rules import engine
from core.kernel.rules.chance import stream
from replays.told.choices import lexicon, meaning
from replays.told.telling import Told


class HintTold(Told, frozen=True):
    """A move that the bot would make, and what it brings."""

    beside = ("text",)

    move: object
    text: str
    meaning: str


def hints(log: Seen, seat: int, lang: str, most: int) -> tuple[HintTold, ...]:
    """Return the moves that the bot likes most, the best first; of very many moves it looks at some."""
    state, bot = log.state(), BOTS["greedy"]
    moves = engine.some_legal(state, seat, stream("hint", log.match, log.head, seat), bot.samples)
    best = weighed(log.game, log.game.view(state.table, seat), seat, list(dict.fromkeys(moves)))[:most]
    words = lexicon(log, lang)
    return tuple(HintTold(move, spell_move(move, words), meaning(log, seat, move, lang)) for move in best)
