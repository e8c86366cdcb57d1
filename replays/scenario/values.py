"""Values of a game as a scenario writes and shows them, and where what is found is not what is written."""

from collections.abc import Iterator, Mapping
from copy import copy
from types import NoneType
from typing import Any, Final, Self, get_args

from msgspec import NODEFAULT, Struct
from msgspec.structs import asdict, fields

from core.kernel.errors import Usage
from core.kernel.game import Game
from core.kernel.language.spelling import format_move
from core.kernel.language.words import Words
from core.kernel.rules.amounts import Amounts, counts_of
from core.kernel.rules.marks import Vocabulary
from replays.scenario.decoding import TABLES, Decoder, Value, is_heap, parted
from replays.scenario.hints import (
    ROWS,
    SECRET,
    UNIONS,
    Hint,
    closed,
    hints_of,
    is_by_seat,
    is_unordered,
    marked,
    origin_of,
    plain_type,
    something,
    within,
    words_of,
)
from replays.scenario.written import NOTHING, Written, is_table, text_of

FEW: Final = 4
"""Cards of which the names are told."""


class Difference(Struct, frozen=True):
    """Expectation that does not hold: entry, what it expects, and what was found, as the scenario would write it.

    `why`: the sentence that tells it; `told`: why a move is refused; `since`: whether an earlier check came before.
    """

    entry: str
    expected: str
    found: str
    why: str = "other_value"
    told: str = ""
    since: bool = False


class Values(Decoder):
    """Reads, writes and shows values; with words, ids are shown with their names in that language."""

    def __init__(
        self,
        game: Game[Any, Any],
        vocabulary: Vocabulary,
        seats: tuple[str, ...],
        owner: int | None = None,
        words: Words | None = None,
    ) -> None:
        super().__init__(game, vocabulary, seats, owner)
        self.words = words

    def _beside(self, value: Value) -> Self:
        """How values are read and written beside the seat that a struct names: what is secret there is that seat's."""
        seat = getattr(value, "seat", None)
        return self if seat is None else self.of(seat)

    @property
    def codes(self) -> Self:
        """The same without names: just what a scenario would write."""
        other = copy(self)
        other.words = None
        return other

    def differences(self, hint: Hint, written: Written, found: Value, entry: str) -> Iterator[Difference]:
        """Where what is found is not what is written; parts that are not named may be anything."""
        if isinstance(found, SECRET) and self.knowing:
            yield from self.differences(closed(hint), written, found.value, entry)
        elif not is_table(written) or (written == {} and is_heap(self._kind(hint, found))):
            expected = self.read(hint, written, found, entry)
            if expected != (tuple(sorted(found)) if is_unordered(hint) else found):
                said = text_of(written) if written in NOTHING else self.show(hint, expected)
                yield Difference(entry, said, self.show(hint, found))
        elif written == {}:
            known = tuple(hints_of(found.__class__)) if isinstance(found, Struct) else ()
            raise Usage("scenario_says_nothing", known=known, entry=entry, word="{}")
        elif found is None:
            yield Difference(entry, text_of(written), text_of(""))
        else:
            beside = self._beside(found)
            for part in self.parts(hint, written, found, entry):
                yield from beside.differences(part.hint, part.written, part.now, part.entry)

    def _kind(self, hint: Hint, value: Value) -> Hint:
        """Return the type that a value is of, without marks; of nothing the type of what could be there."""
        plain, _ = plain_type(hint)
        if origin_of(plain) in UNIONS:
            return self._kind(something(plain) if value is None else _kind_for(plain, value), value)
        return plain

    def write(self, hint: Hint, value: Value, now: Value = None) -> Written:
        """What `read` makes this value of: of a struct or a dictionary only what is not there now."""
        plain, name = plain_type(hint)
        origin = origin_of(plain)
        if value is None:
            return ""
        if origin in UNIONS:
            return self.write(marked(_kind_for(plain, value), name), value, now)
        if origin is SECRET:
            written = self.write(closed(hint), value.value)
            return written if self.knowing else self._whose(value, parted(hint, written))
        if origin in TABLES:
            return self._entries(plain, value, now or {})
        if origin in ROWS:
            return self._places(hint, value, now)
        if isinstance(value, Amounts):
            return _sum(value)
        if type(value) in self.moves:
            return format_move(value)
        if isinstance(value, Struct):
            return self._fields(plain, value, now if type(now) is plain else None)
        if name == "seat" and value in range(len(self.seats)):
            return self.seats[int(value)]
        return value

    def _fields(self, kind: Hint, value: Value, now: Value) -> Written:
        """The fields of a struct that are not as now, else as it is made; of one out of several kinds, which it is.

        Of a struct that is just as it is made all fields are written: an empty table says nothing.
        """
        there = made_with(kind) if now is None else asdict(now)
        tag = kind.__struct_config__
        found: dict[str, Written] = {} if tag.tag_field is None else {tag.tag_field: tag.tag}
        writing = self._beside(value)
        for field, hint in hints_of(kind).items():
            held = getattr(value, field)
            if field not in there or held != there[field]:
                found[field] = writing.write(hint, held, None if now is None else there[field])
        return found or {field: writing.write(hint, getattr(value, field)) for field, hint in hints_of(kind).items()}

    def _entries(self, plain: Hint, value: Mapping[Value, Value], now: Mapping[Value, Value]) -> Written:
        """What a dictionary has that is not there now, and nothing for what is there and should not be."""
        if not value:
            return ""
        kind, content = get_args(plain)
        other = {key: item for key, item in value.items() if key not in now or now[key] != item}
        gone = {key: None for key in now if key not in value}
        changed = gone | other or value  # an empty table would say that it is empty
        return {str(self.write(kind, key)): self.write(content, item, now.get(key)) for key, item in changed.items()}

    def _places(self, hint: Hint, value: Value, now: Value) -> Written:
        """A row as a list; its places by name or number where few are not as now."""
        plain, name = plain_type(hint)
        row = [self.write(within(plain, name, at), item) for at, item in enumerate(value)]
        if is_by_seat(hint):
            return dict(zip(self.seats, row, strict=False))
        if origin_of(plain) is not tuple or now is None or len(now) != len(value):
            return row
        words = words_of(hint, self.vocabulary) or tuple(str(place) for place in range(1, len(row) + 1))
        both = enumerate(zip(words, value, now, strict=True))
        other = {word: self.write(within(plain, name, at), new, old) for at, (word, new, old) in both if new != old}
        return other if other and len(str(other)) < len(str(row)) else row

    def show(self, hint: Hint, value: Value) -> str:
        """Return a value as a scenario writes it behind `=`; with words the names of its cards, if they are few."""
        text, names = text_of(self.write(hint, value)), [] if self.words is None else list(self._names(hint, value))
        return f"{text} ({', '.join(names)})" if 0 < len(names) <= FEW else text

    def _names(self, hint: Hint, value: Value) -> Iterator[str]:
        """Yield what the ids in a value are called, where that is not how they are written."""
        plain, name = plain_type(hint)
        origin = origin_of(plain)
        if value is None or self.words is None:
            return
        if origin in UNIONS:
            yield from self._names(marked(_kind_for(plain, value), name), value)
        elif origin is SECRET:
            yield from self._names(closed(hint), value.value)
        elif origin in ROWS:
            for at, item in enumerate(value):
                yield from self._names(within(plain, name, at), item)
        elif isinstance(value, Amounts):
            said = self.words.amounts(name, value) if name else ""
            yield from [said] if said and value != type(value)() and said != _sum(value) else []
        elif name not in {"", "seat"} and isinstance(value, str):
            called = self.words.name(name, value)
            yield from [] if called.casefold() == value.casefold() else [called]

    def said(self, hint: Hint, value: Value) -> str:
        """Return a seat, a word or a number as a sentence names it."""
        name = plain_type(hint)[1]
        text = dict(enumerate(self.seats)).get(value, str(value)) if name == "seat" else str(value)
        called = list[str]() if self.words is None or name in {"", "seat"} else [self.words.name(name, value)]
        return next((f"{text} ({one})" for one in called if one.casefold() != text.casefold()), text)

    def _whose(self, secret: Value, content: str) -> str:
        """How a secret is written where nothing says whose it is: behind the names of its seats."""
        by: tuple[int, ...] = secret.by
        return f"{', '.join(self.seats[seat] for seat in by)}: {content}"


def _sum(amounts: Amounts) -> str:
    """An amount as a scenario writes it."""
    return " + ".join(f"{count} {kind}" for kind, count in counts_of(amounts))


def made_with(kind: Hint) -> dict[str, Value]:
    """What the fields of a struct are that nobody names."""
    plain = [field for field in fields(kind) if not field.required]
    return {f.name: f.default if f.default_factory is NODEFAULT else f.default_factory() for f in plain}


def _kind_for(union: Hint, value: Value) -> Hint:
    """The type of a union that a value is of."""
    kinds = [kind for kind in get_args(union) if kind is not NoneType]
    return next((kind for kind in kinds if type(value) is kind), kinds[0])
