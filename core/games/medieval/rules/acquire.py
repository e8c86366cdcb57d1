"""MED-10 Acquiring resources (p. 11-12): the walls fall, mayors and cards produce, terrains are fought for."""

from collections.abc import Sequence
from typing import ClassVar, Self

from msgspec import Struct

from core.games.medieval.data import effects
from core.games.medieval.data.edition import EventCard
from core.games.medieval.facts import TerrainTied, TerrainWon, WallsRemoved
from core.games.medieval.moves import Place
from core.games.medieval.names import FIGHTERS, Goods
from core.games.medieval.rules.deployment import Sides
from core.games.medieval.rules.gains import Gain, one_each
from core.games.medieval.rules.scoring import counted_mayors
from core.games.medieval.table import Player, Table, mayors_of, pieces_of
from core.kernel.rules.secret import opened
from core.kernel.rules.step import Auto, Next


class RemoveWalls(Auto[Table], frozen=True):
    """MED-10.1: everybody has placed, so all placements become public at once."""

    rule: ClassVar[str] = "MED-10.1"

    def then(self, t: Table) -> Next:
        return [WallsRemoved(self.rule, opened(p.placement for p in t.seats))]


class Produce(Auto[Table], frozen=True):
    """MED-10.2, MED-8.5: each mayor gives one resource of its slot."""

    rule: ClassVar[str] = "MED-10.2"

    def then(self, t: Table) -> Next:
        """MED-8.6: several on a slot give so many."""
        return [
            Gain(seat, goods, self.rule, "mayors")
            for seat, player in enumerate(t.seats)
            if player.placed is not None and (goods := yield_of(player.placed)).total()
        ]


class Income(Auto[Table], frozen=True):
    """MED-10.3: the cards in play produce."""

    rule: ClassVar[str] = "MED-10.3"

    def then(self, t: Table) -> Next:
        """Castles (MED-6.1) and developments (MED-6.11)."""
        return [
            Gain(seat, goods, card.rule, card.id)
            for seat, player in enumerate(t.seats)
            for card in t.cards(player.realm)
            for effect in card.income
            if (goods := income(t, player, card, effect)).total()
        ]


class Contest(Auto[Table], frozen=True):
    """MED-10.4: on each terrain the strongest seat controls it and takes its reward."""

    rule: ClassVar[str] = "MED-10.4"

    def then(self, t: Table) -> Next:
        """MED-10.9: once for each terrain."""
        facts: list[TerrainWon | TerrainTied] = []
        rewards: list[Gain] = []
        forces = [Forces.of(t, player.placed or Place(())) for player in t.seats]
        for terrain in t.edition.terrains_in_use[t.players]:
            present = tuple(seat for seat, force in enumerate(forces) if terrain in force.military)
            if not present:
                continue
            winner, rule = controller(t, forces, terrain)
            if winner is None:
                facts.append(TerrainTied(rule, terrain, present))
            else:
                facts.append(TerrainWon(rule, winner, terrain))
                rewards.append(Gain(winner, t.edition.terrains[terrain].reward, self.rule, "terrain"))
        return [*facts, *rewards]


class Forces(Struct, frozen=True):
    """A seat's strength by terrain."""

    military: dict[int, int]
    decoys: dict[int, int]

    @classmethod
    def of(cls, t: Sides, placed: Place) -> Self:
        """MED-8.8: generals and admirals on one terrain add up. MED-R29: do two decoys?"""
        combat = t.edition.stock.combat
        military: dict[int, int] = {}
        for letter in "GA":
            for terrain in pieces_of(placed, letter):
                military[terrain] = military.get(terrain, 0) + combat[FIGHTERS[letter]]
        decoys: dict[int, int] = {}
        for terrain in pieces_of(placed, "D"):
            single = t.rulings.decoy_stack == "single"
            decoys[terrain] = combat[FIGHTERS["D"]] + (0 if single else decoys.get(terrain, 0))
        return cls(military, decoys)


def yield_of(place: Place) -> Goods:
    """What the mayors of a placement give."""
    return one_each(mayors_of(place))


def income(t: Table, player: Player, card: EventCard, effect: effects.Income) -> Goods:
    """What a card in play gives in a round. MED-R10: do castles? MED-R8: what do developments multiply?"""
    if isinstance(effect, effects.Gain):
        counts_in_fight = card.family == "castle" and t.rulings.castle_income == "combat_value"
        return Goods() if counts_in_fight else Goods.only(effect.resource, effect.amount)
    if t.rulings.development_income == "per_mayor_on_slot":
        on_slot = mayors_of(player.placed).count(effect.resource) if player.placed else 0
        return Goods.only(effect.resource, on_slot)
    return Goods.only(effect.resource, counted_mayors(t, player))


def controller(t: Sides, forces: Sequence[Forces], terrain: int) -> tuple[int | None, str]:
    """Who is strongest with military leaders, and the rule that says so; nobody, if somebody is as strong.

    MED-10.4, MED-10.5: the single highest value; MED-9.7, MED-10.7: a decoy of the same value denies the terrain.
    MED-R30: or any decoy any force?
    """
    strength = [force.military.get(terrain, 0) for force in forces]
    most = max(strength)
    if strength.count(most) > 1:
        return None, "MED-10.5"
    decoys = max(force.decoys.get(terrain, 0) for force in forces)
    if decoys >= most:
        return None, "MED-10.7"
    if decoys and t.rulings.decoy_block == "absolute":
        return None, "MED-R30"
    return strength.index(most), "MED-10.4"
