"""`herald replay`: with keys at a terminal, as a report in a pipe."""

import os
from collections.abc import Iterator
from pathlib import Path
from stat import S_IMODE

import msgspec
import pytest

from cli.language.words import sentence
from core.kernel.drawing.style import width
from tests.cli.conftest import Club, Herald
from tests.cli.screen import Screen


def stops(text: str) -> list[dict[str, object]]:
    return [msgspec.json.decode(line, type=dict[str, object]) for line in text.splitlines()]


def test_in_a_pipe_it_is_a_report(run: Herald, club: Club) -> None:
    said = run("replay", club.whole)
    log = run("log", club.whole)
    assert said.code == 0
    assert [line for line in log.out.splitlines() if line.strip()][5] in said.out
    assert "final ranking" in said.out.splitlines()[-40:][0] or "final ranking" in said.out
    assert said.out.count("final ranking") == 1


def test_stops(run: Herald, club: Club) -> None:
    moves, turns, rounds = (stops(run("replay", club.whole, "--every", every, "--json").out) for every in EVERY)
    assert len(moves) > len(turns) > len(rounds) == 9
    assert [stop["stage"] for stop in rounds] == [[0], [1], [2], [3], [4], [5], [6], [7], [7]]
    for some in (moves, turns, rounds):
        rows = [row["row"] for stop in some for row in msgspec.convert(stop["rows"], list[dict[str, object]])]
        assert rows == [row["row"] for row in stops(run("log", club.whole, "--json").out)]
    assert run("replay", club.whole, "--every", "week").code == 2


EVERY = ("move", "turn", "round")


def test_up_to_a_row(run: Herald, club: Club) -> None:
    for args in ((club.whole, "--to", "20"), (f"{club.whole}@20",)):
        assert stops(run("replay", *args, "--json").out)[-1]["row"] == 20
    assert run("replay", club.whole, "--to", "0").code == 2
    assert run("replay", club.whole, "--to", "9999").code == 2


def test_as_it_was_known_then(run: Herald, match: str) -> None:
    """What was closed then is closed in the replay, though everybody knows it now."""
    placed = {"Ana": "place production*3 gold G1 A2 D3*2", "Bo": "place production*2 religion gold G2 A2 D5 D6"}
    for seat, words in placed.items():
        run("move", match, words, "--as", seat)

    def told(row: int, *reader: str) -> dict[str, object]:
        found = stops(run("replay", match, "--json", *reader).out)
        (stop,) = [stop for stop in found if stop["row"] == row]
        return msgspec.convert(stop["rows"], list[dict[str, object]])[0]

    assert told(6)["move"] is None
    assert told(6, "--as", "Bo")["move"] is None
    assert told(6, "--as", "Ana")["move"] is not None
    assert run("log", match, "--json").out.count('"type":"place"') > run("replay", match, "--json").out.count(
        '"long":"place'
    )


def test_a_view_at_each_stop_is_what_was_shown_then(run: Herald, club: Club) -> None:
    found = stops(run("replay", club.whole, "--as", "Bo", "--json").out)
    for stop in found[:: len(found) // 6]:
        then = run("show", f"{club.whole}@{stop['row']}", "--as", "Bo", "--json").json
        shown = stop.keys() - {"rows"}
        assert shown > {"seats", "current", "waiting", "stage"}
        assert {name: stop[name] for name in shown} == {name: then[name] for name in shown}


@pytest.fixture
def screen(club: Club) -> Iterator[Screen]:
    opened = Screen("replay", club.whole)
    yield opened
    opened.off()


def key(screen: Screen, pressed: str) -> None:
    """A key, as soon as one likes: none is lost while the screen is drawn."""
    os.write(screen.ours, pressed.encode())


KEYS = "q end"


def test_keys(screen: Screen) -> None:
    assert "row 1 of" in screen.sees(KEYS)
    key(screen, " ")
    assert "row 2 of" in screen.sees(KEYS)
    key(screen, "n")
    assert "row 3 of" in screen.sees(KEYS)
    key(screen, "b")
    assert "row 2 of" in screen.sees(KEYS)
    key(screen, "\x1b[C")
    assert "row 3 of" in screen.sees(KEYS)
    key(screen, "5")
    screen.sees("to row 5 (Enter)")
    key(screen, "0")
    screen.sees("to row 50 (Enter)")
    key(screen, "\n")
    screen.sees("row 50 of")
    screen.sees(KEYS)
    key(screen, ">")
    assert "final ranking" in screen.sees(KEYS)
    key(screen, " ")
    assert "final ranking" in screen.sees(KEYS)
    key(screen, "<")
    assert "row 1 of" in screen.sees(KEYS)
    key(screen, "q")
    assert screen.ends() == 0


def test_by_itself(club: Club) -> None:
    screen = Screen("replay", club.whole, "--every", "round", "--speed", "50")
    try:
        assert "round 3" in screen.sees("final ranking")
        screen.sees(KEYS)
        key(screen, "q")
        assert screen.ends() == 0
    finally:
        screen.off()


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("tall", [24, 40, 60])
def test_row_and_what_happened_stay_on_the_screen(tall: int) -> None:
    """And what has changed on the board, with a sign before its line where there are no colours."""
    screen = Screen("replay", "medieval-council", LINES=str(tall), COLUMNS="80")
    try:
        screen.sees(KEYS)
        key(screen, "128\n")
        screen.sees("row 128 of")
        screen.sees(KEYS)
        key(screen, "n")
        before = screen.sees("row 129 of") + screen.sees(KEYS)
        lines = before.replace("\r", "").partition("\x1b[2J")[2].split("\n")
        assert len(lines) < tall, "the line of keys and the cursor are on it, too"
        assert " 129  Ada     bonus production" in lines[1]
        signed = [line.split()[0] for line in lines if line.startswith("▸")]
        assert signed[0] == "▸Ada"
    finally:
        screen.off()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_line_of_keys_has_room(lang: str) -> None:
    assert width(sentence(lang, ("replay",), "keys", {})) < 80


# --- in the browser -------------------------------------------------------------------------------------------------


@pytest.fixture
def browsers(home: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the browser of a person with a display was asked to show."""
    shown: list[str] = []

    def show(address: str) -> bool:
        shown.append(address)
        return True

    monkeypatch.setattr("tempfile.tempdir", str(home))
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr("webbrowser.open", show)
    return shown


@pytest.mark.here_alone
def test_a_page_is_the_one_that_export_writes(run: Herald, club: Club, browsers: list[str]) -> None:
    said = run("replay", club.running, "--page", "--as", "Bo", "--lang", "fr")
    assert said.code == 0, said.err
    file = Path(said.out.partition("\u202f:")[0])
    assert browsers == [file.as_uri()]
    assert file.read_text() == run("export", club.running, "--as", "Bo", "--lang", "fr", "--page", "-").out
    assert "vue par Bo, dans le navigateur" in said.out


@pytest.mark.here_alone
def test_a_page_goes_as_far_as_its_reader_asks(run: Herald, club: Club, browsers: list[str]) -> None:
    whole = run("export", club.running, "--page", "-").out
    for words in ((club.running, "--to", "20"), (f"{club.running}@20",)):
        told = run("replay", *words, "--page", "--json").json
        assert (told["match"], told["row"], told["reader"], told["opened"]) == (club.running, 20, None, True)
        text = Path(str(told["file"])).read_text()
        assert len(text.encode()) == told["bytes"]
        assert 20 <= text.count("<li") < whole.count("<li")
    assert len({*browsers}) == 2, "a page that is open stays what it is"


@pytest.mark.skipif(os.name == "nt", reason="it has other permissions")
def test_a_page_is_for_its_owner_alone(run: Herald, match: str, browsers: list[str]) -> None:
    file = Path(str(run("replay", match, "--page", "--json").json["file"]))
    assert (S_IMODE(file.stat().st_mode), S_IMODE(file.parent.stat().st_mode)) == (0o600, 0o700)
    assert browsers


def test_without_a_display_it_says_where_the_page_is(
    run: Herald, match: str, browsers: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    said = run("replay", match, "--page")
    file, _, rest = said.out.partition(": ")
    assert Path(file).read_text().startswith("<!doctype html>")
    assert "open this file in one" in rest
    assert browsers == []
    assert run("replay", match, "--page", "--json").json["opened"] is False


def test_a_page_is_gone_through_by_hand(run: Herald, match: str, browsers: list[str]) -> None:
    for option in (("--every", "turn"), ("--speed", "2")):
        refused = run("replay", match, "--page", *option, "--json")
        assert (refused.code, refused.error["why"]) == (2, "page_steps")
    assert browsers == []
