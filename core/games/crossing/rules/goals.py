"""KIN-12 Bridge goals (Revendiquer un Objectif Pont, p. 11): claimed after an action, and in the evening."""

from collections.abc import Iterable
from typing import ClassVar, Final

from core.games.crossing.facts.favors import GoalClaimed
from core.games.crossing.facts.gains import MarkerMoved
from core.games.crossing.moves import Claim, Done
from core.games.crossing.names import EASY, GOALS, HARD, FaceId, GoalId
from core.games.crossing.rules.favors import favor
from core.games.crossing.rules.gains import points
from core.games.crossing.rules.midmatch import heeded
from core.games.crossing.rules.tally import count
from core.games.crossing.table import PACO, Table
from core.kernel.rules.step import Ask, Auto, Blocked, Next, Offer, SeatAuto, SeatChoice

ROW: Final = 2  # KIN-2.6: goals beside each other


def face(t: Table, goal: GoalId) -> FaceId:
    """KIN-2.6: how the tile lies."""
    return HARD if goal in t.hard else EASY


def positions(t: Table) -> tuple[int, ...]:
    """KIN-12.1: the places that are taken one after the other. KIN-12.5: of two sides the second takes the third place.

    KIN-R28: is there a fourth?
    """
    if len(t.sides) == 2:  # two players, or one against Paco & Paca
        return (0, 2)
    return (0, 1, 2) if t.rulings.goal_positions == "3" else (0, 1, 2, 3)[: len(t.sides)]


def unmet(t: Table, seat: int, goal: GoalId) -> Blocked | None:
    """KIN-12.6: what is missing for a goal; KIN-12.3: each once."""
    claimed = t.claims.get(goal)
    if claimed and seat in claimed:
        return Blocked("KIN-12.3", "goal_claimed", have=goal)
    if claimed and len(claimed) >= len(positions(t)):
        return Blocked("KIN-12.1", "goal_full", have=goal)
    back, wanted = t.edition.needs[goal, face(t, goal)]
    if seat >= t.players and back:
        return closed(t, goal)
    if back > t.sides[seat].investment:
        return Blocked("KIN-12.6", "marker_too_low", need=back, have=t.sides[seat].investment)
    for what, least in wanted:
        if (have := count(t, seat, what)) < least:
            return Blocked("KIN-12.6", "goal_needs", need=least, have=have, what=what)
    return None


def closed(t: Table, goal: GoalId) -> Blocked | None:
    """KIN-S4.4: Paco & Paca have no investment marker. KIN-R54: can they claim that goal all the same?"""
    return Blocked("KIN-S4.4", "goal_not_theirs", have=goal) if t.rulings.automa_blocked_goal == "investment" else None


def claimed(t: Table, seat: int, goal: GoalId) -> Next:
    """KIN-12.1: the most valuable free position; KIN-12.6: for one of the goals the investment marker goes back."""
    side = face(t, goal)
    position = positions(t)[len(t.claims.get(goal, ()))]
    back, _wanted = t.edition.needs[goal, side]
    row = t.goals.index(goal) // ROW
    others = [other for other in t.goals[row * ROW : (row + 1) * ROW] if other != goal]
    whole = all(seat in t.claims.get(other, ()) for other in others)
    rule = "KIN-12.1" if seat < t.players else "KIN-S4.1"
    return [
        GoalClaimed(rule, seat, goal),
        *points(rule, seat, t.edition.board.goals[side][position], f"goal {goal}"),
        *([MarkerMoved("KIN-12.6", seat, -back, f"goal {goal}")] if back and seat < t.players else []),
        *([favor(t, seat, "KIN-12.4")] if whole else []),
    ]


class ClaimGoals(SeatChoice[Table, Claim | Done], frozen=True):
    """KIN-12.2: as many as one likes, one after the other."""

    rule: ClassVar[str] = "KIN-12.1"
    forced = True

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Claim | Done]]:
        yield from (Offer(Claim(goal), unmet(t, seat, goal)) for goal in GOALS)
        yield Offer(Done())

    def open_offers(self, t: Table, seat: int) -> Iterable[Offer[Claim | Done]]:
        return [*(Offer(Claim(goal)) for goal in GOALS if unmet(t, seat, goal) is None), Offer(Done())]

    def resolve(self, t: Table, seat: int, move: Claim | Done) -> Next:
        return [] if isinstance(move, Done) else [*claim(t, seat, move.goal), self]


def any_time(t: Table) -> bool:
    """KIN-R43: are goals claimed at any moment of the own turn, not only after its action?"""
    return t.rulings.goal_window == "any_time_own_turn"


class ClaimBesides(SeatChoice[Table, Claim], frozen=True):
    """KIN-12.1: what may be done besides, as long as it lasts (`any_time`)."""

    rule: ClassVar[str] = "KIN-12.1"

    def asks(self, t: Table) -> Ask | None:
        return Ask((self.seat,)) if any(unmet(t, self.seat, goal) is None for goal in GOALS) else None

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Claim]]:
        return [Offer(Claim(goal), unmet(t, seat, goal)) for goal in GOALS]

    def resolve(self, t: Table, seat: int, move: Claim) -> Next:
        return claim(t, seat, move.goal)


class Pause(SeatChoice[Table, Done], frozen=True):
    """KIN-8.8: a moment for what may be done besides; where there is nothing, nobody is asked."""

    rule: ClassVar[str] = "KIN-8.8"
    forced = True

    def anytime(self, t: Table) -> tuple[ClaimBesides, ...]:
        """KIN-R43: goals, too, in a turn that began when they had another window; else the turn itself offers them."""
        return (ClaimBesides(self.seat),) if heeded(t) and any_time(t) else ()

    def offers(self, t: Table, seat: int) -> tuple[Offer[Done], ...]:
        return (Offer(Done()),)

    def resolve(self, t: Table, seat: int, move: Done) -> Next:
        return []


def after_action(t: Table, seat: int) -> ClaimGoals | Pause:
    """KIN-7.5: the moment for goals; a moment like any other, if they can be claimed at all of them."""
    return Pause(seat) if any_time(t) else ClaimGoals(seat)


def eager(t: Table) -> bool:
    """KIN-R48: do Paco & Paca claim as soon as they can, or only when it matters?"""
    return t.rulings.automa_claims == "eager"


def claim(t: Table, seat: int, goal: GoalId) -> Next:
    """KIN-S4.2: before a goal is claimed, Paco & Paca have claimed it if they can."""
    if not looked_at_first(t):
        return claimed(t, seat, goal)
    return [LookAtGoals(goal), ClaimGoal(seat, goal)]


def looked_at_first(t: Table) -> bool:
    """KIN-S4.2: Paco & Paca always come first; it used to be asked only where they wait for it (KIN-R48 lazy).

    Eager ones may have a goal to claim, too: where the table has agreed that they are since their last tile.
    """
    return t.solo and (t.rulings.automa_first == "always" or not eager(t))


def next_claim(t: Table, goal: GoalId) -> int:
    """KIN-12.1: the VP that the next claim of a seat brings; KIN-S4.2: Paco & Paca may come first. 0: there is none."""
    first = looked_at_first(t) and unmet(t, PACO, goal) is None
    free = positions(t)[len(t.claims.get(goal, ())) + first :]
    return t.edition.board.goals[face(t, goal)][free[0]] if free else 0


class ClaimGoal(SeatAuto[Table], frozen=True):
    """KIN-S4.2: the position that is free then."""

    rule: ClassVar[str] = "KIN-S4.2"
    goal: GoalId

    def then(self, t: Table) -> Next:
        return claimed(t, self.seat, self.goal)


class LookAtGoals(Auto[Table], frozen=True):
    """KIN-S4.1: Paco & Paca claim what they can, in the order of the spaces; KIN-S4.3: at the end once more."""

    rule: ClassVar[str] = "KIN-S4.1"
    goal: GoalId | None = None  # this one alone

    def then(self, t: Table) -> Next:
        if not t.solo:
            return []
        goals = t.goals if self.goal is None else (self.goal,)
        met = next((goal for goal in goals if unmet(t, PACO, goal) is None), None)
        return [] if met is None else [*claimed(t, PACO, met), self]
