"""The recipe of docs/hosting.md with a real sshd on this machine, where there is one (`make sshd` installs it)."""

import getpass
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from tests.cli.conftest import Said
from tests.support.patience import PATIENCE
from tests.support.ports import kept_port

SSHD = shutil.which("sshd", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(SSHD is None or shutil.which("ssh") is None, reason="there is no sshd here (make sshd)"),
]

Over = Callable[..., Said]


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with kept_port() as port:
        yield port


@pytest.fixture(scope="module")
def over_ssh(tmp_path_factory: pytest.TempPathFactory, port: int) -> Iterator[Over]:
    """`over_ssh("ana", "move @ 'monarch 1'")`: with the key of a player, into the one account that there is."""
    home = tmp_path_factory.mktemp("sshd")
    for name in ("host", "ana", "bo"):
        keygen = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(home / name)]
        subprocess.run(keygen, check=True, timeout=PATIENCE)
    herald = Path(sys.executable).with_name("herald")
    fixed = f"HERALD_DB={home / 'matches.db'} XDG_DATA_HOME={home / 'data'} HERALD_LANG=en"
    lines = [
        f'command="env {fixed} {herald} ssh --as {seat}",restrict,pty {(home / f"{name}.pub").read_text()}'
        for name, seat in (("ana", "Ana"), ("bo", "Bo"))
    ]
    (home / "authorized_keys").write_text("".join(lines))
    (home / "sshd_config").write_text(
        f"""
        Port {port}
        ListenAddress 127.0.0.1
        HostKey {home / "host"}
        PidFile none
        AuthorizedKeysFile {home / "authorized_keys"}
        StrictModes no
        UsePAM no
        PasswordAuthentication no
        KbdInteractiveAuthentication no
        PermitRootLogin forced-commands-only
        AcceptEnv LANG LC_* HERALD_* PAGER
        Subsystem sftp internal-sftp
        """
    )
    if os.geteuid() == 0:
        Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)
    with (
        (home / "sshd.log").open("w") as told,
        subprocess.Popen([str(SSHD), "-D", "-e", "-f", str(home / "sshd_config")], stderr=told) as server,
    ):
        try:
            _wait(port, server, home / "sshd.log")
            yield _logged_in(home, port)
        finally:
            server.terminate()


def _wait(port: int, server: subprocess.Popen[bytes], told: Path) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if server.poll() is not None:
            pytest.skip(f"sshd does not run here: {told.read_text()[-300:]}")
        with socket.socket() as caller:
            if caller.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError(told.read_text())


def _logged_in(home: Path, port: int) -> Over:
    def typed(name: str, *line: str, options: tuple[str, ...] = (), data: bytes = b"", **env: str) -> Said:
        known = ("-o", "StrictHostKeyChecking=no", "-o", f"UserKnownHostsFile={home / 'known'}", "-o", "LogLevel=ERROR")
        who = ("-i", str(home / name), "-o", "IdentitiesOnly=yes", "-o", "IdentityAgent=none", "-F", "none")
        where = ("-p", str(port), f"{getpass.getuser()}@127.0.0.1")
        done = subprocess.run(
            ["ssh", *known, *who, *options, *where, *line],
            env={**os.environ, **env},
            input=data,
            capture_output=True,
            check=False,
            timeout=PATIENCE,
        )
        return Said(done.returncode, done.stdout.decode(), done.stderr.decode())

    return typed


def test_two_people_play_through_one_account(over_ssh: Over) -> None:
    begun = over_ssh("ana", "new medieval Ana Bo --practice fair --json")
    assert begun.code == 0, begun.err
    match = str(msgspec.json.decode(begun.out)["match"])
    assert over_ssh("ana", "move", "monarch", "1").code == 0
    assert over_ssh("bo", f"move {match} 'monarch 2 # it is mine; true'").code == 0
    for name, seat in (("ana", "Ana"), ("bo", "Bo")):
        assert msgspec.json.decode(over_ssh(name, f"show {match} --json").out)["reader"] == seat
    assert match in over_ssh("bo").out, "the inbox"


def test_a_terminal_is_there_for_who_wants_to_play(over_ssh: Over) -> None:
    match = str(msgspec.json.decode(over_ssh("ana", "new medieval Ana Bo --practice fair --json").out)["match"])
    played = over_ssh("ana", f"play {match}", options=("-tt",), data=b"quit\n", TERM="xterm")
    assert "Ana>" in played.out, played


CLOSED = ("id", "sh -c id", "show; id", "show `id`", "list --db /etc/passwd", "show --as Bo", "show /etc/passwd")


@pytest.mark.parametrize("line", CLOSED)
def test_a_key_opens_nothing_else(over_ssh: Over, line: str) -> None:
    said = over_ssh("ana", line)
    assert said.code in {1, 2, 4}
    assert "uid=" not in said.out + said.err
    assert "root:" not in said.out + said.err


def test_nothing_else_of_ssh_is_open(over_ssh: Over) -> None:
    """No tunnel, no files, and no variable of the guest decides anything, even where sshd lets it in."""
    tunnel = over_ssh("ana", "list", options=("-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:9"))
    assert tunnel.code == 255
    assert over_ssh("ana", "-s", "sftp").code != 0
    other = {"HERALD_SEAT": "Bo", "HERALD_GUEST": "", "PAGER": "id"}
    sent = tuple(word for name in other for word in ("-o", f"SendEnv={name}"))
    said = over_ssh("ana", "inbox", options=sent, **other)
    assert "Bo" not in said.err.partition("waits")[2]
    assert "uid=" not in said.out
