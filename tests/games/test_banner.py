"""The words of the sentence that says what must be done can be typed; a label alone says what it can be part of."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any

import pytest

from core.games import NAMES
from core.kernel.errors import Refused, Usage
from core.kernel.language.banner import CLAUSES, PRONOUNS, SMALL, as_move, completed, named
from core.kernel.language.completion import next_words
from core.kernel.language.lexicon import VERB, Lexicon, folded
from core.kernel.language.notation import read_move
from core.kernel.language.pattern import kind_named
from core.kernel.language.spelling import format_move
from core.kernel.language.words import SINGULAR
from core.kernel.log.kernel_steps import steps_of
from core.kernel.rules import engine
from core.kernel.rules.chance import stream
from core.kernel.rules.engine import State
from core.kernel.rules.marks import fields_of
from core.kernel.rules.step import kinds_of, tag_of
from tests.support.matches import GAMES, states

LANGS = tuple(SINGULAR)


@cache
def asked(name: str) -> list[tuple[State[Any], int]]:
    """A position with a seat that is asked for each step that comes up, and two more of the same."""
    found: dict[str, list[tuple[State[Any], int]]] = {}
    for players in GAMES[name].players:
        for seed in (5, 6):
            for state in states(name, players, seed):
                for seat in engine.asked(state).seats:
                    found.setdefault(tag_of(engine.waiting(state)), []).append((state, seat))
    return [one for each in found.values() for one in each[:: max(len(each) // 3, 1)]]


def heads(sentence: str) -> Iterator[str]:
    """What somebody types who answers a sentence in its own words: how each clause begins."""
    for clause in CLAUSES.split(sentence):
        first, *more = clause.split() or [""]
        if first.replace("’", "").isalpha() and folded(first) not in SMALL:
            yield " ".join([first, *more[:1]]) if folded(first) in PRONOUNS else first


def answer(name: str, state: State[Any], seat: int, typed: str) -> tuple[str, list[str]]:
    """What comes of a text: the verb of the move, or the reason for which it is none and what is named there."""
    try:
        return "", [tag_of(read_move(GAMES[name], state, seat, typed))]
    except Usage as asks:
        return asks.why, [*asks.known]
    except Refused as refused:
        return refused.why, []


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", NAMES)
def test_what_the_banner_says_can_be_typed(name: str, lang: str) -> None:
    """It is a move, or the beginning of one, or says which ones are meant; it never is unknown, or of another time."""
    seen = 0
    for state, seat in asked(name):
        here = {tag_of(kind) for kind in engine.kinds(state, seat)}
        for typed in heads(GAMES[name].words(lang).steps[tag_of(engine.waiting(state))]):
            why, known = answer(name, state, seat, typed)
            assert why.partition(".")[0] not in {"unknown_verb", "unknown_verb_end", "ambiguous_word", "other_time"}, (
                typed
            )
            assert why not in {"", "which_verb"} or {*known} <= here, typed
            seen += 1
    assert seen > 10


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", NAMES)
def test_what_can_be_done_begins_a_move(name: str, lang: str) -> None:
    for state, seat in asked(name)[::2]:
        words, here = Lexicon.of(GAMES[name], state.table, lang), engine.kinds(state, seat)
        for verb in next_words(state, seat, [], "", words):
            for after in next_words(state, seat, [verb], "", words)[:2] or [""]:
                kind, _ = kind_named([verb, *after.split()], here, kinds_of(GAMES[name].moves), words)
                assert kind in here


SAID = {
    "medieval": {"raise 4": "bid 4", "surenchérir 4": "bid 4", "se retirer": "fold"},
    "emara": {"pay": "event", "passer": "event pass", "share out 3 4": "final 3 4"},
    "heirs": {"destroy 0,1": "raze 0,1", "spare it": "spare", "écarter war": "veto war"},
    "crossing": {
        "se reposer A3": "rest A3",
        "Se Reposer a3": "rest a3",
        "advance": "invest up",
        "avancer": "invest up",
        "l'encaisser": "invest cash",
        "cash it": "invest cash",
        "wait": "later",
        "go on": "done",
        "continuer": "done",
    },
    "nobility": {"satisfy S03": "settle S03", "satisfaire S03": "settle S03", "place lot": "put lot", "aucun": "done"},
}


@pytest.mark.parametrize("name", NAMES)
def test_other_words_for_a_verb(name: str) -> None:
    game = GAMES[name]
    files = [game.words(lang).said for lang in LANGS]
    verbs = [tag_of(kind) for kind in kinds_of(game.moves)]
    for typed, means in SAID[name].items():
        words = typed.split()
        count, found = named(files, verbs, words)
        assert [" ".join([*found, *words[count:]])] == [means], typed


@pytest.mark.parametrize("name", NAMES)
def test_they_are_words_of_the_banner_and_of_moves_that_can_be_made_there(name: str) -> None:
    """Each is in a sentence of a step that takes such a move, in its own language."""
    game = GAMES[name]
    for lang in LANGS:
        words = game.words(lang)
        for verb, phrases in words.said.items():
            steps = [tag_of(step) for step in kinds_of(steps_of(game)) if verb in verbs_of(step)]
            sentences = [folded(words.steps[step]) for step in steps if step in words.steps]
            for phrase in filter(None, phrases.split("|")):
                assert any(folded(phrase.split()[0]) in sentence for sentence in sentences), (lang, verb, phrase)


def verbs_of(step: Any) -> list[str]:
    """The verbs of the moves that a step takes; steps of the kernel, and those that ask nobody, take none."""
    with suppress(AttributeError):
        return [tag_of(kind) for kind in step.kinds()]
    return []


def test_nothing_that_is_a_move_already_means_another() -> None:
    for name in NAMES:
        for state, seat in asked(name):
            for move in engine.legal(state, seat)[:5]:
                text = format_move(move)
                assert read_move(GAMES[name], state, seat, text) == move


@pytest.mark.parametrize("name", NAMES)
def test_nobody_makes_a_whole_move_by_a_word_that_no_file_names(name: str) -> None:
    """Where nothing is left but to go on, that is not done by what could have been done there."""
    files = [GAMES[name].words(lang) for lang in LANGS]
    for state, seat in asked(name):
        kinds = {tag_of(kind): kind for kind in engine.kinds(state, seat)}
        for typed in (head for file in files for head in heads(file.steps[tag_of(engine.waiting(state))])):
            verbs = named([file.said for file in files], kinds, typed.split())[1]
            with suppress(Usage):
                other = as_move(GAMES[name], state, seat, typed)
                assert other is None or verbs or any(field.required for field in fields_of(kinds[other]))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", NAMES)
def test_the_words_of_the_banner_are_completed(name: str, lang: str) -> None:
    """Each that means the verb of a possible move is offered once a letter is typed; and each that is offered does."""
    seen = 0
    for state, seat in asked(name)[::2]:
        words = Lexicon.of(GAMES[name], state.table, lang)
        possible = {tag_of(move) for move in engine.some_legal(state, seat, stream("banner", name))}
        said = [phrase for phrases in GAMES[name].words(lang).said.values() for phrase in phrases.split("|")]
        for typed in (*heads(GAMES[name].words(lang).steps[tag_of(engine.waiting(state))]), *filter(None, said)):
            *before, last = typed.split()
            offered = completed(GAMES[name], state, seat, before, last[:2], words)
            try:
                means = as_move(GAMES[name], state, seat, typed)
            except Usage:
                continue
            if means is not None and not words.meant(VERB, typed.split()[0], here(state, seat)):
                assert last in offered or means.split()[0] not in possible, typed
                if last in offered:
                    assert means.split()[0] in here(state, seat)
                    after = next_words(state, seat, means.split(), "", words)
                    assert {*after} <= {*completed(GAMES[name], state, seat, typed.split(), "", words)}
                    seen += 1
        assert completed(GAMES[name], state, seat, [], "", words) == []
    assert seen


def here(state: State[Any], seat: int) -> list[str]:
    return [tag_of(kind) for kind in engine.kinds(state, seat)]


# --- labels ----------------------------------------------------------------------------------------------------------


LABELS = {"medieval": "activate", "crossing": "work", "nobility": "tavern", "heirs": "build", "emara": "play"}


@pytest.mark.parametrize("name", NAMES)
def test_a_label_alone_says_what_can_be_done_with_it(name: str) -> None:
    game, seen = GAMES[name], 0
    for state, seat in asked(name):
        moves = [move for move in engine.legal(state, seat) if tag_of(move) == LABELS[name]]
        moves += [next(ways.moves()) for ways in engine.ways(state, seat) if ways.possible()]
        for move in moves[:2]:
            label = format_move(move).split()[-1].rpartition("=")[2]
            with pytest.raises(Usage) as found:
                read_move(game, state, seat, label)
            if found.value.why == "label_alone":
                seen += 1
                assert {format_move(move).split()[0]} <= {known.split()[0] for known in found.value.known}
                for near in found.value.known[:3]:
                    assert format_move(read_move(game, state, seat, near)) == near
    assert seen


def test_what_a_move_does_not_take_says_which_ones_do() -> None:
    """Goods are sold at the port."""
    for state, seat in asked("nobility"):
        here = {tag_of(kind) for kind in engine.kinds(state, seat)}
        if {"sell", "port"} <= here:
            for typed in ("sell jewel", "vendre bijou", "sell jewel furniture"):
                why, known = answer("nobility", state, seat, typed)
                assert (why, "port" in known, "sell" in known) == ("taken_elsewhere", True, False)
            return
    raise AssertionError("no such turn")


def test_a_label_that_no_move_has_now_says_so() -> None:
    state, seat = next(one for one in asked("crossing") if tag_of(engine.waiting(one[0])) == "PickPair")
    assert answer("crossing", state, seat, "s4")[0] == "label_nowhere"
    assert answer("crossing", state, seat, "zz")[0] == "unknown_verb"


def test_words_of_another_moment_say_when_that_comes() -> None:
    state, seat = next(one for one in asked("crossing") if tag_of(engine.waiting(one[0])) == "PickPair")
    for typed in ("se reposer A3", "advance", "go on"):
        assert answer("crossing", state, seat, typed)[0] == "other_time"
