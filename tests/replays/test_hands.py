"""Closed hands out of one deck: what each reader of a match can check of a bag that hangs on what others hold."""

import io
import json
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from core.kernel.bots.matches import play_match, seated
from core.kernel.errors import Damaged, Hidden
from core.kernel.language.rehearsal import rehearse
from core.kernel.log.fork import past_of
from core.kernel.log.log import Log, secrets_in
from core.kernel.log.row import Answer, Back, Request
from core.kernel.rules import engine
from core.kernel.rules.chance import Draw, derived, recorded, scripted, split, stream
from core.kernel.rules.secret import HOLE, Secret
from replays.files.draws import export_draws
from replays.files.export import FULL, PUBLIC, SEAT, export, read_stream
from replays.verify import verify_file
from tests.contract.test_two_worlds import compared
from tests.contract.worlds import LeakError, drawn_unseen
from tests.replays.test_fork import forked
from tests.replays.test_stand_alone import ALONE
from tests.support.quarry import HAND, QUARRY, ROUNDS, STONES, Bury, Dealt, Dig, Ended, Given, Hide, Round, view
from tests.support.recording import Recorder
from tests.support.shelf import toy_on_the_shelf

LABELS = {"hands": "Dealt TOY-1", "dug": "Dug TOY-3", "given": "* TOY-4"}


def box(number: int, *stones: str) -> Secret[tuple[str, ...]]:
    return Secret((1, number), (number,), "", stones or HOLE)


@pytest.fixture(autouse=True)
def _shelf(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(ALONE.LABELS, "quarry", LABELS)
    monkeypatch.setitem(ALONE.SHAPES, "game", ALONE.text)
    with toy_on_the_shelf(QUARRY):
        yield


def match(rows: int = 10_000, players: int = 3, seed: str = "quarry") -> Recorder:
    return Recorder(QUARRY, players, seed=seed, match="quarry-match").play(stream(seed), rows)


def verified(log: Log, sight: str) -> Any:
    return verify_file(read_stream(io.BytesIO(b"".join(export(log, sight))), "export"))


# --- one draw ---------------------------------------------------------------------------------------------------------


def test_hands_are_one_draw_cut_in_the_order_of_the_seats() -> None:
    hands = split("hands", STONES, {0: 3, 2: 2})
    whole = derived("seed")(0, Draw("hands", STONES, 5))
    assert derived("seed")(0, hands) == whole
    assert hands.hands(whole) == [((0,), whole[:3]), ((2,), whole[3:])]


def test_what_lies_in_closed_boxes_is_not_in_the_bag() -> None:
    rest = Draw("rest", ("ash", "elm", "elm", "oak"), 1, without=(box(0, "elm"), box(1, "oak")))
    assert rest.left == ("ash", "elm")
    assert derived("seed")(0, rest) == derived("seed")(0, Draw("rest", ("elm", "ash"), 1))
    assert scripted([()], derived("seed"))(0, rest)[0] in rest.left


def test_who_does_not_hold_a_box_checks_what_can_be_checked() -> None:
    rest = Draw("rest", ("ash", "elm", "oak", "yew"), 1, without=(box(0, "elm"), box(1)))
    with pytest.raises(Hidden):
        _ = rest.left
    assert recorded(9, [("oak",)], 0)(0, rest) == ("oak",), "it may be in the other box, for all that is known"
    for impossible in (("elm",), ("fir",), ("ash", "oak"), ()):
        with pytest.raises(Damaged):
            recorded(9, [impossible], 0)(0, rest)


def test_of_several_hands_a_seat_checks_its_own() -> None:
    hands = split("hands", STONES, {0: 2, 1: 2}, [box(2, "stone01", "stone02")])
    own: tuple[str, ...] = ("stone07", "stone08")
    seen = recorded(9, [()], 0, partial(_seen, own))(0, hands)
    assert hands.hands(seen) == [((0,), own), ((1,), HOLE)]
    impossible: list[tuple[str, ...]] = [("stone07",), ("stone01", "stone07"), ("stone07", "stone07")]
    for wrong in impossible:
        with pytest.raises(Damaged):
            recorded(9, [()], 0, partial(_seen, wrong))(0, hands)


def _seen(own: tuple[str, ...], _draw: Draw) -> tuple[tuple[str, ...] | None, ...]:
    return own, None


# --- a match ----------------------------------------------------------------------------------------------------------


def test_bots_play_it_and_everything_holds_that_always_must() -> None:
    for seed in range(5):
        played = play_match(QUARRY, seated(QUARRY, 3), ["random"] * 3, f"seed {seed}", checked=True)
        assert not played.faults


def test_a_deal_is_one_outcome_in_several_boxes_and_no_stone_is_in_two_places() -> None:
    body = match(0).bodies[0]
    assert body.chance == ((),)
    assert [secret.by for secret in drawn_unseen(body)] == [(0,), (1,), (2,)]
    table = match().state.table
    found = [stone for hand in table.closed for stone in hand.value] + [stone for p in table.seats for stone in p.dug]
    assert max(Counter(found).values()) == 1


@pytest.mark.parametrize("rows", [4, 7, 10_000])
@pytest.mark.parametrize("sight", [PUBLIC, SEAT + "Ana", SEAT + "Cy", FULL])
def test_every_view_proves_itself(rows: int, sight: str) -> None:
    log = match(rows).log()
    if sight == FULL and log.state().agenda:
        return
    report = verified(log, sight)
    assert report.fault is None
    assert (report.draws_derived > 0) is (not log.state().agenda)


def test_an_over_match_that_does_not_open_what_bags_hung_on_does_not_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    def keeps_closed(self: Any, t: Any) -> Any:
        return [Ended(self.rule, (), (0,) * len(t.seats))] if self.number > ROUNDS else honest(self, t)

    honest = Round.then
    monkeypatch.setattr(Round, "then", keeps_closed)
    log = match().log()
    assert verified(log, FULL).fault is None, "there every box is open beside its row"
    fault = verified(log, PUBLIC).fault
    assert fault is not None
    assert fault.why == "nobody_opens"


@pytest.mark.parametrize("sight", [PUBLIC, SEAT + "Ana", FULL])
def test_what_was_undone_need_not_be_opened(sight: str) -> None:
    recorder = Recorder(QUARRY, 3, match="quarry-match")
    for seat, move in ((0, Hide()), (1, Dig()), (2, Hide())):
        recorder.move(seat, move)
    recorder.note("ask", 0, Request("undo", 1))
    asked = recorder.head
    recorder.note("agree", 1, Answer(asked))
    recorder.note("agree", 2, Answer(asked))
    back = Back(1, asked - 1, "consent")
    recorder.scribe.note("undo", recorder.who(0), back, parent=1, state=recorder.states[1])
    recorder.move(0, Dig())
    log = recorder.play(stream("on")).log()
    report = verified(log, sight)
    assert report.fault is None
    hangs = (
        sight != SEAT + "Ana"
    )  # on the stone that Ana hid and took back: the others cannot derive what was drawn then
    assert (report.draws_recorded > 0) is hangs
    assert report.draws_derived > 0


def test_a_seat_foresees_no_draw_and_is_never_told_that_something_is_hidden() -> None:
    log = match(6).log()
    asked = {seat: seen for seat in range(3) if engine.may_answer((seen := log.seen_by(seat)).state(), seat)}
    assert asked
    for seat, seen in asked.items():
        for text in ("dig", "hide", "bury"):
            assert not rehearse(seen, seat, [text]).complete


def test_what_goes_back_under_the_deck_is_known_to_who_looked_alone() -> None:
    recorder = Recorder(QUARRY, 2, match="quarry-match")
    recorder.move(0, Bury())
    log = recorder.log()
    (buried,) = log.state().table.under
    assert view(log.seen_by(0).state().table, 0).closed[-1] == buried.value, "in the order in which it lies there"
    assert view(log.seen_by(1).state().table, 1).closed[-1] == 0
    assert [box.known for box in log.seen_by(1).state().table.under] == [False]
    recorder.move(1, Dig())
    assert recorder.state.table.seats[1].dug[0] not in buried.value


# --- forks ------------------------------------------------------------------------------------------------------------


def test_a_fork_knows_its_makers_stones_and_draws_the_others_anew() -> None:
    recorder = Recorder(QUARRY, 3, match="quarry-match")
    for seat, move in ((0, Hide()), (1, Bury()), (2, Hide())):
        recorder.move(seat, move)
    log = recorder.log()
    was = log.state().table
    past = past_of(log.seen_by(1))
    kept = [fact for fact in past.facts if isinstance(fact, Dealt | Given)]
    assert [fact.seat for fact in kept] == [1, 1]
    assert all(secret.known for fact in kept for secret in secrets_in(fact))
    scribe, again = forked(log, 1)
    now = scribe.tip.state.table
    assert again == ()
    assert now.seats[1].hand.value == was.seats[1].hand.value
    assert now.under[0].value == was.under[0].value
    assert not now.owed
    closed = [stone for hand in now.closed for stone in hand.value]
    assert len(closed) == len(set(closed)) == 3 * HAND + 4
    assert (now.seats[0].hand.value, now.seats[2].hand.value) != (was.seats[0].hand.value, was.seats[2].hand.value)


# --- lists of draws ---------------------------------------------------------------------------------------------------


def test_the_list_tells_hands_and_bags_and_the_program_without_rules_derives_them() -> None:
    log = match().log()
    lines = [json.loads(line) for line in export_draws(log)]
    assert lines[0] == {"row": 1, "label": "hands", "bag": list(STONES), "box": 1, "each": [HAND] * 3}
    assert all(len(line["bag"]) < len(STONES) for line in lines[1:])
    draws = b"".join(export_draws(log))
    assert f"{len(lines)} of {len(lines)} draws follow" in ALONE.check(b"".join(export(log)), draws)
    seen: str = ALONE.check(b"".join(export(log, SEAT + "Ana")), draws)
    assert "lie in closed boxes" in seen
    other = json.dumps({**lines[0], "each": [1, 3, 2]}).encode() + b"\n" + b"".join(export_draws(log)[1:])
    with pytest.raises(ALONE.Wrong):
        ALONE.check(b"".join(export(log)), other)


# --- two worlds -------------------------------------------------------------------------------------------------------


@pytest.mark.no_cover
def test_nobody_can_tell_what_another_holds() -> None:
    found = compared(QUARRY, 3, 6)
    assert found.pairs > 20
    assert found.opened + found.parted > 0.3 * found.pairs
    assert found.begun > 0, "hands of row 1 were others, too"


def test_a_view_that_tells_what_another_holds_is_found() -> None:
    def peeking(t: Any, viewer: int | None) -> Any:
        return replace(view(t, viewer), closed=tuple(box.value if box.known else 0 for box in t.closed))

    def telling(t: Any, viewer: int | None) -> Any:
        first = min((stone for box in t.closed if box.known for stone in box.value), default="")
        return replace(view(t, viewer), dug=((first,),))

    for leaky in (peeking, telling):
        with pytest.raises(LeakError) as found:
            compared(replace(QUARRY, view=leaky), 3, 12)
        assert found.value.door in {"view", "board"}
