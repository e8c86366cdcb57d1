"""HEI-1 Setting up (Mise en place, p. 1-2): sets, royal supply, start tile, troops."""

from collections.abc import Iterable
from typing import ClassVar

from core.games.heirs.facts import (
    BackShown,
    CrownTossed,
    RingDealt,
    SetsChosen,
    SetVetoed,
    StartLaid,
    TreasuresShuffled,
    TroopPlaced,
)
from core.games.heirs.moves import First, Veto
from core.games.heirs.names import CAV, COLOURS, SETS, TERRAINS, SetId, TerrainId, TileId
from core.games.heirs.table import SOUTH, Table, unseen_backs
from core.kernel.rules.chance import Draw, Drawn
from core.kernel.rules.grid import ORIGIN
from core.kernel.rules.step import Ask, Auto, Blocked, Chance, Choice, Next, Offer, SeatChoice


class ChooseSets(Auto[Table], frozen=True):
    """HEI-1.3: three of the six sets, by agreement or at random. HEI-R39: or by striking out in turn?"""

    rule: ClassVar[str] = "HEI-1.3"

    def then(self, t: Table) -> Next:
        """HEI-V2: as the option says."""
        ruling = t.rulings.sets_choice
        if ruling == "alternate_veto" and not t.solo:
            return [StrikeSet(SOUTH)]
        if ruling == "random" or t.options.sets == "random":
            return [DrawSets()]
        chosen = t.edition.board.first_game if t.options.sets == "first_game" else tuple(t.options.sets.split("+"))
        return [_chosen(t, self.rule, tuple(map(SetId, chosen)))]


class DrawSets(Chance[Table], frozen=True):
    """HEI-1.16: the three sets, by lot."""

    rule: ClassVar[str] = "HEI-1.16"

    def draw(self, t: Table) -> Draw:
        return Draw("sets", SETS, t.edition.board.sets)

    def drew(self, t: Table, drawn: Drawn) -> Next:
        return [_chosen(t, self.rule, tuple(name for name in SETS if name in drawn))]


class StrikeSet(SeatChoice[Table, Veto], frozen=True):
    """HEI-R39 alternate_veto: in turn, until three sets are left."""

    rule: ClassVar[str] = "HEI-R39"

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Veto]]:
        for name in SETS:
            yield Offer(Veto(name), Blocked(self.rule, "set_vetoed", have=name) if name in t.vetoed else None)

    def resolve(self, t: Table, seat: int, move: Veto) -> Next:
        left = tuple(name for name in SETS if name not in (*t.vetoed, move.set))
        struck = SetVetoed(self.rule, seat, move.set)
        if len(left) > t.edition.board.sets:
            return [struck, StrikeSet(1 - seat)]
        return [struck, _chosen(t, "HEI-1.3", left)]


def _chosen(t: Table, rule: str, sets: tuple[SetId, ...]) -> SetsChosen:
    """HEI-1.5: their tiles are shuffled together."""
    return SetsChosen(rule, sets, t.edition.tiles_of(*sets))


class DealRing(Chance[Table], frozen=True):
    """HEI-1.8: six tiles face up, clockwise from the shield."""

    rule: ClassVar[str] = "HEI-1.8"

    def draw(self, t: Table) -> Draw:
        return Draw("royal supply", t.unseen, t.edition.board.shown)

    def drew(self, t: Table, drawn: Drawn) -> Next:
        return [RingDealt(self.rule, tuple(map(TileId, drawn)))]


class LayStart(Chance[Table], frozen=True):
    """HEI-1.10: the start tile, face down; its face stays unknown."""

    rule: ClassVar[str] = "HEI-1.10"

    def draw(self, t: Table) -> Draw:
        """Only its terrain is drawn: nobody sees more."""
        return Draw("start tile", terrains(t), 1)

    def drew(self, t: Table, drawn: Drawn) -> Next:
        return [StartLaid(self.rule, TerrainId(drawn[0]))]


class ShowBack(Chance[Table], frozen=True):
    """HEI-R19: the back of the top tile of the pile shows its terrain."""

    rule: ClassVar[str] = "HEI-R19"

    def draw(self, t: Table) -> Draw | None:
        """HEI-R19 no: then nobody looks at it, unless alone against Henry."""
        hidden = t.rulings.pile_top_back == "no" and not t.solo
        return None if hidden or not t.pile else Draw("back", terrains(t), 1)

    def drew(self, t: Table, drawn: Drawn) -> Next:
        return [BackShown(self.rule, TerrainId(drawn[0]))]


class TurnUpBack(Chance[Table], frozen=True):
    """HEI-4.4, HEI-R19 no: where nobody has looked at the back before, it is seen as the tile is turned up."""

    rule: ClassVar[str] = "HEI-4.4"

    def draw(self, t: Table) -> Draw | None:
        return None if t.back is not None else Draw("back", terrains(t), 1)

    def drew(self, t: Table, drawn: Drawn) -> Next:
        return [BackShown(self.rule, TerrainId(drawn[0]))]


def terrains(t: Table) -> tuple[TerrainId, ...]:
    """The terrains of the tiles of the pile: of all that nobody has seen, without the start tile."""
    backs = unseen_backs(t)
    found: list[TerrainId] = []
    for terrain in TERRAINS:
        found += [terrain] * (backs.count(terrain) - (t.start == terrain))
    return tuple(found)


class TossCrown(Chance[Table], frozen=True):
    """HEI-1.7: the royal shield is tossed like a coin; HEI-S8: alone one begins."""

    rule: ClassVar[str] = "HEI-1.7"

    def draw(self, t: Table) -> Draw | None:
        """HEI-R20 choose: nobody tosses."""
        return None if t.solo or t.rulings.first_player == "choose" else Draw("crown", COLOURS, 1)

    def drew(self, t: Table, drawn: Drawn) -> Next:
        return [CrownTossed(self.rule, COLOURS.index(drawn[0]))]


class ChooseFirst(Choice[Table, First], frozen=True):
    """HEI-R20 choose: who begins."""

    rule: ClassVar[str] = "HEI-R20"

    def asks(self, t: Table) -> Ask | None:
        return Ask((SOUTH,)) if t.rulings.first_player == "choose" and not t.solo else None

    def offers(self, t: Table, seat: int) -> Iterable[Offer[First]]:
        return [Offer(First(colour)) for colour in COLOURS]

    def resolve(self, t: Table, seat: int, move: First) -> Next:
        return [CrownTossed(self.rule, COLOURS.index(move.colour))]


class PlaceCavalry(Auto[Table], frozen=True):
    """HEI-1.11: both cavalry on the start tile; HEI-S5: Henry's troops lie beside the landscape."""

    rule: ClassVar[str] = "HEI-1.11"

    def then(self, t: Table) -> Next:
        """The normal troops lie in the royal supply."""
        return [TroopPlaced(self.rule, side, CAV, ORIGIN) for side in range(t.players)]


class ShuffleTreasures(Auto[Table], frozen=True):
    """HEI-S6, HEI-S7: the treasures; the level says how many are set aside unseen."""

    rule: ClassVar[str] = "HEI-S7"

    def then(self, t: Table) -> Next:
        if not t.solo:
            return []
        tokens = tuple(t.edition.treasures)
        aside = t.edition.board.set_aside[int(t.options.level)]
        return [TreasuresShuffled(self.rule, tokens, len(tokens) - aside)]
