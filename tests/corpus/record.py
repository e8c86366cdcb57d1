"""The corpus: matches recorded once, in the format of their day, which every later build must read.

python -m tests.corpus.record          record what is missing; what is there stays as it is, byte for byte
python -m tests.corpus.record --tell   only tell anew what is expected (after the state got another shape)
"""

import re
import sys
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from core.games import read_log
from core.kernel.errors import Refused
from core.kernel.language.spelling import format_move
from core.kernel.log.log import Log, openings_in
from core.kernel.rules.chance import stream
from core.kernel.setup import resources
from replays.files.export import export, read_file
from store.acts import Act, Written
from store.matches import Matches
from store.sqlite.adapter import open_store
from tests.support import at_desk
from tests.support.matches import GAMES, SEATS, any_move

FOLDER = Path(__file__).parent
EXPECTED = FOLDER / "expected.json"


class Expected(msgspec.Struct, frozen=True):
    """What a build must find in a file."""

    match: str
    view: str
    rows: int
    head: str  # the digest of the last row
    scores: tuple[int, ...]  # none if the match goes on
    asked: tuple[int, ...]
    state: str  # the digest of the last state
    states: str  # the digest over the states after each row, undone ones too


def finished(table: "Table") -> str:
    """A whole match under the default rulings, with undone lines, requests, redone moves."""
    table.start(3, practice="corpus 1")
    while table.log().state().agenda:
        table.go_on()
    return "full"


def going_on(table: "Table") -> str:
    """A match in the middle of a placement that may be revised, as the public knows it."""
    rulings = {"placement_commit": "revisable", "extra_mayors_2p": "free_split", "upcoming": "face_down"}
    table.start(2, practice="corpus 2", rulings=rulings)
    table.until_answered(60)
    return "public"


def own_edition(table: "Table") -> str:
    """A match under an owner's edition, carried in row 1, as a seat that has placed knows it."""
    text = resources.read("core.games.medieval.data", "edition.toml").decode()
    table.start(5, practice="corpus 3", edition=("mine.toml", f"{text}\n# The owner's own copy.\n"))
    table.until_answered(120)
    seat = table.log().bodies[-1].seat
    assert seat is not None
    return f"seat {table.log().seats[seat]}"


def nonces_and_keys(table: "Table") -> str:
    """A match that began with nonces, and in which keys were replaced, as the public knows it."""
    table.start(4, practice="corpus 4", nonces=True, with_keys=True)
    table.enter("Cy", "c7" * 32)
    table.enter("Ana", "a5" * 32)
    table.new_key("Bo")
    for name, nonce in (("Di", None), ("Bo", "b0" * 32), ("Ana", "a5" * 32), ("Cy", "c7" * 32)):
        table.enter(name, nonce)
    for name in ("Cy", "Ana"):
        for _ in range(30):
            table.go_on()
        table.new_key(name, by_arbiter=name == "Ana")
    table.until_answered(90)
    return "public"


def of_emara(table: "Table") -> str:
    """A whole match of the Crown of Emara under the default rulings."""
    table.start(2, "emara", practice="corpus 5")
    while table.log().state().agenda:
        table.go_on()
    return "full"


def secret_hands(table: "Table") -> str:
    """One in which hands are chosen in secret, on mixed boards, as the public knows it."""
    options = {"informed_choice": "yes", "boards": "mixed"}
    rulings = {
        "informed_choice_details": "choose_three_each_round_secretly",
        "donation_rewards_order": "look_before_paying",
    }
    table.start(3, "emara", practice="corpus 6", options=options, rulings=rulings)
    table.until_answered(150)
    return "public"


def alone(table: "Table") -> str:
    """A match of a campaign that goes on, as its player knows it."""
    table.start(1, "emara", practice="corpus 7", options={"solo": "campaign"})
    while table.log().head < 90:
        table.go_on()
    return f"seat {SEATS[0]}"


def of_heirs(table: "Table") -> str:
    """A whole match of The Two Heirs with the sets of war, under the default rulings."""
    table.start(2, "heirs", practice="corpus 8", options={"sets": "war+crafts+patrol"})
    while table.log().state().agenda:
        table.go_on()
    return "full"


def against_henry(table: "Table") -> str:
    """One against Henry that goes on, under other readings of what a building costs and what a back shows."""
    rulings = {"resource_use": "spent_per_source", "refill_slot": "end_of_turn", "siege_trigger": "two_or_more"}
    table.start(1, "heirs", practice="corpus 9", options={"sets": "random", "level": "3"}, rulings=rulings)
    while table.log().head < 60 and table.log().state().agenda:
        table.go_on()
    return "public"


def of_crossing(table: "Table") -> str:
    """A whole match of Kingdom Crossing for three, under the default rulings."""
    table.start(3, "crossing", practice="corpus 12")
    while table.log().state().agenda:
        table.go_on()
    return "full"


def against_paco(table: "Table") -> str:
    """One against Paco & Paca that goes on, with favors that only their owner sees."""
    rulings = {"favor_visibility": "owner_only", "automa_claims": "lazy", "house_timing": "deferred"}
    table.start(1, "crossing", practice="corpus 13", options={"level": "expert"}, rulings=rulings)
    while table.log().head < 50 and table.log().state().agenda:
        table.go_on()
    return "public"


def of_nobility(table: "Table") -> str:
    """A whole match of Rise to Nobility for two, with events."""
    table.start(2, "nobility", practice="corpus 14", options={"events": "on"})
    while table.log().state().agenda:
        table.go_on()
    return "full"


def in_the_chancery(table: "Table") -> str:
    """One for six that goes on, with cards that only their players see, as one of them knows it."""
    rulings = {"open_holdings": "cards_hidden", "commission_activation": "manual", "pass_rule": "reenter"}
    table.start(6, "nobility", practice="corpus 15", rulings=rulings)
    while table.log().head < 160:
        table.go_on()
    return f"seat {SEATS[2]}"


def tied_readings(table: "Table") -> str:
    """A whole match of the day when one ruling decided what several decide now: deployed cards count."""
    rulings = {"owned_scope": "realm_and_deployment", "take_card": "galleries"}
    table.start(2, practice="corpus 10", rulings=rulings, edition=("marked.toml", marked_leaders()))
    while table.log().state().agenda:
        table.go_on()
    return "full"


def mute_marks(table: "Table") -> str:
    """One that goes on, of the same day: no mark of its edition let anybody take a card."""
    table.start(3, practice="corpus 11", edition=("marked.toml", marked_leaders()))
    while not any("AuctionWon" in str(row) for row in table.log().bodies) or table.log().head < 60:
        table.go_on()
    return "public"


def lost_tiles(_: "Table") -> str:
    """A whole match from before RTN-18.8 said what it says today: no build can record it again."""
    raise LookupError("nobility-4-lost-tiles.jsonl is not there, and no build of today could write it")


def passed_turns(_: "Table") -> str:
    """A whole match under RTN-R7 strict, from before a pass was no turn (RTN-9.13): no build can record it again."""
    raise LookupError("nobility-3-passed-turns.jsonl is not there, and no build of today could write it")


def quicker(_: "Table") -> str:
    """One who claims before Paco & Paca, who could, too: from before KIN-S4.2 said that they always come first.

    Its cards and favors lie there under rules of the Day, as before KIN-2.3 and KIN-2.7 were named.
    """
    raise LookupError("crossing-1-quicker.jsonl is not there, and no build of today could write it")


def late_house(_: "Table") -> str:
    """One that waits for ever: from before a table that agrees to place houses at once (KIN-R23) placed those, too."""
    raise LookupError("crossing-2-late-house.jsonl is not there, and no build of today could write it")


def late_commission(_: "Table") -> str:
    """The same of a commission that was full when the table agreed to activate each at once (RTN-R39)."""
    raise LookupError("nobility-2-late-commission.jsonl is not there, and no build of today could write it")


def dealt_twice(_: "Table") -> str:
    """A fork that dealt anew the very card that its maker holds (RTN-R29): no build can record it again."""
    raise LookupError("nobility-3-dealt-twice.jsonl is not there, and no build of today could write it")


def marked_leaders() -> str:
    """The edition that ships, with the mark that lets its owner take a card on every leader card."""
    text = resources.read("core.games.medieval.data", "edition.toml").decode()
    return re.sub(r"^(LDR-\d+ = \{)", r"\1 takes = true,", text, flags=re.MULTILINE)


class Table:
    """People at a table: they play, think better of it, ask each other, write remarks beside their moves."""

    def __init__(self, name: str, folder: Path) -> None:
        self.dice = stream("corpus", name)
        self.store = open_store(folder / "store.db")
        self.matches = Matches(self.store, lambda: 1_700_000_000, self._entropy)
        self.match = ""
        self.keys: dict[str, str] = {}

    def _entropy(self, count: int) -> bytes:
        return bytes(self.dice.below(256) for _ in range(count))

    def log(self) -> Log:
        return self.matches.log(self.match)

    def start(self, players: int, game: str = "medieval", **more: Any) -> None:
        if more.pop("with_keys", False):
            outcome, self.keys = at_desk.started(self.matches, GAMES[game], SEATS[:players], **more)
        else:
            outcome = self.matches.start(GAMES[game], SEATS[:players], **more)
        self.match = outcome.log.match

    def act(self, name: str) -> Act:
        return Act(name, key=self.keys.get(name))

    def enter(self, name: str, nonce: str | None) -> None:
        at_desk.enter(self.matches, self.match, self.act(name), nonce)

    def new_key(self, name: str, *, by_arbiter: bool = False) -> None:
        key = at_desk.new_key(self.matches)
        act, why = (self.act("arbiter"), "lost") if by_arbiter else (self.act(name), None)
        at_desk.replaced(self.matches, self.match, act, key, name, why)
        self.keys[name] = key

    def go_on(self) -> None:
        """A move; now and then something else."""
        log = self.log()
        last = log.bodies[-1]
        doing = self.dice.below(30) if log.head > 3 else 9
        try:
            if last.kind == "undo" and doing < 15:
                self._answered(self.matches.redo(self.match, self.act(last.actor)))
            elif doing == 0:
                self._answered(self.matches.undo(self.match, self.act(self.dice.pick(log.seats))))
            elif doing == 1 and last.kind == "move":
                self._answered(self.matches.undo(self.match, self.act(last.actor)))
            else:
                seat, move = any_move(log.state(), self.dice)
                remark = " # let us see" if doing == 2 else ""
                self.matches.move(self.match, self.act(log.seats[seat]), format_move(move) + remark)
        except Refused:
            return

    def _answered(self, outcome: Written) -> None:
        """The others agree to what was asked, or one of them does not."""
        asked = outcome.log.bodies[-1]
        if asked.kind != "ask":
            return
        for name in (name for seat, name in enumerate(outcome.log.seats) if seat != asked.seat):
            agree = self.dice.below(6) > 0
            self.matches.answer(self.match, self.act(name), asked.seq, agree=agree)
            if not agree:
                return

    def until_answered(self, rows: int) -> None:
        """At least so many rows, and on until somebody has answered in secret and others have not."""
        while (log := self.log()).head < rows or log.bodies[-1].sealed_move is None or openings(log):
            self.go_on()


def openings(log: Log) -> bool:
    return any(True for _ in openings_in(log.bodies[-1]))


FILES: Mapping[str, Callable[[Table], str]] = {
    "medieval-3-finished": finished,
    "medieval-2-going-on": going_on,
    "medieval-5-own-edition": own_edition,
    "medieval-4-nonces": nonces_and_keys,
    "medieval-2-tied-readings": tied_readings,
    "medieval-3-mute-marks": mute_marks,
    "emara-2-finished": of_emara,
    "emara-3-secret-hands": secret_hands,
    "emara-1-campaign": alone,
    "heirs-2-finished": of_heirs,
    "heirs-1-henry": against_henry,
    "crossing-3-finished": of_crossing,
    "crossing-1-paco": against_paco,
    "crossing-1-quicker": quicker,
    "crossing-2-late-house": late_house,
    "nobility-2-finished": of_nobility,
    "nobility-6-chancery": in_the_chancery,
    "nobility-4-lost-tiles": lost_tiles,
    "nobility-3-passed-turns": passed_turns,
    "nobility-2-late-commission": late_commission,
    "nobility-3-dealt-twice": dealt_twice,
}


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.jsonl"


def told(name: str) -> Expected:
    """What this build finds in a file."""
    exported = read_file(path_of(name))
    log = read_log(exported.rows)
    result = log.game.result(log.state().table)
    last = log.state()
    states = sha256(b"".join(written(log, number) for number in range(1, log.head + 1)))
    return Expected(
        match=log.match,
        view=exported.header.view,
        rows=log.head,
        head=log.digest,
        scores=result.scores if result else (),
        asked=last.agenda[-1].asks(last.table).seats if last.agenda else (),
        state=sha256(written(log, log.head)).hexdigest(),
        states=states.hexdigest(),
    )


def written(log: Log, number: int) -> bytes:
    """The state after a row as text; of a secret, whether it is known and what it is."""
    state = log.state(number)
    return msgspec.json.encode([state.table, state.agenda, state.draws], enc_hook=_spelled, order="sorted")


def _spelled(secret: Any) -> object:
    return {"box": secret.box, "by": secret.by, "value": secret.value if secret.known else "hole"}


def expected() -> dict[str, Expected]:
    return msgspec.json.decode(EXPECTED.read_bytes(), type=dict[str, Expected])


def record(name: str) -> None:
    """Play the match and write its file."""
    with TemporaryDirectory() as folder:
        table = Table(name, Path(folder))
        with table.store:
            view = FILES[name](table)
            path_of(name).write_bytes(b"".join(export(table.log(), view)))


def main(arguments: list[str]) -> None:
    for name in FILES:
        if not path_of(name).exists() and "--tell" not in arguments:
            record(name)
    found = {name: told(name) for name in FILES}
    EXPECTED.write_bytes(msgspec.json.format(msgspec.json.encode(found, order="sorted"), indent=2) + b"\n")


if __name__ == "__main__":
    main(sys.argv[1:])
