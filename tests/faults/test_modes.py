"""Who may read what this program writes, whatever the umask; names that nobody can guess, and what a kill leaves."""

import os
import signal
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from sqlite3 import connect

import pytest

from store.files import beside
from tests.faults.people import Club, rights
from tests.support.places import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="rights of POSIX")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("umask", ["000", "022", "077"])
def test_files_with_secrets_are_their_owners_alone(club: Club, umask: str) -> None:
    """Also while they are open, and from the first byte: the folder is watched in the middle of a move."""
    ours = str(club.folder / "made" / "deeper")
    club.environ |= {"XDG_DATA_HOME": ours, "XDG_CACHE_HOME": str(club.folder / "caches" / "deeper")}
    del club.environ["HERALD_DB"]
    lines = (
        "herald new medieval Ana Bo --keys --nonces --json > keys.json",
        'export HERALD_KEY=$(grep -o \'"Ana": "[0-9a-f]*"\' keys.json | cut -d \'"\' -f 4)',
        "herald join --as Ana",
        "herald key --as Ana -o ana.key",
        "herald export --as Ana --key-file ana.key -o ana.jsonl",
        "herald export -o public.jsonl",
        "herald dispute @1 -o asked.jsonl --page asked.html",
        "herald dispute @1 --as Ana --key-file ana.key -o mine.jsonl",
        "herald db backup copy.db",
        "herald list --log-file herald.log",
    )
    said = club.shell(f"cd {club.folder}; umask {umask}; set -e; {'; '.join(lines)}")
    assert said.code == 0, said.err
    data, person = Path(ours) / "herald", Path(club.environ["HERALD_HOME"])
    (nonce,) = (person / "nonces").iterdir()
    made = (
        Path(ours).parent,
        Path(ours),
        data,
        person,
        person / "nonces",
        club.folder / "caches" / "deeper" / "herald",
    )
    for folder in made:
        assert mode(folder) == 0o700, folder
    secrets = [
        nonce,
        person / "keys.json",
        person / "person.json",
        data / "herald.db",
        *(club.folder / name for name in ("ana.key", "ana.jsonl", "mine.jsonl", "copy.db")),
    ]
    for file in (*secrets, club.folder / "herald.log"):
        assert mode(file) == 0o600, file
    for name in ("public.jsonl", "asked.jsonl", "asked.html"):
        assert mode(club.folder / name) == 0o666 & ~int(umask, 8), name
    with closing(connect(data / "herald.db")) as open_elsewhere:
        open_elsewhere.execute("BEGIN IMMEDIATE")
        beside_it = [Path(f"{data / 'herald.db'}{end}") for end in ("-wal", "-shm")]
        assert [mode(file) for file in beside_it] == [0o600, 0o600]


@pytest.mark.usefixtures("match")
def test_what_somebody_opened_to_others_stays_so(club: Club) -> None:
    """What this program did not make, or somebody changed since, keeps its rights; a secret never takes over more."""
    club.db.chmod(0o644)
    club.folder.chmod(0o755)
    assert club.types("move", "monarch 2", "--as", "Bo").code == 0
    assert (mode(club.db), mode(club.folder)) == (0o644, 0o755)
    file = club.folder / "match.jsonl"
    for before, options, after in ((0o640, (), 0o640), (0o644, ("--as", "Ana"), 0o600), (0o600, (), 0o600)):
        file.touch()
        file.chmod(before)
        assert club.types("export", "-o", str(file), "--force", *options).code == 0
        assert mode(file) == after


def test_a_database_that_a_link_leads_to_is_made_for_its_owner_alone(club: Club) -> None:
    club.db.symlink_to(club.folder / "elsewhere.db")
    assert club.shell("umask 0; herald new medieval Ana Bo").code == 0
    assert mode(club.folder / "elsewhere.db") == 0o600


def test_a_key_follows_no_link(club: Club) -> None:
    """Somebody who may write into the folder would choose where it lies, and who reads it."""
    keys = club.types("new", "medieval", "Ana", "Bo", "--keys", "--json").json["keys"]
    club.environ["HERALD_KEY"] = keys["Ana"]
    file = club.folder / "ana.key"
    file.symlink_to(club.folder / "planted")
    said = club.types("key", "--as", "Ana", "-o", str(file), "--json")
    assert (said.code, said.error["why"]) == (2, "file_exists")
    assert not (club.folder / "planted").exists()
    assert club.row() == 1


# --- what is left over ------------------------------------------------------------------------------------------------

WRITER = """
import os, signal, sys
from pathlib import Path
from store.files import beside
with beside(Path(sys.argv[1]) / "target", secret=True) as part:
    for end in ("-journal", "-wal"):
        Path(f"{part.path}{end}").touch()
    print(part.path.name, flush=True)
    sys.stdin.readline()
"""


def writer(folder: Path) -> "tuple[subprocess.Popen[str], str]":
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(folder)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    return process, process.stdout.readline().strip()


def names(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


def test_what_a_killed_program_left_goes_and_what_is_in_use_stays(tmp_path: Path) -> None:
    living, used = writer(tmp_path)
    killed, left = writer(tmp_path)
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    others = {".herald-1234", ".herald-0123456789abcdef.parts", ".herald-mine.part"}
    for name in others:
        (tmp_path / name).touch()
    assert left in names(tmp_path)
    with beside(tmp_path / "mine", secret=True) as part:
        part.file.write(b"here")
    assert names(tmp_path) == {"mine", used, f"{used}-journal", f"{used}-wal", *others}
    living.communicate("\n")
    assert living.returncode == 0
    assert names(tmp_path) == {"mine", "target", *others}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes files of others")
def test_what_somebody_else_left_is_theirs(tmp_path: Path) -> None:
    theirs = tmp_path / ".herald-0123456789abcdef.part"
    theirs.touch()
    os.chown(theirs, 65534, 65534)
    with beside(tmp_path / "mine", secret=True):
        pass
    assert names(tmp_path) == {"mine", theirs.name}


def test_a_link_that_was_planted_is_not_followed(tmp_path: Path) -> None:
    dear = tmp_path / "dear"
    dear.write_text("dear", encoding="utf-8")
    planted = tmp_path / ".herald-0123456789abcdef.part"
    planted.symlink_to(dear)
    with beside(tmp_path / "mine", secret=True):
        pass
    assert dear.read_text(encoding="utf-8") == "dear"
    assert planted.is_symlink(), "it is not ours"


def test_a_part_that_somebody_replaced_does_not_get_the_name(tmp_path: Path) -> None:
    def replaced() -> None:
        with beside(tmp_path / "mine", secret=True) as part:
            part.path.unlink()
            part.path.symlink_to(tmp_path / "elsewhere")

    with pytest.raises(OSError, match="tale"):
        replaced()
    assert not (tmp_path / "mine").exists()


def test_a_copy_from_a_shelf_that_a_kill_left_goes(club: Club, match: str) -> None:
    """It has all secrets of the store, and lies among the temporary files of everybody."""
    apart = club.folder / "tmp"
    apart.mkdir()
    club.environ["TMPDIR"] = str(apart)
    left, others = apart / "herald-shelf-0123456789abcdef", apart / "herald-shelf-mine"
    for folder in (left, others):
        folder.mkdir(mode=0o700)
        (folder / "copy.db").touch()
    shelf = club.folder / "shelf"
    shelf.mkdir()
    club.db.rename(shelf / "matches.db")
    club.environ["HERALD_DB"] = str(shelf / "matches.db")
    with rights(0o555, shelf):
        assert club.types("show", match, plain=True).code == 0
    assert names(apart) == {others.name}
