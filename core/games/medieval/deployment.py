"""The deployment area (MED-4.1): who may add a card to it, for cards that are bought and cards that are won."""

from core.games.medieval.edition import EventCard
from core.games.medieval.table import Table
from core.kernel.step import Blocked


def blocked_from_deploying(t: Table, seat: int, card: EventCard) -> Blocked | None:
    """MED-13.4, MED-13.6: four cards at most, and no two of one seal."""
    player, most = t.seats[seat], t.edition.board.deployment
    if len(player.deployed) >= most:
        return Blocked("MED-13.4", "deployment_full", need=most, have=len(player.deployed))
    if colour_blocked(t, seat, card):
        return Blocked("MED-13.6", "colour_deployed", have=card.seal)
    return None


def colour_blocked(t: Table, seat: int, card: EventCard) -> bool:
    """MED-R34: does a card in play block its colour, too?"""
    player = t.seats[seat]
    everywhere = t.rulings.deployed_colour_block == "deployment_and_realm"
    cards = player.deployed + player.realm if everywhere else player.deployed
    return any(t.card(other).seal == card.seal for other in cards)
