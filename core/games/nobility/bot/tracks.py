"""What spaces of the tracks are worth: Reputation for the dice that it allows, Nobility for shields and council."""

from functools import cache

from core.games.nobility.bot.stand import POINT
from core.games.nobility.data.edition import edition

ACTION = 110  # a die that can still be placed in the round,
PIP = 12  # and each of its pips
REPUTATION = ((14, 34), (18, 20), (30, 5))  # of each space up to there, in each round to come
NOBILITY = 18  # of a space before the council is open to one
OPEN = 11
SHARE = 70  # per cent of a shield that has not been reached, by how near it is


def in_hand(dice: tuple[int, ...], room: int) -> int:
    """RTN-4.1: what the dice of the round may still bring: as many of them as fit, the low ones first."""
    found = 0
    for value in sorted(dice):
        if value <= room:
            room -= value
            found += ACTION + PIP * value
    return found


@cache
def by_reputation(reputation: int) -> int:
    """RTN-4.1: what the limit lets one place in a round."""
    found, below = 0, 0
    for end, each in REPUTATION:
        found += each * max(min(reputation, end) - below, 0)
        below = end
    return found


@cache
def by_nobility(digest: str, nobility: int, early: bool) -> int:  # noqa: FBT001 - a key
    """RTN-19.1: between two shields a part of the next one; RTN-13.2: and the council opens."""
    shields = {0: 0, **edition(digest).tracks.shields}
    last = max(at for at in shields if at <= nobility)
    following = min((at for at in shields if at > nobility), default=last)
    found = POINT * shields[last]
    if following > last:
        share = SHARE if early else 0
        found += share * (shields[following] - shields[last]) * (nobility - last) // (following - last)
    return found + (NOBILITY * min(nobility, OPEN) if early else 0)
