"""A match gone along under other readings: every row of the line that counts is decided again, with its own move."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from core.kernel.errors import Damaged, Hidden, Refused
from core.kernel.game import Setup
from core.kernel.log.fold import after, empty, setup_of
from core.kernel.log.kinds import KINDS
from core.kernel.log.log import Seen, secrets_in
from core.kernel.log.row import AnyBody, Ruled
from core.kernel.rules import engine
from core.kernel.rules.chance import Dealer, Draw, recorded
from core.kernel.rules.engine import Consequences, State
from core.kernel.rules.secret import HOLE, Box, Seal
from core.kernel.setup.readings import as_said, noting, under
from replays.otherwise.draws import Again, OtherDraw, noted, same
from replays.otherwise.parting import How, Parting, without

AnyState = State[Any]
Decide = Callable[[Dealer, Seal], Consequences[Any]]


class Course:
    """Two courses of one match: as it was played, and as it goes with the same moves under other readings."""

    def __init__(self, log: Seen, readings: Mapping[str, str], *, drift: bool = False) -> None:
        """`readings`: each by its option; `drift`: the rules of today may be others than those of the match."""
        self.first: Parting | None = None
        self.stop: Parting | None = None
        self.asked: dict[str, int] = {}
        self.hidden = 0
        self.before: AnyState = State(None)  # as it was played, up to the row taken last
        self.state: AnyState = State(None)  # under the other readings
        self._log = log
        self._game = log.game
        self._readings = readings
        self._drift = drift
        self._noted: set[str] = set()  # what the row at hand has asked so far

    def begin_after(self, row: int) -> None:
        """The other readings hold from the act after this row on."""
        self.before = self._log.state(row)
        self.state = self._read(self.before)

    def take(self, body: AnyBody) -> bool:
        """The next row of the line; can anything be said of what comes after it?"""
        kind = KINDS[body.kind]
        if not kind.plays:
            return True
        start = self._log.start
        sets_up = kind.begins and start.forked is None and (body.kind == "begin" or not start.nonces)
        before = self.before if body.seq > 1 else empty(self._game, start)
        now = after(before, body)
        if sets_up:
            self._judge(body, before, now, self._setting_up(body, before))
        elif kind.decides:
            self._judge(body, before, now, self._moving(body, before))
        elif isinstance(body.about, Ruled):
            self._judge(body, before, now, self._ruling(body.about, before))
        else:
            self.state = self._read(now) if self.first is None else self._still_read(after(self.state, body))
        self.before = now
        return self.stop is None

    def end(self) -> None:
        """All rows were taken: if the match is over, it must be over here, too."""
        if self.stop is None and not self.before.agenda and self.state.agenda:
            self._part(self._log.head, "unfinished")

    # --- deciding ---------------------------------------------------------------------------------------------------

    def _setting_up(self, body: AnyBody, before: AnyState) -> tuple[Decide, Decide]:
        """The game begins: as it did, and under the other readings."""
        setup = setup_of(self._game, self._log.start)
        other = replace(setup, rulings={**setup.rulings, **self._readings})

        def table_of(setup: Setup) -> Any:
            table, steps = self._game.new(setup)
            return self._read(State(table)).table, steps

        return (
            lambda deal, seal: engine.begin(self._game, setup, deal, seal),
            lambda deal, seal: engine.begin(replace(self._game, new=table_of), other, deal, seal),
        )

    def _moving(self, body: AnyBody, before: AnyState) -> tuple[Decide, Decide]:
        seat, move = body.seat, _move_of(body)
        assert seat is not None  # its kind says so
        now = self.state

        def otherwise(deal: Dealer, seal: Seal) -> Consequences[Any]:
            self._admit(now, body, seat, move)
            return engine.decide(self._game, now, seat, move, deal, seal)

        return partial(engine.decide, self._game, before, seat, move), otherwise

    def _ruling(self, about: Ruled, before: AnyState) -> tuple[Decide, Decide]:
        """The table agrees on readings; those that are in question stay."""
        now = self._still_read(as_said(self.state, about.rulings))
        return (
            lambda deal, seal: engine.go_on(self._game, as_said(before, about.rulings), deal, seal),
            lambda deal, seal: engine.go_on(self._game, now, deal, seal),
        )

    def _admit(self, state: AnyState, body: AnyBody, seat: int, move: Any) -> None:
        """Refuse what is not legal. What cannot be known of a row that goes as it went is counted."""
        closed = body.sealed_move
        if closed is not None and not closed.known:
            if self._is_other():
                raise Hidden(closed.box)
            self.hidden += 1
            return
        try:
            engine.admit(state, seat, move)
        except Hidden:
            if self._is_other():
                raise
            self.hidden += 1

    def _judge(self, body: AnyBody, before: AnyState, now: AnyState, decide: tuple[Decide, Decide]) -> None:
        as_played, otherwise = decide
        self._noted.clear()
        draws: dict[int, Draw] = {}

        def drawn_then() -> Mapping[int, Draw]:
            if not draws:
                as_played(noted(self._dealer(body, before, seals := self._seals(body)), draws), seals.seal)
            return draws

        seals = self._seals(body)
        deal = self._dealer(body, before, seals)
        try:
            happened = otherwise(same(deal, drawn_then, self._is_other), seals.seal)
        except Refused as refused:
            self._part(body.seq, "not_legal", refused=refused)
        except OtherDraw as other:
            self._part(body.seq, "draw", draw=other.label)
        except Hidden as hole:
            self._part(body.seq, "closed", box=hole.box, by=self._for_whom(hole.box))
        else:
            if self.first is None:
                self._compare(body, now, happened, as_played)
            self.state = happened.state
        for option in self._noted:
            self.asked.setdefault(option, body.seq)

    def _compare(self, body: AnyBody, now: AnyState, happened: Consequences[Any], as_played: Decide) -> None:
        """Does the same follow as it did?"""
        facts, before = happened.facts, self.before
        follows = (facts, happened.keep, happened.then, len(happened.chance))
        if follows == (body.facts, body.keep, body.then, len(body.chance)) and (
            not KINDS[body.kind].begins or _alike(happened.state, now)
        ):
            return
        if not self._drift:
            self._check_rules(body, before, as_played)
        gone, come = without(body.facts, facts), without(facts, body.facts)
        how: How = "set_up" if KINDS[body.kind].begins else "follows"
        self.first = Parting(body.seq, how, gone, come)

    def _check_rules(self, body: AnyBody, before: AnyState, as_played: Decide) -> None:
        """What goes otherwise must come of the readings: as it was played, the row must come out as it stands there."""
        seals = self._seals(body)
        again = as_played(self._dealer(body, before, seals), seals.seal)
        if (again.facts, again.keep, again.then) != (body.facts, body.keep, body.then):
            raise Damaged("decided_otherwise", body.seq, "facts")

    # --- what the row says --------------------------------------------------------------------------------------------

    def _seals(self, body: AnyBody) -> Again:
        return Again(self._log.vault, body.seq, ((),) if body.seq == 1 else ())  # the first box of row 1 is the seed

    def _dealer(self, body: AnyBody, before: AnyState, seals: Again) -> Dealer:
        """What was drawn in the row, as far as the reader may see it."""
        return recorded(body.seq, body.chance, before.draws if body.seq > 1 else 0, seals.drawn)

    def _for_whom(self, box: Box) -> tuple[int, ...]:
        """Who may know what lies in a box."""
        row, _ = box
        made = secrets_in(self._log.bodies[row - 1]) if 1 <= row <= self._log.head else ()
        return next((secret.by for secret in made if secret.box == box), ())

    def _read(self, state: AnyState) -> AnyState:
        """The same position under the other readings; what is asked of them is noted."""
        read, self._noted = noting(under(self._game, state, self._readings))
        return read

    def _still_read(self, state: AnyState) -> AnyState:
        """A position that went on from one that is read so: a row may have agreed on a reading meanwhile."""
        return under(self._game, state, self._readings)

    def _is_other(self) -> bool:
        """Might this row go otherwise than it went, or does it anyhow?"""
        return self._drift or self.first is not None or not self._noted.isdisjoint(self._readings)

    def _part(self, row: int, how: How, **said: Any) -> None:
        self.stop = Parting(row, how, **said)
        self.first = self.first or self.stop


def _move_of(body: AnyBody) -> Any:
    closed = body.sealed_move
    return body.move if closed is None else closed.value if closed.known else HOLE


def _alike(one: AnyState, other: AnyState) -> bool:
    """Is it the same table, whatever it is read by?"""
    return bool(replace(one.table, setup=other.table.setup) == other.table)
