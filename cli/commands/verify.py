"""`herald verify`: chain, commitments, chance, and every decision that the reader may see, decided again."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec

from cli.app import base
from cli.app.errors import CODES, document_of
from cli.person.references import exported, find, looks_like_file, split
from cli.say.sentences import message
from cli.terminal.terminal import is_service
from core.kernel.drawing.printable import printable
from core.kernel.errors import Damaged, Usage
from replays.verify import damaged, verify_file, verify_kept
from replays.verify.faults import Fault, fault_of
from replays.verify.report import Report, unreadable

DAMAGED = CODES["damaged"]
AS_WRITTEN = CODES["as_written"]


@base.command("verify")
@base.matches()
@base.option("--all", "every", is_flag=True)
@base.option("--drift", is_flag=True)
def command(here: base.Terminal, matches: tuple[str, ...], every: bool, drift: bool) -> int:
    """Exit 0 if everything is proved, 6 if anything does not hold, 8 if anything holds only as it is written."""
    if every and matches:
        raise Usage("all_or_some")
    words = here.desk.everything() if every else list(matches or ("@",))
    faulty = believed = 0
    for word in here.progress(words, len(words)) if every else words:
        report = _verified(here, word, kept=every, drift=drift)
        faulty += report.fault is not None
        believed += report.fault is None and not report.valid
        if here.is_json:
            here.json_line(_fields(here, word, report))
        elif not every or report.fault is not None:
            _tell(here, word, report)
    if is_service(here.db):
        here.note(here.say("of_copies", url=here.db))
    if every and not here.is_json:
        counts = {"count": len(words), "faulty": faulty, "believed": believed}
        here.out(here.say("some_believed" if believed else "all_of_them", **counts))
    return DAMAGED if faulty else AS_WRITTEN if believed else 0


def _verified(here: base.Terminal, word: str, *, kept: bool, drift: bool) -> Report:
    """What is named, or (`kept`) whatever is left of a match of the store; what cannot be read has its fault, too."""
    try:
        return here.desk.verify(word, partial(verify_kept, drift=drift)) if kept else _named(here, word, drift=drift)
    except Damaged as problem:
        return unreadable(fault_of(problem))


def _named(here: base.Terminal, word: str, *, drift: bool) -> Report:
    """A match of the store, a recorded one, or a file."""
    name, row = split(word)
    elsewhere = exported(here, name)
    if elsewhere is not None:
        return verify_file(elsewhere, drift=drift)
    match = find(here, name)
    here.used(match)
    return here.desk.verify(match, partial(verify_kept, last=row, drift=drift))


def _tell(here: base.Terminal, word: str, report: Report) -> None:
    name = printable(word if looks_like_file(word) else report.match or word)
    if report.fault is not None:
        here.out(here.style.bold(here.say("faulty", name=name)))
        here.out(here.hanging("  ", _sentence(here, report.fault)))
        return
    here.out(here.style.bold(here.say("holds" if report.valid else "as_written", name=name)))
    before = ""
    for lead, text in _findings(here, report):
        here.out(here.hanging(f"  {lead if lead != before else ' ' * len(lead)}  ", text))
        before = lead


def _findings(here: base.Terminal, report: Report) -> Iterator[tuple[str, str]]:
    """What was checked, how much of it, and what else a reader should know."""
    labels = [here.say(key) for key in ("match", "edition", "head", "moves", "draws", "secrets", "note")]
    room = max(map(len, labels))
    match, edition, head, moves, draws, secrets, note = (label.ljust(room) for label in labels)
    seats = ", ".join(map(printable, report.seats))
    far = "given_up" if report.given_up else "over" if report.over else "running"
    yield match, here.say(far, game=report.game, seats=seats, rows=report.rows)
    if report.result is not None:
        scores = zip(report.seats, report.result.scores, strict=True)
        yield match, here.say("result", scores=", ".join(f"{printable(name)} {score}" for name, score in scores))
    yield edition, here.say("edition_used", name=printable(report.edition_name), digest=report.edition[:12])
    yield head, report.head
    yield moves, here.say("decided", count=report.decided, moves=report.moves)
    if report.hidden:
        yield moves, here.say("hidden", count=report.hidden)
    if report.folded:
        yield moves, here.say("folded", count=report.folded)
    if report.undone:
        yield moves, here.say("undone_rows", count=report.undone)
    if report.draws_derived:
        yield draws, here.say("derived", count=report.draws_derived)
    if report.nonces is not None:
        yield draws, here.say("nonces", count=report.nonces)
    if report.draws_recorded:
        yield draws, here.say("recorded", count=report.draws_recorded)
    yield secrets, here.say("boxes", opened=report.boxes_opened, closed=report.boxes_closed)
    if report.seed_chosen:
        yield note, here.say("practice" if report.practice else "seed_chosen")
    if report.learned:
        yield note, here.say("learned", n=report.learned)
    if report.forked is not None:
        yield note, here.say("forked", match=report.forked.match, row=report.forked.row)
    if report.other_rules:
        drifted = "rules" not in report.believed
        yield note, here.say("drifted" if drifted else "other_rules", versions=report.other_rules)


def _sentence(here: base.Terminal, fault: Fault) -> str:
    return message(damaged(fault), here.lang, here)


def _fields(here: base.Terminal, word: str, report: Report) -> dict[str, Any]:
    """The figures of the report; nothing where the log does not say it."""
    fields: dict[str, Any] = msgspec.to_builtins(report)
    row, digest, names = fields.pop("rows"), fields.pop("head"), list(fields.pop("seats"))
    for name in ("match", "game", "edition", "edition_name", "view", "other_rules"):
        fields[name] = fields[name] or None
    fault = document_of(damaged(report.fault), here) if report.fault is not None else None
    known = {"row": row, "digest": digest or None, "names": names, "fault": fault}
    return {**fields, **known, "valid": report.valid, "word": word}
