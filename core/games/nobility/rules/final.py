"""RTN-19 The end of the game (Fin de Partie, p. 7): goods, Nobility, commissions; ties."""

from collections.abc import Iterator
from typing import Any, ClassVar

from core.games.nobility.facts.chancery import CommissionOpened, CommissionsOpened
from core.games.nobility.facts.course import MatchEnded
from core.games.nobility.facts.settlers import SettlersOpened
from core.games.nobility.names import CommissionId, SettlersId, Stock
from core.games.nobility.rules.gains import Gain
from core.games.nobility.rules.scoring import commission_vp, goods_vp, nobility_vp, ranking
from core.games.nobility.rules.solo import PLAYER
from core.games.nobility.table import Contract, Table
from core.kernel.game import Outcome
from core.kernel.rules.result import ranks_of
from core.kernel.rules.step import Auto, Next, SeatAuto


class ScoreRest(Auto[Table], frozen=True):
    """RTN-19.1: goods that are left, and the level of Nobility."""

    rule: ClassVar[str] = "RTN-19.1"

    def then(self, t: Table) -> Next:
        found: list[Gain] = []
        for seat in range(t.players):
            found.append(Gain(seat, Stock(vp=goods_vp(t, seat)), self.rule, "goods_left"))
            found.append(Gain(seat, Stock(vp=nobility_vp(t, seat)), self.rule, "nobility"))
        return found


class OpenCommissions(Auto[Table], frozen=True):
    """RTN-23.13: every commission card is turned up."""

    rule: ClassVar[str] = "RTN-23.13"

    def then(self, t: Table) -> Next:
        """RTN-23.16: those that are active count."""
        found: list[Any] = []
        scored: list[Any] = []
        for seat, p in enumerate(t.seats):
            for contract in p.contracts:
                found.append(_opened(seat, contract))
                scored += [ScoreCommission(seat, card_of(contract))] if contract.active else []
        return [*found, *scored]


def card_of(contract: Contract) -> CommissionId:
    """The card of a contract, to who may look at it."""
    if contract.kept is not None:
        return contract.kept.value.card
    assert contract.drawn is not None
    return CommissionId(contract.drawn.value[0])


def _opened(seat: int, contract: Contract) -> CommissionOpened:
    kept = None if contract.kept is None else contract.kept.open()
    drawn = None if contract.drawn is None else contract.drawn.open()
    return CommissionOpened("RTN-23.13", seat, card_of(contract), kept, drawn)


class ScoreCommission(SeatAuto[Table], frozen=True):
    """RTN-23.13: what an active card is worth."""

    rule: ClassVar[str] = "RTN-23.13"
    card: CommissionId

    def then(self, t: Table) -> Next:
        return [Gain(self.seat, Stock(vp=commission_vp(t, self.seat, self.card)), self.rule, self.card)]


class Finish(Auto[Table], frozen=True):
    """RTN-1.7, RTN-19.2: who has won; RTN-22.1: alone, whoever has fulfilled the objective."""

    rule: ClassVar[str] = "RTN-19.2"

    def then(self, t: Table) -> Next:
        keys = [ranking(t, seat) for seat in range(t.players)]
        ranks = ranks_of(keys)
        winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
        if t.solo:
            winners = (PLAYER,) if t.fulfilled else ()
        ended = MatchEnded("RTN-22.1" if t.solo else self.rule, tuple(key[0] for key in keys), ranks, winners)
        return [*_left_closed(t), ended]


def _left_closed(t: Table) -> Iterator[SettlersOpened | CommissionsOpened]:
    """The boxes that nobody has opened: draws that came after them are checked by what was gone from the deck."""
    for seat, p in enumerate(t.seats):
        if p.hidden is not None:
            yield SettlersOpened("RTN-2.5", seat, SettlersId(p.hidden.value[0]), p.hidden.open())
    alone = [one.drawn for p in t.seats for one in p.contracts]
    for hand in t.looked:
        if hand not in alone:
            yield CommissionsOpened("RTN-23.20", hand.by[0], tuple(map(CommissionId, hand.value)), hand.open())


def outcome(t: Table) -> Outcome | None:
    """RTN-22.1: alone, was the objective met? Each has a number of its own."""
    if t.objective is None or t.end is None:
        return None
    return Outcome([*t.edition.objectives].index(t.objective) + 1, t.end.scores[0], won=t.fulfilled)
