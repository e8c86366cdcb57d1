"""The terminal: what a command knows of the person at it, and the only way to talk to them.

Store, matches and words are opened when a command asks for them.
"""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cli.language import words
from cli.language.preferences import Preferences, columns, harmless, is_terminal, lines
from cli.person.folders import data_folder, make_folder
from cli.person.reading import Reading
from cli.terminal.output import DICT, LIST, encode, put

if TYPE_CHECKING:
    from cli.person.keyring import Keyring
    from cli.person.memory import Person
    from core.kernel.drawing.parts import Board
    from core.kernel.drawing.style import Style
    from core.kernel.language.words import Words
    from core.kernel.log.log import Log, Seen
    from core.kernel.rules.engine import AnyGame
    from store.acts import Act, Glance
    from store.desk import Desk
    from store.writer import Attempt

V = TypeVar("V")

BESIDE = 30
"""A text stands beside its lead where it has so many places, else below it,"""
BELOW = 6
"""so far to the right."""


class Terminal:
    """One run of one command: options, store, matches, reader, words, output."""

    def __init__(self, preferences: Preferences, options: dict[str, Any], module: str) -> None:
        self.preferences = preferences
        self.lang = preferences.lang
        self.is_json = preferences.json
        self.module = module
        self.creates = False  # a command that starts matches may make the database file
        self.acts = False  # a command that writes to a match
        self.is_alone = False  # no service far away is asked
        self.at_hand: Glance | Seen | None = None  # the match that it is about, for the names in errors
        self.acting: int | None = None  # the seat that acts in it
        self._options = options
        self._desk: Desk | None = None
        self._listens = bool(options.get("verbose") or options.get("log_file"))
        if self._listens:
            self._listen()

    def _listen(self) -> None:
        from pathlib import Path

        from store.log import configure  # nobody listens unless asked to

        file = self._options.get("log_file")
        configure(
            verbose=bool(self._options.get("verbose")),
            file=Path(file) if file else None,
            colours=self.preferences.coloured(sys.stderr),
        )

    # --- who is there ---------------------------------------------------------------------------------------------

    @property
    def seat_name(self) -> str | None:
        """The seat asked for: `--as`, else HERALD_SEAT."""
        return self._options.get("as_seat") or os.environ.get("HERALD_SEAT") or None

    @property
    def is_guest(self) -> bool:
        """Did somebody come in over ssh (`cli.app.guests`)? No file of this machine is theirs to name."""
        return bool(os.environ.get("HERALD_GUEST"))

    @property
    def seat_is_chosen(self) -> bool:
        """Was the seat named on this very command line?"""
        return bool(self._options.get("as_seat"))

    @property
    def key_is_chosen(self) -> bool:
        """Was a file with a key named on this very command line?"""
        return bool(self._options.get("key_file"))

    @cached_property
    def key(self) -> str | None:
        """The key that was given by `--key-file`, else HERALD_KEY; never by the arguments, which others can see."""
        path = self._options.get("key_file")
        if not path:
            return os.environ.get("HERALD_KEY") or None
        from replays.files.texts import read_text  # most keys come from the environment

        return read_text(path).strip()

    @cached_property
    def interactive(self) -> bool:
        """Is there somebody who can answer? Nothing asks otherwise."""
        return is_terminal(sys.stdin) and is_terminal(sys.stdout) and not self.is_json

    # --- the desk and its matches ------------------------------------------------------------------------------------

    @cached_property
    def db(self) -> str:
        """The database file, or the address of a service: `--db`, else HERALD_DB, else the platform's data folder."""
        named = self._options.get("db") or os.environ.get("HERALD_DB")
        if named and is_service(named) and "@" in named:
            from cli.person.keytexts import refuse_login

            refuse_login(named)
        if named and any(sign in named for sign in ("#", "?", "/m/", "herald:")):
            from cli.person.keytexts import refuse_link  # hardly any place looks like one

            refuse_link(named)
        return named or os.path.join(data_folder(), "herald.db")

    def goes_to(self, at: str) -> None:
        """A link says at which service its match lies; one to a file of this machine is for the database at hand."""
        from core.kernel.errors import Usage

        named = self._options.get("db")
        if (named or not at) and self.keyring.at != at:
            raise Usage("link_elsewhere", word=at or self.db, file=named or "")
        if at:
            self.__dict__["db"] = at  # before anything is asked
            self.__dict__.pop("keyring", None)

    @property
    def usual_service(self) -> bool:
        """Is the service that is asked the one that is asked without a word?"""
        return os.environ.get("HERALD_DB", "").rstrip("/") == self.keyring.at

    def own_file(self) -> str:
        """The same for what is done to the file itself: a service is none, and where it lies only its host can say."""
        if is_service(self.db):
            from cli.terminal.elsewhere import only_at_host

            raise only_at_host(self.db, self.preferences.typed)
        return self.db

    @property
    def _names_db(self) -> bool:
        return bool(self._options.get("db") or os.environ.get("HERALD_DB"))

    @property
    def desk(self) -> "Desk":
        """All that is asked of matches and done to them; its file is made only by a command that starts matches."""
        if self._desk is None and is_service(self.db):
            self._desk = self._far()
        if self._desk is None:
            from store.place import desk_at

            if self.creates and not self._names_db:
                make_folder(os.path.dirname(self.db))
            self._desk = desk_at(self.db, create=self.creates, usual=not self._names_db)
        return self._desk

    def _far(self) -> "Desk":
        """The desk of a service; what it has shown lies in the person's own folder."""
        from cli.person.folders import persons_folder
        from cli.person.keyring import Held
        from cli.say.sentences import message
        from core.kernel.errors import HeraldError
        from store.remote.opening import far_desk

        def tell(error: HeraldError, heard: int) -> None:
            self.note(f"({message(error, self.lang, self)}{self._known_since(heard)})")

        def judge(log: "Log", before: int) -> None:
            from replays.verify.shown import check_shown  # only where new rows have come in

            check_shown(log, before)

        copies = os.path.join(persons_folder(), "far")
        make_folder(copies)
        return far_desk(self.db, copies, Held(self.keyring), tell, judge, alone=self.is_alone)

    def _known_since(self, heard: int) -> str:
        """How old is what will be told, where its host does not answer?"""
        if not heard:
            return ""
        ago = self.ago(heard)
        return " " + (self.say("known_since", ago=ago) if ago else self.say("known_just_now"))

    def knows(self, word: str) -> bool:
        """Is there a match whose id begins so? Where there is no database, there is none."""
        known = self._desk is not None or is_service(self.db) or os.path.exists(self.db)
        return known and self.desk.knows(word)

    @property
    def attempt(self) -> "Attempt | None":
        """The rows that this run was last about to write."""
        return None if self._desk is None else self._desk.attempt

    def arrived(self) -> bool | None:
        """Are they there? None where nobody can say."""
        return False if self._desk is None else self._desk.arrived()

    def find(self, word: str | None) -> str:
        """The id of a match of the store: an id, its beginning, or `@` (also when nothing is said)."""
        from cli.person.references import find

        return find(self, word)

    def public(self, word: str | None) -> "Seen":
        """A match of the store that is to be written to, as everybody may know it. `MATCH@N` cannot be written to."""
        from cli.person.references import public

        return public(self, word)

    def read(self, word: str | None) -> Reading:
        """A match as this reader may know it: id, beginning, `@`, `MATCH@N`, or a file exported by us."""
        from cli.person.references import read

        return read(self, word)

    def player(self, word: str | None) -> Reading:
        """The same, and whose moves are meant there."""
        from cli.person.references import player

        return player(self, word)

    def act(self, word: str | None) -> "tuple[Glance, Act]":
        """A match of the store, and who acts in it: the seat asked for, else the certain one (`cli.person.seats`)."""
        from cli.person.references import act

        return act(self, word)

    def used(self, match: str) -> None:
        """From now on `@` means this match."""
        self.person.used(match)

    @cached_property
    def person(self) -> "Person":
        """What this person used and looked at in this store."""
        return self.person_at(self.db)

    def person_at(self, store: str) -> "Person":
        """The same in another store."""
        from cli.person.memory import Person

        return Person(store, lambda key, **terms: self.note(self.say(key, **terms)))

    def key_for(self, at: "Glance", name: str) -> str | None:
        """The person's key for a seat of a match, or for its arbiter; none where none is needed."""
        if name not in at.keys and not self.key_is_chosen:
            return None
        from cli.person.seats import key_for

        return key_for(self, at.match, name, at.keys)

    @cached_property
    def keyring(self) -> "Keyring":
        """The keys that this person holds."""
        from cli.person.keyring import Keyring

        return Keyring(self.db.rstrip("/") if is_service(self.db) else "")

    def close(self) -> None:
        """Let go of the database and of the program's own log."""
        if self._desk is not None:
            self._desk.close()
            self._desk = None
        if self._listens:
            from store.log import configure

            configure()

    # --- words ----------------------------------------------------------------------------------------------------

    def say(self, key: str, **terms: object) -> str:
        return words.sentence(self.lang, (self.module,), key, terms)

    def words(self, game: "AnyGame") -> "Words":
        return game.words(self.lang)

    def ago(self, at: int) -> str:
        """How long ago; nothing for less than a minute."""
        from time import time

        from replays.told.telling import age

        return age(int(time()) - at, self.lang)

    def date(self, at: int) -> str:
        """When it was, by the clock of this machine."""
        from time import localtime  # most times are told as so long ago

        when, months = localtime(at), self.say("months").split()
        time = f"{when.tm_hour:02}:{when.tm_min:02}"
        return self.say("date", day=when.tm_mday, month=months[when.tm_mon - 1], year=when.tm_year, time=time)

    # --- output ---------------------------------------------------------------------------------------------------

    @cached_property
    def style(self) -> "Style":
        """Colours of the result; boards take it."""
        from core.kernel.drawing.style import Style

        return Style(colour=self.preferences.coloured(sys.stdout))

    @cached_property
    def room(self) -> int | None:
        """How many places a line has; None where nobody's eyes set a limit: in a pipe, in a file."""
        return columns() if is_terminal(sys.stdout) else None

    @cached_property
    def tall(self) -> int | None:
        """How many lines the screen has; None where nobody's eyes set a limit."""
        return None if self.is_json else lines()

    def described(self, game: "AnyGame", view: object, seats: Sequence[str], panels: Sequence[str] = ()) -> "Board":
        """What a view looks like, or some panels of it."""
        board = game.board(view, self.words(game), seats)
        if not panels:
            return board
        from core.kernel.language.panels import chosen  # most boards are shown whole

        return chosen(board, panels, lambda: (game.board(view, game.words(lang), seats) for lang in words.LANGUAGES))

    def board(self, game: "AnyGame", view: object, seats: Sequence[str], panels: Sequence[str] = ()) -> str:
        """The same as text."""
        return self.drawn(self.described(game, view, seats, panels))

    def drawn(self, board: "Board") -> str:
        """A board as text, as wide as there is room."""
        from core.kernel.drawing.terminal import text

        return text(board, self.style, self.wide)

    @property
    def wide(self) -> int:
        """How wide the terminal is; in a pipe what COLUMNS says."""
        from core.kernel.drawing.terminal import USUAL

        return columns(USUAL)

    def hanging(self, lead: str, text: str) -> str:
        """A text behind its lead, broken to fit on a terminal; further lines begin under the first.

        Where there is too little room beside the lead, the text stands below it.
        """
        if self.room is None:
            return f"{lead}{text}"
        from core.kernel.drawing.style import width

        if width(lead) + width(text) <= self.room:
            return f"{lead}{text}"
        from core.kernel.drawing.canvas import folded, wrap

        if self.room - width(lead) < BESIDE:
            return f"{lead}\n{folded(' ' * BELOW + text, self.room)}"
        return lead + f"\n{' ' * width(lead)}".join(wrap(text, self.room - width(lead), whole=True))

    def broken(self, text: str) -> str:
        """Sentences, broken between words where they are longer than a line of the terminal."""
        return text if self.room is None or len(text) * 2 <= self.room else _folded(text, self.room)

    def out(self, text: str = "") -> None:
        put(self.broken(harmless(text)), color=self.preferences.coloured(sys.stdout))

    def wipe(self) -> None:
        """Nothing stays on the screen, and nothing that one could scroll back to. A dumb terminal cannot."""
        if is_terminal(sys.stdout) and os.environ.get("TERM") != "dumb":
            click.echo("\x1b[2J\x1b[3J\x1b[H", nl=False)

    def note(self, text: str) -> None:
        """A line beside the result: on stderr, and not at all where a program reads or nothing can be written."""
        if not self.is_json:
            with suppress(OSError):
                told = _folded(harmless(text), columns()) if is_terminal(sys.stderr) else harmless(text)
                click.echo(told, err=True, color=self.preferences.coloured(sys.stderr))

    @property
    def draws(self) -> bool:
        """Is there somebody at stderr before whom a bar can move?"""
        return not self.is_json and is_terminal(sys.stderr) and os.environ.get("TERM") != "dumb"

    def progress(self, items: Iterable[V], length: int | None = None) -> Iterator[V]:
        """The same items, with a bar on stderr while somebody waits at a terminal."""
        with click.progressbar(items, length=length, file=sys.stderr, hidden=not self.draws) as bar:
            yield from bar

    def json(self, value: object) -> None:
        """The result as one document, its keys sorted."""
        put(encode(self._dated(value)))

    def _dated(self, value: Any) -> Any:  # whatever JSON holds
        """A document about a match whose host does not answer says since when."""
        if self._desk is None or not is_service(self.db):
            return value
        if isinstance(value, LIST):
            return [self._dated(item) for item in value]
        match = value.get("match") if isinstance(value, DICT) else None
        at = self._desk.as_of(match) if isinstance(match, str) else None
        return value if at is None else {**value, "as_of": at}

    def json_list(self, values: Iterable[object]) -> None:
        """The result as one document: a list, each item of which is written when it comes, and not kept."""
        begun = False
        for value in values:
            lines = encode(self._dated(value)).splitlines(keepends=True)
            put((b",\n" if begun else b"[\n") + b"".join(b"  " + line for line in lines), nl=False)
            begun = True
        put(b"\n]" if begun else b"[]")

    def json_line(self, value: object) -> None:
        put(encode(self._dated(value), pretty=False))


def _folded(text: str, room: int) -> str:
    from core.kernel.drawing.canvas import folded  # most lines are short

    return folded(text, room)


def is_service(place: str) -> bool:
    """Is it the address of a service, and no file?"""
    return "://" in place
