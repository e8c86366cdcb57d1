"""What a move does here, in one line: where it leads, what it costs, what it brings; and how a work ends."""

from collections.abc import Callable, Iterable

from msgspec import Struct

from core.games.crossing import moves
from core.games.crossing.board.cardtext import (
    card_name,
    effect_text,
    favor_text,
    favor_worth,
    gain_of,
    gains_text,
    need_text,
    rest_text,
    work_text,
)
from core.games.crossing.data.edition import TOP, Edition, Side, edition
from core.games.crossing.data.effects import Gain, Invest, Res
from core.games.crossing.names import (
    FLIGHTS,
    GUILDS,
    QUEEN,
    SHOWN,
    BridgeId,
    CardId,
    FlightId,
    GuildId,
    RegionId,
    SlotId,
    TileId,
)
from core.games.crossing.rules.goals import ROW
from core.games.crossing.rules.walk import Purchase
from core.games.crossing.view import SideView, SlotView, View
from core.kernel.language.move_text import Said, Telling
from core.kernel.language.words import Words


def teller(v: View, words: Words) -> Callable[[Struct], str]:
    """From what the mover sees."""
    return _Telling.of(v, words)


class _Telling(Telling[View]):
    """With the mover's own side, and the edition of the match."""

    def __init__(self, v: View, seat: int, words: Words) -> None:
        super().__init__(v, seat, words)
        self.me: SideView = v.sides[seat]
        self.data: Edition = edition(v.edition)

    # --- actions

    def pick(self, move: moves.Pick) -> Said | None:
        """KIN-4.3: where it starts, what it gives, and the favor under it."""
        pair = next((pair for pair in self.v.pairs if pair.start == move.start), None)
        if pair is None:
            return None
        card = self.data.starts[pair.start]
        return {
            "region": self.region(card.region),
            "guild": self.words.name("guild", card.guild),
            "gains": gains_text(card.gains, self.words),
            "favor": favor_text(self.data.favors[pair.favor], self.words),
        }

    def rest(self, move: moves.Rest) -> Said:
        """KIN-7.3."""
        return {"coins": self.coins(self.face(move.tile).rest)}

    def work(self, move: moves.Work) -> Said | None:
        """KIN-8.4 to KIN-8.6: what the tile, the walk, the bird and the card bring, and what they cost."""
        said = self.purchase(move.slot)
        found, fare = self.slot(move.slot), self.fare(move)
        if said and found is not None and found.bird is not None and self.face(move.tile).twice:
            said["bird"] = self.bird(found, 2)
        told = self.words.effects["fare"].format(coins=self.coins(fare)) if fare else ""
        return said and said | {"fare": told, "more": self.behind("more", self.on_the_way(move))}

    def bought(self, move: Purchase) -> Said | None:
        """KIN-8.5, KIN-10.2: the card at the end, and whether a flight leads there."""
        board = self.data.board
        between = self.words.effects["fares"].format(least=board.balloon, most=self.coins(board.summoned))
        said = self.purchase(move.slot)
        return said and said | {"fare": between if move.flown else ""}

    def purchase(self, slot: SlotId) -> Said | None:
        """KIN-8.5: a card, its bird and its price."""
        found = self.slot(slot)
        if found is None or found.card is None:
            return None
        guild = self.data.guild_of.get(CardId(found.card))
        return {
            "region": self.region(found.region),
            "card": card_name(self.data, found.card, self.words),
            "guild": "" if guild is None else self.words.effects["of"].format(guild=self.words.name("guild", guild)),
            "gain": self.effect(gain_of(self.data, found.card)),
            "bird": "" if found.bird is None else self.bird(found),
            "cost": self.coins(found.cost) if found.cost else self.words.board["free"],
        }

    def open(self, move: moves.Open) -> Said:
        """KIN-8.4b, KIN-8.4e: what comes before the walk."""
        face = self.face(move.tile)
        first = self.words.effects["price"].format(coins=self.coins(face.price)) if face.price else ""
        return {"tile": move.tile, "first": first or self.words.effects["invest"]}

    def queen(self, move: moves.VisitQueen) -> Said | None:
        """KIN-9.1: her card, once or twice."""
        if self.v.queen is None:
            return None
        card, times = self.data.queens[self.v.queen], self.face(QUEEN).queen
        gain = self.effect(card.gain, times)
        said: Said = {"guild": self.words.name("guild", card.guild), "gain": gain, "times": ""}
        if times > 1:
            said["times"] = self.times(times)
        if move.flight is not None:
            said |= {"case": "fly", "region": self.region(FLIGHTS[move.flight])}
        return said

    def buy(self, move: moves.BuyResource) -> Said:
        """KIN-8.4e."""
        return {"cost": self.coins(self.me.price), "gain": self.words.count("good", move.resource, 1)}

    # --- what gains ask

    def up(self, move: moves.InvestUp) -> Said:
        """KIN-5.17: what the space is worth to which it goes. KIN-R32: is there one behind the last?"""
        track, space = self.data.investment, self.me.investment + self.investments()
        if self.v.rulings.invest_ends == "stop":
            space = min(space, track.last)
            if space == self.me.investment:
                return {"case": "stay"}
        space %= track.last + 1
        return {"coins": self.coins(track.coins[space]), "vp": self.vp(track.vp[space])}

    def cash(self, move: moves.InvestCash) -> Said:
        """KIN-5.17."""
        return {"coins": self.coins(self.investments() * self.data.investment.coins[self.me.investment])}

    def investments(self) -> int:
        """KIN-R37 doubled_amount: how often the Investment action counts, as long as a visit to the queen brings it."""
        queen = None if self.v.acting != self.seat or self.me.working != QUEEN else self.v.queen
        if queen is None or self.v.rulings.queen_double == "two_resolutions":
            return 1
        return self.face(QUEEN).queen if isinstance(self.data.queens[queen].gain, Invest) else 1

    def resources(self, move: moves.ChooseResources) -> Said:
        """KIN-6.7, in the order in which they are gained; how far, what is gained has said."""
        return {"gain": ", ".join(self.words.name("good", resource) for resource in move.resources)}

    def decorate(self, move: moves.Decorate) -> Said:
        """KIN-15.3; KIN-5.14: from where on its stars count. KIN-R18: beyond the space, or on it?"""
        space = self.data.spaces[move.space]
        first = space.after + (self.v.rulings.deco_pass == "strictly_beyond")
        return {
            "token": self.words.count("good", space.kind, space.symbols),
            "stars": self.words.number(move.stars or space.stars),
            "track": self.words.name("resource", space.track),
            "first": first,
        }

    def trigger(self, move: moves.Trigger) -> Said:
        """KIN-6.5: what the structures do."""
        told = [self.effect(self.data.ability(structure)) for structure in move.structures]
        return {"effects": ", ".join(told) or self.words.nothing}

    def upgrade(self, move: moves.Upgrade) -> Said:
        """KIN-5.10: what the other face does."""
        face = self.data.tiles[move.tile].upgraded
        return {"rest": rest_text(face, self.words), "work": work_text(face, self.words)}

    def grab(self, move: moves.Grab) -> Said | None:
        """KIN-R59."""
        found = self.slot(move.slot)
        if found is None or found.bird is None:
            return None
        return {"gain": self.effect(self.data.birds[found.bird].gain)}

    def favor(self, move: moves.TakeFavor) -> Said | None:
        """KIN-13.2: what it brings, and what it would bring now."""
        if move.place not in SHOWN:
            return {"case": "blind"}
        shown = self.v.display[SHOWN.index(move.place)]
        if shown is None:
            return None
        favor = self.data.favors[shown]
        return {"favor": favor_text(favor, self.words), "points": self.vp(favor_worth(favor, self.me))}

    def house(self, move: moves.PlaceHouse) -> Said:
        """KIN-14.1."""
        return {"region": self.region(move.region)}

    # --- incomes and goals

    def collect(self, move: moves.Collect) -> Said:
        """KIN-6.2, KIN-6.8: of one pair, or of a structure."""
        return {"name": self.words.name("income", move.source), "gain": self.income(move.source)}

    def evening(self, move: moves.CollectEvening) -> Said:
        """KIN-11.2, KIN-11.3: of all pairs of a guild, or of a structure."""
        pairs = len(self.me.guilds[GuildId(move.source)]) // self.data.board.guild_cards if move.source in GUILDS else 1
        return {
            "name": self.words.name("income", move.source),
            "gain": self.income(move.source, pairs),
            "times": self.times(pairs) if pairs > 1 else "",
        }

    def claim(self, move: moves.Claim) -> Said | None:
        """KIN-12.1: the points of the next position; KIN-12.4: a favor, if the row is full then."""
        goals = self.v.goals
        at = next((at for at, goal in enumerate(goals) if goal.goal == move.goal), None)
        if at is None or not goals[at].worth:
            return None
        goal = goals[at]
        row = goals[at - at % ROW : at - at % ROW + ROW]
        whole = all(self.seat in other.claims for other in row if other is not goal)
        return {
            "need": need_text(self.data.goals[goal.goal].need(goal.face), self.words),
            "points": self.vp(goal.worth),
            "row": self.words.effects["row"] if whole else "",
        }

    # --- small parts

    def fare(self, work: moves.Work) -> int:
        """KIN-10.2: of the flights before and after the walk; less where the balloon is."""
        board, balloon, here = self.data.board, self.v.balloon, self.me.region
        paid = 0
        for part in (work.before, *work.way, work.after):
            flight = None if part is None else FLIGHTS.get(FlightId(part))
            if flight is not None:
                paid += board.balloon if here == balloon else board.summoned
                here = balloon = flight
            elif part is not None and here is not None:
                here = self.data.bridges[BridgeId(part)].across(here)
        return paid

    def on_the_way(self, work: moves.Work) -> Iterable[str]:
        """KIN-8.4: what the tile gives, or sells from now on; KIN-8.3: the points of the last paws."""
        face = self.face(work.tile)
        if face.coins:
            yield self.coins(face.coins)
        paws = range(len(self.me.paws) + 1, len(self.me.paws) + len(work.way) + 1)
        points = face.vp + sum(self.data.board.paws.get(paw, 0) for paw in paws)
        if points:
            yield self.vp(points)
        if face.price and work.tile != self.me.working:
            yield self.words.effects["price"].format(coins=self.coins(face.price))
        met = self.slot(work.slot)
        if face.twice and met is not None and met.bird is not None:
            yield self.words.effects["twice"]

    def face(self, tile: TileId) -> Side:
        """KIN-5.10."""
        return self.data.tiles[tile].side(upgraded=tile in self.me.upgraded)

    def slot(self, slot: SlotId) -> SlotView | None:
        return next((found for found in self.v.slots if found.slot == slot), None)

    def bird(self, found: SlotView, times: int = 1) -> str:
        """KIN-8.5.2; that it counts twice stands with the tile."""
        assert found.bird is not None
        return self.words.effects["bird"].format(gain=self.effect(self.data.birds[found.bird].gain, times))

    def income(self, source: str, times: int = 1) -> str:
        """What a guild or a structure gives."""
        known = source in GUILDS
        gain = self.data.guilds[GuildId(source)].gain if known else self.data.ability(CardId(source))
        return self.effect(gain, times)

    def behind(self, name: str, found: Iterable[str]) -> str:
        """What is added to what comes before it, if there is anything."""
        told = ", ".join(found)
        return self.words.effects[name].format(gain=told) if told else ""

    def times(self, count: int) -> str:
        return self.words.effects["times"].format(count=self.words.number(count))

    def effect(self, gain: Gain, times: int = 1) -> str:
        """KIN-19.8: perhaps there is not room for all of it."""
        told = effect_text(gain, self.words)
        if isinstance(gain, Res) and self.me.resources.of(gain.resource) + gain.amount * times > TOP:
            return self.words.effects["track_ends"].format(gain=told, end=self.words.number(TOP))
        return told

    def coins(self, count: int) -> str:
        return self.words.count("good", "coin", count)

    def vp(self, count: int) -> str:
        return self.words.count("good", "vp", count)

    def region(self, region: RegionId) -> str:
        return self.words.name("region", region)
