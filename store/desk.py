"""What commands talk to: a desk at which somebody asks for matches and acts in them, wherever they are kept.

`Matches` on a store of this machine is one. Whatever a desk tells is what the one who asks may know: a `Seen`, or plain
data that everybody may have. It hands out no log of a host and no rows, and takes no key but to look whether it opens.
What needs all rows (an export, a fork) takes them from a `Seen`; a judge is let in, and his verdict comes out.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar, Unpack

if TYPE_CHECKING:
    from core.kernel.game import Setup
    from core.kernel.language.rehearsal import Rehearsal
    from core.kernel.log.history import Meant
    from core.kernel.log.log import Seen
    from core.kernel.log.row import StoredRow
    from core.kernel.rules.engine import AnyGame
    from store.acts import Act, Glance, Kept, Watcher, Written
    from store.adopting import Adopted
    from store.campaigns import Record
    from store.lists import Listed, Waiting
    from store.port import Summary
    from store.simulation import Recording
    from store.starting import Branching, Terms
    from store.writer import Attempt

V = TypeVar("V")


class Desk(Protocol):
    """One for each run of a command, or for each request: `store.place.desk_at`."""

    # --- finding and looking ---

    def resolve(self, word: str) -> str:
        """The match of this id, or the only one that begins so."""
        ...

    def knows(self, word: str) -> bool:
        """Is there a match whose id begins so?"""
        ...

    def glance(self, match: str) -> "Glance":
        """What stands on the outside of a match."""
        ...

    def open(self, match: str, seat: int | None = None, key: str | None = None) -> "Seen":
        """The match as this seat may know it, if the key opens it; without a seat, as everybody may."""
        ...

    def whose(self, match: str, key: str) -> str:
        """Whom this key is for now: the name of a seat, or the arbiter."""
        ...

    def open_if_allowed(self, match: str, seat: int, key: str | None) -> "Seen":
        """The same; with another key or none, as everybody may."""
        ...

    def open_full(self, match: str, row: int | None = None) -> "Seen":
        """A match that is over (at this row), with every answer and draw that counted."""
        ...

    def verify(self, match: str, judge: "Callable[[Callable[[int], Iterable[StoredRow]]], V]") -> V:
        """What a judge says of all that is here of a match."""
        ...

    def kept(self, match: str, seat: int | None = None, key: str | None = None) -> "Kept":
        """What lies here of a match that is played elsewhere; its host is not asked."""
        ...

    def follow(self, match: str, seat: int | None = None, key: str | None = None) -> "Seen":
        """From now on as its host tells it, which is not how it was told before."""
        ...

    def as_of(self, match: str) -> int | None:
        """Since when nothing was heard of it, where its host does not answer; None: it is told as it is."""
        ...

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
        """The matches that fit, the newest first; `prefix`: of the id; `seat`: a name as it is written."""
        ...

    def inbox(self, name: str | None) -> "Iterator[Waiting]":
        """The running matches in which something may wait for this player (for anybody), the longest waiting first."""
        ...

    def called(self, name: str) -> list[str]:
        """The names at the tables here that are this one in any case, as they are written."""
        ...

    def everything(self) -> list[str]:
        """The ids of all matches of which anything is here, also of those that are damaged."""
        ...

    def campaign(self, game: "AnyGame", setup: "Setup") -> "Record":
        """What the matches of the player add up to who sits at this table of one."""
        ...

    # --- beginning ---

    def new_id(self, client: str = "") -> str:
        """An id for a new match, so that keys can be made for it; for a client id always the same one."""
        ...

    def start(self, game: "AnyGame", seats: Sequence[str], **terms: "Unpack[Terms]") -> "Written":
        """A new match."""
        ...

    def fork(self, seen: "Seen", bots: Mapping[str, str] | None = None, **request: "Unpack[Branching]") -> "Written":
        """A what-if branch from what its maker knows."""
        ...

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
        """A match of bots that is kept as it is played."""
        ...

    def adopt(self, rows_after: "Callable[[int], Iterable[StoredRow]]", summary: "Summary") -> "Adopted":
        """Take in what is new of a log that was verified."""
        ...

    # --- acts ---

    def join(self, match: str, act: "Act", committed: str | None) -> "Written":
        """The seat joins, with a commitment to a nonce that only its player knows, or without one."""
        ...

    def open_nonce(self, match: str, act: "Act", nonce: str) -> "Written":
        """The seat opens its nonce, once all have joined."""
        ...

    def replace_key(
        self,
        match: str,
        act: "Act",
        digest: str,
        *,
        reason: str | None = None,
        name: str | None = None,
    ) -> "Written":
        """From now on the key of this digest opens the seat; the arbiter, with a reason, gives `name` another."""
        ...

    def watchers(self, match: str, act: "Act") -> "list[Watcher]":
        """The spectators' links of a match; the arbiter asks as `ARBITER`."""
        ...

    def let_watch(self, match: str, act: "Act", digest: str) -> "Watcher":
        """A spectators' link more, by the digest of its token; sent again, the same one."""
        ...

    def end_watch(self, match: str, act: "Act", numbers: Sequence[int] = ()) -> "list[Watcher]":
        """Withdraw these links, or all that one may: one's own, the arbiter any. What was withdrawn."""
        ...

    def move(self, match: str, act: "Act", text: str, expect: int | None = None) -> "Written":
        """One or more moves, all or none; then the bots play until a person is asked."""
        ...

    def rehearse(self, match: str, act: "Act", text: str, expect: int | None = None) -> "Rehearsal":
        """What the moves would lead to; it stops before a draw and before anything is opened."""
        ...

    def undo(
        self, match: str, act: "Act", to: int | None = None, *, reason: str | None = None, meant: "Meant | None" = None
    ) -> "Written":
        """Back to an earlier row: freely, by asking the others, or (with a reason) by the arbiter.

        `meant`: what whoever asks saw that it would be; anything different is refused.
        """
        ...

    def redo(self, match: str, act: "Act", *, reason: str | None = None, meant: "Meant | None" = None) -> "Written":
        """Bring back what the last undo left; `meant` as in an undo."""
        ...

    def give_up(self, match: str, act: "Act", *, reason: str | None = None) -> "Written":
        """The match ends without a result: if the others agree, or (with a reason) by the arbiter."""
        ...

    def rule(
        self, match: str, act: "Act", rulings: Mapping[str, str], reason: str, *, arbiter: bool = False
    ) -> "Written":
        """From here on the table reads these rulings so: if all others agree, or because the arbiter says it."""
        ...

    def answer(self, match: str, act: "Act", row: int, *, agree: bool) -> "Written":
        """Agree to the request of this row, or decline it."""
        ...

    # --- the desk itself ---

    @property
    def attempt(self) -> "Attempt | None":
        """The rows that were last about to be written."""
        ...

    def arrived(self) -> bool | None:
        """Are they there? None where nobody can say."""
        ...

    def close(self) -> None:
        """Let go of what lies behind it; may be called twice."""
        ...
