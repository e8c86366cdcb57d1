"""Named positions for scenarios: `turn ana` puts on the agenda what happens from there on."""

from msgspec.structs import replace

from core.games.emara.names import COUNTRYSIDE, MARKERS, STANDS, TOWN, ActionId, PlaceId
from core.games.emara.rules.advisors import FillStands
from core.games.emara.rules.cards import action_of
from core.games.emara.rules.cathedral import LookForFavors
from core.games.emara.rules.events import ApplyEvent, EndEvent
from core.games.emara.rules.final import Finish
from core.games.emara.rules.flow import FINAL_SCORING, Round, RoundEnd, new
from core.games.emara.rules.movement import Movement
from core.games.emara.rules.round_end import ClearSlots, DrawHands, PassStatue, ShuffleDecks
from core.games.emara.rules.setup import (
    DrawFirst,
    PlaceAdvisors,
    PlaceCouncilors,
    SetBuildings,
    marker_turns,
)
from core.games.emara.rules.turn import BeforeCard, PlayCard, TakeTurn, Turn
from core.games.emara.rules.victoria import VictoriaBuilds, VictoriaRises
from core.games.emara.rules.visit import opened
from core.games.emara.table import Table
from core.kernel.rules.marks import Seat
from core.kernel.rules.step import Next


def given(t: Table) -> Table:
    """A written position, settled: boards in the order of the rules, markers as at the start, no card twice."""
    rings = t.rings or (COUNTRYSIDE, TOWN)
    hired = {seat: sum(owner == seat for owner in t.huts.values()) for seat in range(t.players)}
    advisors = {advisor for player in t.seats for advisor in player.advisors} | {*t.stands, t.top}
    favors = {favor for player in t.seats for favor in player.favors} | {*t.used_favors, *t.boxed_favors}
    event = t.event or next(iter(t.events))
    return replace(
        t,
        rings=rings,
        stands=t.stands if len(t.stands) == len(STANDS) else (*t.stands, *(None,) * (len(STANDS) - len(t.stands))),
        box=tuple(advisor for advisor in t.box if advisor not in advisors),
        stack=tuple(advisor for advisor in t.stack if advisor not in advisors),
        event=event,
        events=tuple(card for card in t.events if card != event and card not in t.past),
        favors=tuple(favor for favor in t.favors if favor not in favors),
        uses={marker: marker_turns(t, marker) for marker in MARKERS} | t.uses,
        ranks=_ranks(t),
        round=t.round or 1,
        seats=tuple(
            replace(
                player,
                hired=max(player.hired, hired[seat]),
                councilors=player.councilors or tuple(ring[seat % len(ring)] for ring in rings),
            )
            for seat, player in enumerate(t.seats)
        ),
    )


def _ranks(t: Table) -> tuple[int, ...]:
    taken = [sum(player.rank > level for player in t.seats) for level in range(len(t.ranks))]
    hers = 0 if t.victoria is None else len(t.victoria.cards)
    held = [count + (level < hers) for level, count in enumerate(taken)]
    return tuple(map(max, t.ranks, held))


def start(t: Table) -> Next:
    """EMA-2: everything from the first tile laid."""
    return new(t.setup)[1]


def advisors(t: Table) -> Next:
    """EMA-2.8: the A advisors of the match."""
    return [PlaceAdvisors()]


def first(t: Table) -> Next:
    """EMA-2.16: the first player, the buildings and the councilors."""
    return [DrawFirst(), SetBuildings(), PlaceCouncilors()]


def buildings(t: Table) -> Next:
    """EMA-2.14: where buildings start."""
    return [SetBuildings()]


def councilors(t: Table) -> Next:
    """EMA-2.16: councilors and their first resources."""
    return [PlaceCouncilors()]


def hands(t: Table) -> Next:
    """EMA-2.17: everybody draws."""
    return [DrawHands()]


def round_(t: Table, number: int) -> Next:
    """EMA-3.3: this round and all that come after it."""
    return [Round(number)]


def event(t: Table) -> Next:
    """EMA-14: what the active event gives at once."""
    return [ApplyEvent()]


def turn(t: Table, seat: Seat, number: int = 1) -> Next:
    """EMA-3.5: a turn of this seat, from its beginning."""
    return [TakeTurn(seat, number)]


def before_card(t: Table, seat: Seat) -> Next:
    """EMA-R43: in a turn of this seat, before its card."""
    return [BeforeCard(seat, (PlayCard(seat),))]


def card_played(t: Table, seat: Seat) -> Next:
    """EMA-R43: the card of this seat is played; nothing comes before it any more."""
    return [BeforeCard(seat, ())]


def acting(t: Table, seat: Seat, card: ActionId, steps: int | None = None) -> Next:
    """EMA-4.5: in a turn of this seat: the action of this card is left, and so many steps, or none."""
    return [Turn(seat, (action_of(t, seat, card), *(() if steps is None else (Movement(seat, steps),))))]


def moving(t: Table, seat: Seat, steps: int) -> Next:
    """EMA-4.5: in a turn of this seat: so many steps are left."""
    return [Turn(seat, (Movement(seat, steps),))]


def ending(t: Table, seat: Seat) -> Next:
    """EMA-4.7: in a turn of this seat, of which nothing is left but to end it."""
    return [Turn(seat, ())]


def card(t: Table, seat: Seat) -> Next:
    """EMA-4.1: a card to play."""
    return [PlayCard(seat)]


def visit(t: Table, seat: Seat, place: PlaceId) -> Next:
    """EMA-6.4: a councilor has just arrived here."""
    return opened(t, seat, place, arrived=True)


def errand(t: Table, seat: Seat, place: PlaceId) -> Next:
    """EMA-5.5: a visit from afar."""
    return opened(t, seat, place, arrived=False)


def favors(t: Table, seat: Seat) -> Next:
    """EMA-8.3: favors to look at."""
    return [LookForFavors(seat)]


def refill(t: Table) -> Next:
    """EMA-11.14: empty places are filled."""
    return [FillStands()]


def round_end(t: Table, number: int) -> Next:
    """EMA-3.7: the end of this round and all that comes after it."""
    return [RoundEnd(number)]


def end_event(t: Table) -> Next:
    """EMA-14.5: the event at the end of the round."""
    return [EndEvent()]


def clear(t: Table) -> Next:
    """EMA-3.7b to 3.7e: statue, cards, next hands."""
    return [PassStatue(), ClearSlots(), ShuffleDecks(), DrawHands()]


def victoria(t: Table) -> Next:
    """EMA-16.8: the end of a round for Victoria."""
    return [VictoriaBuilds(), VictoriaRises()]


def final(t: Table) -> Next:
    """EMA-15: the final scoring and the winner."""
    return FINAL_SCORING


def winner(t: Table) -> Next:
    """EMA-15.4: the winner alone."""
    return [Finish()]
