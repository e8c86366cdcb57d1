"""What must hold between the entries of an owner's edition of The Crown of Emara."""

from collections.abc import Iterator

from msgspec.structs import asdict

from core.games.emara.data.edition import ADVISORS, EVENTS, Action, Edition, Marker, Markers, Start, Trade
from core.games.emara.names import ACTIONS, GOODS, RANKS, RESOURCES
from core.kernel.rules.amounts import written
from core.kernel.setup.claims import Claim, among, equal, least, most


def claims(e: Edition) -> Iterator[Claim]:
    """The counts of the box, and that each entry can be played."""
    yield equal("advisors", {kind: len(e.advisors_of(kind)) for kind in ADVISORS}, ADVISORS)
    for of in (_of_board, _of_markers, _of_effects, _of_places, _of_solo):
        yield from of(e)


def _of_board(e: Edition) -> Iterator[Claim]:
    board = e.board
    yield most("board.rounds", board.rounds, EVENTS - 1)
    yield equal("board.hand", board.hand, board.turns)
    yield Claim("board.hand", len(ACTIONS) % board.hand == 0, f"a divisor of {len(ACTIONS)}", board.hand)
    yield Claim("board.slots", len(board.slots) == board.turns, f"{board.turns} numbers of steps", board.slots)
    yield equal("board.books", [*board.books], [*range(1, len(board.books) + 1)])


def _of_markers(e: Edition) -> Iterator[Claim]:
    for kind in Markers.__struct_fields__:
        marker: Marker = getattr(e.markers, kind)
        for players, starts in e.starts.items():
            start: Start = getattr(starts, kind)
            last = len(marker.side(start.side)) - 1
            yield most(f"starts.{players}.{kind}", max(start.at, *start.turned.values(), 0), last)
            one = kind in {"stone", "bread"}
            yield Claim(f"starts.{players}.{kind}.turned", not (one and start.turned), "nothing", [*start.turned])


def _of_effects(e: Edition) -> Iterator[Claim]:
    for action in e.actions.values():
        plain = asdict(Action(id=action.id, rule=action.rule))
        does = [name for name, value in asdict(action).items() if value != plain[name]]
        yield Claim(f"actions.{action.id}", len(does) == 1, "one effect", does)
        yield from _told_apart(f"actions.{action.id}.trades", action.trades)
    lowest = min(_receptions(e))
    for advisor in e.advisors.values():
        yield least(f"advisors.{advisor.id}.bp", advisor.bp, -lowest)
    for event in e.events.values():
        yield from _told_apart(f"events.{event.id}.trades", event.trades)
        yield least(f"events.{event.id}.bp", event.bp, -lowest)


def _receptions(e: Edition) -> Iterator[int]:
    """How many building points come at a time: what modifies them must leave none below 0."""
    yield from (e.board.book_bp, e.board.stone_bp, *e.board.wood_bp.values())
    gains = [favor.reward for favor in e.favors.values()]
    for advisor in e.advisors.values():
        gains += [advisor.now, *(trade.gain for trade in advisor.power)]
    gains += [trade.gain for event in e.events.values() for trade in event.trades]
    yield from (gain.bp for gain in gains if gain.bp)


def _told_apart(entry: str, trades: tuple[Trade, ...]) -> Iterator[Claim]:
    """What is paid says which trade it is for, and that says what is taken: nothing else is typed."""
    prices = [trade.in_gold for trade in trades]
    for trade in trades:
        alone = prices.count(trade.in_gold) == 1 and not trade.other
        yield Claim(entry, alone, "a payment that is for one thing only", written(trade.in_gold))


def _of_places(e: Edition) -> Iterator[Claim]:
    yield equal("countryside", sorted(country.resource for country in e.countryside.values()), sorted(RESOURCES))
    for favor in e.favors.values():
        place, _, good = favor.id.partition(":")
        yield equal(f"favors.{favor.id}", place, favor.place)
        alone = good not in GOODS or favor.reward.of(good) == favor.reward.total()
        yield Claim(f"favors.{favor.id}.reward", alone, good, written(favor.reward))
    for rank in e.ranks.values():
        falling = sorted({*rank.cp}, reverse=True) == [*rank.cp]
        yield Claim(f"ranks.{rank.id}.cp", falling, "falling numbers", rank.cp)


def _of_solo(e: Edition) -> Iterator[Claim]:
    solo, last = e.solo, e.board.rounds
    yield most("solo.rounds", max(solo.rounds, default=0), last)
    climbing = tuple(solo.ranks.values()) == RANKS[: len(solo.ranks)] and [*solo.ranks] == sorted(solo.ranks)
    yield Claim("solo.ranks", climbing, "ranks from the lowest, round by round", solo.ranks)
    for number in solo.ranks:
        yield among("solo.ranks", number, solo.rounds)
    yield most("solo.removed", len(solo.removed), EVENTS - last - 1)
    starts = (solo.lowest, solo.default, solo.highest)
    yield Claim("solo.default", starts == tuple(sorted(starts)), "from lowest to highest", starts)
