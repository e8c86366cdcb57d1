"""A reader's desk: a database with one match, and a person who types at it. What the program says, byte for byte.

The command line is a door like the others (`tests.contract.doors`): every command, in every form, for a seat that has
its key and for the public; and completion. Digests are masked: those of different worlds differ, and tell nothing.
"""

import os
import re
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import ExitStack, chdir, closing, contextmanager
from hashlib import sha256
from itertools import count, cycle
from pathlib import Path
from shutil import copyfile
from typing import TypeVar
from unittest.mock import patch

import msgspec
from click.shell_completion import BashComplete
from click.testing import CliRunner
from msgspec import Struct

from cli.main import herald
from cli.person.memory import Person
from cli.terminal.keyboard import Keyboard
from cli.terminal.terminal import Terminal
from core.kernel.errors import HeraldError
from core.kernel.language.notation import read_move
from core.kernel.language.spelling import format_move
from core.kernel.log.keys import ARBITER, key_digest
from core.kernel.log.log import Seen
from core.kernel.rules import engine
from core.kernel.rules.chance import Stream, stream
from replays.files.export import PUBLIC, SEAT, export
from store.desk import Desk as TheDesk
from store.port import Secrets
from store.sqlite.adapter import open_store
from store.summaries import summary_of
from tests.contract.checks import never
from tests.contract.doors import Door, Moment, said, tried
from tests.contract.only_desk import only_desk_at
from tests.contract.typed import FILE, FORMS, LINES, Line, Typing, nonsense_behind
from tests.support.recording import SALT_KEY

V = TypeVar("V")

KEYS = ("", "the key")
"""Of a match whose seats have no keys, and of one whose seats have."""

SENT = ("sent.jsonl", "sent.html", "sent.dispute.jsonl", "match.html")
"""Files that the lines write, or open in a browser."""

MOST = 1  # lines of each command that are typed at a moment, unless more are asked for
AT_THE_TABLE = ("?", "show", "score", "log", "moves", "hint", "why a", "rules score", "", "999")
KEYS_PRESSED = "nnb<>12\nq"

_MASKED = (
    (re.compile(r"\b[0-9a-f]{64}\b"), "#" * 64),
    (re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z"), "a time"),
    (re.compile(r'\bus("?[=:])\d+'), r"us\1 so long"),
)


def keys_of(match: str, seats: Sequence[str], key: str) -> dict[str, str]:
    """What row 1 says of the keys: every seat has one of its own."""
    return {name: key_digest(match, name, own_key(name, key)) for name in (*seats, ARBITER)} if key else {}


def own_key(name: str | None, key: str) -> str:
    """The key of a seat; the public has none."""
    return f"{key} of {name}" if key and name is not None else ""


class Reader(Struct, frozen=True):
    """Who types, and what they say about themselves with every line."""

    name: str | None
    key: str

    def words(self) -> Line:
        return ("--as", self.name) if self.name is not None else ()


class Desk:
    """One reader of one match, at one row of it, in one world."""

    def __init__(self, folder: Path, moment: Moment, key: str) -> None:
        self.folder = folder
        self.moment = moment
        log, seat = moment.log, moment.viewer
        name = None if seat is None else log.seats[seat]
        self.reader = Reader(name, own_key(name, key))
        self.clean = folder / "clean.db"
        for old in folder.iterdir():
            old.unlink()
        seed = msgspec.json.decode(log.rows[0].openings[0].value, type=str) if log.rows[0].openings[0] else ""
        with open_store(self.clean) as store:
            store.append(log.match, 0, "", log.rows, summary_of(log), Secrets(seed, SALT_KEY))
        view = PUBLIC if seat is None else SEAT + log.seats[seat]
        (folder / FILE).write_bytes(b"".join(export(log, view)))
        self.typing = typing_at(moment)

    def types(self, line: Line, given: str = "", seat: str | None = None) -> list[object]:
        """The line, and all that came of it: how it ended, what it said, what it wrote. `seat`: as the shell says."""
        with self._sitting() as env:
            result = CliRunner().invoke(herald, list(line), env={**env, "HERALD_SEAT": seat}, input=given)
            assert not isinstance(result.exception, Exception), f"{line}: {result.exception!r}"
            written = [self._read(name) for name in ("herald.log", *SENT)]
        return [line, result.exit_code, self._masked(result.stdout), self._masked(result.stderr), *written]

    def completes(self, words: Sequence[str], begun: str) -> list[object]:
        """What the shell would offer."""
        with self._sitting() as env, patch.dict(os.environ, {name: word for name, word in env.items() if word}):
            found = BashComplete(herald, {}, "herald", "_HERALD_COMPLETE").get_completions(list(words), begun)
        return [list(words), begun, [[item.value, item.help] for item in found]]

    @contextmanager
    def asks(self) -> Generator[TheDesk]:
        """The desk of a store as it was put here."""
        copyfile(self.clean, self.folder / "asked.db")
        for end in ("-wal", "-shm"):
            (self.folder / f"asked.db{end}").unlink(missing_ok=True)
        with closing(only_desk_at(str(self.folder / "asked.db"))) as desk:
            yield desk

    def _sitting(self) -> "_Sitting":
        copyfile(self.clean, self.folder / "matches.db")
        for name in ("matches.db-wal", "matches.db-shm", "herald.log", "elsewhere.db", "keys.json", *SENT):
            (self.folder / name).unlink(missing_ok=True)
        with patch.dict(os.environ, {"HERALD_HOME": str(self.folder)}):
            Person(str(self.folder / "matches.db"), _silent).used(self.moment.log.match)
        return _Sitting(self.folder, self.reader)

    def _read(self, name: str) -> str:
        path = self.folder / name
        return self._masked(path.read_text()) if path.exists() else ""

    def _masked(self, text: str) -> str:
        """Without what differs in any two runs. Lengths stay: they would tell, too."""
        text = text.replace(str(self.folder), "HERE")
        for pattern, instead in _MASKED:
            text = pattern.sub(instead, text)
        return text


def _silent(key: str, **terms: object) -> None:
    raise AssertionError(key, terms)


def _answers(here: Terminal) -> bool:
    """Somebody sits there, unless a program reads."""
    return not here.is_json


def _unchanged(keyboard: Keyboard) -> Keyboard:
    """Keys come from what is given, not from a terminal."""
    return keyboard


class _Sitting:
    """A home of nobody in this folder; chance, salts, ids and the clock of one world are those of the other."""

    def __init__(self, folder: Path, reader: Reader) -> None:
        self.folder = folder
        self.reader = reader
        self.stack = ExitStack()

    def __enter__(self) -> Mapping[str, str | None]:
        numbers = count()

        def entropy(size: int) -> bytes:
            return sha256(str(next(numbers)).encode()).digest()[:size]

        enter = self.stack.enter_context
        enter(patch("store.place.desk_at", only_desk_at))
        enter(patch("os.urandom", entropy))
        enter(patch("tempfile.mkdtemp", return_value=str(self.folder)))
        enter(patch("time.time", lambda: 1_800_000_000.0))
        enter(patch.object(Terminal, "interactive", property(_answers)))
        enter(patch.object(Keyboard, "__enter__", _unchanged))
        enter(chdir(self.folder))
        nobody = dict.fromkeys(("HERALD_SEAT", "NO_COLOR", "FORCE_COLOR", "LC_ALL", "LC_MESSAGES"))
        places = dict.fromkeys(("HERALD_HOME", "HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"), str(self.folder))
        mine = {"HERALD_DB": "matches.db", "HERALD_LANG": "en", "HERALD_KEY": self.reader.key or None}
        return {**nobody, **places, **mine}

    def __exit__(self, *_: object) -> None:
        self.stack.close()


def typing_at(moment: Moment) -> Typing:
    """What this viewer has to type about."""
    log = moment.log
    counters = sorted(moment.game.counters(log.state().table))[:4]
    texts = moment.texts or ("x",)
    return Typing(
        match=log.match,
        row=log.head,
        earlier=max(1, log.head - 2),
        texts=texts,
        harmless=tuple(dict.fromkeys(text for text in (*texts, *_own(moment)) if _stays_closed(moment, text))),
        refused=tuple(text for text in texts if _stays_closed(moment, text) is None),
        seats=log.seats,
        numbers=tuple(f"{log.seats[seat]}.{what}" for seat, what in counters if seat < len(log.seats)),
        game=moment.game.name,
        proven=moment.proven,
    )


def _own(moment: Moment) -> list[str]:
    """Some moves of the viewer."""
    if moment.viewer is None or not moment.acts:
        return []
    return list(map(format_move, engine.some_legal(moment.log.state(), moment.viewer, stream("own"), 3)))


def _stays_closed(moment: Moment, text: str) -> bool | None:
    """Would this move draw nothing and open nothing, so that all that it tells may be compared? None: it is refused."""
    if moment.viewer is None:
        return None
    state = moment.log.state()
    try:
        move = read_move(moment.game, state, moment.viewer, text)
        return not engine.decide(moment.game, state, moment.viewer, move, never, rehearse=True).stopped
    except HeraldError:
        return None


class Commands:
    """The command line as doors: `Commands(folder).doors()`."""

    def __init__(self, folder: Path, key: str = "", *, most: int = MOST) -> None:
        self.folder = folder
        self.key = key
        self.most = most
        self.desks: list[Desk] = []  # the last two: one in each world
        self.places = cycle(("one", "two"))

    def doors(self) -> dict[str, Door]:
        """A door for each command, one for the tabulator, one for who says to be somebody else."""
        found = {f"herald {name}": self._of(name) for name in LINES}
        return found | {"completion": self._completion, "herald --as": self._as_another, "desk": self._at_the_desk}

    def _of(self, name: str) -> Door:
        def door(moment: Moment) -> list[list[object]]:
            desk, dice = self._desk(moment), _dice(moment, name)
            lines = self._some(LINES[name](desk.typing), dice, self.most)
            formed = [(*line, *dice.pick(_forms(line))) for line in lines]
            return [self._typed(desk, line, by_shell=dice.below(4) == 0) for line in formed]

        return door

    def _typed(self, desk: Desk, line: Line, *, by_shell: bool) -> list[object]:
        """As the reader, who is named on the line or by HERALD_SEAT."""
        given, me = self._given(line, desk.typing), desk.reader
        return desk.types(line, given, me.name) if by_shell else desk.types((*me.words(), *line), given)

    def _given(self, line: Line, typing: Typing) -> str:
        """What is typed or pressed while the command runs."""
        if "play" in line:
            lines = nonsense_behind(typing.texts)[:4]
            judged = [f"why {text}" for text in (*typing.texts[:2], *typing.refused[:2])]
            numbers = [f"explain {thing}" for thing in ("", typing.earlier, typing.row, *typing.numbers[:2])]
            looks = [*AT_THE_TABLE, *judged, *numbers]
            return "\n".join([*looks, *typing.refused, *lines, "undo", "redo", "quit", ""])
        return KEYS_PRESSED if "replay" in line else ""

    def _some(self, lines: Sequence[V], dice: Stream, most: int) -> list[V]:
        left = list(lines)
        return [left.pop(dice.below(len(left))) for _ in range(min(most, len(left)))]

    def _completion(self, moment: Moment) -> list[list[object]]:
        desk = self._desk(moment)
        me, texts = desk.reader.words(), [text.split() for text in desk.typing.texts if text]
        begun = [(("move", *me, *words[:-1]), words[-1][:half]) for words in texts for half in (0, 1)]
        begun += [(("move", *me), f"{text}; ") for text in desk.typing.texts[:3] if text]
        rest = [(("moves", *me, "@"), ""), (("why", *me), ""), (("show", *me), ""), (("show", "--as"), "")]
        typed = self._some([*begun, *rest], _dice(moment, "tab"), 4 * self.most)
        return [desk.completes(words, half) for words, half in typed]

    def _at_the_desk(self, moment: Moment) -> list[object]:
        """What the desk itself says to this reader, who asks for all that there is to ask."""
        mine, log = self._desk(moment), moment.log
        match, seat, key = log.match, moment.viewer, mine.reader.key or None
        others = [other for other in range(len(log.seats)) if other != seat]
        with mine.asks() as desk:
            at = desk.glance(match)
            asked: list[Callable[[], object]] = [
                lambda: [at.match, at.game.name, at.seats, at.bots, sorted(at.keys)],
                lambda: [desk.resolve(match[:4]), desk.knows(match), desk.everything()],
                lambda: [*desk.listed()],
                lambda: [*desk.inbox(mine.reader.name)],
                lambda: [*map(desk.called, log.seats)],
                lambda: _held(desk.open(match, seat, key)),
                lambda: _held(desk.open(match)),
                lambda: _held(desk.open_full(match)),
                lambda: _held(desk.open_full(match, moment.seen.head)),
                lambda: [_held(desk.open_if_allowed(match, other, key)) if at.keys else None for other in others],
            ]
            return [said(tried(ask)).decode() for ask in asked]

    def _as_another(self, moment: Moment) -> list[list[object]]:
        """Another seat's name without its key, where seats have keys: a refusal that tells nothing."""
        desk = self._desk(moment)
        others = [name for name in desk.typing.seats if name != desk.reader.name]
        if not self.key or not others:
            return []
        dice = _dice(moment, "as")
        lines = self._some([line for name in LINES for line in LINES[name](desk.typing)], dice, 4 * self.most)
        nobodys = [("--as", dice.pick(others), "--key-file", FILE, *line, *dice.pick(FORMS)) for line in lines]
        return [desk.types(line, self._given(line, desk.typing)) for line in nobodys]

    def _desk(self, moment: Moment) -> Desk:
        for desk in self.desks:
            if desk.moment.log is moment.log and desk.moment.viewer == moment.viewer:
                return desk
        folder = self.folder / next(self.places)
        folder.mkdir(exist_ok=True)
        self.desks = [*self.desks[-1:], Desk(folder, moment, self.key)]
        return self.desks[-1]


def _held(seen: Seen) -> object:
    """What a reader holds of a match, but for digests and commitments."""
    return [seen.reader, seen.bodies[1:], [[one is not None for one in row.openings] for row in seen.rows]]


def _forms(line: Line) -> Sequence[Line]:
    """`play` has no JSON, `export` without a file is data anyhow."""
    return [form for form in FORMS if "--json" not in form] if line[0] == "play" else FORMS


def _dice(moment: Moment, name: str) -> Stream:
    """The same in both worlds."""
    return stream("typed", name, moment.log.head, str(moment.viewer), *moment.texts[:2])
