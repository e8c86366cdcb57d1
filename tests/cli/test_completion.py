"""What the shell offers: commands, options, matches, seats, and the legal next words of a half-typed move."""

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.shell_completion import BashComplete, FishComplete, ZshComplete

from cli.main import NAMES, herald
from tests.cli.conftest import PLACED, Herald, another_begins

HERALD = Path(sys.executable).parent / "herald"


def offered(*words: str) -> list[str]:
    """What is offered for the last word, after the others."""
    found = BashComplete(herald, {}, "herald", "_HERALD_COMPLETE").get_completions(list(words[:-1]), words[-1])
    return [item.value for item in found]


def in_bash(monkeypatch: pytest.MonkeyPatch, line: str, words: int) -> list[str]:
    """The same as bash asks: the words as it parts them, and which one is begun."""
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(words))
    return BashComplete(herald, {}, "herald", "_HERALD_COMPLETE").complete().splitlines()


def test_commands() -> None:
    assert offered("") == list(NAMES)
    assert offered("mov") == ["moves", "move"]
    assert "--version" in offered("--v")


@pytest.mark.usefixtures("home")
def test_options_of_a_command() -> None:
    assert offered("move", "--dr") == ["--dry-run"]
    assert {"--as", "--db", "--json", "--expect"} <= set(offered("move", "--"))
    assert offered("show", "--color", "a") == ["auto", "always"]
    assert offered("new", "m") == ["medieval"]


def test_matches_and_seats(run: Herald, match: str) -> None:
    other = another_begins(run)
    assert set(offered("show", "")) == {match, other}
    assert offered("show", match[:-1]) == [match]
    assert offered("show", match, "--as", "") == ["Ana", "Bo"]
    assert offered("move", match, "--as", "a") == ["Ana"]
    assert offered("log", "--as", "") == ["Cy", "Di"], "the last match used here"


def test_the_words_of_a_move(acting: str) -> None:
    assert {"activate", "pass", acting} <= set(offered("move", ""))
    assert offered("move", acting, "pa") == ["pass"]
    slots = offered("move", acting, "activate", "")
    assert slots
    assert all(slot.isdecimal() for slot in slots)
    auctioned = next(slot for slot in slots if offered("move", "@", "activate", slot, ""))
    assert "bid=1" in offered("moves", "@", "activate", auctioned, "b")
    assert "bid=1" in offered("why", "activate", auctioned, "bid=")


def test_a_quoted_line_is_completed_as_a_whole(acting: str) -> None:
    assert offered("move", acting, "pas") == ["pass"]
    assert offered("move", acting, "activate 1") != []
    assert all(line.startswith("activate 1") for line in offered("move", acting, "activate 1"))


def test_a_placement_goes_on_within_what_the_seat_has(match: str) -> None:
    follow = offered("move", match, "--as", "Ana", "place", "gold", "G1", "")
    assert {"gold", "A1", "D2"} <= set(follow)
    assert "G2" not in follow, "there is one general"
    assert offered("move", match, "--as", "Ana", "place", "gold", "pro") == ["production"]


def test_who_is_not_asked_is_offered_nothing(run: Herald, match: str) -> None:
    run("move", match, PLACED["Ana"], "--as", "Ana")
    assert offered("move", match, "--as", "Ana", "pl") == []
    assert offered("move", match, "pl") == ["place"], "Bo is the only one who can be meant"


def test_without_a_key_nothing_of_a_seat_is_offered(run: Herald) -> None:
    started = run("new", "medieval", "Ana", "Bo", "--keys", "--json")
    match = str(started.json["match"])
    assert offered("move", match, "--as", "Ana", "mon") == []


def test_bash_parts_words_at_equals_and_quotes(acting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    slots = offered("move", acting, "activate", "")
    slot = next(slot for slot in slots if offered("move", acting, "activate", slot, ""))
    whole = in_bash(monkeypatch, f"herald move {acting} activate {slot} bid=", 5)
    assert "plain,bid=1" in whole
    parted = in_bash(monkeypatch, f"herald move {acting} activate {slot} bid =", 6)
    assert "plain,1" in parted
    begun = in_bash(monkeypatch, f"herald move {acting} activate {slot} bid = 1", 7)
    assert "plain,1" in begun
    quoted = in_bash(monkeypatch, f'herald move {acting} "activate {slot} b', 3)
    assert f"plain,activate {slot} bid=1" in quoted


@pytest.mark.usefixtures("home")
def test_zsh_and_fish_show_what_a_command_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMP_WORDS", "herald inb")
    monkeypatch.setenv("COMP_CWORD", "1")
    zsh = ZshComplete(herald, {}, "herald", "_HERALD_COMPLETE").complete()
    assert zsh.splitlines()[:2] == ["plain", "inbox"]
    assert "what waits for you" in zsh
    monkeypatch.setenv("COMP_CWORD", "inb")
    assert FishComplete(herald, {}, "herald", "_HERALD_COMPLETE").complete().startswith("plain,inbox\twhat waits")


@pytest.mark.parametrize("name", NAMES)
def test_every_parameter_can_be_completed(name: str, match: str) -> None:
    """By what it is called, what is offered before anything is typed; and nothing that is begun otherwise."""
    first = {"game": "medieval", "games": "medieval", "hide": match, "unhide": match, "match": match, "as_seat": "Ana"}
    root = click.Context(herald)
    found = herald.get_command(root, name)
    assert found is not None
    commands = [found, *found.commands.values()] if isinstance(found, click.Group) else [found]
    for command in commands:
        for param in command.params:
            here = click.Context(command, parent=root)
            empty, begun = ([item.value for item in param.shell_complete(here, typed)] for typed in ("", "x"))
            assert first.get(param.name or "", "") in {*empty, ""}, (command.name, param.name)
            assert all(value.startswith("x") for value in begun), (command.name, param.name)


def test_a_broken_database_disturbs_nobody_who_types(db: Path) -> None:
    db.write_bytes(b"no database at all" * 100)
    assert offered("show", "") == []
    assert offered("move", "@", "pa") == []
    assert offered("show", "--as", "") == []


def test_the_lines_of_the_help_switch_it_on(run: Herald, match: str) -> None:
    """In a real bash: load the completion as the help says, and let it complete."""
    (line,) = [text.split("bash", 1)[1].strip() for text in run("--help").out.splitlines() if "bash_source" in text]
    script = f"""
        PATH={HERALD.parent}:$PATH
        {line}
        COMP_WORDS=(herald show {match[:-1]}); COMP_CWORD=2
        _herald_completion herald
        echo "${{COMPREPLY[@]}}"
    """
    ended = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False, env=dict(os.environ))
    assert ended.stdout.strip() == match, ended.stderr


@pytest.mark.usefixtures("home")
def test_rules_and_readings() -> None:
    assert offered("rules", "medieval", "med-12.") == ["MED-12.1", "MED-12.2", "MED-12.3", "MED-12.4", "MED-12.5"]
    assert offered("rules", "medieval", "placement_commi") == ["placement_commit"]
    assert "solo" in offered("rules", "emara", "")
    assert offered("rules", "med-12.") == offered("cases", "MED-12.") == offered("rules", "medieval", "MED-12.")
    assert offered("new", "medieval", "--ruling", "MED-R3=") == ["MED-R3=locked", "MED-R3=revisable"]
    assert offered("new", "medieval", "--ruling", "placement_commit=r") == ["placement_commit=revisable"]
    assert offered("simulate", "medieval", "--ruling", "MED-R3=r") == ["MED-R3=revisable"]
    assert offered("rules", "chess", "") == offered("new", "chess", "--ruling", "") == []


def test_readings_where_bash_parts_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "plain,revisable" in in_bash(monkeypatch, "herald new medieval --ruling MED-R3 = r", 6)


def test_numbers_that_can_be_explained(run: Herald, acting: str) -> None:
    assert {"ana.gold", "bo.score"} <= set(offered("explain", acting, ""))
    assert offered("explain", acting, "ana.go") == offered("explain", "ana.go") == ["ana.gold"]
    for thing in offered("explain", acting, ""):
        assert run("explain", acting, thing).code == 0, thing
    french = offered("explain", "--lang", "fr", acting, "bo.")
    assert "bo.score" in french
    for thing in french:
        assert run("explain", acting, thing, "--lang", "fr").code == 0, thing
