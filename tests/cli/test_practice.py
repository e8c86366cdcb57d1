"""A word as seed: on its own, anybody can know the draws, and everything says so; with entropy, nobody can."""

from pathlib import Path

import msgspec
import pytest

from tests.cli.conftest import Herald, turn
from tests.corpus.record import path_of

PRACTICE = "anybody can know the draws"


def on_offer(run: Herald, *args: str) -> object:
    """What the first draws of a new match brought."""
    run("new", "medieval", "Ana", "Bo", *args)
    return run("show", "--json").json["current"]


def test_who_guesses_a_chosen_word_knows_no_draw(run: Herald) -> None:
    assert on_offer(run, "--seed", "tavern") != on_offer(run, "--seed", "tavern")
    assert on_offer(run, "--seed", "tavern") != on_offer(run, "--practice", "tavern")


def test_practice_draws_the_same_every_time(run: Herald) -> None:
    assert on_offer(run, "--practice", "tavern") == on_offer(run, "--practice", "tavern")


def test_lists_and_rehearsals_say_so_too(run: Herald) -> None:
    run("new", "medieval", "Ana", "Bo", "--practice", "tavern")
    run("new", "medieval", "Cy", "Di")
    told = {"Ana, Bo" in line: PRACTICE in line for line in run("list").out.splitlines()}
    assert told == {True: True, False: False}
    entries = {str(entry["names"]): entry for entry in msgspec.json.decode(run("list", "--json").out)}
    assert {names: entry["practice"] for names, entry in entries.items()} == {
        "['Ana', 'Bo']": True,
        "['Cy', 'Di']": False,
    }
    match = entries["['Ana', 'Bo']"]["match"]
    said = run("move", match, "monarch 1", "--as", "Ana", "--dry-run")
    assert (said.code, PRACTICE in said.err) == (0, True)
    assert run("move", match, "monarch 1", "--as", "Ana", "--dry-run", "--json").json["practice"] is True


def test_a_chosen_seed_is_labelled_as_such_and_no_practice(run: Herald) -> None:
    said = run("new", "medieval", "Ana", "Bo", "--seed", "tavern")
    assert "chosen by hand" in said.out
    assert PRACTICE not in said.out + run("show").out + run("log").out
    assert run("show", "--json").json["practice"] is False
    verified = run("verify", "--json").json
    assert (verified["valid"], verified["seed_chosen"], verified["practice"]) == (True, True, False)


def test_a_seed_and_a_word_for_practice_do_not_go_together(run: Herald, db: Path) -> None:
    said = run("new", "medieval", "Ana", "Bo", "--seed", "a", "--practice", "b")
    assert (said.code, said.problem) == (2, "Either a seed of your own (--seed) or one for practice (--practice).")
    assert not db.exists() or not run("list").out


@pytest.mark.parametrize(
    "args",
    [
        ("show",),
        ("log",),
        ("replay",),
        ("explain",),
        ("explain", "@", "ana.gold"),
        ("verify",),
        ("export", "-o", "out.jsonl"),
        ("moves",),
        ("why", "pair gold science"),
        ("move", "@", "pair gold science", "--as", "SEAT"),
        ("undo", "--as", "Bo"),
    ],
    ids=" ".join,
)
def test_every_answer_says_that_anybody_can_know_the_draws(
    run: Herald, home: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...]
) -> None:
    monkeypatch.chdir(home)
    for chosen, told in (("--practice", 1), ("--seed", 0)):
        said = run("new", "medieval", "Ana", "Bo", chosen, "tavern")
        assert said.out.count(PRACTICE) == told
        run("move", "monarch 1", "--as", "Ana")
        run("move", "monarch 2", "--as", "Bo")
        (home / "out.jsonl").unlink(missing_ok=True)
        said = run(*(turn(run, "@") if word == "SEAT" else word for word in args))
        assert (said.code, PRACTICE in said.out + said.err) == (0, bool(told)), said.err
        french = run("show", "--lang", "fr").out
        assert ("chacun peut connaître les tirages" in french) is bool(told)


def test_what_waits_is_told_with_it(run: Herald) -> None:
    run("new", "medieval", "Ana", "Bo", "--seed", "tavern")
    assert PRACTICE not in run("inbox", "--as", "Ana").out
    run("new", "medieval", "Ana", "Bo", "--practice", "tavern")
    assert run("inbox", "--as", "Ana").out.count(PRACTICE) == 1


@pytest.mark.parametrize(
    "args",
    [("show",), ("explain",), ("explain", "@", "ana.gold"), ("verify",), ("moves",), ("why", "pair gold science")],
    ids=" ".join,
)
def test_programs_are_told_too(run: Herald, args: tuple[str, ...]) -> None:
    for chosen, told in (("--practice", True), ("--seed", False)):
        run("new", "medieval", "Ana", "Bo", chosen, "tavern")
        run("move", "monarch 1", "--as", "Ana")
        run("move", "monarch 2", "--as", "Bo")
        assert run(*args, "--json").json["practice"] is told


def test_chosen_seeds_of_the_first_format_may_be_words_alone(run: Herald) -> None:
    file = str(path_of("medieval-2-going-on"))
    assert "The seed was chosen by hand: anybody can know the draws." in run("show", file).out
    assert PRACTICE in run("verify", file).out
    assert run("show", file, "--json").json["practice"] is True


def test_what_goes_on_from_practice_has_its_own_draws(run: Herald) -> None:
    run("new", "medieval", "Ana", "Bo", "--practice", "tavern")
    assert PRACTICE not in run("fork", "@").out + run("show").out


def test_kept_matches_of_bots_are_practice_if_their_seed_was_chosen(run: Herald, home: Path) -> None:
    for args, told in ((("--seed", "tavern"), True), ((), False)):
        file = str(home / f"{told}.db")
        run("simulate", "heirs", "--matches", "1", "--store", file, *args)
        said = run("show", "--db", file)
        assert (said.code, PRACTICE in said.out) == (0, told)


def test_who_imports_a_match_is_told(run: Herald, home: Path) -> None:
    for chosen, told in (("--practice", True), ("--seed", False)):
        run("new", "medieval", "Ana", "Bo", chosen, "tavern")
        file, there = str(home / f"{told}.jsonl"), str(home / f"{told}.db")
        assert run("export", "-o", file).code == 0
        said = run("import", file, "--db", there)
        assert (said.code, PRACTICE in said.out) == (0, told)
        assert run("import", file, "--db", there, "--json").json["practice"] is told
