"""Rulings that a table agrees on in mid-match: such matches hold for everybody, and no forged one does."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from core.games import NAMES, game_named
from core.kernel.log.log import Log
from core.kernel.rules.chance import stream
from core.kernel.setup.readings import readings_of
from replays.files.draws import export_draws
from replays.files.export import export
from replays.verify import verify
from store.acts import Act
from tests.replays.forging import Json, filed, forged
from tests.replays.tables import begin, club, go_on, held, ruled_anew
from tests.replays.test_stand_alone import alone, herald
from tests.support.at_desk import forked
from tests.support.matches import SEATS


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("players", [2, 3])
def test_matches_whose_rulings_change_hold_for_everybody(game: str, players: int) -> None:
    players = min(players, max(game_named(game).players))
    with club(f"{game} {players}") as matches:
        dice = stream("agreed", game, players)
        log = ruled_anew(matches, begin(matches, game_named(game), players, players + 1), dice)
        rows = log.history.rulings
        assert len(rows) > 2, "nothing was agreed on"
        report = verify(log.rows)
        assert report.fault is None, report.fault
        draws = b"".join(export_draws(log))
        for view in ("full", "public", "seat 1"):
            data = b"".join(export(log, view if view != "seat 1" else f"seat {log.seats[1]}"))
            assert herald(data) == ""
            assert alone(data, draws if view == "full" else b"") == ""
        branch = held(matches, forked(matches, matches.open(log.match).at(rows[-1]))[0])
        assert readings_of(branch.state()) == readings_of(log.state(rows[-1]))
        assert verify(branch.rows).fault is None


@pytest.fixture(scope="module")
def log() -> Log:
    """Ana asks, Bo and Cy agree; then the arbiter rules otherwise."""
    with club("ruled") as matches:
        log = held(matches, matches.start(game_named("medieval"), SEATS[:3], practice="q"))
        log = go_on(matches, log, stream("ruled"), 12)
        asked = matches.rule(log.match, Act("Ana"), {"island_cost": "spend"}, "at our table it is so").last
        for other in log.seats[1:]:
            matches.answer(log.match, Act(other), asked, agree=True)
        go_on(matches, matches.log(log.match), stream("ruled on"), 2)
        matches.rule(log.match, Act(""), {"island_cost": "commit", "decoy_stack": "single"}, "enough", arbiter=True)
        return matches.log(log.match)


def both(rows: list[Any]) -> tuple[int, str]:
    """What `herald verify` finds; the program that knows no rules must find something, too."""
    fault = verify(rows).fault
    assert fault is not None, "a forgery was believed"
    assert alone(filed(rows)), f"the program believed it, Herald says {fault}"
    return fault.row, fault.why


def reread(body: Json, rulings: Mapping[str, str]) -> None:
    body["about"]["rulings"] = rulings


CHANGES: dict[str, tuple[str, Callable[[Json], object], str]] = {
    "in the name of the arbiter": ("ruling", lambda b: b["about"].update(by="arbiter"), "arbiter_has_no_seat"),
    "by a seat that is nobody": ("ruling", lambda b: b.pop("seat"), "arbiter_has_no_seat"),
    "another reading than was asked": ("ruling", lambda b: reread(b, {"island_cost": "commit"}), "other_than_asked"),
    "one more than was asked": (
        "ruling",
        lambda b: reread(b, {"island_cost": "spend", "decoy_stack": "single"}),
        "other_than_asked",
    ),
    "for another reason": ("ruling", lambda b: b["about"].update(reason="at mine it is so"), "other_than_asked"),
    "for no reason": ("ruling", lambda b: b["about"].update(reason=""), "ruling_says_nothing"),
    "on nothing": ("ruling", lambda b: reread(b, {}), "ruling_says_nothing"),
    "one has declined": ("agree", lambda b: b.update(kind="decline"), "answer_to_nothing"),
    "an end was asked": ("ask", lambda b: b.update(about={"type": "request", "what": "end"}), "other_than_asked"),
    "asked for no reason": ("ask", lambda b: b["about"].pop("reason"), "ruling_says_nothing"),
    "it is called a move": ("ruling", lambda b: b.update(kind="move"), "closed_or_open"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_forged_ruling_is_named(log: Log, what: str) -> None:
    kind, change, why = CHANGES[what]
    number = next(body.seq for body in log.bodies if body.kind == kind)
    row, said = both(forged(log.rows, number, change))
    assert row >= number
    assert said == why


IMPOSSIBLE: dict[str, tuple[Mapping[str, str], str]] = {
    "there is no such ruling": ({"island_price": "spend"}, "ruling_not_possible"),
    "there is no such reading": ({"island_cost": "free"}, "ruling_not_possible"),
    "it is read so already": ({"island_cost": "spend"}, "ruling_not_possible"),
    "the set-up settled it": ({"monarch_choice": "dealt"}, "ruling_not_possible"),
    "it is called by its id": ({"MED-R4": "commit"}, "decided_otherwise"),
    "they stand in another order": ({"decoy_stack": "single", "island_cost": "commit"}, "decided_otherwise"),
}


@pytest.mark.parametrize(("what", "asked"), [(what, asked) for what in IMPOSSIBLE for asked in (False, True)])
def test_a_ruling_that_no_match_can_take_is_named(log: Log, what: str, asked: bool) -> None:
    """Only the rules can say that: the program that knows none has nothing against it."""
    rulings, why = IMPOSSIBLE[what]
    first = next(body.seq for body in log.bodies if body.kind == "ask")
    number = first if asked else log.head
    now = {"island_cost": "requirement"} if asked and what == "it is read so already" else rulings
    fault = verify(forged(log.rows, number, lambda b: reread(b, now))).fault
    assert fault is not None
    assert (fault.row, fault.why) == (number, why)


def test_a_ruling_to_which_one_did_not_agree_does_not_hold(log: Log) -> None:
    last = max(body.seq for body in log.bodies if body.kind == "agree")
    rows = [*log.rows[: last - 1], *log.rows[last : last + 1]]
    rows = forged(rows, last, lambda b: b.update(seq=last, parent=last - 1))
    assert both(rows) == (last, "not_all_agreed")


def test_what_follows_from_a_ruling_is_decided_again(log: Log) -> None:
    number = log.history.rulings[0]
    fault = verify(forged(log.rows, number, lambda b: b.update(keep=b["keep"] - 1))).fault
    assert fault is not None
    assert (fault.row, fault.why) == (number, "decided_otherwise")


def test_nobody_rules_on_a_match_that_is_over() -> None:
    with club("over") as matches:
        log = held(matches, matches.start(game_named("medieval"), SEATS[:2], practice="q"))
        matches.rule(log.match, Act(""), {"island_cost": "spend"}, "so it is", arbiter=True)
        ruling = matches.log(log.match).rows[-1]
        matches.undo(log.match, Act(""), 1, reason="it was not")
        matches.give_up(log.match, Act(""), reason="nobody comes any more")
        log = matches.log(log.match)
        rows = forged([*log.rows, ruling], log.head + 1, lambda b: b.update(seq=log.head + 1, parent=log.head))
        assert both(rows) == (log.head + 1, "nothing_to_rule")


def test_what_follows_by_itself_under_the_new_reading_follows_in_its_row() -> None:
    """EMA-R13 eager: an empty pile of favors is filled at once, and not when somebody draws."""
    with club("eager") as matches:
        log = held(matches, matches.start(game_named("emara"), SEATS[:4], practice="q"))
        dice = stream("eager")
        for _ in range(500):
            table = log.state().table
            if table.used_favors and not table.favors and table.looking is None:
                break
            log = go_on(matches, log, dice, 1)
        matches.rule(log.match, Act(""), {"favor_reshuffle": "eager"}, "so it is", arbiter=True)
        log = matches.log(log.match)
        assert [type(fact).__name__ for fact in log.bodies[-1].facts] == ["FavorsShuffled"]
        assert verify(log.rows).fault is None
