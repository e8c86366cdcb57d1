"""`docs/commands.md` tells no lies: commands, options, exit codes, and every field of what they print for programs.

How the page is read: a command's heading is how it is typed, list items are its options, tables with the head
`field | meaning` its documents. `x[]` is a list of objects, `x.y` a field of x, `x{}` an object with any keys (`x{}.y`
a field of what stands under them), `x?` is not always there. A link in the first column stands for all fields of the
section it leads to; at the beginning of the second one it says what the objects of the last name before it are.
"""

import ast
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from shutil import copyfile
from sqlite3 import connect
from typing import Any
from unittest.mock import patch

import click
import pytest
from click.testing import CliRunner
from msgspec import Struct, field
from msgspec.structs import replace

from cli.app import base, helping
from cli.app.errors import CODES
from cli.commands import simulate
from cli.language.words import shared
from cli.main import EXITS, SECTIONS, herald
from core.games.medieval import GAME
from core.kernel.rules.engine import AnyGame
from replays import archive
from tests.cli.conftest import PLACED
from tests.replays.tables import entropy_of
from tests.support.alone import play_on
from tests.support.islands import ISLANDS
from tests.support.places import ROOT
from tests.support.serving import served
from tests.support.shelf import on_the_shelf, toy_on_the_shelf

PAGE = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")

Fields = dict[str, "Field"]

_DICT: Any = dict  # for isinstance: to narrow to a generic class would leave its parameters unknown to a type checker
_LIST: Any = list


class Field(Struct):
    """A field that the page documents; `declared` is where."""

    declared: str
    many: bool = False
    free: bool = False  # an object with any keys
    optional: bool = False
    parts: "Fields" = field(default_factory=dict[str, "Field"])


class Section(Struct):
    """What stands under a heading, up to the next one."""

    title: str
    level: int
    text: str
    group: str  # the heading of level 2 above it

    @property
    def slug(self) -> str:
        """How a link leads here."""
        return re.sub(r"[^\w -]", "", self.title.lower()).replace(" ", "-")


def _sections() -> list[Section]:
    found: list[Section] = []
    prose = re.sub(r"^```.*?^```$", "", PAGE, flags=re.DOTALL | re.MULTILINE)
    for part in re.split(r"^(?=#{1,3} )", prose, flags=re.MULTILINE)[1:]:
        head, _, text = part.partition("\n")
        marks, _, title = head.partition(" ")
        group = title if len(marks) < 3 else found[-1].group
        found.append(Section(title.strip(), len(marks), text, group))
    return found


SECTIONS_OF_PAGE = {section.slug: section for section in _sections()}
COMMANDS = {
    section.title.strip("`"): section for section in SECTIONS_OF_PAGE.values() if section.title.startswith("`herald ")
}

_TABLE = re.compile(r"^\| field \| meaning \|\n\|[-|]+\|\n((?:\|.*\|\n)+)", re.MULTILINE)
_LINK = re.compile(r"\[[^\]]+\]\(#([\w-]+)\)")


def tables(section: Section) -> list[Fields]:
    """The tables of a section, each as the fields of a document."""
    return [
        _table(body, f"{section.slug} {number}") for number, body in enumerate(_TABLE.findall(section.text), start=1)
    ]


def _table(body: str, where: str) -> Fields:
    fields: Fields = {}
    for line in body.splitlines():
        names, meaning = (cell.strip() for cell in line.strip("|").split("|", 1))
        link = _LINK.match(names)
        if link is not None:
            _join(fields, shape(link[1]))
            continue
        last = None
        for name in re.findall(r"`([^`]+)`", names):
            last = _declare(fields, name, where)
        inside = _LINK.match(meaning)
        if inside is not None and last is not None:
            last.parts = shape(inside[1])
    return fields


def _declare(fields: Fields, name: str, where: str) -> Field:
    """`x[].y?`: a field in the tree of its table."""
    *path, own = name.split(".")
    for step in path:
        fields = fields[step.removesuffix("[]").removesuffix("{}")].parts
    bare = own.removesuffix("?")
    plain = bare.removesuffix("[]").removesuffix("{}")
    declared = Field(f"{where}: {name}", bare.endswith("[]"), bare.endswith("{}"), own.endswith("?"))
    fields[plain] = declared
    return declared


def _join(fields: Fields, others: Fields) -> None:
    """The fields of another section; what stands here already is said here."""
    for name, other in others.items():
        fields.setdefault(name, other)


def shape(slug: str) -> Fields:
    """The fields of a section with one table, anew each time: a table may add to them."""
    (found,) = tables(SECTIONS_OF_PAGE[slug])
    return found


def documents(command: str) -> list[Fields]:
    """What a command prints for programs; where its section does not say, that of its group does."""
    section = COMMANDS[command]
    return tables(section) or tables(next(one for one in SECTIONS_OF_PAGE.values() if one.title == section.group))


def compare(fields: Fields, value: Any, seen: set[str]) -> None:
    """A document has exactly these fields, all the way down."""
    keys: set[str] = set(value)
    due = {name for name, known in fields.items() if not known.optional}
    assert due <= keys, f"documented, but not there: {due - keys}"
    assert keys <= set(fields), f"there, but not documented: {keys - set(fields)}"
    for name, item in value.items():
        known = fields[name]
        seen.add(known.declared)
        if item is None:
            continue
        if known.many:
            assert isinstance(item, _LIST), name
            for one in item:
                compare(known.parts, one, seen)
        elif known.free:
            assert isinstance(item, _DICT), name
            for one in item.values() if known.parts else ():
                compare(known.parts, one, seen)
        elif known.parts:
            compare(known.parts, item, seen)
        else:
            assert not any(isinstance(one, _DICT) for one in _leaves(item)), f"{name} is an object"


def _leaves(item: Any) -> Iterator[Any]:
    if isinstance(item, _LIST):
        for one in item:
            yield from _leaves(one)
    else:
        yield item


# --- commands, options, exit codes -----------------------------------------------------------------------------------


def tree() -> Iterator[tuple[str, str, click.Context]]:
    """Every command there is: the section of the help it stands in, how it is typed, and its context."""
    root = click.Context(herald, info_name="herald")
    for section, names in SECTIONS.items():
        for name in names:
            found = herald.get_command(root, name)
            if found is None:
                continue
            ctx = click.Context(found, parent=root, info_name=name)
            inner = found.commands.items() if isinstance(found, base.Group) else ()
            contexts = [click.Context(command, parent=ctx, info_name=sub) for sub, command in inner] or [ctx]
            for one in contexts:
                own = [param for param in one.command.params if isinstance(param, click.Argument)]
                pieces = [piece for param in own for piece in param.get_usage_pieces(one)]
                yield shared("en")["sections"][section], " ".join([one.command_path, *pieces]), one


TREE = {typed: (section, ctx) for section, typed, ctx in tree()}


def test_every_command_has_its_section_in_the_order_of_the_help() -> None:
    assert [(section.group, title) for title, section in COMMANDS.items()] == [
        (section, typed) for typed, (section, _) in TREE.items()
    ]


def written(ctx: click.Context, *, of_all: bool) -> list[str]:
    """The options of a command as the help writes them."""
    found = [param for param in ctx.command.get_params(ctx) if isinstance(param, click.Option)]
    chosen = [param for param in found if of_all == (isinstance(param, helping.Shared) or param.name == "help")]
    return [record[0] for param in chosen if (record := param.get_help_record(ctx)) is not None]


def listed(section: Section) -> list[str]:
    """The options that a section lists."""
    return re.findall(r"^- `([^`]+)`: \S", section.text, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_listed(command: str) -> None:
    assert listed(COMMANDS[command]) == written(TREE[command][1], of_all=False)


def test_the_options_of_every_command() -> None:
    assert len(TREE) >= len(COMMANDS) > 0
    for _, ctx in TREE.values():
        assert [*written(ctx, of_all=True), "--version"] == listed(SECTIONS_OF_PAGE["conventions"])


def test_exit_codes() -> None:
    rows = re.findall(r"^\| (\d+) \| (.+?) \| ?(.*?) ?\|$", SECTIONS_OF_PAGE["exit-codes"].text, re.MULTILINE)
    assert [int(code) for code, _, _ in rows] == list(EXITS)
    assert {family: int(code) for code, _, families in rows for family in re.findall(r"`(\w+)`", families)} == CODES


def error_terms() -> set[str]:
    """What the errors of this program carry, from the places where they are raised."""
    found: set[str] = set()
    for package in ("core", "store", "replays", "cli"):
        for path in (ROOT / package).rglob("*.py"):
            calls = [
                node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)
            ]
            found |= {term.arg for call in calls if _is_error(call, path) for term in call.keywords if term.arg}
    return found


FAMILIES = {"Usage", "Refused", "NotYourTurn", "NotAllowed", "Stale", "Damaged", "AsWritten", "Hidden"}
ERRORS = FAMILIES | {"EditionError", "StoreError", "Interrupted"}


def _is_error(call: ast.Call, path: Path) -> bool:
    name = (
        call.func.id
        if isinstance(call.func, ast.Name)
        else call.func.attr
        if isinstance(call.func, ast.Attribute)
        else ""
    )
    return name in ERRORS or (name == "__init__" and path.name == "errors.py")


def test_everything_that_an_error_says_is_documented() -> None:
    always = {"error", "why", "message", "rule"}
    told = {
        *always,
        "nearest",
        "commands",
        "rows",
        "scenario",
        "value",
        "range",
        "remarks",
    }  # put there by cli.app.errors and replays.scenario
    assert set(shape("error")) == told | error_terms()
    assert {name for name, known in shape("error").items() if not known.optional} == always


# --- what is printed -------------------------------------------------------------------------------------------------


class Said(Struct, frozen=True):
    """One run: the command, what was typed, how it ended, what it printed for programs."""

    command: str
    typed: tuple[str, ...]
    code: int
    found: list[Any]
    french: list[Any] | None = None  # the same in French, where nothing was changed by it


class Table:
    """People at a table, and a program that reads what they see."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.said: list[Said] = []
        self.env: Mapping[str, str | None] = {
            "HERALD_DB": str(home / "herald.db"),
            "HERALD_LANG": "en",
            "HOME": str(home),
            "XDG_DATA_HOME": str(home),
            "XDG_CACHE_HOME": str(home),
            **dict.fromkeys(("HERALD_SEAT", "HERALD_KEY", "NO_COLOR", "FORCE_COLOR")),
        }

    def types(self, name: str, *args: str, code: int = 0, key: str | None = None) -> Any:
        """A command that may change something; its document."""
        done = self._run([name, *args], code, {"HERALD_KEY": key})
        self.said.append(Said(_command(name, *args), args, code, done))
        return done[-1] if done else None

    def reads(self, name: str, *args: str, code: int = 0) -> None:
        """A command that changes nothing, in both languages."""
        typed = [name, *args]
        english, french = self._run(typed, code, {}), self._run(typed, code, {"HERALD_LANG": "fr"})
        self.said.append(Said(_command(*typed), args, code, english, french))

    def _run(self, typed: Sequence[str], code: int, env: Mapping[str, str | None]) -> list[Any]:
        result = CliRunner().invoke(herald, [*typed, "--json"], env={**self.env, **env})
        assert result.exit_code == code, f"{typed}: {result.exit_code} {result.output[-2000:]}"
        failed = not result.stdout
        assert bool(result.stderr) == failed, f"{typed}: {result.stderr}"
        return _parsed(result.stderr if failed else result.stdout)


def _command(name: str, *args: str) -> str:
    """How the page writes it."""
    known = [typed for typed in TREE if f"{typed} ".startswith(f"herald {name} ")]
    return next(typed for typed in known if len(known) == 1 or f"{typed} ".startswith(f"herald {name} {args[0]} "))


def _parsed(text: str) -> list[Any]:
    """The documents of an output, whether it is one, a list of them, or one a line; the keys of each are sorted."""
    try:
        whole = json.loads(text, object_pairs_hook=_in_order)
    except ValueError:
        return [json.loads(line, object_pairs_hook=_in_order) for line in text.splitlines()]
    return whole if isinstance(whole, _LIST) else [whole]


def _in_order(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    names = [name for name, _ in pairs]
    assert names == sorted(names)
    return dict(pairs)


CASE = """
game = "medieval"
[[scenario]]
title = "a gallery"
rules = ["MED-6.12"]
players = ["P", "Q"]
given.P = { palace = "5 culture", deployed = ["GAL-01"] }
given.agenda = "actions P"
when = ["P: play GAL-01; bonus gold"]
then.P = { vp = %s }
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> list[Said]:
    """Everything that the commands say of a match of two, of a finished one, and of a recorded one.

    The same every time: not every match of bots has every field in it.
    """
    table = Table(tmp_path_factory.mktemp("table"))
    with on_the_shelf("emara"), toy_on_the_shelf(ISLANDS), patch("os.urandom", entropy_of("told")):
        _tell(table)
    return table.said


def _tell(table: Table) -> None:
    with toy_on_the_shelf():
        table.reads("games", "toy")
        table.reads("rules", "toy", "purse")
    table.types("new", "islands", "Ana", "Bo", "--practice", "isles")
    table.reads("moves")
    table.reads("why", "work hike 1,1", code=3)
    _begin(table)
    _close_and_open(table)
    _go_back(table)
    _finish(table)
    _prove(table)
    _simulate(table)
    _alone(table)
    _enter(table)
    _give(table)
    _fail(table)


def _look(table: Table, match: str) -> None:
    """All that can be asked about a match."""
    for reader in ((), ("--as", "Ana")):
        table.reads("show", match, *reader)
        table.reads("log", match, "--undone", *reader)
        table.reads("explain", match, *reader)
        table.reads("replay", match, "--every", "turn", *reader)
    table.reads("explain", match, "ana.gold")


def _begin(table: Table) -> None:
    table.reads("games")
    table.reads("games", "medieval")
    for ruling in ("MED-R4", "MED-R5"):
        table.reads("cases", "medieval", ruling)
    for words in ((), ("12.4",), ("12",), ("MED-R4",), ("2.8",)):
        table.reads("rules", "medieval", *words)
    table.reads("rules", "medieval", "island", "paid")
    table.types("new", "medieval", "Ana", "Bo", "--practice", "fair")
    table.types("move", "monarch 1", "--as", "Ana")
    table.types("move", "monarch 2", "--as", "Bo")
    table.types("move", "pair gold combat", "--as", "Bo")
    table.reads("moves", "pair", "--as", "Ana")
    table.reads("explain", "@@4")
    table.types("move", "pair gold science", "--id", "once", "--as", "Ana")
    table.types("move", "pair gold science", "--id", "once", "--as", "Ana")


def _close_and_open(table: Table) -> None:
    table.reads("moves", "place", "gold", "--as", "Ana")
    table.reads("move", PLACED["Ana"], "--as", "Ana", "--dry-run")
    table.types("move", PLACED["Ana"], "--as", "Ana")
    _look(table, "@")
    match = str(table.said[-1].found[0]["match"])
    table.types("fork", "@")
    table.types("move", match, PLACED["Bo"], "--as", "Bo")
    table.reads("explain", "@")
    table.reads("moves", "activate")
    table.reads("why", "pass")
    table.reads("dispute", "--search", "--as", "Ana")
    table.reads("dispute", "medieval-duel@29", "activate 6", "--ruling", "MED-R34")
    table.reads("dispute", "medieval-duel@26", "pass", "--ruling", "MED-R1")
    table.reads("why", "play CAS-01", code=3)
    table.reads("why", "activate 3 bid=99", code=3)
    table.reads("move", "pass", "--dry-run", "--as", "Ana")
    table.reads("inbox")
    table.reads("inbox", "--as", "Ana")


def _go_back(table: Table) -> None:
    table.types("move", "pass", "--as", "Ana")
    table.types("undo", "--as", "Ana")
    table.types("redo", "--as", "Ana")
    for answer in ("decline", "agree"):
        table.types("undo", "--as", "Ana", "--to", "5")
        table.reads("inbox", "--as", "Bo")
        table.reads("show", "--as", "Bo")
        table.reads(answer, code=2)
        table.types(answer, str(table.said[-1].found[0]["row"]), "--as", "Bo")
    table.types("undo", "--to", "3", "--arbiter", "--reason", "a wrong box")
    table.reads("list", "--hidden")
    ended = table.types("new", "medieval", "Ana", "Bo")["match"]
    table.types("list", "--hide", ended)
    table.types("list", "--unhide", ended)
    table.types("ruling", ended, "island_cost=spend", "--reason", "club", "--arbiter")
    table.types("ruling", ended, "island_cost=commit", "--reason", "club", "--as", "Ana")
    for words in (("show", ended), ("ruling", ended)):
        table.reads(*words)
    for line in (f"keep {ended}", "list", "forget medieval MED-R5", "forget medieval"):
        table.reads("rulings", *line.split())
    table.types("decline", ended, "3", "--as", "Bo")
    table.types("give-up", ended, "--as", "Ana")
    table.types("agree", ended, "5", "--as", "Bo")
    table.reads("show", ended)
    _look(table, "@")
    table.reads("list")


def _finish(table: Table) -> None:
    table.types("new", "medieval", "--bot", "Ana=random", "--bot", "Bo=random")
    _look(table, "@")
    table.reads("list", "--over")
    for name in archive.index():
        for command in ("show", "log", "explain", "verify"):
            table.reads(command, name)


def _simulate(table: Table) -> None:
    """Bots, and the file in which their matches lie; with rules that lose pieces."""
    table.types("demo", "--seed", "fair")
    kept = str(table.home / "kept.db")
    table.types("simulate", "medieval", "--matches", "2", "--seed", "fair", "--store", kept)
    table.types("simulate", "medieval", "--matches", "1", "--rulings", "random")

    def components(table: Any) -> dict[str, int]:
        return {"round": table.round}

    def leaky(_name: str) -> AnyGame:
        return replace(GAME, components=components)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(simulate, "game_called", leaky)
        table.types("simulate", "medieval", "--matches", "1", "--seed", "fair", "--check", code=1)
    for reading in ("island_cost=spend", "final_milestones=no"):
        table.reads("impact", "medieval", reading, "--db", kept)
        table.reads("impact", "medieval", reading, "--archive")
    table.reads("impact", "medieval", "auto_pass=on")
    for command in ("check", "stats", "migrate", "rebuild"):
        table.reads("db", command, "--db", kept)
    Path(kept).chmod(0o644)
    table.types("db", "check", "--mend", "--db", kept)
    table.reads("db", "check", "--rows", "--db", kept)
    table.types("db", "backup", str(table.home / "copy.db"), "--db", kept)
    with closing(connect(kept)) as file, file:
        file.execute("DROP TRIGGER log_no_delete")
        file.execute("DELETE FROM log WHERE seq = 3")
    table.reads("db", "check", "--db", kept, code=6)


def _prove(table: Table) -> None:
    file, bad = table.home / "match.jsonl", table.home / "bad.jsonl"
    table.types("export", "-o", str(file))
    table.types("show", "--html", str(table.home / "match.html"))
    with patch("tempfile.tempdir", str(table.home)):
        table.types("replay", "--page")
    table.reads("verify", str(file))
    table.reads("verify", "--all", code=8)
    table.reads("import", str(file))
    table.types("fork", "@@20")
    table.reads("verify", code=8)
    table.types("export", "-o", str(table.home / "fork.jsonl"))
    table.types("import", str(table.home / "fork.jsonl"), code=8)
    table.types("import", str(table.home / "fork.jsonl"), "--believed")
    bad.write_bytes(file.read_bytes().replace(b'"rule":"MED-12.4"', b'"rule":"MED-12.5"', 1))
    table.reads("verify", str(bad), code=6)
    table.reads("scenario", "from", "medieval-duel@60")
    table.reads("scenario", "from", "medieval-duel@6", "--as", "Richard")
    table.reads("scenario", "help", "heirs")
    for points, code in ((5, 0), (7, 1)):
        case = table.home / f"{points}.toml"
        case.write_text(CASE % points, encoding="utf-8")
        table.reads("scenario", "run", str(case), code=code)


def _alone(table: Table) -> None:
    """A campaign of one player, a match of it that is over and one that goes on, and one that does not count."""
    table.types("new", "emara", "Ana", "--option", "solo=campaign")
    table.types("new", "emara", "Ana", "--option", "solo=campaign")
    match = table.types("new", "emara", "Cy", "--option", "solo=campaign")["match"]
    play_on(table.home / "herald.db", match)
    table.reads("show", match)
    table.reads("replay", match, "--every", "round")
    table.types("new", "emara", "--bot", "Cy=random")
    heirs = table.types("new", "heirs", "--bot", "Cy=random")["match"]
    table.reads("show", heirs)
    table.reads("replay", heirs, "--every", "turn")
    crossing = table.types("new", "crossing", "--bot", "Cy=random")["match"]
    table.reads("show", crossing)
    table.reads("replay", crossing, "--every", "turn")
    once = ("--option", "chancery=on", "--ruling", "RTN-R45=once_per_card")
    for bots in (("--bot", "Cy=random", "--practice", "a"), ("--bot", "Cy=greedy", "--bot", "Di=greedy", *once)):
        nobility = table.types("new", "nobility", *bots)["match"]
        table.reads("show", nobility)
        table.reads("replay", nobility, "--every", "turn")
    for name in ("Ana", "Cy", "Di"):
        table.reads("campaign", "emara", "--as", name)
    table.reads("campaign", "medieval", "--as", "Ana", code=2)
    table.reads("campaign", "emara", code=2)
    table.reads("new", "emara", "Ana", "--option", "solo=campaign", "--option", "building_start=5", code=2)
    table.types("simulate", "emara", "--matches", "2", "--players", "1")


def _enter(table: Table) -> None:
    """Seats with keys and nonces: everybody joins, and a key is replaced."""
    keys = table.types("new", "medieval", "Ana", "Bo", "--keys", "--nonces")["keys"]
    table.reads("inbox", "--as", "Ana")
    for name in ("Ana", "Bo", "Ana"):
        table.types("join", "--as", name, key=keys[name])
    table.types("key", "replace", "--as", "Bo", key=keys["Bo"])
    arbiter = ("--arbiter", "--reason", "lost", "--as", "Ana")
    table.types("key", "replace", *arbiter, "-o", str(table.home / "ana.key"), key=keys["arbiter"])
    match = table.said[-1].found[0]["match"]
    table.types("key", "keep", match, "--key-file", str(table.home / "ana.key"))
    table.reads("key", "list")
    table.reads("key", "list", "--show")
    table.reads("key", "copy")
    table.types("key", "copy", "-o", str(table.home / "all.keys"))
    table.types("key", "forget", match, "--as", "Ana")
    table.reads("log")
    begun = table.types("new", "medieval", "Ana", "Bo", "Cy", "--keys", "--as", "Ana")
    table.types("move", "monarch 1", "--as", "Ana")
    table.types("move", "monarch 2", "--as", "Bo", key=begun["keys"]["Bo"])
    table.types("invite")
    invited = table.types("invite", "--anew")["invitations"]["Cy"]
    table.types("accept", invited)
    table.types("accept", invited)
    table.types("invite")
    table.types("watch", "--as", "Ana", "--at", "https://club.example")
    table.types("watch", "--as", "Ana", "--list")
    table.types("watch", "@", "1", "--withdraw", "--as", "Ana")


def _give(table: Table) -> None:
    """A host that goes back to a backup, and two elsewhere who hold more, one of them in secret."""
    club, copy = table.home / "club.db", table.home / "club-before.db"
    there = ("--db", str(club))
    begun = table.types("new", "medieval", "Ana", "Bo", "--keys", "--practice", "fair", *there)
    match, keys = begun["match"], begun["keys"]
    table.types("db", "backup", str(copy), *there)
    for name, move in (("Ana", "monarch 1"), ("Bo", "monarch 2"), ("Bo", "pair gold combat")):
        table.types("move", match, move, "--as", name, *there, key=keys[name])
    table.types("move", match, "pair gold science", "--as", "Ana", *there, key=keys["Ana"])
    table.types("move", match, PLACED["Ana"], "--as", "Ana", *there, key=keys["Ana"])
    with served(club, is_open=True) as url:
        for name in ("Ana", "Bo"):
            table.types("show", match, "--as", name, "--db", url, key=keys[name])
            file = str(table.home / f"{name}.jsonl")
            table.types("give", match, "--as", name, "-o", file, "--db", url, key=keys[name])
    for own in table.home.glob("club.db*"):
        own.unlink()
    copyfile(copy, club)
    bos = str(table.home / "Bo.jsonl")
    table.types("db", "restore-rows", bos, *there, code=1)
    table.types("db", "restore-rows", bos, "--partly", *there)


def _fail(table: Table) -> None:
    """Errors of every family, and of every shape."""
    match = table.types("new", "medieval", "Ana", "Bo")["match"]
    locked = table.types("new", "medieval", "Ana", "Bo", "--keys")
    table.types("move", "monarch 1", "--as", "Ana", key=locked["keys"]["Ana"])
    table.reads("move", "monarch 2", "--as", "Bo", code=4)
    table.reads("move", "monarch 1", code=2)
    table.types("move", match, "monarch 1", "--as", "Ana")
    table.reads("move", "monarch 1", "--as", "Bo", code=3)
    table.reads("move", "monarch 2", "--as", "Ana", code=7)
    table.reads("move", "monarch 2", "--as", "Bo", "--expect", "1", code=5)
    table.reads("show", "@@9", code=2)
    table.reads("show", "nobody", code=2)
    table.reads("show", "--nope", code=2)
    table.reads("list", "--limit", "many", code=2)
    table.reads("new", code=2)
    table.reads("new", "medieval", "Ana", "Bo", "--bot", "x", code=2)
    table.reads("new", "medieval", "Ana", "Bo", "--ruling", "MED-R4=no", code=2)
    table.reads("list", "--db", str(table.home / "none.db"), code=1)
    table.reads("play", code=2)
    table.reads("import", str(table.home / "bad.jsonl"), code=6)
    table.reads("export", "--full", code=4)
    edition, case = table.home / "edition.toml", table.home / "case.toml"
    edition.write_text("name = 3", encoding="utf-8")
    table.reads("new", "medieval", "Ana", "Bo", "--edition", str(edition), code=2)
    case.write_text((CASE % 5).replace("rules", "rulez"), encoding="utf-8")
    table.reads("scenario", "run", str(case), code=2)


def failed(said: Said) -> bool:
    """Is it an error, on stderr?"""
    return "error" in said.found[0] and "legal" not in said.found[0]


def test_documents_have_exactly_the_fields_of_the_page(told: list[Said]) -> None:
    seen: set[str] = set()
    known = {command: documents(command) for command in COMMANDS}
    used: set[tuple[str, int]] = set()
    for said in told:
        shapes = [shape("error")] if said.found and failed(said) else known[said.command]
        for value in said.found:
            at = _nearest(shapes, value)
            try:
                compare(shapes[at], value, seen)
            except AssertionError as wrong:
                raise AssertionError(f"{said.command} {said.typed}: {wrong}") from wrong
            if not failed(said):
                used.add((said.command, at))
    assert used == {(command, at) for command, shapes in known.items() for at in range(len(shapes))}
    assert {one for fields in _all_tables() for one in _declared(fields)} - seen == set()


def _nearest(shapes: Sequence[Fields], value: Mapping[str, Any]) -> int:
    """Which of the tables is meant: the one that differs least."""
    return min(
        range(len(shapes)), key=lambda at: len(set(value) ^ {n for n, f in shapes[at].items() if not f.optional})
    )


def _all_tables() -> Iterator[Fields]:
    """Every table but that of errors: not every error is made here, and what they carry is compared with the code."""
    for section in SECTIONS_OF_PAGE.values():
        if section.slug != "error":
            yield from tables(section)


def _declared(fields: Fields) -> Iterator[str]:
    for known in fields.values():
        if not known.declared.startswith("error "):
            yield known.declared
            yield from _declared(known.parts)


def test_nothing_hides_behind_another_field_of_its_name() -> None:
    """`show` and `replay` put the view of a game beside what they say themselves."""
    assert shape("view").keys() & {*shape("standing"), "rows"} == set()
    assert shape("row").keys() & {"match", "rules"} == set(), "herald explain"


def test_every_family_of_errors_is_the_same_for_programs(told: list[Said]) -> None:
    found = {str(said.found[0]["error"]): said.code for said in told if said.found and failed(said)}
    found |= {
        one["fault"]["error"]: said.code for said in told for one in said.found if "rule_ids" in one and one["fault"]
    }
    apart = {"hidden", "interrupted"}  # for programmers; no command that ends by itself is interrupted
    assert found == {family: code for family, code in CODES.items() if family not in apart}


def differing(one: Any, other: Any, name: str = "") -> Iterator[str]:
    """The names of the fields whose values are not the same."""
    if isinstance(one, _DICT) and isinstance(other, _DICT):
        assert one.keys() == other.keys()
        for key, item in one.items():
            yield from differing(item, other[key], key)
    elif isinstance(one, _LIST) and isinstance(other, _LIST):
        for first, second in zip(one, other, strict=True):
            yield from differing(first, second, name)
    elif one != other:
        yield name


def test_only_texts_are_in_the_language_of_the_reader(told: list[Said]) -> None:
    (sentence,) = re.findall(r"language stand only in (.+?);", SECTIONS_OF_PAGE["json"].text, re.DOTALL)
    found = {name for said in told if said.french is not None for name in differing(said.found, said.french)}
    assert found == set(re.findall(r"`(\w+)`", sentence))
