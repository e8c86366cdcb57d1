"""The recorded matches that ship with the program: they verify, they end as they ended, no piece is lost."""

import zipfile
from hashlib import sha256
from pathlib import Path
from subprocess import run
from sys import executable

import pytest

from core.games import NAMES, read_log
from replays import archive
from replays.explain import account
from replays.files.draws import export_draws
from replays.replay import replayed
from replays.verify import verify_file

INDEX = archive.index()
# The lower of several counts (EMA-15.4).
SCORED = {
    "medieval": ("vp",),
    "emara": ("cp", "bp"),
    "heirs": ("points",),
    "crossing": ("vp",),
    "nobility": ("vp",),
}

DRAWS = {  # the beginnings of the digests of their lists
    "medieval-duel": "9006c430ec5ba8a3",
    "medieval-court": "7cdb9f93ec947137",
    "medieval-council": "59cbdd5e457732e0",
    "emara-duel": "d753cac9921ff936",
    "emara-town": "fe3447d26b6048c0",
    "emara-campaign": "62065bee57a12572",
    "heirs-duel": "871d7a1e896bc71d",
    "heirs-war": "91876b6af745b781",
    "heirs-henry": "2c2e84f74a9db805",
    "crossing-duel": "a260e4682e1bc762",
    "crossing-guilds": "4e57ab9b6dccc647",
    "crossing-builders": "deaeb092073e45ff",
    "nobility-duel": "d448d417b8ac4731",
    "nobility-guilds": "4e8f283638cd53a4",
    "nobility-chancery": "b96187ee8af6d7cf",
    "nobility-automa": "e98220a784895e8c",
}


def test_two_and_more_and_most_players() -> None:
    found = {game: sorted(len(one.seats) for one in INDEX.values() if one.game == game) for game in NAMES}
    assert found == {
        "medieval": [2, 4, 5],
        "emara": [1, 2, 4],
        "heirs": [1, 2, 2],
        "crossing": [1, 2, 4],
        "nobility": [1, 2, 4, 6],
    }
    assert {path.stem for path in archive.FOLDER.glob("*.jsonl")} == set(INDEX)


@pytest.mark.parametrize("name", INDEX)
def test_it_verifies_to_the_last_draw(name: str) -> None:
    report = verify_file(archive.read(name))
    assert report.fault is None, report.fault
    assert (report.over, report.seed_revealed, report.folded, report.draws_recorded) == (True, True, 0, 0)
    assert report.other_rules == "", "the rules have changed: `make archive` records the matches again"
    assert report.hidden <= report.undone, "only what was taken back stays closed"
    assert report.result is not None
    recorded = INDEX[name]
    assert (report.match, report.game, report.seats) == (recorded.match, recorded.game, recorded.seats)
    assert (report.head, report.rows, report.result.scores) == (recorded.head, recorded.rows, recorded.scores)


@pytest.mark.parametrize("name", INDEX)
def test_labels_bags_and_the_order_of_draws_never_change(name: str) -> None:
    """What is listed of a recorded match stays the same to the byte."""
    lines = export_draws(read_log(archive.read(name).rows))
    assert sha256(b"".join(lines)).hexdigest().startswith(DRAWS[name])


@pytest.mark.parametrize("name", INDEX)
def test_every_piece_is_there_at_every_row(name: str) -> None:
    log = read_log(archive.read(name).rows)
    box = log.game.components(log.state(1).table)
    for body, state in log.states():
        assert log.game.components(state.table) == box, body.seq


@pytest.mark.parametrize("name", INDEX)
def test_every_score_has_its_account(name: str) -> None:
    log = read_log(archive.read(name).rows).seen_by(None)
    for seat, score in enumerate(INDEX[name].scores):
        assert min(account(log, seat, what).total for what in SCORED[log.game.name]) == score


@pytest.mark.parametrize("name", INDEX)
def test_it_can_be_replayed_by_anybody(name: str) -> None:
    log = read_log(archive.read(name).rows)
    for seat in (None, 0):
        stops = list(replayed(log.seen_by(seat), "round"))
        assert stops[-1].row == log.head


def test_one_has_other_readings_and_every_class_of_undo() -> None:
    log = read_log(archive.read("medieval-court").rows)
    defaults = {ruling.option: ruling.default for ruling in log.game.rulings}
    other = [option for option, reading in log.start.rulings.items() if reading != defaults[option]]
    assert len(other) >= 5
    assert {getattr(body.about, "by", "") for body in log.bodies if body.kind == "undo"} == {
        "free",
        "consent",
        "arbiter",
    }


def test_names() -> None:
    assert archive.named("medieval-duel") == archive.named("medieval-du") == "medieval-duel"
    assert archive.named(INDEX["medieval-duel"].match) == "medieval-duel"
    assert archive.named("medieval-") is None, "three begin so"
    assert archive.named("") is None
    assert archive.named("nobody") is None


def test_they_are_in_the_package(tmp_path: Path) -> None:
    """What is installed has them, too."""
    root = archive.FOLDER.parent.parent
    built = run(
        [executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=root,
        capture_output=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {f"replays/archive/{name}.jsonl" for name in INDEX} <= set(names)
    assert "replays/archive/index.toml" in names
