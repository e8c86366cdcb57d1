"""Every command against the address of a service: it works, or says where it is done and how."""

from collections.abc import Iterator
from http.client import HTTPConnection, RemoteDisconnected
from pathlib import Path
from shlex import split
from socket import gaierror

import msgspec
import pytest
from click.testing import CliRunner

from cli.main import NAMES, herald
from tests.cli.conftest import Said
from tests.cli.conftest import home as home  # noqa: PLC0414 - a fixture
from tests.support.serving import served


def run(*args: str, **env: str) -> Said:
    result = CliRunner().invoke(herald, list(args), env=env)
    return Said(result.exit_code, result.stdout, result.stderr)


@pytest.fixture
def url(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A service at which Ana plays, at home alone."""
    monkeypatch.chdir(home)
    with served(home / "matches.db") as address:
        monkeypatch.setenv("HERALD_DB", address)
        yield address


@pytest.fixture
def _match(url: str) -> None:
    """One that Ana has begun there."""
    begun = run("new", "medieval", "Ana", "Bo", "--as", "Ana", "--practice", "may", "--db", url)
    assert begun.code == 0, begun.err


WORKS = (
    "games",
    "list",
    "inbox",
    "show",
    "moves",
    "why 'monarch 2'",
    "move --dry-run 'monarch 1'",
    "move 'monarch 1'",
    "undo",
    "redo",
    "log",
    "replay @",
    "explain",
    "dispute --search",
    "rules medieval MED-7",
    "cases medieval MED-R4",
    "campaign emara --as Ana",
    "export -o match.jsonl",
    "verify",
    "verify --all",
    "verify match.jsonl",
    "impact medieval auto_pass=on",
    "impact medieval auto_pass=on --archive",
    "give -o mine.jsonl",
    "fork @@1",
    "key",
    "demo",
    "scenario from",
    "scenario help medieval",
    "simulate medieval --matches 1",
    "simulate medieval --matches 1 --store own.db",
    "ruling",
    "rulings",
    "give-up",
    "new emara Ana Bo --as Ana",
    "invite",
    "watch",
    "watch --list",
    "fork @@1 --there",
)
REFUSED = {"agree 1": 3, "ruling EMA-R29=no --reason x": 3, "decline 1": 3, "join": 3, "play": 2, "accept": 2}
"""By the rules, or for want of a terminal or of a link: as at a file."""

AT_HOST = (
    "import match.jsonl",
    "db check --rows",
    "db check --mend",
    "db backup copy.db",
    "db restore-rows match.jsonl --partly",
    "db migrate",
    "db stats",
    "db rebuild",
    "serve --port 0",
    "ssh --as Ana",
)


def test_no_command_is_forgotten() -> None:
    """Who adds one says here what it does at a service."""
    assert {line.split()[0] for line in (*WORKS, *REFUSED, *AT_HOST)} == set(NAMES)


@pytest.mark.usefixtures("_match")
def test_what_is_played_works() -> None:
    for line in WORKS:
        said = run(*split(line))
        assert (line, said.code, said.err if said.code else "") == (line, 0, "")
    for line, code in REFUSED.items():
        assert (line, run(*line.split(), "--as", "Ana").code) == (line, code)


@pytest.mark.parametrize("line", AT_HOST)
def test_what_is_the_hosts_says_how_it_is_done_there(url: str, home: Path, line: str) -> None:
    said = run(*line.split())
    assert (said.code, said.out) == (2, "")
    assert f"`HERALD_DB=FILE herald {line}`" in said.err
    named = run(*line.split(), "--db", url, "--json", HERALD_DB="").error
    assert (named["why"], named["word"]) == ("only_at_host", url)
    assert named["command"] == f"HERALD_DB=FILE herald {line} --json"
    assert "Là-bas" in run(*line.split(), "--lang", "fr").err
    assert not [path for path in home.rglob("*") if not path.name.startswith("matches.db")]


def test_bots_are_not_recorded_at_a_service(url: str) -> None:
    said = run("simulate", "medieval", "--matches", "1", "--store", url)
    assert (said.code, said.out) == (2, "")
    assert "`HERALD_DB=FILE herald simulate medieval --matches 1 --store FILE`" in said.err
    assert run("demo", "--db", url).code == 2


@pytest.mark.usefixtures("_match")
def test_verify_says_of_what_it_speaks(url: str) -> None:
    for args in ((), ("--all",)):
        said = run("verify", *args)
        assert (said.code, url in said.err) == (0, True)
    assert "copies d’ici" in run("verify", "--lang", "fr").err


@pytest.mark.usefixtures("home")
def test_that_nobody_answers_is_told_in_the_reader_s_language() -> None:
    gone = run("show", "m", HERALD_DB="http://127.0.0.1:9", HERALD_LANG="fr")
    assert "Personne ne répond à http://127.0.0.1:9\u202f: connexion refusée." in gone.err


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    ("problem", "said"),
    [
        (gaierror(-2, "Name or service not known"), "aucune machine connue sous ce nom"),
        (TimeoutError("timed out"), "pas de réponse à temps"),
        (RemoteDisconnected("Remote end closed connection without response"), "connexion coupée"),
    ],
)
def test_also_what_bears_no_number(monkeypatch: pytest.MonkeyPatch, problem: OSError, said: str) -> None:
    def fails(_: HTTPConnection) -> None:
        raise problem

    monkeypatch.setattr(HTTPConnection, "connect", fails)
    assert said in run("show", "m", HERALD_DB="http://127.0.0.1:9", HERALD_LANG="fr").err


@pytest.mark.usefixtures("_match")
def test_the_inbox_of_who_is_not_asked_speaks_of_them_alone() -> None:
    assert run("move", "monarch 1").code == 0
    assert "waits for Bo" in run("list").out
    assert (run("inbox").out, run("inbox").err) == ("", "Nothing waits for you.\n")
    assert run("inbox", "--lang", "fr").err == "Rien ne vous attend.\n"


LOOKS = ("list", "list --seat Ana", "inbox", "inbox --as Ana")
"""What tells of all matches that were met."""


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("line", LOOKS)
def test_who_has_met_no_match_hears_that_nobody_answers(line: str) -> None:
    gone = run(*line.split(), HERALD_DB="http://127.0.0.1:9")
    assert (gone.code, gone.out) == (1, "")
    assert gone.err == "Nobody answers at http://127.0.0.1:9: Connection refused.\n"


@pytest.mark.parametrize("line", LOOKS)
def test_who_has_met_no_match_hears_that_something_else_answers(url: str, line: str) -> None:
    wrong = run(*line.split(), HERALD_DB=f"{url}/lobby")
    assert (wrong.code, wrong.out) == (1, "")
    assert wrong.err == f"What answers at {url}/lobby is no Herald of this version: HTTP 404.\n"
    assert run(*line.split()).code == 0


@pytest.mark.parametrize("address", ["http://[::1", "http://localhost:port", "http://", "ftp://localhost"])
@pytest.mark.usefixtures("home")
def test_what_is_no_address_is_told_as_that(address: str) -> None:
    said = run("list", HERALD_DB=address)
    assert (said.code, said.err.startswith(f"“{address}” is no address of a service")) == (2, True)


KEY = "0f3c" * 8
PASTED = (
    f"https://club.example/m/crimson-fox-123#as=Ana&key={KEY}&invited",
    f"https://club.example/herald/m/crimson-fox-123?watch={KEY}",
    f"herald://crimson-fox-123#as=Ana&key={KEY}",
    f"http://club.example/?watch={KEY}",
    f"http://club.example#{KEY}",
    "https://club.example/m/crimson-fox-123/",
)
"""Links in the place of an address."""


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("link", PASTED)
@pytest.mark.parametrize("line", ["list", "inbox", "show", "new emara Ana Bo", "db check", "key", "verify"])
def test_a_link_is_no_address_and_its_key_is_not_said_again(link: str, line: str) -> None:
    for said in (run(*line.split(), HERALD_DB=link), run(*line.split(), "--db", link, "--json")):
        assert (said.code, said.out) == (2, "")
        assert "`herald accept LINK`" in said.err
        assert KEY not in said.err
    assert "`herald accept LIEN`" in run(*line.split(), "--lang", "fr", HERALD_DB=link).err


def test_a_link_is_accepted_whatever_the_address_is(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = run("new", "medieval", "Ana", "Bo", "--as", "Ana", "--json").json
    link = msgspec.convert(begun["invitations"], dict[str, str])["Bo"]
    monkeypatch.setenv("HERALD_HOME", "bo")
    assert run("accept", link, HERALD_DB=link).code == 0
    assert "Ana, Bo" in run("list", HERALD_DB=url).out


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    "whole", ["https://club.example/m/blue-fox-123#as=Ana&key=0f3c", "herald://blue-fox-123#as=A&key=0f3c"]
)
def test_a_link_without_its_beginning_is_none_either(whole: str) -> None:
    """It was copied from the middle: what its key is, is not said again."""
    for link in (whole, whole.replace("//", ""), whole.partition("//")[2], "blue-fox-123?watch=0f3c"):
        said = run("list", "--db", link)
        assert (said.code, "0f3c" in said.err) == (2, False), link


@pytest.mark.usefixtures("home")
def test_a_path_before_a_proxy_may_be_called_like_a_page() -> None:
    for address in ("http://127.0.0.1:9/m", "http://127.0.0.1:9/m/Club", "http://127.0.0.1:9/herald"):
        assert "Nobody answers" in run("list", HERALD_DB=address).err
