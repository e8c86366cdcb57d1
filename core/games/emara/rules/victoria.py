"""EMA-16 Victoria (Mode solo, p. 11): what the virtual player does at the end of the rounds."""

from typing import ClassVar

from core.games.emara.facts import VictoriaRanked, VictoriaScored
from core.games.emara.names import RANKS
from core.games.emara.rules.construction import BREADS, STONES
from core.games.emara.rules.markers import turned
from core.games.emara.rules.scoring import victoria_points, within_track
from core.games.emara.table import Table
from core.kernel.rules.step import Auto, Next


class VictoriaBuilds(Auto[Table], frozen=True):
    """EMA-16.8: points as for one stone and one bread; both markers turn."""

    rule: ClassVar[str] = "EMA-16.8"

    def then(self, t: Table) -> Next:
        """At the end of rounds 2 to 6."""
        if not t.solo or t.round not in t.edition.solo.rounds:
            return []
        return [
            *_scored(t, (self.rule, t.shows(STONES), "stone"), (self.rule, t.shows(BREADS), "bread")),
            *turned(t, STONES),
            *turned(t, BREADS),
        ]


class VictoriaRises(Auto[Table], frozen=True):
    """EMA-16.9: the top card of the round's rank; EMA-16.10: its points as for anybody."""

    rule: ClassVar[str] = "EMA-16.9"

    def then(self, t: Table) -> Next:
        """EMA-R26: does an event add to it?"""
        name = t.edition.solo.ranks.get(t.round) if t.solo else None
        if name is None:
            return []
        level = RANKS.index(name)
        points = t.edition.ranks[name].cp[t.ranks[level]]
        gains: list[tuple[str, int, str]] = [("EMA-16.10", points, name)]
        if t.rulings.victoria_events == "rank_bonus_only" and t.event is not None:
            event = t.edition.events[t.event]
            gains += [("EMA-R26", bonus.gain.cp, event.id) for bonus in event.bonus if bonus.on == "rank"]
        return [VictoriaRanked(self.rule, name, level + 1, points), *_scored(t, *gains)]


def _scored(t: Table, *gains: tuple[str, int, str]) -> list[VictoriaScored]:
    """Her points, as far as the track goes: the rule, how many, what for."""
    facts: list[VictoriaScored] = []
    have = victoria_points(t)
    for rule, points, source in gains:
        fitting = within_track(t, have, points)
        have += fitting
        facts.append(VictoriaScored(rule, fitting, source))
    return facts
