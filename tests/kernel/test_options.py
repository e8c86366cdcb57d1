"""Options: what a table agrees on before a match."""

import pytest

from core.kernel.errors import Usage
from core.kernel.game import Option
from core.kernel.rules.chance import stream
from core.kernel.setup.options import agreed, as_options, some_options, values_of
from tests.support.matches import GAMES, TABLES, set_up
from tests.support.toy import LANTERNS, PURSE, TOY, Options


def test_a_struct_says_names_values_and_numbers() -> None:
    assert TOY.options == (
        Option("purse", ("empty",), "empty", number=True),
        Option("crowd", ("any", "three"), "any"),
        Option("bag", ("full",), "full", count=3, joined=LANTERNS),
    )


def test_what_is_not_chosen_is_as_by_default_in_any_case() -> None:
    assert agreed(TOY.options, {}) == {"purse": "empty", "crowd": "any", "bag": "full"}
    assert agreed(TOY.options, {"Purse": "03", "CROWD": "Three"}) == {"purse": "3", "crowd": "three", "bag": "full"}


@pytest.mark.parametrize(
    ("chosen", "why", "known"),
    [
        ({"hat": "red"}, "unknown_option", ("purse", "crowd", "bag")),
        ({"crowd": "2"}, "unknown_value", ("any", "three")),
        ({"purse": "-1"}, "unknown_value", ("empty", "N")),
        ({"purse": "1000"}, "unknown_value", ("empty", "N")),
        ({"purse": "²"}, "unknown_value", ("empty", "N")),
    ],
)
def test_what_does_not_exist_is_refused_with_what_does(
    chosen: dict[str, str], why: str, known: tuple[str, ...]
) -> None:
    with pytest.raises(Usage) as refused:
        agreed(TOY.options, chosen)
    assert (refused.value.why, tuple(refused.value.known)) == (why, known)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_any_values_are_such_as_the_game_takes_and_all_come(name: str, players: int) -> None:
    game = GAMES[name]
    found: dict[str, set[str]] = {option.name: set() for option in game.options}
    for number in range(60):
        chosen = some_options(game, set_up(game, players), {}, stream("options", number))
        game.new(set_up(game, players, options=chosen))
        assert chosen == agreed(game.options, chosen)
        for key, value in chosen.items():
            found[key].add(value)
    for option in game.options:
        possible = {value for value in option.values if _fits(name, players, option.name, value)}
        assert found[option.name] & {*option.values} == possible
        assert bool(found[option.name] & ({*values_of(option)} - {*option.values})) == bool(option.joined)
        numbers = option.number and _fits(name, players, option.name, str(max(option.least, 0)))
        assert any(value.isdecimal() for value in found[option.name] - {*option.values}) == numbers


def _fits(name: str, players: int, option: str, value: str) -> bool:
    try:
        GAMES[name].new(set_up(GAMES[name], players, options={option: value}))
    except Usage:
        return False
    return True


def test_what_is_named_stays_and_is_refused_if_nothing_goes_with_it() -> None:
    setup = set_up(TOY, 3)
    found = [some_options(TOY, setup, {"CROWD": "three"}, stream("named", number)) for number in range(100)]
    assert {chosen["crowd"] for chosen in found} == {"three"}
    assert {"empty"} < {chosen["purse"] for chosen in found} <= {"empty", *map(str, range(PURSE))}
    with pytest.raises(Usage, match="option_not_here"):
        some_options(TOY, set_up(TOY, 2), {"crowd": "three"}, stream("named", 1))


def test_words_can_be_joined() -> None:
    purse, crowd, bag = TOY.options
    assert values_of(purse) == ("empty",)
    assert values_of(crowd) == ("any", "three")
    assert values_of(bag)[:3] == ("full", "amber+azure+coral", "amber+azure+jade")
    assert len(values_of(bag)) == 11


@pytest.mark.parametrize(
    ("value", "settled"),
    [("FULL", "full"), ("pearl+Amber+jade", "amber+jade+pearl"), ("amber+jade+pearl", "amber+jade+pearl")],
)
def test_joined_words_are_settled_in_their_order(value: str, settled: str) -> None:
    values = agreed(TOY.options, {"bag": value})
    assert values["bag"] == settled
    assert agreed(TOY.options, values) == values


@pytest.mark.parametrize(
    ("value", "word"),
    [
        ("full+amber+jade", "full"),
        ("ruby", "ruby"),
        ("amber+ruby+jade", "ruby"),
        ("amber+jade+", "amber+jade+"),
        ("+", "+"),
        ("", ""),
    ],
)
def test_what_cannot_be_joined_is_refused(value: str, word: str) -> None:
    with pytest.raises(Usage) as refused:
        agreed(TOY.options, {"bag": value})
    assert (refused.value.why, refused.value.known) == ("unknown_joined", ("full", *LANTERNS))
    assert refused.value.terms["word"] == word


@pytest.mark.parametrize("value", ["amber", "amber+jade", "amber+jade+jade", "amber+jade+pearl+jade"])
def test_words_that_can_be_joined_but_are_too_few_too_many_or_the_same_are_told_so(value: str) -> None:
    with pytest.raises(Usage) as refused:
        agreed(TOY.options, {"bag": value})
    assert (refused.value.why, refused.value.known) == ("joined_otherwise", LANTERNS)
    assert (refused.value.terms["word"], refused.value.terms["expected"]) == (value, 3)


def test_what_a_row_does_not_say_has_its_default() -> None:
    assert as_options(Options, {"crowd": "three"}) == Options(purse="empty", crowd="three", bag="full")
