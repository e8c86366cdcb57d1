"""MED-18 End of the round (p. 14): discard first, then slide, then refill."""

from typing import ClassVar

from core.games.medieval.facts import CurrentDealt, MovedUp, Slid, SlotsDiscarded, UpcomingDealt
from core.games.medieval.names import CardId
from core.games.medieval.table import Table
from core.kernel.rules.chance import Draw, Drawn
from core.kernel.rules.step import Auto, Chance, Next


class DiscardSlots(Auto[Table], frozen=True):
    """MED-18.1: the first slots are cleared, how many depends on the number of players."""

    rule: ClassVar[str] = "MED-18.1"

    def then(self, t: Table) -> Next:
        """MED-R2: these slots as they are numbered now, or the first cards that are left?"""
        count = t.edition.board.discard[t.players]
        taken = [slot for slot, card in enumerate(t.current, 1) if card is not None]
        rule, slots = self.rule, tuple(slot for slot in taken if slot <= count)
        if t.rulings.round_discard == "first_remaining":
            rule, slots = "MED-R2", tuple(taken[:count])
        cards = tuple(card for slot in slots if (card := t.current[slot - 1]) is not None)
        return [SlotsDiscarded(rule, slots, cards)] if slots else []


class CloseUp(Auto[Table], frozen=True):
    """MED-18.3: the rest slides towards slot 1; MED-18.4: then the upcoming cards fill up, in their order."""

    rule: ClassVar[str] = "MED-18.3"

    def then(self, t: Table) -> Next:
        slid = len([card for card in t.current if card is not None])
        slots = tuple(range(slid + 1, len(t.current) + 1))[: len(t.upcoming)]
        moved = [MovedUp("MED-18.4", slots, t.upcoming[: len(slots)])] if slots else []
        return [Slid(self.rule), *moved]


class TopUp(Chance[Table], frozen=True):
    """MED-18.5: slots that are still free are filled from the reserve (MED-R1)."""

    rule: ClassVar[str] = "MED-18.5"

    def draw(self, t: Table) -> Draw | None:
        """Only what is face down, or all that is missing."""
        free = t.current.count(None)
        if t.rulings.refill == "upcoming_only":
            free = min(free, _face_down(t))
        count = min(free, len(t.reserve))
        return Draw(f"refill round {t.round}", t.reserve, count) if count else None

    def drew(self, t: Table, drawn: Drawn) -> Next:
        """The lowest free slots first; MED-18.4: the first cards are the upcoming ones, if those lie face down."""
        free = tuple(slot for slot, card in enumerate(t.current, 1) if card is None)
        slots, cards, first = free[: len(drawn)], tuple(map(CardId, drawn)), _face_down(t)
        turned_up = CurrentDealt("MED-18.4", slots[:first], cards[:first])
        added = CurrentDealt(self.rule, slots[first:], cards[first:])
        return [dealt for dealt in (turned_up, added) if dealt.cards]


class RefillUpcoming(Chance[Table], frozen=True):
    """MED-18.6: the upcoming events are filled up again from the reserve."""

    rule: ClassVar[str] = "MED-18.6"

    def draw(self, t: Table) -> Draw | None:
        """MED-18.7: a reserve that runs short leaves places empty."""
        count = min(t.edition.board.upcoming - len(t.upcoming), len(t.reserve))
        if t.rulings.upcoming == "face_down" or not count:
            return None
        return Draw(f"upcoming round {t.round}", t.reserve, count)

    def drew(self, t: Table, drawn: Drawn) -> Next:
        return [UpcomingDealt(self.rule, tuple(map(CardId, drawn)))]


def _face_down(t: Table) -> int:
    """MED-R40 face_down: so many upcoming cards are turned up only now, so they are drawn now."""
    return t.edition.board.upcoming if t.rulings.upcoming == "face_down" else 0
