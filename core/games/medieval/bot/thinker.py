"""What the greedy bot thinks a move is worth: the thoughts of a decent beginner, from the seat's view alone.

Worth is counted in hundredths of a point, against doing nothing: to pass is worth 0. The bot knows the rulebook, not
the small print: it weighs every match by the default readings. What is legal, the offers say.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from core.games.medieval.data import effects
from core.games.medieval.data.edition import Edition, EventCard, edition
from core.games.medieval.moves import (
    Accept,
    Activate,
    Bid,
    Bonus,
    Choose,
    Decline,
    Fold,
    Pass,
    Place,
    Play,
    Take,
    TakeMonarch,
    TakePair,
)
from core.games.medieval.names import (
    ADMIRAL,
    COMBAT,
    FIGHTERS,
    GENERAL,
    MANAGED,
    MAYOR,
    PIECES,
    PRODUCTION,
    RESOURCES,
    CardId,
    Goods,
)
from core.games.medieval.view import SeatView, View

POINT = 100
LEFTOVER = 50  # a token that is never spent: half a point (MED-19.4)
EACH_ROUND = 5  # a token is worth this much more for every round in which it can still be spent,
WANTED = 50  # this much more if a deployed card waits for it,
BUYS = 10  # and this much more if it is production, which buys cards
ON_THE_WAY = 12  # what a point brings besides: every fifth gives a token (MED-3.6)
MORE_SEALS = 7  # how many different seals a realm has in the end, roughly
TERRAINS = 2  # how much combat a round's terrains bring, roughly
PATIENCE = 75  # per cent of the mayors of the coming rounds that one counts on for deployed cards
UNHURRIED = 45  # per cent: a deployed card does not run away, a card on the board does
DENIED = 25  # per cent of a reward: what it is worth that somebody else may not get it
NEVER = -POINT


def thinker(view: View, seat: int) -> Callable[[Any], int]:
    """How good a move is for the seat."""
    return lambda move: _THOUGHTS[type(move)](view, seat, move)


class Outlook(Struct, frozen=True, eq=False):
    """What a seat makes of its own position: thought through once, then every move is measured with it."""

    data: Edition
    players: int
    rounds: int  # that are still to come after this one
    me: SeatView
    spare: dict[str, int]  # tokens that no deployed card waits for, by resource; below 0: so many are missing
    seals: dict[str, int]  # own cards by seal; deployed ones count, for they will be played
    families: dict[str, int]

    def any_token(self) -> int:
        """A token is worth half a point in the end, and more the longer it can be spent."""
        return LEFTOVER + EACH_ROUND * self.rounds

    def token(self, resource: str) -> int:
        """Production is worth more as long as there are cards to buy."""
        return self.any_token() + (BUYS if resource == PRODUCTION and self.rounds else 0)

    def cards(self) -> list[EventCard]:
        """Own cards, in play or waiting for it."""
        return [self.data.cards[card] for card in (*self.me.realm, *self.me.deployed)]


def _look(view: View, seat: int) -> Outlook:
    return outlook(view.edition, len(view.seats), view.rounds - view.round, view.seats[seat])


@lru_cache(maxsize=64)
def outlook(digest: str, players: int, rounds: int, me: SeatView) -> Outlook:
    """Count what one has and what one needs."""
    data, spare = edition(digest), asdict(me.palace)
    for card in me.deployed:
        for resource, amount in cost_of(digest, players, card):
            spare[resource] -= amount
    o = Outlook(data, players, rounds, me, spare, {}, {})
    for own in o.cards():
        o.seals[own.seal] = o.seals.get(own.seal, 0) + 1
        o.families[own.family] = o.families.get(own.family, 0) + 1
    return o


@lru_cache(maxsize=1024)
def cost_of(digest: str, players: int, card: CardId) -> tuple[tuple[str, int], ...]:
    """What it takes to play a card, resource by resource."""
    cost = asdict(edition(digest).cards[card].cost_with(players))
    return tuple((resource, amount) for resource, amount in cost.items() if amount)


# --- tokens -----------------------------------------------------------------------------------------------------------


def gain(o: Outlook, resource: str, amount: int) -> int:
    """Tokens are welcome, those that deployed cards wait for even more."""
    wanted = min(amount, max(0, -o.spare[resource]))
    return amount * o.token(resource) + wanted * WANTED


def giving_up(o: Outlook, resource: str, amount: int) -> int:
    """Tokens that nothing waits for go easily, the others are missed."""
    missed = min(amount, max(0, amount - o.spare[resource]))
    return amount * o.token(resource) + missed * WANTED


def _bonus(view: View, seat: int, move: Bonus | Choose) -> int:
    """A milestone, or a tithe: what is missing comes first."""
    return gain(_look(view, seat), move.resource, 1)


def _pair(view: View, seat: int, move: TakePair) -> int:
    """The starting pair: what the cards on the board cost, and the prices under them are production."""
    data, players = edition(view.edition), len(view.seats)
    asked: dict[str, int] = dict.fromkeys(RESOURCES, 0)
    for slot in view.current:
        asked[PRODUCTION] += slot.price
        for resource, amount in cost_of(data.digest, players, slot.card) if slot.card else ():
            asked[resource] += amount
    return sum(asked[resource] for resource in move.pair)


# --- what a card is worth ---------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def value(o: Outlook, card_id: CardId) -> int:
    """What a card brings once it is in play: at once, every round, in the end, and to the others."""
    card = o.data.cards[card_id]
    now = sum(_NOW[type(effect)](o, effect) for effect in card.now)
    income = sum(_income(o, effect) for effect in card.income)
    end = sum(_END[type(effect)](o, card, effect) for effect in card.end)
    return now + income + end + _honour(o, card) + _fits(o, card)


def _others(o: Outlook, card: EventCard) -> int:
    """The own cards of its seal without itself."""
    return o.seals.get(card.seal, 0) - (card.id in o.me.deployed)


def _vp(_o: Outlook, effect: effects.Vp) -> int:
    """Points, and the milestones that they reach."""
    return effect.amount * (POINT + ON_THE_WAY)


def _goods(o: Outlook, effect: effects.Gain) -> int:
    """Tokens at once."""
    return gain(o, effect.resource, effect.amount)


def _chosen(o: Outlook, effect: effects.Choose) -> int:
    """Tokens at once, of whatever is missing most."""
    return max(gain(o, resource, effect.amount) for resource in RESOURCES if resource != effect.barred)


def _leader(o: Outlook, effect: effects.GainLeader) -> int:
    """A mayor works every round and fills towns; a general or an admiral wins terrains and guards castles."""
    if effect.leader == MAYOR:
        works = 1 + o.families.get("development", 0)
        return o.rounds * works * o.any_token() + POINT * o.families.get("town", 0)
    strength = o.data.stock.combat[effect.leader]
    sails = POINT if effect.leader == ADMIRAL else 0
    return o.rounds * strength * o.token(COMBAT) + strength * POINT * o.families.get("castle", 0) + sails


_NOW: dict[type, Callable[[Outlook, Any], int]] = {
    effects.Vp: _vp,
    effects.Gain: _goods,
    effects.Choose: _chosen,
    effects.GainLeader: _leader,
}


def _income(o: Outlook, effect: effects.Income) -> int:
    """What comes every round comes as often as there are rounds."""
    amount = effect.amount if isinstance(effect, effects.Gain) else o.me.leaders.mayor
    return o.rounds * amount * o.any_token()


def _military(o: Outlook, _card: EventCard, _effect: effects.Military) -> int:
    """A castle is worth the military leaders around it."""
    leaders, combat = o.me.leaders, o.data.stock.combat
    return POINT * (leaders.general * combat[GENERAL] + leaders.admiral * combat[ADMIRAL])


def _seals(o: Outlook, _card: EventCard, _effect: effects.Seals) -> int:
    """A market is worth the seals that one will have."""
    return POINT * max(len(o.seals), min(MORE_SEALS, len(o.seals) + o.rounds))


def _mayors(o: Outlook, _card: EventCard, _effect: effects.Mayors) -> int:
    """A town is worth its mayors."""
    return POINT * o.me.leaders.mayor


def _each(o: Outlook, card: EventCard, _effect: effects.Each) -> int:
    """A person is worth the cards of its colour, and in three rounds comes another."""
    return POINT * (_others(o, card) + 1) + POINT * o.rounds // 3


def _if_cards(o: Outlook, _card: EventCard, effect: effects.IfCards) -> int:
    """Enough cards of a family, or nearly."""
    return _nearly(o, effect.points, effect.least - o.families.get(effect.family, 0))


def _if_seal(o: Outlook, _card: EventCard, effect: effects.IfSeal) -> int:
    """Enough cards of a seal, or nearly."""
    return _nearly(o, effect.points, effect.least - o.seals.get(effect.seal, 0))


def _if_leaders(o: Outlook, _card: EventCard, effect: effects.IfLeaders) -> int:
    """Enough leaders, or nearly."""
    return _nearly(o, effect.points, effect.least - o.me.leaders.of(effect.leader))


def _nearly(o: Outlook, points: int, short: int) -> int:
    """A condition that is not met yet is worth less the more is short, and less the fewer rounds there are."""
    return points * POINT if short <= 0 else points * POINT * min(o.rounds, 5) // (5 * (1 + short))


_END: dict[type, Callable[[Outlook, EventCard, Any], int]] = {
    effects.Military: _military,
    effects.Seals: _seals,
    effects.Mayors: _mayors,
    effects.Each: _each,
    effects.IfCards: _if_cards,
    effects.IfSeal: _if_seal,
    effects.IfLeaders: _if_leaders,
}


def _honour(o: Outlook, card: EventCard) -> int:
    """MED-19.5: one person of honour more."""
    if not card.honour:
        return 0
    table = o.data.board.honour
    others = min(sum(own.honour for own in o.cards() if own.id != card.id), len(table) - 2)
    return POINT * (table[others + 1] - table[others])


def _fits(o: Outlook, card: EventCard) -> int:
    """What it adds to the others: a new colour to the markets, its colour to the persons, a town to the towns."""
    others = [own for own in o.cards() if own.id != card.id]
    markets = 0 if _others(o, card) else o.families.get("market", 0) * POINT // 2  # another card may bring it as well
    persons = sum(POINT for own in others if own.honour and own.seal == card.seal)
    towns = sum(POINT + o.token(own.town) for own in others if own.town) if card.town else 0
    return markets + persons + towns


# --- actions ----------------------------------------------------------------------------------------------------------


def _activate(view: View, seat: int, move: Activate) -> int:
    """Take a card off the board, unless somebody else would get it."""
    o, slot = _look(view, seat), view.current[move.slot - 1]
    if slot.card is None:
        return NEVER
    card = o.data.cards[slot.card]
    if card.mode == "auction":
        return _win(o, card, move.bid) if move.bid else NEVER  # MED-R26: who opens at zero is out of it
    if card.mode == "majority" and not _mine(view, o, card):
        return NEVER
    return _buy(o, card, slot.price)


def _buy(o: Outlook, card: EventCard, price: int) -> int:
    """A card is worth its value without its cost and its price, if it can be played in time."""
    if not _in_time(o, card, price):
        return NEVER
    cost = sum(giving_up(o, resource, amount) for resource, amount in cost_of(o.data.digest, o.players, card.id))
    return value(o, card.id) - cost - giving_up(o, PRODUCTION, price)


def _in_time(o: Outlook, card: EventCard, price: int) -> bool:
    """Will there be tokens for it, behind the cards that wait already? In the last round: are there?"""
    if card.admirals and o.families.get("island", 0) >= o.me.leaders.admiral:
        return False
    missing = 0
    for resource, amount in cost_of(o.data.digest, o.players, card.id):
        short = amount + (price if resource == PRODUCTION else 0) - o.spare[resource]
        if resource == COMBAT and short > o.rounds * TERRAINS:
            return False
        missing += max(0, short)
    if not missing:
        return True
    missing += sum(max(0, -spare) for spare in o.spare.values())
    return 100 * missing <= PATIENCE * o.rounds * o.me.leaders.mayor


def _mine(view: View, o: Outlook, card: EventCard) -> bool:
    """MED-14.4: nobody who may take it has more of what it is measured by; with as many, it goes to the activator."""
    measure = card.measure
    if measure is None or not _room(o.data, o.me, card):
        return False
    mine = o.me.palace.of(measure)
    return all(seat.palace.of(measure) <= mine or not _room(o.data, seat, card) for seat in view.seats)


def _room(data: Edition, seat: SeatView, card: EventCard) -> bool:
    """MED-14.3: a place in the deployment area, and no card of the colour there."""
    full = len(seat.deployed) >= data.board.deployment
    return not full and all(data.cards[own].seal != card.seal for own in seat.deployed)


def _win(o: Outlook, card: EventCard, amount: int) -> int:
    """An auction is worth what the card brings, up to the bid at which the tokens are worth more."""
    return value(o, card.id) - giving_up(o, card.bid or COMBAT, amount)


def _bid(view: View, seat: int, move: Bid) -> int:
    """Raise as long as the card is worth more than the tokens, and by no more than it takes."""
    o = _look(view, seat)
    return _win(o, o.data.cards[view.afoot], move.amount) if view.afoot else NEVER


def _play(view: View, seat: int, move: Play) -> int:
    """What can be paid is played; but first comes what others could take away."""
    o = _look(view, seat)
    card = o.data.cards[move.card]
    cost = sum(LEFTOVER * amount for _, amount in cost_of(o.data.digest, o.players, card.id))
    return (value(o, card.id) - cost) * UNHURRIED // 100 - _regret(o, card, move)


def _regret(o: Outlook, card: EventCard, move: Play) -> int:
    """A tithe whose resource is named with it: how much better another would be."""
    if move.choice is None:
        return 0
    chosen = [effect for effect in card.now if isinstance(effect, effects.Choose)]
    return sum(_chosen(o, effect) - gain(o, move.choice, effect.amount) for effect in chosen)


def _take(view: View, seat: int, move: Take) -> int:
    """A card for nothing: the best that can be played."""
    o, found = _look(view, seat), view.current[move.slot - 1].card
    return _buy(o, o.data.cards[found], 0) if found else NEVER


def _accept(view: View, seat: int, move: Accept) -> int:
    """A majority card is taken if it can be played."""
    o = _look(view, seat)
    return _buy(o, o.data.cards[view.afoot], 0) if view.afoot else NEVER


# --- leaders ----------------------------------------------------------------------------------------------------------


class Prospects(Struct, frozen=True):
    """What leaders are worth where, as a seat sees it before placing: looked up for each placement it thinks of."""

    mayors: dict[str, tuple[int, ...]]  # by slot, then by how many stand there
    fighters: dict[str, tuple[int, int]]  # by piece: its terrain and its strength
    military: dict[int, tuple[int, ...]]  # by terrain, then by the strength of all that stand there
    decoys: dict[str, int]  # by piece


def _place(view: View, seat: int, move: Place) -> int:
    """Mayors where tokens are wanted, fighters where rewards are worth having and others may not come."""
    p = prospects(view.edition, view.rounds - view.round, seat, view.seats)
    worths, strengths = 0, dict[int, int]()
    for piece in set(move.pieces):
        count = move.pieces.count(piece)
        if piece in p.mayors:
            worths += p.mayors[piece][count]
        elif piece in p.decoys:
            worths += p.decoys[piece]
        else:
            terrain, strength = p.fighters[piece]
            strengths[terrain] = strengths.get(terrain, 0) + strength * count
    return worths + sum(p.military[terrain][strength] for terrain, strength in strengths.items())


@lru_cache(maxsize=8)
def prospects(digest: str, rounds: int, seat: int, seats: tuple[SeatView, ...]) -> Prospects:
    """Every slot and every terrain, thought through once."""
    o = outlook(digest, len(seats), rounds, seats[seat])
    leaders, combat = o.me.leaders, o.data.stock.combat
    terrains = o.data.terrains_in_use(o.players)
    reward = {terrain: _reward(o, o.data.terrains[terrain].reward) for terrain in terrains}
    strongest = leaders.general * combat[GENERAL] + leaders.admiral * combat[ADMIRAL]
    odds = [_odds(o, seats, strength) for strength in range(strongest + 1)]
    return Prospects(
        mayors={slot: tuple(gain(o, slot, count) for count in range(leaders.mayor + 1)) for slot in MANAGED},
        fighters={piece: (place, combat[FIGHTERS[piece[0]]]) for piece, place in _ON_THE_MAP if piece[0] in "GA"},
        military={terrain: tuple(reward[terrain] * chance // 1000 for chance in odds) for terrain in terrains},
        decoys={piece: reward.get(place, 0) * DENIED // 100 for piece, place in _ON_THE_MAP if piece[0] == "D"},
    )


_ON_THE_MAP = tuple((str(piece), int(piece[1:])) for piece in PIECES if piece[0] in FIGHTERS)


def _reward(o: Outlook, goods: Goods) -> int:
    """A terrain is worth its tokens."""
    return sum(gain(o, resource, amount) for resource, amount in asdict(goods).items() if amount)


def _odds(o: Outlook, seats: tuple[SeatView, ...], strength: int) -> int:
    """In thousandths: none of the others' leaders that is as strong comes here, if they go just anywhere."""
    combat, places = o.data.stock.combat, len(o.data.terrains_in_use(o.players))
    chance = 1000
    for other in seats:
        rivals = {GENERAL: other.leaders.general, ADMIRAL: other.leaders.admiral, MAYOR: o.data.stock.decoys[o.players]}
        for leader, count in rivals.items() if other.seat != o.me.seat else ():
            for _ in range(count if combat[leader] >= strength else 0):
                chance = chance * (places - 1) // places
    return chance


# --- which thought for which move -------------------------------------------------------------------------------------


def _nothing(_view: View, _seat: int, _move: Any) -> int:
    """Neither good nor bad: what the others are measured against."""
    return 0


_THOUGHTS: dict[type, Callable[[View, int, Any], int]] = {
    TakeMonarch: _nothing,
    TakePair: _pair,
    Place: _place,
    Activate: _activate,
    Play: _play,
    Pass: _nothing,
    Bid: _bid,
    Fold: _nothing,
    Choose: _bonus,
    Bonus: _bonus,
    Take: _take,
    Accept: _accept,
    Decline: _nothing,
}
