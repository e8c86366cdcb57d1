"""The desk of a service far away: acts go there, and what comes back is checked, kept, and read at home."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NoReturn, Protocol, TypeVar

from core.kernel.errors import Damaged, HeraldError, NotAllowed, Usage
from core.kernel.log.keys import ARBITER, fits, key_digest, keys_of
from store.acts import Act, Glance, Kept, Watcher, Written
from store.remote.call import Host, Unreachable
from store.remote.copies import Copies
from store.remote.deeds import done as done_at
from store.remote.heard import Heard
from store.remote.problems import raised
from store.remote.replica import lacking, take
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
    Shown,
    Synced,
    Undo,
    Wanted,
)

if TYPE_CHECKING:
    from typing import Unpack

    from core.kernel.game import Setup
    from core.kernel.language.rehearsal import Rehearsal
    from core.kernel.log.log import Log, Seen
    from core.kernel.log.row import StoredRow
    from core.kernel.rules.engine import AnyGame
    from store.adopting import Adopted
    from store.campaigns import Record
    from store.lists import Listed, Waiting
    from store.matches import Matches
    from store.port import Summary
    from store.simulation import Recording
    from store.starting import Branching, Terms

V = TypeVar("V")


class Keys(Protocol):
    """The keys that this person holds for this host."""

    def of(self, match: str) -> Iterable[tuple[str, str]]:
        """Seat and key; a spectator's token has no seat."""
        ...

    def matches(self) -> Iterable[str]:
        """Those of which there is a key."""
        ...


Tell = Callable[[HeraldError, int], None]
"""Says what the reader should know, and when the host was heard last, where that matters."""

FOLLOWED = frozenset({"host_shows_less", "host_shows_other"})
"""How a host can tell a match so that somebody may follow it all the same."""

FORGOTTEN = frozenset({"key_of_nobody", "unknown_match"})
"""What a host says to a key of which it knows nothing."""

UNSEEN = "unknown_match"
"""Why a host shows nothing: there is no such match, or it is not for this bearer; it does not say which."""

BATCH = 200
"""Matches that are asked about at once."""


class Far:
    """A host, and the copy at home of what it has shown."""

    attempt = None

    def __init__(self, host: Host | None, copies: Copies, keys: Keys, tell: "Tell") -> None:
        """Without a host nobody is asked: what is told is what was known last."""
        self.host = host
        self._copies = copies
        self._keys = keys
        self._tell = tell
        self._fresh: set[tuple[str, int | None]] = set()  # what the host was asked in this run
        self._apart: set[str] = (
            set()
        )  # it was told of them in this run that the host does not tell them as they are here
        self._synced = host is None
        self._away = False

    @property
    def home(self) -> "Matches":
        """What lies here."""
        return self._copies.home

    # --- finding and looking ---

    def resolve(self, word: str) -> str:
        """A match that was seen before, or one that the host has under exactly this id."""
        try:
            return self.home.resolve(word)
        except Usage as unknown:
            if unknown.why != "unknown_match" or self.host is None:
                raise
        self._meet(word)
        return word

    def knows(self, word: str) -> bool:
        return self.home.knows(word)

    def glance(self, match: str) -> Glance:
        """As it was when it was last looked at."""
        if not self.home.knows(match):
            self._meet(match)
        return self.home.glance(match)

    def whose(self, match: str, key: str) -> str:
        """As the host says now."""
        if not self._is_own(match):
            self._ask(match, None, key)
        return self.home.whose(match, key)

    def open(self, match: str, seat: int | None = None, key: str | None = None) -> "Seen":
        """What has come in since is asked for once in a run."""
        self._refresh(match, seat, key)
        return self.home.open(match, seat, key)

    def open_if_allowed(self, match: str, seat: int, key: str | None) -> "Seen":
        try:
            return self.open(match, seat, key)
        except NotAllowed:
            return self.open(match)

    def open_full(self, match: str, row: int | None = None) -> "Seen":
        self._refresh(match, None, None)
        return self.home.open_full(match, row)

    def verify(self, match: str, judge: "Callable[[Callable[[int], Iterable[StoredRow]]], V]") -> V:
        """Of what lies here, once it is as new as can be."""
        self._refresh(match, *self._own(match))
        return self.home.verify(match, judge)

    def kept(self, match: str, seat: int | None = None, key: str | None = None) -> Kept:
        """Up to the last row that the host has marked."""
        self._refuse_own(match)
        seen, heard = self.home.open(match, seat, key), self._copies.hearing.of(match)
        if heard is None or not 1 <= heard.row <= seen.head or seen.rows[heard.row - 1].digest != heard.digest:
            return Kept(seen, "")
        return Kept(seen.at(heard.row), heard.mark)

    def follow(self, match: str, seat: int | None = None, key: str | None = None) -> "Seen":
        """What was here stays in the copy of before, which nobody reads any more."""
        self._refuse_own(match)
        try:
            self._ask(match, seat, key, anew=True)
        except Damaged as problem:
            if problem.why not in FOLLOWED:
                raise
        else:
            raise Usage("told_alike", match=match)
        shown = self._host.get(Shown, ("matches", match, "rows"), key, after=0)
        self._copies.begin_anew(match, lambda home: take(home, shown))
        self._take(match, shown, key)
        self._fresh.add((match, seat))
        return self.home.open(match, seat, key)

    def _refuse_own(self, match: str) -> None:
        if self._is_own(match):
            raise Usage("kept_here", match=match)

    def _refresh(self, match: str, seat: int | None, key: str | None) -> None:
        known = match in self._apart or (match, seat) in self._fresh or self._is_own(match)
        if self.host is None or self._away or known:
            return
        try:
            self._ask(match, seat, key)
        except Unreachable as away:
            if not self.home.knows(match):
                raise
            heard = self._copies.hearing.of(match)
            self._offline(away, 0 if heard is None else heard.at)
        except Usage as unseen:
            if unseen.why != UNSEEN or not self.home.knows(match):
                raise
            self._apart.add(match)
            self._tell(Usage("shown_no_more", word=match), 0)

    def _meet(self, match: str) -> None:
        """The first look, by whichever of this person's keys and links the host takes."""
        refusal: Exception = Usage("unknown_match_there", word=match)
        held: list[str | None] = [key for _, key in self._keys.of(match)]
        for key in held or [None]:
            try:
                return self._ask(match, None, key)
            except Usage as unseen:
                if unseen.why != UNSEEN:
                    raise
            except NotAllowed as replaced:
                refusal = replaced
        raise refusal

    def _ask(self, match: str, seat: int | None, key: str | None, *, anew: bool = False) -> None:
        """What is new, and what this seat has not been shown yet; all of it, once the match is over.

        `anew`: all of it in any case, to be compared with what is here.
        """
        after, key = 0 if anew else self._after(match, seat), key or self._own(match)[1]
        try:
            shown = self._host.get(Shown, ("matches", match, "rows"), key, after=after)
        except HeraldError as problem:
            if after and problem.why == "no_such_row":
                return self._ask(match, seat, key, anew=True)
            self._refuse_forgetful(match, key, problem)
            raise
        self._take(match, shown, key)
        self._fresh.add((match, seat))
        return None

    def _refuse_forgetful(self, match: str, key: str | None, problem: HeraldError) -> None:
        """A key that opens what is here, and of which the host knows nothing: it is not where it was."""
        held = self.home.store.head(match)
        if problem.why not in FORGOTTEN or key is None or not held:
            return
        if any(fits(match, name, key, digest) for name, digest in self.home.glance(match).keys.items()):
            raise Damaged("host_forgot", 1, "row", held, match=match) from problem

    def _take(self, match: str, shown: Shown, key: str | None) -> None:
        if shown.match != match:
            raise HeraldError("host_not_understood", url=self._host.url, detail=shown.match)
        shown = self._taken(match, shown, key)
        self._copies.hearing.hear({match: Heard(self.home.now(), shown.head, shown.digest, shown.mark)})
        log = self.home.log(match)
        if not log.state().agenda and (row := lacking(log, None, full=True)) is not None:
            shows = self._own(match)[1] or key  # by now it may be another one than what was shown before
            take(self.home, self._host.get(Shown, ("matches", match, "rows"), shows, after=row - 1, view="full"))

    def _taken(self, match: str, shown: Shown, key: str | None) -> Shown:
        """Another command of this home may have been told more while this answer was on its way: then it is asked for
        again. A host that shows less shows it again.
        """
        try:
            take(self.home, shown)
        except Damaged as less:
            if less.why != "host_shows_less":
                raise
            try:
                shows = self._own(match)[1] or key
                shown = self._host.get(Shown, ("matches", match, "rows"), shows, after=shown.after)
            except Unreachable:
                raise
            except HeraldError:
                raise less from None
            take(self.home, shown)
        return shown

    def _after(self, match: str, seat: int | None) -> int:
        """What is here for this seat up to this row, it need not be shown again."""
        if not self.home.knows(match):
            return 0
        log = self.home.log(match)
        row = lacking(log, seat, full=False)
        return log.head if row is None else row - 1

    @property
    def _host(self) -> Host:
        if self.host is None:
            raise HeraldError("nobody_asked")
        return self.host

    def _offline(self, away: Unreachable, heard: int) -> None:
        """Said once; who only looks asks nobody any more."""
        if not self._away:
            self._away = True
            self._tell(away, heard)

    def as_of(self, match: str) -> int | None:
        """When the host was last heard of the match, where it does not answer now."""
        fresh = any(one == match for one, _ in self._fresh)
        if self._is_own(match) or fresh or not (self._away or match in self._apart):
            return None
        heard = self._copies.hearing.of(match)
        return 0 if heard is None else heard.at

    def _is_own(self, match: str) -> bool:
        """Does this very machine play it?"""
        return self.home.store.secrets(match) is not None

    def _own(self, match: str) -> tuple[int | None, str | None]:
        """The seat whose key this person holds, if any, and what they show: else the arbiter's key, or a token."""
        held = list(self._keys.of(match))
        if not self.home.knows(match):
            return None, held[0][1] if held else None
        at = self.home.glance(match)
        fitting = [(name, key) for name, key in held if name and at.keys.get(name) == key_digest(match, name, key)]
        for name, key in fitting:
            if name in at.seats:
                return at.seats.index(name), key
        return None, next((key for _, key in [*fitting, *((name, key) for name, key in held if not name)]), None)

    # --- lists ---

    def listed(
        self,
        *,
        prefix: str | None = None,
        game: str | None = None,
        seat: str | None = None,
        over: bool | None = None,
        limit: int | None = None,
    ) -> "Iterator[Listed]":
        """The matches that this person has met at the host."""
        self._sync()
        return self.home.listed(prefix=prefix, game=game, seat=seat, over=over, limit=limit)

    def inbox(self, name: str | None) -> "Iterator[Waiting]":
        self._sync()
        return self.home.inbox(name)

    def called(self, name: str) -> list[str]:
        return self.home.called(name)

    def everything(self) -> list[str]:
        return self.home.everything()

    def campaign(self, game: "AnyGame", setup: "Setup") -> "Record":
        from store.campaigns import record

        self._sync()
        return record(self.home.store, game, setup, self._is_mine)

    def _is_mine(self, log: "Log") -> bool:
        """Does this person hold the key of its first seat?"""
        name, digest = log.seats[0], keys_of(log.bodies).get(log.seats[0])
        held = [key for seat, key in self._keys.of(log.match) if seat == name]
        return digest is not None and any(fits(log.match, name, key, digest) for key in held)

    def _recorded(self, game: "AnyGame", seats: Sequence[str], terms: "Terms") -> Mapping[str, str]:
        """What this person's record decides of a match of one: the host knows names, and a name is nobody."""
        options = terms.get("options", {})
        if game.campaign is None or len(seats) > 1:
            return options
        from store.starting import given_by, wanted_of

        self._sync()
        given = given_by(self.home.store, game, wanted_of(game, seats, terms), options, self._is_mine)
        return {**options, **given}

    def _sync(self) -> None:
        """All running matches, asked about at once."""
        if self._synced:
            return
        self._synced = True
        running = [known.match for known in self.home.listed(over=False) if not self._is_own(known.match)]
        running += [match for match in self._keys.matches() if not self.home.knows(match)]
        try:
            for begin in range(0, len(running), BATCH):
                self._sync_some(running[begin : begin + BATCH])
        except Unreachable as away:
            self._offline(away, self._copies.hearing.last())

    def _sync_some(self, matches: Sequence[str]) -> None:
        own = [self._own(match) for match in matches]
        wanted = [
            Wanted(match, key or "", self._after(match, seat)) for match, (seat, key) in zip(matches, own, strict=True)
        ]
        for match, (seat, key), one in zip(matches, own, self._host.post(list[Synced], ("sync",), wanted), strict=True):
            try:
                self._synced_one(match, seat, key, one)
            except Unreachable:
                raise
            except HeraldError as problem:  # of one match: it is told as it stands here, and so are the others
                self._apart.add(match)
                self._tell(problem, 0)

    def _synced_one(self, match: str, seat: int | None, key: str | None, one: Synced) -> None:
        if one.shown is not None:
            self._take(match, one.shown, key)
            self._fresh.add((match, seat))
            return None
        assert one.problem is not None  # one of the two
        problem = raised(one.problem)
        if problem.why == "no_such_row":
            return self._ask(match, seat, key, anew=True)
        self._refuse_forgetful(match, key, problem)
        if problem.why != UNSEEN:
            raise problem
        self._apart.add(match)
        if key is not None:  # who has no key asks only in case everybody may look
            known = self.home.knows(match)
            self._tell(Usage("shown_no_more" if known else "unknown_match_there", word=match), 0)
        return None

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

    def undo(self, match: str, act: Act, to: int | None = None, *, reason: str | None = None) -> Written:
        return self._acts(match, act, Undo(to), reason)

    def redo(self, match: str, act: Act, *, reason: str | None = None) -> Written:
        return self._acts(match, act, Redo(), reason)

    def answer(self, match: str, act: Act, row: int, *, agree: bool) -> Written:
        return self._acts(match, act, Agree(row) if agree else Decline(row))

    def give_up(self, match: str, act: Act, *, reason: str | None = None) -> Written:
        return self._acts(match, act, GiveUp(), reason)

    def rule(self, match: str, act: Act, rulings: Mapping[str, str], reason: str, *, arbiter: bool = False) -> Written:
        return self._acts(match, act, Rule(dict(rulings), reason), reason if arbiter else None)

    def _acts(self, match: str, act: Act, deed: Deed, reason: str | None = None) -> Written:
        at = self.glance(match)
        if self._is_own(match):
            return done_at(self.home, match, act, deed, reason)
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
            self._refuse_forgetful(match, act.key, refused)
            if refused.why == UNSEEN:
                raise NotAllowed("not_let_in", match=match) from refused
            raise
        return self._written(done, match, seat, None if isinstance(deed, Key) else act.key)

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
        try:
            return self._host.post(Done, path, asked, key)
        except Unreachable:
            return self._host.post(Done, path, asked, key)

    def _written(self, done: Done, match: str, seat: int | None, key: str | None) -> Written:
        """As who acted may know it; whose key has just been replaced holds another one now."""
        self._take(match, done.shown, key or self._own(match)[1])
        self._fresh.add((match, seat))
        seen = self.home.open(match, seat, key) if key is not None else self.home.open(match)
        return Written(seen, done.first, done.last, done.repeated, done.again)

    def _client(self) -> str:
        return os.urandom(12).hex()

    # --- spectators ---

    def watchers(self, match: str, act: Act) -> list[Watcher]:
        if self._is_own(match):
            return self.home.watchers(match, act)
        return self._let_in(match, lambda: self._host.get(list[Watcher], ("matches", match, "watchers"), act.key))

    def let_watch(self, match: str, act: Act, digest: str) -> Watcher:
        if self._is_own(match):
            return self.home.let_watch(match, act, digest)
        path = ("matches", match, "watchers")
        return self._let_in(match, lambda: self._host.post(Watcher, path, Link(digest), act.key))

    def end_watch(self, match: str, act: Act, numbers: Sequence[int] = ()) -> list[Watcher]:
        if self._is_own(match):
            return self.home.end_watch(match, act, numbers)
        path = ("matches", match, "watchers")
        asked: list[dict[str, object]] = [{"number": number} for number in numbers] or [{}]
        return self._let_in(
            match, lambda: [one for query in asked for one in self._host.delete(list[Watcher], path, act.key, **query)]
        )

    # --- the desk itself ---

    def arrived(self) -> bool | None:
        """Only the host could say."""
        return None

    def close(self) -> None:
        if self.host is not None:
            self.host.close()
        self.home.store.close()
