"""`herald db`: check, back up, restore, bring up to date, count and repair the file in which the matches lie."""

from collections.abc import Collection, Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from cli.app import base
from cli.app.errors import CODES
from cli.language.numbers import counted, number, size
from cli.say.sentences import message
from core.kernel.drawing.printable import printable
from core.kernel.drawing.style import table
from core.kernel.errors import Damaged
from store.files import refuse_database
from store.rights import open_to_others, shut
from store.sqlite import admin
from store.sqlite.adapter import open_store

command = base.group("db")

DAMAGED = CODES["damaged"]
FAILURE = CODES["failure"]


# --- check ------------------------------------------------------------------------------------------------------------


class Found(msgspec.Struct, frozen=True):
    """A fault, with its sentence."""

    match: str | None
    row: int | None
    part: str
    why: str
    message: str


class Door(msgspec.Struct, frozen=True):
    """What others on this machine may open, or put files into: its rights as they were, and whether it is shut now."""

    path: str
    mode: str
    folder: bool
    mended: bool

    def stands(self, *, mend: bool) -> str:
        return "mended" if self.mended else "stays_open" if mend else "open"


@base.command("check", group=command)
@base.option("--rows", "chains", is_flag=True)
@base.option("--mend", is_flag=True)
def check(here: base.Terminal, chains: bool, mend: bool) -> int:
    """Exit 0 if the file is sound, 6 if anything is not, 1 if others cannot be kept out of it."""
    path = Path(here.own_file())
    faults = _faults(here, path)
    looked_at = 0
    if chains and not any(fault.part == "file" for fault in faults):
        torn = {fault.match for fault in faults}
        for rows, fault in _chains(here, torn):
            looked_at += rows
            faults += [fault] if fault is not None else []
    doors = _doors(path, mend=mend)
    if here.is_json:
        looked = looked_at if chains else None
        here.json({"db": str(path), "valid": not faults, "faults": faults, "rows": looked, "open": doors})
    elif faults:
        here.out(here.style.bold(here.say("not_sound", path=path, n=len(faults))))
        for found in faults:
            lead = f"  {here.style.bold(found.match)}  " if found.match else "  "
            here.out(here.hanging(lead, printable(found.message)))
    else:
        here.out(here.say("sound", path=path))
        if chains:
            here.out(here.say("chains_hold", rows=counted(here.lang, looked_at)))
    for door in doors:
        here.note(here.say(f"{'folder' if door.folder else 'file'}_{door.stands(mend=mend)}", path=door.path))
    return DAMAGED if faults else FAILURE if mend and not all(door.mended for door in doors) else 0


def _doors(path: Path, *, mend: bool) -> list[Door]:
    """Shut, as far as that is asked for and possible."""
    found = open_to_others(path)
    return [Door(str(one.path), f"{one.mode & 0o7777:04o}", one.is_folder, mend and shut(one)) for one in found]


def _faults(here: base.Terminal, path: Path) -> list[Found]:
    """What can be told without knowing what a row says; a file in ruins is a fault, too."""
    try:
        faults = admin.check(path)
    except Damaged as error:
        faults = [admin.Damage(error.part, error.why, found=str(error.found or ""))]
    return [_found(here, fault) for fault in faults]


def _found(here: base.Terminal, fault: admin.Damage) -> Found:
    text = here.say(f"fault_{fault.why}", row=fault.row, part=fault.part, found=fault.found)
    return Found(fault.match or None, fault.row or None, fault.part, fault.why, text)


def _chains(here: base.Terminal, torn: Collection[str | None]) -> Iterator[tuple[int, Found | None]]:
    """Every match whose rows can be read: how many they are, and what does not hold of their chain."""
    from replays.verify import damaged
    from replays.verify.chain import check_rows  # only if asked for
    from replays.verify.faults import Faulty

    with open_store(here.db, create=False) as store:
        matches = [match for match in store.find("") if match not in torn]
        for match in here.progress(matches, len(matches)):
            try:
                yield here.desk.verify(match, check_rows), None
            except Faulty as problem:
                fault = problem.fault
                text = message(damaged(fault), here.lang, here)
                yield store.head(match), Found(match, fault.row, fault.part, fault.why, text)


# --- backup, migrate, stats, rebuild ----------------------------------------------------------------------------------


@base.command("backup", group=command)
@base.argument("file")
def backup(here: base.Terminal, file: str) -> None:
    """A copy of one moment, while others go on playing."""
    refuse_database(Path(file), here.own_file())
    copied = admin.backup(Path(here.db), Path(file))
    if here.is_json:
        here.json({"db": here.db, "file": file, "bytes": copied})
    else:
        here.out(here.say("backed_up", path=here.db, file=file, size=size(here.lang, copied)))


@base.command("restore-rows", group=command)
@base.argument("files", nargs=-1, required=True, metavar="FILE...")
@base.option("--partly", is_flag=True)
def restore_rows(here: base.Terminal, files: tuple[str, ...], partly: bool) -> None:
    """Rows of a match that this host has lost, and its players hold."""
    from cli.acts.restoring import taken_back  # with all that verifies
    from store.place import OfFile

    path = here.own_file()
    with closing(OfFile(path, open_store(path, create=False))) as desk:
        back = taken_back(desk, files, partly=partly)
    lost, match = back.lost, back.lost.log.match
    fields = {"row": lost.log.head, "rows": len(lost.rows), "held": lost.held, "learned": back.learned}
    if here.is_json:
        here.json({"db": path, "match": match, "before": lost.before, **fields, "missing": lost.missing})
        return
    kind = "taken_back" if lost.rows else "nothing_lost"
    here.out(here.say(kind, match=here.style.bold(match), before=lost.before, **fields))
    if back.learned:
        here.out(here.say("learned", learned=back.learned))
    if lost.missing:
        seats = ", ".join(dict.fromkeys(printable(one.seat) for one in lost.missing))
        here.out(here.say("still_missing", seats=seats, row=lost.log.head + 1, held=lost.held))


@base.command("migrate", group=command)
def migrate(here: base.Terminal) -> None:
    """Opening a file brings it up to date; here that is all that is done."""
    applied = admin.migrations(Path(here.own_file()))
    if here.is_json:
        made = [{"name": migration.name, "at": _seconds(migration.at)} for migration in applied]
        here.json({"db": here.db, "version": len(applied), "migrations": made})
        return
    here.out(here.say("up_to_date", path=here.db, version=len(applied)))
    for line in table([[migration.name, here.style.dim(migration.at[:19])] for migration in applied], "  "):
        here.out(f"  {line}")


def _seconds(written: str) -> int:
    """When it was, as all other times are told."""
    return int(datetime.fromisoformat(written).timestamp())


@base.command("stats", group=command)
def stats(here: base.Terminal) -> None:
    """What the file holds."""
    found = admin.stats(Path(here.own_file()))
    if here.is_json:
        fields: dict[str, Any] = msgspec.to_builtins(found)
        here.json({"db": here.db, "version": fields.pop("schema"), **fields})
        return
    here.out(here.style.bold(here.db))
    counts = {name: getattr(found, name) for name in ("matches", "running", "rows", "commands")}
    lines = [[here.say(name), number(here.lang, count)] for name, count in counts.items()]
    lines += [[here.say("of_game", game=game), number(here.lang, count)] for game, count in found.games.items()]
    lines += [[here.say("size"), size(here.lang, found.bytes)]]
    lines += [[here.say("schema"), str(found.schema)], [here.say("sqlite"), found.sqlite]]
    for line in table(lines, "  ", frozenset({1})):
        here.out(f"  {line}")


@base.command("rebuild", group=command)
def rebuild(here: base.Terminal) -> int:
    """Lists and inboxes made again from the rows; exit 6 if a log is damaged."""
    from core.games import read_log  # the other commands need no game
    from store.summaries import summary_of

    with open_store(here.own_file(), create=False) as store:
        damaged = admin.rebuild(store, lambda _match, rows: summary_of(read_log(rows)))
        matches = len(store.find(""))
    if here.is_json:
        here.json({"db": here.db, "matches": matches, "damaged": damaged})
    else:
        here.out(here.say("rebuilt", n=matches))
        for match in damaged:
            here.out(f"  {here.style.bold(match)}  {here.say('damaged')}")
    return DAMAGED if damaged else 0
