"""How a match goes: its beginning, rounds, dice, turns, and its end."""

from typing import Annotated

from msgspec.structs import replace

from core.games.nobility.facts import Fact, SeatFact
from core.games.nobility.names import PLAYED, AutomaId, CharacterId, DieId, EventId, GuildId, ObjectiveId, SourceName
from core.games.nobility.table import Apprentice, Automa, Placed, Player, Table, spot
from core.kernel.rules.marks import BySeat, Seat
from core.kernel.rules.piles import without
from core.kernel.rules.result import Ended

# --- beginning -------------------------------------------------------------------------------------------------------


class FirstPlayer(Fact, frozen=True):
    """Who has the marker."""

    seat: Seat

    def on(self, t: Table) -> Table:
        return replace(t, first=self.seat)


class CharacterDealt(SeatFact, frozen=True):
    """Who a player is."""

    puts = ("character",)

    character: CharacterId

    def on(self, t: Table) -> Table:
        return replace(super().on(t), characters=without(t.characters, (self.character,)))


class ObjectiveDrawn(Fact, frozen=True):
    """RTN-22.6: what must be fulfilled."""

    puts = ("objective",)

    objective: ObjectiveId


# --- rounds ----------------------------------------------------------------------------------------------------------


class RoundBegan(Fact, frozen=True):
    """One of ten."""

    round: int

    def on(self, t: Table) -> Table:
        seats = tuple(replace(p, used=0, passed=False) for p in t.seats)
        return replace(t, round=self.round, turn=0, acting=None, seats=seats)


class EventShown(Fact, frozen=True):
    """RTN-21.3: the event of the round."""

    event: EventId

    def on(self, t: Table) -> Table:
        return replace(t, event=self.event, events=without(t.events, (self.event,)))


class EventOver(Fact, frozen=True):
    """RTN-21.4: it is discarded."""

    def on(self, t: Table) -> Table:
        past = t.past_events if t.event is None else (*t.past_events, t.event)
        return replace(t, event=None, past_events=past)


# --- dice ------------------------------------------------------------------------------------------------------------


class DiceRolled(SeatFact, frozen=True):
    """RTN-3.2: all dice of a seat."""

    dice: tuple[int, ...]

    def change(self, p: Player) -> Player:
        return replace(p, dice=tuple(sorted(self.dice)))


class DiceRerolled(SeatFact, frozen=True):
    """RTN-9.14: some of them again."""

    faces: tuple[int, ...]
    dice: tuple[int, ...]

    def change(self, p: Player) -> Player:
        left = list(p.dice)
        for face in self.faces:
            left.remove(face)
        return replace(p, dice=tuple(sorted((*left, *self.dice))))


class AutomaRolled(Fact, frozen=True):
    """RTN-22.9: its dice, in the order in which they are placed."""

    dice: tuple[int, ...]

    def on(self, t: Table) -> Table:
        return replace(t, others=(Automa(self.dice),))


class AutomaPlaced(Fact, frozen=True):
    """RTN-22.9: one of its dice lies on the board."""

    die: AutomaId
    value: int
    where: SourceName
    slot: int

    def on(self, t: Table) -> Table:
        others = tuple(replace(side, dice=side.dice[1:]) for side in t.others)
        return replace(t, others=others, dice={**t.dice, spot(self.where, self.slot): Placed(len(t.seats), self.value)})


class AutomaSetAside(Fact, frozen=True):
    """RTN-22.9: a die whose guild is closed already."""

    die: AutomaId
    value: int

    def on(self, t: Table) -> Table:
        return replace(t, others=tuple(replace(side, dice=side.dice[1:], aside=side.aside + 1) for side in t.others))


class DiceTakenBack(Fact, frozen=True):
    """RTN-18.1: the board is empty; dice that were not placed are rolled anew, too."""

    def on(self, t: Table) -> Table:
        seats = tuple(replace(p, dice=_with_placed(t, seat, p)) for seat, p in enumerate(t.seats))
        return replace(t, dice={}, seats=seats, others=tuple(Automa() for _ in t.others))


def _with_placed(t: Table, seat: int, p: Player) -> tuple[int, ...]:
    return (*p.dice, *(placed.value for placed in t.dice.values() if placed.side == seat))


# --- turns -----------------------------------------------------------------------------------------------------------


class TurnBegan(SeatFact, frozen=True):
    """RTN-3.3: whose turn it is; `full`: without room for another settlers card."""

    full: bool = False

    def on(self, t: Table) -> Table:
        return replace(t, turn=t.turn + 1, acting=self.seat, acted=False, closed=False, full=self.full)


def at_work(t: Table) -> Table:
    """RTN-5.5: something is done in the turn. RTN-R7: whom its player placed before has stood there for a turn."""
    if t.acted:
        return t
    fresh = [guild for guild, placed in t.apprentices.items() if True in [one.fresh for one in placed]]
    return replace(t, acted=True, apprentices={**t.apprentices, **_stale(t, fresh)} if fresh else t.apprentices)


def _stale(t: Table, guilds: list[GuildId]) -> dict[GuildId, tuple[Apprentice, ...]]:
    return {
        guild: tuple(replace(one, fresh=one.fresh and one.seat != t.acting) for one in t.apprentices[guild])
        for guild in guilds
    }


class Passed(SeatFact, frozen=True):
    """RTN-5.5: nothing was done in the turn; `out`: there is no other one in this round."""

    out: bool = True

    def change(self, p: Player) -> Player:
        return replace(p, passed=self.out)


class TurnClosed(SeatFact, frozen=True):
    """RTN-R8 whole_turn_ends: nothing else comes in this turn."""

    def on(self, t: Table) -> Table:
        return replace(t, closed=True)


class DiePlaced(SeatFact, frozen=True):
    """RTN-4.9: a die lies on a slot; modifiers for it are paid for apart. `free`: it does not count for the limit."""

    die: DieId
    where: SourceName
    slot: int
    free: bool = False

    def on(self, t: Table) -> Table:
        placed = Placed(self.seat, PLAYED[self.die][1])
        return replace(at_work(super().on(t)), dice={**t.dice, spot(self.where, self.slot): placed})

    def change(self, p: Player) -> Player:
        face, value = PLAYED[self.die]
        at = p.dice.index(face)
        used = p.used if self.free else p.used + value
        return replace(p, dice=(*p.dice[:at], *p.dice[at + 1 :]), used=used)


class DieAdjusted(SeatFact, frozen=True):
    """RTN-R9 any_own_turn: a die that is not placed shows another value."""

    die: DieId

    def change(self, p: Player) -> Player:
        face, value = PLAYED[self.die]
        at = p.dice.index(face)
        return replace(p, dice=tuple(sorted((*p.dice[:at], value, *p.dice[at + 1 :]))))


# --- end -------------------------------------------------------------------------------------------------------------


class ObjectiveFulfilled(Fact, frozen=True):
    """RTN-22.13: all of it holds."""

    objective: ObjectiveId

    def on(self, t: Table) -> Table:
        return replace(t, fulfilled=True)


class MatchEnded(Ended[Table], frozen=True):
    """The scores, and who has won."""

    scores: Annotated[tuple[int, ...], BySeat()]
    ranks: Annotated[tuple[int, ...], BySeat()]
    winners: tuple[Seat, ...]
