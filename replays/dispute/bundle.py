"""A dispute as a file that anybody can run again: JSON lines, the question with what came out, then an export.

    {"dispute":1,"question":{...},"stream":...,"engine":...,"rules":...,"answers":[...],"sum":digest}
    {"herald":1,"match":...}                                the match as who asked may show it (docs/log.md)
    ...

Nothing of the first line is believed: who runs the file decides everything again, from the log behind it.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from core.kernel.decoding import decoder
from core.kernel.errors import Damaged, HeraldError, Refused, Usage
from core.kernel.log import limits
from core.kernel.log.log import Seen
from core.kernel.log.starting import ENGINE
from core.kernel.rules.secret import digest
from replays.dispute.case import MatchCase
from replays.dispute.question import Answer, Group, Wanted, answers, key_of, wanted
from replays.files.export import Exported, export, read_stream
from replays.files.lines import read_line
from replays.told.rows import as_written

FORMAT = 1


class Asked(Struct, frozen=True, forbid_unknown_fields=True):
    """A ruling, and the readings that are held beside each other."""

    id: str
    readings: tuple[str, ...]


class Question(Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked: may this seat do that after this row, and what follows, under each of these readings?"""

    match: str
    row: int
    seat: str
    move: str  # as it was typed; nothing: what may be done there
    rulings: tuple[Asked, ...]
    reason: str = ""  # why it is asked, in the words of who asks


class Went(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How the match goes on with the moves that were made in it."""

    scores: tuple[int, ...]
    row: int = 0
    stop: int = 0
    how: str = ""


class Came(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What comes out under these readings; `what`: how that parts from what the first of them make of it."""

    readings: tuple[str, ...]
    how: str
    what: str = ""
    rule: str = ""
    why: str = ""
    facts: tuple[Raw, ...] = ()
    more: tuple[str, ...] = ()
    less: tuple[str, ...] = ()
    scores: tuple[int, ...] = ()
    rest: Went | None = None


class Recorded(Struct, frozen=True, forbid_unknown_fields=True):
    """What came out for a ruling, and a digest of it, for two people to compare."""

    id: str
    outcomes: tuple[Came, ...]
    digest: str


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line."""

    dispute: int
    question: Question
    stream: str
    engine: str
    rules: str
    answers: tuple[Recorded, ...]
    sum: str


class Bundle(Struct, frozen=True):
    """A file that can be read: its first line, and the export behind it."""

    head: Head
    exported: Exported


class Again(Struct, frozen=True):
    """A bundle that was run again."""

    case: MatchCase
    answers: tuple[Answer, ...]
    otherwise: tuple[str, ...]  # the ids of the rulings for which something else comes out than the file says
    rules: str  # under which rules it was written, if they are others than those of today


_encode = msgspec.json.Encoder().encode
_head = decoder(Head).decode


def stream_of(match: str, row: int) -> str:
    """The name of the stream from which is drawn what the match has not drawn: nobody chooses it."""
    return f"dispute {match} {row}"


# --- writing ---------------------------------------------------------------------------------------------------------


def bundle(log: Seen, view: str, question: Question, found: Sequence[Answer]) -> Iterator[bytes]:
    """The lines of the file."""
    lines = list(export(log, view))
    stream = stream_of(log.match, question.row)
    told = tuple(recorded(answer) for answer in found)
    head = Head(FORMAT, question, stream, ENGINE, log.game.rules_version, told, "")
    yield _encode(replace(head, sum=_sum(head, msgspec.json.decode(lines[0])["sum"]))) + b"\n"
    yield from lines


def recorded(answer: Answer) -> Recorded:
    """What came out, as the file says it."""
    came = tuple(_came(answer, at) for at in range(len(answer.groups)))
    key = key_of(answer.ruling)
    return Recorded(key, came, digest("outcome", key, _encode(came)))


def _came(answer: Answer, at: int) -> Came:
    group = answer.groups[at]
    trial, split = group.branch.trials[-1], group.split
    problem = trial.problem
    return Came(
        readings=group.readings,
        how=trial.how,
        what="" if split is None else split.what,
        rule=problem.rule if isinstance(problem, Refused) else "",
        why="" if problem is None else problem.why,
        facts=tuple(as_written(fact) for one in group.branch.trials for fact in one.facts),
        more=() if split is None else tuple(one.text for one in split.more),
        less=() if split is None else tuple(one.text for one in split.less),
        scores=group.branch.scores,
        rest=_went(group),
    )


def _went(group: Group) -> Went | None:
    rest = group.branch.rest
    if rest is None:
        return None
    first, stop = rest.first, rest.stop
    return Went(
        rest.scores,
        0 if first is None else first.row,
        0 if stop is None else stop.row,
        "" if stop is None else stop.how,
    )


def _sum(head: Head, export_sum: str) -> str:
    return digest("dispute", _encode(replace(head, sum="")), export_sum)


# --- reading ---------------------------------------------------------------------------------------------------------


def is_bundle(path: str) -> bool:
    """Does this file begin as one?"""
    try:
        with Path(path).open("rb") as stream:
            return stream.read(len(_BEGINS)) == _BEGINS
    except (OSError, ValueError):
        return False


_BEGINS = b'{"dispute":'


def read_bundle(path: str) -> Bundle:
    """Open one. What it says is believed by nobody before it was run."""
    try:
        stream: BinaryIO = Path(path).open("rb")  # noqa: SIM115 - closed with what reads it
    except (OSError, ValueError) as problem:
        raise Usage("file_unreadable", file=path, detail=str(problem)) from problem
    try:
        head = _read_head(stream.readline(limits.LINE.most + 1), path)
    except HeraldError:
        stream.close()
        raise
    exported = _read_match(stream, path)
    if _sum(head, exported.header.sum) != head.sum:
        raise Damaged("file_changed", 0, "question", expected=head.sum, found=_sum(head, exported.header.sum))
    return Bundle(head, exported)


def _read_match(stream: BinaryIO, path: str) -> Exported:
    """What lies behind the first line: a file that ends there, or within the next one, was cut."""
    try:
        return read_stream(stream, path, ours=True)
    except Usage as problem:
        if problem.why not in {"file_empty", "not_an_export"}:
            raise
        raise Damaged("dispute_cut", 0, "match", file=path) from problem


def _read_head(line: bytes, name: str) -> Head:
    head = read_line(line, _head, 1, "question")
    if head.dispute != FORMAT:
        raise Usage("newer_dispute", file=name, found=head.dispute, expected=FORMAT)
    return head


def run_again(log: Seen, head: Head) -> Again:
    """Decide everything again. `log`: what stands behind the first line, once it was verified."""
    question = head.question
    is_so: dict[str, tuple[Any, Any]] = {
        "match": (question.match, log.match),
        "stream": (head.stream, stream_of(log.match, question.row)),
        "rulings": (tuple(one.id for one in question.rulings), tuple(one.id for one in head.answers)),
    }
    for part, (found, expected) in is_so.items():
        if found != expected:
            raise Damaged("dispute_differs", 0, part, expected=str(expected), found=str(found))
    if not 1 <= question.row <= log.head:
        raise Damaged("dispute_differs", 0, "row", expected=f"1-{log.head}", found=question.row)
    if question.seat not in log.seats:
        raise _seated_nowhere(log, question.seat)
    for limit, text in ((limits.TEXT, question.move), (limits.REASON, question.reason)):
        if len(text) > limit.most:
            raise Damaged("dispute_differs", 0, limit.part, expected=f"<= {limit.most}", found=len(text))
    case = _case(log, head)
    found = answers(case, _asked(case, question)) if question.rulings else ()
    by_id = {one.id: one for one in head.answers}
    now = map(recorded, found)
    other = tuple(one.id for one in now if _encode(one) != _encode(by_id[one.id]))
    today = (head.engine, head.rules) == (ENGINE, log.game.rules_version)
    return Again(case, found, other, "" if today else f"engine {head.engine}, rules {head.rules}")


def _case(log: Seen, head: Head) -> MatchCase:
    question = head.question
    try:
        return MatchCase(log, question.row, log.seats.index(question.seat), question.move, head.stream)
    except Usage as problem:  # a move of somebody who does not sit there, or a name and no move
        if problem.why == "unknown_seat":
            raise _seated_nowhere(log, problem.terms["word"]) from problem
        raise Damaged("dispute_differs", 0, "move", found=question.move) from problem


def _seated_nowhere(log: Seen, name: object) -> Damaged:
    return Damaged("dispute_differs", 0, "seat", expected=", ".join(log.seats), found=str(name))


def _asked(case: MatchCase, question: Question) -> list[Wanted]:
    """Each ruling and each reading once: who asks for one a thousand times wants something else than an answer."""
    for said in (tuple(one.id for one in question.rulings), *(one.readings for one in question.rulings)):
        if len(set(said)) < len(said):
            raise Damaged("dispute_differs", 0, "rulings")
    try:
        return wanted(case.game, [f"{one.id}={','.join(one.readings)}" for one in question.rulings])
    except HeraldError as problem:  # a ruling that these rules do not have
        raise Damaged("dispute_differs", 0, "rulings", found=str(problem)) from problem
