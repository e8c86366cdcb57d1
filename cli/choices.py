"""What a seat can do at a moment of a match: its legal moves, what each means, the next words of a half-typed one."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from core.kernel.language.lexicon import ENGLISH, Lexicon
from core.kernel.language.notation import format_move, next_words, spell_move
from core.kernel.language.rehearsal import before_last
from core.kernel.log.log import Seen
from core.kernel.rules import engine
from core.kernel.rules.step import OpenChoice

if TYPE_CHECKING:
    from cli.terminal import Terminal


def is_asked(log: Seen, seat: int) -> bool:
    """May this seat decide something now?"""
    return engine.may_answer(log.state(), seat)


def is_listed(log: Seen) -> bool:
    """Are the legal moves few enough to be listed?"""
    return not isinstance(engine.waiting(log.state()), OpenChoice)


def legal(log: Seen, seat: int) -> list[Any]:
    """The legal moves, as far as they can be listed; none for who is not asked."""
    return engine.legal(log.state(), seat) if is_asked(log, seat) else []


def example(log: Seen, seat: int, lang: str) -> str:
    """A legal move where they are too many to list: always the same one at the same row."""
    from core.kernel.rules.chance import stream

    move, *_ = engine.some_legal(log.state(), seat, stream("example", log.match, log.head, seat))
    return spell_move(move, lexicon(log, lang))


class Choice:
    """Legal moves that differ only in the number at their end (`bid=1`, `bid=2`, ...), or a single one."""

    def __init__(self, moves: Sequence[Any], understood: Lexicon) -> None:
        self.moves = list(moves)
        first, last = spell_move(self.moves[0], understood), spell_move(self.moves[-1], understood)
        self.begun, _, least = first.rpartition("=")
        self.text = first if len(self.moves) == 1 else f"{self.begun}={least}–{last.rpartition('=')[2]}"


def gathered(moves: Sequence[Any], understood: Lexicon) -> list[Choice]:
    """The same moves in fewer lines: a bid of 1 to 8 is one line."""
    groups: list[list[Any]] = []
    for move in moves:
        words, _, number = format_move(move).rpartition("=")
        before, _, last = format_move(groups[-1][-1]).rpartition("=") if groups else ("", "", "")
        follows = bool(words) and words == before and number.isdecimal() and last.isdecimal()
        if follows and int(number) == int(last) + 1:
            groups[-1].append(move)
        else:
            groups.append([move])
    return [Choice(group, understood) for group in groups]


def meanings(here: "Terminal", log: Seen, seat: int, moves: Sequence[Any]) -> list[str]:
    """What each move does here, in one line, from the seat's view alone."""
    game = log.game
    tell = game.teller(game.view(log.state().table, seat), here.words(game))
    return [tell(move) for move in moves]


def lexicon(log: Seen, lang: str = ENGLISH) -> Lexicon:
    """The words of a match, as they are spelled in a language."""
    return Lexicon.of(log.game, log.state().table, lang)


def continuations(log: Seen, seat: int, typed: str, begun: str, lang: str = ENGLISH) -> list[str]:
    """The words that can legally follow a half-typed line; its whole moves are thought of as made."""
    *whole, half = typed.split(";")
    state = before_last(log, seat, [*whole, half]).state
    return next_words(state, seat, half.split(), begun, Lexicon.of(log.game, state.table, lang))
