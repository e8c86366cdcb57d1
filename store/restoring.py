"""Rows that the host has lost and others hold, taken back: with every box opened that can be opened.

Rows without a box are taken as they are. What chance put into boxes follows from the seed, what bots answered from what
they saw, and every salt from the match's own: such a row is written again, and must come out the same. What a person
answered behind a box only their own file can bring, unless a later row opens it.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from core.kernel.bots.bots import dice_of
from core.kernel.bots.matches import bot_move
from core.kernel.decoding import decode
from core.kernel.errors import Damaged, NotAllowed, Stale, Usage
from core.kernel.language.spelling import format_move
from core.kernel.log.joining import nonces_of
from core.kernel.log.log import Log
from core.kernel.log.row import AnyBody, Ruled, StoredRow
from core.kernel.log.scribe import Scribe, Tip, Who
from core.kernel.rules.secret import Box, Opening, commit
from store.marks import is_marked
from store.matches import Matches
from store.port import Head, Secrets
from store.summaries import summary_of


class Missing(msgspec.Struct, frozen=True):
    """A closed answer that no file opens: its row, and whose file would."""

    row: int
    seat: str


class Lost(msgspec.Struct, frozen=True):
    """What the host has of a match, and the rows behind it that it can have back."""

    log: Log  # up to the first row that is not complete
    before: int
    held: int  # the last row in the files
    missing: tuple[Missing, ...]

    @property
    def rows(self) -> tuple[StoredRow, ...]:
        """The new ones."""
        return self.log.rows[self.before :]


def refuse_unmarked(desk: Matches, match: str, row: int, digest: str, mark: str, *, file: str) -> None:
    """Rows are taken back only if this host once had them: nobody's word counts for that but its own mark."""
    if not is_marked(_secrets(desk, match), match, row, digest, mark):
        raise Damaged("not_marked", row, "mark", file=file)


def found(desk: Matches, match: str, files: Sequence[Sequence[StoredRow]]) -> Lost:
    """What there is in these files, each of which holds, and bears the host's mark."""
    here, longest = desk.log(match), max(files, key=len)
    for rows in (here.rows, *files):
        _refuse_other(rows, longest)
    rows = _merged(files)
    lost, missing = _Lost(here, _secrets(desk, match), Log(here.game, rows)), tuple[Missing, ...]()
    for number in range(here.head + 1, len(rows) + 1):
        if not lost.take(number):
            missing = tuple(lost.missing(number))
            break
    return Lost(lost.log, here.head, len(rows), missing)


def take_back(desk: Matches, lost: Lost) -> None:
    """Act by act, each under the client id that it had: who sends one again plays it once."""
    store, match, at = desk.store, lost.log.match, lost.before
    for rows in _acts(lost):
        upto = Log(lost.log.game, lost.log.rows[: at + len(rows)], alike=lost.log)
        client = upto.bodies[at].client
        if not isinstance(store.append(match, at, client, rows, summary_of(upto)), Head):
            raise Stale(match, at, store.head(match))
        at += len(rows)
    desk.let_go(match)


def learn(desk: Matches, match: str, rows: Sequence[StoredRow]) -> int:
    """Of rows that are here, what was still closed."""
    here = desk.log(match).rows
    openings = [
        ((number, place), opening)
        for number, (row, ours) in enumerate(zip(rows, here, strict=False), 1)
        for place, opening in enumerate(row.openings)
        if opening is not None and ours.openings[place] is None
    ]
    learned = desk.store.learn(match, openings) if openings else 0
    desk.let_go(match)
    return learned


class _Lost:
    """Goes along the rows that are lost."""

    def __init__(self, here: Log, secrets: Secrets, given: Log) -> None:
        self.log = here
        self._secrets = secrets
        self._given = given  # with what the files open, and what later rows do

    def take(self, number: int) -> bool:
        """The next row, with its boxes open; is it complete?"""
        row = self._given.rows[number - 1]
        openings = [self._opening(number, place) for place in range(len(row.commits))]
        if None in openings:
            again = self._again(self._given.bodies[number - 1])
            if again is None:
                return False
            openings = _fitting(self.log.match, number, row, again, openings)
        taken = msgspec.structs.replace(row, openings=tuple(openings))
        self.log = self.log.plus([taken])
        return True

    def missing(self, number: int) -> Iterator[Missing]:
        """From this row on."""
        for body in self._given.bodies[number - 1 :]:
            if body.sealed_move is not None and not body.sealed_move.known and not self._is_bot(body):
                yield Missing(body.seq, self._given.seats[body.sealed_move.by[0]])

    def _opening(self, number: int, place: int) -> Opening | None:
        beside = self._given.rows[number - 1].openings[place]
        return beside if beside is not None else self._given.vault.get((number, place))

    def _is_bot(self, body: AnyBody) -> bool:
        return body.seat is not None and self.log.seats[body.seat] in self.log.start.bots

    def _again(self, body: AnyBody) -> StoredRow | None:
        """The row as it is written from what is known here; None where nobody here knows what was answered."""
        secrets, log = self._secrets, self.log
        tip = Tip(log.match, log.head, body.parent, log.digest, log.state(body.parent))
        scribe = Scribe(log.game, secrets.seed, secrets.salt_key, tip, nonces_of(log.bodies))
        who = Who(body.at, body.actor, body.seat, body.client)
        said = self._said(scribe, body) if body.kind == "move" else None
        if body.kind == "move" and said is None:
            return None
        with suppress(Exception):  # rows of other rules may lead anywhere
            if said is not None:
                scribe.move(who, *said)
            elif isinstance(body.about, Ruled):
                scribe.rule(who, body.about)
            elif body.kind == "begin":
                scribe.open_play(log.start, nonces_of(log.bodies) or (), body.at)
            return scribe.rows[0]
        raise Damaged("not_again", body.seq, "row")

    def _said(self, scribe: Scribe, body: AnyBody) -> tuple[Any, str] | None:
        """The move, and how it was typed: as it is spelled by us, where that is not known."""
        if body.sealed_move is None:
            return body.move, body.text
        if body.sealed_move.known:
            move: Any = body.sealed_move.value
        elif self._is_bot(body):
            assert body.seat is not None  # bots sit somewhere
            dice = dice_of(self._secrets.salt_key.hex(), body.seat, body.seq - 1)
            move = bot_move(
                self.log.game, scribe.tip.state, body.seat, self.log.start.bots[self.log.seats[body.seat]], dice
            )
        else:
            return None
        words = body.sealed_text
        return move, words.value if words is not None and words.known else format_move(move)


def _fitting(
    match: str, number: int, row: StoredRow, again: StoredRow, known: Sequence[Opening | None]
) -> list[Opening | None]:
    """What opens the boxes of a row that was written again. Only the words of a closed answer may stay closed."""
    if len(again.commits) != len(row.commits) or bytes(again.body) != bytes(row.body):
        raise Damaged("not_again", number, "row")
    fits = [
        one if one is not None else own if commit(match, (number, place), own) == row.commits[place] else None
        for place, (one, own) in enumerate(zip(known, map(_there, again.openings), strict=True))
    ]
    closed = [place for place, one in enumerate(fits) if one is None]
    words = decode(row.body, _Words).sealed_text
    if closed and (words is None or closed != [words.box[1]]):
        raise Damaged("not_again", number, f"box {closed[0]}")
    return fits


class _Place(msgspec.Struct):
    box: Box


class _Words(msgspec.Struct):
    """Where the words of a closed answer lie."""

    sealed_text: _Place | None = None


def _there(opening: Opening | None) -> Opening:
    assert opening is not None  # who writes a row opens all of it
    return opening


def _merged(files: Sequence[Sequence[StoredRow]]) -> list[StoredRow]:
    """The rows of the longest file, with what any of them opens."""
    rows = [*max(files, key=len)]
    for other in files:
        for at, row in enumerate(other):
            openings = tuple(a if a is not None else b for a, b in zip(rows[at].openings, row.openings, strict=True))
            rows[at] = msgspec.structs.replace(rows[at], openings=openings)
    return rows


def _refuse_other(rows: Sequence[StoredRow], longest: Sequence[StoredRow]) -> None:
    """All tell one history: the shorter is how the longer begins."""
    for number, (one, other) in enumerate(zip(rows, longest, strict=False), 1):
        if one.digest != other.digest:
            raise Damaged("other_history", number, "digest", other.digest, one.digest)


def _acts(lost: Lost) -> Iterator[Sequence[StoredRow]]:
    """The new rows: one with a client id begins an act, and those without, which bots and the host add, go along."""
    act: list[StoredRow] = []
    client = ""
    for row, body in zip(lost.rows, lost.log.bodies[lost.before :], strict=True):
        if act and body.client and body.client != client:
            yield act
            act = []
        if not act or body.client:
            client = body.client
        act.append(row)
    if act:
        yield act


def _secrets(desk: Matches, match: str) -> Secrets:
    if not desk.store.head(match):
        raise Usage("nothing_to_restore", match=match)
    secrets = desk.store.secrets(match)
    if secrets is None:
        raise NotAllowed("played_elsewhere", match=match)
    return secrets
