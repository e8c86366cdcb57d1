"""Large moves: declared once as a tree of parts, and from it checked, sampled, completed, grouped and promised."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import permutations, product
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace

from core.kernel.bots.bots import bot
from core.kernel.bots.invariants import check
from core.kernel.errors import HeraldError, Refused, Usage
from core.kernel.language.completion import next_words
from core.kernel.language.error_text import sentence
from core.kernel.language.lexicon import Lexicon, plain
from core.kernel.language.notation import read_move
from core.kernel.language.respelled import Respelled
from core.kernel.language.spelling import format_move
from core.kernel.rules import engine, ways
from core.kernel.rules.any_order import AnyOrder
from core.kernel.rules.chance import derived, stream
from core.kernel.rules.engine import State
from core.kernel.rules.step import Auto, Choice, Next, Offer, SeatChoice
from core.kernel.rules.ways import LargeChoice, Part, Ways
from replays.verify import verify
from tests.contract.checks import never
from tests.support.islands import (
    BRIDGES,
    FARE,
    FLIGHTS,
    ISLANDS,
    TILES,
    WARES,
    Accept,
    Apply,
    Bought,
    BridgeId,
    Coins,
    FlightId,
    Grant,
    Granted,
    IsleId,
    Planned,
    Planning,
    Purchase,
    Rest,
    Round,
    Spot,
    Table,
    TileId,
    Turn,
    WareId,
    Work,
    Works,
)
from tests.support.matches import set_up
from tests.support.recording import Recorder
from tests.support.shelf import toy_on_the_shelf

NORTH, EAST = IsleId("north"), IsleId("east")


def table(coins: int = 6, sold: Sequence[str] = ()) -> Table:
    """The first seat stands in the north; the other one has bought something."""
    empty: Table = ISLANDS.new(set_up(ISLANDS, 2))[0]
    first, other = empty.seats
    return replace(empty, seats=(replace(first, coins=coins), replace(other, wares=tuple(map(WareId, sold)))))


def asking(step: Any, coins: int = 6, sold: Sequence[str] = (), below: tuple[Any, ...] = (Round(1),)) -> State[Any]:
    return State(table(coins, sold), (*below, step))


def work(text: str) -> Work:
    """Written out in full."""
    tile, *words, ware = text.split()
    at = next(number for number, word in enumerate(words) if word[0].isdecimal())
    flights = [FlightId(f"fly:{isle}") for isle in (*words[:at], *words[at + 1 :])]
    before = flights[0] if at else None
    way = tuple(map(BridgeId, words[at].split(",")))
    return Work(
        tile=TileId(tile), before=before, way=way, after=None if at or not flights else flights[0], ware=WareId(ware)
    )


def only(state: State[Any], seat: int = 0) -> Ways:
    (found,) = engine.ways(state, seat)
    return found


# --- what is legal, written down once more by the rules of the toy, and listed without looking for a way -------------


@cache
def walks(start: str, bridges: int) -> list[tuple[tuple[BridgeId, ...], str]]:
    """So many different bridges in any order that hang together, and where they lead."""
    found: list[tuple[tuple[BridgeId, ...], str]] = []
    for way in permutations(BRIDGES, bridges):
        isle = start
        for bridge in way:
            ends = {*BRIDGES[bridge]}
            isle = (ends - {isle}).pop() if isle in ends else ""
        if isle:
            found.append((way, isle))
    return found


def works(t: Table, seat: int = 0) -> Iterator[Work]:
    """Every tile, a flight or none before the walk or after it, every walk, every ware there that can be paid."""
    start, coins = t.seats[seat].isle, t.seats[seat].coins
    flights: tuple[FlightId | None, ...] = (None, *FLIGHTS)
    for tile, before, after in product(TILES, flights, flights):
        left = coins - (FARE if before or after else 0)
        from_isle = FLIGHTS[before] if before else start
        if (before and after) or left < 0 or (before and from_isle == start):
            continue
        for way, end in walks(from_isle, TILES[tile]):
            isle = FLIGHTS[after] if after else end
            for ware in t.left if not after or isle != end else ():
                if WARES[ware][0] == isle and WARES[ware][1] <= left:
                    yield Work(tile=tile, before=before, way=way, after=after, ware=ware)


@cache
def legal(coins: int, sold: tuple[str, ...] = ()) -> frozenset[Work]:
    return frozenset(works(table(coins, sold)))


POOR = 2
SMALL = (POOR, ("jug1", "hat1"))
"""A position with few legal moves: four bridges round to the north, or nothing."""


@pytest.mark.parametrize(("coins", "sold"), [(6, ()), (2, ()), (4, ("jug0", "jug1", "hat2")), (5, ("hat0", "jug0"))])
def test_the_ways_are_the_legal_moves(coins: int, sold: tuple[str, ...]) -> None:
    found = list(only(asking(Granted(0), coins, sold)).moves())
    assert len(found) == len({*found})
    assert {*found} == legal(coins, sold)


def test_a_move_is_admitted_if_and_only_if_it_is_a_legal_one() -> None:
    state, rightly = asking(Granted(0), 4), legal(4)
    richly = legal(RICH)
    assert rightly < richly
    for move in richly:
        admitted = is_admitted(state, move)
        assert admitted == (move in rightly), format_move(move)
        backwards = replace(move, way=move.way[::-1])
        assert is_admitted(state, backwards) == (backwards in rightly)
        assert not is_admitted(state, replace(move, way=move.way[1:]))


def is_admitted(state: State[Any], move: Work) -> bool:
    try:
        engine.admit(state, 0, move)
    except Refused:
        return False
    return True


# --- samples ---------------------------------------------------------------------------------------------------------


def test_every_legal_move_comes_and_no_other() -> None:
    state, dice = asking(Granted(0), *SMALL), stream("every")
    assert {move for _ in range(2_000) for move in engine.some_legal(state, 0, dice)} == legal(*SMALL)


def chance(ways: Ways, move: Work) -> float:
    """One over the number of parts that lead to an end, at each of the places of the move."""
    found, said = 1.0, ways.begun
    for field, value in ways_told(move):
        parts = ways.next(said)
        found /= len(parts)
        (part,) = [part for part in parts if (part.field, part.value) == (field, value)]
        said = ways_on(said, part)
    return found


def ways_told(move: Work) -> list[tuple[str, Any]]:
    return ways.told(move)


def ways_on(way: ways.Way, part: Part) -> ways.Way:
    return ways.Way((*way.said, part), part.then)


def test_a_sample_takes_each_part_that_leads_to_an_end_as_likely() -> None:
    state, dice, many = asking(Granted(0), *SMALL), stream("likely"), 6_000
    found = Counter(only(state).sample(dice) for _ in range(many))
    chances = {move: chance(only(state), move) for move in legal(*SMALL)}
    assert sum(chances.values()) == pytest.approx(1)
    for move, expected in chances.items():
        assert abs(found[move] / many - expected) < 4 * (expected / many) ** 0.5, format_move(move)


def test_where_nothing_is_possible_nothing_is_sampled() -> None:
    state = asking(Turn(0), 0)
    assert only(state).sample(stream("x")) is None
    assert engine.some_legal(state, 0, stream("x"), 3) == [Rest()], "what is listed is left"
    assert not engine.is_listed(state, 0)


class Looked:
    """Counts the places that are looked at."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.places = 0
        parts = Works.parts

        def counted(step: Works, t: Table, seat: int, at: Spot) -> Iterable[Part]:
            self.places += 1
            return parts(step, t, seat, at)

        monkeypatch.setattr(Works, "parts", counted)

    def during(self, call: Any) -> int:
        self.places = 0
        call()
        return self.places


RICH = 30
DEPTH = 1 + 1 + TILES[TileId("hike")] + 1  # a tile, a flight, the bridges, a ware


def test_sampling_and_checking_look_at_one_way_and_listing_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    state = asking(Granted(0), RICH)
    move = work("hike 1,5,9,10 north jug0")
    assert len(list(only(state).moves())) == len(legal(RICH)) > 1_500
    looked, dice = Looked(monkeypatch), stream("cost")
    assert looked.during(lambda: engine.admit(state, 0, move)) <= DEPTH
    assert max(looked.during(lambda: engine.some_legal(state, 0, dice)) for _ in range(200)) <= DEPTH
    assert looked.during(lambda: read_move(ISLANDS, state, 0, format_move(move))) <= DEPTH
    assert looked.during(lambda: list(only(state).moves())) > 20 * DEPTH
    assert looked.during(lambda: only(state).groups()) > 20 * DEPTH


def test_a_dead_end_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    state = asking(Granted(0), 0)
    places = {way.at for way in every_way(only(state))}
    assert Looked(monkeypatch).during(lambda: only(state).sample(stream("dead"))) == len(places)


def every_way(found: Ways) -> Iterator[ways.Way]:
    left = [found.begun]
    while left:
        way = left.pop()
        parts = [part for part in found.step.parts(found.table, 0, way.at) if part.blocked is None]
        yield way
        left += [ways_on(way, part) for part in parts if not isinstance(part.then, Purchase)]


def test_a_move_without_end_is_an_authors_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ways, "MOST", 10)
    with pytest.raises(OverflowError, match="Work"):
        list(only(asking(Granted(0))).moves())


def test_greedy_bots_choose_among_samples() -> None:
    state = asking(Turn(0), RICH)
    greedy = bot("greedy")
    moves = engine.some_legal(state, 0, stream("greedy"), greedy.samples)
    assert len(moves) == greedy.samples + 2
    best = greedy.thought(ISLANDS, ISLANDS.view(state.table, 0), 0, moves, stream("g"))
    assert isinstance(best, Work)
    assert WARES[best.ware][1] == min(WARES[move.ware][1] for move in moves if isinstance(move, Work))


# --- typed -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("work stroll 1 jug1", "stroll 1 jug1"),
        ("WORK STR FLY:E 5 hat2 # over the sea", "stroll east 5 hat2"),
        ("work stroll 1 fly:south jug2", "stroll 1 south jug2"),
        ("work hike 1,5,9,10 jug3", "hike 1,5,9,10 jug3"),
        ("travailler marche vol:est 5,9,10,3 jug0", "hike east 5,9,10,3 jug0"),
    ],
)
def test_a_way_is_typed_as_a_person_says_it(text: str, move: str) -> None:
    found = read_move(ISLANDS, asking(Turn(0), RICH), 0, text)
    assert found == work(move)
    assert read_move(ISLANDS, asking(Turn(0), RICH), 0, format_move(found)) == found


def test_what_must_be_said_and_is_left_out_is_filled_in_if_only_one_way_fits() -> None:
    state = asking(Granted(0), 4, ("hat1",))
    assert read_move(ISLANDS, state, 0, "work stroll 1") == work("stroll 1 jug1"), "and no flight is paid unasked"
    with pytest.raises(Usage) as several:
        read_move(ISLANDS, asking(Granted(0), 4), 0, "work stroll 1")
    assert several.value.why == "which"
    assert [read_move(ISLANDS, asking(Granted(0), 4), 0, text) for text in several.value.known]


def problem(state: State[Any], text: str) -> HeraldError:
    with pytest.raises(HeraldError) as found:
        read_move(ISLANDS, state, 0, text)
    return found.value


@pytest.mark.parametrize(
    ("text", "rule", "why", "after", "part"),
    [
        ("work hike 1,5,5,1 jug0", "ISL-2", "crossed", "work hike 1,5", "5"),
        ("work hike 1,2,9,10 jug0", "ISL-2", "not_at", "work hike 1", "2"),
        ("work stroll 1,5 jug2", "ISL-2", "far_enough", "work stroll 1", "5"),
        ("work hike 1,5 jug2", "ISL-2", "bridges_left", "work hike 1,5", "jug2"),
        ("work stroll 1 jug2", "ISL-4", "not_at", "work stroll 1", "jug2"),
        ("work stroll 1 hat1", "ISL-4", "sold", "work stroll 1", "hat1"),
        ("work stroll fly:east 5 fly:west jug3", "ISL-3", "no_flight", "work stroll fly:east 5", "fly:west"),
        ("work stroll 3 fly:west jug3", "ISL-3", "no_flight", "work stroll 3", "fly:west"),
        ("work stroll 4 fly:south jug2", "ISL-4", "too_few_coins", "work stroll 4 fly:south", "jug2"),
        ("work hike 2,3", "ISL-2", "not_at", "work hike 2", "3"),
        ("work stroll fly:middle 10", "ISL-5", "no_way_on", "work stroll fly:middle", "10"),
    ],
)
def test_a_refusal_says_where_the_way_breaks(text: str, rule: str, why: str, after: str, part: str) -> None:
    state = asking(Granted(0), 6, ("hat1", "jug3", "hat3"))
    refused = problem(state, text)
    assert isinstance(refused, Refused)
    assert (refused.rule, refused.why, refused.terms["after"], refused.terms["part"]) == (rule, why, after, part)
    assert refused.nearest
    for near in refused.nearest:
        assert read_move(ISLANDS, state, 0, near) in legal(6, ("hat1", "jug3", "hat3"))
    right = [move for move in map(format_move, legal(6, ("hat1", "jug3", "hat3"))) if move.startswith(after)]
    assert not right or {*refused.nearest} <= {*right}, "what would be right there"


def test_it_is_told_in_both_languages() -> None:
    refused = problem(asking(Granted(0)), "work hike 1,5,5,1 jug0")
    assert sentence(refused, "en", ISLANDS.words("en")) == "“5” after “work hike 1,5”: bridge 5 has been crossed"
    assert sentence(refused, "fr", ISLANDS.words("fr")) == "« 5 » après « work hike 1,5 » : le pont 5 a été franchi"
    french = Respelled(ISLANDS, Lexicon.of(ISLANDS, asking(Granted(0)).table, "fr"))
    said = sentence(refused, "fr", ISLANDS.words("fr"), spelled=french)
    assert plain(said) == "« 5 » apres « travailler marche 1,5 » : le pont 5 a ete franchi"
    refused = problem(asking(Granted(0)), "work stroll 3 fly:west jug3")
    said = sentence(refused, "fr", ISLANDS.words("fr"), spelled=french)
    assert plain(said) == "« vol:ouest » apres « travailler balade 3 » : pas de vol la maintenant"


def test_coins_that_are_missing_are_counted_behind_the_flight() -> None:
    refused = problem(asking(Granted(0), 6), "work stroll 4 fly:south jug2")
    assert isinstance(refused, Refused)
    assert (refused.need, refused.have) == (4, 3)


def test_a_large_move_at_another_time_is_refused_like_any_other() -> None:
    refused = problem(asking(Grant(0)), "work stroll 1 jug1")
    assert (refused.why, refused.terms.get("part")) == ("other_time", None)


# --- half-typed ------------------------------------------------------------------------------------------------------


def follow(state: State[Any], line: str, lang: str = "en") -> list[str]:
    *typed, begun = line.split(" ")
    return next_words(state, 0, typed, begun, Lexicon.of(ISLANDS, state.table, lang))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", ["work", "rest", "apply"]),
        ("w", ["work"]),
        ("work ", ["stroll", "hike"]),
        ("work stroll f", ["fly:east", "fly:south", "fly:west", "fly:middle"]),
        ("work stroll ", ["fly:east", "fly:south", "fly:west", "fly:middle", "1", "2", "3", "4"]),
        ("work stroll 1 ", ["fly:north", "jug1", "hat1"]),
        ("work stroll fly:e 5 ", []),
        ("work hike 1,5", ["1,5,2,", "1,5,8,", "1,5,9,"]),
        ("work hike 1,5,", ["1,5,2,", "1,5,8,", "1,5,9,"]),
        ("work hike 1,5,2,", ["1,5,2,3", "1,5,2,4"]),
        ("work hike 1,5 ", []),
        ("work hike 1,1", []),
        ("work hike 1,5,2,3 ", ["fly:north", "fly:east"]),
        ("work stroll 1 jug1 ", []),
        ("dance ", []),
    ],
)
def test_a_way_is_completed_part_by_part(line: str, words: list[str]) -> None:
    assert follow(asking(Turn(0), 6, ("jug2", "hat2", "jug3", "hat3", "jug4", "hat4")), line) == words


def test_a_list_grows_as_far_as_there_is_no_choice() -> None:
    sold = [ware for ware in WARES if not ware.endswith("1")]
    state = asking(Granted(0), 4, sold)
    assert follow(state, "work hike 1,5") == ["1,5,8,", "1,5,9,"]
    assert follow(state, "work hike 1,5,8") == ["1,5,8,6"]


def test_words_of_the_readers_language_are_offered_and_all_are_understood() -> None:
    state = asking(Turn(0))
    assert follow(state, "", "fr") == ["travailler", "repos", "apply"]
    assert follow(state, "travailler b", "fr") == ["balade"]
    assert follow(state, "work balade v", "fr") == ["vol:est", "vol:sud", "vol:ouest", "vol:milieu"]


def test_every_legal_move_can_be_typed_word_by_word() -> None:
    state = asking(Turn(0), 5, ("jug1",))
    for move in only(state).moves():
        words = format_move(move).split()
        for number, word in enumerate(words):
            assert word in follow(state, " ".join([*words[:number], word])), (words, number)


# --- grouped ---------------------------------------------------------------------------------------------------------


def test_groups_count_what_ends_alike() -> None:
    found = only(asking(Granted(0), 6)).groups()
    fares = Counter((move.ware, FARE if move.before or move.after else 0) for move in legal(6))
    assert {
        (group.ending.ware, group.ending.coins - WARES[group.ending.ware][1]): group.count for group in found
    } == fares
    for group in found:
        assert group.example in legal(6)
        assert group.ending == Purchase(*WARES[group.example.ware][:1], group.example.ware, group.ending.coins)


def test_groups_of_what_begins_so() -> None:
    ways = only(asking(Granted(0), 6))
    (way,) = ways.leading([("tile", ("stroll",)), ("way", ("1",))])
    assert {group.ending.isle: group.count for group in ways.groups(way)} == {EAST: 1, NORTH: 1}


# --- promises, asides, orders, secrets -------------------------------------------------------------------------------


def test_a_work_that_is_promised_must_stay_possible() -> None:
    assert engine.legal(asking(Turn(0), 2), 0) == [Rest(), Apply()]
    assert engine.legal(asking(Turn(0), 1), 0) == [Rest(), Apply()], "with the grant there is enough"
    assert engine.legal(asking(Turn(0), 0), 0) == [Rest()]
    assert engine.legal(asking(Grant(0), 1, below=(Round(1), Granted(0))), 0) == [Accept(1)]
    refused = problem(asking(Turn(0), 0), "apply")
    assert (refused.why, refused.terms["what"]) == ("promise", "work")


class Late(LargeChoice[Table, Work], SeatChoice[Table, Work], frozen=True):
    """A large move that leads to a promise: afterwards something must be bought once more."""

    rule: ClassVar[str] = "ISL-5"
    vouches = True
    large = (Work,)

    def begin(self, t: Table, seat: int, kind: type) -> Spot:
        return Granted(seat).begin(t, seat, kind)

    def parts(self, t: Table, seat: int, at: Spot) -> Iterable[Part]:
        return Granted(seat).parts(t, seat, at)

    def resolve(self, t: Table, seat: int, move: Work) -> Next:
        return [*Granted(seat).resolve(t, seat, move), Granted(seat)]


def test_a_large_move_that_breaks_a_promise_is_not_offered_in_any_way() -> None:
    state = asking(Late(0), 4)
    kept = {move for move in legal(4) if any(works(bought(state.table, move)))}
    assert kept != legal(4)
    found = only(state)
    assert {*found.moves()} == kept
    assert sum(group.count for group in found.groups()) == len(kept)
    assert {found.sample(stream("kept", number)) for number in range(60)} <= kept
    refused = problem(state, format_move(min(legal(4) - kept, key=format_move)))
    assert refused.why == "promise"
    assert refused.terms["part"], "the last part that was not wrong by itself"


def bought(t: Table, move: Work) -> Table:
    for fact in Granted(0).resolve(t, 0, move):
        t = fact.on(t)
    return t


class Errand(Auto[Table], frozen=True):
    """While it lies there, one may work besides."""

    rule: ClassVar[str] = "ISL-6"

    def anytime(self, t: Table) -> Sequence[Choice[Table, Any]]:
        return [Granted(0)]

    def then(self, t: Table) -> Next:
        return []


def test_a_large_move_can_be_made_besides() -> None:
    state = asking(Grant(0), 2, below=(Errand(),))
    sampled = engine.some_legal(state, 0, stream("aside"), 2)
    assert sampled[2:] == [Accept(0), Accept(1)]
    assert {*sampled[:2]} <= legal(2)
    move = read_move(ISLANDS, state, 0, format_move(sampled[0]))
    happened = engine.decide(ISLANDS, state, 0, move, derived("seed"))
    assert happened.state.agenda == state.agenda, "and the question is asked again"
    assert follow(state, "") == ["work", "accept"]
    assert problem(state, "work hike 1,1").terms["part"] == "1"


class Resting(SeatChoice[Table, Rest], frozen=True):
    rule: ClassVar[str] = "ISL-1"

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Rest]]:
        yield Offer(Rest())

    def resolve(self, t: Table, seat: int, move: Rest) -> Next:
        return [Coins(self.rule, seat, 2)]


class Day(AnyOrder[Table, Resting | Granted, Resting], frozen=True):
    rule: ClassVar[str] = "ISL-1"
    stop: ClassVar[Apply] = Apply()


def test_a_large_move_is_one_of_several_things_in_any_order() -> None:
    state = asking(Day(0, (Resting(0), Granted(0))), 2)
    assert engine.legal(state, 0) == [Rest()], "to stop is not offered as long as one must"
    assert isinstance(engine.some_legal(state, 0, stream("order"))[0], Work)
    assert problem(state, "apply").terms["what"] == "rest"
    move = read_move(ISLANDS, state, 0, "work hike 1,5,9,4 jug0")
    assert engine.decide(ISLANDS, state, 0, move, derived("seed")).state.agenda[-1] == Day(0, (Resting(0),))
    rested = engine.decide(ISLANDS, state, 0, Rest(), derived("seed")).state
    assert rested.agenda[-1] == Day(0, (Granted(0),))
    assert problem(rested, "apply").terms["what"] == "work", "it is possible, and it must be done"
    assert engine.legal(asking(Day(0, (Granted(0),)), 0), 0) == [Apply()], "it is not"


def test_a_large_move_can_be_a_secret() -> None:
    state = asking(Planning(), 6)
    (sampled,) = engine.some_legal(state, 1, stream("secret"))
    assert sampled in legal(6)
    assert read_move(ISLANDS, state, 1, format_move(sampled)) == sampled
    assert problem(state, "work hike 1,1").terms["part"] == "1"
    assert follow(state, "") == ["work"]
    happened = engine.decide(ISLANDS, state, 1, sampled, derived("seed"))
    (fact,) = happened.facts
    assert isinstance(fact, Planned)
    assert (fact.plan.by, fact.plan.value) == ((1,), sampled)


# --- whole matches ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_random_matches_keep_what_every_match_must(seed: int) -> None:
    start = engine.begin(ISLANDS, set_up(ISLANDS, 3), derived("seed"))
    state, dice, large = start.state, stream("match", seed), 0
    while state.agenda:
        seat = engine.asked(state).seats[0]
        move = dice.pick(engine.some_legal(state, seat, dice))
        assert read_move(ISLANDS, state, seat, format_move(move)) == move
        engine.admit(state, seat, move)
        happened = engine.decide(ISLANDS, state, seat, move, never)
        assert check(ISLANDS, state, happened, seat, move) == []
        large += isinstance(move, Work)
        state = happened.state
    assert large
    assert ISLANDS.result(state.table) is not None


@pytest.mark.parametrize("rulings", [{"plans": "none"}, {"plans": "closed"}])
def test_a_match_is_recorded_and_verified(rulings: dict[str, str]) -> None:
    with toy_on_the_shelf(ISLANDS):
        log = Recorder(ISLANDS, 2, match="isles", rulings=rulings).play(stream("isles")).log()
        assert any(isinstance(fact, Bought) for body in log.bodies for fact in body.facts)
        closed = [body for body in log.bodies if body.sealed_move is not None]
        worked = [body for body in log.bodies if isinstance(body.move, Work)]
        assert (not closed, not worked) == ((True, False) if rulings["plans"] == "none" else (False, True))
        report = verify(log.rows)
        begun = [verify(log.at(body.seq).seen_by(None).rows) for body in closed[:1]]
    assert report.fault is None
    assert report.decided == report.moves
    assert [(one.fault, one.hidden) for one in begun] == [(None, 1)] * len(begun), "the public cannot judge a plan"


def test_what_was_planned_is_open_to_all_when_all_have_planned() -> None:
    match = Recorder(ISLANDS, 2, match="isles", rulings={"plans": "closed"})
    for text in ("work stroll 1 jug1", "work stroll fly:west 6 jug1"):
        seat = engine.asked(match.state).seats[0]
        match.move(seat, read_move(ISLANDS, match.state, seat, text), text)
        if seat == 0:
            assert match.log().seen_by(1).state().table.seats[0].plan.known is False
    public = match.log().seen_by(None)
    assert [fact.ware for fact in public.bodies[-1].facts if isinstance(fact, Bought)] == ["jug1"]
    assert [p.wares for p in public.state().table.seats] == [("jug1",), ()], "only one can have it"
