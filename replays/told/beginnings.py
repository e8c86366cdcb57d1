"""What a seat can do in a line or two: how its legal moves begin, verb by verb, and how each goes on."""

from collections.abc import Iterator, Sequence
from itertools import count, groupby

from core.kernel.language.completion import next_words
from core.kernel.log.log import Seen
from core.kernel.rules import engine
from replays.told.choices import lexicon
from replays.told.telling import Told

MANY = 8
"""So many words that can follow a verb are named."""
RUN = 3
"""So many numbers in a row are told as `1..3`."""


class Beginning(Told, frozen=True):
    """A verb, and the words that can follow it; without any it is a whole move."""

    beside = ("text",)

    verb: str
    next: tuple[str, ...]
    text: str


def beginnings(log: Seen, seat: int, lang: str) -> tuple[Beginning, ...]:
    """In the order in which moves are offered; nothing for whom nothing is asked."""
    state, words = log.state(), lexicon(log, lang)
    if not engine.may_answer(state, seat):
        return ()
    found = ((verb, next_words(state, seat, [verb], "", words)) for verb in next_words(state, seat, [], "", words))
    return tuple(Beginning(verb=verb, next=tuple(after), text=_text(verb, after)) for verb, after in found)


def _text(verb: str, after: Sequence[str]) -> str:
    told = list(_in_runs(after))
    return f"{verb} {'|'.join(told[:MANY])}{'|…' * (len(told) > MANY)}".rstrip()


def _in_runs(words: Sequence[str]) -> Iterator[str]:
    """The same words, numbers that follow each other as `1..8`."""
    steps = count()
    for _, group in groupby(words, lambda word: int(word) - next(steps) if word.isdecimal() else word):
        run = [*group]
        yield from [f"{run[0]}..{run[-1]}"] if len(run) >= RUN else run
