"""MED-7 Setting up (MISE EN PLACE, p. 8-9)."""

from collections.abc import Iterable
from itertools import combinations
from typing import ClassVar

from core.games.medieval.facts import CurrentDealt, MonarchTaken, OrderDrawn, PairTaken, StockGiven, UpcomingDealt
from core.games.medieval.moves import TakeMonarch, TakePair
from core.games.medieval.names import RESOURCES, CardId
from core.games.medieval.rules.gains import Gain, one_each
from core.games.medieval.table import Table
from core.kernel.rules.chance import Draw, Drawn
from core.kernel.rules.step import Ask, Auto, Blocked, Chance, Next, Offer, SeatChoice


class DealCurrent(Chance[Table], frozen=True):
    """MED-7.3: deal the current events."""

    rule: ClassVar[str] = "MED-7.3"

    def draw(self, t: Table) -> Draw:
        return Draw("current events", t.reserve, len(t.current))

    def drew(self, t: Table, drawn: Drawn) -> Next:
        return [CurrentDealt(self.rule, tuple(range(1, len(drawn) + 1)), tuple(map(CardId, drawn)))]


class DealUpcoming(Chance[Table], frozen=True):
    """MED-7.4: deal the upcoming events."""

    rule: ClassVar[str] = "MED-7.4"

    def draw(self, t: Table) -> Draw | None:
        """MED-R40 face_down: a card that nobody may see is not drawn before it is turned up."""
        if t.rulings.upcoming == "face_down":
            return None
        return Draw("upcoming events", t.reserve, t.edition.board.upcoming)

    def drew(self, t: Table, drawn: Drawn) -> Next:
        return [UpcomingDealt(self.rule, tuple(map(CardId, drawn)))]


class ChooseMonarch(SeatChoice[Table, TakeMonarch], frozen=True):
    """MED-7.6: a King or Queen card, in seat order (MED-R46)."""

    rule: ClassVar[str] = "MED-7.6"

    def asks(self, t: Table) -> Ask | None:
        """MED-R46: chosen, or dealt with the stock?"""
        return Ask((self.seat,)) if t.rulings.monarch_choice == "chosen" else None

    def offers(self, t: Table, seat: int) -> Iterable[Offer[TakeMonarch]]:
        taken = {player.monarch for player in t.seats}
        for monarch in t.edition.monarchs:
            blocked = Blocked("MED-7.6", "monarch_taken", have=monarch) if monarch in taken else None
            yield Offer(TakeMonarch(monarch), blocked)

    def resolve(self, t: Table, seat: int, move: TakeMonarch) -> Next:
        return [MonarchTaken(self.rule, seat, move.monarch)]


class GiveStock(Auto[Table], frozen=True):
    """MED-7.7, MED-7.8, MED-7.9: everybody's starting resources and leaders."""

    rule: ClassVar[str] = "MED-7.7"

    def then(self, t: Table) -> Next:
        """Who has not chosen a monarch is dealt one: monarch k goes to seat k."""
        stock = t.edition.stock
        rule = "MED-7.9" if t.players == 2 else "MED-7.8"
        monarchs = [
            MonarchTaken("MED-7.6", seat, monarch)
            for (seat, player), monarch in zip(enumerate(t.seats), t.edition.monarchs, strict=False)
            if player.monarch is None
        ]
        given = [StockGiven(rule, seat, stock.goods, stock.leaders[t.players]) for seat in range(t.players)]
        return [*monarchs, *given]


class DrawOrder(Chance[Table], frozen=True):
    """MED-7.11: the first turn order, by lot."""

    rule: ClassVar[str] = "MED-7.11"

    def draw(self, t: Table) -> Draw:
        """Every seat, in the order in which they are drawn."""
        return Draw("turn order", tuple(str(seat) for seat in range(t.players)), t.players)

    def drew(self, t: Table, drawn: Drawn) -> Next:
        return [OrderDrawn(self.rule, tuple(int(seat) for seat in drawn))]


class TakePairs(Auto[Table], frozen=True):
    """MED-7.13: the last in turn order takes two resources first."""

    rule: ClassVar[str] = "MED-7.13"

    def then(self, t: Table) -> Next:
        return [ChoosePair(seat) for seat in reversed(t.order)]


class ChoosePair(SeatChoice[Table, TakePair], frozen=True):
    """MED-7.13, MED-7.14: two different resources, and a pair that nobody else has."""

    rule: ClassVar[str] = "MED-7.13"

    def offers(self, t: Table, seat: int) -> Iterable[Offer[TakePair]]:
        """MED-7.15: pairs have no order; there are 21."""
        taken = {player.pair for player in t.seats}
        for pair in combinations(RESOURCES, t.edition.stock.pair):
            yield Offer(TakePair(pair), Blocked("MED-7.14", "pair_taken") if pair in taken else None)

    def unoffered(self, t: Table, seat: int, move: TakePair) -> Blocked:
        """MED-7.13: two resources, and two different ones."""
        asked = t.edition.stock.pair
        if len(move.pair) != asked:
            return Blocked("MED-7.13", "so_many_resources", need=asked, have=len(move.pair))
        return Blocked("MED-7.13", "pair_of_one", have=move.pair[0])

    def resolve(self, t: Table, seat: int, move: TakePair) -> Next:
        return [PairTaken(self.rule, seat, move.pair), Gain(seat, one_each(move.pair), self.rule, "pair")]
