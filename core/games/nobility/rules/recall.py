"""RTN-16 The die slot of the player board (p. 18): an apprentice comes back to the lot."""

from core.games.nobility.facts.buildings import ApprenticeRecalled
from core.games.nobility.moves import Recall
from core.games.nobility.names import GUILDS, RECALL, GuildId
from core.games.nobility.rules.gains import returned
from core.games.nobility.rules.hand import Hand
from core.games.nobility.table import Slot, Table, spot
from core.kernel.rules.step import Blocked, Next


def moves(t: Table, seat: int, hand: Hand) -> list[Recall]:
    """RTN-16.1: from each guild in which there is one."""
    dice = hand.of(t.edition.board.recall)
    if not dice or spot(RECALL, seat) in t.dice:
        return []
    return [
        Recall(die, guild) for guild in GUILDS if t.apprentices[guild] and recallable(t, seat, guild) for die in dice
    ]


def recallable(t: Table, seat: int, guild: GuildId) -> bool:
    """RTN-R44: may it be one who was placed in this round?"""
    mine = [one for one in t.apprentices[guild] if one.seat == seat]
    return bool(mine) and (not _of_earlier_rounds(t) or any(one.round != t.round for one in mine))


def _of_earlier_rounds(t: Table) -> bool:
    return t.rulings.recall_scope == "not_same_round"


def closed(t: Table, seat: int, value: int) -> Blocked | None:
    """RTN-16.1: one slot, for some values."""
    if value not in t.edition.board.recall:
        return Blocked("RTN-16.1", "no_slot_for_value", have=value)
    return Blocked("RTN-16.1", "slot_taken", have=RECALL) if spot(RECALL, seat) in t.dice else None


def refused(t: Table, seat: int, move: Recall, value: int) -> Blocked | None:
    """RTN-16.1: an apprentice of one's own."""
    nobody = None if recallable(t, seat, move.guild) else Blocked("RTN-16.1", "nobody_there", have=move.guild)
    return closed(t, seat, value) or nobody


def slot(t: Table, seat: int, move: Recall, value: int) -> Slot:
    """RTN-16.1: each player board has one."""
    return RECALL, seat


def placed(t: Table, seat: int, move: Recall, value: int) -> Next:
    """RTN-16.1: back to the lot. RTN-R44: one of an earlier round, if it must be, and else who came last."""
    first = _of_earlier_rounds(t)
    return [ApprenticeRecalled("RTN-16.1", seat, move.guild, first), returned("RTN-16.1", seat, move.guild)]
