"""What a scenario of a game can say: its openings, fields, draws, facts, moves and words, made from the game itself.

Names and shapes come from the types; what they mean comes from the game's `scenario.*.toml` and from its sentences.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from string import Formatter
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from core.kernel.bots.matches import seated
from core.kernel.language.error_text import PACKAGE
from core.kernel.rules.engine import AnyGame
from core.kernel.rules.grid import Cell
from core.kernel.rules.marks import Field, fields_of
from core.kernel.rules.step import kinds_of
from core.kernel.setup import resources
from replays.scenario.decoding import Value
from replays.scenario.forms import form, short, struct_in
from replays.scenario.given import BASE, NOT_GIVEN, opening_form
from replays.scenario.hints import Hint, hints_of, tag_of_kind

MATCH: Final = ("viewer", "edition", "options", "rulings")
"""What a view says of its reader and its match: nothing that a scenario compares."""


FIRST: Final = "nothing_typed"
LAST: Final = "nothing_follows"
"""The reasons for refusals of all games stand between these in the word files."""

AROUND: Final = frozenset({"at_part", "at_such", "line_ends_there"})
"""Sentences between them that are the reason of no refusal."""

_END: Final = re.compile(r"\s*;")


class Line(Struct, frozen=True):
    """One word of the language: its name, how it is written, what it means; `part`: the struct whose field it is."""

    name: str
    form: str = ""
    meaning: str = ""
    part: str = ""


class Reference:
    """What scenarios of one game can say, in one language."""

    def __init__(self, game: AnyGame, lang: str) -> None:
        self.game = game
        self.words = game.words(lang)
        own = resources.toml(f"core.games.{game.name}.scenario", f"scenario.{lang}.toml")
        every = resources.toml("replays.scenario", f"words.{lang}.toml")
        self.forms: Mapping[str, str] = every["forms"]
        self.meanings: Mapping[str, str] = {**every["fields"], **own["fields"]}
        self.language: Mapping[str, str] = every["language"]
        self.examples: Mapping[str, str] = own["examples"]
        self.openings: Mapping[str, str] = own["openings"]
        self.draws: Mapping[str, str] = own["draws"]
        self.map: Mapping[str, str] = own.get("map", {})
        fresh, _ = game.new(seated(game, max(game.players)))
        self.table: Value = game.openings()[BASE](fresh)
        seats, others = (struct_in(hints_of(game.table)[kind]) for kind in ("seats", "others"))
        self._seats: tuple[Hint, ...] = tuple(kind for kind in (seats, others) if kind is not None)
        self._view: Hint = type(game.view(self.table, None))
        self.topics: Mapping[str, Callable[[], Iterator[Line]]] = {
            "language": self._language,
            "openings": self._openings,
            "table": lambda: self._fields(game.table, NOT_GIVEN),
            "seat": self._sides,
            **({} if game.map is None else {"map": lambda: _said(self.map), "cells": self._cells}),
            "draws": lambda: _said(self.draws),
            "facts": self._facts,
            "view": lambda: self._fields(self._view, MATCH),
            "moves": self._moves,
            "refusals": self._refusals,
            "words": self._words,
        }

    def _language(self) -> Iterator[Line]:
        """Yield the entries of a scenario, with examples of this game."""
        for entry, meaning in self.language.items():
            if self.game.map is None and entry.endswith((".map, given.cells", ".map, then.cells")):
                continue
            said = meaning
            for name, example in self.examples.items():
                said = said.replace(f"{{{name}}}", example)
            yield Line(entry, "", said)

    def _sides(self) -> Iterator[Line]:
        """The fields of a seat; then those of a side at which nobody sits, if it has others."""
        seat, other = (struct_in(hints_of(self.game.table)[kind]) for kind in ("seats", "others"))
        yield from self._fields(seat)
        if other is not None and other is not seat:
            yield from (replace(line, part=line.part or other.__name__) for line in self._fields(other))

    def _openings(self) -> Iterator[Line]:
        for name, opening in self.game.openings().items():
            if name != BASE:
                yield Line(opening_form(name, opening), "", self.openings.get(name, ""))

    def _fields(self, kind: Hint, left_out: tuple[str, ...] = ()) -> Iterator[Line]:
        """The fields of a struct; then those of the structs in them, each once."""
        waiting, moves = [kind], kinds_of(self.game.moves)
        for struct in waiting:
            for name, hint in sorted(hints_of(struct).items(), key=lambda field: field[0] == "end"):  # the end, last
                if name in left_out and struct is kind:
                    continue
                part, forms = "" if struct is kind else struct.__name__, self._forms_in(struct)
                yield Line(name, form(hint, forms, moves), self._meaning(struct, name), part)
                inner = struct_in(hint)
                if inner is not None and inner not in waiting and inner not in moves:
                    waiting.append(inner)

    def _forms_in(self, struct: Hint) -> Mapping[str, str]:
        """How values are written there: on the table nothing else says whose a secret is."""
        return {**self.forms, "secret": self.forms["whose"]} if struct is self.game.table else self.forms

    def _meaning(self, struct: Hint, field: str) -> str:
        """Return what the game says of a field; of a view's, what it says of the same field of a seat or of the table.

        It is the same only where it is written alike: a view may have how many there are in place of what there is.
        """
        own = self.meanings.get(f"{struct.__name__}.{field}", "")
        if own or not struct.__name__.endswith("View"):
            return own
        moves, written = kinds_of(self.game.moves), form(hints_of(struct)[field], self.forms, kinds_of(self.game.moves))
        kinds = (self.game.table, *self._seats) if struct is self._view else (*self._seats, self.game.table)
        for kind in kinds:
            hint, text = hints_of(kind).get(field), self.meanings.get(f"{kind.__name__}.{field}", "")
            if text and hint is not None and form(hint, self.forms, moves) == written:
                return _END.split(text)[0]  # what a position may leave out, a view does not
        return ""

    def _cells(self) -> Iterator[Line]:
        """What a view says of a cell, of whichever lies there."""
        words = self.game.map
        assert words is not None  # the topic is there with the map alone
        view = self.game.view(self.table, None)
        seen = next(found for at in self.game.vocabulary(self.table)["cell"] if (found := words.look(view, Cell(at))))
        return self._fields(type(seen))

    def _facts(self) -> Iterator[Line]:
        for kind in kinds_of(self.game.facts):
            tag = tag_of_kind(kind)
            fields = [field for field in fields_of(kind) if field.name != "rule" and field.opens is None]
            said = [f"{field.name}={self._in_a_fact(field, hints_of(kind)[field.name])}" for field in fields]
            more = [f"({text})" for field in fields if (text := self._meaning(kind, field.name))]
            yield Line(" ".join([tag, *said]), "", " ".join([spelled(self.words.facts[tag]), *more]))

    def _in_a_fact(self, field: Field, hint: Hint) -> str:
        """Return how a field of a fact is written: in capitals; of several parts as a table of them."""
        struct = struct_in(hint)
        if struct is None or struct in kinds_of(self.game.moves):
            return short(field)
        parts = ", ".join(f"{part.name} = {short(part)}" for part in fields_of(struct))
        return f"[{{ {parts} }}, ...]" if field.many else f"{{ {parts} }}"

    def _moves(self) -> Iterator[Line]:
        for kind in kinds_of(self.game.moves):
            tag = tag_of_kind(kind)
            yield Line(" ".join([tag, *map(_word, fields_of(kind))]), "", spelled(self._said(tag)))

    def _refusals(self) -> Iterator[Line]:
        """Yield the reasons of the game, then those of all games that a move can be refused for."""
        every = resources.toml(PACKAGE, f"words.{self.words.lang}.toml")["refusals"]
        names = list(every)
        shared = names[names.index(FIRST) : names.index(LAST) + 1]
        of_all = {why: every[why] for why in shared if "." not in why and why not in AROUND}
        for why, said in {**self.words.refusals, **of_all}.items():
            yield Line(why, "", spelled(str(said)).rstrip("."))

    def _said(self, verb: str) -> str:
        """What a move does, in the words of its only case or of its first one."""
        cases = (text for key, text in self.words.moves.items() if key.partition(".")[0] == verb)
        return self.words.moves.get(verb) or next(cases, "")

    def _words(self) -> Iterator[Line]:
        for kind, words in self.game.vocabulary(self.table).items():
            yield Line(kind, "", ", ".join(self._named(kind, str(word)) for word in words))

    def _named(self, kind: str, word: str) -> str:
        name = self.words.name(kind, word)
        return word if name.casefold() == word.casefold() else f"{word} ({name})"


def _said(meanings: Mapping[str, str]) -> Iterator[Line]:
    """Words that the word files explain."""
    return (Line(word, "", meaning) for word, meaning in meanings.items())


def _word(field: Field) -> str:
    """A word of a move; in brackets what may be left out."""
    word = f"{field.name}={short(field)}" if field.key else short(field).replace(",", " ")
    return word if field.required else f"[{word}]"


def spelled(pattern: str) -> str:
    """A sentence of the word files with the names of its fields in place of their values."""
    return "".join(
        text + ("" if name is None else _field(name, spec or "")) for text, name, spec, _ in Formatter().parse(pattern)
    )


def _field(name: str, spec: str) -> str:
    name = name.removesuffix(".told")
    first, *more = spec.split("|")
    if name.endswith(".does"):
        return first
    if not more:
        return f"<{name}>"
    return spelled(first) if "{" in first or not more[0] else f"<{name}> {more[0]}"
