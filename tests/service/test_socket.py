"""A service at a Unix socket, for a proxy on the same machine."""

import signal
import socket
import stat
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from tests.service.test_trouble import until
from tests.support.patience import PATIENCE
from tests.support.serving import HERALD

FEED = "GET /matches/azure-rose-777/feed HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {}\r\nConnection: close\r\n\r\n"
HEALTH = "GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


@contextmanager
def serving(folder: Path, *options: str) -> Generator["subprocess.Popen[bytes]"]:
    line = [str(HERALD), "serve", "--json", "--db", str(folder / "matches.db"), *options]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


def url_of(process: "subprocess.Popen[bytes]") -> object:
    assert process.stdout is not None
    return msgspec.json.decode(process.stdout.readline())["url"]


def asked(path: Path, text: str) -> bytes:
    found = b""
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(PATIENCE)
        line.connect(str(path))
        line.sendall(text.encode())
        while part := line.recv(2**16):
            found += part
    return found


@pytest.mark.slow
def test_a_service_listens_at_a_unix_socket(tmp_path: Path) -> None:
    path = tmp_path / "herald.sock"
    with serving(tmp_path, "--unix", str(path)) as process:
        assert url_of(process) == f"unix:{path}"
        assert stat.S_IMODE(path.stat().st_mode) == 0o660
        assert b" 200 " in asked(path, HEALTH)
        assert b"unknown_match" in asked(path, FEED.format("192.0.2.1"))
        with serving(tmp_path, "--unix", str(path)) as second:
            assert second.wait(PATIENCE) == 1, "somebody listens there"
        assert b" 200 " in asked(path, HEALTH)
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)
    until(lambda: not path.exists())


@pytest.mark.slow
def test_what_a_killed_service_left_gives_way_and_other_files_stay(tmp_path: Path) -> None:
    path, other = tmp_path / "herald.sock", tmp_path / "notes.txt"
    other.write_text("mine")
    left = socket.socket(socket.AF_UNIX)
    left.bind(str(path))
    left.close()
    with serving(tmp_path, "--unix", str(path)) as process:
        assert url_of(process) == f"unix:{path}"
    with serving(tmp_path, "--unix", str(other)) as process:
        assert process.wait(PATIENCE) == 1
    assert other.read_text() == "mine"
    with serving(tmp_path, "--unix", str(path), "--port", "1") as process:
        assert process.wait(PATIENCE) == 2
