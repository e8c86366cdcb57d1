"""Draws that one seat sees: closed to the others while the match runs, open to all in the full export at its end."""

import io

from core.kernel.rules.chance import stream
from replays.files.export import FULL, PUBLIC, SEAT, export, read_stream
from replays.verify import verify_file
from tests.contract.worlds import drawn_unseen
from tests.support.recording import Recorder
from tests.support.shelf import toy_on_the_shelf
from tests.support.toy import TOY


def test_every_view_of_a_finished_match_proves_itself() -> None:
    log = Recorder(TOY, 2, rulings={"omens": "seen"}).play(stream("omens")).log()
    assert any(drawn_unseen(row) for row in log.bodies)
    with toy_on_the_shelf():
        opened = {}
        for view in (PUBLIC, SEAT + "Ana", FULL):
            report = verify_file(read_stream(io.BytesIO(b"".join(export(log, view))), "export"))
            assert report.fault is None
            opened[view] = report.boxes_opened
    assert opened[PUBLIC] < opened[SEAT + "Ana"]
    assert opened[PUBLIC] < opened[FULL]
