"""A person at the terminal: their own folders, their own language, nothing else of this machine."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from shutil import copyfile

import msgspec
import pytest
from click.testing import CliRunner

from cli.language import preferences
from cli.main import herald
from cli.person.keyring import Key, Keyring
from cli.person.keytexts import read_link
from core.games import game_named
from core.kernel.rules.chance import stream
from core.kernel.setup import resources
from store.matches import Matches
from store.sqlite.adapter import open_store
from tests.replays.tables import Clock, begin, entropy_of, go_on


class Said(msgspec.Struct, frozen=True):
    """What a command said, and how it ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, object]:
        """The one document on stdout."""
        return msgspec.json.decode(self.out, type=dict[str, object])

    @property
    def error(self) -> dict[str, object]:
        """The one document on stderr."""
        return msgspec.json.decode(self.err, type=dict[str, object])

    @property
    def problem(self) -> str:
        """What stderr says is wrong; behind a usage error a line leads to the help of the command."""
        text, hint, _ = self.err.rstrip("\n").rpartition("\n")
        return text if hint and self.code == 2 else self.err.rstrip("\n")


Herald = Callable[..., Said]


def listed(value: object) -> list[dict[str, object]]:
    """A list of documents, as its type."""
    return msgspec.convert(value, list[dict[str, object]])


@pytest.fixture(autouse=True)
def _the_chance_of_this_run(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What falls in this process follows from the seed that pytest prints, and falls again with it."""
    seed: object = request.config.getoption("randomly_seed", default="")
    monkeypatch.setattr("os.urandom", entropy_of(f"{seed} {request.node.nodeid}"))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of nobody, in English, without colours."""
    for name in (
        "HERALD_SEAT",
        "HERALD_KEY",
        "HERALD_DB",
        "HERALD_HOME",
        "NO_COLOR",
        "FORCE_COLOR",
        "LC_ALL",
        "LC_MESSAGES",
    ):
        monkeypatch.delenv(name, raising=False)
    settings: Mapping[str, str] = {
        "HERALD_LANG": "en",
        "LANG": "C.UTF-8",
        "HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
    }
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    preferences.begin(())  # what an earlier test asked for, such as its language, is over
    return tmp_path


@pytest.fixture
def db(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database of one's own."""
    path = home / "matches.db"
    monkeypatch.setenv("HERALD_DB", str(path))
    return path


PLAY = (
    "answers",
    "dispute",
    "explain",
    "give_up",
    "inbox",
    "lines",
    "list",
    "moves",
    "refusals",
    "replay",
    "ruling",
    "session",
    "show",
)
"""The tests of play: they hold at a file of this machine, and at a service."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    module = metafunc.definition.path.stem.removeprefix("test_")
    here_alone = any(mark.name == "here_alone" for mark in metafunc.definition.iter_markers())
    if module in PLAY and "where" in metafunc.fixturenames and not here_alone:
        metafunc.parametrize("where", ["here", "far"], indirect=True)


@pytest.fixture
def where(request: pytest.FixtureRequest) -> str:
    """Is the desk of the test a file, or a service far away?"""
    return str(getattr(request, "param", "here"))


@pytest.fixture
def run(db: Path, where: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Herald]:
    """`run("move", "@", "pass")`: a command as typed, in this process, on the database of the test."""
    assert not db.exists()

    def typed(*args: str, **env: str) -> Said:
        result = CliRunner().invoke(herald, list(args), env=env)
        return Said(result.exit_code, result.stdout, result.stderr)

    if where == "here":
        yield typed
        return
    from tests.support.serving import served

    with ExitStack() as stack:
        service: list[str] = []  # once the database is as the test wants it

        def far(*args: str, **env: str) -> Said:
            if not service:
                service.append(stack.enter_context(served(db, is_open=True)))
                monkeypatch.setenv("HERALD_DB", service[0])
            begins = args[:1] == ("new",) and "--keys" not in args
            return with_keys(typed, args, env) if begins else typed(*args, **env)

        yield far


def with_keys(run: Herald, args: tuple[str, ...], env: Mapping[str, str]) -> Said:
    """A match begins; the keys that it has at a service, everybody around the table has in one ring."""
    begun = run(*args, "--keys", **env)
    if begun.code != 0:
        return begun
    if "--json" in args:
        document = begun.json
        _keep(msgspec.convert(document["invitations"], dict[str, str]).values())
        return msgspec.structs.replace(begun, out=msgspec.json.encode({**document, "invitations": {}}).decode())
    if not begun.out.startswith("Invitations"):
        return begun
    invited, _, out = begun.out.partition("\n\n")
    _keep(line.split(": ", 1)[1] for line in invited.splitlines()[1:])
    return msgspec.structs.replace(begun, out=out)


def keys_in(document: Mapping[str, object]) -> defaultdict[str, str]:
    """The keys that were shown, alone or in invitations; those that are in the ring need not be said."""
    shown = defaultdict(str, msgspec.convert(document["keys"], dict[str, str]))
    links = msgspec.convert(document.get("invitations", {}), dict[str, str])
    return shown | {name: one.key for name, link in links.items() if (one := read_link(link))}


def _keep(links: Iterable[str]) -> None:
    for one in map(read_link, links):
        assert one is not None
        Keyring().keep([Key(one.match, one.seat, one.key, one.at)])


@pytest.fixture(autouse=True)
def _the_usual_parser() -> Iterator[None]:
    """No test leaves another reader of TOML behind, nor one that it has put in its place."""
    usual = resources.parse
    yield
    resources.parse_with(usual)


def without_ring(run: Herald, home: Path) -> Herald:
    """Nobody keeps keys: they are handed over with each command."""

    def typed(*args: str, **env: str) -> Said:
        said = run(*args, **env)
        if said.code == 0:
            (home / "data" / "herald" / "keys.json").unlink(missing_ok=True)
        return said

    return typed


def another_begins(run: Herald) -> str:
    """A match of Cy and Di, whose id has nothing in common with one that falls by chance."""

    def named(_below: object, _taken: object) -> str:
        return "tawny-fox-100"

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("store.ids.new_id", named)
        return str(run("new", "medieval", "Cy", "Di", "--json").json["match"])


def turn(run: Herald, match: str) -> str:
    """The seat that must decide, or the first of them."""
    waiting = run("show", match, "--json").json["waiting"]
    return msgspec.convert(waiting, list[str])[0]


BEGUN = (
    ("Ana", "monarch 1"),
    ("Bo", "monarch 2"),
    ("Ana", "pair gold combat"),
    ("Bo", "pair gold science"),
)
"""Who is asked for what, in a match that was practised on a day in May."""


@pytest.fixture
def match(run: Herald) -> str:
    """A match of Ana and Bo: monarchs and pairs are chosen, the leaders are to be placed."""
    started = run("new", "medieval", "Ana", "Bo", "--practice", "a day in May", "--json")
    assert started.code == 0, started.err
    name = str(started.json["match"])
    for seat, words in BEGUN:
        said = run("move", name, words, "--as", seat)
        assert said.code == 0, said.err
    return name


PLACED = {
    "Ana": "place production*3 gold G1 A2 D3*2",
    "Bo": "place production*2 religion gold G2 A2 D5 D6",
}
"""Legal placements with two players: four mayors at work, two as decoys, a general and an admiral."""


@pytest.fixture
def acting(run: Herald, match: str) -> str:
    """The same match, once everybody has placed: the first actions of the first round."""
    for seat, words in PLACED.items():
        said = run("move", match, words, "--as", seat)
        assert said.code == 0, said.err
    return match


class Club(msgspec.Struct, frozen=True):
    """What was played before: a whole match of three with undos in it, and one of two that goes on."""

    whole: str
    running: str


@pytest.fixture(scope="session")
def _played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Club]:
    path = tmp_path_factory.mktemp("club") / "matches.db"
    game = game_named("medieval")
    with open_store(path) as store:
        matches = Matches(store, Clock(), entropy_of("club"))
        whole = go_on(matches, begin(matches, game, 3), stream("whole", 1), quarrels=10)
        running = go_on(matches, begin(matches, game, 2), stream("running", 2), 30)
    return path, Club(whole.match, running.match)


@pytest.fixture
def club(run: Herald, db: Path, _played: tuple[Path, Club]) -> Club:  # noqa: ARG001 - it looks whether the file is new
    """A database in which much was played."""
    copyfile(_played[0], db)
    return _played[1]
