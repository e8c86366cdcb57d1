"""`herald list`: one line a match, in the words of its game."""

import pytest

from tests.cli.conftest import Herald

FAR = {
    ("medieval", "en"): "setting up",  # monarchs are still to be chosen
    ("medieval", "fr"): "mise en place",
    ("emara", "en"): "round 1, turn 1",
    ("emara", "fr"): "manche 1, tour 1",
    ("heirs", "en"): "turn 1",
    ("heirs", "fr"): "tour 1",
    ("crossing", "en"): "setting up",  # start cards are still to be picked
    ("crossing", "fr"): "mise en place",
}


@pytest.mark.parametrize(("game", "lang"), FAR)
def test_a_line_says_how_far_the_match_is(game: str, lang: str, run: Herald) -> None:
    run("new", game, "Ana", "Bo")
    (line,) = run("list", "--lang", lang).out.splitlines()
    assert f"Ana, Bo  {FAR[game, lang]}  " in line
