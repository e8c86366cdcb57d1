"""Named positions for scenarios: `turn ana` puts on the agenda what happens from there on."""

from collections.abc import Iterable, Mapping
from itertools import chain, filterfalse
from typing import Final, Literal

from msgspec.structs import replace

from core.games.nobility.names import Stock
from core.games.nobility.rules.bag import FillHall, SlideHall
from core.games.nobility.rules.display import FillTavern
from core.games.nobility.rules.events import ShowEvent
from core.games.nobility.rules.final import Finish
from core.games.nobility.rules.flow import (
    CHANCERY,
    FINAL_SCORING,
    MAINTENANCE,
    NOT_ROLLED,
    SETTING_UP,
    AfterIncome,
    EndRound,
    RollDice,
    Round,
    new,
)
from core.games.nobility.rules.income import Apprentices, Clerks, Communal, Income, Workshops
from core.games.nobility.rules.placing import PlaceDie
from core.games.nobility.rules.sell import SellBuilding
from core.games.nobility.rules.settle import SatisfySettlers
from core.games.nobility.rules.setup import DrawFirst, GiveStart, LayWorkshops
from core.games.nobility.rules.solo import DrawObjective, LookAtObjective, RollAutoma
from core.games.nobility.rules.start import StartBonuses
from core.games.nobility.rules.turn import Action, EndTurn, FreshTurn, Turn, Turns
from core.games.nobility.table import ELSEWHERE, Placed, Player, Table, spot
from core.kernel.rules.marks import Seat
from core.kernel.rules.step import Next

Left = Literal["nothing", "die", "settle", "sell", "die+settle", "die+sell", "settle+sell", "die+settle+sell"]
"""What a seat may still do in its turn."""

ACTIONS: Final[Mapping[str, type[Action]]] = {"die": PlaceDie, "settle": SatisfySettlers, "sell": SellBuilding}


def given(t: Table) -> Table:
    """A written position, settled: what is not said lies as in a match, and nothing lies in two places."""
    t = replace(t, seats=tuple(_in_hand(t, seat, p) for seat, p in enumerate(t.seats)))
    dice = {**t.dice, **{spot(f"{ELSEWHERE}-{seat}", n): die for seat, n, die in _missing_dice(t)}}
    pieces = t.components()
    seats = tuple(_settled(t, seat, p, pieces) for seat, p in enumerate(t.seats))
    used = _used(t)
    ships = tuple(filterfalse(used.__contains__, t.ships))
    ship = t.ship or next(iter(ships))
    return replace(
        t,
        seats=seats,
        dice=dice,
        deck=tuple(filterfalse(used.__contains__, t.deck)),
        bag=tuple(filterfalse(used.__contains__, t.bag)),
        ships=tuple(other for other in ships if other != ship),
        ship=ship,
        stack=tuple(filterfalse(used.__contains__, t.stack)),
        characters=tuple(filterfalse(used.__contains__, t.characters)),
        events=tuple(filterfalse(used.__contains__, t.events)),
        dice_tiles=tuple(filterfalse(used.__contains__, t.dice_tiles)),
        commissions=t.commissions or _commissions_left(t),
        round=t.round or 1,
    )


def _used(t: Table) -> set[str]:
    """Every card and tile that is written somewhere."""
    piles: list[Iterable[str | None]] = [t.under, t.discards, t.tavern, t.discarded, t.lately, t.hall, t.council]
    piles += [(t.ship,), t.past_ships, (t.event,), t.past_events]
    piles += [[None if shop is None else shop.tile for shop in shops] for shops in t.workshops.values()]
    for p in t.seats:
        piles += [p.held, [one.card for one in p.satisfied], p.zones, p.demands, (p.character,)]
        piles += [[contract.tile for contract in p.contracts]]
    return {card for card in chain.from_iterable(piles) if card is not None}


def _in_hand(t: Table, seat: int, p: Player) -> Player:
    """Dice of which nothing is said are not rolled, but for those on the board."""
    if p.dice != (NOT_ROLLED,) * t.count.dice:
        return p
    on_board = sum(placed.side == seat for placed in t.dice.values())
    return replace(p, dice=p.dice[on_board:])


def _missing_dice(t: Table) -> Iterable[tuple[int, int, Placed]]:
    """RTN-1.3: dice that are neither in hand nor anywhere on the board; they count nothing."""
    for seat, p in enumerate(t.seats):
        on_board = sum(placed.side == seat for placed in t.dice.values())
        yield from ((seat, n, Placed(seat, 0)) for n in range(1, t.count.dice - len(p.dice) - on_board + 1))


def _settled(t: Table, seat: int, p: Player, pieces: Mapping[str, int]) -> Player:
    """RTN-4.14: a Reputation; RTN-4.1: what was placed; RTN-1.3: the pieces that are left; RTN-23.2: city tokens."""
    reputation = p.stock.reputation or t.count.reputation
    tokens = sum(t.edition.chancery.tokens - len(one.done) for one in p.contracts if not one.active)
    on_dice_tiles = sum(spot(one.tile, n) in t.dice for one in p.contracts if one.tile for n in one.done)
    return replace(
        p,
        stock=replace(p.stock, reputation=reputation),
        spare=_spare(t, seat, p, pieces),
        used=p.used or sum(placed.value for placed in t.dice.values() if placed.side == seat),
        answered=max(p.answered, len(p.demands)),
        tokens=p.tokens or tokens + on_dice_tiles,
    )


def _spare(t: Table, seat: int, p: Player, pieces: Mapping[str, int]) -> Stock:
    """RTN-1.3: the workers and houses that are nowhere else; what is said stays."""
    board = t.edition.board
    every = Stock(workers=board.workers, houses=board.houses)
    if p.spare != every:
        return p.spare
    workers, houses = pieces[f"workers {seat}"], pieces[f"houses {seat}"]
    return Stock(workers=2 * every.workers - workers, houses=2 * every.houses - houses)


def _commissions_left(t: Table) -> int:
    """RTN-23.3: what nobody has and what was not refused; none, where all that is left was refused."""
    owned = sum(len(p.contracts) for p in t.seats)
    return len(t.edition.commissions) - owned if t.chancery and not t.refused else 0


def start(t: Table) -> Next:
    """RTN-2: everything from the first draw."""
    return new(t.setup)[1]


def set_up(t: Table) -> Next:
    """RTN-2: the set-up without the Chancery, the objective and the starting bonuses."""
    return SETTING_UP


def first(t: Table) -> Next:
    """RTN-2.13: who begins."""
    return [DrawFirst()]


def stocks(t: Table) -> Next:
    """RTN-2.12: what everybody starts with."""
    return [GiveStart()]


def workshops(t: Table) -> Next:
    """RTN-2.3: workshops that nobody owns."""
    return [LayWorkshops()]


def commissions(t: Table) -> Next:
    """RTN-23.3: the set-up of the Chancery."""
    return CHANCERY


def objective(t: Table) -> Next:
    """RTN-22.6: an objective is drawn."""
    return [DrawObjective()]


def bonuses(t: Table) -> Next:
    """RTN-2.14: the bonuses of the characters."""
    return [StartBonuses()]


def round_(t: Table, number: int) -> Next:
    """RTN-3.1: a round and all that come after it."""
    return [Round(number)]


def event(t: Table) -> Next:
    """RTN-21.3: an event is revealed."""
    return [ShowEvent()]


def roll(t: Table, seat: Seat) -> Next:
    """RTN-3.2: the dice of this seat."""
    return [RollDice(seat)]


def automa(t: Table) -> Next:
    """RTN-22.9: the dice of the Automa."""
    return [RollAutoma()]


def turn(t: Table, seat: Seat) -> Next:
    """RTN-3.3: a turn of this seat, and all turns of the round that follow."""
    return [Turns(seat)]


def unplayed(t: Table, seat: Seat, passes: int = 0) -> Next:
    """RTN-5.5: in a turn of this seat in which nothing was done yet; so many passed in a row before it."""
    return [FreshTurn(seat, (PlaceDie(seat), SatisfySettlers(seat), SellBuilding(seat))), EndTurn(seat, passes)]


def going(t: Table, seat: Seat, left: Left, passes: int = 0) -> Next:
    """RTN-5.1: in the middle of a turn of this seat: what it may still do."""
    kinds: tuple[type[Action], ...] = () if left == "nothing" else tuple(ACTIONS[word] for word in left.split("+"))
    return [Turn(seat, tuple(kind(seat) for kind in kinds)), EndTurn(seat, passes)]


def turn_end(t: Table, seat: Seat, passes: int = 0) -> Next:
    """RTN-5.6: a turn of this seat is over."""
    return [EndTurn(seat, passes)]


def income(t: Table) -> Next:
    """RTN-17: the income phase."""
    return [Income()]


def incomes(t: Table, seat: Seat) -> Next:
    """RTN-17.1: all incomes of this seat."""
    return [Apprentices(seat), Clerks(seat), Workshops(seat), Communal(seat)]


def later_incomes(t: Table, seat: Seat) -> Next:
    """RTN-17.3: all incomes of this seat but that for apprentices."""
    return [Clerks(seat), Workshops(seat), Communal(seat)]


def after_income(t: Table, number: int) -> Next:
    """RTN-18: maintenance and what follows in this round."""
    return [AfterIncome(number)]


def round_end(t: Table, number: int) -> Next:
    """RTN-3.5: income, maintenance and what follows."""
    return [EndRound(number)]


def maintenance(t: Table) -> Next:
    """RTN-18: the maintenance phase."""
    return MAINTENANCE


def tavern(t: Table) -> Next:
    """RTN-6.4: cards for the empty spaces of the tavern."""
    return [FillTavern()]


def hall(t: Table) -> Next:
    """RTN-18.4: the tiles of the town hall move, and new ones come."""
    return [SlideHall()]


def bag(t: Table) -> Next:
    """RTN-2.11: tiles for the empty slots of the town hall."""
    return [FillHall()]


def look(t: Table) -> Next:
    """RTN-22.13: is the objective fulfilled?"""
    return [LookAtObjective()]


def final(t: Table) -> Next:
    """RTN-19: the final scoring and the winner."""
    return [*FINAL_SCORING, Finish()]


def final_alone(t: Table) -> Next:
    """RTN-22.13: the final scoring, the objective, and how it ends."""
    return [*FINAL_SCORING, LookAtObjective(last=True), Finish()]


def winner(t: Table) -> Next:
    """RTN-19.2: the winner alone."""
    return [Finish()]
