"""The log of a match: rows, what they say, and the state at any of them.

The host holds everything: a `Log`. A seat or the public holds a `Seen`, which `seen_by` makes, and nothing else does.
Every door (show, log, replay, hints, errors) tells from a `Seen`, and takes no `Log`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from core.kernel.errors import Damaged, NotYourTurn, Usage
from core.kernel.game import Edition
from core.kernel.log.codec import Codec, Vault
from core.kernel.log.fold import after, fold
from core.kernel.log.history import History, line
from core.kernel.log.row import AnyBody, Body, Start, StoredRow
from core.kernel.rules.contents import any_with, fields_with, parts_of
from core.kernel.rules.engine import AnyGame, State
from core.kernel.rules.secret import Box, Opened, Secret

_SECRET: Any = Secret
_OPENED: Any = Opened
_BODY: Any = Body

STRIDE = 16
"""Of so many rows one state is kept at least: what goes back, or opens an earlier box, folds about these again."""


class Held:
    """Rows and what they say, as far as their boxes are open here. What a later row opens fills earlier ones."""

    def __init__(
        self, game: AnyGame, rows: Sequence[StoredRow], known: "Held | None" = None, *, alike: "Held | None" = None
    ) -> None:
        """`known`: the log of the first of these rows as the same reader holds it: they need not be read again.

        `alike`: the log of these rows as somebody else holds it. A row without a box says the same to everybody, and is
        taken from there; each row with a box is read anew, with nothing but the openings among `rows`.
        """
        self.game = game
        self.rows = tuple(rows)
        read = alike or known
        self.codec: Codec = read.codec if read else Codec(game)
        clear = read.clear.items() if read else ()
        self.clear: dict[int, AnyBody] = {  # the rows without a box
            number: body for number, body in clear if number <= len(self.rows)
        }
        self.vault: Vault = dict(known.vault) if known else {}
        self.bodies: list[AnyBody] = list(known.bodies) if known else []
        self.folded: dict[int, State[Any]] = _worth_keeping(known.folded) if known else {}
        self.opened: set[Box] = set(known.opened) if known else set()  # by a row, and so to everybody
        self.holes: dict[int, tuple[Box, ...]] = dict(known.holes) if known else {}  # by row
        self.known_history: History = known.known_history.copied() if known else History()  # of those asked about
        self._read()
        start = self.bodies[0].about if self.bodies else None
        if not isinstance(start, Start):
            raise Damaged("no_start", 1, "about")
        self.start: Start = start
        self._edition: Edition | None = read.held_edition() if read else None
        if self._edition is None and start.edition.text:
            self._edition = game.adopt(start.edition.name, start.edition.text)

    def held_edition(self) -> Edition | None:
        """Return the owner's edition, which is known for as long as a log holds it."""
        return self._edition

    def _read(self) -> None:
        """Decode what is not read yet; what it opens fills the boxes of earlier rows."""
        learned = False
        for number in range(len(self.bodies) + 1, len(self.rows) + 1):
            body = self._decoded(number)
            self.bodies.append(body)
            if found := openings_in(body):
                learned |= self._learn(found)
        if learned:
            self._fill()

    def _fill(self) -> None:
        """Read the rows again whose boxes are open by now; what was folded before the first change stays as it is."""
        first = self.head + 1
        for number in [number for number, holes in self.holes.items() if any(box in self.vault for box in holes)]:
            old, new = self.bodies[number - 1], self._decoded(number)
            self.bodies[number - 1] = new
            if new.facts != old.facts:  # the seed, and what was typed, are no part of a state
                first = min(first, number)
        self.folded = {tip: state for tip, state in self.folded.items() if tip < first}

    def _decoded(self, number: int) -> AnyBody:
        known = self.clear.get(number)
        if known is not None:
            return known
        row = self.rows[number - 1]
        read = self.codec.read(row, self.vault, number)
        if read.body.seq != number:
            raise Damaged("misplaced", number, "body", expected=number, found=read.body.seq)
        if not read.boxes and not row.openings:
            self.clear[number] = read.body
        self.holes.pop(number, None)
        if read.holes:
            self.holes[number] = read.holes
        return read.body

    def _learn(self, found: Sequence[Opened[Any]]) -> bool:
        """Put what a row opens into the vault; was any of it new?"""
        before = len(self.vault)
        for opened in found:
            self.opened.add(opened.box)
            self.vault.setdefault(opened.box, opened.opening())
        return len(self.vault) > before

    @property
    def match(self) -> str:
        return self.bodies[0].match

    @property
    def seats(self) -> tuple[str, ...]:
        return self.start.seats

    @property
    def head(self) -> int:
        return len(self.rows)

    @property
    def digest(self) -> str:
        return self.rows[-1].digest

    @property
    def history(self) -> History:
        """What going back and forth asks of these rows."""
        for body in self.bodies[len(self.known_history) :]:
            self.known_history.add(body)
        return self.known_history

    def line(self, tip: int | None = None) -> list[AnyBody]:
        return line(self.bodies, tip)

    def state(self, tip: int | None = None) -> State[Any]:
        """The state after row `tip` (the last one)."""
        tip = self.head if tip is None else tip
        found = self.folded.get(tip)
        if found is not None:
            return found
        rows = line(self.bodies, tip, self.folded)
        state = self.folded.get(rows[0].parent) if rows else None
        for begun in range(0, len(rows), STRIDE):
            stretch = rows[begun : begun + STRIDE]
            state = self.folded[stretch[-1].seq] = fold(self.game, stretch, state)
        return fold(self.game, (), state) if state is None else state

    def states(self, tip: int | None = None) -> Iterator[tuple[AnyBody, State[Any]]]:
        """Each row of the line with the state after it."""
        state: State[Any] | None = None
        for row in self.line(tip):
            state = fold(self.game, [row]) if state is None else after(state, row)
            yield row, state

    def seen_by(self, seat: int | None) -> "Seen":
        """The log as a seat (None: the public) may know it."""
        return Seen(self.game, self.redacted(seat), seat, alike=self)

    def redacted(self, seat: int | None, *, finished: bool = False, after: int = 0) -> list[StoredRow]:
        """The rows after a number with only those openings that the reader may have; the bytes stay the same.

        `finished`: the match is over, and every answer and draw of the line may be opened; typed texts stay their
        seat's own.
        """
        counting = {row.seq for row in self.line()} if finished else set[int]()
        shown: list[StoredRow] = []
        for row, body in zip(self.rows[after:], self.bodies[after:], strict=True):
            if not row.commits:
                shown.append(row)
                continue
            by = {secret.box[1]: secret.by for secret in secrets_in(body) if secret.box[0] == body.seq}
            closed = body.sealed_text.box[1] if body.sealed_text is not None else None
            free = {number for number, seats in by.items() if seats and number != closed and body.seq in counting}
            openings = tuple(
                opening if (seat is not None and seat in by.get(number, ())) or number in free else None
                for number, opening in enumerate(row.openings)
            )
            shown.append(msgspec.structs.replace(row, openings=openings))
        return shown

    def seat(self, name: str) -> int:
        """The seat of this name (any case, a unique beginning of it)."""
        return seat_called(name, self.seats)

    def _upto(self, tip: int) -> tuple[StoredRow, ...]:
        if not 1 <= tip <= self.head:
            raise Usage("no_such_row", row=tip, last=self.head)
        return self.rows[:tip]


class Log(Held):
    """A match as its host holds it, seed included. Nobody is told anything from it: who looks gets a `Seen`."""

    def plus(self, rows: Sequence[StoredRow]) -> "Log":
        """The log with more rows at its end."""
        return Log(self.game, (*self.rows, *rows), self)

    def at(self, tip: int) -> "Log":
        """The log as it was after row `tip`: nothing that came later is known."""
        return self if tip == self.head else Log(self.game, self._upto(tip), alike=self)


class Seen(Held):
    """A match as one reader holds it: a seat, or the public. From this everything is made that anybody is told."""

    def __init__(
        self,
        game: AnyGame,
        rows: Sequence[StoredRow],
        reader: int | None,
        known: "Seen | None" = None,
        *,
        alike: Held | None = None,
    ) -> None:
        """`rows`: with no opening that the reader may not have."""
        super().__init__(game, rows, known, alike=alike)
        self.reader = reader

    def going_on(self, log: Log) -> "Seen":
        """The same reader's log with what has come in since: `log` is the host's, who redacts only what is new."""
        if log.head == self.head:
            return self
        rows = (*self.rows, *log.redacted(self.reader, after=self.head))
        return Seen(self.game, rows, self.reader, self, alike=log)

    def add(self, row: StoredRow) -> None:
        """One more row at the end of this very log, for who alone holds it: nothing that was read is copied."""
        self.rows = (*self.rows, row)
        self._read()

    def at(self, tip: int) -> "Seen":
        """The log as it was after row `tip`: nothing that came later is known."""
        return self if tip == self.head else Seen(self.game, self._upto(tip), self.reader, alike=self)


AnyLog = Log | Seen
"""For what hands a log on: an export, a fork."""


def _worth_keeping(folded: Mapping[int, State[Any]]) -> dict[int, State[Any]]:
    """The last state of each stride: every act leaves one more behind."""
    last = {tip // STRIDE: tip for tip in sorted(folded)}
    return {tip: folded[tip] for tip in last.values()}


def refuse_over(log: AnyLog) -> None:
    """Nobody can move in a match that is over."""
    if log.state().agenda == ():
        raise NotYourTurn("", "match_given_up" if log.history.given_up() else "match_over")


def seat_called(name: str, seats: Sequence[str]) -> int:
    """The seat of this name (any case, a unique beginning of it)."""
    folded = name.casefold()
    exact = [seat for seat, known in enumerate(seats) if known.casefold() == folded]
    found = exact or [seat for seat, known in enumerate(seats) if known.casefold().startswith(folded)]
    if len(found) > 1 and folded:
        raise Usage("ambiguous_seat", known=[seats[seat] for seat in found], word=name)
    if len(found) != 1 or not folded:
        raise Usage("unknown_seat", known=seats, word=name)
    return found[0]


def secrets_in(value: Any) -> Iterator[Secret[Any]]:
    """Every secret that a row, a fact or a table holds."""
    if not isinstance(value, _BODY):
        yield from parts_of(value, _SECRET)
        return
    for part in (value.about, value.sealed_move, value.sealed_text):
        if part is not None:
            yield from parts_of(part, _SECRET)
    for fact in value.facts:
        if fields_with(fact.__class__, _SECRET):
            yield from parts_of(fact, _SECRET)


def openings_in(body: AnyBody) -> list[Opened[Any]]:
    """Every box that a row opens."""
    found: list[Opened[Any]] = []
    if body.about is not None:
        found += parts_of(body.about, _OPENED)
    if any_with(tuple(map(type, body.facts)), _OPENED):
        for fact in body.facts:
            if fields_with(fact.__class__, _OPENED):
                found += parts_of(fact, _OPENED)
    return found
