"""What lies in the box of The Crown of Emara."""

from functools import cache
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct
from msgspec.structs import astuple, replace

from core.games.emara.names import (
    ACTIONS,
    COUNTRYSIDE,
    GOODS,
    HUTS,
    RANKS,
    RESOURCES,
    STANDS,
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
from core.kernel.rules.marks import Name, Vocabulary
from core.kernel.setup.edition import Editions, Named
from core.kernel.setup.entries import Entry, Every, Ids, Natural, Positive, Written

PACKAGE = "core.games.emara.data"
PLAYERS = (1, 2, 3, 4)
AdvisorType = Literal["A", "B"]
ADVISORS: dict[AdvisorType, int] = {"A": 16, "B": 6}
EVENTS = 14
FAVORS = 12
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
GROUPS: Vocabulary = {"countryside": COUNTRYSIDE, "town": TOWN}

Side = Literal["s23", "s4"]
Occasion = Literal["gift", "donation", "rank"]


@cache
def _goods(text: str) -> Goods:
    return read_amounts(text, Goods)


def _some(text: str) -> Goods:
    goods = _goods(text)
    if not goods.total():
        raise ValueError("1 or more")
    return goods


Some = Annotated[Goods, Written(_some)]


class Cost(Struct, frozen=True):
    """EMA-10.1: what a card, a hut or a rank costs; EMA-R10: its kinds in the order in which they are printed."""

    goods: Goods
    listed: tuple[str, ...]


def _cost(*kinds: str) -> Written:
    """One piece or more, all of kinds that may be asked for."""

    @cache
    def read(text: str) -> Cost:
        goods = _goods(text)
        if not 0 < goods.total() == sum(map(goods.of, kinds)):
            raise ValueError(f"1 or more of {', '.join(kinds)}")
        return Cost(goods, tuple(part.split()[-1] for part in text.split("+")))

    return Written(read)


InResources = Annotated[Cost, _cost(*RESOURCES)]
InGold = Annotated[Cost, _cost("ring", "gold")]


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


class _Side(Goods, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    any: int = 0
    other: int = 0


def _parts(text: str) -> tuple[str, str]:
    left, arrow, right = text.partition(">")
    if not arrow:
        raise Usage("unknown_word", known=(">",), word=text)
    return left.strip(), right.strip()


@cache
def _trade(text: str) -> Trade:
    """Something is paid for something else; another resource than the one paid needs one of choice."""
    paid, taken = (read_amounts(side, _Side) for side in _parts(text))
    odd = paid.bp or paid.other or taken.any or (taken.other and not paid.any)
    if odd or not paid.total() or not taken.total() or any(paid.of(good) and taken.of(good) for good in GOODS):
        raise ValueError("something for something else")
    return Trade(Goods(*astuple(paid)[:-2]), paid.any, Goods(*astuple(taken)[:-2]), taken.other)


@cache
def _bonus(text: str) -> Bonus:
    on, gain = _parts(text)
    occasions: tuple[Occasion, ...] = get_args(Occasion)
    for occasion in occasions:
        if on == occasion:
            return Bonus(occasion, _some(gain))
    raise Usage("unknown_word", known=occasions, word=on)


Trades = tuple[Annotated[Trade, Written(_trade)], ...]


class Lasting(Entry, frozen=True, kw_only=True):
    """What modifies other gains while it lasts: an advisor to the end, an event for its round."""

    id: str
    rule: str
    bonus: tuple[Annotated[Bonus, Written(_bonus)], ...] = ()
    bp: int = 0  # so many more or fewer in every reception of building points


class Advisor(Lasting, frozen=True, kw_only=True):
    """EMA-12.3: CP at once, and an effect: at once, once per turn, or lasting."""

    id: AdvisorId
    type: AdvisorType
    cost: InResources
    cp: Natural
    now: Goods = Goods()
    power: Trades = ()
    free: bool = False  # EMA-12.16: its power is not bound to once per turn
    any_resources: bool = False  # EMA-12.17
    anywhere: bool = False  # EMA-12.19


class Event(Lasting, frozen=True, kw_only=True):
    """EMA-14: where play starts if it is the first card, and its effect if it is not."""

    id: EventId
    building: Natural
    country: Annotated[PlaceId, Name("countryside")]
    town: Annotated[PlaceId, Name("town")]
    everybody: Goods = Goods()
    trades: Trades = ()  # EMA-14.5: at the end of the round
    sales: Natural = 0  # EMA-14.11: so many more at the market
    discount: Natural = 0  # EMA-14.16: so many resources less for an advisor


class Action(Entry, frozen=True, kw_only=True):
    """EMA-5.1, EMA-5.2, EMA-5.3, EMA-5.4, EMA-5.5: one of the nine cards that each player has."""

    id: ActionId
    rule: str
    gain: Goods = Goods()
    trades: Trades = ()
    steps: Natural = 0
    discount: Natural = 0
    errand: bool = False


class Favor(Entry, frozen=True):
    """EMA-13.1: where it works, and what it gives."""

    id: FavorId
    place: Annotated[PlaceId, Name("town")]
    reward: Some


class Rank(Entry, frozen=True):
    """EMA-11.3: what it costs; EMA-2.10: the CP of its cards from the top down."""

    id: RankId
    cost: InGold
    cp: tuple[Positive, Positive, Positive, Positive]


class Country(Entry, frozen=True):
    """EMA-7.1: what a place yields; EMA-11.8: what its huts cost."""

    resource: ResourceId
    huts: tuple[InResources, InResources, InResources]
    extra: InResources


Numbers = Annotated[tuple[Positive, ...], Meta(min_length=1)]


class Marker(Entry, frozen=True):
    """EMA-9.4: its numbers in the order in which they come up, and what is printed below it."""

    s23: Numbers
    s4: Numbers
    printed: Positive

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
    """EMA-1.5, EMA-2.4, EMA-2.5, EMA-2.5a, EMA-2.6, EMA-2.7, EMA-2.7a: which side of a marker is up, and how often it
    was turned.
    """

    side: Side
    at: Natural = 0
    turned: dict[ResourceId, Natural] = {}

    def of(self, resource: ResourceId) -> int:
        """How often the marker of this resource was turned."""
        return self.turned.get(resource, self.at)


class Starts(Entry, frozen=True):
    """The start of each kind of marker with one number of players."""

    gift: Start
    donation: Start
    stone: Start
    bread: Start


class FinalPoints(Entry, frozen=True):
    """EMA-15.2: what is left is worth points."""

    ring: Natural
    gold: Natural
    favor: Natural
    book: Natural
    bread: Natural
    resources_per_point: Positive


Points = Annotated[dict[Positive, Positive], Meta(min_length=1)]


class Board(Entry, frozen=True):
    """The numbers of the boards, the tiles and the scoring."""

    rounds: Positive
    turns: Positive
    slots: tuple[Positive, ...]
    hand: int
    craftsmen: tuple[Natural, Natural, Natural, Natural]
    advisor_places: Literal[2]  # EMA-2.8
    track_max: Positive
    first_game: Natural
    gift: Some
    donation: Some
    favors_shown: Positive
    sale: Some
    books: Points
    book_bp: Positive
    stone_bp: Positive
    wood_bp: Points
    most_bread: Positive
    final: FinalPoints


class Solo(Entry, frozen=True):
    """EMA-16: Victoria's timetable, and where buildings start."""

    rounds: tuple[Positive, ...]
    ranks: dict[int, RankId]
    removed: tuple[EventId, ...]
    first: Natural
    win: Annotated[int, Meta(lt=0)]
    loss: Positive
    lowest: Natural
    highest: int
    default: int


class Edition(Named, frozen=True):
    """A set of component data."""

    board: Board
    actions: Annotated[dict[ActionId, Action], Every(ACTIONS, in_order=True)]
    markers: Markers
    starts: Annotated[dict[int, Starts], Every(PLAYERS, in_order=True)]
    ranks: Annotated[dict[RankId, Rank], Every(RANKS, in_order=True)]
    countryside: Annotated[dict[PlaceId, Country], Every(COUNTRYSIDE, in_order=True)]
    advisors: Annotated[dict[AdvisorId, Advisor], Ids(sum(ADVISORS.values()), "_:")]
    events: Annotated[dict[EventId, Event], Ids(EVENTS, "_")]
    favors: Annotated[dict[FavorId, Favor], Ids(FAVORS, "_:")]
    solo: Solo

    def advisors_of(self, kind: AdvisorType) -> tuple[AdvisorId, ...]:
        """EMA-2.8, EMA-2.9: the advisors of one type."""
        return tuple(advisor.id for advisor in self.advisors.values() if advisor.type == kind)


EDITIONS = Editions(PACKAGE, Edition, VOCABULARY, claims=f"{PACKAGE}.claims", groups=GROUPS)
edition, shipped, adopt = EDITIONS.known, EDITIONS.shipped, EDITIONS.adopt
