"""What a host has shown, looked at here: kept up to date, checked as it comes, and told where nobody answers."""

from collections.abc import Callable, Iterable
from time import monotonic
from typing import TYPE_CHECKING, Protocol, TypeVar

from msgspec.structs import replace

from core.kernel.errors import Damaged, HeraldError, NotAllowed, Usage
from core.kernel.log.joining import well_formed
from core.kernel.log.keys import fits, key_digest
from core.kernel.log.limits import FILE_ROWS, weight
from store.acts import Glance, Kept
from store.remote.call import MATCH, Host, Unreachable
from store.remote.copies import Copies
from store.remote.heard import Heard
from store.remote.replica import Judge, lacking, take
from store.remote.wire import (
    Shown,
)

if TYPE_CHECKING:
    from core.kernel.log.log import Seen
    from core.kernel.log.row import StoredRow
    from store.matches import Matches

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

WHOLE = 120.0
"""Seconds for all pages of a match."""

FOLLOWED = frozenset({"host_shows_less", "host_shows_other"})
"""How a host can tell a match so that somebody may follow it all the same."""

APART = FOLLOWED | {"host_forgot"}
"""How a host does not tell a match as it is here."""

FORGOTTEN = frozenset({"key_of_nobody", "unknown_match"})
"""What a host says to a key of which it knows nothing."""

UNSEEN = "unknown_match"
"""Why a host shows nothing: there is no such match, or it is not for this bearer; it does not say which."""


class Looking:
    """A host, and the copy at home of what it has shown: what is told lies here, and is as new as can be."""

    def __init__(self, host: Host | None, copies: Copies, keys: Keys, tell: "Tell", judge: Judge) -> None:
        """Without a host nobody is asked: what is told is what was known last."""
        self._judge = judge
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
        """Of what lies here, once it is as new as can be; that the host tells it otherwise is no fault of it."""
        try:
            self._refresh(match, *self._own(match))
        except Damaged as problem:
            if problem.why not in APART:
                raise
            self._apart.add(match)
            self._tell(problem, 0)
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
        shown = self._rows(match, key, 0)
        self._copies.begin_anew(match, lambda home: take(home, shown, self._judge))
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
            shown = self._rows(match, key, after)
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
        shown = self._taken(match, self._to_its_end(self._of(match, shown), key), key)
        self._copies.hearing.hear({match: Heard(self.home.now(), shown.head, shown.digest, shown.mark)})
        log = self.home.log(match)
        if not log.state().agenda and (row := lacking(log, None, full=True)) is not None:
            shows = self._own(match)[1] or key  # by now it may be another one than what was shown before
            take(self.home, self._rows(match, shows, row - 1, view="full"), self._judge)

    def _of(self, match: str, shown: Shown) -> Shown:
        """The same, if it is of the match that was asked about and has a mark that is one."""
        if shown.match != match or (shown.mark and not well_formed(shown.mark)):
            raise self._host.not_understood(shown.match)
        return shown

    def _taken(self, match: str, shown: Shown, key: str | None) -> Shown:
        """Another command of this home may have been told more while this answer was on its way: then it is asked for
        again. A host that shows less shows it again.
        """
        try:
            take(self.home, shown, self._judge)
        except Damaged as less:
            if less.why != "host_shows_less":
                raise
            try:
                shows = self._own(match)[1] or key
                shown = self._rows(match, shows, shown.after)
            except Unreachable:
                raise
            except HeraldError:
                raise less from None
            take(self.home, shown, self._judge)
        return shown

    def _rows(self, match: str, key: str | None, after: int, **view: str) -> Shown:
        """The rows after a number, page by page."""
        shown = self._host.get(Shown, ("matches", match, "rows"), key, after=after, **view)
        return self._to_its_end(self._of(match, shown), key, **view)

    def _to_its_end(self, shown: Shown, key: str | None, **view: str) -> Shown:
        """The same, with the pages that follow it. A host that has nothing more to show leaves rows out."""
        begins, rows, heavy, until = shown.after, [*shown.rows], weight(shown.rows), monotonic() + WHOLE
        while len(rows) < shown.head - begins:
            last = begins + len(rows)
            if shown.head > FILE_ROWS or heavy > MATCH:
                raise HeraldError("host_too_heavy", url=self._host.url, most=MATCH)
            if monotonic() > until:
                raise Unreachable(self._host.url, TimeoutError("timed out"))
            more = self._host.get(Shown, ("matches", shown.match, "rows"), key, after=last, **view)
            if self._of(shown.match, more).after != last or not more.rows:
                break
            shown, heavy = more, heavy + weight(more.rows)
            rows += more.rows
        return replace(shown, after=begins, rows=tuple(rows))

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
