"""What leaders are worth where, as a seat sees it before placing."""

from core.games.medieval.bot.outlook import Outlook
from core.games.medieval.moves import Place
from core.games.medieval.names import ADMIRAL, FIGHTERS, GENERAL, MANAGED, MAYOR, PIECES
from core.games.medieval.view import View

DENIED = 25  # per cent of a reward: what it is worth that somebody else may not get it

_ON_THE_MAP = tuple((str(piece), int(piece[1:])) for piece in PIECES if piece[0] in FIGHTERS)


class Leaders:
    """Every slot and every terrain, thought through once, then looked up for each placement that is thought of."""

    def __init__(self, o: Outlook, view: View) -> None:
        combat = o.data.stock.combat
        reward = {terrain: o.goods(goods) for terrain, goods in view.terrains.items()}
        odds = [_odds(o, view, strength) for strength in range(o.strength() + 1)]
        self.mayors: dict[str, list[int]] = {
            slot: [o.gain(slot, count) for count in range(o.me.leaders.mayor + 1)] for slot in MANAGED
        }
        self.fighters = {piece: (at, combat[FIGHTERS[piece[0]]]) for piece, at in _ON_THE_MAP if piece[0] in "GA"}
        self.military = {terrain: [worth * chance // 1000 for chance in odds] for terrain, worth in reward.items()}
        self.decoys = {piece: reward.get(at, 0) * DENIED // 100 for piece, at in _ON_THE_MAP if piece[0] == "D"}

    def placed(self, move: Place) -> int:
        """Mayors where tokens are wanted, fighters where rewards are worth having and others may not come."""
        worths, strengths = 0, dict[int, int]()
        for piece in set(move.pieces):
            count = move.pieces.count(piece)
            if piece in self.mayors:
                worths += self.mayors[piece][count]
            elif piece in self.decoys:
                worths += self.decoys[piece]
            else:
                terrain, strength = self.fighters[piece]
                strengths[terrain] = strengths.get(terrain, 0) + strength * count
        return worths + sum(self.military[terrain][strength] for terrain, strength in strengths.items())


def _odds(o: Outlook, view: View, strength: int) -> int:
    """In thousandths: none of the others' leaders that is as strong comes here, if they go just anywhere."""
    combat, places = o.data.stock.combat, len(view.terrains)
    chance = 1000
    for other in view.seats:
        rivals = {GENERAL: other.leaders.general, ADMIRAL: other.leaders.admiral, MAYOR: o.data.stock.decoys[o.players]}
        for leader, count in rivals.items() if other.seat != o.me.seat else ():
            for _ in range(count if combat[leader] >= strength else 0):
                chance = chance * (places - 1) // places
    return chance
