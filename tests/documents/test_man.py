"""The wheel carries a manual page for every command in both languages, and is the same whoever builds it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from cli.language import preferences
from cli.language.words import LANGUAGES, of_command, shared
from cli.main import NAMES
from cli.man import pages
from tests.support.places import ROOT

PAGES = dict(pages("1.2.3"))
RING = ["copy", "forget", "keep", "list", "replace"]
LEAVES = [
    "db-backup",
    "db-check",
    "db-migrate",
    "db-rebuild",
    "db-restore-rows",
    "db-stats",
    *(f"key-{word}" for word in RING),
    "rulings-forget",
    "rulings-keep",
    "rulings-list",
    "scenario-from",
    "scenario-help",
    "scenario-run",
]
MACROS = {".TH", ".SH", ".PP", ".TP", ".nf", ".fi"}


@pytest.mark.parametrize("folder", ["man/man1", "man/fr/man1"])
def test_every_command_has_its_page(folder: str) -> None:
    expected = {f"{folder}/herald.1", *(f"{folder}/herald-{name}.1" for name in (*NAMES, *LEAVES))}
    assert {place for place in PAGES if place.startswith(f"{folder}/")} == expected
    assert len(PAGES) == len(LANGUAGES) * len(expected)


@pytest.mark.parametrize("place", PAGES)
def test_a_page_is_written_with_known_macros_alone(place: str) -> None:
    lines = PAGES[place].splitlines()
    assert lines[0] == f'.TH {Path(place).stem.upper()} 1 "" "herald 1.2.3"'.replace("-", "\\-")
    assert {line.split()[0] for line in lines if line.startswith((".", "'"))} <= MACROS
    assert not re.search(r"(?<!\\)-|[`\u202f\u00a0]|\\(?![-e &]|f[BR])", "\n".join(lines))


def test_a_page_says_what_the_help_says() -> None:
    move = PAGES["man/man1/herald-move.1"]
    assert "\nherald\\-move \\- make one or more moves\n" in move
    assert "\\fBherald move\\fR [OPTIONS] [MATCH] [WORDS]...\n" in move
    assert '    herald move @ "activate 7; pass"\n' in move
    options = of_command("move", "en")["options"]
    for name, written in (("expect", "\\-\\-expect N"), ("dry_run", "\\-\\-dry\\-run")):
        assert f".TP\n\\fB{written}\\fR\n{options[name]}\n" in move
    for code, meaning in shared("fr")["exits"].items():
        assert f".TP\n\\fB{code}\\fR\n" + meaning.replace("\u202f", "\\ ") in PAGES["man/fr/man1/herald.1"]


def test_writing_pages_changes_nobodys_language() -> None:
    before = preferences.now().lang
    assert dict(pages("1.2.3")) == PAGES
    assert preferences.now().lang == before


@pytest.mark.skipif(shutil.which("man") is None, reason="there is no man here")
def test_man_shows_it(tmp_path: Path) -> None:
    for place, text in PAGES.items():
        file = tmp_path / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    env = {"PATH": os.environ["PATH"], "MANPATH": str(tmp_path / "man"), "MANWIDTH": "80", "LC_ALL": "C.UTF-8"}
    for lang, line in (("en", "herald-undo - take a move back"), ("fr", "herald-undo - reprendre un coup")):
        command = ["man", "-L", lang, "herald-undo"]
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=True, encoding="utf-8")
        assert (line in done.stdout, done.stderr) == (True, ""), done.stdout


def test_the_wheel_has_them_and_is_the_same_for_everybody(tmp_path: Path) -> None:
    wheels: list[bytes] = []
    for lang in LANGUAGES:
        folder = tmp_path / lang
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
        env = {"PATH": os.environ["PATH"], "HERALD_LANG": lang, "TMPDIR": str(tmp_path)}
        subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True)
        (wheel,) = folder.iterdir()
        wheels.append(wheel.read_bytes())
        with ZipFile(wheel) as content:
            shared_data = f"{wheel.name.rsplit('-', 3)[0]}.data/data/share/"
            places = [name for name in content.namelist() if name.startswith(shared_data)]
            assert sorted(name.removeprefix(shared_data) for name in places) == sorted(PAGES)
            version = wheel.name.split("-")[1]
            page = content.read(f"{shared_data}man/man1/herald-new.1").decode()
            assert page == PAGES["man/man1/herald-new.1"].replace("1.2.3", version)
    assert wheels[0] == wheels[1]
    assert {path.name for path in tmp_path.iterdir()} == set(LANGUAGES), "the build leaves nothing behind"
