"""Sentences for people, in their language: patterns from the word files, filled in by the types of the fields.

A pattern is a `str.format` text. Ids become names, seats become players, counters become "2 gold + 1 combat";
`{count:card|cards}` gives the number with the right form.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from core.kernel import resources
from core.kernel.names import Field, fields_of
from core.kernel.step import Blocked, Fact

Terms = Mapping[str, Any]


class Number(int):
    """A number that can choose its noun: `{count:card|cards}`."""

    def __format__(self, spec: str) -> str:
        """Two forms parted by a bar; else like any number."""
        if "|" not in spec:
            return super().__format__(spec)
        one, more = spec.split("|")
        return f"{int(self)}\u00a0{one if abs(self) == 1 else more}"


class Words(Struct, frozen=True):
    """What a game is called in one language."""

    lang: str
    title: str
    names: Mapping[str, Mapping[str, str]]
    facts: Mapping[str, str]
    moves: Mapping[str, str]
    steps: Mapping[str, str]
    refusals: Mapping[str, str]
    board: Mapping[str, str] = {}

    def name(self, kind: str, word: object) -> str:
        """The name of an id; the id itself where it has none."""
        return self.names.get(kind, {}).get(str(word), str(word))

    def amounts(self, kind: str, counter: Struct) -> str:
        """A counter as `2 gold + 1 combat`."""
        parts = [(name, getattr(counter, name)) for name in counter.__struct_fields__]
        return " + ".join(f"{amount} {self.name(kind, name)}" for name, amount in parts if amount) or "0"

    def fact(self, fact: Fact[Any], seats: Sequence[str]) -> str:
        """One line of what followed."""
        return self.fill(self.facts[tag_of(fact)], fact, seats)

    def move(self, move: Struct, seats: Sequence[str] = ()) -> str:
        """What a move means."""
        return self.fill(self.moves[tag_of(move)], move, seats)

    def step(self, step: Struct, seats: Sequence[str]) -> str:
        """What is owed."""
        return self.fill(self.steps[tag_of(step)], step, seats)

    def refusal(self, blocked: Blocked) -> str:
        """Why not: need and have are numbers or ids, shown by whatever name they have."""
        shown = {key: self.anything(getattr(blocked, key)) for key in ("need", "have", "what")}
        return self.refusals[blocked.why].format(**shown)

    def anything(self, term: object) -> object:
        """A term whose vocabulary is not said: the first that knows it."""
        if isinstance(term, int):
            return Number(term)
        for names in self.names.values():
            if str(term) in names:
                return names[str(term)]
        return term

    def fill(self, pattern: str, values: Struct, seats: Sequence[str]) -> str:
        """A pattern with the fields of a struct."""
        shown = {field.name: self.shown(field, getattr(values, field.name), seats) for field in fields_of(type(values))}
        return pattern.format(**shown)

    def shown(self, field: Field, value: Any, seats: Sequence[str]) -> object:
        """One value as its type says."""
        if value is None:
            return ""
        if isinstance(value, tuple):
            return ", ".join(str(self.shown(field, item, seats)) for item in value)
        if field.kind == "seat" and isinstance(value, int):
            return seats[value] if value < len(seats) else str(value)
        if isinstance(value, Struct):
            return self.amounts(field.kind, value)
        if isinstance(value, int):
            return Number(value) if field.kind == "int" else self.name(field.kind, value)
        return self.name(field.kind, value)


def tag_of(value: Struct) -> str:
    """The tag under which a fact, move or step is written."""
    return str(value.__struct_config__.tag)


def load_words(package: str, lang: str) -> Words:
    """The word file of a language, next to the game."""
    data = resources.toml(package, f"words.{lang}.toml")
    return msgspec.convert({"lang": lang, **data}, Words)
