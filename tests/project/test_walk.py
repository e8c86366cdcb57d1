"""A stranger's walk: from the id of a rule to its sentence, its scenario and its code, by looking for the id."""

import re
from collections.abc import Iterator

import pytest

from core.games import NAMES, game_named
from tests.support.places import GAME_FOLDERS, cases_of

NO_CODE = {
    "medieval": (
        "1.1 1.2 1.4 2.6 2.7 2.8 2.10 3.1 3.2 3.3 3.8 4.2 4.6 5.2 5.7 5.8 5.11 5.12 5.14 6.20 6.21 6.23 6.24 "
        "6.25 7.1 7.2 7.5 7.10 7.12 9.6 9.8 10.6 10.10 11.6 13.3 13.7 14.10 14.12 15.1 15.6 15.11 15.13 15.14 "
        "16.3 16.4 16.8 17.2 17.3 18.2 18.10 19.7 21 R31 R37 R42 R44 R45 R47 V1 V2 V3 V4"
    ),
    "emara": (
        "1.1 1.2 1.3 1.6 2.2 2.11 2.13 2.16c 2.18 3.1 3.4b 3.6 3.6a 4.9 6.3 6.6 12.1 13.4 13.8 14.9 15.1 15.6 "
        "16.3 16.7 17.4 17.5 17.9"
    ),
    "heirs": (
        "0.1 0.3 0.4 0.5 0.6 0.7 1.1 1.4 1.6 1.9 1.13 1.14 1.15 2.2 2.5 2.6 2.7 2.8 4.8 5.7 5.12 6.1 6.7 6.11 "
        "7.2 8.9 9.18 10.1 S1 S3 S9 S30 S41 S44 S45 V3"
    ),
    "crossing": (
        "1.1 2.1 2.9 2.10 3.2 3.3 3.4 3.5 3.6 3.7 3.9 5.7 5.12 5.13 5.16 6.10 10.4 15.6 19.1 19.2 19.3 19.4 "
        "S1.3 S1.5 S3.4"
    ),
    "nobility": "1.2 1.4 4.13 5.2 7.6 9.1 10.7 10.8 20.1 20.5 22.2 22.4 22.8",
}
"""Rules that hold because no code breaks them: what there is, what lies where, what nobody can do, what follows."""


def told_in(text: str, prefix: str, known: set[str]) -> Iterator[str]:
    """The ids that stand in a text; of `EMA-5.1 to 5.5` all five."""
    yield from re.findall(rf"{prefix}-\w+(?:\.\w+)*", text)
    for chapter, first, last in re.findall(rf"({prefix}-(?:\w+\.|[A-Z]))(\d+)[a-z]? to (?:\S*[A-Z.])?(\d+)", text):
        numbers = range(int(first), int(last) + 1)
        yield from (rule for rule in known if any(re.fullmatch(rf"{chapter}{at}[a-z]?", rule) for at in numbers))


def found(name: str) -> set[str]:
    """Every id that somebody finds who looks through the code and the component data of a game."""
    texts = game_named(name).rule_texts()
    known = {*texts["rules"], *texts["rulings"]}
    files = [*(GAME_FOLDERS / name).rglob("*.py"), GAME_FOLDERS / name / "data" / "edition.toml"]
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    return known & set(told_in(text, game_named(name).prefix, known))


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_is_found_in_the_code(name: str) -> None:
    texts, prefix = game_named(name).rule_texts(), game_named(name).prefix
    without_code = {*texts["rules"], *texts["rulings"]} - found(name)
    assert without_code == {f"{prefix}-{number}" for number in NO_CODE[name].split()}


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_is_found_among_the_scenarios(name: str) -> None:
    """In one that proves it, or in the list of those that none can prove; each whole, as somebody types it."""
    texts = game_named(name).rule_texts()
    files = sorted(cases_of(name).glob("*.toml"))
    named = set(re.findall(r'"([\w.-]+)"', "\n".join(file.read_text(encoding="utf-8") for file in files)))
    assert {*texts["rules"], *texts["rulings"]} - named == set()


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_is_found_among_the_sentences(name: str) -> None:
    text = (GAME_FOLDERS / name / "data" / "rules.toml").read_text(encoding="utf-8")
    texts = game_named(name).rule_texts()
    for rule, told in (*texts["rules"].items(), *texts["rulings"].items()):
        assert f'"{rule}"' in text, "it stands there as somebody types it"
        assert told["en"]
        assert told["fr"]
        assert told["en"] != told["fr"]
