"""A new kind of row is declared, judged and told: whoever forgets one of the three learns it here."""

from typing import get_args

import pytest

from cli.language import words
from core.kernel.log.kinds import KINDS
from core.kernel.log.row import Kind
from core.kernel.setup import resources
from replays.verify.referee import Referee


def test_every_kind_is_declared_and_judged() -> None:
    assert set(get_args(Kind)) == KINDS.keys() == Referee.JUDGES.keys()


@pytest.mark.parametrize("lang", words.LANGUAGES)
def test_every_kind_is_told(lang: str) -> None:
    """A move is told as it was typed; every other kind has a sentence, or one for each way in which it can be meant."""
    sentences = [key for key in resources.toml("replays.told", f"words.{lang}.toml")["say"] if key.startswith("row_")]
    told = {name for name in KINDS if any(key == f"row_{name}" or key.startswith(f"row_{name}_") for key in sentences)}
    assert KINDS.keys() - told == {name for name, kind in KINDS.items() if kind.decides} == {"move"}
