"""What a scenario writes, as values of a game: decoded from the types of its table, facts and views.

Seats by name, amounts as `3 gold + 2 combat`, moves in notation, ids from the match's vocabulary, an empty text for
nothing. A table names parts: of a struct its fields, of a row of places its numbers from 1 (or its seats, or the words
that it is marked with), of a dictionary its keys. A secret is written as what lies in it, behind the name of its seat
where nothing around it says whose it is: `Ana: C16, C07`.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from functools import partial
from types import NoneType
from typing import Any, Literal, Self, TypeAlias, get_args

from msgspec import Struct
from msgspec.structs import fields, replace

from core.kernel.errors import Usage
from core.kernel.game import Game
from core.kernel.language.lexicon import VERB, Lexicon
from core.kernel.language.pattern import parse
from core.kernel.rules.amounts import Amounts, read_amounts
from core.kernel.rules.grid import CELLS, is_cell
from core.kernel.rules.marks import Vocabulary
from core.kernel.rules.secret import unsalted
from core.kernel.rules.step import kinds_of
from replays.scenario.hints import (
    ROWS,
    SECRET,
    UNIONS,
    Hint,
    closed,
    fixed_length,
    hints_of,
    is_by_seat,
    is_kind,
    is_secret,
    is_signed,
    is_unordered,
    item_of,
    marked,
    origin_of,
    plain_type,
    something,
    tag_of_kind,
    within,
    words_of,
)
from replays.scenario.written import NOTHING, Written, is_list, is_table, shown
from replays.scenario.written import key as as_key

DIGITS = 9  # no number of a board game is longer
MANY = 20  # words, and nobody reads a list of them
DIGITS_OF_PLACES = 3  # no row of places has a hundred

Value: TypeAlias = Any
"""What a game makes of it."""

TABLES: Any = (dict, Mapping)


@contextmanager
def at(entry: str) -> Generator[None]:
    """Errors that do not know where they are name this entry."""
    try:
        yield
    except Usage as problem:
        if problem.terms.get("entry"):
            raise
        raise Usage(problem.why, problem.known, **{**problem.terms, "entry": entry}) from problem


class Part(Struct, frozen=True):
    """One part that a table names: its key, its type, what is written, what is there now."""

    key: Value
    hint: Hint
    written: Written
    now: Value
    entry: str


class Decoder:
    """Reads what is written as values of one match."""

    def __init__(
        self,
        game: Game[Any, Any],
        vocabulary: Vocabulary,
        seats: tuple[str, ...],
        owner: int | None = None,
    ) -> None:
        self.game = game
        self.vocabulary = vocabulary
        self.seats = seats
        self.moves = kinds_of(game.moves)
        self.knowing: tuple[int, ...] = () if owner is None else (owner,)  # whose the secrets are that are written
        self.lexicon = Lexicon(vocabulary, game.words)

    def of(self, owner: int) -> Self:
        """The same, for what belongs to a seat."""
        other = copy(self)
        other.knowing = (owner,)
        return other

    def read(self, hint: Hint, written: Written, now: Value, entry: str) -> Value:
        """The value that is written; where a table names parts, the others stay as they are now."""
        plain, name = plain_type(hint)
        origin = origin_of(plain)
        if origin in UNIONS:
            return self._one_of(plain, written, now, entry)
        if origin is SECRET:
            return self._secret(closed(hint), written, entry)
        if is_table(written) and not (written == {} and is_heap(plain)):
            return self._with_parts(hint, written, now, entry)
        if origin in TABLES and written in NOTHING:
            content = get_args(plain)[1]  # what there is a row of for each word stays a row
            kept: Mapping[Any, Any] = _there(now) if is_heap(plain_type(content)[0]) else {}
            return {word: self.read(content, written, row, entry) for word, row in kept.items()}
        if origin is Literal:
            return self._known(written, get_args(plain), entry)
        if origin in ROWS:
            row = self._row(plain, name, written, now, entry)
            return tuple(sorted(row)) if is_unordered(hint) else row
        if is_kind(plain, Amounts):
            return self._amounts(plain, name, written, entry, signed=is_signed(hint))
        if plain in self.moves:
            return self._move(plain, written, entry)
        if plain is bool:
            return self._known(written, ("true", "false"), entry) == "true"
        if plain is int:
            return self._number(name, written, entry, signed=is_signed(hint))
        if plain is str:
            return self._word(name, written, entry)
        raise Usage("scenario_not_writable", entry=entry, word=shown(written))

    def seat(self, written: Written, entry: str) -> int:
        if written not in self.seats:
            raise Usage("scenario_unknown_seat", known=self.seats, entry=entry, word=shown(written))
        return self.seats.index(written)

    def parts(self, hint: Hint, written: Mapping[str, Written], now: Value, entry: str) -> Iterator[Part]:
        """The parts that a table names."""
        plain, name = plain_type(hint)
        origin = origin_of(plain)
        if origin in UNIONS:
            yield from self.parts(something(plain), written, now, entry)
            return
        for key, value in written.items():
            at = f"{entry}.{as_key(key)}"
            if is_kind(plain, Struct):
                if key == plain.__struct_config__.tag_field:
                    continue
                hints = hints_of(plain)
                if key not in hints:
                    raise Usage("scenario_unknown_field", known=tuple(hints), entry=entry, word=key)
                yield Part(key, hints[key], value, getattr(now, key, None), at)
            elif origin is tuple:
                words = words_of(hint, self.vocabulary)
                row = padded(now, len(words) or _places(written))
                place = self._place(key, len(row), words, entry, by_seat=is_by_seat(hint))
                yield Part(place, within(plain, name, place), value, row[place], at)
            elif origin in TABLES:
                kind, content = get_args(plain)
                word = self.read(kind, key, None, entry)
                yield Part(word, content | None, value, _there(now).get(word), at)
            else:
                raise Usage("scenario_no_parts", entry=entry, word=key)

    def lookup(self, hint: Hint, value: Value, path: Sequence[str], entry: str) -> tuple[Hint, Value]:
        """What lies at the end of a path of parts, with its type."""
        for key in path:
            if isinstance(value, SECRET):
                hint, value = closed(hint), value.value
            if value is None:
                raise Usage("scenario_nothing_there", entry=entry, word=key)
            (part,) = self.parts(hint, {key: None}, value, entry)
            hint, value, entry = part.hint, part.now, part.entry
        return hint, bare(value)

    def _one_of(self, union: Hint, written: Written, now: Value, entry: str) -> Value:
        """One of several types, the first that it fits; an empty text is nothing, where nothing is allowed."""
        if NoneType in get_args(union) and written == "":
            return None
        kinds = [kind for kind in get_args(union) if kind is not NoneType]
        if is_table(written) and len(tags := tags_of(kinds)) > 1:
            return self.read(self._tagged(tags, written, entry), written, now, entry)
        first, *others = kinds
        try:
            return self.read(first, written, now, entry)
        except Usage:
            for kind in others:
                with suppress(Usage):
                    return self.read(kind, written, now, entry)
            raise

    def _with_parts(self, hint: Hint, written: Mapping[str, Written], now: Value, entry: str) -> Value:
        """What is there now, with the named parts replaced."""
        plain, _ = plain_type(hint)
        if is_kind(plain, Struct) and type(now) is not plain:
            now = None
        parts = self.parts(hint, written, now, entry)
        owned = self.of(self.seat(written["seat"], entry)) if "seat" in written else self
        changed = {part.key: owned.read(part.hint, part.written, part.now, part.entry) for part in parts}
        if is_kind(plain, Struct):
            return _made(plain, changed, entry) if now is None else replace(now, **changed)
        if origin_of(plain) is tuple:
            row = padded(now, len(words_of(hint, self.vocabulary)) or _places(written))
            return tuple(changed.get(at, item) for at, item in enumerate(row))
        if origin_of(plain) not in TABLES:
            raise Usage("scenario_no_parts", entry=entry, word=shown(written))
        return {key: value for key, value in {**_there(now), **changed}.items() if value is not None}

    def _tagged(self, tags: Mapping[tuple[str, str], Hint], written: Mapping[str, Written], entry: str) -> Hint:
        """The kind that a table says it is: `{ step = "Turn", seat = "Ana" }`."""
        field = next(iter(tags))[0]
        if field not in written:
            raise Usage("scenario_missing_field", entry=entry, word=field)
        known = {tag: kind for (_, tag), kind in tags.items()}
        return known[self._known(written[field], tuple(known), f"{entry}.{field}")]

    def _row(self, plain: Hint, name: str, written: Written, now: Value, entry: str) -> Value:
        """Read several values in their order; as a text they are parted by commas, cells by semicolons.

        Nothing is written for no values, and for no value in any place of a row whose places may be empty; a list
        without entries for a row that has no places yet.
        """
        if written in NOTHING:
            fixed = now and not is_list(written) and NoneType in get_args(get_args(plain)[0])
            places = len(now) if fixed else 0
            return origin_of(plain)((None,) * places)
        if isinstance(written, str):
            comma = between(marked(get_args(plain)[0], name))
            written = [word.strip() for word in written.split(comma)]
        if not is_list(written):
            raise Usage("scenario_not_a_list", entry=entry, word=shown(written))
        if (length := fixed_length(plain)) not in {None, len(written)}:
            raise Usage("scenario_wrong_length", entry=entry, word="", expected=length, found=len(written))
        return origin_of(plain)(
            self.read(within(plain, name, at), item, None, f"{entry} {at + 1}") for at, item in enumerate(written)
        )

    def _secret(self, hint: Hint, written: Written, entry: str) -> Value:
        """A secret of the seat that it belongs to; else of those whose names stand before it."""
        if self.knowing:
            return unsalted(self.knowing, self.read(hint, written, None, entry))
        if is_table(written):
            raise Usage("scenario_whose_secret", entry=entry, word="…")
        text = parted(hint, written)
        names, colon, content = text.partition(":")
        if not colon:
            raise Usage("scenario_whose_secret", entry=entry, word=text)
        by = tuple(self.seat(name.strip(), entry) for name in names.split(","))
        return unsalted(by, self.read(hint, content.strip(), None, entry))

    def _amounts(self, kind: type[Amounts], name: str, written: Written, entry: str, *, signed: bool) -> Amounts:
        if written in NOTHING:
            return kind()
        try:
            with at(entry):
                return read_amounts(str(written), kind, partial(self.lexicon.called, name), signed=signed)
        except ValueError as problem:  # more digits than a number has
            raise Usage("not_a_number", entry=entry, word=shown(written)) from problem

    def _move(self, kind: Hint, written: Written, entry: str) -> Value:
        """A move of the game that lies on the table: its words, with or without its verb."""
        verb = tag_of_kind(kind)
        first = next(iter(str(written).split()), "")
        text = str(written) if first == verb or self.lexicon.called(VERB, first, (verb,)) else f"{verb} {written}"
        with at(entry):
            move = parse(text, (kind,), (kind,), self.lexicon).literal()
        if move is None:
            raise Usage("scenario_not_writable", entry=entry, word=text)
        return move

    def _number(self, name: str, written: Written, entry: str, *, signed: bool) -> int:
        """A number, from 0 on unless it says otherwise; a seat's name stands for its number."""
        if name == "seat" or written in self.seats:
            return self.seat(written, entry)
        digits = str(written).removeprefix("-" if signed else "")
        if isinstance(written, bool) or not digits.isdecimal() or len(digits) > DIGITS:
            raise Usage("not_a_number", entry=entry, word=shown(written))
        return int(written)

    def _word(self, name: str, written: Written, entry: str) -> str:
        if name == CELLS and is_cell(str(written)):
            return str(written)
        if name not in self.vocabulary:
            return str(written)
        known, said = self.vocabulary[name], str(written)
        called = () if said.casefold() in map(str.casefold, known) else self.lexicon.called(name, said, known)
        return str(self._known(called[0] if len(called) == 1 else written, known, entry))

    def _known(self, written: Written, known: tuple[Value, ...], entry: str) -> Value:
        for word in known:
            if str(word).casefold() == str(written).casefold():
                return word
        raise Usage("unknown_word", known=nearer(shown(written), known), entry=entry, word=shown(written))

    def _place(self, key: str, size: int, words: tuple[str, ...], entry: str, *, by_seat: bool) -> int:
        """A place in a row: by its word, else by its number from 1, or the seat whose place it is."""
        if words:
            return words.index(self._known(key, words, entry))
        place = int(key) - 1 if key.isdecimal() else self.seat(key, entry)
        if place not in range(size):
            known = self.seats[:size] if by_seat else [str(n + 1) for n in range(size)]
            raise Usage("scenario_unknown_field", known=known, entry=entry, word=key)
        return place


def nearer(written: str, known: Sequence[Value]) -> list[str]:
    """Return what is known, in short: of words in two parts (`tavern:1`) those that begin alike, or all beginnings."""
    words = [str(word) for word in known]
    if len(words) <= MANY or not all(":" in word for word in words):
        return words
    begins = f"{written.partition(':')[0].casefold()}:"
    alike = [word for word in words if word.casefold().startswith(begins)]
    return alike or list(dict.fromkeys(f"{word.partition(':')[0]}:N" for word in words))


def tags_of(kinds: Sequence[Hint]) -> dict[tuple[str, str], Hint]:
    """The kinds that say which they are: field and word, by which they are told apart."""
    configs = [(kind, kind.__struct_config__) for kind in kinds if is_kind(kind, Struct)]
    return {(config.tag_field, config.tag): kind for kind, config in configs if config.tag_field is not None}


def _made(kind: Hint, changed: Mapping[str, Value], entry: str) -> Value:
    """A struct that is written whole."""
    for field in fields(kind):
        if field.required and field.name not in changed:
            raise Usage("scenario_missing_field", entry=entry, word=field.name)
    return kind(**changed)


def _there(now: Value) -> Mapping[Value, Value]:
    """What a dictionary has, if there is one."""
    return now or {}


def is_heap(plain: Hint) -> bool:
    """Return whether there can be nothing of it, so that `{}` says that it is empty: an amount, a row, a dictionary."""
    return is_kind(plain, Amounts) or origin_of(plain) in {*ROWS, *TABLES}


def padded(row: Value, size: int) -> Value:
    """Return a row that is there; of one that is not yet, its places, empty."""
    return row or (None,) * size


def _places(written: Mapping[str, Written]) -> int:
    """Return how many places a row has at least of which these are named, by numbers or by seats."""
    numbers = (int(name) for name in written if name.isdecimal() and len(name) < DIGITS_OF_PLACES)
    return max(len(written), *numbers, 0)


def bare(value: Value) -> Value:
    """What lies in a secret; any other value as it is."""
    return value.value if isinstance(value, SECRET) else value


def parted(hint: Hint, written: Written) -> str:
    """A row as one text, where there is room for one line only; anything else as it is."""
    return between(item_of(hint)).join(map(str, written)) if is_list(written) else str(written)


def between(inner: Hint) -> str:
    """What parts the values of a row: a cell has a comma of its own, and what lies in a secret may have some."""
    return ";" if plain_type(inner)[1] == CELLS or is_secret(inner) else ","
