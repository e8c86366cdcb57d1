"""Names that differ in a sign alone are different names."""

from types import SimpleNamespace
from typing import Any

import pytest

from core.kernel.language.lexicon import Lexicon

DICE = ("1+1", "1+2", "6-1", "6-2")
CALLED: dict[str, Any] = {"die": {die: die for die in DICE}}


def names(_lang: str) -> Any:
    """Word files in which every die is called as it is typed."""
    return SimpleNamespace(names=CALLED)


@pytest.mark.parametrize("word", ["6+1", "1-1", "1-2"])
def test_what_is_raised_is_not_taken_for_what_is_lowered(word: str) -> None:
    assert Lexicon({"die": DICE}, names).meant("die", word) == []


@pytest.mark.parametrize("word", DICE)
def test_each_is_understood_as_itself(word: str) -> None:
    assert Lexicon({"die": DICE}, names).meant("die", word) == [word]
