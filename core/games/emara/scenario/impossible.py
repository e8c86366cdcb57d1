"""What is wrong with a position that somebody wrote, where no match leads to it."""

from collections import Counter
from collections.abc import Iterator

from core.games.emara.names import COUNTRYSIDE, RANKS, TOWN
from core.games.emara.rules.craftsmen import MOST_AT_A_PLACE, huts
from core.games.emara.rules.nobility import with_bonus
from core.games.emara.rules.scoring import track_end
from core.games.emara.table import Looking, Player, Table, Victoria
from core.kernel.bots.bounds import Impossible
from core.kernel.bots.possible import (
    Wrong,
    all_of,
    among,
    apart,
    at_least,
    at_most,
    length,
    no_twice,
    one_of,
    said,
    wrong,
)
from core.kernel.rules.amounts import counts_of

_TRACKS = ("cp", "bp")
"""EMA-14.10, EMA-R28, EMA-R42: what may be below 0."""


def impossible(t: Table) -> Iterator[Impossible]:
    """List what cannot be: on the boards, then side by side."""
    sides = (*(_seat(t, seat) for seat in range(t.players)), *(_victoria(t, side) for side in t.others))
    return said(_boards(t), _huts(t), _markers(t), () if t.looking is None else _looking(t, t.looking), *sides)


def _boards(t: Table) -> Iterator[Wrong]:
    """EMA-17.8: each place once, in rings of their own; EMA-2.8, EMA-2.9: advisors of two types;
    EMA-2.10: the cards of the ranks.
    """
    laid = [place for ring in t.rings for place in ring]
    yield all_of("rings", laid, (*COUNTRYSIDE, *TOWN)) if laid else None
    for at, (ring, places) in enumerate(zip(t.rings, (COUNTRYSIDE, TOWN), strict=False), 1):
        yield length(("rings", str(at)), ring, len(places))
        yield among(("rings", str(at)), ring, places) if t.options.boards == "separate" else None
    yield among("box", t.box, t.edition.advisors_of("A"))
    yield among("stack", t.stack, t.edition.advisors_of("B"))
    yield among("top", (t.top,), t.edition.advisors_of("B"))
    yield length("ranks", t.ranks, len(RANKS))
    for rank, gone in zip(RANKS, t.ranks, strict=False):
        yield at_most(("ranks", rank), gone, len(t.edition.ranks[rank].cp))


def _huts(t: Table) -> Iterator[Wrong]:
    """EMA-R11: is there a fourth hut? EMA-11.10: three craftsmen of a seat at a place."""
    known = {hut: place for place, here in huts(t).items() for hut in here}
    yield among("huts", t.huts, known)
    crowd = Counter((owner, known.get(hut)) for hut, owner in t.huts.items())
    for (_, place), count in crowd.items():
        yield at_most("huts", count, MOST_AT_A_PLACE, what=None if place is None else f"{place}:{MOST_AT_A_PLACE}")


def _markers(t: Table) -> Iterator[Wrong]:
    """EMA-9.3: from the box a marker turns no more."""
    for marker, uses in t.uses.items():
        yield at_most(("uses", marker), uses, t.turns_of(marker))


def _looking(t: Table, look: Looking) -> Iterator[Wrong]:
    """EMA-8.3: so many tokens, out of the pile; EMA-8.4: those that were taken first lie in it no more."""
    shown = () if look.shown is None else look.shown.value
    yield at_most(("looking", "shown"), len(look.taken) + len(shown), t.edition.board.favors_shown)
    yield among(("looking", "shown"), shown, t.favors, why="scenario_in_two_places")
    yield apart(("looking", "taken"), look.taken, t.favors)


def _seat(t: Table, seat: int) -> Iterator[Wrong]:
    """EMA-11.2: the ranks, with their points; EMA-2.17: a card is in one place. A councilor on each board."""
    player = t.seats[seat]
    yield from _goods(t, seat, player)
    for ring in t.rings:
        here = [place for place in player.councilors if place in ring]
        yield wrong("councilors", "scenario_cannot_stand", here[-1] if here else None, seat) if len(here) > 1 else None
    yield one_of("highest", player.highest, (0, *_points(t, player)), seat)
    yield among("used", player.used, player.advisors, seat)
    yield among("errand", (player.errand,), TOWN, seat)
    yield from _cards(t, seat, player)


def _goods(t: Table, seat: int, player: Player) -> Iterator[Wrong]:
    """EMA-R27: points end with the track, or count on; nothing else is below 0."""
    end = track_end(t)
    for good, count in counts_of(player.goods):
        if good not in _TRACKS:
            yield at_least("goods", count, 0, seat, good)
        elif end is not None:
            yield at_most("goods", count, end, seat, good)


def _points(t: Table, player: Player) -> Iterator[int]:
    """EMA-15.5: what the card of the highest rank was worth; EMA-R23: does what is added to it count, too?"""
    if player.rank:
        points, data = t.edition.ranks[RANKS[player.rank - 1]].cp, t.edition
        added = [bonus for card in (*data.advisors.values(), *data.events.values()) for bonus in card.bonus]
        more = sum(bonus.gain.cp for bonus in added if bonus.on == "rank")
        yield from range(min(points), max(points) + more + 1) if with_bonus(t) else points


def _cards(t: Table, seat: int, player: Player) -> Iterator[Wrong]:
    """EMA-2.17, EMA-17.11: a hand, drawn or chosen, of cards that were not played before."""
    chosen = () if player.chosen is None else player.chosen.value.cards
    for field, cards in (("hand", () if player.hand is None else player.hand.value), ("chosen", chosen)):
        yield no_twice(field, cards, seat)
        yield at_most(field, len(cards), t.edition.board.hand, seat)
        yield apart(field, cards, player.discard, seat)
    yield apart("slots", player.slots, player.discard, seat)


def _victoria(t: Table, side: Victoria) -> Iterator[Wrong]:
    """EMA-16.9: a card of each rank that she has reached, one after the other."""
    ranks = t.edition.solo.ranks.values()
    for at, (points, rank) in enumerate(zip(side.cards, ranks, strict=False), 1):
        yield one_of(("cards", str(at)), points, t.edition.ranks[rank].cp, t.players)
