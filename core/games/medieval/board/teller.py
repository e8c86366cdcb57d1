"""What a move does here, in one line: the card that it is about, what it costs, what it brings."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from core.games.medieval.board.cardtext import effect_texts, play_cost
from core.games.medieval.board.contests import held, taker
from core.games.medieval.data import effects
from core.games.medieval.data.edition import EventCard, edition
from core.games.medieval.moves import Accept, Activate, Bid, Choose, Decline, Fold, Play, Take
from core.games.medieval.names import PRODUCTION, CardId
from core.games.medieval.view import View
from core.kernel.language.words import Words
from core.kernel.rules.step import tag_of


def teller(v: View, words: Words) -> Callable[[Struct], str]:
    """From what the viewer sees; the words of a move that is about no card say it all."""
    cards = edition(v.edition).cards

    def tell(move: Struct) -> str:
        find = _CARD.get(type(move))
        if find is None:
            return words.move(move)
        found = find(v, move)
        return words.moves["nowhere"] if found is None else _told(v, move, cards[found], words)

    return tell


def _told(v: View, move: Struct, card: EventCard, words: Words) -> str:
    goes_to, most = _taker(v, move, card, words)
    return words.moves[_pattern(v, move, card, goes_to)].format(
        taker="" if goes_to is None else words.name("monarch", v.seats[goes_to].monarch),
        most=most,
        card=words.name("card", card.id),
        family=words.name("family", card.family),
        seal=words.name("seal", card.seal),
        cost=play_cost(v, card, words, v.viewer),
        effects=words.effects["between"].join(effect_texts(v, card, words)),
        amount=_amount(v, move, card, words),
    )


def _in_slot(v: View, move: Activate | Take) -> CardId | None:
    return next((slot.card for slot in v.current if slot.slot == move.slot), None)


def _afoot(v: View, _move: Struct) -> CardId | None:
    return v.afoot


def _played_last(v: View, _move: Struct) -> CardId | None:
    realm = v.seats[v.viewer].realm if v.viewer is not None else ()
    return realm[-1] if realm else None


def _named(_v: View, move: Play) -> CardId | None:
    return move.card


_CARD: dict[type, Callable[[View, Any], CardId | None]] = {
    Activate: _in_slot,
    Take: _in_slot,
    Play: _named,
    Bid: _afoot,
    Fold: _afoot,
    Accept: _afoot,
    Decline: _afoot,
    Choose: _played_last,
}


def _taker(v: View, move: Struct, card: EventCard, words: Words) -> tuple[int | None, str]:
    """MED-14: to whom a majority card goes that the viewer activates, and how much of its resource that seat has."""
    if not isinstance(move, Activate) or card.mode != "majority" or v.viewer is None:
        return None, ""
    price = v.current[move.slot - 1].price
    seat = taker(v, card, price, v.viewer)
    most = 0 if seat is None else held(v, card, price, seat, v.viewer)
    return seat, words.count("resource", card.measure, most)


def _pattern(v: View, move: Struct, card: EventCard, goes_to: int | None) -> str:
    """MED-12.4: by mode; MED-R26: an auction may be opened without a bid; MED-6.19: an island is not paid for."""
    if isinstance(move, Activate) and card.mode == "majority":
        return f"activate.majority{'.nobody' if goes_to is None else '.you' if goes_to == v.viewer else ''}"
    if isinstance(move, Activate):
        return "activate.unbid" if card.mode == "auction" and not move.bid else f"activate.{card.mode}"
    if isinstance(move, Play):
        return "play.choice" if move.choice else "play.free" if card.admirals else "play"
    return tag_of(move)


def _amount(v: View, move: Struct, card: EventCard, words: Words) -> str:
    """The bid, the price, or what is chosen."""
    if isinstance(move, Bid):
        return words.count("resource", card.bid, move.amount)
    if isinstance(move, Activate):
        price = v.current[move.slot - 1].price
        if card.mode == "auction":
            return words.count("resource", card.bid, move.bid or 0)
        return words.count("resource", PRODUCTION, price)
    chosen = move.resource if isinstance(move, Choose) else move.choice if isinstance(move, Play) else None
    tokens = sum(effect.amount for effect in card.now if isinstance(effect, effects.Choose))
    return words.count("resource", chosen, tokens) if chosen else ""
