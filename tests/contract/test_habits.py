"""Habits that keep the rules in one place each: looked up in the source of the games."""

import ast
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from core.games import NAMES
from core.kernel.rules.step import Fact, kinds_of, tag_of
from core.kernel.rules.ways import Ending
from tests.support.matches import GAMES, rule_ids
from tests.support.places import GAME_FOLDERS

DOORS = {
    "medieval": {
        "Gained": {"rules/gains.py"},
        "Paid": {"rules/gains.py"},
        "VpGained": {"rules/gains.py"},
        "LeaderGained": {"rules/gains.py"},
        "StockGiven": {"rules/setup.py"},  # the starting stock is dealt, no modifier can touch it
        "LeaderSpent": {"rules/play.py"},  # MED-R4: the admiral that an island takes, only under this reading
    },
    "emara": {
        "Gained": {"rules/gains.py"},
        "Paid": {"rules/gains.py"},
        "VictoriaScored": {"rules/victoria.py"},  # no modifier is hers
        "Split": {"rules/final.py"},  # final points go straight to the two tracks (EMA-15.3)
    },
    "heirs": {
        "BuildingScored": {"rules/final.py"},
        "RoadScored": {"rules/final.py"},
        "TreasuresScored": {"rules/final.py"},
    },
    "crossing": {
        "CoinsGained": {"rules/gains.py"},
        "CoinsPaid": {"rules/gains.py"},
        "VpGained": {"rules/gains.py"},
        "ResourceGained": {"rules/tracks.py", "rules/paco.py"},  # KIN-S2.6: Paco & Paca heed no bonus on the way
        "MarkerMoved": {"rules/investment.py", "rules/goals.py", "rules/final.py"},  # an action, KIN-12.6, KIN-17.2
    },
    "nobility": {
        "Gained": {"rules/gains.py"},
        "Paid": {"rules/gains.py"},
        "Returned": {"rules/gains.py"},
    },
}
"""Which file may write the facts that change a number of a seat."""

ANYBODY = {
    "medieval": {"board/cardtext.py"},
    "emara": {"board/cardtext.py"},
    "heirs": {"board/cardtext.py", "board/teller.py", "board/sides.py"},
    "crossing": {"board/teller.py"},
    "nobility": {"board/cardtext.py"},
}
"""Files that tell what a reading means and decide nothing: they read it from the view."""

SEVERAL = {
    "medieval": {
        "castle_income": {"_military", "income"},  # the reading moves the castles' points from the one to the other
        "placement_complete": {"check", "sample"},  # what is legal, and how a legal one comes about at random
        "island_cost": {"came_into_play", "lacking_admirals"},  # what is needed, and what becomes of it
        "leftovers": {"leftover_points", "then"},  # how they are counted, and whether the kind of a late token matters
        "upcoming": {"draw", "_face_down", "view"},  # face down: drawn late by three steps, and shown as backs
    },
    "emara": {
        "commission_counts": {"_listed", "resolve"},  # what the card still offers, and that the action counts as done
        "favor_reshuffle": {"refill_due", "resolve"},  # eager: when a favor was kept, and when one was used
        "final_split": {"then", "offers"},  # is there a choice, and what can be chosen?
        "chamberlain_use": {"resolve", "asides"},  # once a turn, and whether the event window offers it
        "bread_marker_unit": {"bread_points", "turns"},  # what the breads are worth, and how far the marker turns
    },
    "heirs": {
        "resource_use": {"access", "builds", "_used"},  # what is left, how it can be paid, and what has paid
        "use_then_take": {"takeable", "_used"},  # what was used, and that it cannot be taken
        "discount_sources": {"camped", "resolve"},  # a Camp that is turned down, a building that is destroyed
        "hand_limit": {"most_in_hand", "_unfinished"},  # before a take, or at the end of the turn
        "build_adjacency": {"sites", "unplayable"},  # where one may build, and why not elsewhere
        "first_player": {"asks", "draw"},  # somebody says, or the shield is tossed
        "self_count": {"_own_on_terrain", "_watch", "_zone"},  # three kinds of building count themselves
        "siege_occupied": {"besieged", "razed"},  # may it be destroyed, and what becomes of the troop?
        "treasure_lines": {"_line", "fulfilled"},  # how far the line goes, and how many it takes
        "treasure_removal": {"drew", "then"},  # when a token comes, and when a tile does
    },
    "crossing": {
        "a4_double_scope": {"selected", "twice"},  # that the round is marked, and that the mark counts
        "start_favors_from": {"then", "drew"},  # how large the piles are, and whether the pairs make them smaller
        "evening_structure": {"offers", "resolve"},  # what is called, and what it brings
    },
    "nobility": {
        "modifier_timing": {"spendable", "_at_any_time"},  # as a die is placed, or beside everything else in a turn
        "supply_limits": {"in_box", "_tokens"},  # coins and modifiers, and city tokens, each where it is gained
        "council_people_consumed": {"settled_peoples", "called_upon"},  # which cards still serve, and that one has
    },
}
"""Readings that rule code looks at in more than one function, and why."""


def sources(name: str) -> Iterator[tuple[str, ast.Module]]:
    """The files of a game, by their paths in its folder."""
    folder = GAME_FOLDERS / name
    for path in sorted(folder.rglob("*.py")):
        yield path.relative_to(folder).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def within(node: ast.AST, function: str = "") -> Iterator[tuple[str, ast.AST]]:
    """Every node, with the function that it stands in."""
    for child in ast.iter_child_nodes(node):
        inner = child.name if isinstance(child, ast.FunctionDef) else function
        yield inner, child
        yield from within(child, inner)


def counting_facts(name: str) -> set[str]:
    """The facts of a game that change a number of a seat."""
    kinds: Any = kinds_of(GAMES[name].facts)
    base: Any = Fact
    return {tag_of(kind) for kind in kinds if kind.entries is not base.entries}


@pytest.mark.parametrize("name", NAMES)
def test_numbers_change_through_few_doors(name: str) -> None:
    made: dict[str, set[str]] = {fact: set() for fact in counting_facts(name)}
    for file, tree in sources(name):
        for _, node in within(tree):
            if isinstance(node, ast.Call):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if called in made:
                    made[called].add(file)
    assert made == DOORS[name]


@pytest.mark.parametrize("name", NAMES)
def test_a_reading_is_looked_at_in_one_place(name: str) -> None:
    game = GAMES[name]
    read: dict[str, set[str]] = {ruling.option: set() for ruling in (*game.rulings, *game.changes)}
    for file, tree in sources(name):
        for function, node in within(tree):
            if not isinstance(node, ast.Attribute) or file in ANYBODY[name]:
                continue
            if isinstance(node.value, ast.Attribute) and node.value.attr == "rulings":
                read[node.attr].add(function)
    assert {option: places for option, places in read.items() if len(places) != 1} == SEVERAL[name]


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_that_the_code_names_has_a_text(name: str) -> None:
    prefix = f"{GAMES[name].prefix}-"
    named = {
        node.value.rstrip(".")
        for _, tree in sources(name)
        for _, node in within(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith(prefix)
        if " " not in node.value and node.value.rstrip(".").count(".") < 3 and ":" not in node.value
    }
    assert len(named) > 30
    assert named - rule_ids(name) == set()


@pytest.mark.parametrize("name", NAMES)
def test_every_ruling_has_its_readings_explained(name: str) -> None:
    texts = GAMES[name].rule_texts()["rulings"]
    for ruling in GAMES[name].rulings:
        told = texts[ruling.id]
        assert told["option"] == ruling.option
        assert tuple(told["readings"]) == ruling.readings
        assert ruling.readings[0] == ruling.default, "the default is told first"


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_that_has_changed_has_its_readings_explained(name: str) -> None:
    texts = GAMES[name].rule_texts().get("changes", {})
    assert {*texts} == {change.option for change in GAMES[name].changes}
    for change in GAMES[name].changes:
        told = texts[change.option]
        assert change.id in rule_ids(name)
        assert tuple(told["readings"]) == change.readings
        assert all(told[lang] and told[f"why_{lang}"] for lang in ("en", "fr"))


@pytest.mark.parametrize("name", NAMES)
def test_every_option_has_its_values_explained(name: str) -> None:
    texts = GAMES[name].rule_texts().get("options", {})
    assert [*texts] == [option.name for option in GAMES[name].options]
    for option in GAMES[name].options:
        told = texts[option.name]
        assert tuple(told["values"]) == option.values
        assert option.values[0] == option.default, "the default is told first"
        assert ("number" in told) == option.number
        assert ("joined" in told) == bool(option.joined)
        assert {*told["rules"]} <= rule_ids(name)
        explained = [told, *told["values"].values(), *(told[more] for more in ("number", "joined") if more in told)]
        assert all(text["en"] and text["fr"] for text in explained)


@pytest.mark.parametrize("name", NAMES)
def test_every_step_and_fact_says_its_rule(name: str) -> None:
    game = GAMES[name]
    for step in kinds_of(game.steps):
        assert getattr(step, "rule", None) in rule_ids(name), step
    for kind in (*kinds_of(game.facts), *kinds_of(game.steps), *kinds_of(game.moves)):
        assert kind.__doc__, f"{kind.__name__} does not say what it is"


BY_SEVERAL = {"crossing": {"res", "trigger"}}
"""Moves that an income, a card, a bird and a track can bring: no one rule says when."""


@pytest.mark.parametrize("name", NAMES)
def test_every_move_says_when_it_comes_and_by_which_rule(name: str) -> None:
    game = GAMES[name]
    for kind in kinds_of(game.moves):
        assert kind.when in rule_ids(name) or (kind.when is None and tag_of(kind) in BY_SEVERAL.get(name, ())), kind
        for lang in ("en", "fr"):
            assert tag_of(kind) in game.words(lang).times, kind


@pytest.mark.parametrize("name", NAMES)
def test_every_fact_and_step_of_a_game_is_in_its_union(name: str) -> None:
    """A base class does not decode: what is left out could be written and never read again."""
    game = GAMES[name]
    unions = {*kinds_of(game.facts), *kinds_of(game.steps), *kinds_of(game.moves)}
    for file, tree in sources(name):
        module = import_module(
            f"core.games.{name}.{file.removesuffix('.py').replace('/', '.')}".removesuffix(".__init__")
        )
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                found: Any = getattr(module, node.name)
                tag = getattr(getattr(found, "__struct_config__", None), "tag", None)
                told = isinstance(found, type) and issubclass(found, Ending)  # it stands in no log
                leaf = (
                    tag is not None and not found.__subclasses__() and not file.startswith("data/effects") and not told
                )
                assert not leaf or found in unions, f"{file}: {node.name} is in no union"


@pytest.mark.parametrize("name", NAMES)
def test_no_step_carries_a_secret(name: str) -> None:
    """The agenda is public (two worlds proves it; this says where to look)."""
    for step in kinds_of(GAMES[name].steps):
        assert not any("Secret" in str(hint) or "Opened" in str(hint) for hint in step.__annotations__.values()), step


@pytest.mark.parametrize("name", NAMES)
def test_what_a_decision_makes_is_passed_by_by_the_garbage_collector(name: str) -> None:
    """`Value` of the kernel says why; facts and steps extend it, moves extend `Move`, a table says it itself."""
    game = GAMES[name]
    made: tuple[Any, ...] = (game.table, *kinds_of(game.moves), *kinds_of(game.facts), *kinds_of(game.steps))
    assert [kind.__name__ for kind in made if kind.__struct_config__.gc] == []


DESCRIBED = {"core.kernel.drawing", "core.kernel.drawing.description", "core.kernel.drawing.parts"}
LAYOUT = {"Style", "Canvas", "width", "wide", "cut", "pad", "wrap", "flow", "columns"}


@pytest.mark.parametrize("name", NAMES)
def test_a_game_says_what_its_board_shows_and_draws_nothing(name: str) -> None:
    """Of the kernel's drawing it knows the parts and the marks of texts; how wide anything is it never asks."""
    for file, tree in sources(name):
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("core.kernel.drawing"):
                assert node.module in DESCRIBED, file
                assert node.module != "core.kernel.drawing" or [each.name for each in node.names] == ["ink"], file
            assert not (isinstance(node, ast.Name) and node.id in LAYOUT), (file, node.lineno)
            assert not (isinstance(node, ast.Attribute) and node.attr in LAYOUT), (file, node.lineno)
