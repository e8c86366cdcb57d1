"""Matches in a store: the write side. Every act reads the log, decides in `core`, and appends rows: all or none.

Clock and entropy are injected. Two processes at one match are settled by the store's expected number: who comes second
decides again on what is there now, unless the caller said which row they had seen.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from core.games import read_log
from core.kernel.errors import NotAllowed, Refused, Stale, Usage
from core.kernel.game import Setup
from core.kernel.language.notation import commands, format_move, read_move
from core.kernel.language.rehearsal import Rehearsal, before_last, rehearse
from core.kernel.log import limits
from core.kernel.log.entering import enter
from core.kernel.log.history import consenting, last_decision
from core.kernel.log.integrity import check_sound
from core.kernel.log.joining import nonces_of
from core.kernel.log.keys import ARBITER, check_key, key_digest, keys_of, refuse_without_key
from core.kernel.log.log import Log
from core.kernel.log.row import Answer, Back, BackClass, EditionRef, KeyReplaced, Request, Start, StoredRow
from core.kernel.log.scribe import Scribe, Tip, Who
from core.kernel.rules import engine
from core.kernel.rules.engine import AnyGame
from core.kernel.rules.secret import HOLE, Secret
from core.kernel.setup.options import agreed
from core.kernel.setup.rulings import settle
from store.ids import new_id
from store.port import EventStore, Head, Secrets, Seen, Summary
from store.port import Stale as Overtaken
from store.seats import check_seats
from store.summaries import summary_at

if TYPE_CHECKING:
    from store.adopting import Adopted

ENGINE = "1"
TRIES = 20  # how often an act decides again after somebody came first


class Act(msgspec.Struct, frozen=True):
    """Who asks for something: the seat's name, the person behind it, key and client id."""

    seat: str
    actor: str = ""
    key: str | None = None
    client: str = ""


class Outcome(msgspec.Struct, frozen=True):
    """What an act came to: the log after it (the host's), and the rows that it made."""

    log: Log
    first: int
    last: int
    seen: bool = False  # the client id had been used before: these are the rows of then
    again: tuple[str, ...] = ()  # of a fork: who is asked again there


class Attempt(msgspec.Struct, frozen=True):
    """Rows on their way into the store. After an interruption only the store knows whether they arrived."""

    match: str
    first: int
    last: int
    digest: str  # of the last one


Handing = Callable[[Outcome, Mapping[str, str]], None]
"""Puts new keys, by name, where they cannot get lost. It is called with what is about to be written, before it is: what
it raises stops the act. It may be called again, with other rows, when somebody came first.
"""


class Matches:
    """The matches of a store."""

    def __init__(self, store: EventStore, now: Callable[[], int], entropy: Callable[[int], bytes]) -> None:
        self.store = store
        self.now = limits.clock(now)
        self.entropy = entropy
        self.attempt: Attempt | None = None  # what was last about to be written
        self._read: Log | None = None  # the log read last: rows stay as they are, so only newer ones are read again
        self._sound = "", 0  # the match that was played on last, and up to which row it was found to hold

    # --- reading ----------------------------------------------------------------------------------------------------

    def resolve(self, word: str) -> str:
        """The match of this id, or the only one that begins so."""
        found = self.store.find(word)
        if len(found) != 1:
            raise Usage("ambiguous_match" if found else "unknown_match", known=found[:10], word=word)
        return found[0]

    def log(self, match: str) -> Log:
        """The whole log, as the host holds it. What people see goes through `Log.seen_by`."""
        known = self._read
        if known is None or known.match != match:
            self._read = known = read_log(self.store.read(match))
        elif newer := self.store.read(match, known.head):
            self._read = known = known.plus(newer)
        return known

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
    ) -> tuple[Outcome, dict[str, str]]:
        """A new match; its first rows and the seat keys (by name), which are kept nowhere.

        `seed`: a word that the seed begins with; `practice`: one that is all of it, so that anybody can know the draws.
        """
        check_seats(game, seats, bots or {})
        if nonces and all(name in (bots or {}) for name in seats):
            raise Usage("nonces_of_nobody")
        limits.refuse_texts((limits.WORD, seed or ""), (limits.WORD, practice or ""))
        match = new_id(self._below, lambda found: bool(self.store.alike(found)))
        keys = {name: self.new_key() for name in (*seats, ARBITER)} if with_keys else {}
        data = game.adopt(*edition) if edition else game.edition()
        secrets = Secrets(self._seed(seed, practice), self.entropy(32))
        setup = Setup(
            tuple(seats), settle(game.rulings, rulings or {}), data.digest, agreed(game.options, options or {})
        )
        start = Start(
            game=game.name,
            seats=setup.seats,
            rulings=setup.rulings,
            edition=EditionRef(data.name, data.digest, data.text),
            engine=ENGINE,
            rules=game.rules_version,
            seed=Secret((1, 0), (), "", HOLE),
            seed_chosen=seed is not None or practice is not None,
            practice=practice is not None,
            options={**setup.options, **self._given(game, setup, options or {})},
            bots=bots or {},
            keys={name: key_digest(match, name, key) for name, key in keys.items()},
            nonces=nonces,
        )
        scribe = Scribe.begin(game, match, secrets.seed, secrets.salt_key, start, Who(self.now()))
        self._bots(scribe, start)
        return self._begun(scribe, secrets, keys, handing), keys

    def _seed(self, chosen: str | None, practice: str | None) -> str:
        """What all draws follow from: who guesses a chosen word knows nothing yet, unless it is for practice."""
        if chosen is not None and practice is not None:
            raise Usage("seed_or_practice")
        if practice is not None:
            return practice
        entropy = self.entropy(32).hex()
        return entropy if chosen is None else f"{chosen} {entropy}"

    def _given(self, game: AnyGame, setup: Setup, chosen: Mapping[str, str]) -> Mapping[str, str]:
        """What earlier matches of the player decide: it becomes a part of row 1 like any other option."""
        if game.campaign is None:
            return {}
        from store.campaigns import given  # few games have a campaign

        return given(self.store, game, setup, chosen)

    def fork(
        self,
        log: Log,
        row: int | None = None,
        act: Act | None = None,
        *,
        bots: Mapping[str, str] | None = None,
        handing: Handing | None = None,
    ) -> tuple[Outcome, dict[str, str]]:
        """A what-if branch from what a seat (`act`) or the public knows after a row; the keys that its maker gets.

        A match of its own: new id, seed and salts. The bots stay at the table, unless others are named. A seat that has
        a key where it comes from has one here, too, for here lies what it knows; the other seats are open.
        """
        from core.kernel.log.fork import past_of  # most matches are never forked

        if act is not None:
            _refuse_texts(act)
        seat = self._seat(log, act) if act is not None else None
        past = past_of(log.at(log.head if row is None else row).seen_by(seat))
        match = new_id(self._below, lambda found: bool(self.store.alike(found)))
        locked = (log.seats[seat], ARBITER) if seat is not None and log.seats[seat] in keys_of(log.bodies) else ()
        keys = {name: self.new_key() for name in locked}
        secrets = Secrets(self.entropy(32).hex(), self.entropy(32))
        start = msgspec.structs.replace(
            log.start,
            engine=ENGINE,
            rules=log.game.rules_version,
            seed_chosen=False,
            practice=False,
            bots=log.start.bots if bots is None else bots,
            keys={name: key_digest(match, name, key) for name, key in keys.items()},
            forked=past.origin,
            nonces=False,
        )
        check_seats(log.game, start.seats, start.bots)
        actor = "" if act is None or seat is None else act.actor or log.seats[seat]
        who = Who(self.now(), actor, seat)
        scribe = Scribe.fork(log.game, match, (secrets.seed, secrets.salt_key), start, who, past)
        self._bots(scribe, start)
        again = tuple(log.seats[seat] for seat in past.again)
        return self._begun(scribe, secrets, keys, handing, again), keys

    # --- seats ------------------------------------------------------------------------------------------------------

    def join(self, match: str, act: Act, nonce: Callable[[], str] | None) -> Outcome:
        """The seat joins (`nonce` None: without one) or opens its nonce; the last one lets the match begin."""

        def joins(log: Log, scribe: Scribe, who: Who) -> None:
            enter(log, scribe, who, nonce)
            self._bots(scribe, log.start)

        return self._act(match, act, joins, None)

    def replace_key(
        self,
        match: str,
        act: Act,
        key: str,
        *,
        reason: str | None = None,
        name: str | None = None,
        handing: Handing | None = None,
    ) -> Outcome:
        """From now on `key` opens the seat of `act`; the arbiter, with a reason, replaces that of `name`."""

        def replaces(log: Log, scribe: Scribe, who: Who) -> None:
            whose = (name or ARBITER) if who.seat is None else log.seats[who.seat]
            refuse_without_key(log.bodies, whose)
            scribe.note("key", who, KeyReplaced(whose, key_digest(match, whose, key), reason or ""))
            if handing is not None:
                handing(Outcome(log.plus(scribe.rows), log.head + 1, scribe.tip.seq), {whose: key})

        return self._act(match, act, replaces, None, reason=reason)

    def new_key(self) -> str:
        """A key that nobody can guess; it is kept nowhere."""
        return self.entropy(16).hex()

    # --- playing ----------------------------------------------------------------------------------------------------

    def move(self, match: str, act: Act, text: str, expect: int | None = None) -> Outcome:
        """One or more moves, all or none; then the bots play until a person is asked.

        Nothing may be drawn or opened before the last one: a line that is refused tells nothing of what it would bring.
        """
        typed = _typed(text)

        def moves(log: Log, scribe: Scribe, who: Who) -> None:
            assert who.seat is not None  # set by _act
            if len(typed) > 1:
                before_last(log.seen_by(who.seat), who.seat, typed)
            for one in typed:
                move = read_move(log.game, scribe.tip.state, who.seat, one)
                scribe.move(who, move, one)
            self._bots(scribe, log.start)

        return self._act(match, act, moves, expect, typed=typed)

    def rehearse(self, match: str, act: Act, text: str, expect: int | None = None) -> Rehearsal:
        """What the moves would lead to; it stops before a draw and before anything is opened."""
        typed = _typed(text)
        _refuse_texts(act, typed)
        log = self.log(match)
        seat = self._seat(log, act)
        _expect(log, expect)
        _refuse_full(log)
        return rehearse(log.seen_by(seat), seat, typed)

    # --- undo and redo ----------------------------------------------------------------------------------------------

    def undo(self, match: str, act: Act, to: int | None = None, *, reason: str | None = None) -> Outcome:
        """Back to an earlier row: freely, by asking the others, or (with a reason) by the arbiter."""

        def undo(log: Log, scribe: Scribe, who: Who) -> None:
            arbiter = reason is not None
            row = last_decision(log.bodies, None if arbiter else who.seat).parent if to is None else to
            target = log.history.target(row)
            self._go_back(log, scribe, who, Request("undo", target), log.head, reason=reason)

        return self._act(match, act, undo, None, reason=reason, back=True)

    def redo(self, match: str, act: Act, *, reason: str | None = None) -> Outcome:
        """Bring back what the last undo left, by the same classes."""

        def redo(log: Log, scribe: Scribe, who: Who) -> None:
            tip, _ = log.history.redo()
            self._go_back(log, scribe, who, Request("redo", tip), tip, reason=reason)

        return self._act(match, act, redo, None, reason=reason, back=True)

    def answer(self, match: str, act: Act, row: int, *, agree: bool) -> Outcome:
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

        return self._act(match, act, answer, None)

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
        self._bots(scribe, log.start)

    # --- importing --------------------------------------------------------------------------------------------------

    def adopt(self, rows_after: Callable[[int], Iterable[StoredRow]], summary: Summary) -> "Adopted":
        """Take in what is new of a log that was verified: rows, and what opens the rows that are here."""
        from store.adopting import adopt  # seldom one comes from elsewhere

        self._read = None  # rows stay as they are, but more of them may be open
        return adopt(self.store, rows_after, summary)

    # --- inside -----------------------------------------------------------------------------------------------------

    def _begun(
        self,
        scribe: Scribe,
        secrets: Secrets,
        keys: Mapping[str, str],
        handing: Handing | None,
        again: tuple[str, ...] = (),
    ) -> Outcome:
        """The first rows of a match, with the secrets that it keeps to itself, once its keys are in safe hands."""
        match = scribe.tip.match
        outcome = Outcome(Log(scribe.game, scribe.rows), 1, scribe.tip.seq, again=again)
        if keys and handing is not None:
            handing(outcome, keys)
        appended = self._append(0, "", scribe.rows, summary_at(scribe, outcome.log.start), secrets)
        if not isinstance(appended, Head):
            raise Stale(match, 0, self.store.head(match))
        return outcome

    def _append(
        self, expected: int, client: str, rows: Sequence[StoredRow], summary: Summary, secrets: Secrets | None = None
    ) -> Head | Overtaken | Seen:
        self.attempt = Attempt(summary.match, expected + 1, summary.head, rows[-1].digest)
        return self.store.append(summary.match, expected, client, rows, summary, secrets)

    def _act(
        self,
        match: str,
        act: Act,
        doing: Callable[[Log, Scribe, Who], None],
        expect: int | None,
        *,
        reason: str | None = None,
        typed: Sequence[str] | None = None,
        back: bool = False,
    ) -> Outcome:
        """`reason`: of the arbiter, who acts for no seat; `typed`: the moves; `back`: it goes back, or asks for it."""
        _refuse_texts(act, typed or (), reason)
        for _ in range(TRIES):
            log = self.log(match)
            if reason is not None:
                check_key(log.bodies, ARBITER, act.key)
                seat, actor = None, act.actor or ARBITER
            else:
                seat = self._seat(log, act)
                actor = act.actor or log.seats[seat]
            if act.client and (seen := self.store.seen(match, act.client)):
                return _given_before(self.log(match), seen, act.client, seat, typed)  # rows that came in just now, too
            _expect(log, expect)
            _refuse_full(log, back=back and reason is None)
            scribe = self._scribe(log)
            doing(log, scribe, Who(self.now(), actor, seat, act.client))
            rows = scribe.rows
            appended = self._append(log.head, act.client, rows, summary_at(scribe, log.start))
            if isinstance(appended, Seen):
                return _given_before(self.log(match), appended, act.client, seat, typed)
            if isinstance(appended, Overtaken):
                continue
            return Outcome(log.plus(rows), log.head + 1, appended.seq)
        raise Stale(match, expect or 0, self.store.head(match))

    def _seat(self, log: Log, act: Act) -> int:
        seat = log.seat(act.seat)
        check_key(log.bodies, log.seats[seat], act.key)
        return seat

    def _scribe(self, log: Log) -> Scribe:
        secrets = self.store.secrets(log.match)
        if secrets is None:
            raise NotAllowed("played_elsewhere", match=log.match)
        match, known = self._sound
        check_sound(log, secrets.seed, known if match == log.match and known <= log.head else 0)
        self._sound = log.match, log.head
        tip = Tip(log.match, log.head, log.head, log.digest, log.state())
        return Scribe(log.game, secrets.seed, secrets.salt_key, tip, nonces_of(log.bodies))

    def _bots(self, scribe: Scribe, start: Start) -> None:
        """Bots answer at once; each sees its own view and nothing else."""
        if not start.bots:
            return
        from core.kernel.bots.bots import dice_of  # most matches have no bots
        from core.kernel.bots.matches import bot_move

        levels = {start.seats.index(name): level for name, level in start.bots.items()}
        while True:
            state = scribe.tip.state
            seat = next((seat for seat in engine.asked(state).seats if seat in levels), None)
            if seat is None:
                return
            dice = dice_of(scribe.salt_key.hex(), seat, scribe.tip.seq)
            move = bot_move(scribe.game, state, seat, levels[seat], dice)
            scribe.move(Who(self.now(), f"bot:{levels[seat]}", seat), move, format_move(move))

    def _below(self, n: int) -> int:
        return int.from_bytes(self.entropy(8)) % n


def _typed(text: str) -> list[str]:
    """The moves of a line."""
    typed = commands(text)
    if not typed:
        raise Usage("nothing_typed")
    return typed


def _refuse_texts(act: Act, typed: Sequence[str] = (), reason: str | None = None) -> None:
    """Refuse what is too long to be kept, whatever the match."""
    limits.refuse(limits.over(limits.MOVES, len(typed)))
    limits.refuse_texts(
        (limits.ACTOR, act.actor),
        (limits.CLIENT, act.client),
        (limits.REASON, reason or ""),
        *((limits.TEXT, one) for one in typed),
    )


def _refuse_full(log: Log, *, back: bool = False) -> None:
    """Refuse another act where there is no room for it, before anything of it is decided."""
    limits.refuse(limits.too_full(log.head, limits.weight(log.rows), back=back))


def _expect(log: Log, row: int | None) -> None:
    """Refuse who has seen another last row than there is."""
    if row is not None and row > log.head:
        raise Usage("no_such_row", row=row, last=log.head)
    if row is not None and row != log.head:
        raise Stale(log.match, row, log.head)


def _given_before(log: Log, seen: Seen, client: str, seat: int | None, typed: Sequence[str] | None) -> Outcome:
    """What a client id made the first time; it stands for one act of one seat, and for no other."""
    made = [row for row in log.bodies[seen.first - 1 : seen.last] if row.client == client]
    texts = [row.text if row.sealed_text is None else row.sealed_text.value for row in made]
    if any(row.seat != seat for row in made) or (typed is not None and texts != list(typed)):
        raise Usage("client_id_used", word=client)
    return Outcome(log, seen.first, seen.last, seen=True)
