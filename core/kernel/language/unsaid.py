"""Why nothing is possible that a text can mean: it leaves something out, so that it may mean anything with that.

What is left out has been named by nobody. So a reason stands as it is only where it is the same whatever would be said,
and tells of nothing that was not. Where it is one sentence of several things, a game may have another for all of them
(`why.any`: “you own no building”); else one of the moves is told, with its own reason.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from core.kernel.errors import Hidden, Refused
from core.kernel.language.lexicon import ENGLISH, Lexicon
from core.kernel.language.pattern import Pattern
from core.kernel.language.spelling import spell_given
from core.kernel.rules import engine
from core.kernel.rules.marks import Field, fields_of
from core.kernel.rules.step import Blocked, Offer

if TYPE_CHECKING:
    from core.kernel.rules.engine import AnyGame

MOST = 1_000
"""Moves that are tried: where there are more, not with every value of the later fields."""


def refusal(game: "AnyGame", state: engine.State[Any], seat: int, pattern: Pattern) -> Refused:
    """Why none of the moves is possible that the text can mean, for a seat that is asked."""
    lexicon = Lexicon.of(game, state.table)
    offered = list(engine.offers(state, seat))
    listed = {offer.move: offer.blocked for offer in offered if offer.blocked and pattern.fits(offer.move)}
    reasons = listed or {move: _reason(state, seat, offered, move) for move in _meant(pattern, offered, lexicon)}
    unsaid = [field for field in fields_of(pattern.kind) if _is_open(field, pattern)]
    telling = [move for move, blocked in reasons.items() if not _tells(blocked, move, unsaid)]
    example = next(iter(telling or reasons))
    blocked = reasons[example]
    if telling and len({*reasons.values()}) == 1:
        return engine.refusal(blocked)
    holds = not listed and len({one.why for one in reasons.values()}) == 1
    of_any = f"{blocked.why}.any"
    if holds and pattern.given.keys().isdisjoint(field.name for field in unsaid) and of_any in _reasons(game):
        return Refused(blocked.rule, of_any)
    such = _spelled(example, lexicon)
    return Refused(blocked.rule, blocked.why, blocked.need, blocked.have, what=blocked.what, such=such)


def _is_open(field: Field, pattern: Pattern) -> bool:
    """Can it be any of several things, as far as the text says?"""
    return len(pattern.given.get(field.name, () if field.required else (field.default,))) != 1


def _reasons(game: "AnyGame") -> Iterable[str]:
    """The reasons for which a game has sentences: the same in each language."""
    return game.words(ENGLISH).refusals


def _reason(state: engine.State[Any], seat: int, offered: list[Offer[Any]], move: Any) -> Blocked:
    """Why one of the moves is not possible, as far as whoever typed the text may know."""
    step = engine.taker(state, seat, move.__class__)
    try:
        return engine.reason(state, seat, step, offered, move)
    except Hidden:
        return Blocked(step.rule, "not_offered")


def _meant(pattern: Pattern, offered: Sequence[Offer[Any]], lexicon: Lexicon) -> Iterator[Any]:
    """Moves that the text can mean, of lists that are left out without anything in them."""
    values: dict[str, Sequence[Any]] = {}
    room = MOST
    for field in fields_of(pattern.kind):
        values[field.name] = some = _values(field, pattern, offered, lexicon)[: max(room, 1)]
        room //= len(some) or 1
    return (pattern.kind(**dict(zip(values, each, strict=True))) for each in product(*values.values()))


def _values(field: Field, pattern: Pattern, offered: Sequence[Offer[Any]], lexicon: Lexicon) -> Sequence[Any]:
    """What a field can be: as the text says; else what offers tell of, so far as they do; else any word of its kind."""
    if field.name in pattern.given:
        return pattern.given[field.name]
    if not field.required:
        return (field.default,)
    if field.many:
        return ((),)
    told = _told(field, pattern.kind, offered)
    if told:
        return told
    if field.counter:
        return (field.counter(),)
    return (1,) if field.kind == "int" else lexicon.ids(field.kind) or (None,)


def _told(field: Field, kind: type, offered: Sequence[Offer[Any]]) -> Sequence[Any]:
    """The values of such a field in what is offered; words of its kind in other moves, too: a die is one everywhere."""
    found = [
        getattr(offer.move, one.name)
        for offer in offered
        for one in fields_of(offer.move.__class__)
        if one.kind == field.kind and not one.many and (field.kind != "int" or offer.move.__class__ is kind)
    ]
    return tuple(dict.fromkeys(value for value in found if value is not None))


def _tells(blocked: Blocked, move: Any, unsaid: Sequence[Field]) -> bool:
    """Does a reason tell of what the text left open, or of a part of it?"""
    terms = {str(term) for term in (blocked.need, blocked.have, blocked.what) if term is not None}
    return any(not terms.isdisjoint(_parts(getattr(move, field.name))) for field in unsaid)


def _parts(value: Any) -> list[str]:
    """An id and its parts: of `forest:1` the forest, too."""
    return [str(value), *str(value).split(":")]


def _spelled(move: Any, lexicon: Lexicon) -> str:
    """The move in the long form, but for what is empty because nobody named anything."""
    said = {field.name: (getattr(move, field.name),) for field in fields_of(move.__class__) if _is_said(field, move)}
    return spell_given(move.__class__, said, lexicon)


def _is_said(field: Field, move: Any) -> bool:
    value = getattr(move, field.name)
    return value not in (field.counter() if field.counter else (), field.default)
