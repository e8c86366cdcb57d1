"""Who reads a match beside another reader learns nothing of what the other may know."""

from typing import Any

import pytest

from core.kernel.log.codec import Codec, Read
from core.kernel.log.log import Log
from core.kernel.rules.chance import stream
from tests.contract.readers import crossed, foreign
from tests.support.matches import GAMES
from tests.support.recording import Recorder
from tests.support.toy import TOY, Guess

LOOKS = 60_000  # `make fuzz ONLY=readers` looks a million times and more


@pytest.fixture(scope="module")
def closed() -> Log:
    """Three seats have pledged, two have guessed: all of it is closed."""
    match = Recorder(TOY, 3)
    for seat in (0, 1, 2, 0, 1):
        match.move(seat, Guess(1 + seat))
    return match.log()


def test_two_threads_read_one_match_as_two_seats_and_no_secret_crosses(closed: Log) -> None:
    looks, found = crossed(closed, (0, 1), LOOKS)
    assert looks >= LOOKS
    assert found == []
    own = set(closed.seen_by(0).vault)
    assert own, "each of them did read secrets of their own"
    assert own.isdisjoint(closed.seen_by(1).vault)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_so_it_is_in_the_middle_of_every_game(name: str) -> None:
    match = Recorder(GAMES[name], max(GAMES[name].players[0], 2)).play(stream("readers", name), 40)
    _, found = crossed(match.log(), (0, 1), LOOKS // 20)
    assert found == []


def test_a_codec_that_readers_share_carelessly_is_found(closed: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    """It keeps the vault of who reads in a field, where the other one finds it."""
    honest: Any = Codec._read  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]

    def careless(self: Any, data: Any, vault: Any) -> Read:
        if not self._idle:
            honest(self, data, vault)
        reader: Any = self._idle[0]
        reader.vault = vault
        return Read(reader.decode(data), 1)

    monkeypatch.setattr(Codec, "_read", careless)
    log = Log(closed.game, closed.rows)
    assert any(crossed(log, (0, 1), LOOKS // 4)[1] for _ in range(40))


def test_a_reader_who_is_given_too_much_is_found(closed: Log) -> None:
    seen = closed.seen_by(0)
    seen.reader = 1
    assert foreign(seen, closed.opened)
