"""What a move does here, in one line: what it costs, what it brings, with what advisors and the event add to it."""

from collections.abc import Callable, Iterable

from msgspec import Struct

from core.games.emara import moves
from core.games.emara.board.cardtext import (
    action_text,
    added,
    advisor_text,
    bonuses,
    goods_text,
    in_brackets,
    on_track,
    plus,
)
from core.games.emara.board.deals import deals
from core.games.emara.data.edition import Edition, Occasion, Trade, edition
from core.games.emara.names import (
    BREAD,
    CASTLE,
    CONSTRUCTION_SITE,
    COUNCILORS,
    COUNTRYSIDE,
    MARKET,
    NUMBERED,
    RANKS,
    RES,
    Goods,
    MarkerId,
    PlaceId,
)
from core.games.emara.rules.construction import BREADS, STONES
from core.games.emara.view import SeatView, View
from core.kernel.language.move_text import Said, Telling
from core.kernel.language.words import Words


def teller(v: View, words: Words) -> Callable[[Struct], str]:
    """From what the mover sees."""
    return _Telling.of(v, words)


class _Telling(Telling[View]):
    """With the mover's own seat, and the cards of the match."""

    def __init__(self, v: View, seat: int, words: Words) -> None:
        super().__init__(v, seat, words)
        self.me: SeatView = v.seats[seat]
        self.data: Edition = edition(v.edition)

    # --- cards and movement

    def play(self, move: moves.Play) -> Said | None:
        """EMA-4.1: what the card does, and where the slot leads."""
        if not 0 < move.slot <= len(self.data.board.slots):
            return None
        steps = self.data.board.slots[move.slot - 1]
        ways = self.words.effects["or"].join(self.place(self.ahead(at, steps)) for at in self.me.councilors)
        effect = action_text(self.v, move.card, self.words)
        card = self.words.name("action", move.card)
        return {"card": card, "effect": effect, "steps": self.words.number(steps), "ways": ways}

    def card(self, move: moves.Card) -> Said | None:
        """EMA-5.1: what the card of the turn gives."""
        slot = self.me.playing
        card = self.me.slots[slot - 1] if slot else None
        gain = Goods() if card is None else self.data.actions[card].gain
        return {"gain": self.gain(gain)} if gain.total() else None

    def exchange(self, move: moves.CardExchange) -> Said | None:
        """EMA-5.2: by what is paid."""
        offered = [trade for action in self.data.actions.values() for trade in action.trades]
        return self.traded(offered, move.pay)

    def step(self, move: moves.CardStep) -> Said | None:
        """EMA-5.3: as far as the card says."""
        return self.walked(move.councilor, max(action.steps for action in self.data.actions.values()))

    def walk(self, move: moves.Walk) -> Said | None:
        """EMA-6.1: as far as the slot says."""
        return self.walked(move.councilor, self.data.board.slots[self.me.playing - 1]) if self.me.playing else None

    def walked(self, councilor: str, steps: int) -> Said | None:
        """EMA-6.4: to a place that can be visited."""
        names = NUMBERED if self.v.options.boards == "mixed" else COUNCILORS
        if councilor not in names:
            return None
        place = self.ahead(self.me.councilors[names.index(councilor)], steps)
        return {"steps": self.words.number(steps), "place": self.there(place)}

    def errand(self, move: moves.CardErrand) -> Said:
        """EMA-5.5: any town place."""
        return {"place": self.there(move.place)}

    # --- the places

    def gather(self, move: moves.Gather) -> Said | None:
        """EMA-7.1, 7.2: what is taken, and what is baked of it."""
        here = [self.me.councilors[which] for which in self.me.moved[-1:]] or [*self.me.councilors]
        country = next((self.data.countryside[place] for place in here if place in COUNTRYSIDE), None)
        if country is None:
            return None
        found = Goods.only(country.resource, 1 + move.work.count(RES))
        breads = Goods(bread=move.work.count(BREAD))
        said: Said = {"gain": self.gain(found)}
        if breads.bread:
            said |= {"case": "bake", "pay": self.goods(move.pay), "bread": self.gain(breads)}
        return said

    def redeem(self, move: moves.Redeem) -> Said:
        """EMA-13.2: the reward of a token."""
        token = self.data.favors[move.favor]
        return {"gain": self.gain(token.reward, source=move.favor)}

    def keep(self, move: moves.Keep) -> Said:
        """EMA-13.1: the reward, and where it will be had."""
        token = self.data.favors[move.favor]
        return {"gain": self.goods(token.reward), "place": self.place(token.place)}

    def donate(self, move: moves.Donate) -> Said:
        """EMA-8.2; EMA-R13: there may be no favor left."""
        said = self.turning(
            self.given(move.pay, self.data.board.donation, on="donation"), MarkerId(f"donation:{move.resource}")
        )
        return said if self.v.favors or self.v.used_favors else said | {"case": "alone"}

    def gift(self, move: moves.Gift) -> Said:
        """EMA-8.6."""
        return self.turning(self.given(move.pay, self.data.board.gift, on="gift"), MarkerId(f"gift:{move.resource}"))

    def build_book(self, move: moves.BuildBook) -> Said:
        """EMA-8.7."""
        return self.given(Goods(book=1), Goods(bp=self.data.board.book_bp), source=CASTLE)

    def sell(self, move: moves.Sell) -> Said:
        """EMA-8.9: a gold for each."""
        return self.given(
            move.pay, sum((self.data.board.sale for _ in range(move.pay.total())), Goods()), source=MARKET
        )

    def teach(self, move: moves.Teach) -> Said | None:
        """EMA-8.10: by the table of the market."""
        points = self.data.board.books.get(move.books)
        return None if points is None else self.given(Goods(book=move.books), Goods(cp=points), source=MARKET)

    def build_stone(self, move: moves.BuildStone) -> Said:
        """EMA-8.12: building points, and what the marker shows."""
        points = Goods(cp=self.v.markers[STONES], bp=self.data.board.stone_bp)
        return self.turning(self.given(move.pay, points, source=CONSTRUCTION_SITE), STONES)

    def feed(self, move: moves.Feed) -> Said | None:
        """EMA-8.13: what the marker shows, for each bread."""
        if not 0 < move.breads <= len(self.v.breads):
            return None
        points, then = Goods(cp=self.v.breads[move.breads - 1]), self.v.breads_turned[move.breads - 1]
        said = self.given(Goods(bread=move.breads), points, source=CONSTRUCTION_SITE)
        return {**said, "turns": self.turns(self.v.markers[BREADS], then)}

    def build_wood(self, move: moves.BuildWood) -> Said | None:
        """EMA-8.14."""
        points = self.data.board.wood_bp.get(move.wood)
        return None if points is None else self.given(move.pay, Goods(bp=points), source=CONSTRUCTION_SITE)

    # --- bonus actions and powers

    def rank(self, move: moves.RaiseRank) -> Said | None:
        """EMA-11.3, 11.4: the top card of the next stack."""
        stack = self.v.ranks[self.me.rank] if self.me.rank < len(RANKS) else None
        if stack is None or not stack.cp:
            return None
        said = self.given(stack.cost, Goods(cp=stack.cp[0]), on="rank")
        return said | {"rank": self.words.name("rank", stack.rank)}

    def hire(self, move: moves.Hire | moves.CardHire) -> Said | None:
        """EMA-11.9: the points below the next craftsman."""
        crew = self.data.board.craftsmen
        if not self.me.craftsmen:
            return None
        said = self.given(move.pay, Goods(cp=crew[len(crew) - self.me.craftsmen]))
        return said | {"hut": self.words.name("hut", move.hut)}

    def recruit(self, move: moves.Recruit | moves.CardRecruit) -> Said | None:
        """EMA-11.15, 11.16: the points, and what else the advisor is good for."""
        advisor = self.v.stands[move.stand]
        if advisor is None:
            return None
        card = self.data.advisors[advisor]
        points = [plus(Goods(cp=card.cp), self.words)] if card.cp else []
        more = bonuses(self.v, self.me.seat, card.now, self.words, card.id, None)
        text = advisor_text(self.v, card, self.words) + in_brackets(more, self.words)
        name = self.words.name("advisor", advisor)
        return {"pay": self.goods(move.pay), "card": name, "gain": self.words.effects["between"].join([*points, text])}

    def use(self, move: moves.Use) -> Said:
        """EMA-12.3: a trade of an advisor."""
        return self.given(move.pay, move.gain)

    # --- outside the turn

    def event(self, move: moves.PayEvent) -> Said | None:
        """EMA-14.6, EMA-14.7, EMA-14.8: what is paid says what it is for."""
        return None if self.v.event is None else self.traded(self.data.events[self.v.event].trades, move.pay)

    def final(self, move: moves.Split) -> Said:
        """EMA-15.3: where the tracks will end."""
        have = self.me.goods
        cp, bp = (on_track(self.v, points) for points in (have.cp + move.citizens, have.bp + move.buildings))
        result = Goods(cp=cp, bp=bp)
        return {"citizens": move.citizens, "buildings": move.buildings, "result": self.goods(result)}

    def take(self, move: moves.TakeResource) -> Said:
        """EMA-17.8."""
        return {"gain": self.gain(Goods.only(move.resource))}

    # --- small parts

    def traded(self, offered: Iterable[Trade], paid: Goods) -> Said | None:
        found = next((trade for trade in offered if trade.paid_by(paid)), None)
        return self.given(paid, found.gain) if found else None

    def given(self, paid: Goods, got: Goods, *, on: Occasion | None = None, source: str = "") -> Said:
        return {"pay": self.goods(paid), "gain": self.gain(got, paid, on=on, source=source)}

    def turning(self, said: Said, marker: MarkerId) -> Said:
        return {**said, "turns": self.turns(self.v.markers[marker], self.v.turned[marker])}

    def turns(self, now: int, then: int) -> str:
        """EMA-9.2: the number that counts from then on, if it is another."""
        return "" if now == then else self.words.effects["turns"].format(then=then)

    def gain(self, goods: Goods, paid: Goods | None = None, *, on: Occasion | None = None, source: str = "") -> str:
        """A gain, with what is added to it. EMA-R27: perhaps there is not room for all of it."""
        found = bonuses(self.v, self.me.seat, goods, self.words, source, on)
        more = (gain for _, gain in added(self.v, self.me.seat, goods, source, on))
        have = sum(more, self.me.goods + goods)
        ends = any(on_track(self.v, points) < points for points in (have.cp - (paid or Goods()).cp, have.bp))
        end = self.words.effects["track_ends"].format(end=self.words.number(self.data.board.track_max))
        return self.goods(goods) + in_brackets([*found, *([end] if ends else [])], self.words)

    def goods(self, goods: Goods) -> str:
        return goods_text(goods, self.words)

    def place(self, place: PlaceId) -> str:
        return self.words.name("place", place)

    def there(self, place: PlaceId) -> str:
        """A place, with what one could do there, or what it yields, and the own craftsmen and tokens that count."""
        found: list[str] = []
        country = self.data.countryside.get(place)
        if country is None:
            found += deals(self.v, self.me.seat, place, self.data, self.words) or [self.words.effects["no_deal"]]
        else:
            found.append(self.goods(Goods.only(country.resource)))
        crew = sum(hut.owner == self.me.seat and hut.hut.startswith(f"{place}:") for hut in self.v.huts)
        if crew:
            found.append(self.words.effects["crew"].format(count=self.words.number(crew)))
        tokens = [token for token in map(self.data.favors.__getitem__, self.me.favors) if token.place == place]
        found += [self.words.effects["token"].format(gain=self.goods(token.reward)) for token in tokens]
        return self.place(place) + in_brackets(found, self.words)

    def ahead(self, place: PlaceId, steps: int) -> PlaceId:
        """EMA-6.1: so many places clockwise."""
        ring = next(ring for ring in self.v.rings if place in ring)
        return ring[(ring.index(place) + steps) % len(ring)]
