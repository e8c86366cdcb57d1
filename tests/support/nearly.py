"""Moves that are nearly legal, as people mistype them, and what must hold of the sentences that refuse them."""

import re
from collections.abc import Iterator
from typing import Any

from core.kernel.errors import HeraldError, NotYourTurn, Refused, Usage
from core.kernel.language.error_text import sentence
from core.kernel.language.lexicon import FIELD, VERB, Lexicon
from core.kernel.language.notation import read_move
from core.kernel.language.respelled import Respelled
from core.kernel.language.spelling import spell_move
from core.kernel.rules import engine
from core.kernel.rules.chance import Stream
from core.kernel.rules.engine import AnyGame, State
from core.kernel.rules.marks import fields_of
from core.kernel.rules.step import kinds_of, tag_of
from tests.support.matches import SEATS, rule_ids

LANGUAGES = ("en", "fr")

BROKEN = re.compile(r"[{}]|\bNone\b|  |[:,;(«“]\s*[.)»”]|“”|« *»|`` |\(\)|^\W*$|(?<![.!?…)»”`\w])[.]$")
"""What no sentence has: a placeholder, an empty list or quotation, a part with nothing behind it."""


def mistyped(game: AnyGame, state: State[Any], seat: int, dice: Stream, lang: str, count: int) -> Iterator[str]:
    """Texts for such a seat: a move that it may make, or one of another time, with one word changed, lost or moved."""
    lexicon = Lexicon.of(game, state.table, lang)
    legal = engine.some_legal(state, seat, dice) if engine.may_answer(state, seat) else []
    blocked = [offer.move for offer in engine.offers(state, seat) if offer.blocked] if legal else []
    for _ in range(count):
        chosen = dice.below(4)
        if chosen == 0 or not legal:
            yield _any(game, dice, lexicon)
        elif chosen == 1 and blocked:
            yield spell_move(dice.pick(blocked), lexicon)
        else:
            yield _changed(game, spell_move(dice.pick(legal), lexicon).split(), dice, lexicon)


def _any(game: AnyGame, dice: Stream, lexicon: Lexicon) -> str:
    """Any verb of the game, with words that its fields can be."""
    kind: Any = dice.pick(kinds_of(game.moves))
    words = [lexicon.spelled(VERB, tag_of(kind))]
    for field in fields_of(kind):
        if field.required or dice.below(3) == 0:
            known = lexicon.ids(field.kind)
            word = lexicon.spelled(field.kind, dice.pick(known)) if known else str(dice.below(5))
            words.append(f"{lexicon.spelled(FIELD, field.name)}={word}" if field.key else word)
    return " ".join(words)


def _changed(game: AnyGame, words: list[str], dice: Stream, lexicon: Lexicon) -> str:
    """With a word for another one, without one, with two in the other order."""
    at, how = dice.below(len(words)), dice.below(4)
    if how == 0 and len(words) > 1:
        del words[at]
    elif how == 1 and len(words) > 1:
        words.append(words.pop(at))
    else:
        kinds = [field.kind for kind in kinds_of(game.moves) for field in fields_of(kind)]
        known = lexicon.ids(dice.pick(kinds)) or ("3",)
        like = [word for kind in dict.fromkeys(kinds) if words[at] in lexicon.ids(kind) for word in lexicon.ids(kind)]
        words[at] = dice.pick(like or known) if at else lexicon.spelled(VERB, tag_of(dice.pick(kinds_of(game.moves))))
    return " ".join(words)


def refused(game: AnyGame, state: State[Any], seat: int, text: str) -> HeraldError | None:
    """Why a text is no move of this seat now; None if it is one."""
    try:
        read_move(game, state, seat, text)
    except (Refused, Usage) as error:
        return error
    return None


def told(game: AnyGame, state: State[Any], error: HeraldError, lang: str) -> str:
    """The sentence that its reader is told."""
    spelled = Respelled(game, Lexicon.of(game, state.table, lang))
    return sentence(error, lang, game.telling(state.table, lang), SEATS, spelled)


def faults(game: AnyGame, state: State[Any], seat: int, text: str) -> Iterator[str]:
    """What is wrong with the refusal of a text."""
    error = refused(game, state, seat, text)
    if error is None:
        return
    for lang in LANGUAGES:
        said = told(game, state, error, lang)
        if BROKEN.search(said) or not said.strip():
            yield f"{lang}: {said}"
    if isinstance(error, NotYourTurn):
        waiting: Any = error.terms.get("waiting", ())
        if seat in waiting or not waiting:
            yield f"{waiting} must decide, and {seat} is told so"
    if not isinstance(error, Refused):
        return
    verb = error.terms.get("what") if error.why in {"other_time", "not_your_turn"} else None
    times: list[Any] = [kind.when for kind in kinds_of(game.moves) if tag_of(kind) == verb]
    if error.rule not in rule_ids(game.name) and times != [None]:
        yield f"no such rule: {error.rule}"
    if any(times) and error.rule not in times:
        yield f"{error.rule} does not say when `{verb}` comes"
    yield from _numbers(game, state, seat, error)
    for move in error.nearest:
        if refused(game, state, seat, move) is not None:
            yield f"near, and refused: {move}"


FULL = {"deployment_full", "no_room_for_commission"}
"""Reasons that name a limit which is reached."""


def _numbers(game: AnyGame, state: State[Any], seat: int, error: Refused) -> Iterator[str]:
    """What is needed is not there already; of what the ledger counts there is as much as it says."""
    if not isinstance(error.need, int) or not isinstance(error.have, int):
        return
    if error.need == error.have and error.why not in FULL:
        yield f"{error.why}: {error.need} needed, and there"
    counted = game.counters(state.table).get((seat, str(error.terms.get("what"))))
    if counted is not None and counted not in {error.need, error.have}:  # what was said too much of is what one `has`
        yield f"{error.why}: {error.need}, {error.have} of {error.terms['what']}, and the ledger has {counted}"
