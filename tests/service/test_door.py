"""Every route goes through the door: who asks is a `Visitor`, or learns nothing of a match."""

import asyncio
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cli.service.answering import said
from cli.service.app import Service
from cli.service.endpoints import ENDPOINTS
from cli.service.office import Office
from core.kernel.rules.chance import stream
from store.remote.door import Visitor
from tests.contract.desk import keys_of
from tests.contract.doors import Moment
from tests.service.asgi import ask
from tests.service.doors import AT_NO_MATCH, REQUESTS
from tests.service.only_door import OnlyDoor, PastTheDoor
from tests.service.visits import Table
from tests.support.matches import SEATS
from tests.support.recording import Recorder
from tests.support.shelf import toy_on_the_shelf
from tests.support.toy import TOY

MATCH, KEY = "toy-match", "the key"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A match at which Ana is asked, at a service whose desks open to the door alone."""
    with toy_on_the_shelf(), pytest.MonkeyPatch.context() as patched:
        patched.setattr("cli.service.office.Served", OnlyDoor)
        match = Recorder(TOY, 2, match=MATCH, keys=keys_of(MATCH, SEATS[:2], KEY)).play(stream("door"), 4).log()
        yield Table(tmp_path, Moment(match, match.seen_by(0), 0, ("guess 2", "x")), KEY)


def visitors(table: Table, route: str, patched: pytest.MonkeyPatch) -> dict[int, list[int]]:
    """Who came in where the answer had this status."""
    honest, came = Visitor.__init__, list[str | None]()
    found: dict[int, list[int]] = {}

    def noted(self: Visitor, desk: object, match: str, key: str | None) -> None:
        came.append(key)
        honest(self, desk, match, key)  # type: ignore[arg-type]

    patched.setattr(Visitor, "__init__", noted)
    with table.served() as service:
        for one in REQUESTS[route](table.asks):
            came.clear()
            found.setdefault(asyncio.run(ask(service, one)).status, []).append(len(came))
    return found


def test_the_service_answers_its_endpoints_and_nothing_else(tmp_path: Path) -> None:
    service = Service(Office(str(tmp_path / "matches.db"), 1))
    routes = [(route.path, route.methods) for route in service.routes.routes if isinstance(route, Route)]
    assert len(routes) == len(service.routes.routes)
    answered = [(path, method) for path, methods in routes for method in sorted((methods or set()) - {"HEAD"})]
    assert sorted(answered) == sorted((one.path, one.method) for one in ENDPOINTS)


@pytest.mark.parametrize("route", [one.name for one in ENDPOINTS])
def test_whoever_is_told_something_of_a_match_came_through_the_door(
    table: Table, route: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    came = visitors(table, route, monkeypatch)
    told = came.get(HTTPStatus.OK, []) + came.get(HTTPStatus.CREATED, [])
    assert told, f"no request shows what {route} says"
    assert (0 in told) == (route in AT_NO_MATCH)


def test_a_route_past_the_door_is_found(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    async def shortcut(service: Service, _: Request) -> Response:
        return said(await service.office.ask(MATCH, lambda desk: desk.open(MATCH, 1, None).head))

    monkeypatch.setattr(Service, "openapi", shortcut)
    asking = REQUESTS["openapi"](table.asks)[0]
    with table.served() as service, pytest.raises(PastTheDoor, match="open"):
        asyncio.run(ask(service, asking))
