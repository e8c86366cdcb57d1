"""`herald scenario run`: a rules expert writes a case and sees whether it holds."""

from pathlib import Path

import msgspec
import pytest

from core.games import game_named
from replays import scenario as scenarios
from replays.scenario import load
from tests.cli.conftest import Herald, listed
from tests.support.places import ROOT

CASE = """
game = "medieval"

[[scenario]]
title = "a gallery brings 5 points"
rules = ["MED-6.12"]
players = ["P", "Q"]
given.P = { palace = "5 culture", deployed = ["GAL-01"] }
given.agenda = "actions P"
when = ["P: play GAL-01; bonus gold"]
then.P = { vp = %s }
"""


@pytest.fixture
def case(home: Path) -> Path:
    path = home / "case.toml"
    path.write_text(CASE % 5, encoding="utf-8")
    return path


def test_a_case_that_holds(run: Herald, case: Path) -> None:
    said = run("scenario", "run", str(case))
    assert (said.code, said.out) == (0, "holds  a gallery brings 5 points\n1 scenario holds, 0 fail.\n")
    assert "1 scénario tient" in run("scenario", "run", str(case), "--lang", "fr").out


def test_a_case_that_fails_shows_why(run: Herald, case: Path) -> None:
    case.write_text(CASE % 7, encoding="utf-8")
    said = run("scenario", "run", str(case))
    assert said.code == 1
    for text in ("FAILS  a gallery", "then.P.vp: expected 7, found 5", "VpGained MED-6.12", "palaces", "may: "):
        assert text in said.out
    found = run("scenario", "run", str(case), "--json")
    assert (found.code, found.json["passed"]) == (1, False)
    values = {"entry": "then.P.vp", "expected": "7", "found": "5", "why": "other_value"}
    assert found.json["differences"] == [{**values, "told": "", "since": False}]


def test_in_brief_a_case_that_fails_shows_no_board(run: Herald, case: Path) -> None:
    case.write_text(CASE % 7, encoding="utf-8")
    said = run("scenario", "run", str(case), "--brief")
    assert said.code == 1
    assert "palaces" not in said.out
    for text in ("then.P.vp: expected 7, found 5", "VpGained MED-6.12", "may: "):
        assert text in said.out


def test_what_followed_since_the_last_check_is_told_apart(run: Herald, case: Path) -> None:
    text = (CASE % 5).replace("then.P = { vp = 5 }", 'then.facts = ["Played"]')
    case.write_text(text.replace('gold"]', 'gold", { then.facts = ["Played"] }, "Q: pass"]'), encoding="utf-8")
    said = run("scenario", "run", str(case), "--brief")
    assert said.code == 1
    assert 'then.facts 1: "Played" did not happen (since the last check)' in said.out
    before, after = said.out.split("--- since the last check:")
    assert ("VpGained" in before, "VpGained" in after, "Passed" in before, "Passed" in after) == (
        True,
        False,
        False,
        True,
    )
    assert "(depuis le dernier contrôle)" in run("scenario", "run", str(case), "--lang", "fr").out


def test_the_reasons_for_refusals_are_listed(run: Herald) -> None:
    said = run("scenario", "help", "medieval", "refusals").out
    for text in ("REFUSALS: refused.why", "slot_empty  ", "not_your_turn  ", "which  That can mean several moves"):
        assert text in said


def test_a_case_that_is_not_understood(run: Herald, case: Path, home: Path) -> None:
    case.write_text((CASE % 5).replace("rules =", "rulez ="), encoding="utf-8")
    said = run("scenario", "run", str(case))
    assert said.code == 2
    assert "a gallery brings 5 points" in said.err
    assert "rulez" in said.err
    for name in ("nothing.toml", ""):
        assert run("scenario", "run", str(home / name / "nothing")).code == 2
    case.write_bytes(b"\xff\xfe")
    assert run("scenario", "run", str(case)).code == 2
    assert run("scenario", "run").code == 2


def test_folders_and_pipes(run: Herald, case: Path, home: Path) -> None:
    (home / "editions").mkdir()
    (home / "editions" / "mine.toml").write_text('name = "mine"\n', encoding="utf-8")
    lines = run("scenario", "run", str(home), "--json").out.splitlines()
    assert [msgspec.json.decode(line, type=dict[str, object])["file"] for line in lines] == [str(case)]


def test_the_command_prints_all_of_it_or_one_topic(run: Herald) -> None:
    said = run("scenario", "help", "heirs")
    assert said.code == 0
    for text in ("going SEAT  HEI-3.2", "worth  what it is worth as it stands", "  Laid\n    terrain", "WORDS"):
        assert text in said.out
    assert run("scenario", "help", "heirs", "cells", "--lang", "fr").out.startswith("CASES")
    found = msgspec.convert(run("scenario", "help", "medieval", "draws", "--json").json, dict[str, object])
    assert found["game"] == "medieval"
    assert [one["topic"] for one in listed(found["topics"])] == ["draws"]
    wrong = run("scenario", "help", "medieval", "cells")
    assert (wrong.code, "language, openings, table, seat, draws" in wrong.err) == (2, True)


def test_a_slip_is_told_with_its_entry_and_stops_nothing(run: Herald, case: Path, home: Path) -> None:
    (home / "a.toml").write_text("game = [", encoding="utf-8")
    (home / "b.toml").write_text((CASE % 5).replace("5 culture", "5 kultur"), encoding="utf-8")
    (home / "c.toml").write_text((CASE % 5).replace("deployed", "cards"), encoding="utf-8")
    said = run("scenario", "run", str(home / "a.toml"), str(home), str(home / "d.toml"))
    assert said.code == 2
    assert said.out.endswith("1 scenario holds, 0 fail. 4 cannot be understood.\n")
    for text in ("b.toml: a gallery brings 5 points: given.P.palace", "c.toml: a gallery brings 5 points: given.P\n"):
        assert text in said.err
    fields = "monarch, palace, leaders, committed, deployed, realm, vp, picks, placement, placed, pair, passed."
    assert fields in said.err
    lines = run("scenario", "run", str(home), "--json").out.splitlines()
    found = [msgspec.json.decode(line, type=dict[str, object]) for line in lines]
    assert [(Path(str(one["file"])).name, one["passed"], one["fault"] is None) for one in found] == [
        ("b.toml", False, False),
        ("c.toml", False, False),
        (case.name, True, True),
    ]


def test_a_failure_is_told_in_the_language_of_the_reader(run: Herald, case: Path) -> None:
    case.write_text((CASE % 7).replace("then.P", 'refused = { move = "play GAL-99" }\nthen.P'), encoding="utf-8")
    said = run("scenario", "run", str(case), "--lang", "fr").out
    narrow = "\u202f"
    assert f"then.P.vp{narrow}: attendu 7{narrow}; trouvé{narrow}: 5" in said
    assert f"ce n’est pas un coup du tout, donc aucune règle ne le refuse{narrow}: «{narrow}GAL-99{narrow}»" in said
    assert "P marque 5 PV" in said
    assert f"Q peut{narrow}: passer\n" in said, "as it is typed in French"


def test_so_are_the_moves_of_a_refusal(run: Herald, case: Path) -> None:
    held = CASE % 5
    for old, new in (
        ("bonus gold", "monarch 1"),  # refused while the moves are made,
        ("then.P", 'then.moves.Q = { contain = ["monarch 1"] }\nthen.P'),  # and where they are looked at
    ):
        case.write_text(held.replace(old, new), encoding="utf-8")
        said = run("scenario", "run", str(case), "--lang", "fr").out
        assert "`monarque`" in said
        assert "`monarch`" not in said


def test_of_a_case_that_holds_no_moves_are_told(case: Path) -> None:
    (scenario,) = load(case.read_text(encoding="utf-8"), str(case))
    verdict = scenarios.run(scenario, game_named("medieval").words("fr"))
    assert verdict.passed
    assert (dict(verdict.may), dict(verdict.moves)) == ({}, {"Q": ("pass",)}), "nobody asks for them"


# --- from a match ----------------------------------------------------------------------------------------------------


def test_a_position_of_a_match_is_a_file_that_holds(run: Herald, home: Path) -> None:
    file = home / "quarrel.toml"
    said = run("scenario", "from", "medieval-duel@105", "activate 1", "-o", str(file))
    assert said.code == 0
    assert file.name in said.out
    assert 'when = ["Richard: activate 1"]' in file.read_text(encoding="utf-8")
    assert run("scenario", "run", str(file)).out.endswith("1 scenario holds, 0 fail.\n")
    assert run("scenario", "from", "medieval-duel@105", "-o", str(file)).code != 0, "it replaces nothing unasked"


def test_a_move_that_is_refused_stands_there_with_its_rule(run: Herald) -> None:
    contents = str(run("scenario", "from", "medieval-duel@105", "activate 6", "--json").json["contents"])
    assert 'refused = { seat = "Richard", move = "activate 6", rule = "MED-12.5" }' in contents


@pytest.mark.parametrize("command", [("dispute",), ("scenario", "from")])
def test_who_is_named_before_a_move_sits_at_the_table(run: Herald, command: tuple[str, ...]) -> None:
    """In any case; a name that is mistyped is no word of the move, and what stands in a comment is none at all."""
    unknown = run(*command, "medieval-duel@105", "Rihcard: activate 1", "--json")
    assert (unknown.code, unknown.error["why"], unknown.error["word"]) == (2, "unknown_seat", "Rihcard")
    assert unknown.error["known"] == ["Aliénor", "Richard"]
    for line in ("richard : activate 1", "activate 1 # so: it goes"):
        assert run(*command, "medieval-duel@105", line).code == 0


def test_each_move_may_say_whose_it_is(run: Herald, home: Path) -> None:
    """As in a dispute: without a name it is of whoever moved before."""
    asked = ("scenario", "from", "medieval-duel@29")
    said = run(*asked, "Aliénor: activate 6; richard: activate 5 bid=1; Aliénor: bid 2").out
    assert 'when = ["Aliénor: activate 6", "Richard: activate 5 bid=1", "Aliénor: bid 2"]' in said
    refused = 'refused = { seat = "Richard", move = "bid 2", rule = "MED-15.3" }'
    assert refused in run(*asked, "activate 6; Richard: activate 5 bid=1; bid 2").out
    assert run(*asked, "activate 6; Zoé: pass", "--json").error["why"] == "unknown_seat"
    file = str(home / "odd.toml")
    run("new", "medieval", "C;d", "E#f")
    assert run("scenario", "from", "@", "C;d: monarch 1; E#f: monarch 2 # so; it is", "-o", file).code == 0
    assert run("scenario", "run", file).code == 0


def test_what_is_hidden_from_a_seat_is_drawn_anew_and_marked(run: Herald) -> None:
    """Row 6 of the match is Richard's placement, behind the wall."""
    truth = run("scenario", "from", "medieval-duel@6", "--json").json
    seen = run("scenario", "from", "medieval-duel@6", "--as", "Aliénor", "--json").json
    own = run("scenario", "from", "medieval-duel@6", "--as", "Richard", "--json").json
    assert (truth["hidden"], own["hidden"]) == ([], [])
    assert seen["hidden"] == ["given.Richard.placement"]
    (placed,) = [line for line in str(own["contents"]).splitlines() if line.startswith("given.Richard.placement")]
    assert placed in str(truth["contents"])
    assert placed not in str(seen["contents"])
    french = run("scenario", "from", "medieval-duel@6", "--as", "Aliénor", "--lang", "fr").out
    assert "# caché ; retiré au hasard" in french


def test_an_owners_edition_is_written_beside(run: Herald, home: Path) -> None:
    match, file = str(ROOT / "tests/corpus/medieval-5-own-edition.jsonl"), home / "own.toml"
    said = run("scenario", "from", match, "--json")
    assert (said.code, said.error["why"]) == (2, "scenario_other_edition")
    assert run("scenario", "from", match, "-o", str(file)).code == 0
    assert 'edition = "own.edition.toml"' in file.read_text(encoding="utf-8")
    assert run("scenario", "run", str(file)).code == 0


def test_seats_whose_names_mean_something_else_are_called_otherwise(run: Herald, home: Path) -> None:
    file = home / "named.toml"
    assert run("new", "medieval", "all", "Ana Maria", "--practice", "names").code == 0
    assert run("scenario", "from", "@", "all: monarch 1", "--as", "all", "-o", str(file)).code == 0
    contents = file.read_text(encoding="utf-8")
    assert 'players = ["P1", "P2"]' in contents
    assert "# P2 stands for Ana Maria" in contents
    assert run("scenario", "run", str(file)).code == 0


def test_before_the_beginning_there_is_no_position(run: Herald) -> None:
    assert run("new", "medieval", "Ana", "Bo", "--nonces").code == 0
    said = run("scenario", "from", "@", "--json")
    assert (said.code, said.error["why"]) == (2, "scenario_before_beginning")
