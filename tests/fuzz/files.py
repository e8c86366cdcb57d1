"""Hostile files: bad copies of good exports, against `verify` and `import`."""

from pathlib import Path

import msgspec
from msgspec import Struct

from replays.files.export import FULL, PUBLIC, SEAT, export, finished
from tests.contract.worlds import lively
from tests.faults.mutants import FORGED, LIE, mutants
from tests.fuzz.found import Found, Trial
from tests.fuzz.program import typed
from tests.support.matches import GAMES, any_terms
from tests.support.recording import Recorder

READ = (("show",), ("log", "--undone", "--json"), ("replay",), ("explain",), ("inbox",), ("export",), ("fork", "@"))
"""What can be asked of a match that was taken in."""

AS_WRITTEN = 8
READABLE = {0, 3}  # a fork of the end is refused


class Replay(Struct, frozen=True, tag="files"):
    """A file that was believed, or that did harm: its bytes, in hexadecimal digits."""

    name: str
    data: str


def trial(here: Trial) -> int:
    """One copy of each kind of one export."""
    dice = here.dice()
    game = GAMES[dice.pick(sorted(GAMES))]
    players = dice.pick(game.players)
    match = Recorder(game, players, seed=here.seed, **any_terms(game, players, dice))
    log = lively(match, dice, dice.pick((4, 20, 60, 400))).log()
    views = [PUBLIC, SEAT + dice.pick(log.seats), *([FULL] if finished(log) else [])]
    data = b"".join(export(log, dice.pick(views)))
    tried = 0
    for name, bad in mutants(data, dice):
        if bad != data:
            try:
                judged(here.folder, name, bad)
            except Found as found:
                raise Found(f"{name}: {found.what}", Replay(name, bad.hex())) from found
            tried += 1
    return tried


def judged(folder: Path, name: str, bad: bytes) -> None:
    """`import` takes in what `verify` believes, nothing else; damage is never believed.

    A forgery may be another match that could have been played: then everything can be read of it.
    """
    (folder / "bad.jsonl").write_bytes(bad)
    for old in folder.glob("fresh.db*"):
        old.unlink()
    proof = typed(folder, ("verify", "bad.jsonl", "--json"))
    taken = typed(folder, ("import", "bad.jsonl", "--db", "fresh.db", "--json"))
    if proof.code not in {0, 2, 6, 8} or taken.code != proof.code:
        raise Found(f"verify ended with {proof.code}, import with {taken.code}: {proof.out}{proof.err}{taken.err}")
    if proof.code == 0 and (name.startswith(LIE) or not name.startswith(FORGED)):
        raise Found(f"believed: {proof.out}")
    if proof.code == AS_WRITTEN:
        believed = typed(folder, ("import", "bad.jsonl", "--believed", "--db", "fresh.db"))
        if believed.code not in {0, 4}:
            raise Found(f"import --believed ended with {believed.code}: {believed.err}")
        return
    for line in READ if proof.code == 0 else ():
        said = typed(folder, (*line, "--db", "fresh.db"))
        if said.code not in READABLE:
            raise Found(f"{line} ended with {said.code}: {said.err}")
    if taken.code != 0 and (folder / "fresh.db").exists():
        listed = typed(folder, ("list", "--db", "fresh.db"))
        if listed.out:
            raise Found(f"refused, and something was taken in: {listed.out}")


def again(data: bytes, folder: Path) -> None:
    """A saved file once more."""
    replay = msgspec.json.decode(data, type=Replay)
    judged(folder, replay.name, bytes.fromhex(replay.data))
