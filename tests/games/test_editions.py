"""An owner's edition of each game: what could not be played is refused with the name of its entry."""

import pytest

from core.games import NAMES
from core.kernel.errors import EditionError
from tests.support.cases import cases_of
from tests.support.editions import edition_of, text_of


@pytest.mark.parametrize("game", NAMES)
def test_other_numbers_are_welcome(game: str) -> None:
    mine = text_of(game).replace('name = "house"', 'name = "mine"')
    for written, instead in cases_of(game).WELCOME:
        assert written in mine
        mine = mine.replace(written, instead)
    made = edition_of(game).adopt("mine.toml", mine)
    assert made.name == "mine"
    assert made.digest != edition_of(game).shipped().digest
    assert edition_of(game).edition(made.digest).name == "mine"


CASES = [(game, *case) for game in NAMES for case in cases_of(game).BROKEN]


@pytest.mark.parametrize(("game", "written", "instead", "entry"), CASES)
def test_what_could_not_be_played_is_refused(game: str, written: str, instead: str, entry: str) -> None:
    text = text_of(game)
    assert written in text
    with pytest.raises(EditionError) as found:
        edition_of(game).adopt("mine.toml", text.replace(written, instead))
    assert str(found.value.terms["entry"]).startswith(entry)
