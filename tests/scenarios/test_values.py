"""What a scenario writes as values: secrets, dictionaries, rows with an entry for each word."""

from collections.abc import Mapping
from typing import Any

import pytest

from core.games import heirs, medieval, nobility
from core.games.emara import GAME
from core.games.emara.facts import Gained
from core.games.emara.names import Goods
from core.games.emara.table import Player, Table
from core.games.nobility.table import Table as Chancery
from core.kernel.errors import Usage
from core.kernel.game import Setup
from core.kernel.rules.engine import AnyGame
from core.kernel.setup.options import agreed
from core.kernel.setup.rulings import settle
from replays.scenario.decoding import bare
from replays.scenario.hints import hints_of
from replays.scenario.values import Values

SEATS = ("P", "Q")
SETUP = Setup(SEATS, settle(GAME.rulings, {}), GAME.edition().digest, agreed(GAME.options, {}))
FRESH, _ = GAME.new(SETUP)
VALUES = Values(GAME, GAME.vocabulary(FRESH), SEATS)
HAND = ["gain_wood", "step", "errand"]


def values_of(game: AnyGame, **readings: str) -> tuple[Values, Any]:
    """Of another game, with its new table."""
    setup = Setup(SEATS, settle(game.rulings, readings), game.edition().digest, agreed(game.options, {}))
    fresh, _ = game.new(setup)
    return Values(game, game.vocabulary(fresh), SEATS), fresh


def table(written: Mapping[str, Any], now: Table = FRESH) -> Table:
    found: Table = VALUES.read(Table, written, now, "given.table")
    return found


def differences(
    kind: Any, written: Mapping[str, Any], found: Any, values: Values = VALUES
) -> list[tuple[str, str, str]]:
    return [(one.entry, one.expected, one.found) for one in values.differences(kind, written, found, "then")]


def test_a_secret_is_written_as_what_lies_in_it_and_belongs_to_its_seat() -> None:
    player: Player = VALUES.of(1).read(Player, {"hand": HAND}, FRESH.seats[1], "given.Q")
    assert player.hand is not None
    assert (player.hand.value, player.hand.by) == (tuple(HAND), (1,))


def test_a_secret_within_a_struct_that_names_a_seat_belongs_to_that_seat() -> None:
    looking = table({"looking": {"seat": "Q", "shown": ["castle:book"]}}).looking
    assert looking is not None
    assert looking.shown is not None
    assert (bare(looking.shown), looking.shown.by) == (("castle:book",), (1,))


def test_a_secret_is_compared_by_what_lies_in_it() -> None:
    own = VALUES.of(0)
    player: Player = own.read(Player, {"hand": HAND}, FRESH.seats[0], "given.P")
    assert differences(Player, {"hand": HAND}, player, own) == []
    assert differences(Player, {"hand": ["step"]}, player, own) == [
        ("then.hand", '["step"]', '["gain_wood", "step", "errand"]')
    ]
    assert differences(Player, {"hand": ""}, FRESH.seats[0], own) == []
    assert differences(Player, {"hand": ["step"]}, FRESH.seats[0], own) == [("then.hand", '["step"]', '""')]


def test_of_a_kind_there_is_less_than_none_only_where_it_goes_back() -> None:
    hint = hints_of(Gained)["goods"]
    assert VALUES.read(hint, "2 stone + -1 bp", None, "then.facts 1 goods") == Goods(stone=2, bp=-1)
    assert VALUES.write(hint, Goods(stone=2, bp=-1)) == "2 stone + -1 bp"
    values, fresh = values_of(medieval.GAME)
    for goods in ("-1 gold", {"gold": -1}):
        with pytest.raises(Usage, match="not_a_number"):
            values.read(type(fresh.seats[0]), {"palace": goods}, fresh.seats[0], "given.P")


def test_a_secret_of_the_table_is_written_behind_the_name_of_its_seat() -> None:
    values, fresh = values_of(nobility.GAME)
    found = values.read(Chancery, {"looked": ["Q: C16, C07", "P:C01"]}, fresh, "given.table")
    assert [(box.by, box.value) for box in found.looked] == [((1,), ("C16", "C07")), ((0,), ("C01",))]
    hint = hints_of(Chancery)["looked"]
    assert values.write(hint, found.looked, fresh.looked) == ["Q: C16,C07", "P: C01"]
    assert values.read(hint, "Q: C16, C07; P: C01", None, "given.table.looked") == found.looked
    assert differences(Chancery, {"looked": ["Q: C16, C07", "P: C01"]}, found, values) == []
    assert differences(Chancery, {"looked": ["P: C16, C07"]}, found, values) == [
        ("then.looked", '["P: C16,C07"]', '["Q: C16,C07", "P: C01"]')
    ]
    assert differences(Chancery, {"looked": {"2": "P: C01"}}, found, values) == []
    assert differences(Chancery, {"looked": {"2": "Q: C01"}}, found, values) == [
        ("then.looked.2", '"Q: C01"', '"P: C01"')
    ]
    both = values.read(hint, ["P, Q: C16"], None, "given.table.looked")
    assert [box.by for box in both] == [(0, 1)]
    assert values.write(hint, both) == ["P, Q: C16"]


@pytest.mark.parametrize(
    ("written", "why", "word"),
    [
        (["C16"], "scenario_whose_secret", "C16"),
        ([["C16", "C07"]], "scenario_whose_secret", "C16,C07"),
        (["R: C16"], "scenario_unknown_seat", "R"),
        (["P: C99"], "unknown_word", "C99"),
        (["P, R: C16"], "scenario_unknown_seat", "R"),
        ([{"Q": "C16"}], "scenario_whose_secret", "…"),
    ],
)
def test_a_secret_of_the_table_that_is_nobodys_is_refused(written: Any, why: str, word: str) -> None:
    values, fresh = values_of(nobility.GAME)
    with pytest.raises(Usage) as caught:
        values.read(Chancery, {"looked": written}, fresh, "given.table")
    assert (caught.value.why, caught.value.terms["word"]) == (why, word)
    assert str(caught.value.terms["entry"]).startswith("given.table.looked 1")


def test_a_secret_in_a_struct_of_the_table_that_names_a_seat_is_written_without_it() -> None:
    looking = {"looking": {"seat": "Q", "shown": ["castle:book"]}}
    found = table(looking)
    assert VALUES.write(hints_of(Table)["looking"], found.looking)["shown"] == ["castle:book"]
    assert differences(Table, looking, found) == []
    assert differences(Table, {"looking": {"shown": ["castle:gold"]}}, found) == [
        ("then.looking.shown", '["castle:gold"]', '["castle:book"]')
    ]


def test_a_number_is_below_0_where_something_can_be_owed() -> None:
    values, fresh = values_of(heirs.GAME)
    player = fresh.seats[0]
    found = values.of(0).read(type(player), {"discounts": -1}, player, "given.P")
    assert found.discounts == -1
    assert values.write(type(player), found, player) == {"discounts": -1}
    assert differences(type(player), {"discounts": -1}, found, values) == []
    assert differences(type(player), {"discounts": -2}, found, values) == [("then.discounts", "-2", "-1")]
    for field, written in (
        ("points", -1),
        ("discounts", "--1"),
        ("discounts", "-"),
        ("discounts", "-1_000"),
        ("discounts", -(10**9)),
    ):
        with pytest.raises(Usage) as caught:
            values.of(0).read(type(player), {field: written}, player, "given.P")
        assert (caught.value.why, caught.value.terms["entry"]) == ("not_a_number", f"given.P.{field}")


def test_what_lies_in_a_secret_comes_from_the_vocabulary() -> None:
    with pytest.raises(Usage) as caught:
        VALUES.of(0).read(Player, {"hand": ["gain_iron"]}, FRESH.seats[0], "given.P")
    assert (caught.value.why, caught.value.terms["entry"]) == ("unknown_word", "given.P.hand 1")


def test_a_dictionary_names_its_keys_and_leaves_the_others() -> None:
    first = table({"huts": {"forest:1": "P", "quarry:2": "Q"}})
    assert first.huts == {"forest:1": 0, "quarry:2": 1}
    assert table({"huts": {"forest:1": "Q"}}, first).huts == {"forest:1": 1, "quarry:2": 1}
    assert table({"huts": {"forest:1": ""}}, first).huts == {"quarry:2": 1}


def test_the_entries_of_a_dictionary_are_compared_and_an_empty_text_is_none() -> None:
    found = table({"huts": {"forest:1": "P"}})
    assert differences(Table, {"huts": {"forest:1": "P", "forest:2": ""}}, found) == []
    assert differences(Table, {"huts": {"forest:1": "Q", "forest:2": "P"}}, found) == [
        ('then.huts."forest:1"', '"Q"', '"P"'),
        ('then.huts."forest:2"', '"P"', '""'),
    ]
    assert differences(Table, {"huts": {"forest:1": ""}}, found) == [('then.huts."forest:1"', '""', '"P"')]


def test_a_key_that_is_no_word_of_the_match_is_refused() -> None:
    with pytest.raises(Usage) as caught:
        table({"huts": {"castle:1": "P"}})
    assert caught.value.why == "unknown_word"


def test_a_row_with_an_entry_for_each_word_goes_by_these_words() -> None:
    found = table({"stands": {"market:1": "baker"}, "ranks": {"count": 2}})
    assert found.stands == (None, None, None, None, "baker", None, None, None)
    assert found.ranks == (0, 2, 0, 0, 0)
    assert differences(Table, {"stands": {"market:1": "baker", "castle:2": ""}}, found) == []
    assert differences(Table, {"stands": {"market:2": "baker"}}, found) == [('then.stands."market:2"', '"baker"', '""')]
    with pytest.raises(Usage) as caught:
        table({"stands": {"forest:1": "baker"}})
    assert (caught.value.why, caught.value.terms["entry"]) == ("unknown_word", "given.table.stands")
