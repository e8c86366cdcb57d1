"""Who acts and who looks where nobody is named: whose seat it certainly is, or nobody's."""

import pytest

from tests.cli.conftest import PLACED, Herald, turn
from tests.cli.screen import Screen

ACTS = (
    ("move", "@", "pass"),
    ("move", "@", "pass", "--dry-run"),
    ("undo",),
    ("redo",),
    ("agree", "5"),
    ("decline", "5"),
    ("give-up",),
    ("join",),
)


@pytest.mark.parametrize("words", ACTS, ids=" ".join)
def test_nobody_acts_for_another_by_leaving_out_a_name(run: Herald, acting: str, words: tuple[str, ...]) -> None:
    before = run("show", acting, "--json").json["digest"]
    said = run(*words, "--json")
    assert (said.code, said.error["why"], said.error["known"]) == (2, "which_seat", ["Ana", "Bo"])
    told = run(*words).err
    assert "--as NAME" in told
    assert "HERALD_SEAT" in told
    assert "--as NOM" in run(*words, "--lang", "fr").err
    assert run("show", acting, "--json").json["digest"] == before


def test_who_looks_without_a_name_is_the_public(run: Herald, match: str) -> None:
    assert run("move", match, PLACED["Ana"], "--as", "Ana").code == 0
    assert run("show", match, "--json").json["reader"] is None
    for look in ("log", "replay", "explain"):
        public, own = run(look, match).out, run(look, match, "--as", "Ana").out
        assert ("(closed)" in public, "G1" in public) == (True, False), look
        assert "G1" in own, look


def test_the_moves_of_another_are_told_as_everybody_may_know_them(run: Herald, acting: str) -> None:
    name = turn(run, acting)
    public, own = run("moves", acting), run("moves", acting, "--as", name)
    assert public.out == own.out, "nothing is closed in this decision"
    assert public.err.startswith(f"(as everybody may know the moves of {name}; --as NAME says who you are)\n")
    assert run("why", acting, "pass").code == 0
    link = {"Ana": "d’Ana", "Bo": "de Bo"}[name]
    assert run("moves", acting, "--lang", "fr").err.startswith(f"(les coups {link}, tels que")


def test_where_several_must_decide_it_is_nobodys_moves(run: Herald, match: str) -> None:
    for look in (("moves", match), ("why", match, PLACED["Ana"])):
        said = run(*look, "--json")
        assert (said.code, said.error["why"]) == (2, "which_seat")


@pytest.mark.parametrize("form", [(), ("--json",)], ids=["words", "json"])
def test_the_only_person_at_the_table_need_not_say_who_they_are(run: Herald, form: tuple[str, ...]) -> None:
    run("new", "medieval", "Ana", "Bo", "--bot", "Bo=greedy", "--practice", "one")
    assert run("show", "--json").json["reader"] == "Ana"
    said = run("move", "monarch 1", *form)
    assert said.code == 0
    assert said.json["reader"] == "Ana" if form else said.out.splitlines()[0].endswith(" · Ana")


def test_who_plays_alone_need_not_either(run: Herald) -> None:
    run("new", "emara", "Ana", "--practice", "one")
    assert run("show", "--json").json["reader"] == "Ana"
    assert run("moves").err == "Practice: anybody can know the draws.\n"


def test_at_a_terminal_it_is_asked_for(match: str, run: Herald) -> None:
    screen = Screen("move", match, PLACED["Ana"])
    screen.sees("Who are you (Ana, Bo): ")
    screen.types("an")
    assert f"{match} · Ana" in screen.rest()
    assert screen.ends() == 0
    screen = Screen("move", match, PLACED["Bo"], "--lang", "fr")
    screen.sees("Qui êtes-vous (Ana, Bo)\N{NARROW NO-BREAK SPACE}: ")
    screen.types("Zoe")
    assert "Zoe" in screen.rest()
    assert screen.ends() == 2
    assert run("show", match, "--json").json["waiting"] == ["Bo"]


def test_every_answer_to_an_act_names_the_match(run: Herald, acting: str) -> None:
    name = turn(run, acting)
    lines = [("move", "pass"), ("undo",), ("redo",), ("undo",)]
    other = "Bo" if name == "Ana" else "Ana"
    for words in lines:
        said = run(*words, "--as", name)
        assert said.out.splitlines()[0] == f"{acting} · {name}", words
    row = str(run("undo", "--to", "5", "--as", name, "--json").json["row"])
    assert run("decline", row, "--as", other).out.splitlines()[0] == f"{acting} · {other}"
    assert run("move", "pass", "--as", name, "--dry-run").out.splitlines()[0] == f"{acting} · {name}"
    arbiter = ("undo", "--to", "5", "--arbiter", "--reason", "a wrong box")
    assert run(*arbiter).out.splitlines()[0] == f"{acting} · the arbiter"
    assert run("redo", "--arbiter", "--reason", "x", "--lang", "fr").out.splitlines()[0] == f"{acting} · l’arbitre"
    for words in (*lines, arbiter):
        assert run(*words, "--as", name, "--json").json["match"] == acting
