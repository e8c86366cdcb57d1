"""`herald impact`: the same answer on one core and on two, after a kill and from what is known; faults stop nobody."""

import json
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from core.games import game_named
from replays import archive
from replays.impact import run as processes
from replays.impact.question import Question
from replays.impact.sources import Open, Source, opened
from replays.impact.verdict import Verdict
from replays.otherwise import otherwise
from tests.cli.conftest import Herald, Said
from tests.support.patience import PATIENCE
from tests.support.places import CORPUS

Answer = Callable[[Source, Question, Open], Verdict | None]

READING = ("medieval", "island_cost=spend")
KILLED = """
import os, signal
from cli.main import main
from replays.impact import run
run._collected = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
main()
"""
"""The program, which is killed as soon as it waits for what others find."""

BEGUN = 10
"""Lines that a match has at most when nobody has played."""


@pytest.fixture
def kept(run: Herald, home: Path) -> Path:
    """A database with matches of two games, most of them over."""
    file = home / "kept.db"
    for game, players in (("medieval", "2"), ("heirs", "2")):
        args = ("--players", players, "--matches", "6", "--seed", game, "--rulings", "random", "--store", str(file))
        assert run("simulate", game, *args).code == 0
    assert run("new", "medieval", "Ana", "Bo", "--practice", "may", "--db", str(file)).code == 0
    return file


def documents(said: Said) -> list[dict[str, object]]:
    return [json.loads(line) for line in said.out.splitlines()]


def exported(run: Herald, kept: Path, folder: Path) -> list[Path]:
    """All matches of the database as files."""
    folder.mkdir()
    for name in (one["match"] for one in json.loads(run("list", "--db", str(kept), "--json").out)):
        assert run("export", name, "-o", str(folder / f"{name}.jsonl"), "--db", str(kept)).code == 0
    return sorted(folder.iterdir())


def noted(judged: list[str]) -> Answer:
    """What judges a match, and notes which."""
    answer: Answer = processes.answer

    def noting(source: Source, about: Question, desk: Open) -> Verdict | None:
        judged.append(source.at)
        return answer(source, about, desk)

    return noting


@pytest.mark.here_alone
def test_what_goes_otherwise_is_looked_at_from_the_moment_before(run: Herald) -> None:
    """What is told to be typed next is a dispute about that row."""
    said = run("impact", "KIN-R14=final_space_only", "--archive", "--lang", "fr")
    asked = said.err.strip().split("herald ")[1]
    assert asked == "dispute crossing-guilds@93 'Damien: travailler A1 4 s8' --ruling KIN-R14"
    found = run(*shlex.split(asked))
    assert "something else would follow: Damien gains 3 wood" in found.out


def test_a_database_is_gone_through_alike_on_one_core_and_on_two(run: Herald, kept: Path) -> None:
    one = run("impact", *READING, "--db", str(kept), "--jobs", "1", "--json")
    two = run("impact", *READING, "--db", str(kept), "--jobs", "2", "--json")
    assert one.code == two.code == 0, one.err
    assert one.out == two.out
    assert len(documents(one)) == 7
    assert {str(document["what"]) for document in documents(one)} >= {"otherwise", "same_reading"}


def test_whoever_is_killed_leaves_no_process_behind(kept: Path) -> None:
    """All of them hold the pipe open; it ends with the last."""
    killed = [sys.executable, "-c", KILLED, "impact", *READING, "--db", str(kept), "--jobs", "2"]
    done = subprocess.run(killed, capture_output=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (-signal.SIGKILL, b"")


def test_it_says_of_each_match_what_becomes_of_it(run: Herald) -> None:
    said = documents(run("impact", *READING, "--archive", "--json"))
    assert len(said) == sum(one.game == "medieval" for one in archive.index().values())
    for document in said:
        first = document["first"]
        assert isinstance(first, dict)
        assert first["row"] > 1
        assert document["what"] == "otherwise"
        assert document["ends"] == "not_legal"
        assert document["then"] is None


def test_what_it_says_is_what_becomes_of_the_match(run: Herald, kept: Path, home: Path) -> None:
    """The same as `otherwise` finds on the file."""
    parted = 0
    for file in exported(run, kept, home / "files"):
        log, _ = opened(Source("file", str(file)), lambda: pytest.fail("no desk is needed"))
        if log.game.name != "medieval":
            continue
        (document,) = documents(run("impact", *READING, "--files", str(file), "--json"))
        found = otherwise(log, {"island_cost": "spend"})
        first = document["first"]
        assert (first is None) == (found.first is None)
        if isinstance(first, dict) and found.first is not None:
            assert (first["row"], first["how"]) == (found.first.row, found.first.how)
        then = document["then"]
        assert (then is not None) == (found.first is not None and found.result is not None)
        parted += found.first is not None
    assert parted


@pytest.mark.here_alone
def test_a_name_that_a_shell_would_heed_is_typed_as_it_is(run: Herald) -> None:
    names = ('A"$(b)', "C`d'e")
    bots = [word for name in names for word in ("--bot", f"{name}=greedy")]
    assert run("new", "medieval", *names, *bots, "--practice", "odd names").code == 0
    asked = run("impact", "auction_min_bid=3").err.strip().split("herald ")[1]
    told = run(*shlex.split(asked))
    assert (told.code, any(f"· {name}: " in told.out for name in names)) == (0, True), told.err


def test_a_file_that_is_no_state_stays_as_it_is(run: Herald, home: Path) -> None:
    """Also one that could be a line that broke off."""
    file = home / "notes.txt"
    for text in ("what I wrote", '{"herald": 1', "one line\nand another"):
        file.write_text(text)
        said = run("impact", *READING, "--archive", "--state", str(file), "--json")
        assert (said.code, said.error["why"], file.read_text()) == (2, "not_a_state", text)


@pytest.mark.here_alone
def test_a_title_is_that_of_a_scenario(run: Herald) -> None:
    said = run("impact", *READING, "--archive", "--title", "R4 spend")
    assert (said.code, said.out) == (2, "")
    assert "name the file with --scenario" in said.err
    assert "par --scenario" in run("impact", *READING, "--archive", "--title", "R4 spend", "--lang", "fr").err


def test_a_run_that_was_killed_goes_on_where_it_was(
    run: Herald, kept: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = home / "state"
    args = ("impact", *READING, "--db", str(kept), "--json", "--jobs", "1")
    whole = run(*args, "--state", str(state))
    lines = state.read_bytes().splitlines(keepends=True)
    assert len(lines) == 7
    state.write_bytes(b"".join(lines[:3]) + lines[3][:40])  # killed while it wrote
    judged: list[str] = []
    monkeypatch.setattr(processes, "answer", noted(judged))
    assert run(*args, "--state", str(state)).out == whole.out
    assert len(judged) == 4
    assert run(*args, "--state", str(state)).out == whole.out
    assert len(judged) == 4
    assert run(*args).out == whole.out


def test_what_a_match_never_asks_is_known_of_it_afterwards(
    run: Herald, kept: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another question to the same matches: those that never ask it are not compared again, and the answer is alike."""
    state, args = home / "state", ("--db", str(kept), "--json", "--jobs", "1")
    run("impact", "medieval", "auto_pass=off", *args, "--state", str(state))
    compared, skipped = list[str](), list[int]()
    monkeypatch.setattr(processes, "answer", noted(compared))
    for ruling in game_named("medieval").rulings[::5]:
        reading = f"{ruling.option}={ruling.readings[-1]}"
        compared.clear()
        known = run("impact", "medieval", reading, *args, "--state", str(state))
        skipped.append(7 - len(compared))
        assert known.out == run("impact", "medieval", reading, *args).out
        never = [one for one in documents(known) if one["what"] in {"never_asked", "same_reading"}]
        assert skipped[-1] <= len(never)
    assert max(skipped) > 0


def test_what_is_damaged_is_told_and_the_rest_goes_on(run: Herald, kept: Path, home: Path) -> None:
    files = exported(run, kept, home / "files")
    played = [file for file in files if len(file.read_bytes().splitlines()) > BEGUN]
    ours = [file for file in played if b"medieval" in file.read_bytes().splitlines()[0]]
    whole = documents(run("impact", *READING, "--files", str(home / "files"), "--json"))
    cut, changed = ours[0], ours[1]
    cut.write_bytes(cut.read_bytes()[:-100])
    lines = changed.read_bytes().splitlines(keepends=True)
    lines[5] = lines[5].replace(b'"at":', b'"at":1', 1)
    changed.write_bytes(b"".join(lines))
    (home / "files" / "nonsense.jsonl").write_text("nonsense")
    said = run("impact", *READING, "--files", str(home / "files"), "--json")
    assert said.code == 6
    found = {str(document["at"]): document for document in documents(said)}
    faults = {name for name, document in found.items() if document["what"] == "damaged"}
    assert {Path(name).name for name in faults} == {cut.name, changed.name, "nonsense.jsonl"}
    rest = [document for document in whole if document["at"] not in faults]
    assert len(rest) == len(whole) - 2 > 0
    for document in rest:
        assert found[str(document["at"])] == document
    words = run("impact", *READING, "--files", str(home / "files"), "--lang", "fr")
    assert "3 ne peuvent pas être jugées" in words.out


LINES = (archive.FOLDER / "medieval-duel.jsonl").read_bytes().splitlines(keepends=True)

FAULTS = {
    "decoder": (
        b"".join([*LINES[:5], b"{no}\n", *LINES[6:]]),
        "La ligne 5 est illisible{0}: ce n’est pas du JSON, dès l’octet 1.",
    ),
    "row": (
        b"".join([*LINES[:5], b'{"body":{}}\n', *LINES[6:]]),
        "La ligne 5 est illisible{0}: le champ «{0}commits{0}» manque.",
    ),
    "header": (b'{"herald":1,"more":2}\n', "La première ligne est illisible{0}: un champ «{0}more{0}» est inconnu."),
    "no text": (
        b'{"herald":1,"match":"\xff"}\n',
        "La première ligne est illisible{0}: ce n’est pas du texte en UTF-8.",
    ),
    "part": (
        LINES[0] + LINES[1].replace(b'"digest":"', b'"digest":"0', 1),
        "après coup{0}: le contenu ou un engagement{0};",
    ),
    "box": (b"".join(LINES).replace(b'"salt":"', b'"salt":"00', 1), "le secret 0 n’a pas été scellé avec ce contenu."),
    "cut behind a row": (b"".join(LINES[:9]), "Le fichier s’arrête trop tôt{0}: sa dernière ligne est la 8, sur 173."),
    "cut behind its header": (LINES[0], "Le journal est vide."),
    "folder": (None, "est illisible{0}: c’est un dossier."),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_are_told_in_the_language_of_the_reader(run: Herald, home: Path, fault: str) -> None:
    data, sentence = FAULTS[fault]
    file = home / "files" / "one.jsonl"
    file.parent.mkdir()
    if data is None:
        file.mkdir()
    else:
        file.write_bytes(data)
    said = run("impact", *READING, "--files", str(file.parent), "--lang", "fr")
    assert said.code == 6
    assert f"\n{file}" in said.out
    assert sentence.format("\u202f") in said.out
    page = home / "page.html"
    assert run("impact", *READING, "--files", str(file.parent), "-o", str(page)).code == 6
    assert f"<b>{file}</b>" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ((), "impact_needs_game"),
        (("medieval",), "impact_of_nothing"),
        (("MED-R4",), "impact_of_nothing"),
        (("medieval", "MED-R4"), "impact_of_nothing"),
        (("crossing", "KIN-R56"), "impact_of_nothing"),
        (("crossing", "MED-R4"), "unknown_game"),
        (("first_player=seat0",), "impact_which_game"),
        (("medieval", "no=such"), "unknown_ruling"),
        (("MED-R4=no"), "unknown_reading"),
        (("medieval", "emara"), "unknown_game"),
    ],
)
def test_what_cannot_be_asked(run: Herald, home: Path, words: Sequence[str] | str, why: str) -> None:
    del home
    said = run("impact", *([words] if isinstance(words, str) else words), "--archive", "--json")
    assert said.code == 2
    assert said.error["why"] == why


def test_a_scenario_asks_for_the_reading_that_it_proves(run: Herald, home: Path) -> None:
    file = home / "case.toml"
    text = 'game = "medieval"\n[[scenario]]\ntitle = "{}"\nrules = ["MED-R4"]\nplayers = ["Ana", "Bo"]\n{}\n'
    file.write_text(text.format("spent", 'rulings = { island_cost = "spend" }\nthen.asked = ["Ana"]'))
    asked = run("impact", "--scenario", str(file), "--archive", "--json")
    assert asked.code == 0, asked.err
    assert asked.out == run("impact", *READING, "--archive", "--json").out
    file.write_text(
        text.format("spent", 'titles.fr = "payé"\nrulings = { island_cost = "spend" }\nthen.asked = ["Ana"]')
    )
    assert run("impact", "--scenario", str(file), "--title", "payé", "--archive", "--json").out == asked.out
    file.write_text(text.format("as it is", 'then.asked = ["Ana"]'))
    plain = run("impact", "medieval", "island_cost=requirement", "--archive", "--json")
    assert run("impact", "--scenario", str(file), "--archive", "--json").out == plain.out != asked.out


@pytest.mark.here_alone
def test_a_dispute_beside_the_matches_of_a_folder_is_none_of_them(run: Herald, home: Path) -> None:
    folder = home / "club"
    folder.mkdir()
    assert run("export", "medieval-duel", "-o", str(folder / "one.jsonl")).code == 0
    alone = run("impact", *READING, "--files", str(folder))
    assert run("dispute", "medieval-duel@29", "activate 6", "-o", str(folder / "one.dispute.jsonl")).code == 0
    beside = run("impact", *READING, "--files", str(folder))
    assert (beside.code, beside.out) == (0, alone.out)
    named = run("impact", *READING, "--files", str(folder / "one.dispute.jsonl"))
    assert named.code == 6, "who names it alone is told that it is no match"
    mistyped = run("impact", *READING, "--files", str(home / "clvb"), "--lang", "fr")
    assert (mistyped.code, mistyped.out) == (2, "")
    assert "ni fichier ni dossier de ce nom" in mistyped.err


def test_a_page_tells_the_same(run: Herald, home: Path) -> None:
    page = home / "impact.html"
    for lang, said in (("en", "4 go otherwise"), ("fr", "4 se déroulent autrement")):
        told = run("impact", *READING, "--archive", "-o", str(page), "--lang", lang, "--force")
        assert told.code == 0, told.err
        text = page.read_text()
        count = sum(one.game == "medieval" for one in archive.index().values())
        assert said.replace("4", str(count)) in text
        for one in archive.index().values():
            assert (one.match in text) == (one.game == "medieval")
    assert run("impact", *READING, "--archive", "-o", str(page)).code == 2


def test_the_rules_of_today_change_what_was_played_before_they_changed(run: Herald) -> None:
    """Rise to Nobility: tiles that the town hall loses came back while it was filled; today they do not."""
    old = str(CORPUS / "nobility-4-lost-tiles.jsonl")
    (before,) = documents(run("impact", "nobility", "--version", "--files", old, "--json"))
    assert before["what"] == "otherwise"
    assert isinstance(before["first"], dict)
    assert before["first"]["how"] == "draw"
    (as_it_was,) = documents(run("impact", "RTN-18.8=at_once", "--files", old, "--json"))
    assert as_it_was["what"] == "same_reading"
    today = documents(run("impact", "nobility", "--version", "--archive", "--json"))
    assert {document["what"] for document in today} == {"as_played"}
    assert (
        "When can tiles that the town hall loses come back" in run("impact", "nobility", "--version", "--archive").out
    )
