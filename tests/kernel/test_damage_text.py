"""What is damaged is told in the reader's language, whatever a decoder has to say of it."""

import time
from typing import Literal

import msgspec
import pytest

from core.kernel.errors import Damaged
from core.kernel.language.error_text import sentence


class Body(msgspec.Struct, forbid_unknown_fields=True):
    """What may stand in a row."""

    number: int
    pair: tuple[int, int] = (1, 2)
    kind: Literal["one", "other"] = "one"


FRENCH = {
    b"{}": "le champ «\u202fnumber\u202f» manque",
    b'{"number":1,"more":2}': "un champ «\u202fmore\u202f» est inconnu",
    b'{"number":"1"}': "il faudrait `int`, et non `str` (dans `$.number`)",
    b'{"number":1,"pair":[1]}': "la longueur devrait être 2 (dans `$.pair`)",
    b'{"number":1,"kind":"third"}': "«\u202fthird\u202f» ne peut pas y figurer (dans `$.kind`)",
    b'{"number":1}x': "ce n’est pas du JSON, dès l’octet 13",
    b'{"number":': "cela s’arrête trop tôt",
    b'"\xff"': "ce n’est pas du texte en UTF-8",
}


@pytest.mark.parametrize("data", FRENCH)
def test_what_a_decoder_says_is_said_in_french(data: bytes) -> None:
    with pytest.raises((msgspec.DecodeError, UnicodeDecodeError)) as problem:
        msgspec.json.decode(data, type=str if data.startswith(b'"') else Body)
    told = Damaged("unreadable_row", 7, "body", found=str(problem.value))
    assert sentence(told, "fr") == f"La ligne 7 est illisible\u202f: {FRENCH[data]}."


def test_a_row_that_was_changed_so_that_it_cannot_be_read_says_so_in_one_sentence() -> None:
    found = "Invalid enum value 'zzz' - at `$.kind`"
    told = Damaged("row_changed", 7, "body, kind", found=found)
    assert (
        sentence(told, "en")
        == "Row 7 was changed after it was written: body, kind: “zzz” cannot stand there (in `$.kind`)."
    )
    french = (
        "La ligne 7 a été modifiée après coup\u202f: le contenu, kind\u202f: «\u202fzzz\u202f» ne peut pas y figurer"
    )
    assert sentence(told, "fr") == f"{french} (dans `$.kind`)."


def test_limits_are_told_in_the_language_of_the_reader() -> None:
    told = Damaged("row_changed", 7, "body, facts[0].rule", "MED-7.6", "surrogate")
    assert sentence(told, "en").endswith("it should say MED-7.6, and says surrogate."), "a value, and no decoder's word"
    told = Damaged("row_changed", 7, "body, seat", "0 to 3", "9")
    assert (
        sentence(told, "en") == "Row 7 was changed after it was written: body, seat; it should say 0 to 3, and says 9."
    )
    assert sentence(told, "fr").endswith("le contenu, seat\u202f; il faudrait un nombre de 0 à 3, on lit 9.")


def test_of_a_long_field_both_ends_are_told_and_where_it_stands() -> None:
    found = f"Object contains unknown field `aa{'x' * 10_000}zz` - at `$.move`"
    told = sentence(Damaged("unreadable_row", 7, "body", found=found), "fr")
    assert told.startswith("La ligne 7 est illisible\u202f: un champ «\u202faaxxx")
    assert told.endswith("xxxzz\u202f» est inconnu (dans `$.move`).")


def test_a_value_that_only_looks_like_what_a_decoder_says_takes_no_longer_than_any() -> None:
    hostile = "Expected `" + "`, got `` - at `" * 400 + " "
    before = time.process_time()
    assert "got" in sentence(Damaged("dispute_differs", 0, "match", "a", hostile), "fr")
    assert time.process_time() - before < 1


def test_what_nobody_can_say_in_words_is_left_out() -> None:
    told = Damaged("unreadable_row", 7, "body", found="maximum recursion depth exceeded")
    assert sentence(told, "en") == "Row 7 cannot be read: what stands there makes no sense."
    assert sentence(told, "fr") == "La ligne 7 est illisible\u202f: ce qui s’y trouve n’a pas de sens."


def test_a_part_has_its_name_with_its_number_and_its_field() -> None:
    for part, french in (("box 3", "le secret 3"), ("body, facts[0].count", "le contenu, facts[0].count")):
        told = Damaged("opening_does_not_fit", 7, part)
        assert sentence(told, "fr") == f"Ligne 7\u202f: {french} n’a pas été scellé avec ce contenu."
        assert part in sentence(told, "en")


def test_a_value_that_was_found_stays_as_it_is() -> None:
    told = Damaged("digest_changed", 7, "digest", "ab", "cd")
    assert (
        sentence(told, "fr") == "La ligne 7 porte une autre empreinte que celle de son contenu\u202f: cd, attendu ab."
    )
