"""What `herald scenario help` prints is whole: every word of a position and every draw is told, in both languages."""

import ast
import re

import pytest

from core.games import NAMES, game_named
from core.kernel.language.words import SINGULAR
from core.kernel.setup import resources
from replays.scenario.entry import FIELDS, GIVEN, THEN
from replays.scenario.reference import Reference, spelled
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
    assert {key for key, text in {**texts["fields"], **texts["openings"]}.items() if text not in told} == set()
    assert set(texts["openings"]) == set(known.openings()) - {"given"}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES)
def test_every_draw_of_the_rules_is_told_under_its_label(game: str, lang: str) -> None:
    labels: set[str] = set()
    folder = GAME_FOLDERS / game / "rules"
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Draw":
                labels.add(re.sub(r"\{.*?\}", "N", ast.unparse(node.args[0]).lstrip("f").strip("\"'")))
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
