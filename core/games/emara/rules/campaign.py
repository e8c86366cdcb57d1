"""EMA-16.12, EMA-16.13, EMA-16.14, EMA-16.15, EMA-16.16, EMA-16.17, EMA-16.18, EMA-16.19 (Mode solo, p. 11): what
matches of one player add up to: high scores, and the campaign.
"""

from collections.abc import Mapping, Sequence

from core.games.emara.data.edition import edition
from core.games.emara.rules.scoring import victoria_points
from core.games.emara.rulings import Rulings
from core.games.emara.table import Table
from core.kernel.game import Outcome, Setup
from core.kernel.setup.campaign import Campaign, Entry, Sheet
from core.kernel.setup.rulings import as_struct


def building_start(t: Table) -> int:
    """EMA-16.21: as agreed; else a campaign begins where its first match does (EMA-16.17)."""
    if t.options.building_start != "default":
        return int(t.options.building_start)
    solo = t.edition.solo
    return solo.first if t.options.solo == "campaign" else solo.default


def outcome(t: Table) -> Outcome | None:
    """EMA-16.12: the score; EMA-16.15: in a campaign, whether it beats Victoria's."""
    if not t.solo or t.end is None:
        return None
    start, (score,) = building_start(t), t.end.scores
    if t.options.solo == "highscore":
        return Outcome(start, score)
    return Outcome(start, score, victoria_points(t), t.end.winners == (0,))


def given(options: Mapping[str, str]) -> tuple[str, ...]:
    """EMA-16.21: the building start of a campaign."""
    return ("building_start",) if options["solo"] == "campaign" else ()


def sheet(setup: Setup, entries: Sequence[Entry]) -> Sheet:
    """EMA-16.13, EMA-16.14: high scores by building start, or a campaign."""
    shared = {name: setup.options[name] for name in CAMPAIGN.shared}
    if setup.options["solo"] == "highscore":
        return Sheet(shared, {}, high_scores(entries), tuple(entries))
    return Sheet(shared, {"building_start": str(next_start(setup, entries))}, lowest_win(entries), tuple(entries))


def high_scores(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """EMA-16.13: the highest score from each start, the hardest one first; of equal ones the first."""
    best: dict[int, Entry] = {}
    for entry in entries:
        known = best.setdefault(entry.outcome.start, entry)
        if entry.outcome.score > known.outcome.score:
            best[entry.outcome.start] = entry
    return tuple(best[start] for start in sorted(best))


def lowest_win(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """EMA-16.14: the lowest start from which Victoria was beaten; EMA-16.16: there, the highest score."""
    won = [entry for entry in entries if entry.outcome.won]
    return (min(won, key=lambda entry: (entry.outcome.start, -entry.outcome.score)),) if won else ()


def next_start(setup: Setup, entries: Sequence[Entry]) -> int:
    """EMA-16.17: lower after a win, higher after a loss. EMA-R28: does it stop at 0?"""
    solo = edition(setup.edition).solo
    if not entries:
        return solo.first
    last = entries[-1].outcome
    start = last.start + (solo.win if last.won else solo.loss)
    floor = as_struct(Rulings, setup.rulings).campaign_floor == "floor_zero_no_cap"
    return max(start, 0) if floor else start


CAMPAIGN: Campaign = Campaign(("solo", "informed_choice"), given, sheet)
"""EMA-16.19: with informed choice, matches stand on a sheet of their own."""
