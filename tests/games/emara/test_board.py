"""The board of the Crown of Emara, and what its moves mean."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import asdict, replace

from core.games.emara import GAME, moves
from core.games.emara.facts import CouncilorMoved, Gained, Paid, RoundBegan
from core.games.emara.moves import Card, CardStep, Donate, Gather, Gift, Keep, Play, RaiseRank, Redeem, Walk
from core.games.emara.names import (
    ActionId,
    AdvisorId,
    EventId,
    FavorId,
    Goods,
    HutId,
    MarkerId,
    PlaceId,
    ResourceId,
    StandId,
)
from core.games.emara.options import Options
from core.games.emara.rulings import Rulings
from core.games.emara.scenario.openings import given
from core.games.emara.table import Looking, Player, Table, Victoria
from core.games.emara.view import View
from core.kernel.drawing.style import PLAIN, bare, width
from core.kernel.drawing.terminal import text
from core.kernel.game import Setup as MatchSetup
from core.kernel.language.words import SINGULAR
from core.kernel.rules import engine
from core.kernel.rules.chance import Drawn, derived, stream
from core.kernel.rules.engine import State
from core.kernel.rules.result import Result
from core.kernel.rules.secret import Secret
from core.kernel.setup.options import agreed, as_options
from core.kernel.setup.rulings import as_struct, settle
from tests.support.matches import SEATS, Decision, any_move, any_rulings
from tests.support.pictures import COLOURED, HARD_NAMES, Asked, board_text, looks_as_it_did

NAMES = ("Ana", "Béa", "Cleo")
ENGLISH = GAME.words("en")


def advisors(*names: str) -> tuple[AdvisorId, ...]:
    return tuple(map(AdvisorId, names))


def actions(*names: str) -> tuple[ActionId, ...]:
    return tuple(map(ActionId, names))


def drawn(seat: int, *names: str) -> Secret[Drawn]:
    """A hand, or tokens, that only this seat sees."""
    return Secret((0, seat), (seat,), "", names)


ANA = Player(
    goods=Goods(wood=2, cloth=1, grain=1, book=2, ring=1, gold=1, cp=12, bp=48),
    councilors=(PlaceId("forest"), PlaceId("castle")),
    advisors=advisors("mayoress", "baker", "toolmaker", "goldsmith", "sir_carl"),
    used=advisors("baker"),
    favors=(FavorId("castle:book"), FavorId("market:ring")),
    rank=1,
    highest=5,
    hand=drawn(0, "errand", "gain_ring", "step"),
    slots=(None, ActionId("step"), None),
    playing=2,
    moved=(0,),
    discard=actions("gain_wood", "exchange", "commission"),
    done=("hire",),
)
BEA = Player(
    goods=Goods(stone=3, bread=2, cp=7, bp=39),
    councilors=(PlaceId("forest"), PlaceId("market")),
    rank=2,
    highest=7,
    hand=drawn(1, "gain_wood", "gain_stone", "errand"),
    slots=(None, None, ActionId("errand")),
    discard=actions("step", "exchange", "commission"),
)
CLEO = Player(
    councilors=(PlaceId("quarry"), PlaceId("cathedral")),
    hand=drawn(2, "gain_cloth", "gain_grain", "step"),
    slots=(None, None, None),
)
STANDS = ("bailiff", "abbess", "scholar", "sir_antoni", "merchant", None, "chamberlain", "steward")


def empty(players: int, **options: str) -> Table:
    """A match before its setup."""
    table: Table = GAME.new(set_up(players, {}, options))[0]
    return table


def set_up(players: int, rulings: Mapping[str, str], options: Mapping[str, str]) -> MatchSetup:
    chosen = settle(GAME.rulings, rulings)
    return MatchSetup(SEATS[:players], chosen, GAME.edition().digest, agreed(GAME.options, options))


def table(*seats: Player, **more: Any) -> Table:
    """A match in its second round."""
    shown = replace(
        empty(len(seats)),
        seats=seats,
        stands=tuple(None if name is None else AdvisorId(name) for name in STANDS),
        top=AdvisorId("lady_frida"),
        event=EventId("generous_summer"),
        past=(EventId("fine_cloth"), EventId("early_winter")),
        huts={HutId("forest:1"): 0, HutId("quarry:3"): 0, HutId("forest:3"): 1},
        used_favors=(FavorId("cathedral:ring"),),
        round=2,
        turn=1,
    )
    return given(replace(shown, **more))


TABLE = table(ANA, BEA, CLEO)
VIEW = GAME.view(TABLE, 0)
LOOKING = Looking(0, shown=drawn(0, "cathedral:bp", "market:bp", "construction_site:gold"))


def picture(view: View, lang: str = "en", names: tuple[str, ...] = NAMES) -> str:
    return board_text(GAME, view, GAME.words(lang), names[: len(view.seats)])


def said(move: Struct, view: View = VIEW, lang: str = "en") -> str:
    return GAME.teller(view, GAME.words(lang))(move)


def alone(**more: Any) -> View:
    """A campaign against Victoria."""
    start = empty(1, solo="campaign")
    victoria = Victoria(cp=31, cards=(4, 6))
    seen: View = GAME.view(given(replace(start, seats=(ANA,), others=(victoria,), round=4, turn=2, **more)), 0)
    return seen


def mixed() -> View:
    """All tiles in two rings, and all cards in hand."""
    rings = tuple(tuple(map(PlaceId, ring.split())) for ring in ("market quarry castle forest", MIXED))
    start = empty(2, boards="mixed", informed_choice="yes")
    seats = tuple(replace(player, hand=None, councilors=()) for player in (ANA, BEA))
    seen: View = GAME.view(given(replace(start, seats=seats, rings=rings, round=1, turn=1)), 0)
    return seen


MIXED = "weaving_mill construction_site grainfield cathedral"
PICTURES = {
    "emara": GAME.view(replace(TABLE, looking=LOOKING), 0),
    "emara.alone": alone(),
    "emara.mixed": mixed(),
    "emara.over": replace(VIEW, end=Result((48, 52, 41), (2, 1, 3), (1,))),
}


# --- the board ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", SINGULAR)
@pytest.mark.parametrize("name", PICTURES)
def test_the_board_looks_as_it_did(name: str, lang: str) -> None:
    assert looks_as_it_did(f"{name}.{lang}", picture(PICTURES[name], lang))


def test_numbers_stand_where_they_belong() -> None:
    board = picture(VIEW)
    assert re.search(r"\n Ana +12 +48 +2 +· +1 +1 +· +2 +1 +1 +2 +2 +9 +Baron\n", board)
    assert re.search(r"\n Béa +7 +39 +· +3 +· +· +2 +· +· +· +· +3 +3 +Count\n", board)
    assert re.search(r"\n castle:1 +Bailiff +wood, stone, grain +5 CP +each turn: 1 signet ring → 5 BP\n", board)
    assert re.search(r"\n market:2 +empty\n", board)
    assert re.search(r"\n next +Lady Frida +wood, 2 cloth, 2 grain +12 CP +CP only\n", board)
    assert re.search(r"\n Baron +1 signet ring +3 CP +then 2 +Ana, Béa\n", board)
    assert re.search(r"\n Count +1 signet ring \+ 1 gold +6 CP +then 5, 4 +Béa\n", board)
    assert re.search(r"\n event +A generous summer · \+2 BP with each gain of BP\n", board)
    assert ":1 (Ana)" in board
    assert ":3 (Béa)" in board
    assert "▲ Ana, ▲ Béa" in board


def test_a_marker_that_is_gone_is_starred() -> None:
    uses = {**TABLE.uses, MarkerId("gift:wood"): 3, MarkerId("donation:grain"): 2, MarkerId("bread"): 3}
    board = picture(GAME.view(replace(TABLE, uses=uses), 0))
    assert "wood 4*, stone 1›2," in board
    assert "grain 3" in board
    assert "2 breads → 6* CP" in board
    assert "* no marker: the number stays" in board
    assert "*" not in picture(VIEW)


def test_a_ring_of_mixed_boards_is_named_after_the_councilors_that_walk_on_it() -> None:
    """EMA-17.7: the first councilor's is the one with the countryside tile of the first event, whenever it was laid."""
    view = PICTURES["emara.mixed"]
    assert picture(replace(view, rings=view.rings[::-1])) == picture(view)


def test_hands_are_shown_as_far_as_they_are_known() -> None:
    """EMA-6.1: the own one whole; of others what they can be, which at the end of three rounds is certain."""
    board = picture(VIEW)
    assert re.search(r"\n hand +gain_ring +Take a signet ring +\+1 signet ring\n +errand +Errand ", board)
    assert re.search(r"\n draw pile +Take stone, Take cloth, Take grain\n", board)
    assert re.search(
        r"\n hand +▒ 2 cards out of Take wood, Take stone, Take cloth, Take grain, Take a signet ring\n", board
    )
    assert re.search(r"\n hand +▒ 3 cards out of all 9\n", board)
    last = replace(BEA, discard=actions("step", "exchange", "commission", "gain_cloth", "gain_grain", "gain_ring"))
    assert re.search(r"\n hand +Take wood, Take stone\n", picture(GAME.view(table(ANA, last, CLEO), 0)))
    spent = replace(BEA, slots=actions("gain_wood", "gain_stone", "errand"))
    board = picture(GAME.view(table(ANA, spent, CLEO), 0))
    assert "0 cards" not in board
    assert re.search(r"\n draw pile +Take cloth, Take grain, Take a signet ring\n", board)


@pytest.mark.parametrize("lang", SINGULAR)
def test_nobody_sees_another_hand_or_what_another_looks_at(lang: str) -> None:
    """Other cards in one hand, other tokens looked at: the board of nobody else changes, not by a letter."""
    looking = replace(TABLE, looking=LOOKING)
    other = replace(TABLE.seats[0], hand=drawn(0, "gain_stone", "gain_cloth", "step"))
    others = Looking(0, shown=drawn(0, "castle:cp", "market:bp", "construction_site:cp"))
    for changed in (looking.with_side(0, other), replace(looking, looking=others)):
        for viewer in (1, 2, None):
            one, two = (picture(GAME.view(world, viewer), lang) for world in (looking, changed))
            assert one == two
        assert picture(GAME.view(changed, 0), lang) != picture(GAME.view(looking, 0), lang)


def test_the_end_shows_who_won_and_not_what_is_on_offer() -> None:
    board = picture(PICTURES["emara.over"])
    assert re.search(r"1\.  Béa +52 points  wins\n +2\.  Ana +48 points\n +3\.  Cleo +41 points\n", board)
    assert "castle:1" not in board
    assert "hand" not in board


def test_alone_one_sees_what_victoria_will_score() -> None:
    """EMA-16.8, 16.9: at the end of rounds 2 to 6, in the last without a rank."""
    line = r"\n Victoria +at the end of the round 4 CP for a stone, 6 CP for a bread"
    assert re.search(line + r" · Prince: 10 CP\n", picture(alone()))
    assert re.search(line + r"\n", picture(replace(alone(), round=6)))
    assert "at the end of the round" not in picture(replace(alone(), round=1))
    scored = replace(alone(), victoria=Victoria(cp=51, cards=(4, 6, 10)))
    assert "at the end of the round" not in picture(scored)


def test_an_event_may_add_to_the_rank_of_victoria() -> None:
    """EMA-R26."""
    court = replace(alone(), event=EventId("respected_at_court"))
    assert " · Prince: 10 CP\n" in picture(court)
    helped = replace(court, rulings=as_struct(Rulings, {"victoria_events": "rank_bonus_only"}))
    assert re.search(r"Prince: 10 CP\s+\(Respected at court, loved by the people:\s+\+2 CP\)\n", picture(helped))


def test_the_first_event_is_told_as_far_as_it_counts() -> None:
    """EMA-3.4a, EMA-R29: in the setup, where cards may be chosen by it (EMA-R40)."""
    setting_up = replace(VIEW, round=0, turn=0)
    assert "A generous summer · sets the start only\n" in picture(setting_up)
    played = replace(setting_up, rulings=as_struct(Rulings, {"setup_event_effect": "yes_as_round_1"}))
    assert "A generous summer · +2 BP with each gain of BP\n" in picture(played)


def test_a_round_that_begins_is_no_setup() -> None:
    """EMA-R39 after_event with EMA-R40: cards are chosen before the first turn of each round."""
    assert "── The Crown of Emara · round 2 of 6, turn 1 ──" in picture(VIEW)
    assert "── The Crown of Emara · round 2 of 6 begins ──" in picture(replace(VIEW, turn=0))
    assert "── The Crown of Emara · setting up ──" in picture(replace(VIEW, round=0, turn=0))


def test_cards_that_were_not_chosen_are_no_draw_pile() -> None:
    """EMA-R40, EMA-17.2."""
    left = r"Take stone, Take cloth, Take grain\n"
    assert re.search(r"\n draw pile +" + left, picture(VIEW))
    chosen = replace(VIEW, options=as_options(Options, {"informed_choice": "yes"}))
    assert re.search(r"\n for later +" + left, picture(chosen))


def test_victoria_counts_in_a_campaign_only() -> None:
    """EMA-16.12, EMA-16.15."""
    lost = replace(alone(), end=Result((29,), (1,), ()))
    assert re.search(r"2\.  Ana +29 points\n +Victoria +31 points  wins\n", picture(lost))
    won = replace(lost, end=Result((32,), (1,), (0,)))
    assert re.search(r"1\.  Ana +32 points  wins\n +Victoria +31 points\n", picture(won))
    for_score = replace(won, options=as_options(Options, {"solo": "highscore"}))
    assert re.search(r"1\.  Ana +32 points\n──", picture(for_score))


RULED = [
    (as_struct(Rulings, {"once_per_turn_scope": "per_round"}), "each round: 1 signet ring → 5 BP"),
    (
        as_struct(Rulings, {"chamberlain_use": "once_per_turn"}),
        "each turn: 1 signet ring → 1 gold or 1 gold → 1 signet ring",
    ),
    (
        as_struct(Rulings, {"toolmaker_before_self": "construction_site_only"}),
        "+2 BP with each gain of BP at the Construction Site",
    ),
    (as_struct(Rulings, {"hut_limit": "four_huts_cap_three"}), ":4 cloth, grain"),
    (as_struct(Rulings, {"bread_marker_unit": "per_bread"}), "3 breads → 15 CP"),
    (as_struct(Rulings, {"bp_bonus_unit": "per_visit"}), "+2 BP with each gain of BP, once in a visit"),
]


@pytest.mark.parametrize(("rulings", "seen"), RULED)
def test_the_board_is_told_under_the_rulings_of_the_match(rulings: Rulings, seen: str) -> None:
    told = GAME.view(replace(TABLE, setup=replace(TABLE.setup, rulings=rulings)), 0)
    assert seen not in re.sub(r"\s+", " ", picture(VIEW))
    assert seen in re.sub(r"\s+", " ", picture(told))


# --- random matches ------------------------------------------------------------------------------------------------


@cache
def played(players: int, seed: int) -> tuple[Decision, ...]:
    """A match by dice, under rulings and options by dice."""
    return (*decisions(players, seed),)


def decisions(players: int, seed: int) -> Iterator[Decision]:
    dice = stream("board", players, seed)
    names = [option for option in GAME.options if option.name != "solo" or players == 1]
    options = {option.name: dice.pick(option.values) for option in names}
    if players == 1:
        options["building_start"] = "20"
    happened = engine.begin(GAME, set_up(players, any_rulings(GAME, dice), options), derived(f"seed {seed}"))
    number = 0
    while happened.state.agenda:
        before: State[Table] = happened.state
        seat, move = any_move(before, dice)
        happened = engine.decide(GAME, before, seat, move, derived(f"seed {seed}"))
        number += 1
        yield Decision(number, seat, move, before, happened)


def test_places_goods_and_seats_have_their_colours() -> None:
    board = board_text(GAME, VIEW, ENGLISH, NAMES, COLOURED)
    forest, castle = "38;5;231;48;5;28mForest", "38;5;231;48;5;160mCastle"
    for coloured in (forest, castle, "38;5;28m2 wood", "38;5;33m▲ Ana", "38;5;166m▲ Béa"):
        assert coloured in board, coloured


MATCHES = [(players, seed) for players in GAME.players for seed in range(3)]


@pytest.mark.slow
@pytest.mark.parametrize(("players", "seed"), MATCHES)
def test_the_board_fits_and_names_what_can_be_typed(players: int, seed: int) -> None:
    for decision in played(players, seed):
        if (decision.number + seed) % 13:
            continue
        for viewer, lang in ((decision.seat, "fr"), (None, "en")):
            view = GAME.view(decision.after.table, viewer)
            drawn = GAME.board(view, GAME.words(lang), HARD_NAMES[:players])
            board = text(drawn, PLAIN, 100)
            assert max(map(width, board.split("\n"))) <= 100
            assert not re.search(r" $|[{}]|None|\d_", board, re.MULTILINE)
            assert bare(text(drawn, COLOURED, 100)) == board
            if view.end is None:
                narrow = text(drawn, PLAIN, 80)
                typed = list(map(GAME.words(lang).typed, typed_words(view)))
                assert [word for word in typed if word not in board or word not in narrow] == []


def typed_words(view: View) -> Iterator[str]:
    """The words of moves: places, stands, huts, cards in the own hand, favors, advisors with a power."""
    yield from (place for ring in view.rings for place in ring)
    yield from view.stands
    powers = {card.id for card in TABLE.edition.advisors.values() if card.power}
    for seat in view.seats:
        yield from seat.favors
        yield from powers & {*seat.advisors}
        yield from (seat.hand or ()) if seat.seat == view.viewer else ()


COUNTED = {name: good for good in asdict(Goods()) for name in ENGLISH.names["good"][good].split("|")}
AMOUNT = re.compile(rf"(-?\d+) ({'|'.join(sorted(COUNTED, key=len, reverse=True))})\b")
TRADES = {
    *(moves.Gift, moves.BuildBook, moves.Sell, moves.Teach, moves.BuildStone, moves.Feed, moves.BuildWood),
    *(moves.RaiseRank, moves.Hire, moves.CardHire, moves.Use, moves.PayEvent, moves.Redeem, moves.Gather),
    *(moves.Card, moves.CardExchange, moves.Donate),
}


def test_moves_say_what_they_cost_and_bring_and_where_they_lead() -> None:
    """What a meaning counts is what the facts then say, under any rulings: no more, no less."""
    told: Counter[type[Struct]] = Counter()
    for decision in (decision for match in MATCHES for decision in played(*match)):
        view, move = GAME.view(decision.before.table, decision.seat), decision.move
        meaning = said(move, view)
        facts = decision.happened.facts
        assert not isinstance(move, Play) or view.seats[decision.seat].playing == 0
        if isinstance(move, Walk | CardStep):
            (moved,) = (fact for fact in facts if isinstance(fact, CouncilorMoved))
            assert meaning.partition(" (")[0].endswith(f": {ENGLISH.name('place', moved.place)}")
        asked = view.rulings.optional_gains == "ask_every_time"
        later = view.rulings.donation_rewards_order == "look_before_paying" and isinstance(move, Donate)
        if type(move) not in TRADES or asked or later:
            continue
        changed: Counter[str] = Counter()
        for fact in facts:
            if isinstance(fact, Gained | Paid) and fact.seat == decision.seat:
                changed.update({good: count for good, count in asdict(fact.goods).items() if count})
            if isinstance(fact, RoundBegan):
                break
        counts: Counter[str] = Counter()
        for number, name in AMOUNT.findall(meaning):
            counts[COUNTED[name]] += int(number)
        assert {good: n for good, n in counts.items() if n} == {good: n for good, n in changed.items() if n}, (
            move,
            meaning,
        )
        told[type(move)] += 1
    assert {*told} == TRADES


# --- what a move means ---------------------------------------------------------------------------------------------

SUMMER = "(Toolmaker: +2 BP; A generous summer: +2 BP)"
LATER = replace(VIEW, event=EventId("gift_from_the_people"))
MEANINGS = [
    (
        Play(ActionId("gain_ring"), 1),
        "Take a signet ring: +1 signet ring; movement of 1 step: Grainfield or Cathedral",
    ),
    (
        Play(ActionId("errand"), 3),
        "Errand: the action of any town place; movement of 3 steps: Weaving Mill or Construction Site",
    ),
    (
        Play(ActionId("step"), 2),
        "Step: one councilor goes 1 step, then the action of the place; movement of 2 steps: Quarry or Market",
    ),
    (
        Play(ActionId("commission"), 2),
        "Commission: hire or recruit for 1 resource less; movement of 2 steps: Quarry or Market",
    ),
    (Play(ActionId("errand"), 4), "that is not there now"),
    (Card(), "that is not there now"),
    (CardStep("town"), "go 1 step: Cathedral (1 wood or 1 stone or 1 cloth or 1 grain → 1 book)"),
    (
        moves.CardErrand(PlaceId("market")),
        "do the action of a place from afar: Market (sell a resource → 1 gold; 2 books → 6 CP; token: 1 signet ring)",
    ),
    (Walk("country"), "go 2 steps: Quarry (1 stone; 1 craftsman of yours)"),
    (
        Gift(ResourceId("wood"), Goods(wood=1)),
        "give 1 wood to the king for 1 signet ring (Mayoress: +2 CP); the marker then shows 2",
    ),
    (moves.BuildBook(), f"give 1 book for 5 BP {SUMMER}"),
    (moves.Sell(Goods(cloth=1)), "sell 1 cloth for 1 gold"),
    (moves.Teach(2), "give 2 books for 6 CP"),
    (moves.Teach(6), "that is not there now"),
    (moves.BuildStone(Goods(gold=1)), f"deliver 1 gold for 4 CP + 5 BP {SUMMER}; the marker then shows 3"),
    (moves.Feed(3), "hand out 3 breads for 18 CP; the marker then shows 5"),
    (moves.BuildWood(3, Goods(wood=2, gold=1)), f"deliver 2 wood + 1 gold for 10 BP {SUMMER}"),
    (RaiseRank(), "become Count for 1 signet ring + 1 gold: 6 CP"),
    (
        moves.Hire(HutId("forest:2"), Goods(stone=1, grain=1)),
        "pay 1 stone + 1 grain for a craftsman in hut 2 of the Forest: 3 CP",
    ),
    (
        moves.Recruit(StandId("castle:1"), Goods(wood=1)),
        "pay 1 wood for Bailiff: +5 CP; each turn: 1 signet ring → 5 BP",
    ),
    (
        moves.Recruit(StandId("cathedral:2"), Goods(wood=2, stone=2)),
        f"pay 2 wood + 2 stone for Sir Antoni: +15 BP {SUMMER}",
    ),
    (moves.Recruit(StandId("market:2")), "that is not there now"),
    (moves.Use(AdvisorId("baker"), Goods(bread=1), Goods(cloth=1, grain=1)), "give 1 cloth + 1 grain for 1 bread"),
    (Redeem(FavorId("castle:book")), "discard the token for 1 book"),
    (Keep(FavorId("market:bp")), "keep the token: 5 BP, at Market"),
    (Donate(ResourceId("grain"), Goods(grain=1)), "give 1 grain for 1 book and a favor; the marker then shows 2"),
    (Gather(("bread", "res"), Goods(gold=1)), "take 2 wood, and bake: 1 gold → 1 bread"),
    (moves.Split(3, 4), "3 for citizens, 4 for buildings: 15 CP + 52 BP"),
    (moves.TakeResource(ResourceId("cloth")), "start with 1 cloth"),
    (moves.ChooseHand(actions("errand", "step", "gain_ring")), "Errand, Step, Take a signet ring"),
    (moves.End(), "end the turn"),
]


@pytest.mark.parametrize(("move", "english"), MEANINGS)
def test_a_move_says_what_it_does_here(move: Struct, english: str) -> None:
    assert said(move) == english


def test_the_card_of_the_turn_says_what_it_gives() -> None:
    lies = replace(VIEW.seats[0], slots=(None, ActionId("gain_wood"), None))
    assert said(Card(), replace(VIEW, seats=(lies, *VIEW.seats[1:]))) == "take 1 wood"


def ruled(**rulings: str) -> View:
    """The same position under other readings."""
    setup = replace(TABLE.setup, rulings=as_struct(Rulings, rulings))
    seen: View = GAME.view(replace(TABLE, setup=setup), 0)
    return seen


def test_what_is_added_to_building_points_goes_by_the_rulings() -> None:
    """EMA-R17: once in a visit; EMA-R18: the Toolmaker at the construction site only."""
    book, wood, ring = moves.BuildBook(), moves.BuildWood(1, Goods(wood=1)), Goods(ring=1)
    power = moves.Use(AdvisorId("bailiff"), Goods(bp=5), ring)
    visit = ruled(bp_bonus_unit="per_visit")
    later = replace(visit, seats=(replace(visit.seats[0], raised=True), *visit.seats[1:]))
    assert said(book, visit) == f"give 1 book for 5 BP {SUMMER}"
    assert said(book, later) == "give 1 book for 5 BP"
    assert said(power, later) == f"give 1 signet ring for 5 BP {SUMMER}"
    site = ruled(toolmaker_before_self="construction_site_only")
    assert said(wood, site) == f"deliver 1 wood for 5 BP {SUMMER}"
    assert said(book, site) == "give 1 book for 5 BP (A generous summer: +2 BP)"


def test_each_bread_may_turn_the_marker() -> None:
    """EMA-R37."""
    assert said(moves.Feed(3), ruled(bread_marker_unit="per_bread")) == (
        "hand out 3 breads for 15 CP; the marker then shows 3"
    )


def test_who_has_nothing_reads_that_there_is_nothing_to_do() -> None:
    poor = replace(VIEW, seats=(replace(VIEW.seats[0], goods=Goods(), favors=()), *VIEW.seats[1:]))
    assert said(CardStep("town"), poor) == "go 1 step: Cathedral (nothing to do with what you have)"
    rich = replace(poor, seats=(replace(poor.seats[0], goods=Goods(gold=2)), *poor.seats[1:]))
    assert said(moves.CardErrand(PlaceId("construction_site")), rich).endswith("(1 stone → 4 CP + 5 BP; 1 wood → 5 BP)")


def test_the_board_says_to_what_a_marker_turns() -> None:
    """EMA-9.2: what counts now, and the next time."""
    board = picture(VIEW)
    for told in ("wood 1›2", "→ 5 BP + 4›3 ", "1 bread → 6›5 CP", "2›3 2 now, 3 after the next time"):
        assert told in board, told


def test_a_donation_promises_no_favor_when_none_is_left() -> None:
    """EMA-R13."""
    gift = Donate(ResourceId("cloth"), Goods(cloth=1))
    assert said(gift, replace(VIEW, favors=0)) == ("give 1 cloth for 1 book and a favor; the marker then shows 2")
    assert said(gift, replace(VIEW, favors=0, used_favors=())) == (
        "give 1 cloth for 1 book: there is no favor left; the marker then shows 2"
    )


def test_the_tracks_end_where_the_ruling_says() -> None:
    """EMA-R27."""
    assert said(moves.Split(95, 2)) == "95 for citizens, 2 for buildings: 107 CP + 50 BP"
    assert said(moves.Split(95, 2), ruled(track_overflow="cap_at_104")).endswith(": 104 CP + 50 BP")


def test_what_pays_for_an_event_says_for_what() -> None:
    """EMA-14.6: gold stands in for grain, as two kinds of payment bring the same."""
    famine = replace(VIEW, event=EventId("great_famine"))
    for paid, points in ((Goods(grain=1), 3), (Goods(grain=1, gold=1), 5), (Goods(gold=2), 5), (Goods(ring=1), 5)):
        assert said(moves.PayEvent(paid), famine).endswith(f" for {points} CP")
    alms = replace(VIEW, event=EventId("alms_for_the_poor"))
    assert said(moves.PayEvent(Goods(gold=1)), alms) == "give 1 gold for 4 CP"
    assert said(moves.PayEvent(Goods(wood=1)), alms) == "that is not there now"


def test_an_event_adds_to_what_it_is_about() -> None:
    gift = Gift(ResourceId("wood"), Goods(wood=1))
    assert said(gift, LATER).endswith("(Mayoress: +2 CP; A gift from the people: +3 CP); the marker then shows 2")
    winter = replace(VIEW, event=EventId("early_winter"))
    assert said(moves.BuildBook(), winter).endswith("(Toolmaker: +2 BP; An early winter: -1 BP)")
    traders = replace(VIEW, event=EventId("foreign_traders"))
    assert said(moves.Sell(Goods(wood=1, cloth=1)), traders) == "sell 1 wood + 1 cloth for 2 gold"


def test_french_is_french() -> None:
    assert said(Gift(ResourceId("wood"), Goods(wood=1)), LATER, "fr") == (
        "offrir 1 bois au roi contre 1 chevalière (Mairesse\u202f: +2 PC\u202f; Un Cadeau du Peuple\u202f: +3 PC)"
        "\u202f; le marqueur montre ensuite 2"
    )
    assert said(moves.Teach(2), lang="fr") == "donner 2 livres contre 6 PC"
    assert said(Walk("town"), lang="fr") == (
        "avancer de 2 pas\u202f: "
        "Marché (vendre une ressource → 1 or\u202f; 2 livres → 6 PC\u202f; jeton\u202f: 1 chevalière)"
    )


def test_nothing_is_said_of_what_the_public_could_do() -> None:
    public = GAME.view(TABLE, None)
    assert said(RaiseRank(), public) == "that is not there now"


# --- nothing left over ---------------------------------------------------------------------------------------------


def every_way() -> Iterator[View]:
    """Views that show all there is to show, under every reading of every ruling."""
    yield from (*PICTURES.values(), VIEW, LATER, GAME.view(replace(TABLE, round=0, turn=0), None))
    yield replace(VIEW, seats=(replace(VIEW.seats[0], goods=Goods()), *VIEW.seats[1:]))
    yield from (replace(alone(), end=Result((29,), (1,), ())),)
    yield replace(VIEW, options=as_options(Options, {"informed_choice": "yes"}), favors=0, used_favors=(), turn=0)
    yield replace(VIEW, ranks=(replace(VIEW.ranks[0], cp=()), *VIEW.ranks[1:]), boxed=(MarkerId("bread"),))
    every = tuple(TABLE.edition.advisors)
    yield replace(VIEW, seats=(replace(VIEW.seats[0], advisors=every), *VIEW.seats[1:]))
    yield from (replace(VIEW, event=event) for event in TABLE.edition.events)
    for ruling in GAME.rulings:
        for reading in ruling.readings:
            rulings = as_struct(Rulings, {ruling.option: reading})
            yield GAME.view(replace(TABLE, setup=replace(TABLE.setup, rulings=rulings)), 0)


def test_no_label_is_left_over() -> None:
    words = ENGLISH
    labels, effects, meanings = Asked(words.board), Asked(words.effects), Asked(words.moves)
    asking = replace(words, board=labels, effects=effects, moves=meanings)
    others = (
        moves.CardExchange(Goods(wood=1)),
        moves.CardHire(HutId("forest:2")),
        moves.CardRecruit(StandId("castle:1")),
    )
    plain = (moves.Leave(), moves.Withdraw(), moves.Accept(), moves.Decline(), moves.PassEvent(), Gather())
    for view in every_way():
        board_text(GAME, view, asking, NAMES[: len(view.seats)])
        for move in (*(move for move, _ in MEANINGS), *others, *plain):
            GAME.teller(view, asking)(move)
    lies = replace(VIEW.seats[0], slots=(None, ActionId("gain_wood"), None))
    GAME.teller(replace(VIEW, seats=(lies, *VIEW.seats[1:])), asking)(Card())
    GAME.teller(replace(VIEW, event=EventId("great_famine")), asking)(moves.PayEvent(Goods(ring=1)))
    assert (labels.seen, effects.seen, meanings.seen) == (set(labels), set(effects), set(meanings))


def test_before_the_first_draw_nobody_has_a_hand() -> None:
    undrawn = replace(TABLE, seats=tuple(replace(player, hand=None) for player in TABLE.seats))
    hand = "\n hand "
    assert hand in picture(VIEW)
    assert hand not in picture(GAME.view(undrawn, 0))
