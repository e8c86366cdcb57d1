"""Nobody can tell two matches apart at a service either: every route, with its headers, errors, sizes and feed."""

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.service.app import Service
from cli.service.bells import Bells
from cli.service.endpoints import ENDPOINTS
from core.kernel.errors import Refused
from core.kernel.log.log import Log, Seen
from core.kernel.rules.chance import stream
from core.kernel.rules.engine import AnyGame
from store.remote.door import Visitor
from store.remote.served import Served
from tests.contract.desk import KEYS, keys_of
from tests.contract.worlds import Compared, LeakError, compare, compare_seeds, hidden_events, hides, hiding, lively
from tests.service.asgi import Asking
from tests.service.doors import AT_NO_MATCH, REQUESTS
from tests.service.steps import Steps
from tests.service.visits import Visits
from tests.support.matches import GAMES, SEATS, any_terms
from tests.support.recording import Recorder
from tests.support.shelf import toy_on_the_shelf
from tests.support.toy import TOY

PAIRS = 2  # of each game
EACH = 2  # moments of a pair
MATCH = "toy-match"


@pytest.fixture(autouse=True)
def _toy_on_the_shelf() -> Iterator[None]:
    with toy_on_the_shelf():
        yield


def compared(
    game: AnyGame,
    folder: Path,
    pairs: int,
    routes: Collection[str] = REQUESTS,
    visits: type[Visits] = Visits,
    each: int = EACH,
) -> tuple[Compared, set[int]]:
    """Compare some pairs of worlds as these routes of a service tell of them; which statuses there were."""
    found, statuses, number = Compared(), set[int](), 0
    while found.pairs < pairs:
        number += 1
        assert number < 10 * pairs, "hardly anything is hidden here"
        dice = stream("served worlds", game.name, number)
        players, key = dice.pick(game.players), KEYS[bool(number % 4)]  # without keys there is little to ask for
        terms, keys = any_terms(game, players, dice), keys_of(MATCH, SEATS[:players], key)
        rows = 12 + dice.below(60)
        match = hiding(game, players, dice, rows, seed=f"seed {number}", terms=terms, match=MATCH, keys=keys)
        viewer = dice.pick((None, *range(players))) if key else None
        events = hidden_events(match.bodies, viewer)
        if events:
            visitor = visits(folder, key)
            doors = {name: door for name, door in visitor.doors().items() if name in routes}
            compare(match, dice.pick(events), viewer, dice, found, doors, each)
            statuses |= visitor.statuses
    return found, statuses


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if hides(game)])
def test_a_hidden_event_shows_at_no_route(name: str, tmp_path: Path) -> None:
    found, statuses = compared(GAMES[name], tmp_path, PAIRS)
    assert found.moments > found.pairs
    assert found.seen.keys() == REQUESTS.keys()
    assert all(len(answers) > 1 for name, answers in found.seen.items() if name not in AT_NO_MATCH)
    assert statuses >= {200, 400, 401, 404}, "errors are compared, too"


class Everything(Visits):
    """All requests of a route, and not some of them."""

    def __init__(self, folder: Path, key: str = "") -> None:
        super().__init__(folder, key, most=1_000)


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if hides(game)])
def test_a_hidden_event_shows_to_no_listener(name: str, tmp_path: Path) -> None:
    """By whatever key, from whatever row, and while somebody acts."""
    found, statuses = compared(GAMES[name], tmp_path, 1, ["feed"], Everything, each=1)
    assert found.seen.keys() == {"feed"}
    assert statuses >= {200, 400, 404}


@pytest.mark.soak
@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if hides(game)])
def test_no_hidden_event_of_many_shows_anywhere(name: str, tmp_path: Path) -> None:
    found, _ = compared(GAMES[name], tmp_path, 6, visits=Everything)
    assert found.seen.keys() == REQUESTS.keys()


class BeforeTheEnd(Visits):
    """What does not end the match: its end opens the seed."""

    def compares(self, asking: Asking) -> bool:
        return b'"give-up"' not in (asking.body or b"")


@pytest.mark.parametrize("name", GAMES)
def test_what_chance_will_bring_shows_at_no_route(name: str, tmp_path: Path) -> None:
    """The same match under another seed."""
    game, dice, found = GAMES[name], stream("served seeds", name), Compared()
    players = dice.pick(game.players)
    keys = keys_of(MATCH, SEATS[:players], KEYS[1])
    match = Recorder(game, players, seed="seed", match=MATCH, keys=keys, **any_terms(game, players, dice))
    visits = BeforeTheEnd(tmp_path, KEYS[1])
    compare_seeds(lively(match, dice, 12 + dice.below(60)), dice.below(players), dice, found, visits.doors(), each=1)
    assert found.moments > 0
    assert found.seen.keys() == REQUESTS.keys()
    assert visits.statuses >= {200, 400}


@pytest.mark.parametrize("name", ["toy", "medieval"])
def test_behind_no_route_more_is_done_for_what_is_hidden(name: str, tmp_path: Path) -> None:
    """So how long an answer takes tells nothing of it."""
    found, _ = compared(GAMES[name], tmp_path, 1, visits=Steps, each=1)
    assert found.pairs == 1
    assert found.seen.keys() == REQUESTS.keys()


def test_every_route_has_its_requests() -> None:
    assert [one.name for one in ENDPOINTS] == [*REQUESTS]


# --- planted leaks: would it be found? ------------------------------------------------------------------------------


def leak_of(folder: Path, *routes: str, visits: type[Visits] = Visits) -> str:
    """The route at which the first leak is found; only these are looked at."""
    with pytest.raises(LeakError) as found:
        compared(TOY, folder, 20, routes, visits)
    return found.value.door


def hidden_at(desk: Served, match: str) -> int:
    """What lies in the boxes of a match, as a number."""
    openings = [opening for row in desk.log(match).rows[1:] for opening in row.openings]
    return sum(sum(map(ord, opening.value)) for opening in openings if opening is not None)


def test_rows_that_are_not_redacted_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(log: Log, seat: int | None) -> Seen:
        return Seen(log.game, log.rows, seat, alike=log)

    monkeypatch.setattr("core.kernel.log.log.Log.seen_by", careless)
    assert leak_of(tmp_path, "rows", "sync") in {"rows", "sync"}


def test_a_header_that_measures_what_is_hidden_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Service.rows

    async def measuring(self: Service, request: Any) -> Any:
        answer = await honest(self, request)
        match = request.path_params["match"]
        answer.headers["x-took"] = str(await self.office.ask(match, lambda desk: hidden_at(desk, match)))
        return answer

    monkeypatch.setattr(Service, "rows", measuring)
    assert leak_of(tmp_path, "rows") == "rows"


def test_an_error_that_knows_too_much_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Visitor.acts

    def knowing(self: Visitor, asked: Any) -> Any:
        try:
            return honest(self, asked)
        except Refused as refused:
            refused.terms["have"] = hidden_at(self.desk, self.at.match)
            raise

    monkeypatch.setattr(Visitor, "acts", knowing)
    assert leak_of(tmp_path, "acts") == "acts"


def test_a_bell_that_rings_for_what_is_hidden_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest, seen, known = Bells.head, Visitor.seen, dict[str, int]()

    def remembering(self: Visitor) -> Seen:
        known[self.at.match] = hidden_at(self.desk, self.at.match) % 2
        return seen(self)

    def eager(self: Bells, match: str) -> int:
        return honest(self, match) + known.get(match, 0)

    monkeypatch.setattr(Visitor, "seen", remembering)
    monkeypatch.setattr(Bells, "head", eager)
    assert leak_of(tmp_path, "feed") == "feed"


def test_work_that_hangs_on_what_is_hidden_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Visitor.shown

    def busy(self: Visitor, after: int = 0, *, full: bool = False) -> Any:
        for _ in range(hidden_at(self.desk, self.at.match) % 7):
            self.desk.knows("?")
        return honest(self, after, full=full)

    monkeypatch.setattr(Visitor, "shown", busy)
    assert leak_of(tmp_path, "rows", visits=Steps) == "rows"
