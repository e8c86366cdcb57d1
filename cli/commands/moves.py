"""`herald moves`: the legal moves now, or how a half-typed one can go on."""

from typing import Any

from cli import base
from cli.choices import (
    every_large,
    example,
    following,
    gathered,
    groups,
    is_asked,
    is_listed,
    large,
    legal,
    lexicon,
    meanings,
    tell,
)
from cli.references import parted
from cli.status import note_practice
from core.kernel.drawing.canvas import pad, width
from core.kernel.language.completion import begins, spellings
from core.kernel.language.lexicon import ENGLISH, Lexicon
from core.kernel.language.notation import format_move
from core.kernel.log.joining import refuse_before_beginning
from core.kernel.log.log import Seen
from core.kernel.log.row import is_guessable
from core.kernel.rules import engine
from core.kernel.rules.ways import unlistable


@base.command("moves")
@base.words()
@base.option("--all", "each", is_flag=True)
def command(here: base.Terminal, words: tuple[str, ...], each: bool) -> None:
    """Each legal move with what it means; large ones in groups; where they are too many, an example and the words."""
    match, typed = parted(here, words)
    reading = here.player(match)
    log, seat = reading.log, reading.seat
    assert seat is not None  # a player has one
    note_practice(here, log)
    refuse_before_beginning(engine.waiting(log.state()))
    if here.is_json:
        here.json(_fields(here, log, seat, typed, each=each))
    elif is_asked(log, seat):
        _show(here, log, seat, typed, each=each)
    else:
        here.out(here.say("nothing_asked", name=log.seats[seat]))


def _show(here: base.Terminal, log: Seen, seat: int, typed: str, *, each: bool) -> None:
    """For a person: as many lines as one can look at."""
    understood = lexicon(log, here.lang)
    parts = large(log, seat, typed, understood, each=each)
    is_open = unlistable(engine.waiting(log.state()))
    if is_open:
        here.out(here.say("too_many", example=example(log, seat, here.lang)))
    grouped = [choice.group for choice in parts if choice.group is not None]
    if grouped:
        here.out(here.say("grouped", count=sum(group.count for group in grouped), groups=len(grouped)))
    listed = _listed(log, seat, typed, understood)
    lines = [[move] for move in listed] if here.room is None else [listed]  # a program reads each
    choices = [*parts, *(choice for moves in lines for choice in gathered(moves, understood))]
    for line in in_columns(here, [choice.text for choice in choices], tell(here, log, seat, choices)):
        here.out(line)
    if is_open or grouped:
        here.out(here.say("words", words=" ".join(following(log, seat, typed, here.lang))))
    elif not choices:
        here.out(here.say("no_such", typed=typed))


def _listed(log: Seen, seat: int, typed: str, understood: Lexicon) -> list[Any]:
    return [move for move in legal(log, seat) if begins(spellings(move, understood), typed.split())]


def in_columns(here: base.Terminal, texts: list[str], means: list[str]) -> list[str]:
    """Texts in one column, what they mean in the next."""
    room = max(map(width, texts), default=0)
    return [
        here.hanging(f"{here.style.bold(pad(text, room))}  ", meaning)
        for text, meaning in zip(texts, means, strict=True)
    ]


def _fields(here: base.Terminal, log: Seen, seat: int, typed: str, *, each: bool) -> dict[str, Any]:
    """For a program, which reads ids."""
    understood, asked = lexicon(log), is_asked(log, seat)
    moves = [*(every_large(log, seat, typed, understood) if each else ()), *_listed(log, seat, typed, understood)]
    found = groups(log, seat, typed, understood)
    words = here.words(log.game)
    examples = _moves(here, log, seat, [group.example for group in found])
    return {
        "match": log.match,
        "row": log.head,
        "practice": is_guessable(log.bodies[0]),
        "seat": log.seats[seat],
        "asked": asked,
        "listed": is_listed(log, seat),
        "moves": _moves(here, log, seat, moves),
        "groups": [
            {"ending": group.ending, "meaning": words.ending(group.ending), "count": group.count, "example": one}
            for group, one in zip(found, examples, strict=True)
        ],
        "next": following(log, seat, typed, ENGLISH) if asked else [],
        "example": example(log, seat, ENGLISH) if asked and not is_listed(log, seat) else None,
    }


def _moves(here: base.Terminal, log: Seen, seat: int, moves: list[Any]) -> list[dict[str, Any]]:
    return [
        {"long": format_move(move), "meaning": meaning, "move": move}
        for move, meaning in zip(moves, meanings(here, log, seat, moves), strict=True)
    ]
