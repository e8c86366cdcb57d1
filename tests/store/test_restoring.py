"""Rows that a host has lost come back out of what its players hold: all that it held, but what nobody brings."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

import pytest

from core.kernel.log.log import Log
from core.kernel.log.row import StoredRow
from core.kernel.rules.chance import Stream, stream
from core.kernel.rules.engine import AnyGame
from store.acts import Act
from store.matches import Matches
from store.port import Secrets
from store.restoring import found, take_back
from store.sqlite.adapter import open_store
from store.summaries import summary_of
from tests.contract.worlds import hiding, with_secrets
from tests.replays.tables import Clock, entropy_of
from tests.support.at_desk import enter, started
from tests.support.matches import GAMES, SEATS, any_terms
from tests.support.recording import SALT_KEY
from tests.support.shelf import toy_on_the_shelf

EACH = 2
ROWS = 45


@pytest.fixture(autouse=True)
def _toy_on_the_shelf() -> Iterator[None]:
    with toy_on_the_shelf():
        yield


def played(game: AnyGame, dice: Stream) -> Log:
    players = min(3, max(game.players))
    terms = any_terms(game, players, dice)
    return hiding(game, players, dice, ROWS, seed=f"lost {dice.below(1000)}", terms=terms).log()


def restored(log: Log, last: int, folder: Path, secrets: Secrets | None = None) -> Matches:
    """The host with the first rows of a match."""
    desk = Matches(open_store(folder / f"{log.match}-{last}.db", create=True), Clock(), entropy_of("restored"))
    before = log.at(last)
    kept = secrets or Secrets(log.start.seed.value, SALT_KEY)
    desk.store.append(log.match, 0, "", before.rows, summary_of(before), kept)
    return desk


def held(log: Log, seats: Sequence[int | None]) -> list[tuple[StoredRow, ...]]:
    return [log.seen_by(seat).rows for seat in seats]


@pytest.mark.parametrize("name", GAMES)
def test_all_files_bring_back_what_the_host_held(name: str, tmp_path: Path) -> None:
    """Every box: answers from the files, hands and cards of chance from the seed."""
    for number in range(EACH):
        dice = stream("restoring", name, number)
        log = played(GAMES[name], dice)
        last = 1 + dice.below(log.head - 1)
        desk = restored(log, last, tmp_path)
        lost = found(desk, log.match, held(log, range(len(log.seats))))
        assert (lost.missing, lost.held) == ((), log.head)
        take_back(desk, lost)
        assert tuple(desk.store.read(log.match)) == log.rows
        desk.store.close()


@pytest.mark.parametrize("name", GAMES)
def test_what_is_missing_is_missed_by_name(name: str, tmp_path: Path) -> None:
    """Some bring nothing: their answers are missing unless a later row opens them, and nothing else is."""
    dice = stream("restoring in part", name)
    log = played(GAMES[name], dice)
    desk = restored(log, 1, tmp_path)
    for away in [*((seat,) for seat in range(len(log.seats))), *combinations(range(len(log.seats)), 2)]:
        here = [seat for seat in range(len(log.seats)) if seat not in away]
        lost = found(desk, log.match, held(log, [*here, None]))
        closed = {
            body.seq: log.seats[body.sealed_move.by[0]]
            for body in log.bodies
            if body.sealed_move is not None
            and body.sealed_move.by[0] in away
            and body.sealed_move.box not in log.opened
        }
        assert {one.row: one.seat for one in lost.missing} == closed
        assert lost.log.head == min(closed, default=log.head + 1) - 1
        for number, row in enumerate(lost.rows, 2):
            own = log.bodies[number - 1].sealed_text
            words = None if own is None else own.box[1]
            for place, opening in enumerate(row.openings):
                assert opening == log.rows[number - 1].openings[place] or (opening is None and place == words)
    desk.store.close()


@pytest.mark.parametrize("name", GAMES)
def test_a_match_with_nonces_begins_again_as_it_did(name: str, tmp_path: Path) -> None:
    game, players = GAMES[name], 2
    with open_store(tmp_path / "host.db", create=True) as store:
        desk = Matches(store, Clock(), entropy_of(f"nonces {name}"))
        terms = with_secrets(game, players, any_terms(game, players, stream("restoring nonces", name)))
        written, keys = started(desk, game, SEATS[:players], nonces=True, **terms)
        for seat in SEATS[:players]:
            enter(desk, written.log.match, Act(seat, key=keys[seat]), entropy_of(seat)(32).hex())
        for seat in SEATS[: players - 1]:
            enter(desk, written.log.match, Act(seat, key=keys[seat]), entropy_of(seat)(32).hex())
        log, secrets = desk.log(written.log.match), store.secrets(written.log.match)
    assert secrets is not None
    assert log.bodies[-1].kind == "begin"
    host = restored(log, 2, tmp_path, secrets)
    lost = found(host, log.match, held(log, [0, 1]))
    assert lost.log.rows == log.rows
    host.store.close()
