"""`herald serve`: the matches of a database for those who are elsewhere, over HTTP."""

from contextlib import suppress
from typing import Final

import click

from cli.app import base
from core.kernel.errors import Usage

LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})
HOST: Final = "127.0.0.1"
PORT: Final = 8437


@base.command("serve")
@base.option("--host", metavar="HOST", default=HOST)
@base.option("--port", metavar="PORT", type=click.IntRange(0, 65535), default=PORT)
@base.option("--unix", metavar="FILE", default=None)
@base.option("--behind-proxy", is_flag=True)
@base.option("--threads", metavar="N", type=click.IntRange(1, 64), default=4)
@base.option("--open", "is_open", is_flag=True)
def command(
    here: base.Terminal, host: str, port: int, unix: str | None, behind_proxy: bool, threads: int, is_open: bool
) -> None:
    """Until it is told to stop."""
    if unix is not None and (host, port) != (HOST, PORT):
        raise Usage("unix_alone")
    if host not in LOOPBACK and not behind_proxy:
        raise Usage("serve_in_the_clear", word=host)
    try:
        from cli.service.running import server_of
    except ModuleNotFoundError as missing:
        raise Usage("serve_not_installed", detail=missing.name) from missing
    from cli.service.app import Service
    from cli.service.office import Office

    here.creates = True
    place = here.own_file()
    assert here.desk is not None  # the database is made, or refused, before anybody is let in
    service = Service(Office(place, threads, is_open=is_open))
    proxied = behind_proxy or unix is not None
    server, sockets = server_of(service, host, port, proxied=proxied, ready=lambda url: _ready(here, url), unix=unix)
    with suppress(KeyboardInterrupt):
        server.run(sockets)
    here.note(here.say("stopped"))


def _ready(here: base.Terminal, url: str) -> None:
    if here.is_json:
        here.json_line({"url": url})
    else:
        here.out(here.say("listening", url=url))
