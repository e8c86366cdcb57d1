"""A host that wishes ill: whatever it sends, and however slowly, home keeps nothing of it and says so in words."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import product, repeat
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from cli.language.words import LANGUAGES
from cli.main import herald
from cli.say.sentences import message
from core.games import NAMES, game_named
from core.games.medieval.rules.actions import Action, Turns
from core.kernel.errors import Damaged, HeraldError
from core.kernel.log.log import Log
from core.kernel.log.row import StoredRow
from core.kernel.rules.chance import stream
from core.kernel.setup import resources
from replays.verify.shown import check_shown
from store.acts import Act
from store.remote import call, line, looking
from store.remote.call import Unreachable
from store.remote.problems import raised
from store.remote.wire import Done, Problem, Shown
from tests.cli.conftest import Said
from tests.replays.forging import Json, chained, forged
from tests.replays.tables import begin, club, go_on, ruled_once
from tests.service.test_far import Home
from tests.support.hostile import Hostile, document, hostile

OPEN = b"HTTP/1.1 200 So\r\n"
CHUNKED = OPEN + b"transfer-encoding: chunked\r\n\r\n"
ACT = Act("Ana", key="a" * 32)


@pytest.fixture
def host() -> Iterator[Hostile]:
    with hostile() as found:
        yield found


@pytest.fixture
def home(host: Hostile, tmp_path: Path) -> Iterator[Home]:
    found = Home(host.url, tmp_path / "ana.db")
    yield found
    found.end()


@pytest.fixture
def types(host: Hostile, tmp_path: Path) -> Callable[..., Said]:
    """A command as it is typed at home."""

    def typed(*args: str, lang: str = "en") -> Said:
        with patch.dict("os.environ", {"HERALD_HOME": str(tmp_path), "HERALD_DB": host.url, "HERALD_LANG": lang}):
            result = CliRunner().invoke(herald, list(args))
        return Said(result.exit_code, result.stdout, result.stderr)

    return typed


@pytest.fixture(scope="module")
def log() -> Log:
    """A match of two with keys, in which some moves were made."""
    with club() as matches:
        return go_on(matches, begin(matches, game_named("medieval"), 2), stream("hostile"), 20)


def shown(rows: list[StoredRow] | tuple[StoredRow, ...], match: str, **other: object) -> Shown:
    told = Shown(match, len(rows), rows[-1].digest, None, full=False, after=0, rows=tuple(rows))
    return replace(told, **other)


# --- bytes ------------------------------------------------------------------------------------------------------------


ENDLESS: dict[str, Iterable[bytes]] = {
    "a body": (OPEN + b"\r\n", *repeat(b"[" * 2**16, 10_000)),
    "parts": (CHUNKED, *repeat(b"ffff\r\n" + b"[" * 0xFFFF + b"\r\n", 10_000)),
    "heads": repeat(b"HTTP/1.1 100 Continue\r\nx: " + b"y" * 60_000 + b"\r\n\r\n", 10_000),
    "a length": (OPEN + b"content-length: 999999999999999\r\n\r\n",),
    "a part": (CHUNKED + b"fffffffffffff\r\n", *repeat(b"[" * 2**16, 10_000)),
}


@pytest.mark.parametrize("what", ENDLESS)
def test_an_answer_without_end_is_left(host: Hostile, home: Home, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    monkeypatch.setattr(call, "MATCH", 2**20)
    host.sends(*ENDLESS[what])
    with pytest.raises(HeraldError, match="host_too_heavy"):
        home.desk.glance("azure-rose-777")
    assert host.sent < 2**24, "what is not read any more is not sent"


def test_pages_without_end_are_left(host: Hostile, home: Home, log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    """A row on each page, and always one more to come."""

    def pages(path: str) -> list[bytes]:
        after = int(path.rpartition("after=")[2])
        rows = (log.rows[after % log.head],)
        return document(replace(shown(log.rows, log.match), after=after, head=after + 2, rows=rows))

    host.says = pages
    monkeypatch.setattr(looking, "WHOLE", 0.3)
    with pytest.raises(Unreachable):
        home.desk.glance(log.match)
    monkeypatch.setattr(looking, "WHOLE", 60.0)
    monkeypatch.setattr(looking, "MATCH", 2**16)
    with pytest.raises(HeraldError, match="host_too_heavy"):
        home.desk.glance(log.match)
    monkeypatch.undo()
    host.answers(replace(shown(log.rows, log.match), head=10**30))
    with pytest.raises(HeraldError, match="host_too_heavy"):
        home.desk.glance(log.match)


SLOW: dict[str, tuple[bytes, bytes]] = {
    "status": (b"", b"HTTP/1.1 200 Sooooooooooo"),
    "head": (OPEN, b"x: yyyyyyyyyyyyyyyyyyyyyyyyyy"),
    "body": (OPEN + b"content-length: 1000\r\n\r\n", b"[[[[[[[[[[[[[[[[[[[[[[[[["),
    "size of a part": (CHUNKED, b"0000000000000000000000000"),
}


@pytest.mark.parametrize("what", SLOW)
def test_a_byte_now_and_then_is_no_answer(
    host: Hostile, home: Home, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    first, rest = SLOW[what]

    def drips(_: str) -> Iterator[bytes]:
        yield first
        for one in rest * 10:
            time.sleep(0.05)
            yield bytes([one])

    monkeypatch.setattr(line, "PATIENCE", 0.3)
    host.says = drips
    begun = time.monotonic()
    with pytest.raises(Unreachable):
        home.desk.glance("azure-rose-777")
    assert time.monotonic() - begun < 5


NONSENSE = (b"", b"17", b"[]", b"null", b"<html>no</html>", b"[" * 10**5, b'{"match":' * 10**5, b'"\xff"', b"9" * 5000)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("status", [200, 204, 302, 400, 422, 500])
def test_what_is_no_document_is_told(host: Hostile, types: Callable[..., Said], status: int, lang: str) -> None:
    for body in NONSENSE if status != 204 else (b"",):
        host.answers(body, status, "text/html")
        said = types("show", "azure-rose-777", lang=lang)
        assert (said.code, "Herald" in said.err, "`" in said.err) == (1, True, False), said.err


def test_what_speaks_no_http_is_told(
    host: Hostile, types: Callable[..., Said], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line, "PATIENCE", 0.3)
    for bare in (
        b"HTTP/9.9 what\r\n\r\n",
        b"\x16\x03\x01\x00",
        OPEN + b"content-length: -5\r\n\r\n{}",
        CHUNKED + b"-5\r\n{}",
    ):
        host.sends(bare)
        said = types("show", "azure-rose-777", "--json")
        assert said.error["why"] in {"unreachable", "host_not_understood"}, bare


# --- problems ---------------------------------------------------------------------------------------------------------

TERMS: Sequence[Any] = msgspec.json.decode(
    b'[null, 17, -1, 1180591620717411303424, 0.5, "", "\\u001b[31m", "%s", [], [[[]]], {"a": [{}]}, ["x", {}], true]'
    % (b"x" * 9000)
)
CODES = (
    "usage",
    "edition",
    "refused",
    "not_your_turn",
    "not_allowed",
    "stale",
    "damaged",
    "as_written",
    "scenario",
    "x",
)


def reasons() -> list[str]:
    """All that there is a sentence for, and some for which there is none."""
    of_all = resources.toml("core.kernel.language", "words.en.toml")["refusals"]
    own = resources.toml("cli.language", "words.en.toml")["errors"]
    return [*of_all, *own, "", "nothing of ours", "\x1b[31m"]


@pytest.mark.parametrize("code", CODES)
def test_a_problem_of_any_shape_has_a_sentence(code: str) -> None:
    names = (
        "match",
        "row",
        "seats",
        "waiting",
        "need",
        "have",
        "what",
        "why",
        "self",
        "rule",
        "known",
        "nearest",
        "detail",
    )
    for at, why in enumerate(reasons()):
        term = TERMS[at % len(TERMS)]
        terms: dict[str, Any] = dict.fromkeys(names, term) if at % 3 else {"seats": [-9, 3, "x"], "word": term}
        problem = Problem(code, why, terms, "X-1", ("a b", "\x1b"), ("c",))
        error = raised(msgspec.convert(msgspec.to_builtins(problem), Problem), "https://club.example")
        for lang in LANGUAGES:
            told = message(error, lang, None)
            assert told


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_problem_of_any_shape_is_told_at_home(host: Hostile, types: Callable[..., Said], lang: str) -> None:
    terms = ({"seats": term, "self": term, "match": term} for term in TERMS[3:12:4])
    reasons = ("not_your_turn", "stale", "no_such_thing")
    shapes = [{"error": code, "why": why, "terms": some} for code, why, some in product(CODES, reasons, [*terms])]
    for shape in shapes:
        host.answers(shape, 422)
        said = types("show", "azure-rose-777", lang=lang)
        assert said.code != 0
        assert "inside" not in said.err + said.out
        assert "interne" not in said.err + said.out
        assert "\x1b" not in said.err


# --- rows -------------------------------------------------------------------------------------------------------------


def about(**fields: object) -> Callable[[Json], object]:
    return lambda body: body.update(fields)


def deep(body: Json, *path: Any, value: object) -> None:
    for step in path[:-1]:
        body = body[step]
    body[path[-1]] = value


FIRST: dict[str, Callable[[Json], object]] = {
    "a seat that is a number": lambda body: deep(body, "about", "seats", value=["Ana", 2]),
    "nobody": lambda body: deep(body, "about", "seats", value=[]),
    "one name twice": lambda body: deep(body, "about", "seats", value=["Ana", "ana"]),
    "a name that paints": lambda body: deep(body, "about", "seats", value=["Ana", "\x1b[31m"]),
    "a hundred seats": lambda body: deep(body, "about", "seats", value=[f"A{n}" for n in range(100)]),
    "another game": lambda body: deep(body, "about", "game", value="chess"),
    "a ruling of nobody": lambda body: deep(body, "about", "rulings", value={"x": "y"}),
    "an edition of nobody": lambda body: deep(
        body, "about", "edition", value={"name": "x", "digest": "y", "text": "z = 1"}
    ),
    "keys that are none": lambda body: deep(body, "about", "keys", value={"Ana": "x", "arbiter": "y"}),
    "another match": about(match="green-fox-123"),
    "no start": about(about=None),
}

LATER: dict[str, Callable[[Json], object]] = {
    "a seat that does not sit there": about(seat=7),
    "a seat below": about(seat=-1),
    "a seat beyond all": about(seat=10**30),
    "a move of nobody": lambda body: body.pop("seat"),
    "a time before": about(at=-1),
    "a time after": about(at=253_402_300_800),
    "a time beyond all": about(at=10**30),
    "a time that is a word": about(at="now"),
    "another number": about(seq=40),
    "a parent ahead": about(parent=90),
    "a parent before": about(parent=1),
    "a format to come": about(v=9),
    "no kind": about(kind="jump"),
    "a kind that says nothing": about(kind="undo"),
    "a long text": about(text="x" * 1001),
    "a long actor": about(actor="x" * 101),
    "more kept than there is": about(keep=10**6),
    "less kept than nothing": about(keep=-1),
    "facts of another type": about(facts=17),
    "a fact of nobody": about(facts=[{"type": "x"}]),
    "steps of nobody": about(then=[{"step": "x"}]),
    "chance that is a number": about(chance=[1]),
    "a move that is none": about(move={"type": "x"}),
    "a box that is not there": about(sealed_text={"box": [2, 9], "by": [0]}),
    "a request that is a list": about(kind="ask", about=[1]),
    "going back ahead": about(kind="undo", about={"type": "back", "to": 99, "tip": 10**20}),
}


@pytest.mark.parametrize(
    ("number", "lie"),
    [*((1, name) for name in FIRST), *((6, name) for name in LATER)],
)
def test_rows_that_no_herald_writes_are_not_kept(
    host: Hostile, home: Home, types: Callable[..., Said], log: Log, number: int, lie: str
) -> None:
    rows = forged(log.rows, number, (FIRST if number == 1 else LATER)[lie])
    host.answers(shown(chained(rows, log.match), log.match))
    with pytest.raises(HeraldError) as refused:
        home.desk.glance(log.match)
    assert message(refused.value, "en", None)
    assert home.desk.home.store.head(log.match) == 0
    said = types("show", log.match)
    assert said.code != 0
    assert "inside" not in said.err


def test_a_number_beyond_all_in_a_fact_is_not_kept(host: Hostile, home: Home, log: Log) -> None:
    places = [
        (number, at, name)
        for number, body in enumerate(log.bodies[1:], 2)
        for at, fact in enumerate(msgspec.to_builtins(body.facts, enc_hook=str))
        for name, value in fact.items()
        if type(value) is int
    ]
    assert len(places) > 20
    for number, at, name in places[:20]:

        def change(body: Json, at: int = at, name: str = name) -> None:
            deep(body, "facts", at, name, value=10**17)

        host.answers(shown(forged(log.rows, number, change), log.match))
        with pytest.raises(HeraldError):
            home.desk.glance(log.match)
    assert home.desk.home.store.head(log.match) == 0


def test_an_answer_about_something_else_is_not_kept(host: Hostile, home: Home, log: Log) -> None:
    honest = shown(log.rows, log.match)
    others: list[Json] = [
        {"after": -5}, {"after": 5}, {"head": 10**30}, {"head": -1}, {"match": "green-fox-123"}, {"mark": "x" * 10**6},
        {"digest": "0" * 64}, {"rows": ()}, {"rows": log.rows * 2},
    ]  # fmt: skip
    for other in others:
        host.answers(replace(honest, **other))
        with pytest.raises(HeraldError):
            home.desk.glance(log.match)
    assert home.desk.home.store.head(log.match) == 0
    host.answers(honest)
    home.desk.glance(log.match)
    assert home.desk.home.store.head(log.match) == log.head


def told_by_path(links: list[bytes], rows: list[bytes], path: str) -> list[bytes]:
    return links if "watchers" in path else rows


def test_acts_and_lists_that_say_nothing_are_told(
    host: Hostile, home: Home, types: Callable[..., Said], log: Log
) -> None:
    honest = shown(log.rows, log.match)
    for first, last in ((0, 1), (5, 4), (-(10**30), 3), (1, 10**30)):
        host.answers(Done(first, last, repeated=False, shown=honest))
        with pytest.raises(HeraldError, match="host_not_understood"):
            home.desk.start(log.game, ["Ana", "Bo"], match=log.match, client="x")
    host.answers(honest)
    assert types("show", log.match).code == 0
    for number, at in ((0, 5), (10**30, 5), (1, -1), (1, 10**30)):
        links = document([{"number": number, "by": "Ana", "at": at}])
        host.says = partial(told_by_path, links, document(honest))
        assert types("watch", log.match, "--list", "--as", "Ana", "--json").error["why"] == "host_not_understood"
    problem = {"problem": {"error": "x", "why": "y", "terms": {"self": 1}}}
    answers: list[list[Json]] = [[], [{}], [{}, {}], [problem]]
    for answer in answers:
        host.answers(answer)
        said = types("list")
        assert "inside" not in said.err, said.err
        assert said.code or said.err


@pytest.mark.parametrize("command", [("move", "--dry-run", "pass"), ("moves",), ("show",)])
def test_where_believed_rows_lead_the_rules_astray_they_are_named(
    host: Hostile, types: Callable[..., Said], log: Log, command: tuple[str, ...]
) -> None:
    """Each row could be one of Herald's, but the turn before was of nobody, and so is the one that comes then."""
    number = next(number for number, body in enumerate(log.bodies, 1) if [*map(type, body.then)] == [Turns, Action])
    rows = forged(log.rows[:number], number, lambda body: deep(body, "then", 0, "last", value=7))
    host.answers(shown(rows, log.match))
    (*_, action) = log.bodies[number - 1].then
    assert isinstance(action, Action)
    name = log.seats[action.seat]
    assert types("show", log.match).code == 0
    said = types(*command, "--as", name)
    assert "inside" not in said.err, said.err
    assert (said.code, f"Row {number}" in said.err) in {(6, True), (0, False)}, said.err
    assert said.code or command[0] != "move"


# --- honest hosts -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_whatever_happens_at_a_table_can_be_kept(name: str) -> None:
    with club(name) as matches:
        played = begin(matches, game_named(name), 2, seed=3)
        for turn in range(3):
            dice = stream("honest", name, turn)
            played = ruled_once(matches, go_on(matches, played, dice, 25, quarrels=20), dice)
        for seat in (None, 1):
            for head in (1, played.head // 2, played.head):
                check_shown(Log(played.game, played.redacted(seat)[:head]), head // 3)
    with pytest.raises(Damaged):
        check_shown(Log(played.game, forged(played.rows, played.head // 2, lambda body: body.update(at=-1))), 0)
