"""An owner's edition of Medieval Realms: what could not be played is refused with the name of its entry."""

import pytest

from core.games.medieval.edition import PACKAGE, adopt
from core.kernel import resources
from core.kernel.errors import EditionError

SHIPPED = resources.read(PACKAGE, "edition.toml").decode()


def test_other_numbers_are_welcome() -> None:
    mine = SHIPPED.replace("deployment = 4", "deployment = 5").replace('name = "house"', 'name = "mine"')
    assert adopt("mine.toml", mine).name == "mine"


@pytest.mark.parametrize(
    ("written", "instead", "entry"),
    [
        ("rounds = 7", "rounds = 0", "board.rounds"),
        ("deployment = 4", "deployment = 0", "board.deployment"),
        ("milestone = 5", "milestone = 0", "board.milestone"),
        ("leftovers = 2 ", "leftovers = 0 ", "board.leftovers"),
        ("upcoming = 6", "upcoming = 0", "board.upcoming"),
        ("current = 12", "current = 105", "board.current"),
        ("prices = [1, 2, 3]", "prices = [1, 2, 3, 4, 5]", "board.prices"),
        ("honour = [0, 1, 3, 6, 9, 12]", "honour = []", "board.honour"),
        ("honour = [0, 1, 3, 6, 9, 12]", "honour = [0, 3, 1]", "board.honour"),
        ("5 = 1 }", "6 = 1 }", "board.discard"),
        ("decoys = { 2 = 2,", "decoys = {", "stock.decoys"),
        ("pair = 2", "pair = 3", "stock.pair"),
        ('box = "26 mayor', 'box = "19 mayor', "stock.box"),
        ('{ 2 = "6 mayor', '{ 2 = "1 mayor', "stock.leaders"),
        ("least = 2", "least = 3", "terrains"),
        ('CAS-08 = { from = "house" }\n', "", "families"),
        ('seal = "orange"', 'seal = "pink"', "families.castle.cards.CAS-01.seal"),
        ('measure = "raw_material"', "", "families.castle"),
        ('"choose 4 barred=religion"', '"choose 2 barred=religion", "choose 2 barred=gold"', "families.tithe"),
        ('town = "production"', 'town = "iron"', "families.town.cards.TWN-01.town"),
    ],
)
def test_what_could_not_be_played_is_refused(written: str, instead: str, entry: str) -> None:
    assert written in SHIPPED
    with pytest.raises(EditionError) as found:
        adopt("mine.toml", SHIPPED.replace(written, instead))
    assert str(found.value.terms["entry"]).startswith(entry)
