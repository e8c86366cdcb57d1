"""A position of a match as a scenario: what it gives is read as the very state, by whoever looks."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import asdict

from core.games import read_log
from core.kernel.log.log import Log, Seen, secrets_in
from core.kernel.log.row import Ruled
from core.kernel.rules import engine
from core.kernel.rules.chance import Stream, stream
from replays import archive
from replays.scenario import load, run
from replays.scenario.casting import cast
from replays.scenario.document import document
from tests.support.matches import GAMES, any_terms
from tests.support.recording import Recorder
from tests.support.shelf import toy_on_the_shelf

EVERY = 97
MOST = 4
"""Of the recorded matches each so many-th row here, of long ones so many; `make soak` takes all of them."""

RECORDED = list(archive.index())


@pytest.fixture
def _toy_on_the_shelf() -> Iterator[None]:
    with toy_on_the_shelf():
        yield


def recorded(name: str) -> Log:
    return read_log(archive.read(name).rows)


def readers(log: Log) -> Iterator[Seen]:
    """The public, then the seats."""
    return (log.seen_by(seat) for seat in (None, *range(len(log.seats))))


def holds(seen: Seen) -> bool:
    """Is what is given read as a position of which the reader is shown what they are shown of the match?"""
    made = cast(seen)
    table = made.position.settled(made.scenario.given)
    now = seen.state().table
    lost = any(seen.reader in one.by and not one.known for one in secrets_in(now))  # in a file without what was undone
    return bool(table == made.state.table) and (lost or shown(seen, table) == shown(seen, now))


def shown(seen: Seen, table: Any) -> dict[str, Any]:
    """What the reader is shown of a table; the cells of a map in one order, whatever was laid first."""
    view = asdict(seen.game.view(table, seen.reader))
    return {name: sorted(part, key=repr) if name == "landscape" else part for name, part in view.items()}


def random_match(name: str, number: int) -> tuple[Log, Stream]:
    """A whole match of any terms, and the dice that made it."""
    match, dice = begun(name, number)
    return match.play(dice).log(), dice


def begun(name: str, number: int) -> tuple[Recorder, Stream]:
    game, dice = GAMES[name], stream("cast", name, number)
    players = dice.pick(game.players)
    return Recorder(game, players, seed=f"{name} {number}", **any_terms(game, players, dice)), dice


@pytest.mark.parametrize("name", RECORDED)
def test_what_is_given_is_read_as_the_state(name: str) -> None:
    log = recorded(name)
    for row in range(1 + len(name), log.head, max(EVERY, log.head // MOST)):
        for seen in [*readers(log.at(row))][row % 2 :: 2]:
            assert holds(seen), f"row {row}, reader {seen.reader}"


@pytest.mark.usefixtures("_toy_on_the_shelf")
@pytest.mark.parametrize("name", GAMES)
def test_a_random_match_of_any_terms(name: str) -> None:
    dice = stream("casting", name)
    players = dice.pick(GAMES[name].players)
    match = Recorder(GAMES[name], players, seed=name, **any_terms(GAMES[name], players, dice))
    match.play(dice, 40 + dice.below(40))
    for seen in [*readers(match.log())][:2]:
        made = document(seen, "en")
        (scenario,) = load(made.text, "cast.toml")
        assert run(scenario).passed


def test_what_is_owed_is_a_number_below_0() -> None:
    log, _ = random_match("heirs", 27)
    row = next(row for row, state in log.states() if any(p.discounts < 0 for p in state.table.seats))
    for seen in readers(log.at(row.seq)):
        assert holds(seen), seen.reader
        made = document(seen, "en")
        assert ".discounts = -" in made.text
        assert made.verdict.passed


def test_what_is_owed_stays_owed_when_the_table_reads_otherwise() -> None:
    """HEI-R3: no match begins so that extensions come first and owes one, but a table can agree on that later."""
    log, _ = random_match("heirs", 27)
    row = next(row for row, state in log.states() if any(p.discounts < 0 for p in state.table.seats))
    match, dice = begun("heirs", 27)
    match.play(dice, row.seq - 1)
    match.scribe.rule(match.who(None), Ruled({"discount_timing": "extension_first"}, "arbiter", "a quarrel"))
    for seen in readers(match.log()):
        assert holds(seen), seen.reader
        assert ".discounts = -" in document(seen, "en").text


def test_a_map_that_is_said_cell_by_cell_is_a_start_of_its_own() -> None:
    log, _ = random_match("heirs", 22)
    for seen in readers(log.at(54)):
        assert holds(seen), seen.reader
        assert "given.cells" in document(seen, "en").text


@pytest.mark.slow
def test_cards_that_were_looked_at_are_written_with_who_saw_them() -> None:
    log, _ = random_match("nobility", 37)
    for seen in readers(log.at(log.head)):
        assert holds(seen), seen.reader
        (looked,) = (line for line in document(seen, "en").text.splitlines() if line.startswith("given.table.looked"))
        table = seen.state().table
        assert re.findall(r'"(\w+): ', looked) == [seen.seats[box.by[0]] for box in table.looked]
        assert ("hidden; drawn anew" in looked) == any(not box.known for box in table.looked)


@pytest.mark.slow
def test_cards_that_are_drawn_anew_lie_in_one_place_and_are_as_many() -> None:
    log, _ = random_match("nobility", 37)
    for row in (185, log.head):
        real = log.at(row).state().table
        for seen in readers(log.at(row)):
            table = cast(seen).state.table
            assert [len(box.value) for box in table.looked] == [len(box.value) for box in real.looked]
            looked = [card for box in table.looked for card in box.value]
            kept = [card for box in table.kept for card in box.value]
            assert len({*looked}) == len(looked)
            assert len({*kept}) == len(kept)
            known = seen.state().table
            for box, filled in zip(known.kept, table.kept, strict=True):
                if not box.known:
                    of_others = [one for one in known.looked if one.known and one.by != box.by]
                    assert {*filled.value}.isdisjoint(card for one in of_others for card in one.value)


def test_a_card_that_is_drawn_anew_lies_in_no_hand_of_its_reader() -> None:
    dice = stream("hid", 4)
    dice.pick((2, 3, 4, 5, 6))
    match = Recorder(GAMES["nobility"], 6, seed="hid 4", rulings={"open_holdings": "cards_hidden"}).play(dice, 12)
    for reader in (None, 0, 1):
        table = cast(match.log().seen_by(reader)).state.table
        hidden = [card for p in table.seats if p.hidden for card in p.hidden.value]
        assert len({*hidden}) == len(hidden), reader
        assert {*hidden} <= {*table.deck}


def test_what_no_branch_draws_again_is_none_of_what_lies_openly() -> None:
    log, _ = random_match("crossing", 7)
    rows = [row.seq for row, state in log.states() if state.table.seats[3].hidden]
    for seen in readers(log.at(rows[-1])):
        assert holds(seen), seen.reader
        table = cast(seen).state.table
        assert {favor for box in table.seats[3].hidden for favor in box.value} <= {*table.favors}


def test_the_draws_are_those_of_the_match() -> None:
    log = recorded("medieval-court")
    row = next(body.seq for body in log.bodies[40:] if body.chance)
    body = log.bodies[row - 1]
    assert body.seat is not None
    seen = log.seen_by(None)
    before = seen.at(row - 1)
    made = document(before, "en", f"{log.seats[body.seat]}: {body.text}", seen)
    (scenario,) = load(made.text, "cast.toml")
    assert scenario.chance == body.chance
    assert made.verdict.asked == tuple(log.seats[seat] for seat in engine.asked(seen.state(row)).seats)
