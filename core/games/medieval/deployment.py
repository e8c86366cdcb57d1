"""The deployment area (MED-4.1): who may add a card to it, for cards that are bought, won and taken."""

from core.games.medieval.edition import EventCard
from core.games.medieval.names import SealId
from core.games.medieval.table import Table
from core.kernel.step import Blocked
from core.kernel.value import Value


class Room(Value, frozen=True):
    """What a seat's deployment area still takes."""

    full: Blocked | None
    seals: frozenset[SealId]

    def blocked(self, card: EventCard) -> Blocked | None:
        """MED-13.4: four cards at most; MED-13.6: no two of one seal."""
        if self.full is None and card.seal in self.seals:
            return Blocked("MED-13.6", "colour_deployed", have=card.seal)
        return self.full


def room(t: Table, seat: int) -> Room:
    """What a seat can deploy. MED-R34: does a card in play block its colour, too?"""
    player, most, cards = t.seats[seat], t.edition.board.deployment, t.edition.cards
    everywhere = t.rulings.deployed_colour_block == "deployment_and_realm"
    blocking = player.deployed + player.realm if everywhere else player.deployed
    count = len(player.deployed)
    full = Blocked("MED-13.4", "deployment_full", need=most, have=count) if count >= most else None
    return Room(full, frozenset(cards[card].seal for card in blocking))
