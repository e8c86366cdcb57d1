"""What a card, a bird, a tile or a track gives (KIN-5.4, KIN-16): every effect goes through `Gain`.

Coins and points are given here; what more an effect means the file of its heading says (`gives`).
"""

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from core.games.crossing.data import effects
from core.games.crossing.facts.gains import CoinsGained, CoinsPaid, VpGained
from core.games.crossing.moves import Leave, Take
from core.games.crossing.names import CardId, CountedId, SourceName
from core.games.crossing.rules.tally import count
from core.games.crossing.table import Table
from core.kernel.rules.step import Next, Offer, SeatAuto, SeatChoice

E = TypeVar("E", bound=effects.Effect)


class Gain(SeatAuto[Table], frozen=True):
    """KIN-5.4: an effect, with the numbers of the moment; KIN-R37 doubled_amount: `times` as much at once."""

    rule: ClassVar[str] = "KIN-5.4"
    gain: effects.Gain
    under: str
    source: SourceName
    times: int = 1

    def then(self, t: Table) -> Next:
        return GIVES[self.gain.__class__](t, self, self.gain)


GIVES: dict[type[effects.Effect], Callable[[Table, Gain, Any], Next]] = {}
"""How each kind of effect is given: declared beside the rules that it is about."""


Given = Callable[[Table, Gain, E], Next]


def gives(*kinds: type[effects.Effect]) -> Callable[[Given[E]], Given[E]]:
    """Marks the function that says what happens when such an effect is gained."""

    def declare(function: Given[E]) -> Given[E]:
        GIVES.update(dict.fromkeys(kinds, function))
        return function

    return declare


CoinEffect = effects.Coins | effects.CoinsPerPaw | effects.CoinsMinusPaws | effects.CoinsPer
VpEffect = effects.Vp | effects.VpPerPawPair | effects.VpPer


@gives(effects.Coins, effects.CoinsPerPaw, effects.CoinsMinusPaws, effects.CoinsPer)
def _coins(t: Table, g: Gain, effect: CoinEffect) -> Next:
    return coins(g.under, g.seat, g.times * worth(t, g.seat, effect, g.source), g.source)


@gives(effects.Vp, effects.VpPerPawPair, effects.VpPer)
def _points(t: Table, g: Gain, effect: VpEffect) -> Next:
    return points(g.under, g.seat, g.times * worth(t, g.seat, effect, g.source), g.source)


def worth(t: Table, seat: int, effect: CoinEffect | VpEffect, source: str) -> int:
    """How many coins or points an effect brings now."""
    paws = len(t.sides[seat].paws)
    match effect:
        case effects.Coins() | effects.Vp():
            return effect.amount
        case effects.CoinsPerPaw():  # KIN-16.1
            return paws
        case effects.CoinsMinusPaws():  # KIN-16.4: never less than nothing
            return max(0, effect.amount - paws)
        case effects.VpPerPawPair():
            return paws // 2
        case effects.CoinsPer() | effects.VpPer():
            return counted_for(t, seat, effect.counted, source)


def counted_for(t: Table, seat: int, counted: CountedId, source: str) -> int:
    """KIN-5.6, KIN-T7: what the side has. KIN-R38: a structure that is being bought counts itself, or not yet."""
    found = count(t, seat, counted)
    if counted != "structure" or t.rulings.new_structure_self == "not_yet":
        return found
    bought = source in t.edition.structures and CardId(source) not in t.sides[seat].structures
    return found + bought


def coins(rule: str, seat: int, amount: int, source: str) -> list[CoinsGained]:
    """KIN-1.9: from the supply, which never runs out; none is no fact."""
    return [CoinsGained(rule, seat, amount, source)] if amount else []


def pay(rule: str, seat: int, amount: int, source: str) -> list[CoinsPaid]:
    """KIN-1.9: back to the supply; a price of nothing is no fact."""
    return [CoinsPaid(rule, seat, amount, source)] if amount else []


def points(rule: str, seat: int, amount: int, source: str) -> list[VpGained]:
    """KIN-1.8: at once on the score track; none is no fact."""
    return [VpGained(rule, seat, amount, source)] if amount else []


class MayGain(SeatChoice[Table, Take | Leave], frozen=True):
    """KIN-R26, KIN-R58 optional: what is offered can be left."""

    rule: ClassVar[str] = "KIN-5.4"
    forced = True  # KIN-R3: nobody leaves the coins without which a card cannot be paid
    gains: tuple[Gain, ...]

    def offers(self, t: Table, seat: int) -> tuple[Offer[Take | Leave], ...]:
        return (Offer(Take()), Offer(Leave()))

    def resolve(self, t: Table, seat: int, move: Take | Leave) -> Next:
        return self.gains if isinstance(move, Take) else []


def of_card(t: Table, *gains: Gain) -> Next:
    """KIN-R58: must what a card, the queen or a tile gives be taken?"""
    return gains if t.rulings.card_effects == "mandatory" else [MayGain(gains[0].seat, gains)]


def repeated(t: Table, gain: Gain, times: int) -> tuple[Gain, ...]:
    """KIN-9.1, KIN-8.4d: once, or doubled. KIN-R37: two resolutions, or one of twice the amount?"""
    if times > 1 and t.rulings.queen_double == "doubled_amount":
        return (Gain(gain.seat, gain.gain, gain.under, gain.source, times),)
    return (gain,) * times
