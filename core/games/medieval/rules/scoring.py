"""Scoring: pure functions of the table (MED-19, MED-20)."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import astuple

from core.games.medieval.data import effects
from core.games.medieval.data.edition import EventCard
from core.games.medieval.names import CardId
from core.games.medieval.rulings import Scope
from core.games.medieval.table import Player, Table, pieces_of


def end_points(t: Table, seat: int, card: EventCard, effect: effects.End) -> int:
    """MED-19.3: what one end-of-game effect gives."""
    return _END[type(effect)](t, seat, card, effect)


def _military(t: Table, seat: int, _card: EventCard, _effect: effects.Military) -> int:
    """MED-6.1: the combat values of one's leaders. MED-R10: plus the castles? MED-R11: decoys, too?"""
    leaders, combat = t.seats[seat].leaders, t.edition.stock.combat
    value = leaders.general * combat["general"] + leaders.admiral * combat["admiral"]
    if t.rulings.castle_income == "combat_value":
        value += len(t.family(seat, "castle"))
    if t.rulings.castle_leaders == "with_decoys":
        value += _decoys(t, t.seats[seat]) * combat["mayor"]
    return value


def _seals(t: Table, seat: int, card: EventCard, _effect: effects.Seals) -> int:
    """MED-6.2: different seals. MED-R13: of deployed cards, too? MED-R43: does the market count its own?"""
    own = t.rulings.market_counts_itself == "yes"
    cards = t.cards(_owned(t.seats[seat], t.rulings.owned_scope))
    return len({other.seal for other in cards if own or other.id != card.id})


def _mayors(t: Table, seat: int, _card: EventCard, _effect: effects.Mayors) -> int:
    """MED-6.4: a point for each mayor."""
    return counted_mayors(t, t.seats[seat])


def _each(t: Table, seat: int, card: EventCard, effect: effects.Each) -> int:
    """MED-6.8: cards of its colour, itself included. MED-R12: or only persons of its class? MED-R13c: deployed, too?"""
    by_class = t.rulings.person_scope == "same_family"
    cards = t.cards(_owned(t.seats[seat], t.rulings.colour_scope))
    return sum(other.family == card.family if by_class else other.seal == effect.seal for other in cards)


def _if_cards(t: Table, seat: int, _card: EventCard, effect: effects.IfCards) -> int:
    found = sum(other.family == effect.family for other in _for_islands(t, seat))
    return effect.points if found >= effect.least else 0


def _if_seal(t: Table, seat: int, _card: EventCard, effect: effects.IfSeal) -> int:
    found = sum(other.seal == effect.seal for other in _for_islands(t, seat))
    return effect.points if found >= effect.least else 0


def _for_islands(t: Table, seat: int) -> list[EventCard]:
    """MED-R13b: do deployed cards meet what an island asks for?"""
    return [*t.cards(_owned(t.seats[seat], t.rulings.island_scope))]


def _if_leaders(t: Table, seat: int, _card: EventCard, effect: effects.IfLeaders) -> int:
    return effect.points if t.seats[seat].leaders.of(effect.leader) >= effect.least else 0


_END: dict[type, Callable[[Table, int, EventCard, Any], int]] = {
    effects.Military: _military,
    effects.Seals: _seals,
    effects.Mayors: _mayors,
    effects.Each: _each,
    effects.IfCards: _if_cards,
    effects.IfSeal: _if_seal,
    effects.IfLeaders: _if_leaders,
}


def _owned(player: Player, scope: Scope) -> tuple[CardId, ...]:
    """MED-R13 and what was untied from it: the cards in play; or those in the deployment area, too."""
    return player.realm if scope == "realm_only" else player.realm + player.deployed


def counted_mayors(t: Table, player: Player) -> int:
    """MED-R9: with two players, are the decoys mayors for cards that count mayors?"""
    without = t.edition.stock.decoys[t.players] if t.rulings.decoys_count_as_mayors == "no" else 0
    return max(player.leaders.mayor - without, 0)


def _decoys(t: Table, player: Player) -> int:
    """The mayors that fight as decoys: as placed last, else as many as there must be."""
    return len(pieces_of(player.placed, "D")) if player.placed else t.edition.stock.decoys[t.players]


def leftover_points(t: Table, seat: int) -> int:
    """MED-19.4: any two tokens. MED-R32: or two of a kind?"""
    palace, each = t.seats[seat].palace, t.edition.board.leftovers
    if t.rulings.leftovers == "pooled":
        return palace.total() // each
    return sum(count // each for count in astuple(palace))


def honour_points(t: Table, seat: int) -> int:
    """MED-19.5: by the number of persons of honour. MED-R13d: deployed ones, too?"""
    table = t.edition.board.honour
    persons = sum(card.honour for card in t.cards(_owned(t.seats[seat], t.rulings.honour_scope)))
    return table[min(persons, len(table) - 1)]


def ranking_keys(t: Table) -> list[tuple[int, int, int, int, int]]:
    """MED-20.1, MED-20.2, MED-20.3, MED-20.4: points, cards, castles, leaders, and who sits nearest to the first
    player.

    MED-R13a: are deployed cards counted? MED-R33: to the first player of the last round, or of the setup?
    """
    first = t.order[0] if t.rulings.final_tiebreak_first_player == "round7" else t.setup_first
    near = t.clockwise(first)
    return [
        (
            player.vp,
            len(_owned(player, t.rulings.tie_scope)),
            len(t.family(seat, "castle")),
            player.leaders.total(),
            -near.index(seat),
        )
        for seat, player in enumerate(t.seats)
    ]
