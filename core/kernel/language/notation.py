"""The one language of players, logs and tests: `verb argument key=value`, derived from the types of the moves.

A typed text is a pattern. What it leaves out is settled by the offers: the default if that is legal, else the only
fit, else "which?" with the list. Any case, unique prefixes; the stored text is always the long form.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from msgspec import Struct

from core.kernel.errors import NotYourTurn, Refused, Usage
from core.kernel.game import Game
from core.kernel.log.joining import refuse_before_beginning
from core.kernel.rules import engine
from core.kernel.rules.amounts import written
from core.kernel.rules.grid import CELLS
from core.kernel.rules.marks import Field, Vocabulary, fields_of
from core.kernel.rules.step import OPEN_CHOICE, kinds_of, move_kinds, tag_of

SHOWN = 6  # how many near moves a refusal lists
FAR = 50
NOTHING = "-"  # how an empty list of words is written


class Pattern(Struct, frozen=True):
    """What a typed text says: the kind of move, and for each field that is given the values it can mean."""

    kind: type
    given: dict[str, tuple[Any, ...]]

    def fits(self, move: Any) -> bool:
        """Is this move one that the text can mean?"""
        return type(move) is self.kind and all(getattr(move, name) in values for name, values in self.given.items())

    def says_all_but_defaults(self, move: Any) -> bool:
        """Does every field that the text leaves out have its default here?"""
        return all(
            field.name in self.given or (not field.required and getattr(move, field.name) == field.default)
            for field in fields_of(self.kind)
        )

    def literal(self) -> Any:
        """The move that the text spells out, if it leaves out only defaults and nothing is ambiguous; else None."""
        values: dict[str, Any] = {}
        for field in fields_of(self.kind):
            can = self.given.get(field.name, () if field.required else (field.default,))
            if len(can) != 1:
                return None
            values[field.name] = can[0]
        return self.kind(**values)


def commands(text: str) -> list[str]:
    """The moves of a command line, parted by `;`; a comment after `#` stays with the last one."""
    typed, mark, comment = text.partition("#")
    parts = [part.strip() for part in typed.split(";")]
    found = [part for part in parts if part]
    if found and mark:
        found[-1] = f"{found[-1]} #{comment}".rstrip()
    return found


def format_move(move: Struct) -> str:
    """The long form of a move."""
    return " ".join(_tokens(move))


def _tokens(move: Struct) -> list[str]:
    verb, fields = _form(move.__class__)
    tokens = [*verb]
    for name, field, one_word in fields:
        value = getattr(move, name)
        if not field.required and value == field.default:
            continue
        words = [str(value)] if one_word else _words(field, value) or [NOTHING]
        tokens += [f"{name}={','.join(words)}"] if field.key else words
    return tokens


@cache
def _form(kind: type) -> tuple[list[str], list[tuple[str, Field, bool]]]:
    """The words of its verb; of each field its name, and whether it is one word as it stands."""
    return tag_of(kind).split(), [
        (field.name, field, not (field.counter or field.many or field.unordered)) for field in fields_of(kind)
    ]


def _words(field: Field, value: Any) -> list[str]:
    if field.counter:
        return [written(value)]
    return _repeated(value) if field.unordered else [str(v) for v in value] if field.many else [str(value)]


def _repeated(words: Sequence[str]) -> list[str]:
    """Repeated words as `word*n`."""
    return [word if (n := words.count(word)) == 1 else f"{word}*{n}" for word in dict.fromkeys(words)]


def parse(text: str, here: Sequence[type], everywhere: Sequence[type], vocabulary: Vocabulary) -> Pattern:
    """A typed text as a pattern; moves of the waiting step win where a prefix fits several."""
    words = text.partition("#")[0].split()
    if not words:
        raise Usage("nothing_typed", known=[tag_of(kind) for kind in here])
    kind, rest = _kind(words, here, everywhere)
    fields = fields_of(kind)
    keyed = {field.name: field for field in fields if field.key}
    places = [field for field in fields if not field.key]
    given: dict[str, tuple[Any, ...]] = {}
    while rest:
        word = rest.pop(0)
        key, equals, value = word.partition("=")
        named = _prefixed(key, keyed) if equals or (rest and not _can_place(places, word, vocabulary)) else []
        if len(named) == 1:
            field, said = keyed[named[0]], value if equals else rest.pop(0)
            taken = said.split(",") if field.many else [said]
        elif not places:
            raise Usage("too_many_words" if fields else "verb_alone", word=word, verb=tag_of(kind))
        else:
            field, taken = places.pop(0), [word]
            while field.many and rest and not _is_keyed(rest[0], keyed):
                taken.append(rest.pop(0))
        given[field.name] = _many(field, taken, vocabulary) if field.many else _values(field, taken[0], vocabulary)
    return Pattern(kind, given)


def _kind(words: Sequence[str], here: Sequence[type], everywhere: Sequence[type]) -> tuple[type, list[str]]:
    """The kind of move that the first words name, and the words after it; the longer of two verbs that fit is meant."""
    for kinds in (here, everywhere):
        verbs = {tag_of(kind): kind for kind in kinds}
        longest = max((verb.count(" ") for verb in verbs), default=0) + 1
        for length in range(min(longest, len(words)), 0, -1):
            said = " ".join(words[:length])
            found = _prefixed(said, (verb for verb in verbs if verb.count(" ") + 1 == length))
            if len(found) == 1:
                return verbs[found[0]], list(words[length:])
            if found:
                raise Usage("ambiguous_word", known=found, word=said)
    raise Usage("unknown_verb", known=sorted(tag_of(kind) for kind in here or everywhere), word=words[0])


def _prefixed(word: str, names: Iterable[str]) -> list[str]:
    """The names that a word can mean: the exact one, else all that begin with it, part by part."""
    folded = word.casefold()
    names = list(names)
    exact = [name for name in names if name.casefold() == folded]
    return exact or [name for name in names if folded and _begins(name.casefold(), folded)]


def _begins(name: str, word: str) -> bool:
    """`f:2` begins `forest:2`, and `card st` begins `card step`."""
    for mark in (":", " "):
        if mark in word:
            parts, begun = name.split(mark), word.split(mark)
            return len(parts) >= len(begun) and all(map(str.startswith, parts, begun))
    return name.startswith(word)


def _is_keyed(word: str, keyed: Iterable[str]) -> bool:
    key, equals, _ = word.partition("=")
    return bool(equals) and bool(_prefixed(key, keyed))


def _can_place(places: list[Field], word: str, vocabulary: Vocabulary) -> bool:
    if not places:
        return False
    if places[0].kind == "int" or places[0].counter:
        return word[0].isdecimal()
    return bool(_prefixed(word.partition("*")[0], vocabulary.get(places[0].kind, ())))


def _values(field: Field, word: str, vocabulary: Vocabulary) -> tuple[Any, ...]:
    if field.counter:
        return (_amounts(field, word),)
    if field.kind == "int":
        if not word.isdecimal() or len(word) > 9:  # noqa: PLR2004 - no number of a board game is longer
            raise Usage("not_a_number", word=word, field=field.name)
        return (int(word),)
    known = vocabulary.get(field.kind, ())
    found = _prefixed(word, known)
    if not found and field.kind == CELLS:  # a list of all of them would tell nobody anything
        raise Usage("unknown_cell", word=word, field=field.name)
    if not found:
        raise Usage("unknown_word", known=known, word=word, field=field.name)
    return tuple(found)


def _amounts(field: Field, word: str) -> Any:
    """`1wood+1gold`, in any order, one of a kind also without its number."""
    counts: dict[str, int] = {}
    for part in word.replace(",", "+").split("+") if word != NOTHING else ():
        name = part.lstrip("0123456789")
        number = part[: len(part) - len(name)] or "1"
        found = _prefixed(name, field.counter.__struct_fields__)
        if len(found) != 1:
            raise Usage(
                "ambiguous_word" if found else "unknown_word",
                known=found or field.counter.__struct_fields__,
                word=part,
                field=field.name,
            )
        if len(number) > 3:  # noqa: PLR2004 - no box holds a thousand
            raise Usage("not_a_number", word=part, field=field.name)
        counts[found[0]] = counts.get(found[0], 0) + int(number)
    return field.counter(**counts)


def _many(field: Field, words: Sequence[str], vocabulary: Vocabulary) -> tuple[Any, ...]:
    found: list[Any] = []
    for word in words if list(words) != [NOTHING] else ():
        name, star, times = word.partition("*")
        only, *others = _values(field, name, vocabulary)
        if others:
            raise Usage("ambiguous_word", known=[only, *others], word=name)
        if star and not (times.isdecimal() and len(times) < 3 and int(times)):  # noqa: PLR2004 - no box holds a hundred
            raise Usage("not_a_number", word=word, field=field.name)
        found += [only] * (int(times) if star else 1)
    if field.unordered:
        order = {word: at for at, word in enumerate(vocabulary.get(field.kind, ()))}
        found.sort(key=lambda word: order[word])
    return (tuple(found),)


def read_move(game: Game[Any, Any], state: engine.State[Any], seat: int, text: str) -> Any:
    """The legal move that a typed text means, or a refusal that says why not and what would be near."""
    step = engine.waiting(state)
    refuse_before_beginning(step)
    vocabulary = game.vocabulary(state.table)
    everywhere = kinds_of(game.moves)
    if step is None:
        parse(text, (), everywhere, vocabulary)
        raise NotYourTurn("", "match_over" if game.result(state.table) is not None else "nothing_follows")
    pattern = parse(text, engine.kinds(state, seat), everywhere, vocabulary)
    try:
        return _settled(state, seat, pattern)
    except Refused as refused:
        refused.nearest = tuple(near_moves(state, seat, pattern))
        raise


def could_mean(game: Game[Any, Any], state: engine.State[Any], seat: int, text: str, move: Any) -> bool:
    """Can the text mean this move, whatever else may be on offer?"""
    here = engine.kinds(state, seat)
    return parse(text, here, kinds_of(game.moves), game.vocabulary(state.table)).fits(move)


def _settled(state: engine.State[Any], seat: int, pattern: Pattern) -> Any:
    literal = pattern.literal()
    meant = _any_move(pattern) if literal is None else literal
    if not engine.may_answer(state, seat):
        engine.admit(state, seat, meant)  # refuses
    step: Any = engine.taker(state, seat, pattern.kind)
    if isinstance(step, OPEN_CHOICE):
        if literal is None and pattern.kind in move_kinds(step):
            raise Usage("say_all", known=[field.name for field in fields_of(pattern.kind)])
        engine.admit(state, seat, meant)
        return literal
    offers = list(engine.offers(state, seat))
    open_ones = [offer for offer in offers if offer.blocked is None and pattern.fits(offer.move)]
    fits = [offer.move for offer in open_ones if not offer.said or offer.said in pattern.given]
    plain = [move for move in fits if pattern.says_all_but_defaults(move)]
    if len(fits) == 1 or len(plain) == 1:
        return (plain or fits)[0]
    if open_ones:
        raise Usage("which", known=[format_move(offer.move) for offer in open_ones])
    unsaid = [field.name for field in fields_of(pattern.kind) if field.required and field.name not in pattern.given]
    fitting = [offer.blocked for offer in offers if offer.blocked is not None and pattern.fits(offer.move)]
    if unsaid and not fitting and step.takes(state.table, meant):
        raise Usage("say_more", known=unsaid, verb=tag_of(pattern.kind))
    raise engine.refusal(fitting[0] if fitting else engine.reason(state, seat, step, offers, meant))


def _any_move(pattern: Pattern) -> Any:
    """A stand-in for a text that does not spell out a whole move: only its kind is looked at."""
    values = {
        field.name: pattern.given.get(field.name, (None if field.required else field.default,))[0]
        for field in fields_of(pattern.kind)
    }
    return pattern.kind(**values)


def near_moves(state: engine.State[Any], seat: int, pattern: Pattern) -> list[str]:
    """The legal moves nearest to a text: the same verb first, then by how much of it they share."""
    if not engine.may_answer(state, seat):
        return []
    moves = engine.legal(state, seat)

    fields = fields_of(pattern.kind)
    told = [(field, pattern.given[field.name]) for field in fields if field.name in pattern.given]

    def far(move: Any) -> int:
        if type(move) is not pattern.kind:
            return FAR * len(fields) + 1
        return sum(min(_apart(field, getattr(move, field.name), value) for value in values) for field, values in told)

    return [format_move(move) for move in sorted(moves, key=far)[:SHOWN]]


def _apart(field: Field, one: Any, other: Any) -> int:
    """How far two values of a field are apart: numbers by their difference, lists by what they do not share."""
    if one == other:
        return 0
    if field.many:
        return len({*one} ^ {*other})
    if field.kind == "int" and one is not None:
        apart: int = abs(one - other)
        return min(apart, FAR)
    return FAR


def next_words(
    state: engine.State[Any], seat: int, typed: Sequence[str], begun: str, vocabulary: Vocabulary
) -> list[str]:
    """The words that can legally follow a half-typed move, in the offers' order."""
    step = engine.waiting(state)
    if not engine.may_answer(state, seat):
        return []
    found = _open_words(state, seat, step, typed, vocabulary) if isinstance(step, OPEN_CHOICE) else []
    lines = [_tokens(move) for move in engine.legal(state, seat)]
    found += [
        tokens[len(typed)]
        for tokens in lines
        if len(tokens) > len(typed)
        and all(token.casefold().startswith(word.casefold()) for token, word in zip(tokens, typed, strict=False))
    ]
    return [word for word in dict.fromkeys(found) if word.casefold().startswith(begun.casefold())]


def _open_words(
    state: engine.State[Any], seat: int, step: Any, typed: Sequence[str], vocabulary: Vocabulary
) -> list[str]:
    kinds = move_kinds(step)
    if not typed:
        return [tag_of(kind) for kind in kinds]
    try:
        kind, said = _kind(typed, kinds, kinds)
        field = fields_of(kind)[0]
        chosen = _many(field, said, vocabulary)[0]
    except Usage:
        return []
    return [
        word
        for word in vocabulary.get(field.kind, ())
        if step.check(state.table, seat, _with(kind, field, (*chosen, word), vocabulary), whole=False) is None
    ]


def _with(kind: type, field: Field, words: tuple[str, ...], vocabulary: Vocabulary) -> Any:
    return kind(**{field.name: _many(field, words, vocabulary)[0]})
