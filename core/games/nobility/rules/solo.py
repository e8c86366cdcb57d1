"""RTN-22 Solo play (Jeu en Solo, p. 19): the dice of the Automa, and the objective."""

from typing import ClassVar

from core.games.nobility.facts.buildings import TilesDiscarded, WorkshopActivated
from core.games.nobility.facts.course import (
    AutomaPlaced,
    AutomaRolled,
    AutomaSetAside,
    ObjectiveDrawn,
    ObjectiveFulfilled,
)
from core.games.nobility.names import (
    AUTOMA,
    AUTOMA_SLOT,
    BLUE,
    FACES,
    GREEN,
    HALL,
    RED,
    TAVERN,
    WHITE,
    YARD,
    AutomaId,
    BuildingId,
    GuildId,
    ObjectiveId,
)
from core.games.nobility.rules.display import discarded_below
from core.games.nobility.rules.hall import slot
from core.games.nobility.rules.scoring import fulfils
from core.games.nobility.rules.workshops import ChooseBonus, rewarded
from core.games.nobility.table import Table, spot
from core.kernel.rules.chance import Draw, Drawn
from core.kernel.rules.step import Auto, Chance, Next

PLAYER = 0


class DrawObjective(Chance[Table], frozen=True):
    """RTN-22.6: one of the objectives, unless the player has chosen one."""

    rule: ClassVar[str] = "RTN-22.6"

    def draw(self, t: Table) -> Draw | None:
        if not t.solo:
            return None
        every, agreed = tuple(t.edition.objectives), t.options.objective
        return Draw("objective", every if agreed == "random" else (every[int(agreed) - 1],), 1)

    def drew(self, t: Table, drawn: Drawn) -> Next:
        return [ObjectiveDrawn(self.rule, ObjectiveId(drawn[0]))]


class RollAutoma(Chance[Table], frozen=True):
    """RTN-22.9: its five dice, after the player's."""

    rule: ClassVar[str] = "RTN-22.9"

    def draw(self, t: Table) -> Draw | None:
        return Draw("automa", FACES, len(AUTOMA), back=True) if t.solo else None

    def drew(self, t: Table, drawn: Drawn) -> Next:
        return [AutomaRolled(self.rule, tuple(map(int, drawn))), *(PlaceAutoma(die) for die in AUTOMA)]


class PlaceAutoma(Auto[Table], frozen=True):
    """RTN-22.9: one of them: tavern, yard, town hall, or a guild."""

    rule: ClassVar[str] = "RTN-22.9"
    die: AutomaId

    def then(self, t: Table) -> Next:
        value = t.others[0].dice[0]
        if self.die in {WHITE, GREEN}:
            return [AutomaPlaced(self.rule, self.die, value, TAVERN if self.die == WHITE else YARD, 1)]
        if self.die in {RED, BLUE}:
            return self._in_guild(t, value)
        number = slot(t, PLAYER, None, value)[1]
        gone = _blocked_tile(t, number)
        discarded = [] if gone is None else [TilesDiscarded(self.rule, (gone,), bagged=discarded_below(t))]
        return [AutomaPlaced(self.rule, self.die, value, HALL, number), *discarded]

    def _in_guild(self, t: Table, value: int) -> Next:
        """RTN-22.9: a guild takes one; RTN-22.10: every workshop of the player there is activated."""
        guild = t.edition.automa.guilds[value - 1]
        if spot(guild, AUTOMA_SLOT) in t.dice:
            return [AutomaSetAside(self.rule, self.die, value)]
        mine = [n for n, shop in enumerate(t.workshops[guild], 1) if shop is not None and shop.owner == PLAYER]
        return [
            AutomaPlaced(self.rule, self.die, value, guild, AUTOMA_SLOT),
            *(ActivateForPlayer(guild, number) for number in mine),
        ]


def _blocked_tile(t: Table, number: int) -> BuildingId | None:
    """RTN-22.9: the tile under the die. RTN-R49: or, where there is none, the next one to its left?"""
    tiles = t.hall[:number]
    if t.rulings.automa_town_hall_empty == "just_occupies":
        return tiles[-1]
    return next((tile for tile in reversed(tiles) if tile is not None), None)


class ActivateForPlayer(Auto[Table], frozen=True):
    """RTN-22.10: twice the reward, whatever the value of the die."""

    rule: ClassVar[str] = "RTN-22.10"
    guild: GuildId
    number: int

    def then(self, t: Table) -> Next:
        """RTN-R28: the reward, the reward and the bonus, or the bonus twice?"""
        shop = t.workshops[self.guild][self.number - 1]
        assert shop is not None
        reading, times = t.rulings.solo_automa_activation, t.count.rewards
        bonuses = {"rewards_only": 0, "rewards_and_bonus": 1, "bonus_twice": times}[reading]
        reward = [] if reading == "bonus_twice" else [rewarded(t, self.guild, self.number, times)]
        activated = WorkshopActivated(self.rule, shop.tile, self.guild)
        return [activated, *reward, *[ChooseBonus(PLAYER, shop.tile)] * bonuses]


class LookAtObjective(Auto[Table], frozen=True):
    """RTN-22.13: does all of it hold now?"""

    rule: ClassVar[str] = "RTN-22.13"
    last: bool = False  # after the final scoring

    def then(self, t: Table) -> Next:
        objective = t.objective
        if objective is None or t.fulfilled or not looked_at(t, last=self.last):
            return []
        met = fulfils(t, PLAYER, t.edition.objectives[objective].needs)
        return [ObjectiveFulfilled(self.rule, objective)] if met else []


def looked_at(t: Table, *, last: bool) -> bool:
    """RTN-R27: at the end of turns and incomes, after the final scoring, or both?"""
    return t.rulings.solo_check != ("immediate" if last else "final")
