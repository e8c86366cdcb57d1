"""The rules looked up: by an id, or by words that they are about."""

from tests.cli.conftest import Herald, listed


def test_words_are_sought_and_an_id_is_looked_up(run: Herald) -> None:
    assert run("rules", "medieval", "MED-R4").out == run("rules", "medieval", "island_cost").out
    assert run("rules", "medieval", "med-r4").out == run("rules", "medieval", "r4").out
    assert run("rules", "medieval", "med-t2").out.startswith("MED-T2  Folding is not passing")
    assert run("rules", "heirs", "S").out.startswith("HEI-S1  ")
    found = run("rules", "medieval", "island_cost", "admiral")
    assert "  * requirement  " in found.out
    assert "Cartes d’îles, p. 6-7" in found.out
    assert found.out != run("rules", "medieval", "island_cost").out


def test_a_few_are_shown_and_the_rest_is_counted(run: Herald) -> None:
    said = run("rules", "medieval", "auction")
    everything = listed(run("rules", "medieval", "auction", "--json").json["found"])
    assert sum(line.startswith("MED-") for line in said.out.splitlines()) == 6 < len(everything)
    assert said.err == f"(and {len(everything) - 6} others; add words to narrow the search)\n"
    few = run("rules", "medieval", "gunpowder", "universities")
    assert few.out.splitlines()[0].startswith("MED-")


def test_the_same_is_found_whatever_the_language(run: Herald) -> None:
    english = run("rules", "medieval", "islands", "admirals", "--json").json
    french = run("rules", "medieval", "islands", "admirals", "--json", "--lang", "fr").json
    assert [one["id"] for one in listed(english["found"])] == [one["id"] for one in listed(french["found"])]
    assert [one["sentence"] for one in listed(english["found"])] != [one["sentence"] for one in listed(french["found"])]


def test_nothing_found(run: Herald) -> None:
    said = run("rules", "medieval", "auktion")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("Nothing in the rules is about “auktion”. Perhaps auction")
    assert "“MED-99.9”" in run("rules", "medieval", "MED-99.9").err, "what looks like an id is one"
    assert "auction" in str(run("rules", "medieval", "auktion", "--json").error["nearest"])


def test_an_id_says_of_which_game_it_is(run: Herald) -> None:
    for game, id_ in (("emara", "EMA-8.3"), ("medieval", "med-r4"), ("crossing", "KIN-15")):
        assert run("rules", id_).out == run("rules", game, id_).out != ""
    for id_ in ("KIN-R22", "EMA-8.3"):
        assert run("cases", id_).out == run("cases", {"KIN": "crossing", "EMA": "emara"}[id_[:3]], id_).out != ""
    assert run("rules", "EMA-8.3", "--json").json["game"] == "emara"
    assert "“EMA-99.9”" in run("rules", "EMA-99.9").err
    assert "There is no game “FOO-8.3”." in run("rules", "FOO-8.3").err
