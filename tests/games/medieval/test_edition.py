"""What the edition of Medieval Realms says, and what an owner may say otherwise."""

import pytest
from msgspec.structs import replace

from core.games.medieval import GAME as MEDIEVAL
from core.games.medieval.names import CardId
from core.games.medieval.rules.play import set_off
from core.games.medieval.table import Player
from core.kernel.game import Setup
from core.kernel.setup.rulings import settle
from tests.support.editions import edition_of, text_of
from tests.support.pictures import board_text


def test_a_city_without_a_second_seal_answers_to_its_own() -> None:
    """MED-R6 indicated_seal, on a card that indicates none: what it tells is what it does."""
    text = text_of("medieval").replace(
        'TWN-01 = { town = "production", town_seal = "red"', 'TWN-01 = { town = "production"'
    )
    digest = edition_of("medieval").adopt("mine.toml", text).digest
    rulings = settle(MEDIEVAL.rulings, {"town_trigger": "indicated_seal"})
    table = MEDIEVAL.new(Setup(("Ana", "Bo"), rulings, digest))[0]
    table = table.with_side(0, Player(realm=(CardId("TWN-01"), CardId("TWN-02"))))
    set_off_by = [
        card for card in table.edition.cards.values() if [town.id for town in set_off(table, 0, card)] == ["TWN-01"]
    ]
    assert {card.seal for card in set_off_by} == {"green"}
    board = board_text(MEDIEVAL, MEDIEVAL.view(table, 0), MEDIEVAL.words("en"), ("Ana", "Bo"))
    assert "green card played: +1 VP +1 production" in board


@pytest.mark.parametrize(
    ("written", "instead"),
    [
        ('now = ["vp 6"]', "now = []"),
        ('cost = "6 raw_material"', 'cost = "9 production + 9 science + 9 culture + 9 religion + 9 gold + 9 combat"'),
    ],
)
def test_a_card_that_does_nothing_or_costs_of_everything_is_drawn(written: str, instead: str) -> None:
    assert written in text_of("medieval")
    digest = edition_of("medieval").adopt("mine.toml", text_of("medieval").replace(written, instead)).digest
    table = MEDIEVAL.new(Setup(("Ana", "Bo"), settle(MEDIEVAL.rulings, {}), digest))[0]
    shown = replace(table, upcoming=(CardId("WAR-01"), CardId("CAS-01")))
    for lang in ("en", "fr"):
        board = board_text(MEDIEVAL, MEDIEVAL.view(shown, 0), MEDIEVAL.words(lang), ("Ana", "Bo"))
        assert "WAR-01" in board
        assert "CAS-01" in board
