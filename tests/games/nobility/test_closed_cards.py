"""What nobody has opened when a match ends is opened then: draws that hung on it can be checked by everybody."""

from io import BytesIO

import pytest

from core.games.nobility import GAME
from core.games.nobility.facts.chancery import CommissionsDrawn, CommissionsOpened
from core.games.nobility.facts.settlers import SettlersOpened
from core.kernel.rules.chance import stream
from replays.files.export import FULL, PUBLIC, SEAT, export, read_stream
from replays.verify import verify_file
from tests.support.matches import SEATS
from tests.support.recording import Recorder


@pytest.mark.parametrize("sight", [FULL, PUBLIC, f"{SEAT}{SEATS[0]}"])
@pytest.mark.parametrize("hidden", [False, True])
def test_every_draw_of_a_match_that_is_over_can_be_checked(sight: str, *, hidden: bool) -> None:
    readings = {"open_holdings": "cards_hidden"} if hidden else {}
    match = Recorder(GAME, 5, seed="c2", match="nobility", options={"chancery": "on"}, rulings=readings)
    log = match.play(stream("vv", 2), 10_000).log()
    facts = [fact for body in log.line() for fact in body.facts]
    drawn = [fact.count for fact in facts if isinstance(fact, CommissionsDrawn) and fact.count > 1]
    shown = [len(fact.cards) for fact in facts if isinstance(fact, CommissionsOpened)]
    settlers = any(isinstance(fact, SettlersOpened) for fact in facts)
    assert shown == drawn
    assert settlers if hidden else drawn
    report = verify_file(read_stream(BytesIO(b"".join(export(log, sight))), "export"))
    assert report.over
    assert report.fault is None
