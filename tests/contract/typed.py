"""What a reader types at a match, command by command. Each line is typed in two worlds, and must say the same.

A new command finds its place here, in `LINES` or in `APART`: a test walks the program's own tree of commands.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise, product

import click
from msgspec import Struct

from cli.app.base import SHARED
from cli.main import herald
from core.games import game_named

Line = tuple[str, ...]

FILE = "seen.jsonl"
"""The export that the reader was sent: it lies in the folder in which the lines are typed."""


class Typing(Struct, frozen=True):
    """What there is to type about: the match, rows of it, moves, and the names of the seats."""

    match: str
    row: int
    earlier: int
    texts: tuple[str, ...]  # what may be tried as a move: the hidden answers themselves, damaged ones, nonsense
    harmless: tuple[str, ...]  # legal moves of the reader that open and draw nothing
    refused: tuple[str, ...]  # those of the texts that are no legal move of the reader
    seats: tuple[str, ...]
    numbers: tuple[str, ...]  # such as ana.gold
    game: str
    proven: bool = True  # do the draws follow from the seed?


def _placed(command: str, typing: Typing) -> list[Line]:
    """A command that reads a match: now, earlier, and out of a file."""
    return [(command,), (command, typing.match), (command, f"@@{typing.earlier}"), (command, FILE)]


def _answered(command: str, typing: Typing) -> list[Line]:
    """A command with a move behind it: each text in the match, and some at an earlier row and at a file."""
    whole = [(command, "@", text) for text in typing.texts]
    begun = [(command, "@", *text.split()[:-1]) for text in typing.texts if text]
    return [*whole, *begun, *((command, word, typing.texts[0]) for word in (f"@@{typing.earlier}", FILE))]


def _moved(typing: Typing) -> list[Line]:
    every = [("move", "@", text) for text in typing.texts]
    refused = [(*line, "--expect", str(typing.row - 1)) for line in every]
    rehearsed = [(*line, "--dry-run") for line in every] + [("move", "@", "; ".join(typing.texts[:2]), "--dry-run")]
    made = [("move", "@", text, "--id", "once") for text in typing.harmless]
    lines = [("move", "@", line) for line in nonsense_behind(typing.texts)]
    tried = [(*line, "--dry-run") for line in lines]
    return [*refused, *rehearsed, *made, *lines, *tried, ("move",), ("move", f"@@{typing.earlier}", typing.texts[0])]


def nonsense_behind(texts: Sequence[str]) -> list[str]:
    """Lines that no match takes, whatever they draw or open before they end in nonsense.

    The nonsense is nearly a move: what it is refused with tells of the position that it is refused in.
    """
    found = [f"{text}; {_hopeless(other)}" for text, other in product(texts, texts[:3])]
    return [*found, *(f"{one}; {other}; x" for one, other in pairwise(texts))]


def _hopeless(text: str) -> str:
    """The same move with numbers that nothing has; or with a word too many."""
    found = re.sub(r"\d+", "99", text)
    return found if found != text else f"{text} x"


def _went_back(command: str, typing: Typing) -> list[Line]:
    by_arbiter = (command, "--arbiter", "--reason", "a dispute")
    return [(command,), (command, typing.match), by_arbiter, (command, "no-such")]


def _ruled(typing: Typing) -> list[Line]:
    """Whatever it asks, the old reading and the new one: what follows hangs on them alone."""
    why = ("--reason", "a dispute")
    said = [f"{one.option}={one.readings[-1]}" for one in game_named(typing.game).rulings[:6]]
    asked = [("ruling", one, *why) for one in said]
    by_arbiter = [("ruling", one, *why, "--arbiter") for one in said[:3]]
    return [
        ("ruling",),
        ("ruling", typing.match),
        *asked,
        *by_arbiter,
        ("ruling", "--version", *why),
        ("ruling", *said[:2]),
        ("ruling", "x=y", *why),
    ]


def _replied(command: str, typing: Typing) -> list[Line]:
    return [(command,), (command, typing.match), *((command, "@", str(row)) for row in (typing.row, typing.earlier))]


def _other_readings(game: str) -> Iterator[str]:
    """The last reading of every third ruling: one that most matches are not played under."""
    return (f"{ruling.option}={ruling.readings[-1]}" for ruling in game_named(game).rulings[::3])


LINES: Mapping[str, Callable[[Typing], list[Line]]] = {
    "db stats": lambda _: [("db", "stats")],
    "list": lambda t: [
        ("list",),
        ("list", "--running", "--seat", t.seats[0]),
        ("list", "--over", "--game", t.game),
        ("list", "--limit", "1"),
        ("list", "--hide", t.match),
        ("list", "--hidden"),
        ("list", "--unhide", t.match),
    ],
    "inbox": lambda _: [("inbox",)],
    "show": lambda t: [
        *_placed("show", t),
        ("show", "--panel", "stage", "--panel", t.seats[0]),
        ("show", "--brief"),
        ("show", "--all", "--legend"),
        ("show", FILE, "--brief"),
        ("show", "--html", "-"),
        ("show", FILE, "--html", "sent.html", "--force"),
    ],
    "moves": lambda t: [
        *_placed("moves", t),
        *_answered("moves", t),
        ("moves", "@", f"{t.texts[0]}; "),
        ("moves", "@", "--all"),
    ],
    "move": _moved,
    "play": lambda _: [("play",)],
    "undo": lambda t: [*_went_back("undo", t), ("undo", "--to", str(t.earlier)), ("undo", "--to", "999")],
    "redo": lambda t: _went_back("redo", t),
    "give-up": lambda t: [*_went_back("give-up", t), ("give-up", "no-such", "--yes")],
    "ruling": _ruled,
    "agree": lambda t: _replied("agree", t),
    "decline": lambda t: _replied("decline", t),
    "join": lambda t: [("join",), ("join", t.match, "--no-nonce"), ("join", "--nonce-file", "nonce")],
    "invite": lambda t: [
        ("invite",),
        ("invite", t.match, t.seats[0], "--anew", "--reason", "again"),
        ("invite", "--anew", "--at", ADDRESS),
    ],
    "watch": lambda t: [
        ("watch",),
        ("watch", t.match, "--at", ADDRESS),
        ("watch", "@", "--list"),
        ("watch", t.match, "--list", "--arbiter"),
        ("watch", t.match, "1", "--withdraw"),
        ("watch", t.match, "--withdraw", "--arbiter"),
    ],
    "accept": lambda t: [("accept", f"herald://{t.match}#as={t.seats[0]}&key=abc&invited"), ("accept", "no link")],
    "key replace": lambda t: [
        ("key",),
        ("key", "replace", "-o", "sent.jsonl"),
        ("key", t.match, "--arbiter", "--reason", "lost"),
    ],
    "key keep": lambda t: [("key", "keep"), ("key", "keep", t.match)],
    "key list": lambda t: [("key", "list"), ("key", "list", t.match, "--show")],
    "key copy": lambda t: [("key", "copy", "-o", "sent.jsonl"), ("key", "copy", t.match)],
    "key forget": lambda t: [("key", "forget", t.match)],
    "log": lambda t: [*_placed("log", t), ("log", "--undone"), ("log", FILE, "--undone"), ("log", "--dates")],
    "replay": lambda t: [
        *_placed("replay", t),
        ("replay", "--to", str(t.earlier)),
        ("replay", "--every", "round"),
        ("replay", "--speed", "1000"),
        ("replay", "--page"),
        ("replay", FILE, "--page"),
    ],
    "explain": lambda t: [*_placed("explain", t), *(("explain", "@", number) for number in t.numbers)],
    "why": lambda t: [*_answered("why", t), *(("why", "@", line) for line in nonsense_behind(t.texts))],
    "dispute": lambda t: [
        ("dispute", "@", "--search", "--boards"),
        ("dispute", "@", "--ruling", "no-such"),
        ("dispute", f"@@{t.earlier}"),
        ("dispute", FILE),
        *(("dispute", "@", text) for text in t.texts),
        ("dispute", "@", t.texts[0], "-o", "sent.dispute.jsonl", "--page", "sent.html", "--force"),
        ("dispute", f"@@{t.earlier}", "-o", "sent.dispute.jsonl", "--rest", "--reason", "why", "--force"),
    ],
    "campaign": lambda t: [("campaign", t.game), ("campaign", t.game, "--as", t.seats[0])],
    "export": lambda t: [
        *_placed("export", t),
        ("export", "--public"),
        ("export", "--full"),
        ("export", "--draws"),
        ("export", "-o", "sent.jsonl", "--force"),
        ("export", "--page", "-"),
        ("export", "--page", "-", "--view", t.seats[0]),
        ("export", FILE, "--page", "sent.html", "--force"),
    ],
    "import": lambda _: [
        ("import", FILE),
        ("import", FILE, "--believed"),
        ("import", FILE, "--db", "elsewhere.db"),
        ("import", "no-such.jsonl"),
    ],
    "verify": lambda t: (
        [*_placed("verify", t), ("verify", "--all"), ("verify", "--drift")]
        if t.proven
        else [("verify", FILE), ("verify", FILE, "--drift")]
    ),
    "impact": lambda t: [
        *(("impact", t.game, reading, "--jobs", "1") for reading in _other_readings(t.game)),
        ("impact", t.game, "--version", "--files", FILE),
        ("impact", t.game, "--version", "--state", "state"),
        ("impact", t.game, "--version", "-o", "sent.html", "--force"),
        ("impact", t.game, "--version", "--archive"),
        ("impact", "--scenario", "no-such.toml", "--title", "none"),
    ],
    "scenario from": lambda t: [
        ("scenario", "from"),
        ("scenario", "from", t.match),
        ("scenario", "from", f"@@{t.earlier}"),
        ("scenario", "from", FILE),
        ("scenario", "from", "-o", "sent.toml", "--force"),
        *(("scenario", "from", "@", text) for text in t.texts),
    ],
    "rulings keep": lambda t: [
        ("rulings", "keep", "--file", "club.toml"),
        ("rulings", "keep", t.match, "--reason", "a dispute", "--file", "club.toml"),
    ],
    "fork": lambda t: [
        ("fork", "@", "--there"),
        ("fork", t.match),
        ("fork", f"@@{t.earlier}", "--no-bots"),
        ("fork", "@", "--id", "once"),
        ("fork", FILE),
        ("fork", "@", "--bot", f"{t.seats[-1]}=random"),
    ],
}
"""Commands that tell something of a match."""

APART: Mapping[str, str] = {
    "games": "knows no match",
    "rulings list": "knows no match",
    "rulings forget": "knows no match",
    "new": "starts another match",
    "rules": "knows no match",
    "cases": "knows no match",
    "demo": "plays a match of its own",
    "scenario help": "knows no match",
    "scenario run": "knows no match",
    "simulate": "plays matches of its own",
    "serve": "answers elsewhere what these commands ask (tests/service)",
    "ssh": "runs another of these commands",
    "db check": "who has the file has all that is in it",
    "db backup": "who has the file has all that is in it",
    "db migrate": "who has the file has all that is in it",
    "db rebuild": "who has the file has all that is in it",
    "db restore-rows": "who has the file has all that is in it",
    "give": "gives what is played elsewhere (tests/service)",
}
"""Commands that do not, and why."""

ADDRESS = "https://club.example"

FORMS: Sequence[Line] = (
    (),
    ("--json",),
    ("--lang", "fr"),
    ("--lang", "fr", "--json"),
    ("-v",),
    ("--log-file", "herald.log"),
    ("--color", "always"),
)
"""In which form the answer is asked for: data or words, in both languages, with the program's own log."""

FORMED = frozenset(SHARED) | {"help"}
"""Options of every command: the forms, and who reads from which database with which key."""


def every_command(group: click.Group = herald, lead: str = "") -> Iterator[tuple[str, click.Command]]:
    """Every command of the program, by what is typed for it."""
    ctx = click.Context(group)
    for name in group.list_commands(ctx):
        found = group.get_command(ctx, name)
        assert found is not None, f"listed, but not there: {name}"
        if isinstance(found, click.Group):
            yield from every_command(found, f"{lead}{name} ")
        else:
            yield f"{lead}{name}", found


def options_of(command: click.Command) -> Iterator[set[str]]:
    """How each option of a command's own may be written."""
    for param in command.params:
        if isinstance(param, click.Option) and param.name not in FORMED:
            yield {*param.opts, *param.secondary_opts}
