"""What a round ends with, and what cards are worth, on boards filled at random: as the rules say, worked out anew."""

from collections import Counter
from typing import Any

from msgspec.structs import replace

from core.games.nobility import GAME
from core.games.nobility.moves import IncomeGood
from core.games.nobility.names import (
    ARTIST,
    CARPENTER,
    DWARF,
    ELF,
    GOODS,
    GREEN_ELF,
    GUILDS,
    HALFLING,
    HUMAN,
    JEWELLER,
    MAGICIAN,
    SCHOLAR,
    SMITH,
    TROBIT,
)
from core.games.nobility.rules.flow import MAINTENANCE
from core.games.nobility.rules.income import Income
from core.games.nobility.rules.scoring import commission_vp, fulfils, goods_vp, nobility_vp
from core.games.nobility.table import Table, Workshop
from core.kernel.rules import engine
from core.kernel.rules.chance import Stream, derived, stream
from core.kernel.rules.engine import State
from core.kernel.rules.secret import unsalted
from tests.games.nobility.accounts import Account, numbers
from tests.games.nobility.positions import filled, some

POSITIONS = 500
INCOME = {1: (3, 2), 2: (3, 2), 3: (3, 2, 1), 4: (3, 2, 2, 1), 5: (3, 2, 2, 1, 1), 6: (4, 3, 2, 2, 1, 1)}


# --- RTN-17 ----------------------------------------------------------------------------------------------------------


def test_income_is_paid_as_the_table_says() -> None:
    chosen = 0
    for number in range(POSITIONS):
        t, dice = filled(number)[0], stream("income", number)
        if t.rulings.supply_limits == "strict":
            continue
        state = engine.go_on(GAME, State(t, (Income(),)), derived("income"), unsalted)
        picked: Counter[tuple[int, str]] = Counter()
        while state.state.agenda:
            seat = engine.asked(state.state).seats[0]
            move: IncomeGood = dice.pick(engine.legal(state.state, seat))
            picked[seat, move.good] += 1
            state = engine.decide(GAME, state.state, seat, move, derived("income"))
        chosen += picked.total()
        for seat in range(t.players):
            assert numbers(state.state.table, seat) == income(t, seat, picked), (number, seat)
    assert chosen > POSITIONS


def income(t: Table, seat: int, picked: Counter[tuple[int, str]]) -> Counter[str]:
    """RTN-17.1 to RTN-17.4; RTN-21.3."""
    account = Account(t, seat)
    for good in GOODS:
        account.gain(good, picked[seat, good])
    for guild, there in t.apprentices.items():
        paid = [one for one in there if one.seat == seat and not (one.fresh and t.rulings.apprentice_delay == "strict")]
        owned = [shop for shop in t.workshops[guild] if shop is not None and shop.owner is not None]
        count = len(there) + (len(owned) if t.rulings.guild_master_count == "yes" else 0)
        table = INCOME[t.players]
        each = table[min(count, len(table)) - 1] + (t.event == "E02")
        account.gain("coins", len(paid) * each)
        mine = sum(shop.owner == seat for shop in owned)
        account.gain(GOODS[GUILDS.index(guild)], mine)
        account.gain("coins", mine if t.event == "E09" else 0)
    account.gain("coins", 3 * sum(owner == seat for owner in t.desks.values()))
    first, second, _ = t.seats[seat].zones
    account.gain("coins", first is not None)
    account.gain("modifiers", second is not None)
    assert sum(amount for (one, _), amount in picked.items() if one == seat) == (t.seats[seat].zones[2] is not None)
    return account.have


# --- RTN-18 ----------------------------------------------------------------------------------------------------------


def test_maintenance_makes_the_board_ready() -> None:
    """RTN-18.1 to RTN-18.8."""
    met: Counter[str] = Counter()
    for number in range(POSITIONS):
        t = with_bag(filled(number)[0], stream("bag", number))
        after = engine.go_on(GAME, State(t, MAINTENANCE[::-1]), derived(f"bag {number}"), unsalted).state.table
        assert not after.dice
        assert after.first == (t.first + 1) % t.players or t.solo
        assert after.event is None
        assert after.ship in t.ships
        assert not after.loaded.total()
        assert council_of(t, after)
        met.update(hall_of(t, after))
    assert {*met} == {"stayed", "slid", "full", "refused", "short", "returned"}, met


def with_bag(t: Table, dice: Stream) -> Table:
    """Guilds are full more often, and the bag is nearly empty; some of the other tiles were discarded."""
    laid = {one.tile for shops in t.workshops.values() for one in shops if one is not None}
    shops = dict(t.workshops)
    for guild in some(GUILDS, dice, 4):
        free = [one.id for one in t.edition.buildings.values() if one.guild == guild and one.id not in {*laid, *t.hall}]
        shops[guild] = tuple(shop or (Workshop(free.pop()) if free else None) for shop in shops[guild])
    laid |= {one.tile for each in shops.values() for one in each if one is not None}
    laid |= {tile for p in t.seats for tile in p.zones if tile is not None}
    left = [tile for tile in t.edition.buildings if tile not in laid and tile not in t.hall]
    bag = some(left, dice, 7)
    discarded = some([tile for tile in left if tile not in bag], dice, 4)
    return replace(t, workshops=shops, bag=tuple(bag), discarded=tuple(discarded))


def council_of(t: Table, after: Table) -> bool:
    """RTN-18.3: what lay there stays; the rest is filled, row by row, as far as the stack goes."""
    kept = all(old in {None, new} for old, new in zip(t.council, after.council, strict=True))
    new = [tile for old, tile in zip(t.council, after.council, strict=True) if old is None]
    came = [tile for tile in new if tile is not None]
    assert new[: len(came)] == came
    return kept and {*came} <= {*t.stack} and len(came) == min(len(new), len(t.stack))


def hall_of(t: Table, after: Table) -> set[str]:
    """RTN-18.4, RTN-18.8: what slides, what goes, what comes."""

    def full(tile: Any) -> bool:
        guild = t.edition.buildings[tile].guild
        return guild is not None and None not in t.workshops[guild]

    met: set[str] = set()
    before = [tile for tile in t.hall if tile is not None]
    stay = [tile for tile in before if not full(tile)]
    assert list(after.hall[: len(stay)]) == stay
    met |= {"stayed"} if stay else set()
    met |= {"slid"} if list(t.hall[: len(stay)]) != stay else set()
    met |= {"full"} if stay != before else set()
    came = [tile for tile in after.hall[len(stay) :] if tile is not None]
    repeat = t.rulings.full_guild_redraw == "repeat"
    assert not repeat or not any(map(full, came))
    returns = t.rulings.bag_empty == "return_discards"
    sources = {*t.bag, *(t.discarded if returns else ())}
    below = t.rulings.drop_destination == "bottom_of_deck"
    assert {*came} <= sources
    met |= {"returned"} if {*came} - {*t.bag} else set()
    refused = sources - {*came} - {*after.bag} - ({*after.discarded} & {*t.discarded})
    assert all(full(tile) for tile in refused)
    met |= {"refused"} if refused else set()
    if None in after.hall:  # only where nothing was left that could be laid
        fitting = {tile for tile in sources if not (repeat and full(tile))}
        assert {*came} == fitting
        met.add("short")
    gone = [tile for tile in before if full(tile)]
    assert {*gone} <= {*(after.bag if below else after.discarded)}
    return met


# --- RTN-19.1, RTN-22.13, RTN-23.13 ----------------------------------------------------------------------------------


def test_goods_nobility_and_commissions_are_worth_what_they_say() -> None:
    for number in range(POSITIONS):
        t = filled(number)[0]
        for seat, p in enumerate(t.seats):
            facts = Facts(t, seat)
            assert goods_vp(t, seat) == sum(getattr(p.stock, good) for good in GOODS) // 2
            assert nobility_vp(t, seat) == shield(p.stock.nobility, exact=t.rulings.nobility_vp_rule == "exact_space")
            found = {str(card): commission_vp(t, seat, card) for card in t.edition.commissions}
            assert found == facts.commissions(), (number, seat)


def shield(nobility: int, *, exact: bool) -> int:
    values = {0: 0, 3: 2, 6: 4, 9: 6, 12: 9, 15: 12, 18: 16, 21: 20, 24: 25}
    return values.get(nobility, 0) if exact else values[max(space for space in values if space <= nobility)]


class Facts:
    """What a seat has, counted for the cards that ask for it."""

    def __init__(self, t: Table, seat: int) -> None:
        p, e = t.seats[seat], t.edition
        self.stock = p.stock
        self.goods = sum(getattr(p.stock, good) for good in GOODS)
        self.peoples = [e.settlers[one.card].people for one in p.satisfied]
        self.full = sum(one.goods == e.settlers[one.card].max for one in p.satisfied)
        self.answered = p.answered
        self.communal = sum(tile is not None for tile in p.zones)
        self.clerks = sum(owner == seat for owner in t.desks.values())
        self.apprentices = {guild: sum(one.seat == seat for one in there) for guild, there in t.apprentices.items()}
        owners = {guild: [shop and shop.owner for shop in shops] for guild, shops in t.workshops.items()}
        self.owned = {guild: there.count(seat) for guild, there in owners.items()}

    def commissions(self) -> dict[str, int]:
        stock, peoples, owned = self.stock, Counter(self.peoples), self.owned
        staffed = sum(bool(self.apprentices[guild] or owned[guild]) for guild in owned)
        return {
            "C01": 2 * (owned[CARPENTER] + owned[JEWELLER] + owned[SCHOLAR]),
            "C02": 2 * (owned[SMITH] + owned[ARTIST] + owned[MAGICIAN]),
            "C03": 3 * self.communal,
            "C04": 2 * (peoples[HALFLING] + peoples[HUMAN]),
            "C05": 2 * (peoples[ELF] + peoples[DWARF]),
            "C06": 2 * (peoples[GREEN_ELF] + peoples[TROBIT]),
            "C07": len(peoples),
            "C08": len(self.peoples),
            "C09": 2 * self.answered,
            "C10": min(sum(self.apprentices.values()), 6),
            "C11": 2 * self.clerks,
            "C12": stock.reputation // 4,
            "C13": stock.nobility // 3,
            "C14": min(stock.coins // 4, 6),
            "C15": min(self.goods // 3, 6),
            "C16": min(stock.modifiers, 5),
            "C17": min(stock.workers, 5),
            "C18": staffed,
        }

    def objectives(self) -> dict[str, bool]:
        stock, workshops, settled = self.stock, sum(self.owned.values()), len(self.peoples)
        staffed = all(self.apprentices[guild] or self.owned[guild] for guild in self.owned)
        return {
            "O01": stock.vp >= 100,
            "O02": settled >= 6 and stock.vp >= 80,
            "O03": len({*self.peoples}) >= 5 and stock.nobility >= 12,
            "O04": workshops >= 4 and stock.vp >= 85,
            "O05": self.communal >= 3 and settled >= 5,
            "O06": stock.reputation >= 18 and self.answered >= 4,
            "O07": stock.nobility >= 18 and stock.vp >= 85,
            "O08": self.answered >= 6,
            "O09": sum(bool(number) for number in self.owned.values()) >= 4,
            "O10": stock.coins >= 35 and settled >= 5,
            "O11": staffed and stock.vp >= 75,
            "O12": settled >= 7,
            "O13": self.full >= 3 and stock.vp >= 90,
            "O14": stock.reputation >= 20 and workshops >= 3 and self.communal >= 1,
            "O15": stock.vp >= 120,
        }


def test_objectives_ask_for_what_they_say() -> None:
    met: Counter[str] = Counter()
    for number in range(POSITIONS):
        t = filled(number)[0]
        for seat in range(t.players):
            expected = Facts(t, seat).objectives()
            assert {str(one.id): fulfils(t, seat, one.needs) for one in t.edition.objectives.values()} == expected
            met.update(name for name, fulfilled in expected.items() if fulfilled)
    assert len(met) == 15, met
