"""Writing to matches: an act reads the log, is decided in `core`, and its rows are appended, all or none.

Clock and entropy are injected. Two processes at one match are settled by the store's expected number: who comes second
decides again on what is there now, unless the caller said which row they had seen.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import Struct

from core.kernel.errors import NotAllowed, Stale, Usage
from core.kernel.log.log import AnyLog, Log
from core.kernel.log.row import AnyBody, Start, StoredRow
from store.acts import Act, Written
from store.port import EventStore, Head, Repeated, Secrets, Summary
from store.port import Stale as Overtaken
from store.reader import AT_HAND, AtHand, Reader

if TYPE_CHECKING:
    from core.kernel.log.scribe import Scribe, Who

TRIES = 20  # how often an act decides again after somebody came first

Doing: TypeAlias = "Callable[[Log, Scribe, Who], None]"
"""Decides an act on a log, and has its rows written."""

Same: TypeAlias = Callable[[Sequence[AnyBody]], bool]
"""Were these rows written by the act that is asked for?"""

Room: TypeAlias = Literal["brings on", "goes back", "settles"]
"""How full a match may be for an act: one that answers, ends, or is the arbiter's may use what is kept for these."""


class Attempt(Struct, frozen=True):
    """Rows on their way into the store. After an interruption only the store knows whether they arrived."""

    match: str
    first: int
    last: int
    digest: str  # of the last one


class Writer(Reader):
    """Writes to the matches of a store."""

    def __init__(
        self, store: EventStore, now: Callable[[], int], entropy: Callable[[int], bytes], *, most: int = AT_HAND
    ) -> None:
        super().__init__(store, most=most)
        self._now = now
        self.entropy = entropy
        self.attempt: Attempt | None = None  # what was last about to be written

    def now(self) -> int:
        """The time, if the clock stands where a log takes it."""
        from core.kernel.log.limits import clock  # what only reads asks no clock

        return clock(self._now)()

    def act(
        self,
        match: str,
        act: Act,
        doing: Doing,
        same: Same,
        *,
        expect: int | None = None,
        reason: str | None = None,
        room: Room = "brings on",
    ) -> Written:
        """Decide an act on the log as it is now, and append its rows.

        `same` tells whether the rows stored under its client id are those of an identical request. `reason` is given by
        the arbiter, who acts for no seat.
        """
        from core.kernel.log.scribe import Who
        from store.summaries import summary_at

        refuse_texts(act, reason=reason)
        for _ in range(TRIES):
            kept = self.at_hand(match)
            log = kept.log
            seat, actor = self._who(log, act, arbiter=reason is not None)
            if act.client and (made := self.store.made_by(match, act.client)):
                return self._repeated(match, made, act.client, seat, same)
            refuse_unseen(log, expect)
            arbiter = reason is not None
            refuse_full(log, "settles" if arbiter else room)
            scribe = self._scribe(kept)
            doing(log, scribe, Who(self.now(), actor, seat, act.client))
            rows = scribe.rows
            appended = self.append(log.head, act.client, rows, summary_at(scribe, log.start))
            if isinstance(appended, Repeated):
                return self._repeated(match, appended, act.client, seat, same)
            if isinstance(appended, Overtaken):
                continue
            kept.log = log.plus(rows)
            return Written(kept.seen_by(seat), log.head + 1, appended.seq)
        raise Stale(match, expect or 0, self.store.head(match))

    def seat_of(self, log: AnyLog, act: Act) -> int:
        """The seat that acts, if the key opens it."""
        from core.kernel.log.keys import check_key

        seat = log.seat(act.seat)
        check_key(log.bodies, log.seats[seat], act.key)
        return seat

    def play_bots(self, scribe: "Scribe", start: Start) -> None:
        """Bots answer at once; each sees its own view and nothing else."""
        if not start.bots:
            return
        from core.kernel.bots.bots import dice_of
        from core.kernel.bots.matches import bot_move
        from core.kernel.language.spelling import format_move
        from core.kernel.log.scribe import Who
        from core.kernel.rules import engine

        levels = {start.seats.index(name): level for name, level in start.bots.items()}
        first = scribe.tip.seq
        while True:
            state = scribe.tip.state
            seat = next((seat for seat in engine.asked(state).seats if seat in levels), None)
            if seat is None:
                return
            if scribe.tip.seq == first:
                self.before_bots()
            dice = dice_of(scribe.salt_key.hex(), seat, scribe.tip.seq)
            move = bot_move(scribe.game, state, seat, levels[seat], dice)
            scribe.move(Who(self.now(), f"bot:{levels[seat]}", seat), move, format_move(move))

    def before_bots(self) -> None:
        """Do what is to be done before the first bot decides."""

    def mark(self, match: str, row: int, last: str) -> str:
        """The host's mark of a row with this digest; none of a match that is not played here."""
        from store.marks import mark_of  # only a service gives it away

        secrets = self.store.secrets(match)
        return "" if secrets is None else mark_of(secrets, match, row, last)

    def below(self, n: int) -> int:
        return int.from_bytes(self.entropy(8)) % n

    def _who(self, log: Log, act: Act, *, arbiter: bool) -> tuple[int | None, str]:
        if arbiter:
            from core.kernel.log.keys import ARBITER, check_key

            check_key(log.bodies, ARBITER, act.key)
            return None, act.actor or ARBITER
        seat = self.seat_of(log, act)
        return seat, act.actor or log.seats[seat]

    def _scribe(self, kept: AtHand) -> "Scribe":
        from core.kernel.log.joining import nonces_of
        from core.kernel.log.scribe import Scribe, Tip

        log, secrets = kept.log, self.store.secrets(kept.log.match)
        if secrets is None:
            raise NotAllowed("played_elsewhere", match=log.match)
        kept.check_sound(secrets.seed)
        tip = Tip(log.match, log.head, log.head, log.digest, log.state())
        return Scribe(log.game, secrets.seed, secrets.salt_key, tip, nonces_of(log.bodies))

    def append(
        self, expected: int, client: str, rows: Sequence[StoredRow], summary: Summary, secrets: Secrets | None = None
    ) -> Head | Overtaken | Repeated:
        self.attempt = Attempt(summary.match, expected + 1, summary.head, rows[-1].digest)
        return self.store.append(summary.match, expected, client, rows, summary, secrets)

    def _repeated(self, match: str, made: Repeated, client: str, seat: int | None, same: Same) -> Written:
        """What a client id made the first time; it stands for one act of one seat, and for no other."""
        kept = self.at_hand(match)  # with rows that came in just now
        own = [row for row in kept.log.bodies[made.first - 1 : made.last] if row.client == client]
        if any(row.seat != seat and row.seq > 1 for row in own):
            raise Usage("client_id_of_another", word=client)
        if not same(own):
            raise Usage("client_id_used", word=client)
        return Written(kept.seen_by(seat), made.first, made.last, repeated=True)


def refuse_texts(act: Act, typed: Sequence[str] = (), reason: str | None = None) -> None:
    """Refuse what is too long to be kept, whatever the match."""
    from core.kernel.log import limits

    limits.refuse(limits.over(limits.MOVES, len(typed)))
    limits.refuse_texts(
        (limits.ACTOR, act.actor),
        (limits.CLIENT, act.client),
        (limits.REASON, reason or ""),
        *((limits.TEXT, one) for one in typed),
    )


def refuse_full(log: Log, room: Room = "brings on") -> None:
    """Refuse another act where there is no room for it, before anything of it is decided."""
    from core.kernel.log import limits

    size = limits.weight(log.rows)
    limits.refuse(limits.too_full(log.head, size, back=room == "goes back", settles=room == "settles"))


def refuse_unseen(log: Log, expect: int | None) -> None:
    """Refuse who expects another last row than there is."""
    if expect is not None and expect > log.head:
        raise Usage("no_such_row", row=expect, last=log.head)
    if expect is not None and expect != log.head:
        raise Stale(log.match, expect, log.head)
