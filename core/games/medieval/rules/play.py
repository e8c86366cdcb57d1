"""MED-16 Playing a card (p. 14): pay, into the realm, effects at once, then the towns that it sets off."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from core.games.medieval.data import effects
from core.games.medieval.data.edition import EventCard, house_marks
from core.games.medieval.facts import Activated, AdmiralCommitted, Deployed, LeaderSpent, Played
from core.games.medieval.moves import Choose, Play, Take
from core.games.medieval.names import ADMIRAL, COMBAT, RESOURCES, CardId, Goods, ResourceId
from core.games.medieval.rules.deployment import room
from core.games.medieval.rules.gains import Gain, GainLeader, Score, pay
from core.games.medieval.table import Table
from core.kernel.rules.step import Ask, Blocked, Next, Offer, SeatAuto, SeatChoice, one_seat


class EnterRealm(SeatAuto[Table], frozen=True):
    """MED-16.6: immediate effects, then the towns that were there before; MED-16.7: never itself."""

    rule: ClassVar[str] = "MED-16.6"
    card: CardId
    won: bool = False  # in an auction (MED-15.7) instead of played
    choice: ResourceId | None = None

    def then(self, t: Table) -> Next:
        """MED-R7: does a card that is won set off towns?"""
        card = t.card(self.card)
        now = self._steps(t, card, card.now)
        takes = [TakeCard(self.seat)] if card.takes and _symbol_counts(t, card) else []
        sets_off = not self.won or t.rulings.town_trigger_event == "any_entry"
        towns = set_off(t, self.seat, card) if sets_off else ()
        return [*now, *takes, *(step for town in towns for step in self._steps(t, town, _trigger(town)))]

    def _steps(self, t: Table, card: EventCard, now: Sequence[effects.Now]) -> list[Any]:
        """MED-R38: points before resources, or resources before points?"""
        vp_first = t.rulings.effect_order == "vp_first"
        ordered = sorted(now, key=lambda effect: isinstance(effect, effects.Vp) != vp_first)
        return [self._step(effect, card) for effect in ordered]

    def _step(self, effect: effects.Now, card: EventCard) -> Any:
        if isinstance(effect, effects.Vp):
            return Score(self.seat, effect.amount, card.rule, card.id)
        if isinstance(effect, effects.Gain):
            return Gain(self.seat, Goods.only(effect.resource, effect.amount), card.rule, card.id)
        if isinstance(effect, effects.GainLeader):
            return GainLeader(self.seat, effect.leader, card.rule, card.id)
        if self.choice is not None:
            return Gain(self.seat, Goods.only(self.choice, effect.amount), card.rule, card.id)
        return ChooseResource(self.seat, card.id)


class ChooseResource(SeatChoice[Table, Choose], frozen=True):
    """MED-6.14, MED-5.17: one resource of the player's choice, all tokens of that one."""

    rule: ClassVar[str] = "MED-6.14"
    card: CardId

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Choose]]:
        for resource in RESOURCES:
            yield Offer(Choose(resource), barred(t, t.card(self.card), resource))

    def resolve(self, t: Table, seat: int, move: Choose) -> Next:
        card = t.card(self.card)
        return [
            Gain(seat, Goods.only(move.resource, effect.amount), card.rule, card.id)
            for effect in card.now
            if isinstance(effect, effects.Choose)
        ]


class TakeCard(SeatChoice[Table, Take], frozen=True):
    """MED-5.13: a card of the current events to the deployment area, free of charge."""

    rule: ClassVar[str] = "MED-5.13"

    def asks(self, t: Table) -> Ask | None:
        """Nobody, if there is no card that could be taken."""
        return one_seat(self.seat) if any(offer.blocked is None for offer in self.offers(t, self.seat)) else None

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Take]]:
        """A card that fits into the deployment area. MED-R36b: also one that is auctioned?"""
        free, any_mode = room(t, seat), t.rulings.take_auctioned == "yes"
        for slot, found in enumerate(t.current, 1):
            if found is None:
                yield Offer(Take(slot), slot_empty(slot))
                continue
            card = t.card(found)
            barred_mode = card.mode == "auction" and not any_mode
            auctioned = Blocked("MED-5.9", "only_by_auction", have=card.id) if barred_mode else None
            yield Offer(Take(slot), auctioned or free.blocked(card))

    def unoffered(self, t: Table, seat: int, move: Take) -> Blocked | None:
        return no_such_slot(t, move.slot)

    def resolve(self, t: Table, seat: int, move: Take) -> Next:
        found = t.current[move.slot - 1]
        assert found is not None  # an empty slot is never offered
        return [Activated(self.rule, seat, move.slot, found), Deployed(self.rule, seat, found)]


def _symbol_counts(t: Table, card: EventCard) -> bool:
    """MED-R36: on the galleries that ship with it? MED-R36a: on any other card that an edition marks?"""
    if card.id in house_marks():
        return t.rulings.take_card == "galleries"
    return t.rulings.take_marked == "yes"


def slot_empty(slot: int) -> Blocked:
    """MED-12.5: a slot that an action emptied stays empty until the end of the round."""
    return Blocked("MED-12.5", "slot_empty", have=slot)


def no_such_slot(t: Table, slot: int) -> Blocked | None:
    """MED-3.4: the slots are numbered from 1."""
    last = len(t.current)
    return None if 0 < slot <= last else Blocked("MED-3.4", "no_such_slot", need=last, have=slot)


def playable(t: Table, seat: int, card: EventCard, *, told: bool = True) -> Iterable[Offer[Any]]:
    """MED-16.1, MED-16.5: a deployed card whose whole cost is there; a tithe may name its resource at once.

    `told`: or why it cannot be played.
    """
    blocked = _too_dear(t, seat, card) or lacking_admirals(t, seat, card)
    if blocked is not None and not told:
        return
    yield Offer(Play(card.id), blocked)
    for effect in card.now:
        if isinstance(effect, effects.Choose):
            for resource in RESOURCES:
                yield Offer(Play(card.id, resource), blocked or barred(t, card, resource))


def came_into_play(t: Table, seat: int, move: Play) -> Next:
    """MED-16.1, MED-16.2: pay, and to the right side of the realm."""
    card = t.card(move.card)
    admirals: list[Any] = []
    if card.admirals and t.rulings.island_cost == "spend":
        admirals = [LeaderSpent("MED-R4", seat, ADMIRAL, card.id)]
    elif card.admirals and t.rulings.island_cost == "commit":
        admirals = [AdmiralCommitted("MED-R4", seat, card.id)]
    return [
        *pay("MED-16.1", seat, card.cost_with(t.players), card.id),
        *admirals,
        Played("MED-16.2", seat, card.id),
        EnterRealm(seat, card.id, choice=move.choice),
    ]


def lacking_admirals(t: Table, seat: int, card: EventCard) -> Blocked | None:
    """MED-6.19: the n-th island needs n admirals. MED-R4: are they only asked for, spent, or laid down?"""
    if not card.admirals:
        return None
    player = t.seats[seat]
    need = 1 if t.rulings.island_cost == "commit" else len(t.family(seat, "island")) + 1
    have = player.leaders.admiral - player.committed
    return Blocked("MED-6.19", "admirals_missing", need=need, have=have) if have < need else None


def _too_dear(t: Table, seat: int, card: EventCard) -> Blocked | None:
    cost, palace = card.cost_with(t.players), t.seats[seat].palace
    short = palace.lacking(cost)
    if short is None:
        return None
    return Blocked("MED-16.5", "cost_too_high", need=cost.of(short), have=palace.of(short), what=short)


def barred(t: Table, card: EventCard, resource: ResourceId) -> Blocked | None:
    """MED-6.14: not religion. MED-R41: nor combat?"""
    if any(isinstance(effect, effects.Choose) and effect.barred == resource for effect in card.now):
        return Blocked("MED-6.14", "resource_barred", have=resource)
    if resource == COMBAT and t.rulings.tithe_types == "five_no_combat":
        return Blocked("MED-R41", "resource_barred", have=resource)
    return None


def set_off(t: Table, seat: int, card: EventCard) -> list[EventCard]:
    """MED-6.4: the towns that this card sets off, in the order in which they came into play. MED-R6: by which seal?"""
    indicated = t.rulings.town_trigger == "indicated_seal"
    towns = (other for other in t.cards(t.seats[seat].realm) if other.town and other.id != card.id)
    return [town for town in towns if card.seal == ((indicated and town.town_seal) or town.seal)]


def _trigger(town: EventCard) -> tuple[effects.Now, ...]:
    """MED-6.4: a point and a token of the town's resource."""
    assert town.town is not None  # only towns are set off
    return (effects.Vp(1), effects.Gain(1, town.town))
