"""RTN-22.9, RTN-22.10: where the Automa's five dice lie, what they close, and what the player gets for it."""

from collections import Counter

from msgspec.structs import replace

from core.games.nobility import GAME
from core.games.nobility.names import GOODS, GUILDS
from core.games.nobility.rules.solo import RollAutoma
from core.games.nobility.table import Automa, Placed, Table
from core.kernel.rules import engine
from core.kernel.rules.chance import derived
from core.kernel.rules.engine import State
from core.kernel.rules.secret import unsalted
from tests.games.nobility.accounts import Account, numbers
from tests.games.nobility.positions import filled, is_alone
from tests.games.nobility.visit import REWARDS

POSITIONS = 900  # of which every sixth is one of a player alone
THE_AUTOMA = 1


def test_its_dice_lie_where_they_must_and_pay_twice_for_the_workshops_of_the_guild() -> None:
    met: Counter[str] = Counter()
    for number in filter(is_alone, range(POSITIONS)):
        t, _ = filled(number)
        plain = t.rulings.solo_automa_activation == "rewards_only" and t.rulings.supply_limits == "unlimited"
        assert t.solo
        if not plain:
            continue
        before = replace(t, dice={}, others=(Automa(),))
        happened = engine.go_on(GAME, State(before, (RollAutoma(),)), derived(f"{number}"), unsalted)
        after, values = happened.state.table, [int(face) for face in happened.chance[0]]
        assert not happened.state.agenda
        assert after.dice == lain(values), number
        assert after.others[0].aside == (values[3] == values[4])
        assert after.hall == covered(before, values[2])
        assert numbers(after, 0) == paid(before, values), number
        met["aside"] += after.others[0].aside
        met["discarded"] += after.hall != before.hall
        met["paid"] += numbers(after, 0) != numbers(before, 0)
    assert min(met[what] for what in ("aside", "discarded", "paid")) > 5, met


def lain(values: list[int]) -> dict[str, Placed]:
    """White, green, yellow, red, blue; a guild takes one of them."""
    white, green, yellow, red, blue = values
    where = {"tavern:1": white, "yard:1": green, f"hall:{yellow}": yellow}
    where |= {f"{GUILDS[value - 1]}:0": value for value in (red, blue)}
    return {spot: Placed(THE_AUTOMA, value) for spot, value in where.items()}


def covered(t: Table, value: int) -> tuple[str | None, ...]:
    """The building under the yellow die is gone; RTN-R49: or the next one to its left, where there is none."""
    hall = list(t.hall)
    left = [at for at in range(value) if hall[at] is not None]
    if t.rulings.automa_town_hall_empty == "just_occupies":
        left = [at for at in left if at == value - 1]
    if left:
        hall[left[-1]] = None
    return tuple(hall)


def paid(t: Table, values: list[int]) -> Counter[str]:
    account = Account(t, 0)
    for value in dict.fromkeys(values[3:]):
        guild = GUILDS[value - 1]
        for place, shop in enumerate(t.workshops[guild], 1):
            if shop is not None and shop.owner == 0:
                what, many = REWARDS[place]
                account.gain(GOODS[value - 1] if what else "coins", 2 * many)
    return account.have
