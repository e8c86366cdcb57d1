"""Half-typed moves: the words that can legally follow, and which moves can still be meant."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from core.kernel.errors import Usage
from core.kernel.language.large_text import parts_said
from core.kernel.language.lexicon import FIELD, VERB, Lexicon, plain
from core.kernel.language.pattern import in_order, kind_named, many_values, parse
from core.kernel.language.spelling import tokens_of, verb_words
from core.kernel.rules import engine
from core.kernel.rules.marks import Field, fields_of
from core.kernel.rules.step import move_kinds, tag_of, unlistable
from core.kernel.rules.ways import Ending, Way, Ways

if TYPE_CHECKING:
    from core.kernel.rules.chance import Stream

Word = tuple[str, ...]
"""One word in all its spellings, that of the reader first."""


def spellings(move: Struct, lexicon: Lexicon) -> list[Word]:
    """The words of a move, in the language of the lexicon, in the long form and in every other language."""
    return list(zip(*(tokens_of(move, one) for one in lexicon.in_every_language()), strict=True))


def begins(words: Sequence[Word], typed: Sequence[str]) -> bool:
    """Can this half-typed line still become the line of these words?"""
    return len(typed) <= len(words) and all(_completed(word, half) for word, half in zip(words, typed, strict=False))


def _completed(word: Word, begun: str) -> str:
    """The first spelling that begins so, its accents left out where they were; an empty text if none does."""
    ways = (way for spelled in word for way in (spelled, plain(spelled)))
    return next((way for way in ways if way.casefold().startswith(begun.casefold())), "")


def next_words(state: engine.State[Any], seat: int, typed: Sequence[str], begun: str, lexicon: Lexicon) -> list[str]:
    """The words that can legally follow a half-typed move, in the offers' order."""
    step = engine.waiting(state)
    if not engine.may_answer(state, seat):
        return []
    found = _open_words(state, seat, step, typed, lexicon) if unlistable(step) else []
    for ways in engine.ways(state, seat):
        found += _large_words(ways, typed, begun, lexicon)
    lines = [spellings(move, lexicon) for move in engine.legal(state, seat)]
    found += [words[len(typed)] for words in lines if len(words) > len(typed) and begins(words, typed)]
    return list(dict.fromkeys(word for way in dict.fromkeys(found) if (word := _completed(way, begun))))


def _open_words(state: engine.State[Any], seat: int, step: Any, typed: Sequence[str], lexicon: Lexicon) -> list[Word]:
    kinds, spelling = move_kinds(step), lexicon.in_every_language()
    if not typed:
        return [tuple(one.spelled(VERB, tag_of(kind)) for one in spelling) for kind in kinds]
    try:
        kind, said = kind_named(typed, kinds, kinds, lexicon)
        field = fields_of(kind)[0]
        chosen = many_values(field, said, lexicon)[0]
    except Usage:
        return []
    return [
        tuple(one.spelled(field.kind, word) for one in spelling)
        for word in lexicon.ids(field.kind)
        if step.check(state.table, seat, _with(kind, field, (*chosen, word), lexicon), whole=False) is None
    ]


def example(state: engine.State[Any], seat: int, typed: Sequence[str], lexicon: Lexicon, dice: "Stream") -> Any:
    """Where moves are too many to list, one at random that goes on from what is typed, as far as that is right.

    None where none does, or the words mean no such move.
    """
    kinds = move_kinds(engine.waiting(state))
    try:
        kind, said = kind_named(typed, kinds, kinds, lexicon)
        field = fields_of(kind)[0]
        chosen = tuple(many_values(field, said, lexicon)[0])
    except Usage:
        return None
    if not field.many:
        return None
    step: Any = engine.waiting(state)
    while chosen and step.check(state.table, seat, _with(kind, field, chosen, lexicon), whole=False) is not None:
        chosen = chosen[:-1]
    while step.check(state.table, seat, move := _with(kind, field, chosen, lexicon)) is not None:
        longer = [_with(kind, field, (*chosen, word), lexicon) for word in lexicon.ids(field.kind)]
        possible = [one for one in longer if step.check(state.table, seat, one, whole=False) is None]
        if not possible:
            return None
        chosen = getattr(dice.pick(possible), field.name)
    return move


def _with(kind: type, field: Field, words: tuple[str, ...], lexicon: Lexicon) -> Any:
    return kind(**{field.name: in_order(field, words, lexicon)})


# --- large moves: part by part ---------------------------------------------------------------------------------------


def large_begun(
    state: engine.State[Any], seat: int, typed: Sequence[str], lexicon: Lexicon
) -> list[tuple[Ways, tuple[Way, ...]]]:
    """The large moves that can begin with what is typed, and how far that leads in each kind of them."""
    return [
        (ways, found)
        for ways in engine.ways(state, seat)
        if (found := _after(ways, typed, lexicon) if typed else (ways.begun,))
    ]


def _after(ways: Ways, typed: Sequence[str], lexicon: Lexicon) -> tuple[Way, ...]:
    """The ways that begin with these words and can end in a legal move; the last word may be half of a list."""
    verb = _verb(ways.kind, lexicon)
    if len(typed) <= len(verb):
        return (ways.begun,) if begins(verb, typed) and ways.possible() else ()
    try:
        pattern = parse(" ".join(typed).rstrip(","), (ways.kind,), (ways.kind,), lexicon)
    except Usage:
        return ()
    return ways.leading(parts_said(pattern))


def _large_words(ways: Ways, typed: Sequence[str], half: str, lexicon: Lexicon) -> list[Word]:
    """The words that can follow in a large move. A list that is one word grows by a part, or as far as none is open."""
    verb = _verb(ways.kind, lexicon)
    if len(typed) < len(verb):
        return verb[len(typed) : len(typed) + 1] if _after(ways, typed, lexicon) else []
    before, comma, _ = half.rpartition(",")
    after = _after(ways, [*typed, before] if comma else typed, lexicon)
    spelled: Word = (f"{before}{comma}",) * len(lexicon.in_every_language())
    grown = [one for way in after for one in _grown(ways, way, spelled, lexicon) if _completed(one[0], half)]
    while len(grown) == 1 and grown[0][0][0].endswith(","):
        ((spelled, way),) = grown
        grown = _grown(ways, way, spelled, lexicon)
    return [word for word, _ in grown]


def _grown(ways: Ways, way: Way, before: Word, lexicon: Lexicon) -> list[tuple[Word, Way]]:
    """The words that are next, each with where it leads; `before`: the beginning of a list in which one is."""
    fields = {field.name: field for field in fields_of(ways.kind)}
    last = way.said[-1].field if way.said else ""
    found: list[tuple[Word, Way]] = []
    for part in ways.next(way):
        field = fields[part.field]
        goes_on = _is_list(field) and part.field == last
        if goes_on == bool(before[0]):
            onward = Way((*way.said, part), part.then)
            more = _is_list(field) and not isinstance(part.then, Ending)
            comma = "," if more and all(one.field == part.field for one in ways.next(onward)) else ""
            found.append((_word(field, str(part.value), before, comma, lexicon), onward))
    return found


def _is_list(field: Field) -> bool:
    """Are its words written as one?"""
    return field.one_word or (field.many and field.key)


def _word(field: Field, value: str, before: Word, comma: str, lexicon: Lexicon) -> Word:
    """A part as it is typed."""
    ways: list[str] = []
    for begun, one in zip(before, lexicon.in_every_language(), strict=True):
        key = f"{one.spelled(FIELD, field.name)}=" if field.key and not begun else ""
        ways.append(f"{begun}{key}{one.spelled(field.kind, value)}{comma}")
    return tuple(ways)


def _verb(kind: type, lexicon: Lexicon) -> list[Word]:
    return list(zip(*(verb_words(kind, one) for one in lexicon.in_every_language()), strict=True))
