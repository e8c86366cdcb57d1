"""What is wrong with a position that somebody wrote, where no match leads to it."""

from collections.abc import Iterator
from itertools import pairwise

from core.games.nobility.data import effects
from core.games.nobility.names import GOODS, GUILDS, PIPS, TAVERN, YARD
from core.games.nobility.rules.chancery import desks_in_use
from core.games.nobility.rules.gains import in_box, nobility_end, reputation_track
from core.games.nobility.rules.lasting import has
from core.games.nobility.scenario.slots import owners_of, spots, values_of
from core.games.nobility.table import Contract, Placed, Player, Table
from core.kernel.bots.bounds import Impossible
from core.kernel.bots.possible import Wrong, among, apart, at_least, at_most, no_twice, one_of, said, within, wrong
from core.kernel.rules.amounts import counts_of

_SPARED = ("workers", "houses")


def impossible(t: Table) -> Iterator[Impossible]:
    """List what cannot be: on the boards, then seat by seat."""
    dice = (_die(t, where, placed) for where, placed in t.dice.items())
    seats = (part for seat, p in enumerate(t.seats) for part in (_seat(t, seat, p), _cards(t, seat, p)))
    return said(_boards(t), *dice, _queues(t), _guilds(t), _desks(t), *seats)


def _boards(t: Table) -> Iterator[Wrong]:
    """RTN-3.6: the rounds; RTN-12.4: what the ship has room for; RTN-22.6: an objective, alone; RTN-23.20: what was
    drawn from the top does not come from there again.
    """
    yield at_most("round", t.round, int(t.options.rounds))
    wants = {} if t.ship is None else t.edition.ships[t.ship].wants
    for good in GOODS:
        spaces = wants[good].spaces if good in wants else 0
        yield at_most("loaded", t.loaded.of(good), spaces, what=good)
    yield among("objective", (t.objective,), t.edition.objectives if t.solo else ())
    yield among("fulfilled", (t.fulfilled,), (False, t.objective is not None))
    yield at_most("commissions", t.commissions + t.refused, len(t.edition.commissions) if t.chancery else 0)
    yield no_twice("looked", (card for box in t.looked for card in box.value))


def _die(t: Table, where: str, placed: Placed) -> Iterator[Wrong]:
    """RTN-4.9: a slot takes some values, and some are for the dice of one side alone."""
    yield one_of(("dice", where, "value"), placed.value, values_of(t, where))
    yield among(("dice", where, "side"), (placed.side,), owners_of(t, where))


def _queues(t: Table) -> Iterator[Wrong]:
    """RTN-6.1, RTN-8.1: filled from the left; RTN-6.2: in the tavern none is lower than the one before, RTN-8.2: in the
    yard none higher.
    """
    low = any(has(t, seat, effects.OpenTavern) for seat in range(t.players))
    for place, least in ((TAVERN, not low), (YARD, False)):
        lying = [(where, t.dice.get(where)) for where in spots(t, place)]
        for (_, before), (where, placed) in pairwise(lying):
            if placed is None:
                continue
            if before is None:
                yield wrong(("dice", where), "scenario_gap")
            elif least:
                yield at_least(("dice", where, "value"), placed.value, before.value)
            elif place == YARD and placed.value > before.value:
                value = ("dice", where, "value")
                yield wrong(value, "scenario_too_high", expected=before.value, found=placed.value)


def _guilds(t: Table) -> Iterator[Wrong]:
    """RTN-9.3: dice of a guild; RTN-9.11: apprentices come in a round; RTN-10.4: each workshop in its own guild."""
    for guild in GUILDS:
        dice = sum(where in t.dice for where in spots(t, guild))
        yield at_most("dice", dice, t.count.guild_dice, what=guild)
        for at, one in enumerate(t.apprentices[guild], 1):
            yield at_most(("apprentices", guild, str(at), "round"), one.round, t.round)
        tiles = [shop.tile for shop in t.workshops[guild] if shop is not None]
        yield among(("workshops", guild), tiles, t.edition.workshops_of(guild)) if tiles else None


def _desks(t: Table) -> Iterator[Wrong]:
    """RTN-23.6: the desks that are in use with so many players."""
    yield among("desks", t.desks, [desk.id for desk in desks_in_use(t)] if t.chancery else ())


def _seat(t: Table, seat: int, p: Player) -> Iterator[Wrong]:
    """RTN-1.3: dice, workers and houses; RTN-4.1: what dice can add up to; RTN-6.5, RTN-7.4: settlers cards; RTN-10.9:
    communal buildings; RTN-13.4: answered demands.
    """
    on_board = sum(placed.side == seat for placed in t.dice.values())
    yield at_most("dice", len(p.dice) + on_board, t.count.dice, seat)
    yield at_most(("stock", "workers"), -p.spare.workers, 0, seat)
    yield at_most(("stock", "houses"), -p.spare.houses, 0, seat)
    yield at_most("used", p.used, max(PIPS) * t.count.dice, seat)
    yield from _stock(t, seat, p)
    held = len(p.held) + (p.hidden is not None)
    yield at_most("held", held, t.edition.board.held, seat)
    yield no_twice("satisfied", (one.card for one in p.satisfied), seat)
    for at, one in enumerate(p.satisfied, 1):
        card = t.edition.settlers[one.card]
        yield within(("satisfied", str(at), "goods"), one.goods, (card.min, card.max), seat)
    strange = [tile for tile in p.zones if tile is not None and t.edition.buildings[tile].guild is not None]
    yield among("zones", strange, (), seat)
    yield at_least("answered", p.answered, len(p.demands), seat)
    yield at_most("answered", p.answered, t.edition.board.rounds * t.count.dice, seat)
    hidden = () if p.hidden is None else p.hidden.value
    yield among("hidden", hidden, t.deck, seat, "scenario_in_two_places")
    yield apart("hidden", hidden, (card for one in t.seats[:seat] if one.hidden for card in one.hidden.value), seat)


def _stock(t: Table, seat: int, p: Player) -> Iterator[Wrong]:
    """RTN-R10, RTN-R11: the tracks; RTN-R31: what is in the box; RTN-R51: VP alone may be below 0."""
    for what, amount in counts_of(p.stock):
        yield at_least("stock", amount, 0, seat, what) if what != "vp" else None
    if t.round or p.stock.reputation:
        yield within("stock", p.stock.reputation, reputation_track(t), seat, "reputation")
    end, every = nobility_end(t), in_box(t)
    yield None if end is None else within("stock", p.stock.nobility, (0, end), seat, "nobility")
    if every is not None:
        yield at_most("stock", sum(one.stock.coins for one in t.seats), every.coins, seat, "coins")
        yield at_most("stock", sum(one.stock.modifiers for one in t.seats), every.modifiers, seat, "modifiers")
    for kind, count in counts_of(p.spare):
        yield at_most("spare", count, 0, seat, kind) if kind not in _SPARED else None


def _cards(t: Table, seat: int, p: Player) -> Iterator[Wrong]:
    """RTN-23.20: each commission card is in one hand, or kept by one; RTN-23.14: the dice tiles beside them."""
    hands = [box for one in t.seats for box in one.hand]
    kept, hand, theirs, in_theirs = (
        [card for box in boxes if (seat in box.by) is own for card in box.value]
        for own in (True, False)
        for boxes in (t.kept, hands)
    )
    yield no_twice("contracts", kept, seat)
    yield apart("contracts", kept, theirs, seat)
    yield no_twice("hand", hand, seat)
    yield apart("hand", hand, (*kept, *theirs, *in_theirs), seat)
    yield at_most("choosing", p.choosing, len(hand), seat)
    yield at_most("contracts", len(p.contracts), len(t.edition.commissions) if t.chancery else 0, seat)
    for at, contract in enumerate(p.contracts, 1):
        yield from _contract(t, seat, contract, str(at))


def _contract(t: Table, seat: int, contract: Contract, at: str) -> Iterator[Wrong]:
    """RTN-23.14: spaces with a die or a token; RTN-23.16: an active card has all of them."""
    spaces = () if contract.tile is None else t.edition.dice_tiles[contract.tile].dice
    numbers = range(1, len(spaces) + 1)
    yield among(("contracts", at, "done"), contract.done, numbers, seat)
    yield at_most(("contracts", at, "tokens"), contract.tokens, len(contract.done), seat)
    whole = len(contract.done) == len(spaces)
    yield among(("contracts", at, "active"), (contract.active,), (False, whole), seat)
