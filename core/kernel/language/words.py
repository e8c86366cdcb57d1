"""Sentences for people, in their language: patterns from the word files, filled in by the types of the fields.

A pattern is a `str.format` text. Ids become names, seats become players, counters become "2 gold + 1 combat"; and

    {count:card|cards}        the number with the right form; of a list or a counter, how many there are
    {n:space|spaces|space back|spaces back}   of four forms the last two are for a number below zero, without its sign
    {source: ({source})|}     the first part if there is a word at all, else the second
    {card.told}               with what stands on it, where the name does not tell it (`Game.detail`)
    {family.many}             the plural of a name, which stands behind a bar in the word file: `castle|castles`
    {seat.does:takes|take}    the form of a verb: a name that has nothing but a plural (`|Paco & Paca`) takes the second
    {name.of}, {name.that}    in French `de Bo`, `d’Ana` and `que Bo`, `qu’Ana`

A fact may have a second pattern, `Folded.forced`, for when its field `forced` is true; of several the last one counts.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from core.kernel.decoding import convert
from core.kernel.drawing.printable import printable
from core.kernel.rules.amounts import Amounts
from core.kernel.rules.marks import Field, fields_of
from core.kernel.rules.step import Blocked, Fact, tag_of
from core.kernel.setup import resources

SINGULAR: Final[Mapping[str, tuple[int, ...]]] = {"en": (1,), "fr": (0, 1)}
"""The languages there are, and the numbers that take the first of two forms."""


_LINKED = re.compile(r"(?:[aeiouø]|y(?![aeiou]))(?:[^\W\d_]|['’])")
"""Where a French name begins with a vowel: `Yvette`, too, but neither `Yann` nor a letter that stands alone."""


class Verb:
    """What a word does: one form of the verb if it names one, another if it names several."""

    __slots__ = ("several",)

    def __init__(self, *, several: bool) -> None:
        self.several = several

    def __format__(self, spec: str) -> str:
        one, _, many = spec.partition("|")
        return many if self.several else one


ONE: Final = Verb(several=False)
SEVERAL: Final = Verb(several=True)


class Shown:
    """A value in a sentence: its text, its plural, how many it stands for (None for a word), what it bears."""

    __slots__ = ("_singular", "_told", "_written", "count", "does", "many", "text")

    def __init__(
        self,
        text: str,
        many: str = "",
        count: int | None = None,
        lang: str = "en",
        told: Callable[[], str] | None = None,
        *,
        written: bool = False,  # the text is the number, as it is read
    ) -> None:
        self._written = written
        self.text = text or many
        self._told = told
        self.does = SEVERAL if many and not text else ONE
        self.many = many or text
        self.count = count
        self._singular = SINGULAR[lang]

    def __str__(self) -> str:
        return self.text

    @property
    def told(self) -> str:
        """With what it bears: looked up only for a pattern that asks for it."""
        return self.text if self._told is None else self._told()

    @property
    def of(self) -> str:
        """In French: `de Bo`, `d’Ana`."""
        return self._behind("de")

    @property
    def that(self) -> str:
        """In French: `que Bo`, `qu’Ana`."""
        return self._behind("que")

    def _behind(self, word: str) -> str:
        from core.kernel.language.lexicon import plain  # noqa: PLC0415 - it knows this file

        return f"{word[:-1]}’{self.text}" if _LINKED.match(plain(self.text)) else f"{word} {self.text}"

    def __format__(self, spec: str) -> str:
        """Two forms parted by a bar, or four; else like any text."""
        first, *more = spec.split("|")
        if not more:
            return format(self.text, spec)
        if self.count is None:
            return first if self.text else more[0]
        count = self.count
        if count < 0 and len(more) == 3:  # noqa: PLR2004 - of four forms
            count, first, more = -count, more[1], more[2:]
        return f"{self.text if self._written else count} {first if abs(count) in self._singular else more[0]}"


def listed(texts: Sequence[str], lang: str, count: int | None = None, told: Callable[[], str] | None = None) -> Shown:
    """Several values in a row."""
    return Shown(", ".join(texts), count=len(texts) if count is None else count, lang=lang, told=told)


def filled(lang: str, pattern: str, terms: Mapping[str, object]) -> str:
    """A pattern with what it names: numbers choose the form of the word after them."""
    return pattern.format_map({name: _term(term, lang) for name, term in terms.items()}) if terms else pattern


def _term(term: Any, lang: str) -> Shown:  # whatever an error has to say
    if isinstance(term, Shown):
        return term
    if isinstance(term, int):
        return Shown(str(term), count=term, lang=lang)
    return Shown(", ".join(map(str, term)) if isinstance(term, _LIST) else str(term))


_LIST: Any = list


class Words(Struct, frozen=True):
    """What a game is called in one language."""

    lang: str
    title: str
    names: Mapping[str, Mapping[str, str]]
    facts: Mapping[str, str]
    moves: Mapping[str, str]
    steps: Mapping[str, str]
    refusals: Mapping[str, str]
    numbers: Mapping[str, str]  # what the ledger counts
    categories: Mapping[str, str] = {}  # what a score is made of, by rules or by chapters of them
    endings: Mapping[str, str] = {}  # how large moves end
    times: Mapping[str, str] = {}  # when a move comes, by its verb
    said: Mapping[str, str] = {}  # other words for a verb, of the sentences that say what must be done
    stage: str = "{0}"  # how far a match has come: the numbers of `Game.stage`
    stage_begins: str = ""  # the same while nobody has had a turn: the last of several numbers is 0
    nothing: str = "–"  # an empty list
    effects: Mapping[str, str] = {}  # what stands on the cards
    board: Mapping[str, str] = {}
    detail: Any = None  # of the cards of a match: what stands on one of a kind, by its id

    def name(self, kind: str, word: object) -> str:
        """The name of an id; the id itself where it has none."""
        return str(self._shown(kind, word))

    def typed(self, word: str) -> str:
        """An id as it is typed in this language."""
        from core.kernel.language.lexicon import typed_as  # noqa: PLC0415 - it knows this file

        return typed_as(word, self)

    def staged(self, stage: Sequence[int]) -> str:
        """How far a match has come."""
        begins = self.stage_begins and not stage[-1]
        return (self.stage_begins if begins else self.stage).format(*stage)

    def seat(self, seat: int, seats: Sequence[str]) -> str:
        """Who sits there; where nobody does, the game may have a name."""
        return seats[seat] if seat < len(seats) else self.name("seat", seat)

    def count(self, kind: str, word: object, amount: int) -> str:
        """So many of something: `2 castles`."""
        one, _, many = self._forms(kind, word)
        return f"{amount} {one if abs(amount) in SINGULAR[self.lang] else many or one}"

    def goods(self, text: str) -> str:
        """A text of a picture, in which goods are told as they are."""
        return text

    def amounts(self, kind: str, counter: Struct) -> str:
        """A counter as `2 gold + 1 combat`."""
        parts = [(name, getattr(counter, name)) for name in counter.__struct_fields__]
        return " + ".join(self.count(kind, name, amount) for name, amount in parts if amount) or "0"

    def inked(self) -> "Words":
        """The same for pictures: so many of a good carry its mark."""
        from core.kernel.language.inked import inked  # noqa: PLC0415 - most commands draw nothing

        return inked(self)

    def fact(self, fact: Fact[Any], seats: Sequence[str]) -> str:
        tag = tag_of(fact)
        special = (key for name in fact.__struct_fields__ if (key := f"{tag}.{name}") in self.facts)
        keys = [key for key in special if getattr(fact, key.rpartition(".")[2])]
        return self.fill(self.facts[keys[-1] if keys else tag], fact, seats)

    def move(self, move: Struct) -> str:
        """What a move means by itself (`Game.teller` says what it means here)."""
        return self.fill(self.moves[tag_of(move)], move)

    def ending(self, ending: Struct) -> str:
        """How a large move ends."""
        return self.fill(self.endings[tag_of(ending)], ending)

    def step(self, step: Struct, seats: Sequence[str] = ()) -> str:
        """What somebody must do, as an infinitive."""
        tag = tag_of(step)
        pattern = self.steps[tag] if tag in self.steps else _of_every_game(self.lang)[tag]
        return self.fill(pattern, step, seats)

    def refusal(self, blocked: Blocked) -> str:
        """Why not: need and have are numbers or ids, shown by whatever name they have."""
        return self.refusals[blocked.why].format(
            need=self.anything(blocked.need), have=self.anything(blocked.have), what=self.anything(blocked.what)
        )

    def anything(self, term: object) -> Shown:
        """A term whose vocabulary is not said: the first vocabulary of the word file that has it."""
        if isinstance(term, int):
            return self.number(term)
        if term is None:
            return Shown("")
        return self._shown(next((kind for kind, names in self.names.items() if str(term) in names), ""), term)

    def number(self, count: int) -> Shown:
        """A number that chooses the form of the word after it."""
        return Shown(str(count), count=count, lang=self.lang)

    def fill(self, pattern: str, values: Struct, seats: Sequence[str] = (), **more: object) -> str:
        """A pattern with the fields of a struct, and what else is given."""
        return pattern.format_map(_Filling(self, values, seats, more))

    def shown(self, field: Field, value: Any, seats: Sequence[str]) -> Shown:
        """A value, or several, as the type says; equal ones of a heap that has no order are counted."""
        if value is None:
            return Shown("")
        if not field.many:
            return self._one(field, value, seats)
        items = [self._one(field, item, seats) for item in value]
        texts = list(map(str, items))
        if field.by_seat:
            texts = [f"{self.seat(at, seats)} {f'({text})' if field.opens else text}" for at, text in enumerate(texts)]
        if field.unordered:
            texts = [text if (n := texts.count(text)) == 1 else f"{n}× {text}" for text in dict.fromkeys(texts)]
        told = (lambda: ", ".join(item.told for item in items)) if items else None
        return listed(texts or [self.nothing], self.lang, len(texts), told)

    def _one(self, field: Field, value: Any, seats: Sequence[str]) -> Shown:
        if field.kind == "seat":
            return Shown(str(seats[value])) if value < len(seats) else self._shown(field.kind, value)
        if field.opens is not None:
            return Shown(self.move(value.read(field.opens)))
        if isinstance(value, Amounts):
            total = sum(getattr(value, name) for name in value.__struct_fields__)
            return Shown(self.amounts(field.kind, value), count=total, lang=self.lang)
        if isinstance(value, Struct):  # things that lie together
            parts = fields_of(value.__class__)
            return listed([str(self.shown(part, getattr(value, part.name), seats)) for part in parts], self.lang)
        if field.kind == "any" and value in self.names.get("source", ()):
            return self._shown("source", value)
        if field.kind in {"any", "int"}:
            return self.anything(value)
        return self._shown(field.kind, value)

    def _shown(self, kind: str, word: object) -> Shown:
        one, _, many = self._forms(kind, word)
        return Shown(one, many, told=None if self.detail is None else lambda: self._detailed(kind, word, one or many))

    def _detailed(self, kind: str, word: object, name: str) -> str:
        detail = self.detail(kind, word)
        return f"{name} ({detail})" if detail else name

    def _forms(self, kind: str, word: object) -> tuple[str, str, str]:
        known = self.names.get(kind, {}).get(str(word))
        return (printable(str(word)) if known is None else known).partition("|")


class _Filling(dict[str, object]):
    """The fields of a struct, made into text when a pattern asks for them."""

    def __init__(self, words: Words, values: Struct, seats: Sequence[str], more: Mapping[str, object]) -> None:
        super().__init__(more)
        self.words = words
        self.values_of = values
        self.seats = seats

    def __missing__(self, name: str) -> Shown:
        field = next(field for field in fields_of(type(self.values_of)) if field.name == name)
        return self.words.shown(field, getattr(self.values_of, name), self.seats)


def _of_every_game(lang: str) -> Mapping[str, str]:
    """What somebody must do in a step of the kernel."""
    steps: Mapping[str, str] = resources.toml("core.kernel.language", f"words.{lang}.toml")["steps"]
    return steps


def load_words(package: str, lang: str) -> Words:
    """The word file of a language, next to the game."""
    data = resources.toml(package, f"words.{lang}.toml")
    return convert({"lang": lang, **data}, Words)
