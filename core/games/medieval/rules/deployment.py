"""The deployment area (MED-4.1): who may add a card to it, for cards that are bought, won and taken."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from core.games.medieval.data.edition import Edition, EventCard
from core.games.medieval.names import CardId, Goods, SealId
from core.games.medieval.rulings import Rulings
from core.kernel.rules.step import Blocked
from core.kernel.rules.value import Value


class Side(Protocol):
    """A seat, as everybody knows it."""

    @property
    def palace(self) -> Goods: ...

    @property
    def deployed(self) -> tuple[CardId, ...]: ...

    @property
    def realm(self) -> tuple[CardId, ...]: ...


class Sides(Protocol):
    """What decides who can take a card: all of it is open, so that a table says it, and a view does."""

    @property
    def players(self) -> int: ...

    @property
    def seats(self) -> Sequence[Side]: ...

    @property
    def order(self) -> tuple[int, ...]: ...

    @property
    def rulings(self) -> Rulings: ...

    @property
    def edition(self) -> Edition: ...


class Room(Value, frozen=True):
    """What a seat's deployment area still takes."""

    full: Blocked | None
    seals: Mapping[SealId, str]  # those that block, each by which rule

    def blocked(self, card: EventCard) -> Blocked | None:
        """MED-13.4: four cards at most; MED-13.6: no two of one seal."""
        if self.full is None and card.seal in self.seals:
            return Blocked(self.seals[card.seal], "colour_deployed", have=card.seal)
        return self.full


def room(t: Sides, seat: int) -> Room:
    """What a seat can deploy. MED-R34: does a card in play block its colour, too?"""
    player, data = t.seats[seat], t.edition
    most, count = data.board.deployment, len(player.deployed)
    full = Blocked("MED-13.4", "deployment_full", need=most, have=count) if count >= most else None
    seals = {data.cards[card].seal: "MED-13.6" for card in player.deployed}
    if t.rulings.deployed_colour_block == "deployment_and_realm":
        seals = {**{data.cards[card].seal: "MED-R34" for card in player.realm}, **seals}
    return Room(full, seals)
