"""HEI-4 Taking a tile (Action A): the shield moves, the supply is refilled; HEI-7: the last tile brings on the end."""

from collections.abc import Iterator
from typing import Any, ClassVar

from core.games.heirs.facts import LastTurns, SlotRefilled, SlotsStayEmpty, TileTaken
from core.games.heirs.moves import Take
from core.games.heirs.names import TileId
from core.games.heirs.rules.protocol import reach, takeable
from core.games.heirs.rules.setup import ShowBack, TurnUpBack
from core.games.heirs.table import Table, unseen_backs
from core.kernel.rules.chance import Draw, Drawn
from core.kernel.rules.step import Blocked, Next, Offer, SeatAuto, SeatChance


def takes(t: Table, seat: int, *, told: bool = True) -> Iterator[Offer[Take]]:
    """HEI-4.1: any tile within reach, once in a turn; HEI-4.6, HEI-R5: no more than three in hand; `told`: why not."""
    closed = _no_take(t, seat)
    if closed is not None:
        yield from (Offer(Take(tile), closed) for tile in (t.shown() if told else ()))
        return
    near, free = reach(t, seat), takeable(t, seat)
    for tile in t.shown():
        if tile in free:
            yield Offer(Take(tile))
        elif tile in near:
            yield Offer(Take(tile), Blocked("HEI-R10", "has_served", have=tile))
        elif told:
            yield Offer(Take(tile), Blocked("HEI-2.4", "out_of_reach", need=len(near), have=tile))


def _no_take(t: Table, seat: int) -> Blocked | None:
    player, most = t.sides[seat], most_in_hand(t)
    if t.crown != seat:
        return Blocked("HEI-3.3", "taken_already")
    if most is not None and len(player.hand) >= most:
        return Blocked("HEI-4.6", "hand_full", need=most, have=len(player.hand))
    return None


def most_in_hand(t: Table) -> int | None:
    """HEI-4.6, HEI-R5: is there a limit to what is taken into a hand?"""
    return t.edition.board.hand if t.rulings.hand_limit == "hard_cap_3" else None


def taken(t: Table, rule: str, side: int, tile: TileId) -> Next:
    """HEI-4.1, HEI-4.2, HEI-4.3, HEI-4.4: into the hand, the shield into its slot, the supply refilled at once. HEI-R7:
    or otherwise?
    """
    stays = t.rulings.refill_slot == "taken_slot"
    later = t.rulings.refill_slot == "end_of_turn"
    return [TileTaken(rule, side, tile, t.ring.index(tile), stays), *(() if later else (Refill(side),))]


class Refill(SeatAuto[Table], frozen=True):
    """HEI-4.4: every slot that is due; HEI-7.4: from the last tile of the pile on they stay empty."""

    rule: ClassVar[str] = "HEI-4.4"

    def then(self, t: Table) -> Next:
        if not t.due:
            return []
        if not t.pile:
            return [SlotsStayEmpty("HEI-7.4")]
        return [TurnUpBack(), DrawTile(self.seat), Refill(self.seat)]


class DrawTile(SeatChance[Table], frozen=True):
    """HEI-4.4: the next tile of the pile, whose back was seen; HEI-7.1: the last one brings on the end."""

    rule: ClassVar[str] = "HEI-4.4"

    def draw(self, t: Table) -> Draw:
        """Any of this terrain that nobody has seen."""
        backs = zip(t.unseen, unseen_backs(t), strict=True)
        return Draw("tile", tuple(tile for tile, back in backs if back == t.back), 1)

    def drew(self, t: Table, drawn: Drawn) -> Next:
        """HEI-7.3: then one turn each. HEI-R8: or only until both have had as many?"""
        refilled: list[Any] = [SlotRefilled(self.rule, t.due[0], TileId(drawn[0]))]
        if t.pile > 1:
            return [*refilled, ShowBack()]
        return [*refilled, LastTurns("HEI-7.1", self.seat, _last_turns(t))]


def _last_turns(t: Table) -> int:
    """HEI-7.3: the other side's and one's own; equalise: none, if this turn evens them out."""
    if t.rulings.last_turns == "one_each_after_trigger":
        return 2 + 1  # this turn is counted when it ends
    return 1 if t.turn % 2 == 0 else 1 + 1
