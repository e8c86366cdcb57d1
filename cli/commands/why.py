"""`herald why`: is this move legal here for this seat? If not, the rule, what is needed, and what would be legal."""

from collections.abc import Sequence
from typing import Any

from cli.app import base
from cli.app.errors import CODES, document_of
from cli.person.references import typed_line
from cli.say.sentences import message
from cli.say.status import note_practice
from core.kernel.errors import Refused, Usage
from core.kernel.language.notation import read_move
from core.kernel.language.pattern import commands
from core.kernel.language.rehearsal import before_last
from core.kernel.language.spelling import format_move, spell_move
from core.kernel.log.log import Seen, refuse_over
from core.kernel.log.row import is_guessable
from replays.told.choices import lexicon, meaning


@base.command("why")
@base.words()
def command(here: base.Terminal, words: tuple[str, ...]) -> int:
    """Exit 0 if it is legal, 3 if not."""
    match, typed = typed_line(here, words)
    lines = commands(typed)
    if not lines:
        raise Usage("nothing_typed")
    reading = here.player(match)
    log, seat = reading.log, reading.seat
    note_practice(here, log)
    fields = {"match": log.match, "row": log.head, "seat": None if seat is None else log.seats[seat], "text": typed}
    fields["practice"] = is_guessable(log.bodies[0])
    try:
        refuse_over(log)
        assert seat is not None  # where somebody must decide
        move = legal(log, seat, lines)
    except Refused as refused:
        if here.is_json:
            here.json({**fields, "legal": False, **document_of(refused, here)})
        else:
            here.out(message(refused, here.lang, here))
        return CODES["refused"]
    if here.is_json:
        told = meaning(log, seat, move, here.lang)
        here.json({**fields, "legal": True, "long": format_move(move), "meaning": told, "move": move})
    else:
        here.out(legal_line(here, log, seat, move))
    return 0


def legal(log: Seen, seat: int, lines: Sequence[str]) -> Any:
    """The move that the last of these lines means, if it is legal behind the others; else it is refused."""
    return read_move(log.game, before_last(log, seat, lines).state, seat, lines[-1])


def legal_line(here: base.Terminal, log: Seen, seat: int, move: Any) -> str:
    """That it is legal, and what it means."""
    spelled = here.style.bold(spell_move(move, lexicon(log, here.lang)))
    return here.say("legal", move=spelled, meaning=meaning(log, seat, move, here.lang))
