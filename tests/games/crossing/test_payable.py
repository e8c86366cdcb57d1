"""KIN-R2, KIN-R3: that a card can be paid is exact. Here by trying whatever can be done until it must be paid."""

from typing import ClassVar

import pytest
from msgspec.structs import replace

from core.games.crossing import GAME
from core.games.crossing.moves import Work
from core.games.crossing.names import BRIDGES, HOME, REGIONS, TILES, BirdId, Resources, SlotId
from core.games.crossing.rules.birds import Meet
from core.games.crossing.rules.day import Action
from core.games.crossing.rules.goals import Pause
from core.games.crossing.rules.payable import unpayable
from core.games.crossing.rules.purchase import price
from core.games.crossing.rules.trade import Trading
from core.games.crossing.table import Player, Table
from core.kernel.rules import engine
from core.kernel.rules.chance import Stream, derived, stream
from core.kernel.rules.engine import State
from core.kernel.rules.marks import Seat
from core.kernel.rules.secret import unsalted
from core.kernel.rules.step import Ask, Next, Offer, SeatChoice
from tests.support.matches import Recipe

RICHEST = 9
DEAL = derived("payable")


class Cashier(SeatChoice[Table, Work], frozen=True, tag=True):
    """Stands where the price is due, and waits."""

    rule: ClassVar[str] = "KIN-8.5.3"

    def asks(self, t: Table) -> Ask | None:
        return Ask((self.seat,))

    def offers(self, t: Table, seat: int) -> tuple[Offer[Work], ...]:
        return ()

    def resolve(self, t: Table, seat: int, move: Work) -> Next:
        raise AssertionError("nobody pays here")


def most(t: Table, seat: Seat, slot: SlotId) -> int:
    """The most coins that a player can have when the price is due: everything is tried."""
    agenda = (Trading(seat), Cashier(seat), Pause(seat), Meet(seat, slot))
    begun = engine.go_on(GAME, State(t, agenda), DEAL, unsalted)
    best, left, met = 0, [begun.state], list[State[Table]]()
    while left:
        state = left.pop()
        if isinstance(state.agenda[-1], Cashier):
            best = max(best, state.table.seats[seat].coins)
        for move in engine.legal(state, seat):
            after = engine.decide(GAME, state, seat, move, DEAL).state
            if after not in met:
                met.append(after)
                left.append(after)
    return best


def somewhere(t: Table, seat: Seat, dice: Stream) -> Table:
    """The same table, the player's own things by chance: much that a bird can set off lies near."""
    data = t.edition
    spaces = {
        resource: dice.pick((0, track.bonus - 1, track.bonus - 2, 8, 9, 10)) for resource, track in data.tracks.items()
    }
    structures = tuple(structure for structure in data.structures if not dice.below(5))
    working = dice.pick(TILES[:5])
    upgraded = tuple(tile for tile in TILES if dice.below(2))
    changed = Player(
        coins=dice.below(RICHEST),
        resources=Resources(**spaces),
        investment=dice.below(4),
        region=dice.pick(REGIONS),
        cards=t.seats[seat].cards,
        structures=(HOME, *structures[:2]),
        birds=t.birds[: dice.below(6)],
        upgraded=upgraded,
        paws=BRIDGES[: dice.below(7)],
        working=working,
        face=working in upgraded,
        crossed=dice.below(3),
        doubling=not dice.below(4),
    )
    birds = [BirdId(bird) for bird in data.birds]
    perched = tuple(dice.pick(birds) if dice.below(6) else None for _ in t.perched)
    return replace(t.with_side(seat, changed), perched=perched)


def tables(seed: int, **rulings: str) -> list[Table]:
    """Some positions of a match in which an action is due, by chance."""
    dice = stream("somewhere", seed)
    played = Recipe("crossing", 2 + seed % 3, seed, rulings).decisions()
    due = [d.after for d in played if d.after.agenda and isinstance(d.after.agenda[-1], Action)]
    return [somewhere(state.table, state.agenda[-1].seat, dice) for state in due]


READINGS: tuple[dict[str, str], ...] = (
    {},
    {"queen_double": "doubled_amount", "a4_double_scope": "round"},
    {"bird_bonus": "optional", "upgrade_in_use": "live", "track_bonus": "final_space_only"},
    {"resource_overflow": "choose_other", "invest_ends": "loop", "favor_visibility": "open"},
)


@pytest.mark.parametrize("seed", range(8))
def test_a_card_is_offered_exactly_if_it_can_be_paid_in_the_end(seed: int) -> None:
    told = [0, 0]
    for t in tables(seed, **READINGS[seed % len(READINGS)]):
        seat = 0
        for slot in ("s1", "s4", "s6", "s9"):
            there = SlotId(slot)
            cost = price(t, t.on_slot(there))
            if t.seats[seat].coins >= cost:
                continue
            possible = most(t, seat, there) >= cost
            assert (unpayable(t, seat, there) is None) == possible, (t, there)
            told[possible] += 1
    assert all(told), "both happen"
