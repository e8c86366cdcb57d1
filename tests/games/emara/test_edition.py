"""What the edition of the Crown of Emara says, and what an owner may say otherwise."""

from typing import Any

import pytest

from core.games.emara.data.edition import Bonus, Trade
from core.games.emara.data.edition import edition as emara
from core.games.emara.data.edition import shipped as shipped_emara
from core.games.emara.names import RESOURCES, Goods
from core.kernel.errors import EditionError
from tests.support.editions import edition_of, text_of


def test_an_event_more_or_less_is_refused() -> None:
    text = text_of("emara")
    winter = text[text.index("[events.early_winter]") : text.index("[events.foreign_traders]")]
    for mine in (text.replace(winter, ""), text + winter.replace("early", "late")):
        with pytest.raises(EditionError) as found:
            edition_of("emara").adopt("mine.toml", mine)
        assert found.value.terms["entry"] == "events"


def test_effects_of_emara_are_read_from_their_notation() -> None:
    made = emara(shipped_emara().digest)
    advisors: Any = made.advisors
    assert advisors["baker"].power[1] == Trade(Goods(cloth=1, grain=2), gain=Goods(bread=2))
    assert advisors["schoolmarm"].power == (Trade(any=2, gain=Goods(book=1)),)
    assert advisors["merchant"].power == (Trade(any=1, other=1),)
    assert advisors["landlord"].power == (Trade(Goods(cloth=1, cp=1), gain=Goods(bp=5)),)
    assert advisors["abbess"].bonus == (Bonus("donation", Goods(book=1)),)
    assert [id_ for id_, advisor in advisors.items() if advisor.free] == ["chamberlain"]


def test_a_marker_shows_its_numbers_and_then_what_is_printed() -> None:
    made = emara(shipped_emara().digest)
    gift = made.markers.gift
    assert [gift.shows("s23", turns) for turns in range(5)] == [1, 2, 3, 4, 4]
    assert [gift.shows("s4", turns) for turns in range(6)] == [1, 2, 2, 3, 4, 4]
    two = made.starts[2]
    assert [two.gift.of(resource) for resource in RESOURCES] == [0, 1, 1, 0]
    assert [two.donation.of(resource) for resource in RESOURCES] == [1, 0, 0, 1]
    assert made.markers.stone.shows(two.stone.side, two.stone.at) == 3
    assert made.markers.bread.shows(two.bread.side, two.bread.at) == 5


def test_each_resource_of_emara_is_asked_for_equally_often() -> None:
    made = emara(shipped_emara().digest)
    costs = sum((advisor.cost.goods for advisor in made.advisors.values()), Goods())
    huts = sum((hut.goods for country in made.countryside.values() for hut in country.huts), Goods())
    assert costs == Goods(16, 16, 16, 16)
    assert huts == Goods(6, 6, 6, 6)
