"""Matches in a store: everything that can be done to one, as an act that somebody asks for."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from core.kernel.errors import Refused, Usage
from core.kernel.language.notation import read_move
from core.kernel.log import limits
from core.kernel.log.fold import setup_of
from core.kernel.log.history import consenting, last_decision
from core.kernel.log.keys import ARBITER, key_digest, keys_of, refuse_without_key
from core.kernel.log.log import AnyLog, Log
from core.kernel.log.row import Answer, Back, BackClass, KeyReplaced, Request, Start, StoredRow
from core.kernel.log.scribe import Scribe, Who
from core.kernel.rules.engine import AnyGame
from store.acts import Act, Handing, Written, refuse_full, refuse_texts, refuse_unseen, typed_moves
from store.port import Secrets, Summary
from store.writer import Writer

if TYPE_CHECKING:
    from core.kernel.language.rehearsal import Rehearsal
    from store.adopting import Adopted


class Matches(Writer):
    """The matches of a store."""

    # --- starting ---------------------------------------------------------------------------------------------------

    def start(  # noqa: PLR0913 - everything that decides a match
        self,
        game: AnyGame,
        seats: Sequence[str],
        *,
        rulings: Mapping[str, str] | None = None,
        options: Mapping[str, str] | None = None,
        edition: tuple[str, str] | None = None,
        seed: str | None = None,
        practice: str | None = None,
        bots: Mapping[str, str] | None = None,
        with_keys: bool = False,
        handing: Handing | None = None,
        nonces: bool = False,
    ) -> tuple[Written, dict[str, str]]:
        """A new match; its first rows and the seat keys (by name), which are kept nowhere.

        `seed`: a word that the seed begins with; `practice`: one that is all of it, so that anybody can know the draws.
        """
        from core.kernel.log.starting import start_of
        from store.seats import check_seats

        check_seats(game, seats, bots or {})
        if nonces and all(name in (bots or {}) for name in seats):
            raise Usage("nonces_of_nobody")
        limits.refuse_texts((limits.WORD, seed or ""), (limits.WORD, practice or ""))
        match = self._new_match()
        keys = {name: self.new_key() for name in (*seats, ARBITER)} if with_keys else {}
        start = start_of(
            game,
            seats,
            rulings=rulings or {},
            options=options or {},
            edition=game.adopt(*edition) if edition else None,
            bots=bots,
            seed_chosen=seed is not None or practice is not None,
            practice=practice is not None,
            nonces=nonces,
        )
        given = self._given(game, start, options or {})
        start = replace(start, options={**start.options, **given}, keys=_digests(match, keys))
        secrets = Secrets(self._seed(seed, practice), self.entropy(32))
        scribe = Scribe.begin(game, match, secrets.seed, secrets.salt_key, start, Who(self.now()))
        self.play_bots(scribe, start)
        return self.begun(scribe, secrets, keys, handing), keys

    def fork(
        self,
        log: AnyLog,
        row: int | None = None,
        act: Act | None = None,
        *,
        bots: Mapping[str, str] | None = None,
        handing: Handing | None = None,
    ) -> tuple[Written, dict[str, str]]:
        """A what-if branch from what a seat (`act`) or the public knows after a row; the keys that its maker gets.

        A match of its own: new id, seed and salts. The bots stay at the table, unless others are named. A seat that has
        a key where it comes from has one here, too, for here lies what it knows; the other seats are open.
        """
        from core.kernel.log.fork import past_of
        from core.kernel.log.starting import forked_start
        from store.seats import check_seats

        if act is not None:
            refuse_texts(act)
        seat = self.seat_of(log, act) if act is not None else None
        past = past_of(log.at(log.head if row is None else row).seen_by(seat))
        match = self._new_match()
        locked = (log.seats[seat], ARBITER) if seat is not None and log.seats[seat] in keys_of(log.bodies) else ()
        keys = {name: self.new_key() for name in locked}
        secrets = Secrets(self.entropy(32).hex(), self.entropy(32))
        start = forked_start(log.start, log.game, past.origin, log.start.bots if bots is None else bots)
        start = replace(start, keys=_digests(match, keys))
        check_seats(log.game, start.seats, start.bots)
        actor = "" if act is None or seat is None else act.actor or log.seats[seat]
        who = Who(self.now(), actor, seat)
        scribe = Scribe.fork(log.game, match, (secrets.seed, secrets.salt_key), start, who, past)
        self.play_bots(scribe, start)
        again = tuple(log.seats[one] for one in past.again)
        return self.begun(scribe, secrets, keys, handing, seat=seat, again=again), keys

    def _new_match(self) -> str:
        from store.ids import new_id

        return new_id(self.below, lambda found: bool(self.store.alike(found, 1)))

    def _seed(self, chosen: str | None, practice: str | None) -> str:
        """What all draws follow from: who guesses a chosen word knows nothing yet, unless it is for practice."""
        if chosen is not None and practice is not None:
            raise Usage("seed_or_practice")
        if practice is not None:
            return practice
        entropy = self.entropy(32).hex()
        return entropy if chosen is None else f"{chosen} {entropy}"

    def _given(self, game: AnyGame, start: Start, chosen: Mapping[str, str]) -> Mapping[str, str]:
        """What earlier matches of the player decide: it becomes a part of row 1 like any other option."""
        if game.campaign is None:
            return {}
        from store.campaigns import given

        return given(self.store, game, setup_of(game, start), chosen)

    # --- seats ------------------------------------------------------------------------------------------------------

    def join(self, match: str, act: Act, nonce: Callable[[], str] | None) -> Written:
        """The seat joins (`nonce` None: without one) or opens its nonce; the last one lets the match begin."""
        from core.kernel.log.entering import enter

        def joins(log: Log, scribe: Scribe, who: Who) -> None:
            enter(log, scribe, who, nonce)
            self.play_bots(scribe, log.start)

        return self.act(match, act, joins)

    def replace_key(
        self,
        match: str,
        act: Act,
        key: str,
        *,
        reason: str | None = None,
        name: str | None = None,
        handing: Handing | None = None,
    ) -> Written:
        """From now on `key` opens the seat of `act`; the arbiter, with a reason, replaces that of `name`."""

        def replaces(log: Log, scribe: Scribe, who: Who) -> None:
            whose = (name or ARBITER) if who.seat is None else log.seats[who.seat]
            refuse_without_key(log.bodies, whose)
            scribe.note("key", who, KeyReplaced(whose, key_digest(match, whose, key), reason or ""))
            if handing is not None:
                seen = log.plus(scribe.rows).seen_by(who.seat)
                handing(Written(seen, log.head + 1, scribe.tip.seq), {whose: key})

        return self.act(match, act, replaces, reason=reason)

    def new_key(self) -> str:
        """A key that nobody can guess; it is kept nowhere."""
        return self.entropy(16).hex()

    # --- playing ----------------------------------------------------------------------------------------------------

    def move(self, match: str, act: Act, text: str, expect: int | None = None) -> Written:
        """One or more moves, all or none; then the bots play until a person is asked.

        Nothing may be drawn or opened before the last one: a line that is refused tells nothing of what it would bring.
        """
        typed = typed_moves(text)

        def moves(log: Log, scribe: Scribe, who: Who) -> None:
            assert who.seat is not None  # only the arbiter has none
            if len(typed) > 1:
                from core.kernel.language.rehearsal import before_last

                before_last(log.seen_by(who.seat), who.seat, typed)
            for one in typed:
                move = read_move(log.game, scribe.tip.state, who.seat, one)
                scribe.move(who, move, one)
            self.play_bots(scribe, log.start)

        return self.act(match, act, moves, expect=expect, typed=typed)

    def rehearse(self, match: str, act: Act, text: str, expect: int | None = None) -> "Rehearsal":
        """What the moves would lead to; it stops before a draw and before anything is opened."""
        from core.kernel.language.rehearsal import rehearse

        typed = typed_moves(text)
        refuse_texts(act, typed)
        log = self.log(match)
        seat = self.seat_of(log, act)
        refuse_unseen(log, expect)
        refuse_full(log)
        return rehearse(log.seen_by(seat), seat, typed)

    # --- undo and redo ----------------------------------------------------------------------------------------------

    def undo(self, match: str, act: Act, to: int | None = None, *, reason: str | None = None) -> Written:
        """Back to an earlier row: freely, by asking the others, or (with a reason) by the arbiter."""

        def undo(log: Log, scribe: Scribe, who: Who) -> None:
            row = last_decision(log.bodies, who.seat).parent if to is None else to
            request = Request("undo", log.history.target(row))
            self._go_back(log, scribe, who, request, log.head, reason=reason)

        return self.act(match, act, undo, reason=reason, back=True)

    def redo(self, match: str, act: Act, *, reason: str | None = None) -> Written:
        """Bring back what the last undo left, by the same classes."""

        def redo(log: Log, scribe: Scribe, who: Who) -> None:
            tip, _ = log.history.redo()
            self._go_back(log, scribe, who, Request("redo", tip), tip, reason=reason)

        return self.act(match, act, redo, reason=reason, back=True)

    def answer(self, match: str, act: Act, row: int, *, agree: bool) -> Written:
        """Agree to the undo or redo that this row asks for, or decline it; who asked withdraws it by declining."""

        def answer(log: Log, scribe: Scribe, who: Who) -> None:
            asked, agreed = log.history.request(row)
            if who.seat in agreed or (agree and who.seat == asked.seat):
                raise Refused("", "already_answered")
            scribe.note("agree" if agree else "decline", who, Answer(row))
            if not agree:
                return
            request = asked.about
            if isinstance(request, Request) and consenting(log.start, asked.seat) <= agreed | {who.seat}:
                self._go_on_from(log, scribe, who, request, "consent", asked.seq - 1)

        return self.act(match, act, answer)

    def _go_back(self, log: Log, scribe: Scribe, who: Who, request: Request, tip: int, *, reason: str | None) -> None:
        if reason is not None:
            self._go_on_from(log, scribe, who, request, "arbiter", log.head, reason)
            return
        if log.state().agenda == () and request.what == "undo":
            raise Refused("", "match_over_arbiter_only")
        base = request.to if request.what == "undo" else log.history.parting(log.head, tip)
        if log.history.free(base, tip, (who.seat, who.actor)):
            self._go_on_from(log, scribe, who, request, "free", log.head)
        elif not consenting(log.start, who.seat):
            self._go_on_from(log, scribe, who, request, "consent", log.head)
        else:
            scribe.note("ask", who, request)

    def _go_on_from(
        self, log: Log, scribe: Scribe, who: Who, request: Request, by: BackClass, tip: int, reason: str = ""
    ) -> None:
        """The row that says where play continues: no row is removed."""
        back = Back(request.to, tip, by, reason)
        scribe.note(request.what, who, back, parent=request.to, state=log.state(request.to))
        self.play_bots(scribe, log.start)

    # --- importing --------------------------------------------------------------------------------------------------

    def adopt(self, rows_after: Callable[[int], Iterable[StoredRow]], summary: Summary) -> "Adopted":
        """Take in what is new of a log that was verified: rows, and what opens the rows that are here."""
        from store.adopting import adopt

        self._read = None  # rows stay as they are, but more of them may be open
        return adopt(self.store, rows_after, summary)


def _digests(match: str, keys: Mapping[str, str]) -> dict[str, str]:
    """What the log says of keys."""
    return {name: key_digest(match, name, key) for name, key in keys.items()}
