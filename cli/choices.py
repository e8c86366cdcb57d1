"""What a seat can do at a moment of a match: its legal moves, what each means, the next words of a half-typed one."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from core.kernel.language.completion import large_begun, next_words
from core.kernel.language.lexicon import ENGLISH, Lexicon
from core.kernel.language.notation import format_move, spell_move
from core.kernel.language.rehearsal import before_last
from core.kernel.log.log import Seen
from core.kernel.rules import engine
from core.kernel.rules.ways import Group

if TYPE_CHECKING:
    from cli.terminal import Terminal


FEW = 12
"""So many large moves are shown one by one."""


def is_asked(log: Seen, seat: int) -> bool:
    """May this seat decide something now?"""
    return engine.may_answer(log.state(), seat)


def is_listed(log: Seen, seat: int) -> bool:
    """Are the legal moves few enough to be listed?"""
    return engine.is_listed(log.state(), seat)


def legal(log: Seen, seat: int) -> list[Any]:
    """The legal moves, as far as they can be listed; none for who is not asked."""
    return engine.legal(log.state(), seat) if is_asked(log, seat) else []


def example(log: Seen, seat: int, lang: str) -> str:
    """A legal move where they are too many to list: always the same one at the same row."""
    from core.kernel.rules.chance import stream

    move, *_ = engine.some_legal(log.state(), seat, stream("example", log.match, log.head, seat))
    return spell_move(move, lexicon(log, lang))


class Choice(Struct, frozen=True):
    """A line of what can be done: a legal move, or several, of which one is shown."""

    move: Any
    text: str
    begun: str = ""  # where it stands for several: the line from which a player goes on
    group: Group | None = None


def gathered(moves: Sequence[Any], understood: Lexicon) -> list[Choice]:
    """Moves in fewer lines, where they differ only in the number at their end: a bid of 1 to 8 is one line."""
    groups: list[list[Any]] = []
    for move in moves:
        words, _, number = format_move(move).rpartition("=")
        before, _, last = format_move(groups[-1][-1]).rpartition("=") if groups else ("", "", "")
        follows = bool(words) and words == before and number.isdecimal() and last.isdecimal()
        if follows and int(number) == int(last) + 1:
            groups[-1].append(move)
        else:
            groups.append([move])
    return [_gathered(group, understood) for group in groups]


def _gathered(moves: Sequence[Any], understood: Lexicon) -> Choice:
    first, last = spell_move(moves[0], understood), spell_move(moves[-1], understood)
    if len(moves) == 1:
        return Choice(moves[0], first)
    begun, _, least = first.rpartition("=")
    return Choice(moves[0], f"{begun}={least}–{last.rpartition('=')[2]}", f"{begun}=")


def groups(log: Seen, seat: int, typed: str, understood: Lexicon) -> list[Group]:
    """The large moves that begin so, by how they end."""
    if not is_asked(log, seat):
        return []
    begun = large_begun(log.state(), seat, typed.split(), understood)
    return [group for ways, found in begun for way in found for group in ways.groups(way)]


def large(log: Seen, seat: int, typed: str, understood: Lexicon, *, each: bool = False) -> list[Choice]:
    """The large moves that begin so, in groups; one by one, where they are few or `each` is asked for."""
    found = groups(log, seat, typed, understood)
    if not each and sum(group.count for group in found) > FEW:
        texts = [spell_move(group.example, understood) for group in found]
        return [Choice(group.example, text, text, group) for group, text in zip(found, texts, strict=True)]
    return [Choice(move, spell_move(move, understood)) for move in every_large(log, seat, typed, understood)]


def every_large(log: Seen, seat: int, typed: str, understood: Lexicon) -> list[Any]:
    """The large moves that begin so, one by one."""
    begun = large_begun(log.state(), seat, typed.split(), understood) if is_asked(log, seat) else []
    return [move for ways, found in begun for way in found for move in ways.moves(way)]


def tell(here: "Terminal", log: Seen, seat: int, choices: Sequence[Choice]) -> list[str]:
    """What each line means: the move in it, or how those end that it stands for, and how many they are."""
    words, means = here.words(log.game), meanings(here, log, seat, [choice.move for choice in choices])
    return [
        meaning
        if (group := choice.group) is None
        else here.say("group", ending=words.ending(group.ending), count=group.count)
        for choice, meaning in zip(choices, means, strict=True)
    ]


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


def following(log: Seen, seat: int, typed: str, lang: str) -> list[str]:
    """The words that can follow; where none can, those that go on in the last one, which is a list."""
    *before, last = typed.split() or [""]
    return continuations(log, seat, typed, "", lang) or continuations(log, seat, " ".join(before), last, lang)
