"""What somebody is told of an error who is not at the machine on which it happened."""

from pathlib import Path

import pytest

from cli.say.sentences import message
from core.kernel.errors import Damaged, Refused
from store.errors import REASONS, StoreError


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("why", REASONS)
def test_nothing_of_the_hosts_files(tmp_path: Path, why: str, lang: str) -> None:
    terms = dict.fromkeys(REASONS[why], f"cannot open {tmp_path}/secret.db")
    told = StoreError(why, tmp_path / "matches.db", **terms).elsewhere()
    assert (told.code, told.terms) == ("failure", {"reason": why})
    said = message(told, lang, None)
    assert why in said
    assert str(tmp_path) not in said + str(told)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_nothing_of_what_stands_in_a_damaged_row(lang: str) -> None:
    told = Damaged("field_differs", 7, "facts", expected="a king of 3", found="my secret").elsewhere()
    assert (told.code, told.row, told.part, told.expected, told.found) == ("damaged", 7, "facts", None, None)
    said = message(told, lang, None)
    assert "7" in said
    assert "my secret" not in said + str(told)


def test_a_refusal_is_the_same_everywhere() -> None:
    refused = Refused("MED-1", "too_few", need=2, have=1)
    assert refused.elsewhere() is refused
