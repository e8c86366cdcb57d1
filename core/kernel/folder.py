"""A game's folder: what lies in it under the name that it has in every game; read when it is needed."""

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from importlib import import_module
from operator import attrgetter
from types import ModuleType
from typing import TYPE_CHECKING, Any, Union

from msgspec import Struct

from core.kernel.game import Setup, all_possible, nothing, untold
from core.kernel.language.lexicon import ENGLISH
from core.kernel.language.words import Words, load_words
from core.kernel.rules.counting import counters
from core.kernel.rules.step import FACT, STEP, Move, tag_of
from core.kernel.rules.table import NoOptions, Settled
from core.kernel.setup import resources
from core.kernel.setup.options import as_options, options_of
from core.kernel.setup.rulings import as_struct, changes_of, rulings_of

if TYPE_CHECKING:
    from core.kernel.drawing.parts import Board


FIRST = "1"
"""The version of the rules, until they say something else that no reading can say."""


def as_worded(_view: Any, words: Words) -> Callable[[Any], str]:
    """A move as the word files have it: where a game has no more to tell of what it does."""
    return words.move


class Folder(Struct, frozen=True):
    """The files of a game; one that is a single module has all of it there."""

    package: str

    def read(self) -> dict[str, Any]:
        """The parts of a `Game` that lie in every game's folder."""
        table = self.find("table", "Table")
        rulings, options = self.find("rulings", "Rulings"), self.maybe("options", "Options", NoOptions)
        new, facts = self.find("rules.flow", "new"), self.union("facts", FACT)

        def begin(match: Setup) -> Any:
            readings, agreed = as_struct(rulings, match.rulings), as_options(options, match.options)
            return new(Settled(len(match.seats), readings, agreed, match.edition))

        return {
            "name": self.package.rpartition(".")[2],
            "rules_version": FIRST,
            "players": self.find("data.edition", "PLAYERS"),
            "table": table,
            "facts": facts,
            "moves": self.union("moves", Move),
            "steps": self.union("rules", STEP),
            "options": options_of(options),
            "rulings": rulings_of(rulings),
            "changes": changes_of(rulings),
            "edition": table.editions.shipped,
            "adopt": table.editions.adopt,
            "rule_texts": self.rule_texts,
            "words": self.words,
            "new": begin,
            "owed": self.maybe("rules.flow", "owed", nothing),
            "vocabulary": table.vocabulary,
            "view": self.late("view", "view"),
            "teller": self.late("board.teller", "teller", as_worded),
            "detail": self.late("board.cardtext", "detail", untold),
            "board": self.board,
            "counters": partial(counters, facts),
            "components": table.components,
            "result": attrgetter("end"),
            "stage": table.stage,
            "openings": self.openings,
            "thinker": self.late("bot.thinker", "thinker"),
            "impossible": self.late("scenario.impossible", "impossible", all_possible),
        }

    def find(self, file: str, name: str) -> Any:
        """What a file has under this name."""
        return getattr(self._module(file), name)

    def maybe(self, file: str, name: str, otherwise: Any) -> Any:
        """The same, where not every game has it."""
        return getattr(self._module(file), name, otherwise)

    def late(self, file: str, name: str, otherwise: Callable[..., Any] | None = None) -> Callable[..., Any]:
        """A function of a file that is read at the first call: most commands need few of a game's files."""

        @cache
        def function() -> Any:
            return self.find(file, name) if otherwise is None else self.maybe(file, name, otherwise)

        def call(*args: Any) -> Any:
            return function()(*args)

        return call

    def board(self, view: Any, words: Words, seats: Sequence[str]) -> "Board":
        """What a view looks like, to who types in the language of these words."""
        board: Board = self.find("board.board", "board")(view, words, seats)
        if words.lang == ENGLISH:
            return board
        from core.kernel.language.typed import as_typed  # noqa: PLC0415 - ids are typed as they are

        return as_typed(board, words)

    def words(self, lang: str) -> Words:
        return load_words(f"{self.package}.data", lang)

    def rule_texts(self) -> Mapping[str, Any]:
        """The rules, the readings and the options in words."""
        return resources.toml(f"{self.package}.data", "rules.toml")

    def union(self, file: str, base: Any) -> Any:
        """The kinds of facts, moves or steps that stand in a log, by their tags: those that no other one extends.

        A file that is a folder stands for all of its files, as far as they are imported, in whichever order.
        """
        within = self._module(file).__name__
        modules = [module for name, module in sys.modules.items() if name == within or name.startswith(f"{within}.")]
        kinds = [
            kind
            for module in modules
            for kind in vars(module).values()
            if isinstance(kind, type) and kind.__module__ == module.__name__ and issubclass(kind, base)
        ]
        extended = {extended for kind in kinds for extended in kind.__mro__[1:]}
        return Union[tuple(sorted((kind for kind in kinds if kind not in extended), key=tag_of))]  # noqa: UP007

    def openings(self) -> Mapping[str, Callable[..., Any]]:
        """Named positions for scenarios: each function of the file, as it is called."""
        module = self._module("scenario.openings")
        return {
            name.strip("_").replace("_", " "): found
            for name, found in vars(module).items()
            if name[0] != "_" and getattr(found, "__module__", "") == module.__name__ and not isinstance(found, type)
        }

    def _module(self, file: str) -> ModuleType:
        """The file; of a game that is a single module, that one."""
        try:
            return import_module(f"{self.package}.{file}")
        except ModuleNotFoundError as missing:
            if not f"{self.package}.{file}.".startswith(f"{missing.name}."):
                raise
            return import_module(self.package)
