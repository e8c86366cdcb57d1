"""What the rules say about words: in whichever language they are typed, in any of their forms, the best first."""

import pytest

from core.games import NAMES
from core.kernel.errors import Usage
from core.kernel.language.lexicon import plain
from replays.told.finding import SearchTold, search, stem
from tests.support.matches import GAMES

ASKED = {
    ("medieval", "who wins a tied majority card"): "MED-R17",
    ("medieval", "carte majorité à égalité"): "MED-R17",
    ("medieval", "island admiral paid"): "MED-R4",
    ("medieval", "îles amiraux payer"): "MED-R4",
    ("medieval", "ILES Amiral paye"): "MED-R4",
    ("medieval", "opening bid"): "MED-R23",
    ("medieval", "première mise"): "MED-15.12",
    ("medieval", "island_cost"): "MED-R4",
    ("medieval", "passed for the round, may I still bid"): "MED-T2",
    ("medieval", "ai-je le droit de miser si j’ai passé"): "MED-15.10",
    ("emara", "or ressource paires fin"): "EMA-T9",
    ("heirs", "troupe double route"): "HEI-T11",
    ("crossing", "two players second goal third place"): "KIN-T9",
    ("nobility", "sold workshop owner bonus"): "RTN-T7",
}
"""What somebody asks in the middle of a match, and what must be among the first three answers."""


def ids(found: SearchTold) -> list[str]:
    return [one.id for one in found.found]


@pytest.mark.parametrize(("game", "words"), ASKED)
def test_a_question_is_answered_among_the_first(game: str, words: str) -> None:
    for lang in ("en", "fr"):
        assert ASKED[game, words] in ids(search(GAMES[game], words.split(), lang))[:3]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_rule_and_ruling_is_found_by_its_own_sentence(name: str, lang: str) -> None:
    texts = GAMES[name].rule_texts()
    for kind in ("rules", "rulings"):
        for id_, text in [*texts[kind].items()][::17]:
            found = search(GAMES[name], text[lang].split(), lang)
            best = found.found[:3]
            assert id_ in [one.id for one in best], text[lang]
            (one,) = [one for one in best if one.id == id_]
            assert one.sentence == text[lang]
            assert one.section


@pytest.mark.parametrize("name", NAMES)
def test_every_game_tells_what_is_often_taken_wrongly(name: str) -> None:
    traps = GAMES[name].rule_texts()["traps"]
    assert len(traps) > 10
    for id_, trap in traps.items():
        for lang in ("en", "fr"):
            assert id_ in ids(search(GAMES[name], trap[lang].split(), lang))[:3]
        (only,) = search(GAMES[name], [id_.lower()], "en").found
        assert (only.kind, only.sentence, list(only.rules)) == ("trap", trap["en"], trap["rules"])
        assert only.section


@pytest.mark.parametrize(
    "forms",
    [
        ("bid", "bids", "bidding"),
        ("mise", "mises", "miser"),
        ("enchère", "encheres", "ENCHÈRES"),
        ("tie", "ties", "tied"),
        ("cheval", "chevaux"),
        ("château", "chateaux"),
        ("activate", "activates", "activated", "activating", "activer", "activé"),
    ],
)
def test_forms_of_a_word_are_one_word(forms: tuple[str, ...]) -> None:
    assert len({stem(plain(form)) for form in forms}) == 1


def test_the_default_is_told_and_the_reading_that_is_asked_about() -> None:
    (ruling,) = [one for one in search(GAMES["medieval"], ["island", "paid"], "en").found if one.id == "MED-R4"]
    assert (ruling.default, ruling.name) == ("requirement", "island_cost")
    assert {"requirement", "spend"} <= {one.reading for one in ruling.readings}
    assert ruling.section == "Cartes d’îles, p. 6-7"


def test_words_that_only_ask_are_not_sought() -> None:
    found = search(GAMES["medieval"], ["who", "has", "the", "walls"], "en")
    assert found.words == ("walls",)
    assert search(GAMES["medieval"], ["the"], "en").words == ("the",), "nothing else was typed"


def test_where_nothing_is_found_the_nearest_words_are_named() -> None:
    with pytest.raises(Usage) as refused:
        search(GAMES["medieval"], ["auktion"], "en")
    assert "auction" in refused.value.terms["nearest"]  # type: ignore[operator]
