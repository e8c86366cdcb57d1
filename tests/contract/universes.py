"""Small universes: choices with too many moves to list, so tiny that all moves can be listed after all.

The legal ones are written down here by the rules, step by step, without looking at how the game checks a move.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, combinations, combinations_with_replacement, product
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from core.games import emara
from core.games.emara.moves import ChooseHand
from core.games.emara.names import ActionId
from core.games.emara.rules.round_end import ChooseHands
from core.games.medieval.moves import Place
from core.games.medieval.names import MANAGED, PIECES, Leaders, PieceId
from core.games.medieval.rules.placement import PlaceLeaders
from core.games.nobility.moves import Keep
from core.games.nobility.names import CommissionId
from core.games.nobility.rules.commissions import KeepCommission
from core.kernel.rules.secret import unsalted
from tests.support import toy
from tests.support.matches import GAMES, set_up


class Universe(Struct, frozen=True):
    """A position with a choice, all moves of a small universe, the legal ones, and what can still become legal."""

    name: str
    table: Any
    step: Any
    seat: int
    moves: Sequence[Any]
    legal: frozenset[Any]
    beginnings: frozenset[Any]
    samples: int  # after so many samples each legal move has come


# --- the toy game ----------------------------------------------------------------------------------------------------


def numbers(step: Any) -> Universe:
    """Numbers up to the highest one."""
    table, _ = toy.TOY.new(set_up(toy.TOY, 2))
    legal = frozenset(map(toy.Guess, range(toy.MOST + 1)))
    moves = [toy.Guess(number) for number in range(-2, 10)]
    return Universe(type(step).__name__, table, step, 1, moves, legal, legal, 200)


# --- Medieval Realms: placing the leaders (MED-8, MED-9) -------------------------------------------------------------

STARTING_MAYORS = {2: 6, 3: 4, 4: 4, 5: 4}  # MED-7.8, MED-7.9
TERRAINS = {2: 8, 3: 8, 4: 8, 5: 10}  # MED-4.4
Pieces = tuple[str, ...]


class Case(Struct, frozen=True):
    """So many players and leaders, under two rulings; the universe is made of these pieces."""

    players: int
    mayors: int
    generals: int
    admirals: int
    pieces: str
    optional: bool = False  # MED-R27
    split: bool = False  # MED-R28
    committed: int = 0  # MED-R4: admirals that lie on islands
    samples: int = 0  # after so many each has come; none: only placements on these pieces' places are listed

    @property
    def terrains(self) -> list[int]:
        """The terrains in use; or those of the pieces, and two more."""
        in_use = range(1, TERRAINS[self.players] + 1)
        named = {int(piece[1:]) for piece in self.pieces.split() if piece[0].isupper()}
        return [terrain for terrain in in_use if self.samples or terrain in {*named, 7, 8}]

    @property
    def slots(self) -> list[str]:
        return [slot for slot in MANAGED if self.samples or slot in self.pieces.split()]


CASES = (
    Case(3, 1, 1, 1, "gold science G1 G8 G9 A1 A8 D1", samples=6_000),
    Case(3, 2, 0, 2, "gold combat science A3 A8 G3", samples=12_000),
    Case(5, 1, 1, 0, "gold production G1 G10 A10 D10", samples=2_000),
    Case(4, 0, 2, 0, "gold G1 G2 G3 A1"),
    Case(3, 1, 1, 1, "gold science G1 G8 G9 A1 A8 D1", optional=True, samples=30_000),
    Case(3, 1, 0, 2, "gold A1 A2 G1", committed=1),
    Case(3, 0, 0, 1, "gold A1 A2", committed=1),
    Case(2, 3, 1, 0, "gold science G1 G2 D1 D2 D9 A1", samples=60_000),
    Case(2, 3, 1, 1, "gold G1 A1 A2 D1 D2 D3"),
    Case(2, 3, 1, 0, "gold science G1 G2 D1 D2", optional=True),
    Case(2, 2, 1, 0, "gold G1 D1 D2 D3", optional=True, samples=20_000),
    Case(2, 7, 0, 0, "gold science D1 D2"),
    Case(2, 7, 0, 0, "gold science D1 D2", split=True),
    Case(2, 7, 1, 0, "gold G1 D1 D2", split=True),
    Case(2, 7, 0, 0, "gold D1 D2", split=True, optional=True),
)


def legal_placements(case: Case) -> Iterator[Pieces]:
    """MED-8.4 to 8.10, MED-9.1 to 9.5, built up: first how many of each, then where they stand."""
    terrains = case.terrains
    admirals = case.admirals - case.committed
    for slots, decoys, generals, placed in _numbers(case, admirals):
        for fighters in _fighters(terrains, generals, placed):
            occupied = {int(piece[1:]) for piece in fighters}
            free = [f"D{terrain}" for terrain in terrains if terrain not in occupied]
            for standing in combinations_with_replacement(free, decoys):
                for managing in combinations_with_replacement(case.slots, slots):
                    yield _ordered((*managing, *fighters, *standing))


def _numbers(case: Case, admirals: int) -> Iterator[tuple[int, int, int, int]]:
    """How many on slots, as decoys, generals, admirals. MED-9.1, MED-9.2: with two players, two mayors are decoys."""
    fixed = 2 if case.players == 2 else 0
    gained = max(0, case.mayors - STARTING_MAYORS[case.players]) if fixed and case.split else 0
    for decoys in range(fixed, fixed + gained + 1):
        whole = (case.mayors - decoys, decoys, case.generals, admirals)
        if not case.optional:
            yield whole
            continue
        for slots in range(whole[0] + 1):
            for fewer in range(decoys + 1):
                for generals in range(case.generals + 1):
                    yield from ((slots, fewer, generals, placed) for placed in range(admirals + 1))


def _fighters(terrains: Sequence[int], generals: int, admirals: int) -> Iterator[Pieces]:
    """MED-8.7, MED-8.8: anywhere, several together if one likes."""
    for armies in combinations_with_replacement([f"G{terrain}" for terrain in terrains], generals):
        for fleets in combinations_with_replacement([f"A{terrain}" for terrain in terrains], admirals):
            yield (*armies, *fleets)


def _ordered(pieces: Iterable[str]) -> Pieces:
    return tuple(sorted(pieces, key=lambda piece: _ORDER[piece]))


_ORDER = {str(piece): at for at, piece in enumerate((*PIECES, PieceId("combat")))}


def placements(case: Case) -> Universe:
    """The position, and every handful of the case's pieces. There is no slot for combat."""
    game = GAMES["medieval"]
    rulings = {
        "placement_complete": "optional" if case.optional else "all_leaders",
        "extra_mayors_2p": "free_split" if case.split else "management_only",
    }
    table, _ = game.new(set_up(game, case.players, rulings))
    leaders = Leaders(mayor=case.mayors, general=case.generals, admiral=case.admirals)
    table = table.with_side(1, replace(table.seats[1], leaders=leaders, committed=case.committed))
    most = case.mayors + case.generals + case.admirals + 1
    handfuls = chain.from_iterable(combinations_with_replacement(case.pieces.split(), n) for n in range(most + 1))
    legal = {place(pieces) for pieces in legal_placements(case)}
    beginnings = {
        place(part) for whole in legal for n in range(len(whole.pieces) + 1) for part in combinations(whole.pieces, n)
    }
    moves = [place(_ordered(pieces)) for pieces in handfuls]
    name = " ".join(f"{field}={getattr(case, field)}" for field in ("players", "mayors", "generals", "admirals"))
    ruled = " optional" * case.optional + " split" * case.split + f" committed={case.committed}" * bool(case.committed)
    return Universe(
        name + ruled, table, PlaceLeaders(), 1, moves, frozenset(legal), frozenset(beginnings), case.samples
    )


def place(pieces: Iterable[str]) -> Place:
    return Place(tuple(map(PieceId, pieces)))


# --- The Crown of Emara: choosing a hand in secret (EMA-17.11) --------------------------------------------------------

IN_HAND = 3


def hands() -> Universe:
    """Two of the nine cards were played: any three others, in any order; of all cards five are tried."""
    table, _ = emara.GAME.new(set_up(emara.GAME, 2, options={"informed_choice": "yes"}))
    played = (ActionId("gain_wood"), ActionId("errand"))
    table = table.with_side(1, replace(table.seats[1], discard=played))
    tried = [*played[:1], *map(ActionId, ("gain_stone", "exchange", "step", "commission"))]
    moves = [ChooseHand(cards) for count in range(IN_HAND + 2) for cards in product(tried, repeat=count)]
    sound = [move for move in moves if len({*move.cards}) == len(move.cards) and played[0] not in move.cards]
    legal = frozenset(move for move in sound if len(move.cards) == IN_HAND)
    beginnings = frozenset(move for move in sound if len(move.cards) <= IN_HAND)
    return Universe("hands", table, ChooseHands(), 1, moves, legal, beginnings, 0)


# --- Rise to Nobility: keeping a commission card (RTN-23.3) -----------------------------------------------------------


def commissions() -> Universe:
    """Three of eighteen cards lie in hand."""
    game = GAMES["nobility"]
    table, _ = game.new(set_up(game, 2, options={"chancery": "on"}))
    hand = ("C03", "C07", "C18")
    table = table.with_side(1, replace(table.seats[1], hand=(unsalted((1,), hand),), choosing=len(hand)))
    moves = [Keep(card) for card in table.edition.commissions]
    legal = frozenset(Keep(CommissionId(card)) for card in hand)
    return Universe("commissions", table, KeepCommission(), 1, moves, legal, legal, 200)


UNIVERSES: dict[str, list[Callable[[], Universe]]] = {
    "medieval": [partial(placements, case) for case in CASES],
    "emara": [hands],
    "heirs": [],
    "nobility": [commissions],
    "toy": [partial(numbers, step) for step in (toy.Pledging(), toy.Guessing())],
}
