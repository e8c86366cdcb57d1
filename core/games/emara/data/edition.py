"""The component data: its types, and the checks that an owner's own file must pass."""

from collections.abc import Iterator
from functools import cache
from typing import Any, Literal, get_args

from msgspec import Struct
from msgspec.structs import asdict, astuple, replace

from core.games.emara.names import (
    ACTIONS,
    COUNTRYSIDE,
    GOODS,
    HUTS,
    HUTS_OF_A_PLACE,
    RANKS,
    RESOURCES,
    STANDS,
    STANDS_OF_A_PLACE,
    TOWN,
    ActionId,
    AdvisorId,
    EventId,
    FavorId,
    Goods,
    PlaceId,
    RankId,
    ResourceId,
)
from core.kernel.errors import Usage
from core.kernel.rules.amounts import read_amounts
from core.kernel.rules.marks import Vocabulary
from core.kernel.setup.edition import EditionFile, Editions

PACKAGE = "core.games.emara.data"
PLAYERS = (1, 2, 3, 4)
AdvisorType = Literal["A", "B"]
ADVISORS: dict[AdvisorType, int] = {"A": 16, "B": 6}
EVENTS = 14
FAVORS = 12
CARDS_OF_A_RANK = 4
CRAFTSMEN = 4

VOCABULARY: Vocabulary = {
    "resource": RESOURCES,
    "good": GOODS,
    "place": (*COUNTRYSIDE, *TOWN),
    "action": ACTIONS,
    "rank": RANKS,
    "hut": HUTS,
    "stand": STANDS,
}

Side = Literal["s23", "s4"]
Occasion = Literal["gift", "donation", "rank"]


class Cost(Struct, frozen=True):
    """EMA-10.1: what a card, a hut or a rank costs; EMA-R10: its kinds in the order in which they are printed."""

    goods: Goods
    listed: tuple[str, ...]


class Trade(Struct, frozen=True):
    """What is paid for what: `any` resources of choice beside the cost, `other` resources of another type."""

    cost: Goods = Goods()
    any: int = 0
    gain: Goods = Goods()
    other: int = 0

    @property
    def in_gold(self) -> Goods:
        """EMA-10.2: with gold for all resources: by it trades are told apart where only the payment is said."""
        return _in_gold(self.cost).plus("gold", self.any)

    def paid_by(self, goods: Goods) -> bool:
        chosen = sum(max(goods.of(resource) - self.cost.of(resource), 0) for resource in RESOURCES)
        return _in_gold(goods) == self.in_gold and goods.gold >= self.cost.gold and chosen <= self.any


def _in_gold(goods: Goods) -> Goods:
    gold = goods.gold + sum(map(goods.of, RESOURCES))
    return replace(goods, gold=gold, **dict.fromkeys(RESOURCES, 0))


class Bonus(Struct, frozen=True):
    """What comes on top whenever a gift or a donation is made or a rank is reached."""

    on: Occasion
    gain: Goods


class Lasting(Struct, frozen=True, kw_only=True):
    """What modifies other gains while it lasts: an advisor to the end, an event for its round."""

    id: str
    rule: str
    bonus: tuple[Bonus, ...] = ()
    bp: int = 0  # so many more or fewer in every reception of building points


class Advisor(Lasting, frozen=True, kw_only=True):
    """EMA-12.3: CP at once, and an effect: at once, once per turn, or lasting."""

    id: AdvisorId
    type: AdvisorType
    cost: Cost
    cp: int
    now: Goods = Goods()
    power: tuple[Trade, ...] = ()
    free: bool = False  # EMA-12.16: its power is not bound to once per turn
    any_resources: bool = False  # EMA-12.17
    anywhere: bool = False  # EMA-12.19


class Event(Lasting, frozen=True, kw_only=True):
    """EMA-14: where play starts if it is the first card, and its effect if it is not."""

    id: EventId
    building: int
    country: PlaceId
    town: PlaceId
    everybody: Goods = Goods()
    trades: tuple[Trade, ...] = ()  # EMA-14.5: at the end of the round
    sales: int = 0  # EMA-14.11: so many more at the market
    discount: int = 0  # EMA-14.16: so many resources less for an advisor


class Action(Struct, frozen=True, kw_only=True):
    """EMA-5.1 to EMA-5.5: one of the nine cards that each player has."""

    id: ActionId
    rule: str
    gain: Goods = Goods()
    trades: tuple[Trade, ...] = ()
    steps: int = 0
    discount: int = 0
    errand: bool = False


class Favor(Struct, frozen=True):
    """EMA-13.1: where it works, and what it gives."""

    id: FavorId
    place: PlaceId
    reward: Goods


class Rank(Struct, frozen=True):
    """EMA-11.3: what it costs; EMA-2.10: the CP of its cards from the top down."""

    id: RankId
    cost: Cost
    cp: tuple[int, ...]


class Country(Struct, frozen=True):
    """EMA-7.1: what a place yields; EMA-11.8: what its huts cost."""

    resource: ResourceId
    huts: tuple[Cost, ...]
    extra: Cost


class Marker(Struct, frozen=True):
    """EMA-9.4: its numbers in the order in which they come up, and what is printed below it."""

    s23: tuple[int, ...]
    s4: tuple[int, ...]
    printed: int

    def side(self, side: Side) -> tuple[int, ...]:
        return self.s23 if side == "s23" else self.s4

    def shows(self, side: Side, turns: int) -> int:
        """EMA-9.3: after the last number the marker is in the box, and what is printed counts."""
        numbers = self.side(side)
        return numbers[turns] if turns < len(numbers) else self.printed


class Markers(Struct, frozen=True):
    """EMA-9.1: gifts and donations show prices (one marker for each resource), stone and bread show rewards."""

    gift: Marker
    donation: Marker
    stone: Marker
    bread: Marker


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """EMA-1.5, EMA-2.4 to EMA-2.7: which side of a marker is up, and how often it was turned."""

    side: Side
    at: int = 0
    turned: dict[ResourceId, int] = {}

    def of(self, resource: ResourceId) -> int:
        """How often the marker of this resource was turned."""
        return self.turned.get(resource, self.at)


class Starts(Struct, frozen=True):
    """The start of each kind of marker with one number of players."""

    gift: Start
    donation: Start
    stone: Start
    bread: Start


class FinalPoints(Struct, frozen=True):
    """EMA-15.2: what is left is worth points."""

    ring: int
    gold: int
    favor: int
    book: int
    bread: int
    resources_per_point: int


class Board(Struct, frozen=True):
    """The numbers of the boards, the tiles and the scoring."""

    rounds: int
    turns: int
    slots: tuple[int, ...]
    hand: int
    craftsmen: tuple[int, ...]
    advisor_places: int
    track_max: int
    first_game: int
    gift: Goods
    donation: Goods
    favors_shown: int
    sale: Goods
    books: dict[int, int]
    book_bp: int
    stone_bp: int
    wood_bp: dict[int, int]
    most_bread: int
    final: FinalPoints


class Solo(Struct, frozen=True):
    """EMA-16: Victoria's timetable, and where buildings start."""

    rounds: tuple[int, ...]
    ranks: dict[int, RankId]
    removed: tuple[EventId, ...]
    first: int
    win: int
    loss: int
    lowest: int
    highest: int
    default: int


class Edition(Struct, frozen=True):
    """A set of component data."""

    name: str
    digest: str
    board: Board
    actions: dict[ActionId, Action]
    markers: Markers
    starts: dict[int, Starts]
    ranks: dict[RankId, Rank]
    countryside: dict[PlaceId, Country]
    advisors: dict[AdvisorId, Advisor]
    events: dict[EventId, Event]
    favors: dict[FavorId, Favor]
    solo: Solo

    def advisors_of(self, kind: AdvisorType) -> tuple[AdvisorId, ...]:
        """EMA-2.8, EMA-2.9: the advisors of one type."""
        return tuple(advisor.id for advisor in self.advisors.values() if advisor.type == kind)


class _Paid(Goods, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    any: int = 0


class _Taken(Goods, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    other: int = 0


@cache
def _goods(text: str) -> Goods:
    return read_amounts(text, Goods)


@cache
def _cost(text: str) -> Cost:
    return Cost(_goods(text), tuple(part.split()[-1] for part in text.split("+")))


def _parts(text: str) -> tuple[str, str]:
    left, arrow, right = text.partition(">")
    if not arrow:
        raise Usage("unknown_word", known=(">",), word=text)
    return left.strip(), right.strip()


@cache
def _trade(text: str) -> Trade:
    left, right = _parts(text)
    paid, taken = read_amounts(left, _Paid), read_amounts(right, _Taken)
    return Trade(Goods(*astuple(paid)[:-1]), paid.any, Goods(*astuple(taken)[:-1]), taken.other)


@cache
def _bonus(text: str) -> Bonus:
    on, gain = _parts(text)
    occasions: tuple[Occasion, ...] = get_args(Occasion)
    for occasion in occasions:
        if on == occasion:
            return Bonus(occasion, _goods(gain))
    raise Usage("unknown_word", known=occasions, word=on)


_READINGS: dict[str, Any] = {
    **dict.fromkeys(("cost", "huts", "extra"), _cost),
    **dict.fromkeys(("now", "gain", "everybody", "reward", "gift", "donation", "sale"), _goods),
    **dict.fromkeys(("power", "trades"), _trade),
    "bonus": _bonus,
}
"""Which values are written in a notation, whatever entry they stand in."""


def _values(f: EditionFile, *path: str, **more: Any) -> dict[str, Any]:
    values = f.values(*path, also=more)
    return {**f.spelled(values, *path, **_READINGS), **more}


def _build(f: EditionFile, name: str, digest: str) -> Edition:
    final = f.build(FinalPoints, f.values("board", "final"), "board", "final")
    markers = {kind: f.build(Marker, f.values("markers", kind), "markers", kind) for kind in f.table("markers")}
    made = Edition(
        name=name,
        digest=digest,
        board=f.build(Board, _values(f, "board", final=final), "board"),
        actions=f.entries(Action, "actions", **_READINGS),
        markers=f.build(Markers, markers, "markers"),
        starts={
            f.number("starts", players): f.build(Starts, f.values("starts", players), "starts", players)
            for players in f.table("starts")
        },
        ranks=f.entries(Rank, "ranks", **_READINGS),
        countryside={
            PlaceId(place): f.build(Country, _values(f, "countryside", place), "countryside", place)
            for place in f.table("countryside")
        },
        advisors=f.entries(Advisor, "advisors", **_READINGS),
        events=f.entries(Event, "events", **_READINGS),
        favors=f.entries(Favor, "favors", **_READINGS),
        solo=f.build(Solo, f.values("solo"), "solo"),
    )
    _check(f, made)
    return made


def _check(f: EditionFile, made: Edition) -> None:
    """The counts of the box, and that each entry can be played."""
    for table, found, expected in (
        ("actions", tuple(made.actions), ACTIONS),
        ("ranks", tuple(made.ranks), RANKS),
        ("countryside", tuple(made.countryside), COUNTRYSIDE),
        ("starts", tuple(made.starts), PLAYERS),
        ("events", len(made.events), EVENTS),
        ("favors", len(made.favors), FAVORS),
        ("advisors", {kind: len(made.advisors_of(kind)) for kind in ADVISORS}, ADVISORS),
    ):
        f.must(table, fits=found == expected, expected=expected, found=found)
    for table in ("advisors", "favors"):
        f.typed(((table, id_) for id_ in f.table(table)), "_:")
    _check_board(f, made.board)
    _check_markers(f, made)
    _check_costs(f, made)
    _check_effects(f, made)
    _check_places(f, made)
    _check_solo(f, made.solo, made)


def _check_board(f: EditionFile, board: Board) -> None:
    for name in ("rounds", "turns", "track_max", "favors_shown", "book_bp", "stone_bp", "most_bread"):
        f.least(1, getattr(board, name), "board", name)
    f.least(0, board.first_game, "board", "first_game")
    for name, number in asdict(board.final).items():
        f.least(1 if name == "resources_per_point" else 0, number, "board", "final", name)
    f.must("board", "rounds", fits=board.rounds < EVENTS, expected=f"{EVENTS - 1} or less", found=board.rounds)
    f.must("board", "hand", fits=board.hand == board.turns, expected=board.turns, found=board.hand)
    dealt = len(ACTIONS) % board.hand == 0
    f.must("board", "hand", fits=dealt, expected=f"a divisor of {len(ACTIONS)}", found=board.hand)
    steps = len(board.slots) == board.turns and min(board.slots) > 0
    f.must("board", "slots", fits=steps, expected=f"{board.turns} numbers of steps", found=board.slots)
    crew = len(board.craftsmen) == CRAFTSMEN and min(board.craftsmen) >= 0
    f.must("board", "craftsmen", fits=crew, expected=f"{CRAFTSMEN} numbers of points", found=board.craftsmen)
    places = board.advisor_places
    f.must("board", "advisor_places", fits=places == STANDS_OF_A_PLACE, expected=STANDS_OF_A_PLACE, found=places)
    for name, table in (("books", board.books), ("wood_bp", board.wood_bp)):
        fits = min((*table, *table.values()), default=0) > 0
        f.must("board", name, fits=fits, expected="numbers from 1", found=table)
    counted = [*board.books] == [*range(1, len(board.books) + 1)]
    f.must("board", "books", fits=counted, expected="1, 2, 3 ...", found=[*board.books])


def _check_markers(f: EditionFile, made: Edition) -> None:
    for kind in Markers.__struct_fields__:
        marker: Marker = getattr(made.markers, kind)
        for name, numbers in (("s23", marker.s23), ("s4", marker.s4), ("printed", (marker.printed,))):
            f.must("markers", kind, name, fits=min(numbers, default=0) > 0, expected="numbers from 1", found=numbers)
        for players, starts in made.starts.items():
            start: Start = getattr(starts, kind)
            path = ("starts", str(players), kind)
            known = RESOURCES if kind in {"gift", "donation"} else ()
            f.must(*path, "turned", fits={*start.turned} <= {*known}, expected=known, found=[*start.turned])
            last = len(marker.side(start.side)) - 1
            for turns in (start.at, *start.turned.values()):
                f.must(*path, fits=0 <= turns <= last, expected=f"0 to {last}", found=turns)


def _check_costs(f: EditionFile, made: Edition) -> None:
    """Each cost is one piece or more, all of kinds that may be asked for."""
    costs: list[tuple[Cost, tuple[str, ...], tuple[str, ...]]] = []
    for place, country in made.countryside.items():
        costs += [(hut, RESOURCES, ("countryside", place, "huts")) for hut in country.huts]
        costs += [(country.extra, RESOURCES, ("countryside", place, "extra"))]
    costs += [(advisor.cost, RESOURCES, ("advisors", advisor.id, "cost")) for advisor in made.advisors.values()]
    costs += [(rank.cost, ("ring", "gold"), ("ranks", rank.id, "cost")) for rank in made.ranks.values()]
    for cost, known, path in costs:
        goods = cost.goods
        fits = 0 < goods.total() == sum(map(goods.of, known))
        f.must(*path, fits=fits, expected=f"1 or more of {', '.join(known)}", found=_text(goods))


def _check_effects(f: EditionFile, made: Edition) -> None:
    for action in made.actions.values():
        plain = asdict(Action(id=action.id, rule=action.rule))
        does = [name for name, value in asdict(action).items() if value != plain[name]]
        f.must("actions", action.id, fits=len(does) == 1, expected="one effect", found=", ".join(does) or "none")
        for name in ("steps", "discount"):
            f.least(0, getattr(action, name), "actions", action.id, name)
        _check_told_apart(f, action.trades, "actions", action.id, "trades")
    for advisor in made.advisors.values():
        _check_trades(f, advisor.power, "advisors", advisor.id, "power")
        f.least(0, advisor.cp, "advisors", advisor.id, "cp")
    for event in made.events.values():
        _check_told_apart(f, event.trades, "events", event.id, "trades")
        for name in ("building", "sales", "discount"):
            f.least(0, getattr(event, name), "events", event.id, name)
    lowest = min(_receptions(made))
    for table, lasting in (("advisors", made.advisors), ("events", made.events)):
        for id_, entry in lasting.items():
            f.least(-lowest, entry.bp, table, id_, "bp")
            for bonus in entry.bonus:
                f.least(1, bonus.gain.total(), table, id_, "bonus")
    for name in ("gift", "donation", "sale"):
        f.least(1, getattr(made.board, name).total(), "board", name)
    for favor in made.favors.values():
        f.least(1, favor.reward.total(), "favors", favor.id, "reward")


def _receptions(made: Edition) -> Iterator[int]:
    """How many building points come at a time: what modifies them must leave none below 0."""
    yield from (made.board.book_bp, made.board.stone_bp, *made.board.wood_bp.values())
    gains = [favor.reward for favor in made.favors.values()]
    for advisor in made.advisors.values():
        gains += [advisor.now, *(trade.gain for trade in advisor.power)]
    gains += [trade.gain for event in made.events.values() for trade in event.trades]
    yield from (gain.bp for gain in gains if gain.bp)


def _check_trades(f: EditionFile, trades: tuple[Trade, ...], *path: str) -> None:
    """Something is paid for something else; another resource than the one paid needs one of choice."""
    for trade in trades:
        both = [good for good in GOODS if trade.cost.of(good) and trade.gain.of(good)]
        paid, taken = trade.cost.total() + trade.any, trade.gain.total() + trade.other
        fits = paid > 0 and taken > 0 and not both and not trade.cost.bp and (trade.any > 0 or not trade.other)
        f.must(*path, fits=fits, expected="something for something else", found=trade)


def _check_told_apart(f: EditionFile, trades: tuple[Trade, ...], *path: str) -> None:
    """What is paid says which trade it is for, and that says what is taken: nothing else is typed."""
    _check_trades(f, trades, *path)
    prices = [trade.in_gold for trade in trades]
    for trade in trades:
        fits = prices.count(trade.in_gold) == 1 and not trade.other
        f.must(*path, fits=fits, expected="a payment that is for one thing only", found=trade)


def _check_places(f: EditionFile, made: Edition) -> None:
    yields = {country.resource for country in made.countryside.values()}
    f.must("countryside", fits=yields == {*RESOURCES}, expected=RESOURCES, found=sorted(yields))
    for place, country in made.countryside.items():
        huts = len(country.huts)
        f.must("countryside", place, "huts", fits=huts == HUTS_OF_A_PLACE, expected=HUTS_OF_A_PLACE, found=huts)
    for event in made.events.values():
        for name, known, place in (("country", COUNTRYSIDE, event.country), ("town", TOWN, event.town)):
            f.must("events", event.id, name, fits=place in known, expected=known, found=place)
    for favor in made.favors.values():
        path, place = ("favors", favor.id), favor.place
        f.must(*path, "place", fits=place in TOWN, expected=TOWN, found=place)
        f.must(*path, fits=favor.id.startswith(f"{place}:"), expected=f"{place}:...", found=favor.id)
        good = favor.id.partition(":")[2]
        named = good not in GOODS or favor.reward.of(good) == favor.reward.total()
        f.must(*path, "reward", fits=named, expected=good, found=_text(favor.reward))
    for rank in made.ranks.values():
        falling = sorted({*rank.cp, 0}, reverse=True) == [*rank.cp, 0] and len(rank.cp) == CARDS_OF_A_RANK
        f.must("ranks", rank.id, "cp", fits=falling, expected=f"{CARDS_OF_A_RANK} falling numbers", found=rank.cp)


def _check_solo(f: EditionFile, solo: Solo, made: Edition) -> None:
    last = made.board.rounds
    within = all(0 < number <= last for number in solo.rounds)
    f.must("solo", "rounds", fits=within, expected=f"1 to {last}", found=solo.rounds)
    climbing = tuple(solo.ranks.values()) == RANKS[: len(solo.ranks)] and [*solo.ranks] == sorted(solo.ranks)
    f.must("solo", "ranks", fits=climbing, expected="ranks from the lowest, round by round", found=solo.ranks)
    hers = {*solo.ranks} <= {*solo.rounds}
    f.must("solo", "ranks", fits=hers, expected=f"rounds out of {solo.rounds}", found=[*solo.ranks])
    for event in solo.removed:
        f.must("solo", "removed", fits=event in made.events, expected="events", found=event)
    most = EVENTS - last - 1
    f.must("solo", "removed", fits=len(solo.removed) <= most, expected=f"{most} or less", found=len(solo.removed))
    for name, fits, expected in (("win", solo.win < 0, "less than 0"), ("loss", solo.loss > 0, "more than 0")):
        f.must("solo", name, fits=fits, expected=expected, found=getattr(solo, name))
    starts = (0, solo.lowest, solo.default, solo.highest)
    f.must("solo", "default", fits=starts == tuple(sorted(starts)), expected="from lowest to highest", found=starts[1:])
    f.least(0, solo.first, "solo", "first")


def _text(goods: Goods) -> str:
    return " + ".join(f"{goods.of(good)} {good}" for good in GOODS if goods.of(good)) or "nothing"


EDITIONS = Editions(PACKAGE, _build)
edition, shipped, adopt = EDITIONS.known, EDITIONS.shipped, EDITIONS.adopt
