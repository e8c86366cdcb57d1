"""EMA-3.7 The end of a round (Fin de manche, p. 4): the statue, the cards, the next hand."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any, ClassVar

from core.games.emara.facts import DeckShuffled, FirstPlayer, HandChosen, HandDrawn, HandsDue, SlotsCleared
from core.games.emara.moves import ChooseHand
from core.games.emara.names import ACTIONS
from core.games.emara.table import Table, unfilled, unplayed
from core.kernel.rules.chance import Draw, Drawn, Stream
from core.kernel.rules.marks import Seat
from core.kernel.rules.secret import Secret
from core.kernel.rules.step import Auto, Blocked, Next, SealedChance, SealedChoice


class PassStatue(Auto[Table], frozen=True):
    """EMA-3.7b: to the next player clockwise."""

    rule: ClassVar[str] = "EMA-3.7b"

    def then(self, t: Table) -> Next:
        return [FirstPlayer(self.rule, (t.first + 1) % t.players)]


class ClearSlots(Auto[Table], frozen=True):
    """EMA-3.7c: the cards of the round are turned down."""

    rule: ClassVar[str] = "EMA-3.7c"

    def then(self, t: Table) -> Next:
        """All of a hand has been played: so what it was drawn as is no secret any more."""
        return [
            SlotsCleared(
                self.rule,
                seat,
                None if player.hand is None else player.hand.open(),
                None if player.chosen is None else player.chosen.open(),
            )
            for seat, player in enumerate(t.seats)
        ]


class ShuffleDecks(Auto[Table], frozen=True):
    """EMA-3.7d: when all nine cards were played."""

    rule: ClassVar[str] = "EMA-3.7d"

    def then(self, t: Table) -> Next:
        """EMA-3.9: after round 3; EMA-17.3: with informed choice they come back to the hand."""
        rule = "EMA-17.3" if t.options.informed_choice == "yes" else self.rule
        return [DeckShuffled(rule, seat) for seat, player in enumerate(t.seats) if len(player.discard) == len(ACTIONS)]


class DrawHands(Auto[Table], frozen=True):
    """EMA-2.17, EMA-3.7e: everybody draws three action cards. EMA-R40: or chooses them?"""

    rule: ClassVar[str] = "EMA-3.7e"

    def then(self, t: Table) -> Next:
        """EMA-17.1: with informed choice there is no draw pile."""
        if t.options.informed_choice == "no":
            return [HandsDue(_drawing(t))]
        secretly = t.rulings.informed_choice_details == "choose_three_each_round_secretly"
        return [ChooseHands()] if secretly else []


class DrawHand(SealedChance[Table], frozen=True):
    """EMA-2.17: out of the cards that were not played since the deck was shuffled."""

    rule: ClassVar[str] = "EMA-2.17"
    seat: Seat

    def draw(self, t: Table) -> Draw:
        """Three, without those that were played of them already: a branch of a match draws only what is unknown."""
        player = t.seats[self.seat]
        return Draw(f"hand {self.seat}", unplayed(player), unfilled(player), by=(self.seat,))

    def dealt(self, t: Table, drawn: Secret[Drawn]) -> Next:
        return [HandDrawn(_drawing(t), self.seat, drawn)]


def _drawing(t: Table) -> str:
    """EMA-2.17: in the setup; EMA-3.7e: after a round, when cards have been turned down or shuffled again."""
    return "EMA-3.7e" if t.round > 1 or any(player.discard for player in t.seats) else "EMA-2.17"


def hand_due(t: Table) -> DrawHand | None:
    """Who must still draw, in seat order."""
    for seat, player in enumerate(t.seats):
        if player.drawing and player.hand is None:
            return DrawHand(seat)
    return None


class ChooseHands(SealedChoice[Table, ChooseHand], frozen=True):
    """EMA-17.11, EMA-R40: everybody chooses three of the remaining cards, in secret."""

    rule: ClassVar[str] = "EMA-17.11"
    takes_in = HandChosen

    def missing(self, t: Table) -> Iterable[int]:
        """In a branch of a match perhaps in the middle of a round."""
        return (seat for seat, player in enumerate(t.seats) if player.chosen is None and unfilled(player))

    def check(self, t: Table, seat: int, move: ChooseHand, *, whole: bool = True) -> Blocked | None:
        """So many different cards of those that are left."""
        count, left = unfilled(t.seats[seat]), unplayed(t.seats[seat])
        gone = [card for card in move.cards if card not in left]
        if gone:
            return Blocked(self.rule, "card_not_in_hand", have=gone[0])
        if len({*move.cards}) < len(move.cards):
            return Blocked(self.rule, "card_twice")
        if len(move.cards) > count or (whole and len(move.cards) < count):
            return Blocked(self.rule, "so_many_cards", need=count, have=len(move.cards))
        return None

    def sample(self, t: Table, seat: int, dice: Stream) -> ChooseHand:
        player = t.seats[seat]
        choices: Sequence[Any] = list(combinations(unplayed(player), unfilled(player)))
        return ChooseHand(dice.pick(choices))
