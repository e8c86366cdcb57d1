"""Lists of what a person has met at a host: all of it is asked about at once."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from core.kernel.errors import HeraldError, Usage
from core.kernel.log.keys import fits, keys_of
from store.remote.call import Unreachable
from store.remote.looking import FORGOTTEN, UNSEEN, Looking
from store.remote.problems import raised
from store.remote.wire import (
    Synced,
    Wanted,
)

if TYPE_CHECKING:
    from core.kernel.game import Setup
    from core.kernel.log.log import Log
    from core.kernel.rules.engine import AnyGame
    from store.campaigns import Record
    from store.lists import Listed, Waiting
    from store.starting import Terms

BATCH = 200
"""Matches that are asked about at once."""

Question: TypeAlias = tuple[str, int | None, str | None]
"""A match, the seat that it is asked about as, and the key."""

OPENING_NOTHING = FORGOTTEN | {"key_replaced"}
"""What a host says to a key beside which another one may open the match."""


def _first(asked: Sequence[Question]) -> list[Question]:
    """Return what can be asked about at once: each match by one key."""
    return list({one[0]: one for one in reversed(asked)}.values())[::-1][:BATCH]


class Listing(Looking):
    """The same, and many matches at a time."""

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
        self._sync()
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
        from store.starting import adopted, given_by, wanted_of

        self._sync()
        wanted = wanted_of(game, seats, terms, adopted(game, terms))
        given = given_by(self.home.store, game, wanted, options, self._is_mine)
        return {**options, **given}

    def _sync(self) -> None:
        """All running matches, asked about at once. Who has met none asks all the same whether there is a host."""
        if self._synced:
            return
        self._synced = True
        known = [one.match for one in self.home.listed(over=False) if not self._is_own(one.match)]
        new = frozenset(match for match in self._keys.matches() if not self.home.knows(match))
        asked = [(match, *self._own(match)) for match in known]
        asked += [(match, None, key) for match in sorted(new) for _, key in self._keys.of(match)]
        met = bool(known or self.home.everything())
        try:
            while asked:
                some = _first(asked)
                told = some[: self._sync_some(some, new)]
                asked = [one for one in asked if one not in told]
            if not met:
                self._sync_some((), new)
        except Unreachable as away:
            if not met:
                raise
            self._offline(away, self._copies.hearing.last())
            return
        for match in sorted(new - self._apart):
            if not self.home.knows(match):
                self._apart.add(match)
                self._tell(Usage("keys_open_nothing", match=match), 0)

    def _sync_some(self, asked: Sequence[Question], new: frozenset[str]) -> int:
        """Each match as a seat, by a key, and how many of them were answered: one answer may not hold all of them.

        `new`: nothing is here of these, and any of several keys may open them.
        """
        wanted = [Wanted(match, key or "", self._after(match, seat)) for match, seat, key in asked]
        answers = self._host.post(list[Synced], ("sync",), wanted)
        if len(answers) > len(asked) or (asked and not answers):
            raise self._host.not_understood(f"{len(answers)} / {len(asked)}")
        for (match, seat, key), one in zip(asked, answers, strict=False):
            try:
                self._synced_one(match, seat, key, one, is_new=match in new)
            except Unreachable:
                raise
            except HeraldError as problem:  # of one match: it is told as it stands here, and so are the others
                self._apart.add(match)
                self._tell(problem, 0)
        return len(answers)

    def _synced_one(self, match: str, seat: int | None, key: str | None, one: Synced, *, is_new: bool) -> None:
        if one.shown is not None:
            self._take(match, one.shown, key)
            self._fresh.add((match, seat))
            return None
        if one.problem is None:
            raise self._host.not_understood(match)
        problem = raised(one.problem, self._host.url)
        if problem.why == "no_such_row":
            return self._ask(match, seat, key, anew=True)
        if is_new and problem.why in OPENING_NOTHING:
            return None
        self._refuse_forgetful(match, key, problem)
        if problem.why != UNSEEN:
            raise problem
        self._apart.add(match)
        if key is not None:  # who has no key asks only in case everybody may look
            self._tell(Usage("shown_no_more", word=match), 0)
        return None
