"""What `herald scenario help` prints is whole: every word of a position and every draw is told, in both languages."""

import ast
import re

import pytest
from msgspec.structs import replace

from core.games import NAMES, game_named
from core.kernel.bots.matches import seated
from core.kernel.language.lexicon import Lexicon
from core.kernel.language.pattern import parse
from core.kernel.language.words import SINGULAR
from core.kernel.rules.step import kinds_of
from core.kernel.setup import resources
from core.kernel.setup.options import agreed
from replays.scenario import load, run
from replays.scenario.entry import FIELDS, GIVEN, THEN
from replays.scenario.reference import Reference, spelled
from replays.scenario.values import Values
from replays.scenario.written import text_of
from tests.support.places import GAME_FOLDERS

GAMES = sorted(NAMES)
LANGS = sorted(SINGULAR)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES)
def test_every_word_has_a_meaning(game: str, lang: str) -> None:
    found = Reference(game_named(game), lang)
    without = [(topic, line.name) for topic in found.topics for line in found.topics[topic]() if not line.meaning]
    assert without == []


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES)
def test_no_meaning_is_left_over(game: str, lang: str) -> None:
    known = game_named(game)
    found = Reference(known, lang)
    told = {line.meaning for topic in found.topics for line in found.topics[topic]()}
    texts = resources.toml(f"core.games.{game}.scenario", f"scenario.{lang}.toml")
    told |= {end for line in found.topics["facts"]() for end in re.findall(r"\((.*?)\)", line.meaning)}
    assert {key for key, text in {**texts["fields"], **texts["openings"]}.items() if text not in told} == set()
    assert set(texts["openings"]) == set(known.openings()) - {"given"}


@pytest.mark.parametrize("lang", LANGS)
def test_a_slot_that_counts_from_0_says_so(lang: str) -> None:
    """All else that is typed counts from 1."""
    facts = {line.name.split()[0]: line for line in Reference(game_named("heirs"), lang).topics["facts"]()}
    assert {name for name, line in facts.items() if "slot=0" in line.meaning} == {"SlotRefilled", "TileTaken"}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES)
def test_every_draw_of_the_rules_is_told_under_its_label(game: str, lang: str) -> None:
    labels: set[str] = set()
    folder = GAME_FOLDERS / game / "rules"
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Draw":
                label = ast.unparse(node.args[0]).lstrip("f").strip("\"'")
                named = re.sub(r"\{\w+\.(seat|guild)\}", lambda found: found[1].upper(), label)
                labels.add(re.sub(r"\{.*?\}", "N", named))
    assert set(resources.toml(f"core.games.{game}.scenario", f"scenario.{lang}.toml")["draws"]) == labels


def test_a_sentence_is_spelled_with_the_names_of_its_fields() -> None:
    assert spelled("{seat} pays {goods}{source: for {source}|}") == "<seat> pays <goods> for <source>"
    assert spelled("{count:card|cards} of {seat}") == "<count> cards of <seat>"


@pytest.mark.parametrize("lang", LANGS)
def test_the_language_is_told_entry_by_entry(lang: str) -> None:
    told = {
        word
        for words in resources.toml("replays.scenario", f"words.{lang}.toml")["language"]
        for word in words.split(", ")
    }
    entries = {*FIELDS, *(f"given.{name}" for name in GIVEN), *(f"then.{name}" for name in THEN)}
    assert told - {"given.NAME", "then.NAME"} == entries


CODE = re.compile(r"`([^`]+)`")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES)
def test_every_example_of_the_language_runs(game: str, lang: str) -> None:
    """Moves are moves of the game, paths lead somewhere, counts count, and words before a fact stand before one."""
    known = game_named(game)
    told = {line.name: CODE.findall(line.meaning) for line in Reference(known, lang).topics["language"]()}
    fact = next(line.name for line in Reference(known, lang).topics["facts"]()).split()[0]
    (move,) = (text for text in told["when"] if text.startswith("P: "))
    table = known.new(seated(known, 2))[0]
    kinds = kinds_of(known.moves)
    assert parse(move.removeprefix("P: "), kinds, kinds, Lexicon.of(known, table)).literal() is not None
    paths, (sums, *counts) = told["then.unchanged"], told["then.count"]
    facts = [text.removesuffix("F") + fact for text in told["then.facts"] if text.endswith(" F")]
    entries = [
        f"then.unchanged = {text_of(paths)}",
        *(f"then.count = {{ {text_of(sums)} = {text_of(count)} }}" for count in [*counts, 3]),
        *(f"then.facts = {text_of([text])}" for text in facts),
    ]
    assert (len(paths), len(counts), len(facts)) == (5, 5, 4)
    for entry in entries:
        plain = f'game = "{game}"\n[[scenario]]\ntitle = "t"\nrules = []\nplayers = ["P", "Q"]\n'
        (scenario,) = load(f"{plain}given.agenda = []\n{entry}", "some.toml")
        run(scenario)  # understood, whatever comes of it


@pytest.mark.parametrize("lang", LANGS)
def test_every_value_that_a_field_shows_as_an_example_is_read(lang: str) -> None:
    """`gold G2 A1`, `tavern:1`, `Ana: C16, C07`: as its field takes it."""
    medieval, nobility = (Reference(game_named(name), lang).meanings for name in ("medieval", "nobility"))
    examples = [
        ("medieval", {"placement": CODE.findall(medieval["Player.placement"])[-1]}, "seat"),
        (
            "nobility",
            {"dice": {spot: {"side": "Ana", "value": 1} for spot in CODE.findall(nobility["Table.dice"])}},
            "table",
        ),
        ("nobility", {"looked": CODE.findall(nobility["Table.looked"])}, "table"),
    ]
    for name, written, where in examples:
        game = game_named(name)
        options = {"chancery": "on"} if name == "nobility" else {}
        table, _ = game.new(replace(seated(game, 2), options=agreed(game.options, options)))
        values = Values(game, game.vocabulary(table), ("Ana", "Bo"), 0 if where == "seat" else None)
        value = table.seats[0] if where == "seat" else table
        read = values.read(type(value), written, value, "given")
        assert not list(values.differences(type(value), written, read, "then"))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES)
def test_what_is_told_of_a_view_is_told_of_what_it_holds(game: str, lang: str) -> None:
    """A number is told as one (how many, or what it counts), and never as the pile of which it is the size."""
    known = game_named(game)
    reference = Reference(known, lang)
    piles = {line.meaning for topic in ("table", "seat") for line in reference.topics[topic]() if "list" in line.form}
    seats = {line.name: line.meaning for line in reference.topics["seat"]() if not line.part}
    for line in reference.topics["view"]():
        if line.form in {reference.forms["number"], reference.forms["signed"]}:
            assert line.meaning not in piles, line
        if line.part in {"SeatView", "SideView"} and (own := seats.get(line.name)):
            table = {other.name: other.meaning for other in reference.topics["table"]() if not other.part}
            told = re.split(r"\s*;", table.get(line.name, ""))[0]
            assert line.meaning != told or line.meaning == re.split(r"\s*;", own)[0], line


@pytest.mark.parametrize("game", GAMES)
def test_no_fact_is_told_with_a_field_that_nobody_can_write(game: str) -> None:
    for line in Reference(game_named(game), "en").topics["facts"]():
        assert "=..." not in line.name
