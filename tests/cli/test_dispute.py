"""A quarrel at the table: who is right, in a sentence; and a file of it that anybody can run."""

from pathlib import Path

import msgspec
import pytest

from cli.commands import dispute
from tests.cli.conftest import Herald, listed
from tests.cli.test_completion import offered
from tests.support.places import cases_of

FRENCH = {"HERALD_LANG": "fr"}


def test_a_referee_asks_in_french(run: Herald, acting: str, home: Path) -> None:
    """Who does not program: one line, an answer, and a file that says the same to the other side."""
    asked = ("dispute", acting, "activer 6 mise=1", "--ruling", "MED-R23", "--as", "Ana")
    said = run(*asked, **FRENCH)
    assert said.code == 0, said.err
    lines = said.out.split("\n")
    assert lines[4] == "Oui, ici le coup est permis."
    refused = "Avec «\u202f2\u202f», le coup est refusé (MED-15.12)\u202f: misez au moins 2\u202f; la mise est à 0."
    assert lines[7].strip() == refused
    file = str(home / "table3.dispute.jsonl")
    assert run(*asked, "-o", file, "--reason", "Bo dit qu’il faut miser 2", **FRENCH).code == 0
    again = run("dispute", file, "--db", str(home / "another.db"), **FRENCH)
    assert again.code == 0, again.err
    assert "Bo dit qu’il faut miser 2" in again.out
    assert "avec ce qu’Ana peut savoir" in again.out
    assert again.out.endswith("Refait à l’instant\u202f: il en sort ce que dit le fichier.\n")
    assert not (home / "another.db").exists()


@pytest.mark.here_alone
def test_the_answer_says_what_follows_under_each_reading(run: Herald) -> None:
    """Where the move is legal either way, the quarrel is about what comes of it."""
    said = run("dispute", "crossing-guilds@93", "work A1 4 s8", "--ruling", "KIN-R14").out
    assert "Yes, the move is legal here." in said
    assert "is followed: Damien gains 1 wood (Lumberjack) · Damien gains 3 coins (wood) …\n" in said
    assert "something else would follow: Damien gains 3 wood (Lumberjack).\n" in said


@pytest.mark.here_alone
def test_the_row_of_the_move_itself_is_told_from_the_moment_before(run: Herald) -> None:
    after = run("dispute", "crossing-guilds@94", "travailler A1 4 s8", "--ruling", "KIN-R14", **FRENCH)
    assert after.code == 0
    assert "silver-owl-661@93" in after.err
    assert not run("dispute", "crossing-guilds@93", "work A1 4 s8", "--ruling", "KIN-R14").err


@pytest.mark.here_alone
def test_scores_of_a_match_that_goes_on_no_more_are_those_of_that_moment(run: Herald) -> None:
    said = run("dispute", "medieval-duel@29", "activate 6", "--ruling", "MED-R34").out
    assert "to its end. Scores: Aliénor 159, Richard 100." in said
    assert "Scores at that moment: Aliénor 0, Richard 5." in said


def test_what_a_seat_knows_is_its_owners_to_read_alone(run: Herald, acting: str, home: Path) -> None:
    for options, mode in (((), 0o644), (("--as", "Ana"), 0o600)):
        file = home / f"{mode}.dispute.jsonl"
        assert run("dispute", acting, "Ana: pass", "-o", str(file), *options, HERALD_SEAT="").code == 0
        assert file.stat().st_mode & 0o777 & ~0o022 == mode


def test_without_a_ruling_all_are_looked_at(run: Herald, acting: str) -> None:
    found = run("dispute", acting, "activate 6 bid=1", "--as", "Ana", "--json").json
    rulings = {str(one["id"]): one for one in listed(found["rulings"])}
    assert rulings["MED-R23"]["differs"]
    assert not rulings["MED-R14"]["asked"]
    assert "MED-R23" in run("dispute", acting, "activate 6 bid=1", "--search", "--as", "Ana").out
    assert run("dispute", acting, "pass", "--search", "--ruling", "MED-R1").code == 2


def test_nonsense_is_no_question(run: Herald, acting: str) -> None:
    assert run("dispute", acting, "sing a song", "--as", "Ana").code == 2
    assert run("dispute", f"{acting}@999").code == 2
    assert "point de règle «\u202fMED-R99\u202f»" in run("dispute", acting, "--ruling", "MED-R99", **FRENCH).err
    assert run("dispute", acting, "--ruling", "MED-R99").code == 2
    assert run("dispute", acting, "--ruling", "MED-R23=7").code == 2
    assert run("dispute", acting, "x" * 2000, "--as", "Ana").code == 2


def test_a_refusal_is_told_with_its_reason(run: Herald, acting: str) -> None:
    said = run("dispute", acting, "Bo: pass", "--ruling", "MED-R23")
    assert said.code == 0
    assert "No, the move is refused here" in said.out
    assert "MED-R23" in said.out


@pytest.mark.here_alone
def test_only_of_readings_that_were_compared_is_said_that_they_change_nothing(run: Herald) -> None:
    """The other reading of MED-R34 refuses this move: who names that in force alone is not told that it does not."""
    asked = ("dispute", "medieval-duel@29", "activate 6", "--ruling")
    assert "no other one was compared" in run(*asked, "MED-R34=deployment_only").out
    some = run(*asked, "MED-R26=activator_may_open_at_zero").out
    assert "Under “activator_may_open_at_zero” nothing is otherwise; another reading was not compared." in some
    assert "The other reading makes no difference." in run(*asked, "MED-R5").out


@pytest.mark.here_alone
def test_a_file_that_asks_something_is_asked_nothing_else(run: Herald, home: Path) -> None:
    file = str(home / "one.dispute.jsonl")
    assert run("dispute", "medieval-duel@29", "activate 6", "--ruling", "MED-R34", "-o", file).code == 0
    scenario = str(cases_of("medieval") / "rulings_cards.toml")
    for words, refused in (
        ((file, "activate 5"), "activate 5"),
        ((f"{file}@30",), "@30"),
        ((file, "--ruling", "MED-R4"), "--ruling"),
        ((file, "--search"), "--search"),
        ((file, "--reason", "so"), "--reason"),
        ((file, "--rest"), "--rest"),
        ((scenario, "P: pass", "--ruling", "MED-R4"), "P: pass"),
        ((scenario, "--ruling", "MED-R4", "--reason", "so"), "--reason"),
    ):
        said = run("dispute", *words)
        assert (said.code, said.out) == (2, "")
        assert f"“{refused}” does not go with it" in said.err
        assert f"«\u202f{refused}\u202f» ne va pas avec" in run("dispute", *words, **FRENCH).err
    for options in (("--boards",), ("--page", str(home / "one.html"))):
        assert run("dispute", file, *options).code == 0


@pytest.mark.here_alone
def test_a_file_that_was_changed_is_told(run: Herald, home: Path) -> None:
    file = home / "one.dispute.jsonl"
    assert run("dispute", "medieval-duel@29", "activate 6", "--ruling", "MED-R34", "-o", str(file)).code == 0
    data = file.read_bytes()
    file.write_bytes(data.replace(b'"move":"activate 6"', b'"move":"activate 5"', 1))
    assert run("dispute", str(file)).code == 6
    file.write_bytes(data[:-20])
    assert run("dispute", str(file)).code == 6


@pytest.mark.here_alone
def test_a_file_that_was_cut_behind_its_question_is_no_empty_one(run: Herald, home: Path) -> None:
    file = home / "one.dispute.jsonl"
    assert run("dispute", "medieval-duel@29", "activate 6", "--ruling", "MED-R34", "-o", str(file)).code == 0
    data = file.read_bytes()
    question = data.index(b"\n") + 1
    for end in (question, question + 40):
        file.write_bytes(data[:end])
        said = run("dispute", str(file))
        assert (said.code, said.out) == (6, "")
        assert "breaks off: behind its first line there is no match" in said.err
        assert "s’arrête trop tôt" in run("dispute", str(file), **FRENCH).err
        assert run("cases", "medieval", "--with", str(file)).code == 6


@pytest.mark.here_alone
def test_a_file_that_was_cut_within_its_question_is_told_with_that_line(run: Herald, home: Path) -> None:
    file = home / "one.dispute.jsonl"
    assert run("dispute", "medieval-duel@29", "activate 6", "--ruling", "MED-R34", "-o", str(file)).code == 0
    data = file.read_bytes()
    for broken, english, french in (
        (data[:300], "The file ends in the middle of line 1.\n", "Le fichier s’arrête au milieu de la ligne 1.\n"),
        (data.replace(b'"move":', b'"mov":', 1), "Line 1 cannot be read: ", "La ligne 1 est illisible"),
        (data.replace(b"\n", b"\r\n"), "CR LF instead of LF", "CR LF au lieu de LF"),
    ):
        file.write_bytes(broken)
        said = run("dispute", str(file))
        assert (said.code, said.out, english in said.err) == (6, "", True), said.err
        assert french in run("dispute", str(file), **FRENCH).err


@pytest.mark.here_alone
def test_each_move_may_say_whose_it_is(run: Herald, home: Path) -> None:
    """Without a name it is of whoever moved before; who is not asked then is told to wait."""
    file = str(home / "one.dispute.jsonl")
    line = "Aliénor: activate 6; richard: activate 5 bid=1; Aliénor: bid 2"
    said = run("dispute", "medieval-duel@29", line, "--ruling", "MED-R5", "-o", file)
    assert "Aliénor: bid 2? Yes, the move is legal here." in said.out
    assert run("dispute", file).out.endswith("it comes out as the file says.\n")
    asked = ("dispute", "medieval-duel@29", "activate 6; Richard: activate 5 bid=1; bid 2", "--ruling")
    waits = "Richard: bid 2? No, the move is refused here (MED-15.3): Aliénor must decide first."
    assert waits in run(*asked, "MED-R5").out
    assert waits in run(*asked, "MED-R34").out, "although the readings part at another move"
    for nobody in ("activate 6; Zoé: pass", "Zoé: activate 6"):
        refused = run("dispute", "medieval-duel@29", nobody, "--ruling", "MED-R34")
        assert (refused.code, refused.out) == (2, "")
        assert "Nobody called “Zoé” sits here" in refused.err


@pytest.mark.parametrize(("first", "then"), [("C;d", "E#f"), ("E#f", "C;d")])
def test_a_name_may_hold_what_parts_moves(run: Herald, home: Path, first: str, then: str) -> None:
    """Before the first move as before each other one; a remark behind a move stays one."""
    run("new", "medieval", first, then)
    file = str(home / "one.dispute.jsonl")
    line = f"{first}: monarch 1; {then}: monarch 2 # so; it is: {first}"
    said = run("dispute", "@", line, "--ruling", "MED-R4", "-o", file)
    assert (said.code, f"{then}: monarch 2? Yes, the move is legal here." in said.out) == (0, True), said.err
    assert run("dispute", file).out.endswith("it comes out as the file says.\n")


@pytest.mark.here_alone
@pytest.mark.parametrize("command", [("dispute",), ("scenario", "from")])
def test_behind_a_name_there_is_a_move(run: Herald, command: tuple[str, ...]) -> None:
    """One that was forgotten is no move that a rule refuses; what is empty between two moves says nothing."""
    asked = (*command, "medieval-duel@29")
    for line in (
        "activate 6; Richard:",
        "Richard:",
        "Richard: ; pass",
        "activate 6; Richard: # later",
        "Richard: Aliénor: pass",
    ):
        said = run(*asked, line)
        assert (said.code, said.out) == (2, "")
        assert "Behind “Richard:” there is no move. Type one there (“Richard: MOVE”)" in said.err
        assert "Derrière «\u202fRichard\u202f:\u202f», il n’y a pas de coup" in run(*asked, line, **FRENCH).err
    for nothing in (";;", "# nothing"):
        assert run(*asked, nothing, "--json").error["why"] == "nothing_typed"
    assert run(*asked, "activate 6;; Richard: activate 5 bid=1;").code == 0


@pytest.mark.here_alone
def test_a_ruling_that_only_the_rest_of_the_match_asks_for_is_told_as_that(run: Herald, home: Path) -> None:
    file = str(home / "one.dispute.jsonl")
    asked = ("dispute", "crossing-duel@30", "Clémence: work A2 7,6 s1", "--ruling", "evening_structure")
    said = run(*asked, "-o", file)
    assert said.code == 0, said.err
    here, rest = "Nothing that is decided here asks for KIN-R", "Under “all” the rest of the match would have gone"
    assert said.out.index(here) < said.out.index(rest)
    assert "Avec «\u202fall\u202f», le reste de la partie aurait été autre." in run(*asked, **FRENCH).out
    assert run("dispute", "crossing-duel@30", *asked[3:]).code == 0, "without a move, too"
    assert run("dispute", file).out.endswith("it comes out as the file says.\n")


@pytest.mark.here_alone
def test_a_ruling_that_is_named_again_is_asked_about_once(run: Herald, home: Path) -> None:
    file = str(home / "one.dispute.jsonl")
    asked = ("dispute", "medieval-duel@29", "activate 6", "--json", "--ruling")
    both = run(*asked, "MED-R34=deployment_only,deployment_and_realm").json["rulings"]
    again = ("MED-R34=deployment_only", "--ruling", "MED-R34=deployment_and_realm")
    assert run(*asked, *again, "-o", file).json["rulings"] == both
    assert run("dispute", file).code == 0


@pytest.mark.here_alone
def test_what_comes_out_otherwise_now_is_told(run: Herald, home: Path) -> None:
    from tests.replays.test_dispute import signed

    file = home / "one.dispute.jsonl"
    assert run("dispute", "medieval-duel@29", "activate 6", "--ruling", "MED-R34", "-o", str(file)).code == 0
    line, rest = file.read_bytes().split(b"\n", 1)
    first = msgspec.json.decode(line.replace(b'"how":"refused"', b'"how":"legal"'), type=dict[str, object])
    file.write_bytes(signed(first, rest))
    said = run("dispute", str(file))
    assert said.code == 1
    assert "something else comes out than the file says, for MED-R34" in said.out
    assert run("dispute", str(file), "--json").json["otherwise"] == ["MED-R34"]


@pytest.mark.here_alone
def test_boards_lie_beside_each_other_where_there_is_room(run: Herald) -> None:
    """Where there is none, one under the other."""
    asked = ("dispute", "medieval-duel@29", "activate 6", "--ruling", "MED-R34")
    heads = [
        [line for line in run(*asked, COLUMNS=wide).out.split("\n") if line.startswith("deployment_only")]
        for wide in ("140", "80")
    ]
    assert "deployment_and_realm" in heads[0][0]
    assert heads[1] == ["deployment_only"]
    assert max(map(len, run(*asked, COLUMNS="80").out.split("\n")[8:])) > 0


@pytest.mark.here_alone
def test_a_file_goes_where_it_is_wanted(run: Herald, acting: str, home: Path) -> None:
    """Through a pipe, for who comes in over ssh; with what was played since, if that is asked for."""
    now = run("dispute", f"{acting}@4", "--as", "Ana", "-o", "-")
    assert now.out.count("\n") == 2 + 4
    assert run("dispute", f"{acting}@4", "--as", "Ana", "--rest", "-o", "-").out.count("\n") > 2 + 4
    (home / "sent.dispute.jsonl").write_text(now.out, encoding="utf-8")
    assert run("dispute", str(home / "sent.dispute.jsonl")).code == 0
    assert run("dispute", f"{acting}@4", "--as", "Ana", "--page", "-", "-o", "-").code == 2
    assert run("dispute", f"{acting}@1", "-o", str(home / "first.dispute.jsonl")).code == 0, "nothing is asked there"
    assert run("dispute", str(home / "first.dispute.jsonl")).code == 0


@pytest.mark.here_alone
def test_a_dispute_and_its_page_are_two_files(run: Herald, home: Path) -> None:
    """Neither is written over the other, or left out unsaid."""
    for output, page in (
        ("one", "one"),
        ("one.html", "two.html"),
        ("one.html", "one.html"),
        ("one", "x/../one"),
        ("-", "-"),
    ):
        asked = ("dispute", "medieval-duel@29", "activate 6", "-o", str(home / output), "--page", str(home / page))
        said = run(*asked)
        assert (said.code, said.out, [*home.glob("one*"), *home.glob("two*")]) == (2, "", [])
        assert "each into a file of its own" in said.err
        assert "chacun dans un fichier à lui" in run(*asked, **FRENCH).err


@pytest.mark.here_alone
def test_a_page_holds_both_boards_without_its_script(run: Herald, home: Path) -> None:
    page = home / "one.html"
    asked = ("dispute", "medieval-duel@29", "activate 6", "--ruling", "MED-R34")
    assert run(*asked, "-o", str(page)).code == 0
    text, *scripts = page.read_text(encoding="utf-8").split("<script")
    assert text.count('class="board"') == 2
    assert len(scripts) == 2, "the other language, and what shows it"
    assert "Yes, the move is legal here." in text
    assert run(*asked, "--page", "-", "--lang", "fr").out.startswith("<!doctype html>")


@pytest.mark.here_alone
def test_a_scenario_in_place_of_a_match(run: Herald) -> None:
    file = next(
        path for path in sorted(cases_of("medieval").glob("*.toml")) if "MED-R17" in path.read_text(encoding="utf-8")
    )
    said = run("dispute", str(file), "--ruling", "MED-R17")
    assert said.code == 0, said.err
    assert "activator_any_tie" in said.out
    assert "The draws are those of the scenario." in said.out or "drawn" not in said.out
    assert run("dispute", f"{file}@999", "--ruling", "MED-R17").code == 2
    assert run("dispute", str(file), "--ruling", "MED-R17", "-o", "x.dispute.jsonl").code == 2


@pytest.mark.here_alone
def test_a_scenario_made_of_a_quarrel_answers_as_the_match_does(run: Herald, home: Path) -> None:
    """Whether its move may be made, although other moves are open already where its table is laid out."""
    file = str(home / "quarrel.toml")
    assert run("scenario", "from", "medieval-duel@29", "activate 6", "-o", file).code == 0
    said = run("dispute", file, "--ruling", "MED-R34").out
    assert "Aliénor: activate 6? Yes, the move is legal here." in said
    assert "Under “deployment_and_realm” the move is refused (MED-R34)" in said


@pytest.mark.here_alone
@pytest.mark.usefixtures("home")
def test_rulings_are_completed() -> None:
    assert "MED-R34" in offered("dispute", "medieval-duel@29", "--ruling", "MED-R3")
    assert "MED-R34=deployment_only" in offered("dispute", "medieval-duel@29", "--ruling", "MED-R34")
    assert dispute.SCENARIO == ".toml"


@pytest.mark.here_alone
def test_what_can_mean_several_moves_under_another_reading_is_told_as_that(run: Herald) -> None:
    """HEI-R1: only where sources are spent must be said which of them pay."""
    said = run("dispute", "heirs-duel@16", "build COM7 0,-2", "--ruling", "HEI-R1", "--json").json
    (ruling,) = listed(said["rulings"])
    assert [(one["how"], one["what"]) for one in listed(ruling["outcomes"])] == [
        ("legal", None),
        ("several", "several"),
    ]
    assert "pay=" in str(listed(ruling["outcomes"])[1]["sentence"])
