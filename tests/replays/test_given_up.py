"""A forged end: who makes every digest anew still cannot give up a match for the others, or after its end."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest

from core.games import game_named
from core.kernel.log.log import Log
from core.kernel.rules.chance import stream
from replays.files.export import export, read_stream
from replays.verify import verify, verify_file
from store.acts import Act
from tests.replays.forging import Json, chained, filed, forged
from tests.replays.tables import club, go_on, held
from tests.replays.test_stand_alone import alone, herald
from tests.support.matches import SEATS


def ended(
    game: str, players: int, *, reason: str | None = None, seed: str = "ended", acts: int = 25, **how: Any
) -> Log:
    """A match that was given up in its middle."""
    with club(f"{game} {seed}") as matches:
        written = matches.start(game_named(game), SEATS[:players], practice="q", **how)
        log = go_on(matches, held(matches, written), stream(seed, acts), acts)
        first, *others = log.seats
        asked = matches.give_up(log.match, Act(first), reason=reason).last
        if reason is None:
            for other in others:
                matches.answer(log.match, Act(other), asked, agree=True)
        return matches.log(log.match)


@pytest.fixture(scope="module")
def log() -> Log:
    return ended("medieval", 3)


@pytest.fixture(scope="module")
def by_arbiter() -> Log:
    return ended("medieval", 3, reason="nobody comes any more")


def both(rows: list[Any]) -> tuple[int, str]:
    """What `herald verify` finds; the program that knows no rules must find something, too."""
    fault = verify(rows).fault
    assert fault is not None, "a forgery was believed"
    assert alone(filed(rows)), f"the program believed it, Herald says {fault}"
    return fault.row, fault.why


@pytest.mark.parametrize("game", ["medieval", "emara", "heirs", "crossing", "nobility"])
@pytest.mark.parametrize("reason", [None, "a dispute"])
def test_every_view_of_it_holds(game: str, reason: str | None) -> None:
    log = ended(game, 2, reason=reason)
    assert [body.kind for body in log.bodies[-2:]] == ["end", "reveal"]
    assert log.game.result(log.state().table) is None
    assert seen(log) == {"full": ("", ""), "public": ("", ""), f"seat {log.seats[1]}": ("", "")}


def test_hands_may_stay_closed_from_which_later_draws_hang() -> None:
    """Nothing came any more that would have opened them: who does not hold them believes those draws, as before."""
    log = ended(
        "nobility",
        2,
        seed="z",
        acts=60,
        options={"chancery": "on"},
        rulings={"open_holdings": "cards_hidden"},
    )
    assert set(seen(log).values()) == {("", "")}
    public = verify_file(read_stream(BytesIO(b"".join(export(log, "public"))), "file"))
    whole = verify_file(read_stream(BytesIO(b"".join(export(log))), "file"))
    assert (public.draws_recorded > 0, whole.draws_recorded) == (True, 0)


def seen(log: Log) -> dict[str, tuple[str, str]]:
    """What Herald and the program without rules say against each copy."""
    found: dict[str, tuple[str, str]] = {}
    for view in ("full", "public", f"seat {log.seats[1]}"):
        data = b"".join(export(log, view))
        found[view] = (herald(data), alone(data))
    return found


CHANGES: dict[str, tuple[str, Callable[[Json], object], str]] = {
    "in the name of the arbiter": ("end", lambda b: b["about"].update(by="arbiter"), "arbiter_has_no_seat"),
    "by a seat that is nobody": ("end", lambda b: b.pop("seat"), "arbiter_has_no_seat"),
    "by another right": ("end", lambda b: b["about"].update(by="free"), "unreadable_row"),
    "something follows": ("end", lambda b: b.update(keep=1), "decided_otherwise"),
    "another thing was asked": ("ask", lambda b: b["about"].update(what="undo", to=b["seq"] - 2), "other_than_asked"),
    "it says where to": ("ask", lambda b: b["about"].update(to=b["seq"] - 2), "decided_otherwise"),
    "one has declined": ("agree", lambda b: b.update(kind="decline"), "answer_to_nothing"),
    "it is called a move": ("end", lambda b: b.update(kind="move"), "closed_or_open"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_forged_end_is_named(log: Log, what: str) -> None:
    kind, change, why = CHANGES[what]
    number = next(body.seq for body in log.bodies if body.kind == kind)
    row, said = both(forged(log.rows, number, change))
    assert row >= number
    assert said == why


def test_an_end_to_which_one_did_not_agree_does_not_hold(log: Log) -> None:
    """The last to agree is taken away: the end is the row before it."""
    last = max(body.seq for body in log.bodies if body.kind == "agree")

    def moved(body: Json) -> None:
        body.update(seq=body["seq"] - 1, parent=body["parent"] - 1)

    rows = [*log.rows[: last - 1], *log.rows[last:]]
    for number in range(last, len(rows) + 1):
        rows = forged(rows, number, moved)
    assert both(rows) == (last, "not_all_agreed")


def test_the_seed_is_opened_with_it(log: Log) -> None:
    assert both(chained(log.rows[:-1])) == (log.head, "row_due_missing")


def test_nobody_ends_a_match_twice_or_plays_on(log: Log, by_arbiter: Log) -> None:
    end = by_arbiter.rows[-2]
    rows = forged(
        [*by_arbiter.rows, end], by_arbiter.head + 1, lambda b: b.update(seq=b["seq"] + 2, parent=b["seq"] + 1)
    )
    assert both(rows) == (by_arbiter.head + 1, "nothing_to_end")
    asked = next(body for body in log.bodies if body.kind == "ask")
    rows = forged(
        [*log.rows, log.rows[asked.seq - 1]],
        log.head + 1,
        lambda b: b.update(seq=log.head + 1, parent=log.head),
    )
    assert both(rows) == (log.head + 1, "nothing_to_end")


def test_a_long_reason_is_not_read(by_arbiter: Log) -> None:
    rows = forged(by_arbiter.rows, by_arbiter.head - 1, lambda b: b["about"].update(reason="x" * 1001))
    assert both(rows) == (by_arbiter.head - 1, "beyond_limit")
