"""KIN-R2, KIN-R3 Can a card be paid in the end? What comes between the choice and the price, thought through exactly.

Between the two lie the bird's bonus (once or twice), with structures that it triggers and spaces that markers reach,
and the resource of a turn with the trading tile, with the space that its marker reaches. None of it must be paid for:
what can be paid now can be paid then. What cannot is played through, choice by choice, by the same steps that will ask
(`promises`); favors that are drawn on the way bring no coins. `most_coins` says whether that is worth while.
"""

from typing import Final

from core.games.crossing.data import effects
from core.games.crossing.data.edition import TOP
from core.games.crossing.names import RESOURCES, ResourceId, SlotId
from core.games.crossing.rules.birds import twice
from core.games.crossing.rules.gains import MayGain, worth
from core.games.crossing.rules.purchase import Pay, price, purchase
from core.games.crossing.rules.tiles import side_in_use
from core.games.crossing.rules.tracks import Trading
from core.games.crossing.table import Table
from core.kernel.rules.promises import missed
from core.kernel.rules.step import Blocked, Next

PLENTY: Final = 1_000
"""More than any card costs: for what hangs on choices."""

STEPS: Final = 3
"""So often a marker moves on for one resource that is gained: a bird may count twice, and one be bought."""


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
    elif have + (PLENTY if first else most_coins(t, seat, slot)) >= cost:
        return missed((Trading(seat),), t, [*between, Pay(seat, slot)])
    return Blocked("KIN-8.5.1", "too_few_coins", need=cost, have=have, what=slot) if have < cost else None


def most_coins(t: Table, seat: int, slot: SlotId) -> int:
    """As many coins as the bird and a resource that is bought can bring at the very most."""
    p, bird = t.sides[seat], t.bird_on(slot)
    met = 0 if bird is None else most_of(t, seat, t.edition.birds[bird].gain) * (1 + twice(t, seat))
    if p.bought or not side_in_use(t, p).price:
        return met
    return met + max(most_of_step(t, seat, resource, STEPS) for resource in RESOURCES)


def most_of(t: Table, seat: int, effect: effects.Gain) -> int:
    """As many as an effect can bring at the very most."""
    match effect:
        case effects.Coins() | effects.CoinsPerPaw() | effects.CoinsMinusPaws() | effects.CoinsPer():
            return worth(t, seat, effect, "")
        case effects.Res():
            return most_of_step(t, seat, effect.resource, STEPS * effect.amount)
        case effects.Vp() | effects.VpPer() | effects.VpPerPawPair() | effects.Deco1() | effects.Deco2():
            return 0
        case effects.Upgrade() | effects.GainFavor():
            return 0
        case _:
            return PLENTY


def most_of_step(t: Table, seat: int, resource: ResourceId, spaces: int) -> int:
    """The same for a marker that moves on so far; beyond the last space it may be another one (KIN-R13)."""
    track, at = t.edition.tracks[resource], t.sides[seat].resources.of(resource)
    if at + spaces > TOP:
        return PLENTY
    if not at < track.bonus <= at + spaces:
        return 0
    return PLENTY if isinstance(track.gain, effects.Res) else most_of(t, seat, track.gain)


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
