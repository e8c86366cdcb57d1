"""No program but a game names a game: what holds for those of today holds for the next one."""

import re
from collections.abc import Iterator

import pytest

from core.games import NAMES, game_named
from tests.support.places import ROOT

FOLDERS = ("cli", "core/kernel", "replays", "store")
EXAMPLE = re.compile(r"herald [a-z]+ \w+")
"""A command as a person would type it, in a help text."""


def titles(name: str) -> set[str]:
    """The id of a game, and what people call it in any language."""
    return {name} | {game_named(name).words(lang).title for lang in ("en", "fr")}


def sources(*ends: str) -> Iterator[tuple[str, str]]:
    """The files of the program that are no game, with their text."""
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*")):
            if file.suffix in ends and "archive" not in file.parts:
                yield file.relative_to(ROOT).as_posix(), file.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_no_code_outside_the_games_names_one(name: str) -> None:
    known = re.compile("|".join(rf"\b{re.escape(title)}\b" for title in titles(name)), re.IGNORECASE)
    assert [(file, found[0]) for file, text in sources(".py") for found in known.finditer(text)] == []


@pytest.mark.parametrize("name", NAMES)
def test_what_people_read_names_a_game_in_examples_only(name: str) -> None:
    known = re.compile("|".join(rf"\b{re.escape(title)}\b" for title in titles(name)), re.IGNORECASE)
    texts = [(file, EXAMPLE.sub("", text)) for file, text in sources(".toml")]
    assert len(texts) > 20
    assert [(file, found[0]) for file, text in texts for found in known.finditer(text)] == []


WORDS = {"nobility"}
"""Names of games that are a word of others, too: only what is imported names the game."""


@pytest.mark.parametrize("name", NAMES)
def test_no_game_names_another(name: str) -> None:
    """In code; import-linter sees to what is imported."""
    others = {other for other in NAMES if other != name}
    named = {
        (file.name, other)
        for file in sorted((ROOT / "core" / "games" / name).rglob("*.py"))
        for other in others
        if re.search(rf"games\.{other}\b" if other in WORDS else rf"\b{other}\b", file.read_text(encoding="utf-8"))
    }
    assert named == set()
