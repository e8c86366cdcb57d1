"""KIN-R2, KIN-R3 Can a card be paid in the end? What comes between the choice and the price, thought through exactly.

Between the two lie the bird's bonus (once or twice), with structures that it triggers and spaces that markers reach,
and the resource of a turn with the trading tile, with the space that its marker reaches. None of it must be paid for:
what can be paid now can be paid then. What cannot is played through, choice by choice, by the same steps that will ask
(`promises`); favors that are drawn on the way bring no coins. `reach` says whether that is worth while.
"""

from typing import Final

from core.games.crossing.data import effects
from core.games.crossing.data.edition import TOP
from core.games.crossing.names import RESOURCES, ResourceId, SlotId
from core.games.crossing.rules.birds import twice
from core.games.crossing.rules.gains import MayGain, worth
from core.games.crossing.rules.investment import cash
from core.games.crossing.rules.purchase import Pay, price, purchase
from core.games.crossing.rules.tiles import side_in_use
from core.games.crossing.rules.trade import Trading
from core.games.crossing.table import Table
from core.kernel.rules.promises import missed
from core.kernel.rules.step import Blocked, Next

PLENTY: Final = 1_000
"""More than any card costs: for what hangs on choices."""


def unpayable(t: Table, seat: int, slot: SlotId, first: Next = ()) -> Blocked | None:
    """Why a card cannot be chosen on this table, where the walk has ended; `first`: what is due before the choice.

    KIN-R2: do the bird's coins count? KIN-R3: do those that hang on a choice?
    """
    cost, have = price(t, t.on_slot(slot)), t.sides[seat].coins
    if have >= cost:
        return None
    between = [*first, *(purchase(seat, slot, trades=True)[:-1] if t.rulings.bird_coins_count == "yes" else ())]
    if t.rulings.work_guarantee == "certain_only":
        have = certain_coins(t, seat, between)
    elif between:
        least, most = (0, PLENTY) if first else reach(t, seat, slot)
        if have + least >= cost:
            return None
        if have + most >= cost:
            return missed((Trading(seat),), t, [*between, Pay(seat, slot)])
        have += most
    return Blocked("KIN-8.5.1", "too_few_coins", need=cost, have=have, what=slot) if have < cost else None


Range = tuple[int, int]
"""Coins that can be had for certain by somebody who wants them, and as many as there can be at the very most."""

NOTHING: Final = (0, 0)


def reach(t: Table, seat: int, slot: SlotId) -> Range:
    """What the bird and a resource that is bought can bring."""
    p, bird = t.sides[seat], t.bird_on(slot)
    gain, times = None if bird is None else t.edition.birds[bird].gain, 1 + twice(t, seat)
    met = NOTHING if gain is None else brings(t, seat, gain, times)
    if p.bought or not side_in_use(t, p).price:
        return met
    moved = {gain.resource: times * gain.amount} if isinstance(gain, effects.Res) else {}
    buys = max(at_space(t, seat, resource, moved.get(resource, 0) + 1)[1] for resource in RESOURCES)
    return met[0], met[1] + buys


def brings(t: Table, seat: int, effect: effects.Gain, times: int) -> Range:
    """What an effect can bring so often, before anything else."""
    match effect:
        case effects.Coins() | effects.CoinsPerPaw() | effects.CoinsMinusPaws() | effects.CoinsPer():
            found = times * worth(t, seat, effect, "")
            return found, found
        case effects.Res():
            return at_space(t, seat, effect.resource, times * effect.amount)
        case effects.Invest():
            cashed = cash(t, t.sides[seat].investment)
            return cashed, cashed if effect.amount == times == 1 else PLENTY
        case effects.Vp() | effects.VpPer() | effects.VpPerPawPair() | effects.Deco1() | effects.Deco2():
            return NOTHING
        case effects.Upgrade() | effects.GainFavor():
            return NOTHING
        case _:
            return 0, PLENTY


def at_space(t: Table, seat: int, resource: ResourceId, spaces: int) -> Range:
    """What a marker can reach that moves on so far; beyond the last space it may be another one (KIN-R13)."""
    track, at = t.edition.tracks[resource], t.sides[seat].resources.of(resource)
    reached = at < track.bonus <= at + spaces
    return (0, PLENTY) if reached or at + spaces > TOP else NOTHING


def certain_coins(t: Table, seat: int, between: Next) -> int:
    """The coins of a side after all that asks for no choice."""
    left = [*reversed(between)]
    while left:
        step = left.pop()
        if isinstance(step, MayGain):  # KIN-R26 optional: nobody leaves what is needed
            left += reversed(step.gains)
        elif step.role == "auto":
            left += reversed(step.then(t))
        elif step.role == "fact":
            t = step.on(t)
    coins: int = t.sides[seat].coins
    return coins
