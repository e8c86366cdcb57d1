"""`herald moves`: the legal moves now, or how a half-typed one can go on."""

from collections.abc import Sequence
from typing import Final

from cli.app import base
from cli.person.references import parted
from cli.say.status import note_practice
from cli.terminal.terminal import BESIDE
from core.kernel.drawing.style import pad, width
from core.kernel.log.joining import refuse_before_beginning
from core.kernel.rules.engine import waiting
from replays.told.choices import Choices, choices, menu

LABEL: Final = 3
"""Letters of a label, for which there is room in any case."""


@base.command("moves")
@base.words()
@base.option("--all", "each", is_flag=True)
def command(here: base.Terminal, words: tuple[str, ...], each: bool) -> None:
    """Each legal move with what it means; large ones in groups; where they are too many, an example and the words."""
    match, typed = parted(here, words)
    reading = here.player(match)
    log, seat = reading.log, reading.seat
    note_practice(here, log)
    refuse_before_beginning(waiting(log.state()))
    if here.is_json:
        here.json(choices(log, seat, here.lang, typed, each=each).document())
        return
    found = menu(log, seat, here.lang, typed, each=each, runs=here.room is not None)  # a program reads each
    if found.asked:
        _show(here, found, typed)
    elif log.state().agenda:
        here.out(here.say("nothing_asked", name=found.seat))
    else:
        here.out(here.say("given_up" if log.history.given_up() else "over"))


def _show(here: base.Terminal, found: Choices, typed: str) -> None:
    if found.example is not None:
        here.out(here.say("too_many", example=found.example))
    if found.groups:
        count = sum(group.count for group in found.groups)
        here.out(here.say("grouped", count=count, groups=len(found.groups)))
    for line in in_columns(here, found):
        here.out(line)
    if found.example is not None or found.groups:
        here.out(here.say("words", words=" ".join(found.next)))
    elif not found.moves:
        here.out(here.say("no_such", typed=typed))


def in_columns(here: base.Terminal, found: Choices, letters: Sequence[str] = ()) -> list[str]:
    """What can be typed in one column, behind its letter if there are any; what it means in the next."""
    lines = [(group.example.text, group.sentence) for group in found.groups]
    lines += [(choice.text, choice.meaning) for choice in found.moves]
    if letters:
        most = max(len(letters[-1]), LABEL)
        lines = [(f"{letter:>{most}}  {text}", said) for letter, (text, said) in zip(letters, lines, strict=True)]
    most = max((width(text) for text, _ in lines), default=0) if here.room is None else here.room - BESIDE - 2
    room = max((width(text) for text, _ in lines if width(text) <= most), default=0)
    return [here.hanging(f"{here.style.bold(pad(text, room))}  ", meaning) for text, meaning in lines]
