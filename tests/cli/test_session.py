"""Two people play: what they type, what they read."""

import re
from pathlib import Path
from time import tzset
from typing import Any

import msgspec
import pytest

from cli.person.folders import persons_folder
from core.games import NAMES
from core.kernel.game import Outcome
from tests.cli.conftest import PLACED, Herald, listed
from tests.support.editions import text_of


def test_a_first_turn(run: Herald) -> None:
    started = run("new", "medieval", "Ana", "Bo")
    assert started.code == 0
    assert "Medieval Realms, match " in started.out
    assert "Waiting for Ana to choose a King or Queen" in started.out
    assert "herald play" in started.err
    moves = run("moves")
    assert moves.err == "(as everybody may know the moves of Ana; --as NAME says who you are)\n"
    assert moves.out.splitlines()[0].startswith("monarch 1  ")
    assert "King of the Lion" in moves.out.splitlines()[0]
    assert run("moves", "--as", "Ana").out == moves.out
    made = run("move", "monarch", "3", "--as", "Ana")
    assert (made.code, made.err) == (0, "")
    assert made.out.startswith(f"{run('show', '--json').json['match']!s} · Ana\n   2  Ana  monarch 3\n")
    assert "Ana becomes King of the Oak (MED-7.6)" in made.out
    assert "Waiting for Bo to choose a King or Queen" in made.out
    assert "monarch 3" not in run("moves").out


def test_the_first_lines_say_what_the_seat_must_do(run: Herald, match: str) -> None:
    shown = run("show", match, "--as", "Ana").out.splitlines()
    assert shown[0] == f"{match}, row 5, as Ana sees it · edition house"
    assert shown[1] == "You must place the leaders, in secret."
    assert shown[2].startswith("Also waiting for Bo")
    assert any("kingdom map" in line for line in shown)


def test_a_placement_stays_closed_until_all_have_placed(run: Herald, match: str) -> None:
    placed = run("move", match, PLACED["Ana"], "--as", "Ana")
    assert f"{PLACED['Ana']} (closed to the others)" in placed.out
    assert "production*3" in run("log", match, "--as", "Ana").out
    for reader in ((), ("--as", "Bo")):
        seen = run("log", match, *reader).out
        assert "(closed)" in seen
        assert "production*3" not in seen
    opened = run("move", match, PLACED["Bo"], "--as", "Bo")
    assert "The walls fall" in opened.out
    assert "place production*3 gold G1 A2 D3*2" in run("log", match, "--as", "Bo").out


def test_several_moves_in_a_line_are_all_made_or_none(run: Herald, match: str) -> None:
    refused = run("move", match, "pass; pass", "--as", "Ana")
    assert refused.code == 3
    assert run("log", match).out.count("\n   5") == 1
    assert run("show", match, "--json").json["row"] == 5


def test_a_rehearsal_writes_nothing(run: Herald, acting: str) -> None:
    row = run("show", acting, "--json").json["row"]
    rehearsed = run("move", acting, "pass", "--as", "Ana", "--dry-run")
    assert rehearsed.code == 0
    assert "passes for this round (MED-17.1)" in rehearsed.out
    assert "You could still take it back freely." in rehearsed.out
    assert run("show", acting, "--json").json["row"] == row


def test_a_rehearsal_expects_a_row_too(run: Herald, acting: str) -> None:
    row = run("show", acting, "--json").json["row"]
    assert run("move", acting, "pass", "--as", "Ana", "--dry-run", "--expect", str(row)).code == 0
    stale = run("move", acting, "pass", "--as", "Ana", "--dry-run", "--expect", "1", "--json")
    assert (stale.code, stale.error["why"], stale.error["row"]) == (5, "stale", row)


def test_a_name_is_short_and_has_no_blanks_around_it(run: Herald) -> None:
    assert run("new", "medieval", "N" * 40, "Bo").code == 0
    for name in ("N" * 41, "Bo ", " Cy", ""):
        said = run("new", "medieval", name, "Bo", "--json")
        assert (said.code, said.error["why"]) == (2, "bad_seat_name"), name


def test_a_name_may_have_a_dot(run: Herald) -> None:
    run("new", "medieval", "J. R.", "Bo")
    assert run("explain", "@", "j. r..gold").out.startswith("J. R.: gold up to row 1")


def test_a_list_has_at_least_one_line(run: Herald, match: str) -> None:
    assert match
    assert run("list", "--limit", "0").code == 2


def test_a_rehearsal_stops_before_anything_is_opened(run: Herald, match: str) -> None:
    run("move", match, PLACED["Ana"], "--as", "Ana")
    rehearsed = run("move", match, PLACED["Bo"], "--as", "Bo", "--dry-run")
    assert "something is drawn or opened" in rehearsed.out
    assert "The walls fall" not in rehearsed.out
    assert run("move", match, PLACED["Bo"], "--as", "Bo", "--dry-run", "--json").json["complete"] is False


def test_a_retry_does_not_play_twice(run: Herald, match: str) -> None:
    first = run("move", match, PLACED["Ana"], "--as", "Ana", "--id", "mail-7")
    again = run("move", match, PLACED["Ana"], "--as", "Ana", "--id", "mail-7")
    assert again.code == 0
    assert "nothing was played again" in again.err
    assert again.out == first.out
    assert run("show", match, "--json").json["row"] == 6


def test_a_free_undo_says_what_no_longer_counts_and_redo_brings_it_back(run: Herald, acting: str) -> None:
    passed = run("move", acting, "pass", "--as", "Ana")
    undone = run("undo", acting, "--as", "Ana")
    assert undone.code == 0
    assert "undo: back to 7, free" in undone.out
    assert "no longer counts: 8" in undone.out
    numbers = [line.split()[0] for line in run("log", acting).out.splitlines() if line[:4].strip().isdecimal()]
    assert numbers == ["1", "2", "3", "4", "5", "6", "7", "9"]
    assert "(undone by 9)" in run("log", acting, "--undone").out
    back = run("redo", acting, "--as", "Ana")
    assert back.code == 0
    assert passed.out.splitlines()[-1] == back.out.splitlines()[-1]


def test_an_undo_over_an_opened_placement_needs_consent(run: Herald, acting: str) -> None:
    asked = run("undo", acting, "--as", "Ana", "--to", "5")
    assert asked.code == 0
    assert "Ana asks to undo, back to row 5. Still to agree: Bo." in asked.out
    assert "`herald agree 8` or `herald decline 8`" in run("show", acting, "--as", "Bo").out
    assert "`herald agree" not in run("show", acting, "--as", "Ana").out
    told = run("inbox", "--as", "Bo").out
    assert "Ana asks to undo" in told
    assert f"`herald agree {acting} 8`" in told, "several matches may stand there"
    declined = run("decline", acting, "8", "--as", "Bo")
    assert declined.out.startswith(f"{acting} · Bo\n")
    assert "9  Bo   declines row 8" in declined.out
    assert "Ana asks" not in run("show", acting, "--as", "Bo").out
    run("undo", acting, "--as", "Ana", "--to", "5")
    agreed = run("agree", acting, "10", "--json", "--as", "Bo")
    assert agreed.json["class"] == "consent"
    assert agreed.json["undone"] == [6, 7]
    assert agreed.json["waiting"] == ["Ana", "Bo"]


def test_the_arbiter_undoes_with_a_reason_that_everybody_sees(run: Herald, acting: str) -> None:
    undone = run("undo", acting, "--to", "5", "--arbiter", "--reason", "wrong box")
    assert undone.code == 0
    assert "undo: back to 5, by the arbiter “wrong box”" in run("log", acting).out


def test_the_log_of_a_match_reads_like_a_report(run: Herald, acting: str) -> None:
    lines = run("log", acting).out.splitlines()
    assert lines[0] == "   1       Medieval Realms: Ana, Bo; edition house; anybody can know the draws"
    assert "   2  Ana  monarch 1" in lines
    assert "           Ana becomes King of the Lion (MED-7.6)" in lines


@pytest.mark.parametrize(
    ("zone", "lang", "date"),
    [
        ("UTC", "en", "1 Jan 2026, 11:16  "),
        ("Etc/GMT-14", "en", "2 Jan 2026, 01:16  "),
        ("Etc/GMT+12", "fr", "31 déc. 2025, 23:16  "),
    ],
)
def test_the_log_says_when_each_row_came_in(
    run: Herald, monkeypatch: pytest.MonkeyPatch, zone: str, lang: str, date: str
) -> None:
    """By the clock on the reader's wall, in their language."""
    with monkeypatch.context() as there:
        there.setenv("TZ", zone)
        tzset()
        lines = run("log", "medieval-court", "--dates", "--lang", lang).out.splitlines()
    tzset()
    assert lines[0].startswith(f"   1  {date}")
    bare = run("log", "medieval-court", "--lang", lang).out.splitlines()
    names = [line.index("Blanche  ") for line in lines if line[:6].strip().isdecimal() and "Blanche  " in line]
    assert len(set(names)) == 1 < len(names), "dates take the same room"
    assert [line[6:] for line in bare if line.startswith("     ")] == [
        line[6:] for line in lines if line[:5] == " " * 5
    ]


def test_the_inbox_knows_a_name_in_every_case(run: Herald) -> None:
    for seats in (("Élodie", "Bo"), ("élodie", "Cy"), ("Di", "Élodie")):
        assert run("new", "medieval", *seats).code == 0
    waiting = listed(msgspec.json.decode(run("inbox", "--as", "ÉLODIE", "--json").out))
    found = {(str(one["reader"]), *msgspec.convert(one["names"], list[str])) for one in waiting}
    assert found == {("Élodie", "Élodie", "Bo"), ("élodie", "élodie", "Cy")}


def test_the_inbox_tells_what_changed_since_my_last_move(run: Herald, acting: str) -> None:
    first = str(run("show", acting, "--json").json["waiting"])
    me, other = ("Ana", "Bo") if "Ana" in first else ("Bo", "Ana")
    run("move", acting, "pass", "--as", me)
    told = run("inbox", "--as", other.lower()).out
    assert acting in told
    assert "You must act" in told
    assert f"{me}: pass" in told
    assert f"Waiting for {other} to act" in run("inbox").out
    assert run("inbox", "--as", me).out == ""
    assert run("inbox", "--as", me).err == f"Nothing waits for {me}.\n"


def test_a_name_with_a_bar_is_told_whole(run: Herald) -> None:
    run("new", "medieval", "A|B", "Bo", "--as", "A|B")
    if run("inbox", "--as", "A|B").out:
        run("move", "monarch 1", "--as", "A|B")
    assert run("inbox", "--as", "A|B").err == "Nothing waits for A|B.\n"


def test_the_list_filters(run: Herald, match: str) -> None:
    other = str(run("new", "medieval", "Cy", "Di", "Eva", "--json").json["match"])
    assert {line.split()[0] for line in run("list").out.splitlines()} == {other, match}
    assert run("list", "--seat", "Ana").out.startswith(match)
    assert run("list", "--limit", "1").out.count("\n") == 1
    assert run("list", "--over").out == ""
    assert "waits for Ana, Bo" in run("list", "--running", "--seat", "Bo").out


def test_why_teaches(run: Herald, acting: str) -> None:
    legal = run("why", acting, "pass")
    assert legal.code == 0
    assert legal.out.startswith("legal: pass: ")
    illegal = run("why", acting, "activate 12 bid=99")
    assert illegal.code == 3
    assert illegal.out.startswith("refused (MED-")
    assert "Try: activate" in illegal.out


def test_half_typed_moves_go_on(run: Herald, acting: str) -> None:
    listed = run("moves", acting, "act").out.splitlines()
    assert listed
    assert all(line.startswith("activate ") for line in listed)
    assert "No legal move begins with" in run("moves", acting, "fly").out


def test_a_choice_too_large_to_list_shows_an_example(run: Herald, match: str) -> None:
    told = run("moves", match, "--as", "Ana")
    example = told.out.splitlines()[0].partition("For example: ")[2]
    assert run("why", match, example, "--as", "Ana").code == 0
    told = run("moves", match, "place", "gold", "gold", "--as", "Ana", "--json")
    follow = msgspec.convert(told.json["next"], list[str])
    assert {"gold", "G1"} <= set(follow)
    assert "G9" not in follow, "terrains 9 and 10 are for five players"


def test_time_travel(run: Herald, acting: str) -> None:
    assert run("show", f"{acting}@2", "--json").json["row"] == 2
    assert "monarch 2" in run("moves", "@@2").out
    assert len(run("log", f"{acting}@3", "--json").out.splitlines()) == 3
    assert run("why", "@2", "monarch 1").code == 3


def test_bots_answer_at_once(run: Herald) -> None:
    started = run("new", "medieval", "Ana", "--bot", "Bo=random", "--json")
    assert started.json["names"] == ["Ana", "Bo"]
    made = run("move", "monarch 1", "--json", "--as", "Ana")
    assert [row["actor"] for row in listed(made.json["rows"])][:2] == ["Ana", "bot:random"]
    assert made.json["waiting"] == ["Ana"]


def test_a_match_may_end_without_a_winner(run: Herald, home: Path) -> None:
    """HEI-8.10: as many points, as many troops in the supply."""
    drawn = ("heirs", "--players", "2", "--seed", "draw", "--from", "6", "--matches", "1")
    kept = str(home / "drawn.db")
    assert [seat["wins"] for seat in listed(run("simulate", *drawn, "--store", kept, "--json").json["seats"])] == [0, 0]
    match = run("list", "--db", kept).out.split()[0]
    assert "The match is over, and nobody wins: " in run("show", match, "--db", kept).out
    assert "finie, sans vainqueur. Scores" in run("show", match, "--db", kept, "--lang", "fr").out


def test_a_match_alone_is_told_with_the_points_of_the_rival(run: Herald) -> None:
    """HEI-S43: Henry must be beaten."""
    outcome = msgspec.convert(run("show", "heirs-henry", "--json").json["outcome"], Outcome)
    assert outcome.won == (outcome.score > (outcome.rival or 0))
    told = f"{'wins' if outcome.won else 'loses'}, {outcome.score} to {outcome.rival}."
    assert f"The match is over: Solange {told}" in run("show", "heirs-henry").out
    alone = ("heirs", "--players", "1", "--bot", "greedy", "--matches", "3", "--seed", "s")
    assert listed(run("simulate", *alone, "--json").json["seats"])[0]["wins"] is not None


def test_a_match_alone_is_told_without_a_rival_where_there_is_none(run: Herald) -> None:
    """RTN-23.17: what must be reached is no number of anybody's."""
    outcome = msgspec.convert(run("show", "nobility-automa", "--json").json["outcome"], Outcome)
    assert (outcome.won, outcome.rival) == (True, None)
    assert f"The match is over: Isaure wins with {outcome.score}.\n" in run("show", "nobility-automa").out
    lost = run("new", "nobility", "--bot", "Ana=random", "--practice", "lost", "--option", "objective=3", "--json")
    assert lost.code == 0
    told = run("show", "--lang", "fr").out
    assert re.search(r"^La partie est finie, défaite d’Ana\u202f: \d+\.$", told, re.MULTILINE), told


def test_a_chosen_seed_is_labelled(run: Herald) -> None:
    assert "chosen by hand" in run("new", "medieval", "Ana", "Bo", "--seed", "1").out
    assert "chosen by hand" not in run("new", "medieval", "Ana", "Bo").out


def test_rulings_are_chosen_by_option_or_id(run: Herald) -> None:
    for name in ("placement_commit", "MED-R3", "med-r3"):
        started = run("new", "medieval", "Ana", "Bo", "--ruling", f"{name}=revisable", "--json")
        assert started.code == 0
        rulings = msgspec.convert(run("show", "--json").json["rulings"], dict[str, str])
        assert rulings["placement_commit"] == "revisable"


def test_games_tells_what_can_be_played(run: Herald) -> None:
    assert run("games").out.split()[:5] == ["medieval", "Medieval", "Realms", "2–5", "players"]
    told = run("games", "medi").out
    assert "MED-R3 placement_commit" in told
    assert "* locked" in told
    fields = run("games", "medieval", "--json").json
    assert fields["players"] == [2, 3, 4, 5]
    assert fields["solo"] is False


def test_an_edition_of_ones_own(run: Herald, home: Path) -> None:
    import core.games.medieval as game

    shipped = Path(str(game.__file__)).parent / "data" / "edition.toml"
    own = home / "mine.toml"
    own.write_text(shipped.read_text(encoding="utf-8").replace('name = "house"', 'name = "mine"'), encoding="utf-8")
    assert run("new", "medieval", "Ana", "Bo", "--edition", str(own)).code == 0
    assert run("show").out.splitlines()[0].endswith("as everybody sees it · edition mine")
    assert run("show", "--json").json["edition_name"] == "mine"
    for told in (run("log"), run("explain", "@@1")):
        assert "Medieval Realms: Ana, Bo; edition mine\n" in told.out
    assert "\n  edition  mine (" in run("verify").out
    assert run("verify", "--json").json["edition_name"] == "mine"
    assert "édition mine" in run("log", "--lang", "fr").out
    own.write_text("name = 3", encoding="utf-8")
    broken = run("new", "medieval", "Ana", "Bo", "--edition", str(own))
    assert broken.code == 2
    assert "mine.toml" in broken.err


def test_house_values_are_marked_and_can_be_counted(run: Herald) -> None:
    house, told = dict[str, list[str]](), ""
    for game in NAMES:
        house = listed_house(run("games", game, "--json").json)
        told = run("games", game).out.replace("\n", " ")
        assert house
        assert all(table in told for table in house)
    assert house["objectives"] == [f"O{number:02}" for number in range(1, 16)]
    assert "dice_tiles (all 18)" in told
    assert "valeurs maison" in run("games", "heirs", "--lang", "fr").out.lower()


def listed_house(document: dict[str, object]) -> dict[str, list[str]]:
    edition = msgspec.convert(document["edition"], dict[str, object])
    return msgspec.convert(edition["house"], dict[str, list[str]])


@pytest.mark.parametrize(
    ("text", "why", "found"),
    [
        (text_of("emara"), "edition_of_other", "emara"),
        (text_of("heirs"), "edition_of_other", "heirs"),
        ('[project]\nname = "x"', "edition_of_none", None),
        ("x = [", "edition_not_toml", None),
        (text_of("medieval").replace("rounds = 7", "ronds = 7", 1), "edition_unknown_field", "ronds"),
        (text_of("medieval").replace("3 violet 3", "3 violt 3", 1), "edition_unknown_word", "violt"),
    ],
)
def test_a_file_that_is_no_edition_of_this_game_is_told_as_that(
    run: Herald, home: Path, text: str, why: str, found: str | None
) -> None:
    (home / "mine.toml").write_text(text, encoding="utf-8")
    begun = ("new", "medieval", "Ana", "Bo", "--edition", str(home / "mine.toml"))
    said = run(*begun, "--json")
    assert (said.code, said.error["why"], said.error.get("found")) == (2, why, found)
    assert found is None or found in run(*begun, "--lang", "fr").err
    near = {"ronds": ["rounds"], "violt": ["violet"]}.get(found or "")
    assert near is None or (said.error["nearest"] == near and f"Perhaps {near[0]}?" in run(*begun).err)


def test_a_client_id_stands_for_one_act_of_one_seat(run: Herald) -> None:
    run("new", "medieval", "Ana", "Bo")
    assert run("move", "@", "monarch 1", "--as", "Ana", "--id", "x1").code == 0
    for seat, words in (("Bo", "monarch 2"), ("Ana", "monarch 3")):
        refused = run("move", "@", words, "--as", seat, "--id", "x1")
        assert (refused.code, "x1" in refused.err) == (2, True)
    assert run("move", "@", "monarch 1", "--as", "Ana", "--id", "x1").code == 0


def test_a_row_that_is_not_there_was_never_seen(run: Herald) -> None:
    run("new", "medieval", "Ana", "Bo")
    refused = run("move", "@", "monarch 1", "--as", "Ana", "--expect", "99", "--json")
    assert (refused.code, '"no_such_row"' in refused.err) == (2, True)


def test_a_card_that_is_not_held_is_not_put_off(run: Herald) -> None:
    """Whose turn it is may play cards, only not this one: nothing else has to be decided first."""
    run("new", "medieval", "Ana", "Bo", "--practice", "s")
    for move in ("monarch 1", "monarch 2"):
        run("move", "@", move, "--as", asked(run))
    for _ in range(2):
        name = asked(run)
        listed: Any = run("moves", "@", "--as", name, "--json").json["moves"]
        run("move", "@", listed[0]["long"], "--as", name)
    run("move", "@", "place gold*4 G1 A2 D3 D4", "--as", "Ana")
    run("move", "@", "place gold*4 G5 A6 D7 D8", "--as", "Bo")
    assert '"not_deployed"' in run("why", "@", "play CAS-01", "--as", asked(run), "--json").out


def asked(run: Herald) -> str:
    """Who must decide."""
    waiting: Any = run("show", "@", "--json").json["waiting"]
    return str(waiting[0])


def test_the_copy_at_home_is_for_its_owner_alone(run: Herald, match: str, where: str) -> None:
    home = Path(persons_folder())
    assert run("show", match).code == 0
    assert home.stat().st_mode & 0o077 == 0
    files = [*(home / "far").rglob("*")] if where == "far" else [home / "person.json"]
    assert files
    assert [file.name for file in files if file.stat().st_mode & 0o077] == []
