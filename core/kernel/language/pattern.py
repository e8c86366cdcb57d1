"""What a typed text can mean: `verb argument key=value`, in any case, by unique prefixes, by names of any language.

The names are those of `lexicon.py`; which words there are is derived from the types of the moves.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from core.kernel.errors import Usage
from core.kernel.language.lexicon import FIELD, VERB, Lexicon, begun_by, folded
from core.kernel.language.spelling import NOTHING
from core.kernel.rules.grid import CELLS
from core.kernel.rules.marks import Field, fields_of
from core.kernel.rules.step import tag_of


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


def parse(
    text: str, here: Sequence[type], everywhere: Sequence[type], lexicon: Lexicon, *, in_log: bool = False
) -> Pattern:
    """Read a typed text as a pattern; moves of the waiting step win where a prefix fits several.

    `in_log`: the text is that of a row. Rows from before 20 November 2026 can say a key twice: the last one counted.
    """
    words = text.partition("#")[0].split()
    if not words:
        raise Usage("nothing_typed", known=[tag_of(kind) for kind in here])
    kind, rest = kind_named(words, here, everywhere, lexicon)
    fields = fields_of(kind)
    keyed = {field.name: field for field in fields if field.key}
    keys = list(keyed)
    places = [field for field in fields if not field.key]
    given: dict[str, tuple[Any, ...]] = {}
    behind: dict[str, str] = {}  # what is typed behind each key
    list_before: tuple[Field, str] | None = None
    while rest:
        word = rest.pop(0)
        key, equals, value = word.partition("=")
        named = _key(word, keys, places if rest else None, lexicon)
        if named is not None:
            field, said = keyed[named], value if equals else rest.pop(0)
            if named in behind and not in_log:
                raise _said_twice(key, field, behind[named], said)
            behind[named] = said
            taken = said.split(",") if field.many else [said]
        elif not places and not _goes_on(list_before, word, lexicon):
            raise Usage("too_many_words" if fields else "verb_alone", word=word, verb=tag_of(kind))
        else:
            field = _place_of(word, places, list_before, lexicon)
            del places[: places.index(field) + 1]
            list_before = (field, word) if field.one_word else None
            taken = word.split(",") if field.one_word else [word]
            while field.many and not field.one_word and rest and not _is_keyed(rest[0], keys, lexicon):
                taken.append(rest.pop(0))
        given[field.name] = many_values(field, taken, lexicon) if field.many else _values(field, taken[0], lexicon)
    return Pattern(kind, given)


def _said_twice(key: str, field: Field, before: str, again: str) -> Usage:
    """Refuse a key that is typed again: neither value may be lost. Those of a list belong behind one key."""
    return (
        Usage("said_apart", word=key, joined=f"{key}={before},{again}") if field.many else Usage("said_twice", word=key)
    )


def kind_named(
    words: Sequence[str], here: Sequence[type], everywhere: Sequence[type], lexicon: Lexicon
) -> tuple[type, list[str]]:
    """The kind of move that the first words name, and the words after it."""
    for find in (begun_by, partial(lexicon.named, VERB)):
        for kinds in (here, everywhere):
            found = _verb(words, {tag_of(kind): kind for kind in kinds}, find)
            if found is not None:
                return found
    going_on = [verb for verb in map(tag_of, everywhere) if " " in verb and _is_first(words[0], verb, lexicon)]
    if going_on and len(words) > 1:
        raise Usage("unknown_verb_end", known=sorted(going_on), word=words[1], begun=words[0])
    raise Usage("unknown_verb", known=sorted(tag_of(kind) for kind in here or everywhere), word=words[0])


def _is_first(word: str, verb: str, lexicon: Lexicon) -> bool:
    """Does a verb of several words begin so in any language?"""
    said = folded(word)
    return said != "" and any(folded(one.spelled(VERB, verb)).startswith(said) for one in lexicon.in_every_language())


def _verb(
    words: Sequence[str], verbs: dict[str, type], find: Callable[[str, list[str]], list[str]]
) -> tuple[type, list[str]] | None:
    """One of these verbs, and the words after it; the longer of two that fit is meant."""
    longest = max((verb.count(" ") for verb in verbs), default=0) + 1
    for length in range(min(longest, len(words)), 0, -1):
        said = " ".join(words[:length])
        found = find(said, [verb for verb in verbs if verb.count(" ") + 1 == length])
        if len(found) == 1:
            return verbs[found[0]], list(words[length:])
        if found:
            raise Usage("ambiguous_word", known=found, word=said, kind=VERB)
    return None


def _key(word: str, keyed: Sequence[str], places: list[Field] | None, lexicon: Lexicon) -> str | None:
    """The field that a word is the key of: by its `=`, or as the key of the word after it, if no place can take it.

    `places`: the fields that wait for a word; None where no word follows.
    """
    key, equals, _ = word.partition("=")
    if not equals and (places is None or _can_place(places, word, lexicon.begun)):
        return None
    found = begun_by(key, keyed)
    if not found and (equals or not _can_place(places or [], word, lexicon.meant)):
        found = lexicon.named(FIELD, key, keyed)
    return found[0] if len(found) == 1 else None


def _is_keyed(word: str, keyed: Sequence[str], lexicon: Lexicon) -> bool:
    key, equals, _ = word.partition("=")
    return bool(equals) and bool(lexicon.meant(FIELD, key, keyed))


def _place_of(word: str, places: list[Field], list_before: tuple[Field, str] | None, lexicon: Lexicon) -> Field:
    """The field that a word is for, of those that wait for one: the next that it can be meant for; else the next.

    `list_before`: a list of one word, and how it was typed, if it stands before this word.
    """
    for field in places:
        if _can_be(field, word, lexicon.meant):
            return field
        if field.required:
            break
    if list_before is not None and _goes_on(list_before, word, lexicon):
        raise Usage("words_apart", word=word, joined=f"{list_before[1]},{word}")
    near = _next_places(places)
    if all(_is_named(field, lexicon) for field in near):
        comes_later = any(_can_be(field, word, lexicon.meant) for field in places[len(near) :])
        raise _fits_nowhere(word, near, lexicon, comes_later=comes_later)
    return near[-1] if near[-1].required else near[0]


def _goes_on(list_before: tuple[Field, str] | None, word: str, lexicon: Lexicon) -> bool:
    """Is it one more word of the list before it?"""
    return list_before is not None and word != NOTHING and _can_be(list_before[0], word, lexicon.meant)


def _next_places(places: list[Field]) -> list[Field]:
    """The fields that the next word can be meant for: optional ones, and the first that must be said."""
    required = next((at for at, field in enumerate(places) if field.required), len(places))
    return places[: required + 1]


def _is_named(field: Field, lexicon: Lexicon) -> bool:
    """Is it said by one of a few words that have names?"""
    return not field.counter and field.kind != CELLS and bool(lexicon.ids(field.kind))


def _fits_nowhere(word: str, near: list[Field], lexicon: Lexicon, *, comes_later: bool) -> Usage:
    """What could stand in place of a word: what must be said comes first, then what can be left out."""
    must, *may = sorted(near, key=lambda field: not field.required)
    kinds = [field.kind for field in (must, *may)]
    known = [known for kind in kinds for known in lexicon.ids(kind)]
    if not must.one_word:
        why = "comes_later" if comes_later else "unknown_word"
        return Usage(why, known, word=word, field=must.name, kind=must.kind, kinds=kinds)
    why = "list_comes_first" if comes_later else "unknown_in_list"
    joined = ",".join(lexicon.ids(must.kind)[:2])
    return Usage(why, known, word=word, field=must.name, kind=must.kind, kinds=kinds, joined=joined)


def _can_place(places: list[Field], word: str, find: Callable[[str, str], list[str]]) -> bool:
    """Can the next field be meant by such a word?"""
    return bool(places) and _can_be(places[0], word, find)


def _can_be(field: Field, word: str, find: Callable[[str, str], list[str]]) -> bool:
    """Can a field be meant by such a word?"""
    if field.many and word == NOTHING:
        return True
    if field.kind == "int" or field.counter:
        return word[0].isdecimal()
    if field.one_word:
        word = word.partition(",")[0]
    return bool(find(field.kind, word.partition("*")[0]))


def _values(field: Field, word: str, lexicon: Lexicon) -> tuple[Any, ...]:
    if field.counter:
        return (_amounts(field, word, lexicon),)
    if field.kind == "int":
        if not word.isdecimal() or len(word) > 9:  # noqa: PLR2004 - no number of a board game is longer
            raise Usage("not_a_number", word=word, field=field.name)
        return (int(word),)
    known = lexicon.ids(field.kind)
    found = lexicon.meant(field.kind, word)
    if not found and field.kind == CELLS:  # a list of all of them would tell nobody anything
        raise Usage("unknown_cell", word=word, field=field.name)
    if not found:
        raise Usage("unknown_word", known=known, word=word, field=field.name, kind=field.kind)
    return tuple(found)


def _amounts(field: Field, word: str, lexicon: Lexicon) -> Any:
    """`1wood+1gold`, in any order, one of a kind also without its number."""
    counts: dict[str, int] = {}
    for part in word.replace(",", "+").split("+") if word != NOTHING else ():
        name = part.lstrip("0123456789")
        number = part[: len(part) - len(name)] or "1"
        found = lexicon.meant(field.kind, name, field.counter.__struct_fields__)
        if len(found) != 1:
            raise Usage(
                "ambiguous_word" if found else "unknown_word",
                known=found or field.counter.__struct_fields__,
                word=part,
                field=field.name,
                kind=field.kind,
            )
        if len(number) > 3:  # noqa: PLR2004 - no box holds a thousand
            raise Usage("not_a_number", word=part, field=field.name)
        counts[found[0]] = counts.get(found[0], 0) + int(number)
    return field.counter(**counts)


def many_values(field: Field, words: Sequence[str], lexicon: Lexicon) -> tuple[Any, ...]:
    """The one value that words can mean for a field of several."""
    found: list[Any] = []
    for word in _counted(field, words, lexicon) if list(words) != [NOTHING] else ():
        name, star, times = word.partition("*")
        only, *others = _values(field, name, lexicon)
        if others:
            raise Usage("ambiguous_word", known=[only, *others], word=name, field=field.name, kind=field.kind)
        if star and not (times.isdecimal() and len(times) < 3 and int(times)):  # noqa: PLR2004 - no box holds a hundred
            raise Usage("not_a_number", word=word, field=field.name)
        found += [only] * (int(times) if star else 1)
    return (in_order(field, found, lexicon),)


def in_order(field: Field, found: Sequence[str], lexicon: Lexicon) -> tuple[str, ...]:
    """Ids as a field of several holds them: in their canonical order, if theirs says nothing."""
    if not field.unordered:
        return tuple(found)
    order = {word: at for at, word in enumerate(lexicon.ids(field.kind))}
    return tuple(sorted(found, key=order.__getitem__))


def _counted(field: Field, words: Sequence[str], lexicon: Lexicon) -> list[str]:
    """In a list without order a number after a word says how many of it: `gold 2` is `gold*2`."""
    found: list[str] = []
    for word in words:
        counts = field.unordered and word.isdecimal() and not lexicon.meant(field.kind, word)
        if counts and found and "*" not in found[-1]:
            found[-1] += f"*{word}"
        else:
            found.append(word)
    return found
