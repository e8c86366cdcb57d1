"""The reverse proxy of docs/hosting.md, with TLS: a real nginx in front of a service, and who comes through it."""

import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from http import HTTPStatus
from http.client import HTTPSConnection
from pathlib import Path

import pytest
from msgspec import Struct
from playwright.sync_api import Browser

from cli.service.app import BEGINNINGS
from cli.service.limits import ASKED
from tests.browser.conftest import browser as browser  # noqa: PLC0414 - a fixture
from tests.cli.conftest import Said
from tests.soak.recipes import recipe
from tests.support.patience import PATIENCE
from tests.support.ports import kept_port
from tests.support.relay import relayed
from tests.support.serving import HERALD, Process

NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(NGINX is None, reason="there is no nginx here (`make soak` installs it as root on Debian)"),
    pytest.mark.skipif(
        shutil.which("openssl") is None, reason="there is no openssl here that could make a certificate"
    ),
]
WATCHES = "watch=somebody-looks-on"
AN_HOUR = BEGINNINGS * ASKED  # that are asked for, and refused


class Proxy(Struct):
    """nginx, and what lies behind it."""

    folder: Path
    port: int
    plain: int
    server: Process

    @property
    def url(self) -> str:
        return f"https://localhost:{self.port}"

    def told(self) -> str:
        """All that nginx wrote down."""
        return "".join(file.read_text() for file in self.folder.glob("*.log"))

    def line(self) -> HTTPSConnection:
        trust = ssl.create_default_context(cafile=str(self.folder / "fullchain.pem"))
        return HTTPSConnection("localhost", self.port, timeout=PATIENCE, context=trust)

    def ask(self, method: str, path: str, body: bytes | None = None, /, **headers: str) -> tuple[int, bytes]:
        line = self.line()
        try:
            sent = {name.replace("_", "-"): text for name, text in headers.items()}
            if body is not None:
                sent.setdefault("content-type", "application/json")
            line.request(method, path, body, sent)
            answer = line.getresponse()
            return answer.status, answer.read()
        finally:
            line.close()


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    folder = tmp_path_factory.mktemp("nginx")
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    make += ["-addext", "subjectAltName=DNS:localhost", "-keyout", "privkey.pem", "-out", "fullchain.pem"]
    subprocess.run(make, cwd=folder, check=True, capture_output=True, timeout=PATIENCE)
    with kept_port() as port, kept_port() as plain, Process(folder / "matches.db", "--behind-proxy") as server:
        instead = {
            "/etc/letsencrypt/live/club.example/": f"{folder}/",
            "/var/log/nginx/": f"{folder}/",
            "    listen [::]:443 ssl http2;\n": "",
            "    listen [::]:80;\n": "",
            "listen 443": f"listen 127.0.0.1:{port}",
            "listen 80": f"listen 127.0.0.1:{plain}",
            "http://127.0.0.1:8437": server.url,
            "https://club.example": f"https://localhost:{port}",
            "club.example": "localhost",
        }
        (folder / "nginx.conf").write_text(
            f"daemon off; pid {folder}/nginx.pid; error_log {folder}/main.log;\n"
            f"events {{}} http {{ access_log {folder}/others.log; gzip on;\n{recipe('nginx', instead)} }}\n"
        )
        with subprocess.Popen([str(NGINX), "-p", str(folder), "-c", "nginx.conf"], stderr=subprocess.DEVNULL) as nginx:
            found = Proxy(folder, port, plain, server)
            try:
                _wait(found, nginx)
                yield found
            finally:
                nginx.terminate()


def _wait(proxy: Proxy, nginx: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        assert nginx.poll() is None, proxy.told()
        with socket.socket() as caller:
            if caller.connect_ex(("127.0.0.1", proxy.port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError(proxy.told())


Typed = Callable[..., Said]


@pytest.fixture
def types(proxy: Proxy, tmp_path: Path) -> Typed:
    """`types("ana", "show")`: in a home of its own, which trusts the certificate."""

    def typed(who: str, *words: str, at: str | None = None) -> Said:
        env = {name: text for name, text in os.environ.items() if not name.startswith("HERALD_")}
        env |= {"HERALD_DB": at or proxy.url, "HERALD_HOME": str(tmp_path / who), "HERALD_LANG": "en"}
        env["SSL_CERT_FILE"] = str(proxy.folder / "fullchain.pem")
        done = subprocess.run([HERALD, *words], env=env, capture_output=True, text=True, check=False, timeout=PATIENCE)
        return Said(done.returncode, done.stdout, done.stderr)

    return typed


@pytest.fixture
def match(types: Typed) -> str:
    begun = types("ana", "new", "medieval", "Ana", "Bo", "--as", "Ana", "--practice", "fair", "--json")
    assert begun.code == 0, begun.err
    return str(json.loads(begun.out)["match"])


def test_the_usual_commands_go_through_it(types: Typed, match: str) -> None:
    moved = types("ana", "move", match, "monarch 1")
    assert moved.code == 0, moved.err
    shown = json.loads(types("ana", "show", match, "--json").out)
    assert (shown["reader"], shown["row"]) == ("Ana", 2)
    refused = types("ana", "show", match, at=f"http://localhost.localdomain:{shown['row']}")
    assert refused.code == 2, "keys do not travel in the clear"


def test_news_come_through_at_once(proxy: Proxy, types: Typed, match: str) -> None:
    line = proxy.line()
    line.request("GET", f"/matches/{match}/feed?after=1", headers={"authorization": f"Bearer {_key(types, match)}"})
    answer = line.getresponse()
    assert answer.getheader("content-encoding") is None
    begun = time.monotonic()
    assert answer.readline() == b"retry: 2000\n"
    assert types("ana", "move", match, "monarch 1").code == 0
    heard = b""
    while b"id: 2\n" not in heard:
        heard += answer.readline()
    assert time.monotonic() - begun < 10, "it was kept until the next sign of life"
    line.close()


def test_a_browser_follows_through_it(proxy: Proxy, types: Typed, match: str, browser: Browser) -> None:
    with browser.new_context(ignore_https_errors=True) as context, context.new_page() as page:
        page.set_default_timeout(PATIENCE * 1000)
        complaints = list[str]()
        page.on("console", lambda message: complaints.append(message.text))
        page.goto(f"{proxy.url}/m/{match}#as=Ana&key={_key(types, match)}")
        shows = "row => document.getElementById('log')?.start === row"
        page.wait_for_function(shows, arg=1)
        assert types("ana", "move", match, "monarch 1").code == 0
        page.wait_for_function(shows, arg=2)
        assert [said for said in complaints if "404" not in said] == [], "the page itself has no key, and is not there"


def test_nothing_that_opens_anything_is_written_down(proxy: Proxy, types: Typed, match: str) -> None:
    """Neither where all goes well nor where nobody answers, or too much is sent."""
    key = _key(types, match)
    bearer = {"authorization": f"Bearer {key}"}

    def asked() -> list[int]:
        return [
            proxy.ask("GET", f"/m/{match}?{WATCHES}")[0],
            proxy.ask("GET", f"/matches/{match}/rows?{WATCHES}", None, **bearer)[0],
            proxy.ask("POST", f"/matches/{match}/acts?{WATCHES}", b" " * 2**21, **bearer)[0],
            proxy.ask("GET", f"/no/such?{WATCHES}", None, **bearer)[0],
        ]

    there = asked()
    assert there[2:] == [413, 404]
    proxy.server.ends()
    try:
        assert asked() == [502, 502, 413, 502]
    finally:
        proxy.server.start()
    told = proxy.told()
    assert f"/matches/{match}/rows" in told, "it is written down that somebody asked"
    assert WATCHES not in told
    assert key not in told


def test_who_listens_on_the_way_learns_nothing_but_sizes_and_times(proxy: Proxy, types: Typed) -> None:
    with relayed(proxy.port) as relay:
        at = f"https://localhost:{relay.port}"
        begun = types("ana", "new", "medieval", "Ana", "Bo", "--as", "Ana", "--practice", "fair", "--json", at=at)
        match = str(json.loads(begun.out)["match"])
        assert types("ana", "move", match, "monarch 1", at=at).code == 0
        heard = bytes(relay.asked + relay.answered)
        said = [_key(types, match, at), match, "monarch", "bearer"]
    assert len(heard) > 4_000, "all of it went through here"
    assert [word for word in said if word.encode() in heard.lower()] == []
    assert b"localhost" in heard, "whom somebody talks to is no secret"


def test_who_asks_is_whom_nginx_names(proxy: Proxy) -> None:
    """Who says to be somebody else each time has asked often enough after a while all the same."""
    new = b'{"game":"medieval","seats":["Ana","Bo"],"client":"x","keys":{},"match":"azure-rose-100"}'
    try:
        others = (f"192.0.{one % 2}.{one // 2}" for one in range(AN_HOUR + 1))
        said = [proxy.ask("POST", "/matches", new, x_forwarded_for=other)[0] for other in others]
        assert (said[0], said[-1]) == (HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS)
    finally:
        proxy.server.ends()
        proxy.server.start()


def test_in_the_clear_there_is_nothing_but_the_way_to_tls(proxy: Proxy, match: str) -> None:
    with socket.create_connection(("127.0.0.1", proxy.plain), timeout=PATIENCE) as line:
        line.sendall(f"GET /m/{match}?{WATCHES} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        said = b"".join(iter(lambda: line.recv(65536), b"")).decode()
    assert said.startswith("HTTP/1.1 301")
    assert f"Location: {proxy.url}/m/{match}\r\n" in said, "the token was said once in the clear, and is not said again"


def _key(types: Typed, match: str, at: str | None = None) -> str:
    """Ana's."""
    kept = types("ana", "key", "list", match, "--show", at=at)
    assert kept.code == 0, kept.err
    (key,) = re.findall(rf"^{match} +Ana +opens +(\w+)$", kept.out, re.MULTILINE)
    return str(key)
