"""MED-12 and MED-13 Actions (p. 12-14): one at a time in turn order, until everybody has passed."""

from collections.abc import Iterable
from itertools import chain
from typing import Any, ClassVar

from core.games.medieval.data.edition import EventCard
from core.games.medieval.facts import Activated, Deployed, Passed
from core.games.medieval.moves import Activate, Pass, Play
from core.games.medieval.names import PRODUCTION, CardId, Goods
from core.games.medieval.rules.auction import Auction, no_opening, opened, opening_bids
from core.games.medieval.rules.deployment import Room, room
from core.games.medieval.rules.gains import pay
from core.games.medieval.rules.majority import AwardMajority, activation_guard
from core.games.medieval.rules.play import came_into_play, lacking_admirals, no_such_slot, playable, slot_empty
from core.games.medieval.table import Table
from core.kernel.rules.step import Auto, Blocked, Next, Offer, SeatChoice

Slots = Iterable[tuple[int, CardId | None]]


class Turns(Auto[Table], frozen=True):
    """MED-12.1, MED-12.2: the next seat in turn order that has not passed, again and again."""

    rule: ClassVar[str] = "MED-12.2"
    last: int | None = None  # who acted last; nobody yet

    def then(self, t: Table) -> Next:
        """MED-12.3: a seat alone goes on. MED-R39: who could only pass, passes."""
        start = 0 if self.last is None else t.order.index(self.last) + 1
        for seat in (*t.order[start:], *t.order[:start]):
            if not t.seats[seat].passed:
                if t.rulings.auto_pass == "on" and not _can_act(t, seat):
                    return [Passed("MED-17.4", seat), Turns(seat)]
                return [Action(seat), Turns(seat)]
        return []


def _can_act(t: Table, seat: int) -> bool:
    offers = Action(seat).open_offers(t, seat)
    return any(offer.blocked is None and not isinstance(offer.move, Pass) for offer in offers)


class Action(SeatChoice[Table, Activate | Play | Pass], frozen=True):
    """MED-12.1: activate a card, play a card, or pass."""

    rule: ClassVar[str] = "MED-12.1"

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Activate | Play | Pass]]:
        return self._listed(t, seat, told=True)

    def open_offers(self, t: Table, seat: int) -> Iterable[Offer[Activate | Play | Pass]]:
        return self._listed(t, seat, told=False)

    def _listed(self, t: Table, seat: int, *, told: bool) -> Iterable[Offer[Activate | Play | Pass]]:
        """MED-12.4: by the card's mode."""
        plays = (playable(t, seat, card, told=told) for card in t.cards(t.seats[seat].deployed))
        return chain(_activations(t, seat, enumerate(t.current, 1), told=told), *plays, (Offer(Pass()),))

    def offers_like(self, t: Table, seat: int, move: Any) -> Iterable[Offer[Activate | Play | Pass]]:
        """Only what is offered for that slot, or for that card."""
        if isinstance(move, Activate):
            slot = move.slot
            yield from _activations(t, seat, [(slot, t.current[slot - 1])] if 0 < slot <= len(t.current) else ())
        elif isinstance(move, Play):
            if move.card in t.seats[seat].deployed:
                yield from playable(t, seat, t.card(move.card))
        else:
            yield Offer(Pass())

    def unoffered(self, t: Table, seat: int, move: Activate | Play | Pass) -> Blocked | None:
        """A slot or a bid that is no question; MED-16.1: a card that is not deployed, or that gives no choice."""
        if isinstance(move, Activate):
            return no_such_slot(t, move.slot) or _no_activation(t, seat, move)
        if not isinstance(move, Play):
            return None
        deployed = move.card in t.seats[seat].deployed
        return Blocked("MED-16.1", "nothing_to_choose" if deployed else "not_deployed", have=move.card)

    def resolve(self, t: Table, seat: int, move: Activate | Play | Pass) -> Next:
        if isinstance(move, Pass):
            return [Passed("MED-17.1", seat)]
        if isinstance(move, Play):
            return came_into_play(t, seat, move)
        return _activated(t, seat, move)


def _activations(t: Table, seat: int, slots: Slots, *, told: bool = True) -> Iterable[Offer[Activate | Play | Pass]]:
    """What can be activated; or why not (`told`)."""
    data, free, have = t.edition, room(t, seat), t.seats[seat].palace.production
    prices = data.board.by_slot
    for slot, found in slots:
        if found is None:
            if told:
                yield Offer(Activate(slot), slot_empty(slot))
            continue
        card = data.cards[found]
        if card.mode == "auction":
            for bid in opening_bids(t, seat, card):
                yield Offer(Activate(slot, bid))
            continue
        price = prices[slot - 1]
        if price > have:
            if told:
                yield Offer(Activate(slot), _too_dear(card, price, have))
            continue
        blocked = _obstacle(t, seat, slot, card, free)
        if told or blocked is None:
            yield Offer(Activate(slot), blocked)


def _no_activation(t: Table, seat: int, move: Activate) -> Blocked | None:
    """MED-12.4: only a card that is auctioned is bid for."""
    found = t.current[move.slot - 1]
    if found is None:
        return slot_empty(move.slot)
    card = t.card(found)
    if card.mode == "auction":
        return no_opening(t, seat, card, move.bid)
    return Blocked("MED-12.4", "not_an_auction", have=card.id)


def _too_dear(card: EventCard, price: int, have: int) -> Blocked:
    """MED-13.5 for a realm card, MED-14.13 for a majority card: the price is paid in production."""
    return Blocked("MED-13.5" if card.mode == "realm" else "MED-14.13", "price_too_high", need=price, have=have)


def _obstacle(t: Table, seat: int, slot: int, card: EventCard, free: Room) -> Blocked | None:
    """MED-13.4, MED-13.6 for a realm card that one can pay; MED-14.13: for a majority card only the price counts."""
    if card.mode == "majority":
        return activation_guard(t, seat, slot, card)
    return free.blocked(card) or _island_check(t, seat, card)


def _island_check(t: Table, seat: int, card: EventCard) -> Blocked | None:
    """MED-R5 on_activate: an island's admirals are asked for when it is bought, too."""
    return lacking_admirals(t, seat, card) if card.admirals and t.rulings.island_check == "on_activate" else None


def _activated(t: Table, seat: int, move: Activate) -> Next:
    found = t.current[move.slot - 1]
    assert found is not None  # an empty slot is never offered
    card = t.card(found)
    taken = Activated("MED-12.4", seat, move.slot, card.id)
    if card.mode == "auction":
        return [taken, *opened(t, seat, card, move.bid or 0), Auction.opening(t, seat, card, move.bid or 0)]
    price = t.edition.board.price(move.slot)
    if card.mode == "realm":
        cost = pay("MED-13.1", seat, Goods.only(PRODUCTION, price), card.id)
        return [taken, *cost, Deployed("MED-13.2", seat, card.id)]
    cost = pay("MED-14.1", seat, Goods.only(PRODUCTION, price), card.id)
    return [taken, *cost, AwardMajority(card.id, seat, price)]
