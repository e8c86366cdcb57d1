"""What a person writes for a match: an id, a unique beginning of one, `@`, `MATCH@N`, or an exported file."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli.language.preferences import is_terminal
from cli.person.reading import Reading
from core.kernel.errors import HeraldError, NotAllowed, Usage

PIPE = "-"

if TYPE_CHECKING:
    from cli.terminal.terminal import Terminal
    from core.kernel.log.log import Seen
    from replays.files.export import Exported
    from store.acts import Act, Glance


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


def is_reference(here: "Terminal", word: str) -> bool:
    """Does this word name a match? Where a command takes a match and words, that settles which it is."""
    name, row = split(word)
    if name == "@" or looks_like_file(name):
        return True
    if row is not None or here.knows(name):
        return True
    return "-" in name and _is_recorded(name)  # no move begins with a word that has a dash


def _is_recorded(name: str) -> bool:
    """Is it a match that ships with the program?"""
    from replays import archive  # seldom one that is not here

    return archive.named(name) is not None


def parted(here: "Terminal", words: Sequence[str]) -> tuple[str | None, str]:
    """A match and a move, both typed: the first word names the match if it is `@` or the id of a match here, or if it
    begins one and is no word of a move; else all of them are the move, in the match last used here.
    """
    if words and _names_match(here, words[0]):
        return words[0], " ".join(words[1:]).strip()
    return None, " ".join(words).strip()


def typed_line(here: "Terminal", words: Sequence[str]) -> tuple[str | None, str]:
    """The same for a whole line; in place of the moves, `-` alone has them read from standard input.

    So a closed answer need not stand among the arguments, which every user of the machine can see.
    """
    match, typed = (None, PIPE) if tuple(words) == (PIPE,) else parted(here, words)
    return match, _line_of_input() if typed == PIPE else typed


def _line_of_input() -> str:
    """What was typed or sent: one line, and no more."""
    import sys  # seldom: most moves stand on the command line

    from replays.files.texts import read_text

    text = sys.stdin.readline() if is_terminal(sys.stdin) else read_text(PIPE, pipe=True)
    line, *more = text.strip().splitlines() or [""]
    if more:
        raise Usage("one_line", found=1 + len(more))
    return line


def _names_match(here: "Terminal", word: str) -> bool:
    name, row = split(word)
    begun, space, _ = word.partition(" ")
    if not is_reference(here, word) or (space and _is_verb(here, begun)):  # `deco food.1` is no file
        return False
    return name == "@" or row is not None or "-" in name or looks_like_file(name) or not _is_verb(here, name)


def _is_verb(here: "Terminal", word: str) -> bool:
    """Could a move of the match last used here begin so?"""
    from core.kernel.language.lexicon import VERB, Lexicon  # seldom: most people write `@`, an id
    from core.kernel.rules.step import kinds_of, tag_of  # or a quoted move

    try:
        game = here.desk.glance(find(here, "@")).game
    except HeraldError:
        return False
    return bool(Lexicon({}, game.words).meant(VERB, word, [tag_of(kind) for kind in kinds_of(game.moves)]))


def find(here: "Terminal", word: str | None) -> str:
    """The id of a match of the store."""
    name, _ = split(word)
    if name == "@":
        desk, last = here.desk, here.person.last
        if last is not None and desk.knows(last):
            return last
        raise Usage("no_last_match")
    if looks_like_file(name):
        raise Usage("only_in_store", word=name)
    if "@" in name:
        raise Usage("no_moment", word=name)
    if not here.is_guest and os.path.isfile(name) and not here.knows(name):
        raise Usage("only_in_store", word=name)
    return here.desk.resolve(name)


def to_write(here: "Terminal", word: str | None) -> "Glance":
    """A match of the store that is to be written to."""
    here.acts = True
    _, row = split(word)
    if row is not None:
        raise Usage("past_cannot_change", word=word)
    match = find(here, word)
    here.used(match)
    here.at_hand = glance = here.desk.glance(match)
    return glance


def public(here: "Terminal", word: str | None) -> "Seen":
    """The same, as everybody may know it."""
    return here.desk.open(to_write(here, word).match)


def read(here: "Terminal", word: str | None) -> Reading:
    """A match as this reader may know it, at the row asked for."""
    name, row = split(word)
    elsewhere = from_elsewhere(here, name)
    if elsewhere is not None:
        return _as_exported(here, elsewhere, row)
    from cli.person.seats import looking

    match = find(here, name)
    here.used(match)
    here.at_hand = glance = here.desk.glance(match)
    return _opened(here, glance, looking(here, glance), row)


def _opened(here: "Terminal", at: "Glance", seat: int | None, row: int | None) -> Reading:
    seen = here.desk.open(at.match, seat, None if seat is None else here.key_for(at, at.seats[seat]))
    return Reading(seen if row is None else seen.at(row), seat, row=row)


def player(here: "Terminal", word: str | None) -> Reading:
    """A match as its reader may know it, and the seat whose moves are meant: the reader's; for the public the only one
    that must decide, and none where the match is over.
    """
    from cli.person.seats import which_seat
    from core.kernel.rules.engine import asked

    reading = read(here, word)
    if reading.seat is not None:
        return reading
    log, waiting = reading.log, asked(reading.log.state()).seats
    if not log.state().agenda:
        return reading
    if len(waiting) != 1:
        raise which_seat([log.seats[seat] for seat in waiting] or log.seats)
    here.note(here.say("moves_of", name=log.seats[waiting[0]]))
    return Reading(log, waiting[0], row=reading.row, file=reading.file)


def exported(here: "Terminal", name: str) -> "Exported | None":
    """A file, or a recorded match that ships with the program, if one is meant.

    A match of the store comes before a recorded one, and both before a file whose name could be that of a match.
    """
    if here.is_guest and name != PIPE and looks_like_file(name):
        raise NotAllowed("no_files_for_guests", word=name)
    if not looks_like_file(name):
        if name == "@" or here.knows(name):
            return None
        from replays import archive  # seldom one that is not here

        recorded = archive.named(name)
        if recorded is not None:
            return archive.read(recorded)
        if here.is_guest or not os.path.isfile(name):
            return None
    from replays.files.export import read_file  # seldom a file

    return read_file(name)


def from_elsewhere(here: "Terminal", name: str) -> "Seen | None":
    """The log of an exported file or a recorded match, once it was checked."""
    found = exported(here, name)
    if found is None:
        return None
    from replays.verify import checked

    log, report = checked(found)
    if report.believed:
        here.note(here.say("as_written", name=name))
    return log


def _as_exported(here: "Terminal", log: "Seen", row: int | None) -> Reading:
    """An exported log holds what its reader may know: no key is asked. `--as` can only narrow it down."""
    here.at_hand = log
    if row is not None:
        log = log.at(row)
    if here.seat_is_chosen and (chosen := log.seat(here.seat_name or "")) != log.reader:
        log = log.seen_by(chosen)
    return Reading(log, log.reader, row=row, file=True)


def act(here: "Terminal", word: str | None) -> "tuple[Glance, Act]":
    """A match of the store, and who acts in it."""
    return _acting(here, to_write(here, word))


def mover(here: "Terminal", word: str | None) -> "tuple[Glance, Act]":
    """The same of who moves: who they are, nobody is asked where the match is over."""
    from cli.person.seats import certain

    at = to_write(here, word)
    if here.seat_name is None and certain(here, at) is None:
        from core.kernel.log.log import refuse_over  # mostly it is certain, and found when the move is made

        refuse_over(here.desk.open(at.match))
    return _acting(here, at)


def _acting(here: "Terminal", at: "Glance") -> "tuple[Glance, Act]":
    from cli.person.seats import acting
    from store.acts import Act

    seat = here.acting = acting(here, at)
    return at, Act(at.seats[seat], key=here.key_for(at, at.seats[seat]))
