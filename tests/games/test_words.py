"""What people read of games and errors: their words fit the code, in every language."""

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from core.games import NAMES
from core.games.crossing import GAME as CROSSING
from core.games.crossing.facts.course import TokenTaken
from core.games.crossing.facts.gains import MarkerMoved
from core.games.emara import GAME as EMARA
from core.games.emara import facts as emara
from core.games.emara.names import FavorId
from core.games.medieval import GAME as MEDIEVAL
from core.games.medieval.data import effects
from core.games.medieval.facts import Folded, Gained, LeaderGained, VpGained
from core.games.medieval.names import CardId, Goods, LeaderId
from core.kernel.errors import Damaged, NotYourTurn, Refused, Usage
from core.kernel.language.error_text import sentence
from core.kernel.language.lexicon import FIELD, VERB
from core.kernel.language.words import SINGULAR, Shown, Words
from core.kernel.rules import engine
from core.kernel.rules.any_order import AnyOrder
from core.kernel.rules.chance import stream
from core.kernel.rules.engine import AnyGame
from core.kernel.rules.marks import fields_of
from core.kernel.rules.step import Blocked, Choice, OpenChoice, kinds_of, parameters_of, tag_of
from core.kernel.setup import resources
from tests.support.matches import GAMES, SEATS, TABLES, Decision, Recipe, any_terms
from tests.support.places import GAME_FOLDERS, ROOT
from tests.support.word_files import Flat, flat, french_in, is_typeset, placeholders

LANGS = tuple(SINGULAR)
PLAYED = [(name, players) for name, players in TABLES if name in NAMES]
MOVES = (-4, -1, 1, 3)
CALLED_BY_THEMSELVES = {"cell", "spot"}  # coordinates; die slots by place and number
WITH_WORDS = sorted(path.parents[1].name for path in GAME_FOLDERS.glob("*/data/words.en.toml"))
BY_EFFECT = ("crossing",)
"""Its component data name no rules: what a card does is written in effects, each of which has its own."""


def table(package: str, name: str) -> dict[str, Any]:
    import_module(package)
    return resources.toml(package, name)


def file(package: str, lang: str) -> Flat:
    return flat(table(package, f"words.{lang}.toml"))


def tags(kinds: Any) -> dict[str, type[Struct]]:
    return {tag_of(kind): kind for kind in kinds_of(kinds)}


def choices(game: AnyGame) -> dict[str, type[Struct]]:
    return {tag: kind for tag, kind in tags(game.steps).items() if issubclass(kind, Choice)}


def parts_of_any_order(steps: Any) -> set[Any]:
    """Steps that lie on the agenda as items and asides of others, if not by themselves, too."""
    orders: list[Any] = [step for step in kinds_of(steps) if issubclass(step, AnyOrder)]
    return {kind for step in orders for part in parameters_of(step)[1:] for kind in kinds_of(part)}


# --- the files ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_french_sentences_name_moves_as_the_french_type_them(name: str) -> None:
    package = f"core.games.{name}.data"
    typed = list(french_in(table(package, "rules.toml")))
    names = GAMES[name].words("fr").names
    for key, text in (*file(package, "fr").items(), *typed):
        for word in re.findall(r"`(\w+)=?[^`]*`", text):
            assert not {names[kind][word] for kind in (VERB, FIELD) if word in names[kind]} - {word}, key


@pytest.mark.parametrize("name", WITH_WORDS)
def test_every_rule_and_ruling_is_told_in_both_languages(name: str) -> None:
    texts = table(f"core.games.{name}.data", "rules.toml")
    for id_, rule in texts["rules"].items():
        assert set(rule) == {"section", *LANGS}, id_
        assert all(rule.values()), id_
        assert is_typeset(rule["section"]), id_
    for id_, ruling in texts["rulings"].items():
        assert set(ruling) == {"option", "rules", "switchable", "en", "fr", "why_en", "why_fr", "readings"}, id_
        assert set(ruling["rules"]) <= set(texts["rules"]), id_
        readings = ruling["readings"].values()
        assert (len(readings) > 1) == ruling["switchable"], id_
        for told in (ruling, *readings):
            assert all(told[lang] for lang in LANGS), id_
    for id_, trap in texts.get("traps", {}).items():
        assert set(trap) == {"rules", *LANGS}, id_
        assert set(trap["rules"]) <= set(texts["rules"]), id_
        assert all(trap.values()), id_


@pytest.mark.parametrize("name", [name for name in WITH_WORDS if name not in BY_EFFECT])
def test_every_rule_that_the_component_data_name_has_a_text(name: str) -> None:
    texts = table(f"core.games.{name}.data", "rules.toml")["rules"]
    prefix = next(iter(texts)).partition("-")[0]
    data = resources.read(f"core.games.{name}.data", "edition.toml").decode()
    named = set(re.findall(rf'"({prefix}-[^"]+)"', data))
    assert len(named) > 10
    assert named <= set(texts)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", NAMES)
def test_every_fact_step_and_move_has_a_pattern_and_every_pattern_can_be_filled(name: str, lang: str) -> None:
    game, words = GAMES[name], GAMES[name].words(lang)
    facts, moves = tags(game.facts), tags(game.moves)
    alone = {tag for tag, kind in choices(game).items() if kind not in parts_of_any_order(game.steps)}
    assert alone <= set(words.steps) <= set(choices(game))
    assert set(facts) == {key.partition(".")[0] for key in words.facts} == set(facts) & set(words.facts)
    assert set(moves) <= {key.partition(".")[0] for key in words.moves}
    assert set(words.times) == (set(moves) if name in NAMES else set())
    for kinds, patterns in ((facts, words.facts), (choices(game), words.steps)):
        for key, pattern in patterns.items():
            tag, _, special = key.partition(".")
            fields = {field.name for field in fields_of(kinds[tag])}
            assert placeholders(pattern) <= fields, key
            assert not special or special in fields, key


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("name", "players"), PLAYED)
def test_everything_that_can_be_typed_or_counted_has_a_name(name: str, players: int, lang: str) -> None:
    game, words = GAMES[name], GAMES[name].words(lang)
    table = next(Recipe(name, players, 1).decisions()).after.table
    for kind, known in game.vocabulary(table).items():
        assert kind in CALLED_BY_THEMSELVES or set(known) <= set(words.names[kind]), kind
    assert {what for _, what in game.counters(table)} <= set(words.numbers)
    assert {ruling.option for ruling in game.rulings} <= set(words.names["ruling"])


def calls(folder: str, names: Sequence[str]) -> Iterator[ast.Call]:
    """Every call of one of these classes in a package."""
    for path in sorted((ROOT / folder).rglob("*.py")):
        for node in named_calls(path):
            if isinstance(node.func, ast.Name) and node.func.id in names:
                yield node


@cache
def named_calls(path: Path) -> list[ast.Call]:
    """Every call in a file of something that has a name."""
    tree = parsed(path)
    return [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def constants(node: ast.AST) -> list[str]:
    return [part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)]


def keywords(call: ast.Call) -> set[str]:
    return {keyword.arg for keyword in call.keywords if keyword.arg}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", NAMES)
def test_every_refusal_of_a_game_has_a_sentence(name: str, lang: str) -> None:
    refusals = GAMES[name].words(lang).refusals
    used: set[str] = set()
    for call in calls(f"core/games/{name}", ["Blocked"]):
        for why in constants(call.args[1]):
            used.add(why)
            assert placeholders(refusals[why]) <= keywords(call), why
    assert used == {why.removesuffix(".any") for why in refusals}
    of_any = [text for why, text in refusals.items() if why.endswith(".any")]
    assert not any(map(placeholders, of_any)), "nobody named anything"


TERMS = {
    "Usage": (0, set[str]()),
    "EditionError": (0, set[str]()),
    "NotAllowed": (0, set[str]()),
    "Hidden": (0, set[str]()),
    "Damaged": (0, {"row", "part", "expected", "found"}),
    "Refused": (1, {"need", "have", "what"}),
    "NotYourTurn": (1, {"need", "have", "what"}),
}
"""Where each error says why, and the terms that it always has."""


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("folder", ["core", "store", "replays"])
def test_every_error_has_a_sentence(folder: str, lang: str) -> None:
    patterns = resources.toml("core.kernel.language", f"words.{lang}.toml")["refusals"]
    seen = 0
    for call in calls(folder, list(TERMS)):
        assert isinstance(call.func, ast.Name)
        at, always = TERMS[call.func.id]
        for why in constants(call.args[at]) if len(call.args) > at else ():
            assert placeholders(patterns[why]) <= always | keywords(call), why
            seen += 1
    assert seen > 5


@pytest.mark.parametrize("lang", LANGS)
def test_no_sentence_is_left_over(lang: str) -> None:
    known = {
        text for folder in ("core", "store", "replays") for path in files(folder) for text in constants(parsed(path))
    }
    assert set(resources.toml("core.kernel.language", f"words.{lang}.toml")["refusals"]) <= known | {
        f"{why}.when" for why in known
    }


def files(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


# --- what is made of them ------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("name", "players"), PLAYED)
def test_everything_in_a_match_can_be_told(name: str, players: int, lang: str) -> None:
    game = GAMES[name]
    foreign = foreign_words(game, lang)
    told = 0
    for seed in range(3):
        terms = any_terms(game, players, stream("words", name, players, seed))
        recipe = Recipe(name, players, seed, **terms) if seed else Recipe(name, players, seed)
        for decision in recipe.decisions():
            for line in [*lines_of(game, lang, decision), *sources_of(game, lang, decision)]:
                told += 1
                assert line, decision
                assert line.isprintable() or set("\u00a0\u202f") & set(line), line
                assert not set("\n{}_") & set(line), line
                assert not re.search(r"[A-Z]{3}-\d\d|\b[A-Z][a-z]+[A-Z]|\(\)|None", line), line
                assert not foreign & set(re.findall(r"\w+", re.sub("`[^`]*`", "", line))), line  # but for what is typed
    assert told > 1000


def lines_of(game: AnyGame, lang: str, decision: Decision) -> Iterator[str]:
    """What followed, what is owed, what each offer means, and why others are refused."""
    words, state = game.words(lang), decision.after
    yield from (words.fact(fact, SEATS) for fact in decision.happened.facts)
    step = engine.waiting(state)
    if step is None:
        return
    yield words.step(step, SEATS)
    for seat in engine.asked(state).seats[:1]:
        tell = game.teller(game.view(state.table, seat), words)
        if isinstance(step, OpenChoice):
            yield tell(step.sample(state.table, seat, stream("sample", decision.number)))
            continue
        for offer in engine.offers(state, seat):
            if offer.blocked is None:
                meaning = tell(offer.move)
                assert meaning != words.moves.get("nowhere")
                yield meaning
            else:
                yield refused(offer.blocked, words)


def refused(blocked: Blocked, words: Words) -> str:
    """The sentence of the game, or that of all games."""
    return sentence(
        Refused(blocked.rule, blocked.why, blocked.need, blocked.have, what=blocked.what), words.lang, words
    )


def sources_of(game: AnyGame, lang: str, decision: Decision) -> Iterator[str]:
    """Where the ledger says that a number comes from."""
    words = game.words(lang)
    for fact in decision.happened.facts:
        for entry in fact.entries():
            assert any(entry.source in names for names in words.names.values()), entry
            yield words.anything(entry.source).text
            yield words.numbers[entry.what]


def foreign_words(game: AnyGame, lang: str) -> set[str]:
    """Words that only the names of the other languages have."""
    own = set(re.findall(r"\w+", " ".join(words_in(game.words(lang)))))
    others = [text for other in LANGS if other != lang for text in words_in(game.words(other))]
    return set(re.findall(r"\w+", " ".join(others))) - own


def words_in(words: Words) -> list[str]:
    names = [text for kind in words.names.values() for text in kind.values()]
    patterns = [*words.facts.values(), *words.moves.values(), *words.steps.values(), *words.refusals.values()]
    plain = [re.sub(r"\{\w+(\.many)?\}", " ", text) for text in (*patterns, *words.effects.values())]
    return [*names, *plain, *words.numbers.values(), *SEATS]


def test_both_patterns_of_a_fact_are_used() -> None:
    words = MEDIEVAL.words("en")
    assert words.fact(Folded("R", 0), SEATS) == "Ana folds"
    assert words.fact(Folded("R", 0, forced=True), SEATS) == "Ana cannot bid more, and folds"
    assert words.fact(VpGained("R", 1, 6, "WAR-02", 2), SEATS) == "Bo scores 6 VP (Crusade) and reaches 2 milestones"
    assert words.fact(VpGained("R", 1, 6, "WAR-02"), SEATS) == "Bo scores 6 VP (Crusade)"
    assert words.fact(Gained("R", 1, Goods(production=2), "mayors"), SEATS) == "Bo gains 2 production (mayors)"
    assert words.fact(Gained("R", 1, Goods(gold=1, combat=2)), SEATS) == "Bo gains 1 gold + 2 combat"


def test_a_match_may_end_without_a_winner_among_the_seats() -> None:
    """EMA-16.15: Victoria is no seat."""
    words = EMARA.words("en")
    over = emara.MatchEnded("R", (48, 52), (2, 1), (1,))
    assert words.fact(over, SEATS) == "The match is over. Victory: Bo! Final scores: Ana 48, Bo 52"
    lost = emara.MatchEnded("R", (29,), (1,), ())
    assert words.fact(lost, SEATS) == "The match is over, and Victoria wins! Final scores: Ana 29"
    token = FavorId("castle:book")
    assert words.fact(emara.FavorRedeemed("R", 0, token), SEATS) == "Ana redeems a favor: book at the Castle"
    assert "to the box" in words.fact(emara.FavorRedeemed("R", 0, token, boxed=True), SEATS)


def test_names_have_plurals() -> None:
    english, french = MEDIEVAL.words("en"), MEDIEVAL.words("fr")
    assert [english.count("family", "territory", n) for n in (0, 1, 2)] == [
        "0 territories",
        "1 territory",
        "2 territories",
    ]
    assert [french.count("leader", "general", n) for n in (0, 1, 2)] == ["0 général", "1 général", "2 généraux"]
    assert french.amounts("resource", Goods(gold=2, raw_material=3)) == "2 or + 3 matières premières"
    assert english.amounts("resource", Goods()) == "0"
    gained = LeaderGained("R", 0, LeaderId("general"), CardId("LDR-05"))
    assert french.fact(gained, SEATS) == "Maréchal (général) apporte 1 général à Ana"


def test_the_name_of_several_takes_the_plural_of_a_verb() -> None:
    words = CROSSING.words("en")
    told = [words.fact(TokenTaken("KIN-9.1", seat), ("Ana",)) for seat in (0, 1)]
    assert told == ["Ana takes the first player token", "Paco & Paca take the first player token"]


def test_a_french_word_is_linked_with_the_name_behind_it() -> None:
    names = ("Ana", "Bo", "Élise", "Œdipe", "Yvette", "O’Hara", "Hugo", "Yann", "A", "A, Bo", "7")
    assert [Shown(name).of for name in names] == [
        "d’Ana",
        "de Bo",
        "d’Élise",
        "d’Œdipe",
        "d’Yvette",
        "d’O’Hara",
        "de Hugo",
        "de Yann",
        "de A",
        "de A, Bo",
        "de 7",
    ]
    assert [f"{Shown(name).that}" for name in names[:2]] == ["qu’Ana", "que Bo"]


def test_a_number_takes_the_form_of_its_language() -> None:
    assert [f"{Shown(str(n), count=n):card|cards}" for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert [f"{Shown(str(n), count=n, lang='fr'):carte|cartes}" for n in (0, 1, 2)] == [
        "0 carte",
        "1 carte",
        "2 cartes",
    ]
    assert [f"{Shown(text): ({text})|, that is all}" for text in ("gold", "")] == [" (gold)", ", that is all"]
    assert f"{Shown('castle', 'castles').many} {Shown('gold').many} {Shown('x'):>3}" == "castles gold   x"


def test_a_number_below_zero_goes_back() -> None:
    patterns = ("{n:space|spaces|space back|spaces back}", "{n:case|cases|case en arrière|cases en arrière}")
    told = [
        pattern.format(n=Shown(str(n), count=n, lang=lang))
        for lang, pattern in zip(LANGS, patterns, strict=True)
        for n in MOVES
    ]
    assert told[:4] == ["4 spaces back", "1 space back", "1 space", "3 spaces"]
    assert told[4:] == ["4 cases en arrière", "1 case en arrière", "1 case", "3 cases"]
    back = MarkerMoved("KIN-12.6", 0, -1, "goal G4")
    assert CROSSING.words("en").fact(back, SEATS).startswith("Ana moves the Investment marker 1 space back")
    assert CROSSING.words("fr").fact(back, SEATS).startswith("Ana déplace son marqueur Investissement de 1 case en")


@pytest.mark.parametrize(("lang", "begins", "goes_on"), [("en", "Morning", "action 2"), ("fr", "Matin", "action 2")])
def test_a_round_that_begins_is_told_as_on_the_board(lang: str, begins: str, goes_on: str) -> None:
    words = CROSSING.words(lang)
    assert words.staged((3, 0)).endswith(f" 3, {begins}")
    assert words.staged((3, 2)).endswith(f" 3, {goes_on}")
    for name in NAMES:
        told = GAMES[name].words(lang)
        assert bool(told.stage_begins) == ("{1}" in told.stage), "where turns are counted"


def test_every_effect_of_a_card_has_a_pattern() -> None:
    kinds = tags(effects.Now | effects.Income | effects.End)
    for lang in LANGS:
        patterns = MEDIEVAL.words(lang).effects
        for tag, kind in kinds.items():
            fields = {field.name for field in fields_of(kind)}
            assert tag == "military" or placeholders(patterns[tag]) <= fields, tag


# --- errors as sentences --------------------------------------------------------------------------------------------


def test_a_refusal_is_said_in_the_words_of_its_game() -> None:
    error = Refused("MED-16.5", "cost_too_high", 6, 2, what="raw_material")
    assert sentence(error, "en", MEDIEVAL.words("en")) == "playing it costs 6 raw material; you have 2."
    french = sentence(error, "fr", MEDIEVAL.words("fr"))
    assert french == "il faut 6 matières premières pour la jouer\u202f; vous en avez 2."
    assert MEDIEVAL.words("fr").refusal(Blocked("MED-16.5", "cost_too_high", 6, 2, "raw_material")) == french


def test_other_errors_are_said_in_the_words_of_the_kernel() -> None:
    assert sentence(Usage("unknown_game", ("medieval",), word="chess"), "en") == "There is no game “chess”."
    assert sentence(Damaged("gap", 7, "row", 7, 9), "fr") == "Il manque une ligne\u202f: trouvé la ligne 9, attendu 7."
    waiting = NotYourTurn("MED-8.3", "not_your_turn", waiting=[0, 2])
    assert sentence(waiting, "en", MEDIEVAL.words("en"), SEATS) == "Ana, Cy must decide first."
    assert sentence(Usage("wrong_players", ("2",), found=1), "fr") == "Ce jeu ne se joue pas à 1 joueur."


def test_an_error_without_words_is_not_lost() -> None:
    assert sentence(Usage("something_new", word="x"), "fr") == "something_new word=x"


def test_a_step_is_an_infinitive_that_goes_on_from_must() -> None:
    decision = next(Recipe("medieval", 2, 1).decisions())
    step = engine.waiting(decision.after)
    assert step is not None
    assert tag_of(step) == "ChooseMonarch"
    assert MEDIEVAL.words("en").step(step) == "choose a King or Queen"
