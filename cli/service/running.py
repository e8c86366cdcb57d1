"""The server under the service: where it listens, and how it ends."""

import asyncio
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from socket import AF_INET, AF_INET6, IPPROTO_TCP, SO_REUSEADDR, SOCK_STREAM, SOL_SOCKET, socket
from typing import Final

import uvicorn

from cli.service.app import Service
from cli.service.lines import Line, complain, most_lines
from core.games import prepare
from core.kernel.errors import HeraldError
from replays.files.system import cause

BACKLOG: Final = 100
"""Connections that wait to be accepted: without descriptors, the loop tries that many times each second."""

TURN: Final = 0.0005
"""Seconds that a thread keeps the interpreter while others wait for it: those who answer wait for those who work."""

PATIENCE: Final = 2
"""Seconds for what is being answered when the end comes."""


def server_of(
    service: Service, host: str, port: int, *, proxied: bool, ready: Callable[[str], None], unix: str | None = None
) -> tuple[uvicorn.Server, list[socket]]:
    """A server, and where it listens: at a port, or at a Unix socket. `proxied`: a proxy in front says who asks."""
    config = uvicorn.Config(
        service.app,
        host=host,
        port=port,
        http=_line(),
        backlog=BACKLOG,
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=proxied,
        forwarded_allow_ips=None if unix is None else "*",  # whoever can open the socket is the proxy
        timeout_graceful_shutdown=PATIENCE,
    )
    if unix is not None:
        from cli.service.doorway import unix_socket  # not every system has them

        own = unix_socket(unix)
        return _Server(config, service, lambda: ready(f"unix:{unix}")), [own]
    own = _socket(host, port)
    name = f"[{host}]" if ":" in host else host
    return _Server(config, service, lambda: ready(f"http://{name}:{own.getsockname()[1]}")), [own]


def _line() -> type[Line]:
    """Connections, as many as this process has descriptors for."""

    class Counted(Line):
        most = most_lines()

    return Counted


def _socket(host: str, port: int) -> socket:
    """Where it listens; it is there before anybody is let in."""
    own = socket(AF_INET6 if ":" in host else AF_INET, SOCK_STREAM, IPPROTO_TCP)  # said in full: else each answer waits
    try:
        own.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
        own.bind((host, port))
    except OSError as problem:
        own.close()
        raise HeraldError("cannot_listen", word=f"{host}:{port}", detail=cause(problem)) from problem
    return own


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, service: Service, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._service = service
        self._ready = ready

    async def startup(self, sockets: list[socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(complain)
        prepare()
        sys.setswitchinterval(TURN)
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        """Listeners would wait for ever, and we for them. A Unix socket goes with its service."""
        paths = [name for one in sockets or () if isinstance(name := one.getsockname(), str)]
        self._service.bells.close()
        await super().shutdown(sockets)
        for path in paths:
            with suppress(FileNotFoundError):
                os.unlink(path)
