"""Moves typed with names, of whatever language: what ids meant stays, and every name that is given is understood."""

import json
import os
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games import NAMES
from core.kernel.errors import Usage
from core.kernel.language.completion import begins, next_words, spellings
from core.kernel.language.lexicon import ENGLISH, FIELD, VERB, Lexicon, begun_by, plain
from core.kernel.language.notation import read_move
from core.kernel.language.pattern import parse
from core.kernel.language.respelled import Respelled
from core.kernel.language.spelling import format_move, spell_move, tokens_of
from core.kernel.language.words import SINGULAR
from core.kernel.rules import engine
from core.kernel.rules.chance import stream
from core.kernel.rules.engine import State
from core.kernel.rules.grid import CELLS
from core.kernel.rules.marks import fields_of
from core.kernel.rules.step import kinds_of, tag_of
from tests.support.matches import GAMES, SEATS, Recipe, states
from tests.support.places import SNAPSHOTS

LANGS = tuple(SINGULAR)
MANY: Any = tuple
EVER = SNAPSHOTS / "typed_names.json"
"""Every name that was ever given: what a log has typed must mean the same for ever."""


def kinds(name: str) -> tuple[Any, ...]:
    return kinds_of(GAMES[name].moves)


def verbs(name: str) -> list[str]:
    return [tag_of(kind) for kind in kinds(name)]


def keys(name: str) -> set[str]:
    return {field.name for kind in kinds(name) for field in fields_of(kind) if field.key}


@cache
def lexicon(name: str, lang: str = ENGLISH) -> Lexicon:
    players = max(GAMES[name].players)
    return Lexicon.of(GAMES[name], next(Recipe(name, players, 1).decisions()).after.table, lang)


@cache
def positions(name: str) -> list[tuple[State[Any], int, list[Any]]]:
    """Some positions with a seat that is asked, and its moves."""
    return [
        (state, seat, engine.some_legal(state, seat, stream("typed"), 5))
        for players in GAMES[name].players
        for state in states(name, players, 7)[::9]
        for seat in engine.asked(state).seats
    ]


def asked(name: str) -> Iterator[tuple[State[Any], int, Any]]:
    """Each of these moves."""
    return ((state, seat, move) for state, seat, moves in positions(name) for move in moves)


# --- nothing that was typed before means anything else --------------------------------------------------------------


@cache
def shortened(name: str) -> list[tuple[State[Any], int, list[str]]]:
    """Lines of ids in random positions."""
    return [(state, seat, format_move(move).split()) for state, seat, move in asked(name)]


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_what_is_typed_in_ids_means_what_ids_alone_mean(name: str, data: st.DataObject) -> None:
    """Every word of a line is cut off somewhere: what then fits an id is never taken for a name."""
    state, seat, words = data.draw(st.sampled_from(shortened(name)))
    cut = [word[: data.draw(st.integers(1, len(word)))] for word in words]
    text = " ".join(data.draw(st.sampled_from((word, word.upper()))) for word in cut)
    here, ids = engine.kinds(state, seat), Lexicon(GAMES[name].vocabulary(state.table))
    try:
        before = parse(text, here, kinds(name), ids)
    except Usage:
        return
    assert parse(text, here, kinds(name), Lexicon.of(GAMES[name], state.table)) == before


@pytest.mark.parametrize("name", NAMES)
def test_the_beginning_of_a_verb_means_what_it_meant(name: str) -> None:
    for verb in verbs(name):
        for length in range(1, len(verb) + 1):
            found = begun_by(verb[:length], verbs(name))
            assert found
            assert lexicon(name).meant(VERB, verb[:length], verbs(name)) == found


# --- names ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_every_verb_and_every_key_has_a_french_word_that_means_it_alone(name: str) -> None:
    french = GAMES[name].words("fr").names
    assert sorted(french[VERB]) == sorted(verbs(name))
    assert set(french[FIELD]) == keys(name)
    for kind, known in ((VERB, verbs(name)), (FIELD, sorted(keys(name)))):
        for word in known:
            typed = lexicon(name, "fr").spelled(kind, word)
            assert plain(typed) == plain(french[kind][word].partition("|")[0]), "as many words as the id has"
            assert lexicon(name).meant(kind, typed, known) == [word]
            assert lexicon(name).meant(kind, plain(typed).upper(), known) == [word]


def known_of(name: str, kind: str) -> tuple[str, ...]:
    """The ids of a kind, also of verbs, of keys, and of what is only counted."""
    counted = {
        field.kind: field.counter.__struct_fields__
        for move in kinds(name)
        for field in fields_of(move)
        if field.counter
    }
    own = {VERB: tuple(verbs(name)), FIELD: tuple(sorted(keys(name)))}
    return own.get(kind) or lexicon(name).ids(kind) or counted[kind]


def given_names(name: str) -> Iterator[tuple[str, str, str]]:
    """Each vocabulary of what can be typed, a name in it, and the id that it is given to."""
    typed = {field.kind for kind in kinds(name) for field in fields_of(kind)} - {"int", CELLS}
    for lang in LANGS:
        names = GAMES[name].words(lang).names
        for kind in sorted({*typed, VERB, FIELD}):
            known = known_of(name, kind)
            for word in known:
                for one in names.get(kind, {}).get(word, word).split("|"):
                    yield kind, one if kind == VERB else one.replace(" ", "-"), word
                yield kind, lexicon(name, lang).spelled(kind, word, known), word


def meaning(name: str, kind: str, typed: str) -> list[str]:
    return lexicon(name).meant(kind, typed, known_of(name, kind))


@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_understood(name: str) -> None:
    for kind, typed, word in given_names(name):
        assert meaning(name, kind, typed) == [word], (kind, typed)
        assert meaning(name, kind, plain(typed).upper()) == [word], (kind, typed)


def files(name: str) -> dict[str, dict[str, dict[str, str]]]:
    """The names of what can be typed, as they stand in the word files."""
    typed = {kind for kind, _, _ in given_names(name)}
    told = {lang: GAMES[name].words(lang).names for lang in LANGS}
    return {lang: {kind: dict(names[kind]) for kind in sorted(typed & set(names))} for lang, names in told.items()}


@cache
def ever(name: str) -> dict[str, dict[str, dict[str, str]]]:
    """Every name that was ever given. HERALD_SNAPSHOTS=write adds what is new, and takes nothing away."""
    kept = json.loads(EVER.read_text(encoding="utf-8"))
    if os.environ.get("HERALD_SNAPSHOTS") == "write":
        for lang, kinds in files(name).items():
            for kind, names in kinds.items():
                known = kept.setdefault(name, {}).setdefault(lang, {}).setdefault(kind, {})
                known |= names | known
        EVER.write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return msgspec.convert(kept[name], dict[str, dict[str, dict[str, str]]])


@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_kept(name: str) -> None:
    """Logs hold names as they were typed: none is changed or taken away without a way to read it."""
    assert files(name) == ever(name), f"new names are added with HERALD_SNAPSHOTS=write; {EVER.name} loses none"


def beginnings(names: dict[str, dict[str, dict[str, str]]]) -> set[tuple[str, str]]:
    """All that can be typed of each name: it, its beginnings, those of its later words."""
    told = [(kind, name) for by_kind in names.values() for kind, given in by_kind.items() for name in given.values()]
    found: set[tuple[str, str]] = set()
    for kind, one in ((kind, form) for kind, name in told for form in name.split("|")):
        whole = one if kind == VERB else one.replace(" ", "-")
        parts = [whole, *(whole.split("-", at)[at] for at in range(1, whole.count("-") + 1))]
        found |= {(kind, part[:length]) for part in parts for length in range(1, len(part) + 1)}
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_new_name_takes_away_no_meaning_of_an_old_one(name: str) -> None:
    """What was enough of a name to mean one thing goes on to mean it."""
    told = {lang: msgspec.structs.replace(GAMES[name].words(lang), names=ever(name)[lang]) for lang in LANGS}
    then = Lexicon(lexicon(name).vocabulary, told.__getitem__)
    for kind, typed in beginnings(ever(name)):
        known = known_of(name, kind)
        meant = then.meant(kind, typed, known)
        assert len(meant) != 1 or lexicon(name).meant(kind, typed, known) == meant, (kind, typed)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", NAMES)
def test_every_legal_move_can_be_typed_in_every_language(name: str, lang: str) -> None:
    for state, seat, move in islice(asked(name), LANGS.index(lang), None, 4):
        spelling = Lexicon.of(GAMES[name], state.table, lang)
        text = spell_move(move, spelling)
        for typed in (text, text.upper(), plain(text), f"{text} # {lang}"):
            assert read_move(GAMES[name], state, seat, typed) == move, typed
        assert begins(spellings(move, spelling), text.split())
        assert lang != ENGLISH or text == format_move(move)


DECORATED = {"wood.1": "bois.1", "sap.2": "sève.2", "food.3": "nourriture.3"}


@pytest.mark.parametrize("space", DECORATED)
def test_what_a_point_parts_is_spelled_part_by_part(space: str) -> None:
    """A number behind it makes no code of a word."""
    spelled = lexicon("crossing", "fr").spelled("space", space)
    assert spelled == DECORATED[space]
    assert lexicon("crossing").meant("space", plain(spelled).upper()) == [space]


def test_such_a_word_is_completed_as_it_is_offered() -> None:
    state, seat = next(
        (state, seat)
        for state in states("crossing", 2, 2)
        for seat in engine.asked(state).seats
        if any(tag_of(move) == "deco" for move in engine.legal(state, seat))
    )
    french = Lexicon.of(GAMES["crossing"], state.table, "fr")
    offered = next_words(state, seat, ["décorer"], "", french)
    assert offered
    assert set(offered) <= {french.spelled("space", space) for space in french.ids("space")}
    for word in offered:
        assert word.partition(".")[0] in {"bois", "pierre", "sève", "nourriture"}
        assert next_words(state, seat, ["décorer"], word[:3], french)


def typed_on(part: Any) -> Iterator[str]:
    """All that a board says is typed."""
    if isinstance(part, MANY):
        for item in part:
            yield from typed_on(item)
    elif isinstance(part, msgspec.Struct):
        if getattr(part, "typed", ""):
            yield part.typed  # type: ignore[attr-defined]
        for field in part.__struct_fields__:
            yield from typed_on(getattr(part, field))


@pytest.mark.parametrize("name", NAMES)
def test_a_board_says_what_is_typed_as_moves_offer_it(name: str) -> None:
    game, words = GAMES[name], {lang: GAMES[name].words(lang) for lang in LANGS}
    seen = 0
    for state, seat, moves in positions(name):
        view, spelling = game.view(state.table, seat), Lexicon.of(game, state.table, "fr")
        english, french = (list(typed_on(game.board(view, words[lang], SEATS))) for lang in ("en", "fr"))
        spelled = {
            one: other for move in moves for one, other in zip(tokens_of(move), tokens_of(move, spelling), strict=True)
        }
        for one, other in zip(english, french, strict=True):
            assert spelled.get(one, other) == other, one
            seen += one in spelled and one != other
    assert seen > 0 or name in {"medieval", "heirs", "crossing"}, "whose boards say codes and numbers"


def listed(name: str, players: int, seed: int) -> Iterator[tuple[State[Any], int, Any]]:
    """All legal moves of some positions, as far as they can be listed; of large ones some."""
    for state in states(name, players, seed)[:: 7 + seed]:
        for seat in engine.asked(state).seats:
            for move in dict.fromkeys([*engine.legal(state, seat), *engine.some_legal(state, seat, stream("all"), 20)]):
                yield state, seat, move


@pytest.mark.parametrize("seed", [11, pytest.param(1, marks=pytest.mark.slow), pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("name", "players"), [(game.name, n) for game in GAMES.values() for n in game.players])
def test_what_is_offered_in_a_language_is_that_very_move(name: str, players: int, seed: int) -> None:
    """In French, too, where a name could be that of something else; in the refusals, too, which know it as ids."""
    game, known = GAMES[name], kinds(name)
    for state, seat, move in listed(name, players, seed):
        spelling, here = Lexicon.of(game, state.table, "fr"), engine.kinds(state, seat)
        text = spell_move(move, spelling)
        assert Respelled(game, spelling).move(format_move(move)) == text
        for read in (spelling, Lexicon.of(game, state.table)):
            assert parse(text, here, known, read).literal() == move, text


@pytest.mark.parametrize("word", ["hôtel-de-ville", "hotel", "mairie", "hall"])
def test_the_town_hall_has_one_french_word_and_another_is_understood(word: str) -> None:
    lexicon_of_it = lexicon("nobility", "fr")
    assert lexicon_of_it.spelled(VERB, "hall") == lexicon_of_it.spelled("display", "hall") == "hôtel-de-ville"
    assert meaning("nobility", VERB, word) == meaning("nobility", "display", word) == ["hall"]
