"""EMA-11.13, EMA-11.14, EMA-11.15, EMA-11.16, EMA-11.17, EMA-12 Recruiting an advisor (Recruter un Conseiller,
p. 7-9).
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar

from core.games.emara.facts import AdvisorRecruited, AdvisorShown, BonusDone, StandFilled
from core.games.emara.moves import Recruit as RecruitMove
from core.games.emara.names import RECRUIT, STANDS, AdvisorId, Goods, PlaceId, StandId
from core.games.emara.rules.craftsmen import reduced
from core.games.emara.rules.gains import Gain, extra, pay, priced, refused
from core.games.emara.table import Table
from core.kernel.rules.chance import Draw, Drawn
from core.kernel.rules.step import Auto, Blocked, Chance, May, Next, Offer

PLACES = {stand: PlaceId(stand.partition(":")[0]) for stand in STANDS}


class Recruit(May[Table, RecruitMove], frozen=True):
    """EMA-11.13: an advisor of the town tile where one's councilor stands, once in a turn."""

    rule: ClassVar[str] = "EMA-11.13"

    def offers(self, t: Table, seat: int) -> Iterable[Offer[RecruitMove]]:
        """EMA-12.19: with the Steward anywhere."""
        return recruits(t, seat, RecruitMove, anywhere=True, counts=True)

    def open_offers(self, t: Table, seat: int) -> Iterable[Offer[RecruitMove]]:
        """Of the places of which it is a question."""
        return recruits(t, seat, RecruitMove, anywhere=True, counts=True, told=False)

    def resolve(self, t: Table, seat: int, move: RecruitMove) -> Next:
        return recruited(t, seat, move.stand, move.pay, counts=True)


def recruits(
    t: Table,
    seat: int,
    kind: Callable[[StandId], Any],
    *,
    anywhere: bool,
    counts: bool,
    off: int = 0,
    told: bool = True,
) -> Iterator[Offer[Any]]:
    """Every place for advisors: open, or why not (`told`); `counts`: as the bonus action of the turn."""
    player = t.seats[seat]
    if counts and RECRUIT in player.done:
        if told:
            yield from refused(kind, STANDS, Blocked("EMA-11.1", "bonus_done"))
        return
    free = anywhere and t.has(seat, "anywhere")
    # EMA-R34: is the place of an errand one's own?
    here = (*player.councilors, player.errand) if t.rulings.errand_is_arrival == "yes" else player.councilors
    event = t.event_of_round
    off += 0 if event is None else event.discount  # EMA-14.16
    any_resources = t.has(seat, "any_resources")
    for stand, advisor in zip(STANDS, t.stands, strict=True):
        place = PLACES[stand]
        if advisor is not None and (free or place in here):
            prices = reduced(t, t.edition.advisors[advisor].cost, off, any_resources=any_resources)
            yield from priced(t, seat, kind(stand), "EMA-11.13", *prices, told=told)
        elif told:
            empty = Blocked("EMA-11.14", "stand_empty", have=stand) if advisor is None else None
            yield Offer(kind(stand), empty or Blocked("EMA-11.13", "councilor_elsewhere", need=place))


def recruited(t: Table, seat: int, stand: StandId, paid: Goods, *, counts: bool) -> Next:
    """EMA-11.13, EMA-11.14, EMA-11.15, EMA-11.16: pay, take the card, fill its place (EMA-R12: at once?), then points
    and bonus.
    """
    advisor = t.stands[STANDS.index(stand)]
    assert advisor is not None  # an empty place is never offered
    card = t.edition.advisors[advisor]
    at_once = t.rulings.b_refill == "immediate_and_available"
    return [
        *([BonusDone("EMA-11.1", seat, RECRUIT)] if counts else []),
        *pay("EMA-11.13", seat, paid, card.id),
        AdvisorRecruited("EMA-11.13", seat, card.id, stand),
        *([FillStand(stand)] if at_once else []),
        *([Gain(seat, Goods(cp=card.cp), "EMA-11.15", card.id)] if card.cp else []),
        *([extra(t, seat, card.now, card)] if card.now.total() else []),
    ]


class FillStand(Auto[Table], frozen=True):
    """EMA-11.14: the top B advisor takes the empty place, as long as there is one."""

    rule: ClassVar[str] = "EMA-11.14"
    stand: StandId

    def then(self, t: Table) -> Next:
        return [] if t.top is None else [StandFilled(self.rule, self.stand, t.top), ShowAdvisor()]


class FillStands(Auto[Table], frozen=True):
    """EMA-R12 end_of_turn: the places that were emptied in the turn."""

    rule: ClassVar[str] = "EMA-11.14"

    def then(self, t: Table) -> Next:
        """Under the other reading none is empty while there is a B advisor."""
        return [FillStand(stand) for stand, advisor in zip(STANDS, t.stands, strict=True) if advisor is None]


class ShowAdvisor(Chance[Table], frozen=True):
    """EMA-2.9: the top card of the B stack can be read."""

    rule: ClassVar[str] = "EMA-2.9"

    def draw(self, t: Table) -> Draw | None:
        return Draw("advisor", t.stack, 1) if t.stack else None

    def drew(self, t: Table, drawn: Drawn) -> Next:
        return [AdvisorShown(self.rule, AdvisorId(drawn[0]))]
