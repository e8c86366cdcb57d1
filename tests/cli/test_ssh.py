"""What somebody may do who comes in over ssh: all that a player does, and nothing else, whatever they type."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import click
import msgspec
import pytest

from cli.app.base import SHARED
from cli.app.guests import FORMS, INBOX, OPEN, WRITES, refuse_closed, words_of
from cli.main import herald
from core.kernel.errors import NotAllowed, Usage
from tests.cli.conftest import Herald, Said
from tests.contract.typed import every_command
from tests.support.patience import PATIENCE

Guest = Callable[..., Said]


@pytest.fixture
def guest(home: Path) -> Guest:
    """`guest("Ana", "move 'monarch 1'")`: as sshd runs what stands in the line of a key."""
    env: Mapping[str, str] = {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "HOME": str(home),
        "XDG_DATA_HOME": str(home / "data"),
        "HERALD_DB": str(home / "matches.db"),
        "HERALD_LANG": "en",
        "LC_ALL": "C.UTF-8",
        "SHELL": "/bin/sh",
    }

    def typed(name: str, line: str | None = None, *, more: str = "", data: bytes = b"", **settings: str) -> Said:
        came = {} if line is None else {"SSH_ORIGINAL_COMMAND": line}
        done = subprocess.run(
            ["/bin/sh", "-c", f"herald ssh --as '{name}'{more}"],
            env={**env, **came, **settings},
            cwd=home,
            input=data,
            capture_output=True,
            check=False,
            timeout=PATIENCE,
        )
        return Said(done.returncode, done.stdout.decode(), done.stderr.decode())

    return typed


def test_two_people_play_from_two_homes(guest: Guest, home: Path) -> None:
    begun = guest("Ana", "herald new medieval Ana Bo --practice fair --json")
    match = msgspec.json.decode(begun.out)["match"]
    assert guest("Ana", "move monarch 1").code == 0, "the shell of the guest has parted the words"
    assert guest("Bo", f"move {match} 'monarch 1'").code == 3, "it is Ana's"
    assert guest("Bo", f"move {match} 'monarch 2 # for the raven; not a command'").code == 0
    said = guest("Ana", "--json show")
    assert said.code == 4, "nothing stands before the name of a command"
    assert msgspec.json.decode(guest("Ana", "show --json").out)["reader"] == "Ana"
    waits = guest("Bo")
    assert match in waits.out, "without a command it is the inbox"
    assert guest("Bo", "inbox --lang fr").out != waits.out
    assert (home / "data" / "herald" / "people" / "Ana" / "person.json").stat().st_mode & 0o777 == 0o600
    assert guest("Bo", "undo").code == 0, "each has a match last used of their own"


def test_who_does_not_sit_there_acts_for_nobody(guest: Guest) -> None:
    """Also not for somebody whose name begins like theirs, where the seats are open."""
    guest("Joanna", "new medieval Joanna Bo --practice fair")
    for name in ("Jo", "Cy"):
        for line in ("move @ 'monarch 1'", "undo", "give-up"):
            said = guest(name, line.replace("@", match_of(guest)) if "@" in line else f"{line} {match_of(guest)}")
            assert said.code == 2, (name, line, said)
        looked = guest(name, f"show {match_of(guest)} --json")
        assert msgspec.json.decode(looked.out)["reader"] is None, "as everybody may know it"
    assert guest("JOANNA", "move 'monarch 1'").code == 2, "nobody has used a match yet who has just come"
    assert guest("JOANNA", f"move {match_of(guest)} 'monarch 1'").code == 0


def match_of(guest: Guest) -> str:
    return str(msgspec.json.decode(guest("Bo", "list --json").out)[0]["match"])


ATTACKS = (
    "show --db other.db",
    "--db other.db show",
    "show --as Bo",
    "show --key-file secret.txt",
    "show --log-file out.txt",
    "show -v",
    "show --html out.html",
    "show secret.jsonl",
    "show ./secret",
    "show secret",
    "moves ./secret.jsonl x",
    "why secret.jsonl x",
    "replay secret.jsonl",
    "replay --page",
    "log secret.jsonl@3",
    "verify secret.jsonl",
    "verify --all",
    "fork secret.jsonl",
    "export -o out.jsonl",
    "export -oout.jsonl",
    "export --output=out.jsonl",
    "export --page out.html",
    "export --draws out.jsonl",
    "export --view Bo",
    "import secret.jsonl",
    "scenario run secret.toml",
    "new medieval Ana Bo --edition secret.toml",
    "join --nonce-file secret.txt",
    "key",
    "key -o out.txt",
    "undo --arbiter --reason mine",
    "redo --arbiter --reason mine",
    "give-up --arbiter --reason mine",
    "db backup out.db",
    "db stats",
    "simulate medieval",
    "demo",
    "ssh --as Bo",
    "sh -c id",
    "scp -t out.txt",
    "internal-sftp",
    "; id",
    "show; touch out.txt",
    "show `touch out.txt`",
    "show $(touch out.txt)",
    "show | tee out.txt",
    "show > out.txt",
    "show\ntouch out.txt",
    "show '",
    "\N{SNOWMAN}",
    "'' show",
)


@pytest.mark.parametrize("line", ATTACKS)
def test_nothing_else_is_done(line: str, guest: Guest, home: Path) -> None:
    """No file is read or written that a guest names, no other seat and no other database is theirs, no shell runs."""
    for name in ("secret", "secret.jsonl", "secret.txt", "secret.toml"):
        (home / name).write_text("the secret of the host")
    before = sorted(path.name for path in home.iterdir())
    said = guest("Ana", line)
    assert said.code in {1, 2, 4}, said
    assert "the secret of the host" not in said.out + said.err
    assert "no such file" not in said.err.casefold(), "nor is it told what there is"
    assert {path.name for path in home.iterdir()} <= {*before, "data", ".cache"}


def test_a_file_comes_on_standard_input(guest: Guest) -> None:
    guest("Ana", "new medieval Ana Bo --practice fair")
    sent = guest("Ana", "export --page -")
    assert sent.out.startswith("<!doctype html>")
    copy = guest("Ana", "export -o -")
    assert guest("Bo", "verify -", data=copy.out.encode()).code == 0
    assert guest("Ana", "move -", data=b"monarch 1\n").code == 0


def test_what_the_host_sets_stays_so(guest: Guest, home: Path) -> None:
    """What could name another program, or be somebody else, does not reach the command."""
    guest("Ana", "new medieval Ana Bo --practice fair")
    said = guest(
        "Ana", f"show {match_of(guest)} --json", HERALD_SEAT="Bo", PAGER="touch out.txt", BROWSER="touch out.txt"
    )
    assert msgspec.json.decode(said.out)["reader"] == "Ana", "--as is the host's word"
    assert not (home / "out.txt").exists()
    own = guest("Ana", "list --json", HERALD_HOME=str(home / "of-ana"))
    assert own.code == 0
    assert (home / "of-ana" / "people" / "Ana").is_dir()


def test_a_key_of_the_seat_lies_with_the_host(guest: Guest, home: Path) -> None:
    keys = msgspec.json.decode(guest("Bo", "new medieval Ana Bo --practice fair --keys --json").out)["keys"]
    match = match_of(guest)
    (home / "ana.key").write_text(keys["Ana"])
    assert guest("Ana", f"show {match}").code == 4
    assert guest("Ana", f"show {match}", more=" --key-file ana.key").code == 0


def test_a_guest_keeps_a_key_in_a_ring_of_their_own(guest: Guest) -> None:
    keys = msgspec.json.decode(guest("Bo", "new medieval Ana Bo --practice fair --keys --json").out)["keys"]
    match = match_of(guest)
    assert guest("Bo", f"show {match}").code == 0, "who starts a match has their own"
    kept = guest("Ana", f"key keep {match}", data=keys["Ana"].encode())
    assert kept.out == f"Kept: the key of Ana in {match}.\n", kept
    assert guest("Ana", f"show {match}").code == 0
    assert "Bo" not in guest("Ana", "key list").out
    for closed in ("key list --show", "key copy", "key replace", "key keep --key-file secret.txt"):
        assert guest("Ana", closed).code == 4
    assert guest("Ana", f"key forget {match}").code == 0
    assert guest("Ana", f"show {match}").code == 4


def test_the_line_of_a_key_names_a_seat(home: Path) -> None:
    done = subprocess.run(
        [Path(sys.executable).with_name("herald"), "ssh"],
        env={"HOME": str(home), "HERALD_LANG": "en", "SSH_ORIGINAL_COMMAND": "list"},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, b"authorized_keys" in done.stderr) == (2, True)


def test_a_process_is_a_guest_no_longer_than_the_command(
    run: Herald, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("new", "medieval", "Ana", "Bo", "--practice", "fair")
    monkeypatch.setenv("SSH_ORIGINAL_COMMAND", "show no.jsonl")
    before = dict(os.environ)
    assert "who comes in over ssh sends it" in run("ssh", "--as", "Ana").err
    assert dict(os.environ) == before
    assert run("show", str(home / "no.jsonl"), "--json").error["why"] != "no_files_for_guests"


# --- the lists --------------------------------------------------------------------------------------------------------


def test_every_list_names_what_there_is() -> None:
    there = {name: {param.name for param in command.params} for name, command in every_command()}
    for name, params in OPEN.items():
        assert params <= there[name] - {*SHARED}, name
    assert {*FORMS} <= {*SHARED}
    assert all(param in OPEN[name] for name, param in WRITES)


def test_every_option_with_a_file_is_closed_or_gives_it_back() -> None:
    """By what it says of itself: a file, a folder, an address."""
    files = {
        (name, param.name)
        for name, command in every_command()
        for param in command.params
        if "FILE" in str(param.metavar) or isinstance(param.type, click.Path | click.File)
    }
    assert {*WRITES} <= files, "they are known by what they say of themselves"
    assert [
        (name, param) for name, param in files - {*WRITES} if param not in SHARED and param in OPEN.get(name, ())
    ] == []


@pytest.mark.parametrize("line", ["herald list", "list --running", "'show' \"@\"", "scenario help medieval"])
def test_what_a_player_types_is_open(line: str) -> None:
    words = words_of(line)
    refuse_closed(herald, words)
    assert words[0] in {name.partition(" ")[0] for name in OPEN}


def test_a_line_is_parted_and_not_run() -> None:
    assert words_of("") == words_of("herald") == INBOX
    assert words_of("move 'a; b' \\# c") == ("move", "a; b", "#", "c")
    with pytest.raises(Usage, match="line_unclosed"):
        words_of("move 'a")
    for words in (("herald",), ("ssh",), ("",), ("db",), ("scenario", "run")):
        with pytest.raises(NotAllowed, match="not_for_guests"):
            refuse_closed(herald, words)
