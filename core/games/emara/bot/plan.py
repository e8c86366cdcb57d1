"""The rest of the own turn, thought through: the best that can come of it."""

from collections.abc import Sequence
from operator import ge

from msgspec import Struct
from msgspec.structs import astuple

from core.games.emara.bot.deals import NOTHING, Deal, Deals
from core.games.emara.bot.outlook import Outlook
from core.games.emara.names import (
    COMMISSION,
    COUNCILORS,
    ERRAND,
    EXCHANGE,
    NUMBERED,
    STEP,
    TOWN,
    ActionId,
    Goods,
    PlaceId,
)


class Stand(Struct, frozen=True):
    """How things stand at one point of a plan."""

    goods: Goods
    places: tuple[PlaceId, ...]
    done: tuple[str, ...] = ()  # bonus actions and powers of the turn
    more: int = 0  # the worth of what is no good: favors, craftsmen, advisors

    def after(self, deal: Deal, done: str = "") -> "Stand":
        finished = (*self.done, done) if done else self.done
        return Stand(self.goods + deal.change, self.places, finished, self.more + deal.more)


def councilor(name: str) -> int:
    """EMA-D9, EMA-17.10: the first or the second."""
    return (COUNCILORS if name in COUNCILORS else NUMBERED).index(name)


class Plan:
    """The own turn, thought through to its end."""

    def __init__(self, o: Outlook) -> None:
        self.o = o
        self.deals = Deals(o)
        self._visited: dict[tuple[Goods, PlaceId], tuple[Goods, int]] = {}
        self._best: dict[tuple[Stand, int, ActionId | None], int] = {}

    def worth(self, s: Stand) -> int:
        return self.o.worth(s.goods) + s.more

    # --- to the end of the turn -----------------------------------------------------------------------------------

    def best(self, s: Stand, steps: int, card: ActionId | None) -> int:
        """The most that can come of it with this movement (0: none) and the action of this card still to do."""
        key = (s, steps, card)
        known = self._best.get(key)
        if known is None:
            known = self._best[key] = self._look_ahead(s, steps, card)
        return known

    def _look_ahead(self, s: Stand, steps: int, card: ActionId | None) -> int:
        """Goods first, then the ways, then what is done beside them; with a commission also before one leaves."""
        action = None if card is None else self.o.data.actions[card]
        if action is not None and action.gain.total():
            return self.best(s.after(Deal(NOTHING, action.gain)), steps, None)
        if not steps and card not in {STEP, ERRAND}:
            return self.worth(self.beside(s, card))
        found = [self.worth(self.beside(s, card))] if not steps and card == ERRAND else []
        starts = [(s, card)]
        if card == COMMISSION:
            starts.append((self.beside(s, card), None))
        for start, left in starts:
            if steps:
                found += [self.best(self.walked(start, which, steps), 0, left) for which in range(len(s.places))]
            if card == STEP:
                found += [self.best(self.walked(start, which, 1), steps, None) for which in range(len(s.places))]
            if card == ERRAND:
                found += [self.best(self.visited(start, place), steps, None) for place in TOWN]
        return max(found)

    def walked(self, s: Stand, which: int, steps: int) -> Stand:
        """EMA-6.1: so many places on, and what can be done there."""
        ring = next(ring for ring in self.o.view.rings if s.places[which] in ring)
        place = PlaceId(ring[(ring.index(s.places[which]) + steps) % len(ring)])
        places = (*s.places[:which], place, *s.places[which + 1 :])
        return self.visited(Stand(s.goods, places, s.done, s.more), place)

    def visited(self, s: Stand, place: PlaceId) -> Stand:
        """EMA-6.4: all that is worth doing at a place."""
        found = self._visited.get((s.goods, place))
        if found is None:
            after = Stand(s.goods, ())
            for group in self.deals.at(place):
                after = self.taken(after, group)
            found = self._visited[s.goods, place] = (after.goods, after.more)
        return Stand(found[0], s.places, s.done, s.more + found[1])

    def beside(self, s: Stand, card: ActionId | None) -> Stand:
        """EMA-11: rank, craftsman, advisor, the powers of advisors; EMA-5.2, EMA-5.4: and two of the cards."""
        if "rank" not in s.done:
            s = self.taken(s, self.deals.ranks(s.goods), "rank")
        if card == EXCHANGE:
            s = self.taken(s, self.deals.exchanges(s.goods))
        if card == COMMISSION:
            s = self.taken(s, [*self.deals.crew(s.goods, s.places, 1), *self.deals.advisors(s.goods, s.places, 1)])
        if "hire" not in s.done:
            s = self.taken(s, self.deals.crew(s.goods, s.places, 0), "hire")
        if "recruit" not in s.done:
            s = self.taken(s, self.deals.advisors(s.goods, s.places, 0), "recruit")
        for advisor in self.o.me.advisors:
            if advisor not in s.done:
                s = self.taken(s, self.deals.powers(advisor), advisor)
        return s

    def taken(self, s: Stand, deals: Sequence[Deal], done: str = "") -> Stand:
        """The best of these deals, if it is good at all."""
        goods, best, most = s.goods, None, 0
        have = astuple(goods)
        for deal in deals:
            if all(map(ge, have, deal.costs)):
                better = self.o.worth(goods + deal.change) - self.o.worth(goods) + deal.more
                if better > most:
                    best, most = deal, better
        return s if best is None else s.after(best, done)
