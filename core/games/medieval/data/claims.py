"""What must hold between the entries of an owner's edition of Medieval Realms."""

from collections.abc import Iterator

from core.games.medieval.data import effects
from core.games.medieval.data.edition import CARDS, FAMILIES, Edition
from core.games.medieval.names import RESOURCES
from core.kernel.rules.amounts import written
from core.kernel.setup.claims import Claim, equal, least, most

ROUNDS = 99
"""The decks are never used up, so that nothing in the box bounds a match; five bots play this many in half a second."""


def claims(e: Edition) -> Iterator[Claim]:
    """The counts of the box, and that each entry can be played."""
    board, stock = e.board, e.stock
    rows = len(board.prices)
    yield most("board.rounds", board.rounds, ROUNDS)
    yield most("board.current", board.current, CARDS - board.upcoming)
    yield Claim("board.prices", board.current % rows == 0, f"as many as divide {board.current}", rows)
    yield Claim("board.honour", sorted(board.honour) == [*board.honour], "rising", board.honour)
    for players, leaders in stock.leaders.items():
        dealt = leaders.times(players)
        yield Claim("stock.box", stock.box.lacking(dealt) is None, written(dealt), written(stock.box))
        yield least("stock.leaders", leaders.mayor, stock.decoys[players])
        yield least("terrains", len(e.terrains_in_use[players]), 2)
    for card in e.cards.values():
        at = f"families.{card.family}.cards.{card.id}"
        yield equal(f"{at}.rule", card.rule, FAMILIES[card.family])
        for name, mode, resource in (("measure", "majority", card.measure), ("bid", "auction", card.bid)):
            expected = RESOURCES if card.mode == mode else "nothing"
            yield Claim(f"{at}.{name}", (card.mode == mode) == (resource is not None), expected, resource or "nothing")
        yield most(f"{at}.now", sum(isinstance(effect, effects.Choose) for effect in card.now), 1)
