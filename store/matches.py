"""Matches in a store: everything that can be done to one, as an act that somebody asks for. It is a `Desk`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Unpack

from core.kernel.errors import NotAllowed, Refused, Usage
from core.kernel.log.history import Meant, consenting, refuse_other, to_redo, to_undo
from core.kernel.log.joining import well_formed
from core.kernel.log.kinds import KINDS
from core.kernel.log.log import Log, Seen, refuse_over
from core.kernel.log.row import (
    Answer,
    AnyBody,
    Back,
    BackClass,
    Ended,
    Joined,
    KeyReplaced,
    NonceOpened,
    Request,
    Ruled,
    StoredRow,
)
from core.kernel.rules.engine import asked
from store.acts import Act, Watcher, Written
from store.port import Summary
from store.writer import Writer, refuse_full, refuse_texts, refuse_unseen

if TYPE_CHECKING:
    from core.kernel.game import Setup
    from core.kernel.language.rehearsal import Rehearsal
    from core.kernel.log.scribe import Scribe, Who
    from core.kernel.rules.engine import AnyGame
    from store import starting
    from store.adopting import Adopted
    from store.campaigns import Record
    from store.simulation import Recording


class Matches(Writer):
    """The matches of a store."""

    # --- beginning --------------------------------------------------------------------------------------------------

    def new_id(self, client: str = "") -> str:
        """An id that no match has yet; with a client id always the same one, also once the match is there."""
        from store.starting import new_id

        return new_id(self, client)

    def start(self, game: "AnyGame", seats: Sequence[str], **terms: "Unpack[starting.Terms]") -> Written:
        """A new match."""
        from store.starting import start

        return start(self, game, seats, **terms)

    def fork(
        self, seen: Seen, bots: Mapping[str, str] | None = None, **request: "Unpack[starting.Branching]"
    ) -> Written:
        """A what-if branch from what a seat or the public knows of a match, as `seen` holds it."""
        from store.starting import fork

        return fork(self, seen, bots, **request)

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
        from store.simulation import Recorder

        recorder = Recorder(self.store, self.now, self.entropy)
        return recorder.begin(game, bots, seed, readings, options, practice=practice)

    def campaign(self, game: "AnyGame", setup: "Setup") -> "Record":
        """What the matches of the player add up to who sits at this table of one."""
        from store.campaigns import record

        return record(self.store, game, setup)

    # --- seats ------------------------------------------------------------------------------------------------------

    def join(self, match: str, act: Act, committed: str | None) -> Written:
        """The seat joins, with a commitment to a nonce that only its player knows, or without one."""
        from core.kernel.log.entering import join

        if committed is not None and not well_formed(committed):
            raise Usage("no_digest", word=committed)

        def joins(log: Log, scribe: "Scribe", who: "Who") -> None:
            join(log, scribe, who, committed)
            self.play_bots(scribe, log.start)

        return self.act(match, act, joins, lambda rows: rows[0].about == Joined(committed or ""))

    def open_nonce(self, match: str, act: Act, nonce: str) -> Written:
        """The seat opens its nonce, once all have joined; the last one lets the match begin."""
        from core.kernel.log.entering import open_nonce

        def opens(log: Log, scribe: "Scribe", who: "Who") -> None:
            open_nonce(log, scribe, who, nonce)
            self.play_bots(scribe, log.start)

        return self.act(match, act, opens, lambda rows: rows[0].about == NonceOpened(nonce))

    def replace_key(
        self,
        match: str,
        act: Act,
        digest: str,
        *,
        reason: str | None = None,
        name: str | None = None,
    ) -> Written:
        """From now on the key of this digest opens the seat; the arbiter, with a reason, gives `name` another."""
        from core.kernel.log.keys import ARBITER, refuse_in_force, refuse_without_key

        if not well_formed(digest):
            raise Usage("no_digest", word=digest)

        def replaces(log: Log, scribe: "Scribe", who: "Who") -> None:
            whose = (name or ARBITER) if who.seat is None else log.seats[who.seat]
            if name not in {None, whose}:
                raise NotAllowed("key_wrong", seat=ARBITER)
            refuse_without_key(log.bodies, whose)
            refuse_in_force(log.bodies, whose, digest)
            _refuse_overspent(log, who)
            scribe.note("key", who, KeyReplaced(whose, digest, reason or ""))

        def same(rows: Sequence[AnyBody]) -> bool:
            return isinstance(rows[0].about, KeyReplaced) and rows[0].about.digest == digest

        return self.act(match, act, replaces, same, reason=reason)

    # --- spectators -------------------------------------------------------------------------------------------------

    def watchers(self, match: str, act: Act) -> list[Watcher]:
        """The spectators' links that are in force."""
        from store.watching import watchers

        return watchers(self, match, act)

    def let_watch(self, match: str, act: Act, digest: str) -> Watcher:
        """A link more, of this digest."""
        from store.watching import let_watch

        return let_watch(self, match, act, digest)

    def end_watch(self, match: str, act: Act, numbers: Sequence[int] = ()) -> list[Watcher]:
        """Withdraw these, or all that one may; what was withdrawn."""
        from store.watching import end_watch

        return end_watch(self, match, act, numbers)

    # --- playing ----------------------------------------------------------------------------------------------------

    def move(self, match: str, act: Act, text: str, expect: int | None = None) -> Written:
        """One or more moves, all or none; then the bots play until a person is asked.

        Nothing may be drawn or opened before the last one: a line that is refused tells nothing of what it would bring.
        """
        from core.kernel.language.notation import read_move

        typed = _typed(text)
        refuse_texts(act, typed)

        def moves(log: Log, scribe: "Scribe", who: "Who") -> None:
            assert who.seat is not None  # only the arbiter has none
            refuse_over(log)
            if who.seat in asked(log.state()).also:
                _refuse_overspent(log, who)
            if len(typed) > 1:
                from core.kernel.language.rehearsal import before_last

                before_last(self.held(match).seen_by(who.seat), who.seat, typed)
            for one in typed:
                move = read_move(log.game, scribe.tip.state, who.seat, one)
                scribe.move(who, move, one)
            self.play_bots(scribe, log.start)

        return self.act(match, act, moves, lambda rows: list(map(_text, rows)) == typed, expect=expect)

    def rehearse(self, match: str, act: Act, text: str, expect: int | None = None) -> "Rehearsal":
        """What the moves would lead to; it stops before a draw and before anything is opened."""
        from core.kernel.language.rehearsal import rehearse

        typed = _typed(text)
        refuse_texts(act, typed)
        kept = self.at_hand(match)
        seat = self.seat_of(kept.log, act)
        refuse_unseen(kept.log, expect)
        refuse_over(kept.log)
        refuse_full(kept.log)
        return rehearse(kept.seen_by(seat), seat, typed)

    # --- undo and redo ----------------------------------------------------------------------------------------------

    def undo(
        self, match: str, act: Act, to: int | None = None, *, reason: str | None = None, meant: Meant | None = None
    ) -> Written:
        """Back to an earlier row: freely, by asking the others, or (with a reason) by the arbiter.

        `meant`: what whoever asks saw that it would be; anything different is refused.
        """

        def undo(log: Log, scribe: "Scribe", who: "Who") -> None:
            found, target = to_undo(log.bodies, log.history, (who.seat, who.actor), to)
            refuse_other(meant, found)
            self._go_back(log, scribe, who, Request("undo", target), found, reason=reason)

        return self.act(match, act, undo, partial(_asks_for, "undo"), reason=reason, room="goes back")

    def redo(self, match: str, act: Act, *, reason: str | None = None, meant: Meant | None = None) -> Written:
        """Bring back what the last undo left, by the same classes; `meant` as in an undo."""

        def redo(log: Log, scribe: "Scribe", who: "Who") -> None:
            found = to_redo(log.history, (who.seat, who.actor))
            refuse_other(meant, found)
            self._go_back(log, scribe, who, Request("redo", found.row), found, reason=reason)

        return self.act(match, act, redo, partial(_asks_for, "redo"), reason=reason, room="goes back")

    def give_up(self, match: str, act: Act, *, reason: str | None = None) -> Written:
        """The match ends without a result: once all others agree, or (with a reason) by the arbiter."""

        def gives_up(log: Log, scribe: "Scribe", who: "Who") -> None:
            if not log.history.first:
                raise Refused("", "give_up_nothing_begun")
            if log.state().agenda == ():
                raise Refused("", "match_over")
            if reason is not None:
                scribe.end(who, Ended("arbiter", reason))
            elif consenting(log.start, who.seat):
                _ask(log, scribe, who, Request("end"))
            else:
                scribe.end(who, Ended("consent"))

        return self.act(match, act, gives_up, partial(_asks_for, "end"), reason=reason, room="settles")

    def rule(self, match: str, act: Act, rulings: Mapping[str, str], reason: str, *, arbiter: bool = False) -> Written:
        """From here on the table reads these rulings so: once all others agree, or because the arbiter says it."""
        from core.kernel.setup.readings import agreeable

        refuse_texts(act, reason=reason)
        if not reason.strip():
            raise Usage("why_needed")
        if not rulings:
            raise Usage("no_ruling_named")

        def rules(log: Log, scribe: "Scribe", who: "Who") -> None:
            if not log.history.first:
                raise Refused("", "ruling_nothing_begun")
            if log.state().agenda == ():
                raise Refused("", "match_over")
            meant = agreeable(log.game, log.state(), rulings)
            if not arbiter and consenting(log.start, who.seat):
                _ask(log, scribe, who, Request("ruling", rulings=meant, reason=reason))
            else:
                self._rule_on(log, scribe, who, Ruled(meant, "arbiter" if arbiter else "consent", reason))

        return self.act(
            match, act, rules, partial(_asks_for, "ruling"), reason=reason if arbiter else None, room="goes back"
        )

    def answer(self, match: str, act: Act, row: int, *, agree: bool) -> Written:
        """Agree to what this row asks for, or decline it; who asked withdraws it by declining."""
        from core.kernel.log.budget import withdraws

        def answer(log: Log, scribe: "Scribe", who: "Who") -> None:
            asked, agreed = log.history.request(row)
            _refuse_bot(log, who)
            if who.seat in agreed or (agree and who.seat == asked.seat):
                raise Refused("", "already_answered")
            if not agree and withdraws(log, who.seat, row):
                _refuse_overspent(log, who)
            scribe.note("agree" if agree else "decline", who, Answer(row))
            if not agree:
                return
            request = asked.about
            if not isinstance(request, Request) or not consenting(log.start, asked.seat) <= agreed | {who.seat}:
                return
            if request.what == "end":
                scribe.end(who, Ended("consent"))
            elif request.what == "ruling":
                self._rule_on(log, scribe, who, Ruled(request.rulings, "consent", request.reason))
            else:
                self._go_on_from(log, scribe, who, request, "consent", asked.seq - 1)

        kind = "agree" if agree else "decline"

        def same(rows: Sequence[AnyBody]) -> bool:
            return (rows[0].kind, rows[0].about) == (kind, Answer(row))

        return self.act(match, act, answer, same, room="settles")

    def _go_back(
        self, log: Log, scribe: "Scribe", who: "Who", request: Request, found: Meant, *, reason: str | None
    ) -> None:
        if reason is not None:
            self._go_on_from(log, scribe, who, request, "arbiter", log.head, reason)
            return
        if log.state().agenda == () and request.what == "undo":
            raise Refused("", "match_over_arbiter_only")
        if found.free or not consenting(log.start, who.seat):
            _refuse_overspent(log, who)
            self._go_on_from(log, scribe, who, request, "free" if found.free else "consent", log.head)
        else:
            _ask(log, scribe, who, request)

    def _go_on_from(
        self, log: Log, scribe: "Scribe", who: "Who", request: Request, by: BackClass, tip: int, reason: str = ""
    ) -> None:
        """The row that says where play continues: no row is removed."""
        back = Back(request.to, tip, by, reason)
        scribe.note(
            "redo" if request.what == "redo" else "undo", who, back, parent=request.to, state=log.state(request.to)
        )
        self.play_bots(scribe, log.start)

    def _rule_on(self, log: Log, scribe: "Scribe", who: "Who", ruled: Ruled) -> None:
        scribe.rule(who, ruled)
        self.play_bots(scribe, log.start)

    # --- importing --------------------------------------------------------------------------------------------------

    def adopt(self, rows_after: Callable[[int], Iterable[StoredRow]], summary: Summary) -> "Adopted":
        """Take in what is new of a log that was verified: rows, and what opens the rows that are here."""
        from store.adopting import adopt

        self.let_go(summary.match)
        return adopt(self.store, rows_after, summary)


def _ask(log: Log, scribe: "Scribe", who: "Who", request: Request) -> None:
    """One thing is asked of the others at a time: nobody's question vanishes behind another one."""
    _refuse_bot(log, who)
    if log.history.pending is not None:
        raise Refused("", "request_waits", have=log.history.pending[0].seq)
    _refuse_overspent(log, who)
    scribe.note("ask", who, request)


def _refuse_overspent(log: Log, who: "Who") -> None:
    from core.kernel.log.budget import refuse_overspent  # moves spend nothing, and start quicker without it

    refuse_overspent(log, who.seat)


def _refuse_bot(log: Log, who: "Who") -> None:
    """A bot is asked nothing and asks nothing; nor does anybody in its name, where no key guards the seat."""
    if who.seat is not None and log.seats[who.seat] in log.start.bots:
        raise Refused("", "bots_do_not_ask")


def _typed(text: str) -> list[str]:
    """The moves of a line."""
    from core.kernel.language.pattern import commands

    typed = commands(text)
    if not typed:
        raise Usage("nothing_typed")
    return typed


def _asks_for(what: str, rows: Sequence[AnyBody]) -> bool:
    """Is it done here, or asked of the others?"""
    first = rows[0]
    return first.kind == what or (isinstance(first.about, Request) and first.about.what == what)


def _text(row: AnyBody) -> str | None:
    """What was typed for a move; none of a row that is no move."""
    typed = row.text if row.sealed_text is None else row.sealed_text.value
    return typed if KINDS[row.kind].decides else None
