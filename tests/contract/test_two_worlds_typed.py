"""Nobody can tell two matches apart at the command line either: every command, seat, form, export and completion."""

from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.terminal.terminal import Terminal
from core.kernel.log.log import Held, Log, Seen
from core.kernel.log.row import StoredRow
from core.kernel.rules.chance import stream
from core.kernel.rules.engine import AnyGame
from core.kernel.rules.secret import Sealer
from replays.told import choices
from store.log import log as program_log
from store.matches import Matches
from tests.contract.desk import KEYS, Commands, keys_of, typing_at
from tests.contract.doors import Moment
from tests.contract.only_desk import PastTheDesk
from tests.contract.typed import APART, LINES, every_command, options_of
from tests.contract.worlds import Compared, LeakError, compare, compare_seeds, hidden_events, hides, hiding, lively
from tests.support.matches import GAMES, SEATS, any_terms
from tests.support.recording import Recorder
from tests.support.shelf import toy_on_the_shelf
from tests.support.toy import TOY

PAIRS = 3  # of each game; `make fuzz` looks at as many as it has time for
EACH = 2  # moments of a pair
MATCH = "toy-match"


@pytest.fixture(autouse=True)
def _toy_on_the_shelf() -> Iterator[None]:
    with toy_on_the_shelf():
        yield


def compared(game: AnyGame, folder: Path, pairs: int) -> Compared:
    """Compare some pairs of worlds as they are told at the command line."""
    found, number = Compared(), 0
    while found.pairs < pairs:
        number += 1
        assert number < 10 * pairs, "hardly anything is hidden here"
        dice = stream("typed worlds", game.name, number)
        players, key = dice.pick(game.players), KEYS[number % len(KEYS)]
        terms = any_terms(game, players, dice)
        keys = keys_of(MATCH, SEATS[:players], key)
        rows = 12 + dice.below(60)
        match = hiding(game, players, dice, rows, seed=f"seed {number}", terms=terms, match=MATCH, keys=keys)
        viewer = dice.pick((None, *range(players))) if key else dice.below(players)
        events = hidden_events(match.bodies, viewer)
        if events:
            compare(match, dice.pick(events), viewer, dice, found, Commands(folder, key).doors(), EACH)
    return found


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if hides(game)])
def test_a_hidden_event_shows_in_no_command(name: str, tmp_path: Path) -> None:
    found = compared(GAMES[name], tmp_path, PAIRS)
    assert found.moments > found.pairs
    for door, answers in found.seen.items():
        assert len(answers) > 1, f"door {door!r} always says the same: it compares nothing"
    assert found.seen.keys() == Commands(tmp_path).doors().keys()


@pytest.mark.parametrize("name", GAMES)
def test_what_chance_will_bring_shows_in_no_command(name: str, tmp_path: Path) -> None:
    found = compared_seeds(GAMES[name], tmp_path, PAIRS - 1)
    assert found.moments > found.pairs
    assert found.seen.keys() == Commands(tmp_path).doors().keys()
    assert len(found.seen["herald move"]) > found.pairs


def compared_seeds(game: AnyGame, folder: Path, pairs: int) -> Compared:
    """Compare some matches with themselves under another seed, as a seat that may act is told of them."""
    found = Compared()
    for number in range(pairs):
        dice = stream("seeds", game.name, number)
        players, key = dice.pick(game.players), KEYS[number % len(KEYS)]
        keys = keys_of(MATCH, SEATS[:players], key)
        match = Recorder(game, players, seed="seed", match=MATCH, keys=keys, **any_terms(game, players, dice))
        lively(match, dice, 12 + dice.below(60))
        compare_seeds(match, dice.below(players), dice, found, Commands(folder, key).doors(), EACH)
    return found


def test_every_command_has_its_place() -> None:
    names = [name for name, _ in every_command()]
    assert sorted(names) == sorted([*LINES, *APART])


def test_every_option_of_a_command_is_typed() -> None:
    match = Recorder(TOY, 2, match=MATCH).log()
    typing = typing_at(Moment(match, match.seen_by(0), 0, ("guess 2",)))
    for name, command in every_command():
        if name in LINES:
            typed = {word for line in LINES[name](typing) for word in line}
            for option in options_of(command):
                assert typed & option, f"herald {name}: no line types {option}"


# --- planted leaks: would it be found? ------------------------------------------------------------------------------


def leak_of(folder: Path, game: AnyGame = TOY) -> str:
    """The door through which the first leak is found."""
    with pytest.raises(LeakError) as found:
        compared(game, folder, 20)
    return found.value.door


def test_a_command_that_reads_the_hosts_log_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(log: Log, seat: int | None) -> Seen:
        return Seen(log.game, log.rows, seat, alike=log)

    monkeypatch.setattr(Log, "seen_by", careless)
    assert leak_of(tmp_path) in {"row", "herald show", "herald log", "herald replay", "herald explain", "herald inbox"}


def test_a_program_log_that_measures_what_is_hidden_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Matches.log

    def chatty(self: Matches, match: str) -> Log:
        log = honest(self, match)
        hidden = [opening.value for row in log.rows for opening in row.openings if opening is not None]
        program_log().info("read", sum=sum(ord(char) for value in hidden for char in value))
        return log

    monkeypatch.setattr(Matches, "log", chatty)
    assert leak_of(tmp_path).startswith("herald ")


def test_a_tabulator_that_knows_too_much_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest, read, known = choices.continuations, Matches.log, list[Log]()

    def remembering(self: Matches, match: str) -> Log:
        known.append(read(self, match))
        return known[-1]

    def knowing(log: Seen, seat: int, typed: str, begun: str, lang: str) -> list[str]:
        table = known[-1].state().table
        answers = [answer.value.number for p in table.seats for answer in (p.pledge, p.guess) if answer is not None]
        return honest(log, seat, typed, begun, lang) + ["odd"] * (sum(answers) % 2)

    monkeypatch.setattr(Matches, "log", remembering)
    monkeypatch.setattr(choices, "continuations", knowing)
    assert leak_of(tmp_path) in {"completion", "herald play", "herald moves"}


def test_a_command_that_goes_past_the_desk_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def past(here: Terminal, _at: int) -> str:
        desk: Any = here.desk
        return str(desk.store)

    monkeypatch.setattr(Terminal, "ago", past)
    with pytest.raises(PastTheDesk, match="store"):
        compared(TOY, tmp_path, 1)


def test_an_export_that_drops_too_little_gives_what_its_reader_has_anyhow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is made of what the desk shows to this reader: there is nothing to drop. So what the desk drops must do."""

    def careless(log: Held, *_: object, after: int = 0, **__: object) -> list[StoredRow]:
        return list(log.rows[after:])

    monkeypatch.setattr("replays.files.export.shown_rows", careless)
    compared(TOY, tmp_path, PAIRS)
    monkeypatch.setattr("core.kernel.log.log.Held.redacted", careless)
    assert leak_of(tmp_path) in {"row", "herald show", "herald export", "herald log", "herald replay", "herald explain"}


def test_a_refused_line_that_tells_what_it_drew_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(_log: Log, _seat: int, _line: object) -> None:
        """As if any line could be played as far as it goes."""

    monkeypatch.setattr("core.kernel.language.rehearsal.before_last", careless)

    def last_king(number: int) -> None:
        """The last King is chosen, then the turn order is drawn."""
        match = Recorder(GAMES["medieval"], 2, seed="seed", match=MATCH).play(stream("kings"), 1)
        doors = {"herald move": Commands(tmp_path, most=9).doors()["herald move"]}
        compare_seeds(match, 1, stream("kings", number), Compared(), doors)

    with pytest.raises(LeakError) as found:
        deque(map(last_king, range(20)), maxlen=0)
    assert found.value.door == "herald move"


def test_as_many_boxes_as_an_answer_is_long_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Sealer.commits

    def generous(self: Sealer) -> tuple[str, ...]:
        if self.row > 1:
            for _ in range(sum(map(ord, self.openings[-1].value)) % 7 if self.openings else 0):
                self.seal((), "")
        return honest(self)

    monkeypatch.setattr(Sealer, "commits", generous)
    assert leak_of(tmp_path) == "row"
