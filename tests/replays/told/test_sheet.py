"""What the scores of a finished match came from, by category."""

import pytest

from core.games import NAMES, game_named, read_log
from core.kernel.language.words import SINGULAR
from replays import archive
from replays.told.sheet import sheets


@pytest.mark.parametrize("name", archive.index())
def test_it_adds_up_to_the_scores(name: str) -> None:
    log = read_log(archive.read(name).rows).seen_by(None)
    result = log.game.result(log.state().table)
    assert result is not None
    english, french = (sheets(log, lang) for lang in ("en", "fr"))
    for sheet in english:
        assert sheet.names[: len(log.seats)] == log.seats
        assert tuple(map(sum, zip(*(one.amounts for one in sheet.categories), strict=True))) == sheet.totals
        played, final = sheet.sums(final=False), sheet.sums(final=True)
        assert [a + b for a, b in zip(played, final, strict=True)] == [*sheet.totals]
        assert all(any(one.amounts) and one.rules and one.name for one in sheet.categories)
        names = [(one.final, one.name) for one in sheet.categories]
        assert len(names) == len({*names}), "a row for each category"
        finals = [one.final for one in sheet.categories]
        assert finals == sorted(finals), "the final scoring stands last"
    assert [min(it.totals[seat] for it in english) for seat in range(len(log.seats))] == [*result.scores]
    assert [it.totals for it in english] == [it.totals for it in french]


def test_categories_are_told_in_the_readers_words() -> None:
    log = read_log(archive.read("medieval-council").rows).seen_by(None)
    (english,), (french,) = sheets(log, "en"), sheets(log, "fr")
    assert [one.name for one in english.categories][:3] == ["art galleries", "islands", "wars"]
    assert [one.name for one in french.categories][:3] == ["galeries d’art", "îles", "guerres"]


@pytest.mark.parametrize("name", NAMES)
def test_categories_belong_to_rules_that_there_are(name: str) -> None:
    game = game_named(name)
    rules = game.rule_texts()["rules"]
    known = {*rules, *(rule.rpartition(".")[0] for rule in rules)}
    named = [game.words(lang).categories for lang in SINGULAR]
    assert {*named[0]} <= known
    assert all(it.keys() == named[0].keys() for it in named)
