"""HEI-3 The turn (Déroulement de la partie, p. 2): take, play, move, in any order, as often as the rules allow."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import ClassVar

from core.games.heirs.facts import ScaffoldMoved, TileDiscarded, TurnBegan, TurnEnded
from core.games.heirs.moves import Anchor, Build, Deploy, Discard, End, Extend, Recall, Take, UseCamp, Walk
from core.games.heirs.names import CellName, TileId
from core.games.heirs.rules.camp import camped, camps
from core.games.heirs.rules.play import builds, built, extended, extensions, unplayable
from core.games.heirs.rules.protocol import reach, take_open
from core.games.heirs.rules.take import Refill, taken, takes
from core.games.heirs.rules.troops import deployments, moved_by, no_deployment, no_step, recalls, steps
from core.games.heirs.table import HENRY, SOUTH, Table
from core.kernel.rules.step import Ask, Blocked, Choice, Next, Offer, SeatAuto, SeatChoice

Action = Take | Build | Extend | Walk | Deploy | Recall | UseCamp | Discard


class BeginTurn(SeatAuto[Table], frozen=True):
    """HEI-3.1: one after the other."""

    rule: ClassVar[str] = "HEI-3.1"

    def then(self, t: Table) -> Next:
        """HEI-R11: does what is within reach now count for the whole turn?"""
        kept = tuple(reach(t, self.seat)) if t.rulings.access_moment == "start_of_turn" else None
        return [TurnBegan(self.rule, self.seat, t.turn + 1, kept), Turn(self.seat)]


class Turn(SeatChoice[Table, Action | End], frozen=True):
    """HEI-3.2: take a tile (once, mandatory), play tiles, move troops; HEI-3.5: in any order."""

    rule: ClassVar[str] = "HEI-3.2"

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Action | End]]:
        """All that can be done with the tiles and troops that there are."""
        return self._listed(t, seat, told=True)

    def open_offers(self, t: Table, seat: int) -> Iterable[Offer[Action | End]]:
        return self._listed(t, seat, told=False)

    def _listed(self, t: Table, seat: int, *, told: bool) -> Iterator[Offer[Action | End]]:
        stuck = True
        for offer in _takes_plays_and_moves(t, seat, told=told):
            stuck = stuck and offer.blocked is not None
            yield offer
        yield from camps(t, seat)
        yield from _ends(t, seat, stuck=stuck)

    def offers_like(self, t: Table, seat: int, move: Action | End) -> Iterable[Offer[Action | End]]:
        match move:
            case Take():
                return takes(t, seat)
            case Build():
                return builds(t, seat)
            case Extend():
                return extensions(t, seat)
            case Walk():
                return steps(t, seat)
            case Deploy():
                return deployments(t, seat)
            case Recall():
                return recalls(t, seat)
            case UseCamp():
                return camps(t, seat)
            case Discard() | End():
                return _ends(t, seat, stuck=_stuck(t, seat))

    def unoffered(self, t: Table, seat: int, move: Action | End) -> Blocked | None:
        """A tile, a cell or a troop for which it is no question."""
        match move:
            case Take():
                return None if move.tile in t.ring else Blocked("HEI-4.1", "not_in_ring", have=move.tile)
            case Build() | Extend():
                return unplayable(t, seat, move)
            case Walk():
                return no_step(t, seat, move)
            case Deploy():
                return no_deployment(t, seat, move)
            case UseCamp():
                return Blocked("HEI-9.11", "no_such_camp", have=move.tile)
            case Discard():
                return _no_discard(t, seat, move.tile)
            case _:
                return None

    def resolve(self, t: Table, seat: int, move: Action | End) -> Next:
        """What was done, then the rest of the turn."""
        match move:
            case Take():
                return [*taken(t, "HEI-4.1", seat, move.tile), self]
            case Build():
                return [*built(t, seat, move), self]
            case Extend():
                return [*extended(t, seat, move), self]
            case Walk() | Deploy() | Recall():
                return [*moved_by(seat, move), self]
            case UseCamp():
                return [*camped(t, seat, move), self]
            case Discard():
                return [TileDiscarded("HEI-R6", seat, move.tile), self]
            case End():
                return [EndTurn(seat)]


def _ends(t: Table, seat: int, *, stuck: bool) -> Iterator[Offer[Discard | End]]:
    """HEI-R6: with a full hand and nothing left to do one is stuck."""
    unfinished = _unfinished(t, seat)
    hand = t.sides[seat].hand if t.rulings.no_take_possible == "discard_one" else ()
    for tile in hand:
        yield Offer(Discard(tile), None if stuck and unfinished is not None else Blocked("HEI-R6", "not_stuck"))
    yield Offer(End(), None if stuck and not hand else unfinished)


def _unfinished(t: Table, seat: int) -> Blocked | None:
    """HEI-3.8, HEI-4.7: the take comes first. HEI-R9: also in the last turns? HEI-R32: also after a Camp?"""
    player = t.sides[seat]
    optional = t.turns_left is not None and t.rulings.last_turn_take == "optional"
    if not t.takes and not optional:
        return Blocked("HEI-3.8", "take_first")
    if t.rulings.camp_second_take == "mandatory" and t.camped and take_open(t, seat):
        return Blocked("HEI-R32", "take_first")
    limit = t.edition.board.hand
    if t.rulings.hand_limit == "end_of_turn_3" and len(player.hand) > limit and any(_plays(t, seat)):
        return Blocked("HEI-4.6", "too_many_tiles", need=limit, have=len(player.hand))
    if player.discounts < 0 and (take_open(t, seat) or any(extensions(t, seat))):
        return Blocked("HEI-R3", "discount_owed", need=-player.discounts)
    return None


def _no_discard(t: Table, seat: int, tile: TileId) -> Blocked:
    """HEI-R6: only a tile of the hand, when nothing else is possible, and under one reading only."""
    if tile not in t.sides[seat].hand:
        return Blocked("HEI-5.1", "not_in_hand", have=tile)
    return Blocked("HEI-R6", "never_discarded" if _stuck(t, seat) else "not_stuck")


def _stuck(t: Table, seat: int) -> bool:
    """HEI-R6: no tile can be taken, none played, no troop moved."""
    return all(offer.blocked is not None for offer in _takes_plays_and_moves(t, seat, told=False))


def _takes_plays_and_moves(t: Table, seat: int, *, told: bool) -> Iterator[Offer[Action]]:
    """HEI-3.2: the three actions."""
    return chain(
        takes(t, seat, told=told),
        builds(t, seat, told=told),
        extensions(t, seat),
        steps(t, seat, told=told),
        deployments(t, seat, told=told),
        recalls(t, seat, told=told),
    )


def _plays(t: Table, seat: int) -> Iterator[Offer[Action]]:
    ways: tuple[Iterator[Offer[Action]], ...] = (builds(t, seat, told=False), extensions(t, seat))
    return (offer for offers in ways for offer in offers if offer.blocked is None)


class EndTurn(SeatAuto[Table], frozen=True):
    """HEI-3.7: troops are turned up, discounts lapse, the other side is next."""

    rule: ClassVar[str] = "HEI-3.7"

    def then(self, t: Table) -> Next:
        """HEI-R7 end_of_turn: only now the supply is refilled. HEI-R54: does the human choose the scaffold's place?"""
        refill = (Refill(self.seat),) if t.due else ()
        built = tuple(dict.fromkeys(t.sides[self.seat].built))  # HEI-R16: one may lie on a Camp that was used
        choose = t.solo and self.seat != HENRY and t.rulings.solo_anchor_multi == "human_chooses" and len(built) > 1
        return [*refill, *((ChooseAnchor(built),) if choose else ()), TurnOver(self.seat)]


class TurnOver(SeatAuto[Table], frozen=True):
    """HEI-3.7: the shield shows the other's crown."""

    rule: ClassVar[str] = "HEI-3.7"

    def then(self, t: Table) -> Next:
        return [TurnEnded(self.rule, self.seat)]


class ChooseAnchor(Choice[Table, Anchor], frozen=True):
    """HEI-R54 human_chooses: by which of the buildings of the turn Henry goes."""

    rule: ClassVar[str] = "HEI-R54"
    cells: tuple[CellName, ...]

    def asks(self, t: Table) -> Ask:
        return Ask((SOUTH,))

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Anchor]]:
        return [Offer(Anchor(cell)) for cell in self.cells]

    def resolve(self, t: Table, seat: int, move: Anchor) -> Next:
        return [ScaffoldMoved(self.rule, move.cell)]
