"""RTN-2.14 The starting bonuses of characters: after everything else, in turn order."""

from collections.abc import Iterable
from itertools import combinations_with_replacement
from typing import Any, ClassVar

from core.games.nobility.data import effects
from core.games.nobility.facts.settlers import SettlersTaken
from core.games.nobility.moves import BonusGoods, BonusSettlers
from core.games.nobility.names import GOODS, CharacterId, Goods
from core.games.nobility.rules.display import FillTavern
from core.games.nobility.rules.gains import Gain, gained, stocked, worth
from core.games.nobility.table import Table
from core.kernel.rules.step import Ask, Auto, Blocked, Next, Offer, SeatChoice


class StartBonuses(Auto[Table], frozen=True):
    """RTN-2.14: each character's, part by part."""

    rule: ClassVar[str] = "RTN-2.14"

    def then(self, t: Table) -> Next:
        """RTN-R30: are there any?"""
        if t.rulings.character_bonus == "off":
            return []
        return [step for seat in t.clockwise(t.first) for step in _bonuses(t, seat)]


def _bonuses(t: Table, seat: int) -> list[Any]:
    character = t.seats[seat].character
    assert character is not None
    found: list[Any] = []
    for effect in t.edition.characters[character].bonus:
        match effect:
            case effects.AnyGoods(amount=number):
                found.append(ChooseGoods(seat, character, number))
            case effects.Settlers(amount=number):
                found += [ChooseSettlers(seat)] * number
            case _:
                found.append(Gain(seat, worth(effect), StartBonuses.rule, character))
    return found


class ChooseGoods(SeatChoice[Table, BonusGoods], frozen=True):
    """RTN-2.14: so many goods of one's choice."""

    rule: ClassVar[str] = "RTN-2.14"
    character: CharacterId
    number: int

    def offers(self, t: Table, seat: int) -> Iterable[Offer[BonusGoods]]:
        return [Offer(BonusGoods(goods)) for goods in combinations_with_replacement(GOODS, self.number)]

    def unoffered(self, t: Table, seat: int, move: BonusGoods) -> Blocked:
        return Blocked(self.rule, "so_many_goods", need=self.number, have=len(move.goods))

    def resolve(self, t: Table, seat: int, move: BonusGoods) -> Next:
        goods = Goods(**{good: move.goods.count(good) for good in GOODS})
        return gained(t, seat, stocked(goods), self.rule, self.character)


class ChooseSettlers(SeatChoice[Table, BonusSettlers], frozen=True):
    """RTN-2.14: a card that lies face up; another one takes its place at once."""

    rule: ClassVar[str] = "RTN-2.14"
    forced = True

    def asks(self, t: Table) -> Ask | None:
        return Ask((self.seat,)) if any(t.tavern) else None

    def offers(self, t: Table, seat: int) -> Iterable[Offer[BonusSettlers]]:
        return [Offer(BonusSettlers(card)) for card in t.tavern if card is not None]

    def unoffered(self, t: Table, seat: int, move: BonusSettlers) -> Blocked:
        return Blocked(self.rule, "not_in_tavern", have=move.card)

    def resolve(self, t: Table, seat: int, move: BonusSettlers) -> Next:
        return [SettlersTaken(self.rule, seat, move.card), FillTavern()]
