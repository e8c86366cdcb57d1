"""The desk of a service far away: acts go there, and what comes back is checked, kept, and read at home."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NoReturn, TypeVar

from core.kernel.errors import HeraldError, NotAllowed, Refused, Stale, Usage
from core.kernel.log.history import Meant, to_redo, to_undo
from core.kernel.log.keys import ARBITER
from core.kernel.log.limits import LATEST
from store.acts import Act, Watcher, Written
from store.remote.call import Unreachable
from store.remote.deeds import done as done_at
from store.remote.listing import Listing
from store.remote.looking import UNSEEN
from store.remote.wire import (
    Agree,
    Asked,
    Begin,
    Branch,
    Decline,
    Deed,
    Done,
    GiveUp,
    Held,
    Join,
    Key,
    Link,
    Move,
    Nonce,
    Redo,
    Rule,
    Undo,
)

if TYPE_CHECKING:
    from typing import Unpack

    from core.kernel.language.rehearsal import Rehearsal
    from core.kernel.log.history import Doer
    from core.kernel.log.log import Log, Seen
    from core.kernel.log.row import StoredRow
    from core.kernel.rules.engine import AnyGame
    from store.adopting import Adopted
    from store.port import Summary
    from store.simulation import Recording
    from store.starting import Branching, Terms

V = TypeVar("V")

GONE_ON = frozenset({"other_meant", "free_no_more"})
"""Why a host does not go back or forth as it was asked: rows have come in that whoever asks had not seen."""

REFUSALS = (Usage, Refused, NotAllowed, Stale)
"""What a host answers that has done nothing."""


class Far(Listing):
    """The same, and all that is done there."""

    attempt = None
    _came: bool | None = None

    # --- beginning ---

    def new_id(self, client: str = "") -> str:
        """With a client id the same one again, also where the match of then has been shown here since."""
        if not client:
            return self.home.new_id()
        from core.kernel.rules.chance import stream
        from store import ids

        def taken(found: str) -> bool:
            own = bool(self.home.store.head(found)) and any(row.client == client for row in self.home.log(found).bodies)
            return not own and bool(self.home.store.alike(found, 1))

        return ids.new_id(stream("match id", client).below, taken)

    def start(self, game: "AnyGame", seats: Sequence[str], **terms: "Unpack[Terms]") -> Written:
        """Sent again where no answer came: it begins once."""
        client = terms.get("client") or self._client()
        match = terms.get("match") or self.new_id(client)
        named: Terms = {**terms, "client": client, "match": match, "keys": terms.get("keys", {})}
        named["options"] = self._recorded(game, seats, named)
        try:
            done = self._twice(("matches",), Begin(game.name, tuple(seats), **named))
        except NotAllowed as before:
            if before.why != "begun_before":
                raise
            return self._begun(match, client, before)
        return self._written(done, match, None, None)

    def _begun(self, match: str, client: str, before: NotAllowed) -> Written:
        """The same command was given before, with the keys of then: who still has one of them is told of the match."""
        try:
            self._meet(match)
        except HeraldError:
            raise before from None
        seen = self.home.open(match)
        made = [row.seq for row in seen.bodies if row.client == client]
        if not made:
            raise before
        return Written(seen, made[0], made[-1], repeated=True)

    def fork(self, seen: "Seen", bots: Mapping[str, str] | None = None, **request: "Unpack[Branching]") -> Written:
        """A what-if match is the player's own: it lies at home, and the host has no part in it. One for several people
        lies with the host, as other matches do.
        """
        if not request.get("everybody"):
            return self.home.fork(seen, bots, **request)
        client = request.get("client") or self._client()
        match = request.get("match") or self.new_id(client)
        asked = Branch(seen.head, client, request.get("keys", {}), match, bots)
        done = self._let_in(
            seen.match, lambda: self._twice(("matches", seen.match, "forks"), asked, request.get("key"))
        )
        return self._written(done, match, None, None)

    def recording(
        self,
        game: "AnyGame",
        bots: Mapping[str, str],
        seed: str,
        readings: Mapping[str, str],
        options: Mapping[str, str] | None = None,
        *,
        practice: bool,
    ) -> "Recording":
        self._only_at_host()

    def adopt(self, rows_after: "Callable[[int], Iterable[StoredRow]]", summary: "Summary") -> "Adopted":
        self._only_at_host()

    def _only_at_host(self) -> NoReturn:
        raise Usage("only_at_host", word=self._host.url, command="")

    # --- acts ---

    def join(self, match: str, act: Act, committed: str | None) -> Written:
        return self._acts(match, act, Join(committed))

    def open_nonce(self, match: str, act: Act, nonce: str) -> Written:
        return self._acts(match, act, Nonce(nonce))

    def replace_key(
        self, match: str, act: Act, digest: str, *, reason: str | None = None, name: str | None = None
    ) -> Written:
        return self._acts(match, act, Key(digest, name), reason)

    def move(self, match: str, act: Act, text: str, expect: int | None = None) -> Written:
        return self._acts(match, act, Move(text, expect))

    def rehearse(self, match: str, act: Act, text: str, expect: int | None = None) -> "Rehearsal":
        """At home, on what the seat knows."""
        self._refresh(match, self.glance(match).seat(act.seat), act.key)
        return self.home.rehearse(match, act, text, expect)

    def undo(
        self, match: str, act: Act, to: int | None = None, *, reason: str | None = None, meant: Meant | None = None
    ) -> Written:
        """Without `meant`: what was shown here last is meant."""

        def found(log: "Log", doer: "Doer") -> Meant:
            return to_undo(log.bodies, log.history, doer, to)[0]

        shown = meant or self._meant(match, act, reason, found)
        return self._acts(match, act, Undo(to, shown), reason)

    def redo(self, match: str, act: Act, *, reason: str | None = None, meant: Meant | None = None) -> Written:
        shown = meant or self._meant(match, act, reason, lambda log, doer: to_redo(log.history, doer))
        return self._acts(match, act, Redo(shown), reason)

    def _meant(self, match: str, act: Act, reason: str | None, find: "Callable[[Log, Doer], Meant]") -> Meant:
        """Return what somebody means who knows the match as it was kept here."""
        at = self.glance(match)
        name = at.seats[at.seat(act.seat)] if reason is None else ""
        doer = (at.seats.index(name), act.actor or name) if name else (None, act.actor or ARBITER)
        try:
            return find(self.home.log(match), doer)
        except Refused:  # as far as is known here, there is nothing: the host says what there is
            return Meant(0, free=False)

    def answer(self, match: str, act: Act, row: int, *, agree: bool) -> Written:
        return self._acts(match, act, Agree(row) if agree else Decline(row))

    def give_up(self, match: str, act: Act, *, reason: str | None = None) -> Written:
        return self._acts(match, act, GiveUp(), reason)

    def rule(self, match: str, act: Act, rulings: Mapping[str, str], reason: str, *, arbiter: bool = False) -> Written:
        return self._acts(match, act, Rule(dict(rulings), reason), reason if arbiter else None)

    def _acts(self, match: str, act: Act, deed: Deed, reason: str | None = None) -> Written:
        at = self.glance(match)
        if self._is_own(match):
            return self._done_here(match, act, deed, reason)
        seat = None if reason is not None else at.seat(act.seat)
        name = "" if seat is None else at.seats[seat]
        if not at.keys:
            raise NotAllowed("no_keys_here", match=match)
        if act.key is None:
            raise NotAllowed("key_needed", seat=name or ARBITER)
        log = self.home.log(match)
        held = Held(log.head, log.digest)
        asked = Asked(deed, act.client or self._client(), name, reason, self._after(match, seat), held)
        try:
            done = self._twice(("matches", match, "acts"), asked, act.key)
        except HeraldError as refused:
            if refused.why == "other_rows_held":  # nothing was done: which rows does it have?
                self._ask(match, seat, act.key if seat is not None else None, anew=True)
            elif refused.why in GONE_ON:  # whoever tries again has seen them
                self._ask(match, seat, act.key if seat is not None else None)
            self._refuse_forgetful(match, act.key, refused)
            if refused.why == UNSEEN:
                raise NotAllowed("not_let_in", match=match) from refused
            if isinstance(refused, Stale):  # of the match that was asked about, whatever it says
                raise Stale(match, refused.expected, refused.head) from refused
            raise
        return self._written(done, match, seat, None if isinstance(deed, Key) else act.key)

    def _done_here(self, match: str, act: Act, deed: Deed, reason: str | None) -> Written:
        """At a fork, which lies at home."""
        try:
            return done_at(self.home, match, act, deed, reason)
        except REFUSALS:
            self._came = bool(self._came)
            raise

    def _let_in(self, match: str, ask: Callable[[], V]) -> V:
        """To who may not look, a host has no such match."""
        try:
            return ask()
        except Usage as unseen:
            if unseen.why != UNSEEN:
                raise
            raise NotAllowed("not_let_in", match=match) from unseen

    def _twice(self, path: tuple[str, ...], asked: Asked | Begin | Branch, key: str | None = None) -> Done:
        """Sent again where no answer came: the client id lets it be done once only."""
        before, self._came = self._came, None
        try:
            done = self._host.post(Done, path, asked, key)
        except (Unreachable, *REFUSALS) as problem:
            if not isinstance(problem, Unreachable) or not problem.was_asked:
                self._came = bool(before)
                raise
            done = self._host.post(Done, path, asked, key)
        self._came = True
        if not 1 <= done.first <= done.last <= done.shown.head:
            raise self._host.not_understood(f"{done.first}–{done.last}")
        return done

    def _written(self, done: Done, match: str, seat: int | None, key: str | None) -> Written:
        """As who acted may know it; whose key has just been replaced holds another one now."""
        self._take(match, done.shown, key or self._own(match)[1])
        self._fresh.add((match, seat))
        seen = self.home.open(match, seat, key) if key is not None else self.home.open(match)
        if not set(done.again) <= set(seen.seats):
            raise self._host.not_understood("again")
        return Written(seen, done.first, done.last, done.repeated, done.again)

    def _client(self) -> str:
        return os.urandom(12).hex()

    # --- spectators ---

    def watchers(self, match: str, act: Act) -> list[Watcher]:
        if self._is_own(match):
            return self.home.watchers(match, act)
        path = ("matches", match, "watchers")
        return self._links(self._let_in(match, lambda: self._host.get(list[Watcher], path, act.key)))

    def let_watch(self, match: str, act: Act, digest: str) -> Watcher:
        self._refuse_own(match)  # nobody comes to look at what lies at home
        path = ("matches", match, "watchers")
        (made,) = self._links([self._let_in(match, lambda: self._host.post(Watcher, path, Link(digest), act.key))])
        return made

    def end_watch(self, match: str, act: Act, numbers: Sequence[int] = ()) -> list[Watcher]:
        if self._is_own(match):
            return self.home.end_watch(match, act, numbers)
        path = ("matches", match, "watchers")
        asked: list[dict[str, object]] = [{"number": number} for number in numbers] or [{}]
        gone = self._let_in(
            match, lambda: [one for query in asked for one in self._host.delete(list[Watcher], path, act.key, **query)]
        )
        return self._links(gone)

    def _links(self, found: list[Watcher]) -> list[Watcher]:
        """Return the links as they are, if each could be one."""
        if not all(0 < one.number <= LATEST and 0 <= one.at <= LATEST for one in found):
            raise self._host.not_understood("watchers")
        return found

    # --- the desk itself ---

    def arrived(self) -> bool | None:
        """Was anything done in this run? None where the host has not said."""
        return self._came

    def close(self) -> None:
        if self.host is not None:
            self.host.close()
        self.home.store.close()
