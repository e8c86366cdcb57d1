"""Named positions for scenarios: `turn ana` puts on the agenda what happens from there on."""

from itertools import chain, filterfalse

from msgspec.structs import replace

from core.games.crossing.names import DECKS, GOALS, NORTH, DeckId
from core.games.crossing.rules.birds import SendBirds
from core.games.crossing.rules.day import Action, TakeTurn
from core.games.crossing.rules.evening import SpendEvening
from core.games.crossing.rules.favors import ChooseFavor
from core.games.crossing.rules.flow import FINAL_SCORING, Evening, Round, new
from core.games.crossing.rules.flow import day as everybodys_actions
from core.games.crossing.rules.flow import incomes as everybodys_incomes
from core.games.crossing.rules.goals import ClaimGoals
from core.games.crossing.rules.morning import CollectIncome, WakeQueen
from core.games.crossing.rules.paco import PacoTurn, ShuffleTiles, TakeRest, solo_tiles
from core.games.crossing.rules.setup import ChooseFirst, DrawStarts, LayGoals, PickPair, PickPairs, PlaceBalloon
from core.games.crossing.table import Player, Table
from core.kernel.rules.marks import Seat
from core.kernel.rules.step import Next


def given(t: Table) -> Table:
    """A written position, settled: what is not said lies as in a round that begins, and nothing lies in two places."""
    sides = t.sides
    used = {*t.slots, *t.perched, *t.gone, t.queen, *t.slept, *t.display}
    used |= {item for pair in t.pairs for item in (pair.start, pair.favor)}
    used |= set(chain.from_iterable((*p.cards, *p.structures, *p.birds, *p.favors) for p in sides))
    layout = _layout(t)
    decks = {deck: tuple(filterfalse(used.__contains__, cards)) for deck, cards in t.decks.items()}
    whole = {deck: t.decks[deck] == t.edition.decks[deck] for deck in t.decks}  # one that is given is as it is said
    tops = [
        found or (next(iter(decks[deck]), None) if whole[deck] else None)
        for found, deck in zip(t.slots, layout, strict=True)
    ]
    favors = tuple(filterfalse(used.__contains__, t.favors))
    missing = t.display.count(None)
    shown = iter(favors[:missing])
    return replace(
        t,
        seats=t.seats if t.pairs else tuple(map(_placed, t.seats)),
        others=t.others if t.pairs else tuple(replace(p, houses=p.houses or (NORTH,)) for p in t.others),
        layout=layout,
        slots=tuple(tops),
        decks={deck: tuple(card for card in cards if card not in tops) for deck, cards in decks.items()},
        empties=tuple(filterfalse(used.__contains__, t.empties)),
        birds=tuple(filterfalse(used.__contains__, t.birds)),
        queens=tuple(filterfalse(used.__contains__, t.queens)),
        starts=tuple(filterfalse(used.__contains__, t.starts)),
        goals=t.goals or GOALS,
        display=tuple(favor or next(shown, None) for favor in t.display),
        favors=favors[missing:],
        piles=t.piles if any(t.piles) else _shared(len(favors[missing:]), len(t.piles)),
        balloon=t.balloon or (None if t.pairs else NORTH),
        order=t.order or t.around(t.token),
        solo_deck=t.solo_deck or (solo_tiles(t) if t.solo else ()),
        round=t.round or 1,
    )


def _placed(p: Player) -> Player:
    """Worker and first house in the north."""
    return replace(p, region=p.region or NORTH, houses=p.houses or (NORTH,))


def _layout(t: Table) -> tuple[DeckId, ...]:
    """Lay out the decks that are said, slot by slot, those of the cards on slots, and the others on what is left."""
    kinds: dict[str, DeckId] = {card: deck for deck, cards in t.edition.decks.items() for card in cards}
    said: tuple[DeckId | None, ...] = (*t.layout, *(None,) * (len(t.slots) - len(t.layout)))
    known = [deck or (kinds.get(card) if card else None) for deck, card in zip(said, t.slots, strict=True)]
    others = iter([deck for deck in DECKS if deck not in known])
    return tuple(deck or next(others) for deck in known)


def _shared(count: int, piles: int) -> tuple[int, ...]:
    """KIN-2.7: about equal."""
    return tuple(count // piles + (pile < count % piles) for pile in range(piles))


def start(t: Table) -> Next:
    """KIN-2: everything from the first deck laid."""
    return new(t.setup)[1]


def goals(t: Table) -> Next:
    """KIN-2.6: the bridge goals are laid."""
    return [LayGoals()]


def first(t: Table) -> Next:
    """KIN-2.11: who begins."""
    return [ChooseFirst()]


def pairs(t: Table) -> Next:
    """KIN-4.1: the pairs are laid out."""
    return [DrawStarts()]


def picks(t: Table) -> Next:
    """KIN-4.3: the pairs are picked, then the balloon is placed."""
    return [PickPairs(), TakeRest(), PlaceBalloon()]


def pick(t: Table, seat: Seat) -> Next:
    """KIN-4.3: this seat picks a pair."""
    return [PickPair(seat)]


def balloon(t: Table) -> Next:
    """KIN-4.4: alone, Paco & Paca get what is left; then the balloon is placed."""
    return [TakeRest(), PlaceBalloon()]


def round_(t: Table, number: int) -> Next:
    """KIN-1.2: a round and all that come after it."""
    return [Round(number)]


def incomes(t: Table) -> Next:
    """KIN-6.1: everybody's incomes."""
    return everybodys_incomes(t, t.order)


def income(t: Table, seat: Seat) -> Next:
    """KIN-6.1: the incomes of this seat."""
    return [CollectIncome((seat,))]


def birds(t: Table) -> Next:
    """KIN-6.11: new birds."""
    return [SendBirds()]


def queen(t: Table) -> Next:
    """KIN-6.14: the next queen card."""
    return [WakeQueen()]


def solo_deck(t: Table) -> Next:
    """KIN-S3.2: the tiles of Paco & Paca."""
    return [ShuffleTiles()]


def day(t: Table) -> Next:
    """KIN-7.1: four actions of everybody."""
    return everybodys_actions(t, t.order)


def turn(t: Table, seat: Seat, number: int | None = None) -> Next:
    """KIN-7.2: an action of this seat, by its number in the day."""
    return [TakeTurn(seat, t.turn or 1 if number is None else number)]


def automa(t: Table, number: int | None = None) -> Next:
    """KIN-S3.3: a turn of Paco & Paca."""
    return [PacoTurn(t.turn or 1 if number is None else number)]


def going(t: Table, seat: Seat) -> Next:
    """KIN-7.2: in an action of this seat, which chooses a tile."""
    return [Action(seat)]


def claims(t: Table, seat: Seat) -> Next:
    """KIN-14.1: this seat claims bridge goals."""
    return [ClaimGoals(seat)]


def evening(t: Table, seat: Seat | None = None) -> Next:
    """KIN-11: the Evening of this seat, else of everybody."""
    return [Evening()] if seat is None else [SpendEvening(seat)]


def favor(t: Table, seat: Seat) -> Next:
    """KIN-13.2: a favor for this seat."""
    return [ChooseFavor(seat, "KIN-13.1")]


def final(t: Table) -> Next:
    """KIN-17: the final scoring and the winner."""
    return FINAL_SCORING
