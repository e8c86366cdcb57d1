"""`herald play` at a real terminal; and that nothing asks where there is none."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from cli.terminal.picking import CONSENTS, TABLE, letters
from core.games import NAMES
from core.kernel.drawing.style import width
from core.kernel.language.lexicon import VERB, Lexicon
from core.kernel.language.words import SINGULAR
from core.kernel.rules.step import kinds_of, tag_of
from replays.told.hint import hints
from store.place import desk_at
from tests.cli.conftest import PLACED, Herald
from tests.cli.screen import Screen
from tests.support.matches import GAMES
from tests.support.patience import PATIENCE

HERALD = Path(sys.executable).parent / "herald"


@pytest.fixture
def screens() -> Iterator[list[Screen]]:
    """Screens that are switched off afterwards."""
    opened: list[Screen] = []
    yield opened
    for screen in opened:
        screen.off()


def everybody(screens: list[Screen], *args: str, **env: str) -> Screen:
    """All play at this terminal, and say so."""
    screen = Screen("play", *args, **env)
    screens.append(screen)
    screen.sees("(Ana, Bo")
    screen.types("")
    return screen


def test_on_a_small_screen_the_board_is_told_in_brief_until_somebody_asks(run: Herald, screens: list[Screen]) -> None:
    run("new", "medieval", "Ana", "Bo")
    screen = Screen("play", "--as", "Ana", LINES="24", COLUMNS="80")
    screens.append(screen)
    first = screen.sees("Ana> ")
    assert first.count("\n") < 24, "all of it is on the screen"
    assert "(show NAME; show: the whole board)." in first
    screen.types("show")
    assert screen.sees("Ana> ").count("\n") > 40


@pytest.mark.parametrize("lang", SINGULAR)
def test_at_80_columns_lines_are_broken_between_words(run: Herald, screens: list[Screen], lang: str) -> None:
    assert run("new", "heirs", "Ana", "Bo").code == 0
    screen = Screen("play", "--lang", lang, LINES="24", COLUMNS="80")
    screens.append(screen)
    screen.sees("(Ana, Bo")
    screen.types("")
    said = screen.sees("> ")
    screen.types("?")
    listed = screen.sees("> ").splitlines()[1:-1]
    assert max(map(width, [*said.splitlines(), *listed])) <= 80
    column = re.search("the line of the list|la ligne de la liste", listed[0])
    assert column is not None
    assert {line[column.start() - 2 : column.start()] for line in listed} == {"  "}, "what each does is one column"
    assert not [line for line in listed if line[0].isupper()]


def test_a_hot_seat_match(run: Herald, screens: list[Screen]) -> None:
    run("new", "medieval", "Ana", "Bo")
    screen = everybody(screens)
    offered = screen.sees("Ana> ")
    assert "You must choose a King or Queen." in offered
    assert "  a  monarch 1" in offered
    screen.types("?")
    assert "take back, bring back" in screen.sees("Ana> ")
    screen.types("9")
    assert "No move that you can make has a 9 in it." in screen.sees("Ana> ")
    screen.types("k")
    assert "There is no line k here; the last one is e." in screen.sees("Ana> ")
    screen.types("agree")
    assert "Nobody asks" in screen.sees("Ana> ")
    screen.types("monarch 7")
    assert "“7”" in screen.sees("Ana> ")
    screen.types("c")
    assert "Ana becomes King of the Oak" in screen.sees("Bo> ")
    screen.types("undo")
    assert "undo: back to 1, free" in screen.sees("Ana> ")
    screen.types("redo")
    assert "redo: forward to 2, free" in screen.sees("Bo> ")
    screen.types("log")
    assert "monarch 3" in screen.sees("Bo> ")
    screen.types("quit")
    screen.sees("The match waits for you: herald play ")
    assert screen.ends() == 0
    assert run("show", "--json").json["waiting"] == ["Bo"]


def test_closed_answers_at_one_screen(match: str, screens: list[Screen]) -> None:
    screen = everybody(screens, match)
    assert "For example:" in screen.sees("Ana> ")
    screen.types(PLACED["Ana"])
    screen.sees("Now it is Bo's turn, and the answers are closed")
    screen.types("")
    screen.sees("For example:")
    screen.sees("Bo> ")
    screen.types(PLACED["Bo"])
    screen.sees("The walls fall")
    screen.types("quit")
    assert screen.ends() == 0


def pieces_in(told: str, match: str) -> list[str]:
    """What can be read of Ana's closed answer; there is gold in an id that is golden."""
    return [piece for piece in PLACED["Ana"].split()[1:] if piece in told.replace(match, "")]


WIPED = "\x1b[2J\x1b[3J\x1b[H"


@pytest.mark.parametrize(("lang", "called"), [("en", "Now it is Bo's turn"), ("fr", "C’est à Bo")])
def test_nothing_of_a_closed_answer_stays_for_the_next_person(
    match: str, screens: list[Screen], lang: str, called: str
) -> None:
    screen = everybody(screens, match, "--lang", lang, TERM="xterm")
    screen.sees("Ana> ")
    screen.types(PLACED["Ana"])
    screen.sees(WIPED)
    left = screen.sees(called)
    assert WIPED not in left
    assert pieces_in(left, match) == []
    screen.types("")
    screen.sees(WIPED)
    screen.sees("Bo> ")
    screen.types("\x1b[A")  # the arrow key brings back no line of Ana's
    assert PLACED["Ana"].split()[1] not in screen.sees("Bo> ")


def test_a_closed_answer_that_is_taken_back_is_not_told_to_the_next_person(match: str, screens: list[Screen]) -> None:
    screen = everybody(screens, match, TERM="xterm")
    screen.sees("Ana> ")
    screen.types(PLACED["Ana"])
    screen.sees("Press Enter.")
    screen.types("")
    screen.sees("Bo> ")
    screen.types("undo")
    screen.sees("[yes/no]")
    screen.types("yes")
    screen.sees(WIPED)
    told = screen.sees("Now it is Ana's turn")
    assert "Ana: (closed)" in told
    assert "arbiter" not in told
    assert pieces_in(told, match) == []


def test_a_dumb_terminal_is_told_only_what_all_may_know(match: str, screens: list[Screen]) -> None:
    screen = everybody(screens, match)
    screen.sees("Ana> ")
    screen.types(PLACED["Ana"])
    screen.sees(PLACED["Ana"])  # the echo
    told = screen.sees("Now it is Bo's turn")
    assert "\x1b[2J" not in told
    assert pieces_in(told, match) == []


@pytest.mark.parametrize(
    ("lang", "way_out", "leave"),
    [("en", "Enter alone: back to the list", "quit"), ("fr", "retour à la liste", "quitter")],
)
def test_a_line_that_was_begun_can_be_left(
    acting: str, screens: list[Screen], lang: str, way_out: str, leave: str
) -> None:
    screen = everybody(screens, acting, "--lang", lang)
    listed = re.findall(r"^ +(\w+)  (\S+ \d+ \S+=)\d+\.\.\d+", screen.sees("> "), re.MULTILINE)
    letter, begun = listed[0]
    screen.types(letter)
    screen.sees(way_out)
    screen.sees(f"> {begun}")
    screen.types("")
    screen.sees(f"{letter}  {begun}")
    screen.sees("> ")
    screen.types(letter)
    screen.sees(f"> {begun}")
    screen.types(leave)
    screen.sees("herald play ")
    assert screen.ends() == 0


LEFT_OUT = re.compile(r"^(?:Not shown|Non montré)\s?: (.*) \(", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_is_not_shown_is_shown_by_the_name_that_stands_there(run: Herald, game: str, lang: str) -> None:
    run("new", game, "Ana", "Bo")
    told = LEFT_OUT.search(run("show", "--brief", "--as", "Ana", "--lang", lang).out)
    assert told is not None
    for name in told[1].split(", "):
        assert run("show", "--panel", name, "--as", "Ana", "--lang", lang).code == 0, name


@pytest.mark.parametrize(("lang", "typed"), [("en", "show landscape"), ("fr", "plateau paysage")])
def test_a_panel_is_shown_by_its_name(run: Herald, screens: list[Screen], lang: str, typed: str) -> None:
    run("new", "heirs", "Ana", "Bo")
    assert typed.split()[1] in run("show", "--brief", "--lang", lang).out
    panel = run("show", "--panel", typed.split()[1], "--lang", lang).out.split("\n\n")[-1].splitlines()[1]
    screen = everybody(screens, "--lang", lang)
    screen.sees("> ")
    screen.types(typed)
    assert panel in screen.sees("> ")
    screen.types("show nowhere")
    screen.sees("nowhere”" if lang == "en" else "nowhere")
    screen.sees("> ")
    screen.types("quitter")
    assert screen.ends() == 0


@pytest.mark.parametrize(
    ("lang", "why", "explain", "legal"),
    [("en", "why", "explain", "legal: pass: "), ("fr", "pourquoi", "expliquer", "permis\u202f: passer\u202f: ")],
)
def test_moves_are_judged_and_numbers_explained_at_the_table(
    run: Herald, acting: str, screens: list[Screen], lang: str, why: str, explain: str, legal: str
) -> None:
    """As by the commands of these names, and nothing is done."""
    (mover,) = msgspec.convert(run("show", acting, "--json").json["waiting"], tuple[str])
    screen = everybody(screens, acting, "--lang", lang, LINES="300")
    prompt = f"{mover}> "
    screen.sees(prompt)
    asked = ((f"{why} pass", legal), (f"{why} nonsense", "nonsense"), (f"{explain} nix", "nix"))
    for typed, said in (*asked, (f"{explain} 12345678901234", "12345678901234")):
        screen.types(typed)
        assert said in screen.sees(prompt).split("\n", 1)[1]
    told = {
        explain: run("explain", acting, "--as", mover, "--lang", lang).out,
        f"{explain} 2": run("explain", f"{acting}@2", "--as", mover, "--lang", lang).out,
        f"{explain} gold": run("explain", acting, "gold", "--as", mover, "--lang", lang).out,
    }
    for typed, said in told.items():
        screen.types(typed)
        assert " ".join(said.split()[:5]) in " ".join(screen.sees(prompt).split())
    screen.types("quit")
    assert screen.ends() == 0
    assert run("show", acting, "--json").json["waiting"] == [mover]


AT_THE_TABLE = {
    "en": (
        ("why a", "legal: activate "),
        ("board", "current events"),
        ("score", "As it stands: Ana 0, Bo 0"),
        ("rules auction", "MED-"),
        ("rules", "What should the rules tell about?"),
        ("hint", "A greedy bot would play "),
        ("help", "a letter "),
    ),
    "fr": (
        ("pourquoi a", "permis : activer "),
        ("plateau", "événements en cours"),
        ("points", "En l’état : Ana 0, Bo 0"),
        ("règles enchère", "MED-"),
        ("regles", "Que chercher dans les règles"),
        ("indice", "Un robot glouton jouerait "),
        ("aide", "une lettre "),
    ),
}


@pytest.mark.parametrize("lang", AT_THE_TABLE)
@pytest.mark.parametrize("leave", ["q", "exit"])
def test_what_a_person_types_does_what_they_mean(
    run: Herald, acting: str, screens: list[Screen], lang: str, leave: str
) -> None:
    """And nothing of it is a move."""
    before = run("show", acting, "--json").json["row"]
    screen = everybody(screens, acting, "--lang", lang, LINES="300")
    screen.sees("> ")
    for typed, said in AT_THE_TABLE[lang]:
        screen.types(typed)
        assert said in " ".join(screen.sees("> ").split("\n", 1)[1].split()), typed
    screen.types(leave)
    screen.sees("herald play ")
    assert screen.ends() == 0
    assert run("show", acting, "--json").json["row"] == before


@pytest.mark.parametrize("name", NAMES)
def test_a_hint_is_a_legal_move_and_hangs_on_what_the_seat_sees(run: Herald, name: str) -> None:
    match = str(run("new", name, "Ana", "Bo", "--practice", "hint", "--json").json["match"])
    (mover, *_) = msgspec.convert(run("show", match, "--json").json["waiting"], tuple[str, ...])
    with closing(desk_at(str(os.environ["HERALD_DB"]))) as desk:
        log = desk.open(match, desk.glance(match).seats.index(mover))
        seat = log.seat(mover)
        for lang in SINGULAR:
            found = hints(log, seat, lang, 3)
            assert 1 <= len(found) <= 3
            assert hints(log, seat, lang, 3) == found
            for one in found:
                assert run("why", match, one.text, "--as", mover, "--lang", lang).code == 0


def test_the_help_names_every_word_of_the_table(acting: str, screens: list[Screen]) -> None:
    screen = everybody(screens, acting, "--lang", "fr")
    screen.sees("> ")
    screen.types("?")
    told = screen.sees("> ")
    assert not [word for word in TABLE if word not in {"?", "help", "aide", "retablir", "regles"} and word not in told]


def test_an_undo_at_one_screen_asks_the_others_aloud(run: Herald, acting: str, screens: list[Screen]) -> None:
    screen = everybody(screens, acting)
    screen.sees("> ")
    screen.types("undo")
    screen.sees("Does Ana agree? [yes/no]")
    screen.types("perhaps")
    screen.sees("Does Ana agree? [yes/no]")
    screen.types("agree")
    screen.sees("with everybody's consent")
    screen.sees("Press Enter.")
    screen.types("")
    screen.sees("Bo> ")
    screen.types("quit")
    assert screen.ends() == 0
    assert run("show", acting, "--json").json["waiting"] == ["Bo"]


def test_a_match_is_given_up_at_one_screen_if_all_say_yes(run: Herald, acting: str, screens: list[Screen]) -> None:
    screen = everybody(screens, acting)
    screen.sees("> ")
    for answers, then in ((("no",), "> "), (("yes", "no"), "declines row 8"), (("yes", "yes"), "without a result")):
        screen.types("give-up")
        screen.sees("Give the match up? It is over then, without a result. [yes/no]")
        for answer in answers:
            screen.types(answer)
        screen.sees(then)
    assert screen.ends() == 0
    assert run("show", acting, "--json").json["given_up"] is True


def test_a_number_means_what_the_board_calls_by_it(acting: str, screens: list[Screen]) -> None:
    screen = everybody(screens, acting, "--lang", "fr")
    listed = re.findall(r"^ +(\w+)  activer (\d+)  ", screen.sees("> "), re.MULTILINE)
    letter, slot = listed[-1]
    assert letter.isalpha()
    screen.types(slot)
    screen.sees(f"activer {slot}\r\n")


@pytest.mark.parametrize("name", GAMES)
def test_no_word_of_the_table_is_a_move(name: str) -> None:
    for lang in ("en", "fr"):
        verbs = {
            Lexicon({}, GAMES[name].words, lang).spelled(VERB, tag_of(kind)) for kind in kinds_of(GAMES[name].moves)
        }
        assert verbs.isdisjoint(TABLE)
        assert verbs.isdisjoint(set(CONSENTS) - {"decline"})
        taken = [word for verb in verbs for word in verb.split()] + [*TABLE, *CONSENTS]
        lines = letters(90)
        assert len({*lines}) == 90
        assert lines[:18] == [*"abcdefghijklmnop", "aa", "bb"], "without holes, and none is the q that leaves"
        assert not [word for word in taken if word.startswith(tuple(lines[16:]))]


def test_nobody_looks_away_from_a_bot(run: Herald, screens: list[Screen]) -> None:
    match = str(run("new", "medieval", "Ana", "Bo", "--bot", "Bo=greedy", "--practice", "one", "--json").json["match"])
    screen = Screen("play", match)
    screens.append(screen)
    while "For example:" not in (seen := screen.sees("Ana> ")):
        assert "look away" not in seen
        screen.types("a")
    assert "look away" not in seen, "though what is placed is closed"
    screen.types("quit")
    assert screen.ends() == 0


def test_one_seat_only(match: str, screens: list[Screen]) -> None:
    screen = Screen("play", match, "--as", "Bo")
    screens.append(screen)
    screen.sees("Bo> ")
    screen.types(PLACED["Bo"])
    screen.sees("Waiting for Ana")
    screen.sees(f"Play is over for now: it is not your turn. To come back later: herald play {match}")
    assert screen.ends() == 0


@pytest.mark.usefixtures("acting")
@pytest.mark.parametrize("args", [("play",), ("undo", "--arbiter")])
def test_nothing_asks_without_a_terminal(args: tuple[str, ...]) -> None:
    asked = subprocess.run(
        [HERALD, *args], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert asked.returncode == 2
    assert asked.stdout == ""
    assert {"play": "`herald move`", "undo": "--reason TEXT"}[args[0]] in asked.stderr


def test_a_long_sentence_is_broken_between_words(
    run: Herald, screens: list[Screen], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bo is waited for since yesterday: for how long, is the same whenever somebody looks."""
    yesterday = time.time() - 36 * 3600
    with monkeypatch.context() as clock:
        clock.setattr("store.place.time", SimpleNamespace(time=lambda: yesterday))  # rows are dated by it, nothing else
        run("new", "heirs", "Ana", "Bo")
    (sentence,) = [line for line in run("show").out.splitlines() if line.startswith("Waiting for ")]
    screen = Screen("show", COLUMNS="60")
    screens.append(screen)
    lines = screen.rest().splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("Waiting for "))
    assert " ".join(lines[at : at + 3]) == sentence
    assert sentence.endswith("(for 1 day).")
    assert max(map(len, lines[at : at + 3])) <= 60 < len(sentence)
