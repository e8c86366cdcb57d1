"""Matches of bots that are kept: ordinary matches, written as they are played and stored many rows at a time."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from core.kernel.bots.matches import LIMIT, Decision, played_on
from core.kernel.errors import Stale
from core.kernel.language.spelling import format_move
from core.kernel.log import limits
from core.kernel.log.fold import empty
from core.kernel.log.row import Start
from core.kernel.log.scribe import Scribe, Who
from core.kernel.log.starting import start_of
from core.kernel.rules.engine import AnyGame, Consequences, State
from store.ids import new_id
from store.port import EventStore, Head, Secrets
from store.summaries import summary_at


class Recorder:
    """Starts matches of bots in a store; clock and entropy are injected."""

    def __init__(self, store: EventStore, now: Callable[[], int], entropy: Callable[[int], bytes]) -> None:
        self.store = store
        self.now = limits.clock(now)
        self.entropy = entropy

    def begin(
        self,
        game: AnyGame,
        bots: Mapping[str, str],
        seed: str,
        readings: Mapping[str, str],
        options: Mapping[str, str] | None = None,
        *,
        practice: bool,
    ) -> "Recording":
        """A new match: `bots` are the seats in their order, each with its level. Nothing is stored yet.

        `practice`: the seed follows from a word that somebody chose.
        """
        start = start_of(
            game,
            tuple(bots),
            rulings=readings,
            options=options or {},
            bots=bots,
            seed_chosen=practice,
            practice=practice,
        )
        match = new_id(self._below, lambda found: bool(self.store.alike(found, 1)))
        return Recording(self, game, match, start, Secrets(seed, self.entropy(32)))

    def _below(self, n: int) -> int:
        return int.from_bytes(self.entropy(8)) % n


class Recording:
    """One match of bots, while it is played."""

    def __init__(self, recorder: Recorder, game: AnyGame, match: str, start: Start, secrets: Secrets) -> None:
        self.match = match
        self.stored = 0  # so many of its rows
        self._recorder = recorder
        self._start = start
        self._secrets = secrets
        self._scribe = Scribe.begin(game, match, secrets.seed, secrets.salt_key, start, Who(recorder.now()))

    @property
    def rows(self) -> int:
        return len(self._scribe.rows)

    def decisions(self, limit: int = LIMIT) -> Iterator[Decision]:
        """The start and the decisions one by one: the same as without rows, for the same seed."""
        scribe, levels = self._scribe, tuple(self._start.bots.values())
        first = scribe.bodies[0]
        begun: Consequences[Any] = Consequences(scribe.tip.state, first.facts, first.chance, first.keep, first.then)

        def decide(_state: State[Any], seat: int, move: Struct) -> Consequences[Any]:
            return scribe.move(Who(self._recorder.now(), f"bot:{levels[seat]}", seat), move, format_move(move))

        start = Decision(0, None, None, empty(scribe.game, self._start), begun)
        return played_on(scribe.game, start, levels, self._secrets.seed, decide, limit)

    def store(self) -> None:
        """Put the rows that are not there yet into the store: on disk, all of them or none."""
        if self.stored == self.rows:
            return
        store, scribe = self._recorder.store, self._scribe
        summary = summary_at(scribe, self._start)
        secrets = None if self.stored else self._secrets
        appended = store.append(self.match, self.stored, "", scribe.rows[self.stored :], summary, secrets)
        if not isinstance(appended, Head):
            raise Stale(self.match, self.stored, store.head(self.match))
        self.stored = appended.seq
