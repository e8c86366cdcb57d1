"""A bot in a fork knows what the fork holds, and nothing that it knew, as the same seat, where the fork comes from.

Two worlds that differ in one answer or draw which the maker of the fork does not see: forked with the same chance, and
played by bots to the end, they come to the same rows.
"""

from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

import msgspec
import pytest
from msgspec import Struct

from core.kernel.log.fork import past_of
from core.kernel.log.log import Log
from core.kernel.rules.chance import stream
from core.kernel.rules.engine import AnyGame
from store.matches import Matches
from store.sqlite.adapter import open_store
from tests.contract.worlds import hidden_events, hides, hiding, other_world, shown
from tests.replays.forging import Json
from tests.replays.tables import Clock, entropy_of
from tests.support.matches import GAMES

MATCHES = 3
EVENTS = 2  # of each match, for the public and for a seat
LEVELS = ("greedy", "random")


class Worlds(Struct, frozen=True):
    """A match twice, the row after which both are forked, and who cannot tell them apart up to there."""

    one: Log
    other: Log
    row: int
    viewer: int | None


def worlds(game: AnyGame) -> Iterator[Worlds]:
    """Pairs of worlds that differ in what is hidden from the viewer."""
    for number in range(MATCHES):
        dice = stream("forked bots", game.name, number)
        players = dice.pick([count for count in game.players if count > 1])
        match = hiding(game, players, dice, 60, seed=f"{number}")
        for viewer in (None, dice.below(players)):
            events = hidden_events(match.bodies, viewer)
            for event in [dice.pick(events) for _ in range(EVENTS) if events]:
                one, other = match.log(), Log(game, other_world(match, event, dice, viewer))
                pairs = zip(shown(one, viewer), shown(other, viewer), strict=False)
                alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
                row = dice.pick(range(event, alike + 1)) if event <= alike else 0
                if row and one.state(row).agenda and one.rows[event - 1] != other.rows[event - 1]:
                    yield Worlds(one, other, row, viewer)


def forked(folder: Path, log: Log, row: int, maker: int | None) -> list[Json]:
    """What stands in the rows and boxes of a fork that bots play to its end; where it comes from has other digests."""
    path = folder / "fork.db"
    path.unlink(missing_ok=True)
    bots = {name: LEVELS[at % 2] for at, name in enumerate(log.seats)}
    with open_store(path) as store:
        outcome = Matches(store, Clock(), entropy_of("fork")).fork(log.at(row).seen_by(maker), bots=bots)
    rows: list[Json] = [msgspec.to_builtins(msgspec.json.decode(msgspec.json.encode(one))) for one in outcome.log.rows]
    del rows[0]["body"]["about"]["forked"]["digest"]
    return [{"body": one["body"], "openings": one["openings"]} for one in rows]


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if hides(game)])
def test_a_bot_in_a_fork_does_not_act_on_what_it_knew(name: str, tmp_path: Path) -> None:
    known = 0
    pairs = list(worlds(GAMES[name]))
    for pair in pairs:
        mine, theirs = (forked(tmp_path, log, pair.row, pair.viewer) for log in (pair.one, pair.other))
        assert mine == theirs, f"{name}, forked after row {pair.row} as {pair.viewer}"
        for seat in range(len(pair.one.seats)):  # the test of the test: whose secret it is takes it along
            here, there = (past_of(log.at(pair.row).seen_by(seat)).facts for log in (pair.one, pair.other))
            known += here != there
    assert len(pairs) >= MATCHES
    assert known
