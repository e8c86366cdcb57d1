"""The board of Medieval Realms, and what its moves mean."""

import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from core.games.medieval import GAME, moves
from core.games.medieval.board.contests import taker
from core.games.medieval.facts import Deployed, Discarded
from core.games.medieval.moves import Activate, Bid, Bonus, Choose, Fold, Pass, Play, TakeMonarch
from core.games.medieval.names import CardId, Goods, Leaders, PieceId, ResourceId
from core.games.medieval.rules.placement import PlaceLeaders
from core.games.medieval.rulings import Rulings
from core.games.medieval.table import Table
from core.games.medieval.view import SeatView, SlotView, View
from core.kernel.drawing.parts import Cards
from core.kernel.drawing.style import PLAIN, Style
from core.kernel.drawing.terminal import text
from core.kernel.language.words import SINGULAR
from core.kernel.rules import engine
from core.kernel.rules.chance import stream
from core.kernel.rules.engine import State
from core.kernel.rules.result import Result
from core.kernel.rules.secret import Secret
from core.kernel.setup.rulings import as_struct
from tests.support.matches import SEATS, Recipe, any_terms, positions
from tests.support.pictures import Asked, board_text, looks_as_it_did


def slots(*cards: str) -> tuple[SlotView, ...]:
    """The current events; an empty text is an empty slot."""
    return tuple(SlotView(at, (at + 3) // 4, CardId(card) if card else None) for at, card in enumerate(cards, 1))


def cards(*ids: str) -> tuple[CardId, ...]:
    return tuple(map(CardId, ids))


def pieces(text: str) -> tuple[PieceId, ...]:
    return tuple(map(PieceId, text.split()))


def seat(number: int, **more: object) -> SeatView:
    """A seat with its starting stock, and what is said of it."""
    stock = SeatView(
        seat=number,
        monarch=str(number + 1),
        vp=0,
        palace=Goods(2, 3, 3, 3, 5, 3, 3),
        leaders=Leaders(4, 1, 1),
        committed=0,
        deployed=(),
        realm=(),
        pair=(),
        has_placed=False,
        placement=None,
        passed=False,
        picks=0,
    )
    return replace(stock, **more)


ANA = seat(
    0,
    vp=13,
    palace=Goods(production=4, science=1, religion=12, gold=5, raw_material=7),
    leaders=Leaders(5, 2, 1),
    deployed=cards("TWN-03", "ISL-02"),
    realm=cards("CAS-01", "LDR-05", "ISL-05", "CAS-04", "TWN-01", "DEV-02"),
    has_placed=True,
    placement=pieces("production science science gold gold G3 G3 A7"),
)
BEA = seat(
    1,
    vp=9,
    leaders=Leaders(4, 1, 2),
    deployed=cards("SCI-01"),
    realm=cards("ART-03", "GAL-02"),
    has_placed=True,
    placement=pieces("culture culture religion raw_material G7 A7 A8"),
    passed=True,
)
CLEO = seat(2, has_placed=True, placement=pieces("production culture religion gold G3 A1"), picks=1)

VIEW = View(
    viewer=0,
    round=3,
    rounds=7,
    edition=GAME.edition().digest,
    rulings=as_struct(Rulings, {}),
    order=(2, 0, 1),
    current=slots(
        "CTH-01", "", "MKT-03", "LDR-01", "DEV-05", "ISL-06", "WAR-04", "", "TIT-02", "CAS-03", "TER-07", "MIS-02"
    ),
    upcoming=cards("GUN-01", "LDR-09", "TWN-06"),
    upcoming_count=3,
    reserve=61,
    discard=cards("WAR-01", "TER-01"),
    afoot=None,
    supply=Leaders(12, 9, 7),
    terrains=dict(enumerate((Goods(gold=1, combat=2),) * 8, 1)),
    seats=(ANA, BEA, CLEO),
    end=None,
)
NAMES = ("Ana", "Béa", "Cleo")


def drawn(view: View, lang: str = "en", names: tuple[str, ...] = NAMES, style: Style = PLAIN) -> str:
    return board_text(GAME, view, GAME.words(lang), names, style)


# --- the board ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", SINGULAR)
def test_the_board_looks_as_it_did(lang: str) -> None:
    assert looks_as_it_did(f"medieval.{lang}", drawn(VIEW, lang))


def boards(players: int) -> Iterator[tuple[View, str]]:
    """Boards out of random matches, for every viewer, in every language."""
    for number, (_, decision) in enumerate(positions(GAME, players, range(2), 5 * players + 1)):
        for viewer in (None, number % players):
            for lang in SINGULAR:
                yield GAME.view(decision.after.table, viewer), lang


@pytest.mark.slow
@pytest.mark.parametrize("players", GAME.players)
def test_the_board_names_what_can_be_typed(players: int) -> None:
    for view, lang in boards(players):
        described = GAME.board(view, GAME.words(lang), SEATS[:players])
        board, narrow = (text(described, PLAIN, wide) for wide in (100, 80))
        shown = [slot.card for slot in view.current] + [*view.upcoming, *(c for s in view.seats for c in s.deployed)]
        assert view.end is not None or all(card in board and card in narrow for card in shown if card)
        assert all(re.search(rf"[┌├┬┼] {slot.slot} ", board) for slot in view.current) != (view.end is not None)
        assert all(name in board for name in SEATS[:players])


def test_numbers_stand_where_they_belong() -> None:
    board = drawn(VIEW)
    assert re.search(r"┬ 3 · 1 prod ─+ MKT-03 ┬ 4 ─+ LDR-01 ┐", board)
    assert re.search(r"\n Ana +13 +4 +1 +· +12 +5 +7 +· +5 +2 +1\n", board)
    assert re.search(r"turn order +Cleo › Ana › Béa \(passed\)\n", board)
    assert re.search(r"── Béa · Queen of the Lily ─+ passed ──", board)
    assert re.search(r"── Cleo · King of the Oak ─+ 1 milestone to choose for ──", board)
    assert "GG Ana, G Cleo" in board
    assert "orange 2: Castle of Carcassonne, Castle of Loarre" in board
    assert "2× round: +1 combat" in board


def test_an_island_says_how_many_admirals_it_takes() -> None:
    """MED-6.19: one more than the islands that lie there, for whoever looks and for whom it lies before."""
    assert "play: with 2 admirals" in drawn(VIEW)
    assert re.search(r"ISL-02  Island of Cyprus +turquoise +with 2 admirals", drawn(VIEW))
    assert re.search(r"play: with 1 admiral +│", drawn(replace(VIEW, viewer=1)))
    assert re.search(r"│ play: with 1 admiral +│.*\n.*│ per island", drawn(replace(VIEW, viewer=None)))


def test_wide_columns_cut_no_effect() -> None:
    """A long name and a cost in many words, side by side."""
    wide = replace(
        VIEW, upcoming=cards("MKT-03", "ISL-02", "WAR-01"), rulings=as_struct(Rulings, {"island_cost": "spend"})
    )
    board = re.sub(r"\s+", " ", drawn(wide))
    assert "MKT-03 Market of Medina del Campo red realm 6 prod end: +1 VP per seal colour" in board
    assert "with 2 admirals, 1 of them spent +2 VP; end: +3 VP if 2 markets" in board


@pytest.mark.parametrize(
    ("rulings", "seen"),
    [
        (as_struct(Rulings, {"island_cost": "spend"}), "with 2 admirals, 1 of them spent"),
        (as_struct(Rulings, {"island_cost": "commit"}), "with 1 admiral that stays on it"),
        (as_struct(Rulings, {"town_trigger": "indicated_seal"}), "violet card played: +1 VP +1 culture"),
        (as_struct(Rulings, {"castle_income": "combat_value"}), "2× end: +1 VP per castle"),
        (as_struct(Rulings, {"person_scope": "same_family"}), "end: +1 VP per artist"),
    ],
)
def test_cards_are_told_under_the_rulings_of_the_match(rulings: Rulings, seen: str) -> None:
    assert seen not in drawn(VIEW)
    assert seen in re.sub(r"\s+", " ", drawn(replace(VIEW, rulings=rulings)))


def test_two_mayors_are_left_out_with_two_players_only() -> None:
    """MED-R9 no: for developments and for cities."""
    three = replace(VIEW, rulings=as_struct(Rulings, {"decoys_count_as_mayors": "no"}))
    two = re.sub(r"\s+", " ", drawn(replace(three, seats=(ANA, BEA), order=(0, 1))))
    assert "round: +1 science per mayor but 2" in two
    assert "end: +1 VP per mayor but 2" in two
    assert "per mayor but" not in drawn(three)


def test_decoys_are_spoken_of_with_two_players_only() -> None:
    two = replace(VIEW, seats=(ANA, BEA), rulings=as_struct(Rulings, {"castle_leaders": "with_decoys"}), order=(0, 1))
    assert "D = decoy" in drawn(two)
    assert "+2 VP per general, +1 per admiral, +2 per decoy" in re.sub(r"\s+", " ", drawn(two))
    assert "decoy" not in drawn(VIEW)


def test_a_card_on_its_way_is_shown() -> None:
    board = drawn(replace(VIEW, afoot=CardId("TER-07"), current=slots(*["CTH-01"] * 12)))
    assert re.search(r" at stake +TER-07  Territory of Galicia  grey  auction  bid: combat  \+5 religion\n", board)


def test_face_down_cards_are_counted() -> None:
    hidden = drawn(replace(VIEW, upcoming=(), upcoming_count=6))
    assert re.search(r"── upcoming ─+ 6 cards face down ──", hidden)


def test_the_end_shows_who_won_and_not_what_is_on_offer() -> None:
    board = drawn(replace(VIEW, end=Result((61, 77, 61), (3, 1, 2), (1,))))
    assert re.search(r"1\.  Béa +77 VP  wins\n +2\.  Cleo +61 VP\n +3\.  Ana +61 VP\n", board)
    assert "current events" not in board
    assert "CTH-01" not in board


def test_before_the_first_round() -> None:
    pair = (ResourceId("gold"), ResourceId("combat"))
    start = replace(VIEW, round=0, order=(), seats=(seat(0, monarch=None), seat(1, pair=pair), seat(2)))
    board = drawn(start)
    assert "Medieval Realms · setting up" in board
    assert "Ana (you) · no monarch yet" in board
    assert re.search(r"── Béa · Queen of the Lily ─+ chose gold, combat ──", board)
    assert "turn order" not in board


def placing(players: int, seed: int) -> Iterator[tuple[State[Table], int, int]]:
    """Moments when a seat has placed and another has not."""
    for _, decision in positions(GAME, players, [seed], 1):
        state: State[Table] = decision.after
        behind = [at for at, player in enumerate(state.table.seats) if player.placement is not None]
        if behind and isinstance(engine.waiting(state), PlaceLeaders):
            yield state, behind[0], engine.asked(state).seats[0]


@pytest.mark.slow
@pytest.mark.parametrize("lang", SINGULAR)
@pytest.mark.parametrize("players", GAME.players)
def test_nobody_sees_behind_a_wall(players: int, lang: str) -> None:
    """Another placement of one seat changes the board of nobody else: not a letter of it."""
    differed = 0
    for state, hidden, other in placing(players, 11):
        table = state.table
        changed = PlaceLeaders().sample(table, hidden, stream("other", differed))
        player = replace(table.seats[hidden], placement=Secret((0, 0), (hidden,), "", changed))
        worlds = [table, table.with_side(hidden, player)]
        for viewer in (other, None):
            one, two = (drawn(GAME.view(world, viewer), lang, SEATS[:players]) for world in worlds)
            assert one == two
        own, changed_own = (drawn(GAME.view(world, hidden), lang, SEATS[:players]) for world in worlds)
        differed += own != changed_own
        assert GAME.words(lang).board["has_placed"] in own
    assert differed > 3


def test_a_slot_says_to_whom_a_majority_card_goes() -> None:
    """MED-14.4, MED-14.6: most of its resource; who looks on reads everybody to whom it may go, in a tie."""

    def goes(view: View) -> list[str]:
        panels = GAME.board(view, GAME.words("en"), NAMES).panels
        parts = [part for panel in panels if panel.key == "current" for part in panel.parts]
        (war,) = [card for part in parts if isinstance(part, Cards) for card in part.cards if card.typed == "WAR-04"]
        return [piece.name for piece in war.pieces]

    tied = (replace(ANA, palace=Goods(combat=3)), BEA, replace(CLEO, palace=Goods(combat=2)))
    assert goes(VIEW) == ["Cleo"], "nearest to the first player in turn order"
    assert goes(replace(VIEW, seats=tied)) == ["Ana"], "Ana would activate it"
    waiting = tuple(replace(it, passed=False) for it in tied)
    assert goes(replace(VIEW, seats=waiting, viewer=None)) == ["Ana", "Béa"], "whoever of the tied does"
    passed = (*waiting[:1], replace(waiting[1], passed=True), waiting[2])
    assert goes(replace(VIEW, seats=passed, viewer=None)) == ["Ana"], "Béa cannot activate any more"
    assert goes(replace(VIEW, round=0)) == []


@pytest.mark.slow
@pytest.mark.parametrize("players", GAME.players)
def test_the_board_foretells_who_takes_a_majority_card(players: int) -> None:
    """MED-14, under any rulings: what then happens."""
    told = 0
    for seed in range(4):
        terms = any_terms(GAME, players, stream("takers", players, seed))
        for decision in Recipe("medieval", players, seed, **terms).decisions():
            move, before = decision.move, decision.before.table
            card = before.current[move.slot - 1] if isinstance(move, Activate) else None
            if card is None or before.card(card).mode != "majority":
                continue
            view, price = GAME.view(before, decision.seat), before.edition.board.price(move.slot)
            expected = taker(view, before.card(card), price, decision.seat)
            facts = [it for it in decision.happened.facts if isinstance(it, Deployed | Discarded) and it.card == card]
            for fact in facts[:1]:
                told += 1
                assert (fact.seat if isinstance(fact, Deployed) else None) == expected
    assert told > 5


def every_way() -> Iterator[View]:
    """Views that show all there is to show, under every reading of every ruling."""
    families = "CAS-01 MKT-01 LDR-01 TWN-01 TER-01 ISL-01 ISL-05 ISL-08 ART-01 DEV-01 GAL-07 TIT-01"
    shown = replace(VIEW, current=slots(*families.split()), afoot=CardId("LDR-05"))
    two = replace(shown, seats=(replace(ANA, committed=1), BEA), order=(0, 1))
    yield from (VIEW, replace(shown, viewer=None), replace(VIEW, upcoming=(), seats=(ANA, BEA, seat(2))))
    yield replace(VIEW, round=0, seats=(seat(0, monarch=None, pair=(ResourceId("gold"),)), BEA, CLEO))
    yield replace(VIEW, end=Result((1, 2, 3), (3, 2, 1), (2,)))
    full = tuple(replace(it, deployed=cards("CAS-02", "MKT-01", "GAL-02", "DEV-02")) for it in VIEW.seats)
    yield replace(shown, seats=full)  # nobody can take a card
    yield replace(VIEW, seats=(ANA, BEA, replace(CLEO, placement=pieces("A8"))))  # two are as strong there
    bare = tuple(replace(it, deployed=(), realm=()) for it in VIEW.seats)
    for viewer in range(3):
        yield replace(shown, seats=bare, viewer=viewer)
    for ruling in GAME.rulings:
        for reading in ruling.readings:
            rulings = as_struct(Rulings, {ruling.option: reading})
            yield from (replace(shown, rulings=rulings), replace(two, rulings=rulings))


def every_move() -> Iterator[object]:
    """One move of each kind, and of each of its cases."""
    gold = ResourceId("gold")
    yield from (TakeMonarch("1"), moves.TakePair((gold, gold)), moves.Place(()), Bonus(gold), Choose(gold), Pass())
    yield from (Bid(1), Fold(), moves.Accept(), moves.Decline(), moves.Take(1), Activate(99))
    yield from (Activate(1), Activate(2), Activate(3, 0), Activate(3, 1))
    yield from (Play(CardId("CAS-01")), Play(CardId("ISL-01")), Play(CardId("TIT-01"), gold))


def test_no_label_is_left_over() -> None:
    words = GAME.words("en")
    labels, effects, meanings = Asked(words.board), Asked(words.effects), Asked(words.moves)
    asking = replace(words, board=labels, effects=effects, moves=meanings)
    for view in every_way():
        board_text(GAME, view, asking, NAMES[: len(view.seats)])
        if view.afoot:
            tell = GAME.teller(view, asking)
            for move in every_move():
                tell(move)
    assert (labels.seen, effects.seen, meanings.seen) == (set(labels), set(effects), set(meanings))


# --- what a move means ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "english"),
    [
        (Activate(5), "buy Double-Entry Ledger (scientific development, blue) for 2 production; to play: 5 science; "),
        (
            Activate(7),
            "pay 2 production: War of the Roses (war, black) goes to the King of the Oak (3 combat); to play: ",
        ),
        (
            Activate(12),
            "pay 3 production: Cyril (missionary, white) goes to you (12 religion); to play: 5 religion; +2 VP; ",
        ),
        (Activate(4, 2), "open the auction for Chancellor (mayor) at 2 gold: +1 mayor"),
        (Activate(4, 0), "put Chancellor (mayor) up for auction without a bid: +1 mayor"),
        (Activate(6), "buy Island of Malta (island, turquoise) for 2 production; to play: with 2 admirals; +2 VP; "),
        (Activate(2), "no such card is there now"),
        (Activate(99), "no such card is there now"),
        (moves.Take(1), "take Cathedral of Chartres (cathedral, white) free of charge; to play: 5 religion; +5 VP"),
        (Play(CardId("TWN-03")), "play City of Florence for 5 raw material: green card played: +1 VP +1 culture; "),
        (Play(CardId("ISL-02")), "play Island of Cyprus with 2 admirals: +2 VP; end: +3 VP if 2 markets"),
        (Play(CardId("TIT-02"), ResourceId("gold")), "play Tithe II for 5 religion, and take 4 gold"),
        (Bid(4), "bid 4 gold for Marshal (general): +1 general"),
        (Fold(), "leave the auction for Marshal (general)"),
        (Bonus(ResourceId("culture")), "take 1 culture for the milestone"),
        (Pass(), "do nothing more in this round"),
        (TakeMonarch("2"), "rule as Queen of the Lily"),
    ],
)
def test_a_move_says_what_it_does_here(move: object, english: str) -> None:
    view = replace(VIEW, afoot=CardId("LDR-05"))
    said = GAME.teller(view, GAME.words("en"))(move)
    assert said == english if not english.endswith(" ") else said.startswith(english)


@pytest.mark.parametrize(
    ("rulings", "slot", "told"),
    [
        (as_struct(Rulings, {"development_income": "per_mayor_on_slot"}), 5, "round: +1 gold per mayor on its slot"),
        (as_struct(Rulings, {"tithe_types": "five_no_combat"}), 9, "+4 of one resource, not religion or combat"),
        (as_struct(Rulings, {"market_counts_itself": "no"}), 3, "end: +1 VP per seal colour of other cards"),
    ],
)
def test_a_move_is_told_under_the_rulings_of_the_match(rulings: Rulings, slot: int, told: str) -> None:
    words = GAME.words("en")
    assert not GAME.teller(VIEW, words)(Activate(slot)).endswith(told)
    assert GAME.teller(replace(VIEW, rulings=rulings), words)(Activate(slot)).endswith(told)


def test_a_move_without_its_card_says_so() -> None:
    for move in (Bid(4), Fold(), moves.Accept(), moves.Decline()):
        assert GAME.teller(VIEW, GAME.words("fr"))(move) == "cette carte ne se trouve pas là"
    assert GAME.teller(replace(VIEW, viewer=None), GAME.words("en"))(Choose(ResourceId("gold"))).startswith("no such")


def test_a_choice_is_for_the_card_played_last() -> None:
    tithe = replace(ANA, realm=(*ANA.realm, CardId("TIT-01")))
    view = replace(VIEW, seats=(tithe, BEA, CLEO))
    assert GAME.teller(view, GAME.words("en"))(Choose(ResourceId("raw_material"))) == "take 4 raw material for Tithe I"
    assert (
        GAME.teller(view, GAME.words("fr"))(Choose(ResourceId("raw_material")))
        == "prendre 4 matières premières avec Dîme I"
    )


def test_a_name_cannot_move_the_cursor() -> None:
    board = drawn(VIEW, names=("\x1b[31mAna", "Béa\r", "Cleo\u202e"))
    assert not set("\x1b\r\u202e") & set(board)
