"""`herald moves`: the legal moves now, or how a half-typed one can go on."""

from typing import Any

from cli import base
from cli.choices import Choice, continuations, example, gathered, is_asked, is_listed, legal, lexicon, meanings
from cli.references import parted
from cli.status import note_practice
from core.kernel.drawing.canvas import pad, width
from core.kernel.language.lexicon import ENGLISH
from core.kernel.language.notation import begins, format_move, spellings
from core.kernel.log.joining import refuse_before_beginning
from core.kernel.log.log import Seen
from core.kernel.log.row import is_guessable
from core.kernel.rules import engine


@base.command("moves")
@base.words()
def command(here: base.Terminal, words: tuple[str, ...]) -> None:
    """Each legal move with what it means; where they are too many, an example and the words."""
    match, typed = parted(here, words)
    reading = here.player(match)
    log, seat = reading.log, reading.seat
    assert seat is not None  # a player has one
    note_practice(here, log)
    refuse_before_beginning(engine.waiting(log.state()))
    lang = ENGLISH if here.is_json else here.lang  # a program reads ids
    understood = lexicon(log, lang)
    listed = [move for move in legal(log, seat) if begins(spellings(move, understood), typed.split())]
    follow = continuations(log, seat, typed, "", lang) if is_asked(log, seat) else []
    sample = example(log, seat, lang) if is_asked(log, seat) and not is_listed(log) else None
    if here.is_json:
        here.json(_fields(here, log, seat, listed, follow, sample))
        return
    if not is_asked(log, seat):
        here.out(here.say("nothing_asked", name=log.seats[seat]))
        return
    if sample is not None:
        here.out(here.say("too_many", example=sample))
        here.out(here.say("words", words=" ".join(follow)))
    if listed:
        each = here.room is None  # a program reads each
        choices = [Choice([move], understood) for move in listed] if each else gathered(listed, understood)
        means = meanings(here, log, seat, [choice.moves[0] for choice in choices])
        for line in in_columns(here, [choice.text for choice in choices], means):
            here.out(line)
    elif sample is None:
        here.out(here.say("no_such", typed=typed))


def in_columns(here: base.Terminal, texts: list[str], means: list[str]) -> list[str]:
    """Texts in one column, what they mean in the next."""
    room = max(map(width, texts), default=0)
    return [
        here.hanging(f"{here.style.bold(pad(text, room))}  ", meaning)
        for text, meaning in zip(texts, means, strict=True)
    ]


def _fields(
    here: base.Terminal, log: Seen, seat: int, listed: list[Any], follow: list[str], sample: str | None
) -> dict[str, Any]:
    moves = [
        {"long": format_move(move), "meaning": meaning, "move": move}
        for move, meaning in zip(listed, meanings(here, log, seat, listed), strict=True)
    ]
    return {
        "match": log.match,
        "row": log.head,
        "practice": is_guessable(log.bodies[0]),
        "seat": log.seats[seat],
        "asked": is_asked(log, seat),
        "listed": is_listed(log),
        "moves": moves,
        "next": follow,
        "example": sample,
    }
