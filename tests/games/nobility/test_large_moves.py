"""What can be sold at the port and spent on settlers: every legal way, found again by trying all that there is."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from core.games.nobility import GAME
from core.games.nobility.moves import Port, Settle
from core.games.nobility.names import DICE, GOODS, PLAYED, GoodId, Goods, ShipId
from core.games.nobility.rules.placing import PlaceDie
from core.games.nobility.rules.settle import SatisfySettlers
from core.games.nobility.table import Table
from core.kernel.bots.matches import seated
from core.kernel.rules import engine
from core.kernel.rules.chance import Stream, derived, stream
from core.kernel.rules.ways import Ways

Counts = Mapping[GoodId, int]


def table(seed: str, readings: Mapping[str, str] | None = None) -> Table:
    """A table of two at the beginning of a match."""
    setup = seated(GAME, 2, {"character_bonus": "off", **(readings or {})})
    begun: Table = engine.begin(GAME, setup, derived(seed)).state.table
    return begun


def with_goods(t: Table, chance: Stream, most: int, **more: Any) -> Table:
    """The same, seat 0 with a house and some goods of each type."""
    goods = {str(good): chance.below(most + 1) for good in GOODS}
    return t.with_side(0, replace(t.seats[0], stock=replace(t.seats[0].stock, houses=1, **goods), **more))


def heaps(limits: Counts) -> Iterator[tuple[GoodId, ...]]:
    """Every heap of goods within these limits, in the order of the goods."""
    for numbers in product(*(range(limits.get(good, 0) + 1) for good in GOODS)):
        yield tuple(good for good, number in zip(GOODS, numbers, strict=True) for _ in range(number))


@pytest.mark.parametrize("types", ["required_only", "any_type"])
@pytest.mark.parametrize("four", ["no", "yes_plus_one"])
def test_a_settlers_card_is_satisfied_in_every_way_within_its_budget(types: str, four: str) -> None:
    """RTN-7.2 to RTN-7.4, RTN-R6, RTN-R25."""
    dice, begun = stream("settle", types, four), table("settle", {"settle_types": types, "character_four": four})
    cards = tuple(begun.edition.settlers)
    for _ in range(6):
        held = tuple({dice.pick(cards) for _ in range(3)})
        t = with_goods(begun, dice, 5, held=held)
        found = {(move.card, move.goods) for move in Ways(SatisfySettlers(0), t, 0, Settle).moves()}
        assert found == {(card, goods) for card in held for goods in fitting(t, card, types, four)}
        assert (SatisfySettlers(0).asks(t) is not None) == bool(found)


def fitting(t: Table, id_: Any, types: str, four: str) -> Iterator[tuple[GoodId, ...]]:
    p, card = t.seats[0], t.edition.settlers[id_]
    assert p.character is not None
    own = t.edition.characters[p.character].good
    allowed = GOODS if types == "any_type" else card.goods
    limits = {good: min(p.stock.of(good), 4 if good == own else 3) for good in allowed}
    for goods in heaps(limits):
        more = four == "yes_plus_one" and goods.count(own) == 4
        if {*card.goods} <= {*goods} and card.min <= len(goods) <= card.max + more:
            yield goods


def test_goods_are_sold_in_every_mixture_that_the_ship_has_room_for() -> None:
    """RTN-12.2, RTN-12.4."""
    dice, begun = stream("port"), table("port")
    for _ in range(6):
        ship = dice.pick(tuple(begun.edition.ships))
        loaded = Goods(*(dice.below(2) for _ in GOODS))
        t = replace(with_goods(begun, dice, 3, dice=(2, 6)), ship=ShipId(ship), loaded=loaded)
        wants = t.edition.ships[ship].wants
        limits = {good: min(t.seats[0].stock.of(good), wants[good].spaces - loaded.of(good)) for good in wants}
        possible = [goods for goods in heaps({good: max(most, 0) for good, most in limits.items()}) if goods]
        found = {(move.die, move.goods) for move in Ways(PlaceDie(0), t, 0, Port).moves()}
        assert found == {
            (die, goods) for die in DICE if die in {"2", "6"} for goods in possible if len(goods) <= PLAYED[die][1]
        }
