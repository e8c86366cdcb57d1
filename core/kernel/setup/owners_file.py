"""An owner's file of an edition: every value has a source and is within reason, and what does not fit is named."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Literal, get_args, get_origin

from msgspec import ValidationError

from core.kernel.decoding import convert
from core.kernel.errors import EditionError, HeraldError
from core.kernel.rules.contents import types_of
from core.kernel.rules.marks import Vocabulary
from core.kernel.setup.edition_file import EditionFile, Field, Path, Shape, shapes_of
from core.kernel.setup.entries import Every, Grouped, Ids

SOURCES = ("rulebook", "public", "house", "owner")

MOST = 999  # no number of a box is larger, and what a seat may pay is offered one by one
LONGEST = 200  # characters of a text, items of a list
TOO_MUCH = "more than any box holds"

_LARGER = re.compile(r"\d{4}")

_DICT: Any = dict
_LIST: Any = list
_TUPLE: Any = tuple


class OwnersFile(EditionFile):
    """Reads the same tables, and looks at each value before it is believed: whoever wrote them may have erred."""

    def __init__(self, file: str, words: Vocabulary) -> None:
        """`words`: those that may stand in the file."""
        self.file = file
        self.words: dict[str, Collection[str]] = dict(words)

    def build(self, kind: Any, values: Mapping[str, Any], path: Path = ()) -> Any:
        """A struct, made at once, so that unknown, missing and wrong values are named with their place."""
        self._refuse_unknown(kind, values, path)
        made = super().build(kind, values, path)
        try:
            return convert(made, kind, str_keys=True)
        except ValidationError as problem:
            raise self._misfit(kind, values, str(problem), path) from problem

    def fields(self, kind: Any) -> tuple[Field, ...]:
        """Words are looked at, too."""
        return shapes_of(kind)

    def word(self, shape: Shape, found: Any, path: Path) -> Any:
        """A word is one of its vocabulary where it has one."""
        if isinstance(found, str) and found not in self.words.get(shape.kind, (found,)):
            raise self.wrong("edition_word", path, (*self.words[shape.kind],), found, self.words[shape.kind])
        return found

    def written(self, shape: Shape, found: Any, path: Path) -> Any:
        """What is written in a notation can be read."""
        try:
            return super().written(shape, found, path)
        except ValueError as problem:
            raise self.wrong("edition_count", path, problem, found) from problem
        except HeraldError as problem:
            word, known = problem.terms.get("word"), [*getattr(problem, "known", ())]
            if not isinstance(word, str):
                raise self.unread(str(problem), path) from problem
            known += self.words.get(str(problem.terms.get("kind")), ())
            name = word.split()[-1] if word.split() else word  # `1 golt`: the number is none of the words
            raise self.wrong("edition_unknown_word", path, "", name, known) from problem

    def by_words(self, shape: Shape, found: Any, path: Path) -> Any:
        """The words are those of a vocabulary; or ids, which from then on are the words of theirs."""
        (key, value), every, ids = shape.parts, shape.marks.get(Every), shape.marks.get(Ids)
        or_one = every is not None and every.or_one
        if isinstance(found, _DICT) or (value.entry and not or_one):
            table = self.table(found, path)
            if every is not None:
                self._every(every, table, path)
            if ids is not None:
                self._ids(ids, [(*path, name) for name in table], path)
            if key.kind and value.entry:
                self.words.setdefault(key.kind, table)
            for name in table:
                getattr(self, key.by)(key, name, (*path, name))
        return super().by_words(shape, found, path)

    def in_groups(self, shape: Shape, found: Any, path: Path) -> dict[Path, Any]:
        """The groups are those that there are, and the ids are told apart over all of them."""
        self._every(Every(shape.marks[Grouped].groups), self.table(found, path), path)
        made = super().in_groups(shape, found, path)
        self._ids(shape.marks.get(Ids, Ids()), made, path)
        return made

    def sourced(self, kind: Any, found: Any, path: Path, apart: str = "") -> dict[str, Any]:
        """Each of the values must have a source, but for what stands apart with its own."""
        values = super().sourced(kind, found, path, apart)
        self._refuse_unknown(kind, values, path, apart)
        source = found.get("from")
        others = {apart, *(table for _, table, shape in shapes_of(kind) if shape.entry)}
        for key in values:
            if key not in others:
                self._believe(values[key], source.get(key) if isinstance(source, _DICT) else source, (*path, key))
        return values

    def _believe(self, value: Any, source: Any, path: Path) -> None:
        """A value says where it comes from, a list as a whole or item by item; and it is within reason."""
        one_by_one = isinstance(source, _LIST) and isinstance(value, _LIST) and len(source) == len(value)
        for named in source if one_by_one else [source]:
            if named not in SOURCES:
                near = _near(named, SOURCES) if isinstance(named, str) else []
                raise EditionError("edition_source", SOURCES, file=self.file, entry=".".join(path), nearest=near)
        if not _within_reason(value):
            raise self.unread(TOO_MUCH, path)

    def table(self, found: Any, path: Path) -> Mapping[str, Any]:
        """A table of the file, which must be there."""
        if not isinstance(found, _DICT):
            raise EditionError("edition_missing", file=self.file, entry=".".join(path))
        return super().table(found, path)

    def _every(self, mark: Every, found: Mapping[str, Any], path: Path) -> None:
        """Refuse a table that lacks a word, has another one, or has them in another order where that matters."""
        words = [*map(str, mark.words)]
        for name in found:
            if name not in words:
                raise self.wrong("edition_word", (*path, name), words, name, words)
        for word in words:
            if word not in found:
                raise EditionError("edition_missing", file=self.file, entry=".".join((*path, word)))
        if mark.in_order and [*found] != words:
            raise self.wrong("edition_order", path, words, [*found])

    def _ids(self, mark: Ids, found: Collection[Path], path: Path) -> None:
        """Refuse entries that are too few or too many, and ids that are not one word or not told apart in any case."""
        if mark.count not in {None, len(found)}:
            raise self.wrong("edition_entries", path, mark.count, len(found))
        same = Counter(id_.casefold() for id_ in (*mark.taken, *(at[-1] for at in found)))
        for at in found:
            id_ = at[-1]
            plain = id_.translate(dict.fromkeys(map(ord, mark.signs)))
            if not _within_reason(id_):
                raise self.unread(TOO_MUCH, at)
            if not (plain.isascii() and plain.isalnum() and len(id_) <= mark.longest):
                raise self.wrong("edition_id", at, " ".join(("A-Z a-z 0-9", *mark.signs, f"({mark.longest})")), id_)
            if same[id_.casefold()] > 1:
                raise self.wrong("edition_id_taken", at, "", id_)

    def _refuse_unknown(self, kind: Any, names: Iterable[str], path: Path, apart: str = "") -> None:
        """Refuse a name that no field has, before anything else is looked for under it."""
        known = {*kind.__struct_encode_fields__, *(table for _, table, _ in shapes_of(kind)), apart}
        for name in names:
            if name not in known:
                raise self.wrong("edition_unknown_field", (*path, name), "", name, known)

    def wrong(self, why: str, path: Path, expected: object, found: object, words: Collection[str] = ()) -> EditionError:
        """Return the error for an entry in which something different is expected: perhaps one of these words."""
        entry, near = ".".join(path), _near(str(found), words)
        return EditionError(
            why, file=self.file, entry=entry, expected=_text(expected), found=_text(found), nearest=near
        )

    def unread(self, problem: str, path: Path) -> EditionError:
        """Return the error for an entry that cannot be read."""
        return EditionError("edition_entry", file=self.file, entry=".".join(path), detail=problem)

    def _misfit(self, kind: Any, values: Any, problem: str, path: Path) -> EditionError:
        """What msgspec says of a struct, about the entry of the file."""
        what, _, where = problem.partition(" - at ")
        at: list[str] = re.findall(r"\w+", where.partition("$")[2])
        here = (*path, *(part for part in at if not part.isdecimal()))
        why, said = next(((why, fits[1]) for pattern, why in _SAID if (fits := re.fullmatch(pattern, what))), ("", ""))
        if why and not at:
            return EditionError(why, file=self.file, entry=".".join((*path, said)), nearest=[])
        for part in at:
            values = values[int(part) if isinstance(values, _LIST) else part]
        if why:
            return self.wrong(why, here, said, values)
        literals = _literals(types_of(kind)[at[0]]) if what.startswith("Invalid enum value") else ()
        if not literals:
            return self.unread(what, here)
        return self.wrong("edition_word", here, literals, values, [*map(str, literals)])


_SAID = (
    (r"Object contains unknown field `(.+)`", "edition_unknown_field"),
    (r"Object missing required field `(.+)`", "edition_missing"),
    (r"Expected `int` >= (-?\d+)", "edition_least"),
    (r"Expected `int` <= (-?\d+)", "edition_most"),
    (r"Expected `array` of length (\d+), got \d+", "edition_items"),
    (r"Expected `\w+` of length >= (\d+)", "edition_items_least"),
)
"""What msgspec says, and the sentence that says it in the reader's language."""


def _near(word: str, words: Collection[str]) -> list[str]:
    """Return the one of these words that was meant, if it is near enough."""
    from difflib import get_close_matches  # noqa: PLC0415 - only where a word is wrong

    return get_close_matches(word, sorted(words), 1)


def _within_reason(value: Any) -> bool:
    """No number, no list and no text is larger than anything in a box."""
    if isinstance(value, int):
        return -MOST <= value <= MOST
    if isinstance(value, str):
        return len(value) <= LONGEST and not _LARGER.search(value)
    if isinstance(value, _DICT):
        return all(map(_within_reason, value.values()))
    return not isinstance(value, _LIST) or (len(value) <= LONGEST and all(map(_within_reason, value)))


def _text(value: Any) -> str:
    """What is expected or found, as one text."""
    if isinstance(value, _DICT):
        value = [f"{name} = {each}" for name, each in value.items()]
    many = isinstance(value, (_LIST, _TUPLE))
    return (", ".join(map(_text, value)) if many else "" if value is None else str(value)) or "—"


def _literals(hint: Any) -> tuple[object, ...]:
    """What may stand in a field that has nothing but certain values."""
    if get_origin(hint) is Literal:
        return get_args(hint)
    return tuple(value for part in get_args(hint) for value in _literals(part))
