"""Rules, readings and options are told in both languages; a rulebook finds what somebody looks up."""

import re

import pytest

from core.games import NAMES, game_named
from core.kernel.errors import Usage
from replays.told.rulebook import Rulebook, heading
from replays.told.rules import OptionTold, RuleTold, RulingTold, option_told, rule_told, ruling_told


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", NAMES)
def test_everything_has_words(name: str, lang: str) -> None:
    game = game_named(name)
    texts = game.rule_texts()
    for rule in texts["rules"]:
        told = rule_told(game, rule, lang)
        assert told.id == rule
        assert told.sentence == texts["rules"][rule][lang]
        assert told.section
    for ruling in game.rulings:
        found = ruling_told(game, ruling.id, lang)
        assert (found.name, found.default, found.switchable) == (ruling.option, ruling.default, True)
        assert [one.reading for one in found.readings] == list(ruling.readings)
        assert found.question
        assert all(one.meaning for one in found.readings)
        assert set(found.rule_ids) <= set(texts["rules"])
    for option in game.options:
        agreed = option_told(game, option, lang)
        assert [one.value for one in agreed.values] == list(option.values)
        assert all(one.meaning for one in agreed.values)
        assert (agreed.number is not None) == option.number
        assert agreed.question


FRENCH = re.compile(r"déduit|publique|quand|lesquels|dé blanc|les côtés|hasard|Hors|perdu|\bet (source|conv)")
"""What only our own notes say, and no heading of a rulebook."""


@pytest.mark.parametrize("name", NAMES)
def test_what_we_say_beside_a_heading_is_told_in_the_language_of_the_reader(name: str) -> None:
    """The headings are those of the French rulebook."""
    game, seen = game_named(name), 0
    for rule, text in game.rule_texts()["rules"].items():
        assert rule_told(game, rule, "fr").section == text["section"]
        told = rule_told(game, rule, "en").section
        assert not FRENCH.search(told), told
        seen += "deduced" in told
    assert seen > 3


def test_a_heading_stays_that_of_the_rulebook() -> None:
    told = [rule_told(game_named("emara"), "EMA-7.3", lang).section for lang in ("en", "fr")]
    assert told == [f"Actions des Lieux en Campagne, p. 5 ({note})" for note in ("deduced", "déduit")]


@pytest.mark.parametrize("name", NAMES)
def test_a_rule_is_found_with_what_touches_it(name: str) -> None:
    game = game_named(name)
    book = Rulebook(game, "en")
    texts = game.rule_texts()
    for rule in texts["rules"]:
        for word in (rule, rule.lower(), rule.partition("-")[2]):
            page = book.page(word)
            assert isinstance(page.about, RuleTold)
            assert page.about.id == rule
            assert [one.id for one in page.rules] == [rule]
            assert {one.id for one in page.rulings} == {
                key for key, text in texts["rulings"].items() if rule in text.get("rules", ())
            }
            assert all(rule in option.rule_ids for option in page.options)
    for ruling in game.rulings:
        for word in (ruling.id, ruling.option):
            page = book.page(word)
            assert isinstance(page.about, RulingTold)
            assert (page.about.id, page.rulings) == (ruling.id, (page.about,))
    for option in game.options:
        page = book.page(option.name)
        assert isinstance(page.about, OptionTold)
        assert (page.about.name, page.options) == (option.name, (page.about,))


@pytest.mark.parametrize("name", NAMES)
def test_a_heading_has_all_its_rules_and_no_scenario(name: str) -> None:
    game = game_named(name)
    book = Rulebook(game, "fr")
    every = book.page(None)
    assert (every.about, every.scenarios) == (None, None)
    assert [rule.id for rule in every.rules] == list(game.rule_texts()["rules"])
    for head in {heading(rule.id) for rule in every.rules} - {rule.id for rule in every.rules}:
        page = book.page(head)
        assert (page.scenarios is None) == (page.about is None) == (len(page.rules) > 1)
        assert [rule.id for rule in page.rules] == [rule.id for rule in every.rules if heading(rule.id) == head]
    with pytest.raises(Usage, match="unknown_rule"):
        book.page("999")


def test_scenarios_prove_what_they_name() -> None:
    proved = 0
    for name in NAMES:
        book = Rulebook(game_named(name), "en")
        for rule in list(book.rules)[::20]:
            page = book.page(rule)
            assert page.scenarios is not None
            assert page.document()["scenarios"] == [{"title": one.title, "file": one.file} for one in page.scenarios]
            proved += len(page.scenarios)
    assert proved
