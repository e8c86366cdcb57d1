"""What a person writes for a match: an id, a unique beginning of one, `@`, `MATCH@N`, or an exported file."""

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cli.preferences import is_terminal
from cli.terminal import LAST, Reading, Terminal
from core.kernel.errors import HeraldError, Usage
from core.kernel.log.keys import check_key

PIPE = "-"

if TYPE_CHECKING:
    from core.kernel.log.log import Log
    from replays.export import Exported
    from store.matches import Act


def split(word: str | None) -> tuple[str, int | None]:
    """What stands before `@N`, and N: `@` and nothing are the match last used here, `@@12` that one at row 12."""
    word = word or "@"
    match, at, row = word.rpartition("@")
    if not at or not row.isdecimal():
        return word, None
    return match or "@", int(row[:9])


def looks_like_file(name: str) -> bool:
    """Is a file meant? No id has a dot or a slash."""
    return name == PIPE or "." in name or "/" in name or os.sep in name


def is_reference(here: Terminal, word: str) -> bool:
    """Does this word name a match? Where a command takes a match and words, that settles which it is."""
    name, row = split(word)
    if name == "@" or looks_like_file(name):
        return True
    if row is not None or (here.db_exists and here.store.find(name)):
        return True
    return "-" in name and _is_recorded(name)  # no move begins with a word that has a dash


def _is_recorded(name: str) -> bool:
    """Is it a match that ships with the program?"""
    from replays import archive  # seldom one that is not here

    return archive.named(name) is not None


def parted(here: Terminal, words: Sequence[str]) -> tuple[str | None, str]:
    """A match and a move, both typed: the first word names the match if it is `@` or the id of a match here, or if it
    begins one and is no word of a move; else all of them are the move, in the match last used here.
    """
    if words and _names_match(here, words[0]):
        return words[0], " ".join(words[1:]).strip()
    return None, " ".join(words).strip()


def typed_line(here: Terminal, words: Sequence[str]) -> tuple[str | None, str]:
    """The same for a whole line; in place of the moves, `-` alone has them read from standard input.

    So a closed answer need not stand among the arguments, which every user of the machine can see.
    """
    match, typed = (None, PIPE) if tuple(words) == (PIPE,) else parted(here, words)
    return match, _line_of_input() if typed == PIPE else typed


def _line_of_input() -> str:
    """What was typed or sent: one line, and no more."""
    import sys  # seldom: most moves stand on the command line

    from replays.texts import read_text

    text = sys.stdin.readline() if is_terminal(sys.stdin) else read_text(PIPE, pipe=True)
    line, *more = text.strip().splitlines() or [""]
    if more:
        raise Usage("one_line", found=1 + len(more))
    return line


def _names_match(here: Terminal, word: str) -> bool:
    name, row = split(word)
    if not is_reference(here, word):
        return False
    return name == "@" or row is not None or "-" in name or looks_like_file(name) or not _is_verb(here, name)


def _is_verb(here: Terminal, word: str) -> bool:
    """Could a move of the match last used here begin so?"""
    from core.kernel.language.lexicon import VERB, Lexicon  # seldom: most people write `@`, an id
    from core.kernel.rules.step import kinds_of, tag_of  # or a quoted move

    try:
        game = here.matches.log(find(here, "@")).game
    except HeraldError:
        return False
    return bool(Lexicon({}, game.words).meant(VERB, word, [tag_of(kind) for kind in kinds_of(game.moves)]))


def find(here: Terminal, word: str | None) -> str:
    """The id of a match of the store."""
    name, _ = split(word)
    if name == "@":
        last = here.store.note(LAST) if here.has_store else None
        if last is None or not here.store.head(last):
            raise Usage("no_last_match")
        return last
    if looks_like_file(name):
        raise Usage("only_in_store", word=name)
    if os.path.isfile(name) and not (here.db_exists and here.store.find(name)):
        raise Usage("only_in_store", word=name)
    if not here.has_store:
        raise Usage("unknown_match", word=name)
    return here.matches.resolve(name)


def host(here: Terminal, word: str | None) -> "Log":
    """A match of the store, as its host holds it."""
    here.acts = True
    _, row = split(word)
    if row is not None:
        raise Usage("past_cannot_change", word=word)
    match = find(here, word)
    here.used(match)
    here.log = here.matches.log(match)
    return here.log


def read(here: Terminal, word: str | None) -> Reading:
    """A match as this reader may know it, at the row asked for."""
    name, row = split(word)
    elsewhere = from_elsewhere(here, name)
    if elsewhere is not None:
        return _as_exported(here, *elsewhere, row)
    match = find(here, name)
    here.used(match)
    log = here.log = here.matches.log(match)
    seat = _reader(here, log)
    if seat is not None:
        check_key(log.bodies, log.seats[seat], here.key)
    if row is not None:
        log = log.at(row)
    return Reading(log.seen_by(seat), seat, row=row)


def player(here: Terminal, word: str | None) -> Reading:
    """A match as the seat knows it that can act there: the one asked for, else the only one that can be meant."""
    reading = read(here, word)
    if reading.seat is not None:
        return reading
    log = reading.log
    seat = open_one(log, only_one(log))
    if seat is None or here.log is None:
        raise Usage("which_seat", known=_asked_names(log))
    here.note(here.say("acting_as", name=log.seats[seat]))
    known = here.log if reading.row is None else here.log.at(reading.row)
    return Reading(known.seen_by(seat), seat, row=reading.row, file=reading.file)


def only_one(log: "Log") -> int | None:
    """The seat that is meant when nobody says which: the only one asked."""
    from core.kernel.rules.engine import asked

    waiting = asked(log.state()).seats
    return waiting[0] if len(waiting) == 1 else None


def open_one(log: "Log", seat: int | None) -> int | None:
    """The seat, if it is open: who has a key says for whom they act."""
    return None if seat is None or log.seats[seat] in log.start.keys else seat


def _asked_names(log: "Log") -> list[str]:
    from core.kernel.rules.engine import asked

    return [log.seats[seat] for seat in asked(log.state()).seats] or list(log.seats)


def held(here: Terminal, word: str | None) -> "tuple[Log, int | None, bool]":
    """All that is held here of a match (the host's log, or that of a file), the row N of `MATCH@N`, and whether it
    lies in the store. For the commands of the proof: they show it to nobody as it is.
    """
    name, row = split(word)
    elsewhere = from_elsewhere(here, name)
    if elsewhere is not None:
        here.log = elsewhere[0]
        return elsewhere[0], row, False
    match = find(here, name)
    here.used(match)
    here.log = here.matches.log(match)
    return here.log, row, True


def from_elsewhere(here: Terminal, name: str) -> "tuple[Log, str] | None":
    """An exported file, or a recorded match that ships with the program: its log, once it was checked, and its view.

    A match of the store comes before a recorded one, and both before a file whose name could be that of a match.
    """
    if not looks_like_file(name):
        if name == "@" or (here.db_exists and here.store.find(name)):
            return None
        from replays import archive  # seldom one that is not here

        recorded = archive.named(name)
        if recorded is None and not os.path.isfile(name):
            return None
        exported = _exported(name) if recorded is None else archive.read(recorded)
    else:
        exported = _exported(name)
    from replays.verify import checked

    log, report = checked(exported)
    if report.believed:
        here.note(here.say("as_written", name=name))
    return log, exported.header.view


def _exported(name: str) -> "Exported":
    from replays.export import read_file  # seldom a file

    return read_file(name)


def _as_exported(here: Terminal, log: "Log", view: str, row: int | None) -> Reading:
    """An exported log holds what its reader may know: no key is asked. `--as` can only narrow it down."""
    from replays.export import SEAT

    here.log = log
    seat = log.seat(view.removeprefix(SEAT)) if view.startswith(SEAT) else None
    if row is not None:
        log = log.at(row)
    if here.seat_is_chosen and (chosen := _reader(here, log)) != seat:
        log, seat = log.seen_by(chosen), chosen
    return Reading(log, seat, row=row, file=True)


def _reader(here: Terminal, log: "Log") -> int | None:
    """The seat that looks; a HERALD_SEAT that does not sit here looks as the public does."""
    if here.seat_name is None:
        return None
    try:
        return log.seat(here.seat_name)
    except HeraldError:
        if here.seat_is_chosen:
            raise
        here.note(here.say("not_seated_here", name=here.seat_name, match=log.match))
        return None


def act(here: Terminal, word: str | None, meant: "Callable[[Log], int | None] | None" = None) -> "tuple[Log, Act]":
    """A match of the store and who acts in it; `meant` says which seat that is where nobody is named."""
    from store.matches import Act

    log = host(here, word)
    if here.seat_name is not None:
        here.acting = log.seat(here.seat_name)
        return log, Act(log.seats[here.acting], key=here.key)
    seat = here.acting = open_one(log, (meant or only_one)(log))
    if seat is None:
        raise Usage("which_seat", known=list(log.seats) if meant else _asked_names(log))
    here.note(here.say("acting_as", name=log.seats[seat]))
    return log, Act(log.seats[seat], key=here.key)
