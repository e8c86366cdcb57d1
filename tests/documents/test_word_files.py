"""The word files of all that speaks: the languages say the same things, and French is set as French is."""

import re
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


FORMED = re.compile(r"\{\w+:([^{}|]*)\|([^{}|]*)\}")
BARE = re.compile(r"\{(?!seat\})(\w+)\}[ \u202f](?:[^\W\d]+ )?([^\W\d]+)\b")
NEVER_ONE = frozenset(
    {
        "/say/players",  # a range
        "/errors/one_line",  # two at least
        "/refusals/too_long_to_show",  # megabytes of rows
        "/refusals/agenda_too_long",  # beyond a limit
        "/refusals/file_too_large",
        "/refusals/too_much_believed",
        "/effects/if_seal",  # a colour of cards
        "/say/differs_may",  # other readings
    }
)


@pytest.mark.parametrize("lang", SINGULAR)
def test_a_number_chooses_the_form_of_its_word(lang: str) -> None:
    """Whatever one text gives two forms is a word that has them, and has them in every text."""
    texts = [(f"{path} {key}", text) for path in ENGLISH for key, text in read(path, lang).items()]
    forms = [
        pair
        for _, text in texts
        for one, many in FORMED.findall(text)
        for pair in zip(one.split(), many.split(), strict=False)
    ]
    plurals = {many for one, many in forms if many != one and many[:3] == one[:3] and many[-1] in "sx"}
    assert len(plurals) > 40
    bare = {key for key, text in texts for _, word in BARE.findall(text) if word in plurals}
    assert {key for key in bare if not key.endswith(tuple(NEVER_ONE))} == set()


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
