"""The word files of all that speaks: the languages say the same things, and French is set as French is."""

import tomllib

import pytest

from core.kernel.language.words import SINGULAR
from tests.support.places import GAME_FOLDERS, ROOT
from tests.support.word_files import ENGLISH, french_in, is_typeset, placeholders, read

OTHERS = tuple(lang for lang in SINGULAR if lang != "en")
TYPED = ("/names/verb/", "/names/field/", "/names/typed/")
"""What is only named where it is typed otherwise than in English: there the ids themselves are the words."""


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("path", ENGLISH)
def test_the_languages_say_the_same_things(path: str, lang: str) -> None:
    english, other = read(path, "en"), read(path, lang)
    assert set(english) == {key for key in other if not key.startswith(TYPED)}
    asked = {key: placeholders(text) for key, text in english.items() if "/names/" not in key}
    assert asked == {key: placeholders(text) for key, text in other.items() if "/names/" not in key}


@pytest.mark.parametrize("path", ENGLISH)
def test_french_has_french_typography(path: str) -> None:
    for key, text in read(path, "fr").items():
        assert is_typeset(text), key


@pytest.mark.parametrize("path", sorted(str(path.relative_to(ROOT)) for path in GAME_FOLDERS.rglob("*.toml")))
def test_so_has_the_french_of_rules_and_cases(path: str) -> None:
    for key, text in french_in(tomllib.loads((ROOT / path).read_text())):
        assert is_typeset(text), key


@pytest.mark.parametrize(
    "wrong",
    [
        "Ligne {row} : elle manque.",
        "Ligne {row}: elle manque.",
        "« {text}\u202f»",
        "«\u202f{text} »",
        "Qui ?",
        "C'est fait.",
        "La clé de {name}.",
        "Ce que {winners} garde.",
    ],
)
def test_what_is_wrong_is_found(wrong: str) -> None:
    assert not is_typeset(wrong)
